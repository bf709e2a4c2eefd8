"""Sight: the corner family, cover by the feature near the target, windows, big figures, and the slow check."""

from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from muster.geometry.grid.grid import Grid
from muster.geometry.grid.kinds import Cover, parse_kinds
from muster.geometry.grid.lines import walk
from muster.geometry.grid.mapfile import load_map
from muster.geometry.grid.sight import SightVerdict
from muster.geometry.grid.squares import Side, Square, footprint
from muster.geometry.grid.steps import StepFault
from tests.geometry.grid.oracle import Line, blocked_at, cover_of
from tests.geometry.grid.tables import Sketch, Thing, sketch, sketches, wall_run

FIELD = ("........",) * 8


def field(*borders: tuple[int, int, Side, str], things: list[Thing] | None = None) -> Grid:
    return sketch(*FIELD, borders=borders, things=things or []).grid()


def spot(verdict: SightVerdict) -> tuple[float, float]:
    assert verdict.witness is not None
    return verdict.witness.wire()


# --- what blocks ----------------------------------------------------------------------------------------------


def test_open_ground_is_clear_and_has_no_witness() -> None:
    verdict = field().sight((0, 0), (7, 5))
    assert verdict == SightVerdict(True, Cover.NONE, (0, 0), (7, 5))
    assert verdict.state == "clear"


@pytest.mark.parametrize("kind", ["wall", "palisade", "door:closed", "window:shut", "gate:closed"])
def test_a_full_border_stops_the_line_that_crosses_it(kind: str) -> None:
    verdict = field((4, 2, "w", kind)).sight((1, 2), (6, 2))
    assert not verdict.clear
    assert verdict.cover is Cover.FULL
    assert verdict.state == "blocked"
    assert verdict.edge == (4, 2, "w")
    assert verdict.feature == "edge-4-2-w"
    assert spot(verdict) == (4.0, 2.5)


@pytest.mark.parametrize("kind", ["door:open", "window:open", "low-wall", "loophole", "parapet", "hedge"])
def test_what_is_not_full_stops_no_line(kind: str) -> None:
    assert field((4, 2, "w", kind)).sight((1, 2), (6, 2)).clear


def test_a_square_filled_by_a_wall_stops_the_line_through_its_inside() -> None:
    grid = sketch("....", "..#.", "....").grid()
    verdict = grid.sight((0, 0), (3, 2))
    assert not verdict.clear
    assert verdict.square == (2, 1)
    assert spot(verdict) == (2.0, 1.5)
    assert grid.sight((0, 1), (3, 1)).square == (2, 1)
    assert grid.sight((0, 0), (3, 0)).clear


def test_figures_are_no_part_of_sight_and_a_mast_is_not_full() -> None:
    assert field(things=[Thing("mast", ((3, 0),))]).sight((0, 0), (7, 0)).clear


def test_the_first_of_several_walls_is_the_witness() -> None:
    grid = field((2, 2, "w", "wall"), (4, 2, "w", "wall"))
    assert grid.sight((0, 2), (6, 2)).edge == (2, 2, "w")
    assert grid.sight((6, 2), (0, 2)).edge == (4, 2, "w")


def test_a_border_before_a_filled_square_is_named_before_it() -> None:
    grid = sketch("...", ".#.", "...", borders=[(1, 1, "w", "wall")]).grid()
    assert grid.sight((0, 1), (2, 1)).edge == (1, 1, "w")


# --- the corner family (T8) -----------------------------------------------------------------------------------


def test_the_end_of_a_single_wall_is_only_touched() -> None:
    # The line from (0, 0) to (3, 3) passes exactly through the corner (2, 2).
    assert field((2, 2, "n", "wall")).sight((0, 0), (3, 3)).clear
    assert field((2, 2, "w", "wall")).sight((0, 0), (3, 3)).clear
    assert field((1, 2, "n", "wall")).sight((0, 0), (3, 3)).clear
    assert field((2, 1, "w", "wall")).sight((0, 0), (3, 3)).clear


def test_a_line_a_hair_beside_the_corner_is_decided_by_the_side_it_passes() -> None:
    # From (0, 0): to (5, 4) the line crosses y = 2 at x = 2.375, to (4, 5) it crosses x = 2 at y = 2.375.
    wall = field((2, 2, "n", "wall"))
    assert not wall.sight((0, 0), (5, 4)).clear
    assert wall.sight((0, 0), (4, 5)).clear
    assert wall.sight((0, 0), (4, 4)).clear


def test_two_walls_that_meet_on_the_line_leave_no_gap() -> None:
    straight = field((1, 2, "n", "wall"), (2, 2, "n", "wall"))
    upright = field((2, 1, "w", "wall"), (2, 2, "w", "wall"))
    angle_before = field((1, 2, "n", "wall"), (2, 1, "w", "wall"))
    angle_behind = field((2, 2, "n", "wall"), (2, 2, "w", "wall"))
    for grid in (straight, upright, angle_before, angle_behind):
        for a, b in (((0, 0), (3, 3)), ((3, 3), (0, 0)), ((1, 1), (2, 2))):
            verdict = grid.sight(a, b)
            assert not verdict.clear
            assert spot(verdict) == (2.0, 2.0)
            assert verdict.edge is None
            assert verdict.square is None


def test_two_walls_on_one_side_of_the_line_leave_it_open() -> None:
    beside = field((2, 1, "w", "wall"), (2, 2, "n", "wall"))
    assert beside.sight((0, 0), (3, 3)).clear
    assert not beside.sight((3, 0), (0, 3)).clear
    # The other diagonal through the same corner meets the angle from its open side: both ways are closed.
    assert beside.sight((2, 1), (3, 0)).clear


def test_between_two_filled_squares_that_meet_at_a_corner_nothing_is_seen() -> None:
    grid = sketch("..#.", ".#..", "....", "....").grid()
    verdict = grid.sight((1, 0), (2, 1))
    assert not verdict.clear
    assert spot(verdict) == (2.0, 1.0)
    # One of them alone is only touched.
    assert sketch("..#.", "....", "....").grid().sight((1, 0), (2, 1)).clear
    assert sketch("....", ".#..", "....").grid().sight((1, 0), (2, 1)).clear


def test_a_wall_that_abuts_a_filled_square_leaves_no_gap() -> None:
    grid = sketch("..#.", "....", "....", borders=[(1, 1, "n", "wall")]).grid()
    assert not grid.sight((1, 0), (2, 1)).clear
    low = sketch("..#.", "....", "....", borders=[(1, 1, "n", "low-wall")]).grid()
    assert low.sight((1, 0), (2, 1)).clear


def test_a_line_along_a_row_runs_beside_walls_without_crossing_them() -> None:
    # Centres lie at half squares, so a line never runs along a border; the borders beside its row are not crossed.
    grid = field(*wall_run(0, 2, "n", 8), *wall_run(0, 3, "n", 8))
    verdict = grid.sight((0, 2), (7, 2))
    assert verdict.clear
    assert verdict.cover is Cover.NONE


def test_walls_on_the_rim_of_the_table_hide_nothing_inside() -> None:
    rim = [
        *wall_run(0, 0, "n", 8),
        *wall_run(0, 7, "s", 8),
        *wall_run(0, 0, "w", 8),
        *wall_run(7, 0, "e", 8),
    ]
    grid = field(*rim)
    assert len(grid.visible_squares((0, 0))) == 64
    assert len(grid.visible_squares((7, 3))) == 64


def test_sight_within_one_square_is_clear() -> None:
    grid = sketch("t").grid()
    assert grid.sight((0, 0), (0, 0)) == SightVerdict(True, Cover.NONE, (0, 0), (0, 0))


def test_off_the_table_there_is_nothing_to_see() -> None:
    with pytest.raises(ValueError, match="not on the table"):
        field().sight((0, 0), (8, 0))
    with pytest.raises(ValueError, match="footprint"):
        field().sight((0, 0), (1, 0), 0, 1)


# --- cover (cover.5, R41) -------------------------------------------------------------------------------------


def test_a_low_wall_covers_the_figure_behind_it_from_beyond_only() -> None:
    grid = field((4, 2, "w", "low-wall"))
    behind = grid.sight((1, 2), (4, 2))
    assert behind.cover is Cover.LIGHT
    assert behind.state == "cover"
    assert behind.edge == (4, 2, "w")
    assert spot(behind) == (4.0, 2.5)
    assert grid.sight((6, 2), (4, 2)).cover is Cover.NONE
    # One square farther from the wall it helps no more: it is no border of the target's square.
    assert grid.sight((1, 2), (5, 2)).cover is Cover.NONE


def test_the_shooters_own_cover_helps_only_the_target_that_adjoins_it_too() -> None:
    grid = field((4, 2, "w", "low-wall"))
    assert grid.sight((3, 2), (6, 2)).cover is Cover.NONE
    assert grid.sight((3, 2), (4, 2)).cover is Cover.LIGHT
    assert grid.sight((4, 2), (3, 2)).cover is Cover.LIGHT


def test_a_filled_square_covers_the_figure_in_it_and_beside_it() -> None:
    grid = sketch(".....t..", "........").grid()
    assert grid.sight((0, 0), (5, 0)).cover is Cover.LIGHT
    assert grid.sight((0, 0), (6, 0)).cover is Cover.LIGHT
    assert grid.sight((0, 0), (6, 0)).square == (5, 0)
    assert grid.sight((0, 0), (7, 0)).cover is Cover.NONE
    assert grid.sight((0, 0), (4, 0)).cover is Cover.NONE


def test_the_shooters_own_tree_never_counts() -> None:
    grid = sketch("t....t..").grid()
    assert grid.sight((5, 0), (6, 0)).cover is Cover.NONE
    assert grid.sight((5, 0), (7, 0)).cover is Cover.NONE
    assert grid.sight((6, 0), (5, 0)).cover is Cover.LIGHT
    assert grid.sight((0, 0), (1, 0)).cover is Cover.NONE


def test_a_tree_that_is_only_touched_gives_no_cover() -> None:
    # The line from (0, 0) to (2, 2) touches both trees at their corners.
    assert sketch("...", "...", "...").grid().sight((0, 0), (2, 2)).cover is Cover.NONE
    assert sketch(".t.", "t..", "...").grid().sight((0, 0), (1, 1)).cover is Cover.NONE
    assert sketch("...", ".t.", "...").grid().sight((0, 0), (2, 2)).cover is Cover.LIGHT


def test_a_raised_feature_covers_those_beside_it_and_not_those_on_top() -> None:
    wagon = Thing("wagon", ((3, 0), (4, 0)), 1)
    grid = field(things=[wagon])
    beside = grid.sight((0, 0), (5, 0))
    assert beside.cover is Cover.LIGHT
    assert beside.feature == "wagon-0"
    assert grid.sight((0, 0), (3, 0)).cover is Cover.NONE
    # Along the wagon: its near square does not cover the figure on its far one.
    assert grid.sight((0, 0), (4, 0)).cover is Cover.NONE
    assert grid.sight((3, 0), (5, 0)).cover is Cover.LIGHT
    assert grid.sight((4, 0), (5, 0)).cover is Cover.NONE


def test_another_wagon_covers_a_figure_on_a_wagon() -> None:
    grid = field(things=[Thing("wagon", ((3, 0), (4, 0)), 1), Thing("wagon", ((5, 0), (6, 0)), 1)])
    verdict = grid.sight((0, 0), (5, 0))
    assert verdict.cover is Cover.LIGHT
    assert verdict.feature == "wagon-0"


def test_a_tree_under_a_wagon_still_covers_the_figure_on_top() -> None:
    grid = sketch("...t..", "......", things=[Thing("wagon", ((3, 0),), 1)]).grid()
    assert grid.sight((0, 0), (3, 0)).cover is Cover.LIGHT


def test_a_feature_that_is_not_raised_covers_the_figure_beside_it() -> None:
    grid = field(things=[Thing("mast", ((3, 0),))])
    assert grid.sight((0, 0), (4, 0)).feature == "mast-0"


def test_the_best_cover_counts_and_of_equals_the_nearest_to_the_target() -> None:
    grid = field((4, 2, "w", "low-wall"), (5, 2, "w", "loophole"))
    verdict = grid.sight((1, 2), (5, 2))
    assert verdict.cover is Cover.HEAVY
    assert verdict.edge == (5, 2, "w")
    trees = sketch("...tt.").grid()
    assert trees.sight((0, 0), (4, 0)).square == (4, 0)
    both = sketch("...t..", borders=[(3, 0, "w", "parapet")]).grid()
    assert both.sight((0, 0), (3, 0)).edge == (3, 0, "w")


@pytest.mark.parametrize(
    ("target", "cover"),
    [((4, 2), Cover.HEAVY), ((5, 2), Cover.NONE), ((4, 1), Cover.NONE), ((4, 3), Cover.NONE)],
)
def test_whoever_adjoins_a_window_on_the_far_side_has_heavy_cover(target: Square, cover: Cover) -> None:
    grid = field((4, 2, "w", "window:open"))
    assert grid.sight((1, 2), target).clear
    assert grid.sight((1, 2), target).cover is cover
    # From inside, the shooter at the window has no cover to fear of the target in the open.
    assert grid.sight((4, 2), (1, 2)).cover is Cover.NONE
    assert grid.sight((4, 2), (3, 2)).cover is Cover.HEAVY


def test_a_low_wall_that_goes_on_past_the_corner_is_crossed_there() -> None:
    going_on = field((1, 2, "n", "low-wall"), (2, 2, "n", "low-wall"))
    verdict = going_on.sight((0, 0), (2, 2))
    assert verdict.cover is Cover.LIGHT
    assert verdict.edge == (2, 2, "n")
    assert spot(verdict) == (2.0, 2.0)
    ending = field((2, 2, "n", "low-wall"))
    assert ending.sight((0, 0), (2, 2)).cover is Cover.NONE
    angle = field((2, 2, "n", "low-wall"), (2, 2, "w", "loophole"))
    assert angle.sight((0, 0), (2, 2)).cover is Cover.LIGHT
    # The angle round the square before the target is no border of the target's square.
    outside = field((2, 1, "w", "low-wall"), (1, 2, "n", "low-wall"))
    assert outside.sight((0, 0), (2, 2)).cover is Cover.NONE


def test_a_corner_gives_no_more_cover_than_the_targets_own_border_there() -> None:
    # One way round is closed by a loophole before the target's own low wall, the other by a loophole alone.
    grid = field((2, 1, "w", "loophole"), (2, 2, "n", "low-wall"), (1, 2, "n", "loophole"))
    verdict = grid.sight((0, 0), (2, 2))
    assert verdict.cover is Cover.LIGHT
    assert verdict.edge == (2, 2, "n")


def test_a_full_feature_is_a_wall_where_it_stands() -> None:
    kinds = parse_kinds(
        {
            "squares": {"grass": {"recipe": "meadow", "label": "Grass"}},
            "features": {"boulder": {"recipe": "rock", "label": "Boulder", "full": True}},
        }
    )
    table = load_map(
        "{id: m, name: M, size: [4, 2], legend: {'.': {kind: grass}}, rows: ['....', '....'], "
        "features: [{id: rock, kind: boulder, squares: [[1, 0]]}]}",
        kinds,
        "m.yaml",
    )
    grid = Grid(table)
    verdict = grid.sight((0, 0), (3, 0))
    assert not verdict.clear
    assert verdict.feature == "rock"
    assert grid.step((0, 0), (1, 1)).fault is StepFault.CORNER
    assert not grid.fits((1, 0))


# --- big figures (R42) ----------------------------------------------------------------------------------------


def test_the_pair_with_the_least_cover_counts() -> None:
    grid = field((3, 2, "w", "wall"), (3, 3, "w", "low-wall"))
    assert not grid.sight((0, 2), (3, 2)).clear
    one_of_two = grid.sight((0, 2), (3, 2), 1, 2)
    assert one_of_two.clear
    best = grid.sight((0, 2), (3, 2), 2, 2)
    assert best.clear
    assert best.cover is min(
        grid.sight(p, q).cover for p in footprint((0, 2), 2) for q in footprint((3, 2), 2)
    )


def test_of_equal_pairs_the_nearest_is_shown_and_then_the_lowest() -> None:
    verdict = field().sight((0, 0), (5, 0), 2, 2)
    assert (verdict.from_square, verdict.to_square) == ((1, 0), (5, 0))


@given(sketches(), st.integers(1, 3), st.integers(1, 3), st.data())
def test_big_figures_see_by_their_best_pair(
    shape: Sketch, size_a: int, size_b: int, data: st.DataObject
) -> None:
    grid = shape.grid()
    corners = [
        [s for s in shape.squares() if all(grid.on_table(p) for p in footprint(s, size))]
        for size in (size_a, size_b)
    ]
    a, b = (data.draw(st.sampled_from(c)) for c in corners)
    verdict = grid.sight(a, b, size_a, size_b)
    pairs = [grid.sight(p, q) for p in footprint(a, size_a) for q in footprint(b, size_b)]
    assert verdict in pairs
    assert verdict.cover is min(p.cover for p in pairs)
    assert verdict.clear is any(p.clear for p in pairs)
    # Clear or blocked is mutual for big figures too (T6); cover is not, it belongs to the target.
    assert verdict.clear is grid.sight(b, a, size_b, size_a).clear


# --- the slow check -------------------------------------------------------------------------------------------


@given(sketches(ground="......##tt"))
def test_sight_agrees_with_the_geometry_worked_out_with_fractions(shape: Sketch) -> None:
    grid = shape.grid()
    squares = shape.squares()
    for a in squares[:: max(1, len(squares) // 5)]:
        seen = grid.visible_squares(a)
        for b in squares[:: max(1, len(squares) // 11)]:
            if a == b:
                continue
            line, verdict = Line(a, b), grid.sight(a, b)
            stop = blocked_at(grid, line)
            assert verdict.clear is (stop is None)
            assert (b in seen) is verdict.clear
            if stop is None:
                assert verdict.cover is cover_of(grid, line)
            else:
                assert verdict.cover is Cover.FULL
            assert (verdict.witness is None) is (verdict.state == "clear")
            if verdict.witness is not None:
                x, y, den = verdict.witness
                where = (Fraction(x, den), Fraction(y, den))
                if stop is not None:
                    assert where == line.at(stop)
                else:
                    assert (where[0] - line.start[0]) * line.way[1] == (where[1] - line.start[1]) * line.way[
                        0
                    ]
                if verdict.edge is not None and verdict.cover is Cover.FULL:
                    share = line.crossing(verdict.edge)
                    assert share is not None
                    assert line.at(share) == where
                if verdict.square is not None:
                    span = line.inside(verdict.square)
                    assert span is not None
                    assert line.at(span[0]) == where


@given(st.tuples(st.integers(0, 9), st.integers(0, 9)), st.tuples(st.integers(0, 9), st.integers(0, 9)))
def test_a_line_walks_through_its_squares_in_order(a: Square, b: Square) -> None:
    grid = sketch(*["." * 10] * 10).grid()
    line = Line(a, b)
    crossings = list(walk(grid.facts, a, b))
    entered = [a, *(grid.facts.square(c.after) for c in crossings)]
    inside = {(x, y) for x in range(10) for y in range(10) if a != b and line.inside((x, y))}
    assert len(set(entered)) == len(entered)
    assert set(entered) == (inside or {a})
    shares: list[Fraction] = []
    for crossing in crossings:
        x, y, den = crossing.point
        where = (Fraction(x, den), Fraction(y, den))
        if crossing.kind == "border":
            share = line.crossing(grid.facts.edge(crossing.border))
            assert share is not None
            shares.append(share)
        else:
            shares.append(next(s for s, (u, v) in line.corners() if (u, v) == (x / den, y / den)))
        assert line.at(shares[-1]) == where
    assert shares == sorted(set(shares))
    assert len([c for c in crossings if c.kind == "corner"]) == len(line.corners())
