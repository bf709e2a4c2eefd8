"""What a charge would mean, shown before it is declared: its way, where it strikes, what follows, who may answer."""

from typing import Any, TypeAlias

from muster.engine.explain import odds_wire
from muster.rulesets.baroque.book import applies
from muster.rulesets.baroque.queries import ground
from muster.rulesets.baroque.queries.bodies import pose_of
from muster.rulesets.baroque.queries.charging import (
    IMPACT_WORDS,
    Plan,
    charge_at,
    plan_impact,
)
from muster.rulesets.baroque.queries.contacting import charge_odds
from muster.rulesets.baroque.queries.deeds import Deed
from muster.rulesets.baroque.queries.discipline import discipline_odds, march_parts
from muster.rulesets.baroque.queries.evading import up_to
from muster.rulesets.baroque.queries.replies import replies
from muster.rulesets.baroque.queries.words import bu
from muster.rulesets.baroque.state import Impact, State, UnitId, with_poses

Json: TypeAlias = Any

IMPACT_RULES: dict[Impact, str] = {
    "front": "baroque.7.2.1",
    "side": "baroque.7.2.2",
    "flank": "baroque.7.2.3a",
}


def of_charge(state: State, unit: UnitId, target: UnitId, announced: int | None = None) -> Json:
    """A charge at a target, or a potential one of ``announced`` units: where the base would stand on contact, the
    ground that it sweeps, what follows, and who may answer in which way with which chance.

    Not legal where there is no such charge.
    """
    plan = charge_at(state, unit, target)
    if plan is None:
        why = f"{state.name(unit)} cannot charge {state.name(target)} now."
        return {"legal": False, "why": why, "rule": "baroque.5.4a"}
    path = plan.path if announced is None else ground.shortened(plan.path, announced)
    deed = Deed("charge" if announced is None else "potential", unit, path, target)
    way = up_to(path, min(plan.length, path.length))
    return {
        "legal": True,
        "why": "",
        "rule": "",
        "pose": pose_of(way.body_at(way.length)),
        "swept": way.outline[0],
        "notes": _notes(state, plan),
        "odds": _odds(state, plan),
        "provokes": [
            {
                "piece": option.piece,
                "name": "" if option.piece is None else state.name(option.piece),
                "step": 0,
                "percent": 0 if option.odds is None else option.odds.chance / 100,
                "wounds": 0,
                "rule": option.rule,
                "label": option.label,
            }
            for option in replies(state, deed)
        ],
    }


def _odds(state: State, plan: Plan) -> list[Json]:
    """The chance of the bonus where the charge needs it, else that of the melee."""
    found = charge_odds(state, plan)
    return [] if found is None else [{"piece": plan.target, "odds": odds_wire(found)}]


def _notes(state: State, plan: Plan) -> list[Json]:
    """Distance and impact, what the ground does to the charger, and the march test on contact."""
    unit, name = plan.unit, state.name(plan.unit)
    struck = plan_impact(state, plan)
    theirs = state.name(plan.target)
    where = f"{bu(plan.length)} to {theirs}, met {IMPACT_WORDS[struck]}."
    notes = [_note(where, IMPACT_RULES[struck], "good" if struck == "flank" else "plain")]
    for trouble in ground.disorders(state, unit, up_to(plan.path, plan.length)):
        notes.append(
            _note(f"{name} will be Disordered: it {trouble.why}.", f"baroque.{trouble.rule}", "warn")
        )
    acting = state.acting
    action = acting.moves + 1 if acting is not None and acting.unit == unit else 1
    if action >= 2 and len(notes) == 1 and applies("5.1f"):
        there = with_poses(state, {unit: pose_of(plan.path.body_at(plan.length))})
        odds = discipline_odds(there, unit, march_parts(there, unit, action))
        text = f"Movement action {action}: on contact in good order with {odds.chance / 100:.0f}%, else Disordered."
        notes.append(_note(text, "baroque.5.1f", "plain"))
    return notes


def _note(text: str, rule: str, tone: str) -> Json:
    return {"text": text, "rule": rule, "tone": tone}
