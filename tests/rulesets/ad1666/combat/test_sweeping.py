"""Sweeping Attack: on to the next enemy with the same card (skill.sweeping-attack.1 to .4)."""

from typing import Any, TypeAlias

import pytest

from muster.rulesets.ad1666.events import FightBegun
from muster.rulesets.ad1666.people import Armour, Guard
from muster.rulesets.ad1666.state import State
from tests.kit.table import PASS, Table
from tests.rulesets.ad1666.fighting import SABRE, damage, decided, fought, lay, sums
from tests.rulesets.ad1666.scenes import YardScene

Json: TypeAlias = Any


def sweeper(red: Json = None, blue: Json = None) -> YardScene:
    """Ann the sweeper between Bob and Dan, who are straight opposite each other."""
    scene = YardScene((7, 5))
    scene.forge({}, {"plate": Armour("plate", "Plate", {"hands": Guard(9, 9)})})
    scene.red(
        "ann", (3, 2), **{**SABRE, "traits": ("sweeping-attack",), "skills": {"cutting": 2}, **(red or {})}
    )
    scene.blue("bob", (2, 2), **{**SABRE, **(blue or {})})
    scene.blue("dan", (4, 2), **SABRE)
    scene.state.phase, scene.state.up = "combat", "red"
    return scene


def swept(red: list[str], blue: list[str], scene: YardScene | None = None) -> Table[State]:
    """Ann fights Bob, whom Dan supports with 2, and the beaten one falls back to the first space that is free."""
    table = fought(scene or sweeper(), red, blue)
    while table.match.requests and table.match.requests[0].rule == "combat.17":
        table.answer("blue", table.offers("blue")[0])
    return table


@pytest.mark.rule(
    "ad1666.skill.sweeping-attack.1", "ad1666.skill.sweeping-attack.2", "ad1666.skill.sweeping-attack.4"
)
def test_skill_sweeping_attack_1_2_and_4_the_next_enemy_against_the_same_card_at_minus_one() -> None:
    table = swept(["cup-8"], ["skull-2", "skull-5"])
    assert table.asked("red").rule == "skill.sweeping-attack.1"
    assert table.offers("red") == ["dan"]
    assert table.state.played("red") == ("cup-8",)
    table.answer("red", "dan")
    # Ann is not asked for a card.
    assert [(r.seat, r.rule) for r in table.match.requests] == [("blue", "test.10")]
    table.answer("blue", "deck")
    assert sums(table)[0] == {"stats.2": 2, "skill.sweeping-attack.2": -1}
    assert [t.value for t in decided(table).totals] == [9, 5]
    assert damage(table)[0] == "hands"
    assert [(e.active, e.passive) for e in table.events(FightBegun)] == [("ann", "bob"), ("ann", "dan")]
    assert all(table.state.bodies[w].activated for w in ("ann", "bob", "dan"))
    assert table.state.discards["red"] == ("cup-8",)


@pytest.mark.rule("ad1666.skill.sweeping-attack.1")
def test_skill_sweeping_attack_1_may_be_left_and_the_card_goes_then() -> None:
    table = swept(["cup-8"], ["skull-2"])
    table.answer("red", PASS)
    assert table.over
    assert (table.state.discards["red"], table.state.played("red")) == (("cup-8",), ())


@pytest.mark.rule("ad1666.skill.sweeping-attack.3")
def test_skill_sweeping_attack_3_not_without_damage_nor_after_a_successful_parry() -> None:
    assert swept(["cup-8"], ["skull-2"], sweeper(blue={"armour": ("plate",)})).over
    parried = sweeper(blue={"fencing": 1})
    table = swept(["cup-8", "heart-8"], ["skull-5", "skull-7", "cup-2"], parried)
    table.answer("blue", True)
    lay(table)
    while table.match.requests and table.match.requests[0].rule == "combat.17":
        table.answer("blue", table.offers("blue")[0])
    # Ann has won the Riposte, but her attack was parried.
    assert decided(table).winner == "ann"
    assert table.over


@pytest.mark.rule("ad1666.skill.sweeping-attack.3")
def test_skill_sweeping_attack_3_each_enemy_once_a_phase() -> None:
    scene = sweeper()
    scene.state.used = ("ann:struck:dan",)
    assert swept(["cup-8"], ["skull-2"], scene).over


@pytest.mark.rule("ad1666.skill.sweeping-attack.1")
def test_skill_sweeping_attack_1_as_defender_too() -> None:
    scene = sweeper()
    scene.state.up = "blue"
    table = fought(scene, ["cup-8"], ["skull-2", "skull-3"], active="bob", passive="ann")
    table.answer("blue", table.offers("blue")[0])
    assert table.offers("red") == ["dan"]
    table.answer("red", "dan")
    table.answer("blue", "deck")
    assert sums(table)[0] == {"stats.2": 2, "skill.sweeping-attack.2": -1}
    assert table.state.up == "red"


@pytest.mark.rule("ad1666.skill.sweeping-attack.4")
def test_skill_sweeping_attack_4_a_joker_keeps_the_suit_that_was_named() -> None:
    table = fought(sweeper(red={"skills": {"cutting": 0}}), ["red-joker"], ["skull-2", "skull-5"])
    table.answer("red", "heart")
    while table.match.requests[0].rule == "combat.17":
        table.answer("blue", table.offers("blue")[0])
    table.answer("red", "dan")
    table.answer("blue", "deck")
    assert [t.value for t in decided(table).totals] == [9, 5]
    assert damage(table)[0] == "body"
