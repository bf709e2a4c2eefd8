"""A checked map as text and as a plain SVG, for whoever writes one. The board draws it finer, from the same facts.

Paint is chosen by the recipe of a kind, never by a map; a recipe without paint here fails a test.
"""

from collections import Counter
from collections.abc import Iterator
from html import escape
from itertools import groupby
from typing import Final

from muster.geometry.grid.polygons import UNIT
from muster.geometry.grid.squaremap import Decor, Entry, MapBorder, MapEdge, SquareMap, Zone
from muster.geometry.grid.squares import Edge, Square

PAINT: Final = {
    # grounds
    "meadow": "#cbcd98", "planks": "#cfa873", "flags": "#b9b3a6", "road": "#ddc898", "brush": "#a6b271",
    "wood": "#7d9a55", "rubble": "#b9b0a0", "water": "#9cc0bf", "ford": "#bcd6d0", "hill": "#b4ac70",
    "masonry-block": "#4b443a", "deck": "#c79b66", "ditch": "#6f6a45", "scree": "#c9bfae", "snow": "#f4f6f4",
    "mud": "#9b7f56", "tiles": "#b5714c", "rampart": "#d6d0c3", "gallery": "#c2955c",
    # things
    "stairs": "#e0c79a", "ladder": "#b08a56", "wagon": "#8a5a2e", "table": "#a67c4c", "crates": "#94703f",
    "mast": "#5c3f20", "pillar": "#857d70",
    # borders
    "palisade": "#47301a", "wall": "#2c241b", "low-wall": "#7b7366", "hedge": "#4f6d2f", "door": "#8c4a1e",
    "window": "#3f7f9e", "shutter": "#6b5a8a", "rail": "#8d6738", "rigging": "#8f8468",
    "ivy": "#44602c", "steps": "#b7a98a",
    # seen, never asked by a rule
    "wash": "#a98f5d", "rug": "#9c2a3a", "campfire": "#d9531e", "barrels": "#7a4f24", "rock": "#8d8577",
    "rocks": "#a39a8b", "sign": "#47301a", "tree": "#55752f", "reeds": "#8aa04e", "bench": "#7a5a30",
    "lantern": "#e6bd58", "rope": "#b59a63",
}  # fmt: skip

SIDE: Final = 28
"""Units of the picture along the side of a square."""
MARGIN: Final = 26
KEY_WIDTH: Final = 210
LINE: Final = 20
INK: Final = "#2a1e13"
_ZONES: Final = {"start": "#1d5a9e", "ambush": "#b02a30", "objective": "#835508"}


# ------------------------------------------------------------------------------------------------ text
def text_of(table: SquareMap) -> str:
    """The rows with their coordinates, and what the characters, things, borders and zones are."""
    rows = [f"{table.name} ({table.id}), {table.width} x {table.height} {table.kinds.unit}s", ""]
    tens = "".join(str(x // 10) if x % 10 == 0 else " " for x in range(table.width))
    rows += [f"     {tens.rstrip()}", f"     {''.join(str(x % 10) for x in range(table.width))}"]
    rows += [f"  {y:2} {row}" for y, row in enumerate(table.rows)]
    count = Counter("".join(table.rows))
    rows += ["", "Ground"]
    for char, entry in table.legend.items():
        kind = table.kinds.squares[entry.kind]
        level = f", level {entry.level}" if entry.level else ""
        rows.append(f"  {char}  {kind.label}{level}: {_many(count[char], 'square')}")
    rows += _section(
        "Things",
        (
            f"{f.id}: {table.kinds.features[f.kind].label}, {_many(len(f.squares), 'square')} from {_at(f.squares[0])}"
            for f in table.features
        ),
    )
    rows += _section("Borders", _borders(table))
    rows += _section("Spaces", _joined(table))
    rows += _section("Zones", (f"{z.id}: {z.name}{_whose(z)}, {_extent(z)}" for z in table.zones))
    rows += _section("Entries", (f"{e.id}: {e.name}{_whose(e)}, {_extent(e)}" for e in table.entries))
    rows += _section("Decor", _decor(table))
    return "\n".join(rows) + "\n"


def _section(title: str, lines: Iterator[str]) -> list[str]:
    found = [f"  {line}" for line in lines]
    return ["", title, *found] if found else []


def _borders(table: SquareMap) -> Iterator[str]:
    for kind, length in Counter(e.kind for e in table.standing).items():
        states = Counter(e.state for e in table.standing if e.kind == kind and e.state is not None)
        said = ", ".join(f"{number} {state}" for state, number in states.items())
        yield f"{table.kinds.edges[kind].label}: {_many(length, 'side')}{f' ({said})' if said else ''}"


def _joined(table: SquareMap) -> Iterator[str]:
    for space in table.spaces:
        yield f"{_many(len(space.squares), 'square')} from {_at(space.squares[0])}"
    for shape in table.shapes:
        yield f"{_many(len(shape.corners), 'corner')} round {_at(shape.name)}"


def _decor(table: SquareMap) -> Iterator[str]:
    for kind, number in Counter(d.kind for d in table.decor).items():
        yield f"{table.kinds.decor[kind].label}: {number}"


def _whose(place: Zone | Entry) -> str:
    role = f", {place.role}" if isinstance(place, Zone) else ""
    return role + (f" of {place.seat}" if place.seat else "")


def _extent(place: Zone | Entry) -> str:
    xs, ys = [x for x, _ in place.squares], [y for _, y in place.squares]
    corners = f"{_at((min(xs), min(ys)))} to {_at((max(xs), max(ys)))}"
    return f"{_many(len(place.squares), 'square')} within {corners}"


def _at(square: Square) -> str:
    return f"({square[0]}, {square[1]})"


def _many(number: int, what: str) -> str:
    return f"{number} {what}{'' if number == 1 else 's'}"


# ------------------------------------------------------------------------------------------------ picture
def svg_of(table: SquareMap) -> str:
    """The map as an SVG document with coordinates and a key."""
    key = list(_key(table))
    width = 2 * MARGIN + table.width * SIDE + KEY_WIDTH
    height = 2 * MARGIN + max(table.height * SIDE, (len(key) + 2) * LINE)
    title = escape(f"{table.name}, {table.width} x {table.height} {table.kinds.unit}s")
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}" width="{width}" height="{height}" '
        f'font-family="sans-serif" font-size="12" fill="{INK}">',
        f"<title>{title}</title>",
        f'<rect width="{width}" height="{height}" fill="#f8f1e1"/>',
        f'<g transform="translate({MARGIN} {MARGIN})">',
        *_grounds(table),
        *(_decor_shape(d, PAINT[table.kinds.decor[d.kind].recipe]) for d in table.decor),
        *_things(table),
        *_lattice(table),
        *_places(table),
        *_spaces(table),
        *(_border(e, PAINT[table.kinds.edges[e.kind].recipe]) for e in table.standing),
        "</g>",
        f'<g transform="translate({2 * MARGIN + table.width * SIDE} {MARGIN})">',
        f'<text y="12" font-weight="bold">{escape(table.name)}</text>',
        *(f'<g transform="translate(0 {LINE * (n + 2) - 4})">{entry}</g>' for n, entry in enumerate(key)),
        "</g>",
        "</svg>",
    ]
    return "\n".join(parts) + "\n"


def _grounds(table: SquareMap) -> Iterator[str]:
    for y, row in enumerate(table.rows):
        start = 0
        for char, run in groupby(row):
            squares = range(start, start + len(list(run)))
            start = squares.stop
            entry = table.legend[char]
            fill = PAINT[table.kinds.squares[entry.kind].recipe]
            yield (
                f'<rect x="{squares[0] * SIDE}" y="{y * SIDE}" width="{len(squares) * SIDE}" height="{SIDE}" '
                f'fill="{fill}"/>'
            )
            if entry.level:
                for x in squares:
                    yield _small(x * SIDE + 3, y * SIDE + 11, str(entry.level))


def _things(table: SquareMap) -> Iterator[str]:
    for feature in table.features:
        fill = PAINT[table.kinds.features[feature.kind].recipe]
        for x, y in feature.squares:
            yield (
                f'<rect x="{x * SIDE + 2}" y="{y * SIDE + 2}" width="{SIDE - 4}" height="{SIDE - 4}" rx="4" '
                f'fill="{fill}" stroke="{INK}"/>'
            )
        if feature.level:
            x, y = feature.squares[0]
            yield _small(x * SIDE + 6, y * SIDE + 14, str(feature.level), "#fff")


def _lattice(table: SquareMap) -> Iterator[str]:
    wide, high = table.width * SIDE, table.height * SIDE
    lines = [f"M{x * SIDE} 0V{high}" for x in range(table.width + 1)]
    lines += [f"M0 {y * SIDE}H{wide}" for y in range(table.height + 1)]
    yield f'<path d="{"".join(lines)}" stroke="{INK}" stroke-opacity=".18" fill="none"/>'
    for x in range(table.width):
        yield _small(x * SIDE + SIDE / 2, -6, str(x), anchor="middle")
    for y in range(table.height):
        yield _small(-5, y * SIDE + SIDE / 2 + 4, str(y), anchor="end")


def _places(table: SquareMap) -> Iterator[str]:
    named: list[tuple[Zone | Entry, str]] = [(z, _ZONES[z.role]) for z in table.zones]
    named += [(e, "#2f6e3d") for e in table.entries]
    for place, colour in named:
        squares = "".join(f"M{x * SIDE} {y * SIDE}h{SIDE}v{SIDE}h-{SIDE}z" for x, y in place.squares)
        yield f'<path d="{squares}" fill="{colour}" fill-opacity=".14"/>'
        sides = "".join(_line(side) for side in _outline(place.squares))
        yield f'<path d="{sides}" stroke="{colour}" stroke-width="2" stroke-dasharray="5 4" fill="none"/>'
        x, y = min(place.squares, key=lambda s: (s[1], s[0]))
        yield _small(x * SIDE + 4, y * SIDE + SIDE - 5, place.name, colour)


def _spaces(table: SquareMap) -> Iterator[str]:
    for shape in table.shapes:
        x, y = shape.name
        entry = table.legend[table.rows[y][x]]
        corners = " ".join(f"{px * SIDE / UNIT:g},{py * SIDE / UNIT:g}" for px, py in shape.corners)
        fill = PAINT[table.kinds.squares[entry.kind].recipe]
        yield f'<polygon points="{corners}" fill="{fill}" stroke="{INK}" stroke-opacity=".5"/>'
    for space in table.spaces:
        sides = "".join(_line(side) for side in _outline(space.squares))
        yield f'<path d="{sides}" stroke="{INK}" stroke-opacity=".5" stroke-width="2" fill="none"/>'


def _outline(squares: tuple[Square, ...]) -> list[Edge]:
    sides: Counter[Edge] = Counter()
    for x, y in squares:
        sides.update([(x, y, "n"), (x, y, "w"), (x + 1, y, "w"), (x, y + 1, "n")])
    return [side for side, number in sides.items() if number == 1]


def _border(edge: MapEdge | MapBorder, colour: str) -> str:
    dash = ' stroke-dasharray="3 5"' if edge.state == "open" else ""
    along = _line(edge.edge) if isinstance(edge, MapEdge) else _stretch(edge)
    return (
        f'<path d="{along}" stroke="{colour}" stroke-width="5"{dash} stroke-linecap="square">'
        f"<title>{escape(edge.id)}{f', {edge.state}' if edge.state else ''}</title></path>"
    )


def _stretch(border: MapBorder) -> str:
    ends = [f"{x * SIDE / UNIT:g} {y * SIDE / UNIT:g}" for x, y in (border.start, border.end)]
    return f"M{ends[0]}L{ends[1]}"


def _line(edge: Edge) -> str:
    x, y, side = edge
    return f"M{x * SIDE} {y * SIDE}{'h' if side == 'n' else 'v'}{SIDE}"


def _decor_shape(decor: Decor, colour: str) -> str:
    points = [(x * SIDE, y * SIDE) for x, y in decor.points]
    listed = " ".join(f"{x:g},{y:g}" for x, y in points)
    match decor.shape:
        case "line":
            width = (decor.width or 0.3) * SIDE
            return (
                f'<polyline points="{listed}" fill="none" stroke="{colour}" stroke-width="{width:g}" '
                'stroke-linejoin="round" stroke-opacity=".7"/>'
            )
        case "area":
            return f'<polygon points="{listed}" fill="{colour}" fill-opacity=".5"/>'
        case "at":
            (x, y), size = points[0], decor.size
            turn = f' transform="rotate({decor.turn:g} {x:g} {y:g})"' if decor.turn else ""
            if isinstance(size, tuple):
                wide, high = size[0] * SIDE, size[1] * SIDE
                return (
                    f'<rect x="{x:g}" y="{y:g}" width="{wide:g}" height="{high:g}" rx="3" '
                    f'fill="{colour}" fill-opacity=".6"{turn}/>'
                )
            radius = (size or 0.5) * SIDE / 2
            said = _small(x + radius + 2, y + 4, decor.text) if decor.text else ""
            return f'<circle cx="{x:g}" cy="{y:g}" r="{radius:g}" fill="{colour}" fill-opacity=".8"/>{said}'


def _key(table: SquareMap) -> Iterator[str]:
    kinds = table.kinds
    used = dict.fromkeys(table.legend[c].kind for row in table.rows for c in row)
    for kind in used:
        yield _swatch(PAINT[kinds.squares[kind].recipe], kinds.squares[kind].label)
    for kind in dict.fromkeys(f.kind for f in table.features):
        yield _swatch(PAINT[kinds.features[kind].recipe], kinds.features[kind].label, ' rx="4"')
    for kind in dict.fromkeys(e.kind for e in table.standing):
        yield (
            f'<path d="M0 0h14" stroke="{PAINT[kinds.edges[kind].recipe]}" stroke-width="5"/>'
            f'<text x="20" y="4">{escape(kinds.edges[kind].label)}</text>'
        )
    for kind in dict.fromkeys(d.kind for d in table.decor):
        yield _swatch(PAINT[kinds.decor[kind].recipe], kinds.decor[kind].label, ' rx="7"')


def _swatch(colour: str, label: str, more: str = "") -> str:
    return (
        f'<rect y="-7" width="14" height="14" fill="{colour}" stroke="{INK}" stroke-opacity=".4"{more}/>'
        f'<text x="20" y="4">{escape(label)}</text>'
    )


def _small(x: float, y: float, text: str, colour: str = INK, *, anchor: str = "start") -> str:
    return f'<text x="{x:g}" y="{y:g}" font-size="10" fill="{colour}" text-anchor="{anchor}">{escape(text)}</text>'
