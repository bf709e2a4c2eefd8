"""Bands for tests: made of shipped cards, or of cards of a player's own."""

from typing import Any, Final, TypeAlias

from muster.rulesets.ad1666.ruleset import RULESET
from muster.rulesets.ad1666.setup import SEATS
from muster.rulesets.ad1666.state import State
from tests.kit.table import Table, setup_of, start

Json: TypeAlias = Any

BASIA: Final[Json] = {
    "copied": "wolodyjowski",
    "name": "Basia",
    "icon": "crossed-sabres",
    "hero": True,
    "unique": True,
    "faction": "poland",
    "alignment": "noble",
    "gender": "f",
    "gold": 30,
    "connections": 1,
    "crippled": 3,
    "death": 6,
    "fencing": 2,
    "abilities": {"agility": 3, "strength": -1},
    "skills": {"cutting": 2, "lockpicking": 1},
    "traits": ["quick-slash"],
    "weapons": ["own-karabela", "pistol"],
    "armour": ["own-zupan"],
}
KARABELA: Final[Json] = {
    "copied": "sabre",
    "label": "Karabela",
    "skill": "cutting",
    "damage": {"skull": 3, "heart": 1, "cup": 1, "horseshoe": 0},
    "superiority": 3,
}
ZUPAN: Final[Json] = {
    "copied": "buff-coat",
    "label": "Zupan",
    "guards": {"body": {"usual": 2, "pierced": 1}, "legs": {"usual": 1, "pierced": 0}},
}


def band(members: str, faction: str = "poland", /, **more: Json) -> Json:
    """A band of these, for 135 Gold and two Heroes."""
    return {"faction": faction, "gold": 135, "heroes": 2, "members": members.split(), **more}


def own(members: str = "own-basia dragoon", **more: Json) -> Json:
    """A band with Basia, her sabre and her coat."""
    cards: dict[str, Json] = {
        "characters": {"own-basia": BASIA},
        "weapons": {"own-karabela": KARABELA},
        "armour": {"own-zupan": ZUPAN},
    }
    return band(members, **{**cards, **more})


def brought(red: Json = None, blue: Json = None, **options: Json) -> Json:
    """The setup of a match to which the sides bring these, or the scenario's own."""
    rosters = {seat: body for seat, body in zip(SEATS, (red, blue), strict=True) if body is not None}
    return setup_of(RULESET, rosters, bands="chosen", **options)


def opened(red: Json = None, blue: Json = None, **options: Json) -> Table[State]:
    """A match with chosen bands at its first question."""
    return start(RULESET, brought(red, blue, **options))
