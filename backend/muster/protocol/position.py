"""The position as one audience may see it, and how two of them differ, as they stand on the wire."""

from typing import Annotated, Literal

from pydantic import Field, GetPydanticSchema, create_model

from muster.engine.explain import Tone
from muster.protocol.explained import Total
from muster.protocol.wire import Json, Pose, Square, Wire


class SeatView(Wire):
    """A seat as the board names and colours it; ``note`` says in a word what it holds for now, such as Initiative."""

    id: str
    label: str
    pattern: str
    note: str


class Shape(Wire):
    """A base; ``size`` in squares a side, or in units the frontage of a ``rect`` and the drawing of a ``point``."""

    kind: Literal["square", "rect", "point"]
    size: int
    depth: int


class Bar(Wire):
    """What is left of a piece."""

    value: int
    max: int
    label: str


class Mark(Wire):
    """A small marker on a piece."""

    sign: str
    label: str
    short: str


class Ring(Wire):
    """How far something reaches from a piece, in units of the open table."""

    radius: int
    label: str


class PieceView(Wire):
    """A piece: on squares ``at``, on the open table ``pose`` (units; hundredths of a degree); both null off it."""

    id: str
    seat: str
    name: str
    icon: str
    shape: Shape
    at: Square | None
    level: int
    bar: Bar | None
    marks: list[Mark]
    state: str
    active: bool
    acted: bool
    label: str
    rides: str | None
    ridden_by: str | None
    holds: str | None
    pose: Pose | None
    group: str | None
    ring: Ring | None


class ItemView(Wire):
    """A thing that lies on the table."""

    id: str
    kind: str
    label: str
    at: Square


class AreaView(Wire):
    """Cards in one place, or a track: a count for everybody, faces for those who may see them."""

    id: str
    kind: Literal["hand", "deck", "discard", "play", "track"]
    label: str
    count: int
    seat: str | None
    faces: list[str] | None


class CardView(Wire):
    """A card of a test: ``face`` null where this audience may not know it; ``bonus`` what a reinforcing one adds."""

    face: str | None
    open: bool
    source: Literal["hand", "deck"]
    bonus: int | None


class ContestSideView(Wire):
    """One participant of a test with its cards, the original one first; ``total`` null until they lie open."""

    key: str
    seat: str
    piece: str | None
    name: str
    cards: list[CardView]
    total: Total | None


class ContestView(Wire):
    """A test with cards, against ``dl`` or between several; ``over``: it has come out as ``verdict`` says."""

    id: str
    name: str
    rule: str
    sides: list[ContestSideView]
    dl: int | None
    over: bool
    verdict: str
    winner: str | None


class ZoneView(Wire):
    """The squares that the piece of this id controls; ``holds`` are the enemies that it engages there."""

    id: str
    seat: str
    label: str
    squares: list[Square]
    holds: list[str]


class GaugeView(Wire):
    """A number that a seat watches: what is left of how much; ``group`` names whose it is, null the whole side's.

    Without a ``seat`` it is everybody's.
    """

    id: str
    seat: str
    label: str
    value: int
    max: int
    group: str | None
    note: str
    rule: str
    won: bool = Field(description="It counts what was gained, not what is left.")


class TerrainView(Wire):
    """A piece of terrain on the open table: outline, or line where it is not closed, in units."""

    id: str
    kind: str
    label: str
    outline: list[Square]
    closed: bool
    state: str


class PhaseView(Wire):
    """Where the match stands."""

    round: int
    rounds: int | None
    label: str
    active: str | None
    order: list[str]
    note: str


class Stat(Wire):
    """A number on a sheet."""

    label: str
    value: str
    rule: str


class SheetLine(Wire):
    """A line on a sheet; ``note`` is what else there is to know of it."""

    label: str
    value: str
    icon: str
    rule: str
    note: str


class Chip(Wire):
    """A talent or a state on a sheet."""

    label: str
    tone: Tone
    rule: str


class Sheet(Wire):
    """What a piece's card says."""

    id: str
    title: str
    subtitle: str
    stats: list[list[Stat]]
    lines: list[SheetLine]
    chips: list[Chip]


class PendingView(Wire):
    """Somebody has to decide; ``given`` is the own answer to a sealed batch that has not opened yet."""

    seat: str
    text: str
    doing: str
    given: Json


class ResultView(Wire):
    """How the match ended; ``winner`` null is a draw."""

    winner: str | None
    reason: str
    text: str


class TieView(Wire):
    """Two pieces that meet at a place of the open table, and why it matters; ``of`` is the tie that this one serves."""

    id: str
    kind: Literal["main", "support"]
    pieces: tuple[str, str]
    at: Square
    label: str
    rule: str
    of: str | None


class View(Wire):
    """The whole position for one audience."""

    audience: str
    ruleset: str
    scenario: str
    measuring: Literal["free", "declared"]
    seats: dict[str, SeatView]
    pieces: dict[str, PieceView]
    edges: dict[str, str]
    items: dict[str, ItemView]
    areas: dict[str, AreaView]
    phase: PhaseView
    sheets: dict[str, Sheet]
    pending: dict[str, PendingView]
    result: ResultView | None
    gauges: dict[str, GaugeView]
    terrain: dict[str, TerrainView]
    ties: dict[str, TieView]
    zones: dict[str, ZoneView]
    contests: dict[str, ContestView]


def _changes(model: type[Wire]) -> GetPydanticSchema:
    """Some of a model's fields, or all of them where what they belong to is new."""
    fields: dict[str, Json] = {name: (info.annotation, None) for name, info in model.model_fields.items()}
    made = create_model(f"{model.__name__}Patch", __base__=Wire, __doc__=_changes.__doc__, **fields)
    return GetPydanticSchema(lambda _, handler: handler(made | None))


class ViewPatch(Wire):
    """What changed; what is absent is the same.

    Of records only the changed entries are named (null: gone), of an entry or another part that was there before only
    the changed fields.
    """

    audience: str = ""
    ruleset: str = ""
    scenario: str = ""
    measuring: Literal["free", "declared"] = "free"
    seats: dict[str, Annotated[Json, _changes(SeatView)]] = {}
    pieces: dict[str, Annotated[Json, _changes(PieceView)]] = {}
    edges: dict[str, str | None] = {}
    items: dict[str, Annotated[Json, _changes(ItemView)]] = {}
    areas: dict[str, Annotated[Json, _changes(AreaView)]] = {}
    phase: Annotated[Json, _changes(PhaseView)] = None
    sheets: dict[str, Annotated[Json, _changes(Sheet)]] = {}
    pending: dict[str, Annotated[Json, _changes(PendingView)]] = {}
    result: Annotated[Json, _changes(ResultView)] = None
    gauges: dict[str, Annotated[Json, _changes(GaugeView)]] = {}
    terrain: dict[str, Annotated[Json, _changes(TerrainView)]] = {}
    ties: dict[str, Annotated[Json, _changes(TieView)]] = {}
    zones: dict[str, Annotated[Json, _changes(ZoneView)]] = {}
    contests: dict[str, Annotated[Json, _changes(ContestView)]] = {}
