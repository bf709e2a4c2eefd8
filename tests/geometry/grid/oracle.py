"""Sight worked out the slow way, from the words of the rulings and with fractions: the check on `sight.py`.

Nothing here is shared with the code under test but the facts of squares and borders. The line is a segment in the
plane; squares and borders are point sets; what it crosses is found by clipping.
"""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction

from muster.geometry.grid.grid import Grid
from muster.geometry.grid.kinds import Cover
from muster.geometry.grid.squares import Edge, Square, edge_between, edges_of

Spot = tuple[Fraction, Fraction]


@dataclass(frozen=True, slots=True)
class Line:
    """The segment between the centres of two squares."""

    a: Square
    b: Square

    @property
    def start(self) -> Spot:
        return (Fraction(2 * self.a[0] + 1, 2), Fraction(2 * self.a[1] + 1, 2))

    @property
    def way(self) -> tuple[int, int]:
        return (self.b[0] - self.a[0], self.b[1] - self.a[1])

    def at(self, share: Fraction) -> Spot:
        return (self.start[0] + share * self.way[0], self.start[1] + share * self.way[1])

    def inside(self, square: Square) -> tuple[Fraction, Fraction] | None:
        """The shares of the way between which the line lies in the open square; None when it misses or touches it."""
        low, high = Fraction(0), Fraction(1)
        for axis in (0, 1):
            here, step, edge = self.start[axis], self.way[axis], square[axis]
            if step == 0:
                if not edge < here < edge + 1:
                    return None
                continue
            first, last = sorted((Fraction(edge - here) / step, Fraction(edge + 1 - here) / step))
            low, high = max(low, first), min(high, last)
        return (low, high) if low < high else None

    def crossing(self, edge: Edge) -> Fraction | None:
        """The share of the way at which the line passes the open border, None when it does not."""
        x, y, side = edge
        axis, border = (0, x) if side == "w" else (1, y)
        if self.way[axis] == 0:
            return None
        share = (border - self.start[axis]) / self.way[axis]
        along = self.at(share)[1 - axis]
        lowest = y if side == "w" else x
        return share if 0 <= share <= 1 and lowest < along < lowest + 1 else None

    def corners(self) -> list[tuple[Fraction, tuple[int, int]]]:
        """The lattice corners through which the line passes exactly."""
        if self.way[0] == 0 or self.way[1] == 0:
            return []
        found: list[tuple[Fraction, tuple[int, int]]] = []
        low, high = sorted((self.a[0], self.b[0]))
        for x in range(low, high + 2):
            share = (x - self.start[0]) / self.way[0]
            y = self.at(share)[1]
            if 0 <= share <= 1 and y.denominator == 1:
                found.append((share, (x, int(y))))
        return found

    def ways_round(self, corner: tuple[int, int]) -> tuple[Square, Square, list[tuple[Square, Edge, Edge]]]:
        """The squares before and behind a corner, and the two ways between them: (square, border in, border out)."""
        sx, sy = (1 if self.way[0] > 0 else -1), (1 if self.way[1] > 0 else -1)
        before = (corner[0] - (1 if sx > 0 else 0), corner[1] - (1 if sy > 0 else 0))
        behind = (before[0] + sx, before[1] + sy)
        ways = [
            (middle, edge_between(before, middle), edge_between(middle, behind))
            for middle in ((behind[0], before[1]), (before[0], behind[1]))
        ]
        return before, behind, ways


def hides(grid: Grid, edge: Edge) -> Cover:
    facts = grid.border(edge)
    return Cover.FULL if facts.full else facts.cover


def blocked_at(grid: Grid, line: Line) -> Fraction | None:
    """The first share of the way at which the line is stopped, None when it is clear."""
    stops: list[Fraction] = []
    (ax, ay), (bx, by) = line.a, line.b
    for y in range(min(ay, by), max(ay, by) + 1):
        for x in range(min(ax, bx), max(ax, bx) + 1):
            if grid.square((x, y)).full:
                span = line.inside((x, y))
                if span is not None:
                    stops.append(span[0])
            for edge in edges_of((x, y)):
                if hides(grid, edge) is Cover.FULL:
                    share = line.crossing(edge)
                    if share is not None:
                        stops.append(share)
    for share, corner in line.corners():
        _, _, ways = line.ways_round(corner)
        if all(
            grid.square(middle).full or Cover.FULL in (hides(grid, into), hides(grid, out))
            for middle, into, out in ways
        ):
            stops.append(share)
    return min(stops, default=None)


def cover_of(grid: Grid, line: Line) -> Cover:
    """The cover of the target of a clear line."""
    found = [Cover.NONE]
    target = grid.square(line.b)
    for dx in (-1, 0, 1):
        for dy in (-1, 0, 1):
            square = (line.b[0] + dx, line.b[1] + dy)
            if square == line.a or not grid.on_table(square) or line.inside(square) is None:
                continue
            facts = grid.square(square)
            raised = facts.feature is not None and grid.table.kinds.features[facts.feature.kind].raised
            if raised and facts.feature is target.feature:
                found.append(grid.table.ground(square).cover)
            else:
                found.append(facts.cover)
    found += [hides(grid, edge) for edge in edges_of(line.b) if line.crossing(edge) is not None]
    for _, corner in line.corners():
        _, behind, ways = line.ways_round(corner)
        if behind != line.b:
            continue
        closed = [
            Cover.FULL if grid.square(middle).full else max(hides(grid, into), hides(grid, out))
            for middle, into, out in ways
        ]
        found += [min(*closed, hides(grid, out)) for _, _, out in ways]
    return max(found)
