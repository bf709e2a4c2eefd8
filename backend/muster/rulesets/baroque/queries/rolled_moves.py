"""Moves that a die decides: the bonus of a charge, pursuits and retreats, in units of the table (2.3d)."""

from functools import cache
from typing import Annotated

from pydantic import Field, TypeAdapter

from muster.rulesets.baroque.armies.files import Row, read, shipped
from muster.rulesets.baroque.book import number
from muster.rulesets.baroque.cards import BU, Card
from muster.rulesets.baroque.queries.kinds_of_troops import Column, column

Faces = Annotated[tuple[int, ...], Field(min_length=6, max_length=6)]


class RolledMoves(Row):
    """BU by column for a die of 1 to 6."""

    charge: dict[Column, Faces]
    retreat: dict[Column, Faces]


@cache
def rolled_moves() -> RolledMoves:
    """The tables as shipped."""
    return read(shipped("rolls.yaml"), "rolls.yaml", TypeAdapter(RolledMoves))


def _length(rule: str, table: dict[Column, tuple[int, ...]], card: Card, die: int) -> int:
    length = table[column(card)][die - 1]
    return number(rule, length, off=length + 1) * BU


def charge_bonus(card: Card, die: int) -> int:
    """How much further a charge goes (5.4.1a)."""
    return _length("5.4.1a", rolled_moves().charge, card, die)


def highest_charge_bonus(card: Card) -> int:
    """The most that a die can add to a unit's charge (5.4d)."""
    return charge_bonus(card, 6)


def pursuit_length(card: Card, die: int) -> int:
    """How far a winner pursues (7.5.4d)."""
    return _length("7.5.4d", rolled_moves().charge, card, die)


def retreat_length(card: Card, die: int) -> int:
    """How far a loser falls back (7.5.2d)."""
    return _length("7.5.2d", rolled_moves().retreat, card, die)
