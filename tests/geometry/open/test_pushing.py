"""Bases that are pushed, slid back, and put behind each other."""

import pytest
from hypothesis import given
from hypothesis import strategies as st
from shapely.affinity import translate

from muster.geometry.open.moves import Glide
from muster.geometry.open.poses import Body, Footprint, Pose, Side, distance, overlaps, touches
from muster.geometry.open.pushing import (
    behind,
    clear_length,
    push,
    push_length,
    rear_touches,
    slide_back,
    strip_behind,
)
from tests.geometry.open.tables import BU, GUN, HEADINGS, MOTIONS, Motion, bodies, body

UNIT = body("a", 0, 0)
NEAR = st.integers(-700, 700)


def still_in(glide: Glide, length: int, others: list[Body]) -> bool:
    """Whether the base, moved by Shapely and not rounded, has ground in common with another one."""
    there = translate(glide.body.polygon, glide.way[0] * length, glide.way[1] * length)
    return any(there.intersection(b.polygon).area > 0 for b in others)


@pytest.mark.parametrize(("depth", "length"), [(0, 0), (1, 0), (2, 2), (150, 150), (400, 400)])
def test_a_push_is_as_long_as_the_overlap(depth: int, length: int) -> None:
    pusher = body("b", 0, -400 + depth)
    assert push_length(UNIT, pusher, 18000) == length
    assert push(UNIT, pusher, 18000).pose == Pose(0, length, 0)


@given(bodies("a", NEAR), bodies("b", NEAR), HEADINGS)
def test_a_push_ends_just_clear_of_the_pusher(pushed: Body, pusher: Body, travel: int) -> None:
    length = push_length(pushed, pusher, travel)
    there = push(pushed, pusher, travel)
    assert not overlaps(there, pusher)
    assert (length > 0) is overlaps(pushed, pusher)
    if length > 3:
        assert distance(there, pusher).length <= 2
        assert still_in(Glide(pushed, travel, 0), length - 1, [pusher])


@pytest.mark.parametrize("motion", MOTIONS, ids=lambda m: m.name)
@given(a=bodies("a", NEAR), b=bodies("b", NEAR), travel=HEADINGS, length=st.integers(0, 1800))
def test_pushes_and_slides_do_not_change_when_the_table_is(
    motion: Motion, a: Body, b: Body, travel: int, length: int
) -> None:
    p, q = motion.body(a), motion.body(b)
    assert push_length(a, b, travel) == push_length(p, q, motion.heading(travel) % 36000)
    here, there = slide_back(a, b, length), slide_back(p, q, length)
    assert (motion.pose(here.pose), here.aside, here.touching) == (there.pose, there.aside, there.touching)
    assert motion.pose(behind(a, GUN)) == behind(p, GUN)


# --- a retreat from a contact at the side (sliding along the winner's front) ------------------------------------


def test_a_unit_hit_on_its_side_slides_straight_back() -> None:
    # The enemy faces right with its front on the left side of the beaten unit, and reaches 600 up and down.
    beaten, enemy = UNIT, body("e", -800, 0, 9000)
    slide = slide_back(beaten, enemy, 600)
    assert (slide.pose, slide.aside, slide.touching) == (Pose(0, 600, 0), 0, True)
    # 800 back, the front corner of the one is level with the end of the other's front: a corner still touches.
    assert slide_back(beaten, enemy, 801).touching
    assert not slide_back(beaten, enemy, 802).touching


def test_a_unit_whose_way_back_leans_into_the_enemy_front_is_set_off_it() -> None:
    # Turned by 10 degrees, the way back goes into the enemy's front; the slide keeps it in touch.
    beaten = push(body("a", 0, 0, 1000), body("e", -800, 0, 9000), 9000)
    slide = slide_back(beaten, body("e", -800, 0, 9000), 300)
    assert slide.pose.heading == 1000
    assert slide.aside == pytest.approx(300 * 0.17365, abs=2)
    assert slide.touching
    assert not overlaps(beaten.at(slide.pose), body("e", -800, 0, 9000))


# --- behind ---------------------------------------------------------------------------------------------------


def test_a_base_is_put_directly_behind_another() -> None:
    assert behind(body("b", 100, 200, 9000), GUN) == Pose(100 - 350, 200, 9000)


@given(bodies("b"), st.sampled_from([GUN, Footprint(1200, 800)]))
def test_a_base_behind_another_touches_its_rear_and_does_not_overlap(other: Body, print_: Footprint) -> None:
    there = Body("a", print_, behind(other, print_))
    assert touches(there, other)
    assert not overlaps(there, other)
    assert rear_touches(other, there)
    assert not rear_touches(there, other)
    assert other.beyond(Side.REAR, (there.pose.x, there.pose.y)) == pytest.approx(print_.depth / 2, abs=1)


@pytest.mark.parametrize(("y", "over"), [(800, True), (998, True), (999, False), (1000, False)])
def test_the_strip_behind_a_base_is_as_wide_as_it_and_so_deep(y: int, over: bool) -> None:
    strip = strip_behind(UNIT, BU)
    assert list(strip.corners) == [(-600, 200), (600, 200), (600, 800), (-600, 800)]
    assert overlaps(strip, body("b", 0, y)) is over
    assert not overlaps(strip, body("b", 1200, 600))
    assert not overlaps(strip, UNIT)


def test_a_way_through_others_ends_behind_the_last_of_them() -> None:
    friends = [body("b", 0, 500), body("c", 0, 950), body("d", 0, 5000)]
    assert clear_length(UNIT, 18000, 50, friends) == 50
    assert clear_length(UNIT, 18000, 100, [friends[0]]) == 100
    assert clear_length(UNIT, 18000, 300, friends) == 1350
    assert clear_length(UNIT, 18000, 1400, friends) == 1400


@given(bodies("a", NEAR), st.lists(bodies("b", NEAR), max_size=4), HEADINGS, st.integers(0, 900))
def test_a_clear_length_is_clear_and_the_shortest(
    unit: Body, others: list[Body], travel: int, least: int
) -> None:
    others = [Body(f"b{i}", b.footprint, b.pose) for i, b in enumerate(others)]
    length = clear_length(unit, travel, least, others)
    glide = Glide(unit, travel, 0)
    assert length >= least
    assert not any(overlaps(unit.at(glide.pose_at(length)), b) for b in others)
    for shorter in range(least, length - 1, max(1, (length - least) // 12)):
        assert still_in(glide, shorter, others)
