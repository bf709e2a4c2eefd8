"""Characters on their way: steps, doors, the edge of the board."""

from dataclasses import dataclass, replace

from muster.engine.views import LogEntry, Show
from muster.rulesets.ad1666.events.base import OpenEvent, full
from muster.rulesets.ad1666.people import CharacterId
from muster.rulesets.ad1666.state import Space, State

MANNERS = {
    "walk": "moves",
    "climb": "climbs",
    "window": "climbs through the window",
    "scale": "climbs over the wall",
    "jump": "jumps down",
    "leap": "leaps across",
    "push": "pushes through",
    "retreat": "falls back",
}
"""What one does in the log, by the manner of a step."""


@dataclass(frozen=True)
class Moved(OpenEvent):
    """A Character has gone along spaces, at a cost in MP and diagonal steps of its allowance (move.1, move.2).

    ``so_far`` are the MP that the walk has cost of which this is a step; 0: it is none of a walk.
    """

    who: CharacterId
    path: tuple[Space, ...]
    cost: int
    diagonals: int
    manner: str
    rule: str
    so_far: int = 0

    def apply(self, state: State) -> None:
        """It stands on the last of them."""
        state.change(self.who, at=self.path[-1], diagonals=state.bodies[self.who].diagonals + self.diagonals)
        spend(state, self.who, self.cost)

    def line(self, state: State) -> LogEntry:
        """How, and for how much: of a walk with the steps before, whose lines it stands for."""
        cost = self.so_far or self.cost
        return LogEntry(
            "step" if self.so_far else "move",
            f"{state.name(self.who)} {MANNERS[self.manner]}{f', {cost} MP' if cost else ''}.",
            state.seat(self.who),
            pieces=(self.who,),
            rules=full(self.rule),
            show=Show("move", self.who, self.path),
        )


@dataclass(frozen=True)
class PointsSpent(OpenEvent):
    """MP went for something that brought nobody anywhere: a failed climb, a door (move.6, move.7)."""

    who: CharacterId
    cost: int

    def apply(self, state: State) -> None:
        """They are gone."""
        spend(state, self.who, self.cost)


@dataclass(frozen=True)
class DoorTurned(OpenEvent):
    """A door stands otherwise (move.7, action.20)."""

    who: CharacterId
    door: str
    state: str
    how: str
    rule: str

    def apply(self, state: State) -> None:
        """As it was left."""
        state.doors = {**state.doors, self.door: self.state}

    def line(self, state: State) -> LogEntry:
        """Who did what to it."""
        text = f"{state.name(self.who)} {self.how}."
        return LogEntry("door", text, state.seat(self.who), pieces=(self.who,), rules=full(self.rule))


def spend(state: State, who: CharacterId, cost: int) -> None:
    """Take MP from the action in progress, if it is this Character's."""
    acting = state.acting
    if acting is not None and acting.who == who and acting.action:
        state.acting = replace(acting, mp=max(0, acting.mp - cost), spent=acting.spent + cost)
