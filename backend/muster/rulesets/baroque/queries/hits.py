"""Hits (6.1.4), and which combat dice are rolled again (6.1.5, 8.1, 8.2, seq.combat-rerolls)."""

from collections.abc import Sequence
from dataclasses import dataclass

from muster.rulesets.baroque.book import applies
from muster.rulesets.baroque.cards import Weapon
from muster.rulesets.baroque.state import Arrival, State, UnitId, Used

LOW = (1, 2)


@dataclass(frozen=True, slots=True)
class Again:
    """Which dice of a unit's roll are rolled again: its ``misses`` first, then its ``low`` dice.

    Each names the rule that grants it, or is empty. ``uses`` is what is used up by the roll, whether the misses are
    rolled again or not.
    """

    misses: str = ""
    low: str = ""
    uses: Used | None = None


@dataclass(frozen=True, slots=True)
class Thrown:
    """A unit's combat dice: as they fell, after the misses and then the low ones were rolled again (as before where
    nothing was), each in the same order."""

    unit: UnitId
    fell: tuple[int, ...]
    second: tuple[int, ...]
    final: tuple[int, ...]


def hits_of(dice: Sequence[int]) -> int:
    """Each 6 is a hit, and each pair of 5s (6.1.4)."""
    pairs = dice.count(5) // 2
    return dice.count(6) + (pairs if pairs and applies("6.1.4") else 0)


def missed(dice: Sequence[int]) -> tuple[int, ...]:
    """The places of the dice that made no hit: all but 6s and paired 5s, the last 5 if they are odd (6.1.5b, R22)."""
    fives = [i for i, die in enumerate(dice) if die == 5]
    odd = fives[-1] if len(fives) % 2 and applies("6.1.5b") else None
    return tuple(i for i, die in enumerate(dice) if die < 5 or i == odd)


def low(dice: Sequence[int]) -> tuple[int, ...]:
    """The places of the 1s and 2s."""
    return tuple(i for i, die in enumerate(dice) if die in LOW)


def with_dice(dice: Sequence[int], places: Sequence[int], new: Sequence[int]) -> tuple[int, ...]:
    """The dice with those at some places replaced by new ones."""
    changed = dict(zip(places, new, strict=True))
    return tuple(changed.get(i, die) for i, die in enumerate(dice))


def firing_again(state: State, unit: UnitId, weapon: Weapon) -> Again:
    """For a shot: the first volley of muskets and arquebuses (6.1.5a), Well Trained Shooters, a Master Gunner."""
    card = state.card(unit)
    first = weapon in ("musket", "arquebus") and "volley" not in state.units[unit].used and applies("6.1.5a")
    low = ""
    if "well_trained_shooters" in card.traits and applies("8.1.2"):
        low = "8.1.2"
    elif "master_gunner" in card.traits and card.type == "ART" and applies("8.1.3"):
        low = "8.1.3"
    return Again("6.1.5a", low, "volley") if first else Again("", low)


def melee_again(state: State, unit: UnitId, arrival: Arrival) -> Again:
    """In melee: the first use of lances by a charge of any kind but a pursuit (8.2.2), Motivated Fighters (8.1.4a)."""
    card = state.card(unit)
    charges = arrival in ("charge", "countercharge", "opportunity")
    lances = (
        charges and "lance" in card.weapons and "lance" not in state.units[unit].used and applies("8.2.2")
    )
    low = "8.1.4a" if "motivated" in card.traits and applies("8.1.4a") else ""
    return Again("8.2.2", low, "lance") if lances else Again("", low)
