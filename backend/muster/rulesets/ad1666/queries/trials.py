"""Tests: what is added to a card, which cards reinforce it, how it came out, how likely it is (test.1 to test.16)."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace

from muster.engine.explain import Bar, Odds, Part, Total
from muster.rulesets.ad1666.book import applies, number, part
from muster.rulesets.ad1666.contest import Added, Side
from muster.rulesets.ad1666.deck import (
    BLACK_JOKER,
    JOKERS,
    RED_JOKER,
    CardId,
    Suit,
    printed_suit,
    value_of,
)
from muster.rulesets.ad1666.people import Ability, CharacterId
from muster.rulesets.ad1666.state import State

BY_MUCH = 5
"""A success or failure by so much is a Triumph or a Misfortune (test.6, test.7)."""
WHOLE = 10_000
"""Certainty, in hundredths of a per cent."""


@dataclass(frozen=True, slots=True)
class Trial:
    """An Unopposed Test that is to be made: ``parts`` are the rating and the modifiers of this test alone.

    What changes every test of the Character comes to it by itself (:func:`on_all_tests`). ``fortitude`` marks a
    Fortitude Test, ``suit_counts`` one after which the suit decides something.
    """

    who: CharacterId
    name: str
    dl: int
    rule: str
    parts: tuple[Part, ...] = ()
    fortitude: bool = False
    suit_counts: bool = False


@dataclass(frozen=True, slots=True)
class Outcome:
    """How an Unopposed Test came out.

    ``margin`` is by how much it succeeded, ``short`` by how much it failed (ruling R18: at least 1); ``strays`` where a
    shot failed by exactly 1, which a Black Joker never does.
    """

    total: int
    dl: int
    success: bool
    triumph: bool
    misfortune: bool
    margin: int
    short: int
    strays: bool
    card: CardId
    suit: Suit | None


# ------------------------------------------------------------------------------------------------ sums
def on_all_tests(
    state: State, who: CharacterId, *, fortitude: bool = False, spared: bool = False
) -> list[Part]:
    """What changes every test of a Character: Crippled (unless Unswerving spares it) and Call me uncle."""
    found = (
        part("Crippled", -1, "test.15") if state.is_crippled(who) and not spared else None,
        part("Call me uncle", 1 if fortitude else -1, "skill.call-me-uncle")
        if state.bodies[who].uncle
        else None,
    )
    return [p for p in found if p is not None]


def ability_part(state: State, who: CharacterId, ability: Ability) -> tuple[Part, ...]:
    """The score of an Ability, which may be negative (stats.1)."""
    score = part(ability.capitalize(), state.card(who).ability(ability), "stats.1")
    return (score,) if score is not None else ()


def ability_sums(
    state: State, who: CharacterId, ability: Ability, *, spared: bool = False
) -> tuple[Part, ...]:
    """What is added to the card of an Opposed Test of an Ability; ``spared``: being Crippled counts not."""
    return (
        *ability_part(state, who, ability),
        *on_all_tests(state, who, fortitude=ability == "fortitude", spared=spared),
    )


def parts_of(state: State, trial: Trial, *, spared: bool = False) -> tuple[Part, ...]:
    """Everything that is added to the card of an Unopposed Test."""
    return (*trial.parts, *on_all_tests(state, trial.who, fortitude=trial.fortitude, spared=spared))


# ------------------------------------------------------------------------------------------------ reinforcement
def reinforcements(side: Side, hand: Iterable[CardId], *, dl: int | None = None) -> tuple[Added, ...]:
    """The cards of a hand that may reinforce an open card, each with what it adds, in the hand's order.

    The suit of the Original Card adds 1, its value 2; the Red Joker takes its suit, the Black Joker cannot be played
    (cards.9). An Original Joker is never reinforced (test.5). With a DL only a failing test is reinforced, and up to
    the DL only (test.2, test.3).
    """
    if side.card in JOKERS and applies("test.5"):
        return ()
    wanted: int | None = None
    if dl is not None:
        wanted = dl - side.total
        if wanted <= 0 and applies("test.2"):
            return ()
    found: list[Added] = []
    for card in hand:
        added = _added(side, card, "test.11" if dl is None else "test.2")
        if added is None:
            continue
        if wanted is not None and added.bonus > wanted and applies("test.3"):
            added = Added(card, max(0, wanted), added.rule)
        found.append(added)
    return tuple(found)


def _added(side: Side, card: CardId, rule: str) -> Added | None:
    if card == BLACK_JOKER:
        return None if applies("cards.9") else Added(card, 1, "cards.9")
    if card == RED_JOKER:
        return Added(card, 1, "cards.9") if applies("cards.9") else None
    if side.card not in JOKERS and value_of(card) == value_of(side.card):
        return Added(card, 2 if applies("test.16") else 3, rule)
    suit = side.suit or printed_suit(side.card)
    return Added(card, 1, rule) if printed_suit(card) == suit else None


# ------------------------------------------------------------------------------------------------ outcome
def outcome_of(side: Side, dl: int) -> Outcome:
    """How an Unopposed Test with this card, these modifiers and this reinforcement came out."""
    gap = side.total - dl
    suit = side.suit or printed_suit(side.card)
    if side.card == BLACK_JOKER and applies("test.8"):
        return Outcome(side.total, dl, False, False, True, 0, max(1, -gap), False, side.card, suit)
    if side.card == RED_JOKER and applies("test.9"):
        return Outcome(side.total, dl, True, True, False, max(0, gap), 0, False, side.card, suit)
    return Outcome(
        total=side.total,
        dl=dl,
        success=gap >= number("test.1", 0, off=1),
        triumph=gap >= number("test.6", BY_MUCH, off=BY_MUCH + 1),
        misfortune=-gap >= number("test.7", BY_MUCH, off=BY_MUCH + 1),
        margin=max(0, gap),
        short=max(0, -gap),
        strays=gap == -1,
        card=side.card,
        suit=suit,
    )


def beats(side: Side, other: Side, starter: str | None) -> bool:
    """Whether a side wins an Opposed Test: its total is higher, or equal where the other one started it (test.12)."""
    joker = side.card in JOKERS or other.card in JOKERS
    if joker and not applies("test.14"):
        return side.card == RED_JOKER or other.card == BLACK_JOKER
    if side.total == other.total and applies("test.12"):
        return starter == other.key
    return side.total > other.total


# ------------------------------------------------------------------------------------------------ chances
def best_of(side: Side, hand: Sequence[CardId], dl: int) -> Outcome:
    """What comes of an open card if its owner reinforces as far as it helps."""
    left = list(hand)
    while True:
        usable = reinforcements(side, left, dl=dl)
        if not usable:
            return outcome_of(side, dl)
        best = max(usable, key=lambda a: a.bonus)
        left.remove(best.card)
        side = replace(side, added=(*side.added, best))


def trial_odds(known: State, seat: str | None, trial: Trial, effect: str = "", dl: int | None = None) -> Odds:
    """The chance of an Unopposed Test from what ``seat`` knows: each unseen card of the deck is as likely as any other.

    The own seat counts with its hand as reinforcement, and is told what the card alone would do; others reckon without.
    The totals of the bars are those with reinforcement.
    """
    owner, needed = known.seat(trial.who), trial.dl if dl is None else dl
    pool = known.unseen(owner, seat)
    hand = known.hands[owner] if seat == owner else ()
    parts = parts_of(known, trial)
    counts: dict[tuple[int, bool], int] = {}
    good = alone = 0
    for card in pool:
        side = Side(trial.who, owner, trial.who, card, "deck", True, None, parts)
        outcome = best_of(side, hand, needed)
        good += outcome.success
        alone += outcome_of(side, needed).success
        row = (outcome.total, outcome.success)
        counts[row] = counts.get(row, 0) + 1
    size = max(1, len(pool))
    name = known.name(trial.who)
    return Odds(
        label=trial.name,
        chance=good * WHOLE // size,
        needs=f"{needed} or more" + (f"; {alone * 100 // size} % without your hand" if alone < good else ""),
        bars=tuple(
            Bar(total, count * WHOLE // size, success) for (total, success), count in sorted(counts.items())
        ),
        totals=(
            Total(
                f"{name}, before the card", tuple(p for p in parts if p.value), sum(p.value for p in parts)
            ),
        ),
        effect=effect,
        of="with your hand" if alone < good else "",
    )
