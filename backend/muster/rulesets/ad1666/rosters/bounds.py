"""What the numbers of a card may be: wide enough for any card that the game has, narrow enough to be played with."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final


@dataclass(frozen=True, slots=True)
class Bound:
    """The least and the most of a number, its name for people, and the rule that says what it is for."""

    label: str
    least: int
    most: int
    rule: str


CHARACTER: Final[Mapping[str, Bound]] = {
    "gold": Bound("Gold", 0, 500, "setup.3"),
    "connections": Bound("Connections", 0, 20, "skill.connections"),
    "crippled": Bound("Crippled at", 1, 30, "wounds.2"),
    "death": Bound("Dies at", 1, 40, "wounds.3"),
    "fencing": Bound("Fencing", 0, 10, "setup.8"),
}
ABILITY: Final = Bound("Ability", -5, 10, "stats.1")
RATING: Final = Bound("Rating", 0, 10, "stats.2")
ACTIVE_RATING: Final = Bound("Rating", 0, 10, "stats.5")
WEAPON: Final[Mapping[str, Bound]] = {
    "hands": Bound("Hands", 1, 2, "items.3"),
    "superiority": Bound("Superiority", 0, 10, "items.8"),
    "heavy": Bound("Heavy: Strength wanted", 0, 10, "items.17"),
    "reload": Bound("Reload", 0, 10, "items.12"),
    "quick_reload": Bound("Quick Reload DL", 0, 20, "skill.quick-reload"),
    "uses": Bound("Uses", 0, 20, "items.11"),
}
DAMAGE: Final = Bound("Damage", -5, 10, "items.8")
RANGE: Final = Bound("Spaces", 1, 60, "ranged.3")
DIFFICULTY: Final = Bound("Difficulty Level", 0, 20, "ranged.3")
GUARD: Final = Bound("Armour", 0, 10, "items.13")

MOST_MEMBERS: Final = 12
"""So many have room wherever a scenario lets a band begin."""
MOST_WEAPONS: Final = 6
"""Weapons of one Character."""
MOST_ARMOUR: Final = 4
"""Pieces of armour of one Character."""
MOST_RANGES: Final = 5
"""Range bands of one weapon."""
