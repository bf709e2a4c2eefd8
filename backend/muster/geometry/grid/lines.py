"""What a line between the centres of two squares passes, exactly and in order.

In square units the i-th upright lattice line is met at (2i - 1) / 2nx of the way and the j-th level one at
(2j - 1) / 2ny, with nx and ny the two differences between the squares: the order is a comparison of integers, and an
equal pair is a lattice corner. Since centres lie at half squares, such a line never runs along a border.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Literal, NamedTuple

from muster.geometry.grid.facts import GridFacts
from muster.geometry.grid.squares import Square


class Point(NamedTuple):
    """An exact point: (x / den, y / den) in square units; the centre of square (x, y) is (x + 1/2, y + 1/2)."""

    x: int
    y: int
    den: int

    def wire(self) -> tuple[float, float]:
        """The point for the board, to four digits."""
        return (round(self.x / self.den, 4), round(self.y / self.den, 4))


def point_on(start: Square, dx: int, dy: int, part: int, whole: int) -> Point:
    """The point part / whole of the way from the centre of `start` along (dx, dy)."""
    return Point(
        (2 * start[0] + 1) * whole + 2 * dx * part, (2 * start[1] + 1) * whole + 2 * dy * part, 2 * whole
    )


class Passing(NamedTuple):
    """One event of a course, relative to the square in which it starts.

    `kind` says what is passed: the west border of the square at `at`, its north border, or its north-west corner.
    The line then is in the square `enters`, part / whole of the way along.
    """

    kind: Literal["west", "north", "corner"]
    at: Square
    enters: Square
    part: int
    whole: int


def course(dx: int, dy: int) -> Iterator[Passing]:
    """Everything passed by the line from the centre of (0, 0) to that of (dx, dy), in order."""
    nx, ny = abs(dx), abs(dy)
    sx, sy = (1 if dx > 0 else -1), (1 if dy > 0 else -1)
    x = y = 0
    i = j = 1
    while i <= nx or j <= ny:
        # Whether the next upright line comes before the next level one: (2i - 1) / nx against (2j - 1) / ny.
        lead = (2 * j - 1) * nx - (2 * i - 1) * ny if i <= nx and j <= ny else (1 if i <= nx else -1)
        right, below = (x + 1 if sx > 0 else x), (y + 1 if sy > 0 else y)
        if lead > 0:
            x += sx
            yield Passing("west", (right, y), (x, y), 2 * i - 1, 2 * nx)
            i += 1
        elif lead < 0:
            y += sy
            yield Passing("north", (x, below), (x, y), 2 * j - 1, 2 * ny)
            j += 1
        else:
            x, y = x + sx, y + sy
            yield Passing("corner", (right, below), (x, y), 2 * i - 1, 2 * nx)
            i, j = i + 1, j + 1


class Crossing(NamedTuple):
    """Something that a line meets on a grid.

    `border`: it passes from square number `before` to `after` inside that border. `corner`: it passes exactly through
    a lattice corner (`border` is -1, and the two squares are diagonal neighbours).
    """

    kind: Literal["border", "corner"]
    point: Point
    before: int
    after: int
    border: int


def walk(facts: GridFacts, a: Square, b: Square) -> Iterator[Crossing]:
    """Everything that the line from the centre of `a` to that of `b` meets, in order, for rules of their own."""
    dx, dy = b[0] - a[0], b[1] - a[1]
    stride, count = facts.stride, facts.count
    start = before = facts.index(a)
    for kind, (u, v), (x, y), part, whole in course(dx, dy):
        after = start + y * stride + x
        border = -1 if kind == "corner" else start + v * stride + u + (count if kind == "north" else 0)
        point = point_on(a, dx, dy, part, whole)
        yield Crossing("corner" if kind == "corner" else "border", point, before, after, border)
        before = after
