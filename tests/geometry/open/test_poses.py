"""Bases: corners, sides, distances, touching and overlap to the unit."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from muster.geometry.open.angles import FULL, heading_of, rounded, turn_of
from muster.geometry.open.poses import (
    SIDES,
    Body,
    Distance,
    Footprint,
    Pose,
    Side,
    between_points,
    distance,
    distance_to_point,
    opposite,
    overlap_depth,
    overlaps,
    touches,
)
from tests.geometry.open.tables import LINE, MOTIONS, Motion, bodies, body, poses


def test_a_base_at_heading_0_faces_up_the_screen() -> None:
    unit = body("a", 1000, 2000)
    assert list(unit.corners) == [(400, 1800), (1600, 1800), (1600, 2200), (400, 2200)]
    assert [unit.middle(s) for s in SIDES] == [(1000, 1800), (1600, 2000), (1000, 2200), (400, 2000)]


def test_a_base_at_heading_9000_faces_right() -> None:
    unit = body("a", 0, 0, 9000)
    assert unit.ends(Side.FRONT) == ((200, -600), (200, 600))
    assert unit.ends(Side.LEFT) == ((-200, -600), (200, -600))
    assert unit.middle(Side.RIGHT) == (0, 600)


@pytest.mark.parametrize("heading", [-1, 36000])
def test_a_heading_is_less_than_a_full_turn(heading: int) -> None:
    with pytest.raises(ValueError, match="a heading lies between"):
        Pose(0, 0, heading)


@pytest.mark.parametrize(("frontage", "depth"), [(1201, 400), (1200, 0), (-2, 400)])
def test_a_footprint_is_even_and_positive(frontage: int, depth: int) -> None:
    with pytest.raises(ValueError, match="positive, even"):
        Footprint(frontage, depth)


@given(st.integers(0, FULL - 1))
def test_the_turn_of_an_angle_is_mirrored_bit_for_bit(angle: int) -> None:
    c, s = turn_of(angle)
    assert turn_of(-angle) == (c, -s)
    assert turn_of(angle + 9000) == (-s, c)
    assert turn_of(9000 - angle) == (s, c)
    assert heading_of(s, -c) == angle
    assert opposite(angle) == (angle + 18000) % FULL


def test_a_half_is_rounded_away_from_zero() -> None:
    assert [rounded(v) for v in (0.5, -0.5, 1.5, -1.5, 0.49, -2.51)] == [1, -1, 2, -2, 0, -3]


@given(poses(), st.integers(-900, 900), st.integers(-900, 900))
def test_local_and_table_places_are_the_same_place(pose: Pose, right: int, ahead: int) -> None:
    assert pose.local(pose.spot(right, ahead)) == pytest.approx((right, ahead))


# --- T8: touch and graze by a unit -----------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("space", "length", "touching", "overlapping"),
    [
        (2, 2, False, False),
        (1, 1, True, False),
        (0, 0, True, False),
        (-1, 0, True, False),
        (-2, 0, True, True),
    ],
)
@pytest.mark.parametrize("heading", [0, 9000, 18000, 27000])
def test_bases_side_by_side_to_the_unit(
    heading: int, space: int, length: int, touching: bool, overlapping: bool
) -> None:
    a, b = body("a", 0, 0, heading), Pose(0, 0, heading).spot(1200 + space, 0)
    other = body("b", int(b[0]), int(b[1]), heading)
    assert distance(a, other).length == length
    assert touches(a, other) is touching
    assert overlaps(a, other) is overlapping
    assert overlap_depth(a, other) == max(0, -space)


def test_bases_corner_to_corner_are_measured_straight() -> None:
    found = distance(body("a", 0, 0), body("b", 1200 + 3, 400 + 4))
    assert found == Distance(5, (600, 200), (603, 204))
    assert not touches(body("a", 0, 0), body("b", 1201, 401 + 1))
    assert touches(body("a", 0, 0), body("b", 1201, 401))


def test_the_witness_between_two_long_edges_is_their_middle() -> None:
    assert distance(body("a", 0, 0), body("b", 0, 1000)) == Distance(600, (0, 200), (0, 800))


def test_bases_crossed_like_beams_overlap_though_no_corner_lies_inside() -> None:
    a, b = body("a", 0, 0), body("b", 0, 0, 9000)
    assert overlaps(a, b)
    assert distance(a, b).length == 0
    assert overlap_depth(a, b) == 800


def test_a_point_is_measured_from_the_edge_and_is_at_0_on_the_base() -> None:
    unit = body("a", 0, 0)
    assert distance_to_point(unit, (0, -800)) == Distance(600, (0, -200), (0, -800))
    assert distance_to_point(unit, (10, 10)).length == 0
    assert between_points((0, 0), (30, 40)) == Distance(50, (0, 0), (30, 40))


@given(bodies("a"), bodies("b"))
def test_distance_agrees_with_shapely_and_is_mutual(a: Body, b: Body) -> None:
    found, back = distance(a, b), distance(b, a)
    assert found.length == pytest.approx(a.polygon.distance(b.polygon), abs=0.51)
    assert found.length == back.length
    assert touches(a, b) is touches(b, a) is (a.polygon.distance(b.polygon) < 1.5)
    assert overlaps(a, b) is overlaps(b, a)
    if overlaps(a, b):
        assert a.polygon.intersection(b.polygon).area > 0
    if a.polygon.buffer(-1.6, join_style="mitre").intersects(b.polygon):
        assert overlaps(a, b)
    if found.length > 0:  # T9: the ruler's ends are so far apart
        span = between_points(found.start, found.end).length
        assert abs(span - found.length) <= 2


@pytest.mark.parametrize("motion", MOTIONS, ids=lambda m: m.name)
@given(a=bodies("a"), b=bodies("b"))
def test_distances_do_not_change_when_the_table_is(motion: Motion, a: Body, b: Body) -> None:
    p, q = motion.body(a), motion.body(b)
    assert distance(a, b).length == distance(p, q).length
    assert touches(a, b) is touches(p, q)
    assert overlaps(a, b) is overlaps(p, q)
    assert overlap_depth(a, b) == overlap_depth(p, q)


def test_a_body_is_its_name_print_and_pose() -> None:
    assert body("a", 1, 2) == Body("a", LINE, Pose(1, 2, 0))
    assert len({body("a", 1, 2), body("a", 1, 2), body("a", 1, 3)}) == 2
