"""A board of spaces: which there are, what lies between them, which share only a corner.

It knows shapes and the facts of the map's kinds, and no rule: what a border lets through is for a game to say.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any, Final, TypeAlias

from muster.geometry.grid.kinds import EdgeFacts
from muster.geometry.grid.squaremap import MapEdge, SquareMap
from muster.geometry.grid.squares import Edge, Square, edge_squares, edges_of

Space: TypeAlias = Square
"""A space, named by its only or its first square."""
Point: TypeAlias = tuple[int, int]
"""A point in twelfths of a square; the corners of a square are multiples of :data:`UNIT`."""

UNIT: Final = 12
OPEN: Final = EdgeFacts()


@dataclass(frozen=True, slots=True)
class Segment:
    """One square's side of a border, from ``start`` to ``end``, with what stands there (``edge`` None: nothing)."""

    start: Point
    end: Point
    spaces: tuple[Space | None, Space | None]
    facts: EdgeFacts
    edge: MapEdge | None = None
    state: str | None = None


@dataclass(frozen=True, slots=True)
class SpaceFacts:
    """A space: its squares, its centre in twelfths, and what its ground is (that of its first square)."""

    name: Space
    squares: tuple[Square, ...]
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
        self._owner = _owners(table)
        self._edges = {e.edge: e for e in table.edges}
        self._states = dict(states)
        features = {s: f for f in table.features for s in f.squares}
        squares: dict[Space, list[Square]] = {}
        for square, owner in self._owner.items():
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
                _centre(members),
                feature.level if feature is not None and feature.level is not None else level,
                ground.full or not ground.enter or (thing is not None and (thing.full or not thing.enter)),
                ground.extras | (thing.extras if thing is not None else frozenset[str]()),
                feature.kind if feature is not None else ground.name,
            )
        self.segments: tuple[Segment, ...] = tuple(self._segments())
        self._borders: dict[tuple[Space | None, Space | None], tuple[Segment, ...]] = {}
        self._beside: dict[Space, list[Space]] = {s: [] for s in self.spaces}
        self._corners: dict[Point, list[Space]] = {}
        self._chains: dict[Space, dict[Space, int]] = {}
        self.memory: dict[Any, Any] = {}
        self._gather()

    def _segments(self) -> Iterator[Segment]:
        seen: set[Edge] = set()
        for square, owner in self._owner.items():
            for edge in edges_of(square):
                if edge in seen:
                    continue
                seen.add(edge)
                one, other = edge_squares(edge)
                pair = (self._owner.get(one), self._owner.get(other))
                if pair[0] == pair[1] == owner:
                    continue
                thing = self._edges.get(edge)
                state = self._states.get(thing.id) if thing is not None else None
                facts = self.table.facts_of(thing, state) if thing is not None else OPEN
                x, y, side = edge
                end = (x + 1, y) if side == "n" else (x, y + 1)
                yield Segment((x * UNIT, y * UNIT), (end[0] * UNIT, end[1] * UNIT), pair, facts, thing, state)

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
        for name, facts in self.spaces.items():
            for x, y in facts.squares:
                for corner in ((x, y), (x + 1, y), (x, y + 1), (x + 1, y + 1)):
                    held = self._corners.setdefault((corner[0] * UNIT, corner[1] * UNIT), [])
                    if name not in held:
                        held.append(name)

    # ------------------------------------------------------------------ questions
    def space_of(self, square: Square) -> Space | None:
        """The space that a square belongs to; None off the board."""
        return self._owner.get(square)

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
        """The corners of all squares of a space."""
        return _corners_of(self.spaces[space].squares)

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
        """The space on the far side of ``over`` as seen from ``start``, mirrored in its centre; None if there is none.

        Two spaces are straight opposite where their centres and that of the one between lie mirrored.
        """
        a, b = self.spaces[start].centre, self.spaces[over].centre
        mirrored = (2 * b[0] - a[0], 2 * b[1] - a[1])
        square = (mirrored[0] // UNIT, mirrored[1] // UNIT)
        found = self._owner.get(square)
        return found if found is not None and self.spaces[found].centre == mirrored else None

    def _chain(self, start: Space) -> dict[Space, int]:
        far, queue = {start: 0}, deque([start])
        while queue:
            at = queue.popleft()
            for other in (*self.beside(at), *self.across_corner(at)):
                if other not in far:
                    far[other] = far[at] + 1
                    queue.append(other)
        return far


def _owners(table: SquareMap) -> dict[Square, Space]:
    merged = {square: space.squares[0] for space in table.spaces for square in space.squares}
    return {(x, y): merged.get((x, y), (x, y)) for y in range(table.height) for x in range(table.width)}


def _corners_of(squares: tuple[Square, ...]) -> frozenset[Point]:
    return frozenset(((x + i) * UNIT, (y + j) * UNIT) for x, y in squares for i in (0, 1) for j in (0, 1))


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
