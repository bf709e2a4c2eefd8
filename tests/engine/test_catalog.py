"""Every ruleset of the catalogue keeps the engine's contract, in every scenario."""

import pytest

from muster.engine.ruleset import AnyRuleset
from muster.rulesets.catalog import built_in
from tests.kit.bouts import lively_match, random_match
from tests.kit.contract import check_cuts, check_events, check_frames, check_hash_seeds, recorded
from tests.kit.scale import quick_or_soak
from tests.kit.table import setup_of

RULESETS = built_in().all()
SCENARIOS = [
    pytest.param(r, s.id, n, id=f"{r.id}-{s.id}") for r in RULESETS for n, s in enumerate(r.scenarios(), 1)
]


@pytest.mark.parametrize(("ruleset", "scenario", "seed"), SCENARIOS)
def test_stop_load_and_go_on(ruleset: AnyRuleset, scenario: str, seed: int) -> None:
    life = recorded(ruleset, setup_of(ruleset, scenario=scenario), seed, lively_match, most=120)
    check_cuts(life, every=11, bare=False)
    check_cuts(life, every=61)


@pytest.mark.parametrize(("ruleset", "scenario", "seed"), SCENARIOS)
def test_frames_add_up_and_so_does_a_reload(ruleset: AnyRuleset, scenario: str, seed: int) -> None:
    setup = setup_of(ruleset, scenario=scenario)
    assert check_frames(ruleset, setup, seed + 100, lively_match, reload_every=13, most=60) > 40


@pytest.mark.parametrize(("ruleset", "scenario", "seed"), SCENARIOS)
def test_events_and_states_come_back_the_same(ruleset: AnyRuleset, scenario: str, seed: int) -> None:
    check_events(random_match(ruleset, setup_of(ruleset, scenario=scenario), seed + 200, most=80))


@pytest.mark.timeout(3600)
@pytest.mark.parametrize("ruleset", RULESETS, ids=lambda r: r.id)
def test_two_hash_seeds_play_the_same_match(ruleset: AnyRuleset) -> None:
    for scenario in ruleset.scenarios()[: quick_or_soak(1, 5)]:
        check_hash_seeds(f"muster.rulesets.{ruleset.id}:RULESET", scenario.id, 5)
