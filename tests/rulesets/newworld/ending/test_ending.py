"""How a fight ends (end.1)."""

from collections.abc import Mapping
from typing import Any

import pytest

from muster.rulesets.newworld.state import State
from tests.kit.table import PASS, Table
from tests.rulesets.newworld.scenes import FightScene


def result(table: Table[State]) -> tuple[str | None, str]:
    assert table.result is not None
    return table.result.winner, table.result.reason


def last_round(
    scenario: Mapping[str, Any] | None = None, zones: list[dict[str, Any]] | None = None
) -> FightScene:
    """A fight whose only round is the last."""
    return FightScene(scenario={"rounds": 1, **(scenario or {})}, zones=zones or [])


def pass_round(scene: FightScene) -> Table[State]:
    """Everybody passes for a round."""
    table = scene.turn()
    for _ in range(20):
        if table.over or table.state.round > 1:
            break
        table.answer(table.match.requests[0].seat, PASS)
    return table


# ------------------------------------------------------------------------------------------------ last side standing
@pytest.mark.rule("newworld.end.1")
def test_end_1_the_fight_ends_as_soon_as_a_side_has_nobody_left_riderless_mounts_do_not_count() -> None:
    scene = FightScene()
    scene.blue("ann", (3, 3), hands=["sabre"], melee=9)
    scene.red("bob", (4, 3), left=1)
    scene.horse("red", "nag", (8, 5))
    table = scene.turn("ann", dice=[4, 5, 4])
    table.answer("blue", "attack:bob:ann/sabre/0")
    assert result(table) == ("blue", "last_side_standing")


def test_end_1_the_prone_and_the_held_are_still_in_the_fight() -> None:
    scene = FightScene()
    scene.blue("ann", (3, 3), hands=["sabre"], melee=9)
    scene.red("bob", (4, 3), left=1)
    scene.red("eve", (8, 3), prone=True)
    table = scene.turn("ann", dice=[4, 5, 4])
    table.answer("blue", "attack:bob:ann/sabre/0")
    assert not table.over


@pytest.mark.rule("newworld.end.1")
def test_end_1_a_free_attack_may_end_it() -> None:
    scene = FightScene()
    scene.blue("ann", (3, 3), left=1)
    scene.red("bob", (4, 3), hands=["sabre"], melee=9)
    table = scene.turn("ann", dice=[4, 5, 4])
    table.play(("blue", ("move", (1, 3))), ("red", "ann:bob/sabre/0"))
    assert result(table) == ("red", "last_side_standing")


# ------------------------------------------------------------------------------------------------ after the last round
@pytest.mark.rule("newworld.end.1")
def test_end_1_after_the_last_round_the_larger_share_of_starting_wounds_wins() -> None:
    scene = last_round()
    scene.blue("ann", (1, 1), wounds=10, left=6)
    scene.red("bob", (9, 7), wounds=30, left=15)
    assert result(pass_round(scene)) == ("blue", "more_wounds_left")


@pytest.mark.rule("newworld.end.1")
def test_end_1_equal_shares_are_a_draw_and_nobody_counts_below_nothing_nor_does_a_mount() -> None:
    scene = last_round()
    scene.blue("ann", (1, 1), wounds=10, left=5)
    scene.blue("al", (1, 3), wounds=10, left=-7)
    scene.state.change("al", out=True, at=None)
    scene.red("bob", (9, 7), wounds=20, left=5, mounted={"left": 1})
    assert result(pass_round(scene)) == (None, "equal_wounds")


@pytest.mark.rule("newworld.init.6")
def test_end_1_before_the_last_round_nothing_is_reckoned_and_the_host_may_change_how_many_there_are() -> None:
    scene = FightScene(scenario={"rounds": 1}, rounds=2)
    scene.blue("ann", (1, 1), left=6)
    scene.red("bob", (9, 7))
    table = pass_round(scene)
    assert not table.over
    assert table.state.round == 2


# ------------------------------------------------------------------------------------------------ holding ground
ZONE = [{"id": "yard", "name": "The yard", "squares": {"rect": [4, 4, 5, 5]}}]
HOLD = {"hold": {"zone": "yard"}}


@pytest.mark.rule("newworld.end.1")
def test_end_1_where_ground_is_to_be_held_more_upright_figures_on_it_win() -> None:
    scene = last_round(HOLD, ZONE)
    scene.blue("ann", (1, 1))
    scene.red("bob", (5, 5), left=1)
    assert result(pass_round(scene)) == ("red", "held_ground")


@pytest.mark.rule("newworld.end.1")
def test_end_1_the_prone_do_not_hold_ground_a_rider_does_with_any_square_of_the_mount() -> None:
    scene = last_round(HOLD, ZONE)
    scene.blue("ann", (4, 4), prone=True)
    scene.blue("al", (3, 3), mounted=True)
    scene.state.change("ann", at=(5, 5))
    scene.red("bob", (9, 7))
    table = pass_round(scene)
    assert result(table) == ("blue", "held_ground")


@pytest.mark.rule("newworld.end.1")
def test_end_1_equal_numbers_on_the_ground_go_by_wounds() -> None:
    scene = last_round(HOLD, ZONE)
    scene.blue("ann", (4, 4), left=10)
    scene.red("bob", (5, 5), left=12)
    assert result(pass_round(scene)) == ("red", "more_wounds_left")


# ------------------------------------------------------------------------------------------------ breaking through
THROUGH = {"breakthrough": {"seat": "red", "zone": "yard", "count": 2}}


@pytest.mark.rule("newworld.end.1")
def test_end_1_enough_figures_in_the_zone_as_a_round_ends_have_broken_through() -> None:
    scene = FightScene(scenario={"rounds": 9, **THROUGH}, zones=ZONE)
    scene.blue("ann", (1, 1))
    scene.red("bob", (4, 4))
    scene.red("eve", (5, 5))
    assert result(pass_round(scene)) == ("red", "broke_through")


@pytest.mark.rule("newworld.end.1")
def test_end_1_too_few_or_lying_ones_have_not_and_after_the_last_round_the_others_win() -> None:
    scene = last_round(THROUGH, ZONE)
    scene.blue("ann", (1, 1), left=1)
    scene.red("bob", (4, 4))
    scene.red("eve", (5, 5), prone=True)
    assert result(pass_round(scene)) == ("blue", "held_out")


@pytest.mark.rule("newworld.end.1")
def test_end_1_whoever_lies_hidden_is_seen_when_it_is_over() -> None:
    scene = last_round()
    scene.blue("ann", (1, 1))
    scene.red("bob", (11, 8), hidden=True)
    scene.blue("al", (2, 1))
    table = pass_round(scene)
    assert table.over
    assert table.view("blue").pieces["bob"].at == (11, 8)
