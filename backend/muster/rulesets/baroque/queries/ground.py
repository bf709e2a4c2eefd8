"""What terrain does to bases that move or stand in it (3.1, 3.1.1, 3.1.2, obstacles)."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Final

from muster.engine.memory import remembered
from muster.engine.requests import Mark
from muster.geometry.open.angles import Point
from muster.geometry.open.contact import Passage, free_length, overlapping, passages
from muster.geometry.open.moves import Glide, Path
from muster.geometry.open.poses import Body, Side, between_points
from muster.geometry.open.terrain import (
    Area,
    Barrier,
    any_in,
    half_in_at,
    is_entirely_in,
    is_in,
    length_inside,
    parts_inside,
    touched_at,
)
from muster.rulesets.baroque.battlefields import Going, Kind, kinds
from muster.rulesets.baroque.book import applies, number
from muster.rulesets.baroque.cards import BU, UnitType
from muster.rulesets.baroque.queries.bodies import body
from muster.rulesets.baroque.queries.memory import remembered_of_ground
from muster.rulesets.baroque.queries.words import bu
from muster.rulesets.baroque.state import State, Terrain, UnitId

ROUGH_TROOPS: frozenset[UnitType] = frozenset({"S", "T", "WB", "DR"})
"""They keep order in Broken and Difficult terrain (2.2f, 3.1.1b, 3.1.1d)."""
OBSTACLE_TROOPS: frozenset[UnitType] = frozenset({"DR", "S"})
"""They keep order when they cross a linear obstacle (3.1.1f)."""
CROSSINGS = ("ford", "bridge")
ROUGH_GOING: Final[tuple[tuple[Going, str], ...]] = (("difficult", "3.1.1d"), ("broken", "3.1.1b"))
"""What costs order, with the rule that says so."""


@dataclass(frozen=True, slots=True)
class Slower:
    """A length at which terrain ends a movement, with the reason and its rule."""

    length: int
    why: str
    rule: str


@dataclass(frozen=True, slots=True)
class Disorder:
    """Why a movement leaves a unit Disordered, to follow "because it", and the rule without prefix."""

    why: str
    rule: str


# ------------------------------------------------------------------------------------------------ pieces
def kind_of(piece: Terrain) -> Kind:
    """The row of a piece's kind."""
    return kinds()[piece.kind]


def going_of(piece: Terrain) -> Going:
    """Open, Broken, Difficult or Impassable; a river by its state (3.1.1a, 3.1.1h, 3.1.1i to 3.1.1k)."""
    if piece.kind == "river" and piece.state == "dry" and applies("3.1.1j"):
        return "broken"
    row = kind_of(piece)
    return row.going if not row.rule or applies(row.rule) else "broken"


@remembered_of_ground
def areas(state: State) -> dict[str, Area]:
    """The pieces with an outline, as geometry sees them."""
    return {t.id: Area(t.id, t.kind, t.outline) for t in state.terrain.values() if t.closed}


@remembered_of_ground
def barriers(state: State) -> dict[str, Barrier]:
    """The linear obstacles."""
    return {
        t.id: Barrier(t.id, t.kind, t.outline)
        for t in state.terrain.values()
        if not t.closed and kind_of(t).linear
    }


@remembered_of_ground
def of_going(state: State, going: Going) -> tuple[Area, ...]:
    """The areas of one class of terrain."""
    return tuple(areas(state)[t.id] for t in state.terrain.values() if t.closed and going_of(t) == going)


def impassable(state: State) -> tuple[Area, ...]:
    """What no unit may enter even partly (3.1.1e, 3.1.1k)."""
    return of_going(state, "impassable") if applies("3.1.1e") else ()


def crossings(state: State) -> tuple[Area, ...]:
    """Fords and bridges; fords of a deep river do not exist (3.1.1k)."""
    deep = any(t.kind == "river" and t.state == "deep" for t in state.terrain.values())
    wanted = ("bridge",) if deep and applies("3.1.1k") else CROSSINGS
    return tuple(areas(state)[t.id] for t in state.terrain.values() if t.kind in wanted)


def blocking(state: State, path: Path) -> tuple[Area, ...]:
    """The impassable areas that stop a path: a river does not where the base keeps to a ford or bridge (3.1.2b)."""
    return tuple(
        a for a in impassable(state) if not (a.kind == "river" and keeps_to_crossing(state, path, a))
    )


def keeps_to_crossing(state: State, path: Path, river: Area) -> bool:
    """Whether a base goes straight forward or back with the middles of front and rear on a crossing (3.1.2b)."""
    leg = path.legs[0]
    straight_on = isinstance(leg, Glide) and (leg.travel - path.body.pose.heading) % 18_000 == 0
    if not straight_on or not applies("3.1.2b"):
        return False
    ends = [*_axis(path.body), *_axis(path.body_at(path.length))]
    spots = sorted(ends, key=lambda s: path.body.pose.local(s)[1])
    return _crosses_on(state, parts_inside(spots[0], spots[-1], river))


def _crosses_on(state: State, over: Sequence[tuple[Point, Point]]) -> bool:
    """Whether the parts of a line that lie in a river, if there are any, keep to fords and bridges."""
    return bool(over) and all(any(_lies_on(part, c) for c in crossings(state)) for part in over)


def bars_line(state: State, start: Point, end: Point) -> bool:
    """Whether a straight line goes through impassable ground, other than over a ford or bridge (3.1.2b, 3.1.3)."""
    for area in impassable(state):
        over = [p for p in parts_inside(start, end, area) if between_points(*p).length > 1]
        if over and not (area.kind == "river" and _crosses_on(state, over) and applies("3.1.2b")):
            return True
    return False


def _lies_on(part: tuple[Point, Point], crossing: Area) -> bool:
    return length_inside(*part, crossing) >= between_points(*part).length - 1


def _axis(base: Body) -> tuple[tuple[float, float], tuple[float, float]]:
    return base.middle(Side.REAR), base.middle(Side.FRONT)


# ------------------------------------------------------------------------------------------------ standing
@remembered
def stands_in(state: State, unit: UnitId, going: Going) -> bool:
    """Whether at least half of a unit's base lies in terrain of a class (3.1a)."""
    return any(is_in(body(state, unit), area) for area in of_going(state, going)) and applies("3.1a")


@remembered
def stands_entirely_in(state: State, unit: UnitId, going: Going) -> bool:
    """Whether all of a unit's base lies in one piece of a class (3.1b)."""
    return any(is_entirely_in(body(state, unit), area) for area in of_going(state, going)) and applies("3.1b")


# ------------------------------------------------------------------------------------------------ moving
def shortened(path: Path, length: int) -> Path:
    """The first so many units of a path of one leg."""
    return Path((replace(path.legs[0], length=length),))


def slow_areas(state: State) -> tuple[Area, ...]:
    """Where a movement action covers 1 BU at most: Difficult terrain and a dry river (3.1.1c, 3.1.1j)."""
    dry = tuple(a for a in of_going(state, "broken") if a.kind == "river" and applies("3.1.1j"))
    return (*of_going(state, "difficult"), *dry)


def speed(state: State, unit: UnitId, path: Path) -> Slower | None:
    """Where terrain ends a movement of this path: 1 BU in all, or just before it is half in (3.1.1c, R30)."""
    slow = number("3.1.1c", BU, off=2 * BU)
    found: Slower | None = None
    for area in slow_areas(state):
        enters = half_in_at(path, area)
        if enters is None:
            continue
        label = state.terrain[area.id].label
        rule = "3.1.1j" if area.kind == "river" else "3.1.1c"
        if enters <= slow:
            here = Slower(slow, f"{label} allows {bu(slow)} in all.", f"baroque.{rule}")
        else:
            why = f"Farther on it would be in {label}, where an action covers {bu(slow)} in all."
            here = Slower(enters - 1, why, f"baroque.{rule}")
        if here.length < path.length and (found is None or here.length < found.length):
            found = here
    return found


def crossing(state: State, unit: UnitId, path: Path) -> Slower | None:
    """Half the movement on a ford or bridge, or up to the water where that is farther away (3.1.2a)."""
    half = state.card(unit).move * BU // 2
    on = next(
        (a for a in crossings(state) if touched_at(path, a) is not None and _over_water(state, path)), None
    )
    if on is None or path.length <= half or not applies("3.1.2a"):
        return None
    label = state.terrain[on.id].label
    water = free_length(path, [a for a in impassable(state) if a.kind == "river"])
    if water >= half:
        why = f"Farther on it would be on the {label.lower()}, where it has half the movement."
        return Slower(water, why, "baroque.3.1.2a")
    return Slower(half, f"{label}: half the movement.", "baroque.3.1.2a")


def _over_water(state: State, path: Path) -> bool:
    rivers = [a for a in impassable(state) if a.kind == "river"]
    return any(
        any_in(path.body_at(path.length), r) or any_in(path.body, r) or passages(path, [r]) for r in rivers
    )


def crossed(state: State, path: Path) -> tuple[str, ...]:
    """The linear obstacles over which a base comes on a path (3.1.1f), not those on which it stands already (R159)."""
    return tuple(p.id for p in _crossings_over(state, path))


def _crossings_over(state: State, path: Path) -> tuple[Passage, ...]:
    lines = barriers(state).values()
    under = overlapping(path.body, lines)
    return tuple(p for p in passages(path, [line for line in lines if line.id not in under]))


def disorders(state: State, unit: UnitId, path: Path) -> tuple[Disorder, ...]:
    """Why a move of this whole path leaves the unit Disordered (R29, 3.1.1b, 3.1.1d, 3.1.1f, 3.1.2a)."""
    kind, found = state.card(unit).type, list[Disorder]()
    if kind not in ROUGH_TROOPS or not applies("2.2f"):
        for going, rule in ROUGH_GOING:
            for area in of_going(state, going):
                if _goes_in(path, area) and applies(rule):
                    found.append(Disorder(f"moved in {state.terrain[area.id].label}", rule))
    if kind not in OBSTACLE_TROOPS:
        for piece in crossed(state, path):
            if applies("3.1.1f"):
                found.append(Disorder(f"crossed {state.terrain[piece].label}", "3.1.1f"))
    if _over_water(state, path) and applies("3.1.2a"):
        found.append(Disorder("crossed the river", "3.1.2a"))
    return tuple(found)


def _goes_in(path: Path, area: Area) -> bool:
    """At any moment at least half in, unless it began in it and ended out of it (R29)."""
    if half_in_at(path, area) is None:
        return False
    return is_in(path.body_at(path.length), area) or not is_in(path.body, area)


def marks(state: State, unit: UnitId, path: Path) -> Iterator[Mark]:
    """Where along a way the base comes to be in terrain or over an obstacle."""
    rough = state.card(unit).type in ROUGH_TROOPS
    for going, rule in ROUGH_GOING:
        for area in of_going(state, going):
            enters = half_in_at(path, area)
            if enters is not None:
                end = "" if rough else ": Disordered"
                label = f"in {state.terrain[area.id].label}{end}"
                yield Mark(enters, label, f"baroque.{rule}", "plain" if rough else "warn")
    for area in crossings(state):
        at = touched_at(path, area)
        if at is not None and _over_water(state, path) and applies("3.1.2a"):
            yield Mark(at, f"over {state.terrain[area.id].label}: Disordered", "baroque.3.1.2a", "warn")
    for passage in _crossings_over(state, path):
        nimble = state.card(unit).type in OBSTACLE_TROOPS
        label = f"over {state.terrain[passage.id].label}{'' if nimble else ': Disordered'}"
        yield Mark(passage.enter, label, "baroque.3.1.1f", "plain" if nimble else "warn")
