"""Reactions to an announced deed: who may fire or charge at the actor, and where on its path (4.1.3, 5.4.2, 6.5)."""

from collections.abc import Callable
from functools import cache, cached_property
from typing import Final

from muster.engine.explain import Odds, Reason
from muster.engine.memory import Kept, remembered
from muster.geometry.open.contact import Contact, first_contact, overlapping
from muster.geometry.open.hulls import Bounds, between_boxes
from muster.geometry.open.moves import Path
from muster.geometry.open.poses import Body
from muster.rulesets.baroque.book import applies
from muster.rulesets.baroque.cards import BU
from muster.rulesets.baroque.queries.bodies import bodies, body, pose_of
from muster.rulesets.baroque.queries.charging import no_charge, reaches
from muster.rulesets.baroque.queries.discipline import (
    discipline_odds,
    opportunity_fire_parts,
)
from muster.rulesets.baroque.queries.firing_table import longest_range, shooting_weapon
from muster.rulesets.baroque.queries.running import (
    Hit,
    ahead,
    friends_of,
    longest_reach,
    meetings,
    unobstructed,
)
from muster.rulesets.baroque.queries.shooting import (
    FARTHEST,
    no_shooting,
    plan_odds,
    reaches_in_reply,
    reaction_plan,
)
from muster.rulesets.baroque.queries.status import no_reaction
from muster.rulesets.baroque.queries.visibility import is_in_sight
from muster.rulesets.baroque.queries.words import bu
from muster.rulesets.baroque.state import State, UnitId, with_poses

STEP: Final = BU // 2
"""A path is looked at every so many units, and more closely only where something begins or ends."""
MOST_STOPS: Final = 32
"""So many positions along a path are kept: those at every step of a long one, and some between."""
BESIDE: Final = 5
"""What a quick look may be out by, in units: rounded places, tolerances of ranges and contacts."""


class Stretch:
    """The part of a path, both ends in units along it, on which a reaction is possible (not everywhere, maybe).

    Where it begins is worked out when somebody asks.
    """

    def __init__(self, most: int, least: Callable[[], int]) -> None:
        """Its end, and what tells its beginning."""
        self.most = most
        self._least = least

    @cached_property
    def least(self) -> int:
        """The first place."""
        return self._least()


def stretch(possible: Callable[[int], bool], most: int) -> Stretch | None:
    """Where on a way of ``most`` units something is possible, to the unit; None where it is nowhere.

    Shorter stretches than :data:`STEP` may be overlooked. What lies between the first and the last place is not asked.
    """
    asked = cache(possible)
    places = sorted({*range(0, most, STEP), most})
    last = next((n for n in reversed(places) if asked(n)), None)
    if last is None:
        return None

    def least() -> int:
        first = next(n for n in places if asked(n))
        return first if first == 0 else _edge(asked, max(0, first - STEP), first)

    return Stretch(last if last == most else _edge(asked, min(most, last + STEP), last), least)


def _edge(asked: Callable[[int], bool], bad: int, good: int) -> int:
    """The last good number on the way from a good one to a bad one."""
    while abs(good - bad) > 1:
        middle = (good + bad) // 2
        if asked(middle):
            good = middle
        else:
            bad = middle
    return good


def stopped(state: State, path: Path | None, length: int, actor: UnitId) -> State:
    """The position with the actor stopped so many units along its path; as it is where there is none."""
    if path is None or length == 0:
        return state
    there = _stops(state, path, actor)
    return there.get(length, lambda: with_poses(state, {actor: pose_of(path.body_at(length))}))


@remembered
def _stops(state: State, path: Path, actor: UnitId) -> Kept[int, State]:
    """The last few of these positions: all who may react ask about the same places."""
    return Kept(MOST_STOPS)


def struck_first(there: State, unit: UnitId, actor: UnitId) -> Hit | None:
    """Whom a charge at the stopped actor strikes first: it, or another enemy who stops it before (4.1.3d)."""
    _, most = reaches(there, unit)
    hits = meetings(there, ahead(body(there, unit), most))
    return next((h for h in hits if h.stops or h.unit == actor), None)


# ------------------------------------------------------------------------------------------------ fire
def no_fire_at(state: State, unit: UnitId, actor: UnitId) -> Reason | None:
    """Why a unit may not use opportunity fire at the actor where that stands; None where it may (6.5a)."""
    found = no_shooting(state, unit, "reaction")
    if found is not None or reaches_in_reply(state, unit, actor):
        return found
    return Reason(f"{state.name(unit)} cannot shoot at {state.name(actor)} there.", "baroque.6.5c")


def fire_stretch(state: State, unit: UnitId, actor: UnitId, path: Path | None, most: int) -> Stretch | None:
    """Where on its path the actor can be fired at; ``most``: how much of it counts, in units (6.5c)."""
    if no_shooting(state, unit, "reaction") is not None:
        return None
    if path is None or not applies("6.5c"):
        most = 0
    if _is_out_of_range(state, unit, actor, path):
        return None
    return stretch(lambda n: reaches_in_reply(stopped(state, path, n, actor), unit, actor), most)


def _is_out_of_range(state: State, unit: UnitId, actor: UnitId, path: Path | None) -> bool:
    """Whether an actor is farther away all the time than a unit shoots: a quick look before the exact one (6.1.2)."""
    weapon = shooting_weapon(state.card(unit))
    if weapon is None:
        return False
    away = between_boxes(body(state, unit).bounds, _ground_of(state, actor, path)) - BESIDE
    if away <= longest_range(weapon):
        return False
    return applies("6.1.2") or (away > FARTHEST and applies("6.1.2a"))


def _ground_of(state: State, actor: UnitId, path: Path | None) -> Bounds:
    """The box round all places of an actor on its path."""
    return body(state, actor).bounds if path is None else path.bounds


def fire_odds(state: State, unit: UnitId, actor: UnitId, *, answers_fire: bool) -> Odds:
    """The chance that the test for opportunity fire is passed, and what the shot would do from here (6.5b)."""
    shot = reaction_plan(state, unit, actor)
    then = f" {plan_odds(state, shot).effect}" if shot is not None else ""
    parts = opportunity_fire_parts(state, unit, answers_fire=answers_fire)
    return discipline_odds(state, unit, parts, effect=f"Then it fires.{then}")


# ------------------------------------------------------------------------------------------------ opportunity charges
def no_opportunity(state: State, unit: UnitId, actor: UnitId) -> Reason | None:
    """Why a unit may not try an opportunity charge at the actor, wherever that is; None where it may (5.4.2a, c)."""
    found = no_reaction(state, unit) or no_charge(state, unit)
    if found is not None:
        return found
    name = state.name(unit)
    if state.card(actor).mounted and not state.card(unit).mounted and applies("5.4.2c"):
        return Reason(f"{name}, as Foot, may not charge Mounted by opportunity.", "baroque.5.4.2c")
    if state.in_melee(actor):
        return Reason(f"{state.name(actor)}: in melee.", "baroque.4.1.3b")
    return None


def no_opportunity_at(state: State, unit: UnitId, actor: Body) -> Reason | None:
    """Why it would not come upon the actor where that is stopped; None where it would (5.4.2a, 4.1.3d).

    Another enemy on the way bars nothing: it is struck instead. Nobody is stopped in the midst of a friend (R131).
    """
    name, theirs = state.name(unit), state.name(actor.id)
    if overlapping(actor, bodies(state, friends_of(state, actor.id))):
        return Reason(f"There: {theirs} in the midst of friends.", "baroque.5.4.2a")
    _, most = reaches(state, unit)
    path = ahead(body(state, unit), most)
    met = first_contact(path, (actor,))
    if met is None:
        return Reason(f"There: {theirs} not straight ahead of {name} within {bu(most)}.", "baroque.5.4.2a")
    if _free_ahead(state, unit) < met.length:
        return Reason(f"{name} may not pass what is on the way to {theirs} there.", "baroque.5.5.4")
    if not is_in_sight(state, path.body, actor) and applies("5.4c"):
        return Reason(f"There: {theirs} hidden from {name} by terrain.", "baroque.5.4c")
    there = state if actor == body(state, actor.id) else with_poses(state, {actor.id: pose_of(actor)})
    if not meetings(there, path):
        return Reason(
            f"{name} would find no room behind it for the friends it comes through.", "baroque.5.5.4"
        )
    first = _first_ahead(state, unit, actor.id)
    if first is not None and first.length < met.length and not applies("4.1.3d"):
        return Reason(f"{theirs}: behind {state.name(first.id)}.", "baroque.4.1.3d")
    return None if applies("5.4.2a") else Reason(f"{name} may not charge now.", "baroque.5.4.2a")


@remembered
def _free_ahead(state: State, unit: UnitId) -> int:
    """How far a unit's charge straight ahead is free of what it may not pass."""
    return unobstructed(state, ahead(body(state, unit), reaches(state, unit)[1]))


@remembered
def _first_ahead(state: State, unit: UnitId, without: UnitId) -> Contact | None:
    """Whom a unit's charge straight ahead meets first, one enemy left out."""
    others = [u for u in state.foes(unit) if u != without]
    return first_contact(ahead(body(state, unit), reaches(state, unit)[1]), bodies(state, others))


def charge_stretch(state: State, unit: UnitId, actor: UnitId, path: Path | None, most: int) -> Stretch | None:
    """Where on its path the actor can be charged by opportunity; ``most`` as for :func:`fire_stretch`."""
    if no_opportunity(state, unit, actor) is not None:
        return None
    base, there = body(state, unit), _ground_of(state, actor, path)
    if between_boxes(ahead(base, longest_reach(state, unit)).bounds, there) > BESIDE:
        return None  # before it is asked what the ground lets it do, which takes longer
    if between_boxes(ahead(base, reaches(state, unit)[1]).bounds, there) > BESIDE:
        return None
    if path is None:
        return stretch(lambda _: no_opportunity_at(state, unit, body(state, actor)) is None, 0)
    return stretch(lambda n: no_opportunity_at(state, unit, path.body_at(n)) is None, most)
