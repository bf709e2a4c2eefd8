"""Turns and rounds: whose turn, what is left of it, the end of the round (turn.1 to turn.5, init.4, init.6)."""

from functools import partial
from typing import Literal

from muster.rulesets.newworld.book import applies, number, rule
from muster.rulesets.newworld.events import GroupBegan, GroupEnded, RoundBegan, TurnBegan, TurnEnded
from muster.rulesets.newworld.queries import menu
from muster.rulesets.newworld.queries.menu import Act, Allowance
from muster.rulesets.newworld.rules.actions import perform
from muster.rulesets.newworld.rules.attack import may_go_on
from muster.rulesets.newworld.rules.common import (
    Fight,
    check_end,
    check_end_of_round,
    is_decided,
    is_over,
    settle_postponed,
)
from muster.rulesets.newworld.rules.delay import Point, interrupt
from muster.rulesets.newworld.rules.initiative import with_newcomers
from muster.rulesets.newworld.state import FigureId, State


@rule("init.6")
async def next_turn(game: Fight) -> None:
    """Go on in the order to the next figure that has a turn, and take it; or end the round."""
    state = game.state
    if not state.group_waiting:
        await _next_group(game)
    waiting = game.state.group_waiting
    if waiting:
        await take_turn(game, waiting[0])
    if not is_over(game) and game.state.group and (not game.state.group_waiting or is_decided(game.state)):
        await _end_group(game)
    if not is_over(game) and not game.state.group_waiting and not game.state.waiting:
        _end_round(game)


async def _next_group(game: Fight) -> None:
    """The next of the order, in a random order where several act simultaneously (init.4)."""
    state = game.state
    if not state.waiting:
        return
    members = tuple(f for f in state.waiting[0] if state.in_fight(f))
    if len(members) > 1 and applies("init.4"):
        order = await game.shuffle(len(members), why="who of a simultaneous group goes first")
        members = tuple(members[i] for i in order)
    game.apply(GroupBegan(members))


async def _end_group(game: Fight) -> None:
    if game.state.postponed:
        await settle_postponed(game)
    game.apply(GroupEnded())
    check_end(game)


def _end_round(game: Fight) -> None:
    check_end_of_round(game)
    if not is_over(game):
        order, joined = with_newcomers(game.state)
        round_number = number("init.6", game.state.round + 1, off=game.state.round)
        game.apply(RoundBegan(round_number, order, joined))


@rule("turn.1")
async def take_turn(game: Fight, figure: FigureId) -> None:
    """One combatant's turn: two half actions or one full action, in any order, and free actions (turn.1, turn.5).

    What lasted until this turn ends first (turn.4). Holders of delayed halves are asked at the start. What a hidden
    figure is asked and does stays between it and its seat: the others learn only that its turn is over (hide.1).
    """
    game.apply(TurnBegan(figure))
    if not game.state.in_fight(figure):
        _end_turn(game, figure)
        return
    await interrupt(game, figure, Point.TURN)
    chosen: tuple[Act, object] | Literal["end"] | None = None
    while may_go_on(game, figure) and not is_decided(game.state):
        chosen = await _choose(game, figure)
        if chosen is None or chosen == "end":
            break
        act, given = chosen
        await perform(game, figure, act, given)
    _end_turn(game, figure, by_choice=chosen == "end")


def _end_turn(game: Fight, figure: FigureId, *, by_choice: bool = False) -> None:
    if is_over(game):
        return
    turn = game.state.turn
    left = turn.halves if by_choice and turn is not None else None
    game.apply(TurnEnded(figure, game.state.figures[figure].hidden, left))


async def _choose(game: Fight, figure: FigureId) -> tuple[Act, object] | Literal["end"] | None:
    """What the figure does next, the word that its seat ends the turn, or None where nothing can be done."""
    state = game.state
    turn = state.turn
    if turn is None:
        return None
    seat = state.seat(figure)
    known = game.known_to(seat)
    allowance = Allowance(turn.halves, turn.attacked, turn.cast)
    acts = menu.acts_for(known, figure, allowance)
    if turn.halves == 0:
        acts = _free_acts(game, known, figure, acts)
    if not acts:
        return None
    picks = await game.ask_or_pass(
        seat,
        menu.action_spec(acts, partial(menu.missing_for, known, figure, allowance)),
        rule="newworld.turn.1",
        text=f"{state.name(figure)}, what now?",
        pass_label="End turn",
        note=NOTES[turn.halves],
        subject=figure,
        secret=state.figures[figure].hidden,
        pass_sure=WASTE if turn.halves == 2 and any(a.cost for a in acts) else "",
    )
    if picks is None:
        return "end"
    return next(a for a in acts if a.option.key == picks.one.key), picks.one.given


WASTE = "End the turn with both half actions unused?"
NOTES = {2: "two half actions or one full action", 1: "one half action left", 0: "only free actions left"}


def _free_acts(game: Fight, known: State, figure: FigureId, acts: tuple[Act, ...]) -> tuple[Act, ...]:
    """Of the free acts that are left those that can matter, or all or none of them if the seat wishes (ruling R99)."""
    mode = game.preferences.get((known.seat(figure), "free_actions"), "relevant")
    if mode == "relevant":
        matter = menu.free_that_matter(known, figure)
        return tuple(a for a in acts if a.deed in matter)
    return acts if mode == "always" else ()
