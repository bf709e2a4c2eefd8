"""A roster: what a player made of a list. It may be unfinished and full of faults; ``check`` says which."""

from collections.abc import Iterator
from functools import cache
from typing import Annotated, Any, Final, Self, TypeAlias

from pydantic import (
    AfterValidator,
    BaseModel,
    ConfigDict,
    Field,
    TypeAdapter,
    ValidationError,
    model_validator,
)

from muster.engine.names import clean_name
from muster.engine.refusals import Refusal
from muster.rulesets.baroque.armies.files import MOST_COMMANDS, Level, Row, Structure, read, shipped

Json: TypeAlias = Any
NAME_LENGTH: Final = 40
MOST_UNITS: Final = 80
"""No list has so many at any budget: whoever asks for more asks only for work."""


class Part(BaseModel):
    """Part of a roster: nothing unknown in it, and never changed."""

    model_config = ConfigDict(extra="forbid", frozen=True)


def _named(given: str) -> str:
    try:
        return clean_name(given, most=NAME_LENGTH, required=False)
    except Refusal as refusal:
        raise ValueError(refusal.text) from refusal


Name: TypeAlias = Annotated[str, Field(max_length=1000), AfterValidator(_named)]
"""What a player calls something of theirs, up to ``NAME_LENGTH`` visible characters in one line; may be empty."""


class RosterUnit(Part):
    """A unit: the key of its row of the list, the keys of its options, and a name of its own if it has one."""

    line: str = Field(max_length=60)
    options: tuple[Annotated[str, Field(max_length=60)], ...] = Field(default=(), max_length=12)
    name: Name = ""


class RosterCommand(Part):
    """A command with the one leader it has (2.1a) and its units."""

    label: Name = ""
    leader: Name = ""
    level: Level = "Reliable"
    cinc: bool = False
    units: tuple[RosterUnit, ...] = Field(default=(), max_length=60)


class Roster(Part):
    """An army for a budget in points. ``exploration`` are dice bought beside the free one, ``destiny`` rolls bought."""

    army: str = Field(max_length=60)
    budget: int = Field(ge=100, le=5000)
    sc: Structure
    commands: tuple[RosterCommand, ...] = Field(default=(), max_length=MOST_COMMANDS)
    fortified: bool = False
    exploration: int = Field(default=0, ge=0, le=99)
    destiny: int = Field(default=0, ge=0, le=99)
    prostitutes: bool = False

    @model_validator(mode="after")
    def _no_more_units_than_any_army_has(self) -> Self:
        count = sum(1 for _ in self.units())
        if count > MOST_UNITS:
            raise ValueError(f"a roster may have {MOST_UNITS} units, this one has {count}")
        return self

    def units(self) -> Iterator[tuple[int, int, RosterUnit]]:
        """Every unit with the number of its command and its own within it, both from 0."""
        for c, command in enumerate(self.commands):
            for u, unit in enumerate(command.units):
                yield c, u, unit


def roster_of(body: Json) -> Roster:
    """A roster from JSON; raises Refusal with every place that is malformed."""
    try:
        return Roster.model_validate(body)
    except ValidationError as fault:
        places = "; ".join(f"{'.'.join(map(str, e['loc'])) or 'it'}: {e['msg']}" for e in fault.errors()[:8])
        raise Refusal("bad_roster", f"This is not a roster of Baroque: {places}.") from None


class _ReadyCommand(Row):
    label: str
    level: Level
    cinc: bool = False
    units: tuple[tuple[str, ...], ...]


class _ReadyArmy(Row):
    title: str
    army: str
    budget: int
    sc: Structure
    exploration: int = 0
    commands: tuple[_ReadyCommand, ...]


class ReadyArmy(Part):
    """An army that anybody can take."""

    key: str
    title: str
    roster: Roster


@cache
def ready_armies() -> tuple[ReadyArmy, ...]:
    """The ready armies, smaller ones first (RULINGS.md, section 4)."""
    table = read(shipped("armies.yaml"), "armies.yaml", TypeAdapter(dict[str, _ReadyArmy]))
    return tuple(ReadyArmy(key=key, title=row.title, roster=_written_out(row)) for key, row in table.items())


def _written_out(row: _ReadyArmy) -> Roster:
    commands = tuple(
        RosterCommand(
            label=c.label,
            level=c.level,
            cinc=c.cinc,
            units=tuple(RosterUnit(line=line, options=tuple(options)) for line, *options in c.units),
        )
        for c in row.commands
    )
    return Roster(army=row.army, budget=row.budget, sc=row.sc, commands=commands, exploration=row.exploration)
