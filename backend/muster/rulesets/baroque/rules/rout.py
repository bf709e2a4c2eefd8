"""A unit is routed in melee, and what that does to the friends behind it (7.5.2f to 7.5.2h)."""

from typing import Final

from muster.geometry.open.contact import overlapping
from muster.geometry.open.poses import Body
from muster.geometry.open.pushing import rear_touches, strip_behind
from muster.rulesets.baroque.book import applies, number
from muster.rulesets.baroque.cards import BU, UnitType
from muster.rulesets.baroque.queries.bodies import bodies, body
from muster.rulesets.baroque.rules.common import Battle, disorder, eliminate, lose, rout_if_spent
from muster.rulesets.baroque.rules.contacts import part_contacts
from muster.rulesets.baroque.state import State, UnitId

UNNOTICED: Final[frozenset[UnitType]] = frozenset({"S", "T", "DR", "CL", "ART", "BAG"})
"""Their rout shakes nobody (7.5.2g); baggage has no rear (R41)."""


def rout(game: Battle, unit: UnitId, rule: str) -> None:
    """A unit is routed by a melee: it is removed, and friends behind it are shaken (7.5.2g, 7.5.2h, R31)."""
    behind = friends_behind(game.state, unit)
    name = game.state.name(unit)
    eliminate(game, unit, "routed", rule, in_melee=True)
    part_contacts(game)
    for friend, touched in behind:
        disorder(game, friend, f"{name} routed in front of it", "7.5.2g")
        if touched and applies("7.5.2h"):
            lose(game, friend, 1, f"{name} fled into it", "7.5.2h")
            rout_if_spent(game, friend)
    part_contacts(game)


def friends_behind(state: State, unit: UnitId) -> tuple[tuple[UnitId, bool], ...]:
    """The friends that a rout shakes, and whether each touches the rear of the routed unit: a strip of its width, 1 BU
    deep, with any overlap (R31).
    """
    if state.card(unit).type in UNNOTICED or not applies("7.5.2g"):
        return ()
    base = body(state, unit)
    strip = strip_behind(base, number("7.5.2g", BU, off=2 * BU))
    friends = bodies(state, (u for u in state.on_table(state.card(unit).seat) if u != unit))
    found: list[tuple[UnitId, bool]] = []
    for friend in friends:
        touched = rear_touches(base, friend)
        if touched or _reaches(strip, friend):
            found.append((friend.id, touched))
    return tuple(found)


def _reaches(strip: Body, friend: Body) -> bool:
    return bool(overlapping(strip, [friend]))
