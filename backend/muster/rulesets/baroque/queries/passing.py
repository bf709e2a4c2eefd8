"""Who may go through whom (5.5), and where those are put who end up under a moving base."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Final

from muster.geometry.open.contact import Solid, overlapping, settled
from muster.geometry.open.moves import Glide
from muster.geometry.open.poses import Body, opposite
from muster.geometry.open.pushing import clear_length
from muster.rulesets.baroque.book import applies
from muster.rulesets.baroque.cards import UnitType
from muster.rulesets.baroque.queries.bodies import bodies, body, rim
from muster.rulesets.baroque.queries.ground import impassable
from muster.rulesets.baroque.state import State, UnitId

LIGHT: Final[frozenset[UnitType]] = frozenset({"CL", "S", "DR", "T"})
"""They go through anybody, and anybody goes through them (5.5.1a)."""
HEAVY_FOOT: Final[frozenset[UnitType]] = frozenset({"PK", "P&M", "ETE", "LTE"})
"""They do not go through friends when they move back (5.5.1g)."""


def may_pass(state: State, mover: UnitId, friend: UnitId) -> bool:
    """Whether a unit, massed or not, may move through a friend by the voluntary rules (5.5a, 5.5.1, 2.3.1d, R92)."""
    if state.are_foes(mover, friend) or (state.in_melee(friend) and applies("5.5a")):
        return False
    one, other = state.card(mover), state.card(friend)
    if bars_all(state, mover) or bars_all(state, friend):
        return False
    if (one.massed or other.massed) and not applies("2.3.1d"):
        return False
    if (one.type in LIGHT or other.type in LIGHT) and applies("5.5.1a"):
        return True
    if other.type == "ART":
        return applies("5.5.1c")
    return one.mounted and other.mounted and applies("5.5.1b")


def bars_all(state: State, unit: UnitId) -> bool:
    """Whether nobody goes, retreats or sees through it, friend or foe: baggage (2.8f, R92)."""
    return state.card(unit).type == "BAG" and applies("2.8f")


def gives_way(state: State, friend: UnitId) -> bool:
    """Whether who is passed may be put behind the passing unit, so that it need not come quite through (5.5.1e)."""
    kind = state.card(friend).type
    return (kind in LIGHT or kind == "ART") and applies("5.5.1e")


@dataclass(frozen=True, slots=True)
class PutBehind:
    """A friend that is put behind the base that passed it."""

    unit: UnitId
    there: Body


def put_behind(state: State, mover: Body, friends: Sequence[UnitId]) -> tuple[PutBehind, ...] | None:
    """Where friends on whom a base stands are put, each directly behind the one before; None: there is no room.

    Behind is where the base came from, whichever way they look themselves.
    """
    found: list[PutBehind] = []
    placed, back = [mover], opposite(mover.pose.heading)
    moved = {mover.id, *friends}
    others: list[Solid] = [
        *bodies(state, (u for u in state.on_table() if u not in moved)),
        *rim(state),
        *impassable(state),
    ]
    for friend in friends:
        base = body(state, friend)
        base = base.at(replace(mover.pose, heading=base.pose.heading))
        length = clear_length(base, back, 0, placed)
        there = settled(base.at(Glide(base, back, 0).pose_at(length)), placed)
        if there is None or overlapping(there, others):
            return None
        found.append(PutBehind(friend, there))
        placed.append(there)
    return tuple(found)
