"""Rolling shots: dice, hits, the Cohesion Tests after them; opportunity fire; fire that answers fire (6.1.4, 6.5)."""

from collections.abc import Sequence
from dataclasses import dataclass

from muster.rulesets.baroque.book import applies, rule
from muster.rulesets.baroque.events.fire import Occasion, ShotFired
from muster.rulesets.baroque.queries.cohesion import Cause
from muster.rulesets.baroque.queries.hits import firing_again
from muster.rulesets.baroque.queries.shooting import ShotPlan, moves_freely, plan_words, reaction_plan
from muster.rulesets.baroque.rules.cohesion import Cohesion, Struck, cohesion_tests
from muster.rulesets.baroque.rules.common import Battle
from muster.rulesets.baroque.rules.dice import Pool, roll_for_hits
from muster.rulesets.baroque.state import UnitId


@dataclass(frozen=True, slots=True)
class Shooting:
    """A shot that is to be rolled: its plan, what it is, and the movement actions that its unit keeps."""

    plan: ShotPlan
    occasion: Occasion
    kept: int = 0


async def fire(game: Battle, shots: Sequence[Shooting]) -> tuple[Cohesion, ...]:
    """Roll shots that fall together, then take the tests that they call for together (6.1.4a, 6.5d).

    Each shot has the dice of its plan, whatever the others do; the Critical Numbers are those before any test.
    """
    if len(shots) > 1 and not applies("6.5d"):
        one_by_one: list[Cohesion] = []
        for shot in shots:
            one_by_one += await fire(game, (shot,))
        return tuple(one_by_one)
    struck = [await _roll(game, shot) for shot in shots]
    return await cohesion_tests(game, struck)


async def _roll(game: Battle, shooting: Shooting) -> Struck:
    """One shot's dice and hits."""
    shot, sight, state = shooting.plan.shot, shooting.plan.sight, game.state
    unit, target = shot.shooter, shot.target
    again = firing_again(state, unit, shot.weapon)
    pool = Pool(unit, shooting.plan.dice.value, again)
    why = f"{state.name(unit)} shoots at {state.name(target)}"
    result = await roll_for_hits(game, (pool,), why=why)
    limits = shooting.occasion in ("shot", "caracole") and not moves_freely(game.state, unit)
    game.apply(
        ShotFired(
            unit,
            target,
            shooting.occasion,
            plan_words(game.state, shooting.plan),
            shooting.plan.dice,
            result.throws[0],
            result.hits,
            sight.start,
            sight.nearest,
            shooting.kept if limits else None,
            tuple(r for r in (again.misses, again.low) if r),
        )
    )
    return Struck(target, result.hits, Cause("fire", shot.band))


@rule("6.5a")
async def reaction_shot(game: Battle, shooter: UnitId, target: UnitId) -> None:
    """Opportunity fire at an enemy where it stands now, after the passed test (6.5a, 6.5c).

    The target may be gone afterwards. Nothing happens if it cannot be shot at from here.
    """
    found = reaction_plan(game.state, shooter, target, tried=True)
    if found is not None:
        await fire(game, (Shooting(found, "opportunity"),))
