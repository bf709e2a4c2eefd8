"""One step: what it costs, what stops it, what a big figure needs, how far a blow passes."""

from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from muster.geometry.grid.facts import StepFlag
from muster.geometry.grid.grid import Grid, grid_of
from muster.geometry.grid.kinds import parse_kinds
from muster.geometry.grid.mapfile import load_map
from muster.geometry.grid.squares import DIRECTIONS, Side, Square, edge_between, footprint
from muster.geometry.grid.steps import StepFault
from tests.geometry.grid.tables import Sketch, Thing, sketch, sketches, wall_run

OPEN = sketch(".....", ".....", ".....", ".....", ".....")


def bordered(*borders: tuple[int, int, Side, str]) -> Grid:
    return sketch(*OPEN.rows, borders=borders).grid()


# --- cost (R16, R56) ------------------------------------------------------------------------------------------


def test_a_step_over_open_ground_costs_one_in_every_direction() -> None:
    grid = OPEN.grid()
    for dx, dy in DIRECTIONS:
        assert grid.step((2, 2), (2 + dx, 2 + dy)).cost == 1


@pytest.mark.parametrize(("char", "flag"), [("b", "DIFFICULT"), ("~", "SWIM"), ("l", "DIFFICULT")])
def test_the_entered_square_decides_the_cost(char: str, flag: str) -> None:
    grid = sketch(f".{char}.").grid()
    into, out = grid.step((0, 0), (1, 0)), grid.step((1, 0), (2, 0))
    assert into.cost == 2
    assert StepFlag[flag] in into.flags
    assert StepFlag[flag] not in out.flags


# Example newworld.ex.52, and the same steps in brush.
@pytest.mark.parametrize(
    ("low", "high", "cost", "climb"),
    [
        (".", "1", 2, False),
        ("1", ".", 1, False),
        (".", "2", 4, True),
        ("3", ".", 6, True),
        ("1", "2", 2, False),
        ("1", "3", 4, True),
        ("~", ".", 2, False),
        (".", "~", 2, False),
        ("v", "1", 4, True),
    ],
)
def test_one_level_up_costs_two_and_two_levels_are_a_climb(
    low: str, high: str, cost: int, climb: bool
) -> None:
    step = sketch(low + high).grid().step((0, 0), (1, 0))
    assert step.cost == cost
    assert (StepFlag.CLIMB in step.flags) is climb


def test_a_level_up_into_brush_still_costs_two() -> None:
    # Example newworld.ex.52: costs do not add. A cart's tail gives the level, brush the difficulty.
    shape = sketch(".b", things=[Thing("crates", ((1, 0),), 1)])
    step = shape.grid().step((0, 0), (1, 0))
    assert step.cost == 2
    assert step.levels == 1
    assert StepFlag.DIFFICULT | StepFlag.UP | StepFlag.FOOT_ONLY in step.flags


def test_a_low_wall_into_brush_uphill_still_costs_two() -> None:
    shape = sketch(".b", borders=[(1, 0, "w", "low-wall")], things=[Thing("crates", ((1, 0),), 1)])
    assert shape.grid().step((0, 0), (1, 0)).cost == 2


def test_a_wagon_lifts_its_squares_and_bars_riders() -> None:
    grid = sketch("...", things=[Thing("wagon", ((1, 0),), 1)]).grid()
    step = grid.step((0, 0), (1, 0))
    assert (step.cost, step.levels) == (2, 1)
    assert StepFlag.FOOT_ONLY in step.flags
    assert grid.step((1, 0), (2, 0)).cost == 1
    assert grid.level((1, 0)) == 1


# --- borders straight across (R61, R63) -----------------------------------------------------------------------


@pytest.mark.parametrize(
    ("kind", "cost", "fault"),
    [
        ("wall", 0, StepFault.WALL),
        ("palisade", 0, StepFault.WALL),
        ("door:closed", 0, StepFault.WALL),
        ("door:open", 1, None),
        ("gate:closed", 0, StepFault.WALL),
        ("window:shut", 0, StepFault.WALL),
        ("window:open", 2, None),
        ("low-wall", 2, None),
        ("hedge", 2, None),
        ("loophole", 0, StepFault.WALL),
        ("parapet", 0, StepFault.WALL),
    ],
)
def test_a_border_is_crossed_alike_both_ways(kind: str, cost: int, fault: StepFault | None) -> None:
    grid = bordered((2, 2, "w", kind))
    for start, end in (((1, 2), (2, 2)), ((2, 2), (1, 2))):
        step = grid.step(start, end)
        assert (step.cost, step.fault) == (cost, fault)
        assert step.at == (None if fault is None else (2, 2, "w"))


def test_a_window_is_for_those_on_foot_and_not_for_a_charge() -> None:
    step = bordered((2, 2, "n", "window:open")).step((2, 1), (2, 2))
    assert StepFlag.FOOT_ONLY | StepFlag.NO_CHARGE | StepFlag.WINDOW in step.flags


# --- diagonals (R17, R61) -------------------------------------------------------------------------------------


def test_no_diagonal_step_passes_a_square_filled_by_a_wall() -> None:
    grid = sketch("...", ".#.", "...").grid()
    for start, end in (((1, 0), (0, 1)), ((0, 1), (1, 2)), ((1, 0), (2, 1)), ((2, 1), (1, 2))):
        for a, b in ((start, end), (end, start)):
            step = grid.step(a, b)
            assert step.fault is StepFault.CORNER
            assert step.at == (1, 1)


def test_a_square_closed_for_another_reason_does_not_hinder_a_diagonal() -> None:
    grid = sketch("...", "...", "...", things=[Thing("mast", ((1, 1),))]).grid()
    assert grid.step((1, 0), (0, 1)).cost == 1
    assert grid.step((1, 0), (1, 1)).fault is StepFault.NOT_ENTERABLE


@pytest.mark.parametrize("side", ["n", "w", "s", "e"])
def test_no_diagonal_step_passes_the_end_of_a_full_border(side: Side) -> None:
    # The border at `side` of (2, 2) ends at two corners; the four steps through each of them are barred.
    grid = bordered((2, 2, side, "wall"))
    ends: list[Square] = {
        "n": [(2, 2), (3, 2)],
        "w": [(2, 2), (2, 3)],
        "s": [(2, 3), (3, 3)],
        "e": [(3, 2), (3, 3)],
    }[side]
    for x in range(1, 5):
        for y in range(1, 5):
            for a, b in (((x - 1, y - 1), (x, y)), ((x, y - 1), (x - 1, y))):
                legal = (x, y) not in ends
                assert grid.step(a, b).legal is legal
                assert grid.step(b, a).legal is legal


def test_an_open_door_in_a_wall_is_passed_straight_only() -> None:
    grid = bordered((2, 1, "w", "wall"), (2, 2, "w", "door:open"), (2, 3, "w", "wall"))
    assert grid.step((1, 2), (2, 2)).cost == 1
    assert grid.step((1, 2), (2, 1)).fault is StepFault.CORNER
    assert grid.step((1, 2), (2, 3)).fault is StepFault.CORNER


def test_a_low_wall_is_crossed_by_a_diagonal_only_where_both_ways_meet_it() -> None:
    grid = bordered((1, 2, "n", "low-wall"), (2, 2, "n", "low-wall"))
    assert grid.step((1, 1), (2, 2)).cost == 2
    assert grid.step((2, 1), (1, 2)).cost == 2
    past_its_end = grid.step((0, 1), (1, 2))
    assert past_its_end.cost == 1
    assert StepFlag.CROSSING not in past_its_end.flags


def test_a_low_wall_round_a_corner_is_crossed_by_the_diagonal_over_its_angle() -> None:
    grid = bordered((2, 2, "n", "low-wall"), (2, 2, "w", "low-wall"))
    assert grid.step((1, 1), (2, 2)).cost == 2
    # Outside the angle one passes round it, and past either end.
    assert grid.step((2, 1), (1, 2)).cost == 1
    assert grid.step((3, 1), (2, 2)).cost == 1


# --- one-way borders -------------------------------------------------------------------------------------------


def test_a_one_way_border_is_crossed_only_in_its_direction() -> None:
    kinds = parse_kinds(
        {
            "squares": {"grass": {"recipe": "meadow", "label": "Grass"}},
            "edges": {"chute": {"recipe": "rail", "label": "Chute", "one_way": True}},
        }
    )
    for side, down, up in (
        ("e", ((1, 1), (2, 1)), ((2, 1), (1, 1))),
        ("n", ((1, 1), (1, 0)), ((1, 0), (1, 1))),
    ):
        table = load_map(
            "{id: m, name: M, size: [3, 3], legend: {'.': {kind: grass}}, rows: ['...', '...', '...'], "
            f"edges: [{{at: [1, 1], side: {side}, kind: chute}}]}}",
            kinds,
            "m.yaml",
        )
        grid = Grid(table)
        assert grid.step(*down).legal
        assert grid.step(*up).fault is StepFault.ONE_WAY
        assert grid.reach_open(*up)


# --- big figures (R55) ----------------------------------------------------------------------------------------


# Example newworld.ex.53: a 2x2 figure on [5, 5] steps to [6, 6].
@pytest.mark.parametrize(
    ("char", "at", "cost"),
    [(".", (0, 0), 1), ("b", (7, 7), 2), ("#", (7, 5), None), ("#", (4, 7), 1), ("#", (5, 7), None)],
)
def test_a_big_figure_steps_diagonally_only_past_what_it_could_shift_by(
    char: str, at: Square, cost: int | None
) -> None:
    rows = [["."] * 9 for _ in range(9)]
    rows[at[1]][at[0]] = char
    step = sketch(*("".join(row) for row in rows)).grid().step((5, 5), (6, 6), 2)
    assert step.legal is (cost is not None)
    assert step.cost == (cost or 0)


def test_only_newly_covered_squares_cost() -> None:
    grid = sketch("bb..", "bb..", "....").grid()
    assert grid.step((0, 0), (1, 0), 2).cost == 1
    assert grid.step((1, 0), (0, 0), 2).cost == 2
    assert grid.step((0, 0), (0, 1), 2).cost == 1


def test_a_big_figure_cannot_stand_astride_a_wall() -> None:
    grid = bordered((2, 2, "n", "wall"))
    assert not grid.fits((2, 1), 2)
    assert not grid.fits((1, 1), 2)
    assert grid.fits((3, 1), 2)
    assert grid.step((3, 1), (2, 1), 2).fault is StepFault.WALL
    # Squeezing along it: the wall's end would come to lie inside the footprint.
    assert grid.step((0, 1), (1, 1), 2).fault is StepFault.WALL


def test_a_big_figure_pays_for_a_low_wall_once_and_may_stand_astride_it() -> None:
    grid = bordered((2, 0, "w", "low-wall"), (2, 1, "w", "low-wall"))
    costs = [grid.step((x, 0), (x + 1, 0), 2).cost for x in range(3)]
    assert costs == [2, 1, 1]
    assert grid.fits((1, 0), 2)


def test_a_big_figure_astride_a_low_wall_pays_only_for_what_it_newly_crosses() -> None:
    # The wall runs along y = 1 from x = 0 to 3; the figure rides along it and off its end.
    grid = bordered(*wall_run(0, 1, "n", 3, "low-wall"))
    assert [grid.step((x, 0), (x + 1, 0), 2).cost for x in range(3)] == [2, 1, 1]


def test_a_big_figure_stands_on_the_level_of_its_highest_square() -> None:
    grid = sketch("..v...", "..v...").grid()
    assert [grid.step((x, 0), (x + 1, 0), 2).levels for x in range(4)] == [0, 0, 0, 0]
    wide = sketch("..vv..", "..vv..").grid()
    assert [wide.step((x, 0), (x + 1, 0), 2).levels for x in range(4)] == [0, -1, 1, 0]
    assert [wide.step((x, 0), (x + 1, 0), 2).cost for x in range(4)] == [1, 1, 2, 1]
    assert wide.level((1, 0), 2) == 0
    assert wide.level((2, 0), 2) == -1


# --- the rim, and other refusals ------------------------------------------------------------------------------


@pytest.mark.parametrize("size", [1, 2, 3])
def test_nobody_steps_off_the_table(size: int) -> None:
    grid = OPEN.grid()
    last = 5 - size
    for corner, away in (
        ((0, 0), (-1, 0)),
        ((0, 0), (0, -1)),
        ((last, last), (1, 0)),
        ((last, last), (0, 1)),
    ):
        end = (corner[0] + away[0], corner[1] + away[1])
        assert grid.step(corner, end, size).fault is StepFault.OFF_TABLE
        assert not grid.fits(end, size)
        assert grid.fits(corner, size)
    table_moves = grid.moves(size, StepFlag(0))
    for y in range(5):
        for x in range(5):
            for j, _, _ in table_moves[grid.facts.index((x, y))]:
                assert grid.fits(grid.facts.square(j), size)


def test_a_step_goes_to_a_neighbour() -> None:
    grid = OPEN.grid()
    assert grid.step((0, 0), (2, 0)).fault is StepFault.NOT_ADJACENT
    assert grid.step((0, 0), (0, 0)).fault is StepFault.NOT_ADJACENT


def test_a_footprint_of_four_is_refused() -> None:
    with pytest.raises(ValueError, match="footprint of 1, 2 or 3"):
        OPEN.grid().moves(4, StepFlag(0))


# --- reach (R61, R63) -----------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("kind", "passes"),
    [
        ("wall", False),
        ("door:closed", False),
        ("door:open", True),
        ("window:shut", False),
        ("window:open", True),
        ("low-wall", True),
        ("loophole", False),
        ("parapet", True),
    ],
)
def test_blows_pass_what_is_not_full(kind: str, passes: bool) -> None:
    grid = bordered((2, 2, "w", kind))
    assert grid.reach_open((1, 2), (2, 2)) is passes
    assert grid.reach_open((2, 2), (1, 2)) is passes
    assert grid.reach_open((1, 1), (2, 2)) is passes
    assert grid.reach_open((2, 3), (1, 2)) is passes


def test_blows_do_not_go_round_a_corner_of_a_wall() -> None:
    grid = sketch("..", "#.").grid()
    assert not grid.reach_open((0, 0), (1, 1))
    assert not grid.reach_open((0, 0), (0, 1))
    assert grid.reach_open((1, 0), (1, 1))


def test_reach_is_one_square_and_levels_do_not_count() -> None:
    grid = sketch("..3").grid()
    assert grid.reach_open((1, 0), (2, 0))
    assert grid.reach_open((1, 0), (1, 0))
    assert not grid.reach_open((0, 0), (2, 0))


def test_a_big_figure_reaches_from_all_its_squares() -> None:
    grid = bordered((3, 1, "w", "wall"))
    assert len(grid.reach_area((1, 1), 2)) == 16 - 2
    assert (3, 1) not in grid.reach_area((1, 1), 2)
    assert (3, 0) in grid.reach_area((0, 0), 3)
    assert grid.in_reach((1, 1), 2, (3, 2), 1)
    assert not grid.in_reach((1, 1), 2, (3, 1), 1)
    assert not grid.in_reach((0, 0), 2, (3, 0), 1)
    assert grid.in_reach((1, 1), 2, (2, 2), 1)


@given(sketches(), st.integers(1, 2))
def test_the_area_of_reach_is_every_square_in_reach(shape: Sketch, size: int) -> None:
    grid = shape.grid()
    for square in shape.squares():
        if all(grid.on_table(s) for s in footprint(square, size)):
            within = {s for s in shape.squares() if grid.in_reach(square, size, s, 1)}
            assert grid.reach_area(square, size) == within


# --- the state of borders -------------------------------------------------------------------------------------


@given(sketches(), st.data())
def test_an_opened_door_leaves_the_same_grid_as_one_built_open(shape: Sketch, data: st.DataObject) -> None:
    table = shape.table()
    changeable = [e for e in table.edges if e.state is not None]
    if not changeable:
        return
    edge = data.draw(st.sampled_from(changeable))
    state = data.draw(st.sampled_from(table.kinds.edges[edge.kind].state_names))
    grid = Grid(table)
    for size in (1, 2, 3):
        grid.moves(size, StepFlag.CLIMB)
    grid.moves(1, StepFlag(0))
    changed, fresh = grid.with_edge(edge.id, state), Grid(table, {edge.id: state})
    assert changed.states == fresh.states
    for size in (1, 2, 3):
        assert changed.moves(size, StepFlag.CLIMB) == fresh.moves(size, StepFlag.CLIMB)
    assert changed.moves(1, StepFlag(0)) == fresh.moves(1, StepFlag(0))
    for square in shape.squares():
        assert changed.visible_squares(square) == fresh.visible_squares(square)
    assert grid.states == table.start_states()


def test_unknown_borders_and_states_are_refused() -> None:
    table = sketch("..", borders=[(1, 0, "w", "door")]).table()
    grid = Grid(table)
    with pytest.raises(KeyError):
        grid.with_edge("nowhere", "open")
    with pytest.raises(KeyError):
        grid.with_edge("edge-1-0-w", "ajar")
    with pytest.raises(KeyError):
        Grid(table, {"nowhere": "open"})
    assert grid.with_edge("edge-1-0-w", "closed") is grid


def test_the_same_map_and_states_give_the_same_grid() -> None:
    table = sketch("..", borders=[(1, 0, "w", "door")]).table()
    assert grid_of(table, {"edge-1-0-w": "open"}) is grid_of(table, {"edge-1-0-w": "open"})
    assert grid_of(table, {"edge-1-0-w": "open"}) is not grid_of(table, {"edge-1-0-w": "closed"})


def test_a_border_is_found_between_two_squares() -> None:
    grid = bordered((2, 2, "w", "door:open"))
    found = grid.border_between((1, 2), (2, 2))
    assert found is not None
    assert found.id == "edge-2-2-w"
    assert grid.border_between((0, 0), (1, 0)) is None
    assert not grid.border((2, 2, "w")).barred
    assert grid.border((0, 0, "n")).cross_cost == 1


def test_a_square_tells_its_facts() -> None:
    grid = sketch("b~#", things=[Thing("wagon", ((0, 0),), 1)]).grid()
    brush, water, wall = (grid.square((x, 0)) for x in range(3))
    assert brush.enterable
    assert brush.difficult
    assert brush.foot_only
    assert brush.level == 1
    assert brush.cover == 1
    assert brush.feature is not None
    assert water.swim
    assert water.level == -1
    assert wall.full
    assert not wall.enterable
    with pytest.raises(ValueError, match="not on the table"):
        grid.square((3, 0))


# --- nobody through a wall (T11) ------------------------------------------------------------------------------


@given(sketches(), st.integers(1, 3))
def test_no_legal_step_passes_through_what_it_may_not(shape: Sketch, size: int) -> None:
    grid = shape.grid()
    full = {s for s in shape.squares() if grid.square(s).full}
    for square in shape.squares():
        if not grid.fits(square, size):
            continue
        for dx, dy in DIRECTIONS:
            end = (square[0] + dx, square[1] + dy)
            if not grid.step(square, end, size).legal:
                continue
            assert grid.fits(end, size)
            # Every square of the figure goes its own way, straight or round both corners: none meets a wall.
            for x, y in footprint(square, size):
                ways = (
                    [[(x, y), (x + dx, y + dy)]]
                    if 0 in (dx, dy)
                    else [
                        [(x, y), (x + dx, y), (x + dx, y + dy)],
                        [(x, y), (x, y + dy), (x + dx, y + dy)],
                    ]
                )
                for way in ways:
                    assert not full.intersection(way)
                    for a, b in pairwise(way):
                        assert not grid.border(edge_between(a, b)).barred
