"""Countercharges: who may meet a charge half way, and where (5.4.3)."""

from dataclasses import dataclass
from typing import Final

from muster.engine.explain import Reason
from muster.geometry.open.closing import meeting_length
from muster.geometry.open.contact import first_contact, overlapping
from muster.geometry.open.moves import Path
from muster.geometry.open.poses import Body, touches
from muster.rulesets.baroque.book import applies
from muster.rulesets.baroque.queries.bodies import body
from muster.rulesets.baroque.queries.charging import no_charge, reaches
from muster.rulesets.baroque.queries.running import (
    Hit,
    ahead,
    let_through,
    meetings,
    stopped_by_friends,
    unobstructed,
)
from muster.rulesets.baroque.queries.status import no_reaction
from muster.rulesets.baroque.queries.visibility import can_see
from muster.rulesets.baroque.state import State, UnitId

ROUNDED: Final = 3
"""By so many units at most the place where two bases meet may lie off the lengths that both went."""


@dataclass(frozen=True, slots=True)
class HalfWay:
    """Where a charger and a countercharger would meet: so many units along the way of each (5.4.3e).

    ``charger`` and ``counter`` differ where one cannot come half way and the other makes up the rest (R36).
    """

    charger: int
    counter: int


def no_countercharge(state: State, unit: UnitId, path: Path) -> Reason | None:
    """Why a unit may not countercharge a charge along ``path``; None where it may (5.4.3a, 5.4.3c, 5.4.3f, 5.4b).

    Only whom the charge would contact may: who is met with the first enemy that stops it, or is swept away before.
    """
    name, charger = state.name(unit), path.body.id
    barred = no_reaction(state, unit) or no_charge(state, unit)
    if barred is not None:
        return barred
    if state.card(charger).mounted and not state.card(unit).mounted and applies("5.4.3c"):
        return Reason(f"{name}, as Foot, may not countercharge Mounted.", "baroque.5.4.3c")
    if all(h.unit != unit for h in meetings(state, path)) and applies("5.4.3a"):
        return Reason(f"{name} would not be contacted by the charge.", "baroque.5.4.3a")
    if not can_see(state, unit, charger) and applies("5.4c"):
        return Reason(f"{name}: {state.name(charger)} hidden by terrain.", "baroque.5.4c")
    _, most = reaches(state, unit)
    met = half_way(state, unit, path, most)
    if met is None:
        return Reason(f"{name} would not come upon the charger straight ahead.", "baroque.5.4.3a")
    way = ahead(body(state, unit), met.counter)
    if stopped_by_friends(state, way):
        return Reason(f"{name}: friends in the way.", "baroque.5.4.3f") if applies("5.4.3f") else None
    if unobstructed(state, way) < met.counter:
        text = f"{name}: the edge of the table, or ground that cannot be entered, in the way."
        return Reason(text, "baroque.5.1g")
    return None


def half_way(state: State, unit: UnitId, path: Path, most: int) -> HalfWay | None:
    """Where a charge along ``path`` and a countercharge of ``most`` units straight ahead meet; None: they do not.

    Both go equally far; where one comes no farther, or the charger is stopped by another enemy, the other makes up
    the rest, if it can (R36). They do not meet where friends under one of them find no room behind it (R156).
    """
    found = _half_way(state, unit, path, most)
    if found is None:
        return None
    ends = path.body_at(found.charger), ahead(body(state, unit), found.counter).body_at(found.counter)
    return found if all(let_through(state, end) is not None for end in ends) else None


def _half_way(state: State, unit: UnitId, path: Path, most: int) -> HalfWay | None:
    """The same, whoever is passed on the way."""
    base = body(state, unit)
    stop = next((h.length for h in meetings(state, path, frozenset({unit})) if h.stops), path.length)
    equal = meeting_length(path.body, base, max(path.length, most))
    if equal is None:
        return None
    if not applies("5.4.3e"):
        equal = path.length
    if equal > most:
        length = closing(path.body, ahead(base, most).body_at(most), most, path.length)
        return None if length is None or length > stop else HalfWay(length, most)
    charger = min(equal, stop)
    needed = closing(base, path.body_at(charger), charger, most)
    return None if needed is None else HalfWay(charger, needed)


def struck_before(state: State, unit: UnitId, charger: UnitId, length: int) -> Hit | None:
    """The other enemy that stops a countercharger before it has come to the charger, ``length`` units on (5.4.3e)."""
    hits = meetings(state, ahead(body(state, unit), length), frozenset({charger}))
    found = next((h for h in hits if h.stops), None)
    return found if found is not None and applies("5.4.3e") else None


def closing(base: Body, other: Body, least: int, most: int) -> int | None:
    """How far a base goes straight ahead until it meets another one that has come to where it stands meanwhile.

    Both went ``least`` units at the same time, so that what the base would meet before is not there yet. None if they
    do not meet within ``most`` units.
    """
    start = min(least, most)
    near = sorted(
        range(max(0, start - ROUNDED), min(most, start + ROUNDED) + 1), key=lambda n: abs(n - start)
    )
    there = ahead(base, start).body_at(start)
    for length in near:
        here = ahead(base, length).body_at(length)
        if touches(here, other) and not overlapping(here, (other,)):
            return length
    found = None if overlapping(there, (other,)) else contact_with(there, other, most - start)
    return None if found is None else start + found


def contact_with(base: Body, other: Body, most: int) -> int | None:
    """How far a base goes straight ahead until it meets another one, in units; None if not within ``most``."""
    met = first_contact(ahead(base, most), (other,))
    return None if met is None else met.length
