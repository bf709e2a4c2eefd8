"""Delayed half actions: the windows in which their holders may step in (action.11, action.12)."""

from collections.abc import Callable
from enum import Enum
from typing import TypeAlias

from muster.engine.windows import window
from muster.rulesets.newworld.book import applies, rule
from muster.rulesets.newworld.events import HalfKept, HalfUsed
from muster.rulesets.newworld.queries import menu, movement, standing
from muster.rulesets.newworld.queries.menu import Act, Allowance
from muster.rulesets.newworld.rules.common import Fight, check_end, is_over
from muster.rulesets.newworld.rules.declare import declare
from muster.rulesets.newworld.rules.deeds import carry_out, deed
from muster.rulesets.newworld.state import FigureId, State


class Point(Enum):
    """The points at which a delayed half may be used, in words (action.12)."""

    TURN = "at the start of the turn"
    DECLARED = "before it is carried out"
    STEP = "between two steps"
    DONE = "after it"


def holders(state: State, active: FigureId, point: Point) -> tuple[FigureId, ...]:
    """Figures in the fight with a delayed half, in initiative order, but for whose action it is (action.12).

    What a hidden figure does in its turn is not known to the other side, so its foes can act only as it begins.
    """
    unseen = state.figures[active].hidden and point is not Point.TURN
    found = [
        f
        for f, b in state.figures.items()
        if b.delayed
        and f != active
        and state.in_fight(f)
        and not b.surprised
        and not (unseen and state.are_foes(f, active))
    ]
    return standing.in_initiative_order(state, found) if found and applies("action.12") else ()


def _allowance(state: State, figure: FigureId) -> Allowance:
    half = state.figures[figure].delayed[0]
    return Allowance(1, half.attacked, half.cast, delayed=True)


def delayed_acts(state: State, figure: FigureId) -> tuple[Act, ...]:
    """What a holder could do with its kept half: any half action but Delay (action.11)."""
    return menu.acts_for(state, figure, _allowance(state, figure)) if state.figures[figure].delayed else ()


def can_matter(
    state: State, holder: FigureId, active: FigureId, target: FigureId | None, point: Point
) -> bool:
    """Whether stepping in could change something: a foe acts on the holder, beside it, or where it can be attacked.

    Except between steps a foe that the holder's own Move would bring it beside matters too. A hidden holder is asked
    as a foe's turn begins and after each of its actions, wherever it lies: were it asked only about foes that come
    near, the pause would tell where it is (ruling R87). Where the foe has fallen in its own action it matters to a
    holder whose turn is next, since the half is lost as that begins (ruling R88).
    """
    if not state.are_foes(holder, active):
        return False
    if state.figures[holder].hidden:
        return point in (Point.TURN, Point.DONE)
    if target is not None and target in (holder, state.figures[holder].rides):
        return True
    if state.figures[active].at is None:
        return point is Point.DONE and holder in _next_up(state)
    away = standing.distance_between(state, holder, active)
    if away <= 1 or (point is not Point.STEP and away <= movement.paces(state, holder) + 1):
        return True
    mine = (active, state.figures[active].rides)
    return any(a.target in mine for a in menu.blows_for(state, holder, _allowance(state, holder)))


def _next_up(state: State) -> tuple[FigureId, ...]:
    """Who takes the next turn, or may: the rest of a simultaneous group, else the next in the order."""
    return state.group_waiting or (state.waiting[0] if state.waiting else ())


Before: TypeAlias = Callable[[FigureId, Act | None], None]


def _nothing(holder: FigureId, act: Act | None) -> None:
    """Nothing has to be told before somebody steps in."""


async def interrupt(
    game: Fight,
    active: FigureId,
    point: Point,
    *,
    target: FigureId | None = None,
    before: Before = _nothing,
) -> bool:
    """Ask each holder of a delayed half whether it acts now; True if anybody did.

    A delayed action opens no window for other delayed actions (ruling R21). Holders that lie hidden are asked in
    secret, so that nobody else learns of the question. ``before`` is called with a holder about to be asked (no act)
    and with one about to act, so that what led there can be told first.
    """
    acted: list[FigureId] = []

    async def offer(holder: FigureId) -> None:
        while game.state.figures[holder].delayed and not is_over(game) and game.state.in_fight(holder):
            if not await _ask(game, holder, active, point, before):
                return
            acted.append(holder)

    await window(
        game,
        "delayed",
        lambda: holders(game.state, active, point),
        seat_of=game.state.seat,
        matters=lambda holder: can_matter(
            game.known_to(game.state.seat(holder)), holder, active, target, point
        ),
        offer=offer,
    )
    return bool(acted)


async def _ask(game: Fight, holder: FigureId, active: FigureId, point: Point, before: Before) -> bool:
    """Whether a holder acts now; if so it has acted. Who kept two halves is asked again, one half at a time."""
    seat, hidden = game.state.seat(holder), game.state.figures[holder].hidden
    acts = delayed_acts(game.known_to(seat), holder)
    if not acts:
        return False
    before(holder, None)
    picks = await game.ask_or_pass(
        seat,
        menu.action_spec(acts),
        rule="newworld.action.12",
        text=f"{game.state.name(holder)} holds a delayed action. Step in now, {point.value}?",
        pass_label="Wait",
        note=f"{game.state.name(active)} is acting",
        subject=holder,
        window="delayed",
        secret=hidden,
    )
    if picks is None:
        return False
    act = next(a for a in acts if a.option.key == picks.one.key)
    before(holder, act)
    game.apply(HalfUsed(holder, act.is_attack, act.action == "cast", hidden))
    await perform_delayed(game, holder, act, picks.one.given)
    return True


@rule("action.11")
async def perform_delayed(game: Fight, figure: FigureId, act: Act, given: object) -> None:
    """Carry out a kept half action: no windows of its own, though it may provoke free attacks (ruling R21)."""
    declare(game, figure, act)
    await carry_out(game, figure, act, given, delayed=True)
    check_end(game)


@deed("delay")
@rule("action.11")
async def keep_half(game: Fight, figure: FigureId, act: Act, given: object, delayed: bool) -> None:
    """Keep a half action in hand."""
    game.apply(HalfKept(figure, game.state.figures[figure].hidden))
