"""Polygons with whole-number corners: exact answers, no rounding. In twelfths of a square, y growing downwards."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from fractions import Fraction
from itertools import pairwise
from typing import Final, TypeAlias

Corner: TypeAlias = tuple[int, int]
Exact: TypeAlias = tuple[int | Fraction, int | Fraction]

UNIT: Final = 12
"""Parts of a square's side: halves, thirds and quarters are whole numbers of them."""


def turn(a: Corner, b: Corner, p: Exact) -> int | Fraction:
    """On which side of the line from ``a`` to ``b`` a point lies: positive to the right hand, 0 on it."""
    return (b[0] - a[0]) * (p[1] - a[1]) - (b[1] - a[1]) * (p[0] - a[0])


def lies_on(a: Corner, b: Corner, p: Exact) -> bool:
    """Whether a point lies on the stretch from ``a`` to ``b``, its ends included."""
    return (
        turn(a, b, p) == 0
        and min(a[0], b[0]) <= p[0] <= max(a[0], b[0])
        and min(a[1], b[1]) <= p[1] <= max(a[1], b[1])
    )


def sides(corners: Sequence[Corner]) -> Iterator[tuple[Corner, Corner]]:
    """The sides of a polygon, in its order."""
    for i, corner in enumerate(corners):
        yield corner, corners[(i + 1) % len(corners)]


def doubled_area(corners: Sequence[Corner]) -> int:
    """Twice the area: positive where the corners run clockwise on the board."""
    return sum(a[0] * b[1] - b[0] * a[1] for a, b in sides(corners))


def is_inside(corners: Sequence[Corner], p: Exact) -> bool:
    """Whether a point lies strictly inside."""
    inside = False
    for a, b in sides(corners):
        if lies_on(a, b, p):
            return False
        if (a[1] > p[1]) != (b[1] > p[1]) and (turn(a, b, p) > 0) == (b[1] > a[1]):
            inside = not inside
    return inside


def is_on_rim(corners: Sequence[Corner], p: Exact) -> bool:
    """Whether a point lies on a side or corner."""
    return any(lies_on(a, b, p) for a, b in sides(corners))


def is_simple(corners: Sequence[Corner]) -> bool:
    """Whether no side has no length, and no two meet but in the corner that they share."""
    all_sides = list(sides(corners))
    count = len(all_sides)
    if count < 3 or len(set(corners)) < count:
        return False
    for i, (a, b) in enumerate(all_sides):
        for j in range(i + 1, count):
            c, d = all_sides[j]
            if j == i + 1 or (i == 0 and j == count - 1):
                far, shared, other = (a, b, d) if j == i + 1 else (b, a, c)
                # Back along itself.
                if turn(far, shared, other) == 0 and (
                    lies_on(far, shared, other) or lies_on(shared, other, far)
                ):
                    return False
            elif _meet(a, b, c, d):
                return False
    return True


def _meet(a: Corner, b: Corner, c: Corner, d: Corner) -> bool:
    if any((lies_on(a, b, c), lies_on(a, b, d), lies_on(c, d, a), lies_on(c, d, b))):
        return True
    return (turn(a, b, c) > 0) != (turn(a, b, d) > 0) and (turn(c, d, a) > 0) != (turn(c, d, b) > 0)


def centroid(corners: Sequence[Corner]) -> Corner:
    """The middle of the area, to the nearest twelfth."""
    area = doubled_area(corners)
    x = sum((a[0] + b[0]) * (a[0] * b[1] - b[0] * a[1]) for a, b in sides(corners))
    y = sum((a[1] + b[1]) * (a[0] * b[1] - b[0] * a[1]) for a, b in sides(corners))
    return (round(Fraction(x, 3 * area)), round(Fraction(y, 3 * area)))


def parts(a: Corner, b: Corner, points: Sequence[Corner]) -> Iterator[tuple[Corner, Corner]]:
    """A stretch cut at those of the points that lie on it."""
    cuts = {a, b, *(p for p in points if lies_on(a, b, p))}
    ordered = sorted(cuts, key=lambda p: (p[0] - a[0]) * (b[0] - a[0]) + (p[1] - a[1]) * (b[1] - a[1]))
    yield from pairwise(ordered)


def crosses_square(a: Corner, b: Corner, square: tuple[int, int]) -> bool:
    """Whether a stretch runs through the inside of a square."""
    low, high = Fraction(0), Fraction(1)
    for axis in (0, 1):
        start, step = a[axis], b[axis] - a[axis]
        least, most = square[axis] * UNIT, (square[axis] + 1) * UNIT
        if step == 0:
            if not least < start < most:
                return False
            continue
        first, last = sorted((Fraction(least - start, step), Fraction(most - start, step)))
        low, high = max(low, first), min(high, last)
    return low < high


def squares_under(corners: Sequence[Corner]) -> Iterator[tuple[int, int]]:
    """The squares of which a polygon covers some part, row by row."""
    xs, ys = [c[0] for c in corners], [c[1] for c in corners]
    for y in range(min(ys) // UNIT, -(-max(ys) // UNIT)):
        for x in range(min(xs) // UNIT, -(-max(xs) // UNIT)):
            middle = (x * UNIT + UNIT // 2, y * UNIT + UNIT // 2)
            if is_inside(corners, middle) or any(crosses_square(a, b, (x, y)) for a, b in sides(corners)):
                yield (x, y)
