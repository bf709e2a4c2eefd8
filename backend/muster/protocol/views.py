"""What one audience may see, as it stands on the wire: the position, the questions and the log."""

from typing import Annotated, Any, Literal, TypeAlias

from pydantic import BaseModel, ConfigDict, Field, GetPydanticSchema, create_model

from muster.engine.explain import Tone

Json: TypeAlias = Any
Square: TypeAlias = tuple[int, int]
Pose: TypeAlias = tuple[int, int, int]
Point: TypeAlias = tuple[float, float]


def _without_defaults(schema: dict[str, Json]) -> None:
    """What is absent on the wire has the meaning that its message states, not the value that this model gives it."""
    for field in schema.get("properties", {}).values():
        field.pop("default", None)


class Wire(BaseModel):
    """Base of all messages: nothing that is not stated here is ever sent."""

    model_config = ConfigDict(extra="forbid", json_schema_extra=_without_defaults)


# ------------------------------------------------------------------------------------------------ position
class SeatView(Wire):
    """A seat as the board names and colours it."""

    id: str
    label: str
    pattern: str


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
    """A hand, deck or track: a count for everybody, faces for those who may see them."""

    id: str
    label: str
    count: int
    seat: str | None
    faces: list[str] | None


class GaugeView(Wire):
    """A number that a seat watches: what is left of how much; ``group`` names whose it is, null the whole side's."""

    id: str
    seat: str
    label: str
    value: int
    max: int
    group: str | None
    note: str
    rule: str


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
    """A line on a sheet."""

    label: str
    value: str
    icon: str
    rule: str


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


# ------------------------------------------------------------------------------------------------ explanations
class Part(Wire):
    """One line of a sum."""

    label: str
    value: int
    rule: str


class Total(Wire):
    """A named sum with its lines."""

    label: str
    value: int
    parts: list[Part]


class OddsBar(Wire):
    """A row of a table of outcomes."""

    total: int
    percent: float
    hit: bool


class Odds(Wire):
    """The chance behind an option that leads straight to dice or cards; per cent, not rounded."""

    label: str
    percent: float
    needs: str
    effect: str
    of: str = Field(
        description="What it is the chance of, in a word or two; empty where the option's name says it."
    )
    bars: list[OddsBar]
    totals: list[Total]


class Sight(Wire):
    """A line of sight; points in units of the board."""

    from_: Annotated[Point, Field(alias="from")]
    to: Point
    state: Literal["clear", "cover", "blocked"]
    witness: Point | None
    label: str


# ------------------------------------------------------------------------------------------------ questions
class Option(Wire):
    """One legal choice with what it costs and risks."""

    key: str
    label: str
    act: str
    detail: str
    group: str
    rule: str
    piece: str | None
    square: Square | None
    edge: str | None
    cost: str
    warnings: list[str]
    hold: bool
    needs: "Spec | None"
    odds: Odds | None
    sights: list[Sight]


class Reason(Wire):
    """Why something came out as it did, or cannot be done, in a sentence, and the rule that says so."""

    text: str
    rule: str


class ChooseSpec(Wire):
    """Some of the listed options; ``missing`` says why others that one might expect are not among them."""

    kind: Literal["choose"]
    min: int
    max: int
    options: list[Option]
    missing: list[Reason]


class Reach(Wire):
    """A square that a move can enter; ``via`` is the index of the square before, null the start."""

    to: Square
    cost: int
    via: int | None
    provokes: list[str]
    notes: list[str]
    stop: bool


class MoveSpec(Wire):
    """A path over squares within a budget."""

    kind: Literal["move"]
    piece: str
    from_: Annotated[Square, Field(alias="from")]
    budget: int
    straight: bool
    label: str
    reach: list[Reach]


class ToPlace(Wire):
    """A piece to be placed; ``size`` in squares a side."""

    id: str
    size: int
    label: str


class Ground(Wire):
    """Part of the squares to place on; a piece wholly on it gets the mark ("hidden")."""

    label: str
    mark: str
    squares: list[Square]


class PlaceSpec(Wire):
    """Pieces onto the listed squares; ``grounds`` are worth more than the rest, the best first."""

    kind: Literal["place"]
    pieces: list[ToPlace]
    squares: list[Square]
    label: str
    grounds: list[Ground]


class AimSpec(Wire):
    """One of the listed points."""

    kind: Literal["aim"]
    points: list[Square]
    label: str
    template: str | None


class Slot(Wire):
    """A place to allocate to."""

    key: str
    label: str
    max: int
    cost: int
    detail: str
    icon: str


class WayMark(Wire):
    """A length along a way at which something happens."""

    at: int
    label: str
    rule: str
    tone: Tone


class Way(Wire):
    """One kind of movement on the open table: a line, a slide at an angle, an arc (wheel), a turn on the spot."""

    key: str
    label: str
    shape: Literal["line", "slide", "arc", "turn"]
    least: int
    most: int
    bearing: int
    spread: int
    pivot: Literal["", "left", "right"]
    turn: int
    end: Pose | None
    rule: str
    detail: str
    limits: str
    marks: list[WayMark]
    warnings: list[str]


class ManoeuvreSpec(Wire):
    """One movement of a base on the open table: a way, and how far along it."""

    kind: Literal["manoeuvre"]
    piece: str
    pose: Pose
    frontage: int
    depth: int
    step: int
    label: str
    ways: list[Way]


class Body(Wire):
    """Something to be put down: outline about its centre at heading 0 (empty: a point); ``turns`` 0: it stays so."""

    id: str
    label: str
    outline: list[Square]
    heading: int
    turns: int


class Area(Wire):
    """Where bodies may be put."""

    label: str
    outline: list[Square]


class DeploySpec(Wire):
    """Bodies onto the open table; ``suggested`` is one legal way to do it."""

    kind: Literal["deploy"]
    bodies: list[Body]
    areas: list[Area]
    suggested: dict[str, Pose]
    step: int
    label: str


class AllocateSpec(Wire):
    """Divide a total among slots."""

    kind: Literal["allocate"]
    slots: list[Slot]
    total: int
    exact: bool
    unit: str


class Along(Wire):
    """The way of another piece's announced movement: length, x, y, heading, from its start to its end."""

    piece: str
    poses: list[tuple[int, int, int, int]]


class NumberSpec(Wire):
    """A number to announce; with ``along`` a length on a movement."""

    kind: Literal["number"]
    min: int
    max: int
    label: str
    step: int
    along: Along | None


class Item(Wire):
    """Something to put in order."""

    key: str
    label: str


class ArrangeSpec(Wire):
    """All of the items in an order."""

    kind: Literal["arrange"]
    items: list[Item]
    label: str


class ConfirmSpec(Wire):
    """Yes or no."""

    kind: Literal["confirm"]
    label: str
    yes: str
    no: str
    odds: Odds | None


Spec: TypeAlias = Annotated[
    ChooseSpec
    | MoveSpec
    | PlaceSpec
    | AimSpec
    | ManoeuvreSpec
    | DeploySpec
    | AllocateSpec
    | NumberSpec
    | ArrangeSpec
    | ConfirmSpec,
    Field(discriminator="kind"),
]


class PassLabel(Wire):
    """Passing is legal, under this word."""

    label: str
    sure: str = Field(default="", description="What a hasty passer is asked first; empty: nothing is lost.")


class Req(Wire):
    """A question to a seat."""

    id: str
    seat: str
    rule: str
    path: str
    text: str
    note: str
    subject: str | None
    spec: Spec
    pass_: Annotated[PassLabel | None, Field(alias="pass")]
    sealed: bool
    window: str | None
    timeout: str


# ------------------------------------------------------------------------------------------------ log
class Die(Wire):
    """A die as the log shows it."""

    value: int
    sides: int
    role: str


class Show(Wire):
    """What the board plays for a log entry."""

    kind: Literal["move", "plan", "shot", "blow", "fall", "reveal"]
    piece: str | None = None
    path: list[Square] = []
    from_: Annotated[Square | None, Field(alias="from")] = None
    to: Square | None = None
    state: str = ""
    poses: list[Pose] = []


class LogEntry(Wire):
    """A line of the log; its number is its place in the list. Empty fields are left out."""

    kind: str
    text: str
    seat: str = ""
    tone: Tone = "plain"
    heading: bool = False
    pieces: list[str] = []
    dice: list[Die] = []
    totals: list[Total] = []
    outcome: str = ""
    causes: list[Reason] = []
    rules: list[str] = []
    show: Show | None = None
