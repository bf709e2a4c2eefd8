"""What happens in the yard. Every change of the state is here."""

import sys
from dataclasses import dataclass, replace

from muster.engine.events import Event, event_kinds
from muster.engine.explain import Total
from muster.engine.ids import Audience, Seat, audience_of
from muster.engine.views import Die, LogEntry, Show
from tests.kit.practice.state import DECK, HAND, LABELS, Square, Stage, State

_STAGES: tuple[Stage, ...] = ("bid", "deal", "hand", "deploy", "banner", "relic", "drill", "turns", "over")


@dataclass(frozen=True)
class BidsOpened(Event[State]):
    """All bids are in and lie open; ``order`` is the order of turns (bid.1, bid.2)."""

    bids: dict[Seat, int]
    order: tuple[Seat, ...]

    def apply(self, state: State) -> None:
        """Fix the order of turns."""
        state.order = list(self.order)

    def log(self, state: State, audience: Audience) -> LogEntry:
        """The bids, for everybody."""
        told = ", ".join(f"{LABELS[s]} {n}" for s, n in self.bids.items())
        return LogEntry("bids", f"Bids: {told}. {LABELS[self.order[0]]} begins.", rules=("practice.bid.1",))

    def tells(self) -> None:
        """Everybody learns the others' bids."""


@dataclass(frozen=True)
class Dealt(Event[State]):
    """The deck was shuffled and hands dealt from it (deal.1). Faces are the owners' alone."""

    deck: tuple[int, ...]

    def apply(self, state: State) -> None:
        """Deal in the order of turns."""
        cards = list(self.deck)
        for seat in state.order:
            state.hands[seat], cards = cards[:HAND], cards[HAND:]
        state.deck = cards

    def log(self, state: State, audience: Audience) -> LogEntry:
        """Only that it happened."""
        return LogEntry("deal", f"Each seat is dealt {HAND} of {DECK} cards.", rules=("practice.deal.1",))

    def tells(self) -> None:
        """Everybody learns its own hand."""


@dataclass(frozen=True)
class HandArranged(Event[State]):
    """A seat put its hand in order (deal.2); nobody else learns the order."""

    seat: Seat
    cards: tuple[int, ...]

    def apply(self, state: State) -> None:
        """Keep the order."""
        state.hands[self.seat] = list(self.cards)

    def log(self, state: State, audience: Audience) -> LogEntry:
        """The order for its owner, the fact for all others."""
        told = ": " + ", ".join(map(str, self.cards)) if audience == audience_of(self.seat) else ""
        return LogEntry("hand", f"{LABELS[self.seat]} sorts its hand{told}.", self.seat)


@dataclass(frozen=True)
class Deployed(Event[State]):
    """A seat placed its pieces (deploy.1)."""

    seat: Seat
    at: dict[str, Square]

    def apply(self, state: State) -> None:
        """Put them down."""
        for piece, at in self.at.items():
            state.pieces[piece] = replace(state.pieces[piece], at=at)

    def log(self, state: State, audience: Audience) -> LogEntry:
        """Where the hidden one stands is told to its owner by the view alone."""
        return LogEntry("deploy", f"{LABELS[self.seat]} takes the yard.", self.seat)

    def tells(self) -> frozenset[str]:
        """The owner learns nothing; all others see it."""
        return frozenset()


@dataclass(frozen=True)
class BannerRaised(Event[State]):
    """A banner stands on its square (banner.1)."""

    seat: Seat
    at: Square

    def apply(self, state: State) -> None:
        """Put it there."""
        state.banners[self.seat] = self.at

    def log(self, state: State, audience: Audience) -> LogEntry:
        """For everybody."""
        return LogEntry("banner", f"{LABELS[self.seat]}'s banner stands at {_at(self.at)}.", self.seat)


@dataclass(frozen=True)
class RelicHidden(Event[State]):
    """A seat gave its relic to one of its pieces (relic.1); only that seat knows which."""

    seat: Seat
    piece: str

    def apply(self, state: State) -> None:
        """Remember it."""
        state.relics[self.seat] = self.piece

    def log(self, state: State, audience: Audience) -> LogEntry:
        """The bearer for its owner, the fact for all others."""
        told = f" with {state.pieces[self.piece].name}" if audience == audience_of(self.seat) else ""
        return LogEntry("relic", f"{LABELS[self.seat]} hides its relic{told}.", self.seat)


@dataclass(frozen=True)
class Drilled(Event[State]):
    """A seat divided its drill among might and guard (drill.1)."""

    seat: Seat
    counts: dict[str, int]

    def apply(self, state: State) -> None:
        """Keep the numbers."""
        state.drill[self.seat] = dict(self.counts)

    def log(self, state: State, audience: Audience) -> LogEntry:
        """For everybody."""
        told = ", ".join(f"{k} {v}" for k, v in self.counts.items())
        return LogEntry("drill", f"{LABELS[self.seat]} drills: {told}.", self.seat)


@dataclass(frozen=True)
class StepDone(Event[State]):
    """A seat has taken its step of the stage; after the last one the next stage or round begins (turn.1)."""

    seat: Seat | None

    def apply(self, state: State) -> None:
        """Advance the flow."""
        if self.seat is not None:
            state.waiting.remove(self.seat)
        if state.waiting:
            return
        if state.stage == "turns" and state.round < state.setup.rounds:
            state.round += 1
        else:
            state.stage = _STAGES[_STAGES.index(state.stage) + 1]
            state.round = 1 if state.stage == "turns" else state.round
        state.waiting = list(state.order)
        state.pieces = {i: replace(p, acted=False) for i, p in state.pieces.items()}

    def log(self, state: State, audience: Audience) -> None:
        """The view shows it."""


@dataclass(frozen=True)
class Moved(Event[State]):
    """A piece went along a path (move.1); nobody else sees a hidden one go."""

    piece: str
    path: tuple[Square, ...]
    cost: int
    hidden: bool

    def apply(self, state: State) -> None:
        """It stands on the last square."""
        at = self.path[-1] if self.path else state.pieces[self.piece].at
        state.pieces[self.piece] = replace(state.pieces[self.piece], at=at, acted=True)

    def log(self, state: State, audience: Audience) -> LogEntry:
        """The way for those who may see it."""
        piece = state.pieces[self.piece]
        if self.hidden and audience != audience_of(piece.seat):
            return LogEntry("move", f"{piece.name} moves unseen.", piece.seat)
        return LogEntry(
            "move",
            f"{piece.name} moves {self.cost} to {_at(self.path[-1])}."
            if self.path
            else f"{piece.name} is stopped.",
            piece.seat,
            pieces=(self.piece,),
            show=Show("move", self.piece, self.path),
            rules=("practice.move.1",),
        )


@dataclass(frozen=True)
class Revealed(Event[State]):
    """A hidden piece is seen by all (hide.1)."""

    piece: str
    why: str

    def apply(self, state: State) -> None:
        """It is hidden no more."""
        state.pieces[self.piece] = replace(state.pieces[self.piece], hidden=False)

    def log(self, state: State, audience: Audience) -> LogEntry:
        """For everybody."""
        name = state.pieces[self.piece].name
        return LogEntry(
            "reveal", f"{name} {self.why}.", pieces=(self.piece,), show=Show("reveal", self.piece)
        )

    def tells(self) -> None:
        """Everybody learns where it stands."""


@dataclass(frozen=True)
class GateTurned(Event[State]):
    """The gate was opened or closed (gate.1)."""

    piece: str
    open: bool

    def apply(self, state: State) -> None:
        """Turn it."""
        state.gate = "open" if self.open else "closed"
        state.pieces[self.piece] = replace(state.pieces[self.piece], acted=True)

    def log(self, state: State, audience: Audience) -> LogEntry:
        """For everybody."""
        return LogEntry("gate", f"The gate is {'opened' if self.open else 'closed'}.")


@dataclass(frozen=True)
class CardsPlayed(Event[State]):
    """A seat laid cards down; an even sum is worth a point (play.1)."""

    seat: Seat
    cards: tuple[int, ...]
    points: int

    def apply(self, state: State) -> None:
        """They leave the hand."""
        state.hands[self.seat] = [c for c in state.hands[self.seat] if c not in self.cards]
        state.points[self.seat] += self.points

    def log(self, state: State, audience: Audience) -> LogEntry:
        """For everybody."""
        told = " and ".join(map(str, self.cards))
        return LogEntry("play", f"{LABELS[self.seat]} plays {told}: {self.points} points.", self.seat)


@dataclass(frozen=True)
class Parried(Event[State]):
    """A piece's seat spent a point of guard to parry (strike.3)."""

    piece: str

    def apply(self, state: State) -> None:
        """The point is spent."""
        drill = state.drill[state.pieces[self.piece].seat]
        state.drill[state.pieces[self.piece].seat] = {**drill, "guard": drill["guard"] - 1}

    def log(self, state: State, audience: Audience) -> LogEntry:
        """For everybody."""
        return LogEntry("parry", f"{state.pieces[self.piece].name} parries.", rules=("practice.strike.3",))


@dataclass(frozen=True)
class Struck(Event[State]):
    """A blow or a throw, with its die; ``loss`` steps are lost (strike.1, strike.2, throw.2)."""

    by: str
    target: str
    die: int
    total: Total
    needed: int
    loss: int
    thrown: bool = False

    def apply(self, state: State) -> None:
        """The target loses what it loses; who struck is seen from now on."""
        target = state.pieces[self.target]
        state.pieces[self.target] = replace(target, steps=max(0, target.steps - self.loss))
        state.pieces[self.by] = replace(state.pieces[self.by], acted=True)

    def log(self, state: State, audience: Audience) -> LogEntry:
        """For everybody."""
        verb = "throws at" if self.thrown else "strikes"
        outcome = "hit" if self.loss else "miss"
        return LogEntry(
            "strike",
            f"{state.pieces[self.by].name} {verb} {state.pieces[self.target].name}: {outcome}.",
            state.pieces[self.by].seat,
            tone="good" if self.loss else "plain",
            pieces=(self.by, self.target),
            dice=(Die(self.die, 6, "attack"),),
            totals=(self.total,),
            outcome=f"{self.total.value} against {self.needed}",
            rules=("practice.throw.2",) if self.thrown else ("practice.strike.1", "practice.strike.2"),
        )

    def tells(self) -> None:
        """Everybody sees the die."""


@dataclass(frozen=True)
class FellShort(Event[State]):
    """A throw was declared at what was out of range, or hit nothing (throw.1)."""

    by: str
    at: Square
    distance: int

    def apply(self, state: State) -> None:
        """The action is used."""
        state.pieces[self.by] = replace(state.pieces[self.by], acted=True)

    def log(self, state: State, audience: Audience) -> LogEntry:
        """For everybody."""
        return LogEntry(
            "short",
            f"{state.pieces[self.by].name}'s throw at {_at(self.at)} hits nothing ({self.distance} away).",
        )

    def tells(self) -> None:
        """Everybody learns the distance."""


@dataclass(frozen=True)
class Fell(Event[State]):
    """A piece is out of the fight; a relic that it bore lies open (strike.4, relic.2)."""

    piece: str
    relic: bool
    points_to: Seat
    points: int

    def apply(self, state: State) -> None:
        """Take it off the table and score."""
        seat = state.pieces[self.piece].seat
        state.pieces[self.piece] = replace(state.pieces[self.piece], at=None, hidden=False)
        state.points[self.points_to] += self.points
        if self.relic:
            state.shown.append(seat)

    def log(self, state: State, audience: Audience) -> LogEntry:
        """For everybody."""
        told = " It bore the relic." if self.relic else ""
        name = state.pieces[self.piece].name
        return LogEntry("fall", f"{name} falls.{told}", tone="bad", show=Show("fall", self.piece))

    def tells(self) -> None:
        """Everybody learns about the relic."""


@dataclass(frozen=True)
class FeintLaid(Event[State]):
    """A seat has chosen its line of a feint; which one stays closed (feint.1)."""

    piece: str
    target: str

    def apply(self, state: State) -> None:
        """The action is used."""
        state.pieces[self.piece] = replace(state.pieces[self.piece], acted=True)

    def log(self, state: State, audience: Audience) -> LogEntry:
        """Only that it was laid."""
        return LogEntry(
            "feint", f"{state.pieces[self.piece].name} feints at {state.pieces[self.target].name}."
        )


@dataclass(frozen=True)
class FeintOpened(Event[State]):
    """Line and guess lie open; a wrong guess is worth a point (feint.2)."""

    piece: str
    line: int
    guess: int

    def apply(self, state: State) -> None:
        """Score."""
        if self.line != self.guess:
            state.points[state.pieces[self.piece].seat] += 1

    def log(self, state: State, audience: Audience) -> LogEntry:
        """For everybody."""
        word = "read" if self.line == self.guess else "fooled"
        return LogEntry(
            "feint", f"Line {self.line}, guess {self.guess}: {word}.", rules=("practice.feint.2",)
        )

    def tells(self) -> None:
        """Everybody learns both."""


@dataclass(frozen=True)
class BannerTaken(Event[State]):
    """A piece ended its move on a foe's banner (banner.2)."""

    piece: str
    of: Seat

    def apply(self, state: State) -> None:
        """Score, and the banner is gone."""
        state.points[state.pieces[self.piece].seat] += 2
        del state.banners[self.of]

    def log(self, state: State, audience: Audience) -> LogEntry:
        """For everybody."""
        return LogEntry(
            "banner", f"{state.pieces[self.piece].name} takes {LABELS[self.of]}'s banner.", tone="good"
        )


@dataclass(frozen=True)
class Ended(Event[State]):
    """The match is over (end.1, end.2)."""

    winner: Seat | None
    reason: str

    def apply(self, state: State) -> None:
        """Nothing follows."""
        state.stage, state.waiting = "over", []
        state.winner, state.reason = self.winner, self.reason

    def log(self, state: State, audience: Audience) -> LogEntry:
        """For everybody."""
        who = f"{LABELS[self.winner]} wins" if self.winner else "Nobody wins"
        return LogEntry("result", f"{who} ({self.reason}).", self.winner, heading=True)


def _at(square: Square) -> str:
    return f"{square[0]}, {square[1]}"


EVENTS = event_kinds(sys.modules[__name__])
