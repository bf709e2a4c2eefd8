"""The course of a match: phases, Initiative, who acts first, the end."""

from dataclasses import dataclass

from muster.engine.explain import Total
from muster.engine.views import LogEntry
from muster.rulesets.ad1666.events.base import OpenEvent, full
from muster.rulesets.ad1666.state import State


@dataclass(frozen=True)
class StrikeDeclared(OpenEvent):
    """Zagloba's player calls Strike now: +2 on Initiative this turn (skill.cunning.4)."""

    seat: str
    who: str

    def apply(self, state: State) -> None:
        """The turn's one use is spent (skill.cunning.1)."""
        state.used = (*state.used, f"{self.seat}:cunning", f"{self.seat}:strike")

    def line(self, state: State) -> LogEntry:
        """Who calls it."""
        text = f"{state.name(self.who)}: Strike now, +2 on Initiative."
        return LogEntry("initiative", text, self.seat, pieces=(self.who,), rules=full("skill.cunning.4"))


@dataclass(frozen=True)
class InitiativeTied(OpenEvent):
    """Equal totals: the whole procedure is repeated (turn.9)."""

    totals: tuple[Total, ...]

    def apply(self, state: State) -> None:
        """Nobody has it yet."""
        state.conclude("A tie: once more")

    def line(self, state: State) -> LogEntry:
        """Both sums."""
        told = " to ".join(str(t.value) for t in self.totals)
        return LogEntry(
            "initiative",
            f"Initiative: {told}, a tie; both play again.",
            totals=self.totals,
            rules=full("turn.9"),
        )


@dataclass(frozen=True)
class InitiativeTaken(OpenEvent):
    """A seat holds Initiative until the next Initiative Phase (turn.10)."""

    seat: str
    totals: tuple[Total, ...]

    def apply(self, state: State) -> None:
        """It decides the order of cards and of retreats."""
        state.conclude(f"{state.setup.labels[self.seat]} has Initiative", self.seat)
        state.initiative = self.seat

    def line(self, state: State) -> LogEntry:
        """Both sums."""
        told = " to ".join(str(t.value) for t in sorted(self.totals, key=lambda t: -t.value))
        return LogEntry(
            "initiative",
            f"{state.setup.labels[self.seat]} has Initiative, {told}.",
            self.seat,
            totals=self.totals,
            rules=full("turn.7", "turn.10"),
        )
