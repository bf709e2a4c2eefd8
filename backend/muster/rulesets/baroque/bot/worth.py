"""What units, losses, shots and melees are worth to the bot, in points of demoralisation (the VD of a unit)."""

from typing import Final

from muster.engine.memory import remembered
from muster.rulesets.baroque.queries.charging import Plan
from muster.rulesets.baroque.queries.close_fire import defensive_plan, no_defensive_fire
from muster.rulesets.baroque.queries.cohesion import Outcome, loss_ways
from muster.rulesets.baroque.queries.contacting import on_contact
from muster.rulesets.baroque.queries.discipline import defensive_fire_parts, discipline_odds
from muster.rulesets.baroque.queries.fighters import Force, force
from muster.rulesets.baroque.queries.fights import Melee, melees
from muster.rulesets.baroque.queries.hits import firing_again
from muster.rulesets.baroque.queries.melee_dice import loser
from muster.rulesets.baroque.queries.melee_odds import hits_of_side
from muster.rulesets.baroque.queries.odds import CERTAIN, hit_ways
from muster.rulesets.baroque.queries.shooting import ShotPlan, cause_of
from muster.rulesets.baroque.queries.victory import BAGGAGE_LOST
from muster.rulesets.baroque.state import State, UnitId

DISORDER: Final = 0.3
"""What the order of a unit is worth, as a part of the whole unit."""
VICTORY: Final = 0.5
"""What winning a phase of melee is worth besides losses: the loser is driven back, Disordered, and pursued."""
LEAST: Final = 0.5
"""What a unit is worth at least that counts for nothing in the reckoning."""


def value(state: State, unit: UnitId) -> float:
    """What an army loses with a unit: twice its VD (9.1b)."""
    card = state.card(unit)
    return float(BAGGAGE_LOST) if card.type == "BAG" else 2.0 * max(card.vd, LEAST)


def harm(state: State, unit: UnitId, losses: int) -> float:
    """What so many further permanent losses cost the unit's side: its VD once Exhausted, twice that once gone."""
    return _spent(state, unit, losses) - _spent(state, unit, 0)


def _spent(state: State, unit: UnitId, losses: int) -> float:
    """How much of a unit is used up: half for its losses as such, half for the thresholds that they pass."""
    card, whole = state.card(unit), value(state, unit)
    left = max(0, state.vbu(unit) - losses)
    passed = 1.0 if left == 0 else 0.5 if 2 * left < card.vbu else 0.0
    return whole * ((card.vbu - left) / card.vbu + passed) / 2


def _suffered(state: State, unit: UnitId, hits: int, result: Outcome) -> float:
    """What the hits of one shot or phase and the test after them cost, the Disorder of being hit included."""
    shaken = DISORDER * value(state, unit) if hits and not state.units[unit].disordered else 0.0
    return harm(state, unit, result.losses) + (shaken if result.losses < state.vbu(unit) else 0.0)


def shot_worth(state: State, plan: ShotPlan) -> float:
    """What a shot does to its target on the average."""
    made = plan.shot
    again = firing_again(state, made.shooter, made.weapon)
    ways = hit_ways(plan.dice.value, misses_again=bool(again.misses), low_again=bool(again.low))
    whole, found = sum(ways), 0.0
    for hits, n in enumerate(ways):
        for result, m in loss_ways(state, made.target, hits, cause_of(plan)).items():
            found += n / whole * m / 216 * _suffered(state, made.target, hits, result)
    return found


def _results(state: State, side: Force, hits: dict[int, int]) -> dict[tuple[int, Outcome], float]:
    """With which chance a Main Unit is hit so often and its test ends so, after the other side's blows."""
    whole = sum(hits.values())
    found: dict[tuple[int, Outcome], float] = {}
    for count, n in hits.items():
        for result, m in loss_ways(state, side.main, count, side.cause).items():
            found[count, result] = found.get((count, result), 0.0) + n / whole * m / 216
    return found


def balance(state: State, melee: Melee, main: UnitId, care: float = 1.0) -> float:
    """What the next phase of a melee brings one Main Unit's side on the average, less what it costs.

    ``care``: how much its own losses weigh beside the enemy's.
    """
    foe = melee.foe(main)
    ours, theirs = force(state, melee, main), force(state, melee, foe)
    own = _results(state, ours, hits_of_side(theirs))
    other = _results(state, theirs, hits_of_side(ours))
    gained = sum(p * _suffered(state, foe, hits, result) for (hits, result), p in other.items())
    lost = sum(p * _suffered(state, main, hits, result) for (hits, result), p in own.items())
    won, beaten = _decided(state, main, foe, own, other)
    return gained + won - care * (lost + beaten)


def _decided(
    state: State,
    main: UnitId,
    foe: UnitId,
    own: dict[tuple[int, Outcome], float],
    other: dict[tuple[int, Outcome], float],
) -> tuple[float, float]:
    """What winning the phase is worth besides the losses, and what losing it costs, each by its chance."""
    won = beaten = 0.0
    for (_, a), p in own.items():
        for (_, b), q in other.items():
            spent = state.vbu(main) <= a.losses, state.vbu(foe) <= b.losses
            match loser(a, b, spent=spent):
                case "first":
                    beaten += p * q * VICTORY * value(state, main)
                case "second":
                    won += p * q * VICTORY * value(state, foe)
                case _:
                    pass
    return won, beaten


def fight_worth(state: State, unit: UnitId, care: float = 1.0) -> float:
    """What the next phase of the melee is worth in which a unit fights, or which it supports; 0 where it is in none."""
    for melee in melees(state, unit):
        for main in melee.mains:
            if unit in melee.side(main):
                return balance(state, melee, main, care)
    return 0.0


def charge_worth(state: State, plan: Plan, care: float = 1.0) -> float:
    """What a charge that meets its target is worth, the fire included with which it is received."""
    there = on_contact(state, plan)
    if there is None:
        return 0.6 * value(state, plan.target) if plan.lacks == 0 and _sweeps(plan) else 0.0
    return fight_worth(there, plan.unit, care) - care * _received(there, plan)


def _sweeps(plan: Plan) -> bool:
    """Whether the target is of those that a charge sweeps away (7.7a, 7.8a)."""
    return any(hit.unit == plan.target and not hit.stops for hit in plan.hits)


def _received(there: State, plan: Plan) -> float:
    """What the target's defensive fire costs the charger on the average."""
    if no_defensive_fire(there, plan.target, plan.unit) is not None:
        return 0.0
    shot = defensive_plan(there, plan.target, plan.unit)
    if shot is None:
        return 0.0
    passed = discipline_odds(there, plan.target, defensive_fire_parts(there, plan.target)).chance
    return passed / CERTAIN * shot_worth(there, shot)


@remembered
def threat(state: State, unit: UnitId) -> float:
    """How much a unit can do in melee, for telling the strong from the weak: VBU with its impetus and order."""
    card = state.card(unit)
    shaken = 1.0 if state.units[unit].disordered else 0.0
    return state.vbu(unit) + card.impetus + card.mm - shaken
