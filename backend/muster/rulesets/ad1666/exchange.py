"""Tests with cards as the table shows them: who plays what, from where, what it comes to, how it came out."""

from collections.abc import Iterator

from muster.engine.views import CardView, ContestSideView, ContestView
from muster.rulesets.ad1666.contest import Contest, Side
from muster.rulesets.ad1666.deck import UNKNOWN, CardId
from muster.rulesets.ad1666.state import State


def contests(known: State) -> Iterator[ContestView]:
    """The tests of the last exchange as they began, a Parry after the blow that it answers (combat.11).

    ``known`` is what the audience may know: closed cards that it may not see have no face.
    """
    running = tuple(c for c in (known.beneath, known.contest) if c is not None)
    for contest in sorted((*known.told, *running), key=lambda c: c.number):
        yield _contest(known, contest, over=contest in known.told)


def _contest(known: State, contest: Contest, *, over: bool) -> ContestView:
    sides = tuple(_side(known, side) for side in contest.sides)
    return ContestView(
        str(contest.number),
        contest.name,
        f"ad1666.{contest.rule}",
        sides,
        contest.dl or None,
        over,
        contest.verdict,
        contest.winner or None,
    )


def _side(known: State, side: Side) -> ContestSideView:
    name = known.name(side.who) if side.who is not None else known.setup.labels[side.seat]
    cards = (CardView(_face(side.card), side.open, side.source), *_added(side)) if side.card else ()
    total = side.sum_of(name) if side.open else None
    return ContestSideView(side.key, side.seat, side.who, name, cards, total)


def _added(side: Side) -> Iterator[CardView]:
    for added in side.added:
        yield CardView(_face(added.card), True, "hand", added.bonus)


def _face(card: CardId) -> str | None:
    return card if card and card != UNKNOWN else None
