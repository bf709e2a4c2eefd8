"""`muster maps check`: every fault with its line, a text and a picture of what is sound, and exit codes."""

from pathlib import Path
from xml.etree import ElementTree

import pytest

from muster.cli import main
from muster.commands.map_picture import PAINT, svg_of, text_of
from muster.geometry.grid.recipes import BOARD_RECIPES
from muster.rulesets.ad1666.tables import shipped_map as palace_map
from muster.rulesets.newworld.setup import kinds, shipped_map
from tests.kit.house import ROOT

MAPS = ROOT / "backend" / "muster" / "rulesets" / "newworld" / "tables" / "maps"
SVG = "{http://www.w3.org/2000/svg}"

YARD = """\
id: yard
name: Yard <of Anne & Ben>
form: squares
size: [6, 4]
legend:
  ".": {kind: grass}
  "G": {kind: planks, level: 2}
rows:
  - "......"
  - ".GG..."
  - ".GG..."
  - "......"
features:
  - {id: cart, kind: wagon, squares: [[4, 1], [4, 2]], level: 1}
edges:
  - {id: wall-1, at: [1, 1], side: n, length: 2, kind: wall}
  - {id: gap, at: [1, 2], side: s, kind: door, state: closed}
  - {id: way, at: [2, 2], side: s, kind: door, state: open}
zones:
  - {id: west, name: West, seat: red, squares: [[0, 0], [0, 1], [0, 2], [0, 3]]}
decor:
  - {kind: sign, at: [3.5, 0.5], text: North}
  - {kind: road, line: [[0, 3.5], [6, 3.5]], width: 0.8}
"""


def check(capsys: pytest.CaptureFixture[str], *arguments: object) -> tuple[int, list[str], list[str]]:
    code = main(["maps", "check", *map(str, arguments)])
    said = capsys.readouterr()
    return code, said.out.splitlines(), said.err.splitlines()


@pytest.mark.parametrize("file", sorted(MAPS.glob("*.yaml")), ids=lambda f: f.stem)
def test_every_shipped_map_passes_and_is_drawn(
    capsys: pytest.CaptureFixture[str], tmp_path: Path, file: Path
) -> None:
    picture = tmp_path / "map.svg"
    code, said, faults = check(capsys, file, "--svg", picture)
    table = shipped_map(file.stem)
    assert (code, faults) == (0, [])
    assert said[0] == f"{table.name} ({table.id}), {table.width} x {table.height} paces"
    assert said[4:8] == [f"  {y:2} {row}" for y, row in enumerate(table.rows[:4])]
    assert said[-1] == f"No fault. Drawn to {picture}"
    root = ElementTree.fromstring(picture.read_text(encoding="utf-8"))
    assert root.tag == f"{SVG}svg"
    borders = [t.text for t in root.iter(f"{SVG}title")][1:]
    assert len(borders) == len(table.edges)


def test_a_sound_map_is_described_and_drawn_beside_its_file(
    capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    file = tmp_path / "yard.yaml"
    file.write_text(YARD, encoding="utf-8")
    code, said, faults = check(capsys, file)
    assert (code, faults) == (0, [])
    assert said == [
        "Yard <of Anne & Ben> (yard), 6 x 4 paces",
        "",
        "     0",
        "     012345",
        "   0 ......",
        "   1 .GG...",
        "   2 .GG...",
        "   3 ......",
        "",
        "Ground",
        "  .  Open ground: 20 squares",
        "  G  Plank floor, level 2: 4 squares",
        "",
        "Things",
        "  cart: Wagon, 2 squares from (4, 1)",
        "",
        "Borders",
        "  Wall: 2 sides",
        "  Door: 2 sides (1 closed, 1 open)",
        "",
        "Zones",
        "  west: West, start of red, 4 squares within (0, 0) to (0, 3)",
        "",
        "Decor",
        "  Signpost: 1",
        "  Road: 1",
        "",
        f"No fault. Drawn to {tmp_path / 'yard.svg'}",
    ]
    drawn = ElementTree.fromstring((tmp_path / "yard.svg").read_text(encoding="utf-8"))
    assert [t.text for t in drawn.iter(f"{SVG}title")] == [
        "Yard <of Anne & Ben>, 6 x 4 paces",
        "wall-1-1",
        "wall-1-2",
        "gap, closed",
        "way, open",
    ]
    texts = [t.text for t in drawn.iter(f"{SVG}text")]
    assert {"North", "West", "Open ground", "Wagon", "Door", "Signpost"} <= set(texts)


def test_every_fault_is_said_with_its_line_and_nothing_is_drawn(
    capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    file = tmp_path / "yard.yaml"
    spoilt = YARD.replace('"......"', '"....."', 1).replace("kind: wagon", "kind: dragon")
    file.write_text(spoilt, encoding="utf-8")
    code, said, faults = check(capsys, file)
    assert (code, said) == (1, [])
    assert faults[0].startswith(f"{file}:9: ")
    assert "5" in faults[0]
    assert faults[1].startswith(f"{file}:14: unknown feature kind 'dragon': the ruleset knows ")
    assert faults[2:] == ["2 faults: nothing was drawn."]
    assert not (tmp_path / "yard.svg").exists()


@pytest.mark.parametrize(
    ("spoil", "line", "told"),
    [
        (("kind: grass", "kind: lava"), 6, "unknown square kind 'lava'"),
        (("[0, 3]]}", "[0, 9]]}"), 20, "outside the table"),
        (("rows:", "rows: ["), 9, "not readable as YAML"),
        (("- {id: way, at: [2, 2]", "- {id: way, at: [1, 2]"), 18, "border 'way' lies on 'gap'"),
    ],
)
def test_a_fault_names_the_line_where_it_is(
    capsys: pytest.CaptureFixture[str], tmp_path: Path, spoil: tuple[str, str], line: int, told: str
) -> None:
    file = tmp_path / "yard.yaml"
    assert spoil[0] in YARD
    file.write_text(YARD.replace(*spoil), encoding="utf-8")
    code, _, faults = check(capsys, file)
    assert code == 1
    assert faults[0].startswith(f"{file}:{line}: ")
    assert told in faults[0]


@pytest.mark.parametrize(
    "name", [r"A\e[2J\e]0;B\a", r"A\0", r"A\x01\x08", r"A\uFFFE", r"A\ud800", r"A\nNo fault."]
)
def test_what_cannot_be_seen_is_a_fault_and_reaches_neither_terminal_nor_picture(
    capsys: pytest.CaptureFixture[str], tmp_path: Path, name: str
) -> None:
    file = tmp_path / "yard.yaml"
    file.write_text(YARD.replace("Yard <of Anne & Ben>", f'"{name}"'), encoding="utf-8")
    code, said, faults = check(capsys, file)
    assert (code, said) == (1, [])
    assert len(faults) == 2
    assert faults[0].startswith(f"{file}:2: 'name' of a map holds a character that cannot be seen: 'A")
    assert all(line.isprintable() for line in faults)
    assert not (tmp_path / "yard.svg").exists()


def test_what_is_no_text_or_not_there_is_said_in_one_sentence(
    capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    binary = tmp_path / "map.yaml"
    binary.write_bytes(b"id: a\nname: \xff\xfe\n")
    code, _, faults = check(capsys, binary)
    assert (code, faults[0]) == (1, f"{binary}:2: a map file must be UTF-8 text")
    code, _, faults = check(capsys, tmp_path / "nowhere.yaml")
    assert (code, faults) == (
        2,
        [f"muster: The map {tmp_path / 'nowhere.yaml'} cannot be read: No such file or directory."],
    )
    sound = tmp_path / "yard.yaml"
    sound.write_text(YARD, encoding="utf-8")
    code, _, faults = check(capsys, sound, "--svg", tmp_path / "no" / "where.svg")
    assert (code, len(faults)) == (2, 1)
    code, _, faults = check(capsys, sound, "--svg", sound)
    assert (code, len(faults)) == (2, 1)
    assert sound.read_text(encoding="utf-8") == YARD


def test_there_is_paint_for_every_recipe_and_for_no_other() -> None:
    assert set(PAINT) == BOARD_RECIPES
    assert kinds().recipes() <= set(PAINT)


def test_the_same_map_is_always_drawn_the_same() -> None:
    assert svg_of(shipped_map("halcyon")) == svg_of(shipped_map("halcyon"))


def test_spaces_of_other_shapes_are_told_and_drawn() -> None:
    palace = palace_map("palace-wing")
    told = text_of(palace)
    assert "4 corners round (4, 1)" in told
    assert "2 squares from (5, 7)" in told
    assert "Window: 10 sides" in told
    drawn = svg_of(palace)
    assert drawn.count("<polygon") == len(palace.shapes)
    assert "west-bay-left" in drawn
