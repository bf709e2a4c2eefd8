"""Which command is named, which of its units acts next, and what its leader does."""

from typing import Any, Final, TypeAlias

from muster.engine.requests import Choose, Deploy, Option, Request
from muster.geometry.open.poses import distance, distance_to_point
from muster.rulesets.baroque.bot.worth import threat
from muster.rulesets.baroque.cards import BU
from muster.rulesets.baroque.queries.bodies import bodies, body
from muster.rulesets.baroque.queries.command import command_range
from muster.rulesets.baroque.queries.firing_table import longest_range, shooting_weapon
from muster.rulesets.baroque.state import CommandId, State, UnitId

Json: TypeAlias = Any

FAR: Final = 99 * BU
CLOSE: Final = 5 * BU
"""Within this of an enemy a unit has something to do at once."""


def nearest(known: State, unit: UnitId) -> int:
    """How far the nearest enemy is, in units."""
    base = body(known, unit)
    return min((distance(base, foe).length for foe in bodies(known, known.foes(unit))), default=FAR)


def name_command(known: State, spec: Choose) -> Json:
    """The command of which most units have an enemy near."""
    best = max(spec.options, key=lambda o: _urgency(known, o.key))
    return {"picks": [{"key": best.key}]}


def _urgency(known: State, command: CommandId) -> float:
    """How much a command has to do now: its units near the enemy by their strength, the shaken among them more."""
    found = 0.0
    for unit in known.of_command(command):
        near = max(0.0, 1.0 - nearest(known, unit) / (2 * CLOSE))
        found += near * near * threat(known, unit) * (1.3 if known.units[unit].disordered else 1.0)
    return found


def next_unit(known: State, request: Request, spec: Choose) -> Json:
    """Who fights, then who shoots, then the others from the front to the back; the leader follows his units."""
    command = known.active or ""
    units = [o for o in spec.options if o.key.startswith("unit:")]
    step = next((o for o in spec.options if o.key in ("leader:go",)), None)
    if step is not None:
        body_ = _follow(known, command, step, idle=not units)
        if body_ is not None:
            return {"picks": [{"key": step.key, "with": body_}]}
    if units:
        first = min(units, key=lambda o: (_turn_of(known, o.key.partition(":")[2]), o.key))
        return {"picks": [{"key": first.key}]}
    return {"pass": True}


def _turn_of(known: State, unit: UnitId) -> tuple[int, int]:
    """Where a unit comes in the order: melees, shooters with an enemy in range, the rest, each from the front on."""
    if known.in_melee(unit):
        return 0, 0
    away = nearest(known, unit)
    weapon = shooting_weapon(known.card(unit))
    shoots = weapon is not None and away <= longest_range(weapon)
    return (1 if shoots else 2), away


def _follow(known: State, command: CommandId, option: Option, *, idle: bool) -> Json:
    """A step to the middle of his units, where more of them hear him there, or at the end of the activation."""
    needs = option.needs
    if not isinstance(needs, Deploy):
        return None
    at = known.leaders[command].at
    to = needs.suggest()[command]
    if at is None or (to[0] - at[0]) ** 2 + (to[1] - at[1]) ** 2 < BU**2:
        return None
    more = _heard(known, command, (to[0], to[1])) - _heard(known, command, at)
    if more > 0 or (idle and more == 0):
        return {"at": {command: list(to)}}
    return None


def _heard(known: State, command: CommandId, at: tuple[int, int]) -> int:
    """How many units of a command are within range of a place."""
    reach = command_range(known, command)
    return sum(distance_to_point(body(known, u), at).length <= reach for u in known.of_command(command))


def reroll(spec: Choose) -> Json:
    """Who is behind rolls the initiative again as it helps most; who is ahead keeps his dice (2.7.1a, 2.7.2)."""
    best = max(spec.options, key=lambda o: o.odds.chance if o.odds is not None else 0)
    totals = best.odds.totals if best.odds is not None else ()
    behind = len(totals) == 2 and totals[0].value <= totals[1].value
    return {"picks": [{"key": best.key}]} if behind else {"pass": True}
