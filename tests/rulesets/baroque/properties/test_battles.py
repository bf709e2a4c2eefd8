"""Whole battles between bots of both levels: nothing breaks, nobody stands in anybody, and a record can be cut."""

import pytest

from muster.rulesets.baroque.battlefields import battlefields
from muster.rulesets.baroque.ruleset import RULESET
from tests.kit.contract import check_cuts, check_frames, recorded
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


TOLD = (
    "ShotFired",
    "ReactionTried",
    "CohesionTested",
    "FellIntoDisorder",
    "RallyTried",
    "LeaderJoined",
    "BlowsStruck",
    "RetreatRolled",
    "PursuitRolled",
    "Removed",
)
"""What happens at least in a battle that proves anything."""


@pytest.mark.timeout(3600)
def test_a_battle_of_sensible_bots_may_stop_after_every_row_and_go_on_as_if_it_had_not() -> None:
    """Deployment, marches, fire, charges, melees and what follows: with its snapshots, and in soak without them too."""
    setup = field_of(SCENARIOS[0], turns=quick_or_soak(4, 10))
    life = recorded(RULESET, setup, 5, battle, sensible=("blue", "red"))
    happened = {e["event"] for row in life.rows for e in row.events}
    assert happened >= set(TOLD)
    check_cuts(life, every=quick_or_soak(29, 1), bare=quick_or_soak(0, 1) == 1)


@pytest.mark.timeout(3600)
def test_the_frames_of_a_battle_add_up_for_everybody_through_fire_and_melee() -> None:
    setup = field_of(SCENARIOS[0], turns=quick_or_soak(4, 10))
    steps = check_frames(
        RULESET, setup, 5, battle, reload_every=quick_or_soak(41, 5), sensible=("blue", "red")
    )
    assert steps > 100
