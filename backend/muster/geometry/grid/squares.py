"""Squares, sides, edges and footprints: the coordinates of a square table.

x grows to the right from 0, y grows downwards from 0. A figure of footprint n (1, 2 or 3) stands on the n x n block
whose lowest-coordinate corner square is its position. An edge is the border between two squares; its canonical form
names it as the north or west side of a square, so the east side of (3, 4) is (4, 4, "w"). The rim of a table of
w x h squares has edges with x = w or y = h.
"""

from __future__ import annotations

from typing import Final, Literal

Side = Literal["n", "e", "s", "w"]
Square = tuple[int, int]
Edge = tuple[int, int, Side]
Direction = tuple[int, int]

# Straight before diagonal, then by (y, x): the order in which every search looks round a square.
DIRECTIONS: Final[tuple[Direction, ...]] = (
    (0, -1),
    (-1, 0),
    (1, 0),
    (0, 1),
    (-1, -1),
    (1, -1),
    (-1, 1),
    (1, 1),
)

_OPPOSITE: Final[dict[Side, Side]] = {"n": "s", "s": "n", "w": "e", "e": "w"}
_OUTWARD: Final[dict[Side, Direction]] = {"n": (0, -1), "e": (1, 0), "s": (0, 1), "w": (-1, 0)}


def opposite(side: Side) -> Side:
    """The side that faces `side`: n and s, e and w."""
    return _OPPOSITE[side]


def outward(side: Side) -> Direction:
    """The direction that leaves a square across its `side`."""
    return _OUTWARD[side]


def canonical_edge(x: int, y: int, side: Side) -> Edge:
    """The edge at `side` of square (x, y), written as the north or west side of a square."""
    if side == "e":
        return (x + 1, y, "w")
    if side == "s":
        return (x, y + 1, "n")
    return (x, y, side)


def edge_squares(edge: Edge) -> tuple[Square, Square]:
    """The two squares that an edge divides: the northern or western one first (it may lie off the table)."""
    x, y, side = canonical_edge(*edge)
    return ((x, y - 1), (x, y)) if side == "n" else ((x - 1, y), (x, y))


def edges_of(square: Square) -> tuple[Edge, Edge, Edge, Edge]:
    """The four edges of a square in canonical form: north, west, east, south."""
    x, y = square
    return ((x, y, "n"), (x, y, "w"), (x + 1, y, "w"), (x, y + 1, "n"))


def edge_between(a: Square, b: Square) -> Edge:
    """The canonical edge between two squares that share one.

    Raises ValueError when they do not lie side by side.
    """
    dx, dy = b[0] - a[0], b[1] - a[1]
    if abs(dx) + abs(dy) != 1:
        raise ValueError(f"squares {a} and {b} share no edge: they must lie side by side")
    return (max(a[0], b[0]), a[1], "w") if dx else (a[0], max(a[1], b[1]), "n")


def neighbours(square: Square) -> tuple[Square, ...]:
    """The eight squares round a square, straight ones first, off the table or not."""
    x, y = square
    return tuple((x + dx, y + dy) for dx, dy in DIRECTIONS)


def distance(a: Square, b: Square) -> int:
    """Distance in squares: the larger of the two differences; a diagonal step counts 1 (newworld.move.2)."""
    dx, dy = abs(a[0] - b[0]), abs(a[1] - b[1])
    return dx if dx > dy else dy


def footprint(square: Square, size: int) -> tuple[Square, ...]:
    """The squares under a figure of `size` x `size` squares at `square`, row by row from the lowest corner."""
    if size == 1:  # almost every figure; this is asked thousands of times for one list of options
        return (square,)
    x, y = square
    return tuple((x + i, y + j) for j in range(size) for i in range(size))


def footprint_distance(a: Square, size_a: int, b: Square, size_b: int) -> int:
    """Distance in squares between two figures: the smallest between any two of their squares (ruling R28).

    0 when they share a square.
    """
    dx, dy = b[0] - a[0], b[1] - a[1]
    dx = dx - size_a + 1 if dx >= size_a else -dx - size_b + 1 if -dx >= size_b else 0
    dy = dy - size_a + 1 if dy >= size_a else -dy - size_b + 1 if -dy >= size_b else 0
    return dx if dx > dy else dy
