"""Spaces as a board draws them, in squares: where one stands in each, which squares it has, how it is bounded."""

from typing import TypedDict

from muster.geometry.grid.polygons import UNIT, Corner
from muster.geometry.grid.squaremap import SquareMap
from muster.geometry.spaces.board import Board


class DrawnSpace(TypedDict):
    """A space by its name, in squares; ``corners``, clockwise, None where its squares are its shape."""

    at: list[int]
    centre: list[float]
    squares: list[list[int]]
    corners: list[list[float]] | None


def drawn_spaces(table: SquareMap) -> list[DrawnSpace]:
    """The spaces that are more or other than one square."""
    found: list[DrawnSpace] = []
    for facts in Board(table, table.start_states()).spaces.values():
        if facts.corners is None and len(facts.squares) == 1:
            continue
        found.append(
            {
                "at": list(facts.name),
                "centre": _in_squares(facts.centre),
                "squares": [list(square) for square in facts.squares],
                "corners": [_in_squares(c) for c in facts.corners] if facts.corners is not None else None,
            }
        )
    return found


def _in_squares(point: Corner) -> list[float]:
    return [round(n / UNIT, 4) for n in point]
