"""What a scenario wants beside Wounds: ground to be held at the end, or to be broken through."""

from dataclasses import dataclass
from typing import Final

from muster.geometry.grid.squares import Square
from muster.rulesets.newworld.state import State

ON_GROUND: Final = 2.5
"""What standing on the ground is worth when there is time left."""
AT_LAST: Final = 14.0
"""What it is worth when it counts: in the last round, or where one more figure decides."""
ENOUGH: Final = 0.3
"""The share of that where as many friends as are wanted stand there already."""
FARTHEST: Final = 6.0
"""Turns' walk beyond which the way to the ground costs no more."""


@dataclass(frozen=True, slots=True)
class Goal:
    """The squares that matter, how pressing they are (0 to 1), and how many figures of a side are wanted there.

    ``wins`` says that the fight is won as soon as so many stand there.
    """

    squares: frozenset[Square]
    urgency: float
    wanted: int
    wins: bool = False

    def worth(self, turns: float, friends: int) -> float:
        """What ending a turn so many turns' walk away is worth (0: on the ground), with so many friends on it."""
        if not self.squares:
            return 0.0
        share = 1.0 if friends < self.wanted else ENOUGH
        urgency = 1.0 if self.wins and friends + 1 == self.wanted else self.urgency
        if turns <= 0:
            return (ON_GROUND + (AT_LAST - ON_GROUND) * urgency) * share
        return -(0.5 + 3.0 * urgency) * share * min(turns, FARTHEST)


NOTHING: Final = Goal(frozenset(), 0.0, 0)


def goal_of(known: State, seat: str) -> Goal:
    """What a seat is after."""
    scenario, rounds = known.setup.scenario, known.setup.rounds
    if scenario.hold is not None:
        squares = frozenset(known.setup.map.zone(scenario.hold.zone).squares)
        left = rounds - known.round
        return Goal(squares, max(0.0, 1.0 - left / 5), len(squares))
    through = scenario.breakthrough
    if through is not None:
        squares = frozenset(known.setup.map.zone(through.zone).squares)
        room = len(squares) - through.count + 1
        if seat == through.seat:
            return Goal(squares, max(0.3, known.round / rounds), through.count, wins=True)
        return Goal(squares, 0.3, room)
    return NOTHING
