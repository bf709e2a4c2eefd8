"""The tables that ship with the ruleset: Characters, weapons, armour, kinds of ground, boards."""

from collections.abc import Mapping
from functools import cache
from importlib.resources import files
from typing import Any, TypeAlias

from muster.engine.tables import yaml_of
from muster.geometry.grid.kinds import Kinds, parse_kinds
from muster.geometry.grid.mapfile import load_map
from muster.geometry.grid.squaremap import SquareMap
from muster.rulesets.ad1666.book import applies
from muster.rulesets.ad1666.people import (
    ARMOUR,
    CLOSE_SKILLS,
    RANGED_SKILLS,
    WEAPONS,
    Armour,
    Character,
    Weapon,
    character_of,
)

Json: TypeAlias = Any
FACTS = frozenset({"high", "obstacle", "doorway", "wreck", "stairs", "climb"})
"""The facts of this game's own in ``tables/kinds.yaml``."""


def read_table(name: str) -> Json:
    """A table as it is written."""
    path = files("muster.rulesets.ad1666").joinpath("tables", name)
    return yaml_of(path.read_text(encoding="utf-8"))


@cache
def kinds() -> Kinds:
    """The closed table of ground, things and borders."""
    return parse_kinds(read_table("kinds.yaml"), extra=FACTS)


@cache
def shipped_map(name: str) -> SquareMap:
    """A board that ships with the ruleset."""
    path = files("muster.rulesets.ad1666").joinpath("tables", "maps", f"{name}.yaml")
    return load_map(path.read_text(encoding="utf-8"), kinds(), f"{name}.yaml")


@cache
def weapons() -> Mapping[str, Weapon]:
    """The weapons of the starter set by key."""
    return weapons_of(read_table("weapons.yaml")["weapons"])


def weapons_of(rows: Mapping[str, Mapping[str, Json]]) -> Mapping[str, Weapon]:
    """Rows of the table of weapons. Raises ValueError where one names a skill of the other list (stats.4), or poison,
    which no rule describes (weapon.poison, ruling R58)."""
    found = WEAPONS.validate_python({key: {"key": key, **row} for key, row in rows.items()})
    for key, weapon in found.items():
        known = RANGED_SKILLS if weapon.is_ranged else CLOSE_SKILLS
        if weapon.skill not in known and applies("stats.4"):
            raise ValueError(f"{key}: no weapon of its kind uses {weapon.skill}")
        if "poison" in rows[key] and applies("weapon.poison"):
            raise ValueError(f"{key}: poison has no rules")
    return found


@cache
def armour() -> Mapping[str, Armour]:
    """The armour of the starter set by key."""
    rows = read_table("weapons.yaml")["armour"]
    return ARMOUR.validate_python({key: {"key": key, **row} for key, row in rows.items()})


@cache
def characters() -> Mapping[str, Character]:
    """The Characters of the starter set by key, of no side yet."""
    rows = read_table("characters.yaml")["characters"]
    return {key: character_of(key, row) for key, row in rows.items()}
