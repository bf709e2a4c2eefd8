"""Outlines of common shapes about (0, 0), clockwise on the screen, in whole units."""

from collections.abc import Sequence
from math import hypot

from muster.geometry.open.angles import FULL, Point, Ring, Spot, rounded, turn_of


def oval(width: int, height: int, corners: int = 16) -> Ring:
    """An ellipse in a box of that size, as so many corners, the first to the right of the middle."""
    found: list[Point] = []
    for n in range(corners):
        c, s = turn_of(n * FULL // corners)
        found.append((rounded(width / 2 * c), rounded(height / 2 * s)))
    return tuple(found)


def circle(middle: Point, radius: int, corners: int = 48) -> Ring:
    """A circle about a place."""
    return tuple((x + middle[0], y + middle[1]) for x, y in oval(2 * radius, 2 * radius, corners))


def rectangle(width: int, height: int) -> Ring:
    """A rectangle of that size; both should be even."""
    x, y = width // 2, height // 2
    return ((-x, -y), (x, -y), (x, y), (-x, y))


def band(line: Sequence[Point], width: int) -> Ring:
    """The strip of that width along a line of at least two places, its bends mitred, its ends cut square."""
    left: list[Point] = []
    right: list[Point] = []
    for i, (x, y) in enumerate(line):
        ox, oy = _offset(line, i, width / 2)
        left.append((rounded(x + ox), rounded(y + oy)))
        right.append((rounded(x - ox), rounded(y - oy)))
    return (*left, *reversed(right))


def _offset(line: Sequence[Point], index: int, half: float) -> Spot:
    """From a place of a line to the edge of its strip on the left hand (as seen along it)."""
    normals = [_normal(line[i], line[i + 1]) for i in (index - 1, index) if 0 <= i < len(line) - 1]
    nx, ny = sum(n[0] for n in normals), sum(n[1] for n in normals)
    square = nx * nx + ny * ny
    scale = half * len(normals) / square
    return nx * scale, ny * scale


def _normal(a: Point, b: Point) -> Spot:
    length = hypot(b[0] - a[0], b[1] - a[1])
    return (b[1] - a[1]) / length, (a[0] - b[0]) / length
