"""Three lines of sight between a side of one base and a side of another.

They run from middle to middle and from each corner to the corner that matches it, so that the two do not cross. A
line may touch anything; it is blocked by what it passes through by more than a unit, be it another base, a piece of
terrain, or one of the two bases themselves (a far corner is hidden by its own base). So sight between two sides is
mutual.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from math import hypot, inf
from typing import Literal, TypeAlias

from shapely import LineString, get_coordinates

from muster.geometry.open.angles import Point, Spot, point, rounded
from muster.geometry.open.hulls import DEEP, TOUCH, Hull
from muster.geometry.open.poses import SIDES, Body, Side
from muster.geometry.open.terrain import Area, Barrier, crossing

Blocker: TypeAlias = Body | Area | Barrier
Effect: TypeAlias = Literal["full", "limited", "none"]


@dataclass(frozen=True, slots=True)
class SightLine:
    """A line between two places; where it is not clear, what blocks it first and where."""

    start: Point
    end: Point
    clear: bool
    by: str | None = None
    at: Point | None = None


@dataclass(frozen=True, slots=True)
class Sight:
    """Three lines from a side of one base to a side of another: the middles, the left corner, the right corner."""

    side: Side
    target_side: Side
    lines: tuple[SightLine, SightLine, SightLine]

    @property
    def clear(self) -> int:
        """How many of the lines are clear."""
        return sum(line.clear for line in self.lines)

    @property
    def effect(self) -> Effect:
        """Full for three clear lines, limited for the middle one and a corner's, otherwise none."""
        if not self.lines[0].clear or self.clear == 1:
            return "none"
        return "full" if self.clear == 3 else "limited"


def three_lines(
    body: Body, side: Side, target: Body, target_side: Side, blockers: Iterable[Blocker]
) -> Sight:
    """Sight from a side of a base to a side of another one, past these blockers (the two bases are no concern)."""
    left, right = body.ends(side)
    far_left, far_right = target.ends(target_side)
    # Seen from the shooter the target's right end is to the left, unless the two look the same way.
    if _way(left, far_left) + _way(right, far_right) < _way(left, far_right) + _way(right, far_left):
        far_left, far_right = far_right, far_left
    ways = ((body.middle(side), target.middle(target_side)), (left, far_right), (right, far_left))
    around = _box([*ways[0], left, right, far_left, far_right])
    close = [b for b in blockers if b.id not in (body.id, target.id) and _meets(around, b)]
    lines = tuple(_look(a, b, [body, target, *close]) for a, b in ways)
    return Sight(side, target_side, (lines[0], lines[1], lines[2]))


def best_sight(body: Body, side: Side, target: Body, blockers: Sequence[Blocker]) -> Sight:
    """Sight to the side of the target with the most clear lines; of equals the nearest one, middle to middle."""
    middle = body.middle(side)
    seen: list[tuple[int, int, Side]] = []
    for each in facing_sides(target, middle):
        seen.append((rounded(_way(middle, target.middle(each))), each % 2, each))
    best: Sight | None = None
    for _, _, each in sorted(seen):
        found = three_lines(body, side, target, each, blockers)
        if best is None or found.clear > best.clear:
            best = found
        if best.clear == 3:
            break
    if best is None:
        raise ValueError("a base has a side towards every place")
    return best


def facing_sides(target: Body, spot: Spot) -> tuple[Side, ...]:
    """The sides of a base that look towards a place: those it lies more than a unit outside of, or else the nearest."""
    out = {side: target.beyond(side, spot) for side in SIDES}
    facing = tuple(side for side in SIDES if out[side] >= TOUCH)
    return facing or (max(SIDES, key=lambda side: out[side]),)


def line_of_sight(a: Spot, b: Spot, blockers: Iterable[Blocker]) -> SightLine:
    """The single line between two places, past these blockers."""
    around = _box([a, b])
    return _look(a, b, [blocker for blocker in blockers if _meets(around, blocker)])


def _look(a: Spot, b: Spot, blockers: Iterable[Blocker]) -> SightLine:
    """The verdict on one line: blocked by what it comes to first; of equals by the first name."""
    length = _way(a, b)
    best, by = inf, ""
    if length:
        way = ((b[0] - a[0]) / length, (b[1] - a[1]) / length)
        for blocker in blockers:
            along = _blocked_at(a, b, way, length, blocker)
            if along is not None and (round(along, 3), blocker.id) < (best, by):
                best, by = round(along, 3), blocker.id
    if best == inf:
        return SightLine(point(a), point(b), clear=True)
    at = (a[0] + (b[0] - a[0]) * best / length, a[1] + (b[1] - a[1]) * best / length)
    return SightLine(point(a), point(b), clear=False, by=by, at=point(at))


def _blocked_at(a: Spot, b: Spot, way: Spot, length: float, blocker: Blocker) -> float | None:
    """How far along a line something blocks it; None where it does not."""
    if isinstance(blocker, Body):
        return _through(a, b, way, length, blocker.hull)
    if isinstance(blocker, Barrier):
        met = crossing(a, b, blocker)
        return None if met is None else (met[0] - a[0]) * way[0] + (met[1] - a[1]) * way[1]
    line = LineString((a, b))
    if not blocker.core.intersects(line):
        return None
    places = get_coordinates(blocker.polygon.intersection(line)).tolist()
    inside = get_coordinates(blocker.core.intersection(line)).tolist()
    first: float = min((x - a[0]) * way[0] + (y - a[1]) * way[1] for x, y in inside)
    # The line comes to the edge where it last did so before it is deep enough to be blocked.
    before: list[float] = [(x - a[0]) * way[0] + (y - a[1]) * way[1] for x, y in places]
    return max([t for t in before if t <= first], default=first)


def _through(a: Spot, b: Spot, way: Spot, length: float, hull: Hull) -> float | None:
    """How far along a line it enters an outline that it passes through by more than a unit."""
    dx, dy = way
    aside = [(y - a[1]) * dx - (x - a[0]) * dy for x, y in hull.points]
    if max(aside) < DEEP or min(aside) > -DEEP:
        return None
    enter = 0.0
    for nx, ny, out in hull.faces:
        before, after = nx * a[0] + ny * a[1] - out, nx * b[0] + ny * b[1] - out
        if before > -DEEP and after > -DEEP:
            return None
        if before > 0:
            enter = max(enter, length * before / (before - after))
    return enter


def _way(a: Spot, b: Spot) -> float:
    return hypot(b[0] - a[0], b[1] - a[1])


def _box(spots: Sequence[Spot]) -> tuple[float, float, float, float]:
    xs, ys = [s[0] for s in spots], [s[1] for s in spots]
    return min(xs), min(ys), max(xs), max(ys)


def _meets(box: tuple[float, float, float, float], blocker: Blocker) -> bool:
    x, y, right, bottom = blocker.bounds
    return x < box[2] and box[0] < right and y < box[3] and box[1] < bottom
