"""Reading the tables of the armies: checked as a whole, and every fault is named with its file and line."""

from collections.abc import Sequence
from functools import cache
from importlib.resources import files
from typing import Any, Final, Literal, TypeAlias, TypeVar

import yaml
from pydantic import BaseModel, ConfigDict, Field, TypeAdapter, ValidationError

from muster.engine.tables import yaml_of
from muster.rulesets.baroque.cards import UnitType

Json: TypeAlias = Any
Level: TypeAlias = Literal["Charismatic", "Expert", "Reliable", "Poor", "Incompetent"]
Structure: TypeAlias = Literal["Good", "Average", "Poor"]
M = TypeVar("M")
MOST_COMMANDS: Final = 8
"""A roster has no more, and a list names so many leaders."""


class TableError(ValueError):
    """A table cannot be used. ``faults`` are sentences, each beginning with file and line."""

    def __init__(self, faults: Sequence[str]) -> None:
        """At least one fault."""
        self.faults = tuple(faults)
        super().__init__("\n".join(faults))


class Row(BaseModel):
    """Part of a table: nothing unknown in it, and never changed."""

    model_config = ConfigDict(extra="forbid", frozen=True)


def read(text: str, source: str, shape: TypeAdapter[M]) -> M:
    """A table from its YAML; raises TableError with every fault and its line. ``source`` is the file's name."""
    try:
        return shape.validate_python(yaml_of(text))
    except yaml.YAMLError:
        _nodes(text, source)
        raise
    except ValidationError as fault:
        root = _nodes(text, source)
        raise TableError([_sentence(source, root, e["loc"], e["msg"]) for e in fault.errors()]) from None


def _nodes(text: str, source: str) -> yaml.Node | None:
    """The same text as nodes that know their lines, and its faults in the same words everywhere: only where there is
    a fault to be told, for this takes long."""
    try:
        return yaml.compose(text, Loader=yaml.SafeLoader)
    except yaml.MarkedYAMLError as fault:
        line = fault.problem_mark.line + 1 if fault.problem_mark else 1
        raise TableError([f"{source}, line {line}: {fault.problem}"]) from None


def _sentence(source: str, root: yaml.Node | None, where: Sequence[int | str], what: str) -> str:
    path = ".".join(str(step) for step in where)
    return f"{source}, line {line_of(root, where)}: {f'{path}: ' if path else ''}{what}"


def line_of(root: yaml.Node | None, where: Sequence[int | str]) -> int:
    """The line of a place, or of the nearest place above it that the file has."""
    if root is None:
        return 1
    line, node = root.start_mark.line + 1, root
    for step in where:
        found = _child(node, step)
        if found is None:
            break
        line, node = found
    return line


def _child(node: yaml.Node, step: int | str) -> tuple[int, yaml.Node] | None:
    if isinstance(node, yaml.SequenceNode) and isinstance(step, int) and step < len(node.value):
        child: yaml.Node = node.value[step]
        return child.start_mark.line + 1, child
    if isinstance(node, yaml.MappingNode):
        for key, value in node.value:
            if key.value == str(step):
                return key.start_mark.line + 1, value
    return None


def shipped(name: str) -> str:
    """The text of a table of this ruleset, by its path below ``tables``."""
    return files("muster.rulesets.baroque").joinpath("tables", name).read_text(encoding="utf-8")


class Bases(Row):
    """Sizes of bases in units of the table (1.3): ``frontage`` of ``standard`` and of what is narrower."""

    frontage: dict[str, int]
    depth: dict[UnitType, int]
    deep_by_itself: frozenset[UnitType]


class LevelRow(Row):
    """What a leader's level adds to the initiative roll, and its price in points."""

    bonus: int
    price: int


class StructureRow(Row):
    """The command range in BU of a command structure, and its price in points."""

    range: int
    price: int


class BaggageRow(Row):
    """The VBU of a baggage element and its price in points."""

    vbu: int
    price: int


class BaggageTable(Row):
    """Both kinds of baggage; ``side`` of its square in units of the table."""

    side: int
    unfortified: BaggageRow
    fortified: BaggageRow


class ExplorationTable(Row):
    """The dice that everybody has, and the price in points of so many bought ones, from none."""

    free: int
    prices: tuple[int, ...] = Field(min_length=1)


class DestinyTable(Row):
    """How many Rolls of Destiny an army may buy, and the price in points of one."""

    most: int
    price: int


class ProstitutesRow(Row):
    """Their price in points, and what they add to the army's demoralisation value."""

    price: int
    vdt: int


class Purchases(Row):
    """What an army buys besides its units."""

    levels: dict[Level, LevelRow]
    structures: dict[Structure, StructureRow]
    baggage: BaggageTable
    exploration: ExplorationTable
    destiny: DestinyTable
    prostitutes: ProstitutesRow


@cache
def bases() -> Bases:
    """The table of base sizes."""
    return read(shipped("bases.yaml"), "bases.yaml", TypeAdapter(Bases))


@cache
def purchases() -> Purchases:
    """The table of prices besides the units'."""
    return read(shipped("purchases.yaml"), "purchases.yaml", TypeAdapter(Purchases))
