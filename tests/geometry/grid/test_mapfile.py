"""A map file is read whole or refused, and every fault names its line."""

from typing import Any

import pytest
from hypothesis import given

from muster.geometry.grid.mapfile import from_wire, load_map
from muster.geometry.grid.squaremap import MAX_SIDE, MapError, SquareMap, edge_run, to_wire
from tests.geometry.grid.tables import KINDS, Sketch, sketches

GOOD = """\
id: yard
name: The Yard
form: squares
size: [6, 4]
legend:
  ".": {kind: grass}
  "#": {kind: stone}
  "1": {kind: hill, level: 1}
rows:
  - "......"
  - "..##.."
  - "..##.1"
  - "......"
features:
  - {id: cart, kind: wagon, squares: [[0, 1], [0, 2]], level: 1}
edges:
  - {at: [4, 0], side: w, length: 2, kind: low-wall}
  - {id: gate, at: [1, 3], side: e, kind: gate, state: barred, lock: {difficulty: 9}}
zones:
  - {id: west, name: West, seat: blue, squares: {rect: [0, 0, 1, 3]}}
  - {id: east, name: East, seat: red, squares: [[5, 0], [5, 1]]}
entries:
  - {id: lane, name: The lane, squares: [[5, 3]]}
decor:
  - {kind: road, line: [[0, 0.5], [6, 0.5]], width: 1}
  - {kind: campfire, at: [1.5, 3.5]}
"""


def load(text: str, recipes: list[str] | None = None) -> SquareMap:
    return load_map(text, KINDS, "yard.yaml", recipes=recipes)


def faults(text: str, recipes: list[str] | None = None) -> str:
    with pytest.raises(MapError) as caught:
        load(text, recipes)
    return str(caught.value)


def test_a_good_map_says_what_stands_where() -> None:
    table = load(GOOD)
    assert (table.width, table.height) == (6, 4)
    assert table.ground((2, 1)).name == "stone"
    assert [e.edge for e in table.edges] == [(4, 0, "w"), (4, 1, "w"), (2, 3, "w")]
    assert [e.id for e in table.edges] == ["edge-4-0-w", "edge-4-1-w", "gate"]
    assert table.edges[2].lock == 9
    assert table.start_states() == {"gate": "barred"}
    assert table.zone("west").squares[:3] == ((0, 0), (1, 0), (0, 1))
    assert [z.id for z in table.zones_of("red")] == ["east"]
    assert table.entries[0].squares == ((5, 3),)
    assert table.decor[0].width == 1
    with pytest.raises(KeyError):
        table.zone("north")


# (what to replace, by what, the line of the fault, what is said)
CHANGES = [
    ("id: yard\n", "id: Yard!\n", 1, "may hold only lower-case letters"),
    ("The Yard", '"A\\e[2JB"', 2, "'name' of a map holds a character that cannot be seen: 'A\\x1b[2JB'"),
    ("The Yard", '"A\\0"', 2, "holds a character that cannot be seen"),
    ("The Yard", '"A\\uFFFE"', 2, "holds a character that cannot be seen"),
    ("The Yard", '"A\\ud800"', 2, "holds a character that cannot be seen"),
    ("The Yard", '"A\\nB"', 2, "holds a character that cannot be seen"),
    ("The Yard", "x" * 81, 2, "'name' of a map may have 80 characters"),
    ("name: West", '"name": "\\x01"', 20, "'name' of zones[1] holds a character that cannot be seen"),
    ("seat: red", 'seat: "\\u202e"', 21, "'seat' of zones[2] holds a character that cannot be seen"),
    ("name: The lane", 'name: "\\x07"', 23, "'name' of entries[1] holds a character that cannot be seen"),
    ("1.5, 3.5]", '1.5, 3.5], text: "\\x1b"', 26, "'text' of decor[2] holds a character that cannot"),
    ('"#": {kind: stone}', '"\\x01": {kind: stone}', 7, "must be a single character that can be seen"),
    ("form: squares", "form: hexes", 1, "form 'hexes' is not one that this reader knows"),
    ("size: [6, 4]", "size: [6]", 4, "size must be [width, height]"),
    ("size: [6, 4]", f"size: [{MAX_SIDE + 1}, 4]", 4, f"each from 1 to {MAX_SIDE}"),
    ("kind: grass", "kind: gras", 6, "unknown square kind 'gras'"),
    ('"#": {kind: stone}', '"##": {kind: stone}', 7, "must be a single character"),
    ("level: 1}\nrows", "level: high}\nrows", 8, "must be a whole number from -20 to 20, not 'high'"),
    ("level: 1}\nrows", "height: 1}\nrows", 8, "unknown key 'height'"),
    ('  - "..##.."\n', '  - "..##..."\n', 11, "row 1 has 7 characters, the table is 6 squares wide"),
    ('  - "..##.."\n', '  - "..##."\n', 11, "row 1 has 5 characters"),
    ('  - "..##.."\n', '  - "..#x.."\n', 11, "square (3, 1): 'x' is not in the legend"),
    ('  - "..##.."\n', "", 10, "4 squares high, but there are 3 rows"),
    ("kind: wagon", "kind: waggon", 15, "unknown feature kind 'waggon'"),
    (
        "[[0, 1], [0, 2]], level",
        "[[0, 1], [0, 4]], level",
        15,
        "feature 'cart' lies outside the table: (0, 4)",
    ),
    ("[[0, 1], [0, 2]], level", "[[0, 1], [0, 1]], level", 15, "names a square twice"),
    ("[[0, 1], [0, 2]], level", "[[0, 1], [zero, 2]], level", 15, "must be [x, y]"),
    ("[[0, 1], [0, 2]], level", "[], level", 15, "has no squares"),
    (
        "level: 1}\nedges",
        "level: 1}\n  - {kind: crates, squares: [[0, 2]]}\nedges",
        16,
        "overlaps 'cart' on square (0, 2)",
    ),
    (
        "level: 1}\nedges",
        "level: 1}\n  - {id: cart, kind: crates, squares: [[5, 3]]}\nedges",
        16,
        "two of the feature ids",
    ),
    ("kind: low-wall", "kind: lowwall", 17, "unknown border kind 'lowwall'"),
    ("at: [4, 0], side: w", "at: [4, 0], side: west", 17, "must be n, e, s or w, not 'west'"),
    ("length: 2", "length: 5", 17, "lies outside the table"),
    ("length: 2", "length: 0", 17, "'length' of edges[1] must be a whole number"),
    ("kind: low-wall", "kind: low-wall, state: open", 17, "a low-wall has no states"),
    ("kind: low-wall", "kind: low-wall, facing: n", 17, "faces w or e, not 'n'"),
    ("state: barred", "state: ajar", 18, "a gate cannot be 'ajar': it is closed or open or barred"),
    (", lock: {difficulty: 9}", "", 18, "a gate that is barred needs lock"),
    ("lock: {difficulty: 9}", "lock: {level: 9}", 18, "lock needs 'difficulty'"),
    ("at: [1, 3], side: e", "at: [4, 1], side: w", 18, "lies on 'edge-4-1-w' at (4, 1, 'w')"),
    ("at: [1, 3], side: e", "at: [2, 1], side: e", 18, "stands between two squares that nobody can enter"),
    ("rect: [0, 0, 1, 3]", "rect: [0, 0, 1, 4]", 20, "zone 'west' lies outside the table"),
    ("rect: [0, 0, 1, 3]", "rect: [1, 0, 0, 3]", 20, "with x0 <= x1"),
    ("rect: [0, 0, 1, 3]", "rect: [2, 1, 3, 2]", 20, "none of its squares can be entered"),
    ("id: east, name: East", "id: west, name: East", 21, "two of the zone ids are 'west'"),
    ("seat: red", "seat: red, role: camp", 21, "must be start, ambush, objective, not 'camp'"),
    ("kind: road", "kind: rode", 25, "unknown decor kind 'rode'"),
    ("[6, 0.5]]", "[6.5, 0.5]]", 25, "decor 'road' lies outside the table"),
    ("line: [[0, 0.5], [6, 0.5]]", "line: [[0, 0.5]]", 25, "line needs at least 2 points"),
    ("at: [1.5, 3.5]", "spot: [1.5, 3.5]", 26, "needs exactly one of at, line and area"),
    ("at: [1.5, 3.5]", "at: [1.5, .nan]", 26, "not a number that a map can use"),
    ("at: [1.5, 3.5]", "at: [1.5]", 26, "must be [x, y]"),
]


@pytest.mark.parametrize(("old", "new", "line", "said"), CHANGES)
def test_a_fault_names_its_line(old: str, new: str, line: int, said: str) -> None:
    assert GOOD.count(old) == 1
    found = faults(GOOD.replace(old, new))
    assert f"yard.yaml:{line}: " in found
    assert said in next(part for part in found.splitlines() if f"yard.yaml:{line}: " in part and said in part)


def test_a_missing_part_is_named() -> None:
    found = faults("form: squares\nsize: [2, 2]\n")
    for key in ("id", "name", "legend", "rows"):
        assert f"a map needs '{key}'" in found


def test_all_faults_come_at_once_in_the_order_of_the_file() -> None:
    broken = (
        GOOD.replace("kind: grass", "kind: gras")
        .replace("kind: wagon", "kind: waggon")
        .replace("kind: road", "kind: rode")
    )
    lines = [int(part.split(":")[1]) for part in faults(broken).splitlines()]
    assert lines == sorted(lines)
    assert {6, 15, 25} <= set(lines)


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("", "the file is empty"),
        ("- a\n- b\n", "a map must be a mapping, not a list"),
        ("id: [unclosed\n", "not readable as YAML"),
        ("id: &a yard\nname: *a\n", "yard.yaml:1: aliases are not allowed"),
        ("id: yard\nid: shed\n", "yard.yaml:2: 'id' is given twice"),
        ("? [a, b]\n: c\n", "yard.yaml:1: a key must be a word"),
        ("[" * 4000, "nested too deeply"),
        ("name: " + "x" * 100_001, "may have 100000 characters"),
    ],
)
def test_a_file_that_is_no_map_is_refused_kindly(text: str, said: str) -> None:
    assert said in faults(text)


def test_a_zone_behind_a_wall_is_unreachable_unless_a_door_leads_there() -> None:
    rows = ["......", "...###", "...#..", "...###"]
    walled = (
        "id: cell\nname: Cell\nsize: [6, 4]\nlegend: {'.': {kind: grass}, '#': {kind: stone}}\n"
        f"rows: {rows}\n"
        "zones:\n  - {id: out, squares: [[0, 0]]}\n  - {id: cell, squares: [[4, 2], [5, 2]]}\n"
    )
    assert "yard.yaml:8: zone cell: square (4, 2) cannot be reached from zone out" in faults(walled)
    opened = walled.replace("'...#..'", "'......'")
    assert load(opened).zone("cell").squares == ((4, 2), (5, 2))
    locked = opened + "edges: [{at: [3, 2], side: e, kind: door, state: locked, lock: {difficulty: 11}}]\n"
    assert load(locked).edges[0].state == "locked"
    shut_in = opened + "edges: [{at: [3, 2], side: e, kind: wall}]\n"
    assert "cannot be reached" in faults(shut_in)


def test_a_kind_that_the_board_cannot_draw_is_a_fault_where_it_is_used() -> None:
    recipes = sorted(KINDS.recipes() - {"wagon"})
    assert "yard.yaml:15: feature kind 'wagon' asks for the recipe 'wagon'" in faults(GOOD, recipes)
    assert load(GOOD, sorted(KINDS.recipes())) == load(GOOD)


def test_a_run_goes_along_its_side() -> None:
    assert edge_run(2, 1, "n", 3) == ((2, 1, "n"), (3, 1, "n"), (4, 1, "n"))
    assert edge_run(2, 1, "s", 2) == ((2, 2, "n"), (3, 2, "n"))
    assert edge_run(2, 1, "e", 2) == ((3, 1, "w"), (3, 2, "w"))


def test_a_gate_of_two_leaves_has_an_id_for_each() -> None:
    text = GOOD.replace("side: e, kind: gate", "side: n, length: 2, kind: gate")
    assert [e.id for e in load(text).edges][2:] == ["gate-1", "gate-2"]


def test_the_wire_form_is_complete_and_every_border_stands_alone() -> None:
    wire: dict[str, Any] = to_wire(load(GOOD))
    assert wire["unit"] == "pace"
    assert wire["size"] == [6, 4]
    assert len({e["id"] for e in wire["edges"]}) == len(wire["edges"]) == 3
    assert wire["edges"][2] == {
        "id": "gate",
        "at": [2, 3],
        "side": "w",
        "kind": "gate",
        "state": "barred",
        "facing": "e",
        "lock": {"difficulty": 9},
    }
    assert wire["kinds"]["squares"]["stone"] == {
        "recipe": "masonry-block",
        "label": "Stone wall",
        "full": True,
    }
    assert wire["kinds"]["edges"]["gate"]["states"]["open"] == {}
    assert wire["zones"][0]["squares"][0] == [0, 0]


@given(sketches())
def test_a_stored_map_comes_back_the_same(shape: Sketch) -> None:
    table = shape.table()
    again = from_wire(to_wire(table))
    assert again == table
    assert again.digest == table.digest
    assert to_wire(again) == to_wire(table)


def test_the_digest_names_the_content() -> None:
    assert load(GOOD).digest == load(GOOD).digest
    assert load(GOOD).digest != load(GOOD.replace("The Yard", "The yard")).digest
    assert load(GOOD) != "yard"


def test_a_spoilt_stored_map_is_refused() -> None:
    wire: dict[str, Any] = to_wire(load(GOOD))
    with pytest.raises(MapError, match="rows"):
        from_wire({**wire, "rows": wire["rows"][1:]})
    with pytest.raises(MapError, match="at least one kind of square"):
        from_wire({**wire, "kinds": {}})


def test_joined_squares_lie_together_in_one_space_and_hold_no_border() -> None:
    spaces = """
spaces:
  - {squares: [[0, 0], [5, 3]]}
  - {squares: [[0, 1], [0, 2]]}
  - {squares: [[0, 2], [0, 3]]}
  - {squares: [[3, 0], [4, 0]]}
  - {squares: [[1, 2]]}
"""
    told = faults(GOOD + spaces)
    assert "space 1 is in pieces: each of its squares must share a side with another one" in told
    assert "square (0, 2) lies in two spaces" in told
    assert "border 'edge-4-0-w' lies inside the space of (3, 0)" in told
    assert "space 5 must join at least two squares" in told
