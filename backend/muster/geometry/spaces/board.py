"""A board of spaces: which there are, what lies between them, which share only a corner.

It knows shapes and the facts of the map's kinds, and no rule: what a border lets through is for a game to say.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from fractions import Fraction
from typing import Any, Final, TypeAlias

from muster.geometry.grid.kinds import EdgeFacts
from muster.geometry.grid.partition import partition
from muster.geometry.grid.polygons import UNIT as UNIT
from muster.geometry.grid.polygons import Corner, is_inside, is_on_rim
from muster.geometry.grid.squaremap import MapBorder, MapEdge, SquareMap
from muster.geometry.grid.squares import Square

Space: TypeAlias = Square
"""A space, named by its only or its first square, or by the one that the map says."""
Point: TypeAlias = Corner
"""A point in twelfths of a square; the corners of a square are multiples of :data:`UNIT`."""
Exact: TypeAlias = tuple[Fraction, Fraction]
"""A point in twelfths of a square that need not be a whole one."""

OPEN: Final = EdgeFacts()


@dataclass(frozen=True, slots=True)
class Segment:
    """A stretch of a border, from ``start`` to ``end``, with what stands there (``edge`` None: nothing).

    A border between squares has one for each of their sides; others are cut wherever a third space meets them.
    """

    start: Point
    end: Point
    spaces: tuple[Space | None, Space | None]
    facts: EdgeFacts
    edge: MapEdge | MapBorder | None = None
    state: str | None = None


@dataclass(frozen=True, slots=True)
class SpaceFacts:
    """A space: its squares, its centre in twelfths, and what its ground is (that of the square that names it).

    ``squares`` of a shaped space are those whose middle it holds, and ``corners`` its outline, clockwise; of others
    that is None.
    """

    name: Space
    squares: tuple[Square, ...]
    corners: tuple[Point, ...] | None
    centre: Point
    level: int
    full: bool
    extras: frozenset[str]
    kind: str


@dataclass(frozen=True, slots=True)
class Way:
    """How a space joins two others that share only a corner with each other."""

    over: Space
    first: tuple[Segment, ...]
    second: tuple[Segment, ...]


class Board:
    """A map with its doors in some state. Two of one map and one set of states answer alike.

    ``memory`` is for whoever wants to remember answers about the board alone.
    """

    def __init__(self, table: SquareMap, states: Mapping[str, str]) -> None:
        """``states`` of every border that has some. Raises KeyError for an unknown state."""
        self.table = table
        self._partition = partition(table)
        self._states = dict(states)
        shapes = {shape.name: shape for shape in table.shapes}
        features = {s: f for f in table.features for s in f.squares}
        squares: dict[Space, list[Square]] = {}
        for square, owner in self._partition.owners.items():
            squares.setdefault(owner, []).append(square)
        self.spaces: dict[Space, SpaceFacts] = {}
        for name, members in squares.items():
            ground = table.ground(name)
            feature = features.get(name)
            thing = table.kinds.features[feature.kind] if feature is not None else None
            level = table.legend[table.rows[name[1]][name[0]]].level
            self.spaces[name] = SpaceFacts(
                name,
                tuple(sorted(members, key=lambda s: (s[1], s[0]))),
                shapes[name].corners if name in shapes else None,
                shapes[name].centre if name in shapes else _centre(members),
                feature.level if feature is not None and feature.level is not None else level,
                ground.full or not ground.enter or (thing is not None and (thing.full or not thing.enter)),
                ground.extras | (thing.extras if thing is not None else frozenset[str]()),
                feature.kind if feature is not None else ground.name,
            )
        self.segments: tuple[Segment, ...] = tuple(self._segments())
        self.shaped = tuple(s for s in self.segments if any(n in shapes for n in s.spaces))
        """The borders of shaped spaces."""
        self._borders: dict[tuple[Space | None, Space | None], tuple[Segment, ...]] = {}
        self._beside: dict[Space, list[Space]] = {s: [] for s in self.spaces}
        self._rims: dict[Space, frozenset[Point]] = {}
        self._corners: dict[Point, list[Space]] = {}
        self._chains: dict[Space, dict[Space, int]] = {}
        self.memory: dict[Any, Any] = {}
        self._gather()

    def _segments(self) -> Iterator[Segment]:
        for part in self._partition.parts:
            state = self._states.get(part.thing.id) if part.thing is not None else None
            facts = self.table.facts_of(part.thing, state) if part.thing is not None else OPEN
            yield Segment(part.start, part.end, part.spaces, facts, part.thing, state)

    def _gather(self) -> None:
        borders: dict[tuple[Space | None, Space | None], list[Segment]] = {}
        for segment in self.segments:
            one, other = segment.spaces
            for pair in ((one, other), (other, one)):
                borders.setdefault(pair, []).append(segment)
        self._borders = {pair: tuple(found) for pair, found in borders.items()}
        for one, other in self._borders:
            if one is not None and other is not None:
                self._beside[one].append(other)
        ends: dict[Space, dict[Point, None]] = {name: {} for name in self.spaces}
        for name, facts in self.spaces.items():
            if facts.corners is None:
                ends[name].update(dict.fromkeys(_corners_of(facts.squares)))
        for segment in self.segments:
            for space in segment.spaces:
                if space is not None:
                    ends[space].update({segment.start: None, segment.end: None})
        for name, points in ends.items():
            self._rims[name] = frozenset(points)
            for point in points:
                self._corners.setdefault(point, []).append(name)

    # ------------------------------------------------------------------ questions
    def space_of(self, square: Square) -> Space | None:
        """The space that a square belongs to; None off the board."""
        return self._partition.owners.get(square)

    def inside(self, point: Exact) -> Space | None:
        """The space that a point lies strictly inside of: on a side between two spaces it is in none."""
        cells = [(x, y) for x in _cells(point[0]) for y in _cells(point[1])]
        shapes = dict.fromkeys(s for cell in cells for s in self._partition.cut.get(cell, ()))
        for shape in shapes:
            if is_inside(shape.corners, point):
                return shape.name
        owners = {self.space_of(cell) for cell in cells}
        if len(owners) > 1 or any(is_on_rim(shape.corners, point) for shape in shapes):
            return None
        return owners.pop()

    def beside(self, space: Space) -> tuple[Space, ...]:
        """The spaces that share a border with this one, whatever stands on it."""
        return tuple(self._beside[space])

    def border(self, one: Space | None, other: Space | None) -> tuple[Segment, ...]:
        """What two spaces (None: the outside) share: a segment for each square's side, none if they share nothing."""
        return self._borders.get((one, other), ())

    def on_rim(self, space: Space) -> tuple[Segment, ...]:
        """The sides of a space on the rim of the board."""
        return self.border(space, None)

    def at_corner(self, point: Point) -> tuple[Space, ...]:
        """The spaces that have a corner there."""
        return tuple(self._corners.get(point, ()))

    def corners(self, space: Space) -> frozenset[Point]:
        """The corners of all squares of a space, of a shaped one its own, and where a border ends on its rim."""
        return self._rims[space]

    def across_corner(self, space: Space) -> tuple[Space, ...]:
        """The spaces that share a corner with this one and no border."""
        found = dict.fromkeys(
            other
            for point in sorted(self.corners(space))
            for other in self.at_corner(point)
            if other != space and not self.border(space, other)
        )
        return tuple(found)

    def ways(self, one: Space, other: Space) -> tuple[Way, ...]:
        """The spaces through whose borders two spaces that share a corner are joined: those that touch both there."""
        shared = self.corners(one) & self.corners(other)
        joining = dict.fromkeys(s for p in sorted(shared) for s in self.at_corner(p) if s not in (one, other))
        return tuple(
            Way(over, self.border(one, over), self.border(over, other))
            for over in joining
            if self.border(one, over) and self.border(over, other)
        )

    def steps_apart(self, one: Space, other: Space) -> int:
        """The shortest chain of spaces that touch, by side or corner, whatever stands between (0: the same).

        On a board of squares alone it is the larger of the two differences.
        """
        if one not in self._chains:
            self._chains[one] = self._chain(one)
        return self._chains[one][other]

    def straight_beyond(self, start: Space, over: Space) -> Space | None:
        """The space on the far side of ``over`` as seen from ``start``: that in which the mirror image of the one
        centre in the other lies, if it touches ``over``; None if there is none, or a side runs through that point.

        On a board of squares the three centres lie evenly spaced in a line.
        """
        a, b = self.spaces[start].centre, self.spaces[over].centre
        found = self.inside((Fraction(2 * b[0] - a[0]), Fraction(2 * b[1] - a[1])))
        touching = found in self._beside[over] or found in self.across_corner(over)
        return found if touching else None

    def _chain(self, start: Space) -> dict[Space, int]:
        far, queue = {start: 0}, deque([start])
        while queue:
            at = queue.popleft()
            for other in (*self.beside(at), *self.across_corner(at)):
                if other not in far:
                    far[other] = far[at] + 1
                    queue.append(other)
        return far


def _corners_of(squares: tuple[Square, ...]) -> Iterator[Point]:
    for x, y in squares:
        yield from (((x + i) * UNIT, (y + j) * UNIT) for i, j in ((0, 0), (1, 0), (0, 1), (1, 1)))


def _cells(value: Fraction) -> tuple[int, ...]:
    cell = int(value // UNIT)
    return (cell - 1, cell) if value == cell * UNIT else (cell,)


def _centre(squares: list[Square]) -> Point:
    """The middle of the squares, to the nearest twelfth; where that is not inside, of the square nearest to it."""
    count = len(squares)
    middle = (
        round(sum(x * UNIT + UNIT // 2 for x, _ in squares) / count),
        round(sum(y * UNIT + UNIT // 2 for _, y in squares) / count),
    )
    if all(square in squares for square in _round(middle)):
        return middle
    x, y = min(
        sorted(squares, key=lambda s: (s[1], s[0])),
        key=lambda s: (s[0] * UNIT + UNIT // 2 - middle[0]) ** 2 + (s[1] * UNIT + UNIT // 2 - middle[1]) ** 2,
    )
    return (x * UNIT + UNIT // 2, y * UNIT + UNIT // 2)


def _round(point: Point) -> set[Square]:
    """The squares that a point lies in or on the rim of."""
    x, y = point
    columns = {x // UNIT, (x - 1) // UNIT}
    rows = {y // UNIT, (y - 1) // UNIT}
    return {(i, j) for i in columns for j in rows}
