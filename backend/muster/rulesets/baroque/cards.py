"""What is printed of a unit: its type, numbers, weapons and traits (2.3a). Nothing of this changes in a battle."""

from dataclasses import dataclass
from typing import Literal, TypeAlias

BU = 600
"""Units of the table (tenths of a millimetre) in one BU, half the frontage of a standard unit (1.4)."""

UnitType: TypeAlias = Literal[
    "GA", "TR", "RE", "SP", "CL", "H&M", "P&M", "ETE", "LTE", "PK", "T", "WB", "S", "DR", "ART", "BAG"
]
"""The troop types (2.2), and BAG, an army's baggage, which stands and fights like a unit but is none."""
Weapon: TypeAlias = Literal[
    "pike",
    "musket",
    "arquebus",
    "bow",
    "pistol_carbine",
    "point_blank_pistol",
    "lance",
    "art_a",
    "art_b",
    "art_c",
    "art_d",
    "art_e",
]
Trait: TypeAlias = Literal[
    "iron_officers",
    "well_trained_shooters",
    "master_gunner",
    "motivated",
    "feared",
    "recruits",
    "demotivated",
    "hardened",
    "agitators",
    "regimental_artillery",
    "cuirass",
    "salvo",
    "fortified",
]
Pace: TypeAlias = Literal["slow", "normal", "fast"]
Discipline: TypeAlias = Literal["A", "B", "C"]

MOUNTED: frozenset[UnitType] = frozenset({"GA", "TR", "RE", "SP", "CL", "H&M"})
"""2.2a; everything else is foot, dragoons and artillery too (2.2b, R46)."""


@dataclass(frozen=True, slots=True)
class Card:
    """A unit as its army's list prints it, with the options bought for it.

    ``move`` is in whole BU for one movement action, ``sm`` 0 or less, ``mm`` 0 or more, ``frontage`` and ``depth`` in
    units of the table. ``line`` is the key of the list's line that it was taken from.
    """

    id: str
    seat: str
    command: str
    line: str
    name: str
    type: UnitType
    move: int
    pace: Pace
    vbu: int
    impetus: int
    discipline: Discipline
    vd: int
    points: int
    weapons: tuple[Weapon, ...]
    sm: int
    mm: int
    massed: bool
    traits: tuple[Trait, ...]
    frontage: int
    depth: int

    @property
    def mounted(self) -> bool:
        """Whether it counts as Mounted (2.2a)."""
        return self.type in MOUNTED
