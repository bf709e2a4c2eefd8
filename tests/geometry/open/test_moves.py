"""Ways: where a base is on them, what they sweep, and the turns on the spot."""

from math import ceil, pi, radians

import pytest
from hypothesis import given
from hypothesis import strategies as st
from shapely import Polygon, union_all

from muster.geometry.open.angles import FULL, turn_of
from muster.geometry.open.moves import (
    AHEAD,
    BACK,
    LEFTWARD,
    RIGHTWARD,
    Glide,
    Path,
    Wheel,
    about_face,
    faced,
    further,
    oblique,
    pivoted,
    quarter_arc,
    straight,
    wheel,
)
from muster.geometry.open.poses import Body, Pose, Side
from tests.geometry.open.tables import BU, HEADINGS, MOTIONS, Motion, bodies, body

WAYS = st.tuples(
    st.sampled_from(["straight", "left", "right"]), st.integers(0, FULL - 1), st.integers(0, 1800)
)


def path_of(unit: Body, way: tuple[str, int, int]) -> Path:
    """A way of any kind; a wheel is cut to a quarter."""
    kind, bearing, length = way
    if kind == "straight":
        return straight(unit, bearing, length)
    length = min(length, quarter_arc(unit.footprint.frontage))
    return wheel(unit, Side.LEFT if kind == "left" else Side.RIGHT, length)


@pytest.mark.parametrize(
    ("bearing", "to"), [(AHEAD, (0, -600)), (BACK, (0, 600)), (LEFTWARD, (-600, 0)), (RIGHTWARD, (600, 0))]
)
def test_a_straight_way_goes_by_its_bearing_and_keeps_the_heading(bearing: int, to: tuple[int, int]) -> None:
    assert straight(body("a", 0, 0), bearing, BU).pose_at(BU) == Pose(*to, 0)
    turned = straight(body("a", 0, 0, 9000), bearing, BU).pose_at(BU)
    assert turned == Pose(-to[1], to[0], 9000)


def test_an_oblique_way_is_as_long_as_its_slope() -> None:
    path = oblique(body("a", 0, 0), -300, 400)
    assert path.length == 500
    assert path.pose_at(500) == Pose(-300, -400, 0)


def test_a_wheel_is_measured_along_the_arc_of_the_outer_corner() -> None:
    # 1 BU of arc at a frontage of 2 BU is half a radian: 28.65 degrees; 2 BU are 57.30.
    unit = body("a", 0, 0)
    assert wheel(unit, Side.LEFT, BU).pose_at(BU).heading == FULL - 2865
    assert wheel(unit, Side.RIGHT, 2 * BU).pose_at(2 * BU).heading == 5730


@pytest.mark.parametrize("about", [Side.LEFT, Side.RIGHT])
@given(unit=bodies("a"), share=st.floats(0, 1))
def test_a_wheel_keeps_its_front_corner(about: Side, unit: Body, share: float) -> None:
    assert about is Side.LEFT or about is Side.RIGHT
    length = int(quarter_arc(unit.footprint.frontage) * share)
    corner = 0 if about is Side.LEFT else 1
    there = wheel(unit, about, length).body_at(length)
    assert there.corners[corner] == pytest.approx(unit.corners[corner], abs=0.71)
    turn = (there.pose.heading - unit.pose.heading) % FULL
    turn = FULL - turn if about is Side.LEFT and turn else turn
    assert radians(turn / 100) == pytest.approx(min(length / unit.footprint.frontage, pi / 2), abs=0.0001)


def test_a_quarter_is_the_longest_wheel() -> None:
    unit, most = body("a", 0, 0), ceil(1200 * pi / 2)
    assert wheel(unit, Side.RIGHT, most).pose_at(most) == Pose(400, -800, 9000)
    with pytest.raises(ValueError, match="a quarter at most: 1885"):
        wheel(unit, Side.RIGHT, most + 1)


def test_lengths_and_headings_are_checked() -> None:
    unit = body("a", 0, 0)
    with pytest.raises(ValueError, match="not -1 units long"):
        straight(unit, AHEAD, -1)
    with pytest.raises(ValueError, match="a heading lies between"):
        Glide(unit, FULL, 1)
    with pytest.raises(ValueError, match="5 units long, not 6"):
        straight(unit, AHEAD, 5).pose_at(6)
    with pytest.raises(ValueError, match="at least one leg"):
        Path(())
    with pytest.raises(ValueError, match="begins where the one before"):
        Path((Glide(unit, 0, 5), Wheel(unit, Side.LEFT, 5)))


def test_a_path_of_two_legs_is_measured_through() -> None:
    unit = body("a", 0, 0)
    path = further(straight(unit, AHEAD, 600), lambda b: wheel(b, Side.RIGHT, 300))
    assert path.length == 900
    assert path.pose_at(600) == Pose(0, -600, 0)
    assert path.pose_at(900) == wheel(body("a", 0, -600), Side.RIGHT, 300).pose_at(300)
    assert len(path.outline) == 2
    assert path.body == unit


# --- turns on the spot ----------------------------------------------------------------------------------------


def test_an_about_face_stays_where_it_is() -> None:
    assert about_face(body("a", 5, 6, 30000)).pose == Pose(5, 6, 12000)


@pytest.mark.parametrize(("side", "pose"), [(Side.LEFT, (-400, 0, 27000)), (Side.RIGHT, (400, 0, 9000))])
def test_facing_a_side_puts_the_front_where_that_side_was(side: Side, pose: tuple[int, int, int]) -> None:
    assert side is Side.LEFT or side is Side.RIGHT
    unit = body("a", 0, 0)
    turned = faced(unit, side)
    assert turned.pose == Pose(*pose)
    assert turned.middle(Side.FRONT) == unit.middle(side)


@given(bodies("a"), HEADINGS)
def test_a_pivot_keeps_the_middle_of_the_front(unit: Body, heading: int) -> None:
    turned = pivoted(unit, heading)
    assert turned.pose.heading == heading
    assert turned.middle(Side.FRONT) == pytest.approx(unit.middle(Side.FRONT), abs=0.71)


# --- what is swept --------------------------------------------------------------------------------------------


@given(bodies("a"), WAYS)
def test_the_swept_outline_is_the_union_of_all_places(unit: Body, way: tuple[str, int, int]) -> None:
    path = path_of(unit, way)
    steps = [path.body_at(round(path.length * i / 24)) for i in range(25)]
    swept = Polygon(path.legs[0].swept)
    assert swept.is_valid
    union = union_all([s.polygon for s in steps])
    # Every place lies within, but for rounding and the stated error of an arc...
    assert union.difference(swept.buffer(1.3)).area == 0
    # ...and nothing is swept that no place comes near: between two of 25 steps a corner goes a 24th of the way.
    assert swept.difference(union.buffer(path.length * 2 / 24 + 2)).area < 1
    box = path.legs[0].bounds
    assert box == pytest.approx(swept.bounds)
    ring = path.outline[0]
    assert all(isinstance(v, int) for p in ring for v in p)
    assert abs(Polygon(ring).area - swept.area) <= swept.length
    assert Polygon(ring).exterior.is_ccw == unit.polygon.exterior.is_ccw


def test_a_sweep_straight_ahead_is_a_rectangle_and_a_diagonal_one_has_six_corners() -> None:
    unit = body("a", 0, 0)
    assert Polygon(Glide(unit, 0, 600).swept).equals(
        Polygon([(-600, -800), (600, -800), (600, 200), (-600, 200)])
    )
    assert len(oblique(unit, 300, 300).outline[0]) == 6
    assert Polygon(Glide(unit, 4500, 600).swept).area == pytest.approx(1200 * 400 + 1600 * 600 / 2**0.5)


@given(bodies("a"), WAYS)
def test_no_more_than_the_rate_is_swept_on_a_unit_of_the_way(unit: Body, way: tuple[str, int, int]) -> None:
    leg = path_of(unit, way).legs[0]
    fresh = Polygon(leg.swept).area - unit.polygon.area
    assert fresh <= leg.area_rate * leg.length + 1


@pytest.mark.parametrize("motion", MOTIONS, ids=lambda m: m.name)
@given(unit=bodies("a"), way=WAYS, heading=HEADINGS)
def test_ways_turn_and_move_with_the_table(
    motion: Motion, unit: Body, way: tuple[str, int, int], heading: int
) -> None:
    kind, bearing, length = way
    path = path_of(unit, way)
    if motion.mirrors:
        kind = {"left": "right", "right": "left"}.get(kind, kind)
    twin = path_of(motion.body(unit), (kind, motion.bearing(bearing), length))
    for share in range(5):
        at = path.length * share // 4
        assert twin.pose_at(at) == motion.pose(path.pose_at(at))
    lengths = [path.length * share // 9 for share in range(10)]
    rows = path.legs[0].places(lengths).tolist()
    poses = [path.pose_at(at) for at in lengths]
    assert rows == [[p.x, p.y, *turn_of(p.heading)] for p in poses]
    assert about_face(motion.body(unit)) == motion.body(about_face(unit))
    assert faced(motion.body(unit), Side.RIGHT) == motion.body(
        faced(unit, Side.LEFT if motion.mirrors else Side.RIGHT)
    )
    assert pivoted(motion.body(unit), motion.heading(heading) % FULL) == motion.body(pivoted(unit, heading))
