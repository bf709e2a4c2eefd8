"""Baggage under attack: how many may come at it, and where (7.9d)."""

from collections.abc import Sequence
from typing import Final

from muster.engine.explain import Reason
from muster.geometry.open.contact import touching
from muster.geometry.open.poses import Side
from muster.rulesets.baroque.book import applies
from muster.rulesets.baroque.queries.bodies import body
from muster.rulesets.baroque.queries.fights import foes_met
from muster.rulesets.baroque.state import State, UnitId

ATTACKERS: Final = 3
"""So many units may attack baggage, each on a side of its own."""


def no_room_at(state: State, baggage: UnitId, sides: Sequence[Side]) -> Reason | None:
    """Why nobody more can attack baggage on these of its sides (two for a corner); None where one can (7.9d)."""
    if state.card(baggage).type != "BAG":
        return None
    attackers = foes_met(state, baggage)
    name = state.name(baggage)
    if len(attackers) >= ATTACKERS and applies("7.9d"):
        return Reason(f"Three units attack {name} already.", "baroque.7.9d")
    taken = {side for a in attackers for side in _side_of(state, a, baggage)}
    if sides and taken.issuperset(sides) and applies("7.9d"):
        return Reason(f"That side of {name} is attacked already.", "baroque.7.9d")
    return None


def _side_of(state: State, attacker: UnitId, baggage: UnitId) -> tuple[Side, ...]:
    """The side of baggage that an attacker is at; of two at a corner none is taken."""
    found = touching(body(state, attacker), [body(state, baggage)])
    return found[0].sides if found and len(found[0].sides) == 1 else ()
