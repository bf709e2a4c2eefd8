"""What a unit could do where it stands, or where it would stand after a movement action: its best shot or charge."""

from dataclasses import replace
from typing import Final

from muster.geometry.open.poses import Body
from muster.rulesets.baroque.bot.mood import Mood
from muster.rulesets.baroque.bot.nearness import gap
from muster.rulesets.baroque.bot.worth import DISORDER, charge_worth, shot_worth, value
from muster.rulesets.baroque.queries.bodies import bodies, body, pose_of
from muster.rulesets.baroque.queries.charging import Plan, bonus_odds, charges, no_declaration
from muster.rulesets.baroque.queries.discipline import discipline_odds, march_parts
from muster.rulesets.baroque.queries.firing_table import longest_range, shooting_weapon
from muster.rulesets.baroque.queries.odds import CERTAIN
from muster.rulesets.baroque.queries.running import longest_reach
from muster.rulesets.baroque.queries.shooting import firing_sides, no_shooting, plan
from muster.rulesets.baroque.state import Acting, State, UnitId, with_poses

SHORTFALL: Final = 0.35
"""What a charge that falls short costs, as a part of the unit: it stands Disordered before the enemy (5.4.1b)."""


def reach_of(known: State, unit: UnitId) -> int:
    """How far a unit can do harm from its place, in units: by a shot or by a charge."""
    card = known.card(unit)
    weapon = shooting_weapon(card)
    shot = longest_range(weapon) if weapon is not None else 0
    return max(shot, longest_reach(known, unit) if card.impetus > 0 else 0)


def in_reach(known: State, unit: UnitId, there: Body) -> bool:
    """Whether anybody could be harmed from a place."""
    reach = reach_of(known, unit)
    return any(gap(there, foe) <= reach for foe in bodies(known, known.foes(unit)))


def after_move(known: State, unit: UnitId, way: str, there: Body) -> State:
    """The position after a movement action that nobody answers."""
    moved = with_poses(known, {unit: pose_of(there)})
    moved.change(unit, moves=known.units[unit].moves + 1)
    acting = known.acting or Acting(unit)
    moved.acting = replace(
        acting, did=(*acting.did, "move"), moves=acting.moves + 1, ways=(*acting.ways, way)
    )
    return moved


def next_deed(known: State, unit: UnitId, mood: Mood) -> float:
    """What the best shot or charge is worth that the acting unit could make next; 0 where it has none."""
    return max(best_shot(known, unit), best_charge(known, unit, mood) - mood.patience)


def best_shot(known: State, unit: UnitId) -> float:
    """What the unit's best shot does on the average."""
    weapon = shooting_weapon(known.card(unit))
    if weapon is None or no_shooting(known, unit, "active") is not None:
        return 0.0
    base, far = body(known, unit), longest_range(weapon)
    near = [f for f in known.foes(unit) if gap(base, body(known, f)) <= far]
    found = 0.0
    for side in firing_sides(known.card(unit)):
        for foe in near:
            shot = plan(known, unit, side, foe, "active")
            if shot is not None:
                found = max(found, shot_worth(known, shot))
    return found


def best_charge(known: State, unit: UnitId, mood: Mood) -> float:
    """What the unit's best charge is worth."""
    if known.card(unit).impetus < 1 or no_declaration(known, unit) is not None:
        return 0.0
    return max((charging(known, found, mood) for found in charges(known, unit)), default=0.0)


def charging(known: State, found: Plan, mood: Mood) -> float:
    """What a charge is worth, as likely as the bonus that it needs, the test of a march before it included (5.1b)."""
    unit = found.unit
    worth = charge_worth(known, found, mood.care)
    moves = known.acting.moves if known.acting is not None and known.acting.unit == unit else 0
    if moves and not known.units[unit].disordered:
        passed = discipline_odds(known, unit, march_parts(known, unit, moves + 1)).chance / CERTAIN
        worth -= (1 - passed) * DISORDER * value(known, unit) * mood.care
    if not found.lacks:
        return worth
    chance = bonus_odds(known, unit, found.lacks, found.path.length - found.plain).chance / CERTAIN
    return chance * worth - (1 - chance) * SHORTFALL * value(known, unit) * mood.care
