"""What must be true of every position of a match of Anno Domini 1666, and matches that are looked at step by step."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from typing import Any, TypeAlias

from muster.engine.match import Match, Step
from muster.rulesets.ad1666 import RULESET
from muster.rulesets.ad1666.queries.ground import board_of
from muster.rulesets.ad1666.state import State
from tests.kit.bouts import play_out
from tests.kit.table import head_of

Json: TypeAlias = Any
CARDS = 30
HANDS = 2


def problems_of(state: State) -> Iterator[str]:
    """Who shares a space or stands in a blocked one, what is lost, doubled, or held by too many hands."""
    places = [b.at for b in state.bodies.values() if b.at is not None]
    if len(places) != len(set(places)):
        yield f"two stand on one space: {sorted(places)}"
    for at in places:
        if board_of(state).spaces[at].full:
            yield f"somebody stands in a blocked space: {at}"
    for seat in state.seats if state.hands else ():
        cards = (*state.decks[seat], *state.hands[seat], *state.discards[seat], *state.played(seat))
        if not len(cards) == len(set(cards)) == CARDS:
            yield f"{seat} has {len(cards)} cards, {len(set(cards))} of them different"
    for who, body in state.bodies.items():
        if not 0 <= body.parries <= state.card(who).fencing:
            yield f"{who} has {body.parries} Parry tokens"
        if (body.at is not None) != (body.fate == "play"):
            yield f"{who} is {body.fate} at {body.at}"
        if any(state.items[item].holder != who for item in body.equipped):
            yield f"{who} holds what is not its own"
        weapons = [
            state.weapon(item) for item in body.equipped if state.items[item].kind in state.setup.weapons
        ]
        if sum(w.hands for w in weapons) > HANDS:
            yield f"{who} holds {body.equipped} in two hands"
    for item in state.items.values():
        if (item.holder is None) == (item.at is None):
            yield f"{item.id} is with {item.holder} and at {item.at}"


@dataclass
class Watch:
    """Looks at every position of a match."""

    looks: int = 0
    problems: list[str] = field(default_factory=list[str])

    def __call__(self, match: Match[State], step: Step) -> None:
        """After a step."""
        self.looks += 1
        self.problems += problems_of(match.state)


def skirmish(setup: Json, seed: int, watch: Watch, *, sensible: Sequence[str] = ()) -> Match[State]:
    """A match between random bots, some seats sensible, looked at after every step."""
    match, step = Match.start(RULESET, head_of(RULESET, setup, seed=seed))
    watch(match, step)
    return play_out(match, seed=seed, levels=dict.fromkeys(sensible, "sensible"), seen=watch)
