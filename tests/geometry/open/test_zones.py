"""Corridor, arc, behind the front, projected fronts: to the unit, and against Shapely."""

import pytest
from hypothesis import given
from hypothesis import strategies as st
from shapely import Polygon

from muster.geometry.open.poses import SIDES, Body, Pose, Side
from muster.geometry.open.zones import (
    angle_off_front,
    arc_outline,
    corridor_outline,
    corridor_width,
    front_overlap,
    in_arc,
    in_corridor,
    is_behind_front,
)
from tests.geometry.open.tables import GUN, MOTIONS, Motion, bodies, body

UNIT = body("a", 0, 0)
FRONT, RIGHT, REAR, LEFT = Side


@pytest.mark.parametrize(
    ("x", "inside", "width"),
    [(0, True, 1200), (1199, True, 1), (1200, True, 0), (1201, True, 0), (1202, False, 0)],
)
def test_the_corridor_lies_between_the_prolonged_short_sides(x: int, inside: bool, width: int) -> None:
    for shift in (x, -x):
        foe = body("b", shift, -2000)
        assert in_corridor(UNIT, foe.corners).inside is inside
        assert corridor_width(UNIT, foe.corners).length == width


@pytest.mark.parametrize(("y", "inside"), [(-2000, True), (0, True), (1, True), (2, False), (2000, False)])
def test_the_corridor_lies_to_the_front(y: int, inside: bool) -> None:
    foe = body("b", 100, y)  # its front edge lies at y - 200, and that of the unit at -200
    assert in_corridor(UNIT, foe.corners).inside is inside
    assert bool(corridor_width(UNIT, foe.corners).length) is inside


def test_the_width_in_the_corridor_is_that_of_the_part_in_front() -> None:
    # A square on its corner, half behind the front line.
    foe = body("b", 600, -200, 4500, body("x", 0, 0).footprint)
    part = corridor_width(UNIT, foe.corners)
    whole = Polygon(in_corridor(UNIT, foe.corners).part).bounds
    assert part.length == pytest.approx(whole[2] - whole[0], abs=2)
    assert corridor_width(UNIT, body("b", 300, -900).corners).ends == ((-300, -200), (600, -200))
    assert corridor_width(UNIT, body("b", 3000, -900).corners).ends is None


# --- the arc: with the side from (-w, 0) to (w, 0) it is y >= 0 and |x| <= w + y (R19) ---------------------------


@pytest.mark.parametrize(
    ("right", "ahead", "inside"),
    [(0, 0, True), (0, 500, True), (601, 0, True), (602, 0, True), (603, 0, False), (1100, 500, True),
     (1102, 500, True), (1103, 500, False), (0, -1, True), (0, -2, False), (600, -1, True)],
)  # fmt: skip
@pytest.mark.parametrize("side", SIDES)
def test_the_arc_of_a_side_to_the_unit(side: Side, right: int, ahead: int, inside: bool) -> None:
    unit = body("a", 0, 0, 0, body("x", 0, 0).footprint if side in (FRONT, REAR) else GUN)
    half = 600 if side in (FRONT, REAR) else 150
    out = 200
    right = right - 600 + half if right else 0
    for shift in (right, -right):
        place = Pose(0, 0, side.outward).spot(shift, out + ahead)
        assert in_arc(unit, side, [place]).inside is inside


@given(bodies("a"), st.sampled_from(SIDES), bodies("b"))
def test_the_arc_agrees_with_a_trapezium_of_shapely(unit: Body, side: Side, other: Body) -> None:
    zone = Polygon(arc_outline(unit, side, 20_000))
    away = zone.distance(other.polygon)
    if away > 3:
        assert not in_arc(unit, side, other.corners).inside
    if away == 0 and zone.intersection(other.polygon).area > 8000:
        found = in_arc(unit, side, other.corners)
        assert found.inside
        assert Polygon(found.part).area == pytest.approx(
            zone.intersection(other.polygon).area, rel=0.1, abs=9000
        )


@given(bodies("a"), bodies("b"))
def test_the_corridor_agrees_with_a_rectangle_of_shapely(unit: Body, other: Body) -> None:
    zone = Polygon(corridor_outline(unit, 20_000))
    away = zone.distance(other.polygon)
    if away > 3:
        assert not in_corridor(unit, other.corners).inside
        assert corridor_width(unit, other.corners).length == 0
    if away == 0:
        assert in_corridor(unit, other.corners).inside


# --- behind the front line (a charge on the flank or rear) ------------------------------------------------------


@pytest.mark.parametrize(("y", "behind"), [(0, True), (-1, True), (-2, False), (3000, True), (-900, False)])
def test_behind_the_front_line_is_told_to_the_unit_however_far_aside(y: int, behind: bool) -> None:
    assert is_behind_front(body("b", 9000, y), UNIT) is behind


# --- the front projected (main and support) ---------------------------------------------------------------------


@pytest.mark.parametrize(("x", "length"), [(0, 1200), (400, 800), (1199, 1), (1200, 0), (5000, 0)])
def test_a_front_is_projected_square_onto_the_other(x: int, length: int) -> None:
    assert front_overlap(UNIT, body("b", x, -400, 18000)).length == length


def test_a_slanting_front_covers_less() -> None:
    found = front_overlap(UNIT, body("b", 0, -800, 18000 - 6000))
    assert found.length == 600
    assert found.ends is not None
    assert {end[1] for end in found.ends} == {-200}
    assert front_overlap(UNIT, body("b", 0, -800, 9000)).length == 0


@pytest.mark.parametrize(
    ("place", "angle"),
    [
        ((0, -900), 0),
        ((700, -900), 4500),
        ((-700, -900), 4500),
        ((700, -200), 9000),
        ((0, 900), 18000),
        ((0, -200), 0),
    ],
)
def test_the_angle_off_the_front_is_counted_either_way(place: tuple[int, int], angle: int) -> None:
    assert angle_off_front(UNIT, place) == angle


def test_outlines_for_the_board() -> None:
    assert arc_outline(UNIT, FRONT, 600) == ((-600, -200), (600, -200), (1200, -800), (-1200, -800))
    assert corridor_outline(body("a", 0, 0, 9000), 600) == ((200, -600), (200, 600), (800, 600), (800, -600))


@pytest.mark.parametrize("motion", MOTIONS, ids=lambda m: m.name)
@given(a=bodies("a"), b=bodies("b"), side=st.sampled_from(SIDES))
def test_zones_do_not_change_when_the_table_is(motion: Motion, a: Body, b: Body, side: Side) -> None:
    p, q = motion.body(a), motion.body(b)
    assert in_corridor(a, b.corners).inside is in_corridor(p, q.corners).inside
    assert corridor_width(a, b.corners).length == corridor_width(p, q.corners).length
    assert in_arc(a, side, b.corners).inside is in_arc(p, motion.side(side), q.corners).inside
    assert is_behind_front(a, b) is is_behind_front(p, q)
    assert front_overlap(a, b).length == front_overlap(p, q).length
    centre = (b.pose.x, b.pose.y)
    assert angle_off_front(a, centre) == angle_off_front(p, (q.pose.x, q.pose.y))
