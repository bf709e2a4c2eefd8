"""Bands that the sides bring: opened together, changed where they clash, who comes later (setup.4, setup.12)."""

from dataclasses import dataclass

from muster.engine.views import LogEntry
from muster.rulesets.ad1666.events.base import OpenEvent, full
from muster.rulesets.ad1666.people import CharacterId
from muster.rulesets.ad1666.state import State


@dataclass(frozen=True)
class BandOpened(OpenEvent):
    """All see whom a side has brought, and which of its cards are its own (setup.4)."""

    seat: str
    who: tuple[CharacterId, ...]
    own: tuple[str, ...]

    def apply(self, state: State) -> None:
        """The band is in the match from the beginning."""

    def line(self, state: State) -> LogEntry:
        """Who, and what is no shipped card."""
        names = ", ".join(state.name(w) for w in self.who)
        text = f"{state.setup.labels[self.seat]} brings {names}."
        if self.own:
            text = f"{text} Cards of its own: {', '.join(self.own)}."
        return LogEntry("band", text, self.seat, pieces=self.who, rules=full("setup.4"))


@dataclass(frozen=True)
class BandChanged(OpenEvent):
    """Blue takes somebody else for one whom Red keeps, or nobody (setup.12)."""

    seat: str
    gone: CharacterId
    instead: CharacterId | None

    def apply(self, state: State) -> None:
        """One goes with what it carries, the other comes with its own."""
        state.dismiss(self.gone)
        if self.instead is not None:
            state.enlist(self.instead)

    def line(self, state: State) -> LogEntry:
        """Who for whom."""
        side, gone = state.setup.labels[self.seat], state.name(self.gone)
        other = state.setup.labels[state.other(self.seat)]
        taken = f"takes {state.name(self.instead)}" if self.instead is not None else "takes nobody"
        pieces = (self.instead,) if self.instead is not None else ()
        text = f"{gone} is of {other}: {side} {taken} in that place."
        return LogEntry("band", text, self.seat, pieces=pieces, rules=full("setup.12"))


@dataclass(frozen=True)
class LateNamed(OpenEvent):
    """A side has said who of its band comes in a later turn (setup.4)."""

    seat: str
    turn: int
    who: tuple[CharacterId, ...]

    def apply(self, state: State) -> None:
        """They wait."""
        state.late = {**state.late, **dict.fromkeys(self.who, self.turn)}

    def line(self, state: State) -> LogEntry:
        """Who, and when."""
        names = " and ".join(state.name(w) for w in self.who)
        text = f"{state.setup.labels[self.seat]}: {names} will come in turn {self.turn}."
        return LogEntry("band", text, self.seat, pieces=self.who, rules=full("setup.4"))
