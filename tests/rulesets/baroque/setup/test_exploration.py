"""Table edges and Exploration Dice: roles and order of deployment (2.9b, 3.3b, 3.3c, 3.4b, 3.4f)."""

import pytest

from muster.rulesets.baroque.events.setup import (
    EdgesDrawn,
    FirstPlayerRolled,
    OrderChallenged,
    RoleChallenged,
)
from muster.rulesets.baroque.state import State
from tests.kit.table import Table
from tests.rulesets.baroque.beginning import SOUTH_BLUE, battle


def dice_left(table: Table[State]) -> tuple[int, int]:
    """Exploration Dice of blue and red."""
    return table.state.sides["blue"].exploration, table.state.sides["red"].exploration


@pytest.mark.rule("baroque.3.4f")
@pytest.mark.parametrize(("die", "south"), [(1, "blue"), (3, "blue"), (4, "red"), (6, "red")])
def test_3_4f_a_die_gives_the_southern_edge(die: int, south: str) -> None:
    table = battle(die, 5, 2)
    assert table.event(EdgesDrawn) == EdgesDrawn(die, south)
    edges = {seat: side.edge for seat, side in table.state.sides.items()}
    assert edges == {south: "south", "red" if south == "blue" else "blue": "north"}


@pytest.mark.rule("baroque.3.3b")
def test_3_3b_the_higher_free_die_is_first_player_and_ties_are_rolled_again() -> None:
    table = battle(SOUTH_BLUE, 4, 4, 2, 2, 3, 5)
    assert table.event(FirstPlayerRolled).rolls == ((4, 4), (2, 2), (3, 5))
    assert table.state.first == "red"
    assert table.state.to_deploy == "blue"


@pytest.mark.rule("baroque.2.9b")
def test_2_9b_every_die_rolled_is_spent_a_tie_costs_no_more_and_the_rest_is_kept_for_deployment() -> None:
    table = battle(SOUTH_BLUE, 4, 4, 5, 2)  # the Swedes have five dice beside the free one
    assert dice_left(table) == (0, 5)
    table.dice.add(1)
    table.answer("red", True)
    assert table.state.phase == "order"
    assert dice_left(table) == (0, 4)


@pytest.mark.rule("baroque.3.3c")
def test_3_3c_a_higher_die_swaps_the_roles_and_the_new_second_player_may_challenge_in_turn() -> None:
    table = battle(SOUTH_BLUE, 3, 4, points=600)  # Catholics two more dice, Swedes one
    assert table.state.first == "red"
    table.dice.add(5)
    table.answer("blue", True)
    assert table.state.first == "blue"
    assert not table.state.settled
    table.dice.add(6)
    table.answer("red", True)
    assert table.state.first == "red"
    table.answer("blue", False)
    assert table.state.phase == "order"


@pytest.mark.rule("baroque.3.3c")
@pytest.mark.parametrize("die", [1, 4])
def test_3_3c_a_die_that_is_no_higher_ends_the_rolling_and_replaces_the_old_one(die: int) -> None:
    table = battle(SOUTH_BLUE, 3, 4, points=600)
    table.dice.add(die)
    table.answer("blue", True)
    assert table.event(RoleChallenged) == RoleChallenged("blue", die, 4, False, 1)
    assert (table.state.first, table.state.sides["blue"].die) == ("red", die)
    assert table.state.phase == "order"


def test_who_has_no_die_left_is_asked_neither_for_the_roles_nor_for_the_order() -> None:
    table = battle(SOUTH_BLUE, 2, 5)
    assert table.state.phase == "deploy"
    assert table.events(RoleChallenged) == []


@pytest.mark.rule("baroque.3.4b")
def test_3_4b_a_higher_die_makes_the_first_player_deploy_first() -> None:
    table = battle(SOUTH_BLUE, 3, 4, points=600)
    table.answer("blue", False)
    table.dice.add(5, 4)
    table.play(("blue", True), ("red", True))
    assert table.event(OrderChallenged) == OrderChallenged("blue", 5, 4, True, 1)
    assert table.state.to_deploy == "red"
    assert table.state.phase == "deploy"  # red has no die left to challenge back


@pytest.mark.rule("baroque.3.4b")
def test_3_4b_a_tie_leaves_the_order_and_the_loser_may_challenge_again() -> None:
    table = battle(SOUTH_BLUE, 3, 4, points=600)
    table.answer("blue", False)
    table.dice.add(4, 4)
    table.play(("blue", True), ("red", True))
    assert table.state.to_deploy == "blue"
    table.dice.add(1)
    table.answer("blue", True)
    assert table.state.to_deploy == "red"  # nothing was put against it


@pytest.mark.rule("baroque.3.4b")
def test_3_4b_who_keeps_his_die_loses_the_roll_off_and_may_challenge_back() -> None:
    table = battle(SOUTH_BLUE, 3, 4, points=600)
    table.answer("blue", False)
    table.dice.add(1)
    table.play(("blue", True), ("red", False))
    assert table.event(OrderChallenged) == OrderChallenged("blue", 1, None, True, 1)
    assert dice_left(table) == (1, 1)
    table.dice.add(2, 6)
    table.play(("red", True), ("blue", True))
    assert table.state.to_deploy == "red"
    assert table.state.phase == "deploy"
