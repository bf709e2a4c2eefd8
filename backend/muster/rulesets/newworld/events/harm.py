"""Wounds, and results that wait for the end of a simultaneous group."""

from dataclasses import dataclass, replace

from muster.engine.views import LogEntry, Show
from muster.geometry.grid.squares import Square
from muster.rulesets.newworld.events.base import FightEvent, full
from muster.rulesets.newworld.state import (
    Figure,
    FigureId,
    Postponed,
    State,
)


@dataclass(frozen=True)
class Waits(FightEvent):
    """A result on a member of the acting simultaneous group waits for the group's end (init.4)."""

    result: Postponed

    def apply(self, state: State) -> None:
        """Keep it."""
        state.postponed = (*state.postponed, self.result)

    def line(self, state: State) -> LogEntry:
        """What waits."""
        text = f"{state.name(self.result.figure)} feels it only when all who act at this moment have acted."
        return LogEntry("group", text, rules=full("init.4"))


@dataclass(frozen=True)
class WoundsLost(FightEvent):
    """Wounds come off (damage.1)."""

    figure: FigureId
    amount: int

    def apply(self, state: State) -> None:
        """Take them off."""
        state.change(self.figure, wounds=state.figures[self.figure].wounds - self.amount)


@dataclass(frozen=True)
class OutOfAction(FightEvent):
    """0 Wounds or less: the figure is removed, its things stay in its square (damage.13, ruling R5)."""

    figure: FigureId
    at: Square

    def apply(self, state: State) -> None:
        """Remove it, leave its things, and end what hung on it: mounts and grapples, a Feint at it, its spell."""
        body = state.figures[self.figure]
        state.figures[self.figure] = Figure(
            self.figure, body.wounds, out=True, rides=None, ridden_by=None, acted=True, fell_at=self.at
        )
        for item in state.owned(self.figure):
            state.items[item.id] = replace(item, where="ground", holder=None, at=self.at)
        if body.rides:
            state.change(body.rides, ridden_by=None)
        for holder in body.held_by:
            state.change(holder, holding=None)
        if body.holding:
            held = state.figures[body.holding]
            state.change(body.holding, held_by=tuple(h for h in held.held_by if h != self.figure))
        for other, theirs in state.figures.items():
            if theirs.feint == self.figure:
                state.change(other, feint=None)
            if theirs.dazzled == self.figure:
                state.change(other, dazzled=None)

    def line(self, state: State) -> LogEntry:
        """Who falls."""
        return LogEntry(
            "fall",
            f"{state.name(self.figure)} is out of action.",
            seat=state.card(self.figure).seat,
            tone="bad",
            pieces=(self.figure,),
            rules=full("damage.13"),
            show=Show("fall", piece=self.figure),
        )
