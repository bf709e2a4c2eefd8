"""Wounds and what they lead to: Crippled, Prone, Unconscious, death, flight; the Alarm Track; the end."""

from dataclasses import dataclass

from muster.engine.explain import Tone
from muster.engine.views import LogEntry, Show
from muster.rulesets.ad1666.events.base import OpenEvent, full
from muster.rulesets.ad1666.people import CharacterId
from muster.rulesets.ad1666.state import Ending, Fate, ItemId, Space, State


@dataclass(frozen=True)
class WoundsTaken(OpenEvent):
    """A Character takes Wounds (wounds.1); ``crippled`` says that it is so from now on (wounds.2).

    ``total`` is what it has now.
    """

    who: CharacterId
    wounds: int
    crippled: bool
    total: int

    def apply(self, state: State) -> None:
        """They add up."""
        state.change(self.who, wounds=self.total)

    def line(self, state: State) -> LogEntry:
        """How many, and whether they cripple."""
        count = "1 Wound" if self.wounds == 1 else f"{self.wounds} Wounds"
        more = " and is Crippled" if self.crippled else ""
        rules = full("wounds.1", *(("wounds.2",) if self.crippled else ()))
        text = f"{state.name(self.who)} takes {count}{more}."
        return LogEntry("harm", text, state.seat(self.who), tone="bad", pieces=(self.who,), rules=rules)


@dataclass(frozen=True)
class Removed(OpenEvent):
    """A Character is out of the match: dead, fled, or gone over the edge; what it gained stays where it stood.

    ``dropped`` are the items that lie on its last space from now on (items.2).
    """

    who: CharacterId
    fate: Fate
    how: str
    rule: str
    at: Space
    dropped: tuple[ItemId, ...] = ()
    escaped: bool = False

    def apply(self, state: State) -> None:
        """It leaves the board."""
        if self.escaped:
            state.escaped = (*state.escaped, self.who)
        for item in self.dropped:
            state.change_item(item, holder=None, at=self.at)
        state.change(self.who, at=None, fate=self.fate, overwatch=False, equipped=())

    def line(self, state: State) -> LogEntry:
        """What became of it."""
        return LogEntry(
            "fall",
            f"{state.name(self.who)} {self.how}.",
            state.seat(self.who),
            tone="plain" if self.fate == "departed" else "bad",
            pieces=(self.who,),
            rules=full(self.rule),
            show=Show("fall", self.who),
        )


@dataclass(frozen=True)
class Posture(OpenEvent):
    """A Character falls Prone or Unconscious, or stands again (wounds.4, wounds.5, action.16, action.21)."""

    who: CharacterId
    prone: bool
    unconscious: bool
    how: str
    rule: str
    marked: bool = False

    def apply(self, state: State) -> None:
        """Whoever goes down counts as activated in this phase; its Overwatch is of no use to it."""
        down = self.prone or self.unconscious
        body = state.bodies[self.who]
        state.change(
            self.who,
            prone=self.prone,
            unconscious=self.unconscious,
            activated=body.activated or self.marked,
            overwatch=body.overwatch and not down,
        )

    def line(self, state: State) -> LogEntry:
        """How."""
        tone: Tone = "bad" if self.prone or self.unconscious else "plain"
        text = f"{state.name(self.who)} {self.how}."
        return LogEntry(
            "harm", text, state.seat(self.who), tone=tone, pieces=(self.who,), rules=full(self.rule)
        )


@dataclass(frozen=True)
class Woken(OpenEvent):
    """An Unconscious Character's card: Heart wakes it (action.15)."""

    who: CharacterId
    card: str
    woken: bool

    def apply(self, state: State) -> None:
        """What follows is an event of its own."""
        state.conclude(self.how.capitalize(), self.who if self.woken else "")

    @property
    def how(self) -> str:
        """What becomes of it."""
        return "wakes" if self.woken else "does not wake"

    def line(self, state: State) -> LogEntry:
        """Which card."""
        text = f"{state.name(self.who)}: {self.card}, {self.how}."
        return LogEntry("test", text, state.seat(self.who), pieces=(self.who,), rules=full("action.15"))


@dataclass(frozen=True)
class AlarmRaised(OpenEvent):
    """An Alarm Counter is discarded (alarm.1)."""

    left: int
    why: str

    def apply(self, state: State) -> None:
        """One fewer."""
        state.alarm = self.left

    def line(self, state: State) -> LogEntry:
        """Why, and how many are left."""
        left = "1 Alarm Counter is left" if self.left == 1 else f"{self.left} Alarm Counters are left"
        return LogEntry("alarm", f"{self.why}: {left}.", tone="warn", rules=full("alarm.1"))


@dataclass(frozen=True)
class MarkerLost(OpenEvent):
    """A Character is Inconspicuous no more (skill.inconspicuous.1 to skill.inconspicuous.5)."""

    who: CharacterId
    why: str
    rule: str

    def apply(self, state: State) -> None:
        """It is an enemy like any other from now on."""
        state.change(self.who, inconspicuous=False)

    def line(self, state: State) -> LogEntry:
        """Why."""
        text = f"{state.name(self.who)} is Inconspicuous no more: {self.why}."
        return LogEntry("marker", text, state.seat(self.who), pieces=(self.who,), rules=full(self.rule))


@dataclass(frozen=True)
class Ended(OpenEvent):
    """The match is over."""

    winner: str | None
    reason: str
    text: str

    def apply(self, state: State) -> None:
        """Nothing follows."""
        state.phase = "over"
        state.ending = Ending(self.winner, self.reason, self.text)

    def line(self, state: State) -> LogEntry:
        """Who has won, and why."""
        return LogEntry("result", self.text, self.winner, heading=True)
