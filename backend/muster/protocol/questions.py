"""Questions to a seat with all that may be answered, as they stand on the wire."""

from typing import Annotated, Literal, TypeAlias

from pydantic import Field

from muster.engine.explain import Tone
from muster.protocol.explained import Odds, Reason, Sight
from muster.protocol.wire import Pose, Square, Wire


class Option(Wire):
    """One legal choice with what it costs and risks."""

    key: str
    label: str
    act: str
    badge: str
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
