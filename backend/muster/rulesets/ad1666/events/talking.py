"""Talking skills: who talks to whom, who stands by, who leads, how it came out (talking.1 to talking.6)."""

from dataclasses import dataclass

from muster.engine.explain import Total
from muster.engine.views import LogEntry
from muster.rulesets.ad1666.events.base import OpenEvent, full, listed
from muster.rulesets.ad1666.people import CharacterId
from muster.rulesets.ad1666.state import State


@dataclass(frozen=True)
class TalkBegun(OpenEvent):
    """Characters try to seduce an enemy; ``marked`` are activated by it, and ``up`` has the next turn (talking.1)."""

    attackers: tuple[CharacterId, ...]
    target: CharacterId
    marked: tuple[CharacterId, ...]
    up: str

    def apply(self, state: State) -> None:
        """Each has tried it on this one, once a game."""
        for who in self.attackers:
            state.change(who, seduced=(*state.bodies[who].seduced, self.target))
        for who in self.marked:
            state.change(who, activated=True)
        state.up, state.passed = self.up, ()

    def line(self, state: State) -> LogEntry:
        """Who tries whom."""
        names = listed(map(state.name, self.attackers))
        verb = "tries" if len(self.attackers) == 1 else "try"
        return LogEntry(
            "talk",
            f"{names} {verb} to seduce {state.name(self.target)}.",
            state.seat(self.attackers[0]),
            pieces=(*self.attackers, self.target),
            rules=full("skill.seduction"),
        )


@dataclass(frozen=True)
class DefendersNamed(OpenEvent):
    """Who takes part in the defence beside the target (talking.2)."""

    defenders: tuple[CharacterId, ...]

    def apply(self, state: State) -> None:
        """The test has a side for each."""

    def line(self, state: State) -> LogEntry:
        """Who."""
        names = listed(map(state.name, self.defenders))
        verb = "stands" if len(self.defenders) == 1 else "stand"
        return LogEntry(
            "talk",
            f"{names} {verb} by.",
            state.seat(self.defenders[0]),
            pieces=self.defenders,
            rules=full("talking.2"),
        )


@dataclass(frozen=True)
class LeadersNamed(OpenEvent):
    """Which two Characters oppose each other; the cards of the others count no more (talking.5)."""

    leader: CharacterId
    rival: CharacterId

    def apply(self, state: State) -> None:
        """Their sides come first."""
        contest = state.contest
        if contest is None:
            raise ValueError("no test is being made")
        two = (contest.side(self.leader), contest.side(self.rival))
        rest = tuple(s for s in contest.sides if s.key not in (self.leader, self.rival))
        state.contest = contest.with_sides((*two, *rest))

    def line(self, state: State) -> LogEntry:
        """Which."""
        return LogEntry(
            "talk",
            f"{state.name(self.leader)} leads, {state.name(self.rival)} opposes.",
            state.seat(self.leader),
            pieces=(self.leader, self.rival),
            rules=full("talking.5"),
        )


@dataclass(frozen=True)
class TalkDecided(OpenEvent):
    """A Seduction has come out (skill.seduction)."""

    attacker: CharacterId
    defender: CharacterId
    target: CharacterId
    totals: tuple[Total, Total]
    success: bool

    def apply(self, state: State) -> None:
        """What follows are events of their own."""
        state.conclude(
            f"{state.name(self.target)} {'gives in' if self.success else 'resists'}",
            self.attacker if self.success else self.defender,
        )

    def line(self, state: State) -> LogEntry:
        """Both sums."""
        one, other = self.totals
        word = "gives in" if self.success else "resists"
        return LogEntry(
            "talk",
            f"{state.name(self.attacker)} against {state.name(self.defender)}: {one.value} to {other.value}, "
            f"{state.name(self.target)} {word}.",
            state.seat(self.attacker),
            tone="good" if self.success else "plain",
            pieces=(self.attacker, self.defender),
            totals=self.totals,
            rules=full("skill.seduction", "talking.5"),
        )
