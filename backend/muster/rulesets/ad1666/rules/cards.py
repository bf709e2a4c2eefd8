"""Decks and hands: dealing, drawing, laying off, and the reshuffle that may fall in the middle of anything."""

from typing import TypeAlias

from muster.engine.game import Game
from muster.rulesets.ad1666.book import applies, number, rule
from muster.rulesets.ad1666.contest import SideKey
from muster.rulesets.ad1666.deck import DECK, MAGIC, counts_for_reshuffle
from muster.rulesets.ad1666.events import CardsCleared, CardsDrawn, DeckShuffled, MagicShuffled, Reshuffled
from muster.rulesets.ad1666.state import SETUP_HAND, State

Match: TypeAlias = Game[State]
THRESHOLD = 4
"""So many 8s and Jokers in a discard pile, and everything is shuffled anew (cards.4)."""


@rule("setup.9")
async def deal(game: Match) -> None:
    """Shuffle both decks and draw the starting hands of three (setup.9); shuffle the Magic Deck (components.5)."""
    size = number("setup.9", SETUP_HAND, off=SETUP_HAND - 1)
    for seat in game.state.seats:
        order = await game.shuffle(len(DECK), why=f"deck of {seat}")
        cards = tuple(DECK[i] for i in order)
        game.apply(DeckShuffled(seat, cards[size:], cards[:size]))
    if applies("components.5"):
        order = await game.shuffle(len(MAGIC), why="the Magic Deck")
        game.apply(MagicShuffled(tuple(MAGIC[i] for i in order)))


async def draw(game: Match, seat: str, count: int, why: str) -> None:
    """Draw so many cards, shuffling where the deck runs out on the way (cards.2, cards.8)."""
    while count > 0:
        await refill(game, seat)
        now = min(count, len(game.state.decks[seat]))
        if now == 0:
            return
        game.apply(CardsDrawn(seat, game.state.decks[seat][:now], why))
        count -= now


async def refill(game: Match, seat: str) -> None:
    """A card is wanted from an empty deck: its owner shuffles first (cards.8)."""
    if not game.state.decks[seat] and applies("cards.8"):
        await _reshuffle(game, seat, "the deck is empty", "cards.8")


@rule("cards.3")
async def clear(game: Match, *, keep: SideKey = "") -> None:
    """The test's cards leave play together, and then each pile is looked at (cards.3, cards.4)."""
    game.apply(CardsCleared(keep))
    if applies("cards.3"):
        await look_at_piles(game)


async def look_at_piles(game: Match) -> None:
    """Whoever has four or more 8s and Jokers in the discard pile shuffles (cards.4)."""
    for seat in game.state.seats:
        found = sum(map(counts_for_reshuffle, game.state.discards[seat]))
        if found >= number("cards.4", THRESHOLD, off=THRESHOLD - 1):
            await _reshuffle(game, seat, f"{found} of the 8s and Jokers are out", "cards.4")


@rule("cards.5")
async def _reshuffle(game: Match, seat: str, why: str, cause: str) -> None:
    """Deck, discards and hand together, a new hand of as many cards; what is in play stays out (cards.5)."""
    state = game.state
    size = number("cards.5", len(state.hands[seat]), off=0)
    # In printed order before the shuffle: the order in which they lay would tell nothing, but it would be hidden input.
    cards = [c for c in DECK if c not in state.played(seat)]
    order = await game.shuffle(len(cards), why=f"deck of {seat}")
    shuffled = tuple(cards[i] for i in order)
    game.apply(Reshuffled(seat, shuffled[size:], shuffled[:size], why, cause))
