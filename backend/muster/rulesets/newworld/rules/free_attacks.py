"""Free melee attacks: for leaving reach, and after a badly lost grapple, squeeze or Disarm (action.19)."""

from functools import partial

from muster.engine.explain import Odds
from muster.engine.requests import Choose, Option
from muster.rulesets.newworld.book import rule
from muster.rulesets.newworld.queries import hands, standing
from muster.rulesets.newworld.queries.attack import Manner, attack_odds, melee_plan
from muster.rulesets.newworld.queries.hands import Arm
from muster.rulesets.newworld.rules.attack import resolve_attack
from muster.rulesets.newworld.rules.common import Fight
from muster.rulesets.newworld.state import FigureId, State


def free_manner(state: State, figure: FigureId) -> Manner:
    """A free attack outside the own turn: an Aim adds nothing, though it is used up (action.1, action.19)."""
    return Manner(own=state.turn is not None and state.turn.figure == figure)


def _odds(known: State, striker: FigureId, target: FigureId, arm: Arm) -> Odds:
    return attack_odds(known, melee_plan(known, striker, target, arm, free_manner(known, striker)))


@rule("action.19")
async def free_attack(game: Fight, striker: FigureId, on: FigureId, *, because: str, rule_id: str) -> bool:
    """Offer one free melee attack, and make it; True if it was made.

    The striker's seat may decline, and picks the weapon in hand or bare hands; where a rider leaves reach it names
    rider or mount. Never a pistol shot, and it never gives another free attack (rulings R11, R14, R38).
    """
    state = game.state
    if not standing.may_make_free_attack(state, striker, on) or not standing.in_reach(state, striker, on):
        return False
    known = game.known_to(state.seat(striker))
    manner = free_manner(known, striker)
    mount = known.figures[on].rides if rule_id == "move.11" else None
    targets = [on] if mount is None else [on, mount]
    arms = hands.melee_arms(known, striker)
    options = tuple(
        Option(
            f"{target}:{arm.key}",
            f"Strike {state.name(target)} with {arm.weapon.phrase}",
            rule="newworld.action.19",
            piece=target,
            odds_=partial(_odds, known, striker, target, arm),
        )
        for target in targets
        for arm in arms
    )
    picks = await game.ask_or_pass(
        state.seat(striker),
        Choose(options),
        rule=f"newworld.{rule_id}",
        text=f"{state.name(on)} {because}. Does {state.name(striker)} strike?",
        pass_label="Let it go",
        note="free attack",
        subject=striker,
        window="free_attack",
        secret=state.figures[striker].hidden,
    )
    if picks is None:
        return False
    target, _, key = picks.one.key.partition(":")
    arm = next(a for a in hands.melee_arms(game.state, striker) if a.key == key)
    await resolve_attack(game, melee_plan(game.state, striker, target, arm, manner), free=True)
    return True
