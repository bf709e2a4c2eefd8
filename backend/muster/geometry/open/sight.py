"""Three lines of sight between a side of one base and a side of another, for many targets at once.

They run from middle to middle and from each corner to the corner that matches it, so that the two do not cross. A
line may touch anything; it is blocked by what it passes through by more than a unit, be it another base, a piece of
terrain, or one of the two bases themselves (a far corner is hidden by its own base). So sight between two sides is
mutual.

What a line passes through it meets in its core: the outline, taken in by what is still touching. Many lines are held
against all edges of all cores in one sum; few of them one by one against what lies near, which takes less time. Both
work out the same numbers.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from math import hypot
from typing import Literal, NamedTuple, TypeAlias

import numpy as np
import numpy.typing as npt

from muster.geometry.open.angles import Point, Spot, Values, point, rounded
from muster.geometry.open.hulls import TOUCH
from muster.geometry.open.poses import SIDES, Body, Side
from muster.geometry.open.terrain import Area

Blocker: TypeAlias = Body | Area
Effect: TypeAlias = Literal["full", "limited", "none"]
Way: TypeAlias = tuple[Spot, Spot]
Met: TypeAlias = dict[int, int]
"""For the numbers of blocked lines, the number of the thing that blocks each."""
Places: TypeAlias = npt.NDArray[np.intp]


class SightLine(NamedTuple):
    """A line between two places; where it is not clear, what blocks it first and where."""

    start: Point
    end: Point
    clear: bool
    by: str | None = None
    at: Point | None = None


class Sight(NamedTuple):
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
    """Sight from a side of a base to a side of another one, past these blockers."""
    ways = _ways(body, side, target, target_side)
    everything = [body, target, *blockers]
    return _sight(side, target_side, ways, _met_one_by_one(ways, everything), 0, everything)


def best_sight(body: Body, side: Side, target: Body, blockers: Iterable[Blocker]) -> Sight:
    """Sight to the side of the target with the most clear lines; of equals the nearest one, middle to middle."""
    return sights(body, side, [target], blockers)[0]


def sights(body: Body, side: Side, targets: Sequence[Body], blockers: Iterable[Blocker]) -> list[Sight]:
    """:func:`best_sight` to each of many targets, past the same blockers."""
    middle, ways = body.middle(side), list[Way]()
    tries: list[tuple[int, Side]] = []
    for place, target in enumerate(targets):
        facing = facing_sides(target, middle)
        if len(facing) > 1:
            facing = tuple(sorted(facing, key=lambda s: (rounded(_length(middle, target.middle(s))), s % 2)))
        for each in facing:
            tries.append((place, each))
            ways += _ways(body, side, target, each)
    everything = [body, *targets, *blockers]
    met = _first_met(ways, everything, 1 + len(targets), [place for place, _ in tries for _ in range(3)])
    best: dict[int, tuple[int, int, Side]] = {}
    for n, (place, each) in enumerate(tries):
        blocked = sum(line in met for line in range(3 * n, 3 * n + 3))
        if place not in best or blocked < best[place][0]:
            best[place] = (blocked, 3 * n, each)
    return [_sight(side, each, ways, met, first, everything) for _, first, each in best.values()]


def _sight(
    side: Side, target_side: Side, ways: Sequence[Way], met: Met, first: int, everything: Sequence[Blocker]
) -> Sight:
    """The verdict on three lines, of which ``first`` is the number of the first."""
    lines = [_verdict(ways[n], met.get(n), everything) for n in range(first, first + 3)]
    return Sight(side, target_side, (lines[0], lines[1], lines[2]))


def _verdict(way: Way, met: int | None, everything: Sequence[Blocker]) -> SightLine:
    """The verdict on a line that meets the core of a thing, or none."""
    a, b = way
    if met is None:
        return SightLine(point(a), point(b), clear=True)
    blocker = everything[met]
    return SightLine(point(a), point(b), clear=False, by=blocker.id, at=_edge_met(a, b, blocker))


def facing_sides(target: Body, spot: Spot) -> tuple[Side, ...]:
    """The sides of a base that look towards a place: those it lies more than a unit outside of, or else the nearest."""
    x, y = spot
    out = [nx * x + ny * y - h for nx, ny, h in target.hull.faces]
    return tuple(side for side in SIDES if out[side] >= TOUCH) or (SIDES[out.index(max(out))],)


def line_of_sight(a: Spot, b: Spot, blockers: Iterable[Blocker]) -> SightLine:
    """The single line between two places, past these blockers."""
    everything, way = list(blockers), (a, b)
    return _verdict(way, _met_one_by_one([way], everything).get(0), everything)


def first_on_line(a: Spot, b: Spot, blockers: Sequence[Blocker]) -> str | None:
    """The name of what blocks the line between two places first; None where it is clear."""
    met = _met_one_by_one([(a, b)], blockers).get(0)
    return None if met is None else blockers[met].id


def _ways(body: Body, side: Side, target: Body, target_side: Side) -> list[Way]:
    """The ends of the three lines."""
    left, right = body.ends(side)
    far_right, far_left = target.ends(target_side)  # as the shooter sees them
    # The two lines that do not cross are shorter together.
    if _length(left, far_left) + _length(right, far_right) > _length(left, far_right) + _length(
        right, far_left
    ):
        far_left, far_right = far_right, far_left
    return [(body.middle(side), target.middle(target_side)), (left, far_left), (right, far_right)]


def _first_met(ways: Sequence[Way], everything: Sequence[Blocker], own: int, aims: Sequence[int]) -> Met:
    """Each line that meets a core, with the number of the thing whose core it meets first, of equals the first by name.

    Of the first ``own`` things number 0 is the shooter and number 1 + n the target n: they block their own lines only,
    and ``aims`` says at which target a line aims.
    """
    if not ways or not everything:
        return {}
    lines = np.array(ways, dtype=np.float64).reshape(-1, 4)
    x, y = lines[:, 0], lines[:, 1]
    dx, dy = lines[:, 2] - x, lines[:, 3] - y
    length = np.hypot(dx, dy)
    length[length == 0] = 1.0  # a line without length runs nowhere, and meets nothing
    dx, dy = dx / length, dy / length
    thing, line = _close(everything, x, y, dx, dy, length)
    kept = (thing >= own) | (thing == 0) | (thing == 1 + np.array(aims)[line])
    thing, line = thing[kept], line[kept]
    # A row for each edge of each of these things, beside the line that may meet it.
    sizes = np.array([len(each.core) for each in everything])
    many = sizes[thing]
    rows: Places = np.arange(int(many.sum())) + np.repeat(
        (np.cumsum(sizes) - sizes)[thing] - (np.cumsum(many) - many), many
    )
    edges = np.vstack([each.core for each in everything])[rows]
    thing, line = np.repeat(thing, many), np.repeat(line, many)
    edges -= np.stack((x, y, x, y), axis=1)[line]
    way_x, way_y = dx[line], dy[line]
    before = edges[:, 1] * way_x - edges[:, 0] * way_y
    after = edges[:, 3] * way_x - edges[:, 2] * way_y
    cut = np.nonzero((before < 0) != (after < 0))[0]
    thing, line, edges, before, after = thing[cut], line[cut], edges[cut], before[cut], after[cut]
    share = before / (before - after)
    spot_x = edges[:, 0] + share * (edges[:, 2] - edges[:, 0])
    spot_y = edges[:, 1] + share * (edges[:, 3] - edges[:, 1])
    along = np.round(spot_x * dx[line] + spot_y * dy[line], 3)
    # Who stands in a core comes to its edge an odd number of times, the first time from within.
    pair = line * len(everything) + thing
    within = np.bincount(pair[along >= 0], minlength=len(ways) * len(everything))[pair] % 2 == 1
    along = np.where(within, 0.0, along)
    met = np.nonzero((along >= 0) & (along <= length[line]))[0]
    names = np.argsort(np.argsort([each.id for each in everything], kind="stable"))
    order = met[np.lexsort((names[thing[met]], along[met], line[met]))]
    return dict(zip(reversed(line[order].tolist()), reversed(thing[order].tolist()), strict=True))


def _met_one_by_one(ways: Sequence[Way], everything: Sequence[Blocker]) -> Met:
    """:func:`_first_met` for few lines, each of which anything may block."""
    found: Met = {}
    for line, ((ax, ay), (bx, by)) in enumerate(ways):
        left, right, top, bottom = min(ax, bx), max(ax, bx), min(ay, by), max(ay, by)
        dx, dy = bx - ax, by - ay
        wide, high = abs(dy), abs(dx)
        first: tuple[float, str, int] | None = None
        for number, thing in enumerate(everything):
            box = thing.bounds
            if box[0] > right or box[2] < left or box[1] > bottom or box[3] < top:
                continue
            x, y = box[0] + box[2] - 2 * ax, box[1] + box[3] - 2 * ay
            if abs(x * dy - y * dx) > (box[2] - box[0]) * wide + (box[3] - box[1]) * high:
                continue  # the whole box lies on one side of the line
            along = _along_to_core((ax, ay), (bx, by), thing)
            if along is not None and (first is None or (along, thing.id, number) < first):
                first = (along, thing.id, number)
        if first is not None:
            found[line] = first[2]
    return found


def _along_to_core(a: Spot, b: Spot, thing: Blocker) -> float | None:
    """How far along a line it first meets the core of a thing, 0 for one that begins in it; None where it does not."""
    dx, dy = b[0] - a[0], b[1] - a[1]
    length = abs(complex(dx, dy)) or 1.0  # the C library's hypot, as numpy's is: math.hypot rounds better
    dx, dy = dx / length, dy / length
    crossed: list[float] = []
    for px, py, qx, qy in thing.core.tolist():
        px, py, qx, qy = px - a[0], py - a[1], qx - a[0], qy - a[1]
        before, after = py * dx - px * dy, qy * dx - qx * dy
        if (before < 0) is not (after < 0):
            share = before / (before - after)
            along = (px + share * (qx - px)) * dx + (py + share * (qy - py)) * dy
            along = round(along * 1000) / 1000
            if along >= 0:
                crossed.append(along)
    if len(crossed) % 2:
        return 0.0
    first = min(crossed, default=None)
    return first if first is not None and first <= length else None


def _close(
    everything: Sequence[Blocker], x: Values, y: Values, dx: Values, dy: Values, length: Values
) -> tuple[Places, Places]:
    """The numbers of things and lines that come as near to each other as the circle round a thing."""
    bounds = np.array([each.bounds for each in everything])
    centre_x, centre_y = (bounds[:, :1] + bounds[:, 2:3]) / 2 - x, (bounds[:, 1:2] + bounds[:, 3:]) / 2 - y
    radius = np.hypot(bounds[:, 2:3] - bounds[:, :1], bounds[:, 3:] - bounds[:, 1:2]) / 2
    aside, along = centre_y * dx - centre_x * dy, centre_x * dx + centre_y * dy
    thing, line = np.nonzero((abs(aside) < radius) & (along > -radius) & (along < length + radius))
    return thing, line


def _edge_met(a: Spot, b: Spot, blocker: Blocker) -> Point:
    """Where a line that meets a core comes through the outline to it: the start itself within the outline."""
    length = _length(a, b)
    dx, dy = (b[0] - a[0]) / length, (b[1] - a[1]) / length
    outline = blocker.corners if isinstance(blocker, Body) else blocker.outline
    places: list[float] = []
    for i, (qx, qy) in enumerate(outline):
        px, py = outline[i - 1]
        before, after = (py - a[1]) * dx - (px - a[0]) * dy, (qy - a[1]) * dx - (qx - a[0]) * dy
        if (before < 0) is not (after < 0):
            share = before / (before - after)
            along = (px + share * (qx - px) - a[0]) * dx + (py + share * (qy - py) - a[1]) * dy
            if along > 0:
                places.append(along)
    first = min(places) if places and len(places) % 2 == 0 else 0.0
    return point((a[0] + first * dx, a[1] + first * dy))


def _length(a: Spot, b: Spot) -> float:
    return hypot(b[0] - a[0], b[1] - a[1])
