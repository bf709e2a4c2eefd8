"""Breaking off a melee: who may, and where it ends (5.7)."""

from dataclasses import dataclass
from typing import Final

from muster.engine.explain import Reason
from muster.geometry.open.contact import Solid, first_contact
from muster.geometry.open.moves import BACK, straight
from muster.geometry.open.poses import Body, opposite
from muster.geometry.open.pushing import clear_length
from muster.rulesets.baroque.book import applies
from muster.rulesets.baroque.cards import BU, Card, Pace, UnitType
from muster.rulesets.baroque.queries import ground
from muster.rulesets.baroque.queries.bodies import bodies, body, rim
from muster.rulesets.baroque.queries.fights import foes_met
from muster.rulesets.baroque.queries.passing import may_pass
from muster.rulesets.baroque.state import State, UnitId

NEVER: Final[frozenset[UnitType]] = frozenset({"P&M", "PK", "ETE", "LTE", "ART", "BAG"})
"""They cannot break off (5.7c); baggage does not move at all."""
PACES: Final[dict[Pace, int]] = {"slow": 0, "normal": 1, "fast": 2}


@dataclass(frozen=True, slots=True)
class FallBack:
    """Where a unit that breaks off ends, after so many units straight back, and the friends it passes."""

    end: Body
    length: int
    rule: str


def is_faster(ours: Card, theirs: Card) -> bool:
    """Whether one unit is faster than another: M first, then Fast over normal over Slow (5.7b)."""
    return (ours.move, PACES[ours.pace]) > (theirs.move, PACES[theirs.pace])


def no_disengagement(state: State, unit: UnitId) -> Reason | None:
    """Why a unit in melee cannot try to break off, to be read after a colon; None where it may (5.7a to 5.7c, R35)."""
    card = state.card(unit)
    foes = foes_met(state, unit)
    if card.type in NEVER and applies("5.7c"):
        return Reason("its kind of unit never may.", "baroque.5.7c")
    if any(state.card(f).type == "BAG" for f in foes) and applies("5.7c"):
        return Reason("nobody breaks off from baggage.", "baroque.5.7c")
    if any(c.on == unit and c.impact != "front" for c in state.contacts) and applies("5.7a"):
        return Reason("it is engaged not only on its front.", "baroque.5.7a")
    as_fast = next((f for f in foes if not is_faster(card, state.card(f))), None)
    if as_fast is not None and applies("5.7b"):
        return Reason(f"it is not faster than {state.name(as_fast)}.", "baroque.5.7b")
    found = fall_back(state, unit)
    return found if isinstance(found, Reason) else None


def fall_back(state: State, unit: UnitId) -> FallBack | Reason:
    """Where it falls back to: exactly M straight back, or what Difficult terrain leaves of it, and behind friends that
    it would end in; or why it cannot (5.7d, 5.5.2c, 5.5.1f, R35, R120).
    """
    base = body(state, unit)
    length = state.card(unit).move * BU
    way = straight(base, BACK, length)
    for slower in (ground.speed(state, unit, way), ground.crossing(state, unit, way)):
        if slower is not None:
            length = min(length, slower.length)
    friends = [u for u in state.on_table(state.card(unit).seat) if u != unit]
    passed = [u for u in friends if _passes(state, unit, u)]
    length = clear_length(base, opposite(base.pose.heading), length, bodies(state, passed))
    path = straight(base, BACK, length)
    blocking: list[Solid] = [
        *bodies(state, (u for u in friends if u not in passed)),
        *bodies(state, state.foes(unit)),
        *ground.blocking(state, path),
        *rim(state),
    ]
    met = first_contact(path, blocking)
    if met is not None and met.length < length and applies("5.7a"):
        what = state.name(met.id) if met.id in state.units else "something behind it"
        return Reason(f"{what} would be in its way.", "baroque.5.7a")
    return FallBack(path.body_at(length), length, "baroque.5.7d")


def _passes(state: State, unit: UnitId, friend: UnitId) -> bool:
    """Whether it may go through a friend: by the voluntary rules, not by those of a retreat (5.5.2c)."""
    return may_pass(state, unit, friend) or not (state.in_melee(friend) or applies("5.5.2c"))
