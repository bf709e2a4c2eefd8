"""How a map is parted into spaces: which space each square belongs to, and every side that two spaces share.

Exact. Squares that no shaped space touches are spaces of their own or joined; shaped spaces must cover wholly the
squares that they cut.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import lru_cache

from muster.geometry.grid.polygons import (
    UNIT,
    Corner,
    is_inside,
    is_on_rim,
    parts,
    sides,
    squares_under,
    turn,
)
from muster.geometry.grid.squaremap import MapBorder, MapEdge, ShapedSpace, SquareMap
from muster.geometry.grid.squares import Edge, Square, edge_squares, edges_of


@dataclass(frozen=True, slots=True)
class Part:
    """A stretch of a border between its ends: the spaces on both sides (None: off the board), and what stands there."""

    start: Corner
    end: Corner
    spaces: tuple[Square | None, Square | None]
    thing: MapEdge | MapBorder | None


@dataclass(frozen=True, slots=True)
class Partition:
    """``owners`` of every square: for one that is cut, of its middle. ``cut`` says which shaped spaces lie on it."""

    owners: dict[Square, Square]
    cut: dict[Square, tuple[ShapedSpace, ...]]
    parts: tuple[Part, ...]
    loose: tuple[tuple[Corner, Corner], ...]
    """Stretches on which the spaces do not meet as they should; none in a map that was read."""
    unused: tuple[MapEdge | MapBorder, ...]
    """Borders of which some stretch is no side of a space."""


@lru_cache(maxsize=32)
def partition(table: SquareMap) -> Partition:
    """The spaces of a map and what they share."""
    cut = _cut(table.shapes)
    owners = _owners(table, cut)
    found = _stretches(table, owners, cut)
    loose = tuple(ends for ends, pair in found.items() if not _is_sound(table, ends, pair))
    things, unused = _things(table, found)
    return Partition(owners, cut, tuple(_parts(found, things)), loose, unused)


def _cut(shapes: Iterable[ShapedSpace]) -> dict[Square, tuple[ShapedSpace, ...]]:
    found: dict[Square, tuple[ShapedSpace, ...]] = {}
    for shape in shapes:
        for square in squares_under(shape.corners):
            found[square] = (*found.get(square, ()), shape)
    return found


def _owners(table: SquareMap, cut: dict[Square, tuple[ShapedSpace, ...]]) -> dict[Square, Square]:
    merged = {square: space.squares[0] for space in table.spaces for square in space.squares}
    owners: dict[Square, Square] = {}
    for y in range(table.height):
        for x in range(table.width):
            middle = (x * UNIT + UNIT // 2, y * UNIT + UNIT // 2)
            over = cut.get((x, y), ())
            inside = [s for s in over if is_inside(s.corners, middle)]
            on = inside or [s for s in over if is_on_rim(s.corners, middle)]
            owners[x, y] = on[0].name if on else merged.get((x, y), (x, y))
    return owners


_Pair = list[Square | None]
_Ends = tuple[Corner, Corner]


def _stretches(
    table: SquareMap, owners: dict[Square, Square], cut: dict[Square, tuple[ShapedSpace, ...]]
) -> dict[_Ends, list[_Pair]]:
    """Every stretch with the spaces on its first and on its second side, as `edge_squares` has them."""
    points = sorted({corner for shape in table.shapes for corner in shape.corners})
    found: dict[_Ends, list[_Pair]] = {}
    for square, owner in owners.items():
        if square in cut:
            continue
        for edge in edges_of(square):
            second = edge_squares(edge)[1] == square
            a, b = ends_of(edge)
            for ends in parts(a, b, points) if points else ((a, b),):
                found.setdefault(ends, [[], []])[second].append(owner)
    for shape in table.shapes:
        for a, b in sides(shape.corners):
            for start, end in parts(a, b, [*points, *_lattice(a, b)]):
                ends = (start, end) if start < end else (end, start)
                # Clockwise the inside lies to the right hand.
                second = (start < end) == _second_is_right(ends)
                found.setdefault(ends, [[], []])[second].append(shape.name)
    return found


def _second_is_right(ends: _Ends) -> bool:
    """Whether the second side (south, else east) lies to the right hand of a stretch from its smaller end."""
    (ax, ay), (bx, by) = ends
    far = (ax, ay + 1) if ax != bx else (ax + 1, ay)
    return turn((ax, ay), (bx, by), far) > 0


def _lattice(a: Corner, b: Corner) -> Iterator[Corner]:
    """The corners of squares on a stretch that runs along a line of the grid."""
    if a[0] == b[0] and a[0] % UNIT == 0:
        low, high = sorted((a[1], b[1]))
        yield from ((a[0], y) for y in range(-(-low // UNIT) * UNIT, high + 1, UNIT))
    if a[1] == b[1] and a[1] % UNIT == 0:
        low, high = sorted((a[0], b[0]))
        yield from ((x, a[1]) for x in range(-(-low // UNIT) * UNIT, high + 1, UNIT))


def ends_of(edge: Edge) -> tuple[Corner, Corner]:
    """The ends of a square's side, the smaller first."""
    x, y, side = edge
    end = (x + 1, y) if side == "n" else (x, y + 1)
    return (x * UNIT, y * UNIT), (end[0] * UNIT, end[1] * UNIT)


def _is_sound(table: SquareMap, ends: _Ends, pair: list[_Pair]) -> bool:
    """A space on each side, or one alone on the rim of the board."""
    held = (len(pair[0]), len(pair[1]))
    if held == (1, 1):
        return True
    xs, ys = {p[0] for p in ends}, {p[1] for p in ends}
    rim = xs in ({0}, {table.width * UNIT}) or ys in ({0}, {table.height * UNIT})
    return rim and sorted(held) == [0, 1]


def _things(
    table: SquareMap, found: dict[_Ends, list[_Pair]]
) -> tuple[dict[_Ends, MapEdge | MapBorder], tuple[MapEdge | MapBorder, ...]]:
    """What stands on which stretch, and what does not stand wholly on such."""
    things: dict[_Ends, MapEdge | MapBorder] = {}
    unused: list[MapEdge | MapBorder] = []
    points = sorted({p for ends in found for p in ends}) if table.shapes else []
    for thing in table.standing:
        a, b = ends_of(thing.edge) if isinstance(thing, MapEdge) else (thing.start, thing.end)
        for start, end in parts(a, b, points) if points else ((a, b),):
            ends = (start, end) if start < end else (end, start)
            pair = found.get(ends)
            if pair is None or pair[0] == pair[1] or ends in things:
                unused.append(thing)
                break
            things[ends] = thing
    return things, tuple(unused)


def _parts(found: dict[_Ends, list[_Pair]], things: dict[_Ends, MapEdge | MapBorder]) -> Iterator[Part]:
    for ends, (first, second) in found.items():
        pair = (first[0] if first else None, second[0] if second else None)
        if pair[0] != pair[1]:
            yield Part(*ends, pair, things.get(ends))
