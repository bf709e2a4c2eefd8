"""The firing table (6.1.2): bands of range, and the dice that a weapon adds in each."""

from functools import cache
from typing import Final, Literal, TypeAlias

from pydantic import TypeAdapter

from muster.rulesets.baroque.armies.files import Row, read, shipped
from muster.rulesets.baroque.book import applies, number
from muster.rulesets.baroque.cards import BU, Card, Weapon

Band: TypeAlias = Literal["point_blank", "short", "long", "extreme"]

BAND_NAMES: Final[dict[Band, str]] = {
    "point_blank": "point blank",
    "short": "short range",
    "long": "long range",
    "extreme": "extreme range",
}
TOLERANCE: Final = 1
"""So many units more than a limit of a shot's range are still within it (R73)."""
SHOOTING: Final[tuple[Weapon, ...]] = (
    "musket",
    "arquebus",
    "bow",
    "pistol_carbine",
    "art_a",
    "art_b",
    "art_c",
    "art_d",
    "art_e",
)
"""Weapons that give a shot; the point-blank pistol gives none (6.1.2b)."""


class FiringTable(Row):
    """``bands`` by their upper limit in BU, ``dice`` by weapon and band, ``critical`` what a test gains by range."""

    bands: dict[Band, int]
    dice: dict[Weapon, dict[Band, int | None]]
    critical: dict[Band, int]


@cache
def firing_table() -> FiringTable:
    """The table as shipped."""
    return read(shipped("firing.yaml"), "firing.yaml", TypeAdapter(FiringTable))


def band_of(distance: int) -> Band | None:
    """The band of a distance in units, upper limits included; None beyond all range (6.1.2a, R40, R73)."""
    for band, limit in firing_table().bands.items():
        end = limit * BU + TOLERANCE
        if distance < limit * BU or (distance <= end and applies("6.1.2a")):
            return band
    return None


def shooting_weapon(card: Card) -> Weapon | None:
    """What a unit shoots with; None where its list gives it no missile weapon (6.1c, 6.1.2b)."""
    found: Weapon | None = next((w for w in SHOOTING if w in card.weapons), None)
    if found is None and not (applies("6.1.2b") if "point_blank_pistol" in card.weapons else applies("6.1c")):
        return "pistol_carbine"
    return found


def table_dice(weapon: Weapon, band: Band) -> int | None:
    """What a weapon adds to the dice in a band; None where it does not fire so far (6.1.2)."""
    dice = firing_table().dice[weapon][band]
    if dice is None:
        return None if applies("6.1.2") else 0
    return number("6.1.2", dice, off=dice + 1)


def longest_range(weapon: Weapon) -> int:
    """How far a weapon fires at most, in units (6.1.2)."""
    table = firing_table()
    return max(limit for band, limit in table.bands.items() if table.dice[weapon][band] is not None) * BU


def range_bonus(band: Band) -> int:
    """What the Critical Number gains by the range of the shot (6.2b)."""
    return number("6.2b", firing_table().critical[band], off=0)
