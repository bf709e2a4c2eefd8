"""Units that rally, and units that try to leave the field."""

from dataclasses import dataclass, replace

from muster.engine.views import LogEntry
from muster.rulesets.baroque.events.base import BattleEvent, full
from muster.rulesets.baroque.state import Did, State, UnitId


@dataclass(frozen=True)
class RallyTried(BattleEvent):
    """A unit has tried to rally, by itself or forced by its leader (4.1.2). ``over``: it may do nothing more."""

    unit: UnitId
    forced: bool
    rallied: bool
    over: bool

    def apply(self, state: State) -> None:
        """Success takes the Disorder away."""
        if self.rallied:
            state.change(self.unit, disordered=False)
        acting = state.acting
        if acting is not None and acting.unit == self.unit:
            did: Did = "forced_rally" if self.forced else "rally"
            state.acting = replace(acting, did=(*acting.did, did), over=acting.over or self.over)

    def line(self, state: State) -> LogEntry:
        """Whether it is in order again."""
        end = "rallied" if self.rallied else "stayed Disordered"
        how = ", driven by the leader" if self.forced and self.rallied else ""
        return LogEntry(
            "rally",
            f"{state.name(self.unit)} {end}{how}.",
            seat=state.card(self.unit).seat,
            tone="good" if self.rallied else "bad",
            pieces=(self.unit,),
            rules=full("4.1.2d" if self.forced else "4.1.2a"),
        )


@dataclass(frozen=True)
class WithdrawalFailed(BattleEvent):
    """A unit stays where it is, and its activation is over (2.5.1.1b)."""

    unit: UnitId

    def apply(self, state: State) -> None:
        """It may do nothing more."""
        if state.acting is not None and state.acting.unit == self.unit:
            state.acting = replace(state.acting, over=True)

    def line(self, state: State) -> LogEntry:
        """Who stays."""
        return LogEntry(
            "withdraw",
            f"{state.name(self.unit)} could not get away and stayed.",
            seat=state.card(self.unit).seat,
            tone="bad",
            pieces=(self.unit,),
            rules=full("2.5.1.1b"),
        )
