"""Squares as the answer to a question: options that are picked on the board, where their place is seen."""

from collections.abc import Callable, Iterable, Sized

from muster.engine.requests import Option, Picks
from muster.geometry.grid.squares import Square
from muster.rulesets.newworld.state import FigureId


def square_options(
    label: str,
    rule: str,
    mover: FigureId,
    squares: Iterable[Square],
    detail: Callable[[Square], str] = lambda _: "",
) -> tuple[Option, ...]:
    """An option for each square onto which a figure may be put; ``detail`` says what is special about one."""
    return tuple(
        Option(square_key(s), label, detail(s), rule=f"newworld.{rule}", piece=mover, square=s)
        for s in squares
    )


def square_key(square: Square) -> str:
    """Names a square in the keys of options."""
    return f"{square[0]},{square[1]}"


def count_of(places: Sized) -> str:
    """How many places there are to choose from, for the line of an option that needs one."""
    return "1 place" if len(places) == 1 else f"{len(places)} places"


def place_picked(given: object) -> str:
    """The key of the place that was picked for an act that needs one."""
    if not isinstance(given, Picks):
        raise TypeError("this act needs a place")
    return given.one.key


def square_picked(given: object) -> Square:
    """The square that was picked from :func:`square_options`."""
    x, _, y = place_picked(given).partition(",")
    return int(x), int(y)
