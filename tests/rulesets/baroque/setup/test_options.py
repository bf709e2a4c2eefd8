"""What a battle can be made of: the form of its options, and the ready armies that it names."""

import pytest

from muster.engine.refusals import Refusal
from muster.rulesets.baroque.armies.roster import ready_armies
from muster.rulesets.baroque.ruleset import RULESET
from muster.rulesets.baroque.setup import SEATS, Options, new_setup


def test_the_form_names_every_ready_army_and_offers_it_for_its_points_alone() -> None:
    fields = Options.model_json_schema()["properties"]
    armies = {a.key: a for a in ready_armies()}
    for seat in SEATS:
        field = fields[f"{seat}_army"]
        assert field["enum"] == ["", *armies]
        assert set(field["labels"]) == set(field["enum"])
        assert field["choices_only_with"] == {k: {"points": [a.roster.budget]} for k, a in armies.items()}


@pytest.mark.parametrize("points", [300, 600, 1000])
def test_for_all_points_that_can_be_chosen_both_sides_have_an_army_of_their_own(points: int) -> None:
    made = new_setup(Options.model_validate({"points": points}), {})
    assert {made["armies"][seat]["points"] for seat in SEATS} == {points}
    assert len({made["labels"][seat] for seat in SEATS}) == 2
    assert RULESET.new_state(made).units


def test_a_ready_army_of_other_points_is_refused_with_those_that_there_are() -> None:
    with pytest.raises(Refusal, match="catholic-600, swedish-600"):
        new_setup(Options.model_validate({"points": 600, "blue_army": "catholic-300"}), {})
