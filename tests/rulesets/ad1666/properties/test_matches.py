"""Whole matches of the shipped scenarios between random bots: who stands where, which cards there are, restarts."""

from typing import Final

import pytest

from muster.rulesets.ad1666.ruleset import RULESET
from muster.rulesets.ad1666.setup import scenarios
from tests.kit.bouts import lively_match, random_match
from tests.kit.contract import check_cuts, check_events, check_frames, recorded
from tests.kit.scale import quick_or_soak
from tests.kit.table import setup_of
from tests.rulesets.ad1666.properties.positions import Watch, skirmish

SCENARIOS: Final = sorted(scenarios())


@pytest.mark.timeout(3600)
@pytest.mark.parametrize("scenario", SCENARIOS)
def test_every_scenario_is_played_to_its_end_and_nothing_is_ever_where_it_cannot_be(scenario: str) -> None:
    for seed in range(quick_or_soak(1, 30)):
        for equipment in ("free", "restricted") if seed else ("restricted",):
            setup = setup_of(RULESET, scenario=scenario, equipment=equipment)
            watch = Watch()
            match = skirmish(setup, seed, watch)
            assert match.result is not None, seed
            assert not watch.problems
            check_events(match)


@pytest.mark.timeout(3600)
@pytest.mark.parametrize("scenario", SCENARIOS)
def test_a_match_goes_on_where_it_was_after_any_row(scenario: str) -> None:
    for seed in range(quick_or_soak(1, 10)):
        setup = setup_of(RULESET, scenario=scenario)
        life = recorded(RULESET, setup, seed, random_match, most=quick_or_soak(40, 400))
        check_cuts(life, every=quick_or_soak(5, 1))


@pytest.mark.timeout(3600)
def test_frames_add_up_to_the_whole_for_every_audience() -> None:
    for seed in range(quick_or_soak(1, 10)):
        setup = setup_of(RULESET, scenario=SCENARIOS[seed % len(SCENARIOS)])
        assert check_frames(RULESET, setup, seed, lively_match, most=quick_or_soak(60, 400)) > 20
