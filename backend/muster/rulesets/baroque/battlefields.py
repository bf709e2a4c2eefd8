"""Battlefields: prepared tables and the bare one for the procedure of the book (3.1 to 3.3); the kinds of terrain."""

from dataclasses import dataclass, replace
from functools import cache
from typing import Any, Literal, TypeAlias

from pydantic import Field, TypeAdapter

from muster.rulesets.baroque.armies.files import Row, read, shipped
from muster.rulesets.baroque.book import number
from muster.rulesets.baroque.cards import BU

Json: TypeAlias = Any
Going: TypeAlias = Literal["open", "broken", "difficult", "impassable"]


class Kind(Row):
    """A kind of terrain: what it does to movement (3.1.1), to sight (3.1.4) and how it is drawn.

    ``rule`` is the item that says of ground that it is open. ``sight`` is the longest way through it that can be seen,
    in BU (None: it hides nobody), ``cover`` makes an edge (3.1.4f), ``blocks`` stops every line of sight, ``linear`` is
    an obstacle that is crossed, ``value`` in options (3.3e).
    """

    label: str
    recipe: str
    going: Going = "open"
    rule: str = ""
    sight: int | None = None
    cover: bool = False
    blocks: bool = False
    linear: bool = False
    hill: bool = False
    water: bool = False
    value: int = 0
    note: str = ""


@dataclass(frozen=True, slots=True)
class Kinds:
    """The closed table of kinds by name."""

    rows: dict[str, Kind]

    def __getitem__(self, name: str) -> Kind:
        """The row of a kind; raises KeyError."""
        return self.rows[name]

    def wire(self) -> Json:
        """For the board: recipe and label of each."""
        return {name: {"recipe": row.recipe, "label": row.label} for name, row in self.rows.items()}


@dataclass(frozen=True, slots=True)
class TerrainPiece:
    """A piece of a prepared battlefield; points in units of the table. ``value`` in options (3.3e)."""

    id: str
    kind: str
    label: str
    outline: tuple[tuple[int, int], ...]
    closed: bool = True
    state: str = ""
    value: int = 0


@dataclass(frozen=True, slots=True)
class Goal:
    """What a battlefield is fought for: who holds this piece at so many ends of turns in a row wins (9.1f)."""

    piece: str
    turns: int


@dataclass(frozen=True, slots=True)
class Battlefield:
    """A table. ``size`` in units: width along the base edges, height. ``procedure``: the players make its terrain.

    ``goal`` takes the place of the general rules of victory (9.1f).
    """

    id: str
    title: str
    summary: str
    size: tuple[int, int]
    terrain: tuple[TerrainPiece, ...] = ()
    procedure: bool = False
    minutes: int = 60
    decor: tuple[dict[str, Any], ...] = ()
    goal: Goal | None = None

    def for_points(self, points: int) -> "Battlefield":
        """The same table at the size for these points, its terrain in the middle of it (1.2.1, R45)."""
        wanted = table_size(points)
        dx, dy = (wanted[0] - self.size[0]) // 2, (wanted[1] - self.size[1]) // 2
        if (dx, dy) == (0, 0):
            return self
        moved = tuple(replace(t, outline=tuple((x + dx, y + dy) for x, y in t.outline)) for t in self.terrain)
        return replace(self, size=wanted, terrain=moved)


SMALL_TABLE_POINTS = 700
BATTLEFIELD = TypeAdapter(Battlefield)


def table_size(points: int) -> tuple[int, int]:
    """Width and height of the table in units: 20 by 15 BU up to 700 points, 30 by 20 above (1.2.1, R45)."""
    wide, high = (20, 15) if points <= SMALL_TABLE_POINTS else (30, 20)
    return number("1.2.1", wide, off=wide + 1) * BU, number("1.2.1", high, off=high + 1) * BU


class _Piece(Row):
    kind: str
    label: str = ""
    outline: tuple[tuple[float, float], ...]
    closed: bool = True


class _Goal(Row):
    piece: str
    turns: int = Field(ge=1)


class _Field(Row):
    title: str
    summary: str
    minutes: int = 60
    size: tuple[float, float] = (20, 15)
    procedure: bool = False
    terrain: dict[str, _Piece] = {}
    decor: tuple[dict[str, Any], ...] = ()
    goal: _Goal | None = None


@cache
def kinds() -> Kinds:
    """The kinds of terrain."""
    return Kinds(read(shipped("kinds.yaml"), "kinds.yaml", TypeAdapter(dict[str, Kind])))


@cache
def battlefields() -> dict[str, Battlefield]:
    """The battlefields by id, in the order of the table; positions in the file are in BU."""
    rows = read(shipped("battlefields.yaml"), "battlefields.yaml", TypeAdapter(dict[str, _Field]))
    return {key: _battlefield(key, row) for key, row in rows.items()}


def _units(points: tuple[tuple[float, float], ...]) -> tuple[tuple[int, int], ...]:
    return tuple((round(x * BU), round(y * BU)) for x, y in points)


def _battlefield(key: str, row: _Field) -> Battlefield:
    terrain = tuple(
        TerrainPiece(
            name,
            piece.kind,
            piece.label or kinds()[piece.kind].label,
            _units(piece.outline),
            piece.closed and not kinds()[piece.kind].linear,
            value=kinds()[piece.kind].value,
        )
        for name, piece in row.terrain.items()
    )
    (size,) = _units((row.size,))
    goal = Goal(row.goal.piece, row.goal.turns) if row.goal is not None else None
    return Battlefield(
        key, row.title, row.summary, size, terrain, row.procedure, row.minutes, row.decor, goal
    )
