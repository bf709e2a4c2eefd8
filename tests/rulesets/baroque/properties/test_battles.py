"""Whole battles between bots of both levels: nothing breaks, nobody stands in anybody, and a record can be cut."""

import pytest

from muster.rulesets.baroque.battlefields import battlefields
from muster.rulesets.baroque.ruleset import RULESET
from tests.kit.contract import check_cuts, recorded
from tests.kit.scale import quick_or_soak
from tests.rulesets.baroque.properties.battles import Watch, battle, field_of

SCENARIOS = list(battlefields())
SEATS = ((), ("blue",), ("red",), ("blue", "red"))


@pytest.mark.timeout(3600)
@pytest.mark.parametrize("scenario", SCENARIOS)
def test_battles_end_and_nobody_ever_stands_where_one_cannot(scenario: str) -> None:
    setup = field_of(scenario, turns=quick_or_soak(3, 10))
    for seed in range(quick_or_soak(1, 30)):
        watch = Watch()
        sensible = SEATS[(seed + SCENARIOS.index(scenario)) % len(SEATS)]
        match = battle(RULESET, setup, seed, seen=watch, sensible=sensible)
        assert match.result is not None, seed
        assert watch.problems == [], (seed, watch.problems[:5])
        assert watch.rests > 5


@pytest.mark.timeout(3600)
def test_a_battle_of_a_sensible_bot_may_stop_after_every_row_and_go_on_as_if_it_had_not() -> None:
    setup = field_of(SCENARIOS[0], turns=quick_or_soak(1, 4))
    life = recorded(RULESET, setup, 5, battle, sensible=("blue",))
    check_cuts(life, every=quick_or_soak(7, 1), bare=quick_or_soak(0, 1) == 1)
