"""Two bases that go at one another, each straight ahead and as far as the other."""

from __future__ import annotations

from math import ceil, hypot
from typing import Final

from muster.geometry.open.angles import heading_of, rounded
from muster.geometry.open.contact import first_contact
from muster.geometry.open.moves import AHEAD, Glide, Path, straight
from muster.geometry.open.poses import Body

ALONGSIDE: Final = 0.01
"""Bases whose ways differ by less go side by side and do not close."""


def meeting_length(a: Body, b: Body, most: int) -> int | None:
    """How far each of two bases goes straight ahead until they meet, if both go equally far; in whole units.

    None where they would go past each other, or do not meet within ``most`` units each. Seen from one base the other
    glides along the difference of their ways, so that this is one contact of one glide.
    """
    one, other = _way(a), _way(b)
    dx, dy = one[0] - other[0], one[1] - other[1]
    rate = hypot(dx, dy)
    if rate < ALONGSIDE:
        return None
    glide = Glide(a, heading_of(dx, dy), ceil(most * rate))
    met = first_contact(Path((glide,)), (b,))
    if met is None:
        return None
    length = rounded(met.length / rate)
    return length if length <= most else None


def _way(body: Body) -> tuple[float, float]:
    (leg,) = straight(body, AHEAD, 0).legs
    assert isinstance(leg, Glide)
    return leg.way
