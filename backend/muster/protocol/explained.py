"""Sums, chances, lines of sight and reasons, as they stand on the wire."""

from typing import Annotated, Literal

from pydantic import Field

from muster.protocol.wire import Point, Wire


class Part(Wire):
    """One line of a sum."""

    label: str
    value: int
    rule: str


class Total(Wire):
    """A named sum with its lines."""

    label: str
    value: int
    parts: list[Part]


class OddsBar(Wire):
    """A row of a table of outcomes."""

    total: int
    percent: float
    hit: bool


class Odds(Wire):
    """The chance behind an option that leads straight to dice or cards; per cent, not rounded."""

    label: str
    percent: float
    needs: str
    effect: str
    of: str = Field(
        description="What it is the chance of, in a word or two; empty where the option's name says it."
    )
    bars: list[OddsBar]
    totals: list[Total]


class Sight(Wire):
    """A line of sight; points in units of the board."""

    from_: Annotated[Point, Field(alias="from")]
    to: Point
    state: Literal["clear", "cover", "blocked"]
    witness: Point | None
    label: str


class Reason(Wire):
    """Why something came out as it did, or cannot be done, in a sentence, and the rule that says so.

    ``about`` is the key of the one thing that cannot be chosen, where the sentence is about one.
    """

    text: str
    rule: str
    about: str = ""
