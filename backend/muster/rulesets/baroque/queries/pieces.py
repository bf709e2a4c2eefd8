"""The pieces of terrain that players may put on the table: their shapes and sizes (3.2) and their values (3.3e)."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cache
from itertools import pairwise
from typing import Final

from pydantic import TypeAdapter

from muster.geometry.open.placing import long_sides, stretch_of
from muster.geometry.open.poses import between_points
from muster.geometry.open.shapes import band, oval, rectangle
from muster.rulesets.baroque.armies.files import Row, read, shipped
from muster.rulesets.baroque.battlefields import kinds
from muster.rulesets.baroque.book import applies, number
from muster.rulesets.baroque.cards import BU
from muster.rulesets.baroque.queries.words import bu
from muster.rulesets.baroque.state import Point, State, Terrain

DRAWN_WIDTH = 60
"""How wide the outline of a linear obstacle is while it is put down, in units."""
PLACES: Final = ("First quarter", "Middle", "Last quarter")
"""Where along the side of a road an obstacle may stand."""
BEYOND = 3 * BU
"""How far roads and rivers reach over the rim while they are put down; they are cut off there."""
STEP_OF_TURNS = 1_500
"""By how much the keys turn a piece, in hundredths of a degree."""


class _Sizes(Row):
    kinds: tuple[str, ...]
    sizes: tuple[tuple[float, float], ...]


class _Line(Row):
    label: str
    places: tuple[tuple[float, float], ...]


class _Lines(Row):
    kinds: tuple[str, ...]
    shapes: dict[str, _Line]


class _Band(Row):
    label: str
    bend: float


class _Roads(Row):
    kinds: tuple[str, ...]
    width: float
    branch: tuple[float, ...]
    shapes: dict[str, _Band]


class _Rivers(Row):
    kinds: tuple[str, ...]
    widths: tuple[float, ...]
    shapes: dict[str, _Band]


class _Coasts(Row):
    kinds: tuple[str, ...]
    depths: tuple[float, ...]


class Most(Row):
    """Of these kinds there may be so many pieces together (3.3e)."""

    kinds: tuple[str, ...]
    count: int


class _Table(Row):
    oval: _Sizes
    rectangle: _Sizes
    line: _Lines
    road: _Roads
    river: _Rivers
    coast: _Coasts
    most: dict[str, Most]
    hedged: tuple[str, ...]


@cache
def piece_table() -> _Table:
    """The table of pieces."""
    return read(shipped("pieces.yaml"), "pieces.yaml", TypeAdapter(_Table))


@dataclass(frozen=True, slots=True)
class Template:
    """A piece that can be put down: its outline about (0, 0) at heading 0, in units.

    ``line`` is the course of a linear obstacle or the middle of a road or river; ``turns`` by how much it is turned at
    a time; ``fixed``: it has one place, given by ``outline`` on the table itself.
    """

    key: str
    kind: str
    label: str
    outline: tuple[Point, ...]
    value: int
    line: tuple[Point, ...] = ()
    turns: int = STEP_OF_TURNS
    oversize: bool = False
    fixed: bool = False


# ------------------------------------------------------------------------------------------------ values
def piece_value(kind: str, *, oversize: bool = False) -> int:
    """What a piece counts in options (3.3e); one that is larger than usual counts 1 more (3.2b)."""
    value = kinds()[kind].value
    extra = number("3.2b", 1, off=0) if oversize else 0
    return number("3.3e", value, off=value + 1) + extra


def placed_value(state: State) -> int:
    """What all pieces on the table count together (3.3d)."""
    return sum(t.value for t in state.terrain.values())


def is_oversize(piece: Terrain) -> bool:
    """Whether a piece counts as one larger than usual (3.2b)."""
    return piece.value > kinds()[piece.kind].value > 0


def group_of(kind: str) -> Most | None:
    """The limit that a kind falls under (3.3e)."""
    return next((m for m in piece_table().most.values() if kind in m.kinds), None)


def is_hedged(kind: str) -> bool:
    """Whether a field of that kind comes with a hedge round it (3.1.1g, 3.2e, R89)."""
    return kind in piece_table().hedged


# ------------------------------------------------------------------------------------------------ shapes
def offered_kinds() -> tuple[str, ...]:
    """The kinds of which pieces can be put down, in the order of their values."""
    table = piece_table()
    groups = (table.oval, table.rectangle, table.line, table.road, table.river, table.coast)
    every = [k for group in groups for k in group.kinds]
    return tuple(sorted(every, key=lambda k: kinds()[k].value))


def templates(size: tuple[int, int], kind: str) -> tuple[Template, ...]:
    """The pieces of a kind for a table of that size."""
    table = piece_table()
    found: Iterator[Template]
    if kind in table.oval.kinds:
        found = _areas(kind, table.oval.sizes, oval_shape=True)
    elif kind in table.rectangle.kinds:
        found = _areas(kind, table.rectangle.sizes, oval_shape=False)
    elif kind in table.line.kinds:
        found = _lines(kind, table.line.shapes)
    elif kind in table.road.kinds:
        found = _roads(kind, size, table.road)
    elif kind in table.river.kinds:
        found = _rivers(kind, size, table.river)
    else:
        found = _coasts(kind, size, table.coast)
    return tuple(found)


def _units(length: float) -> int:
    return round(length * BU / 2) * 2


def _areas(kind: str, sizes: tuple[tuple[float, float], ...], *, oval_shape: bool) -> Iterator[Template]:
    """Pieces from 2 to 4 BU, and larger ones up to 8 BU where no water and no obstacle bounds them (3.2a, 3.2b)."""
    least, usual = number("3.2a", 2, off=3) * BU, number("3.2a", 4, off=3) * BU
    most = number("3.2b", 8, off=4) * BU
    may_be_large = not kinds()[kind].water and not is_hedged(kind) and kind != "pond"
    for wide, high in sizes:
        width, height = _units(wide), _units(high)
        large = max(width, height) > usual
        if min(width, height) < least or max(width, height) > most or (large and not may_be_large):
            continue
        outline = oval(width, height) if oval_shape else rectangle(width, height)
        value = piece_value(kind, oversize=large)
        label = f"{bu(width)} by {bu(height)}" + (", larger than usual" if large else "")
        yield Template(f"{wide:g}x{high:g}", kind, label, outline, value, oversize=large)


def _lines(kind: str, shapes: Mapping[str, _Line]) -> Iterator[Template]:
    """Linear obstacles of 2 to 4 BU with one angle at most (3.2e)."""
    least, most = number("3.2e", 2, off=3) * BU, number("3.2e", 4, off=3) * BU
    for key, shape in shapes.items():
        line = tuple((_units(x), _units(y)) for x, y in shape.places)
        length = course_length(line)
        if least <= length <= most:
            outline = band(line, DRAWN_WIDTH)
            label = f"{shape.label}, {bu(length)}"
            yield Template(key, kind, label, outline, piece_value(kind), line)


def along_roads(state: State, kind: str) -> Iterator[Template]:
    """Linear obstacles at the side of a road on the table, with as many angles as it has there (3.2e)."""
    if kind not in piece_table().line.kinds or not applies("3.2e"):
        return
    most, breadth = number("3.2e", 4, off=3) * BU, number("3.2f", 1, off=2) * BU
    for road in (t for t in state.terrain.values() if t.kind in piece_table().road.kinds):
        for side, edge in enumerate(long_sides(road.outline, breadth, *state.setup.size), start=1):
            whole = course_length(edge)
            for place, words in enumerate(PLACES, start=1):
                start = (whole * place) // (len(PLACES) + 1) - most // 2
                if start < 0 or start + most > whole:
                    continue
                line = stretch_of(edge, start, most)
                key = f"along-{road.id}-{side}-{place}"
                label = (
                    f"{words} of side {side} of {road.label.lower()} {road.id.rpartition('-')[2]}, {bu(most)}"
                )
                yield Template(
                    key, kind, label, band(line, DRAWN_WIDTH), piece_value(kind), line, turns=0, fixed=True
                )


def course_length(line: tuple[Point, ...]) -> int:
    """How long a line is, in units."""
    return sum(between_points(p, q).length for p, q in pairwise(line))


def _roads(kind: str, size: tuple[int, int], table: _Roads) -> Iterator[Template]:
    """Roads at most 1 BU wide across the table, and branches that join one that is there (3.2f)."""
    width, value = min(_units(table.width), number("3.2f", 1, off=2) * BU), piece_value(kind)
    ways = (("from north to south", size[1], False), ("from west to east", size[0], True))
    for key, shape in table.shapes.items():
        for words, long, across in ways:
            line = _course(long, shape.bend, across=across)
            name = f"{key}-{'we' if across else 'ns'}"
            yield Template(name, kind, f"{shape.label}, {words}", band(line, width), value, line)
    for length in table.branch:
        line = ((0, -_units(length) // 2), (0, _units(length) // 2))
        label = f"Branch, {bu(_units(length))}"
        yield Template(f"branch-{length:g}", kind, label, band(line, width), value, line)


def _rivers(kind: str, size: tuple[int, int], table: _Rivers) -> Iterator[Template]:
    """Rivers 1 to 2 BU wide from one long edge to the other (3.2c)."""
    most = number("3.2c", 2, off=1) * BU
    for wide in table.widths:
        for key, shape in table.shapes.items():
            width = _units(wide)
            if width > most:
                continue
            line = _course(size[1], shape.bend, across=False)
            label = f"{shape.label}, {bu(width)} wide"
            yield Template(
                f"{key}-{wide:g}", kind, label, band(line, width), piece_value(kind), line, turns=500
            )


def _course(long: int, bend: float, *, across: bool) -> tuple[Point, ...]:
    """The middle of a road or river, bent in two places; it reaches beyond the table at both ends."""
    half, aside = long // 2 + BEYOND, _units(bend)
    places = [(0, -half), (0, half)]
    if aside:
        places = [
            (-aside // 2, -half),
            (-aside // 2, -long // 6),
            (aside // 2, long // 6),
            (aside // 2, half),
        ]
    return tuple((y, x) for x, y in places) if across else tuple(places)


def _coasts(kind: str, size: tuple[int, int], table: _Coasts) -> Iterator[Template]:
    """A large river or sea along a short edge, 2 to 4 BU of it on the table (3.2d)."""
    wide, high = size
    least, most = number("3.2d", 2, off=3) * BU, number("3.2d", 4, off=3) * BU
    for depth in table.depths:
        deep = _units(depth)
        if not least <= deep <= most:
            continue
        for key, words, left in (("west", "western", 0), ("east", "eastern", wide - deep)):
            outline = ((left, 0), (left + deep, 0), (left + deep, high), (left, high))
            label = f"Along the {words} edge, {bu(deep)} of it on the table"
            yield Template(f"{key}-{depth:g}", kind, label, outline, piece_value(kind), turns=0, fixed=True)
