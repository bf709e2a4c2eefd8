"""Paths: what can be reached at what cost, which path is the default, what a straight line is, where one can jump."""

from collections.abc import Mapping

import pytest
from hypothesis import given
from hypothesis import strategies as st

from muster.geometry.grid.facts import StepFlag
from muster.geometry.grid.grid import Grid
from muster.geometry.grid.paths import (
    is_straight,
    jumps,
    path_cost,
    reach,
    straight_lines,
    straight_reach,
)
from muster.geometry.grid.squares import DIRECTIONS, Square, distance, footprint
from muster.geometry.grid.steps import StepFault
from tests.geometry.grid.tables import Sketch, Thing, sketch, sketches, wall_run

FIELD = sketch(*["." * 15] * 15)


# --- the search against the plainest possible one -------------------------------------------------------------


def plain_costs(
    grid: Grid, start: Square, budget: int, size: int, closed: frozenset[Square], watch: Mapping[Square, int]
) -> dict[Square, tuple[int, int, int]]:
    """(cost, penalty, diagonal steps) of the best path to every square, by relaxing until nothing changes."""
    best: dict[Square, tuple[int, int, int]] = {start: (0, 0, 0)}
    while True:
        changed = False
        for here, (cost, penalty, slants) in list(best.items()):
            for dx, dy in DIRECTIONS:
                there = (here[0] + dx, here[1] + dy)
                step = grid.step(here, there, size)
                if not step.legal or step.flags & StepFlag.CLIMB or cost + step.cost > budget:
                    continue
                if closed.intersection(footprint(there, size)):
                    continue
                left = (watch.get(here, 0) & ~watch.get(there, 0)).bit_count()
                label = (cost + step.cost, penalty + left, slants + (1 if dx and dy else 0))
                if there not in best or label < best[there]:
                    best[there] = label
                    changed = True
        if not changed:
            del best[start]
            return best


@given(sketches(), st.integers(1, 3), st.integers(0, 12), st.data())
def test_reach_finds_the_least_cost_and_then_the_least_penalty(
    shape: Sketch, size: int, budget: int, data: st.DataObject
) -> None:
    grid = shape.grid()
    standing = [s for s in shape.squares() if grid.fits(s, size)]
    if not standing:
        return
    start = data.draw(st.sampled_from(standing))
    own = set(footprint(start, size))
    others = [s for s in shape.squares() if s not in own]
    closed = frozenset(data.draw(st.lists(st.sampled_from(others), max_size=3)) if others else [])
    held = frozenset(data.draw(st.lists(st.sampled_from(others), max_size=3)) if others else [])
    watch: dict[Square, int] = {}
    for bit, foe in enumerate(sorted(closed)):
        for square in standing:
            if grid.in_reach(square, size, foe, 1):
                watch[square] = watch.get(square, 0) | 1 << bit
    found = reach(grid, start, budget, size=size, closed=closed, held=held, watch=watch)
    plain = plain_costs(grid, start, budget, size, closed, watch)
    assert {e.to: (e.cost, e.penalty) for e in found.entries} == {s: label[:2] for s, label in plain.items()}
    assert start not in found
    for number, entry in enumerate(found.entries):
        path = found.path(entry.to)
        verdict = path_cost(grid, start, path, budget=budget, size=size, closed=closed)
        assert verdict.legal
        assert verdict.cost == entry.cost == found.cost(entry.to)
        assert found.penalty(entry.to) == entry.penalty
        assert entry.to in found
        walked = [start, *path]
        assert (
            sum(1 for a, b in zip(walked, path, strict=False) if a[0] != b[0] and a[1] != b[1])
            == plain[entry.to][2]
        )
        assert entry.may_stop is not bool(held.intersection(footprint(entry.to, size)))
        assert (entry.to in found.stops()) is entry.may_stop
        assert entry.via is None or entry.via < number
        assert (start if entry.via is None else found.entries[entry.via].to) == walked[-2]
        # Nobody ends on another or passes through a foe (T11).
        for square in path:
            assert not closed.intersection(footprint(square, size))
    order = [(e.cost, e.to[1], e.to[0]) for e in found.entries]
    assert order == sorted(order)


def test_of_equal_paths_the_one_that_leaves_no_reach_is_the_default() -> None:
    # A wall in the middle: two ways of equal cost round it, and the upper one is the default by (y, x).
    grid = sketch(".....", "..#..", ".....").grid()
    upper = ((1, 0), (2, 0), (3, 0), (4, 1))
    lower = ((1, 2), (2, 2), (3, 2), (4, 1))
    assert reach(grid, (0, 1), 9).path((4, 1)) == upper
    assert reach(grid, (0, 1), 9, watch={(2, 0): 1}).path((4, 1)) == lower
    assert reach(grid, (0, 1), 9, watch={(2, 2): 1}).path((4, 1)) == upper


# Example newworld.ex.44: from [5, 5] past a foe on [6, 5] to [5, 6] and on to [4, 6].
def test_the_second_step_leaves_the_foes_reach_and_not_the_first() -> None:
    grid = FIELD.grid()
    watch = dict.fromkeys(grid.reach_area((6, 5)), 1)
    found = reach(grid, (5, 5), 2, closed={(6, 5)}, watch=watch)
    assert {(5, 5), (5, 6)} <= set(watch)
    assert (4, 6) not in watch
    assert found.penalty((5, 6)) == 0
    assert found.penalty((4, 6)) == 1


def test_a_detour_of_equal_cost_avoids_the_watched_squares() -> None:
    grid = sketch("....", "....", "....").grid()
    straight = reach(grid, (0, 1), 5)
    assert straight.path((3, 1)) == ((1, 1), (2, 1), (3, 1))
    # A watcher holds (1, 1) only: entering and leaving it would draw a blow, stepping past it costs the same.
    wary = reach(grid, (0, 1), 5, watch={(1, 1): 1})
    assert wary.cost((3, 1)) == 3
    assert wary.penalty((3, 1)) == 0
    assert (1, 1) not in wary.path((3, 1))


def test_leaving_two_watchers_at_once_weighs_two() -> None:
    grid = sketch("...").grid()
    assert reach(grid, (0, 0), 2, watch={(0, 0): 0b11, (1, 0): 0b10}).penalty((1, 0)) == 1
    assert reach(grid, (0, 0), 2, watch={(0, 0): 0b11, (1, 0): 0b10}).penalty((2, 0)) == 2
    assert reach(grid, (0, 0), 2, watch={(0, 0): 0b11}).penalty((1, 0)) == 2


def test_straight_steps_come_before_diagonal_ones_and_low_squares_first() -> None:
    grid = FIELD.grid()
    found = reach(grid, (7, 7), 6)
    assert found.path((10, 7)) == ((8, 7), (9, 7), (10, 7))
    assert found.path((7, 4)) == ((7, 6), (7, 5), (7, 4))
    assert found.path((9, 8)) == ((8, 7), (9, 8))
    assert found.path((10, 10)) == ((8, 8), (9, 9), (10, 10))


def test_the_number_on_the_ruler_is_the_number_of_the_move() -> None:
    grid = FIELD.grid()
    found = reach(grid, (7, 7), 14)
    for square in FIELD.squares():
        if square != (7, 7):
            assert found.cost(square) == distance((7, 7), square)


@pytest.mark.parametrize("budget", [5, 6, 7])
def test_a_square_at_cost_six_needs_six_paces(budget: int) -> None:
    grid = FIELD.grid()
    assert ((13, 7) in reach(grid, (7, 7), budget)) is (budget >= 6)
    path = tuple((7 + i, 7) for i in range(1, 7))
    verdict = path_cost(grid, (7, 7), path, budget=budget)
    assert verdict.legal is (budget >= 6)
    if budget == 5:
        assert (verdict.failed, verdict.fault, verdict.at) == (5, StepFault.OVER_BUDGET, (13, 7))


def test_a_step_that_cannot_be_paid_in_full_is_not_taken() -> None:
    grid = sketch(".bbb").grid()
    assert reach(grid, (0, 0), 5).stops() == ((1, 0), (2, 0))
    assert reach(grid, (0, 0), 6).stops() == ((1, 0), (2, 0), (3, 0))


# Example newworld.ex.47: Movement 5, every square difficult.
def test_two_moves_waste_the_odd_paces_that_a_run_uses() -> None:
    grid = sketch("b" * 12).grid()
    one_move = max(e.to[0] for e in reach(grid, (0, 0), 5).entries)
    two_moves = max(e.to[0] for e in reach(grid, (one_move, 0), 5).entries)
    run = max(e.to[0] for e in reach(grid, (0, 0), 10).entries)
    assert (one_move, two_moves, run) == (2, 4, 5)


def test_no_budget_reaches_nothing() -> None:
    grid = FIELD.grid()
    for budget in (0, -1):
        found = reach(grid, (7, 7), budget)
        assert found.entries == ()
        assert (8, 7) not in found
        assert (7, 7) not in found
    with pytest.raises(KeyError):
        reach(grid, (7, 7), 3).path((0, 0))
    with pytest.raises(KeyError):
        reach(grid, (7, 7), 3).cost((7, 7))
    with pytest.raises(ValueError, match="not on the table"):
        reach(grid, (15, 7), 3)


def test_flags_bar_steps() -> None:
    grid = sketch(".3.~.", things=[Thing("crates", ((2, 0),), 2)]).grid()
    assert reach(grid, (0, 0), 20).entries == ()
    climbing = reach(grid, (0, 0), 20, bar=StepFlag(0))
    assert climbing.cost((1, 0)) == 6
    assert climbing.cost((2, 0)) == 7
    assert (3, 0) in climbing
    assert reach(grid, (0, 0), 20, bar=StepFlag.SWIM | StepFlag.FOOT_ONLY).stops() == ((1, 0),)


def test_allies_are_passed_and_foes_are_not() -> None:
    grid = sketch("....").grid()
    past = reach(grid, (0, 0), 3, held={(1, 0)})
    assert past.stops() == ((2, 0), (3, 0))
    assert past.path((2, 0)) == ((1, 0), (2, 0))
    assert reach(grid, (0, 0), 3, closed={(1, 0)}).entries == ()


# --- explicit paths -------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("path", "failed", "fault", "at"),
    [
        ([(1, 1), (3, 1)], 1, StepFault.NOT_ADJACENT, (3, 1)),
        ([(0, 0), (-1, 0)], 1, StepFault.OFF_TABLE, (-1, 0)),
        ([(1, 1), (2, 1), (3, 1)], 2, StepFault.NOT_ENTERABLE, (3, 1)),
        ([(1, 1), (2, 1), (3, 0)], 2, StepFault.CORNER, (3, 1)),
        ([(1, 2), (2, 2)], 1, StepFault.WALL, (2, 2, "w")),
        ([(1, 0), (2, 0), (3, 0), (4, 0)], 3, StepFault.HELD, (4, 0)),
        ([(1, 0), (2, 0)], 1, StepFault.NO_STOP, (2, 0)),
        ([(0, 2)], 0, StepFault.BARRED, (0, 2)),
    ],
)
def test_the_first_step_that_fails_is_named(
    path: list[Square], failed: int, fault: StepFault, at: tuple[int, int] | tuple[int, int, str]
) -> None:
    grid = sketch(".....", "...#.", "2....", borders=[(2, 2, "w", "wall")]).grid()
    verdict = path_cost(grid, (0, 1), path, closed={(4, 0)}, held={(2, 0)})
    assert (verdict.failed, verdict.fault, verdict.at) == (failed, fault, at)
    assert not verdict.legal


def test_a_legal_path_tells_its_steps_and_an_empty_one_costs_nothing() -> None:
    grid = sketch(".b.", "...").grid()
    verdict = path_cost(grid, (0, 0), [(1, 0), (2, 0)], held={(1, 0)})
    assert verdict.legal
    assert verdict.cost == 3
    assert [s.cost for s in verdict.steps] == [2, 1]
    assert path_cost(grid, (0, 0), [], held={(0, 0)}).legal
    assert path_cost(grid, (0, 0), []).cost == 0


# --- straight lines (R9) --------------------------------------------------------------------------------------


# Example newworld.ex.45.
@pytest.mark.parametrize(
    ("path", "straight"),
    [
        ([(1, 1), (2, 2), (3, 3), (4, 4)], True),
        ([(1, 0), (2, 1), (3, 1), (4, 2)], True),
        ([(1, 0), (2, 0), (3, 1), (4, 2)], False),
        ([(1, 1), (2, 1), (3, 2), (4, 2)], True),
    ],
)
def test_a_charge_runs_straight(path: list[Square], straight: bool) -> None:
    assert is_straight((0, 0), path) is straight


# Example newworld.ex.46: four squares of which so many are difficult, and the Movement.
@pytest.mark.parametrize(
    ("difficult", "movement", "cost", "legal"),
    [(2, 6, 6, True), (3, 6, 7, False), (0, 3, 4, False), (0, 4, 4, True)],
)
def test_a_charge_pays_for_difficult_squares(difficult: int, movement: int, cost: int, legal: bool) -> None:
    grid = sketch("." + "b" * difficult + "." * (4 - difficult)).grid()
    path = [(i, 0) for i in range(1, 5)]
    assert path_cost(grid, (0, 0), path).cost == cost
    assert path_cost(grid, (0, 0), path, budget=movement).legal is legal
    assert ((4, 0) in straight_reach(grid, (0, 0), movement)) is legal


@pytest.mark.parametrize("aside", [1, 2, 3])
def test_half_a_square_beside_the_line_is_still_on_it(aside: int) -> None:
    # From (0, 0) to (6, 3) the ideal line passes x = 3 at 1.5: both 1 and 2 are half a square off, 3 is not.
    path = [(1, 0), (2, 1), (3, aside), (4, 2), (5, 3), (6, 3)]
    assert is_straight((0, 0), path) is (aside in (1, 2))


def test_a_line_to_seven_and_three_leaves_no_choice() -> None:
    # 7 is odd, so no square lies exactly half a square off the ideal line.
    assert len(list(straight_lines((0, 0), (7, 3)))) == 1
    assert len(list(straight_lines((0, 0), (6, 3)))) == 8


def test_a_path_that_turns_back_or_dawdles_is_not_straight() -> None:
    assert not is_straight((0, 0), [(1, 0), (2, 0), (1, 0)])
    assert not is_straight((0, 0), [(1, 0), (1, 1), (2, 1)])
    assert not is_straight((0, 0), [(1, 0), (0, 0)])
    assert is_straight((0, 0), [])
    assert list(straight_lines((3, 3), (3, 3))) == []


@given(st.integers(-7, 7), st.integers(-7, 7))
def test_straight_lines_are_all_the_straight_paths(dx: int, dy: int) -> None:
    """Every enumerated line is straight; and every straight walk is enumerated (walks tried up to length 4)."""
    lines = list(straight_lines((0, 0), (dx, dy)))
    assert len(set(lines)) == len(lines)
    for line in lines:
        assert line[-1] == (dx, dy)
        assert is_straight((0, 0), line)
        assert all(distance(a, b) == 1 for a, b in zip(((0, 0), *line), line, strict=False))
    n = max(abs(dx), abs(dy))
    if 0 < n <= 4:
        walks: list[tuple[Square, ...]] = [()]
        for _ in range(n):
            walks = [
                (*w, (w[-1][0] + ex, w[-1][1] + ey)) if w else ((ex, ey),)
                for w in walks
                for ex, ey in DIRECTIONS
            ]
        assert {w for w in walks if w[-1] == (dx, dy) and is_straight((0, 0), w)} == set(lines)


@given(sketches(), st.integers(1, 2), st.integers(0, 9), st.data())
def test_straight_reach_is_the_best_of_all_straight_lines(
    shape: Sketch, size: int, budget: int, data: st.DataObject
) -> None:
    grid = shape.grid()
    standing = [s for s in shape.squares() if grid.fits(s, size)]
    if not standing:
        return
    start = data.draw(st.sampled_from(standing))
    own = set(footprint(start, size))
    others = [s for s in shape.squares() if s not in own]
    closed = set(data.draw(st.lists(st.sampled_from(others), max_size=3)) if others else [])
    held = set(data.draw(st.lists(st.sampled_from(others), max_size=3)) if others else [])
    watch = {s: 1 for s in standing if any(grid.in_reach(s, size, c, 1) for c in closed)}
    expected: dict[Square, tuple[int, int, list[tuple[int, int]]]] = {}
    for end in shape.squares():
        for line in straight_lines(start, end):
            verdict = path_cost(grid, start, line, budget=budget, size=size, closed=closed, held=held)
            if verdict.legal:
                walked = (start, *line)
                penalty = sum(watch.get(a, 0) > watch.get(b, 0) for a, b in zip(walked, line, strict=False))
                label = (verdict.cost, penalty, [(y, x) for x, y in line])
                expected[end] = min(expected.get(end, label), label)
    found = straight_reach(grid, start, budget, size=size, closed=closed, held=held, watch=watch)
    assert {e: (p.cost, p.penalty, [(y, x) for x, y in p.path]) for e, p in found.items()} == expected
    some = set(list(expected)[::2])
    assert straight_reach(
        grid, start, budget, size=size, closed=closed, held=held, watch=watch, ends=some
    ) == {e: p for e, p in found.items() if e in some}


# --- jumps ----------------------------------------------------------------------------------------------------


def leaps(grid: Grid, start: Square, most: int, size: int = 1) -> dict[tuple[int, int], tuple[int, Square]]:
    found = jumps(grid, start, most, lambda s: grid.square(s).gap, size=size)
    return {j.direction: (j.length, j.landing) for j in found}


@pytest.mark.parametrize("most", [1, 2, 3])
def test_a_gap_of_two_needs_a_jump_of_two(most: int) -> None:
    grid = sketch("...vv...", "...vv...", "...vv...").grid()
    assert leaps(grid, (2, 1), most) == ({} if most < 2 else {(1, 0): (2, (5, 1))})
    assert leaps(grid, (2, 0), 2) == {(1, 0): (2, (5, 0))}


def test_a_jump_begins_at_the_gap() -> None:
    grid = sketch("..v..").grid()
    assert leaps(grid, (0, 0), 3) == {}
    assert leaps(grid, (3, 0), 3) == {(-1, 0): (1, (1, 0))}


def test_a_jump_goes_diagonally_too_but_not_past_a_wall() -> None:
    assert leaps(sketch("...", ".v.", "...").grid(), (0, 0), 1) == {(1, 1): (1, (2, 2))}
    assert leaps(sketch("...", ".v#", "...").grid(), (0, 0), 1) == {}
    assert leaps(sketch("...", "#v.", "...").grid(), (0, 0), 1) == {}


def test_walls_stop_a_jump_and_low_ones_do_not() -> None:
    for kind, stopped in (("wall", True), ("parapet", True), ("low-wall", False), ("door:open", False)):
        for x in (1, 2):
            grid = sketch(".v.", borders=wall_run(x, 0, "w", 1, kind)).grid()
            assert (leaps(grid, (0, 0), 1) == {}) is stopped


def test_nobody_lands_in_a_gap_or_on_closed_ground_or_off_the_table() -> None:
    assert leaps(sketch(".v#").grid(), (0, 0), 2) == {}
    assert leaps(sketch(".v").grid(), (0, 0), 2) == {}
    assert leaps(sketch(".v.v").grid(), (0, 0), 3) == {(1, 0): (1, (2, 0))}


def test_a_big_figure_lands_wholly_beyond_the_gap() -> None:
    grid = sketch("..vv....", "..vv....").grid()
    assert leaps(grid, (0, 0), 2, size=2) == {(1, 0): (2, (4, 0))}
    assert leaps(grid, (0, 0), 1, size=2) == {}
    assert leaps(sketch("..vv.", "..vv.").grid(), (0, 0), 2, size=2) == {}
    assert leaps(sketch("..vv.v", "..vv..").grid(), (0, 0), 2, size=2) == {}
    (jump,) = jumps(grid, (0, 0), 2, lambda s: grid.square(s).gap, size=2)
    assert jump.gap == ((2, 0), (2, 1), (3, 0), (3, 1))
    assert jump.path == ((1, 0), (2, 0), (3, 0), (4, 0))
