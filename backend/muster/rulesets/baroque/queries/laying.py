"""Where pieces of terrain may be put (3.2, 3.3): on the table, apart from one another, with room for both armies."""

from collections.abc import Iterable, Mapping
from dataclasses import replace
from typing import Final

from muster.engine.answers import Pose
from muster.engine.explain import Reason
from muster.engine.refusals import Refusal
from muster.geometry.open import poses
from muster.geometry.open.placing import (
    are_near,
    common,
    cut,
    exits,
    holds,
    is_within,
    laid,
    runs_along,
    share_ground,
)
from muster.rulesets.baroque.battlefields import kinds
from muster.rulesets.baroque.book import applies, number
from muster.rulesets.baroque.queries.army import commands_of
from muster.rulesets.baroque.queries.deployment import room_for_all
from muster.rulesets.baroque.queries.pieces import Template, group_of, is_hedged, is_oversize, placed_value
from muster.rulesets.baroque.queries.zones import zone_of
from muster.rulesets.baroque.state import Point, State, Terrain

Pieces = tuple[Terrain, ...]
"""A piece, and the hedge that comes with it."""

HEDGE: Final = "/hedge"
"""What the id of a field's own hedge adds to that of the field."""
RASTER: Final = 600
"""Places to be suggested lie on a raster of so many units."""
TARGETS: Final = ((30, 50), (70, 48), (50, 40), (18, 52), (84, 55), (50, 62))
"""Where suggested pieces go one after another, in hundredths of the table's width and height."""
OPPOSITE: Final = {"north": "south", "south": "north", "west": "east", "east": "west"}


# ------------------------------------------------------------------------------------------------ making
def pieces_of(state: State, template: Template, pose: Pose) -> Pieces:
    """What is on the table once a template was put there: cut off at the rim where it is a road or a river."""
    where = poses.Pose(*pose)
    outline = template.outline if template.fixed else laid(template.outline, where)
    if template.kind in ("road", "river"):
        outline = cut(outline, *state.setup.size)
    row = kinds()[template.kind]
    if row.linear:
        outline = template.line if template.fixed else laid(template.line, where)
    name = next_id(state, template.kind)
    piece = Terrain(name, template.kind, row.label, outline, not row.linear, value=template.value)
    return with_hedge(piece)


def with_hedge(piece: Terrain) -> Pieces:
    """A piece, with the hedge round it where it is such a field: inside it is open or broken by its kind (3.1.1g)."""
    if not is_hedged(piece.kind) or not applies("3.1.1g"):
        return (piece,)
    round_it = (*piece.outline, piece.outline[0])
    return piece, Terrain(
        f"{piece.id}{HEDGE}", "hedge", f"Hedge of the {piece.label.lower()}", round_it, False
    )


def next_id(state: State, kind: str) -> str:
    """A name for another piece of a kind."""
    number_ = 1
    while f"{kind}-{number_}" in state.terrain:
        number_ += 1
    return f"{kind}-{number_}"


def moved(piece: Terrain, pose: Pose) -> Pieces:
    """A piece put elsewhere: its outline about its middle, at that place and heading."""
    outline = laid(about_middle(piece), poses.Pose(*pose))
    return with_hedge(replace(piece, outline=outline))


def middle_of(piece: Terrain) -> Point:
    """The middle of the box round a piece."""
    xs, ys = [x for x, _ in piece.outline], [y for _, y in piece.outline]
    return (min(xs) + max(xs)) // 2, (min(ys) + max(ys)) // 2


def about_middle(piece: Terrain) -> tuple[Point, ...]:
    """The outline of a piece about its middle."""
    mx, my = middle_of(piece)
    return tuple((x - mx, y - my) for x, y in piece.outline)


# ------------------------------------------------------------------------------------------------ what may be placed
def most_value() -> int:
    """What the First Player's pieces may count together (3.3d)."""
    return number("3.3d", 6, off=7)


def least_value(state: State) -> int:
    """What they have to count: his own final die (3.3d)."""
    return state.sides[state.first].die if applies("3.3d") else 0


def kind_fault(state: State, kind: str, value: int) -> Reason | None:
    """Why another piece of a kind, counting so much, may not be placed (3.3d, 3.3e)."""
    label, placed = kinds()[kind].label, placed_value(state)
    if placed + value > most_value():
        return Reason(
            f"{label} counts {value}; {most_value() - placed} are left of {most_value()}.", "baroque.3.3d"
        )
    limit = group_of(kind)
    if limit is not None and applies("3.3e"):
        there = sum(t.kind in limit.kinds and t.value > 0 for t in state.terrain.values())
        if there >= limit.count:
            return Reason(f"{label}: there may be {limit.count} at most.", "baroque.3.3e")
    return None


def check_laid(state: State, pieces: Pieces, *, template: Template | None, pose: Pose | None) -> None:
    """Refuse pieces that may not lie there."""
    fault = fault_of(state, pieces, template=template, pose=pose)
    if fault is not None:
        raise Refusal("bad_place", fault.text, fault.rule)


def fault_of(
    state: State, pieces: Pieces, *, template: Template | None = None, pose: Pose | None = None
) -> Reason | None:
    """Why pieces may not lie there: their own form first, then the others, then the room for both armies."""
    piece = pieces[0]
    if piece.kind in ("road", "river"):
        if template is None or pose is None:
            return None
        fault = _course_fault(state, piece, template, pose)
        if fault is not None:
            return fault
    elif not is_within(piece.outline, *state.setup.size) and applies("3.3g"):
        return Reason(f"{piece.label} has to lie wholly on the table.", "baroque.3.3g")
    elif _is_crooked(state, piece):
        return Reason(f"{piece.label} has more than one angle, and follows no road.", "baroque.3.2e")
    for other in state.terrain.values():
        if other.id not in {p.id for p in pieces} and not other.id.startswith(f"{piece.id}/"):
            fault = _neighbour_fault(piece, other)
            if fault is not None:
                return fault
    return _room_fault(state, pieces)


def _is_crooked(state: State, piece: Terrain) -> bool:
    """Whether a linear obstacle has more than one angle without following a road (3.2e)."""
    if piece.closed or len(piece.outline) <= 3:
        return False
    roads = (t for t in state.terrain.values() if t.kind == "road")
    return not any(runs_along(piece.outline, road.outline) for road in roads) and applies("3.2e")


def _course_fault(state: State, piece: Terrain, template: Template, pose: Pose) -> Reason | None:
    """A river runs from one long edge to the other (3.2c); a road between opposite sides or to another road (3.2f)."""
    line = laid(template.line, poses.Pose(*pose))
    ends = exits(line, *state.setup.size)
    if len(piece.outline) < 3:
        return Reason(f"{piece.label} has to lie on the table.", "baroque.3.3g")
    if piece.kind == "river":
        slant = min(pose[2] % 18_000, 18_000 - pose[2] % 18_000)
        through = set(ends) == {"north", "south"}
        if (not through or slant > number("3.2c", 1_500, off=18_000)) and applies("3.2c"):
            return Reason(
                "A river runs from one long edge to the other, roughly straight across.", "baroque.3.2c"
            )
        return None
    joined = [
        side or next(("road" for t in state.terrain.values() if t.id != piece.id and _joins(t, at)), None)
        for side, at in zip(ends, (line[0], line[-1]), strict=True)
    ]
    first, last = joined
    fits = first is not None and last is not None
    if fits and first in OPPOSITE and last in OPPOSITE:
        fits = OPPOSITE[str(first)] == last
    elif fits and first == last == "road":
        fits = False
    if not fits and applies("3.2f"):
        text = "A road runs between two opposite sides of the table, or from a side to another road."
        return Reason(text, "baroque.3.2f")
    return None


def _joins(other: Terrain, at: Point) -> bool:
    return other.kind == "road" and holds(other.outline, at)


def _neighbour_fault(piece: Terrain, other: Terrain) -> Reason | None:
    """Pieces lie apart; only roads run over others, except impassable ones, and over a river (3.3g, 3.2b)."""
    closed = (piece.closed, other.closed)
    names = f"{piece.label} and {other.label}"
    roads = [p.kind == "road" for p in (piece, other)]
    meeting = share_ground(piece.outline, other.outline, closed=closed)
    if any(roads):
        ground = [kinds()[p.kind] for p in (piece, other)]
        barred = any(k.going == "impassable" for k in ground) and "river" not in (piece.kind, other.kind)
        if meeting and barred and applies("3.3g"):
            return Reason(f"No road runs over impassable ground: {names}.", "baroque.3.3g")
        return None
    if meeting and applies("3.3g"):
        return Reason(f"{names} would overlap.", "baroque.3.3g")
    large = is_oversize(piece) or is_oversize(other)
    if large and are_near(piece.outline, other.outline, closed=closed) and applies("3.2b"):
        return Reason(f"A piece larger than usual is bounded by no other: {names}.", "baroque.3.2b")
    return None


def _room_fault(state: State, pieces: Pieces) -> Reason | None:
    """Both armies need room to deploy (R140): impassable ground may not take it."""
    impassable = [p for p in pieces if kinds()[p.kind].going == "impassable"]
    reached = [
        s
        for s in state.seats
        if commands_of(state, s)
        and any(share_ground(p.outline, zone_of(state, s).outline) for p in impassable)
    ]
    if not reached:
        return None
    laid_out = replace(state, terrain={**state.terrain, **{p.id: p for p in pieces}})
    crowded = next((s for s in reached if not room_for_all(laid_out, s)), None)
    if crowded is None:
        return None
    label = state.setup.labels[crowded]
    return Reason(f"{label} would find no room to deploy.", "baroque.3.4e")


# ------------------------------------------------------------------------------------------------ suggestions
def suggested_pose(state: State, template: Template) -> Pose | None:
    """A place for a template that passes; None where there is none on the raster."""
    for pose in _candidates(state, len(state.terrain)):
        if fault_of(state, pieces_of(state, template, pose), template=template, pose=pose) is None:
            return pose
    return None


def suggested_move(state: State, piece: Terrain) -> Pose | None:
    """Another place for a piece that passes."""
    here = middle_of(piece)
    for pose in _candidates(state, len(state.terrain) + 1):
        if pose[:2] != here and fault_of(state, moved(piece, pose)) is None:
            return pose
    return None


def _candidates(state: State, turn: int) -> Iterable[Pose]:
    """Places on the raster, nearest first to the target whose turn it is."""
    wide, high = state.setup.size
    x, y = TARGETS[turn % len(TARGETS)]
    tx, ty = wide * x // 100, high * y // 100
    places = [(tx, ty), *((c, r) for c in range(RASTER, wide, RASTER) for r in range(RASTER, high, RASTER))]
    places.sort(key=lambda p: (p[0] - tx) ** 2 + (p[1] - ty) ** 2)
    return ((*p, 0) for p in places)


# ------------------------------------------------------------------------------------------------ crossings
def crossings_of(state: State) -> Mapping[str, tuple[Point, ...]]:
    """Where roads cross the river: the ground of each ford or bridge, as wide as the road, by its id (3.1.2c)."""
    found: dict[str, tuple[Point, ...]] = {}
    rivers = [t for t in state.terrain.values() if t.kind == "river"]
    roads = [t for t in state.terrain.values() if t.kind == "road"]
    for river in rivers:
        for road in roads:
            for number_, part in enumerate(common(road.outline, river.outline, margin=60), start=1):
                found[f"{road.id}/{river.id}/{number_}"] = part
    return found
