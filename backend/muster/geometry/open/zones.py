"""Zones of a base: the corridor to its front, the arc of a side, what lies behind its front, its front projected.

Whatever touches a zone is in it: at most one unit outside counts.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from math import hypot

from muster.geometry.open.angles import HALF, Point, Ring, Spot, heading_of, point, ring, rounded, turn_of
from muster.geometry.open.hulls import TOUCH
from muster.geometry.open.poses import Body, Side


@dataclass(frozen=True, slots=True)
class InZone:
    """Whether something lies in a zone, at least partly, and the outline of the part that does (empty: none)."""

    inside: bool
    part: Ring


@dataclass(frozen=True, slots=True)
class Overlap:
    """How much of a width two things share, in whole units, and between which places; 0 where they share none."""

    length: int
    ends: tuple[Point, Point] | None


def clipped(spots: Sequence[Spot], nx: float, ny: float, most: float) -> list[Spot]:
    """The part of a convex outline at which ``nx * x + ny * y`` is at most ``most``."""
    found: list[Spot] = []
    for i, q in enumerate(spots):
        p = spots[i - 1]
        before, here = nx * p[0] + ny * p[1] - most, nx * q[0] + ny * q[1] - most
        if (before < 0 < here) or (here < 0 < before):
            share = before / (before - here)
            found.append((p[0] + share * (q[0] - p[0]), p[1] + share * (q[1] - p[1])))
        if here <= 0:
            found.append(q)
    return found


def in_corridor(body: Body, outline: Sequence[Spot]) -> InZone:
    """Whether a convex outline reaches into the corridor between the base's prolonged short sides, to its front."""
    part = list(outline)
    for side, sense in ((Side.LEFT, 1), (Side.RIGHT, 1), (Side.FRONT, -1)):
        nx, ny, out = body.hull.faces[side]
        part = clipped(part, sense * nx, sense * ny, sense * out + TOUCH)
    return _in_zone(part)


def corridor_width(body: Body, outline: Sequence[Spot]) -> Overlap:
    """How much of the width of the base's front corridor a convex outline fills; the ends lie on the base's front."""
    nx, ny, out = body.hull.faces[Side.FRONT]
    ahead = clipped(outline, -nx, -ny, -out + TOUCH)
    return _on_front(body, ahead)


def front_overlap(onto: Body, front_of: Body) -> Overlap:
    """How much of one base's front another one's front covers when it is projected onto it square."""
    return _on_front(onto, front_of.ends(Side.FRONT))


def in_arc(body: Body, side: Side, outline: Sequence[Spot]) -> InZone:
    """Whether a convex outline reaches into the arc that opens by 45 degrees from both ends of a side."""
    (lx, ly), (rx, ry) = body.ends(side)
    nx, ny, out = body.hull.faces[side]
    part = clipped(outline, -nx, -ny, -out + TOUCH)
    for turn, x, y in ((-4500, lx, ly), (4500, rx, ry)):
        # A ray goes out from the corner at 45 degrees; the normal of its outer side is a quarter further on.
        c, s = turn_of(body.pose.heading + side.outward + turn + (9000 if turn > 0 else -9000))
        part = clipped(part, s, -c, s * x - c * y + TOUCH)
    return _in_zone(part)


def arc_outline(body: Body, side: Side, reach: int) -> Ring:
    """The arc of a side out to so many units in front of it, for the board: a trapezium."""
    (left, right), (nx, ny, _) = body.ends(side), body.hull.faces[side]
    far = [
        (x + nx * reach + s * -ny * reach, y + ny * reach + s * nx * reach)
        for s, (x, y) in ((1, right), (-1, left))
    ]
    return ring([left, right, *far])


def corridor_outline(body: Body, reach: int) -> Ring:
    """The front corridor out to so many units, for the board."""
    (left, right), (nx, ny, _) = body.ends(Side.FRONT), body.hull.faces[Side.FRONT]
    return ring([left, right, *((x + nx * reach, y + ny * reach) for x, y in (right, left))])


def is_behind_front(body: Body, other: Body) -> bool:
    """Whether a base lies entirely behind the prolonged front line of ``other``; on the line counts."""
    return max(other.beyond(Side.FRONT, corner) for corner in body.corners) < TOUCH


def is_before_front(body: Body, other: Body) -> bool:
    """Whether ``other`` lies entirely before the prolonged front line of a base; on the line counts."""
    return min(body.beyond(Side.FRONT, corner) for corner in other.corners) > -TOUCH


def angle_off_front(body: Body, spot: Spot) -> int:
    """The angle between the way straight ahead and the line from the middle of the front to a place.

    In hundredths of a degree, 0 to 18000, either way; 0 for the middle of the front itself.
    """
    x, y = body.middle(Side.FRONT)
    if hypot(spot[0] - x, spot[1] - y) < 0.5:
        return 0
    right, ahead = body.pose.local(spot)
    angle = heading_of(right, body.footprint.depth / 2 - ahead)
    return min(angle, 2 * HALF - angle)


def _on_front(body: Body, spots: Sequence[Spot]) -> Overlap:
    """What part of the base's front the places cover, projected onto it square."""
    if not spots:
        return Overlap(0, None)
    across = [body.pose.local(s)[0] for s in spots]
    half = body.footprint.frontage / 2
    low, high = max(min(across), -half), min(max(across), half)
    length = rounded(high - low)
    if length <= 0:
        return Overlap(0, None)
    front = body.footprint.depth / 2
    return Overlap(length, (point(body.pose.spot(low, front)), point(body.pose.spot(high, front))))


def _in_zone(part: Sequence[Spot]) -> InZone:
    return InZone(bool(part), ring(part) if part else ())
