"""What a unit does next in its activation: rally, shoot, charge, move, or be done.

Every deed is weighed by what it does on the average, in points of demoralisation, together with what it leaves open:
a movement with the best shot or charge from where it ends, a shot with the movement or charge for which it keeps an
action (6.1.3.2b). A deed has to be worth more than doing nothing, a charge more than the bot's patience.
"""

from dataclasses import dataclass
from typing import Any, Final, TypeAlias

from muster.engine.requests import Manoeuvre, Number, Option, Request
from muster.engine.specs import Choose
from muster.geometry.open.poses import Side
from muster.rulesets.baroque.bot.mood import Mood, mood_of
from muster.rulesets.baroque.bot.moving import Movement, best
from muster.rulesets.baroque.bot.nearness import nearest
from muster.rulesets.baroque.bot.prospects import best_charge, charging
from muster.rulesets.baroque.bot.worth import fight_worth, shot_worth, value
from muster.rulesets.baroque.cards import BU
from muster.rulesets.baroque.queries.charging import charge_at
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
UNSAFE: Final = 4 * BU
"""Within this of an enemy, in units, an Exhausted unit may soon be routed."""
SHOT_FIRST: Final = 1.2
"""A shot now is worth more than the same shot next turn."""
UNSURE: Final = 0.8
"""What comes after a shot is worth so much of what it seems: the shot may change it."""


@dataclass(frozen=True, slots=True)
class Thought:
    """What is known while a unit's options are weighed: its best movement action, None where none gains anything."""

    known: State
    unit: UnitId
    mood: Mood
    movement: Movement | None


def act(known: State, request: Request, spec: Choose) -> Json:
    """The best of a unit's options, or a pass."""
    unit = request.subject or ""
    mood = mood_of(known, known.seat(unit))
    thought = Thought(known, unit, mood, _movement(known, unit, mood, spec.option("move")))
    chosen: Scored = (WAIT, None)
    for option in spec.options:
        found = _weigh(thought, option)
        if found[0] > chosen[0]:
            chosen = found
    if chosen[1] is not None or request.pass_label is None:
        return chosen[1] if chosen[1] is not None else {"picks": [{"key": spec.options[0].key}]}
    return {"pass": True}


def _weigh(thought: Thought, option: Option) -> Scored:
    """What an option is worth and the answer that takes it."""
    known, unit = thought.known, thought.unit
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
            return _charge(thought, rest), plain
        case "potential":
            return _potential(thought, option, rest)
        case "shoot" | "caracole":
            return _shoot(thought, option)
        case "move":
            return _move(thought)
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


def _charge(thought: Thought, target: UnitId) -> float:
    """The melee that the charge makes, less what makes the bot wait for a better one."""
    found = charge_at(thought.known, thought.unit, target)
    if found is None:
        return 0.0
    return charging(thought.known, found, thought.mood) - thought.mood.patience


def _potential(thought: Thought, option: Option, target: UnitId) -> Scored:
    """Coming on at somebody who may evade: as a charge, without the Disorder where he does (5.4.6)."""
    needs = option.needs
    if not isinstance(needs, Number):
        return 0.0, None
    body: Json = {"picks": [{"key": option.key, "with": {"value": needs.minimum}}]}
    return 1.01 * _charge(thought, target), body


def _shoot(thought: Thought, option: Option) -> Scored:
    """What the shot does on the average, and what may follow it; a caracole only as often as it comes off."""
    known, unit = thought.known, thought.unit
    _, target, side = option.key.split(":")
    if not isinstance(option.needs, Number):
        worth = _shot(known, unit, target, side, 0)
        if option.key.startswith("caracole"):
            worth *= option.odds.chance / CERTAIN if option.odds else 0.0
        return worth, {"picks": [{"key": option.key}]}
    alone = _shot(known, unit, target, side, 0)
    kept = _shot(known, unit, target, side, 1) + UNSURE * _after_shot(thought)
    keeps = option.needs.maximum >= 1 and kept > alone + WAIT
    body: Json = {"picks": [{"key": option.key, "with": {"value": 1 if keeps else 0}}]}
    return max(alone, kept if keeps else 0.0), body


def _shot(known: State, unit: UnitId, target: UnitId, side: str, kept: int) -> float:
    """What a shot does, with so many movement actions kept for afterwards."""
    shot = plan(known, unit, Side[side.upper()], target, "active", kept=kept)
    return SHOT_FIRST * shot_worth(known, shot) + WAIT if shot is not None else 0.0


def _after_shot(thought: Thought) -> float:
    """What one kept movement action is worth: a charge, or a step."""
    known, unit, mood = thought.known, thought.unit, thought.mood
    charge = 0.0
    if known.card(unit).mounted or "salvo" in known.card(unit).traits:
        charge = best_charge(known, unit, mood) - mood.patience
    return max(charge, thought.movement.step if thought.movement is not None else 0.0)


def _movement(known: State, unit: UnitId, mood: Mood, option: Option | None) -> Movement | None:
    """The best movement action."""
    needs = option.needs if option is not None else None
    return best(known, unit, needs, mood) if isinstance(needs, Manoeuvre) else None


def _move(thought: Thought) -> Scored:
    """What the best movement action is worth."""
    found = thought.movement
    if found is None:
        return 0.0, None
    return found.gain, {"picks": [{"key": "move", "with": found.body}]}


def fight_or_break_off(known: State, unit: UnitId, spec: Choose) -> Json:
    """Break off where the fight is bad and the test likely; else fight (4.1.1i)."""
    away = spec.option("break_off")
    chance = away.odds.chance / CERTAIN if away is not None and away.odds is not None else 0.0
    bad = fight_worth(known, unit) < -0.3 * value(known, unit)
    return {"picks": [{"key": "break_off" if bad and chance >= 0.5 else "fight"}]}
