"""Characters, weapons and armour: the fixed numbers, as they are stored with a match (components.6, items.8)."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, Final, Literal, TypeAlias

from pydantic import TypeAdapter

from muster.rulesets.ad1666.book import applies, number
from muster.rulesets.ad1666.deck import Location, Suit

Json: TypeAlias = Any
CharacterId: TypeAlias = str
Ability: TypeAlias = Literal["strength", "agility", "fortitude", "intelligence", "charisma", "wits"]
Gender: TypeAlias = Literal["m", "f"]

ABILITIES: Final[tuple[Ability, ...]] = (
    "strength",
    "agility",
    "fortitude",
    "intelligence",
    "charisma",
    "wits",
)
CLOSE_SKILLS: Final = ("brawl", "knives", "cutting", "thrusting", "blunt", "polearms", "great-weapons")
RANGED_SKILLS: Final = ("pistols", "bow", "muskets", "thrown")
"""The skills that a weapon may name (stats.4)."""
ACTIVE_SKILLS: Final[Mapping[str, str]] = {
    "inconspicuous": "skill.inconspicuous.1",
    "lockpicking": "skill.lockpicking",
}
"""The Active Skills that the rules know, with the item of the ledger that begins each (stats.5)."""
SPECIAL_SKILLS: Final[Mapping[str, str]] = {
    "berserker": "skill.berserker",
    "call-me-uncle": "skill.call-me-uncle",
    "charmer": "skill.charmer",
    "clever-defense": "skill.clever-defense",
    "connections": "skill.connections",
    "cunning-as-a-fox": "skill.cunning.1",
    "disarm": "skill.disarm",
    "elusive-target": "skill.elusive-target",
    "frenzied-attack": "skill.frenzied-attack",
    "frigid": "skill.frigid.1",
    "huge": "skill.huge",
    "iron-parry": "skill.iron-parry",
    "jostling": "skill.jostling",
    "living-barricade": "skill.living-barricade",
    "pickpocket": "skill.pickpocket",
    "quick-reload": "skill.quick-reload",
    "quick-slash": "skill.quick-slash",
    "seduction": "skill.seduction",
    "stealth": "skill.stealth",
    "sweeping-attack": "skill.sweeping-attack.1",
    "thrust-to-the-heart": "skill.thrust",
    "unswerving": "skill.unswerving.1",
}
"""The Special Skills that the rules know, likewise (stats.6)."""


def skill_label(key: str) -> str:
    """A skill's name for people."""
    return key.replace("-", " ").capitalize()


def faction_label(key: str) -> str:
    """A faction's name for people: those of players' own cards are written as they were given."""
    return key[:1].upper() + key[1:]


@dataclass(frozen=True, slots=True)
class Band:
    """A range band: up to ``spaces`` away the Shooting test has this Difficulty Level (ranged.3)."""

    spaces: int
    dl: int


@dataclass(frozen=True, slots=True)
class Weapon:
    """A weapon's card (items.8). With ``bands`` it is ranged, without it is for close combat.

    ``damage`` is added by the suit that hit; ``reload`` is the rating of the counter after a shot (0: none),
    ``quick_reload`` the DL of the skill of that name (0: none); ``uses`` how often a game (0: no limit); ``heavy`` the
    Strength that it wants (0: none). ``copied`` is the label of the shipped card that a player's own began as.
    """

    key: str
    label: str
    skill: str
    damage: Mapping[Suit, int]
    hands: int = 1
    superiority: int = 0
    bands: tuple[Band, ...] = ()
    reload: int = 0
    quick_reload: int = 0
    uses: int = 0
    heavy: int = 0
    firearm: bool = False
    armour_piercing: bool = False
    mighty_blow: bool = False
    parrying: bool = False
    copied: str = ""

    @property
    def is_ranged(self) -> bool:
        """A weapon with range bands shoots, one without strikes (items.8)."""
        return bool(self.bands) and applies("items.8")


@dataclass(frozen=True, slots=True)
class Guard:
    """What armour takes off at one location: ``usual``, or ``pierced`` against Armour-Piercing weapons (items.13)."""

    usual: int
    pierced: int


@dataclass(frozen=True, slots=True)
class Armour:
    """A piece of armour by location (items.13); ``copied`` as for weapons."""

    key: str
    label: str
    guards: Mapping[Location, Guard]
    copied: str = ""


@dataclass(frozen=True, slots=True)
class Character:
    """A Character's card (components.6): numbers that never change during a match.

    ``id`` is the record's own, ``kind`` the card's: Commoners of one name have a record each (components.1). ``skills``
    are combat and Active Skills with their ratings, ``traits`` Special Skills without one; ``crippled`` and ``death``
    are the two thresholds in Wounds; ``copied`` is the name of the shipped card that a player's own card began as.
    """

    id: CharacterId
    kind: str
    name: str
    seat: str
    icon: str
    hero: bool
    faction: str
    gender: Gender
    gold: int
    crippled: int
    death: int
    unique: bool = False
    connections: int = 0
    alignment: str = ""
    fencing: int = 0
    abilities: Mapping[Ability, int] = field(default_factory=dict[Ability, int])
    skills: Mapping[str, int] = field(default_factory=dict[str, int])
    traits: tuple[str, ...] = ()
    weapons: tuple[str, ...] = ()
    armour: tuple[str, ...] = ()
    supernatural: bool = False
    copied: str = ""

    def ability(self, name: Ability) -> int:
        """The score, 0 where none is shown (components.6)."""
        return self.abilities.get(name, number("components.6", 0, off=1))

    def has(self, trait: str) -> bool:
        """Whether the card names this Special Skill, which needs no rating (stats.6), or an Active Skill with one."""
        return trait in self.skills or (trait in self.traits and applies("stats.6"))


CHARACTERS: TypeAdapter[dict[str, Character]] = TypeAdapter(dict[str, Character])
WEAPONS: TypeAdapter[dict[str, Weapon]] = TypeAdapter(dict[str, Weapon])
ARMOUR: TypeAdapter[dict[str, Armour]] = TypeAdapter(dict[str, Armour])
_CHARACTER = TypeAdapter(Character)


def character_of(kind: str, row: Mapping[str, Json]) -> Character:
    """A row of the table of Characters: ``wounds`` holds both thresholds."""
    crippled, death = row["wounds"]
    rest = {key: value for key, value in row.items() if key != "wounds"}
    return _CHARACTER.validate_python(
        {"id": kind, "kind": kind, "seat": "", "crippled": crippled, "death": death, **rest}
    )
