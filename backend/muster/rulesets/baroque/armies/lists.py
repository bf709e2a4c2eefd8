"""The seven printed army lists as data: lines with their least and most units, and options with their limits."""

from collections.abc import Iterator, Mapping
from functools import cache, cached_property
from typing import Annotated, Final, TypeAlias

from pydantic import AfterValidator, Field, TypeAdapter, model_validator

from muster.engine.refusals import Refusal
from muster.rulesets.baroque.armies.files import MOST_COMMANDS, Row, Structure, read, shipped
from muster.rulesets.baroque.book import applies
from muster.rulesets.baroque.cards import Discipline, Pace, Trait, UnitType, Weapon

LIST_KEYS: Final = (
    "german_catholic",
    "swedish",
    "ecw_royalist",
    "ecw_parliament",
    "ottoman",
    "later_imperialist",
    "later_polish",
)
"""In the order of the book; each is a file of ``tables/lists`` and a rule ``army.<key>``."""

_PACES: Final[dict[str, Pace]] = {"": "normal", "S": "slow", "F": "fast"}


def _move(printed: str) -> str:
    if len(printed) not in (1, 2) or not printed[0].isdigit() or printed[1:] not in _PACES:
        raise ValueError(
            f"a movement is a number of BU, with S for slow or F for fast behind it, not {printed!r}"
        )
    return printed


def _share(printed: str) -> str:
    over, slash, under = printed.partition("/")
    if not (slash and over.isdigit() and under.isdigit()) or not 0 < int(over) <= int(under):
        raise ValueError(f"a share is a fraction such as 1/3, not {printed!r}")
    return printed


Move: TypeAlias = Annotated[str, AfterValidator(_move)]
Share: TypeAlias = Annotated[str, AfterValidator(_share)]
Key: TypeAlias = Annotated[str, Field(pattern=r"^[a-z0-9_]{1,60}$")]


def pace_of(move: str) -> tuple[int, Pace]:
    """A printed movement such as ``2S`` as whole BU for one action, and the pace."""
    return int(move[0]), _PACES[move[1:]]


class Stats(Row):
    """The printed numbers of a unit (2.3a): ``move`` in BU with its suffix, ``sm`` 0 or less, ``mm`` 0 for none."""

    type: UnitType
    move: Move
    vbu: int = Field(ge=1, le=12)
    impetus: int = Field(ge=0, le=9)
    discipline: Discipline
    vd: int = Field(ge=0, le=9)
    points: int = Field(ge=1, le=500)
    weapons: tuple[Weapon, ...] = ()
    sm: int = Field(default=0, ge=-9, le=0)
    mm: int = Field(default=0, ge=0, le=9)
    massed: bool = False
    traits: tuple[Trait, ...] = ()


class ListUnit(Stats):
    """A row of a list. ``short`` is what its units are called where the printed ``name`` is long."""

    key: Key
    name: str = Field(min_length=1, max_length=60)
    short: str = Field(default="", max_length=30)

    @property
    def called(self) -> str:
        """The name of a unit of this row."""
        return self.short or self.name


class ListLine(Row):
    """Rows that share one count (list.1)."""

    line: int
    least: int = Field(ge=0)
    most: int = Field(ge=1)
    units: tuple[ListUnit, ...]

    @model_validator(mode="after")
    def _in_order(self) -> "ListLine":
        if not self.units:
            raise ValueError("the line has no row")
        if self.least > self.most:
            raise ValueError(f"the least, {self.least}, is above the most, {self.most}")
        return self


class Option(Row):
    """What units of some rows may be given. At most ``most`` units of the army, or that ``share`` of them, may have it.

    ``price`` in points a unit. ``becomes`` replaces the printed numbers, price and all; ``massed`` says what the unit's
    movement becomes, by its type.
    """

    key: Key
    label: str = Field(min_length=1, max_length=40)
    units: tuple[Key, ...] = Field(min_length=1)
    price: int = 0
    most: int | None = Field(default=None, ge=1)
    share: Share | None = None
    discipline: Discipline | None = None
    traits: tuple[Trait, ...] = ()
    weapons: tuple[Weapon, ...] = ()
    massed: dict[UnitType, Move] = {}
    becomes: Stats | None = None

    @model_validator(mode="after")
    def _one_limit(self) -> "Option":
        if self.most is not None and self.share is not None:
            raise ValueError("an option has a number or a share as its limit, not both")
        if not (self.discipline or self.traits or self.weapons or self.massed or self.becomes):
            raise ValueError("the option changes nothing")
        return self

    @property
    def fraction(self) -> tuple[int, int] | None:
        """The share as numerator and denominator."""
        if self.share is None:
            return None
        over, _, under = self.share.partition("/")
        return int(over), int(under)


class ArmyList(Row):
    """A printed list; ``rule`` is its item.

    ``sc`` are the command structures it may buy, ``charismatic`` says if it allows such a leader. ``leaders`` are names
    of its time for those to whom a player gives none, as many as a roster may have commands.
    """

    key: Key
    rule: str
    title: str
    war: str
    sc: tuple[Structure, ...] = Field(min_length=1)
    charismatic: bool
    leaders: tuple[str, ...] = Field(min_length=MOST_COMMANDS)
    lines: tuple[ListLine, ...]
    options: tuple[Option, ...]

    @model_validator(mode="after")
    def _known_and_unique(self) -> "ArmyList":
        rows = {u.key: u for u in self.units()}
        if len(rows) != sum(len(line.units) for line in self.lines):
            raise ValueError("two rows have the same key")
        if len({o.key for o in self.options}) != len(self.options):
            raise ValueError("two options have the same key")
        for option in self.options:
            for key in option.units:
                if key not in rows:
                    raise ValueError(f"option {option.key}: there is no row {key!r}")
                if option.massed and rows[key].type not in option.massed:
                    raise ValueError(
                        f"option {option.key} does not say how {rows[key].type} move when massed"
                    )
        return self

    @cached_property
    def _rows(self) -> Mapping[str, ListUnit]:
        return {u.key: u for u in self.units()}

    @cached_property
    def _options(self) -> Mapping[str, Option]:
        return {o.key: o for o in self.options}

    def units(self) -> Iterator[ListUnit]:
        """Every row, in the printed order."""
        for line in self.lines:
            yield from line.units

    def row(self, key: str) -> ListUnit | None:
        """The row of that key, or None."""
        return self._rows.get(key)

    def known_row(self, key: str) -> ListUnit:
        """The row of that key; raises Refusal, which names those there are."""
        found = self.row(key)
        if found is None:
            known = ", ".join(u.key for u in self.units())
            raise Refusal(
                "no_such_line",
                f"The list {self.title} has no row {key!r}. There are: {known}.",
                rule=f"baroque.{self.rule}",
            )
        return found

    def option(self, key: str) -> Option | None:
        """The option of that key, or None."""
        return self._options.get(key)


def read_list(text: str, source: str) -> ArmyList:
    """A list from its YAML; raises TableError with every fault and its line."""
    return read(text, source, TypeAdapter(ArmyList))


@cache
def _printed() -> Mapping[str, ArmyList]:
    """The printed lists by key, read once."""
    return {key: read_list(shipped(f"lists/{key}.yaml"), f"{key}.yaml") for key in LIST_KEYS}


def find_list(key: str) -> ArmyList | None:
    """The list of that key (army.*), or None."""
    found = _printed().get(key)
    return found if found is not None and applies(found.rule) else None


def army_list(key: str) -> ArmyList:
    """The list of that key; raises Refusal, which names those there are."""
    found = find_list(key)
    if found is None:
        known = ", ".join(LIST_KEYS)
        raise Refusal("no_such_list", f"There is no army list of that key. There are: {known}.")
    return found


def army_lists() -> tuple[ArmyList, ...]:
    """All lists, in the order of the book."""
    return tuple(found for key in LIST_KEYS if (found := find_list(key)) is not None)
