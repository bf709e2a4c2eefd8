"""Disorder, permanent losses, units and leaders that are gone, and what is used up for the battle."""

from dataclasses import dataclass
from typing import Final

from muster.engine.explain import Tone
from muster.engine.views import LogEntry, Show
from muster.rulesets.baroque.events.base import BattleEvent, full
from muster.rulesets.baroque.queries.army import command_name
from muster.rulesets.baroque.queries.victory import must_test_for_break, one_loss_breaks
from muster.rulesets.baroque.queries.words import losses
from muster.rulesets.baroque.state import CommandId, Gone, Point, State, UnitId, Used

_GONE: Final[dict[Gone, tuple[str, Tone]]] = {
    "routed": ("routed.", "bad"),
    "dispersed": ("dispersed.", "bad"),
    "withdrawn": ("withdrew from the table.", "plain"),
    "left_table": ("had to leave the table.", "bad"),
}
_USED: Final[dict[Used, str]] = {"volley": "first volley", "pistol": "point-blank pistols", "lance": "lances"}


@dataclass(frozen=True)
class FellIntoDisorder(BattleEvent):
    """A unit in order becomes Disordered; ``why`` begins in the middle of a sentence (2.5.3)."""

    unit: UnitId
    why: str
    rule: str

    def apply(self, state: State) -> None:
        """Mark it."""
        state.change(self.unit, disordered=True)

    def line(self, state: State) -> LogEntry:
        """Who and why."""
        return LogEntry(
            "disorder",
            f"{state.name(self.unit)} fell into Disorder: {self.why}.",
            seat=state.seat(self.unit),
            tone="warn",
            pieces=(self.unit,),
            rules=full(self.rule),
        )


@dataclass(frozen=True)
class LossesTaken(BattleEvent):
    """Permanent losses outside a Cohesion Test, which tells its own; ``left`` is the VBU after them (2.3b)."""

    unit: UnitId
    losses: int
    left: int
    why: str
    rule: str

    def apply(self, state: State) -> None:
        """Add them up."""
        state.change(self.unit, lost=state.units[self.unit].lost + self.losses)

    def line(self, state: State) -> LogEntry:
        """How many and why."""
        cost = losses(self.losses, self.left)
        return LogEntry(
            "loss",
            f"{state.name(self.unit)} took {cost}: {self.why}. VBU {max(0, self.left)} is left.",
            seat=state.seat(self.unit),
            tone="bad",
            pieces=(self.unit,),
            rules=full(self.rule, "2.3b"),
        )


@dataclass(frozen=True)
class Removed(BattleEvent):
    """A unit is no longer on the table (2.3c, 2.5.2, 2.5.1.1b, 5.8a, 7.7a, 7.8a).

    A leader with it stays where he was, or at ``leader_at``, and may not attach again before his next activation
    (2.6.1i), nor in this turn if it was ``in_melee`` (7.5.6c); without ``leader_stays`` he is gone with it (2.5.1.1d).
    """

    unit: UnitId
    how: Gone
    exhausted: bool
    leader_stays: bool
    rule: str
    in_melee: bool = False
    leader_at: Point | None = None

    def apply(self, state: State) -> None:
        """Take it off, out of every contact, and part it from its leader."""
        state.change(self.unit, pose=None, gone=self.how, exhausted_when_gone=self.exhausted)
        state.part((self.unit,))
        for command, leader in list(state.leaders.items()):
            if leader.unit == self.unit and self.leader_stays:
                bereft = state.turn if self.in_melee else leader.bereft
                at = self.leader_at or leader.at
                state.change_leader(command, unit=None, at=at, barred=True, bereft=bereft)
            elif leader.unit == self.unit:
                state.change_leader(command, unit=None, at=None, lost=True)

    def line(self, state: State) -> LogEntry:
        """How it went."""
        text, tone = _GONE[self.how]
        return LogEntry(
            "fall",
            f"{state.name(self.unit)} {text}{self._breaks(state)}",
            seat=state.seat(self.unit),
            tone=tone,
            pieces=(self.unit,),
            rules=full(self.rule),
            show=Show("fall", piece=self.unit),
        )

    def _breaks(self, state: State) -> str:
        """That its command will break by this loss, or by the next one (9.1e)."""
        command = state.card(self.unit).command
        if not command or not state.of_command(command):
            return ""
        if must_test_for_break(state, command):
            return f" {command_name(state, command)} breaks at the end of this turn, every unit testing its discipline."
        if one_loss_breaks(state, command):
            return f" One more unit lost may break {command_name(state, command)}."
        return ""


@dataclass(frozen=True)
class LeaderLost(BattleEvent):
    """A leader is lost for the rest of the battle, or has left it with his unit (6.2.2c, 2.5.1.1d)."""

    command: CommandId
    name: str
    rule: str
    how: str = "is lost"

    def apply(self, state: State) -> None:
        """He is off the table, his command without him."""
        state.change_leader(self.command, lost=True, unit=None, at=None)

    def line(self, state: State) -> LogEntry:
        """Who is lost."""
        return LogEntry(
            "leader",
            f"{self.name} {self.how}. His units are out of command for the rest of the battle.",
            seat=self.command.partition("/")[0],
            tone="bad",
            rules=full(self.rule, "6.2.2c"),
        )


@dataclass(frozen=True)
class UsedUp(BattleEvent):
    """What a unit has once in a battle is used up, whether it did anything or not (6.1.5a, 6.7a, 8.2.2)."""

    unit: UnitId
    what: Used
    rule: str

    def apply(self, state: State) -> None:
        """Note it."""
        state.change(self.unit, used=(*state.units[self.unit].used, self.what))

    def line(self, state: State) -> LogEntry:
        """What it was, and whether it came to use it."""
        done = "came too fast to use" if self.rule == "6.7e" else "used"
        return LogEntry(
            "used",
            f"{state.name(self.unit)} {done} the {_USED[self.what]}.",
            seat=state.seat(self.unit),
            pieces=(self.unit,),
            rules=full(self.rule),
        )
