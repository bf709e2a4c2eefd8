"""Contact: exact to the unit, checked against Shapely along the whole way; what is passed through; free lengths."""

import pytest
from hypothesis import given
from hypothesis import strategies as st
from shapely import Polygon
from shapely.affinity import rotate, translate

from muster.geometry.open.contact import (
    Contact,
    Passage,
    contacts,
    first_contact,
    free_length,
    overlapping,
    passages,
    settled,
    touching,
)
from muster.geometry.open.moves import AHEAD, BACK, RIGHTWARD, Glide, Path, Wheel, straight, wheel
from muster.geometry.open.poses import Body, Pose, Side, distance, overlaps, touches
from tests.geometry.open.tables import GUN, MOTIONS, SQUARE, Motion, bodies, body
from tests.geometry.open.test_moves import WAYS, path_of

UNIT = body("a", 0, 0)
NEAR = st.integers(-1600, 1600)
FRONT, RIGHT, REAR, LEFT = Side


def ahead(length: int, unit: Body = UNIT) -> Path:
    return straight(unit, AHEAD, length)


# --- first contact, by hand -----------------------------------------------------------------------------------


def test_a_front_meets_a_front_where_they_touch() -> None:
    foe = body("b", 300, -1000, 18000)
    assert contacts(ahead(1200), [foe]) == (
        Contact("b", 600, Pose(0, -600, 0), (FRONT,), (FRONT,), ((600, -800), (-300, -800))),
    )
    assert free_length(ahead(1200), [foe]) == 600
    assert free_length(ahead(500), [foe]) == 500


def test_a_way_that_ends_in_touch_is_a_contact_and_one_that_ends_two_units_short_is_none() -> None:
    foe = body("b", 0, -1000, 18000)
    assert [bool(contacts(ahead(n), [foe])) for n in (598, 599, 600, 601)] == [False, True, True, True]


@pytest.mark.parametrize(("shift", "met"), [(1198, True), (1199, False), (1200, False), (1201, False)])
def test_who_glides_past_within_a_unit_does_not_meet(shift: int, met: bool) -> None:
    for side in (-1, 1):
        foe = body("b", side * shift, -1000, 18000)
        assert bool(contacts(ahead(1200), [foe])) is met
        assert bool(passages(ahead(1800), [foe])) is met
        assert bool(contacts(ahead(1200), [foe], graze=True)) is (shift <= 1201)
    assert not contacts(ahead(1200), [body("b", 1202, -1000, 18000)], graze=True)


def test_a_line_of_friends_shoulder_to_shoulder_does_not_hold_one_of_them_up() -> None:
    friends = [body("l", -1200, 0), body("r", 1200, 0), body("behind", 0, 400)]
    assert free_length(ahead(1200), friends) == 1200
    assert free_length(straight(UNIT, BACK, 300), friends) == 0
    assert free_length(straight(UNIT, RIGHTWARD, 300), friends) == 0


def test_a_corner_that_is_met_is_named_by_its_two_sides() -> None:
    foe = body("b", 0, -1400, 4500, SQUARE)
    met = first_contact(ahead(1200), [foe])
    assert met is not None
    assert met.sides == (RIGHT, REAR)
    assert met.own == (FRONT,)
    assert met.ends == ((0, -551), (0, -551))
    assert met.length == 351


def test_a_front_corner_that_meets_a_side_is_named_by_its_two_sides() -> None:
    unit = body("a", 0, 0, 4500)
    met = first_contact(ahead(1200, unit), [body("b", 1500, 0, 0, SQUARE)])
    assert met is not None
    assert met.sides == (LEFT,)
    assert met.own == (FRONT, RIGHT)


def test_two_bases_met_at_once_are_both_named() -> None:
    foes = [body("b", -700, -1000, 18000), body("c", 700, -1000, 18000), body("d", 0, -1500)]
    assert [c.id for c in contacts(ahead(1200), foes)] == ["b", "c"]
    assert [c.length for c in contacts(ahead(1200), foes)] == [600, 600]


def test_a_wheel_meets_with_its_outer_corner() -> None:
    # The outer corner rises by 1200 sin(angle): 300 units after an angle of asin(1/4), an arc of 303.2.
    met = first_contact(wheel(UNIT, Side.LEFT, 600), [body("b", 300, -700, 0)])
    assert met is not None
    assert met.length == 303
    assert met.sides == (REAR,)
    assert met.own == (FRONT, RIGHT)


def test_a_wheel_is_not_held_up_by_what_touches_its_pivot() -> None:
    assert free_length(wheel(UNIT, Side.LEFT, 600), [body("b", -1200, 0), body("c", -1200, -400)]) == 600


def test_a_contact_on_a_second_leg_is_measured_from_the_start() -> None:
    path = Path((Glide(UNIT, 0, 300), Wheel(body("a", 0, -300), Side.LEFT, 600)))
    met = first_contact(path, [body("b", 300, -1000, 0)])
    assert met is not None
    assert met.length == 603
    assert free_length(path, [body("b", 300, -1000, 0)], apart=2) == 600


def test_the_own_base_is_no_obstacle() -> None:
    assert contacts(ahead(600), [UNIT]) == ()


def test_a_base_that_stands_a_little_deep_may_leave_and_glide_but_not_go_deeper() -> None:
    other = body("b", 1199, 0)
    assert free_length(ahead(600), [other]) == 600
    assert free_length(straight(UNIT, RIGHTWARD, 600), [other]) == 0
    assert free_length(straight(UNIT, 27000, 600), [other]) == 600


def test_staying_apart_stops_before_touching() -> None:
    foe = body("b", 0, -1000, 18000)
    length = free_length(ahead(1200), [foe], apart=2)
    assert length == 597
    assert not touches(UNIT.at(Pose(0, -length, 0)), foe)
    # What it is nearer to already it may leave, or pass.
    assert free_length(straight(UNIT, BACK, 600), [body("b", 0, -401)], apart=2) == 600
    assert free_length(ahead(600), [body("b", 1201, 0)], apart=2) == 600
    assert free_length(ahead(600), [body("b", 0, -401)], apart=2) == 0


# --- passing through ------------------------------------------------------------------------------------------


def test_what_is_passed_through_is_told_with_its_lengths() -> None:
    friends = [body("b", 0, -600), body("c", 1100, -1400), body("d", 5000, 0)]
    assert passages(ahead(1200), friends) == (
        Passage("b", 201, 999),
        Passage("c", 1001, None),
    )


def test_a_wheel_may_leave_what_it_entered() -> None:
    # The rear right corner swings out by 65 units over the friend at the right, and comes off it again.
    found = passages(wheel(UNIT, Side.LEFT, 1200), [body("b", 1200, 0)])
    assert [p.id for p in found] == ["b"]
    assert found[0].leave is not None
    assert passages(wheel(UNIT, Side.LEFT, 300), [body("b", 1200, 0)])[0].leave is None


def test_all_overlapped_and_all_touched_are_named() -> None:
    others = [body("b", 1198, 0), body("c", 1200, 0), body("d", -1201, 0), body("e", 0, -402), UNIT]
    assert overlapping(UNIT, others) == ("b",)
    assert [(c.id, c.sides, c.own) for c in touching(UNIT, others)] == [
        ("b", (LEFT,), (RIGHT,)),
        ("c", (LEFT,), (RIGHT,)),
        ("d", (RIGHT,), (LEFT,)),
    ]


def test_a_base_too_deep_by_a_unit_is_settled_next_to_its_place() -> None:
    assert settled(UNIT, [body("b", 1200, 0)]) == UNIT
    assert settled(UNIT, [body("b", 1198, 0)]) == body("a", -1, 0)
    assert settled(UNIT, [body("b", 1190, 0)]) is None


# --- against Shapely, along the whole way (T11) -----------------------------------------------------------------


def exact(path: Path, length: float) -> Polygon:
    """The outline on the way, not rounded, made by Shapely's own affinity."""
    leg = path.legs[0]
    if isinstance(leg, Glide):
        return translate(leg.body.polygon, leg.way[0] * length, leg.way[1] * length)
    return rotate(leg.body.polygon, leg.sense * leg.angle(length), origin=leg.pivot, use_radians=True)


@given(unit=bodies("a", NEAR), other=bodies("b", NEAR), way=WAYS)
def test_first_contact_agrees_with_a_walk_along_the_way(
    unit: Body, other: Body, way: tuple[str, int, int]
) -> None:
    if overlaps(unit, other):
        return
    path = path_of(unit, way)
    met = first_contact(path, [other])
    end = met.length if met else path.length
    # Nobody is walked into by more than two units before the contact, or at all where there is none.
    core = other.polygon.buffer(-2.2, join_style="mitre")
    for i in range(41):
        assert not exact(path, end * i / 40).intersects(core)
    if met:
        there = path.body_at(met.length)
        assert met.pose == there.pose
        assert touches(there, other)
        assert not overlaps(there, other)
        assert met.sides
        assert met.own
        assert distance(there, other).length <= 1
        if met.length + 40 <= path.length:
            assert any(exact(path, met.length + on).intersection(other.polygon).area > 0 for on in range(41))


@given(unit=bodies("a", NEAR), other=bodies("b", NEAR), way=WAYS)
def test_passages_agree_with_a_walk_along_the_way(unit: Body, other: Body, way: tuple[str, int, int]) -> None:
    path = path_of(unit, way)
    if path.length == 0:
        return
    found = passages(path, [other])
    core = other.polygon.buffer(-2.2, join_style="mitre")
    inner = other.polygon.buffer(-0.7, join_style="mitre")
    for i in range(41):
        at = path.length * i / 40
        inside = any(p.enter - 1 <= at <= (path.length if p.leave is None else p.leave) + 1 for p in found)
        if exact(path, at).intersects(core):
            assert inside
        if any(p.enter + 1 <= at <= (path.length if p.leave is None else p.leave) - 1 for p in found):
            assert exact(path, at).intersects(inner)
    assert bool(overlapping(path.body_at(path.length), [other])) <= bool(found)


@given(
    unit=bodies("a", NEAR), others=st.lists(bodies("b", NEAR), max_size=3), way=WAYS, apart=st.integers(2, 40)
)
def test_who_keeps_apart_is_apart_where_it_stops(
    unit: Body, others: list[Body], way: tuple[str, int, int], apart: int
) -> None:
    others = [Body(f"b{i}", b.footprint, b.pose) for i, b in enumerate(others)]
    if any(distance(unit, b).length <= apart for b in others):
        return
    path = path_of(unit, way)
    there = path.body_at(free_length(path, others, apart=apart))
    assert all(distance(there, b).length >= apart for b in others)


@given(unit=bodies("a", NEAR), others=st.lists(bodies("b", NEAR), max_size=3), way=WAYS)
def test_no_free_length_ends_in_overlap(unit: Body, others: list[Body], way: tuple[str, int, int]) -> None:
    others = [Body(f"b{i}", b.footprint, b.pose) for i, b in enumerate(others)]
    if any(touches(unit, b) for b in others):
        return
    path = path_of(unit, way)
    assert not overlapping(path.body_at(free_length(path, others)), others)


@pytest.mark.parametrize("motion", MOTIONS, ids=lambda m: m.name)
@given(unit=bodies("a", NEAR), other=bodies("b", NEAR), way=WAYS)
def test_contacts_do_not_change_when_the_table_is(
    motion: Motion, unit: Body, other: Body, way: tuple[str, int, int]
) -> None:
    kind, bearing, length = way
    if motion.mirrors:
        kind = {"left": "right", "right": "left"}.get(kind, kind)
    path, twin = path_of(unit, way), path_of(motion.body(unit), (kind, motion.bearing(bearing), length))
    here, there = contacts(path, [other]), contacts(twin, [motion.body(other)])
    assert [(c.length, motion.pose(c.pose)) for c in here] == [(c.length, c.pose) for c in there]
    for c, d in zip(here, there, strict=True):
        assert {motion.side(s) for s in c.sides} == set(d.sides)
        assert {motion.side(s) for s in c.own} == set(d.own)
    assert passages(path, [other]) == passages(twin, [motion.body(other)])


def test_a_gun_passes_between_two_units_with_a_unit_to_spare() -> None:
    gun = body("a", 0, 0, 0, GUN)
    walls = [body("l", -801, -1000), body("r", 801, -1000)]
    assert free_length(ahead(3000, gun), walls) == 3000
    assert free_length(ahead(3000, gun), [body("l", -798, -1000)]) == 650
