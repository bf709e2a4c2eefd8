"""What happens on contact, before the blows: Disorder, march test, defensive fire, dispersal, pistols (seq.contact)."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Literal, TypeAlias

from muster.geometry.open.moves import Path
from muster.rulesets.baroque.book import applies, rule
from muster.rulesets.baroque.events.contacts import Met
from muster.rulesets.baroque.queries import ground
from muster.rulesets.baroque.rules.close_fire import defensive_fire, pistols
from muster.rulesets.baroque.rules.common import Battle, disorder
from muster.rulesets.baroque.rules.contacts import flank_disorder, obstacle_disorder
from muster.rulesets.baroque.rules.dispersal import disperse
from muster.rulesets.baroque.rules.mains import name_mains
from muster.rulesets.baroque.rules.marching import march_test
from muster.rulesets.baroque.state import Contact, State, UnitId

Came: TypeAlias = Literal["melee", "repulsed", "clear"]
"""A melee is to be fought; the mover was thrown back or is gone; everybody whom it met is swept away."""


@dataclass
class Defence:
    """The units that may still use defensive fire at a charge that meets them, and which of them has ``tried`` it."""

    units: Sequence[UnitId]
    tried: UnitId | None = None


@rule("seq.contact")
async def meet(
    game: Battle,
    contacts: tuple[Contact, ...],
    paths: Mapping[UnitId, Path],
    *,
    marcher: UnitId | None = None,
    defence: Defence | None = None,
) -> Came:
    """Everything on contact up to the melee, in its order (R18).

    ``paths`` are the whole ways of those who moved, for what the ground does to them; ``marcher`` is the acting unit
    whose movement action this contact ends (5.1f, 5.1h); ``defence`` is who may still use defensive fire.
    """
    movers = tuple(dict.fromkeys(c.by for c in contacts))
    for by in movers:
        game.apply(Met(tuple(c for c in contacts if c.by == by)))
    flank_disorder(game, contacts)
    for unit, path in paths.items():
        for trouble in ground.disorders(game.state, unit, path):
            disorder(game, unit, f"it {trouble.why}", trouble.rule)
    obstacle_disorder(game, contacts)
    if marcher is not None and applies("5.1f"):
        await march_test(game, marcher)
    if defence is not None and await _defend(game, movers[0], defence):
        return "repulsed"
    swept = [disperse(game, mover) for mover in movers]
    if any(swept) and not _is_fought(game.state, movers):
        return "clear"
    await pistols(game, *movers)
    return "melee" if _is_fought(game.state, movers) else "repulsed"


async def _defend(game: Battle, charger: UnitId, defence: Defence) -> bool:
    """The defensive fire of who will be the Main Unit, which is settled first (6.6f); whether it threw them back."""
    await name_mains(game, charger, defence.units)
    for shooter in defence.units:
        came = await defensive_fire(game, shooter, charger)
        if came != "held":
            defence.tried = shooter
        if came == "repulsed":
            return True
    return False


def _is_fought(state: State, movers: Iterable[UnitId]) -> bool:
    return any(state.in_melee(mover) for mover in movers)
