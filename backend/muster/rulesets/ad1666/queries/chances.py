"""The chance of winning an Opposed Test whose cards are still to come, from what a seat knows (test.10)."""

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence

from muster.engine.explain import Bar, Odds, Part, Total
from muster.rulesets.ad1666.contest import Side
from muster.rulesets.ad1666.deck import CardId, Suit, printed_suit, value_of
from muster.rulesets.ad1666.people import CharacterId
from muster.rulesets.ad1666.queries.combat import Bout, combat_parts
from muster.rulesets.ad1666.queries.trials import WHOLE
from muster.rulesets.ad1666.state import State

Sums = Callable[[Suit | None], Sequence[Part]]
"""What is added to a card of a suit."""
ASSUMED = "any unseen card of the other side alike, nobody reinforces"


def fight_odds(known: State, seat: str, bout: Bout) -> Odds:
    """The chance that the active side wins the test, a Joker counted without a suit.

    ``seat`` asks; it knows its own hand and nothing of the other's, whose hand may hold whatever lies nowhere open.
    """
    effect = f"{known.name(bout.passive)} takes Wounds by the margin and falls back"
    return duel_odds(
        known,
        seat,
        (bout.active, lambda suit: combat_parts(known, bout, bout.active, suit)),
        (bout.passive, lambda suit: combat_parts(known, bout, bout.passive, suit)),
        name="Combat Test",
        effect=effect,
        held=bout.held,
    )


def duel_odds(
    known: State,
    seat: str,
    own: tuple[CharacterId, Sums],
    other: tuple[CharacterId, Sums],
    *,
    name: str,
    effect: str,
    held: Side | None = None,
) -> Odds:
    """The chance that ``own`` gets the higher total: its card from the deck (or ``held``, where it lies there already),
    the other's any that ``seat`` has not seen; reinforcement is left out.
    """
    (who, mine), (foe, theirs) = own, other
    first = _totals(known.unseen(known.seat(who), seat), mine) if held is None else _of_held(held, mine)
    second = _totals(known.unseen(known.seat(foe), seat), theirs)
    margins: Counter[int] = Counter()
    for total, count in first.items():
        for against, times in second.items():
            margins[total - against] += count * times
    size = max(1, margins.total())
    return Odds(
        label=name,
        chance=sum(n for margin, n in margins.items() if margin > 0) * WHOLE // size,
        needs=f"more than the other side; {'' if held else 'own card from the deck, '}{ASSUMED}",
        bars=tuple(Bar(margin, n * WHOLE // size, margin > 0) for margin, n in sorted(margins.items())),
        totals=tuple(_before(known.name(w), sums(None)) for w, sums in (own, other)),
        effect=effect,
    )


def _totals(cards: Iterable[CardId], sums: Sums) -> Counter[int]:
    """How many of the cards make which total."""
    return Counter(_each(cards, sums))


def _each(cards: Iterable[CardId], sums: Sums) -> Iterator[int]:
    by_suit: dict[Suit | None, int] = {}
    for card in cards:
        suit = printed_suit(card)
        if suit not in by_suit:
            by_suit[suit] = sum(p.value for p in sums(suit))
        yield value_of(card) + by_suit[suit]


def _of_held(held: Side, sums: Sums) -> Counter[int]:
    suit = held.suit or printed_suit(held.card)
    return Counter([value_of(held.card) + sum(p.value for p in sums(suit))])


def _before(name: str, parts: Sequence[Part]) -> Total:
    kept = tuple(p for p in parts if p.value)
    return Total(f"{name}, before the card", kept, sum(p.value for p in kept))
