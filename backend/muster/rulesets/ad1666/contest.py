"""A test in progress: who takes part, with which cards, and what they add up to. Part of the state."""

from dataclasses import dataclass, replace
from typing import Literal, TypeAlias

from muster.engine.explain import Part, Total
from muster.rulesets.ad1666.deck import UNKNOWN, CardId, Suit, label_of, value_of
from muster.rulesets.ad1666.people import CharacterId

Source: TypeAlias = Literal["hand", "deck"]
SideKey: TypeAlias = str
"""A participant: a Character's id, or the seat's own where no Character takes part (Initiative)."""


@dataclass(frozen=True, slots=True)
class Added:
    """A reinforcing card: what it adds, and by which rule (test.2, cards.9)."""

    card: CardId
    bonus: int
    rule: str


@dataclass(frozen=True, slots=True)
class Side:
    """A participant with its Original Card: closed until all are revealed, then with all that is added to it.

    ``card`` is empty before one is played, and unknown to whoever may not see it; ``parts`` are the modifiers.
    """

    key: SideKey
    seat: str
    who: CharacterId | None = None
    card: CardId = ""
    source: Source = "deck"
    open: bool = False
    suit: Suit | None = None
    parts: tuple[Part, ...] = ()
    added: tuple[Added, ...] = ()

    @property
    def total(self) -> int:
        """Card, modifiers and reinforcement (test.1)."""
        return value_of(self.card) + sum(p.value for p in self.parts) + sum(a.bonus for a in self.added)

    @property
    def cards(self) -> tuple[CardId, ...]:
        """The cards that lie there: the Original Card first."""
        return (self.card, *(a.card for a in self.added)) if self.card else ()

    def sum_of(self, name: str) -> Total:
        """The sum with its lines: the card first, even one worth nothing."""
        first = Part(label_of(self.card, self.suit), value_of(self.card), "cards.2")
        added = (Part(f"{label_of(a.card)} reinforces", a.bonus, a.rule) for a in self.added)
        return Total(name, (first, *(p for p in self.parts if p.value), *added), self.total)

    def hidden_from(self, seat: str | None) -> "Side":
        """As a seat (None: spectators) sees it: a closed card from the hand is its owner's alone to know, one from
        the deck nobody's (test.10)."""
        if self.open or not self.card or (self.seat == seat and self.source == "hand"):
            return self
        return replace(self, card=UNKNOWN)


@dataclass(frozen=True, slots=True)
class Contest:
    """A test: with a ``dl`` it is Unopposed and has one side, without it is Opposed (test.1, test.10).

    ``starter`` is the side that does not succeed on equal totals (test.12). ``follows``: it is made again, or after
    another one, in the same exchange, whose tests have a ``number`` in the order in which they began. Once it has come
    out ``verdict`` says how in a few words, ``winner`` for whom.
    """

    name: str
    rule: str
    sides: tuple[Side, ...]
    dl: int | None = None
    starter: SideKey | None = None
    follows: bool = False
    number: int = 0
    verdict: str = ""
    winner: SideKey = ""

    def side(self, key: SideKey) -> Side:
        """The participant of that key."""
        return next(s for s in self.sides if s.key == key)

    def with_side(self, side: Side) -> "Contest":
        """The same test with one participant changed."""
        return replace(self, sides=tuple(side if s.key == side.key else s for s in self.sides))

    def with_sides(self, sides: tuple[Side, ...]) -> "Contest":
        """The same test with its participants in another order."""
        return replace(self, sides=sides)

    def cards_of(self, seat: str) -> tuple[CardId, ...]:
        """Every card of a seat that is in play."""
        return tuple(card for s in self.sides if s.seat == seat for card in s.cards)

    def hidden_from(self, seat: str | None) -> "Contest":
        """As a seat (None: spectators) sees it."""
        return replace(self, sides=tuple(s.hidden_from(seat) for s in self.sides))
