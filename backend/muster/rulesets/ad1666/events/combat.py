"""Close combat and morale: who is activated, with what they fight, how it came out (combat.1 to .25)."""

from dataclasses import dataclass

from muster.engine.explain import Total
from muster.engine.views import LogEntry, Show
from muster.rulesets.ad1666.deck import Location
from muster.rulesets.ad1666.events.base import OpenEvent, full
from muster.rulesets.ad1666.people import CharacterId
from muster.rulesets.ad1666.queries.combat import struck_key
from muster.rulesets.ad1666.state import ItemId, Space, State


def tokens_text(count: int) -> str:
    """How many Parry tokens."""
    return "1 Parry token" if count == 1 else f"{count or 'no'} Parry tokens"


@dataclass(frozen=True)
class FightBegun(OpenEvent):
    """A Character attacks an enemy; ``marked`` are activated by it, ``up`` has the next turn (combat.2, combat.3)."""

    active: CharacterId
    passive: CharacterId
    marked: tuple[CharacterId, ...]
    up: str
    sweep: int = 0

    def apply(self, state: State) -> None:
        """Whoever fought is activated, whoever began it."""
        for who in self.marked:
            state.change(who, activated=True)
        state.up, state.passed = self.up, ()
        state.used = (*state.used, struck_key(self.active, self.passive))

    def line(self, state: State) -> LogEntry:
        """Who attacks whom."""
        verb = "sweeps on and attacks" if self.sweep else "attacks"
        return LogEntry(
            "fight",
            f"{state.name(self.active)} {verb} {state.name(self.passive)}.",
            state.seat(self.active),
            pieces=(self.active, self.passive),
            rules=full("skill.sweeping-attack.1" if self.sweep else "combat.2"),
        )


@dataclass(frozen=True)
class StanceTaken(OpenEvent):
    """A Character is activated and does nothing: the defensive stance, or it lies Unconscious (combat.2, combat.23)."""

    who: CharacterId
    unconscious: bool
    up: str

    def apply(self, state: State) -> None:
        """It is activated."""
        state.change(self.who, activated=True)
        state.up, state.passed = self.up, ()

    def line(self, state: State) -> LogEntry:
        """Which of the two."""
        how = "lies Unconscious" if self.unconscious else "takes a defensive stance"
        rule = "combat.23" if self.unconscious else "combat.2"
        text = f"{state.name(self.who)} {how}."
        return LogEntry("fight", text, state.seat(self.who), pieces=(self.who,), rules=full(rule))


@dataclass(frozen=True)
class SeatPassed(OpenEvent):
    """A seat leaves a Character that may act unactivated, for now (combat.1, turn.20)."""

    seat: str
    up: str
    rule: str

    def apply(self, state: State) -> None:
        """The other one is asked."""
        state.up, state.passed = self.up, (*state.passed, self.seat)

    def line(self, state: State) -> LogEntry:
        """Who passes."""
        return LogEntry(
            "course", f"{state.setup.labels[self.seat]} passes.", self.seat, rules=full(self.rule)
        )


@dataclass(frozen=True)
class ArmsTaken(OpenEvent):
    """A fighter has settled what it holds and strikes with, openly (combat.24)."""

    who: CharacterId
    equipped: tuple[ItemId, ...]
    label: str

    def apply(self, state: State) -> None:
        """That is in its hands."""
        state.change(self.who, equipped=self.equipped)

    def line(self, state: State) -> LogEntry:
        """With what."""
        text = f"{state.name(self.who)} fights with: {self.label}."
        return LogEntry("fight", text, state.seat(self.who), pieces=(self.who,), rules=full("combat.24"))


@dataclass(frozen=True)
class ParryTried(OpenEvent):
    """A Parry token is turned over for a try (combat.11)."""

    who: CharacterId
    left: int

    def apply(self, state: State) -> None:
        """One fewer."""
        state.change(self.who, parries=self.left)

    def line(self, state: State) -> LogEntry:
        """How many are left."""
        text = f"{state.name(self.who)} tries to parry; {tokens_text(self.left)} left."
        return LogEntry("fight", text, state.seat(self.who), pieces=(self.who,), rules=full("combat.11"))


@dataclass(frozen=True)
class BlowParried(OpenEvent):
    """The loser of a Combat Test has parried; the whole test is made again, a Riposte (combat.14)."""

    winner: CharacterId
    loser: CharacterId
    totals: tuple[Total, Total]

    def apply(self, state: State) -> None:
        """The new test follows."""
        state.conclude("Parried: a Riposte follows", self.winner)

    def line(self, state: State) -> LogEntry:
        """Both sums that count no more."""
        text = f"{state.name(self.loser)} parries the blow of {state.name(self.winner)}: a Riposte follows."
        return LogEntry(
            "fight",
            text,
            state.seat(self.loser),
            tone="good",
            pieces=(self.loser, self.winner),
            totals=self.totals,
            rules=full("combat.14"),
        )


@dataclass(frozen=True)
class FightDecided(OpenEvent):
    """The last test of a close combat has come out: both sums, where it hits, what it does (combat.10, combat.15).

    ``start`` and ``end`` are where winner and loser stood.
    """

    active: CharacterId
    passive: CharacterId
    winner: CharacterId | None
    loser: CharacterId | None
    totals: tuple[Total, Total]
    margin: int
    location: Location | None
    damage: Total | None
    start: Space | None = None
    end: Space | None = None

    def apply(self, state: State) -> None:
        """Wounds and retreat are events of their own."""
        if self.winner is None or self.damage is None:
            state.conclude("A tie")
        else:
            state.conclude(f"Hits the {self.location}, damage {self.damage.value}", self.winner)

    def line(self, state: State) -> LogEntry:
        """The whole fight in one line, its parts behind it."""
        one, other = self.totals
        sums = f"{one.value} to {other.value}"
        names = f"{state.name(self.active)} against {state.name(self.passive)}"
        if self.winner is None or self.loser is None or self.damage is None:
            text, rule, blow = f"{names}: {sums}, a tie.", "combat.10", None
        else:
            text = (
                f"{names}: {sums}. {state.name(self.winner)} hits {state.name(self.loser)} on the {self.location}, "
                f"damage {self.damage.value}."
            )
            rule = "combat.15"
            blow = Show("blow", self.winner, start=self.start, end=self.end)
        return LogEntry(
            "fight",
            text,
            state.seat(self.winner or self.active),
            tone="plain" if self.winner is None else "bad",
            pieces=(self.active, self.passive),
            totals=(*self.totals, self.damage) if self.damage is not None else self.totals,
            outcome=f"margin {self.margin}" if self.winner is not None else "a tie",
            rules=full("combat.6", rule),
            show=blow,
        )


@dataclass(frozen=True)
class SweepEnded(OpenEvent):
    """A Sweeping Attack goes no further: the card that it kept enters the discard pile (skill.sweeping-attack.4)."""

    seat: str

    def apply(self, state: State) -> None:
        """Into the pile."""
        if state.swept is not None:
            state.discards[self.seat] = (*state.discards[self.seat], state.swept.card)
            state.swept = None

    def tells(self) -> frozenset[str]:
        """It lay open."""
        return frozenset()


@dataclass(frozen=True)
class RetreatSettled(OpenEvent):
    """Why a loser stays where it is (combat.16, combat.20)."""

    who: CharacterId
    why: str
    rule: str

    def apply(self, state: State) -> None:
        """It stays."""

    def line(self, state: State) -> LogEntry:
        """Why."""
        text = f"{state.name(self.who)} does not fall back: {self.why}."
        return LogEntry("move", text, state.seat(self.who), pieces=(self.who,), rules=full(self.rule))


@dataclass(frozen=True)
class MoraleChecked(OpenEvent):
    """A Crippled Commoner has made its check of this turn (morale.1)."""

    who: CharacterId
    stands: bool

    def apply(self, state: State) -> None:
        """It makes no second one this turn."""
        state.used = (*state.used, f"{self.who}:morale")

    def tells(self) -> frozenset[str]:
        """The test has told it."""
        return frozenset()
