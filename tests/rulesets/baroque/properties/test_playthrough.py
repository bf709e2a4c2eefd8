"""A battle of two sensible bots, printed as each seat and an onlooker saw it (see ``tests/playthroughs``)."""

import pytest

from muster.rulesets.baroque.ruleset import RULESET
from tests.kit.playthrough import check_golden, record
from tests.rulesets.baroque.properties.battles import field_of


def test_a_battle_as_everybody_saw_it(request: pytest.FixtureRequest) -> None:
    levels = {"blue": "sensible", "red": "sensible"}
    text = record(RULESET, field_of("mill-hill", turns=4), seed=5, levels=levels)
    for told in ("about to", "shot at", "fought", "beat", "The end"):
        assert told in text
    check_golden("baroque-mill-hill", text, update=bool(request.config.getoption("--update-golden")))
