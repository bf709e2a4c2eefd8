"""What a match is played for and on which terms, as its table says it (end.1)."""

import pytest

from muster.rulesets.newworld import RULESET
from muster.rulesets.newworld.setup import scenarios
from tests.kit.table import setup_of

AIMS = {
    "wagon-road": "Be the last side standing, or have the larger share of your Wounds left after round 12.",
    "fort-prosper": "Hold the gateway after round 10 with more upright figures than the other side.",
    "halcyon": "Raiders: hold the poop with 3 upright figures when a round ends. "
    "Company: keep them off until round 12 is over.",
}


@pytest.mark.parametrize("scenario", AIMS)
def test_the_table_says_how_to_win_and_which_ground_it_is_about(scenario: str) -> None:
    table = RULESET.table(setup_of(RULESET, scenario=scenario))
    assert table["aim"] == {"text": AIMS[scenario], "rule": "newworld.end.1"}
    goals = {"fort-prosper": ["gateway"], "halcyon": ["poop"]}.get(scenario, [])
    assert table["goals"] == goals
    assert set(goals) <= {z["id"] for z in table["zones"]}


@pytest.mark.parametrize("scenario", list(scenarios()))
def test_every_objective_of_a_map_is_a_goal(scenario: str) -> None:
    table = RULESET.table(setup_of(RULESET, scenario=scenario))
    assert table["goals"] == [z["id"] for z in table["zones"] if z["role"] == "objective"]


def test_the_terms_are_what_was_chosen() -> None:
    def terms(**options: object) -> list[str]:
        found: list[str] = RULESET.table(setup_of(RULESET, **options))["terms"]
        return found

    assert terms() == ["12 rounds at most, about 25 minutes.", "The parties are ready."]
    assert terms(parties="choose", limit=80, rounds=3, variant="ambush", powder="damp") == [
        "3 rounds at most.",
        "Each side chooses its party in secret, for at most 80.",
        "Raiders lie in ambush.",
        "The powder is damp.",
    ]
    assert "after round 3." in RULESET.table(setup_of(RULESET, rounds=3))["aim"]["text"]
