"""What the inactive player has answered to a deed, and the test that a reaction has to pass (4.1.3)."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final

from muster.engine.explain import Part
from muster.engine.ids import Seat
from muster.rulesets.baroque.book import applies
from muster.rulesets.baroque.events.charges import ReactionTried, Reply
from muster.rulesets.baroque.queries.deeds import Deed
from muster.rulesets.baroque.queries.discipline import (
    Test,
    countercharge_parts,
    opportunity_charge_parts,
    opportunity_fire_parts,
)
from muster.rulesets.baroque.rules.common import Battle, discipline_test
from muster.rulesets.baroque.state import State, UnitId

TESTS: Final[Mapping[Reply, tuple[Test, str]]] = {
    "fire": ("opportunity_fire", "6.5b"),
    "opportunity": ("opportunity_charge", "5.4.2d"),
    "counter": ("countercharge", "5.4.3b"),
}
"""The test of each reaction and the rule that calls for it."""


REACTIONS: Final = "reaction"
"""The window in which the inactive player answers a deed."""
NO_REACTION: Final = "No reaction"


def is_asked(game: Battle, seat: Seat) -> bool:
    """Whether a seat wants to be asked for reactions at all in this turn."""
    return game.preferences.get((seat, REACTIONS), "relevant") != "not_this_turn"


@dataclass(frozen=True, slots=True)
class Reaction:
    """One unit's reaction to a deed; ``at`` is how far along the deed's path it strikes, in units (6.5c, 5.4.2a)."""

    unit: UnitId
    kind: Reply
    at: int = 0


@dataclass(frozen=True, slots=True)
class Answer:
    """What the inactive player does about a deed: who tries to evade, in his order, and at most one reaction."""

    evaders: tuple[UnitId, ...] = ()
    reaction: Reaction | None = None


def reply_parts(state: State, unit: UnitId, kind: Reply, deed: Deed) -> tuple[Part | None, ...]:
    """What a reaction's own rule adds to its test (5.4.2d, 5.4.3b, 6.5b)."""
    match kind:
        case "fire":
            return opportunity_fire_parts(state, unit, answers_fire=deed.kind == "shot")
        case "opportunity":
            return opportunity_charge_parts(state, unit)
        case "counter":
            return countercharge_parts(state, unit)


async def try_reaction(game: Battle, deed: Deed, reaction: Reaction) -> bool:
    """Use up the unit's reaction of this turn and take its test (2.5.4, 5.4.3d, 4.1.3a); failing costs no Disorder."""
    unit, kind = reaction.unit, reaction.kind
    spent = kind != "counter" or applies("5.4.3d")
    game.apply(ReactionTried(unit, deed.unit, kind, spent))
    if not applies("4.1.3a"):
        return True
    test, rule = TESTS[kind]
    return await discipline_test(game, unit, test, rule, reply_parts(game.state, unit, kind, deed))
