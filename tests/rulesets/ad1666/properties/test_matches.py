"""Whole matches of the shipped scenarios between random bots: who stands where, which cards there are, restarts."""

from typing import Final

import pytest

from muster.engine.match import Match, Step
from muster.rulesets.ad1666.queries.ground import board_of
from muster.rulesets.ad1666.ruleset import RULESET
from muster.rulesets.ad1666.setup import scenarios
from muster.rulesets.ad1666.state import State
from tests.kit.bouts import lively_match, random_match
from tests.kit.contract import check_cuts, check_events, check_frames, recorded
from tests.kit.scale import quick_or_soak
from tests.kit.table import setup_of

SCENARIOS: Final = sorted(scenarios())


def check_position(state: State) -> None:
    """Nobody shares a space or stands in a blocked one; nothing is lost, doubled, or held by too many hands."""
    places = [b.at for b in state.bodies.values() if b.at is not None]
    assert len(places) == len(set(places))
    assert not any(board_of(state).spaces[at].full for at in places)
    for seat in state.seats if state.hands else ():
        cards = (*state.decks[seat], *state.hands[seat], *state.discards[seat], *state.played(seat))
        assert len(cards) == len(set(cards)) == 30
    for who, body in state.bodies.items():
        assert 0 <= body.parries <= state.card(who).fencing
        assert (body.at is not None) == (body.fate == "play")
        assert all(state.items[item].holder == who for item in body.equipped)
        weapons = [
            state.weapon(item) for item in body.equipped if state.items[item].kind in state.setup.weapons
        ]
        assert sum(w.hands for w in weapons) <= 2
    for item in state.items.values():
        assert (item.holder is None) != (item.at is None)


@pytest.mark.timeout(3600)
@pytest.mark.parametrize("scenario", SCENARIOS)
def test_every_scenario_is_played_to_its_end_and_nothing_is_ever_where_it_cannot_be(scenario: str) -> None:
    def seen(match: Match[State], step: Step) -> None:
        check_position(match.state)

    for seed in range(quick_or_soak(1, 30)):
        for equipment in ("free", "restricted") if seed else ("restricted",):
            setup = setup_of(RULESET, scenario=scenario, equipment=equipment)
            match = random_match(RULESET, setup, seed, seen=seen)
            assert match.result is not None, seed
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
