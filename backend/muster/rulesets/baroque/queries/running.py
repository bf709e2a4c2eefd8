"""The straight way of a charge: how far it goes, whom it meets, whom it passes, where it comes to stand (5.4, 5.5.4).

Every charge of whatever kind goes by these queries. Skirmishers and guns that are swept away on contact do not end a
run (7.7b), everybody else does.
"""

from dataclasses import dataclass
from typing import Final

from muster.engine.memory import remembered
from muster.geometry.open.contact import Solid, first_contact, free_length, overlapping, passages
from muster.geometry.open.moves import AHEAD, Path, straight
from muster.geometry.open.poses import Body, touches
from muster.rulesets.baroque.book import applies
from muster.rulesets.baroque.cards import BU, UnitType
from muster.rulesets.baroque.queries import ground
from muster.rulesets.baroque.queries.bodies import bodies, rim
from muster.rulesets.baroque.queries.dispersing import dispersed_by
from muster.rulesets.baroque.queries.moving import APART
from muster.rulesets.baroque.queries.passing import PutBehind, put_behind
from muster.rulesets.baroque.queries.rolled_moves import highest_charge_bonus
from muster.rulesets.baroque.state import State, UnitId

CHARGED_THROUGH: Final[frozenset[UnitType]] = frozenset({"CL", "S", "ART"})
"""Friends through whom a charge may go (5.5.4)."""
NOBODY: Final[frozenset[UnitId]] = frozenset()


@dataclass(frozen=True, slots=True)
class Hit:
    """An enemy that a run meets ``length`` units along; ``stops``: it is not swept away (7.7a, 7.8a)."""

    unit: UnitId
    length: int
    stops: bool


@dataclass(frozen=True, slots=True)
class Limit:
    """How far a run can go and what ends it, in a sentence with its rule."""

    length: int
    why: str
    rule: str


# ------------------------------------------------------------------------------------------------ reach
def plain_reach(state: State, unit: UnitId) -> int:
    """What one movement action covers without a bonus, in units, before the ground limits it (5.1a)."""
    return state.card(unit).move * BU


def longest_reach(state: State, unit: UnitId) -> int:
    """The same with the highest bonus of the unit's column (5.4d)."""
    bonus = highest_charge_bonus(state.card(unit)) if applies("5.4d") else 0
    return plain_reach(state, unit) + bonus


def ahead(base: Body, length: int) -> Path:
    """So many units straight forward (5.4a)."""
    return straight(base, AHEAD, length)


def on_ground(state: State, unit: UnitId, base: Body, most: int) -> int:
    """How far the ground lets a base charge of ``most`` units (3.1.1c, 3.1.1l, 3.1.2a).

    The limit covers the bonus too (R78).
    """
    path = ahead(base, most)
    found = most
    for slower in (ground.speed(state, unit, path), ground.crossing(state, unit, path)):
        if slower is not None and slower.length < found:
            rolled = most > plain_reach(state, unit) and not applies("3.1.1l")
            found = min(most, slower.length + BU) if rolled else slower.length
    return found


# ------------------------------------------------------------------------------------------------ what is met
def may_charge_through(state: State, friend: UnitId) -> bool:
    """Whether a charge may pass a friend: light cavalry, skirmishers and artillery out of melee (5.5.4, 5.5a)."""
    if state.in_melee(friend) and applies("5.5a"):
        return False
    open_ = state.card(friend).type in CHARGED_THROUGH
    return open_ if applies("5.5.4") else not open_


def friends_of(state: State, unit: UnitId) -> tuple[UnitId, ...]:
    """Everybody else of its side on the table."""
    return tuple(u for u in state.on_table(state.card(unit).seat) if u != unit)


def unobstructed(state: State, path: Path) -> int:
    """How far friends that may not be charged through, impassable ground and the table's edge let a base go (5.1g)."""
    solids: list[Solid] = [*_in_the_way(state, path), *rim(state), *ground.blocking(state, path)]
    return free_length(path, solids)


def stopped_by_friends(state: State, path: Path) -> bool:
    """Whether friends that may not be charged through stop a base before the end of its way (5.5.4)."""
    return free_length(path, _in_the_way(state, path)) < path.length


def _in_the_way(state: State, path: Path) -> list[Body]:
    friends = friends_of(state, path.body.id)
    return bodies(state, (u for u in friends if not may_charge_through(state, u)))


def landed_on(state: State, base: Body) -> tuple[UnitId, ...]:
    """Friends under a base that has charged into their midst, the foremost first."""
    friends = bodies(state, friends_of(state, base.id))
    under = set(overlapping(base, friends))
    ordered = sorted(friends, key=lambda f: -base.pose.local((f.pose.x, f.pose.y))[1])
    return tuple(f.id for f in ordered if f.id in under)


def let_through(state: State, base: Body) -> tuple[PutBehind, ...] | None:
    """Where the friends go on whom a charger ends: behind it (5.5.1e); None where there is no room for them."""
    return put_behind(state, base, landed_on(state, base))


def resting_length(state: State, path: Path) -> int:
    """Where a charge that meets nobody comes to stand: before what it may not pass, before friends for whom there is no
    room behind it (R81), and before an enemy whom it cannot reach for want of room (R156)."""
    foes = bodies(state, state.foes(path.body.id))
    return with_room(state, path, min(unobstructed(state, path), free_length(path, foes, apart=APART)))


def with_room(state: State, path: Path, length: int) -> int:
    """How far up to ``length`` a charge can come to rest: before friends for whom there is no room behind it (R81)."""
    while length > 0 and let_through(state, path.body_at(length)) is None:
        friends = bodies(state, friends_of(state, path.body.id))
        entered = [p.enter for p in passages(ground.shortened(path, length), friends) if p.leave is None]
        length = min(min(entered, default=0), length - 1)
    return max(0, length)


@remembered
def meetings(state: State, path: Path, without: frozenset[UnitId] = NOBODY) -> tuple[Hit, ...]:
    """The enemies that a base meets on a path, in order, to the first that stops it and all met with that one.

    ``without`` are taken to be gone. Whoever is met where friends find no room behind the charger is not reached, nor
    who stands beyond (R156).
    """
    unit = path.body.id
    foes = bodies(state, (u for u in state.foes(unit) if u not in without))
    found = [(met.length, foe) for foe in foes if (met := first_contact(path, (foe,))) is not None]
    free = unobstructed(state, path)
    hits: list[Hit] = []
    for length, foe in sorted(found, key=lambda f: f[0]):
        if length > free:
            break
        ended = next((h.length for h in hits if h.stops), length)
        at_once = touches(path.body_at(ended), foe)
        if not at_once and applies("5.4e"):
            continue
        there = ended if at_once else length
        if let_through(state, path.body_at(there)) is None:
            break
        hits.append(Hit(foe.id, there, not dispersed_by(state, unit, foe.id)))
    return tuple(hits)
