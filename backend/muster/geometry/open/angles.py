"""Headings and rounding, made so that a mirrored or turned table gives mirrored or turned numbers, bit for bit."""

from collections.abc import Sequence
from functools import lru_cache
from math import atan2, cos, degrees, radians, sin, sqrt
from typing import Final, TypeAlias

import numpy as np
import numpy.typing as npt

Point: TypeAlias = tuple[int, int]
"""A place on the table in whole units."""
Spot: TypeAlias = tuple[float, float]
"""A place inside a computation."""
Ring: TypeAlias = tuple[Point, ...]
"""An outline in whole units, its first point not repeated."""
Values: TypeAlias = npt.NDArray[np.float64]
"""Many numbers of one computation."""

QUARTER: Final = 9000
HALF: Final = 18000
FULL: Final = 36000


def rounded(value: float) -> int:
    """The nearest whole number; a half goes away from zero, so that mirrored values stay mirrored."""
    return int(value + 0.5) if value >= 0 else -int(0.5 - value)


def all_rounded(values: Values) -> Values:
    """:func:`rounded` for many values."""
    return np.trunc(values + np.copysign(0.5, values))


def point(spot: Spot) -> Point:
    """A place rounded to whole units."""
    return rounded(spot[0]), rounded(spot[1])


def ring(spots: Sequence[Spot]) -> Ring:
    """An outline in whole units without points that fell together or lie on a straight edge."""
    points = [point(s) for s in spots]
    points = [p for i, p in enumerate(points) if p != points[i - 1]] or points[:1]
    corners: list[Point] = []
    for i, (x, y) in enumerate(points):
        (px, py), (qx, qy) = points[i - 1], points[(i + 1) % len(points)]
        if (x - px) * (qy - y) != (y - py) * (qx - x):
            corners.append((x, y))
    return tuple(corners or points)


@lru_cache(maxsize=FULL)
def turn_of(angle: int) -> Spot:
    """Cosine and sine of an angle in hundredths of a degree, worked out within its octant.

    So quarter turns are exact, and the values of angles that mirror each other differ in order and sign only.
    """
    quarters, rest = divmod(angle % FULL, QUARTER)
    if rest == QUARTER // 2:
        c = s = sqrt(0.5)
    elif rest < QUARTER // 2:
        c, s = cos(radians(rest / 100)), sin(radians(rest / 100))
    else:
        s, c = cos(radians((QUARTER - rest) / 100)), sin(radians((QUARTER - rest) / 100))
    for _ in range(quarters):
        c, s = -s, c
    return c, s


def heading_of(dx: float, dy: float) -> int:
    """The heading from (0, 0) to a place other than that, in hundredths of a degree."""
    return rounded(degrees(atan2(dx, -dy)) * 100) % FULL


def turned(spot: Spot, about: Spot, angle: float) -> Spot:
    """A place turned clockwise about another by an angle in radians."""
    c, s = cos(angle), sin(angle)
    x, y = spot[0] - about[0], spot[1] - about[1]
    return about[0] + x * c - y * s, about[1] + x * s + y * c
