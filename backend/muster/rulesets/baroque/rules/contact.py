"""What happens on contact, before the blows: Disorder, march test, defensive fire, dispersal, pistols (seq.contact)."""

from collections.abc import Collection, Mapping
from typing import Literal, TypeAlias

from muster.geometry.open.moves import Path
from muster.rulesets.baroque.book import applies, rule
from muster.rulesets.baroque.events.contacts import Met
from muster.rulesets.baroque.queries import ground
from muster.rulesets.baroque.rules.close_fire import defensive_fire, pistols
from muster.rulesets.baroque.rules.common import Battle, disorder
from muster.rulesets.baroque.rules.contacts import flank_disorder, obstacle_disorder
from muster.rulesets.baroque.rules.dispersal import disperse
from muster.rulesets.baroque.rules.marching import march_test
from muster.rulesets.baroque.state import Contact, UnitId

Came: TypeAlias = Literal["melee", "repulsed", "clear"]
"""A melee is to be fought; the mover was thrown back or is gone; everybody whom it met is swept away."""


@rule("seq.contact")
async def meet(
    game: Battle,
    contacts: tuple[Contact, ...],
    paths: Mapping[UnitId, Path],
    *,
    marcher: UnitId | None = None,
    defenders: Collection[UnitId] = (),
) -> Came:
    """Everything on contact up to the melee, in its order (R18).

    ``paths`` are the whole ways of those who moved, for what the ground does to them; ``marcher`` is the acting unit
    whose movement action this contact ends (5.1f, 5.1h); ``defenders`` may still use defensive fire.
    """
    mover = contacts[0].by
    for by in dict.fromkeys(c.by for c in contacts):
        game.apply(Met(tuple(c for c in contacts if c.by == by)))
    flank_disorder(game, contacts)
    for unit, path in paths.items():
        for trouble in ground.disorders(game.state, unit, path):
            disorder(game, unit, f"it {trouble.why}", trouble.rule)
    obstacle_disorder(game, contacts)
    if marcher is not None and applies("5.1f"):
        await march_test(game, marcher)
    for shooter in (c.on for c in contacts if c.on in defenders):
        if await defensive_fire(game, shooter, mover):
            return "repulsed"
    swept = disperse(game, mover)
    if swept and not game.state.in_melee(mover):
        return "clear"
    await pistols(game, mover)
    return "melee" if game.state.in_melee(mover) else "repulsed"
