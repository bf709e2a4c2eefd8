"""Fire at contact: defensive fire, chargers thrown back, point-blank pistols (6.6, 6.7)."""

from collections.abc import Sequence
from typing import Literal, TypeAlias

from muster.engine.requests import Choose, Confirm, Option
from muster.geometry.open.contact import free_length
from muster.geometry.open.moves import BACK, straight
from muster.rulesets.baroque.book import applies, number, rule
from muster.rulesets.baroque.cards import BU
from muster.rulesets.baroque.events.contacts import Parted
from muster.rulesets.baroque.events.fire import DefensiveFireTried, PistolsFired
from muster.rulesets.baroque.events.harm import UsedUp
from muster.rulesets.baroque.events.moves import Moved
from muster.rulesets.baroque.queries import close_fire
from muster.rulesets.baroque.queries.bodies import body, rim
from muster.rulesets.baroque.queries.cohesion import Cause
from muster.rulesets.baroque.queries.discipline import defensive_fire_parts, discipline_odds
from muster.rulesets.baroque.queries.firing_dice import pistol_dice
from muster.rulesets.baroque.queries.retreating import retreat
from muster.rulesets.baroque.queries.shooting import plan_odds
from muster.rulesets.baroque.rules.cohesion import Struck, cohesion_tests
from muster.rulesets.baroque.rules.common import Battle, discipline_test
from muster.rulesets.baroque.rules.contacts import part_contacts
from muster.rulesets.baroque.rules.dice import Pool, roll_for_hits
from muster.rulesets.baroque.rules.retreat import clear_way_back, put_back
from muster.rulesets.baroque.rules.shots import Shooting, fire
from muster.rulesets.baroque.rules.trying import REACTIONS, is_asked
from muster.rulesets.baroque.state import UnitId

Defended: TypeAlias = Literal["held", "tried", "repulsed"]
"""It did not fire; it tried; the charger was thrown back or routed, and there is no melee between the two (6.6e)."""


@rule("6.6a")
async def defensive_fire(game: Battle, shooter: UnitId, charger: UnitId) -> Defended:
    """Offer defensive fire to a unit that was charged into contact, and resolve it (6.6, seq.contact).

    It is a reaction: a Discipline Test, and used up by trying (2.5.4).
    """
    state = game.state
    asked = is_asked(game, state.seat(shooter))
    if not asked or close_fire.no_defensive_fire(state, shooter, charger) is not None:
        return "held"
    shot = close_fire.defensive_plan(state, shooter, charger)
    if shot is None:
        return "held"
    then = plan_odds(state, shot)
    odds = discipline_odds(state, shooter, defensive_fire_parts(state, shooter), effect=f"Then {then.effect}")
    wanted = await game.ask(
        state.seat(shooter),
        Confirm(
            f"{shot.dice.value} dice at point blank, if it passes its Discipline Test",
            f"Fire at {state.name(charger)}",
            "Hold fire",
            odds,
        ),
        rule="baroque.6.6a",
        text=f"{state.name(shooter)}, charged by {state.name(charger)}: defensive fire?",
        note="nobody else may react to this charge then",
        subject=shooter,
        window=REACTIONS,
    )
    if not wanted:
        return "held"
    game.apply(DefensiveFireTried(shooter))
    parts = defensive_fire_parts(game.state, shooter)
    if not await discipline_test(game, shooter, "defensive_fire", "6.6d", parts):
        return "tried"
    shot = close_fire.defensive_plan(game.state, shooter, charger)
    if shot is None:
        return "tried"
    (tested,) = await fire(game, (Shooting(shot, "defensive"),))
    if game.state.units[charger].pose is None:
        return "repulsed"
    if tested.outcome.failed_by == 0 or not applies("6.6e"):
        return "tried"
    await _throw_back(game, charger)
    return "repulsed"


@rule("6.6e")
async def _throw_back(game: Battle, charger: UnitId) -> None:
    """A charger that took losses by failing its test goes straight back 1 BU, less if something blocks it (R53).

    Friends are passed or pushed as in a retreat. Wherever it comes to stand, there is no melee.
    """
    wanted = number("6.6e", BU, off=2 * BU)
    wanted = free_length(straight(body(game.state, charger), BACK, wanted), rim(game.state))
    await clear_way_back(game, charger, wanted)
    found, name = retreat(game.state, charger, wanted), game.state.name(charger)
    if found.fate == "stands":
        put_back(game, found, f"{name} recoiled", "baroque.6.6e")
    else:
        game.apply(
            Moved(charger, (game.state.pose(charger),), f"{name} could not be thrown back.", "baroque.6.6e")
        )
    game.apply(Parted(tuple((c.by, c.on) for c in game.state.contacts if c.by == charger)))
    part_contacts(game)


# ------------------------------------------------------------------------------------------------ pistols
@rule("6.7a")
async def pistols(game: Battle, *movers: UnitId) -> None:
    """Fire the point-blank pistols of everybody whom moves have just brought into contact (6.7, R24).

    All fire at once, with the dice of before; then the tests are taken together. A contact by pursuit only uses them
    up (6.7e). Whoever routs is gone afterwards, and its contacts with it.
    """
    for unit in close_fire.lose_pistols(game.state, *movers):
        game.apply(UsedUp(unit, "pistol", "6.7e"))
    involved = {u for c in close_fire.new_contacts(game.state, *movers) for u in (c.by, c.on)}
    aims: list[tuple[UnitId, UnitId]] = []
    for unit in [u for u in game.state.units if u in involved]:
        target = await _pistol_target(game, unit, movers)
        if target is not None:
            aims.append((unit, target))
    dice = [pistol_dice(game.state, unit, target) for unit, target in aims]
    hits: dict[UnitId, int] = {}
    for (unit, target), total in zip(aims, dice, strict=True):
        why = f"Pistols of {game.state.name(unit)}"
        result = await roll_for_hits(game, (Pool(unit, total.value),), why=why)
        game.apply(UsedUp(unit, "pistol", "6.7a"))
        here, there = game.state.pose(unit), game.state.pose(target)
        game.apply(PistolsFired(unit, target, total, result.throws[0], result.hits, here[:2], there[:2]))
        hits[target] = hits.get(target, 0) + result.hits
    if hits and applies("6.7c"):
        await cohesion_tests(game, [Struck(unit, count, Cause("pistol")) for unit, count in hits.items()])
        part_contacts(game)


async def _pistol_target(game: Battle, unit: UnitId, movers: Sequence[UnitId]) -> UnitId | None:
    """At whom a unit fires: its owner picks where several could be it (6.7f, R84)."""
    found = close_fire.pistol_targets(game.state, unit, *movers)
    if len(found) < 2:
        return found[0] if found else None
    state = game.state
    offered = tuple(
        Option(
            u,
            state.name(u),
            group="Target",
            rule="baroque.6.7f",
            piece=u,
            act=f"Fire at {state.name(u)}",
        )
        for u in found
    )
    picks = await game.ask(
        state.seat(unit),
        Choose(offered),
        rule="baroque.6.7f",
        text=f"{state.name(unit)}: at whom do the pistols fire?",
        subject=unit,
    )
    return picks.one.key
