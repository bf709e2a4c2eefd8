"""From phase to phase, turn to turn: flags cleared, tokens back, Characters placed and arriving (turn.1 to turn.5)."""

from dataclasses import dataclass

from muster.engine.views import LogEntry
from muster.rulesets.ad1666.events.base import OpenEvent, full
from muster.rulesets.ad1666.people import CharacterId
from muster.rulesets.ad1666.state import ItemId, Phase, Space, State


@dataclass(frozen=True)
class PhaseBegun(OpenEvent):
    """A phase of the turn begins; in those that activate Characters all flags are cleared (turn.1, turn.19).

    ``up`` is the side that begins it, ``waiting`` those that still have a part in it.
    """

    phase: Phase
    label: str
    up: str
    waiting: tuple[str, ...] = ()

    def apply(self, state: State) -> None:
        """Diagonal steps count anew in each phase (move.2), and so do passes."""
        state.phase, state.up, state.waiting, state.passed = self.phase, self.up, self.waiting, ()
        for who in list(state.bodies):
            state.change(who, activated=False, diagonals=0, overwatch=False)

    def line(self, state: State) -> LogEntry | None:
        """Its name."""
        return LogEntry("phase", self.label, heading=True, rules=full("turn.1")) if self.label else None

    def tells(self) -> frozenset[str]:
        """Nothing new."""
        return frozenset()


@dataclass(frozen=True)
class TurnBegun(OpenEvent):
    """A turn begins: abilities of once a turn are there again, Parry tokens come back (turn.3, turn.4).

    ``engaged`` are the Characters that somebody engages now, which bars a Defensive Shot (action.2);
    ``used`` is what stays used up.
    """

    turn: int
    parries: dict[CharacterId, int]
    engaged: tuple[CharacterId, ...]
    used: tuple[str, ...] = ()

    def apply(self, state: State) -> None:
        """Everything of once a turn anew."""
        state.turn, state.used = self.turn, self.used
        for who, tokens in self.parries.items():
            state.change(who, parries=tokens)
        for who in list(state.bodies):
            state.change(who, engaged_at_start=who in self.engaged)
        for item in list(state.items):
            state.change_item(item, fired=False)

    def line(self, state: State) -> LogEntry:
        """Its number."""
        return LogEntry("turn", f"Turn {self.turn}", heading=True, rules=full("turn.1", "turn.4"))

    def tells(self) -> frozenset[str]:
        """Nothing new."""
        return frozenset()


@dataclass(frozen=True)
class Placed(OpenEvent):
    """A side's Characters stand where it put them, or those that arrive do (turn.2)."""

    seat: str
    at: dict[CharacterId, Space]
    rule: str

    def apply(self, state: State) -> None:
        """They are in play."""
        for who, space in self.at.items():
            state.change(who, at=space, fate="play")

    def line(self, state: State) -> LogEntry:
        """Who."""
        names = ", ".join(state.name(w) for w in self.at)
        text = f"{state.setup.labels[self.seat]} takes its places: {names}."
        return LogEntry("deploy", text, self.seat, pieces=tuple(self.at), rules=full(self.rule))


@dataclass(frozen=True)
class ArmsChosen(OpenEvent):
    """What each of a side's Characters holds as it begins (items.5, ruling R84)."""

    seat: str
    held: dict[CharacterId, tuple[ItemId, ...]]

    def apply(self, state: State) -> None:
        """In hand."""
        for who, items in self.held.items():
            state.change(who, equipped=items)

    def tells(self) -> frozenset[str] | None:
        """All see it."""
        return None


@dataclass(frozen=True)
class Conned(OpenEvent):
    """The opponent has named who falls for Zagloba (skill.call-me-uncle)."""

    by: CharacterId
    who: tuple[CharacterId, ...]

    def apply(self, state: State) -> None:
        """Each gets a counter."""
        for other in self.who:
            state.change(other, uncle=self.by)

    def line(self, state: State) -> LogEntry:
        """Who."""
        names = " and ".join(state.name(w) for w in self.who)
        text = f"{state.name(self.by)}, Call me uncle: {names}."
        return LogEntry(
            "marker", text, state.seat(self.by), pieces=self.who, rules=full("skill.call-me-uncle")
        )


@dataclass(frozen=True)
class PartTaken(OpenEvent):
    """A side has done its part of a phase in which both have one."""

    seat: str

    def apply(self, state: State) -> None:
        """One fewer to wait for."""
        state.waiting = tuple(s for s in state.waiting if s != self.seat)

    def tells(self) -> frozenset[str]:
        """Nothing new."""
        return frozenset()


@dataclass(frozen=True)
class NextTurn(OpenEvent):
    """The next turn is about to begin."""

    turn: int

    def apply(self, state: State) -> None:
        """Its Start of Turn comes next."""
        state.turn, state.phase = self.turn, "start"

    def tells(self) -> frozenset[str]:
        """Nothing new."""
        return frozenset()


@dataclass(frozen=True)
class FoxSpent(OpenEvent):
    """Zagloba's player uses one of the three abilities of this turn to draw a card more (skill.cunning.2)."""

    seat: str
    who: CharacterId

    def apply(self, state: State) -> None:
        """None is left this turn (skill.cunning.1)."""
        state.used = (*state.used, f"{self.seat}:cunning")

    def line(self, state: State) -> LogEntry:
        """Who."""
        text = f"{state.name(self.who)}: there's always a solution, one card more."
        return LogEntry("cards", text, self.seat, pieces=(self.who,), rules=full("skill.cunning.2"))
