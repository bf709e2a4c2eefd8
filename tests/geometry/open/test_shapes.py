"""Outlines of common shapes."""

import pytest
from shapely import Polygon

from muster.geometry.open.shapes import band, circle, oval, rectangle


def test_an_oval_fills_its_box_and_is_clockwise_on_the_screen() -> None:
    outline = oval(1200, 800)
    xs, ys = [x for x, _ in outline], [y for _, y in outline]
    assert (min(xs), max(xs), min(ys), max(ys)) == (-600, 600, -400, 400)
    assert outline[:2] == ((600, 0), (554, 153))
    assert len(outline) == 16


def test_a_circle_lies_about_its_middle() -> None:
    outline = circle((1000, 2000), 300, 4)
    assert outline == ((1300, 2000), (1000, 2300), (700, 2000), (1000, 1700))


def test_a_rectangle_is_clockwise_from_its_upper_left_corner() -> None:
    assert rectangle(1200, 800) == ((-600, -400), (600, -400), (600, 400), (-600, 400))


def test_a_straight_band_has_its_width_on_both_sides_of_the_line() -> None:
    assert set(band(((0, 0), (0, 3000)), 600)) == {(300, 0), (300, 3000), (-300, 3000), (-300, 0)}


@pytest.mark.parametrize("bend", [600, -600, 2400])
def test_a_bent_band_is_one_piece_as_wide_in_its_bend_as_elsewhere(bend: int) -> None:
    outline = Polygon(band(((0, 0), (bend, 3000), (0, 6000)), 600))
    assert outline.is_valid
    length = 2 * (bend**2 + 3000**2) ** 0.5
    assert outline.area == pytest.approx(600 * length, rel=0.01)
