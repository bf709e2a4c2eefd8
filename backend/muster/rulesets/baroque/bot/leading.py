"""Which command is named, which of its units acts next, and what its leader does."""

from typing import Any, Final, TypeAlias

from muster.engine.requests import Choose, Deploy, Option, Request
from muster.geometry.open.poses import distance_to_point
from muster.rulesets.baroque.bot.nearness import gap, nearest
from muster.rulesets.baroque.bot.worth import threat, value
from muster.rulesets.baroque.cards import BU
from muster.rulesets.baroque.queries.army import seat_of
from muster.rulesets.baroque.queries.bodies import body
from muster.rulesets.baroque.queries.command import command_range
from muster.rulesets.baroque.queries.firing_table import longest_range, shooting_weapon
from muster.rulesets.baroque.state import CommandId, State, UnitId

Json: TypeAlias = Any

CLOSE: Final = 5 * BU
"""Within this of an enemy a unit has something to do at once."""
FIGHTS: Final = 0.15
"""What an attached leader is worth to a unit in melee, as a part of the unit: a die, and one on its tests (2.6.1f)."""
SOON: Final = 3 * BU
"""Within this of an enemy, in units, a unit may be in melee soon."""
UNHEARD: Final = 0.2
"""What it costs that a unit is out of command."""
JOINS: Final = 0.3
"""What joining a unit has to be worth."""


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
    """The leader joins whom he helps most; then who fights acts, who shoots, and the others from the front to the back.

    A leader who is with nobody follows his units, and leaves a unit that has nobody near to fight.
    """
    command = known.active or ""
    units = [o for o in spec.options if o.key.startswith("unit:")]
    joined = _join(known, command, spec.option("leader:join"))
    if joined is not None:
        return {"picks": [{"key": "leader:join", "with": joined}]}
    for key in ("leader:go", "leader:leave"):
        step = spec.option(key)
        told = _step(known, command, step, idle=not units) if step is not None else None
        if told is not None:
            return {"picks": [{"key": key, "with": told}]}
    if units:
        first = min(units, key=lambda o: (_turn_of(known, o.key.partition(":")[2]), o.key))
        return {"picks": [{"key": first.key}]}
    return {"pass": True}


def _turn_of(known: State, unit: UnitId) -> tuple[int, float]:
    """Where a unit comes in the order: melees, guns before anybody stands before them, shooters with an enemy in range,
    the rest; each from the front on."""
    if known.in_melee(unit):
        return 0, 0.0
    away, card = nearest(known, unit), known.card(unit)
    weapon = shooting_weapon(card)
    if weapon is None or away > longest_range(weapon):
        return 3, away
    return (1 if card.type == "ART" else 2), away


def _join(known: State, command: CommandId, option: Option | None) -> Json:
    """The unit that a leader helps most, if it is worth what the others lose by it; None: he joins nobody."""
    needs = option.needs if option is not None else None
    if not isinstance(needs, Choose):
        return None
    gains = {o.key: _support(known, command, o.key) for o in needs.options}
    best = max(gains, key=lambda unit: (gains[unit], unit))
    return {"picks": [{"key": best}]} if gains[best] >= JOINS else None


def _support(known: State, command: CommandId, unit: UnitId) -> float:
    """What a leader is worth with a unit, less what it costs that the others hear him half as far (2.6.1h)."""
    if known.in_melee(unit):
        part = 1.0
    elif known.card(unit).impetus > 0 and nearest(known, unit) <= SOON:
        part = 0.7
    else:
        return 0.0
    at, reach = body(known, unit), command_range(known, command) / 2
    lost = [u for u in known.of_command(command) if u != unit and gap(at, body(known, u)) > reach]
    return FIGHTS * part * value(known, unit) * threat(known, unit) / 6 - UNHEARD * len(lost)


def _step(known: State, command: CommandId, option: Option, *, idle: bool) -> Json:
    """A step to the middle of his units, where more of them hear him there, or at the end of the activation."""
    needs, with_ = option.needs, known.leaders[command].unit
    if with_ is not None and (known.in_melee(with_) or nearest(known, with_) <= CLOSE):
        return None
    if not isinstance(needs, Deploy):
        return None
    at = known.leaders[command].at
    to = needs.suggest()[command]
    if at is None or (to[0] - at[0]) ** 2 + (to[1] - at[1]) ** 2 < BU**2:
        return None
    alone = known.army(seat_of(known, command)).command_range * BU
    more = _heard(known, command, (to[0], to[1]), alone) - _heard(
        known, command, at, command_range(known, command)
    )
    if more > 0 or (idle and more == 0):
        return {"at": {command: list(to)}}
    return None


def _heard(known: State, command: CommandId, at: tuple[int, int], reach: int) -> int:
    """How many units of a command are within so many units of a place."""
    return sum(distance_to_point(body(known, u), at).length <= reach for u in known.of_command(command))


def reroll(spec: Choose) -> Json:
    """Who is behind rolls the initiative again as it helps most; who is ahead keeps his dice (2.7.1a, 2.7.2)."""
    best = max(spec.options, key=lambda o: o.odds.chance if o.odds is not None else 0)
    totals = best.odds.totals if best.odds is not None else ()
    behind = len(totals) == 2 and totals[0].value <= totals[1].value
    return {"picks": [{"key": best.key}]} if behind else {"pass": True}
