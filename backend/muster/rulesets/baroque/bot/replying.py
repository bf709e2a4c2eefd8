"""What the bot does about an enemy's deed: fire, countercharge, evade, charge by opportunity, or nothing."""

from typing import Any, Final, TypeAlias

from muster.engine.refusals import Refusal
from muster.engine.requests import Choose, Number, Option, Request
from muster.rulesets.baroque.bot.mood import EVEN
from muster.rulesets.baroque.bot.prospects import charging
from muster.rulesets.baroque.bot.worth import shot_worth, threat, value
from muster.rulesets.baroque.queries.charging import charge_at
from muster.rulesets.baroque.queries.odds import CERTAIN
from muster.rulesets.baroque.queries.shooting import reaction_plan
from muster.rulesets.baroque.state import State, UnitId, with_poses

Json: TypeAlias = Any
Scored: TypeAlias = tuple[float, Json]

SHY: Final = frozenset({"S", "CL", "ART", "DR"})
"""Who would rather not be charged at all."""
LEAST: Final = 0.05
"""What a reaction has to be worth: a unit has only one in a turn."""


def reply(known: State, request: Request, spec: Choose) -> Json:
    """The evasions that are worth it, and the best reaction of a unit that does not evade."""
    actor = request.subject or ""
    evaders = [o for o in spec.options if o.key.startswith("evade:") and _evades(known, actor, o)]
    going = {_unit_of(o) for o in evaders}
    best: Scored = (LEAST, None)
    for option in spec.options:
        if option.key.startswith("evade:") or _unit_of(option) in going:
            continue
        found = _weigh(known, actor, option)
        if found[0] > best[0]:
            best = found
    picks: list[Json] = [{"key": o.key} for o in evaders]
    picks += [best[1]] if best[1] is not None else []
    return {"picks": picks} if picks else {"pass": True}


def _unit_of(option: Option) -> UnitId:
    return option.key.partition(":")[2]


def _chance(option: Option) -> float:
    """The chance that the test comes off that the option leads to."""
    return option.odds.chance / CERTAIN if option.odds is not None else 1.0


def _evades(known: State, actor: UnitId, option: Option) -> bool:
    """Light troops get out of the way of whoever is stronger; from a shot nobody runs."""
    unit = _unit_of(option)
    if charge_at(known, actor, unit) is None:
        return False
    return known.card(unit).type in SHY or 1.5 * threat(known, unit) < threat(known, actor)


def _weigh(known: State, actor: UnitId, option: Option) -> Scored:
    """What a reaction is worth, and the pick that takes it."""
    unit, word = _unit_of(option), option.key.partition(":")[0]
    if word == "counter":
        return _counter(known, actor, unit) * _chance(option), {"key": option.key}
    needs = option.needs
    if not isinstance(needs, Number):
        return _at(known, actor, unit, word) * _chance(option), {"key": option.key}
    best: Scored = (0.0, None)
    for length in sorted({needs.minimum, (needs.minimum + needs.maximum) // 2, needs.maximum}):
        there = _stopped(known, actor, needs, length)
        worth = _at(there, actor, unit, word) * _chance(option)
        if worth > best[0] and _is_allowed(needs, length):
            best = worth, {"key": option.key, "with": {"value": length}}
    return best


def _is_allowed(needs: Number, length: int) -> bool:
    """Whether the place on the path is one at which it can be done."""
    try:
        needs.read({"value": length})
    except Refusal:
        return False
    return True


def _stopped(known: State, actor: UnitId, needs: Number, length: int) -> State:
    """The position with the actor where it would be struck, as near as the poses on its way tell."""
    if needs.along is None:
        return known
    pose = min(needs.along.poses, key=lambda one: abs(one[0] - length))[1]
    return with_poses(known, {actor: pose})


def _at(there: State, actor: UnitId, unit: UnitId, word: str) -> float:
    """What a shot or a charge at the actor is worth where it stands."""
    if word == "fire":
        shot = reaction_plan(there, unit, actor)
        return shot_worth(there, shot) if shot is not None else 0.0
    found = charge_at(there, unit, actor)
    if found is None:
        return 0.0
    return charging(there, found, EVEN)


def _counter(known: State, actor: UnitId, unit: UnitId) -> float:
    """Meeting a charge half way brings the impetus that standing does not."""
    return 0.25 * known.card(unit).impetus * min(value(known, unit), value(known, actor))
