"""What one audience may see: the position as plain data, the log's entries, and how two positions differ.

Field names are those of the wire (see ``protocol``); the board draws them without knowing a game.
"""

from collections.abc import Hashable, Mapping
from dataclasses import dataclass, field, fields, is_dataclass
from functools import cache
from typing import Any, TypeAlias, cast

from muster.engine.explain import Reason, Tone, Total

Json: TypeAlias = Any
Point: TypeAlias = tuple[int, int]
Pose: TypeAlias = tuple[int, int, int]


@dataclass(frozen=True, slots=True)
class SeatView:
    """A seat as the board names and colours it; ``note`` says in a word what it holds for now, such as Initiative."""

    id: str
    label: str
    pattern: str
    note: str = ""


@dataclass(frozen=True, slots=True)
class Shape:
    """A base: ``square`` with ``size`` squares a side, ``rect`` with frontage ``size`` and ``depth`` in units of the
    open table, or ``point`` drawn ``size`` units wide, whose size means nothing."""

    kind: str
    size: int = 1
    depth: int = 0


@dataclass(frozen=True, slots=True)
class Bar:
    """What is left of a piece."""

    value: int
    max: int
    label: str


@dataclass(frozen=True, slots=True)
class Mark:
    """A small marker on a piece; ``sign`` names its drawing, ``short`` a few characters to show instead."""

    sign: str
    label: str
    short: str = ""


@dataclass(frozen=True, slots=True)
class Ring:
    """How far something reaches from a piece (from its point or its whole base), in units: a command range."""

    radius: int
    label: str


@dataclass(frozen=True, slots=True)
class PieceView:
    """A piece on (or, ``at`` and ``pose`` None, off) the table: on squares ``at``, on the open table ``pose``.

    ``holds`` names another that it is chained to, ``group`` the command that it belongs to.
    """

    id: str
    seat: str
    name: str
    icon: str
    shape: Shape
    at: Point | None
    level: int
    bar: Bar | None
    marks: tuple[Mark, ...]
    state: str
    active: bool
    acted: bool
    label: str
    rides: str | None = None
    ridden_by: str | None = None
    holds: str | None = None
    pose: Pose | None = None
    group: str | None = None
    ring: Ring | None = None


@dataclass(frozen=True, slots=True)
class ItemView:
    """A thing that lies on the table."""

    id: str
    kind: str
    label: str
    at: Point


@dataclass(frozen=True, slots=True)
class AreaView:
    """Cards in one place, or a track: a count for everybody, faces for those who may see them.

    ``kind`` names the place: ``hand``, ``deck``, ``discard``, ``play`` or ``track``.
    """

    id: str
    kind: str
    label: str
    count: int
    seat: str | None = None
    faces: tuple[str, ...] | None = None


@dataclass(frozen=True, slots=True)
class CardView:
    """A card of a test: ``face`` None where this audience may not know it, ``open`` whether it was turned over.

    ``source`` is ``hand`` or ``deck``; ``bonus`` what a reinforcing card adds, None of an original one.
    """

    face: str | None
    open: bool
    source: str
    bonus: int | None = None


@dataclass(frozen=True, slots=True)
class ContestSideView:
    """One participant of a test with its cards, the original one first; ``total`` None until they lie open."""

    key: str
    seat: str
    piece: str | None
    name: str
    cards: tuple[CardView, ...]
    total: Total | None


@dataclass(frozen=True, slots=True)
class ContestView:
    """A test with cards: against ``dl`` by one participant, or between several.

    ``over``: it has come out, as ``verdict`` says in a few words, ``winner`` names the participant for whom.
    """

    id: str
    name: str
    rule: str
    sides: tuple[ContestSideView, ...]
    dl: int | None
    over: bool
    verdict: str
    winner: str | None


@dataclass(frozen=True, slots=True)
class ZoneView:
    """The squares that the piece of this id controls; ``holds`` are the enemies that it engages there."""

    id: str
    seat: str
    label: str
    squares: tuple[Point, ...]
    holds: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class GaugeView:
    """A number that a seat watches: what is left of how much before ``label`` happens, or with ``won`` what it has
    gained of how much; ``group`` names whose it is.

    Without a ``seat`` it is everybody's: a counter of the table.
    """

    id: str
    seat: str
    label: str
    value: int
    max: int
    group: str | None = None
    note: str = ""
    rule: str = ""
    won: bool = False


@dataclass(frozen=True, slots=True)
class TerrainView:
    """A piece of terrain on the open table that came with the match: outline (or line) in units, kind by its name."""

    id: str
    kind: str
    label: str
    outline: tuple[Point, ...]
    closed: bool = True
    state: str = ""


@dataclass(frozen=True, slots=True)
class TieView:
    """Two pieces that meet at a place of the open table, and why it matters: ``kind`` names the drawing (``main`` or
    ``support``), ``of`` the tie that this one serves."""

    id: str
    kind: str
    pieces: tuple[str, str]
    at: Point
    label: str
    rule: str = ""
    of: str | None = None


@dataclass(frozen=True, slots=True)
class PhaseView:
    """Where the match stands."""

    round: int
    rounds: int | None
    label: str
    active: str | None
    order: tuple[str, ...]
    note: str = ""


@dataclass(frozen=True, slots=True)
class Stat:
    """A number on a sheet."""

    label: str
    value: str
    rule: str = ""


@dataclass(frozen=True, slots=True)
class SheetLine:
    """A line on a sheet: a weapon, an armour value; ``note`` is what else there is to know of it."""

    label: str
    value: str
    icon: str = ""
    rule: str = ""
    note: str = ""


@dataclass(frozen=True, slots=True)
class Chip:
    """A talent or a state on a sheet; ``tone`` is plain, good, warn or bad."""

    label: str
    tone: Tone = "plain"
    rule: str = ""


@dataclass(frozen=True, slots=True)
class Sheet:
    """What a piece's card says."""

    id: str
    title: str
    subtitle: str
    stats: tuple[tuple[Stat, ...], ...]
    lines: tuple[SheetLine, ...]
    chips: tuple[Chip, ...]


@dataclass(frozen=True, slots=True)
class ResultView:
    """How the match ended; ``winner`` None is a draw."""

    winner: str | None
    reason: str
    text: str


@dataclass(frozen=True, slots=True)
class PendingView:
    """Somebody has to decide; ``doing`` says in a word or two what.

    ``given`` is the answer to a part of a sealed batch that has not opened: it stands in the own view alone, and
    nobody else learns that there is one.
    """

    seat: str
    text: str
    doing: str
    given: Json = None


@dataclass(frozen=True, slots=True)
class View:
    """The whole position for one audience."""

    audience: str
    ruleset: str
    scenario: str
    measuring: str
    seats: Mapping[str, SeatView]
    pieces: Mapping[str, PieceView]
    edges: Mapping[str, str]
    items: Mapping[str, ItemView]
    areas: Mapping[str, AreaView]
    phase: PhaseView
    sheets: Mapping[str, Sheet]
    pending: Mapping[str, PendingView] = field(default_factory=dict[str, PendingView])
    result: ResultView | None = None
    gauges: Mapping[str, GaugeView] = field(default_factory=dict[str, GaugeView])
    terrain: Mapping[str, TerrainView] = field(default_factory=dict[str, TerrainView])
    ties: Mapping[str, TieView] = field(default_factory=dict[str, TieView])
    zones: Mapping[str, ZoneView] = field(default_factory=dict[str, ZoneView])
    contests: Mapping[str, ContestView] = field(default_factory=dict[str, ContestView])


@dataclass(frozen=True, slots=True)
class Die:
    """A die as the log shows it."""

    value: int
    sides: int = 6
    role: str = ""


@dataclass(frozen=True, slots=True)
class Show:
    """What the board plays for a log entry: ``move``, ``shot``, ``blow``, ``fall`` or ``reveal``; or ``plan``, a way
    that was announced, which it shows until the piece goes.

    On the open table a way goes through ``poses``, and a shot's ``start`` and ``end`` are in units.
    """

    kind: str
    piece: str | None = None
    path: tuple[Point, ...] = ()
    start: Point | None = None
    end: Point | None = None
    state: str = ""
    poses: tuple[Pose, ...] = ()


@dataclass(frozen=True, slots=True)
class LogEntry:
    """One line of the log with its foldable arithmetic.

    ``causes`` are what the sums do not say; ``rules`` are the full ids of the other rules at work.
    """

    kind: str
    text: str
    seat: str | None = None
    tone: Tone = "plain"
    heading: bool = False
    pieces: tuple[str, ...] = ()
    dice: tuple[Die, ...] = ()
    totals: tuple[Total, ...] = ()
    outcome: str = ""
    causes: tuple[Reason, ...] = ()
    rules: tuple[str, ...] = ()
    show: Show | None = None


RECORDS = (
    "seats",
    "pieces",
    "edges",
    "items",
    "areas",
    "sheets",
    "pending",
    "gauges",
    "terrain",
    "ties",
    "zones",
    "contests",
)
"""The fields of a view that hold entries by their ids."""


def whole_patch(view: View) -> dict[str, Json]:
    """What leads from nothing to a view."""
    return {name: getattr(view, name) for name in _names(View)}


def view_patch(old: View, new: View) -> dict[str, Json]:
    """What changed from ``old`` to ``new``.

    Of a record only the changed entries (None: gone), of an entry or another part that was there before only its
    changed fields; what is new is whole.
    """
    patch: dict[str, Json] = {}
    for name in _names(View):
        before: Json = getattr(old, name)
        after: Json = getattr(new, name)
        if before is not after and before != after:
            patch[name] = _entries(before, after) if name in RECORDS else _change(before, after)
    return patch


def _entries(before: Mapping[str, Json], after: Mapping[str, Json]) -> dict[str, Json]:
    changed = {
        k: _change(before[k], v) if k in before else v
        for k, v in after.items()
        if k not in before or before[k] != v
    }
    changed.update({k: None for k in before if k not in after})
    return changed


def _change(before: Json, after: Json) -> Json:
    """The new value; of a part with fields, those that are not as before."""
    kind = cast(Json, type(after))
    names = _names(kind)
    if before is None or not names:
        return after
    return {name: value for name in names if (value := getattr(after, name)) != getattr(before, name)}


@cache
def _names(kind: Hashable) -> tuple[str, ...]:
    """The fields of a class that has some."""
    return tuple(f.name for f in fields(cast(Json, kind))) if is_dataclass(kind) else ()
