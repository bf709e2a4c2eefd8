"""Countercharges: charger and countercharger meet half way (5.4.3, R36)."""

from muster.rulesets.baroque.book import applies, rule
from muster.rulesets.baroque.queries.bodies import body
from muster.rulesets.baroque.queries.contacting import contacts_of
from muster.rulesets.baroque.queries.countering import HalfWay, contact_with, half_way
from muster.rulesets.baroque.queries.running import Hit, meetings, resting_length, unobstructed
from muster.rulesets.baroque.rules.common import Battle, disorder
from muster.rulesets.baroque.rules.contact import meet
from muster.rulesets.baroque.rules.melee import fight
from muster.rulesets.baroque.rules.pace import Charge, count_action, go, reply_charge, rest, roll_bonus
from muster.rulesets.baroque.state import State, UnitId


@rule("5.4.3e")
async def countercharge(game: Battle, charge: Charge, unit: UnitId) -> bool:
    """A passed countercharge: both go at each other, and the melee is fought; False: the charge goes on by itself.

    The bonus is rolled by whoever needs it for its half (R36). If they do not meet after all, both are Disordered.
    """
    found = half_way(
        game.state, unit, rest(game.state, charge, charge.longest), _reach(game.state, charge, unit)
    )
    if found is None:
        return False
    counter = reply_charge(game.state, charge.deed, unit, "countercharge")
    if not charge.decided and charge.done + found.charger > charge.plain:
        await roll_bonus(game, charge)
    if found.counter > counter.plain:
        await roll_bonus(game, counter)
    charge.decided = counter.decided = True
    count_action(game, counter)
    other = _met_first(game.state, charge, counter, found)
    if other is not None and applies("5.4.3e"):
        await go(game, counter, other.length)
        counter.met.add(other.unit)
        await _finish(game, charge)
    else:
        await _close(game, charge, counter, found)
    await _fight(game, charge, counter)
    return True


def _reach(state: State, charge: Charge, unit: UnitId) -> int:
    return reply_charge(state, charge.deed, unit, "countercharge").path.length


def _met_first(state: State, charge: Charge, counter: Charge, found: HalfWay) -> Hit | None:
    """Another enemy that the countercharger strikes before it has come to the charger (5.4.3e)."""
    way = rest(state, counter, min(found.counter, counter.most))
    return next((h for h in meetings(state, way, (charge.unit,)) if h.stops), None)


async def _finish(game: Battle, charge: Charge) -> None:
    """The charger finishes its move, into whomever it meets."""
    hits = meetings(game.state, rest(game.state, charge, charge.most))
    if hits:
        await go(game, charge, hits[0].length)
        charge.met |= {h.unit for h in hits if h.length == hits[0].length}
    else:
        await _go_on(game, charge)


async def _go_on(game: Battle, charge: Charge) -> None:
    """As far as it comes without meeting anybody."""
    way = rest(game.state, charge, charge.most)
    await go(game, charge, resting_length(game.state, way, unobstructed(game.state, way)))


async def _close(game: Battle, charge: Charge, counter: Charge, found: HalfWay) -> None:
    """Each goes its part; who falls short leaves the rest to the other, if that one can (R36)."""
    state = game.state
    part = min(found.charger, charge.most - charge.done)
    before = meetings(state, rest(state, charge, charge.done + part), (counter.unit,))
    if before:
        part = min(part, before[0].length)
        charge.met |= {h.unit for h in before if h.length == part}
    await go(game, charge, part)
    needed = contact_with(body(game.state, counter.unit), body(game.state, charge.unit), counter.most)
    if needed is not None:
        await go(game, counter, needed)
    else:
        await _go_on(game, counter)
        met = contact_with(
            body(game.state, charge.unit), body(game.state, counter.unit), charge.most - charge.done
        )
        if met is None or charge.met:
            return
        await go(game, charge, met)
    charge.met.add(counter.unit)
    counter.met.add(charge.unit)


async def _fight(game: Battle, charge: Charge, counter: Charge) -> None:
    """The contacts of both and their melee; whoever has met nobody is Disordered."""
    contacts = tuple(
        contact
        for one in (charge, counter)
        for contact in contacts_of(
            game.state, one.walked, sorted(one.met), one.arrival, impetus=applies("5.4.3g")
        )
    )
    for one in (charge, counter):
        if not one.met and not any(c.on == one.unit for c in contacts):
            disorder(game, one.unit, "its charge met nobody", "5.4.3e")
    paths = {one.unit: one.walked for one in (charge, counter)}
    if contacts and await meet(game, contacts, paths, marcher=charge.unit) == "melee":
        await fight(game, contacts[0].by)
