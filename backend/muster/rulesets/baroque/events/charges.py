"""Charges and what answers them: the die of the bonus, reactions that are tried, evasions that are tested."""

from dataclasses import dataclass
from typing import Final, Literal, TypeAlias

from muster.engine.views import Die, LogEntry
from muster.rulesets.baroque.events.base import BattleEvent, full
from muster.rulesets.baroque.queries.words import bu
from muster.rulesets.baroque.state import State, UnitId

Reply: TypeAlias = Literal["fire", "opportunity", "counter"]
"""How a unit may react to a deed: opportunity fire, an opportunity charge, a countercharge (4.1.3a)."""

REPLY_WORDS: Final[dict[Reply, tuple[str, str]]] = {
    "fire": ("tried to fire at", "6.5a"),
    "opportunity": ("tried to charge", "5.4.2a"),
    "counter": ("tried to countercharge", "5.4.3a"),
}


@dataclass(frozen=True)
class BonusRolled(BattleEvent):
    """A charger has rolled for a longer way; ``bonus`` in units (5.4.1a)."""

    unit: UnitId
    die: int
    bonus: int

    def apply(self, state: State) -> None:
        """How far it goes is the business of its charge."""

    def line(self, state: State) -> LogEntry:
        """The die and what it gives."""
        gains = f"{bu(self.bonus)} more" if self.bonus else "no bonus"
        return LogEntry(
            "charge",
            f"{state.name(self.unit)} rolled for the charge: {gains}.",
            seat=state.seat(self.unit),
            tone="good" if self.bonus else "warn",
            pieces=(self.unit,),
            dice=(Die(self.die, 6, "charge bonus"),),
            outcome=f"{self.die}: {gains}",
            rules=full("5.4.1a"),
        )

    def tells(self) -> frozenset[str] | None:
        """Dice tell everybody."""
        return None


@dataclass(frozen=True)
class ReactionTried(BattleEvent):
    """A unit tries its reaction of this turn at an enemy that acts; trying uses it up (2.5.4)."""

    unit: UnitId
    at: UnitId
    reply: Reply
    spent: bool = True

    def apply(self, state: State) -> None:
        """It has reacted."""
        state.change(self.unit, reacted=self.spent)

    def line(self, state: State) -> LogEntry:
        """Who reacts at whom, and how."""
        words, rule = REPLY_WORDS[self.reply]
        return LogEntry(
            "reaction",
            f"{state.name(self.unit)} {words} {state.name(self.at)}.",
            seat=state.seat(self.unit),
            pieces=(self.unit, self.at),
            rules=full("2.5.4", rule),
        )


@dataclass(frozen=True)
class EvasionTried(BattleEvent):
    """A unit tests whether it evades; every further test of the turn is harder (5.6e)."""

    unit: UnitId
    by: UnitId

    def apply(self, state: State) -> None:
        """Count it."""
        state.change(self.unit, evasions=state.units[self.unit].evasions + 1)

    def line(self, state: State) -> LogEntry:
        """Who evades from whom."""
        return LogEntry(
            "reaction",
            f"{state.name(self.unit)} tried to evade from {state.name(self.by)}.",
            seat=state.seat(self.unit),
            pieces=(self.unit, self.by),
            rules=full("5.6a"),
        )
