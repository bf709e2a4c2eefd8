"""Who is called alike on both sides is told apart in every text."""

from typing import Any

from muster.rulesets.baroque.queries.army import leader_name
from muster.rulesets.baroque.rules.deployment import deploy_spec
from muster.rulesets.baroque.ruleset import RULESET
from muster.rulesets.baroque.sheets import leader_sheet
from muster.rulesets.baroque.state import State
from tests.kit.table import setup_of as made


def battle(**options: Any) -> State:
    """A battle as it begins, with ready armies."""
    return RULESET.new_state(made(RULESET, **options))


def test_a_unit_whose_name_the_enemy_has_too_is_told_with_the_word_for_its_side_and_no_other_is() -> None:
    state = battle()
    assert [state.name(u) for u in ("blue/u2", "red/u2")] == ["German Catholic Reiters", "Swedish Reiters"]
    assert state.name("red/baggage") == "Swedish Baggage"
    assert state.name("red/u1") == "Latta Ryttare"
    assert [leader_name(state, c) for c in ("blue/1", "red/1")] == ["Tilly", "Horn"]


def test_where_both_have_the_same_list_the_colour_of_the_seat_is_the_word() -> None:
    state = battle(blue_army="swedish-300", red_army="swedish-300")
    assert [state.name(u) for u in ("blue/u1", "red/u1")] == ["Blue Latta Ryttare", "Red Latta Ryttare"]
    assert [leader_name(state, c) for c in ("blue/1", "red/1")] == ["Blue Horn", "Red Horn"]


def test_on_the_table_and_on_the_sheet_a_name_stays_as_it_was_given() -> None:
    state = battle()
    assert state.setup.cards["red/u2"].name == "Reiters"


def test_who_deploys_sees_the_names_that_he_gave() -> None:
    state = battle()
    state.to_deploy = "blue"
    state.change_side("blue", edge="south")
    labels = [body.label for body in deploy_spec(state, "blue/1").bodies]
    assert "Reiters" in labels
    assert "Baggage" in labels


def test_before_the_first_turn_no_leader_s_sheet_says_that_he_joins_nobody() -> None:
    state = battle()
    assert [chip.label for chip in leader_sheet(state, "red/1").chips] == ["Commander-in-Chief"]
