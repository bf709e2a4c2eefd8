"""What the dice of Discipline and Cohesion Tests show, with the whole arithmetic."""

from dataclasses import dataclass
from typing import Final, Literal

from muster.engine.explain import Reason, Total
from muster.engine.views import Die, LogEntry
from muster.rulesets.baroque.events.base import BattleEvent, full
from muster.rulesets.baroque.queries.cohesion import By, Outcome
from muster.rulesets.baroque.queries.discipline import Test
from muster.rulesets.baroque.queries.words import count, losses, signed
from muster.rulesets.baroque.state import CommandId, State, UnitId

TEST_WORDS: Final[dict[Test, str]] = {
    "march": "the march",
    "about_face": "the turn",
    "backward": "moving back",
    "rally": "the rally",
    "forced_rally": "the forced rally",
    "withdrawal": "the withdrawal",
    "caracole": "the caracole",
    "disengagement": "breaking off",
    "evasion": "the evasion",
    "opportunity_charge": "the opportunity charge",
    "countercharge": "the countercharge",
    "opportunity_fire": "the opportunity fire",
    "defensive_fire": "the defensive fire",
    "shock": "the loss of its leader",
    "command_break": "its broken command",
}
"""What a test is for, in the middle of a sentence."""

AgainWhy = Literal["one", "six", "destiny", "foe_destiny", "demotivated", "iron_officers"]

_AGAIN: Final[dict[AgainWhy, str]] = {
    "one": "a 1 has to be rolled again",
    "six": "Hardened, the 6 is rolled again",
    "destiny": "a Roll of Destiny of its own side",
    "foe_destiny": "a Roll of Destiny of the enemy",
    "demotivated": "Demotivated, the 6 has to be rolled again",
    "iron_officers": "Iron Officers, the test is rolled again",
}


@dataclass(frozen=True)
class DieAgain(BattleEvent):
    """A die of a test is rolled again: what it showed, and why (8.1, destiny)."""

    unit: UnitId
    die: int
    why: AgainWhy
    rule: str

    def apply(self, state: State) -> None:
        """A Roll of Destiny is spent."""
        if self.why in ("destiny", "foe_destiny"):
            own = state.seat(self.unit)
            seat = own if self.why == "destiny" else state.other(own)
            state.change_side(seat, destiny=state.sides[seat].destiny - 1)

    def line(self, state: State) -> LogEntry:
        """The die that does not count."""
        return LogEntry(
            "test",
            f"{state.name(self.unit)} rolled {self.die}: {_AGAIN[self.why]}.",
            seat=state.seat(self.unit),
            pieces=(self.unit,),
            dice=(Die(self.die, 6, "set aside"),),
            rules=full(self.rule),
        )

    def tells(self) -> frozenset[str] | None:
        """Dice tell everybody."""
        return None


@dataclass(frozen=True)
class DisciplineTested(BattleEvent):
    """A Discipline Test (2.4.1); several ``dice`` are tries of which one is enough (4.1.2d)."""

    unit: UnitId
    test: Test
    dice: tuple[int, ...]
    modifiers: Total
    target: int
    passed: bool
    rule: str

    def apply(self, state: State) -> None:
        """What follows is the business of the rule that called for it."""

    def line(self, state: State) -> LogEntry:
        """The test with its sums."""
        verb = "passed" if self.passed else "failed"
        added = f" {signed(self.modifiers.value)}" if self.modifiers.value else ""
        shown = ", ".join(str(d) for d in self.dice)
        return LogEntry(
            "test",
            f"{state.name(self.unit)} {verb} the Discipline Test for {TEST_WORDS[self.test]}.",
            seat=state.seat(self.unit),
            tone="good" if self.passed else "warn",
            pieces=(self.unit,),
            dice=tuple(Die(d, 6, "discipline") for d in self.dice),
            totals=(self.modifiers,),
            outcome=f"{shown}{added} against {self.target}: {'passed' if self.passed else 'failed'}",
            causes=self._causes(),
            rules=full(self.rule),
        )

    def _causes(self) -> tuple[Reason, ...]:
        if self.passed and 6 in self.dice:
            return (Reason("A 6 always passes.", "baroque.2.4.1b"),)
        if not self.passed and set(self.dice) == {1}:
            return (Reason("A 1 always fails.", "baroque.2.4.1b"),)
        return ()

    def tells(self) -> frozenset[str] | None:
        """Dice tell everybody."""
        return None


@dataclass(frozen=True)
class CohesionTested(BattleEvent):
    """A Cohesion Test (6.2, 7.5b): its losses come off, and the unit is Disordered (6.2e).

    ``left`` is the VBU after it.
    """

    unit: UnitId
    by: By
    hits: int
    die: int
    critical: Total
    outcome: Outcome
    left: int
    disorders: bool

    def apply(self, state: State) -> None:
        """Take the losses and the Disorder."""
        body = state.units[self.unit]
        lost = body.lost + self.outcome.losses
        state.change(self.unit, lost=lost, disordered=body.disordered or self.disorders)

    def line(self, state: State) -> LogEntry:
        """The test with its sums."""
        verb = "passed" if self.outcome.passed else "failed"
        rolled = f"{self.die} against {self.critical.value}"
        cost = losses(self.outcome.losses, self.left)
        if self.outcome.piled_up:
            cost += ", for it was Disordered before"
        return LogEntry(
            "test",
            f"{state.name(self.unit)} {verb} the Cohesion Test after {count(self.hits, 'hit')}, {rolled}: {cost}.",
            seat=state.seat(self.unit),
            tone="good" if not self.outcome.losses else "bad",
            pieces=(self.unit,),
            dice=(Die(self.die, 6, "cohesion"),),
            totals=(self.critical,),
            outcome=f"{rolled}. VBU {max(0, self.left)} is left",
            causes=self._causes(),
            rules=full("7.5b" if self.by == "melee" else "6.2c", "6.2e"),
        )

    def _causes(self) -> tuple[Reason, ...]:
        if self.outcome.piled_up:
            return (Reason("Disordered before, it pays for passing with a loss.", "baroque.2.5.3e"),)
        if self.die == 6 and self.critical.value >= 6:
            return (Reason("A 6 always fails, and then costs exactly 1.", "baroque.6.2d"),)
        if not self.outcome.passed:
            worked = f"{self.die} less {self.critical.value} is {self.outcome.failed_by}"
            return (
                Reason(
                    f"A failure costs what the die is above the Critical Number: {worked}.", "baroque.6.2d"
                ),
            )
        return ()

    def tells(self) -> frozenset[str] | None:
        """Dice tell everybody."""
        return None


@dataclass(frozen=True)
class LeaderRisked(BattleEvent):
    """The die for a leader whose unit rolled a 6 in a Cohesion Test (6.2.2a, 7.5.6a)."""

    unit: UnitId
    command: CommandId
    name: str
    die: int
    lost: bool
    shock: bool
    rule: str

    def apply(self, state: State) -> None:
        """That he is lost is an event of its own."""

    def line(self, state: State) -> LogEntry:
        """What became of him."""
        fate = "fell, and his command is shaken" if self.shock else "fell" if self.lost else "is unharmed"
        return LogEntry(
            "leader",
            f"{self.name}, with {state.name(self.unit)}, {fate}.",
            seat=self.command.partition("/")[0],
            tone="bad" if self.lost else "good",
            pieces=(self.unit,),
            dice=(Die(self.die, 6, "leader"),),
            rules=full(self.rule),
        )

    def tells(self) -> frozenset[str] | None:
        """Dice tell everybody."""
        return None
