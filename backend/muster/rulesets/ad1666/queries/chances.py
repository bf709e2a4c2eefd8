"""The chance of winning an Opposed Test whose cards are still to come, from what a seat knows (test.10)."""

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import replace
from typing import TypeAlias

from muster.engine.explain import Bar, Odds, Part, Total
from muster.rulesets.ad1666.book import applies
from muster.rulesets.ad1666.contest import Side
from muster.rulesets.ad1666.deck import CardId, Suit, label_of, printed_suit, value_of
from muster.rulesets.ad1666.people import Ability, CharacterId
from muster.rulesets.ad1666.queries.combat import Bout, combat_parts
from muster.rulesets.ad1666.queries.trials import WHOLE, ability_sums
from muster.rulesets.ad1666.state import State

Reckon: TypeAlias = Callable[[State, Side], Sequence[Part]]
"""What is added to an open card of an Opposed Test, once its suit is known."""
Sums: TypeAlias = Callable[[Suit | None], Sequence[Part]]
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
    return Odds(
        label=name,
        chance=_chance(first, second),
        needs=f"more than the other side; {'' if held else 'own card from the deck, '}{ASSUMED}",
        bars=_bars(first, second),
        totals=tuple(_before(known.name(w), sums(None)) for w, sums in (own, other)),
        effect=effect,
    )


def ability_odds(
    known: State, who: CharacterId, own: Ability, other: CharacterId, against: Ability, name: str
) -> Odds:
    """The chance that ``who`` succeeds in an Opposed Test of two Abilities that it starts (test.12)."""
    return duel_odds(
        known,
        known.seat(who),
        (who, lambda suit: ability_sums(known, who, own)),
        (other, lambda suit: ability_sums(known, other, against)),
        name=name,
        effect="",
    )


def card_odds(known: State, side: Side, other: Side, reckon: Reckon, card: CardId = "") -> Odds:
    """The chance that a card of the hand (empty: the top of the deck) makes the higher total, before reinforcement.

    The side's own seat asks. The other card, unless it lies open already, is any that this seat has not seen.
    """
    seat = side.seat
    # Equal totals go against the one who started the test (test.12).
    ties = known.contest is not None and known.contest.starter == other.key and applies("test.12")

    def sums(of: Side) -> Sums:
        return lambda suit: reckon(known, replace(of, suit=suit))

    own = replace(side, card=card) if card else None
    first = _totals(known.unseen(seat, seat), sums(side)) if own is None else _of_held(own, sums(own))
    second = (
        _of_held(other, sums(other)) if other.open else _totals(known.unseen(other.seat, seat), sums(other))
    )
    names = tuple(
        known.name(s.who) if s.who is not None else known.setup.labels[s.seat] for s in (side, other)
    )
    return Odds(
        label=label_of(card) if card else "The top of the deck",
        chance=_chance(first, second, ties=ties),
        needs=f"{'as much as' if ties else 'more than'} the other side; {ASSUMED}",
        bars=_bars(first, second, ties=ties),
        totals=tuple(
            _before(name, sums(s)(printed_suit(card) if s is side and card else None))
            for name, s in zip(names, (side, other), strict=True)
        ),
        of="to win",
    )


def _margins(first: Counter[int], second: Counter[int]) -> Counter[int]:
    """How often which margin comes up."""
    margins: Counter[int] = Counter()
    for total, count in first.items():
        for against, times in second.items():
            margins[total - against] += count * times
    return margins


def _chance(first: Counter[int], second: Counter[int], *, ties: bool = False) -> int:
    """How often the first total is higher, or equal where that is enough, in hundredths of a per cent."""
    margins = _margins(first, second)
    won = sum(n for margin, n in margins.items() if margin > 0 or (ties and margin == 0))
    return won * WHOLE // max(1, margins.total())


def _bars(first: Counter[int], second: Counter[int], *, ties: bool = False) -> tuple[Bar, ...]:
    margins = _margins(first, second)
    size = max(1, margins.total())
    return tuple(
        Bar(margin, n * WHOLE // size, margin > 0 or (ties and margin == 0))
        for margin, n in sorted(margins.items())
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
