"""Melees: who fights whom and why, the blows, how a phase ends, retreats, pursuits, units that break off (7)."""

from dataclasses import dataclass, replace
from typing import Literal

from muster.engine.explain import Reason, Total
from muster.engine.views import Die, LogEntry
from muster.rulesets.baroque.events.base import BattleEvent, full
from muster.rulesets.baroque.queries.fights import Melee, roles
from muster.rulesets.baroque.queries.hits import Thrown
from muster.rulesets.baroque.queries.words import bu, count, listed
from muster.rulesets.baroque.state import State, UnitId


@dataclass(frozen=True)
class ActivatedByMelee(BattleEvent):
    """Units that are drawn into a melee count as activated this turn (7.6.1b)."""

    units: tuple[UnitId, ...]

    def apply(self, state: State) -> None:
        """Mark them."""
        for unit in self.units:
            state.change(unit, activated=True)

    def line(self, state: State) -> LogEntry:
        """Who will not act any more this turn."""
        names = listed([state.name(u) for u in self.units])
        return LogEntry(
            "melee",
            f"{names} fought on: this was their activation.",
            state.card(self.units[0]).seat,
            pieces=self.units,
            rules=full("7.6.1b"),
        )


@dataclass(frozen=True)
class MeleeJoined(BattleEvent):
    """A melee is fought: its Main Units, who supports them and why, and the dice of both sides (7.6)."""

    melee: Melee
    dice: tuple[Total, Total]

    def apply(self, state: State) -> None:
        """Nothing has happened yet."""

    def line(self, state: State) -> LogEntry:
        """Who fights whom, with the front that they share."""
        active, inactive = self.melee.mains
        return LogEntry(
            "melee",
            f"{state.name(active)} fought {state.name(inactive)}.",
            state.card(active).seat,
            pieces=self.melee.units,
            totals=self.dice,
            causes=roles(state, self.melee) if self.melee.backers else (),
            rules=full("7.5a", "7.6a") if self.melee.backers else full("7.5a"),
        )


@dataclass(frozen=True)
class BlowsStruck(BattleEvent):
    """The dice of one side of a melee, as they fell and as they count, and its hits (7.5a, 7.6j)."""

    main: UnitId
    foe: UnitId
    throws: tuple[Thrown, ...]
    hits: int
    total: Total

    def apply(self, state: State) -> None:
        """What the hits do is settled by a test."""

    def line(self, state: State) -> LogEntry:
        """Dice and hits."""
        again = [Die(d, 6, "set aside") for t in self.throws for d in _replaced(t)]
        final = [Die(d, 6, "melee") for t in self.throws for d in t.final]
        return LogEntry(
            "melee",
            f"{state.name(self.main)}: {count(self.hits, 'hit')} on {state.name(self.foe)}.",
            state.card(self.main).seat,
            pieces=(self.main, self.foe),
            dice=(*final, *again),
            totals=(self.total,),
            rules=full("7.5a", "6.1.4"),
        )

    def tells(self) -> frozenset[str] | None:
        """Dice tell everybody."""
        return None


def _replaced(throw: Thrown) -> list[int]:
    """The dice that were rolled again."""
    before = [a for a, b in zip(throw.fell, throw.second, strict=True) if a != b]
    return before + [a for a, b in zip(throw.second, throw.final, strict=True) if a != b]


@dataclass(frozen=True)
class MeleeDecided(BattleEvent):
    """How a phase ended (7.5.2a, 7.5.2b): who lost it to whom, or nobody, or both."""

    pair: tuple[UnitId, UnitId]
    loser: Literal["first", "second", "both", ""]
    losses: tuple[int, int]
    text: str
    rule: str

    def apply(self, state: State) -> None:
        """What follows are events of their own."""

    def line(self, state: State) -> LogEntry:
        """The result with the losses that were compared."""
        return LogEntry(
            "melee",
            self.text,
            state.card(self.pair[0]).seat,
            tone="plain" if not self.loser else "bad",
            pieces=self.pair,
            outcome=f"losses {self.losses[0]} and {self.losses[1]}",
            rules=full(self.rule),
        )


@dataclass(frozen=True)
class RetreatRolled(BattleEvent):
    """How far a beaten unit falls back; ``die`` 0 for foot, who need none (7.5.2d)."""

    unit: UnitId
    die: int
    length: int

    def apply(self, state: State) -> None:
        """The move is an event of its own."""

    def line(self, state: State) -> LogEntry:
        """The die and the length."""
        return LogEntry(
            "retreat",
            f"{state.name(self.unit)} had to fall back {bu(self.length)}.",
            state.card(self.unit).seat,
            tone="warn",
            pieces=(self.unit,),
            dice=(Die(self.die, 6, "retreat"),) if self.die else (),
            rules=full("7.5.2d"),
        )

    def tells(self) -> frozenset[str] | None:
        """Dice tell everybody."""
        return None


@dataclass(frozen=True)
class PursuitDeclared(BattleEvent):
    """Before the retreat die the winner says whether it pursues, or has to, or cannot (7.5.4a, 7.5.4b).

    ``able``: it could have gone.
    """

    unit: UnitId
    goes: bool
    reason: Reason
    able: bool = True

    def apply(self, state: State) -> None:
        """The move is an event of its own."""

    def line(self, state: State) -> LogEntry | None:
        """What was declared; who could not go has said nothing."""
        if not self.able:
            return None
        verb = "will pursue" if self.goes else "will not pursue"
        return LogEntry(
            "pursuit",
            f"{state.name(self.unit)} {verb}.",
            state.card(self.unit).seat,
            pieces=(self.unit,),
            causes=(self.reason,),
            rules=(self.reason.rule,),
        )


@dataclass(frozen=True)
class PursuitRolled(BattleEvent):
    """How far a pursuer may go (7.5.4d)."""

    unit: UnitId
    die: int
    length: int

    def apply(self, state: State) -> None:
        """The move is an event of its own."""

    def line(self, state: State) -> LogEntry:
        """The die and the length."""
        return LogEntry(
            "pursuit",
            f"{state.name(self.unit)} rolled for the pursuit: up to {bu(self.length)}."
            if self.length
            else f"{state.name(self.unit)} rolled 0 BU for the pursuit and stays where it is.",
            state.card(self.unit).seat,
            pieces=(self.unit,),
            dice=(Die(self.die, 6, "pursuit"),),
            rules=full("7.5.4d"),
        )

    def tells(self) -> frozenset[str] | None:
        """Dice tell everybody."""
        return None


@dataclass(frozen=True)
class BrokeOff(BattleEvent):
    """A unit has broken off a melee: it does nothing else this turn (5.7d)."""

    unit: UnitId

    def apply(self, state: State) -> None:
        """No shooting and no reactions for it this turn."""
        state.change(self.unit, fell_back=True)
        if state.acting is not None and state.acting.unit == self.unit:
            state.acting = replace(state.acting, over=True)
