"""What a match is made of before it begins: options, scenario, board, bands. All of it is stored with the match."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cache
from typing import Any, Final, Literal, TypeAlias

from pydantic import BaseModel, ConfigDict, Field, TypeAdapter

from muster.engine.ids import Seat
from muster.engine.memory import Kept
from muster.geometry.grid.mapfile import from_wire
from muster.geometry.grid.squaremap import SquareMap
from muster.rulesets.ad1666.book import applies
from muster.rulesets.ad1666.people import (
    ARMOUR,
    CHARACTERS,
    WEAPONS,
    Armour,
    Character,
    CharacterId,
    Weapon,
)
from muster.rulesets.ad1666.tables import FACTS, read_table

Json: TypeAlias = Any
SEATS: Final[tuple[Seat, Seat]] = (Seat("red"), Seat("blue"))
"""In the order in which the book lets them go where it names one (setup.2)."""


class Options(BaseModel):
    """The options of a match; the schema draws the form."""

    model_config = ConfigDict(
        extra="forbid",
        frozen=True,
        title="Anno Domini 1666",
        json_schema_extra={"brings_with": {"bands": ["chosen"]}},
    )

    scenario: str = Field(
        "duel-at-the-yard", title="Scenario", description="The board, who may come, and how it is won."
    )
    bands: Literal["scenario", "chosen"] = Field(
        "scenario",
        title="Bands",
        description="Each side brings one within the scenario's Gold, in secret until both are there.",
        json_schema_extra={"labels": {"scenario": "The scenario's own", "chosen": "Each side brings one"}},
    )
    equipment: Literal["free", "restricted"] = Field(
        "free",
        title="Equipment",
        description="Free: things are swapped at any time. Restricted: only as a Character is activated.",
    )


@dataclass(frozen=True, slots=True)
class Thing:
    """A thing of the scenario's that lies on the board at the start (items.7, items.20)."""

    kind: str
    at: tuple[int, int]


@dataclass(frozen=True, slots=True)
class Arrival:
    """Characters of a band, by kind, that come in a turn on a zone's spaces (turn.2)."""

    turn: int
    seat: str
    characters: tuple[str, ...]
    zone: str


@dataclass(frozen=True, slots=True)
class Carry:
    """A side wins at once when its Character leaves with the thing from its exit; at the end whoever has it wins.

    Without a bearer it is a draw, or the ``keeper`` wins (scenario.4).
    """

    kind: str
    exits: Mapping[str, str]
    keeper: str = ""


@dataclass(frozen=True, slots=True)
class Escape:
    """A side wins at once when so many of its Characters have left from the exit; at the end the other one wins."""

    seat: str
    count: int
    exit: str


@dataclass(frozen=True, slots=True)
class Hold:
    """At the end whoever has more Characters on its feet in the zone wins."""

    zone: str


@dataclass(frozen=True, slots=True)
class Scenario:
    """Board, deployment, length and bands (scenario.1).

    ``turns`` 0: no limit; ``alarm`` 0: no Alarm Counters; ``initiative`` who holds it on turn 1, empty for by cards;
    ``locked`` doors are so at the start; ``gold``, ``heroes`` and ``connections`` limit bands (0: no limit).
    """

    id: str
    title: str
    summary: str
    map: str
    bands: Mapping[str, tuple[str, ...]]
    zones: Mapping[str, str]
    minutes: int = 60
    turns: int = 0
    alarm: int = 0
    gold: int = 0
    heroes: int = 0
    connections: int = 0
    initiative: str = ""
    locked: tuple[str, ...] = ()
    things: tuple[Thing, ...] = ()
    arrivals: tuple[Arrival, ...] = ()
    carry: Carry | None = None
    escape: Escape | None = None
    hold: Hold | None = None


@dataclass(frozen=True, slots=True)
class Setup:
    """The fixed part of a match, parsed from what is stored.

    ``clashes`` are Blue's whom Red has as well, ``spares`` Characters that Blue may take for them (setup.12): those are
    among ``characters`` and of no band yet.
    """

    digest: str
    options: Options
    scenario: Scenario
    map: SquareMap
    characters: dict[str, Character]
    weapons: dict[str, Weapon]
    armour: dict[str, Armour]
    seats: tuple[str, ...]
    labels: dict[str, str] = field(default_factory=dict[str, str])
    clashes: tuple[CharacterId, ...] = ()
    spares: tuple[CharacterId, ...] = ()


SCENARIO: Final = TypeAdapter(Scenario)


@cache
def scenarios() -> dict[str, Scenario]:
    """The scenarios by id, in the order of the table."""
    rows = read_table("scenarios.yaml")["scenarios"]
    return {key: SCENARIO.validate_python({"id": key, **row}) for key, row in rows.items()}


def band_of(seat: str, kinds: Sequence[str], known: Mapping[str, Character]) -> list[Character]:
    """The records of a band: Commoners of one name have one each, and a number (components.1)."""
    names = [known[kind].name.casefold() for kind in kinds]
    found: list[Character] = []
    for index, kind in enumerate(kinds):
        card = known[kind]
        many = names.count(names[index]) > 1 and not card.unique and applies("components.1")
        name = f"{card.name} {names[: index + 1].count(names[index])}" if many else card.name
        again = kinds.count(kind) > 1 and applies("components.1")
        # No key has a tilde, whatever a player calls a card: so no two records have one id.
        record = f"{seat}-{kind}~{kinds[: index + 1].count(kind)}" if again else f"{seat}-{kind}"
        found.append(replace(card, id=record, name=name, seat=seat))
    return found


_PARSED: Final = Kept[str, Setup](64)


def setup_of(setup: Json) -> Setup:
    """The parsed setup; the last few are kept, since many matches share one."""
    return _PARSED.get(setup["digest"], lambda: _parsed(setup))


def _parsed(setup: Json) -> Setup:
    known = CHARACTERS.validate_python(setup["characters"])
    return Setup(
        setup["digest"],
        Options.model_validate(setup["options"]),
        SCENARIO.validate_python(setup["scenario"]),
        from_wire(setup["map"], extra=FACTS),
        {who: known[who] for who in setup["order"]},
        WEAPONS.validate_python(setup["weapons"]),
        ARMOUR.validate_python(setup["armour"]),
        tuple(setup["seats"]),
        dict(setup["labels"]),
        tuple(setup["clashes"]),
        tuple(setup["spares"]),
    )
