"""Tests with cards: Unopposed against a Difficulty Level, Opposed against another total (test.1 to test.12)."""

from collections.abc import Sequence
from dataclasses import dataclass, replace

from muster.engine.explain import Lack
from muster.engine.game import Commitment
from muster.engine.ids import Seat
from muster.engine.requests import Choose, Confirm, Option, Picks
from muster.rulesets.ad1666.book import applies, number, rule
from muster.rulesets.ad1666.contest import Added, Contest, Side, SideKey, Source
from muster.rulesets.ad1666.deck import (
    BLACK_JOKER,
    JOKERS,
    RED_JOKER,
    SUITS,
    CardId,
    Suit,
    label_of,
    printed_suit,
    value_of,
)
from muster.rulesets.ad1666.events import (
    CardLaid,
    CardOpened,
    ContestBegun,
    NoneAdded,
    Reckoned,
    Reinforced,
    SourceFixed,
    SuitNamed,
    TrialDecided,
    UnswervingSpent,
)
from muster.rulesets.ad1666.people import CharacterId
from muster.rulesets.ad1666.queries.chances import Reckon, card_odds
from muster.rulesets.ad1666.queries.trials import (
    Outcome,
    Trial,
    best_of,
    outcome_of,
    parts_of,
    reinforcements,
)
from muster.rulesets.ad1666.rules.cards import Match, clear, refill
from muster.rulesets.ad1666.state import State

FROM_DECK = "deck"


# ------------------------------------------------------------------------------------------------ unopposed
@rule("test.1")
async def unopposed(game: Match, trial: Trial) -> Outcome:
    """Make an Unopposed Test: a card from the deck, never from the hand, what is added to it, reinforcement (test.1).

    Unswerving may spare the penalty for being Crippled before, and cancel a failed Fortitude Test after.
    """
    spared = await spare(game, trial.who)
    again = False
    while True:
        outcome = await _attempt(game, trial, spared=spared, again=again)
        if outcome.success or not trial.fortitude or not await try_again(game, trial.who):
            return outcome
        spared = await spare(game, trial.who)
        again = True


async def _attempt(game: Match, trial: Trial, *, spared: bool, again: bool) -> Outcome:
    seat = game.state.seat(trial.who)
    sides = (Side(trial.who, seat, trial.who),)
    game.apply(ContestBegun(Contest(trial.name, trial.rule, sides, trial.dl, follows=again)))
    await refill(game, seat)
    game.apply(CardLaid(trial.who, game.state.decks[seat][0], open=True))
    # A Black Joker fails whatever its suit (test.8): then nothing hangs on it.
    drawn = _side(game, trial.who).card
    if trial.suit_counts and not (drawn == BLACK_JOKER and applies("test.8")):
        await name_suits(game, (seat, game.state.other(seat)))
    game.apply(Reckoned(trial.who, None, parts_of(game.state, trial, spared=spared)))
    while await _reinforce(game, trial.who, cause="test.2", dl=trial.dl):
        pass
    side = _side(game, trial.who)
    outcome = outcome_of(side, trial.dl)
    total = side.sum_of(game.state.name(trial.who))
    game.apply(
        TrialDecided(
            trial.who, trial.name, trial.dl, total, outcome.success, outcome.triumph, outcome.misfortune
        )
    )
    await clear(game)
    return outcome


async def spare(game: Match, who: CharacterId) -> bool:
    """Whether a Crippled Character spends a counter of Unswerving before the test (skill.unswerving.2)."""
    state = game.state
    if not state.is_crippled(who) or not state.bodies[who].unswerving or not applies("skill.unswerving.2"):
        return False
    yes = await game.ask(
        state.seat(who),
        Confirm("Unswerving", "Ignore being Crippled", "Keep the counter"),
        rule="skill.unswerving.2",
        text=f"{state.name(who)} is Crippled: spend a counter of Unswerving on this test?",
        note=f"{state.bodies[who].unswerving} left; without it the test has −1.",
        subject=who,
    )
    if yes:
        game.apply(UnswervingSpent(who, "skill.unswerving.2", state.bodies[who].unswerving - 1))
    return yes


async def try_again(game: Match, who: CharacterId) -> bool:
    """Whether a Character spends a counter of Unswerving on a failed Fortitude Test (skill.unswerving.1)."""
    state = game.state
    if not state.bodies[who].unswerving or not applies("skill.unswerving.1"):
        return False
    yes = await game.ask(
        state.seat(who),
        Confirm("Unswerving", "Test anew", "Accept the failure"),
        rule="skill.unswerving.1",
        text=f"{state.name(who)} has failed a Fortitude Test: spend a counter of Unswerving?",
        note=f"{state.bodies[who].unswerving} left.",
        subject=who,
    )
    if yes:
        game.apply(UnswervingSpent(who, "skill.unswerving.1", state.bodies[who].unswerving - 1))
    return yes


# ------------------------------------------------------------------------------------------------ opposed
@dataclass(frozen=True)
class Duel:
    """An Opposed Test that is to be made; ``order`` says who commits and reinforces first (test.10, test.11).

    ``follows``: it goes on from another one of the same exchange; ``suits``: the suits of the cards decide something,
    so that Jokers get theirs.
    """

    name: str
    rule: str
    sides: tuple[Side, Side]
    order: tuple[Seat, Seat]
    reckon: Reckon
    starter: SideKey | None = None
    follows: bool = False
    suits: bool = False


@rule("test.10")
async def opposed(game: Match, duel: Duel, *, reinforced_by: str = "test.11") -> Contest:
    """Make an Opposed Test up to its totals; the cards stay in play until whoever asked for it clears them.

    Each side fixes whence its card comes, in order; both are turned over; Jokers get their suits; the totals stand and
    are reinforced in turn (test.10, test.11).
    """
    game.apply(
        ContestBegun(Contest(duel.name, duel.rule, duel.sides, starter=duel.starter, follows=duel.follows))
    )
    order = duel.order if applies("test.10") else (duel.order[1], duel.order[0])
    closed = [
        await commit(game, side, duel.reckon)
        for seat in order
        for side in duel.sides
        if side.seat == seat and not side.card  # a Sweeping Attack has its card already
    ]
    for commitment in closed:
        open_card(game, commitment)
    if duel.suits:
        await name_suits(game, duel.order)
    reckon(game, duel.reckon)
    await exchange(game, {s.seat: s.key for s in duel.sides}, duel.order, cause=reinforced_by)
    return _running(game)


async def commit(game: Match, side: Side, reckon: Reckon) -> Commitment[Picks]:
    """A seat fixes the source of a participant's card: one of the hand, or the top of the deck unseen (test.10).

    Each card of the hand says what it would make with what ``reckon`` adds to it.
    """
    seat = Seat(side.seat)
    known = game.known_to(seat)
    hand = known.hands[seat] if applies("cards.2") else ()
    options = (
        *(_commitment(known, side, reckon, card) for card in hand),
        _commitment(known, side, reckon),
    )
    name = known.name(side.who) if side.who is not None else _running(game).name

    def fixed(picks: Picks) -> SourceFixed:
        key = picks.one.key
        source: Source = "deck" if key == FROM_DECK else "hand"
        return SourceFixed(side.key, seat, side.who, source, "" if key == FROM_DECK else key)

    closed = await game.commit(
        seat,
        Choose(options),
        rule="test.10",
        text=f"Which card for {name}?",
        committed=fixed,
        note="It lies face down until both are there.",
        subject=side.who,
    )
    if closed.value.one.key == FROM_DECK:
        await refill(game, seat)
        game.apply(CardLaid(side.key, game.state.decks[seat][0], open=False))
    return closed


def _commitment(known: State, side: Side, reckon: Reckon, card: CardId = "") -> Option:
    """A card of the hand (empty: the top of the deck) as an option; the chance where there is one rival."""
    rivals = [s for s in known.contest.sides if s.seat != side.seat] if known.contest is not None else []
    rival = rivals[0] if len(rivals) == 1 else None
    told, total = (
        _made(replace(side, card=card, suit=printed_suit(card)), known, reckon) if card else ("", "")
    )
    return Option(
        card or FROM_DECK,
        label_of(card) if card else "Top of the deck",
        told or ("" if card else "unseen, even by you"),
        "From the hand" if card else "From the deck",
        "test.10",
        cost=f"{total} in all" if total else "",
        odds_=(lambda: card_odds(known, side, rival, reckon, card)) if rival is not None else None,
        act=f"Play {label_of(card)}" if card else "Play the top of the deck",
        badge=total,
    )


def _made(side: Side, known: State, reckon: Reckon) -> tuple[str, str]:
    """What a card of the hand would make, in words and as a total; a Joker's without what its suit will bring."""
    made = replace(side, parts=tuple(p for p in reckon(known, side) if p.value))
    value = str(value_of(side.card))
    told = [f"{p.label} {'+' if p.value > 0 else '−'}{abs(p.value)}" for p in made.parts]
    if side.card in JOKERS:
        told = ["your suit" if side.card == RED_JOKER else "the other side names its suit", value, *told]
    elif told:
        told = [value, *told]
    return ", ".join(told), str(made.total) if made.parts else ""


def open_card(game: Match, closed: Commitment[Picks]) -> None:
    """Turn a committed card over."""
    side = next(s for s in _running(game).sides if s.seat == closed.seat and s.card and not s.open)
    game.reveal(closed, CardOpened(side.key, side.seat, side.who, side.card, side.source))


async def name_suits(game: Match, order: Sequence[Seat]) -> None:
    """Every Joker that was played gets its suit, in the order of the seats (cards.6, cards.7, ruling R17).

    The owner names that of a Red Joker, the opponent that of a Black one.
    """
    for seat in order:
        for side in _running(game).sides:
            chooser = _names(game.state, side)
            if chooser == seat and side.card in JOKERS and side.suit is None:
                await _name_suit(game, chooser, side)


def _names(state: State, side: Side) -> Seat:
    """Who names the suit of a side's Joker."""
    if side.card == RED_JOKER:
        return Seat(side.seat) if applies("cards.6") else state.other(side.seat)
    return state.other(side.seat) if applies("cards.7") else Seat(side.seat)


async def _name_suit(game: Match, chooser: Seat, side: Side) -> None:
    cause = "cards.6" if side.card == RED_JOKER else "cards.7"
    whose = "your" if chooser == side.seat else "the other side's"
    picks = await game.ask(
        chooser,
        Choose(tuple(Option(s, s.capitalize(), rule=cause) for s in SUITS)),
        rule=cause,
        text=f"Name the suit of {whose} {label_of(side.card)}.",
        subject=side.who,
    )
    suit: Suit = next(s for s in SUITS if s == picks.one.key)
    game.apply(SuitNamed(side.key, side.card, suit, chooser, cause))


def reckon(game: Match, sums: Reckon) -> None:
    """Add to every open card what belongs to it."""
    for side in _running(game).sides:
        parts = tuple(p for p in sums(game.state, side) if p.value)
        game.apply(Reckoned(side.key, side.suit or printed_suit(side.card), parts))


async def exchange(game: Match, keys: dict[str, SideKey], order: tuple[Seat, Seat], *, cause: str) -> None:
    """In turn each seat plays one reinforcing card or passes, until both have passed in succession (test.11)."""
    passed, turn = 0, 0
    while passed < number(cause, 2, off=0):
        seat = order[turn % 2]
        passed = 0 if await _reinforce(game, keys[seat], cause=cause) else passed + 1
        turn += 1


async def _reinforce(game: Match, key: SideKey, *, cause: str, dl: int | None = None) -> bool:
    """Ask a seat for a reinforcing card; whether it played one.

    Whoever holds cards is asked even if none of them fits: to pass over it would tell the others that none does.
    """
    side = _side(game, key)
    seat = Seat(side.seat)
    known = game.known_to(seat)
    hand = known.hands[seat]
    if not hand or (side.card in JOKERS and applies("test.5")):
        return False
    if dl is not None and side.total >= dl and applies("test.2"):
        return False
    usable = {a.card: a for a in reinforcements(side, hand, dl=dl)}
    if dl is not None and not best_of(side, hand, dl).success and not applies("test.4"):
        return False
    contest = _running(game)
    picks = await game.ask_or_pass(
        seat,
        Choose(
            tuple(_offer(contest, side, added) for added in usable.values()),
            missing=lambda: tuple(_unfit(side, card) for card in hand if card not in usable),
        ),
        rule=cause,
        text=_asks_to_reinforce(contest, side, known)
        if usable
        else "None of your cards reinforces this test.",
        pass_label="Play none",
        note=_standing(contest, side, dl),
        subject=side.who,
        blind=True,
    )
    if picks is None:
        game.apply(NoneAdded(seat, side.who))
        return False
    added = usable[picks.one.key]
    game.apply(Reinforced(key, seat, side.who, added, side.total + added.bonus))
    return True


def _offer(contest: Contest, side: Side, added: Added) -> Option:
    """A reinforcing card with the total that it makes."""
    total = side.total + added.bonus
    why = (
        "as the suit"
        if added.card == RED_JOKER
        else "same value"
        if _same_value(side, added.card)
        else "same suit"
    )
    other = next((s for s in contest.sides if s.seat != side.seat), None)
    against = f"{total} : {other.total}" if other is not None else f"{total} against {contest.dl}"
    return Option(
        added.card,
        label_of(added.card),
        f"{why}, +{added.bonus}",
        rule=added.rule,
        cost=against,
        act=f"Play {label_of(added.card)}",
        badge=f"+{added.bonus}",
    )


def _unfit(side: Side, card: CardId) -> Lack:
    """Why a card of the hand does not reinforce (test.2, test.11, cards.9)."""
    if card == BLACK_JOKER:
        return Lack("The Black Joker never reinforces.", "ad1666.cards.9", card)
    suit = side.suit or printed_suit(side.card)
    named = [suit.capitalize() if suit else "", str(value_of(side.card)) if side.card not in JOKERS else ""]
    wanted = " nor ".join(n for n in named if n)
    return Lack(f"{label_of(card)}: neither {wanted}.", "ad1666.test.2", card)


def _asks_to_reinforce(contest: Contest, side: Side, known: State) -> str:
    """The question, which says for whom where somebody is in the test."""
    name = known.name(side.who) if side.who is not None else ""
    return f"Reinforce {name or contest.name[0].lower() + contest.name[1:]}?"


def _same_value(side: Side, card: CardId) -> bool:
    return card.rsplit("-", 1)[-1] == side.card.rsplit("-", 1)[-1]


def _standing(contest: Contest, side: Side, dl: int | None) -> str:
    if dl is not None:
        return f"{side.total} so far, {dl} needed."
    other = next(s for s in contest.sides if s.seat != side.seat)
    return f"{side.total} against {other.total} so far."


def _running(game: Match) -> Contest:
    if game.state.contest is None:
        raise ValueError("no test is being made")
    return game.state.contest


def _side(game: Match, key: SideKey) -> Side:
    return _running(game).side(key)
