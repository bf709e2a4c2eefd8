"""Swift Attack: two blows, the second named when the first is resolved (action.7, two.3 to two.5)."""

from functools import partial

from muster.engine.requests import Choose, Option
from muster.rulesets.newworld.book import rule
from muster.rulesets.newworld.queries.attack import attack_odds
from muster.rulesets.newworld.queries.menu import Act
from muster.rulesets.newworld.queries.swift import Blow, first_blows, second_blows
from muster.rulesets.newworld.rules.attack import may_go_on, resolve_attack
from muster.rulesets.newworld.rules.common import Fight, check_end
from muster.rulesets.newworld.state import FigureId, State


@rule("action.7")
async def swift_attack(game: Fight, figure: FigureId, act: Act) -> None:
    """Two blows; the second is lost if no legal target is left for it (action.7)."""
    key = act.option.key.removeprefix("swift:")
    first = next((b for b in first_blows(game.state, figure) if b.key == key), None)
    if first is None:
        return
    await resolve_attack(game, first.plan)
    check_end(game)
    if not may_go_on(game, figure):
        return
    seat = game.state.seat(figure)
    known = game.known_to(seat)
    left = second_blows(known, figure, first)
    if not left:
        return
    options = tuple(_option(known, b) for b in left)
    picks = await game.ask_or_pass(
        seat,
        Choose(options),
        rule="newworld.action.7",
        text=f"{game.state.name(figure)} strikes again. At whom?",
        pass_label="No second blow",
        note="second blow of a Swift Attack",
        subject=figure,
        secret=game.state.figures[figure].hidden,
    )
    if picks is None:
        return
    now = {b.key: b for b in second_blows(game.state, figure, first)}
    blow = now.get(picks.one.key)
    if blow is not None:
        await resolve_attack(game, blow.plan)


def _option(known: State, blow: Blow) -> Option:
    return Option(
        blow.key,
        f"{'Shoot' if blow.plan.ranged else 'Strike'} {known.name(blow.target)}",
        detail=blow.words,
        rule="newworld.action.7",
        piece=blow.target,
        odds_=partial(attack_odds, known, blow.plan),
    )
