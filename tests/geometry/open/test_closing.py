"""Two bases that go straight at one another meet half way, whatever the angle between them."""

from math import cos, radians, sin

import pytest

from muster.geometry.open.closing import meeting_length
from muster.geometry.open.poses import Body, Footprint, Pose, touches

UNIT = Footprint(1200, 400)


def base(name: str, x: int, y: int, heading: float) -> Body:
    return Body(name, UNIT, Pose(x, y, round(heading * 100) % 36_000))


def gone(body: Body, length: int) -> Body:
    angle, pose = radians(body.pose.heading / 100), body.pose
    x, y = pose.x + sin(angle) * length, pose.y - cos(angle) * length
    return body.at(Pose(round(x), round(y), pose.heading))


def test_face_to_face_each_goes_half_of_the_gap() -> None:
    assert meeting_length(base("a", 6000, 6000, 0), base("b", 6000, 4400, 180), 2400) == 600


def test_an_odd_gap_leaves_one_unit_at_most() -> None:
    a, b = base("a", 6000, 6001, 0), base("b", 6000, 4400, 180)
    length = meeting_length(a, b, 2400)
    assert length in (600, 601)
    assert touches(gone(a, length), gone(b, length))


@pytest.mark.parametrize(("x", "heading"), [(6500, 150.0), (5200, 144.5), (7000, 190.0), (6900, 240.0)])
def test_at_an_angle_they_touch_after_equal_ways_and_not_before(x: int, heading: float) -> None:
    a, b = base("a", 6000, 7000, 0), base("b", x, 4400, heading)
    length = meeting_length(a, b, 3000)
    assert length is not None
    assert touches(gone(a, length), gone(b, length)) or touches(gone(a, length + 1), gone(b, length + 1))
    assert not touches(gone(a, length - 4), gone(b, length - 4))


def test_who_goes_past_or_the_same_way_or_too_far_off_is_not_met() -> None:
    a = base("a", 6000, 6000, 0)
    assert meeting_length(a, base("b", 7500, 4400, 180), 2400) is None
    assert meeting_length(a, base("b", 6000, 4400, 0), 2400) is None
    assert meeting_length(a, base("b", 6000, 4400, 180), 599) is None
    assert meeting_length(a, base("b", 6000, 4400, 180), 600) == 600
