"""A match of two sensible bots, printed as each seat and an onlooker saw it (see ``tests/playthroughs``)."""

import pytest

from muster.rulesets.ad1666 import RULESET
from tests.kit.playthrough import check_golden, record
from tests.kit.table import setup_of


def test_a_match_as_everybody_saw_it(request: pytest.FixtureRequest) -> None:
    levels = {"blue": "sensible", "red": "sensible"}
    text = record(RULESET, setup_of(RULESET, scenario="over-the-roofs"), seed=5, levels=levels)
    for told in ("reveals", "reinforces", "attacks", "Initiative", "The end"):
        assert told in text
    check_golden("ad1666-over-the-roofs", text, update=bool(request.config.getoption("--update-golden")))
