"""While a convex outline glides or turns, when does it overlap another one by some depth? Solved, not stepped.

Two convex outlines overlap at least so deep exactly where no edge of either leaves the other's nearest corner nearer to
its outside than that. Gliding, the corner's place is a straight line over the way, so each edge gives a stretch of it;
turning, it is a sine over the angle, so each edge gives stretches between arc cosines. What all edges agree on is the
answer. A negative depth asks when they come nearer than that.
"""

from __future__ import annotations

from collections.abc import Sequence
from math import acos, atan2, hypot, inf, pi
from typing import TypeAlias

from muster.geometry.open.angles import Spot
from muster.geometry.open.hulls import Hull, lowest

Span: TypeAlias = tuple[float, float]
"""From where to where on the way; the way begins at 0, and a stretch may begin before it."""

LEVEL = 1e-9
"""A glide whose way leans less than this against an edge runs along it."""


def gliding(mover: Hull, other: Hull, way: Spot, depth: float) -> Span | None:
    """The stretch of an endless glide along ``way`` (of length one) on which they overlap so deep."""
    first, last = -inf, inf
    for hull, moving, sense in ((other, mover, 1.0), (mover, other, -1.0)):
        for nx, ny, out in hull.faces:
            free = lowest(moving.points, nx, ny) - out + depth
            rate = sense * (nx * way[0] + ny * way[1])
            if -LEVEL < rate < LEVEL:
                if free > 0:
                    return None
            elif rate < 0:
                first = max(first, -free / rate)
            else:
                last = min(last, -free / rate)
            if first >= last:
                return None
    return first, last


def turning(mover: Hull, other: Hull, about: Spot, sense: int, most: float, depth: float) -> list[Span]:
    """The stretches of a turn about a place, in radians from 0 to ``most``, on which they overlap so deep.

    ``sense`` is 1 clockwise and -1 the other way; ``most`` is at most one half turn.
    """
    found: list[Span] = [(0.0, most)]
    for hull, moving, way in ((other, mover, sense), (mover, other, -sense)):
        arms = [
            (hypot(x - about[0], y - about[1]), atan2(y - about[1], x - about[0])) for x, y in moving.points
        ]
        least, greatest = min(arms)[0], max(arms)[0]
        for nx, ny, out in hull.faces:
            level = out - depth - (nx * about[0] + ny * about[1])
            if level >= least:  # the nearest corner is never farther out than that
                continue
            if level < -greatest:
                return []
            normal = atan2(ny, nx)
            spans: list[Span] = []
            for arm, angle in arms:
                spans += _below(arm, way * (angle - normal), level, most)
            found = _both(found, _merged(spans))
            if not found:
                return []
    return found


def _below(arm: float, start: float, level: float, most: float) -> list[Span]:
    """Where ``arm * cos(start + turn) <= level`` for turns from 0 to ``most``."""
    if level >= arm:
        return [(0.0, most)]
    if level < -arm:
        return []
    half = acos(level / arm)
    found: list[Span] = []
    first = (half - start) % (2 * pi) - 2 * pi
    while first <= most:
        last = first + 2 * (pi - half)
        if last >= 0:
            found.append((max(first, 0.0), min(last, most)))
        first += 2 * pi
    return found


def _merged(spans: Sequence[Span]) -> list[Span]:
    """The stretches that the given ones cover together, in order."""
    found: list[Span] = []
    for first, last in sorted(spans):
        if found and first <= found[-1][1]:
            found[-1] = (found[-1][0], max(found[-1][1], last))
        else:
            found.append((first, last))
    return found


def _both(a: Sequence[Span], b: Sequence[Span]) -> list[Span]:
    """What lies in a stretch of both."""
    found: list[Span] = []
    for p in a:
        for q in b:
            first, last = max(p[0], q[0]), min(p[1], q[1])
            if first < last:
                found.append((first, last))
    return found
