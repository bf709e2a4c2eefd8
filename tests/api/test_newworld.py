"""New World over the wire: every scenario is played by a person's browser against the bot."""

from random import Random

import pytest

from muster.rulesets.newworld import RULESET
from tests.api.games import entropy
from tests.kit.people import Person

SCENARIOS = [s.id for s in RULESET.scenarios()]


@pytest.mark.parametrize("scenario", SCENARIOS)
def test_a_scenario_is_played_over_the_wire_as_far_as_forty_decisions(ann: Person, scenario: str) -> None:
    body = {
        "ruleset": "newworld",
        "options": {"scenario": scenario, "rounds": 3},
        "level": "random",
        "entropy": entropy(),
    }
    made = ann.post("/api/play-bot", body)
    with ann.socket(made["id"]) as seat:
        answers = seat.play_on(Random(1), answers=40)
        assert answers == 40 or seat.view["result"] is not None
        if seat.view["result"] is None:
            seat.settled(seat.deed("resign"))
    record = ann.get(f"/api/matches/{made['id']}/record")
    assert sum(r["kind"] == "answer" and r["seat"] == seat.role for r in record["rows"]) == answers


def test_the_rules_are_listed_in_a_players_words(ann: Person) -> None:
    rules = ann.get("/api/rules/newworld")
    assert len(rules) > 50
    assert all(r["id"].startswith("newworld.") for r in rules)
