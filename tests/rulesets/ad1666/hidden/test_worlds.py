"""T12: worlds that differ only in cards which an audience cannot see look the same to it; and a leak is caught."""

from collections import Counter
from collections.abc import Iterator
from dataclasses import replace

import pytest

from muster.engine.ids import SPECTATORS, Audience
from muster.engine.match import Match
from muster.engine.views import View
from muster.rulesets.ad1666.events import CardLaid, CardsDrawn
from muster.rulesets.ad1666.ruleset import RULESET, Ad1666
from muster.rulesets.ad1666.state import State
from tests.kit.bouts import play_out
from tests.kit.scale import quick_or_soak
from tests.kit.scene import positioned
from tests.kit.table import head_of
from tests.kit.worlds import Leak, Pair, PurposeDice, compare, picker, random_positions
from tests.rulesets.ad1666.crowd import alter, crowd


class Telling(Ad1666):
    """Shows everybody what lies on top of Red's deck."""

    def view(self, state: State, audience: Audience) -> View:
        """The position, with a secret in it."""
        return replace(super().view(state, audience), scenario=state.decks["red"][0])


def crowded(count: int) -> Iterator[Pair]:
    """Pairs of rest points out of matches of eight who fight from the start, for each audience one a match.

    Left out are those that go on at once by a card that the audience sees, before anybody is asked: one of a test, or
    one that it draws itself.
    """
    for number in range(1, count + 1):
        scene = crowd(number)
        ruleset_here = positioned(RULESET, RULESET.dump(scene.state))
        positions, pick = random_positions(ruleset_here, scene.setup, number), picker(number, "pairs")
        for audience in (*scene.state.seats, SPECTATORS):
            first = positions[pick(len(positions))]
            other = RULESET.load(scene.setup, first)
            alter(other, Audience(audience), pick)
            pair = Pair(scene.setup, Audience(audience), first, RULESET.dump(other), number * 10)
            if not _opens_at_once(pair):
                yield pair


def _opens_at_once(pair: Pair) -> bool:
    match, _ = Match.start(
        positioned(RULESET, pair.first),
        head_of(RULESET, pair.setup, seed=pair.seed),
        dice=PurposeDice(pair.seed),
    )
    return any(
        (isinstance(e, CardLaid) and e.open) or (isinstance(e, CardsDrawn) and e.seat == pair.audience)
        for _, e in match.history
    )


@pytest.mark.timeout(900)
def test_nobody_can_tell_two_worlds_apart_that_it_may_not() -> None:
    found: Counter[str] = Counter()
    for pair in crowded(quick_or_soak(12, 200)):
        outcome = compare(RULESET, pair, answers=10)
        found[outcome.why] += 1
        found["answers"] += outcome.answers
    assert found["answers"] > 100, found
    assert found["revealed"] > 0


def test_a_view_that_tells_a_card_is_caught() -> None:
    def tell_apart() -> None:
        for pair in crowded(4):
            compare(Telling(), pair, answers=4)

    with pytest.raises(Leak):
        tell_apart()


@pytest.mark.timeout(900)
def test_no_card_is_ever_lost_or_doubled() -> None:
    def seen(match: Match[State], step: object) -> None:
        state = match.state
        for seat in state.seats:
            cards = (*state.decks[seat], *state.hands[seat], *state.discards[seat], *state.played(seat))
            assert len(cards) == len(set(cards)) == 30

    for seed in range(1, quick_or_soak(6, 300)):
        scene = crowd(seed, alarm=20)
        ruleset = positioned(RULESET, RULESET.dump(scene.state))
        match, _ = Match.start(ruleset, head_of(ruleset, scene.setup, seed=seed))
        play_out(match, seed=seed, most=150, seen=seen)
        assert match.rows
