"""Why acts that one might expect are not offered: the attack is used, the gun is empty, the foe out of sight."""

from collections.abc import Iterator
from typing import Final

from muster.engine.explain import Reason
from muster.rulesets.newworld.queries import hands, movement, shooting, standing
from muster.rulesets.newworld.queries.charge import charge_runs
from muster.rulesets.newworld.queries.menu.acts import FULL, Allowance
from muster.rulesets.newworld.state import FigureId, Item, State


def missing_for(state: State, figure: FigureId, allowance: Allowance) -> tuple[Reason, ...]:
    """The reasons, in the order of the options, as the figure's own seat knows them."""
    return tuple(
        Reason(text, f"newworld.{rule}")
        for text, rule in (
            *_attacks(state, figure, allowance),
            *_moves(state, figure),
            *_whole_turns(allowance),
        )
    )


Line = tuple[str, str]


def _attacks(state: State, figure: FigureId, allowance: Allowance) -> Iterator[Line]:
    if allowance.attacked:
        yield "No second attack: a turn has one attack action.", "turn.2"
    for item in state.held(figure):
        if state.weapon(item).is_ranged and not hands.may_shoot_now(state, item):
            yield _not_ready(state, item)
    if allowance.attacked:
        return
    yield from _no_shot(state, figure)
    if allowance.halves >= FULL and movement.may_walk(state, figure) and not movement.is_lame(state, figure):
        foes = [f for f in state.foes(figure) if standing.is_visible_foe(state, figure, f)]
        paces = movement.paces(state, figure)
        if foes and paces >= movement.CHARGE_MINIMUM and not any(charge_runs(state, figure, f) for f in foes):
            span = f"{movement.CHARGE_MINIMUM} to {paces} paces"
            yield f"No Charge: no straight, open run of {span} ends beside a foe.", "move.7"


def _not_ready(state: State, item: Item) -> Line:
    """Why a weapon in hand cannot be shot."""
    weapon = state.weapon(item)
    name = weapon.label.lower()
    if item.jammed:
        return f"The {name} has misfired and must be cleared before it is reloaded.", "fire.2"
    if not item.loaded:
        rule = "fire.1" if weapon.firearm else "action.4"
        return f"The {name} is fired and empty: {item.rounds} of {weapon.reload} rounds reloaded.", rule
    return f"The powder is soaked, so the {name} cannot fire.", "fire.5"


def _no_shot(state: State, figure: FigureId) -> Iterator[Line]:
    """The foes at whom nothing in hand can be shot, by what is in the way."""
    arms = hands.ranged_arms(state, figure)
    why: dict[str, list[str]] = {}
    for foe in state.foes(figure) if arms else ():
        if not standing.is_visible_foe(state, figure, foe) or state.figures[foe].ridden_by is not None:
            continue
        if any(shooting.may_be_shot(state, figure, foe, arm.weapon) for arm in arms):
            continue
        squares = standing.distance_between(state, figure, foe)
        if shooting.band_of(squares) == "melee":
            reason = "close"
        elif all(shooting.range_modifier(arm.weapon, squares) is None for arm in arms):
            reason = "far"
        else:
            reason = "unseen"
        why.setdefault(reason, []).append(state.name(foe))
    for reason, names in why.items():
        words, rule = _WHY_NO_SHOT[reason]
        yield f"No shot at {', '.join(names)}: {words}.", rule


_WHY_NO_SHOT: Final[dict[str, Line]] = {
    "close": ("at Melee range only a pistol is shot", "range.10"),
    "far": ("too far", "range.8"),
    "unseen": ("out of sight", "range.15"),
}


def _moves(state: State, figure: FigureId) -> Iterator[Line]:
    body = state.figures[figure]
    if body.in_grapple:
        yield "In a grapple nobody moves off or shoots.", "grapple.12"
    elif body.prone:
        yield "Prone, one can only crawl or stand up.", "move.31"


def _whole_turns(allowance: Allowance) -> Iterator[Line]:
    if allowance.cast:
        yield "No second spell: a turn has one.", "turn.3"
    if 0 < allowance.halves < FULL:
        yield "Nothing that takes the whole turn: one half action is left.", "turn.1"
