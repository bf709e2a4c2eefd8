"""Convex outlines: the gap between two of them, their distance, and where they touch.

The gap is what the best line between two outlines leaves free. Where it is negative they overlap, and what it is below
zero is the depth: the shortest push that would part them.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from math import hypot
from typing import Final, TypeAlias

import numpy as np

from muster.geometry.open.angles import Spot, Values

Bounds: TypeAlias = tuple[float, float, float, float]
"""Least x, least y, greatest x, greatest y."""
Face: TypeAlias = tuple[float, float, float]
"""An edge's outward normal of length one, and how far out the edge lies along it."""
Edges: TypeAlias = Values
"""Edges for sums over many lines at once: a row for each, x and y of its two ends."""

TOUCH: Final = 1.5
"""What rounds to at most 1 unit apart is touching."""
DEEP: Final = 1.5
"""What rounds to more than 1 unit deep is overlap."""


@dataclass(frozen=True, eq=False)
class Hull:
    """A convex outline, clockwise on the screen; two points are a segment. ``faces[i]`` starts at ``points[i]``."""

    points: tuple[Spot, ...]

    @cached_property
    def faces(self) -> tuple[Face, ...]:
        """The edges, as half-planes that hold the outline."""
        found: list[Face] = []
        for (px, py), (qx, qy) in self.edges():
            length = hypot(qx - px, qy - py)
            nx, ny = (qy - py) / length, (px - qx) / length
            found.append((nx, ny, nx * px + ny * py))
        return tuple(found)

    @cached_property
    def bounds(self) -> Bounds:
        """The box round it."""
        xs, ys = [p[0] for p in self.points], [p[1] for p in self.points]
        return min(xs), min(ys), max(xs), max(ys)

    def edges(self) -> Iterator[tuple[Spot, Spot]]:
        """Each edge with its two ends."""
        points = self.points
        for i, p in enumerate(points):
            yield p, points[(i + 1) % len(points)]


def edges_of(spots: Sequence[Spot]) -> Edges:
    """The edges of an outline."""
    ends = (*spots[1:], *spots[:1])
    return np.array([(*p, *q) for p, q in zip(spots, ends, strict=True)], dtype=np.float64)


def joined(parts: Sequence[tuple[Spot, ...]]) -> list[tuple[Spot, ...]]:
    """Convex outlines that lie side by side, clockwise, put together wherever the whole is convex again."""
    found, i = list(parts), 0
    while i < len(found):
        for j in range(i + 1, len(found)):
            whole = _whole(found[i], found[j])
            if whole:
                found[i] = whole
                del found[j]
                break
        else:
            i += 1
    return found


def _whole(a: tuple[Spot, ...], b: tuple[Spot, ...]) -> tuple[Spot, ...] | None:
    """Two outlines as one, if they have an edge in common and the one is convex."""
    for i, p in enumerate(a):
        before = a[i - 1]  # the edge that ends at p runs the other way round in b
        if p in b and b[(b.index(p) + 1) % len(b)] == before:
            j = b.index(p)
            ring = (*a[i:], *a[:i], *(b[(j + n) % len(b)] for n in range(2, len(b))))
            bends = [
                (q[0] - o[0]) * (r[1] - q[1]) - (q[1] - o[1]) * (r[0] - q[0])
                for o, q, r in zip((*ring[-1:], *ring[:-1]), ring, (*ring[1:], *ring[:1]), strict=True)
            ]
            return ring if min(bends) >= 0 and len(set(ring)) == len(ring) else None
    return None


def near(a: Bounds, b: Bounds, apart: float = TOUCH) -> bool:
    """Whether two boxes come as near as that."""
    return a[0] <= b[2] + apart and b[0] <= a[2] + apart and a[1] <= b[3] + apart and b[1] <= a[3] + apart


def between_boxes(a: Bounds, b: Bounds) -> float:
    """The way between two boxes; nothing in them is nearer to each other."""
    return hypot(max(0.0, a[0] - b[2], b[0] - a[2]), max(0.0, a[1] - b[3], b[1] - a[3]))


def lowest(points: Sequence[Spot], nx: float, ny: float) -> float:
    """How far out along a normal the nearest of the points lies."""
    return min([nx * x + ny * y for x, y in points])


def gap(a: Hull, b: Hull) -> float:
    """The widest strip free between them, below zero the depth of their overlap; never more than their distance."""
    best = max([lowest(b.points, nx, ny) - h for nx, ny, h in a.faces])
    return max(best, max([lowest(a.points, nx, ny) - h for nx, ny, h in b.faces]))


def on_segment(p: Spot, a: Spot, b: Spot) -> tuple[float, Spot]:
    """The distance of a place from a segment, and the segment's nearest place."""
    dx, dy = b[0] - a[0], b[1] - a[1]
    square = dx * dx + dy * dy
    share = ((p[0] - a[0]) * dx + (p[1] - a[1]) * dy) / square if square else 0.0
    share = min(1.0, max(0.0, share))
    there = (a[0] + share * dx, a[1] + share * dy)
    return hypot(p[0] - there[0], p[1] - there[1]), there


def on_hull(p: Spot, hull: Hull) -> tuple[float, Spot]:
    """The distance of a place from an outline and the outline's nearest place; 0 and the place itself inside."""
    if all(nx * p[0] + ny * p[1] <= h for nx, ny, h in hull.faces):
        return 0.0, p
    return min(on_segment(p, a, b) for a, b in hull.edges())


def apart(a: Hull, b: Hull) -> tuple[float, Spot, Spot]:
    """The distance of two outlines with the nearest place of each; of equals the middle one.

    0 where they overlap; the places are then the same one.
    """
    found: list[tuple[float, Spot, Spot]] = []
    for p in a.points:
        length, there = on_hull(p, b)
        found.append((length, p, there))
    for p in b.points:
        length, there = on_hull(p, a)
        found.append((length, there, p))
    least = min(f[0] for f in found)
    if least > 0 and gap(a, b) <= 0:
        # Crossed like two beams: no corner of one lies in the other.
        middle = _mean([*a.points, *b.points])
        return 0.0, middle, middle
    ties = [f for f in found if f[0] <= least + 1e-6]
    return least, _mean([f[1] for f in ties]), _mean([f[2] for f in ties])


def _mean(spots: Sequence[Spot]) -> Spot:
    return sum(s[0] for s in spots) / len(spots), sum(s[1] for s in spots) / len(spots)


def are_touching(a: Hull, b: Hull) -> bool:
    """Whether they are at most 1 unit apart, overlapping ones too."""
    between = gap(a, b)
    return between < TOUCH and (between <= 0 or apart(a, b)[0] < TOUCH)


def are_overlapping(a: Hull, b: Hull) -> bool:
    """Whether one lies more than 1 unit deep in the other."""
    return near(a.bounds, b.bounds, 0) and gap(a, b) <= -DEEP


@dataclass(frozen=True, slots=True)
class Seam:
    """Where two outlines touch: the ends of the touching part, and the edges of each on which it lies.

    Two edges of one outline mean its corner.
    """

    ends: tuple[Spot, Spot]
    on_first: tuple[int, ...]
    on_second: tuple[int, ...]


def seam(a: Hull, b: Hull) -> Seam | None:
    """Where two outlines touch (or overlap by a little); None where they do not."""
    spots = [p for p in a.points if on_hull(p, b)[0] < TOUCH]
    spots += [p for p in b.points if on_hull(p, a)[0] < TOUCH]
    if not spots:
        return None
    pairs = [(hypot(p[0] - q[0], p[1] - q[1]), p, q) for i, p in enumerate(spots) for q in spots[i:]]
    length, first, second = max(pairs, key=lambda pair: pair[0])
    if length < TOUCH:
        second = first
    return Seam((first, second), _edges_at(a, first, second), _edges_at(b, first, second))


def _edges_at(hull: Hull, first: Spot, second: Spot) -> tuple[int, ...]:
    """The edges that hold both places."""
    return tuple(
        i
        for i, (p, q) in enumerate(hull.edges())
        if on_segment(first, p, q)[0] < 2 * TOUCH and on_segment(second, p, q)[0] < 2 * TOUCH
    )
