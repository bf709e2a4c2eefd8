"""Activations: who acts, what is announced, what is left of it; Overwatch; things taken up and put away."""

from dataclasses import dataclass, replace

from muster.engine.views import LogEntry
from muster.rulesets.ad1666.deck import CardId, label_of
from muster.rulesets.ad1666.events.base import OpenEvent, full
from muster.rulesets.ad1666.people import CharacterId
from muster.rulesets.ad1666.state import Acting, ItemId, Space, State


@dataclass(frozen=True)
class FirstActorNamed(OpenEvent):
    """Whoever holds Initiative has named the side that acts first in this turn (turn.11)."""

    seat: str

    def apply(self, state: State) -> None:
        """It begins in the Action, Combat and Interaction Phases."""
        state.first_actor = state.up = self.seat

    def line(self, state: State) -> LogEntry:
        """Which."""
        return LogEntry(
            "phase", f"{state.setup.labels[self.seat]} acts first.", self.seat, rules=full("turn.11")
        )


@dataclass(frozen=True)
class Activated(OpenEvent):
    """A Character acts; an unused Overwatch counter of an earlier activation goes (action.9)."""

    who: CharacterId
    at: Space | None

    def apply(self, state: State) -> None:
        """It counts as activated from now on."""
        state.change(self.who, activated=True, overwatch=False)
        state.acting = Acting(self.who, began=self.at)

    def tells(self) -> frozenset[str]:
        """Nothing new."""
        return frozenset()


@dataclass(frozen=True)
class ActivationOver(OpenEvent):
    """A Character has done; what is left of its activation is lost (action.23). The other side is up.

    ``who`` empty: a side waits (turn.13); ``idle``: the Character took no action at all.
    """

    who: CharacterId
    seat: str
    idle: bool = False

    def apply(self, state: State) -> None:
        """The flow goes on."""
        state.acting = None
        state.up = state.other(self.seat)

    def line(self, state: State) -> LogEntry | None:
        """Where nothing else tells of it."""
        if not self.who:
            text = f"{state.setup.labels[self.seat]} waits with its last Character."
            return LogEntry("course", text, self.seat, rules=full("turn.13"))
        if not self.idle:
            return None
        text = f"{state.name(self.who)} is activated and does nothing."
        return LogEntry("action", text, self.seat, pieces=(self.who,), rules=full("turn.14"))

    def tells(self) -> frozenset[str]:
        """Nothing new."""
        return frozenset()


@dataclass(frozen=True)
class ActionBegun(OpenEvent):
    """An action is announced: a Full one takes the whole activation, a Partial one half of it (turn.14)."""

    who: CharacterId
    action: str
    label: str
    whole: bool
    mp: int
    at: Space | None
    rule: str

    def apply(self, state: State) -> None:
        """What is left of the activation, and the Movement Points of the action."""
        acting = state.acting
        if acting is None:
            return
        left = 0 if self.whole else acting.partials - 1
        state.acting = replace(
            acting,
            partials=left,
            fresh=False,
            action=self.action,
            mp=acting.mp + self.mp,
            spent=0,
            began=self.at,
            held=(),
        )

    def line(self, state: State) -> LogEntry:
        """Who does what."""
        text = f"{state.name(self.who)}: {self.label}."
        return LogEntry("action", text, state.seat(self.who), pieces=(self.who,), rules=full(self.rule))

    def tells(self) -> frozenset[str]:
        """What is announced binds, and that is all."""
        return frozenset()


@dataclass(frozen=True)
class ActionOver(OpenEvent):
    """An action is done; Movement Points that are left go with it (action.23)."""

    who: CharacterId
    mp: int = 0

    def apply(self, state: State) -> None:
        """Nothing is left of it."""
        if state.acting is not None:
            state.acting = replace(state.acting, action="", mp=self.mp)

    def tells(self) -> frozenset[str]:
        """Nothing new."""
        return frozenset()


@dataclass(frozen=True)
class PointsGained(OpenEvent):
    """Movement Points are added to the action in progress, or the rest of them is lost."""

    who: CharacterId
    mp: int
    why: str
    rule: str

    def apply(self, state: State) -> None:
        """So many are left from now on."""
        if state.acting is not None:
            state.acting = replace(state.acting, mp=self.mp)

    def line(self, state: State) -> LogEntry | None:
        """Why, where there is something to say."""
        if not self.why:
            return None
        text = f"{state.name(self.who)} {self.why}."
        return LogEntry("move", text, state.seat(self.who), pieces=(self.who,), rules=full(self.rule))


@dataclass(frozen=True)
class OverwatchSet(OpenEvent):
    """A Character takes an Overwatch counter, or uses it up (action.9, action.10)."""

    who: CharacterId
    on: bool

    def apply(self, state: State) -> None:
        """The counter."""
        state.change(self.who, overwatch=self.on)

    def line(self, state: State) -> LogEntry | None:
        """Who interrupts."""
        if self.on:
            return None
        text = f"{state.name(self.who)} interrupts from Overwatch."
        return LogEntry("action", text, state.seat(self.who), pieces=(self.who,), rules=full("action.10"))


@dataclass(frozen=True)
class DeedLost(OpenEvent):
    """What was announced has become impossible and is not done, though it counts as used (action.13)."""

    who: CharacterId
    what: str

    def apply(self, state: State) -> None:
        """Nothing changes."""

    def line(self, state: State) -> LogEntry:
        """What is lost."""
        text = f"{state.name(self.who)}: {self.what} has become impossible and is lost."
        return LogEntry(
            "action", text, state.seat(self.who), tone="bad", pieces=(self.who,), rules=full("action.13")
        )


@dataclass(frozen=True)
class Equipped(OpenEvent):
    """A Character holds other things than before (items.5, setup.10)."""

    who: CharacterId
    items: tuple[ItemId, ...]
    label: str

    def apply(self, state: State) -> None:
        """These and no others."""
        acting = state.acting
        if acting is not None and acting.who == self.who:
            state.acting = replace(acting, held=(*acting.held, state.bodies[self.who].equipped))
        state.change(self.who, equipped=self.items)

    def line(self, state: State) -> LogEntry:
        """What it holds."""
        text = f"{state.name(self.who)} holds {self.label}."
        return LogEntry("items", text, state.seat(self.who), pieces=(self.who,), rules=full("items.5"))


@dataclass(frozen=True)
class ItemTaken(OpenEvent):
    """A thing changed hands: picked up from the ground, or stolen (action.19, skill.pickpocket)."""

    who: CharacterId
    item: ItemId
    label: str
    how: str
    rule: str

    def apply(self, state: State) -> None:
        """It is its holder's until it dies (items.2)."""
        state.change_item(self.item, holder=self.who, at=None, acquired=True)

    def line(self, state: State) -> LogEntry:
        """Who has it now."""
        text = f"{state.name(self.who)} {self.how} {self.label}."
        return LogEntry("items", text, state.seat(self.who), pieces=(self.who,), rules=full(self.rule))


@dataclass(frozen=True)
class CardReturned(OpenEvent):
    """Zagloba's player put a card of the discard pile back into the deck, which was shuffled (skill.cunning.3)."""

    seat: str
    who: CharacterId
    card: CardId
    deck: tuple[CardId, ...]

    def apply(self, state: State) -> None:
        """The turn's one use is spent."""
        state.discards[self.seat] = tuple(c for c in state.discards[self.seat] if c != self.card)
        state.decks[self.seat] = self.deck
        state.used = (*state.used, f"{self.seat}:cunning")

    def line(self, state: State) -> LogEntry:
        """Which card: the pile lies open."""
        text = f"{state.name(self.who)} puts {label_of(self.card)} back into the deck and shuffles it."
        return LogEntry("cards", text, self.seat, pieces=(self.who,), rules=full("skill.cunning.3"))


@dataclass(frozen=True)
class UncleEnded(OpenEvent):
    """Call me uncle is over: the counters of this one go, and they are enemies again (skill.call-me-uncle.2)."""

    who: CharacterId

    def apply(self, state: State) -> None:
        """None of its counters is left."""
        for other, body in list(state.bodies.items()):
            if body.uncle == self.who:
                state.change(other, uncle="")

    def line(self, state: State) -> LogEntry:
        """Whose it was."""
        text = f"{state.name(self.who)} ends Call me uncle."
        return LogEntry(
            "marker", text, state.seat(self.who), pieces=(self.who,), rules=full("skill.call-me-uncle.2")
        )
