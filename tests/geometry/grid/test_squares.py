"""Coordinates of a square table: edges have one name each, distances are counted in steps."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from muster.geometry.grid.squares import (
    Side,
    canonical_edge,
    distance,
    edge_between,
    edge_squares,
    edges_of,
    footprint,
    footprint_distance,
    neighbours,
    opposite,
    outward,
)

SQUARES = st.tuples(st.integers(-9, 9), st.integers(-9, 9))


def test_the_east_edge_of_a_square_is_the_west_edge_of_its_neighbour() -> None:
    assert canonical_edge(3, 4, "e") == (4, 4, "w")
    assert canonical_edge(3, 4, "s") == (3, 5, "n")
    assert canonical_edge(3, 4, "w") == (3, 4, "w")
    assert canonical_edge(3, 4, "n") == (3, 4, "n")


@given(SQUARES, st.sampled_from(["n", "e", "s", "w"]))
def test_an_edge_has_the_same_name_from_both_sides(square: tuple[int, int], side: Side) -> None:
    dx, dy = outward(side)
    beyond = (square[0] + dx, square[1] + dy)
    edge = canonical_edge(*square, side)
    assert canonical_edge(*beyond, opposite(side)) == edge
    assert set(edge_squares(edge)) == {square, beyond}
    assert edge_between(square, beyond) == edge == edge_between(beyond, square)
    assert edge in edges_of(square)
    assert edge in edges_of(beyond)


@pytest.mark.parametrize("other", [(3, 3), (4, 4), (5, 3), (2, 2)])
def test_squares_that_do_not_lie_side_by_side_share_no_edge(other: tuple[int, int]) -> None:
    with pytest.raises(ValueError, match="share no edge"):
        edge_between((3, 3), other)


def test_a_diagonal_step_counts_one() -> None:
    assert distance((0, 0), (3, 3)) == 3
    assert distance((0, 0), (3, 1)) == 3
    assert distance((2, 5), (2, 5)) == 0
    assert {distance((4, 4), n) for n in neighbours((4, 4))} == {1}
    assert len(set(neighbours((4, 4)))) == 8


@given(SQUARES, st.integers(1, 3), SQUARES, st.integers(1, 3))
def test_the_distance_of_big_figures_is_that_of_their_nearest_squares(
    a: tuple[int, int], size_a: int, b: tuple[int, int], size_b: int
) -> None:
    nearest = min(distance(p, q) for p in footprint(a, size_a) for q in footprint(b, size_b))
    assert footprint_distance(a, size_a, b, size_b) == nearest
    assert footprint_distance(b, size_b, a, size_a) == nearest


def test_a_footprint_lies_south_and_east_of_its_corner() -> None:
    assert footprint((5, 5), 2) == ((5, 5), (6, 5), (5, 6), (6, 6))
    assert len(footprint((0, 0), 3)) == 9
