"""What a unit does next in its activation: rally, shoot, charge, move, or be done."""

from typing import Any, Final, TypeAlias

from muster.engine.requests import Manoeuvre, Number, Option, Request
from muster.engine.specs import Choose
from muster.geometry.open.poses import Side
from muster.rulesets.baroque.bot import moving
from muster.rulesets.baroque.bot.leading import nearest
from muster.rulesets.baroque.bot.worth import charge_worth, fight_worth, shot_worth, value
from muster.rulesets.baroque.cards import BU
from muster.rulesets.baroque.queries.charging import bonus_odds, charge_at
from muster.rulesets.baroque.queries.odds import CERTAIN
from muster.rulesets.baroque.queries.shooting import plan
from muster.rulesets.baroque.queries.status import is_exhausted
from muster.rulesets.baroque.queries.victory import share_left
from muster.rulesets.baroque.state import State, UnitId

Json: TypeAlias = Any
Scored: TypeAlias = tuple[float, Json]

RALLY: Final = 50.0
"""Order comes first: a rally costs nothing and the unit acts as usual after it (4.1.2a)."""
WAIT: Final = 0.15
"""What a deed has to be worth at least to be better than doing nothing."""
SHORTFALL: Final = 0.35
"""What a charge that falls short costs, as a part of the unit: it stands Disordered before the enemy (5.4.1b)."""
UNSAFE: Final = 4 * BU
"""Within this of an enemy, in units, an Exhausted unit may soon be routed."""
SHOT_FIRST: Final = 1.2
"""A shot now is worth more than the same shot next turn."""


def act(known: State, request: Request, spec: Choose) -> Json:
    """The best of a unit's options, or a pass."""
    unit = request.subject or ""
    best: Scored = (WAIT, None)
    for option in spec.options:
        found = _weigh(known, unit, option)
        if found[0] > best[0]:
            best = found
    if best[1] is not None or request.pass_label is None:
        return best[1] if best[1] is not None else {"picks": [{"key": spec.options[0].key}]}
    return {"pass": True}


def _weigh(known: State, unit: UnitId, option: Option) -> Scored:
    """What an option is worth and the answer that takes it."""
    word, _, rest = option.key.partition(":")
    plain: Json = {"picks": [{"key": option.key}]}
    match word:
        case "rally" if rest == "forced":
            return _forced(known, unit, option), plain
        case "rally":
            return RALLY, plain
        case "withdraw":
            return _withdraw(known, unit, option), plain
        case "charge":
            return _charge(known, unit, rest), plain
        case "potential":
            return _potential(known, unit, option, rest)
        case "shoot" | "caracole":
            return _shoot(known, unit, option)
        case "move":
            return _move(known, unit, option)
        case _:
            return 0.0, plain


def _forced(known: State, unit: UnitId, option: Option) -> float:
    """A forced rally ends the activation: better than a shot or a step of a shaken unit, if the dice are good."""
    chance = option.odds.chance / CERTAIN if option.odds else 0.0
    return 0.3 * chance * value(known, unit)


def _withdraw(known: State, unit: UnitId, option: Option) -> float:
    """Who is Exhausted leaves when the army is near its end and the enemy near: routed he would cost twice as much."""
    left, whole = share_left(known, known.seat(unit))
    if not is_exhausted(known, unit) or 2 * left > whole or nearest(known, unit) > UNSAFE:
        return 0.0
    chance = option.odds.chance / CERTAIN if option.odds else 1.0
    return chance * value(known, unit) / 2


def _charge(known: State, unit: UnitId, target: UnitId) -> float:
    """The melee that the charge makes, as likely as the bonus that it needs."""
    found = charge_at(known, unit, target)
    if found is None:
        return 0.0
    worth = charge_worth(known, found)
    if not found.lacks:
        return worth
    chance = bonus_odds(known, unit, found.lacks, found.path.length - found.plain).chance / CERTAIN
    return chance * worth - (1 - chance) * SHORTFALL * value(known, unit)


def _potential(known: State, unit: UnitId, option: Option, target: UnitId) -> Scored:
    """Coming on at somebody who may evade: as a charge, without the Disorder where he does (5.4.6)."""
    needs = option.needs
    if not isinstance(needs, Number):
        return 0.0, None
    body: Json = {"picks": [{"key": option.key, "with": {"value": needs.minimum}}]}
    return 1.01 * _charge(known, unit, target), body


def _shoot(known: State, unit: UnitId, option: Option) -> Scored:
    """What the shot does on the average; a caracole only as often as it comes off."""
    _, target, side = option.key.split(":")
    shot = plan(known, unit, Side[side.upper()], target, "active")
    if shot is None:
        return 0.0, None
    worth = SHOT_FIRST * shot_worth(known, shot) + WAIT
    if option.key.startswith("caracole"):
        worth *= option.odds.chance / CERTAIN if option.odds else 0.0
    pick: Json = {"key": option.key}
    if isinstance(option.needs, Number):
        pick["with"] = {"value": 0}
    return worth, {"picks": [pick]}


def _move(known: State, unit: UnitId, option: Option) -> Scored:
    """The best movement action."""
    needs = option.needs
    if not isinstance(needs, Manoeuvre):
        return 0.0, None
    found = moving.best(known, unit, needs)
    if found is None:
        return 0.0, None
    return found[0], {"picks": [{"key": option.key, "with": found[1]}]}


def fight_or_break_off(known: State, unit: UnitId, spec: Choose) -> Json:
    """Break off where the fight is bad and the test likely; else fight (4.1.1i)."""
    away = spec.option("break_off")
    chance = away.odds.chance / CERTAIN if away is not None and away.odds is not None else 0.0
    bad = fight_worth(known, unit) < -0.3 * value(known, unit)
    return {"picks": [{"key": "break_off" if bad and chance >= 0.5 else "fight"}]}
