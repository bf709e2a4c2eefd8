"""What a straight line between the centres of two spaces meets: borders, their ends, spaces. Facts, no verdict.

All of it is exact. Left and right are as seen along the line from ``start`` to ``end`` with y growing downwards: right
is where the cross product is positive.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from fractions import Fraction
from itertools import pairwise
from math import gcd

from muster.geometry.grid.polygons import UNIT
from muster.geometry.spaces.board import Board, Point, Segment, Space
from muster.geometry.spaces.board import Exact as Exact


@dataclass(frozen=True, slots=True)
class Crossing:
    """The line passes through a border between its ends, or along it; ``at`` in twelfths of a square."""

    at: Exact
    segment: Segment


@dataclass(frozen=True, slots=True)
class Touch:
    """The line passes exactly through ends of borders: on which of its sides they lie, and whose corner it is."""

    at: Point
    left: bool
    right: bool
    of_start: bool
    of_end: bool
    segments: tuple[Segment, ...]

    @property
    def both(self) -> bool:
        """Borders meet the line here from both sides."""
        return self.left and self.right


class Line:
    """The line from the centre of one space to that of another."""

    def __init__(self, board: Board, start: Space, end: Space) -> None:
        """Raises KeyError for a space that the board does not have."""
        self.board = board
        self.start, self.end = start, end
        self.a, self.b = board.spaces[start].centre, board.spaces[end].centre
        self.d = (self.b[0] - self.a[0], self.b[1] - self.a[1])

    # ------------------------------------------------------------------ borders
    def crossings(self, segments: Iterable[Segment]) -> tuple[Crossing, ...]:
        """The borders among these that the line passes through or along, in their order along it."""
        found: list[tuple[Fraction, Crossing]] = []
        for segment in segments:
            t = self._through(segment)
            if t is not None:
                found.append((t, Crossing(self._point(t), segment)))
        found.sort(key=lambda pair: (pair[0], pair[1].segment.start))
        return tuple(crossing for _, crossing in found)

    def touches(self, segments: Iterable[Segment]) -> tuple[Touch, ...]:
        """The ends of these borders that lie exactly on the line between its own ends, in their order along it."""
        ends: dict[Point, list[tuple[int, Segment]]] = {}
        for segment in segments:
            for here, there in ((segment.start, segment.end), (segment.end, segment.start)):
                if self._side(here) == 0 and 0 < self._along(here) < self._length:
                    side = self._side(there)
                    if side:
                        ends.setdefault(here, []).append((side, segment))
        corners = (self.board.corners(self.start), self.board.corners(self.end))
        return tuple(
            Touch(
                point,
                any(side < 0 for side, _ in met),
                any(side > 0 for side, _ in met),
                point in corners[0],
                point in corners[1],
                tuple(segment for _, segment in met),
            )
            for point, met in sorted(ends.items(), key=lambda item: self._along(item[0]))
        )

    # ------------------------------------------------------------------ spaces
    def spaces(self) -> tuple[Space, ...]:
        """The spaces whose inside the line crosses, in their order along it, its own two ends left out."""
        found: dict[Space, None] = {}
        stops = sorted({Fraction(0), Fraction(1), *self._lattice(), *self._shaped()})
        for before, after in pairwise(stops):
            space = self.board.inside(self._point((before + after) / 2))
            if space is not None and space not in (self.start, self.end):
                found[space] = None
        return tuple(found)

    def slant(self, segment: Segment) -> tuple[int, int]:
        """How far the line goes across a border and along it, in the same measure: (3, 0) is at right angles to it."""
        x, y = segment.end[0] - segment.start[0], segment.end[1] - segment.start[1]
        shared = gcd(x, y)
        x, y = x // shared, y // shared
        return abs(self.d[0] * y - self.d[1] * x), abs(self.d[0] * x + self.d[1] * y)

    def way_to(self, point: Exact) -> Fraction:
        """How far along it a point of the line lies: 0 at its start, 1 at its end."""
        reach = self.d[0] * (point[0] - self.a[0]) + self.d[1] * (point[1] - self.a[1])
        return Fraction(reach) / self._length

    # ------------------------------------------------------------------ inside
    def _side(self, point: Point) -> int:
        return self.d[0] * (point[1] - self.a[1]) - self.d[1] * (point[0] - self.a[0])

    def _along(self, point: Point) -> int:
        return self.d[0] * (point[0] - self.a[0]) + self.d[1] * (point[1] - self.a[1])

    @property
    def _length(self) -> int:
        return self.d[0] ** 2 + self.d[1] ** 2

    def _point(self, t: Fraction) -> Exact:
        return (self.a[0] + t * self.d[0], self.a[1] + t * self.d[1])

    def _through(self, segment: Segment) -> Fraction | None:
        """Where along the line (0 to 1) it goes through a border between the border's ends, or along it."""
        p, q = self._side(segment.start), self._side(segment.end)
        if p == 0 and q == 0:
            low, high = sorted((self._along(segment.start), self._along(segment.end)))
            if low < self._length and high > 0:
                return Fraction(max(0, low), self._length)
            return None
        if (p > 0) == (q > 0) or p == 0 or q == 0:
            return None
        share = Fraction(p, p - q)
        x = segment.start[0] + share * (segment.end[0] - segment.start[0])
        y = segment.start[1] + share * (segment.end[1] - segment.start[1])
        t = (self.d[0] * (x - self.a[0]) + self.d[1] * (y - self.a[1])) / self._length
        return t if 0 < t < 1 else None

    def _lattice(self) -> Iterable[Fraction]:
        """Where the line meets the sides of squares."""
        for axis in (0, 1):
            if not self.d[axis]:
                continue
            low, high = sorted((self.a[axis], self.b[axis]))
            for k in range(-(-low // UNIT), high // UNIT + 1):
                t = Fraction(k * UNIT - self.a[axis], self.d[axis])
                if 0 < t < 1:
                    yield t

    def _shaped(self) -> Iterable[Fraction]:
        """Where the line meets the sides and corners of shaped spaces."""
        for segment in self.board.shaped:
            for end in (segment.start, segment.end):
                if self._side(end) == 0 and 0 < self._along(end) < self._length:
                    yield Fraction(self._along(end), self._length)
            t = self._through(segment)
            if t is not None:
                yield t
