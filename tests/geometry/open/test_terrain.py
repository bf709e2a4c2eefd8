"""Terrain: half in, entirely in, edges, lines inside, barriers, and where a way comes to be in it or out of it."""

from math import cos, pi, sin

import pytest
from hypothesis import given
from hypothesis import strategies as st
from shapely import LineString, union_all

from muster.geometry.open.contact import Passage, contacts, passages
from muster.geometry.open.moves import AHEAD, BACK, Glide, Path, further, straight, wheel
from muster.geometry.open.poses import SIDES, Body, Distance, Side
from muster.geometry.open.shares import ground_inside
from muster.geometry.open.terrain import (
    Area,
    Barrier,
    Crossed,
    Share,
    any_in,
    crossed,
    crossing,
    edge_distance,
    edge_distance_from,
    half_in_at,
    half_out_at,
    is_entirely_in,
    is_in,
    length_inside,
    middle,
    parts_inside,
    share_inside,
    side_touches,
    touched_at,
)
from tests.geometry.open.tables import MOTIONS, SPREAD, Motion, bodies, body
from tests.geometry.open.test_moves import WAYS, path_of

UNIT = body("a", 0, 0)
WOOD = Area("w", "wood", ((-2000, -3000), (2000, -3000), (2000, -1000), (-2000, -1000)))
HORSESHOE = Area(
    "h",
    "marsh",
    (
        (-900, -2000),
        (900, -2000),
        (900, -600),
        (500, -600),
        (500, -1500),
        (-500, -1500),
        (-500, -600),
        (-900, -600),
    ),
)
HEDGE = Barrier("g", "hedge", ((-600, -500), (600, -500), (1200, -900)))


def ovals() -> st.SearchStrategy[Area]:
    """Round pieces with a dent, anywhere near the middle."""

    def oval(x: int, y: int, wide: int, high: int, dent: int) -> Area:
        spots = [(wide * cos(k * pi / 8), high * sin(k * pi / 8)) for k in range(16)]
        spots[5] = (spots[5][0] * dent / 10, spots[5][1] * dent / 10)
        return Area("o", "wood", tuple((x + round(px), y + round(py)) for px, py in spots))

    near = st.integers(-1500, 1500)
    return st.builds(oval, near, near, st.integers(500, 1300), st.integers(500, 1300), st.integers(3, 11))


def moved(motion: Motion, area: Area) -> Area:
    ring = tuple(motion.place(x, y) for x, y in area.outline)
    return Area(area.id, area.kind, ring)


# --- how much of a base (T8, T10) -------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("y", "inside", "half", "any_", "entire"),
    [
        (-798, 0, False, False, False),
        (-800, 0, False, False, False),
        (-801, 1200, False, False, False),
        (-802, 2400, False, True, False),
        (-999, 199 * 1200, False, True, False),
        (-1000, 200 * 1200, True, True, False),
        (-1001, 201 * 1200, True, True, False),
        (-1199, 399 * 1200, True, True, False),
        (-1200, 400 * 1200, True, True, True),
        (-1201, 400 * 1200, True, True, True),
    ],
)
@pytest.mark.parametrize("motion", MOTIONS, ids=lambda m: m.name)
def test_half_in_and_entirely_in_are_told_to_the_unit(
    motion: Motion, y: int, inside: int, half: bool, any_: bool, entire: bool
) -> None:
    unit, wood = motion.body(body("a", 0, y)), moved(motion, WOOD)
    share = share_inside(unit, wood)
    assert share == Share(inside, 1200 * 400)
    assert (share.half, share.entire, share.any) == (half, entire, inside > 0)
    assert is_in(unit, wood) is half
    assert any_in(unit, wood) is any_
    assert is_entirely_in(unit, wood) is entire


@given(bodies("a", st.integers(-1200, 1200)), ovals(), st.integers(0, 40))
def test_the_sum_over_edges_agrees_with_shapely(unit: Body, area: Area, steps: int) -> None:
    glide = Glide(unit, 0, 40 * steps)
    found = ground_inside(unit.footprint, glide.places([40 * n for n in range(steps + 1)]), area.edges)
    for n in range(steps + 1):
        there = unit.at(glide.pose_at(40 * n)).polygon
        assert found[n] == pytest.approx(there.intersection(area.polygon).area, abs=0.2)


@pytest.mark.parametrize(
    "outline",
    [
        ((0, 0), (10, 0)),
        ((0, 0), (10, 10), (10, 0), (0, 10)),
        ((0, 0), (0, 0), (9, 9), (0, 9)),
        ((0, 0), (5, 0), (9, 0)),
    ],
)
def test_an_outline_that_is_no_piece_of_ground_is_refused(outline: tuple[tuple[int, int], ...]) -> None:
    with pytest.raises(ValueError, match="outline of x"):
        Area("x", "wood", outline)


@pytest.mark.parametrize("points", [((0, 0),), ((0, 0), (0, 0))])
def test_a_line_without_length_is_refused(points: tuple[tuple[int, int], ...]) -> None:
    with pytest.raises(ValueError, match="fewer than two"):
        Barrier("x", "hedge", points)


@given(ovals())
def test_the_convex_parts_cover_an_area_and_nothing_else(area: Area) -> None:
    parts = union_all(
        [Area("p", "", tuple((int(x), int(y)) for x, y in h.points)).polygon for h in area.hulls]
    )
    assert parts.symmetric_difference(area.polygon).area < 1
    assert all(
        nx * x + ny * y <= h + 1e-6 for hull in area.hulls for nx, ny, h in hull.faces for x, y in hull.points
    )
    assert len(WOOD.hulls) == 1
    assert len(HORSESHOE.hulls) == 3


# --- edges, lines -----------------------------------------------------------------------------------------------


def test_the_edge_is_measured_from_inside_and_from_outside() -> None:
    assert edge_distance(UNIT, WOOD).length == 800
    assert edge_distance(body("a", 0, -2000), WOOD).length == 800
    assert edge_distance(body("a", 0, -2000), WOOD, side=Side.FRONT).length == 800
    assert edge_distance(body("a", 0, -1700), WOOD, side=Side.REAR).length == 500
    assert edge_distance_from((0, -1100), WOOD) == Distance(100, (0, -1100), (0, -1000))


def test_the_part_of_a_line_inside_is_measured() -> None:
    assert length_inside((0, 0), (0, -1000), WOOD) == 0
    assert length_inside((0, 0), (0, -1600), WOOD) == 600
    assert length_inside((-1000, -800), (1000, -800), HORSESHOE) == 800
    assert parts_inside((-1000, -800), (1000, -800), HORSESHOE) == (
        ((-900, -800), (-500, -800)),
        ((500, -800), (900, -800)),
    )
    assert parts_inside((1000, -800), (-1000, -800), HORSESHOE)[0] == ((900, -800), (500, -800))
    assert parts_inside((0, 0), (0, -100), WOOD) == ()


@pytest.mark.parametrize(
    ("a", "b", "at"),
    [
        ((0, 0), (0, -1000), (0, -500)),
        ((0, -1000), (0, 0), (0, -500)),
        ((0, 0), (0, -500), None),  # its end touches
        ((0, 0), (0, -501), None),
        ((0, 0), (0, -502), (0, -500)),
        ((-600, 0), (-600, -1000), None),  # the hedge's end touches
        ((-599, 0), (-599, -1000), None),
        ((-598, 0), (-598, -1000), (-598, -500)),
        ((600, 0), (600, -1000), (600, -500)),  # through its bend
        ((-700, -500), (500, -500), None),  # along it
        ((-700, -500), (1300, -500), None),  # along it and off it at the bend, on one side
        ((0, 0), (1200, 0), None),
        ((5, 5), (5, 5), None),
    ],
)
def test_a_line_crosses_a_hedge_or_only_touches_it(
    a: tuple[int, int], b: tuple[int, int], at: tuple[int, int] | None
) -> None:
    assert crossing(a, b, HEDGE) == at
    if at is not None:
        assert crossing(b, a, HEDGE) == at


def test_a_bend_that_is_touched_by_its_tip_is_not_crossed_and_the_nearest_crossing_is_told() -> None:
    tip = Barrier("t", "hedge", ((-500, -900), (0, -500), (500, -900)))
    assert crossing((-600, -500), (600, -500), tip) is None
    assert crossing((-600, -700), (600, -700), tip) == (-250, -700)
    assert crossing((600, -700), (-600, -700), tip) == (250, -700)
    step = Barrier("s", "hedge", ((-500, -900), (0, -500), (300, -500), (500, -100)))
    assert crossing((-900, -500), (900, -500), step) == (0, -500)


@given(
    st.tuples(SPREAD, SPREAD),
    st.tuples(SPREAD, SPREAD),
    st.lists(st.tuples(SPREAD, SPREAD), min_size=2, max_size=5, unique=True),
)
def test_crossing_agrees_with_shapely(
    a: tuple[int, int], b: tuple[int, int], course: list[tuple[int, int]]
) -> None:
    barrier, line = Barrier("b", "hedge", tuple(course)), LineString((a, b))
    at = crossing(a, b, barrier)
    assert (at is None) is (crossing(b, a, barrier) is None)
    if at is not None:
        assert line.distance(barrier.line) == 0
        assert line.distance(LineString((at, at))) < 1
        assert barrier.line.distance(LineString((at, at))) < 2
    elif a != b and line.intersects(barrier.line):
        # Only touched: an end of one lies at the other.
        ends = [LineString((p, p)) for p in (course[0], course[-1])]
        assert (
            min(
                [line.distance(e) for e in ends] + [barrier.line.distance(LineString((p, p))) for p in (a, b)]
            )
            < 1.5
        )


@pytest.mark.parametrize(
    ("y", "touches"), [(-300, True), (-299, True), (-298, False), (-301, True), (-302, False)]
)
def test_a_side_touches_a_hedge_within_a_unit(y: int, touches: bool) -> None:
    unit = body("a", 0, y)
    assert side_touches(unit, Side.FRONT, HEDGE) is touches
    assert not side_touches(unit, Side.REAR, HEDGE)


# --- on the way ---------------------------------------------------------------------------------------------------


def test_a_way_into_a_wood_and_out_of_it() -> None:
    assert crossed(straight(UNIT, AHEAD, 4000), WOOD) == Crossed("w", "wood", 800, 1000, 3200)
    assert crossed(straight(UNIT, AHEAD, 3201), WOOD) == Crossed("w", "wood", 800, 1000, 3200)
    assert crossed(straight(UNIT, AHEAD, 3200), WOOD) == Crossed("w", "wood", 800, 1000, None)
    assert crossed(straight(UNIT, AHEAD, 999), WOOD) == Crossed("w", "wood", 800, None, None)
    assert crossed(straight(UNIT, AHEAD, 800), WOOD) == Crossed("w", "wood", 800, None, None)
    assert crossed(straight(UNIT, AHEAD, 799), WOOD) is None
    assert crossed(straight(UNIT, BACK, 300), WOOD) is None


def test_half_in_and_half_out_are_told_to_the_unit_of_the_way() -> None:
    assert half_in_at(straight(UNIT, AHEAD, 999), WOOD) is None
    assert half_in_at(straight(UNIT, AHEAD, 1000), WOOD) == 1000
    assert half_in_at(straight(body("a", 0, -1000), BACK, 300), WOOD) == 0
    assert half_out_at(straight(body("a", 0, -2000), AHEAD, 1500), WOOD) == 1001
    assert half_out_at(straight(body("a", 0, -2000), AHEAD, 1000), WOOD) is None
    assert half_out_at(straight(UNIT, AHEAD, 300), WOOD) == 0


def test_a_way_of_two_legs_is_measured_through() -> None:
    path = further(straight(UNIT, AHEAD, 600), lambda b: straight(b, AHEAD, 600))
    assert crossed(path, WOOD) == Crossed("w", "wood", 800, 1000, None)
    # In with the first leg, which would go on through, and out again with the second.
    back = further(straight(UNIT, AHEAD, 1100), lambda b: straight(b, BACK, 1000))
    assert crossed(back, WOOD) == Crossed("w", "wood", 800, 1000, 1400)
    assert (
        half_out_at(further(straight(body("a", 0, -1000), AHEAD, 50), lambda b: straight(b, BACK, 90)), WOOD)
        == 101
    )


def test_a_hedge_is_crossed_by_a_base_as_by_any_way() -> None:
    assert crossed(straight(UNIT, AHEAD, 600), HEDGE) == Crossed("g", "hedge", 300, None, None)
    assert passages(straight(UNIT, AHEAD, 600), [HEDGE]) == (Passage("g", 301, None),)
    assert contacts(straight(UNIT, AHEAD, 600), [HEDGE])[0].length == 300
    assert contacts(straight(UNIT, AHEAD, 600), [HEDGE])[0].sides == ()


def test_between_the_arms_of_a_horseshoe_a_small_base_is_free() -> None:
    gun = Body("a", body("a", 0, 0).footprint, UNIT.pose)
    assert contacts(straight(gun, AHEAD, 1000), [HORSESHOE])[0].length == 400
    small = body("a", 0, 0, 9000)  # 400 wide across the way
    assert contacts(straight(small, 27000, 1000), [HORSESHOE])[0].length == 900


def walked(path: Path, area: Area, half: bool) -> int | None:
    """The first of all whole lengths, tried one by one."""
    return next((n for n in range(path.length + 1) if share_inside(path.body_at(n), area).half is half), None)


@given(unit=bodies("a", st.integers(-1200, 1200)), area=ovals(), way=WAYS)
def test_where_half_is_in_or_out_agrees_with_a_walk(
    unit: Body, area: Area, way: tuple[str, int, int]
) -> None:
    path = path_of(unit, (way[0], way[1], way[2] // 8))
    assert half_in_at(path, area) == walked(path, area, True)
    assert half_out_at(path, area) == walked(path, area, False)


@given(unit=bodies("a", st.integers(-1600, 1600)), area=ovals(), way=WAYS)
def test_where_it_is_reached_and_left_agrees_with_a_walk(
    unit: Body, area: Area, way: tuple[str, int, int]
) -> None:
    path = path_of(unit, way)
    met = crossed(path, area)
    reached, left = (met.touched, met.left) if met else (None, None)
    assert touched_at(path, area) == reached
    for i in range(31):
        at = path.length * i // 30
        there = path.body_at(at)
        if reached is None or at < reached - 1:
            assert there.polygon.intersection(area.polygon.buffer(-1.6)).area == 0
        if left is not None and at > left + 1:
            assert there.polygon.intersection(area.polygon.buffer(-1.6)).area == 0
    if reached is not None:
        assert path.body_at(reached).polygon.distance(area.polygon) < 1.5
    if left is not None:
        assert path.body_at(left).polygon.distance(area.polygon) < 1.5


@pytest.mark.parametrize("motion", MOTIONS, ids=lambda m: m.name)
@given(unit=bodies("a"), area=ovals(), way=WAYS, side=st.sampled_from(SIDES))
def test_terrain_does_not_change_when_the_table_is(
    motion: Motion, unit: Body, area: Area, way: tuple[str, int, int], side: Side
) -> None:
    twin, other = motion.body(unit), moved(motion, area)
    assert share_inside(unit, area) == share_inside(twin, other)
    assert is_entirely_in(unit, area) is is_entirely_in(twin, other)
    assert any_in(unit, area) is any_in(twin, other)
    assert edge_distance(unit, area).length == edge_distance(twin, other).length
    assert (
        edge_distance(unit, area, side=side).length
        == edge_distance(twin, other, side=motion.side(side)).length
    )
    kind, bearing, length = way
    if motion.mirrors:
        kind = {"left": "right", "right": "left"}.get(kind, kind)
    path, image = path_of(unit, way), path_of(twin, (kind, motion.bearing(bearing), length))
    assert half_in_at(path, area) == half_in_at(image, other)
    assert half_out_at(path, area) == half_out_at(image, other)
    assert crossed(path, area) == crossed(image, other)


def test_a_wheel_comes_half_in_with_its_outer_wing() -> None:
    assert half_in_at(wheel(body("a", 0, -1100), Side.LEFT, 600), WOOD) == 0
    assert half_in_at(wheel(body("a", 0, -900), Side.LEFT, 600), WOOD) == walked(
        wheel(body("a", 0, -900), Side.LEFT, 600), WOOD, True
    )


@pytest.mark.parametrize("motion", MOTIONS, ids=lambda m: m.name)
def test_the_middle_of_an_area_is_that_of_its_ground_and_moves_with_the_table(motion: Motion) -> None:
    assert middle(WOOD) == (0, -2000)
    wedge = Area("v", "hill", ((0, 0), (3000, 0), (0, 6000)))
    assert middle(wedge) == (1000, 2000)
    moved = Area("v", "hill", tuple(motion.place(*p) for p in wedge.outline))
    assert middle(moved) == motion.place(1000, 2000)
