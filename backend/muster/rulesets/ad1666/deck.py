"""Player Cards: thirty in each player's own deck (components.4). A card is a word: ``cup-6``, ``red-joker``."""

from typing import Final, Literal, TypeAlias

from muster.rulesets.ad1666.book import number

CardId: TypeAlias = str
Suit: TypeAlias = Literal["skull", "heart", "cup", "horseshoe"]
Location: TypeAlias = Literal["head", "body", "hands", "legs"]

SUITS: Final[tuple[Suit, ...]] = ("skull", "heart", "cup", "horseshoe")
BLACK_SUITS: Final[frozenset[Suit]] = frozenset({"skull", "cup"})
VALUES: Final = range(2, 9)
BLACK_JOKER: Final[CardId] = "black-joker"
RED_JOKER: Final[CardId] = "red-joker"
JOKERS: Final = frozenset({BLACK_JOKER, RED_JOKER})
UNKNOWN: Final[CardId] = "?"
"""A card that whoever looks does not know."""

DECK: Final[tuple[CardId, ...]] = (
    *(f"{suit}-{value}" for suit in SUITS for value in VALUES),
    BLACK_JOKER,
    RED_JOKER,
)
"""A whole deck in its printed order."""

MAGIC: Final[tuple[int, ...]] = tuple(range(1, 25))
"""The Magic Deck, I to XXIV, which both players share; nothing draws from it yet (components.5, ruling R58)."""

_PLACES: Final[dict[Suit, Location]] = {"skull": "head", "heart": "body", "cup": "hands", "horseshoe": "legs"}
_RANK: Final = {card: index for index, card in enumerate(DECK)}


def value_of(card: CardId) -> int:
    """The card's value: 2 to 8, 0 of a Black and 10 of a Red Joker (components.4)."""
    if card in JOKERS:
        return number("components.4", 10, off=9) if card == RED_JOKER else 0
    return int(card.rsplit("-", 1)[1])


def printed_suit(card: CardId) -> Suit | None:
    """The suit on the card; Jokers have none until it is named (components.4)."""
    return next((s for s in SUITS if card.startswith(f"{s}-")), None)


def label_of(card: CardId, suit: Suit | None = None) -> str:
    """The card in words, a Joker with the suit that it was given: ``Cup 6``, ``Red Joker as Heart``."""
    if card == UNKNOWN:
        return "an unseen card"
    if card in JOKERS:
        name = "Red Joker" if card == RED_JOKER else "Black Joker"
        return f"{name} as {suit.capitalize()}" if suit else name
    own, value = card.rsplit("-", 1)
    return f"{own.capitalize()} {value}"


def counts_for_reshuffle(card: CardId) -> bool:
    """Whether the card is one of the six that bring a reshuffle nearer: 8s and Jokers (cards.4)."""
    return card in JOKERS or value_of(card) == 8


def location_of(suit: Suit) -> Location:
    """Where a hit lands that was made with a card of this suit (items.9)."""
    return _PLACES[suit]


def in_order(cards: tuple[CardId, ...]) -> tuple[CardId, ...]:
    """Cards in the printed order, whichever way they came: what lies in a hand tells nothing of when it was drawn."""
    return tuple(sorted(cards, key=_RANK.__getitem__))
