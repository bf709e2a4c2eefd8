"""Reading maps: a YAML file or a stored JSON table becomes a checked `SquareMap`.

Every fault is reported, all at once, with its line: unknown kinds, rows of the wrong length, terrain or zones outside
the table, features that overlap, two borders in one place, a door that leads nowhere, a zone that nobody can reach,
and kinds whose drawing recipe the board does not know.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Mapping
from typing import Final, TypeVar

from muster.geometry.grid.grid import Grid
from muster.geometry.grid.kinds import Kinds, KindsError, mapping, parse_kinds
from muster.geometry.grid.mapnodes import Fields, Node, nodes_of_json, nodes_of_yaml
from muster.geometry.grid.mapspaces import SpaceReader
from muster.geometry.grid.squaremap import (
    MAX_LEVEL,
    MAX_SIDE,
    Decor,
    DecorShape,
    Entry,
    Fault,
    Feature,
    LegendEntry,
    MapBorder,
    MapEdge,
    MapError,
    MergedSpace,
    Point,
    ShapedSpace,
    SquareMap,
    Zone,
    ZoneRole,
    edge_run,
)
from muster.geometry.grid.squares import Edge, Side, Square, edge_squares, opposite

MAX_DECOR_TEXT: Final = 24
_ID: Final = re.compile(r"[a-z0-9][a-z0-9-]{0,59}")
_SIDES: Final[tuple[Side, ...]] = ("n", "e", "s", "w")
_SHAPES: Final[tuple[DecorShape, ...]] = ("at", "line", "area")
_ROLES: Final[tuple[ZoneRole, ...]] = ("start", "ambush", "objective")


def load_map(text: str, kinds: Kinds, source: str, *, recipes: Collection[str] | None = None) -> SquareMap:
    """Read a map's YAML. `source` is the file name for faults; `recipes`, if given, are those the board can draw.

    Raises MapError with every fault and its line.
    """
    return _Builder(source, kinds, recipes).build(nodes_of_yaml(text, source))


def from_wire(wire: Mapping[str, object], *, extra: frozenset[str] = frozenset()) -> SquareMap:
    """The map that `to_wire` wrote, checked again. `extra` names the ruleset's own facts, as for `parse_kinds`.

    Raises MapError; the map that comes back has the digest of the one written.
    """
    body = dict(wire)
    unit = body.pop("unit", None)
    table = mapping(body.pop("kinds", None))
    try:
        kinds = parse_kinds({**(table or {}), "unit": unit}, extra=extra)
    except KindsError as fault:
        raise MapError([Fault("stored map", 0, text) for text in fault.faults]) from None
    return _Builder("stored map", kinds, None).build(nodes_of_json(body))


_T = TypeVar("_T")


class _Builder(SpaceReader):
    """One reading of one map: collects faults, and builds only when there are none."""

    def build(self, root: Node) -> SquareMap:
        fields = Fields(root, "a map", self.faults, self.source)
        if not fields.ok:
            raise MapError(self.faults)
        map_id = self.identity(fields)
        name = fields.text("name")
        form = fields.text("form", default="squares")
        if form != "squares":
            self.fault(fields.line, f"form {form!r} is not one that this reader knows: squares")
        if not self.size(fields):
            raise MapError(self.faults)
        legend = self.legend(fields.need("legend"))
        rows = self.rows(fields.need("rows"), legend)
        features = self.many(fields, "features", self.feature)
        edges = tuple(e for run in self.many(fields, "edges", self.edge) for e in run)
        zones = self.many(fields, "zones", self.zone)
        entries = self.many(fields, "entries", self.entry)
        decor = self.many(fields, "decor", self.decor)
        spaces = self.many(fields, "spaces", self.space)
        borders = self.many(fields, "borders", self.border)
        fields.done()
        self.unique("feature", features)
        self.unique("border", (*edges, *borders))
        self.unique("zone", zones)
        self.unique("entry", entries)
        self.overlaps(features, edges)
        merged = tuple(s for s in spaces if isinstance(s, MergedSpace))
        self.merged_apart(merged, edges)
        if self.faults:
            raise MapError(self.faults)
        table = SquareMap(
            id=map_id,
            name=name,
            width=self.width,
            height=self.height,
            kinds=self.kinds,
            legend=legend,
            rows=rows,
            features=features,
            edges=edges,
            zones=zones,
            entries=entries,
            decor=decor,
            spaces=merged,
            shapes=tuple(s for s in spaces if isinstance(s, ShapedSpace)),
            borders=borders,
        )
        self.parted(table)
        self.places(table)
        if self.faults:
            raise MapError(self.faults)
        return table

    def many(self, fields: Fields, key: str, read: Callable[[Fields, int], _T | None]) -> tuple[_T, ...]:
        found: list[_T] = []
        for number, node in enumerate(fields.items(key), start=1):
            inner = Fields(node, f"{key}[{number}]", self.faults, self.source)
            if not inner.ok:
                continue
            item = read(inner, number)
            inner.done()
            if item is not None:
                found.append(item)
        return tuple(found)

    def size(self, fields: Fields) -> bool:
        node = fields.need("size")
        if node is None:
            return False
        pair = node.value
        if isinstance(pair, list) and len(pair) == 2:
            w, h = pair[0].value, pair[1].value
            if isinstance(w, int) and isinstance(h, int) and 1 <= w <= MAX_SIDE and 1 <= h <= MAX_SIDE:
                self.width, self.height = w, h
                return True
        self.fault(node.line, f"size must be [width, height] in squares, each from 1 to {MAX_SIDE}")
        return False

    def legend(self, node: Node | None) -> dict[str, LegendEntry]:
        legend: dict[str, LegendEntry] = {}
        if node is None:
            return legend
        if not isinstance(node.value, dict):
            self.fault(node.line, "legend must map each character to its kind")
            return legend
        for char, body in node.value.items():
            fields = Fields(body, f"legend {char!r}", self.faults, self.source)
            if not fields.ok:
                continue
            if len(char) != 1 or not char.isprintable():
                fields.fault(f"legend {char!r} must be a single character that can be seen")
            kind = fields.text("kind")
            level = fields.whole("level", -MAX_LEVEL, MAX_LEVEL) or 0
            fields.done()
            self.known(kind, self.kinds.squares, "square", fields.line)
            legend[char] = LegendEntry(kind, level)
        return legend

    def rows(self, node: Node | None, legend: Mapping[str, LegendEntry]) -> tuple[str, ...]:
        if node is None:
            return ()
        if not isinstance(node.value, list):
            self.fault(node.line, "rows must be a list of strings, one a row")
            return ()
        if len(node.value) != self.height:
            self.fault(
                node.line, f"the table is {self.height} squares high, but there are {len(node.value)} rows"
            )
        rows: list[str] = []
        for y, row in enumerate(node.value):
            if isinstance(row.value, dict | list):
                self.fault(row.line, f"row {y} must be a string")
                continue
            if len(row.raw) != self.width:
                self.fault(
                    row.line, f"row {y} has {len(row.raw)} characters, the table is {self.width} squares wide"
                )
            for x, char in enumerate(row.raw):
                if char not in legend:
                    self.fault(row.line, f"row {y}, square ({x}, {y}): {char!r} is not in the legend")
            rows.append(row.raw)
        return tuple(rows)

    def feature(self, fields: Fields, number: int) -> Feature | None:
        kind = fields.text("kind")
        known = self.known(kind, self.kinds.features, "feature", fields.line)
        identity = self.identity(fields, default=f"{kind}-{number}" if known else "feature")
        self.lines[f"feature {identity}"] = fields.line
        level = fields.whole("level", -MAX_LEVEL, MAX_LEVEL)
        squares = self.squares(fields.need("squares"), f"feature {identity!r}")
        return Feature(identity, kind, squares, level)

    def edge(self, fields: Fields, number: int) -> tuple[MapEdge, ...] | None:
        kind_name = fields.text("kind")
        known = self.known(kind_name, self.kinds.edges, "border", fields.line)
        at = fields.need("at")
        place = self.square(at, "a border") if at else ()
        side_text = fields.text("side")
        length = fields.whole("length", 1, MAX_SIDE) or 1
        facing = fields.optional_text("facing")
        state = fields.optional_text("state")
        lock = self.lock(fields.take("lock"))
        identity = self.identity(fields, default="") if "id" in fields else ""
        if not known or not place or not side_text:
            return None
        side = self.side_of(side_text)
        if side is None:
            fields.fault(f"side of a border must be n, e, s or w, not {side_text!r}")
            return None
        x, y = place[0]
        direction = side if facing is None else self.side_of(facing)
        if direction not in (side, opposite(side)):
            fields.fault(f"a border at side {side} faces {side} or {opposite(side)}, not {facing!r}")
            return None
        kind = self.kinds.edges[kind_name]
        state = self.state(fields, kind, state)
        self.locked(fields, kind, state, lock)
        run = edge_run(x, y, side, length)
        for edge in run:
            ex, ey, canonical = edge
            inside = (
                0 <= ex < self.width and 0 <= ey <= self.height
                if canonical == "n"
                else 0 <= ex <= self.width and 0 <= ey < self.height
            )
            if not inside:
                fields.fault(f"border {kind_name} at {edge} lies outside the table")
                return None
        names = [self.edge_id(identity, edge, i, length) for i, edge in enumerate(run, start=1)]
        for name in names:
            self.lines[f"border {name}"] = fields.line
        return tuple(
            MapEdge(name, edge, kind_name, state, direction, lock)
            for name, edge in zip(names, run, strict=True)
        )

    @staticmethod
    def side_of(text: str) -> Side | None:
        for side in _SIDES:
            if side == text:
                return side
        return None

    @staticmethod
    def edge_id(identity: str, edge: Edge, number: int, length: int) -> str:
        if identity:
            return identity if length == 1 else f"{identity}-{number}"
        return f"edge-{edge[0]}-{edge[1]}-{edge[2]}"

    def zone(self, fields: Fields, number: int) -> Zone | None:
        identity = self.identity(fields)
        name = fields.text("name", default=identity)
        seat = fields.optional_text("seat")
        role = fields.text("role", default="start")
        self.lines[f"zone {identity}"] = fields.line
        squares = self.squares(fields.need("squares"), f"zone {identity!r}")
        if role not in _ROLES:
            fields.fault(f"role of zone {identity!r} must be {', '.join(_ROLES)}, not {role!r}")
            return None
        return Zone(identity, name, squares, seat, role)

    def entry(self, fields: Fields, number: int) -> Entry | None:
        identity = self.identity(fields)
        name = fields.text("name", default=identity)
        seat = fields.optional_text("seat")
        self.lines[f"entry {identity}"] = fields.line
        return Entry(identity, name, self.squares(fields.need("squares"), f"entry {identity!r}"), seat)

    def decor(self, fields: Fields, number: int) -> Decor | None:
        kind = fields.text("kind")
        self.known(kind, self.kinds.decor, "decor", fields.line)
        shapes: list[tuple[DecorShape, Node]] = []
        for shape in _SHAPES:
            node = fields.take(shape)
            if node is not None:
                shapes.append((shape, node))
        width = fields.number("width")
        size = self.extent(fields, kind)
        turn = fields.number("turn")
        text = fields.optional_text("text")
        if text is not None and len(text) > MAX_DECOR_TEXT:
            fields.fault(f"text of decor {kind!r} may have {MAX_DECOR_TEXT} characters")
        if len(shapes) != 1:
            fields.fault(f"decor {kind!r} needs exactly one of at, line and area")
            return None
        shape, node = shapes[0]
        nodes = [node] if shape == "at" else (node.value if isinstance(node.value, list) else [])
        points = [p for child in nodes if (p := self.point(child, kind)) is not None]
        least = {"at": 1, "line": 2, "area": 3}[shape]
        if len(points) < least:
            fields.fault(f"decor {kind!r}: {shape} needs at least {least} points [x, y]")
        for x, y in points:
            if not (0 <= x <= self.width and 0 <= y <= self.height):
                fields.fault(f"decor {kind!r} lies outside the table: ({x}, {y})")
        return Decor(kind, shape, tuple(points), width, size, turn, text)

    def extent(self, fields: Fields, kind: str) -> float | Point | None:
        """The size of a decor: one number, or [width, height]."""
        node = fields.peek("size")
        if node is not None and isinstance(node.value, list):
            fields.take("size")
            return self.point(node, kind)
        return fields.number("size")

    def point(self, node: Node, kind: str) -> Point | None:
        pair = [n.value for n in node.value] if isinstance(node.value, list) else []
        numbers = [n for n in pair if isinstance(n, int | float) and not isinstance(n, bool)]
        if len(pair) == 2 and len(numbers) == 2:
            return (numbers[0], numbers[1])
        self.fault(node.line, f"a point of decor {kind!r} must be [x, y], not {node.word}")
        return None

    def unique(self, what: str, items: tuple[Feature | MapEdge | MapBorder | Zone | Entry, ...]) -> None:
        seen: set[str] = set()
        for item in items:
            if item.id in seen:
                self.fault(self.lines.get(f"{what} {item.id}", 0), f"two of the {what} ids are {item.id!r}")
            seen.add(item.id)

    def overlaps(self, features: tuple[Feature, ...], edges: tuple[MapEdge, ...]) -> None:
        taken: dict[Square, str] = {}
        for feature in features:
            for square in feature.squares:
                if square in taken and taken[square] != feature.id:
                    self.fault(
                        self.lines.get(f"feature {feature.id}", 0),
                        f"feature {feature.id!r} overlaps {taken[square]!r} on square {square}",
                    )
                taken[square] = feature.id
        borders: dict[Edge, str] = {}
        for edge in edges:
            if edge.edge in borders:
                self.fault(
                    self.lines.get(f"border {edge.id}", 0),
                    f"border {edge.id!r} lies on {borders[edge.edge]!r} at {edge.edge}",
                )
            borders[edge.edge] = edge.id

    def places(self, table: SquareMap) -> None:
        """Doors that lead nowhere and zones that nobody can reach, judged with every door open.

        Square by square: what stands on the sides of shaped spaces alone is left out of it.
        """
        states = dict(table.start_states())
        for edge in table.standing:
            for name, facts in table.kinds.edges[edge.kind].states:
                if not facts.barred:
                    states[edge.id] = name
        grid = Grid(table, states)
        for edge in table.edges:
            if edge.state is not None and not any(grid.fits(s, 1) for s in edge_squares(edge.edge)):
                self.fault(
                    self.lines.get(f"border {edge.id}", 0),
                    f"{edge.kind} {edge.id!r} stands between two squares that nobody can enter",
                )
        named: list[tuple[str, Zone | Entry]] = [
            *((f"zone {z.id}", z) for z in table.zones),
            *((f"entry {e.id}", e) for e in table.entries),
        ]
        reached: frozenset[Square] | None = None
        for key, zone in named:
            free = [s for s in zone.squares if grid.fits(s, 1)]
            line = self.lines.get(key, 0)
            if not free:
                self.fault(line, f"{key}: none of its squares can be entered")
                continue
            if reached is None:
                reached = grid.connected(free[0])
            cut_off = [s for s in free if s not in reached]
            if cut_off:
                self.fault(line, f"{key}: square {cut_off[0]} cannot be reached from {named[0][0]}")
