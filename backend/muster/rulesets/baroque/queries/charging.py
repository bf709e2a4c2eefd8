"""Charges that may be declared: whom, how far, with which chance of the bonus, and where the blow falls (5.4, 7.2)."""

from dataclasses import dataclass

from muster.engine.explain import Bar, Odds, Reason
from muster.engine.memory import remembered
from muster.geometry.open.contact import first_contact, touching
from muster.geometry.open.moves import Path
from muster.geometry.open.poses import Body, Side
from muster.geometry.open.zones import in_corridor, is_behind_front
from muster.rulesets.baroque.book import applies
from muster.rulesets.baroque.queries.baggage import no_room_at
from muster.rulesets.baroque.queries.bodies import body
from muster.rulesets.baroque.queries.moving import why_not_move
from muster.rulesets.baroque.queries.odds import FACES, share
from muster.rulesets.baroque.queries.rolled_moves import charge_bonus
from muster.rulesets.baroque.queries.running import (
    Hit,
    ahead,
    longest_reach,
    meetings,
    on_ground,
    plain_reach,
)
from muster.rulesets.baroque.queries.shooting import no_charge_after_shot
from muster.rulesets.baroque.queries.status import is_exhausted
from muster.rulesets.baroque.queries.visibility import can_see
from muster.rulesets.baroque.queries.words import bu
from muster.rulesets.baroque.state import Impact, State, UnitId


@dataclass(frozen=True, slots=True)
class Plan:
    """A charge at a target that stands in its way. ``path`` is as long as it can become, its bonus included.

    ``plain``: how far it goes without a bonus, ``length``: how far it is to the target, both in units; ``hits``:
    everybody whom it meets where all stand still.
    """

    unit: UnitId
    target: UnitId
    path: Path
    plain: int
    length: int
    hits: tuple[Hit, ...]

    @property
    def lacks(self) -> int:
        """What a bonus would have to add to reach the target, in units; 0 where none is needed."""
        return max(0, self.length - self.plain)


# ------------------------------------------------------------------------------------------------ who may charge
def no_charge(state: State, unit: UnitId) -> Reason | None:
    """Why a unit can make no charge of any kind; None where it may try (5.4b, 2.5.1f, 4.1.1i)."""
    name, body_ = state.name(unit), state.units[unit]
    if body_.pose is None:
        return Reason(f"{name}: no longer on the table.", "baroque.5.4a")
    if state.card(unit).impetus < 1 and applies("5.4b"):
        return Reason(f"{name}, without impetus, can never charge.", "baroque.5.4b")
    if state.in_melee(unit):
        return Reason(f"{name}: in melee.", "baroque.4.1.1i")
    if is_exhausted(state, unit) and not applies("2.5.1f"):
        return Reason(f"{name}: Exhausted.", "baroque.2.5.1f")
    return None


def no_declaration(state: State, unit: UnitId) -> Reason | None:
    """Why the acting unit may declare no charge now; None where it may, if somebody is in reach.

    A charge is its last movement action, so that whatever bars another movement bars it (5.4a, 5.1f, 2.5.3b).
    """
    found = no_charge(state, unit) or no_charge_after_shot(state, unit)
    acting = state.acting
    if found is not None or acting is None or acting.unit != unit:
        return found
    refusal = why_not_move(state, unit, acting)
    if refusal is not None:
        return Reason(refusal.text, refusal.rule)
    if acting.passing is not None and applies("5.5.4"):
        friend = state.name(acting.passing)
        return Reason(f"{state.name(unit)} cannot begin a charge in the midst of {friend}.", "baroque.5.5.4")
    return None


# ------------------------------------------------------------------------------------------------ whom
@remembered
def reaches(state: State, unit: UnitId) -> tuple[int, int]:
    """How far a unit can charge straight ahead without and with its highest bonus, the ground counted, in units."""
    most = on_ground(state, unit, body(state, unit), longest_reach(state, unit))
    return min(plain_reach(state, unit), most), most


@remembered
def charges(state: State, unit: UnitId) -> tuple[Plan, ...]:
    """The charges that a unit could make from where it stands, at the nearest target first (5.4a to 5.4e).

    Only whoever is met may be named: nobody behind the first enemy that stops the run (5.4e).
    """
    if no_charge(state, unit) is not None or not applies("5.4a"):
        return ()
    plain, most = reaches(state, unit)
    path = ahead(body(state, unit), most)
    hits = meetings(state, path)
    return tuple(
        Plan(unit, hit.unit, path, plain, hit.length, hits)
        for hit in hits
        if not _is_hidden(state, unit, hit.unit) and _no_room(state, path, hit) is None
    )


def _is_hidden(state: State, unit: UnitId, target: UnitId) -> bool:
    return not can_see(state, unit, target) and applies("5.4c")


def _no_room(state: State, path: Path, hit: Hit) -> Reason | None:
    """Why nobody more can attack baggage there (7.9d)."""
    there = path.body_at(hit.length)
    sides = tuple(s for met in touching(there, (body(state, hit.unit),)) for s in met.sides)
    return no_room_at(state, hit.unit, sides)


def charge_at(state: State, unit: UnitId, target: UnitId) -> Plan | None:
    """The charge at one target, if it can be made."""
    return next((plan for plan in charges(state, unit) if plan.target == target), None)


def why_not(state: State, unit: UnitId, target: UnitId) -> Reason | None:
    """Why an enemy in front of a unit is none of its targets; None where it is one, or is not in front at all."""
    if charge_at(state, unit, target) is not None:
        return None
    base, there, name = body(state, unit), body(state, target), state.name(target)
    most = longest_reach(state, unit)
    met = first_contact(ahead(base, most), (there,))
    if met is None:
        if not in_corridor(base, there.corners).inside:
            return None
        return Reason(f"{name}: out of reach, since a charge covers {bu(most)} at most.", "baroque.5.4d")
    if _is_hidden(state, unit, target):
        return Reason(f"{name}: hidden by terrain.", "baroque.5.4c")
    _, allowed = reaches(state, unit)
    if met.length > allowed:
        return Reason(
            f"{name}: {bu(met.length)} away, and the ground allows {bu(allowed)}.", "baroque.3.1.1l"
        )
    stop = next((h for h in meetings(state, ahead(base, most)) if h.stops and h.length <= met.length), None)
    if stop is not None and stop.unit != target:
        return Reason(f"{name}: {state.name(stop.unit)} would be met first.", "baroque.5.4e")
    if stop is not None:
        return _no_room(state, ahead(base, allowed), stop)
    return Reason(f"{name}: the way is barred by what a charge may not pass.", "baroque.5.5.4")


def missing(state: State, unit: UnitId) -> tuple[Reason, ...]:
    """Why the acting unit may not charge, or not which of the enemies in front of it."""
    found = no_declaration(state, unit)
    if found is not None:
        return (found,)
    return tuple(r for foe in state.foes(unit) if (r := why_not(state, unit, foe)) is not None)


# ------------------------------------------------------------------------------------------------ the bonus
def bonus_odds(state: State, unit: UnitId, lacks: int, most: int) -> Odds:
    """The chance that the bonus covers what is lacking, in units; ``most``: so much bonus the ground lets it use."""
    card = state.card(unit)
    bars = tuple(Bar(die, share(1, 6), min(charge_bonus(card, die), most) >= lacks) for die in FACES)
    good = [bar.total for bar in bars if bar.hit]
    needs = (
        f"{good[0]}+ on the die, for {bu(lacks)} more" if good else f"{bu(lacks)} more, which no die gives"
    )
    effect = "Failing it, the charge goes as far as it comes and the unit is Disordered."
    return Odds(f"Charge bonus of {card.name}", share(len(good), 6), needs, bars, (), effect)


# ------------------------------------------------------------------------------------------------ where it strikes
def impact(state: State, start: Body, on: UnitId, before: State | None = None) -> Impact:
    """Where a unit that began its last movement action at ``start`` and touches an enemy now has met it (7.2, R54).

    On flank or rear if it met a side or the rear and began entirely behind the prolonged front; else on the front, or,
    if it touches nothing of the front, on the side. Baggage has no flank (R41). ``before`` is the position in which
    that action began, where the enemy has moved too since then.
    """
    return impact_at(state, start, body(state, start.id), on, before)


def impact_at(state: State, start: Body, there: Body, on: UnitId, before: State | None = None) -> Impact:
    """The same for a unit that would come to touch the enemy ``there``."""
    target = body(state, on)
    if state.card(on).type == "BAG" and applies("7.9a"):
        return "front"
    sides = {side for met in touching(there, (target,)) for side in met.sides}
    faced = target if before is None else body(before, on)
    if sides - {Side.FRONT} and is_behind_front(start, faced) and applies("7.2.3a"):
        return "flank"
    if Side.FRONT in sides and applies("7.2.1"):
        return "front"
    return "side" if applies("7.2.2") else "front"


IMPACT_WORDS: dict[Impact, str] = {
    "front": "on its front",
    "side": "on its side",
    "flank": "on its flank or rear",
}
"""Where a charge strikes, in words."""


def plan_impact(state: State, plan: Plan) -> Impact:
    """Where a charge would strike its target, if nobody moved."""
    return impact_at(state, plan.path.body, plan.path.body_at(plan.length), plan.target)


def plan_words(state: State, plan: Plan) -> str:
    """Distance and impact in a few words: ``1.4 BU, on its front``."""
    words = [bu(plan.length), IMPACT_WORDS[plan_impact(state, plan)]]
    if plan.lacks:
        words.append(f"{bu(plan.lacks)} more than it moves")
    return ", ".join(words)
