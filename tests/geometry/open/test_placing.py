"""Outlines that are put on the table."""

import pytest

from muster.geometry.open.placing import are_near, common, cut, exits, holds, is_within, laid, share_ground
from muster.geometry.open.poses import Pose

SQUARE = ((0, 0), (1000, 0), (1000, 1000), (0, 1000))


def shifted(x: int, y: int) -> tuple[tuple[int, int], ...]:
    """The square elsewhere."""
    return tuple((a + x, b + y) for a, b in SQUARE)


def test_an_outline_is_turned_clockwise_and_moved() -> None:
    assert laid(((0, -10), (5, 0)), Pose(100, 200, 0)) == ((100, 190), (105, 200))
    assert laid(((0, -10), (5, 0)), Pose(100, 200, 9000)) == ((110, 200), (100, 205))


def test_an_outline_lies_on_the_table_up_to_its_rim() -> None:
    assert is_within(SQUARE, 1000, 1000)
    assert not is_within(SQUARE, 999, 1000)


def test_an_outline_is_cut_off_at_the_rim() -> None:
    assert set(cut(shifted(-400, 300), 1000, 1000)) == {(0, 300), (600, 300), (600, 1000), (0, 1000)}
    assert cut(shifted(2000, 0), 1000, 1000) == ()


@pytest.mark.parametrize(("by", "shared"), [(1000, False), (999, False), (990, True), (0, True)])
def test_areas_share_ground_when_they_reach_into_each_other(by: int, shared: bool) -> None:
    assert share_ground(SQUARE, shifted(by, 0)) is shared


def test_a_line_along_an_edge_shares_no_ground_and_one_across_it_does() -> None:
    for line, shared in ((((0, 0), (1000, 0)), False), (((500, -100), (500, 100)), True)):
        assert share_ground(SQUARE, line, closed=(True, False)) is shared
        assert share_ground(line, SQUARE, closed=(False, True)) is shared


@pytest.mark.parametrize(
    ("other", "shared"),
    [
        (((500, -100), (500, 100)), True),
        (((500, 0), (500, 100)), False),
        (((1000, 0), (1500, 0)), False),
        (((500, 0), (1500, 0)), True),
    ],
)
def test_lines_share_ground_when_they_cross_or_run_along_each_other(
    other: tuple[tuple[int, int], ...], shared: bool
) -> None:
    assert share_ground(((0, 0), (1000, 0)), other, closed=(False, False)) is shared


def test_near_is_at_most_a_unit_apart() -> None:
    assert are_near(SQUARE, shifted(1001, 0))
    assert not are_near(SQUARE, shifted(1002, 0))


def test_an_area_holds_the_places_up_to_its_edge() -> None:
    assert holds(SQUARE, (1000, 500))
    assert not holds(SQUARE, (1002, 500))


def test_what_two_areas_share_may_reach_over_the_second_by_a_margin() -> None:
    (part,) = common(SQUARE, ((400, -500), (600, -500), (600, 1500), (400, 1500)), margin=50)
    assert {x for x, _ in part} == {350, 650}


@pytest.mark.parametrize(
    ("line", "sides"),
    [
        (((500, -100), (500, 1100)), ("north", "south")),
        (((1100, 500), (-100, 400)), ("east", "west")),
        (((500, 500), (500, 1100)), (None, "south")),
        (((-100, 300), (300, -100)), ("west", "north")),
        (((2000, 0), (2000, 1000)), (None, None)),
    ],
)
def test_a_line_leaves_the_table_through_its_sides(
    line: tuple[tuple[int, int], ...], sides: tuple[str | None, str | None]
) -> None:
    assert exits(line, 1000, 1000) == sides
