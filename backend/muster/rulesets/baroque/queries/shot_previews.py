"""What a shot would mean, shown before it is announced: its lines, dice and odds, and who may answer."""

from typing import Any, TypeAlias

from muster.engine.explain import odds_wire, sight_wire
from muster.geometry.open.poses import Side
from muster.rulesets.baroque.queries.deeds import Deed
from muster.rulesets.baroque.queries.lines import Sight, sight_lines
from muster.rulesets.baroque.queries.replies import replies
from muster.rulesets.baroque.queries.shooting import offer_words, plan, plan_odds, why_not_target
from muster.rulesets.baroque.queries.words import count
from muster.rulesets.baroque.state import State, UnitId

Json: TypeAlias = Any


def _on_lines(sight: Sight) -> list[Json]:
    """What stands in the lines or covers their target, each said once (6.3.3)."""
    words = dict.fromkeys(line.label for line in sight.lines if line.state != "clear")
    return [{"text": f"{label}.", "rule": "baroque.6.3.3c", "tone": "warn"} for label in words]


def of_shot(state: State, unit: UnitId, side: Side, target: UnitId, kept: int = 0) -> Json:
    """A shot from a side at a target with ``kept`` movement actions for afterwards (6.1.3.2b): the three lines, the
    dice and the odds with them, and who may answer in which way with which chance.

    Not legal, with the reason, where the target may not be shot at.
    """
    why = why_not_target(state, unit, side, target)
    shot = plan(state, unit, side, target, "active", kept=kept)
    if why is not None or shot is None:
        text, rule = (why.text, why.rule) if why is not None else ("", "")
        return {"legal": False, "why": text, "rule": rule}
    dice = count(shot.dice.value, "die", "dice")
    return {
        "legal": True,
        "why": "",
        "rule": "",
        "sights": [{"piece": target, **sight_wire(line)} for line in sight_lines(shot.sight)],
        "notes": [
            {"text": f"{dice}: {offer_words(state, shot)}.", "rule": "baroque.6.1.1a", "tone": "plain"},
            *_on_lines(shot.sight),
        ],
        "odds": [{"piece": target, "odds": odds_wire(plan_odds(state, shot))}],
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
            for option in replies(state, Deed("shot", unit, target=target))
        ],
    }
