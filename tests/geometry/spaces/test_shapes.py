"""Spaces of other shapes than squares: what a map may say, and the same answers as another library's geometry gives."""

from itertools import combinations, permutations

import pytest
from shapely.geometry import LineString, MultiLineString, Polygon, box

from muster.geometry.grid.mapfile import from_wire
from muster.geometry.grid.polygons import UNIT, is_simple
from muster.geometry.grid.squaremap import MapError, to_wire
from muster.geometry.spaces.board import Board, Space
from muster.geometry.spaces.drawn import drawn_spaces
from muster.geometry.spaces.lines import Line
from tests.geometry.spaces.bay import BORDERS, SPACES, bay


def board() -> Board:
    table = bay()
    return Board(table, table.start_states())


def outlines(of: Board) -> dict[Space, Polygon]:
    """Every space as a polygon of the other library."""
    found: dict[Space, Polygon] = {}
    for name, facts in of.spaces.items():
        if facts.corners is not None:
            found[name] = Polygon(facts.corners)
        else:
            (x, y) = (min(s[0] for s in facts.squares), min(s[1] for s in facts.squares))
            (u, v) = (max(s[0] for s in facts.squares) + 1, max(s[1] for s in facts.squares) + 1)
            assert len(facts.squares) == (u - x) * (v - y)
            found[name] = box(x * UNIT, y * UNIT, u * UNIT, v * UNIT)
    return found


def test_a_map_with_shaped_spaces_survives_its_own_json() -> None:
    assert from_wire(to_wire(bay())) == bay()


def test_the_spaces_part_the_board_and_their_centres_lie_inside() -> None:
    yard = board()
    shapes = outlines(yard)
    assert sum(s.area for s in shapes.values()) == 50 * UNIT * UNIT
    for one, other in combinations(shapes, 2):
        assert not shapes[one].intersection(shapes[other]).area
    for name, facts in yard.spaces.items():
        assert shapes[name].contains(LineString([facts.centre, facts.centre]).centroid)
        assert yard.space_of(name) == name


def test_what_two_spaces_share_is_what_the_other_library_says() -> None:
    yard = board()
    shapes = outlines(yard)
    for one, other in permutations(shapes, 2):
        shared = shapes[one].boundary.intersection(shapes[other].boundary)
        length = sum(LineString([s.start, s.end]).length for s in yard.border(one, other))
        assert length == pytest.approx(shared.length)
        assert (other in yard.across_corner(one)) == (not shared.is_empty and not shared.length)
    rim = sum(LineString([s.start, s.end]).length for s in yard.segments if None in s.spaces)
    assert rim == 30 * UNIT


def test_a_line_crosses_the_spaces_and_borders_that_the_other_library_says() -> None:
    yard = board()
    shapes = outlines(yard)
    names = [n for n, f in yard.spaces.items() if f.corners is not None or n[0] % 3 == 0]
    for one, other in permutations(names, 2):
        line = Line(yard, one, other)
        drawn = LineString([line.a, line.b])
        crossed = {
            name
            for name, shape in shapes.items()
            if name not in (one, other) and _inner_length(drawn, shape) > 1e-6
        }
        assert set(line.spaces()) == crossed, (one, other)
        through = {(c.segment.start, c.segment.end) for c in line.crossings(yard.segments)}
        ends = {t.at for t in line.touches(yard.segments)}
        for segment in yard.segments:
            side = LineString([segment.start, segment.end])
            if drawn.crosses(side) and not ends & {segment.start, segment.end}:
                assert (segment.start, segment.end) in through
            if drawn.disjoint(side):
                assert (segment.start, segment.end) not in through


def _inner_length(line: LineString, shape: Polygon) -> float:
    inside = line.intersection(shape)
    along = inside.intersection(shape.boundary)
    return float(inside.length - (along.length if isinstance(along, LineString | MultiLineString) else 0))


def test_doors_and_windows_stand_on_slanted_sides() -> None:
    yard = board()
    assert [(s.edge.id, s.facts.window) for s in yard.border((1, 1), (2, 1)) if s.edge] == [("left", True)]
    (door,) = yard.border((2, 1), (3, 1))
    assert (door.state, door.facts.full) == ("closed", True)
    table = bay()
    assert not Board(table, {"right": "open"}).border((2, 1), (3, 1))[0].facts.full


def test_a_line_goes_at_right_angles_through_a_slanted_side() -> None:
    yard = board()
    (window,) = yard.border((1, 1), (2, 1))
    across, along = Line(yard, (1, 1), (2, 1)).slant(window)
    assert across > along
    (front,) = yard.border((2, 0), (2, 1))
    assert Line(yard, (2, 0), (2, 2)).slant(front) == (24, 0)


def test_steps_count_touching_spaces() -> None:
    yard = board()
    assert yard.steps_apart((5, 2), (7, 4)) == 2
    assert yard.steps_apart((4, 2), (6, 2)) == 2
    assert yard.steps_apart((5, 2), (7, 1)) == 1


def test_straight_beyond_is_the_touching_space_that_holds_the_mirrored_centre() -> None:
    yard = board()
    assert yard.straight_beyond((2, 2), (2, 1)) == (2, 0)
    assert yard.straight_beyond((2, 0), (2, 1)) == (2, 2)
    assert yard.straight_beyond((4, 2), (4, 3)) == (4, 4)
    # A bay is wide: what it mirrors may lie beyond its neighbour, or off the board.
    assert yard.straight_beyond((0, 1), (1, 1)) == (2, 1)
    assert yard.straight_beyond((4, 3), (4, 4)) is None
    for one, facts in yard.spaces.items():
        for over in yard.beside(one):
            beyond = yard.straight_beyond(one, over)
            if facts.corners is None and yard.spaces[over].corners is None and beyond is not None:
                assert beyond in (*yard.beside(over), *yard.across_corner(over))


def test_what_is_drawn_says_centre_squares_and_outline() -> None:
    found = {tuple(s["at"]): s for s in drawn_spaces(bay())}
    assert found[0, 3] == {
        "at": [0, 3],
        "centre": [1.0, 3.5],
        "squares": [[0, 3], [1, 3]],
        "corners": None,
    }
    assert found[2, 1]["corners"] == [[1.5, 2.0], [2.0, 1.0], [3.0, 1.0], [3.5, 2.0]]
    assert found[6, 2]["squares"] == [[6, 2], [7, 2], [6, 3], [7, 3]]


@pytest.mark.parametrize(
    ("old", "new", "said"),
    [
        ("[3.5, 2], [3, 1], [4, 1]]", "[3.25, 2], [3, 1], [4, 1]]", "overlap or leave a gap"),
        ("{at: [1, 1], corners", "{at: [2, 1], corners", "must lie inside it"),
        ("[1.5, 2], [2, 1], [3, 1]", "[1.4, 2], [2, 1], [3, 1]", "in quarters of a square"),
        ("[1.5, 2], [2, 1], [3, 1]", "[1.5, 2], [3, 1], [2, 1]", "sides that do not cross"),
        ("[[0, 3], [1, 3]]", "[[0, 1], [1, 1]]", "which is joined to others"),
        ("[1, 1], [2, 1], [1.5, 2]", "[1, 1], [99, 1], [1.5, 2]", "on the board"),
        ("corners: [[4, 2], [3.5, 2], [3, 1], [4, 1]]", "corners: 5", "list of points"),
    ],
)
def test_a_space_that_does_not_fit_is_told_with_its_line(old: str, new: str, said: str) -> None:
    with pytest.raises(MapError) as fault:
        bay(spaces=SPACES.replace(old, new))
    assert said in str(fault.value)
    assert fault.value.faults[0].line > 0


@pytest.mark.parametrize(
    ("old", "new", "said"),
    [
        ("from: [1.5, 2], to: [2, 1]", "from: [1, 2], to: [2, 1]", "does not lie on the sides of spaces"),
        ("from: [3.5, 2], to: [5, 2]", "from: [3.5, 2], to: [3.5, 2]", "has no length"),
        ("kind: wall", "kind: window", "must stand between two spaces alone"),
        ("kind: wall", "kind: moat", "unknown border kind"),
        ("id: front, at: [2, 1], side: n", "id: front, at: [7, 2], side: w", "does not lie on the sides"),
    ],
)
def test_a_border_that_does_not_fit_is_told(old: str, new: str, said: str) -> None:
    with pytest.raises(MapError) as fault:
        bay(borders=BORDERS.replace(old, new))
    assert said in str(fault.value)


def test_a_simple_polygon_neither_crosses_nor_turns_back() -> None:
    assert is_simple(((0, 0), (12, 0), (12, 12)))
    assert is_simple(((0, 0), (6, 0), (12, 0), (12, 12)))
    assert not is_simple(((0, 0), (12, 0), (6, 0), (6, 12)))
    assert not is_simple(((0, 0), (12, 12), (12, 0), (0, 12)))
    assert not is_simple(((0, 0), (12, 0), (12, 0), (0, 12)))
    assert not is_simple(((0, 0), (12, 0)))
