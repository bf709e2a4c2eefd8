"""Cards on their way between deck, hand, test and discard pile. What is closed stays out of every other seat's log."""

from dataclasses import dataclass, replace

from muster.engine.explain import Part, Total
from muster.engine.ids import Audience
from muster.engine.views import LogEntry
from muster.rulesets.ad1666.contest import Added, Contest, SideKey, Source
from muster.rulesets.ad1666.deck import CardId, Suit, label_of
from muster.rulesets.ad1666.events.base import ALL, OpenEvent, Uncovering, full
from muster.rulesets.ad1666.people import CharacterId
from muster.rulesets.ad1666.state import State


def cards_text(cards: tuple[CardId, ...]) -> str:
    """Cards in words."""
    return ", ".join(map(label_of, cards))


def counted(number: int) -> str:
    """How many cards."""
    return "1 card" if number == 1 else f"{number} cards"


def side_name(state: State, seat: str, who: CharacterId | None) -> str:
    """Who a side of a test is: the Character, or the player by the side's name."""
    return state.name(who) if who is not None else state.setup.labels[seat]


@dataclass(frozen=True)
class DeckShuffled(Uncovering, OpenEvent):
    """A whole deck lies shuffled and a hand is drawn from it (setup.9)."""

    seat: str
    deck: tuple[CardId, ...]
    hand: tuple[CardId, ...]

    def apply(self, state: State) -> None:
        """Deck and hand are there."""
        state.decks[self.seat] = self.deck
        state.hands[self.seat] = self.hand
        state.discards[self.seat] = ()

    def log(self, state: State, audience: Audience) -> LogEntry:
        """How many for all, which for the owner."""
        own = f": {cards_text(self.hand)}" if audience == self.seat else ""
        text = f"{state.setup.labels[self.seat]}: {counted(len(self.hand))} to begin with{own}."
        return LogEntry("cards", text, self.seat, rules=full("setup.9"))


@dataclass(frozen=True)
class MagicShuffled(OpenEvent):
    """The Magic Deck, which both share, lies shuffled (components.5)."""

    cards: tuple[int, ...]

    def apply(self, state: State) -> None:
        """It is there."""
        state.magic = self.cards

    def tells(self) -> frozenset[str]:
        """Nobody sees its order."""
        return frozenset()


@dataclass(frozen=True)
class Reshuffled(Uncovering, OpenEvent):
    """Deck, discard pile and hand were put together, shuffled, and a hand as large as before was drawn (cards.5)."""

    seat: str
    deck: tuple[CardId, ...]
    hand: tuple[CardId, ...]
    why: str
    rule: str

    def apply(self, state: State) -> None:
        """Everything but the cards in play is new."""
        state.decks[self.seat] = self.deck
        state.hands[self.seat] = self.hand
        state.discards[self.seat] = ()

    def log(self, state: State, audience: Audience) -> LogEntry:
        """That it happened and why; the new hand for its owner."""
        own = f" The new hand: {cards_text(self.hand)}." if audience == self.seat and self.hand else ""
        text = f"{state.setup.labels[self.seat]}: {self.why}, deck, discards and hand are shuffled anew.{own}"
        return LogEntry("cards", text, self.seat, rules=full(self.rule, "cards.5"))


@dataclass(frozen=True)
class CardsDrawn(Uncovering, OpenEvent):
    """A seat drew the top cards of its deck into its hand (cards.2, turn.5)."""

    seat: str
    cards: tuple[CardId, ...]
    rule: str

    def apply(self, state: State) -> None:
        """From the deck into the hand."""
        for _ in self.cards:
            state.hands[self.seat] = (*state.hands[self.seat], state.take_top(self.seat))

    def log(self, state: State, audience: Audience) -> LogEntry:
        """How many for all, which for the owner."""
        own = f": {cards_text(self.cards)}" if audience == self.seat else ""
        text = f"{state.setup.labels[self.seat]}: draws {counted(len(self.cards))}{own}."
        return LogEntry("cards", text, self.seat, rules=full(self.rule))


@dataclass(frozen=True)
class HandCut(Uncovering, OpenEvent):
    """A seat laid surplus cards of its hand off together (turn.6)."""

    seat: str
    cards: tuple[CardId, ...]

    def apply(self, state: State) -> None:
        """From the hand to the discard pile."""
        for card in self.cards:
            state.take_from_hand(self.seat, card)
        state.discards[self.seat] = (*state.discards[self.seat], *self.cards)

    def line(self, state: State) -> LogEntry:
        """Which: the pile lies open (cards.1)."""
        text = f"{state.setup.labels[self.seat]}: discards {cards_text(self.cards)}."
        return LogEntry("cards", text, self.seat, rules=full("turn.6"))


@dataclass(frozen=True)
class ContestBegun(OpenEvent):
    """A test is made: who takes part is known, cards are to come (test.1, test.10)."""

    contest: Contest

    def apply(self, state: State) -> None:
        """It lies on the table, a Parry on the combat that it belongs to."""
        if state.contest is None and not self.contest.follows:
            state.told = ()
        number = len(state.told) + (state.contest is not None)
        state.contest, state.beneath = replace(self.contest, number=number), state.contest

    def tells(self) -> frozenset[str]:
        """What led to it was known."""
        return frozenset()


@dataclass(frozen=True)
class SourceFixed(Uncovering, OpenEvent):
    """A seat said whence a participant's card comes; one from the hand lies closed now (test.10). All see whence."""

    key: SideKey
    seat: str
    who: CharacterId | None
    source: Source
    card: CardId

    def apply(self, state: State) -> None:
        """A card from the hand lies there; one from the deck comes with :class:`CardLaid`."""
        contest = _running(state)
        side = replace(contest.side(self.key), source=self.source, card=self.card)
        if self.source == "hand":
            state.take_from_hand(self.seat, self.card)
        state.contest = contest.with_side(side)

    def log(self, state: State, audience: Audience) -> LogEntry:
        """Whence for all; its owner reads which."""
        own = f" ({label_of(self.card)})" if audience == self.seat and self.card else ""
        text = f"{side_name(state, self.seat, self.who)}: a card from the {self.source}{own}, face down."
        return LogEntry("cards", text, self.seat, rules=full("test.10"))


@dataclass(frozen=True)
class CardLaid(OpenEvent):
    """The top card of a deck lies in a test: open in an Unopposed one (test.1), closed in an Opposed one (test.10)."""

    key: SideKey
    card: CardId
    open: bool

    def apply(self, state: State) -> None:
        """From the deck into the test."""
        contest = _running(state)
        side = contest.side(self.key)
        state.take_top(side.seat)
        state.contest = contest.with_side(replace(side, source="deck", card=self.card, open=self.open))

    def tells(self) -> frozenset[str] | None:
        """Nobody sees a closed one."""
        return ALL if self.open else frozenset()

    def uncovers(self) -> bool:
        """An open one is seen."""
        return self.open


@dataclass(frozen=True)
class CardOpened(Uncovering, OpenEvent):
    """A closed card is turned over (test.10)."""

    key: SideKey
    seat: str
    who: CharacterId | None
    card: CardId
    source: Source

    def apply(self, state: State) -> None:
        """It lies open."""
        contest = _running(state)
        state.contest = contest.with_side(replace(contest.side(self.key), open=True))

    def line(self, state: State) -> LogEntry:
        """Which card, from where."""
        name = side_name(state, self.seat, self.who)
        text = f"{name} reveals {label_of(self.card)} from the {self.source}."
        return LogEntry("cards", text, self.seat, rules=full("test.10"))


@dataclass(frozen=True)
class SuitNamed(OpenEvent):
    """A Joker has the suit that was named for it (cards.6, cards.7)."""

    key: SideKey
    card: CardId
    suit: Suit
    by: str
    rule: str

    def apply(self, state: State) -> None:
        """From now on it counts as a card of that suit."""
        contest = _running(state)
        state.contest = contest.with_side(replace(contest.side(self.key), suit=self.suit))

    def line(self, state: State) -> LogEntry:
        """Who named which suit."""
        name = state.setup.labels[self.by]
        text = f"{name} names the suit of the {label_of(self.card)}: {self.suit.capitalize()}."
        return LogEntry("cards", text, self.by, rules=full(self.rule))


@dataclass(frozen=True)
class Reckoned(OpenEvent):
    """What is added to an open card, now that its suit is known: skills may ask for it (combat.6)."""

    key: SideKey
    suit: Suit | None
    parts: tuple[Part, ...]

    def apply(self, state: State) -> None:
        """The sum stands."""
        contest = _running(state)
        side = contest.side(self.key)
        state.contest = contest.with_side(replace(side, suit=side.suit or self.suit, parts=self.parts))

    def tells(self) -> frozenset[str]:
        """It follows from what lies open."""
        return frozenset()


@dataclass(frozen=True)
class Reinforced(Uncovering, OpenEvent):
    """A card from the hand reinforces an open one (test.2, test.11)."""

    key: SideKey
    seat: str
    who: CharacterId | None
    added: Added
    total: int

    def apply(self, state: State) -> None:
        """It lies beside the Original Card."""
        contest = _running(state)
        side = contest.side(self.key)
        state.take_from_hand(self.seat, self.added.card)
        state.contest = contest.with_side(replace(side, added=(*side.added, self.added)))

    def line(self, state: State) -> LogEntry:
        """Which card, and what it brings."""
        name = side_name(state, self.seat, self.who)
        text = (
            f"{name} reinforces with {label_of(self.added.card)}: +{self.added.bonus}, {self.total} in all."
        )
        return LogEntry("cards", text, self.seat, rules=full(self.added.rule))


@dataclass(frozen=True)
class NoneAdded(Uncovering, OpenEvent):
    """A seat that holds cards played none (test.2, test.11): what it will not do is known, and not asked about anew."""

    seat: str
    who: CharacterId | None

    def apply(self, state: State) -> None:
        """Nothing changes."""

    def line(self, state: State) -> LogEntry:
        """Who."""
        text = f"{side_name(state, self.seat, self.who)} adds no card."
        return LogEntry("cards", text, self.seat, rules=full("test.11"))


@dataclass(frozen=True)
class TrialDecided(OpenEvent):
    """An Unopposed Test has come out (test.1); its cards lie there still."""

    who: CharacterId
    name: str
    dl: int
    total: Total
    success: bool
    triumph: bool
    misfortune: bool

    def apply(self, state: State) -> None:
        """What follows from it are events of their own."""
        state.conclude(self.verdict[0].upper() + self.verdict[1:], self.who if self.success else "")

    @property
    def verdict(self) -> str:
        """The word for it, with its degree."""
        degree = ", a Triumph" if self.triumph else ", a Misfortune" if self.misfortune else ""
        return f"{'success' if self.success else 'failure'}{degree}"

    def line(self, state: State) -> LogEntry:
        """The sum against the Difficulty Level, and the word for it."""
        rule = ("test.6",) if self.triumph else ("test.7",) if self.misfortune else ()
        return LogEntry(
            "test",
            f"{state.name(self.who)}, {self.name}: {self.verdict}.",
            state.seat(self.who),
            tone="good" if self.success else "bad",
            pieces=(self.who,),
            totals=(self.total,),
            outcome=f"{self.total.value} against {self.dl}",
            rules=full("test.1", *rule),
        )


@dataclass(frozen=True)
class DuelDecided(OpenEvent):
    """An Opposed Test of two Abilities has come out (test.12); its cards lie there still."""

    name: str
    rule: str
    starter: CharacterId
    other: CharacterId
    totals: tuple[Total, Total]
    success: bool

    def apply(self, state: State) -> None:
        """What follows from it are events of their own."""
        state.conclude("Success" if self.success else "Failure", self.starter if self.success else self.other)

    def line(self, state: State) -> LogEntry:
        """Both sums, and what they mean for the one who started it."""
        one, other = self.totals
        return LogEntry(
            "test",
            f"{self.name}: {'success' if self.success else 'failure'}, {one.value} to {other.value}.",
            state.seat(self.starter),
            tone="good" if self.success else "bad",
            pieces=(self.starter, self.other),
            totals=self.totals,
            outcome=f"{one.value} to {other.value}",
            rules=full(self.rule, "test.12"),
        )


@dataclass(frozen=True)
class UnswervingSpent(OpenEvent):
    """A counter of Unswerving was discarded, for what its rule says (skill.unswerving.1, skill.unswerving.2)."""

    who: CharacterId
    rule: str
    left: int

    def apply(self, state: State) -> None:
        """One counter fewer."""
        state.change(self.who, unswerving=self.left)

    def line(self, state: State) -> LogEntry:
        """What for, and how many are left."""
        what = "tests anew" if self.rule.endswith("1") else "ignores being Crippled for this test"
        text = f"{state.name(self.who)}: Unswerving, {what}; {self.left} left."
        return LogEntry("test", text, state.seat(self.who), pieces=(self.who,), rules=full(self.rule))


@dataclass(frozen=True)
class CardsCleared(OpenEvent):
    """A test is over: all its cards enter the discard piles together (cards.3).

    A Sweeping Attack keeps the Original Card of one side in play (skill.sweeping-attack.4). After a Parry the combat
    goes on in which it was made.
    """

    keep: SideKey = ""

    def apply(self, state: State) -> None:
        """Into the piles."""
        contest = _running(state)
        kept = contest.side(self.keep) if self.keep else None
        for seat in state.setup.seats:
            lying = contest.cards_of(seat)
            stays = kept.card if kept is not None and kept.seat == seat else ""
            state.discards[seat] = (*state.discards[seat], *(c for c in lying if c != stays))
            if state.swept is not None and state.swept.seat == seat and state.swept.card in lying:
                state.swept = None
        if kept is not None:
            state.swept = kept
        state.told = (*state.told, contest)
        state.contest, state.beneath = state.beneath, None

    def tells(self) -> frozenset[str]:
        """All of them lay open."""
        return frozenset()


def _running(state: State) -> Contest:
    if state.contest is None:
        raise ValueError("no test is being made")
    return state.contest
