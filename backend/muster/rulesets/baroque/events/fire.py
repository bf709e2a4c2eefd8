"""Shots and pistols: their dice, what they hit, what they leave the shooter to do."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Final, Literal, TypeAlias

from muster.engine.explain import Total
from muster.engine.views import Die, LogEntry, Show
from muster.rulesets.baroque.events.base import BattleEvent, full
from muster.rulesets.baroque.queries.hits import Thrown
from muster.rulesets.baroque.queries.words import count
from muster.rulesets.baroque.state import Did, Point, State, UnitId

Occasion: TypeAlias = Literal["shot", "caracole", "opportunity", "answer", "defensive"]
"""What a shot was: the active unit's own, its second by a caracole, a reaction to a move or charge, a reaction to
fire, defensive fire on contact."""

OCCASIONS: Final[dict[Occasion, tuple[str, str]]] = {
    "shot": ("shot at", "6.1a"),
    "caracole": ("shot once more at", "6.8a"),
    "opportunity": ("fired in reaction at", "6.5a"),
    "answer": ("returned the fire of", "6.5d"),
    "defensive": ("fired point blank at", "6.6c"),
}


def thrown_dice(thrown: Thrown, role: str) -> tuple[Die, ...]:
    """The dice as they fell, then those that were rolled again, a role each."""
    dice = [Die(value, 6, role) for value in thrown.fell]
    for name, before, after in (
        ("misses again", thrown.fell, thrown.second),
        ("1s and 2s again", thrown.second, thrown.final),
    ):
        dice += [Die(new, 6, name) for old, new in zip(before, after, strict=True) if new != old]
    return tuple(dice)


def dice_text(dice: Sequence[int]) -> str:
    """The dice that count: ``6 5 5 2``."""
    return " ".join(str(die) for die in dice)


@dataclass(frozen=True)
class ShotFired(BattleEvent):
    """A unit has shot: its dice with what made their number, and the hits (6.1.4). The target's test comes after.

    ``words`` are weapon, range and effect. ``kept`` are the movement actions that the active unit may still make, None
    where its shot limits none (6.1.3.2b, 6.1.3.2c).
    """

    unit: UnitId
    target: UnitId
    occasion: Occasion
    words: str
    dice: Total
    thrown: Thrown
    hits: int
    start: Point
    end: Point
    kept: int | None = None
    rules: tuple[str, ...] = ()

    def apply(self, state: State) -> None:
        """Its shot of this turn in that role is made (6.1b); the activation remembers what it still allows."""
        active = self.occasion in ("shot", "caracole")
        body = state.units[self.unit]
        state.change(self.unit, shots=(*body.shots, "active" if active else "reaction"))
        acting = state.acting
        if active and acting is not None and acting.unit == self.unit:
            did: Did = "caracole" if self.occasion == "caracole" else "shot"
            state.acting = replace(acting, did=(*acting.did, did), reserved=self.kept)

    def line(self, state: State) -> LogEntry:
        """The shot with its dice."""
        verb, rule = OCCASIONS[self.occasion]
        return LogEntry(
            "shot",
            f"{state.name(self.unit)} {verb} {state.name(self.target)} ({self.words}): {count(self.hits, 'hit')}.",
            seat=state.seat(self.unit),
            tone="good" if self.hits else "plain",
            pieces=(self.unit, self.target),
            dice=thrown_dice(self.thrown, "shot"),
            totals=(self.dice,),
            outcome=f"{dice_text(self.thrown.final)}: {count(self.hits, 'hit')}",
            rules=full(rule, "6.1.4", *self.rules),
            show=Show(
                "shot",
                piece=self.unit,
                start=self.start,
                end=self.end,
                state="hit" if self.hits else "miss",
            ),
        )

    def tells(self) -> frozenset[str] | None:
        """Dice tell everybody."""
        return None


@dataclass(frozen=True)
class PistolsFired(BattleEvent):
    """A unit's point-blank pistols on its first contact (6.7)."""

    unit: UnitId
    target: UnitId
    dice: Total
    thrown: Thrown
    hits: int
    start: Point
    end: Point

    def apply(self, state: State) -> None:
        """That they are used up is an event of its own."""

    def line(self, state: State) -> LogEntry:
        """The pistols with their dice."""
        return LogEntry(
            "shot",
            f"{state.name(self.unit)} fired pistols into {state.name(self.target)}: {count(self.hits, 'hit')}.",
            seat=state.seat(self.unit),
            tone="good" if self.hits else "plain",
            pieces=(self.unit, self.target),
            dice=thrown_dice(self.thrown, "pistol"),
            totals=(self.dice,),
            outcome=f"{dice_text(self.thrown.final)}: {count(self.hits, 'hit')}",
            rules=full("6.7a", "6.1.4"),
            show=Show(
                "shot",
                piece=self.unit,
                start=self.start,
                end=self.end,
                state="hit" if self.hits else "miss",
            ),
        )

    def tells(self) -> frozenset[str] | None:
        """Dice tell everybody."""
        return None


@dataclass(frozen=True)
class DefensiveFireTried(BattleEvent):
    """A unit tries defensive fire: its reaction of this turn (2.5.4, 6.6a)."""

    unit: UnitId

    def apply(self, state: State) -> None:
        """Its reaction is used up, passed or not."""
        state.change(self.unit, reacted=True)

    def line(self, state: State) -> LogEntry:
        """Who tries."""
        return LogEntry(
            "reaction",
            f"{state.name(self.unit)} tried defensive fire.",
            seat=state.seat(self.unit),
            pieces=(self.unit,),
            rules=full("6.6a", "2.5.4"),
        )
