"""Pieces of terrain: areas and lines with the name of their kind, and how a base or a line lies to them.

How much of a base lies inside an area is compared at one half in whole square units: exactly half counts as in.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import pairwise
from math import ceil, floor, hypot, inf

import numpy as np
import shapely
from shapely import LineString, MultiLineString, Polygon
from shapely.geometry.base import BaseGeometry

from muster.geometry.open.angles import Point, Ring, Spot, point, rounded
from muster.geometry.open.hulls import DEEP, TOUCH, Bounds, Edges, Hull, edges_of, joined, near
from muster.geometry.open.moves import Path
from muster.geometry.open.poses import Body, Distance, Side, between_points
from muster.geometry.open.shares import first_half
from muster.geometry.open.sweeps import Span


@dataclass(frozen=True)
class Area:
    """A piece of terrain with an outline, in whole units; ``kind`` is a word of the ruleset."""

    id: str
    kind: str
    outline: Ring

    def __post_init__(self) -> None:
        """Raises ValueError for an outline that is none, crosses itself, or names a place twice running."""
        around = zip(self.outline, (*self.outline[1:], *self.outline[:1]), strict=True)
        if len(self.outline) < 3 or any(p == q for p, q in around) or not self.polygon.is_valid:
            raise ValueError(f"the outline of {self.id} is not that of one piece of ground")

    @cached_property
    def polygon(self) -> Polygon:
        """Its ground."""
        polygon = Polygon(self.outline)
        shapely.prepare(polygon)
        return polygon

    @cached_property
    def edges(self) -> Edges:
        """The edges of its outline."""
        return edges_of(self.outline)

    @cached_property
    def inner(self) -> BaseGeometry:
        """Its ground without the edge, as far in as something may reach and only touch it."""
        inner = self.polygon.buffer(-DEEP, join_style="mitre")
        shapely.prepare(inner)
        return inner

    @cached_property
    def core(self) -> Edges:
        """The edges of that ground."""
        rings = [shapely.get_coordinates(ring)[:-1].tolist() for ring in _rings(self.inner)]
        return np.vstack([np.empty((0, 4)), *(edges_of([(x, y) for x, y in ring]) for ring in rings)])

    @cached_property
    def cover(self) -> BaseGeometry:
        """Its ground and half a unit more: what stands out less is inside after rounding."""
        cover = self.polygon.buffer(0.5, join_style="mitre")
        shapely.prepare(cover)
        return cover

    @cached_property
    def _parts(self) -> tuple[Hull, ...]:
        if self.polygon.convex_hull.equals(self.polygon):
            return (Hull(_clockwise(list(self.polygon.exterior.coords))),)
        triangles = shapely.constrained_delaunay_triangles(self.polygon).geoms
        rings = [_clockwise(list(t.exterior.coords)) for t in triangles if isinstance(t, Polygon)]
        return tuple(Hull(ring) for ring in joined(rings))

    @property
    def hulls(self) -> tuple[Hull, ...]:
        """Convex parts that cover it."""
        return self._parts

    @cached_property
    def _box(self) -> Bounds:
        return self.polygon.bounds

    @property
    def bounds(self) -> Bounds:
        """The box round it."""
        return self._box


@dataclass(frozen=True)
class Barrier:
    """A linear piece of terrain, such as a hedge; ``kind`` is a word of the ruleset."""

    id: str
    kind: str
    points: Ring

    def __post_init__(self) -> None:
        """Raises ValueError for fewer than two points, or two equal ones next to each other."""
        if len(self.points) < 2 or any(p == q for p, q in pairwise(self.points)):
            raise ValueError(f"the line of {self.id} has fewer than two places")

    @cached_property
    def line(self) -> LineString:
        """Its course."""
        return LineString(self.points)

    @cached_property
    def _parts(self) -> tuple[Hull, ...]:
        return tuple(Hull((p, q)) for p, q in pairwise(self.points))

    @property
    def hulls(self) -> tuple[Hull, ...]:
        """Its straight parts."""
        return self._parts

    @cached_property
    def _box(self) -> Bounds:
        return self.line.bounds

    @property
    def bounds(self) -> Bounds:
        """The box round it."""
        return self._box


def _rings(ground: BaseGeometry) -> Iterator[BaseGeometry]:
    """The outlines of all parts of some ground, and those of its holes."""
    for part in shapely.get_parts(ground):
        if isinstance(part, Polygon) and not part.is_empty:
            yield part.exterior
            yield from part.interiors


def _clockwise(coords: list[tuple[float, ...]]) -> tuple[Spot, ...]:
    """The corners of a closed ring, clockwise on the screen."""
    spots = [(c[0], c[1]) for c in coords[:-1]]
    twice = sum(p[0] * q[1] - q[0] * p[1] for p, q in zip(spots, [*spots[1:], spots[0]], strict=True))
    return tuple(spots if twice > 0 else reversed(spots))


# --- a base that stands -----------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Share:
    """How much of a base lies inside an area: whole square units of how many."""

    inside: int
    of: int

    @property
    def any(self) -> bool:
        """Whether any of it does."""
        return self.inside > 0

    @property
    def half(self) -> bool:
        """Whether at least half of it does."""
        return 2 * self.inside >= self.of

    @property
    def entire(self) -> bool:
        """Whether all of it does."""
        return self.inside >= self.of


def share_inside(body: Body, area: Area) -> Share:
    """How much of a base lies inside an area."""
    print_ = body.footprint
    inside = body.polygon.intersection(area.polygon).area
    return Share(rounded(inside), print_.frontage * print_.depth)


def is_in(body: Body, area: Area) -> bool:
    """Whether at least half of a base lies inside an area."""
    return near(body.bounds, area.bounds) and share_inside(body, area).half


def is_entirely_in(body: Body, area: Area) -> bool:
    """Whether a base lies inside an area up to its corners; one that stands out by a unit does not."""
    return near(body.bounds, area.bounds) and bool(area.cover.covers(body.polygon))


def middle(area: Area) -> Point:
    """The middle of an area's ground, to the nearest unit."""
    spot = area.polygon.centroid
    return point((spot.x, spot.y))


def any_in(body: Body, area: Area) -> bool:
    """Whether a base reaches into an area by more than a unit."""
    return near(body.bounds, area.bounds, 0) and bool(area.inner.intersects(body.polygon))


def edge_distance(body: Body, area: Area, *, side: Side | None = None) -> Distance:
    """The shortest way between a base (or one side of it) and the edge of an area, from inside or outside."""
    shape = body.polygon.exterior if side is None else LineString(body.ends(side))
    return _shortest(shape, area.polygon.exterior)


def edge_distance_from(spot: Spot, area: Area) -> Distance:
    """The shortest way between a place and the edge of an area, from inside or outside."""
    return _shortest(shapely.Point(spot), area.polygon.exterior)


def side_touches(body: Body, side: Side, barrier: Barrier) -> bool:
    """Whether a side of a base lies at a barrier: at most one unit away from it."""
    return near(body.bounds, barrier.bounds) and LineString(body.ends(side)).distance(barrier.line) < TOUCH


# --- lines ------------------------------------------------------------------------------------------------------


def length_inside(a: Spot, b: Spot, area: Area) -> int:
    """How much of the line between two places lies inside an area, in whole units."""
    return rounded(LineString((a, b)).intersection(area.polygon).length)


def parts_inside(a: Spot, b: Spot, area: Area) -> tuple[tuple[Point, Point], ...]:
    """The parts of the line between two places that lie inside an area, from ``a`` on: for the board."""
    found = LineString((a, b)).intersection(area.polygon)
    lines = found.geoms if isinstance(found, MultiLineString) else [found]
    parts = [line.coords for line in lines if isinstance(line, LineString) and line.length]
    pairs = [sorted((p[0], p[-1]), key=lambda c: (c[0] - a[0]) ** 2 + (c[1] - a[1]) ** 2) for p in parts]
    ordered = sorted(pairs, key=lambda pair: (pair[0][0] - a[0]) ** 2 + (pair[0][1] - a[1]) ** 2)
    return tuple((point((p[0], p[1])), point((q[0], q[1]))) for p, q in ordered)


def crossing(a: Spot, b: Spot, barrier: Barrier) -> Point | None:
    """The place nearest to ``a`` at which the line between two places crosses a barrier; None where it does not.

    Touching does not cross: the barrier must pass from one side of the line to the other by more than a unit, and so
    must the line pass the barrier.
    """
    length = hypot(b[0] - a[0], b[1] - a[1])
    if not length:
        return None
    dx, dy = (b[0] - a[0]) / length, (b[1] - a[1]) / length
    best = inf
    before: tuple[int, float] | None = None
    for i, (x, y) in enumerate(barrier.points):
        aside = (y - a[1]) * dx - (x - a[0]) * dy
        if abs(aside) < TOUCH:
            continue
        if before is not None and (aside > 0) is not (before[1] > 0):
            along, slope = _passing(a, (dx, dy), barrier, before, (i, aside))
            if along < best and min(along, length - along) * slope >= TOUCH:
                best = along
        before = (i, aside)
    return point((a[0] + best * dx, a[1] + best * dy)) if best < inf else None


def _passing(
    a: Spot, way: Spot, barrier: Barrier, before: tuple[int, float], after: tuple[int, float]
) -> tuple[float, float]:
    """How far along a line a barrier passes it between two of its places, and how steeply (1: square)."""
    (i, off), (j, other) = before, after
    if j > i + 1:  # it goes along the line for a while; where it comes to it counts
        x, y = barrier.points[i + 1]
        return (x - a[0]) * way[0] + (y - a[1]) * way[1], 1.0
    (px, py), (qx, qy) = barrier.points[i], barrier.points[j]
    share = off / (off - other)
    at = (px + share * (qx - px), py + share * (qy - py))
    return (at[0] - a[0]) * way[0] + (at[1] - a[1]) * way[1], abs(off - other) / hypot(qx - px, qy - py)


# --- a base on its way -------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Crossed:
    """A piece of terrain on the way: lengths along the path, None for never.

    ``touched`` where the base reaches it, ``half_in`` where at least half of the base lies in it (always None for a
    barrier), ``left`` where the base is off it for good.
    """

    id: str
    kind: str
    touched: int
    half_in: int | None
    left: int | None


def crossed(path: Path, piece: Area | Barrier) -> Crossed | None:
    """How a path comes to a piece of terrain and off it again; None if it never reaches it."""
    spans = _through(path, piece)
    parts = _along(path, spans)
    if not parts:
        return None
    last = max(last for _, last in parts)
    half = _first_half(path, piece, spans, 1) if isinstance(piece, Area) else None
    left = rounded(last) if last < path.length else None
    return Crossed(piece.id, piece.kind, rounded(min(parts)[0]), half, left)


def touched_at(path: Path, piece: Area | Barrier) -> int | None:
    """The first whole length along a path at which the base reaches a piece of terrain; None if it never does."""
    parts = _along(path, _through(path, piece))
    return rounded(min(parts)[0]) if parts else None


def half_in_at(path: Path, area: Area) -> int | None:
    """The first whole length along a path at which at least half of the base lies inside an area; None if never."""
    return _first_half(path, area, _through(path, area), 1)


def half_out_at(path: Path, area: Area) -> int | None:
    """The first whole length along a path at which less than half of the base lies inside an area; None if never."""
    return _first_half(path, area, _through(path, area), -1)


def _through(path: Path, piece: Area | Barrier) -> list[list[Span]]:
    """For each leg of a path the stretches on which the base touches or overlaps a part of a piece of terrain."""
    found: list[list[Span]] = []
    for leg in path.legs:
        on: list[Span] = []
        if near(leg.bounds, piece.bounds):
            for hull in piece.hulls:
                if near(leg.bounds, hull.bounds):
                    on += [s for s in leg.spans(hull, 0.0) if s[1] >= 0 and s[0] <= leg.length]
        found.append(on)
    return found


def _along(path: Path, spans: Sequence[Sequence[Span]]) -> list[Span]:
    """The stretches of all legs, measured along the path and no farther than each leg goes."""
    found: list[Span] = []
    done = 0
    for leg, on in zip(path.legs, spans, strict=True):
        found += [(done + max(0.0, first), done + min(last, leg.length)) for first, last in on]
        done += leg.length
    return found


def _first_half(path: Path, area: Area, spans: Sequence[Sequence[Span]], sense: int) -> int | None:
    """The first whole length at which the base has come to be half in (``sense`` 1) or less than that (-1)."""
    done = 0
    for leg, on in zip(path.legs, spans, strict=True):
        if on:
            # Before it comes to the area, and after it is off it, there is nothing to be found.
            start = max(0, floor(min(first for first, _ in on)) - 1) if sense > 0 else 0
            end = min(leg.length, ceil(min(leg.length, max(last for _, last in on))) + 2)
            found = first_half(leg, area.edges, sense, min(start, end), end)
            if found is not None:
                return done + found
        elif sense < 0:
            return done
        done += leg.length
    return None


def _shortest(shape: BaseGeometry, edge: BaseGeometry) -> Distance:
    way = shapely.shortest_line(shape, edge).coords
    return between_points((way[0][0], way[0][1]), (way[-1][0], way[-1][1]))
