"""Outlines that are put on the table: turned and moved there, cut off at its rim, against each other."""

from collections.abc import Sequence
from math import dist
from typing import Literal, TypeAlias

import shapely
from shapely import LineString, MultiLineString, MultiPolygon, Polygon
from shapely.geometry.base import BaseGeometry
from shapely.ops import substring

from muster.geometry.open.angles import Point, Ring, point, ring
from muster.geometry.open.hulls import DEEP, TOUCH
from muster.geometry.open.poses import Pose

Rim: TypeAlias = Literal["north", "south", "west", "east"]
"""A side of the table."""


def laid(outline: Sequence[Point], pose: Pose) -> Ring:
    """An outline about (0, 0) at heading 0, put down with that place and heading."""
    return tuple(point(pose.spot(x, -y)) for x, y in outline)


def is_within(outline: Sequence[Point], width: int, height: int) -> bool:
    """Whether no point lies off a table of that size."""
    return all(0 <= x <= width and 0 <= y <= height for x, y in outline)


def cut(outline: Sequence[Point], width: int, height: int) -> Ring:
    """The part of an area that lies on a table of that size; the largest of several, empty where there is none."""
    found = Polygon(outline).intersection(shapely.box(0, 0, width, height))
    parts = found.geoms if isinstance(found, MultiPolygon) else [found]
    areas = [p for p in parts if isinstance(p, Polygon) and not p.is_empty]
    largest = max(areas, key=lambda p: p.area, default=None)
    return ring([(x, y) for x, y in largest.exterior.coords[:-1]]) if largest is not None else ()


def common(a: Sequence[Point], b: Sequence[Point], *, margin: int = 0) -> tuple[Ring, ...]:
    """The parts that two areas share, the second taken to reach so many units further; clockwise or not."""
    found = Polygon(a).intersection(Polygon(b).buffer(margin, join_style="mitre"))
    parts = found.geoms if isinstance(found, MultiPolygon) else [found]
    return tuple(
        ring([(x, y) for x, y in p.exterior.coords[:-1]])
        for p in parts
        if isinstance(p, Polygon) and p.area > 0
    )


def share_ground(a: Sequence[Point], b: Sequence[Point], *, closed: tuple[bool, bool] = (True, True)) -> bool:
    """Whether two areas, or lines where they are not closed, reach into each other by more than a unit."""
    first, second = _shape(a, closed[0]), _shape(b, closed[1])
    if not first.intersects(second):
        return False
    if closed[0]:
        return bool(first.buffer(-DEEP, join_style="mitre").intersects(second))
    if closed[1]:
        return bool(second.buffer(-DEEP, join_style="mitre").intersects(first))
    return _cross(first, second)


def are_near(a: Sequence[Point], b: Sequence[Point], *, closed: tuple[bool, bool] = (True, True)) -> bool:
    """Whether two areas or lines are at most a unit apart."""
    return float(_shape(a, closed[0]).distance(_shape(b, closed[1]))) < TOUCH


def long_sides(strip: Sequence[Point], across: int, width: int, height: int) -> tuple[Ring, ...]:
    """The sides of a strip of the given breadth, without its ends and what lies on the rim of a table of that size."""

    def is_side(a: Point, b: Point) -> bool:
        rims = ((0, 0), (0, width), (1, 0), (1, height))
        return dist(a, b) > across + TOUCH and not any(a[i] == b[i] == off for i, off in rims)

    edges = [(strip[i - 1], strip[i]) for i in range(len(strip))]
    first = next((i for i, edge in enumerate(edges) if not is_side(*edge)), 0)
    found: list[list[Point]] = []
    for a, b in (*edges[first:], *edges[:first]):
        if not is_side(a, b):
            continue
        if found and found[-1][-1] == a:
            found[-1].append(b)
        else:
            found.append([a, b])
    return tuple(tuple(side) for side in found)


def stretch_of(line: Sequence[Point], start: int, length: int) -> Ring:
    """So many units of a line, from so many units along it; to its end at most."""
    part = substring(LineString(line), start, start + length)
    return tuple(point((x, y)) for x, y in part.coords)


def runs_along(line: Sequence[Point], outline: Sequence[Point]) -> bool:
    """Whether a line keeps to the rim of an area, to a unit or two."""
    rim = LineString([*outline, outline[0]])
    return bool(rim.buffer(2 * TOUCH).contains(LineString(line)))


def exits(line: Sequence[Point], width: int, height: int) -> tuple[Rim | None, Rim | None]:
    """Through which sides of a table of that size a line leaves it at its two ends; None where it ends on the table."""
    inner = LineString(line).intersection(shapely.box(0, 0, width, height))
    parts = [p for p in getattr(inner, "geoms", [inner]) if isinstance(p, LineString) and p.length]
    if not parts:
        return None, None
    ends = ((line[0], parts[0].coords[0]), (line[-1], parts[-1].coords[-1]))
    return _side(*ends[0], width, height), _side(*ends[1], width, height)


def _side(end: Point, at: Sequence[float], width: int, height: int) -> Rim | None:
    """The side on which a line that ends there was cut off at ``at``."""
    if 0 < end[0] < width and 0 < end[1] < height:
        return None
    off: dict[Rim, float] = {
        "west": at[0],
        "east": width - at[0],
        "north": at[1],
        "south": height - at[1],
    }
    return min(off, key=lambda side: off[side])


def holds(outline: Sequence[Point], at: Point) -> bool:
    """Whether an area reaches to a place, to the nearest unit."""
    return float(Polygon(outline).distance(shapely.Point(at))) < TOUCH


def _shape(outline: Sequence[Point], closed: bool) -> BaseGeometry:
    return Polygon(outline) if closed else LineString(outline)


def _cross(first: BaseGeometry, second: BaseGeometry) -> bool:
    """Whether one line passes from one side of the other to its other side, or runs along it."""
    meeting = first.intersection(second)
    if isinstance(meeting, (LineString, MultiLineString)):
        return meeting.length > DEEP
    ends = [shapely.Point(c) for line in (first, second) for c in (line.coords[0], line.coords[-1])]
    return all(float(meeting.distance(end)) >= TOUCH for end in ends)
