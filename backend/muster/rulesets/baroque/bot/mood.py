"""How much the bot ventures: by what is left of both armies, and by the turns that are left."""

from dataclasses import dataclass
from typing import Final

from muster.rulesets.baroque.queries.victory import share_left
from muster.rulesets.baroque.state import State

LATE: Final = 4
"""In so many last turns it matters more and more who is ahead, since then the larger share wins (R45)."""
PATIENCE: Final = 0.6
"""What a charge has to be worth while there is time, in points of demoralisation: horse waits for good odds."""
GREED: Final = 0.5
"""By so much less its own losses weigh in the last turn for whoever is not ahead, and by so much more for who is."""


@dataclass(frozen=True, slots=True)
class Mood:
    """``care``: how its own losses weigh beside the enemy's. ``patience``: what a charge has to be worth. ``presses``:
    it has to hurt the enemy before time is up, so that its shooters go close."""

    care: float
    patience: float
    presses: bool


EVEN: Final = Mood(1.0, 0.0, presses=False)
"""Losses of both sides weigh the same."""


def mood_of(known: State, seat: str) -> Mood:
    """The mood of a seat in this turn."""
    (own, whole), (other, others) = share_left(known, seat), share_left(known, known.other(seat))
    ahead = own * others > other * whole
    limit = known.setup.options.turns
    left = limit - known.turn if limit else LATE
    late = max(0.0, 1.0 - left / LATE)
    if ahead:
        return Mood(1.0 + GREED * late, PATIENCE, presses=False)
    return Mood(1.0 - GREED * late, PATIENCE * (1.0 - late), presses=2 * left <= limit)
