"""Rolling combat dice: everybody's fall, misses and low dice are rolled again, hits are counted on the whole pool."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from muster.engine.requests import Confirm
from muster.rulesets.baroque.book import all_apply, applies
from muster.rulesets.baroque.events.harm import UsedUp
from muster.rulesets.baroque.queries.hits import Again, Thrown, hits_of, low, missed, with_dice
from muster.rulesets.baroque.queries.words import count
from muster.rulesets.baroque.rules.common import Battle, wants_again
from muster.rulesets.baroque.state import UnitId

NOTHING_AGAIN: Final = Again()


@dataclass(frozen=True, slots=True)
class Pool:
    """So many dice of one unit, and which of them are rolled again."""

    unit: UnitId
    dice: int
    again: Again = NOTHING_AGAIN


@dataclass(frozen=True, slots=True)
class Hits:
    """Thrown dice and the hits of all of them together (7.6j, R83)."""

    throws: tuple[Thrown, ...]
    hits: int


async def roll_for_hits(game: Battle, pools: Sequence[Pool], *, why: str) -> Hits:
    """Roll the pools of one side: each unit's re-rolls touch its own dice only, then all hits are counted together
    (6.1.4, 6.1.5c, 7.6j, 8.1a, seq.combat-rerolls). What a roll uses up is used up, rolled again or not.
    """
    throws = tuple([await _throw(game, pool, why) for pool in pools])
    if len(throws) > 1 and not applies("7.6j"):
        return Hits(throws, sum(hits_of(t.final) for t in throws))
    return Hits(throws, hits_of([die for t in throws for die in t.final]))


async def _throw(game: Battle, pool: Pool, why: str) -> Thrown:
    again = pool.again
    fell = (await game.roll(pool.dice, 6, why=why)).values if pool.dice else ()
    if again.uses is not None:
        game.apply(UsedUp(pool.unit, again.uses, again.misses))
    both = bool(again.misses and again.low)
    low_first = both and not all_apply(("6.1.5c", "seq.combat-rerolls"))
    second = await _low_again(game, fell, why) if low_first else fell
    places = missed(second)
    if again.misses and places and await _takes(game, pool, second):
        second = with_dice(
            second, places, (await game.roll(len(places), 6, why=f"{why}: misses again")).values
        )
    final = await _low_again(game, second, why) if again.low and not low_first else second
    return Thrown(pool.unit, fell, second, final)


async def _low_again(game: Battle, dice: tuple[int, ...], why: str) -> tuple[int, ...]:
    """1s and 2s once more; what then falls stays (8.1a)."""
    places = low(dice)
    if not places:
        return dice
    new = with_dice(dice, places, (await game.roll(len(places), 6, why=f"{why}: 1s and 2s again")).values)
    return await _low_again(game, new, why) if low(new) and not applies("8.1a") else new


async def _takes(game: Battle, pool: Pool, fell: tuple[int, ...]) -> bool:
    what = "first volley" if pool.again.uses == "volley" else "lances"
    unit = game.state.name(pool.unit)
    again = f"Roll {count(len(missed(fell)), 'die', 'dice')} again"
    return await wants_again(
        game,
        game.state.seat(pool.unit),
        Confirm(again, again, "Keep the dice"),
        rule=f"baroque.{pool.again.misses}",
        text=f"{unit} rolled {', '.join(map(str, fell))}. With the {what} the misses may be rolled again.",
        subject=pool.unit,
    )
