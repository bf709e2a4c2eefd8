"""How far bases are from each other, as near as the bot needs it: a thousand places are weighed for one answer."""

from typing import Final

from muster.engine.memory import remembered
from muster.geometry.open.poses import Body
from muster.rulesets.baroque.cards import BU
from muster.rulesets.baroque.queries.bodies import bodies, body
from muster.rulesets.baroque.state import State, UnitId

FAR: Final = 99.0 * BU
"""Farther than anything on a table, in units."""


def gap(a: Body, b: Body) -> float:
    """The way between two bases that do not overlap, in units: it begins or ends at one of their corners."""
    return float(min(_to_corners(a, b), _to_corners(b, a)) ** 0.5)


def _to_corners(base: Body, other: Body) -> float:
    """The square of the way from a base to the nearest corner of another."""
    wide, deep = base.footprint.frontage / 2, base.footprint.depth / 2
    found = FAR * FAR
    for corner in other.corners:
        right, ahead = base.pose.local(corner)
        x, y = max(0.0, abs(right) - wide), max(0.0, abs(ahead) - deep)
        found = min(found, x * x + y * y)
    return found


def run_at(base: Body, other: Body) -> float | None:
    """How far straight ahead a base comes to the corner of another that it would meet; None where it meets none of it.

    In units; a corner beside its way counts as well, so that it may be a little farther to what is met.
    """
    wide, deep = base.footprint.frontage / 2, base.footprint.depth / 2
    corners = [base.pose.local(corner) for corner in other.corners]
    across, along = [right for right, _ in corners], [ahead for _, ahead in corners]
    if min(across) >= wide or max(across) <= -wide or max(along) <= deep:
        return None
    return max(0.0, min(along) - deep)


@remembered
def nearest(known: State, unit: UnitId) -> float:
    """How far the nearest enemy is, in units."""
    base = body(known, unit)
    return min((gap(base, foe) for foe in bodies(known, known.foes(unit))), default=FAR)
