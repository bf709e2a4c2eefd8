"""The groups of troop types that other rules name (2.2), and the columns of the tables of rolled moves (2.3d)."""

from typing import Final, Literal, TypeAlias

from muster.rulesets.baroque.armies.build import TERCIOS
from muster.rulesets.baroque.book import applies
from muster.rulesets.baroque.cards import MOUNTED, Card, UnitType, Weapon

Column: TypeAlias = Literal["slow_foot", "foot", "slow_mounted", "mounted", "fast"]

COMPULSORY_PURSUERS: Final[frozenset[UnitType]] = frozenset({"GA", "WB"})
FREE_MOVERS: Final[frozenset[UnitType]] = frozenset({"SP", "CL", "RE", "S"})
ROUGH_TERRAIN_TROOPS: Final[frozenset[UnitType]] = frozenset({"S", "T", "WB", "DR"})
PIKES: Final[frozenset[UnitType]] = frozenset({"PK", "P&M", "ETE", "LTE"})
CANNONS: Final[frozenset[Weapon]] = frozenset({"art_a", "art_b", "art_c"})
HOWITZERS: Final[frozenset[Weapon]] = frozenset({"art_d", "art_e"})


def is_mounted(card: Card) -> bool:
    """Whether a unit counts as Mounted (2.2a, 2.2e)."""
    if card.type == "H&M":
        return applies("2.2e")
    return card.type in MOUNTED and applies("2.2a")


def is_foot(card: Card) -> bool:
    """Whether it counts as Foot: dragoons and artillery do (2.2b, R46), baggage too (R41)."""
    return card.type not in MOUNTED and applies("2.2b")


def is_tercio(card: Card) -> bool:
    """Whether rules for Tercios mean it (2.2c)."""
    return card.type in TERCIOS and applies("2.2c")


def has_flanks(card: Card) -> bool:
    """Whether contact on flank or rear harms it in any way: all but an Early Tercio (7.2.3c)."""
    return card.type != "ETE" or not applies("7.2.3c")


def has_pike(card: Card) -> bool:
    """Whether it counts as having pikes (2.2d)."""
    return (card.type in PIKES or "pike" in card.weapons) and applies("2.2d")


def must_pursue_by_type(card: Card) -> bool:
    """Whether its type is a compulsory pursuer (2.2f)."""
    return card.type in COMPULSORY_PURSUERS and applies("2.2f")


def is_free_mover(card: Card) -> bool:
    """Whether its type moves and shoots freely (2.2f)."""
    return card.type in FREE_MOVERS and applies("2.2f")


def is_at_home_in_the_rough(card: Card) -> bool:
    """Whether its type is at home in rough terrain (2.2f)."""
    return card.type in ROUGH_TERRAIN_TROOPS and applies("2.2f")


def suffers_in_rough_melee(card: Card) -> bool:
    """Whether melee in Broken or Difficult terrain harms it: Mounted, PK, P&M and Tercios (3.1.4h, 3.1.4i, 7.4d)."""
    return card.type in ("PK", "P&M") or is_tercio(card) or is_mounted(card)


def column(card: Card) -> Column:
    """The column of a unit on the tables of charges, pursuits and retreats (2.3d, R46)."""
    if is_mounted(card):
        fast = card.type == "GA" or card.pace == "fast"
        if fast and applies("2.3d"):
            return "fast"
        return "slow_mounted" if card.pace == "slow" and applies("2.3d") else "mounted"
    return "slow_foot" if card.pace == "slow" and applies("2.3d") else "foot"
