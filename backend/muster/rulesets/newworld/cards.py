"""Cards and weapons: the fixed numbers of figures, mounts and arms, as they are stored with a match."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, fields
from functools import cache
from importlib.resources import files
from typing import Any, Final, Literal, TypeAlias

from pydantic import TypeAdapter

from muster.engine.tables import yaml_of

Json: TypeAlias = Any
Size: TypeAlias = Literal["tiny", "small", "medium", "large", "huge"]
Range: TypeAlias = Literal["melee", "near", "far", "long", "sight"]
Powder: TypeAlias = Literal["dry", "damp", "soaked"]
Location: TypeAlias = Literal["head", "arms", "body", "legs"]
Roll: TypeAlias = Literal["", "melee", "ranged", "grapple"]
"""The rolls to which a talent may add: attacks, and opposed Brawling rolls."""

SIZES: Final[tuple[Size, ...]] = ("tiny", "small", "medium", "large", "huge")
"""In growing order (setup.2)."""
FOOTPRINTS: Final[dict[Size, int]] = {"tiny": 1, "small": 1, "medium": 1, "large": 2, "huge": 3}
"""Side of the footprint in squares (setup.2, ruling R51)."""
PLACES: Final[tuple[Location, ...]] = ("head", "arms", "body", "legs")
"""In the order in which a row lists armour."""
MOUNT_PLACES: Final[dict[str, str]] = {"arms": "forelegs", "legs": "hind legs"}
"""What a mount has where the table of places says arms and legs (loc.1, ruling R106)."""
RANKS: Final = {"trained": 1, "expert": 2, "master": 3}
"""Bonus of each rank (attack.1; expert and master by ruling R4)."""


@dataclass(frozen=True, slots=True)
class Weapon:
    """A row of the weapon table. ``range`` is ``melee`` for hand weapons; ``reload`` is in rounds (0: needs none)."""

    key: str
    label: str
    group: str
    damage: int
    adds: Literal["might", "agility", "none"]
    advanced: bool = False
    piercing: bool = False
    hands: int = 1
    range: Range = "melee"
    reload: int = 0
    firearm: bool = False
    pistol: bool = False
    thrown: bool = False
    never_beyond: bool = False
    lance: bool = False
    natural: bool = False
    unarmed: bool = False
    grapple: bool = False
    shield: int = 0
    melee_as: str = ""

    @property
    def is_ranged(self) -> bool:
        """Shot or thrown."""
        return self.range != "melee"

    @property
    def phrase(self) -> str:
        """What one strikes, shoots or parries with, in the middle of a sentence."""
        name = self.label.lower()
        return name if self.unarmed else f"an {name}" if self.key == "improvised" else f"the {name}"

    @property
    def is_shield(self) -> bool:
        """A shield is held like a weapon but never used as one."""
        return self.shield > 0


@dataclass(frozen=True, slots=True)
class Talent:
    """A row of the talent table: the rule that puts it to work, and what it adds to which roll, if to any."""

    key: str
    label: str
    rule: str
    say: str
    roll: Roll = ""
    bonus: int = 0


@dataclass(frozen=True, slots=True)
class Armour:
    """Armour value by location."""

    head: int = 0
    arms: int = 0
    body: int = 0
    legs: int = 0

    def at(self, location: Location) -> int:
        """The value at one location."""
        return int(getattr(self, location))

    @property
    def any(self) -> bool:
        """Whether any armour is worn (it makes swimming harder, move.19)."""
        return bool(self.head or self.arms or self.body or self.legs)


@dataclass(frozen=True, slots=True)
class Card:
    """A figure's or mount's fixed numbers. ``movement`` is printed for creatures (paces), None for characters."""

    id: str
    kind: str
    name: str
    icon: str
    seat: str
    might: int
    melee: int
    ranged: int
    melee_defence: int
    ranged_defence: int
    endurance: int
    wounds: int
    armour: Armour
    pc: bool = False
    agility: int = 0
    wits: int = 0
    athletics: int = 0
    ranks: dict[str, int] | None = None
    movement: int | None = None
    halfling: bool = False
    size: Size = "medium"
    fatigue: int = 0
    talents: tuple[str, ...] = ()
    talent_defence: int = 0
    spells: tuple[str, ...] = ()
    hands: tuple[str, ...] = ()
    carried: tuple[str, ...] = ()
    slowing_armour: int = 0
    ease_runes: int = 0
    overloaded: bool = False
    halved: bool = False
    no_run: bool = False
    powder: Powder = "dry"
    mount: str | None = None
    is_mount: bool = False
    price: int = 0

    def has(self, talent: str) -> bool:
        """Whether the card lists the talent."""
        return talent in self.talents

    def rank(self, group: str) -> int | None:
        """The bonus of the rank in a weapon group, None where the group is lacked."""
        return (self.ranks or {}).get(group)

    @property
    def side(self) -> int:
        """Side of the footprint in squares (setup.2)."""
        return FOOTPRINTS[self.size]

    def place(self, location: str) -> str:
        """A location by the word for this body (ruling R106)."""
        return MOUNT_PLACES.get(location, location) if self.is_mount else location


@dataclass(frozen=True, slots=True)
class FigureType:
    """An entry of the starter table that a party can take."""

    key: str
    label: str
    price: int
    unique: bool
    excludes: tuple[str, ...]
    body: dict[str, Json]


@dataclass(frozen=True, slots=True)
class Tables:
    """The starter data."""

    weapons: dict[str, Weapon]
    groups: dict[str, str]
    figures: dict[str, FigureType]
    mounts: dict[str, dict[str, Json]]
    parties: dict[str, tuple[str, tuple[str, ...]]]
    talents: dict[str, Talent]


def read_table(name: str) -> Json:
    """A YAML table shipped with the ruleset."""
    return yaml_of(files("muster.rulesets.newworld").joinpath("tables", name).read_text(encoding="utf-8"))


@cache
def tables() -> Tables:
    """The starter data, read once."""
    arms, people = read_table("weapons.yaml"), read_table("figures.yaml")
    weapons: dict[str, Weapon] = {}
    for key, row in arms["weapons"].items():
        fields = {k: v for k, v in row.items() if k != "source"}
        advanced = bool(arms["groups"][row["group"]].get("advanced", False))
        weapons[key] = _WEAPON.validate_python({"key": key, "advanced": advanced, **fields})
    figures = {
        key: FigureType(
            key, row["label"], row["price"], bool(row.get("unique")), tuple(row.get("excludes", ())), row
        )
        for key, row in people["figures"].items()
    }
    parties = {k: (p["label"], tuple(p["figures"])) for k, p in people["parties"].items()}
    groups = {k: str(g["label"]) for k, g in arms["groups"].items()}
    gifts = read_table("talents.yaml")["talents"]
    talents = {k: _TALENT.validate_python({"key": k, **row}) for k, row in gifts.items()}
    found = Tables(weapons, groups, figures, people["mounts"], parties, talents)
    for key, row in (*people["figures"].items(), *people["mounts"].items()):
        check_row(key, row, found)
    return found


_WEAPON = TypeAdapter(Weapon)
_TALENT = TypeAdapter(Talent)
_CARD = TypeAdapter(Card)
CARDS = TypeAdapter(dict[str, Card])
FIGURES = TypeAdapter(dict[str, FigureType])
WEAPONS = TypeAdapter(dict[str, Weapon])
TALENTS = TypeAdapter(dict[str, Talent])


def make_cards(
    row: Mapping[str, Json],
    mounts: Mapping[str, dict[str, Json]],
    kind: str,
    seat: str,
    card_id: str,
    name: str,
) -> tuple[Card, ...]:
    """The card of a figure from its row of the table, and its mount's behind it where it has one."""
    mount_kind = row.get("mount")
    mount_id = f"{card_id}-mount" if mount_kind else None
    card = _card(row, card_id, kind, name, seat, mount=mount_id)
    if not mount_kind or mount_id is None:
        return (card,)
    body = mounts[mount_kind]
    mount = _card(body, mount_id, str(mount_kind), f"{name}'s {body['label'].lower()}", seat, is_mount=True)
    return card, mount


_ROW_ONLY: Final = frozenset({"label", "unique", "excludes", "mount"})
"""What a row says about a figure that is not part of its card."""
_GIVEN: Final = frozenset({"id", "kind", "name", "seat", "mount", "is_mount", "powder"})
"""Fields of a card that come from the party or the match, never from a row."""
_READ: Final = frozenset(f.name for f in fields(Card)) - _GIVEN


def _card(
    row: Mapping[str, Json],
    card_id: str,
    kind: str,
    name: str,
    seat: str,
    *,
    mount: str | None = None,
    is_mount: bool = False,
) -> Card:
    """A card from a row: fields by their names, armour in the order of the places, ranks and talents in words.

    Athletics is Might where the row names none (RULINGS.md, section 4).
    """
    body = {k: v for k, v in row.items() if k not in _ROW_ONLY}
    return _CARD.validate_python(
        {
            "athletics": row["might"],
            **body,
            "armour": dict(zip(PLACES, row["armour"], strict=True)),
            "ranks": {g: RANKS[r] for g, r in row.get("ranks", {}).items()},
            "id": card_id,
            "kind": kind,
            "name": name,
            "seat": seat,
            "mount": mount,
            "is_mount": is_mount,
        }
    )


def check_row(key: str, row: Mapping[str, Json], known: "Tables") -> None:
    """Refuse a row with a field, talent, weapon, group, rank or mount that nothing here knows.

    Raises ValueError, which names the row and what would be known.
    """
    names: tuple[tuple[str, Iterable[str], Iterable[str]], ...] = (
        ("field", row, _READ | _ROW_ONLY),
        ("talent", row.get("talents", ()), known.talents),
        ("weapon", (*row.get("hands", ()), *row.get("carried", ())), known.weapons),
        ("weapon group", row.get("ranks", {}), known.groups),
        ("rank", row.get("ranks", {}).values(), RANKS),
        ("mount", [row["mount"]] if "mount" in row else [], known.mounts),
    )
    for what, found, allowed in names:
        strange = [name for name in found if name not in allowed]
        if strange:
            raise ValueError(
                f"{key}: there is no {what} {strange[0]!r}. Known are: {', '.join(sorted(allowed))}."
            )
    if len(row["armour"]) != len(PLACES):
        raise ValueError(f"{key}: armour has {len(PLACES)} values: {', '.join(PLACES)}.")
