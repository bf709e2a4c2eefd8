"""Battles between random bots: they end, come back after any row, and tell everybody the same."""

from typing import Any, TypeAlias

import pytest

from muster.engine.ids import SPECTATORS, Audience
from muster.rulesets.baroque.battlefields import battlefields
from muster.rulesets.baroque.ruleset import RULESET
from tests.kit.bouts import lively_match, random_match
from tests.kit.contract import check_cuts, check_events, check_frames, recorded
from tests.kit.table import setup_of
from tests.rulesets.baroque.properties.battles import Watch

Json: TypeAlias = Any
SCENARIOS = tuple(battlefields())


def setup_for(scenario: str, points: int = 300, **more: Any) -> Json:
    """A short battle."""
    return setup_of(RULESET, scenario=scenario, points=points, turns=2, **more)


@pytest.mark.parametrize(
    ("scenario", "points", "seed"), [*((s, 300, 1) for s in SCENARIOS), ("by-the-book", 600, 2)]
)
def test_random_bots_play_a_battle_to_its_end(scenario: str, points: int, seed: int) -> None:
    watch = Watch()
    match = random_match(RULESET, setup_for(scenario, points), seed, seen=watch)
    assert match.result is not None
    assert watch.rests > 5
    assert watch.problems == []
    check_events(match)
    views = {a: RULESET.view(match.state, Audience(a)) for a in ("blue", "red", SPECTATORS)}
    assert views["blue"].pieces == views["red"].pieces == views[SPECTATORS].pieces


def test_a_battle_comes_back_after_every_row() -> None:
    for scenario in ("by-the-book", "mill-hill"):
        life = recorded(RULESET, setup_for(scenario, 600), 5, random_match, most=40)
        check_cuts(life, every=5)


def test_a_battle_with_answers_taken_back_comes_back_and_tells_every_audience_all() -> None:
    setup = setup_for("by-the-book", 600)
    check_cuts(recorded(RULESET, setup, 6, lively_match, most=50), every=7, bare=False)
    assert check_frames(RULESET, setup, 7, lively_match, most=50) > 30
