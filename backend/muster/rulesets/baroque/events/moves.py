"""Activations, and bases that change their place."""

from dataclasses import dataclass, replace

from muster.engine.answers import Pose
from muster.engine.views import LogEntry, Show
from muster.rulesets.baroque.events.base import BattleEvent, full
from muster.rulesets.baroque.state import Acting, Did, State, UnitId


@dataclass(frozen=True)
class ActivationBegan(BattleEvent):
    """A unit of the active command begins its activation (4.1.1f)."""

    unit: UnitId

    def apply(self, state: State) -> None:
        """It is the acting unit, and has been activated this turn."""
        state.change(self.unit, activated=True)
        state.acting = Acting(self.unit)

    def line(self, state: State) -> LogEntry:
        """Who acts."""
        return LogEntry(
            "activation",
            f"Activation of {state.name(self.unit)}.",
            state.card(self.unit).seat,
            pieces=(self.unit,),
            rules=full("4.1.1f"),
        )


@dataclass(frozen=True)
class ActivationEnded(BattleEvent):
    """The acting unit is done; what it left undone is lost (4.1.1g)."""

    unit: UnitId

    def apply(self, state: State) -> None:
        """Nobody is acting."""
        state.acting = None


@dataclass(frozen=True)
class NoMore(BattleEvent):
    """The acting unit may do nothing more in this activation, for the reason that its rule gives."""

    unit: UnitId

    def apply(self, state: State) -> None:
        """Its activation is over once what is under way is done."""
        if state.acting is not None and state.acting.unit == self.unit:
            state.acting = replace(state.acting, over=True)


@dataclass(frozen=True)
class FellOut(BattleEvent):
    """The acting unit has gone back out of a friend that it did not come through; its activation is over (R81)."""

    unit: UnitId

    def apply(self, state: State) -> None:
        """It stands in nobody any more, and does nothing more."""
        if state.acting is not None and state.acting.unit == self.unit:
            state.acting = replace(state.acting, passing=None, back_to=None, over=True)


@dataclass(frozen=True)
class Announced(BattleEvent):
    """The active player has announced an action in full and cannot change it any more (4.1.3g)."""

    unit: UnitId
    text: str
    rule: str
    poses: tuple[Pose, ...] = ()

    def apply(self, state: State) -> None:
        """Nothing has happened yet."""

    def line(self, state: State) -> LogEntry:
        """What is announced, with its way for everybody to see."""
        return LogEntry(
            "announce",
            self.text,
            state.card(self.unit).seat,
            pieces=(self.unit,),
            rules=(*full("4.1.3g"), self.rule),
            show=Show("plan", self.unit, poses=self.poses) if self.poses else None,
        )


@dataclass(frozen=True)
class Moved(BattleEvent):
    """A base went from where it stood through ``poses`` to the last of them. ``text`` is the line; empty: none."""

    unit: UnitId
    poses: tuple[Pose, ...]
    text: str = ""
    rule: str = ""

    def apply(self, state: State) -> None:
        """It stands there, and an attached leader with it (2.6.1g)."""
        pose = self.poses[-1]
        state.change(self.unit, pose=pose)
        leader = state.leader_with(self.unit)
        if leader is not None:
            state.change_leader(leader.id, at=(pose[0], pose[1]))

    def line(self, state: State) -> LogEntry:
        """How it moved; a line without words still plays on the board."""
        return LogEntry(
            "move",
            self.text,
            state.card(self.unit).seat,
            pieces=(self.unit,),
            rules=(self.rule,) if self.rule else (),
            show=Show("move", self.unit, poses=self.poses),
        )


@dataclass(frozen=True)
class MovementMade(BattleEvent):
    """A movement action was performed, which later tests and shots count (5.1b, 6.1.3.2a).

    ``free``: a light gun's turning, which costs no die when it shoots (5.3a). ``passed``: it went through a friend
    (6.1.3.3). ``inside``: the friend that it has not come quite through, and ``back_to`` where it goes back if it
    cannot (5.5.1d, 5.5.1h).
    """

    unit: UnitId
    way: str
    passed: bool = False
    inside: UnitId | None = None
    back_to: Pose | None = None
    free: bool = False

    def apply(self, state: State) -> None:
        """Count it."""
        if not self.free:
            state.change(self.unit, moves=state.units[self.unit].moves + 1)
        acting = state.acting
        if acting is None or acting.unit != self.unit:
            return
        did: Did = "move"
        state.acting = replace(
            acting,
            did=(*acting.did, did),
            moves=acting.moves + 1,
            ways=(*acting.ways, self.way),
            reserved=None if acting.reserved is None else acting.reserved - 1,
            passing=self.inside,
            back_to=self.back_to if self.inside else None,
            passed=self.passed,
        )
