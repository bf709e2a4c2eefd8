"""The target's Defence: bonuses up to their limit, penalties in full (defence.*, action.10, .16, .17, setup.3)."""

from collections.abc import Mapping
from typing import Any

import pytest

from muster.engine.tables import yaml_of
from muster.rulesets.newworld.queries.attack import DEFENCE_TABLE
from muster.rulesets.newworld.state import State
from tests.kit.house import ROOT
from tests.kit.table import PASS, Table
from tests.rulesets.newworld.scenes import FightScene, end_turn, parts, rolled

LOW_WALL = {"at": [6, 3], "side": "w", "kind": "low-wall"}
PARAPET = {"at": [6, 3], "side": "w", "kind": "parapet"}


def struck(**bob: Any) -> Table[State]:
    """Ann strikes Bob."""
    scene = FightScene()
    scene.blue("ann", (5, 3), hands=["sabre"])
    scene.red("bob", (6, 3), **bob)
    table = scene.turn("ann", dice=[3, 4, 1])
    table.answer("blue", "attack:bob:ann/sabre/0")
    return table


def shot(cover: Mapping[str, object] | None = None, **bob: Any) -> Table[State]:
    """Ann shoots Bob."""
    scene = FightScene(edges=[cover] if cover else [])
    scene.blue("ann", (1, 3), hands=["shortbow"])
    scene.red("bob", (6, 3), **bob)
    table = scene.turn("ann", dice=[3, 4, 1])
    table.answer("blue", "shoot:bob:ann/shortbow/0")
    return table


@pytest.mark.rule("newworld.defence.1")
def test_defence_1_bonuses_are_added_to_the_printed_defence_and_penalties_taken_off() -> None:
    table = struck(
        melee_defence=11, ranged_defence=15, hands=["shield"], talent_defence=1, prone=True, stances=()
    )
    assert parts(rolled(table).defence) == [
        ("defence.1", 11),
        ("setup.3", 1),
        ("defence.1", 1),
        ("prone.2", -2),
    ]
    assert rolled(table).defence.value == 11


@pytest.mark.rule("newworld.defence.2")
def test_defence_2_bonuses_raise_a_defence_by_two_at_most() -> None:
    for talent, parry, bonus in ((0, False, 1), (1, False, 2), (1, True, 2), (3, True, 2)):
        stances = ("parrying_stance",) if parry else ()
        table = struck(hands=["shield"], talent_defence=talent, stances=stances)
        assert rolled(table).defence.value == 10 + bonus, (talent, parry)


@pytest.mark.rule("newworld.defence.3")
def test_defence_3_penalties_come_off_in_full_and_add_up() -> None:
    for bonus in (0, 1, 4):
        table = struck(prone=True, stances=("all_out_attack",), talent_defence=bonus)
        assert rolled(table).defence.value == 10 + min(2, bonus) - 4


@pytest.mark.rule("newworld.defence.4")
def test_defence_4_the_table_of_defence_modifiers_is_the_ledgers_and_at_work() -> None:
    text = (ROOT / "backend/muster/rulesets/newworld/ledger.yaml").read_text(encoding="utf-8")
    rows = next(r for r in yaml_of(text)["rules"] if r["id"] == "newworld.defence.4")["data"]
    assert {k: (r["melee"], r["ranged"]) for k, r in rows.items()} == DEFENCE_TABLE
    for stance in ("all_out_attack", "all_out_defence", "parrying_stance"):
        assert rolled(struck(stances=(stance,))).defence.value == 10 + rows[stance]["melee"]
        assert rolled(shot(stances=(stance,))).defence.value == 10 + rows[stance]["ranged"]
    assert rolled(struck(prone=True)).defence.value == 10 + rows["prone"]["melee"]
    assert rolled(shot(prone=True)).defence.value == 10 + rows["prone"]["ranged"]
    assert rolled(shot(LOW_WALL)).defence.value == 10 + rows["light_cover"]["ranged"]
    assert rolled(shot(PARAPET)).defence.value == 10 + rows["heavy_cover"]["ranged"]


@pytest.mark.rule("newworld.defence.5")
@pytest.mark.parametrize("cover", [LOW_WALL, PARAPET])
def test_defence_5_cover_and_prone_do_not_add_and_the_better_one_counts(cover: dict[str, object]) -> None:
    table = shot(cover, prone=True)
    assert parts(rolled(table).defence) == [("defence.1", 10), ("prone.2", 2)]


@pytest.mark.rule("newworld.defence.6")
@pytest.mark.parametrize("size", ["tiny", "small", "large", "huge"])
def test_defence_6_no_modifier_for_size_is_added_to_a_printed_defence(size: str) -> None:
    for table in (struck(size=size), shot(size=size)):
        assert parts(rolled(table).attack) == [("attack.1", 4), ("attack.1", 1)]
        assert parts(rolled(table).defence) == [("defence.1", 10)]


@pytest.mark.rule("newworld.setup.3")
def test_setup_3_a_shield_in_hand_adds_one_to_both_defences() -> None:
    held, carried = struck(hands=["shield"]), struck(carried=["shield"])
    assert (rolled(held).defence.value, rolled(carried).defence.value) == (11, 10)
    held, carried = shot(hands=["shield"]), shot(carried=["shield"])
    assert (rolled(held).defence.value, rolled(carried).defence.value) == (11, 10)


@pytest.mark.rule("newworld.setup.3")
def test_setup_3_a_shield_takes_one_hand_and_counts_with_a_one_handed_weapon() -> None:
    scene = FightScene()
    scene.blue("ann", (1, 3), hands=["sabre"], carried=["shield"])
    scene.blue("cat", (1, 4), hands=["spear"], carried=["shield"])
    scene.red("bob", (9, 3))
    table = scene.turn("ann", "cat")
    table.answer("blue", "ready:draw:ann/shield/1")
    assert table.state.items["ann/shield/1"].where == "off"
    table.answer("blue", PASS)
    assert "ready:draw:cat/shield/1" not in table.offers("blue")


@pytest.mark.rule("newworld.action.10")
def test_action_10_all_out_defence_raises_both_defences_by_two_within_the_limit() -> None:
    scene = FightScene()
    scene.red("bob", (6, 3), hands=["shield"])
    scene.blue("ann", (5, 3), hands=["sabre"])
    scene.blue("cat", (1, 3), hands=["pistol"])
    table = scene.turn("bob", "ann", "cat", dice=[3, 4, 1, 3, 4, 1])
    table.answer("red", "all-out-defence")
    assert table.asked("blue").subject == "ann"  # it was a full action, and lying down would not add to it
    table.play(("blue", "attack:bob:ann/sabre/0"), ("blue", PASS), ("blue", "shoot:bob:cat/pistol/0"))
    for event in table.events(type(rolled(table))):
        assert parts(event.defence) == [
            ("defence.1", 10),
            ("setup.3", 1),
            ("action.10", 2),
            ("defence.2", -1),
        ]


@pytest.mark.rule("newworld.action.16")
def test_action_16_a_parrying_stance_raises_melee_defence_by_one_until_the_next_turn() -> None:
    scene = FightScene()
    scene.red("bob", (6, 3), hands=["sabre"])
    scene.blue("ann", (5, 3), hands=["sabre"], melee_defence=20)
    scene.blue("cat", (1, 3), hands=["pistol"])
    table = scene.turn("bob", "ann", "cat", dice=[1, 2, 1, 3, 4, 1, 3, 4, 1, 3, 4, 1])
    table.play(("red", "parry"), ("red", "attack:ann:bob/sabre/0"))  # it goes with a Standard Attack
    end_turn(table, "bob")
    table.play(("blue", "attack:bob:ann/sabre/0"), ("blue", PASS), ("blue", "shoot:bob:cat/pistol/0"))
    table.answer("blue", PASS)
    melee, ranged = (e.defence.value for e in table.events(type(rolled(table)))[1:])
    assert (melee, ranged) == (11, 10)
    table.answer("red", PASS)
    table.answer("blue", "attack:bob:ann/sabre/0")
    assert rolled(table).defence.value == 10


@pytest.mark.rule("newworld.action.17")
def test_action_17_all_out_defence_and_parrying_stance_do_not_add_and_the_better_one_counts() -> None:
    both = ("parrying_stance", "all_out_defence")
    assert parts(rolled(struck(stances=both)).defence) == [("defence.1", 10), ("action.10", 2)]


@pytest.mark.rule("newworld.prone.2")
def test_prone_2_a_prone_figure_is_easier_to_strike_and_harder_to_shoot() -> None:
    assert parts(rolled(struck(prone=True)).defence) == [("defence.1", 10), ("prone.2", -2)]
    assert parts(rolled(shot(prone=True)).defence) == [("defence.1", 10), ("prone.2", 2)]
    assert rolled(shot(prone=True, hands=["shield"])).defence.value == 12
