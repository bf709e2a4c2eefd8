"""Charges of the active unit: what is offered, declared, answered and carried through (5.4)."""

from muster.engine.explain import Reason
from muster.engine.requests import Along, Number, Option, Pick
from muster.geometry.open.moves import Path
from muster.rulesets.baroque.book import applies, rule
from muster.rulesets.baroque.events.moves import Announced, NoMore
from muster.rulesets.baroque.queries import charging, ground
from muster.rulesets.baroque.queries.bodies import pose_of
from muster.rulesets.baroque.queries.charging import Plan, charge_at, no_declaration, plan_words
from muster.rulesets.baroque.queries.contacting import charge_odds
from muster.rulesets.baroque.queries.deeds import Deed
from muster.rulesets.baroque.queries.evading import no_evasion, up_to
from muster.rulesets.baroque.queries.replies import contacted, frames
from muster.rulesets.baroque.queries.running import unobstructed
from muster.rulesets.baroque.queries.words import bu
from muster.rulesets.baroque.rules import reactions
from muster.rulesets.baroque.rules.common import Battle
from muster.rulesets.baroque.rules.evasion import evade_all
from muster.rulesets.baroque.rules.halfway import countercharge
from muster.rulesets.baroque.rules.pace import Charge, count_action
from muster.rulesets.baroque.rules.strike import run
from muster.rulesets.baroque.rules.trying import try_reaction
from muster.rulesets.baroque.state import State, UnitId

STEP = 60
"""Lengths of a potential charge are offered in tenths of a BU."""


# ------------------------------------------------------------------------------------------------ options
def options(state: State, unit: UnitId) -> tuple[Option, ...]:
    """The charges that the acting unit may declare, and the potential charges at whoever could evade (5.4a, 5.4.6a)."""
    if no_declaration(state, unit) is not None:
        return ()
    plans = charging.charges(state, unit)
    return (
        *(_charge(state, plan) for plan in plans),
        *(_potential(state, plan) for plan in plans if _is_evasive(state, plan)),
    )


def missing(state: State, unit: UnitId) -> tuple[Reason, ...]:
    """Why the acting unit may not charge, or not which enemies in front of it."""
    return charging.missing(state, unit)


def _is_evasive(state: State, plan: Plan) -> bool:
    """Whether a target in reach of M may evade from the charge, so that it may be a potential one (5.4.6a)."""
    if plan.lacks:
        return False
    way = up_to(plan.path, plan.length)
    return no_evasion(state, plan.target, plan.unit, way) is None and applies("5.4.6a")


def _charge(state: State, plan: Plan) -> Option:
    return Option(
        f"charge:{plan.target}",
        f"Charge {state.name(plan.target)}",
        f"{plan_words(state, plan)}.",
        "Charge",
        "baroque.5.4a",
        piece=plan.target,
        cost="its last movement action",
        warnings=_risks(state, plan.unit),
        odds_=lambda: charge_odds(state, plan),
    )


def _potential(state: State, plan: Plan) -> Option:
    most = max(plan.length, min(plan.plain, unobstructed(state, plan.path)))
    path = ground.shortened(plan.path, most)
    return Option(
        f"potential:{plan.target}",
        f"Come on at {state.name(plan.target)}",
        f"{plan_words(state, plan)}. A charge if it stays, a move if it evades.",
        "Charge",
        "baroque.5.4.6a",
        piece=plan.target,
        cost="1 movement action",
        warnings=_risks(state, plan.unit),
        needs_=lambda: Number(plan.length, most, "How far it comes on", STEP, Along(plan.unit, frames(path))),
    )


def _risks(state: State, unit: UnitId) -> tuple[str, ...]:
    """What a charge as the second or a later movement action brings with it (5.1f)."""
    acting = state.acting
    if acting is None or acting.unit != unit or not acting.moves:
        return ()
    return (f"Movement action {acting.moves + 1}: a Discipline Test on contact; failing it means Disorder.",)


# ------------------------------------------------------------------------------------------------ the charge
@rule("5.4a")
async def perform(game: Battle, unit: UnitId, pick: Pick) -> None:
    """Declare a charge or a potential charge, let it be answered, carry it through (5.4a, 5.4.6, seq.reaction)."""
    word, _, target = pick.key.partition(":")
    plan = charge_at(game.state, unit, target)
    if plan is None:
        raise ValueError(f"{unit} cannot charge {target}")
    potential = word == "potential"
    path = ground.shortened(plan.path, pick.given) if potential else plan.path
    deed = Deed("potential" if potential else "charge", unit, path, target, way="charge")
    _declare(game, plan, path, potential=potential)
    charge = Charge(
        deed,
        unit,
        target,
        path,
        min(plan.plain, path.length),
        path.length if potential else plan.plain,
        "charge",
        decided=potential,
        known=contacted(game.state, deed),
    )
    await _answered(game, charge)


def _declare(game: Battle, plan: Plan, path: Path, *, potential: bool) -> None:
    """Say it; after a real charge its unit does nothing else (5.4.5a)."""
    state, unit = game.state, plan.unit
    name, theirs = state.name(unit), state.name(plan.target)
    if potential:
        text, rule_id = f"{name} will come on at {theirs}, up to {bu(path.length)}.", "baroque.5.4.6a"
    else:
        text, rule_id = f"{name} declared a charge on {theirs}, {bu(plan.length)} away.", "baroque.5.4a"
    there = path.body_at(min(plan.length, path.length))
    game.apply(Announced(unit, text, rule_id, (pose_of(path.body), pose_of(there))))
    if not potential and applies("5.4.5a"):
        game.apply(NoMore(unit))


async def _answered(game: Battle, charge: Charge) -> None:
    """What the inactive player does about it, in its order: evasions, then the reaction, then the charge itself."""
    deed = charge.deed
    answer = await reactions.answer(game, deed)
    reaction = answer.reaction
    charge.reactor = reaction.unit if reaction is not None else None
    charge.evaders = frozenset(answer.evaders)
    if applies("5.6h"):
        await evade_all(game, deed, answer.evaders)
    if reaction is not None and reaction.kind == "counter":
        if await try_reaction(game, deed, reaction):
            count_action(game, charge)
            if await countercharge(game, charge, reaction.unit):
                return
            await run(game, charge, counted=True)
            return
    elif reaction is not None:
        result = await reactions.interrupt(game, deed, reaction)
        charge.done = result.length
        if not result.goes_on:
            return
    await run(game, charge)
