"""The three lines: matching corners, what blocks and what only touches, the side that is seen best."""

import pytest
from hypothesis import given
from hypothesis import strategies as st
from shapely import LineString

from muster.geometry.open.poses import SIDES, Body, Side, overlaps
from muster.geometry.open.sight import (
    Sight,
    SightLine,
    best_sight,
    facing_sides,
    line_of_sight,
    sights,
    three_lines,
)
from muster.geometry.open.terrain import Area
from tests.geometry.open.tables import GUN, MOTIONS, SQUARE, Motion, bodies, body
from tests.geometry.open.test_terrain import moved, ovals

UNIT = body("a", 0, 0)
FOE = body("t", 0, -3000, 18000)
FRONT, RIGHT, REAR, LEFT = Side


def sight(*blockers: Body | Area, foe: Body = FOE) -> Sight:
    return best_sight(UNIT, FRONT, foe, blockers)


def test_three_lines_run_from_middle_to_middle_and_between_matching_corners() -> None:
    found = sight()
    assert found.target_side is FRONT
    assert [(line.start, line.end) for line in found.lines] == [
        ((0, -200), (0, -2800)),
        ((-600, -200), (-600, -2800)),
        ((600, -200), (600, -2800)),
    ]
    assert found.effect == "full"
    assert found.clear == 3


def test_against_a_back_the_lines_do_not_cross_either() -> None:
    found = sight(foe=body("t", 0, -3000))
    assert found.target_side is REAR
    assert [line.end for line in found.lines] == [(0, -2800), (-600, -2800), (600, -2800)]


@pytest.mark.parametrize(
    ("blockers", "clear", "effect"),
    [
        ([body("b", -600, -1500, 0, GUN)], [True, False, True], "limited"),
        ([body("b", 600, -1500, 0, GUN)], [True, True, False], "limited"),
        ([body("b", 0, -1500, 0, GUN)], [False, True, True], "none"),
        ([body("b", -600, -1500, 0, GUN), body("c", 600, -1500, 0, GUN)], [True, False, False], "none"),
        ([body("b", -300, -1500)], [False, False, True], "none"),
        ([body("b", 0, 600), body("c", 3000, -1500)], [True, True, True], "full"),
    ],
)
def test_which_lines_are_clear_decides_the_effect(
    blockers: list[Body], clear: list[bool], effect: str
) -> None:
    found = sight(*blockers)
    assert [line.clear for line in found.lines] == clear
    assert found.effect == effect


@pytest.mark.parametrize(
    ("x", "clear"), [(-800, True), (-799, True), (-798, False), (-402, False), (-401, True), (-400, True)]
)
def test_a_line_may_touch_a_base_but_not_cross_it(x: int, clear: bool) -> None:
    # The line of the left corners runs at -600; the gun is 400 wide.
    assert sight(body("b", x, -1500, 0, GUN)).lines[1].clear is clear


def test_a_blocked_line_says_what_blocks_it_first_and_where() -> None:
    found = sight(body("far", 0, -2000, 0, GUN), body("near", 0, -1000, 0, GUN))
    assert found.lines[0] == SightLine((0, -200), (0, -2800), clear=False, by="near", at=(0, -850))
    assert line_of_sight((0, -2800), (0, -200), [body("far", 0, -2000, 0, GUN)]).at == (0, -2150)


def test_what_stands_at_either_end_of_a_line_only_touches_it() -> None:
    assert sight(body("l", -1200, 0), body("r", 1200, 0), body("m", -1200, -3000, 18000)).effect == "full"
    assert sight(UNIT, FOE).effect == "full"


def test_the_side_with_the_most_clear_lines_counts_and_of_equals_the_nearest() -> None:
    # Turned by 40 degrees its front is nearer than its right flank; a gun before the front leaves the flank.
    foe = body("t", 0, -3000, 14000, SQUARE)
    assert facing_sides(foe, (0, -200)) == (FRONT, RIGHT)
    assert best_sight(UNIT, FRONT, foe, []).target_side is FRONT
    front = foe.middle(FRONT)
    gun = body("b", round(front[0]), round(front[1]) + 250, 0, GUN)
    found = best_sight(UNIT, FRONT, foe, [gun])
    assert not three_lines(UNIT, FRONT, foe, FRONT, [gun]).lines[0].clear
    assert found.target_side is RIGHT


def test_a_corner_behind_its_own_base_is_not_seen() -> None:
    # The shooter's middle lies outside the flank's line, its left corner inside.
    foe = body("t", 2000, -1500)
    found = three_lines(UNIT, FRONT, foe, REAR, [])
    assert found.effect == "full"
    found = three_lines(UNIT, FRONT, foe, RIGHT, [])
    assert not found.lines[0].clear
    assert found.lines[0].by == "t"


def test_two_that_touch_look_at_the_sides_that_touch() -> None:
    foe = body("t", 100, -400, 18000)
    assert facing_sides(foe, UNIT.middle(FRONT)) == (FRONT,)
    assert best_sight(UNIT, FRONT, foe, []).effect == "full"


@pytest.mark.parametrize(("y", "clear"), [(-200, True), (-199, True), (-198, False), (0, False)])
def test_a_line_may_run_along_the_edge_of_a_wood(y: int, clear: bool) -> None:
    wood = Area("w", "wood", ((500, -200), (2000, -200), (2000, 2000), (500, 2000)))
    found = line_of_sight((0, y), (3000, y), [wood])
    assert found.clear is clear
    if not clear:
        assert (found.by, found.at) == ("w", (500, y))


def test_a_wood_with_a_dent_blocks_behind_the_dent() -> None:
    dent = Area("w", "wood", ((0, -500), (900, -500), (900, -1500), (0, -1500), (400, -1000)))
    assert line_of_sight((-500, -1000), (3000, -1000), [dent]).at == (400, -1000)
    assert line_of_sight((-500, -1000), (300, -1000), [dent]).clear


def test_a_line_that_begins_in_a_wood_is_blocked_where_it_begins_and_one_without_length_is_clear() -> None:
    wood = Area("w", "wood", ((-500, -500), (500, -500), (500, 500), (-500, 500)))
    assert line_of_sight((0, 0), (3000, 0), [wood]) == SightLine(
        (0, 0), (3000, 0), clear=False, by="w", at=(0, 0)
    )
    assert not line_of_sight((0, 0), (300, 0), [wood]).clear
    assert line_of_sight((5, 5), (5, 5), []).clear
    assert line_of_sight((900, 5), (900, 5), [wood]).clear


def test_many_targets_are_looked_at_at_once_and_block_each_other_only_as_blockers() -> None:
    far, near_by = body("far", 0, -4000, 18000), body("near", 0, -2000, 18000)
    assert [s.effect for s in sights(UNIT, FRONT, [far, near_by], [])] == ["full", "full"]
    assert [s.effect for s in sights(UNIT, FRONT, [far, near_by], [far, near_by])] == ["none", "full"]
    assert [line.by for line in sights(UNIT, FRONT, [far], [far, near_by])[0].lines] == ["near", None, None]
    assert sights(UNIT, FRONT, [], [far]) == []


@given(
    a=bodies("a"),
    b=bodies("b"),
    c=bodies("c", st.integers(-1500, 1500)),
    side=st.sampled_from(SIDES),
    other=st.sampled_from(SIDES),
    wood=ovals(),
)
def test_sight_is_mutual(a: Body, b: Body, c: Body, side: Side, other: Side, wood: Area) -> None:
    here, there = three_lines(a, side, b, other, [c, wood]), three_lines(b, other, a, side, [c, wood])
    assert {(x.start, x.end, x.clear) for x in here.lines} == {(x.end, x.start, x.clear) for x in there.lines}
    assert here.effect == there.effect


@given(
    a=bodies("a"),
    b=bodies("b"),
    c=bodies("c", st.integers(-1500, 1500)),
    d=bodies("d", st.integers(-1500, 1500)),
    side=st.sampled_from(SIDES),
    wood=ovals(),
)
def test_few_lines_are_judged_as_many_are(a: Body, b: Body, c: Body, d: Body, side: Side, wood: Area) -> None:
    blockers: list[Body | Area] = [d, wood, c]
    many = best_sight(a, side, b, blockers)
    assert three_lines(a, side, b, many.target_side, blockers) == many


@given(
    a=bodies("a"),
    b=bodies("b"),
    c=bodies("c", st.integers(-1500, 1500)),
    side=st.sampled_from(SIDES),
    wood=ovals(),
)
def test_lines_agree_with_shapely(a: Body, b: Body, c: Body, side: Side, wood: Area) -> None:
    if overlaps(a, b):
        return
    for blockers in ([c], [wood]):
        found = best_sight(a, side, b, blockers)
        assert (
            LineString((found.lines[1].start, found.lines[1].end)).crosses(
                LineString((found.lines[2].start, found.lines[2].end))
            )
            is False
        )
        shapes = {x.id: x.polygon for x in (a, b, *blockers)}
        for line in found.lines:
            way = LineString((line.start, line.end))
            deep = [n for n, shape in shapes.items() if way.intersects(shape.buffer(-3, join_style="mitre"))]
            if line.clear:
                assert not deep
            else:
                assert line.by is not None
                assert line.at is not None
                assert way.intersects(shapes[line.by].buffer(0.9))
                assert LineString((line.at, line.at)).distance(shapes[line.by]) < 2


@pytest.mark.parametrize("motion", MOTIONS, ids=lambda m: m.name)
@given(
    a=bodies("a"),
    b=bodies("b"),
    c=bodies("c", st.integers(-1500, 1500)),
    side=st.sampled_from(SIDES),
    wood=ovals(),
)
def test_sight_does_not_change_when_the_table_is(
    motion: Motion, a: Body, b: Body, c: Body, side: Side, wood: Area
) -> None:
    if overlaps(a, b):
        return
    here = best_sight(a, side, b, [c, wood])
    there = best_sight(
        motion.body(a), motion.side(side), motion.body(b), [motion.body(c), moved(motion, wood)]
    )
    assert here.effect == there.effect
    assert motion.side(here.target_side) is there.target_side
    assert [x.by for x in here.lines] == [
        there.lines[i].by for i in ((0, 2, 1) if motion.mirrors else (0, 1, 2))
    ]
