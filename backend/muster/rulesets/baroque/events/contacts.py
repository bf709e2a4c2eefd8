"""Who is in contact with whom: contacts are made, have been fought in, and end (7.1)."""

from dataclasses import dataclass, replace

from muster.engine.views import LogEntry
from muster.rulesets.baroque.events.base import BattleEvent, full
from muster.rulesets.baroque.state import Contact, Impact, State, UnitId

WHERE: dict[Impact, str] = {"front": "on the front", "side": "on the side", "flank": "on flank or rear"}
RULES: dict[Impact, str] = {"front": "7.2.1", "side": "7.2.2", "flank": "7.2.3a"}


@dataclass(frozen=True)
class Met(BattleEvent):
    """A unit's move has brought its front, or a corner of it, to an enemy, or to several at once (7.1a)."""

    contacts: tuple[Contact, ...]

    def apply(self, state: State) -> None:
        """They are in contact; one that met the same enemy before has met it anew."""
        again = {(c.by, c.on) for c in self.contacts}
        state.contacts = (*(c for c in state.contacts if (c.by, c.on) not in again), *self.contacts)

    def line(self, state: State) -> LogEntry:
        """Who met whom, and where."""
        first = self.contacts[0]
        met = ", ".join(f"{state.name(c.on)} {WHERE[c.impact]}" for c in self.contacts)
        return LogEntry(
            "contact",
            f"{state.name(first.by)} met {met}.",
            state.card(first.by).seat,
            pieces=(first.by, *(c.on for c in self.contacts)),
            rules=full("7.1a", *sorted({RULES[c.impact] for c in self.contacts})),
        )


@dataclass(frozen=True)
class Parted(BattleEvent):
    """Units no longer touch, or one of them is gone: ``pairs`` of who had met whom."""

    pairs: tuple[tuple[UnitId, UnitId], ...]

    def apply(self, state: State) -> None:
        """Their contacts are over."""
        state.contacts = tuple(c for c in state.contacts if (c.by, c.on) not in self.pairs)


@dataclass(frozen=True)
class PhaseFought(BattleEvent):
    """A phase of these units' melee has been fought: how they came into contact counts no longer (7.3a)."""

    units: tuple[UnitId, ...]

    def apply(self, state: State) -> None:
        """Their contacts are old ones now."""
        state.contacts = tuple(
            replace(c, arrival="", main=False) if {c.by, c.on} <= {*self.units} else c for c in state.contacts
        )


@dataclass(frozen=True)
class MainsNamed(BattleEvent):
    """Who decides in a doubt has said, before the melee, that these two are its Main Units (7.6c, 6.6f)."""

    active: UnitId
    inactive: UnitId
    rule: str

    def apply(self, state: State) -> None:
        """It stands for the phase to come."""
        two = {self.active, self.inactive}
        state.contacts = tuple(replace(c, main=True) if {c.by, c.on} == two else c for c in state.contacts)

    def line(self, state: State) -> LogEntry:
        """Which two."""
        return LogEntry(
            "melee",
            f"{state.name(self.active)} and {state.name(self.inactive)} are to be the Main Units.",
            state.card(self.active).seat,
            pieces=(self.active, self.inactive),
            rules=full(self.rule),
        )
