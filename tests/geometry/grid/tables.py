"""Small tables for the tests of the square grid: written by hand, generated, turned, mirrored and moved."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path

from hypothesis import strategies as st

from muster.engine.tables import yaml_of
from muster.geometry.grid.grid import Grid
from muster.geometry.grid.kinds import Kinds, parse_kinds
from muster.geometry.grid.mapfile import from_wire
from muster.geometry.grid.squaremap import SquareMap
from muster.geometry.grid.squares import Edge, Side, Square, canonical_edge, edge_squares

NEWWORLD = Path(__file__).parents[3] / "backend" / "muster" / "rulesets" / "newworld" / "tables"

LEGEND = {
    ".": {"kind": "grass"},
    "b": {"kind": "brush"},
    "#": {"kind": "stone"},
    "t": {"kind": "wood"},
    "~": {"kind": "water-deep", "level": -1},
    "v": {"kind": "ditch", "level": -1},
    "l": {"kind": "ladder"},
    "1": {"kind": "hill", "level": 1},
    "2": {"kind": "hill", "level": 2},
    "3": {"kind": "hill", "level": 3},
}


def newworld_kinds() -> Kinds:
    return parse_kinds(yaml_of((NEWWORLD / "kinds.yaml").read_text(encoding="utf-8")))


KINDS = newworld_kinds()


@dataclass(frozen=True, slots=True)
class Border:
    """A border of a generated table; `facing` is the side over which a one-way border may be crossed."""

    edge: Edge
    kind: str
    state: str | None = None


@dataclass(frozen=True, slots=True)
class Thing:
    """A feature of a generated table."""

    kind: str
    squares: tuple[Square, ...]
    level: int | None = None


@dataclass(frozen=True, slots=True)
class Sketch:
    """A table as plain data, easy to turn and mirror."""

    rows: tuple[str, ...]
    borders: tuple[Border, ...] = ()
    things: tuple[Thing, ...] = ()

    @property
    def width(self) -> int:
        return len(self.rows[0])

    @property
    def height(self) -> int:
        return len(self.rows)

    def squares(self) -> list[Square]:
        return [(x, y) for y in range(self.height) for x in range(self.width)]

    def table(self) -> SquareMap:
        return from_wire(
            {
                "form": "squares",
                "id": "sketch",
                "name": "Sketch",
                "size": [self.width, self.height],
                "unit": "pace",
                "legend": LEGEND,
                "rows": list(self.rows),
                "features": [
                    {
                        "id": f"{t.kind}-{n}",
                        "kind": t.kind,
                        "squares": [list(s) for s in t.squares],
                        "level": t.level,
                    }
                    for n, t in enumerate(self.things)
                ],
                "edges": [
                    {"at": [b.edge[0], b.edge[1]], "side": b.edge[2], "kind": b.kind, "state": b.state}
                    for b in self.borders
                ],
                "kinds": KINDS.to_wire(),
            }
        )

    def grid(self) -> Grid:
        return Grid(self.table())


def sketch(
    *rows: str, borders: Sequence[tuple[int, int, Side, str]] = (), things: Sequence[Thing] = ()
) -> Sketch:
    """A table written by hand; a border may carry its state: "door:open"."""
    found: list[Border] = []
    for x, y, side, text in borders:
        kind, _, state = text.partition(":")
        found.append(Border(canonical_edge(x, y, side), kind, state or None))
    return Sketch(rows, tuple(found), tuple(things))


def wall_run(x: int, y: int, side: Side, length: int, kind: str = "wall") -> list[tuple[int, int, Side, str]]:
    """A straight run of borders, south along west and east sides, east along north and south sides."""
    dx, dy = (1, 0) if side in ("n", "s") else (0, 1)
    return [(x + dx * i, y + dy * i, side, kind) for i in range(length)]


@dataclass(frozen=True, slots=True)
class Motion:
    """A rigid motion of the table: what it does to a point of the plane, and to the size of the table.

    Points are in half squares, so centres and corners alike stay whole.
    """

    name: str
    point: Callable[[int, int, int, int], tuple[int, int]]
    swaps: bool

    def square(self, square: Square, shape: Sketch, size: int = 1) -> Square:
        """The corner square of a moved footprint."""
        x, y = square
        a = self.point(2 * x, 2 * y, 2 * shape.width, 2 * shape.height)
        b = self.point(2 * (x + size), 2 * (y + size), 2 * shape.width, 2 * shape.height)
        return (min(a[0], b[0]) // 2, min(a[1], b[1]) // 2)

    def edge(self, edge: Edge, shape: Sketch) -> Edge:
        x, y, side = edge
        ends = [(2 * x, 2 * y), (2 * x, 2 * y + 2) if side == "w" else (2 * x + 2, 2 * y)]
        (ax, ay), (bx, by) = (self.point(px, py, 2 * shape.width, 2 * shape.height) for px, py in ends)
        return (min(ax, bx) // 2, min(ay, by) // 2, "w" if ax == bx else "n")

    def sketch(self, shape: Sketch) -> Sketch:
        width, height = (shape.height, shape.width) if self.swaps else (shape.width, shape.height)
        rows = [["."] * width for _ in range(height)]
        for x, y in shape.squares():
            u, v = self.square((x, y), shape)
            rows[v][u] = shape.rows[y][x]
        return Sketch(
            tuple("".join(row) for row in rows),
            tuple(Border(self.edge(b.edge, shape), b.kind, b.state) for b in shape.borders),
            tuple(
                Thing(t.kind, tuple(self.square(s, shape) for s in t.squares), t.level) for t in shape.things
            ),
        )


MOTIONS = (
    Motion("mirrored left to right", lambda x, y, w, h: (w - x, y), swaps=False),
    Motion("mirrored top to bottom", lambda x, y, w, h: (x, h - y), swaps=False),
    Motion("turned by a quarter", lambda x, y, w, h: (h - y, x), swaps=True),
    Motion("turned by a half", lambda x, y, w, h: (w - x, h - y), swaps=False),
    Motion("turned by three quarters", lambda x, y, w, h: (y, w - x), swaps=True),
)


def moved(shape: Sketch, dx: int, dy: int) -> Sketch:
    """The table inside a larger one of open ground, shifted by (dx, dy)."""
    width = shape.width + dx + 2
    rows = ["." * width] * dy + ["." * dx + row + ".." for row in shape.rows] + ["." * width] * 2
    return Sketch(
        tuple(rows),
        tuple(Border((b.edge[0] + dx, b.edge[1] + dy, b.edge[2]), b.kind, b.state) for b in shape.borders),
        tuple(Thing(t.kind, tuple((x + dx, y + dy) for x, y in t.squares), t.level) for t in shape.things),
    )


BORDER_KINDS = (
    "wall",
    "low-wall",
    "door:closed",
    "door:open",
    "window:open",
    "window:shut",
    "loophole",
    "parapet",
)


@st.composite
def sketches(
    draw: st.DrawFn, *, ground: str = "......bb##tt1~2", most: int = 8, least: int = 3, walls: bool = True
) -> Sketch:
    """Random tables of up to `most` squares a side, with many borders and a few features."""
    width = draw(st.integers(least, most))
    height = draw(st.integers(least, most))
    rows = tuple(
        "".join(row)
        for row in draw(
            st.lists(
                st.lists(st.sampled_from(ground), min_size=width, max_size=width),
                min_size=height,
                max_size=height,
            )
        )
    )
    things: list[Thing] = []
    if draw(st.booleans()):
        x, y = draw(st.integers(0, width - 2)), draw(st.integers(0, height - 1))
        kind = draw(st.sampled_from(("wagon", "crates", "mast")))
        things.append(Thing(kind, ((x, y), (x + 1, y)), 1 if kind == "wagon" else None))
    solid = {(x, y) for y, row in enumerate(rows) for x, char in enumerate(row) if char == "#"}
    solid.update(s for thing in things if thing.kind == "mast" for s in thing.squares)
    places = [canonical_edge(x, y, "w") for x in range(1, width) for y in range(height)]
    places += [canonical_edge(x, y, "n") for x in range(width) for y in range(1, height)]
    chosen = draw(st.lists(st.sampled_from(places), unique=True, max_size=len(places) // 2)) if walls else []
    kinds = draw(st.lists(st.sampled_from(BORDER_KINDS), min_size=len(chosen), max_size=len(chosen)))
    borders: list[Border] = []
    for edge, text in zip(chosen, kinds, strict=True):
        kind, _, state = text.partition(":")
        # A door between two squares that nobody can enter is a fault of the map.
        if not (state and solid.issuperset(edge_squares(edge))):
            borders.append(Border(edge, kind, state or None))
    return Sketch(rows, tuple(borders), tuple(things))
