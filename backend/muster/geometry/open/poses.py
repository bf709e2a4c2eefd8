"""Where a base stands: pose, footprint, sides and corners, and the distance of two bases."""

from __future__ import annotations

from dataclasses import dataclass
from enum import IntEnum
from functools import cached_property

from shapely import Polygon

from muster.geometry.open.angles import FULL, HALF, Point, Spot, point, rounded, turn_of
from muster.geometry.open.hulls import (
    DEEP,
    Bounds,
    Edges,
    Hull,
    apart,
    are_overlapping,
    are_touching,
    edges_of,
    gap,
    near,
    on_hull,
)


@dataclass(frozen=True, slots=True)
class Pose:
    """The centre in units of the table and the heading in hundredths of a degree (0 up the screen, clockwise)."""

    x: int
    y: int
    heading: int

    def __post_init__(self) -> None:
        """Raises ValueError for a heading outside 0 to 35999."""
        if not 0 <= self.heading < FULL:
            raise ValueError(f"a heading lies between 0 and {FULL - 1}, not at {self.heading}")

    def spot(self, right: float, forward: float) -> Spot:
        """The place so many units to the right of the centre and ahead of it."""
        c, s = turn_of(self.heading)
        return self.x + (right * c + forward * s), self.y + (right * s - forward * c)

    def local(self, spot: Spot) -> Spot:
        """How far to the right of the centre and ahead of it a place lies."""
        c, s = turn_of(self.heading)
        x, y = spot[0] - self.x, spot[1] - self.y
        return x * c + y * s, x * s - y * c


@dataclass(frozen=True, slots=True)
class Footprint:
    """A rectangle, in units; both are even, so that the middles of the sides are whole units from the centre."""

    frontage: int
    depth: int

    def __post_init__(self) -> None:
        """Raises ValueError for lengths that are not positive and even."""
        for length in (self.frontage, self.depth):
            if length <= 0 or length % 2:
                raise ValueError(f"a side of a base is a positive, even number of units, not {length}")


class Side(IntEnum):
    """A side of a base, clockwise; the number is that of the corner at its left end, seen from the base outwards."""

    FRONT = 0
    RIGHT = 1
    REAR = 2
    LEFT = 3

    @property
    def outward(self) -> int:
        """By how much the way out differs from the heading, in hundredths of a degree."""
        return self.value * 9000


SIDES = tuple(Side)


@dataclass(frozen=True)
class Body:
    """A base at its place. Corners: front left, front right, rear right, rear left."""

    id: str
    footprint: Footprint
    pose: Pose

    @cached_property
    def corners(self) -> tuple[Spot, Spot, Spot, Spot]:
        """The four corners, clockwise from the front left."""
        (c, s), x, y = turn_of(self.pose.heading), self.pose.x, self.pose.y
        w, d = self.footprint.frontage / 2, self.footprint.depth / 2
        wc, ws, dc, ds = w * c, w * s, d * c, d * s
        return (
            (x + (ds - wc), y - (dc + ws)),
            (x + (ds + wc), y - (dc - ws)),
            (x - (ds - wc), y + (dc + ws)),
            (x - (ds + wc), y + (dc - ws)),
        )

    @cached_property
    def hull(self) -> Hull:
        """Its outline; edge i is ``Side(i)``."""
        return Hull(self.corners)

    @cached_property
    def core(self) -> Edges:
        """The edges of the rectangle as far in as something may reach and only touch it."""
        w, d = self.footprint.frontage / 2 - DEEP, self.footprint.depth / 2 - DEEP
        return edges_of([self.pose.spot(*corner) for corner in ((-w, d), (w, d), (w, -d), (-w, -d))])

    @property
    def hulls(self) -> tuple[Hull, ...]:
        """Its outline as the only convex part."""
        return (self.hull,)

    @property
    def bounds(self) -> Bounds:
        """The box round it."""
        return self.hull.bounds

    @cached_property
    def polygon(self) -> Polygon:
        """Its outline for Shapely."""
        return Polygon(self.corners)

    def at(self, pose: Pose) -> Body:
        """The same base elsewhere."""
        return Body(self.id, self.footprint, pose)

    def ends(self, side: Side) -> tuple[Spot, Spot]:
        """The corners of a side: its left and its right end for one who looks out through it."""
        return self.corners[side], self.corners[(side + 1) % 4]

    def middle(self, side: Side) -> Spot:
        """The midpoint of a side."""
        w, d = self.footprint.frontage // 2, self.footprint.depth // 2
        right, forward = ((0, d), (w, 0), (0, -d), (-w, 0))[side]
        return self.pose.spot(right, forward)

    def beyond(self, side: Side, spot: Spot) -> float:
        """How far outside the prolonged line of a side a place lies; below zero on the base's own side of it."""
        nx, ny, out = self.hull.faces[side]
        return nx * spot[0] + ny * spot[1] - out


@dataclass(frozen=True, slots=True)
class Distance:
    """A measured length in whole units, from one place to another."""

    length: int
    start: Point
    end: Point


def distance(a: Body, b: Body) -> Distance:
    """The shortest way between two bases, edge to edge; 0 where they overlap."""
    length, start, end = apart(a.hull, b.hull)
    return Distance(rounded(length), point(start), point(end))


def distance_to_point(a: Body, spot: Spot) -> Distance:
    """The shortest way from a base to a place; 0 on the base."""
    length, start = on_hull(spot, a.hull)
    return Distance(rounded(length), point(start), point(spot))


def between_points(a: Spot, b: Spot) -> Distance:
    """The way between two places."""
    length = ((b[0] - a[0]) ** 2 + (b[1] - a[1]) ** 2) ** 0.5
    return Distance(rounded(length), point(a), point(b))


def touches(a: Body, b: Body) -> bool:
    """Whether two bases are at most 1 unit apart; those that overlap touch as well."""
    return near(a.bounds, b.bounds) and are_touching(a.hull, b.hull)


def overlaps(a: Body, b: Body) -> bool:
    """Whether two bases lie more than 1 unit deep in each other."""
    return are_overlapping(a.hull, b.hull)


def overlap_depth(a: Body, b: Body) -> int:
    """How far one of two bases would have to be pushed to part them, in whole units; 0 where they do not overlap."""
    return max(0, rounded(-gap(a.hull, b.hull)))


def opposite(heading: int) -> int:
    """The heading that looks the other way."""
    return (heading + HALF) % FULL
