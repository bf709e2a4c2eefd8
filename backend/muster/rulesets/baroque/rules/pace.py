"""What every charge does on its way: it is counted, rolls its bonus, goes so far, comes into contact (5.4, R66)."""

from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import Final

from muster.geometry.open.contact import passages, touching
from muster.geometry.open.moves import Path
from muster.geometry.open.poses import Side
from muster.rulesets.baroque.book import applies
from muster.rulesets.baroque.events.charges import BonusRolled
from muster.rulesets.baroque.events.moves import Moved, MovementMade
from muster.rulesets.baroque.queries.bodies import bodies, body, pose_of
from muster.rulesets.baroque.queries.charging import reaches
from muster.rulesets.baroque.queries.contacting import contacts_of
from muster.rulesets.baroque.queries.deeds import Deed
from muster.rulesets.baroque.queries.passing import PutBehind
from muster.rulesets.baroque.queries.rolled_moves import charge_bonus
from muster.rulesets.baroque.queries.running import ahead, friends_of, let_through
from muster.rulesets.baroque.queries.words import bu
from muster.rulesets.baroque.rules import leaders
from muster.rulesets.baroque.rules.common import Battle
from muster.rulesets.baroque.rules.contact import Came, Defence, meet
from muster.rulesets.baroque.rules.marching import step_back
from muster.rulesets.baroque.state import Arrival, Contact, State, UnitId, with_poses

NOBODY: Final[frozenset[UnitId]] = frozenset()


@dataclass
class Charge:
    """A charge that is under way, of whatever kind.

    ``deed``: what it is, or what it answers. ``path``: its whole way at the longest, from where it began; of that
    ``plain`` without a bonus, ``most`` what it covers as things stand, ``done`` what it has covered, in units.
    ``target``: the enemy that was declared. ``decided``: nothing is to be said about a bonus any more. ``evaders`` have
    tried to evade, ``known`` stood in its way when it could be answered, ``reactor`` has tried to react to it.
    ``tested``: its march test has been taken. ``stopped``: the acting unit that this charge interrupts on its path, if
    it does.
    """

    deed: Deed
    unit: UnitId
    target: UnitId
    path: Path
    plain: int
    most: int
    arrival: Arrival
    done: int = 0
    decided: bool = False
    bonus: bool = False
    reactor: UnitId | None = None
    evaders: frozenset[UnitId] = NOBODY
    known: frozenset[UnitId] = NOBODY
    tested: bool = False
    stopped: Path | None = None
    met: set[UnitId] = field(default_factory=set[UnitId])
    """Everybody whom it has met, swept aside or not."""

    @property
    def potential(self) -> bool:
        """Whether it is a potential charge, which is a move until it makes contact (5.4.6)."""
        return self.deed.kind == "potential" and self.arrival == "charge"

    @property
    def longest(self) -> int:
        """What it may still come to cover in all, in units."""
        return self.most if self.decided else self.path.length

    @property
    def walked(self) -> Path:
        """The way that it has come."""
        return ahead(self.path.body, self.done)


def reply_charge(state: State, deed: Deed, unit: UnitId, arrival: Arrival) -> Charge:
    """The charge of a unit of the inactive player at the actor of a deed."""
    plain, most = reaches(state, unit)
    path = ahead(body(state, unit), most)
    return Charge(deed, unit, deed.unit, path, plain, plain, arrival)


def rest(state: State, charge: Charge, most: int) -> Path:
    """What lies before a charge until it has covered ``most`` units in all."""
    return ahead(body(state, charge.unit), max(0, most - charge.done))


def count_action(game: Battle, charge: Charge) -> None:
    """A charge is a movement action of its unit, which later tests and shots count (5.4a, 5.1f, 6.1.3.2a)."""
    state = game.state
    path = rest(state, charge, charge.most)
    passed = bool(passages(path, bodies(state, friends_of(state, charge.unit))))
    game.apply(MovementMade(charge.unit, "charge", passed))


async def roll_bonus(game: Battle, charge: Charge) -> None:
    """Roll for a longer way; the ground may not let it use all of it (5.4.1a, 3.1.1l)."""
    unit = charge.unit
    die = (await game.roll(1, 6, why=f"Charge bonus of {game.state.name(unit)}")).total
    bonus = charge_bonus(game.state.card(unit), die)
    game.apply(BonusRolled(unit, die, bonus))
    charge.bonus = charge.decided = True
    charge.most = min(charge.path.length, charge.plain + bonus)


async def go(game: Battle, charge: Charge, length: int) -> None:
    """So many units straight ahead; friends on whom it comes to stand let it through (5.5.4, 5.5.1e)."""
    unit = charge.unit
    path = await leaders.make_way(
        game,
        lambda state: ahead(body(state, unit), length),
        lambda state: [ahead(put.there, 0) for put in _put_behind(state, unit, length)],
    )
    state = game.state
    if length:
        start, end = pose_of(path.body), pose_of(path.body_at(length))
        text = f"{state.name(unit)} charged {bu(length)}."
        game.apply(Moved(unit, (start, end), text, "baroque.5.4a"))
        charge.done += length
    for put in _put_behind(game.state, unit, 0):
        text = f"{state.name(put.unit)} let {state.name(unit)} through and stood behind."
        game.apply(Moved(put.unit, (pose_of(put.there),), text, "baroque.5.5.1e"))


def _put_behind(state: State, unit: UnitId, length: int) -> tuple[PutBehind, ...]:
    """The friends who let a charger through that comes to stand so many units farther on (5.5.1e)."""
    found = let_through(state, ahead(body(state, unit), length).body_at(length)) or ()
    return found if found and applies("5.5.1e") else ()


def marcher_of(charge: Charge) -> UnitId | None:
    """Whose march test falls due now: the acting unit's own charge calls for one, at its first contact (5.1f, R155)."""
    if charge.arrival != "charge" or charge.tested:
        return None
    charge.tested = True
    return charge.unit


async def close_in(game: Battle, charge: Charge, on: Iterable[UnitId]) -> Came:
    """The contact of a charge with everybody whom it touches now, up to the melee (seq.contact)."""
    units = tuple(on)
    charge.met |= set(units)
    paths = {charge.unit: charge.walked}
    impetus = not charge.potential or applies("5.4.6b")
    contacts = contacts_of(game.state, charge.walked, units, charge.arrival, impetus=impetus)
    marcher, actor = marcher_of(charge), charge.deed.unit
    if charge.stopped is not None and actor in units:
        paths[actor] = charge.stopped
        contacts += _stopped_charger(game.state, charge, actor)
    if charge.arrival == "opportunity" and actor in units and charge.deed.way and applies("5.1h"):
        game.apply(MovementMade(actor, charge.deed.way))
        step_back(game, actor, charge.deed.way)
        marcher = actor
    defence = Defence([u for u in units if _may_defend(game.state, charge, u)])
    came = await meet(game, contacts, paths, marcher=marcher, defence=defence)
    charge.reactor = charge.reactor or defence.tried
    return came


def _may_defend(state: State, charge: Charge, unit: UnitId) -> bool:
    """Whether nothing that was answered to a charge bars a unit's defensive fire: its own evasion (5.6f), its own
    countercharge (5.4.3d), or anybody's reaction to the same action (4.1.3c)."""
    if charge.arrival != "charge" or (unit in charge.evaders and applies("5.6f")):
        return False
    if state.card(unit).type == "S" and not applies("7.7c"):
        return False
    reactor = charge.reactor
    return reactor is None or not applies("5.4.3d" if reactor == unit else "4.1.3c")


def _stopped_charger(state: State, charge: Charge, actor: UnitId) -> tuple[Contact, ...]:
    """A charger that an opportunity charge stops front to front is in contact too, but without impetus (5.4.2f)."""
    fronts = {s for met in touching(body(state, actor), (body(state, charge.unit),)) for s in met.own}
    if charge.deed.kind == "move" or charge.stopped is None or Side.FRONT not in fronts:
        return ()
    impetus = not applies("5.4.2f")
    before = with_poses(state, {charge.unit: pose_of(charge.path.body)})
    return contacts_of(state, charge.stopped, (charge.unit,), "charge", impetus=impetus, before=before)
