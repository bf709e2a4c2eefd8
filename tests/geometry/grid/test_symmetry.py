"""The table may be mirrored, turned and moved: the verdicts stay (T7). Sight is mutual (T6)."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from muster.geometry.grid.facts import StepFlag
from muster.geometry.grid.grid import Grid
from muster.geometry.grid.paths import reach, straight_reach
from muster.geometry.grid.squares import DIRECTIONS, Square
from tests.geometry.grid.tables import MOTIONS, Motion, Sketch, moved, sketches


@given(sketches(most=7))
def test_sight_is_mutual(shape: Sketch) -> None:
    grid = shape.grid()
    seen = {s: grid.visible_squares(s) for s in shape.squares()}
    for a in shape.squares():
        for b in shape.squares():
            assert (b in seen[a]) is (a in seen[b])
            assert grid.sight(a, b).clear is grid.sight(b, a).clear is (b in seen[a])


@given(sketches(most=7))
def test_reach_is_mutual(shape: Sketch) -> None:
    grid = shape.grid()
    for a in shape.squares():
        for dx, dy in DIRECTIONS:
            b = (a[0] + dx, a[1] + dy)
            if grid.on_table(b):
                assert grid.reach_open(a, b) is grid.reach_open(b, a)


def assert_same(shape: Sketch, grid: Grid, other: Grid, motion: Motion, size: int, start: Square) -> None:
    """Steps, reach, straight runs, sight and blows are those of the moved table, square for square."""

    def image(square: Square, span: int = 1) -> Square:
        return motion.square(square, shape, span)

    for a in shape.squares():
        assert grid.fits(a, size) is (other.fits(image(a, size), size))
        if not grid.fits(a, size):
            continue
        for dx, dy in DIRECTIONS:
            b = (a[0] + dx, a[1] + dy)
            here, there = grid.step(a, b, size), other.step(image(a, size), image(b, size), size)
            assert (here.cost, here.flags, here.levels, here.fault) == (
                there.cost,
                there.flags,
                there.levels,
                there.fault,
            )
            if grid.on_table(b):
                assert grid.reach_open(a, b) is other.reach_open(image(a), image(b))
    found, twin = (
        reach(grid, start, 7, size=size, bar=StepFlag(0)),
        reach(other, image(start, size), 7, size=size, bar=StepFlag(0)),
    )
    assert {image(e.to, size): e.cost for e in found.entries} == {e.to: e.cost for e in twin.entries}
    runs, twins = (
        straight_reach(grid, start, 7, size=size),
        straight_reach(other, image(start, size), 7, size=size),
    )
    assert {image(s, size): r.cost for s, r in runs.items()} == {s: r.cost for s, r in twins.items()}
    for b in shape.squares():
        here_sight, there_sight = grid.sight(start, b), other.sight(image(start), image(b))
        assert (here_sight.clear, here_sight.cover) == (there_sight.clear, there_sight.cover)
        assert (here_sight.square is None) is (there_sight.square is None)
        if here_sight.square is not None and there_sight.square is not None:
            assert image(here_sight.square) == there_sight.square
        if here_sight.edge is not None and not here_sight.clear:
            assert there_sight.edge == motion.edge(here_sight.edge, shape)


@pytest.mark.parametrize("motion", MOTIONS, ids=lambda m: m.name)
@given(shape=sketches(most=7), size=st.integers(1, 3), data=st.data())
def test_the_verdicts_do_not_change_when_the_table_is(
    motion: Motion, shape: Sketch, size: int, data: st.DataObject
) -> None:
    grid = shape.grid()
    standing = [s for s in shape.squares() if grid.fits(s, size)]
    if not standing:
        return
    start = data.draw(st.sampled_from(standing))
    assert_same(shape, grid, motion.sketch(shape).grid(), motion, size, start)


@given(shape=sketches(most=6), dx=st.integers(0, 5), dy=st.integers(1, 5), data=st.data())
def test_the_verdicts_do_not_change_when_the_table_is_moved(
    shape: Sketch, dx: int, dy: int, data: st.DataObject
) -> None:
    """Sight and steps between the same squares of a larger table; only the rim has moved away."""
    grid, other = shape.grid(), moved(shape, dx, dy).grid()
    start = data.draw(st.sampled_from(shape.squares()))
    for square in shape.squares():
        here = grid.sight(start, square)
        there = other.sight((start[0] + dx, start[1] + dy), (square[0] + dx, square[1] + dy))
        assert (here.clear, here.cover) == (there.clear, there.cover)
        if here.witness is not None:
            assert there.witness is not None
            (x, y), (u, v) = here.witness.wire(), there.witness.wire()
            assert (round(u - dx, 3), round(v - dy, 3)) == (round(x, 3), round(y, 3))
        for ex, ey in DIRECTIONS:
            end = (square[0] + ex, square[1] + ey)
            if grid.on_table(end):
                one, two = (
                    grid.step(square, end),
                    other.step((square[0] + dx, square[1] + dy), (end[0] + dx, end[1] + dy)),
                )
                assert (one.cost, one.flags, one.fault) == (two.cost, two.flags, two.fault)
