"""Countercharges: charger and countercharger meet half way (5.4.3, R36)."""

from typing import Literal, TypeAlias

from muster.geometry.open.poses import touches
from muster.rulesets.baroque.book import applies, rule
from muster.rulesets.baroque.events.moves import NoMore
from muster.rulesets.baroque.queries.bodies import bodies, body
from muster.rulesets.baroque.queries.contacting import contacts_of
from muster.rulesets.baroque.queries.countering import HalfWay, closing, half_way, struck_before
from muster.rulesets.baroque.queries.running import (
    NOBODY,
    ahead,
    let_through,
    meetings,
    resting_length,
    with_room,
)
from muster.rulesets.baroque.rules.common import Battle, disorder
from muster.rulesets.baroque.rules.contact import meet
from muster.rulesets.baroque.rules.melee import fight
from muster.rulesets.baroque.rules.pace import (
    Charge,
    close_in,
    count_action,
    go,
    marcher_of,
    reply_charge,
    rest,
    roll_bonus,
)
from muster.rulesets.baroque.state import State, UnitId, with_poses

Advance: TypeAlias = Literal["on", "met", "back"]
"""It goes on; somebody who stops it was met; it was thrown back, or is gone."""


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
    before, rolls = with_poses(game.state, {}), not charge.decided
    counter = reply_charge(game.state, charge.deed, unit, "countercharge")
    if not charge.decided and charge.done + found.charger > charge.plain:
        await roll_bonus(game, charge)
    if found.counter > counter.plain:
        await roll_bonus(game, counter)
    charge.decided = counter.decided = True
    count_action(game, counter)
    length = min(found.counter, counter.most)
    if struck_before(game.state, unit, charge.unit, length) is not None:
        await _advance(game, counter, length, frozenset({charge.unit}))
        await _finish(game, charge, rolls=rolls)
    else:
        await _close(game, charge, counter, found)
    await _fight(game, charge, counter, before)
    return True


def _reach(state: State, charge: Charge, unit: UnitId) -> int:
    return reply_charge(state, charge.deed, unit, "countercharge").path.length


async def _finish(game: Battle, charge: Charge, *, rolls: bool) -> None:
    """The charger finishes its move, into whomever it meets; who has not decided on a bonus yet rolls if that is what
    it takes now (R36).
    """
    hits = meetings(game.state, rest(game.state, charge, charge.path.length))
    if rolls and not charge.bonus and hits and charge.done + hits[0].length > charge.plain:
        await roll_bonus(game, charge)
    if await _advance(game, charge, charge.most, NOBODY) == "on":
        await _go_on(game, charge)


async def _go_on(game: Battle, charge: Charge) -> None:
    """As far as it comes without meeting anybody."""
    way = rest(game.state, charge, charge.most)
    await go(game, charge, resting_length(game.state, way))


async def _advance(game: Battle, charge: Charge, most: int, without: frozenset[UnitId]) -> Advance:
    """Go on into whomever is met, until ``most`` units are covered in all or somebody stops it (R133).

    Whoever is swept aside ends nothing (7.7b). ``without`` are left out of account.
    """
    while game.state.units[charge.unit].pose is not None and charge.done < most:
        hits = meetings(game.state, rest(game.state, charge, most), without)
        if not hits:
            return "on"
        await go(game, charge, hits[0].length)
        here = [h for h in hits if h.length == hits[0].length]
        if any(h.stops for h in here):
            charge.met |= {h.unit for h in here}
            return "met"
        if await close_in(game, charge, [h.unit for h in here]) != "clear":
            return "back"
        if not applies("7.7b"):
            return "met"
    return "on" if game.state.units[charge.unit].pose is not None else "back"


async def _close(game: Battle, charge: Charge, counter: Charge, found: HalfWay) -> None:
    """Each goes its part; who falls short leaves the rest to the other, if that one can (R36).

    They go at the same time, so that one may pass where the other stood before.
    """
    parts = min(found.charger, charge.most - charge.done), min(found.counter, counter.most)
    one, other = (charge, counter) if parts[0] <= parts[1] else (counter, charge)
    start = one.done
    came = await _advance(game, one, start + min(parts), frozenset({other.unit}))
    if came == "on" and one.done < start + min(parts):
        way = rest(game.state, one, start + min(parts))
        await go(game, one, with_room(game.state, way, way.length))
    if not await _closes(game, other, one, one.done - start):
        await _go_on(game, other)
        if came != "on" or not await _closes(game, one, other, 0):
            return
    other.met.add(one.unit)
    if came != "back":
        one.met.add(other.unit)


async def _closes(game: Battle, one: Charge, other: Charge, least: int) -> bool:
    """One of the two goes up to the other, which has gone ``least`` units meanwhile; whether they touch then."""
    if any(game.state.units[u].pose is None for u in (one.unit, other.unit)):
        return False
    base, target = body(game.state, one.unit), body(game.state, other.unit)
    needed = closing(base, target, least, one.most - one.done)
    if needed is None or let_through(game.state, ahead(base, needed).body_at(needed)) is None:
        return False
    end = one.done + needed
    if await _advance(game, one, end, frozenset({other.unit})) != "on":
        return False
    await go(game, one, end - one.done)
    return True


async def _fight(game: Battle, charge: Charge, counter: Charge, before: State) -> None:
    """The contacts of both and their melee; whoever has met nobody is Disordered.

    Nobody has turned its own flank to the other by going at it: what counts is how they stood ``before`` (R54).
    """
    contacts = tuple(
        contact
        for one in (charge, counter)
        for contact in contacts_of(
            game.state,
            one.walked,
            _standing(game.state, one),
            one.arrival,
            impetus=applies("5.4.3g"),
            before=before,
        )
    )
    for one in (charge, counter):
        met = one.met or any(c.on == one.unit for c in contacts)
        if not met and game.state.units[one.unit].pose is not None:
            disorder(game, one.unit, "its charge met nobody", "5.4.3e")
    paths = {one.unit: one.walked for one in (charge, counter)}
    if not contacts:
        return
    await meet(game, contacts, paths, marcher=marcher_of(charge))
    for one in (charge, counter):
        if any(c.by == one.unit and c.arrival for c in game.state.contacts):
            await fight(game, one.unit)
    if charge.potential and applies("5.4.5a"):
        game.apply(NoMore(charge.unit))


def _standing(state: State, charge: Charge) -> list[UnitId]:
    """Whom a charge has met and touches still: not who was swept aside, nor anybody from whom it was thrown back."""
    if state.units[charge.unit].pose is None:
        return []
    here = [u for u in sorted(charge.met) if state.units[u].pose is not None]
    return [b.id for b in bodies(state, here) if touches(body(state, charge.unit), b)]
