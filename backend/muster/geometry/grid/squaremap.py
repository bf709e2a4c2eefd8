"""Maps of squares: what a map is, its JSON form, and the way back from that form.

A `SquareMap` is frozen and complete: it carries its kinds, so that a match which stores `to_wire()` needs nothing
else to be played or shown again. `digest` names its content. Reading a YAML file, with line numbers in every fault,
and the way back from JSON, are in `mapfile`; a stored map is checked like a written one.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from typing import Final, Literal, TypeAlias

from muster.geometry.grid.kinds import EdgeFacts, Json, Kinds, SquareKind
from muster.geometry.grid.polygons import UNIT, Corner
from muster.geometry.grid.squares import Edge, Side, Square, canonical_edge

ZoneRole: TypeAlias = Literal["start", "ambush", "objective"]

MAX_SIDE: Final = 60
"""Squares along one side of a table, at most: larger ones would leave the speed budgets."""

MAX_LEVEL: Final = 20


@dataclass(frozen=True, slots=True)
class LegendEntry:
    """What one character of `rows` stands for. `level` is in paces of height (ruling R37)."""

    kind: str
    level: int = 0


@dataclass(frozen=True, slots=True)
class Feature:
    """A thing on one or more squares. `level` replaces that of the squares when it is not None."""

    id: str
    kind: str
    squares: tuple[Square, ...]
    level: int | None = None


@dataclass(frozen=True, slots=True)
class MapEdge:
    """A border that is more than open ground: `state` is its state at the start, None if its kind has none.

    `facing` is the direction of a one-way border, or the low side of a step: the side over which one leaves the
    square that the map file names. `lock` is the difficulty of forcing or opening it while locked.
    """

    id: str
    edge: Edge
    kind: str
    state: str | None = None
    facing: Side = "n"
    lock: int | None = None


@dataclass(frozen=True, slots=True)
class Zone:
    """Named squares: where a seat starts, may lie in ambush, or must get to."""

    id: str
    name: str
    squares: tuple[Square, ...]
    seat: str | None = None
    role: ZoneRole = "start"


@dataclass(frozen=True, slots=True)
class Entry:
    """Squares at which newcomers may enter the table."""

    id: str
    name: str
    squares: tuple[Square, ...]
    seat: str | None = None


@dataclass(frozen=True, slots=True)
class MergedSpace:
    """Squares that are one space together, where a game counts in spaces; it is named by its first square."""

    squares: tuple[Square, ...]


@dataclass(frozen=True, slots=True)
class ShapedSpace:
    """A space that is no union of squares: its corners, clockwise on the board, in twelfths of a square.

    It is named by a square whose middle lies inside it. `centre` is where one stands in it; `given` says that the map
    file sets it.
    """

    name: Square
    corners: tuple[Corner, ...]
    centre: Corner
    given: bool = False


@dataclass(frozen=True, slots=True)
class MapBorder:
    """A border that is more than open ground along the sides of shaped spaces, from point to point in twelfths."""

    id: str
    start: Corner
    end: Corner
    kind: str
    state: str | None = None
    lock: int | None = None


DecorShape: TypeAlias = Literal["at", "line", "area"]
Point: TypeAlias = tuple[float, float]


@dataclass(frozen=True, slots=True)
class Decor:
    """Something seen and never asked by a rule. Points, width and size in square units; turn in degrees.

    With a pair as `size` the point `at` is the north-west corner of the thing, otherwise its middle.
    """

    kind: str
    shape: DecorShape
    points: tuple[Point, ...]
    width: float | None = None
    size: float | Point | None = None
    turn: float | None = None
    text: str | None = None


@dataclass(frozen=True, slots=True, eq=False)
class SquareMap:
    """A table of squares as written: ground, features, borders at the start, zones and decor.

    Two maps are equal when their digests are.
    """

    id: str
    name: str
    width: int
    height: int
    kinds: Kinds
    legend: Mapping[str, LegendEntry]
    rows: tuple[str, ...]
    features: tuple[Feature, ...]
    edges: tuple[MapEdge, ...]
    zones: tuple[Zone, ...]
    entries: tuple[Entry, ...]
    decor: tuple[Decor, ...]
    spaces: tuple[MergedSpace, ...] = ()
    shapes: tuple[ShapedSpace, ...] = ()
    borders: tuple[MapBorder, ...] = ()
    digest: str = field(init=False)

    def __post_init__(self) -> None:
        text = json.dumps(to_wire(self), sort_keys=True, separators=(",", ":"), ensure_ascii=True)
        object.__setattr__(self, "digest", hashlib.sha256(text.encode()).hexdigest())

    def __eq__(self, other: object) -> bool:
        return isinstance(other, SquareMap) and other.digest == self.digest

    def __hash__(self) -> int:
        return hash(self.digest)

    def holds(self, square: Square) -> bool:
        """Whether a square lies on the table."""
        return 0 <= square[0] < self.width and 0 <= square[1] < self.height

    def ground(self, square: Square) -> SquareKind:
        """The kind of a square without the feature on it. Raises IndexError off the table."""
        return self.kinds.squares[self.legend[self.rows[square[1]][square[0]]].kind]

    @property
    def standing(self) -> tuple[MapEdge | MapBorder, ...]:
        """Every border that is more than open ground."""
        return (*self.edges, *self.borders)

    def facts_of(self, edge: MapEdge | MapBorder, state: str | None) -> EdgeFacts:
        """What a border of this map does in `state`. Raises KeyError for a state that it cannot have."""
        return self.kinds.edges[edge.kind].in_state(state)

    def zone(self, zone_id: str) -> Zone:
        """The zone of that id. Raises KeyError when there is none."""
        for zone in self.zones:
            if zone.id == zone_id:
                return zone
        raise KeyError(zone_id)

    def zones_of(self, seat: str, role: ZoneRole = "start") -> tuple[Zone, ...]:
        """The zones of one seat and role, in the order of the file."""
        return tuple(z for z in self.zones if z.seat == seat and z.role == role)

    def start_states(self) -> dict[str, str]:
        """The state of every border that can change, as it stands when the fight begins."""
        return {e.id: e.state for e in self.standing if e.state is not None}


@dataclass(frozen=True, slots=True)
class Fault:
    """One thing wrong with a map: where (file and line, 0 when unknown) and what, with what would be right."""

    source: str
    line: int
    text: str

    def __str__(self) -> str:
        return f"{self.source}:{self.line}: {self.text}" if self.line else f"{self.source}: {self.text}"


class MapError(ValueError):
    """A map that cannot be used; `faults` lists everything wrong with it, in the order of the file."""

    def __init__(self, faults: Iterable[Fault]) -> None:
        self.faults = tuple(sorted(faults, key=lambda f: f.line))
        super().__init__("\n".join(str(f) for f in self.faults))


def to_wire(table: SquareMap) -> dict[str, Json]:
    """The map as JSON, complete with its kinds: what the client draws and what a match stores.

    Every border stands alone (runs are expanded) and has an id.
    """
    wire: dict[str, Json] = {
        "form": "squares",
        "id": table.id,
        "name": table.name,
        "size": [table.width, table.height],
        "unit": table.kinds.unit,
        "legend": {char: _legend_wire(entry) for char, entry in table.legend.items()},
        "rows": list(table.rows),
        "features": [_feature_wire(f) for f in table.features],
        "edges": [_edge_wire(e) for e in table.edges],
        "zones": [
            {"id": z.id, "name": z.name, "seat": z.seat, "role": z.role, "squares": _squares(z.squares)}
            for z in table.zones
        ],
        "entries": [
            {"id": e.id, "name": e.name, "seat": e.seat, "squares": _squares(e.squares)}
            for e in table.entries
        ],
        "decor": [_decor_wire(d) for d in table.decor],
        "kinds": table.kinds.to_wire(),
    }
    if table.spaces or table.shapes:
        merged: list[Json] = [{"squares": _squares(s.squares)} for s in table.spaces]
        wire["spaces"] = [*merged, *(_shape_wire(s) for s in table.shapes)]
    if table.borders:
        wire["borders"] = [_border_wire(b) for b in table.borders]
    return wire


def _in_squares(point: Corner) -> Json:
    """A point in squares, whole numbers where it can be."""
    return [n // UNIT if n % UNIT == 0 else n / UNIT for n in point]


def _shape_wire(shape: ShapedSpace) -> Json:
    wire: dict[str, Json] = {"at": list(shape.name), "corners": [_in_squares(c) for c in shape.corners]}
    if shape.given:
        wire["centre"] = _in_squares(shape.centre)
    return wire


def _border_wire(border: MapBorder) -> Json:
    wire: dict[str, Json] = {
        "id": border.id,
        "from": _in_squares(border.start),
        "to": _in_squares(border.end),
        "kind": border.kind,
        "state": border.state,
    }
    if border.lock is not None:
        wire["lock"] = {"difficulty": border.lock}
    return wire


def _squares(squares: tuple[Square, ...]) -> Json:
    return [[x, y] for x, y in squares]


def _legend_wire(entry: LegendEntry) -> Json:
    return {"kind": entry.kind, "level": entry.level} if entry.level else {"kind": entry.kind}


def _feature_wire(feature: Feature) -> Json:
    wire: dict[str, Json] = {"id": feature.id, "kind": feature.kind, "squares": _squares(feature.squares)}
    if feature.level is not None:
        wire["level"] = feature.level
    return wire


def _edge_wire(edge: MapEdge) -> Json:
    x, y, side = edge.edge
    wire: dict[str, Json] = {
        "id": edge.id,
        "at": [x, y],
        "side": side,
        "kind": edge.kind,
        "state": edge.state,
    }
    if edge.facing != side:
        wire["facing"] = edge.facing
    if edge.lock is not None:
        wire["lock"] = {"difficulty": edge.lock}
    return wire


def _decor_wire(decor: Decor) -> Json:
    points: list[Json] = [[x, y] for x, y in decor.points]
    wire: dict[str, Json] = {"kind": decor.kind, decor.shape: points[0] if decor.shape == "at" else points}
    if decor.width is not None:
        wire["width"] = decor.width
    if decor.size is not None:
        wire["size"] = list(decor.size) if isinstance(decor.size, tuple) else decor.size
    if decor.turn is not None:
        wire["turn"] = decor.turn
    if decor.text is not None:
        wire["text"] = decor.text
    return wire


def edge_run(x: int, y: int, side: Side, length: int) -> tuple[Edge, ...]:
    """The canonical edges of a run: north and south sides go on to growing x, west and east sides to growing y."""
    along = (1, 0) if side in ("n", "s") else (0, 1)
    return tuple(canonical_edge(x + along[0] * i, y + along[1] * i, side) for i in range(length))
