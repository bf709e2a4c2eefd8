"""What happens to leaders: they go, join and leave units, step aside, are lost."""

from dataclasses import dataclass

from muster.engine.views import LogEntry, Show
from muster.rulesets.baroque.events.base import BattleEvent, full
from muster.rulesets.baroque.queries.army import leader_name, seat_of
from muster.rulesets.baroque.queries.words import bu
from muster.rulesets.baroque.state import CommandId, Point, State, UnitId


@dataclass(frozen=True)
class LeaderMoved(BattleEvent):
    """A leader went so many units of his 4 BU; ``left_unit`` is the unit that he left for it (2.6.1a, 2.6.1e)."""

    command: CommandId
    start: Point
    to: Point
    length: int
    left_unit: UnitId | None = None

    def apply(self, state: State) -> None:
        """He stands there, by himself."""
        leader = state.leaders[self.command]
        state.change_leader(
            self.command,
            at=self.to,
            unit=None,
            moved=leader.moved + self.length,
            changed_unit=leader.changed_unit or self.left_unit is not None,
        )

    def line(self, state: State) -> LogEntry:
        """How far, and whom he left."""
        name = leader_name(state, self.command)
        left = f" left {state.name(self.left_unit)} and" if self.left_unit else ""
        poses = ((*self.start, 0), (*self.to, 0))
        return LogEntry(
            "leader",
            f"{name}{left} rode {bu(self.length)}.",
            seat=seat_of(state, self.command),
            pieces=(self.command,),
            rules=full("2.6.1a", "2.6.1e") if self.left_unit else full("2.6.1a"),
            show=Show("move", self.command, poses=poses),
        )


@dataclass(frozen=True)
class LeaderJoined(BattleEvent):
    """A leader was attached to a unit, going so many units to its base (2.6.1d, R39)."""

    command: CommandId
    unit: UnitId
    start: Point
    length: int

    def apply(self, state: State) -> None:
        """He is with it from now on and moves along."""
        x, y, _ = state.pose(self.unit)
        moved = state.leaders[self.command].moved + self.length
        state.change_leader(self.command, at=(x, y), unit=self.unit, moved=moved, changed_unit=True)

    def line(self, state: State) -> LogEntry:
        """Whom he joins."""
        way = f" after {bu(self.length)}" if self.length else ""
        return LogEntry(
            "leader",
            f"{leader_name(state, self.command)} joined {state.name(self.unit)}{way}.",
            seat=seat_of(state, self.command),
            pieces=(self.command, self.unit),
            rules=full("2.6.1d", "2.6.1e"),
        )


@dataclass(frozen=True)
class LeaderDisplaced(BattleEvent):
    """A leader stepped out of the way of a unit, to where his owner wished; it costs none of his 4 BU (2.6.1b)."""

    command: CommandId
    start: Point
    to: Point
    unit: UnitId

    def apply(self, state: State) -> None:
        """He stands there."""
        state.change_leader(self.command, at=self.to)

    def line(self, state: State) -> LogEntry:
        """For whom he made way."""
        poses = ((*self.start, 0), (*self.to, 0))
        return LogEntry(
            "leader",
            f"{leader_name(state, self.command)} stepped out of the way of {state.name(self.unit)}.",
            seat=seat_of(state, self.command),
            pieces=(self.command,),
            rules=full("2.6.1b"),
            show=Show("move", self.command, poses=poses),
        )
