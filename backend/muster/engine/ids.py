"""Names for who acts and who watches: seats, chance and audiences."""

from typing import Final, NewType

Seat = NewType("Seat", str)
"""A playing position of a match (``red``, ``blue``, or more)."""

Audience = NewType("Audience", str)
"""A seat's id, or :data:`SPECTATORS`: whoever sees one and the same view."""

CHANCE: Final = Seat("chance")
"""Dice, shuffles and draws are answered by this seat, which no person holds."""

SPECTATORS: Final = Audience("spectators")
"""Those who hold no seat; they see what every seat may see."""


def audience_of(seat: Seat) -> Audience:
    """The audience that a seat's holder belongs to."""
    return Audience(seat)
