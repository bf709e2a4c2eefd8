"""Linear obstacles between those who fight: whether an attack came over one, and who defends it (obstacle.2)."""

from collections.abc import Iterable

from muster.geometry.open.moves import Path
from muster.geometry.open.poses import SIDES, Body, Side
from muster.geometry.open.terrain import side_touches
from muster.rulesets.baroque.book import applies
from muster.rulesets.baroque.queries.bodies import body
from muster.rulesets.baroque.queries.ground import OBSTACLE_TROOPS, barriers, crossed
from muster.rulesets.baroque.state import Contact, State, UnitId


def over(
    state: State, path: Path, sides: Iterable[Side], on: UnitId, *, without: str | None = None
) -> str | None:
    """The obstacle over which a base comes to an enemy, if there is one: crossed on its path, or in between at its end.

    ``sides`` are those of the enemy that it meets (as ``geometry.open.contact`` names them). ``without`` is an obstacle
    that does not count (7.5.4h).
    """
    found = [piece for piece in crossed(state, path) if piece != without]
    if found:
        return found[-1]
    there, theirs = path.body_at(path.length), body(state, on)
    for barrier in barriers(state).values():
        if barrier.id == without:
            continue
        between = any(side_touches(theirs, side, barrier) for side in sides)
        if between and _is_at(there, barrier.id, state) and applies("obstacle.2"):
            return barrier.id
    return None


def _is_at(base: Body, barrier: str, state: State) -> bool:
    return any(side_touches(base, side, barriers(state)[barrier]) for side in SIDES)


def defends(state: State, unit: UnitId, contact: Contact) -> bool:
    """Whether a unit defends an obstacle against whoever met it: it touches the one over which the attack came."""
    if contact.on != unit or contact.over is None or contact.over not in barriers(state):
        return False
    return _is_at(body(state, unit), contact.over, state) and applies("obstacle.2")


def costs_order(state: State, contact: Contact) -> bool:
    """Whether coming into contact over an obstacle Disorders whoever came: all but dragoons and S (3.1.4k)."""
    return (
        contact.over is not None and state.card(contact.by).type not in OBSTACLE_TROOPS and applies("3.1.4k")
    )
