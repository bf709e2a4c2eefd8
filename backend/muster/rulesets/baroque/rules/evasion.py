"""Evasions: tested, and made before the charging move or the shot (5.6)."""

from collections.abc import Iterable

from muster.engine.explain import Reason
from muster.rulesets.baroque.book import rule
from muster.rulesets.baroque.events.charges import EvasionTried
from muster.rulesets.baroque.events.moves import Moved
from muster.rulesets.baroque.queries import ground
from muster.rulesets.baroque.queries.bodies import pose_of
from muster.rulesets.baroque.queries.deeds import Deed
from muster.rulesets.baroque.queries.discipline import evasion_parts
from muster.rulesets.baroque.queries.evading import fall_back, from_foot
from muster.rulesets.baroque.queries.words import bu
from muster.rulesets.baroque.rules import leaders
from muster.rulesets.baroque.rules.common import Battle, discipline_test, disorder
from muster.rulesets.baroque.state import UnitId


async def evade_all(game: Battle, deed: Deed, units: Iterable[UnitId]) -> frozenset[UnitId]:
    """Everybody who was named tries to evade, in that order; who has gone back (5.6d)."""
    return frozenset([unit for unit in units if await evade(game, unit, deed)])


@rule("5.6e")
async def evade(game: Battle, unit: UnitId, deed: Deed) -> bool:
    """One unit's test and its way back; whether it went (5.6e, 5.6f, 5.6j, 5.6k).

    A failure costs nothing but the place. The way is looked at again, since another evader may have come into it.
    """
    path = deed.path if deed.kind in ("charge", "potential") else None
    parts = evasion_parts(game.state, unit, from_foot=from_foot(game.state, deed.unit, path))
    game.apply(EvasionTried(unit, deed.unit))
    if not await discipline_test(game, unit, "evasion", "5.6e", parts):
        return False
    found = fall_back(game.state, unit)
    if isinstance(found, Reason):
        return False
    way = found.path
    await leaders.make_way(game, lambda _: way)
    found = fall_back(game.state, unit)
    if isinstance(found, Reason):
        return False
    start, end = found.path.body, found.path.body_at(found.path.length)
    through = " through friends" if found.passed else ""
    text = f"{game.state.name(unit)} evaded {bu(found.path.length)} to the rear{through}."
    game.apply(Moved(unit, (pose_of(start), pose_of(end)), text, "baroque.5.6j"))
    for trouble in ground.disorders(game.state, unit, found.path):
        disorder(game, unit, f"it {trouble.why}", trouble.rule)
    return True
