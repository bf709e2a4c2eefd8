"""A band as somebody makes it: who is of it, and cards of the player's own. ``check`` says which faults it has."""

from collections.abc import Mapping
from functools import cache
from typing import Annotated, Any, Final, TypeAlias

from pydantic import AfterValidator, BaseModel, ConfigDict, Field, TypeAdapter, ValidationError

from muster.engine.names import clean_name
from muster.engine.refusals import Refusal
from muster.rulesets.ad1666.deck import Location, Suit
from muster.rulesets.ad1666.people import Ability, Gender
from muster.rulesets.ad1666.tables import read_table

Json: TypeAlias = Any
NAME_LENGTH: Final = 30
LEAST_GOLD: Final = 10
MOST_GOLD: Final = 2000
WIDEST: Final = 999
"""No number on a card is read beyond this; what a card may really have is told by ``numbers.BOUNDS``."""


class Part(BaseModel):
    """Part of a roster: nothing unknown in it, and never changed."""

    model_config = ConfigDict(extra="forbid", frozen=True)


def _named(given: str) -> str:
    try:
        return clean_name(given, most=NAME_LENGTH, required=False)
    except Refusal as refusal:
        raise ValueError(refusal.text) from refusal


Name: TypeAlias = Annotated[str, Field(max_length=1000), AfterValidator(_named)]
"""Up to ``NAME_LENGTH`` visible characters in one line; may be empty."""
Key: TypeAlias = Annotated[str, Field(pattern=r"^[a-z0-9][a-z0-9-]{0,39}$")]
OwnKey: TypeAlias = Annotated[str, Field(pattern=r"^own-[a-z0-9][a-z0-9-]{0,30}$")]
"""Keys of a player's own cards begin so: no shipped card does, now or later."""
Number: TypeAlias = Annotated[int, Field(ge=-WIDEST, le=WIDEST)]


class OwnCharacter(Part):
    """A Character's card of the player's own: all that a card has (components.6).

    ``copied`` is the shipped card that it began as; abilities that are not named are 0.
    """

    copied: Key
    name: Name
    icon: Key
    hero: bool
    unique: bool = False
    faction: Name
    alignment: Name = ""
    gender: Gender
    gold: Number
    connections: Number = 0
    crippled: Number
    death: Number
    fencing: Number = 0
    abilities: dict[Ability, Number] = Field(default_factory=dict[Ability, int])
    skills: dict[Key, Number] = Field(default_factory=dict[str, int], max_length=24)
    traits: tuple[Key, ...] = Field(default=(), max_length=24)
    weapons: tuple[Key, ...] = Field(default=(), max_length=12)
    armour: tuple[Key, ...] = Field(default=(), max_length=8)
    supernatural: bool = False


class OwnRange(Part):
    """A range band: up to ``spaces`` away the Shooting test has the Difficulty Level ``dl`` (ranged.3)."""

    spaces: Number
    dl: Number


class OwnWeapon(Part):
    """A weapon's card of the player's own, with every number that a weapon has (items.8)."""

    copied: Key
    label: Name
    skill: Key
    damage: dict[Suit, Number]
    hands: Number = 1
    superiority: Number = 0
    bands: tuple[OwnRange, ...] = Field(default=(), max_length=8)
    reload: Number = 0
    quick_reload: Number = 0
    uses: Number = 0
    heavy: Number = 0
    firearm: bool = False
    armour_piercing: bool = False
    mighty_blow: bool = False
    parrying: bool = False


class OwnGuard(Part):
    """What armour takes off at a location: ``usual``, or ``pierced`` against Armour-Piercing weapons (items.13)."""

    usual: Number
    pierced: Number


class OwnArmour(Part):
    """A piece of armour of the player's own by location (items.13)."""

    copied: Key
    label: Name
    guards: dict[Location, OwnGuard]


class Roster(Part):
    """A band within ``gold``, ``heroes`` and ``connections`` (0: no limit), its ``members`` by the keys of their cards.

    ``faction`` is whom it is of beside neutrals, ``neutral`` for neutrals alone.
    """

    faction: Name
    gold: int = Field(ge=LEAST_GOLD, le=MOST_GOLD)
    heroes: int = Field(default=0, ge=0, le=12)
    connections: int = Field(default=0, ge=0, le=WIDEST)
    members: tuple[Key, ...] = Field(default=(), max_length=40)
    characters: dict[OwnKey, OwnCharacter] = Field(default_factory=dict[str, OwnCharacter], max_length=12)
    weapons: dict[OwnKey, OwnWeapon] = Field(default_factory=dict[str, OwnWeapon], max_length=12)
    armour: dict[OwnKey, OwnArmour] = Field(default_factory=dict[str, OwnArmour], max_length=8)


def roster_of(body: Json) -> Roster:
    """A roster from JSON; raises Refusal with every place that is malformed."""
    try:
        return Roster.model_validate(body)
    except ValidationError as fault:
        places = "; ".join(f"{'.'.join(map(str, e['loc'])) or 'it'}: {e['msg']}" for e in fault.errors()[:8])
        raise Refusal("bad_roster", f"This is not a band of Anno Domini 1666: {places}.") from None


class ReadyBand(Part):
    """A band that anybody can take."""

    key: str
    title: str
    roster: Roster


class _Row(Part):
    title: str
    faction: str
    gold: int
    heroes: int
    members: tuple[str, ...]


_ROWS: Final = TypeAdapter(dict[str, _Row])


@cache
def ready_bands() -> Mapping[str, ReadyBand]:
    """The ready bands by key, smaller ones first within a faction."""
    rows = _ROWS.validate_python(read_table("bands.yaml")["bands"], strict=False)
    return {
        key: ReadyBand(
            key=key, title=row.title, roster=Roster.model_validate(row.model_dump(exclude={"title"}))
        )
        for key, row in rows.items()
    }
