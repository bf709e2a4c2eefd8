"""Boards of spaces: what joins them, how far apart they are, what a line meets. Facts alone, of no game."""

from fractions import Fraction

from muster.geometry.grid.kinds import parse_kinds
from muster.geometry.grid.mapfile import load_map
from muster.geometry.grid.polygons import UNIT
from muster.geometry.spaces.board import Board
from muster.geometry.spaces.lines import Line

KINDS = parse_kinds(
    {
        "unit": "pace",
        "squares": {"grass": {"recipe": "meadow", "label": "Grass"}},
        "features": {},
        "edges": {"wall": {"recipe": "wall", "label": "Wall", "full": True}},
        "decor": {},
    }
)
LAND = """
id: yard
name: Yard
size: [5, 3]
legend: {".": {kind: grass}}
rows: [".....", ".....", "....."]
edges:
  - {id: wall, at: [3, 0], side: w, length: 2, kind: wall}
spaces:
  - {squares: [[0, 0], [1, 0], [0, 1]]}
"""


def board() -> Board:
    table = load_map(LAND, KINDS, "yard.yaml")
    return Board(table, table.start_states())


def test_joined_squares_are_one_space_named_by_the_first_with_its_centre_inside() -> None:
    yard = board()
    assert len(yard.spaces) == 13
    assert {yard.space_of(s) for s in ((0, 0), (1, 0), (0, 1))} == {(0, 0)}
    assert yard.spaces[0, 0].centre == (10, 10)
    assert yard.space_of((5, 0)) is None


def test_what_two_spaces_share_is_told_side_by_side() -> None:
    yard = board()
    assert len(yard.border((0, 0), (1, 1))) == 2
    assert [s.facts.full for s in yard.border((2, 0), (3, 0))] == [True]
    assert len(yard.on_rim((0, 0))) == 4
    assert (2, 2) in yard.across_corner((1, 1))
    assert {w.over for w in yard.ways((1, 1), (2, 2))} == {(2, 1), (1, 2)}


def test_the_shortest_chain_of_touching_spaces_counts_whatever_stands_between() -> None:
    yard = board()
    assert yard.steps_apart((2, 0), (3, 0)) == 1
    assert yard.steps_apart((0, 0), (4, 2)) == 3
    assert yard.straight_beyond((1, 1), (2, 1)) == (3, 1)


def test_a_line_meets_borders_their_ends_and_spaces_exactly() -> None:
    yard = board()
    walls = [s for s in yard.segments if s.facts.full]
    through = Line(yard, (2, 1), (4, 1)).crossings(walls)
    assert [c.at for c in through] == [(Fraction(3 * UNIT), Fraction(UNIT + UNIT // 2))]
    past = Line(yard, (2, 1), (3, 2))
    assert past.crossings(walls) == ()
    (touch,) = past.touches(walls)
    assert (touch.at, touch.both, touch.of_start, touch.of_end) == ((36, 24), False, True, True)
    assert Line(yard, (1, 1), (4, 2)).spaces() == ((2, 1), (3, 2))
