"""The three lines of a shot: what they meet, who is seen, at what range (3.1.4, 6.3, 6.4, 6.9)."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from math import hypot
from typing import Final, Literal, TypeAlias

from muster.engine.explain import Reason, SightLine
from muster.engine.memory import remembered
from muster.geometry.open.angles import Spot, point
from muster.geometry.open.hulls import Hull, gap, near
from muster.geometry.open.poses import (
    SIDES,
    Body,
    Distance,
    Footprint,
    Pose,
    Side,
    between_points,
    distance,
    distance_to_point,
)
from muster.geometry.open.sight import SightLine as Segment
from muster.geometry.open.sight import facing_sides, first_on_line, line_of_sight, three_lines
from muster.geometry.open.terrain import Area, crossing, is_entirely_in, side_touches
from muster.rulesets.baroque.book import all_apply, applies
from muster.rulesets.baroque.cards import BU, UnitType, Weapon
from muster.rulesets.baroque.queries.bodies import body
from muster.rulesets.baroque.queries.firing_table import TOLERANCE, shooting_weapon
from muster.rulesets.baroque.queries.ground import areas, barriers
from muster.rulesets.baroque.queries.kinds_of_troops import CANNONS, HOWITZERS
from muster.rulesets.baroque.queries.passing import bars_all
from muster.rulesets.baroque.queries.visibility import Veil, is_in_any, kind_of, veil
from muster.rulesets.baroque.queries.words import bu
from muster.rulesets.baroque.state import Point, State, UnitId

Effect: TypeAlias = Literal["full", "limited", "none"]
EFFECTS: Final[tuple[Effect, ...]] = ("full", "limited", "none")
"""From best to worst."""

UNSCREENED: Final[frozenset[UnitType]] = frozenset({"S", "CL", "ART"})
"""Nobody shoots at them through light troops (6.9a)."""
SCREENS: Final[frozenset[UnitType]] = frozenset({"S", "CL"})
"""Those farther away than 2 BU may be shot through (6.9a)."""
CLOSE: Final = 2 * BU
"""Up to here screens stand in the way (6.9c) and targets have priority (6.3.5a), in units."""
MARKER: Final = 120
"""How wide a leader's marker is drawn, in units; it has no effect (1.3.2)."""
PAST: Final = 4
"""A line is followed so many units into the side that it leads to, to cross what lies right before that side."""


@dataclass(frozen=True, slots=True)
class Line:
    """One of the three lines. ``by`` names the unit or terrain that blocks or covers it, ``at`` where that is."""

    start: Point
    end: Point
    state: Literal["clear", "cover", "blocked"]
    label: str
    by: str = ""
    at: Point | None = None


@dataclass(frozen=True, slots=True)
class Sight:
    """What a unit sees of a target from one of its sides (6.3).

    ``distance`` in units, from ``start``, the middle of the firing side, to ``nearest`` of the target (6.3.2).
    ``lines``: centre, left, right, to the target's side ``facing`` (6.3.3d). ``through`` are the light troops shot
    through (6.9a), ``over`` the units shot over (6.4), ``edge`` the wood or village at whose edge the target is covered
    (3.1.4f), ``behind`` the linear obstacle that covers it (obstacle.1), ``hidden`` why it cannot be shot at.
    """

    side: Side
    facing: Side
    distance: int
    start: Point
    nearest: Point
    lines: tuple[Line, Line, Line]
    effect: Effect
    through: tuple[UnitId, ...] = ()
    over: tuple[UnitId, ...] = ()
    edge: str | None = None
    behind: str | None = None
    hidden: Reason | None = None


def is_within(length: int, limit: int) -> bool:
    """Whether a measured length is within a limit, both in units (R73)."""
    return length <= limit + TOLERANCE


def looking_out(base: Body, side: Side) -> Body:
    """The same ground as a base whose front is that side: for shots from flanks and rear (6.3.1b)."""
    if side is Side.FRONT:
        return base
    print_, pose = base.footprint, base.pose
    turned = Footprint(print_.depth, print_.frontage) if side in (Side.LEFT, Side.RIGHT) else print_
    return Body(base.id, turned, Pose(pose.x, pose.y, (pose.heading + side.outward) % 36_000))


# ------------------------------------------------------------------------------------------------ what is met
@dataclass(frozen=True, slots=True)
class _Drawn:
    """A line before it is judged: the units on it with the place of each, and what hides its end."""

    start: Point
    end: Point
    units: tuple[tuple[UnitId, Point | None], ...]
    veil: Veil | None


_Three: TypeAlias = tuple[_Drawn, _Drawn, _Drawn]


def _three(state: State, firer: Body, side: Side, mark: Body, facing: Side) -> _Three:
    """The centre line and those of the corners; the two bases hide their own far corners."""
    others = _others(state, (firer.id, mark.id))
    centre, left, right = three_lines(firer, side, mark, facing, others).lines
    everybody = (firer, mark, *others)
    return _drawn(state, centre, everybody), _drawn(state, left, everybody), _drawn(state, right, everybody)


def _drawn(state: State, line: Segment, everybody: Sequence[Body]) -> _Drawn:
    """A line with whom it meets: the first if nobody ever shoots past that one, otherwise all of them."""
    met: list[tuple[UnitId, Point | None]] = []
    if line.by is not None and applies("6.3.3a"):
        shooter, target = everybody[0].id, everybody[1].id
        if not _may_be_passed(state, shooter, target, line.by):
            return _Drawn(line.start, line.end, ((line.by, line.at),), None)
        found = [(b.id, line_of_sight(line.start, line.end, (b,))) for b in _near(line, everybody)]
        met += [(unit, seen.at) for unit, seen in found if not seen.clear]
    return _Drawn(line.start, line.end, tuple(met), veil(state, line.start, line.end))


def _may_be_passed(state: State, shooter: UnitId, target: UnitId, between: UnitId) -> bool:
    """Whether a shot goes past a unit of that kind in some position: through a screen, or over it by artillery."""
    if between not in state.units or between in (shooter, target):
        return False
    return state.card(between).type in SCREENS or shooting_weapon(state.card(shooter)) in CANNONS | HOWITZERS


def _near(line: Segment, everybody: Iterable[Body]) -> list[Body]:
    """The bases that a line may go through: a quick look before the exact one."""
    (ax, ay), (bx, by) = line.start, line.end
    if line.start == line.end:
        return []
    box, way = (min(ax, bx), min(ay, by), max(ax, bx), max(ay, by)), Hull((line.start, line.end))
    return [b for b in everybody if near(box, b.bounds) and gap(way, b.hull) < 0]


def _others(state: State, apart: tuple[UnitId, UnitId]) -> tuple[Body, ...]:
    """What may stand on a line between two units."""
    return tuple(base for base in _standing(state) if base.id not in apart)


@remembered
def _standing(state: State) -> tuple[Body, ...]:
    """What may stand on a line: every unit, baggage too (2.8f), and no artillery (6.1.3.5a, 6.9b).

    Leaders are in nobody's way (2.6.1c).
    """
    found: list[Body] = []
    for unit in state.on_table():
        kind = state.card(unit).type
        if kind == "ART" and all_apply(("6.1.3.5a", "6.9b")):
            continue
        if kind == "BAG" and not bars_all(state, unit):
            continue
        found.append(body(state, unit))
    for leader in state.leaders.values():
        if leader.at is not None and not applies("2.6.1c"):
            found.append(Body(leader.id, Footprint(MARKER, MARKER), Pose(*leader.at, 0)))
    return tuple(found)


# ------------------------------------------------------------------------------------------------ ways past units
@dataclass(frozen=True, slots=True)
class _Past:
    """Whom a shot may ignore: light troops to shoot through, units to shoot over."""

    through: frozenset[UnitId]
    over: frozenset[UnitId]


def _past(state: State, shooter: UnitId, start: Spot, target: UnitId, met: Iterable[UnitId]) -> _Past:
    units = {unit for unit in met if unit in state.units and unit not in (shooter, target)}
    weapon = shooting_weapon(state.card(shooter))
    return _Past(
        frozenset(u for u in units if _may_shoot_through(state, start, target, u)),
        frozenset(u for u in units if weapon and _may_shoot_over(state, shooter, weapon, target, u)),
    )


def _may_shoot_through(state: State, start: Spot, target: UnitId, screen: UnitId) -> bool:
    """Whether a unit is a screen that may be ignored (6.9a, 6.9c)."""
    if state.card(screen).type not in SCREENS:
        return False
    if state.card(target).type in UNSCREENED and applies("6.9a"):
        return False
    away = distance_to_point(body(state, screen), start).length
    if is_within(away, CLOSE) and applies("6.9c"):
        return False
    return applies("6.9a")


def _may_shoot_over(state: State, gun: UnitId, weapon: Weapon, target: UnitId, between: UnitId) -> bool:
    """Whether artillery may shoot over a unit (6.4)."""
    if weapon not in CANNONS | HOWITZERS:
        return False
    howitzer = weapon in HOWITZERS
    if state.are_foes(gun, between):
        return howitzer and is_in_any(state, target, _is_village) and applies("6.4c")
    base = body(state, between)
    nearer = distance(body(state, gun), base).length < distance(base, body(state, target)).length
    if not nearer and applies("6.4b" if howitzer else "6.4a"):
        return False
    if howitzer:
        return applies("6.4b")
    raised = is_in_any(state, gun, _is_hill) or is_in_any(state, target, _is_hill)
    return raised and applies("6.4a")


def _is_village(area: Area) -> bool:
    return area.kind == "village"


def _is_hill(area: Area) -> bool:
    return kind_of(area).hill


# ------------------------------------------------------------------------------------------------ the verdict
@dataclass(frozen=True, slots=True)
class _Look:
    """The three lines to one side of the target, drawn in one manner: which are clear, and whom they ignore."""

    facing: Side
    drawn: _Three
    clear: tuple[bool, bool, bool]
    through: tuple[UnitId, ...]
    over: tuple[UnitId, ...]

    @property
    def effect(self) -> Effect:
        """Full, limited or none (6.3.3)."""
        centre, corners = self.clear[0], self.clear[1] + self.clear[2]
        if not (centre and corners):
            return "none" if applies("6.3.3c") else "full"
        return "limited" if corners == 1 and applies("6.3.3b") else "full"

    @property
    def quality(self) -> tuple[int, int]:
        """How well the side is seen: by the effect that it allows, then by the clear lines (6.3.3d)."""
        return -EFFECTS.index(self.effect), sum(self.clear)

    @property
    def worth(self) -> tuple[int, int]:
        """The less it halves the dice the better, then without shooting over anybody."""
        halvings = {"full": 0, "limited": 1, "none": 9}[self.effect] + bool(self.through)
        return halvings, len(self.over)


def _look(facing: Side, drawn: _Three, past: _Past) -> _Look:
    ignored = past.through | past.over
    clear = [line.veil is None and all(unit in ignored for unit, _ in line.units) for line in drawn]
    seen = {unit for line, free in zip(drawn, clear, strict=True) if free for unit, _ in line.units}
    return _Look(
        facing,
        drawn,
        (clear[0], clear[1], clear[2]),
        tuple(sorted(seen & past.through - past.over)),
        tuple(sorted(seen & past.over)),
    )


@remembered
def range_of(state: State, shooter: UnitId, side: Side, target: UnitId) -> Distance:
    """From the middle of the firing side to the nearest place of the target, wherever that lies (6.3.2)."""
    firer, mark = body(state, shooter), body(state, target)
    if not applies("6.3.2"):
        return distance(firer, mark)
    found = distance_to_point(mark, firer.middle(side))
    return Distance(found.length, found.end, found.start)


@remembered
def sight_of(state: State, shooter: UnitId, side: Side, target: UnitId) -> Sight:
    """What a unit sees of another one from one of its sides: range, three lines, effect, cover (6.3)."""
    mark, start = body(state, target), body(state, shooter).middle(side)
    measured = range_of(state, shooter, side, target)
    look = _best_look(state, shooter, side, target)
    behind = _obstacle(state, mark, look)
    edge = _edge(state, mark)
    effect = look.effect
    lines = [
        _line(state, line, clear=clear, edge=edge, behind=behind)
        for line, clear in zip(look.drawn, look.clear, strict=True)
    ]
    return Sight(
        side,
        look.facing,
        measured.length,
        point(start),
        measured.end,
        (lines[0], lines[1], lines[2]),
        effect,
        look.through,
        look.over,
        edge,
        behind,
        _why_hidden(state, target, start, look, lines) if effect == "none" else None,
    )


@remembered
def is_hidden(state: State, shooter: UnitId, side: Side, target: UnitId) -> bool:
    """Whether :func:`sight_of` finds no way to shoot at a target (6.3.3c): a quick look first, and no words."""
    if _is_shut_off(state, shooter, side, target) and applies("6.3.3c"):
        return True
    return _best_look(state, shooter, side, target).effect == "none"


def _is_shut_off(state: State, shooter: UnitId, side: Side, target: UnitId) -> bool:
    """Whether what nobody shoots past stands on the line between the middles, to whichever side of the target."""
    firer, mark = body(state, shooter), body(state, target)
    start, everybody = firer.middle(side), (firer, mark, *_others(state, (shooter, target)))
    for facing in facing_sides(mark, start):
        end = mark.middle(facing)
        first = first_on_line(start, end, everybody)
        unit = first is not None and not _may_be_passed(state, shooter, target, first) and applies("6.3.3a")
        if not unit and veil(state, point(start), point(end)) is None:
            return False
    return True


@remembered
def _best_look(state: State, shooter: UnitId, side: Side, target: UnitId) -> _Look:
    """The side of the target that is seen best, of equals the nearest (6.3.3d), in the best manner."""
    firer, mark = body(state, shooter), body(state, target)
    start = firer.middle(side)
    facing_it = sorted(facing_sides(mark, start), key=lambda s: between_points(start, mark.middle(s)).length)
    nobody: frozenset[UnitId] = frozenset()
    past_all, drawings = _Past(nobody, nobody), list[tuple[Side, _Three]]()
    for facing in facing_it:
        drawn = _three(state, firer, side, mark, facing)
        look = _look(facing, drawn, past_all)
        if look.worth == (0, 0) and applies("6.3.3d"):
            return look
        drawings.append((facing, drawn))
    met = {unit for _, drawn in drawings for line in drawn for unit, _ in line.units}
    past = _past(state, shooter, start, target, met)
    manners = (
        past_all,
        _Past(nobody, past.over),
        _Past(past.through, nobody),
        _Past(past.through - past.over, past.over),
    )
    looks: list[_Look] = []
    for manner in manners:
        seen = [_look(facing, drawn, manner) for facing, drawn in drawings]
        looks.append(max(seen, key=lambda x: x.quality) if applies("6.3.3d") else seen[0])
    return min(looks, key=lambda x: x.worth)


# ------------------------------------------------------------------------------------------------ cover
def _edge(state: State, mark: Body) -> str | None:
    """The wood or village in which a base lies entirely, so that who sees it sees it at an edge (3.1.4f, R112)."""
    for area in areas(state).values():
        if kind_of(area).cover and is_entirely_in(mark, area) and applies("3.1.4f"):
            return area.id
    return None


def _obstacle(state: State, mark: Body, look: _Look) -> str | None:
    """The linear obstacle that protects a target: it touches it with a side, and one of the lines crosses it."""
    for barrier in barriers(state).values():
        touched = [side for side in SIDES if side_touches(mark, side, barrier)]
        if not touched and all_apply(("obstacle.1", "3.1.4j")):
            continue
        at_it = look.facing in touched
        ends = [_past_the_side(d.start, d.end) if at_it else d.end for d in look.drawn]
        crosses = any(crossing(d.start, end, barrier) for d, end in zip(look.drawn, ends, strict=True))
        if crosses and all_apply(("obstacle.1", "3.1.4j")):
            return barrier.id
    return None


def _past_the_side(start: Point, end: Point) -> Spot:
    dx, dy = end[0] - start[0], end[1] - start[1]
    length = hypot(dx, dy) or 1
    return end[0] + PAST * dx / length, end[1] + PAST * dy / length


# ------------------------------------------------------------------------------------------------ words
def _line(state: State, drawn: _Drawn, *, clear: bool, edge: str | None, behind: str | None) -> Line:
    start, end = drawn.start, drawn.end
    if not clear:
        if drawn.veil is not None:
            return Line(start, end, "blocked", drawn.veil.reason.text, drawn.veil.piece, drawn.veil.at)
        unit, at = drawn.units[0]
        return Line(start, end, "blocked", f"{_name(state, unit)} in the way", unit, at)
    if behind is not None:
        return Line(start, end, "cover", f"Behind {state.terrain[behind].label}", behind)
    if edge is not None:
        return Line(start, end, "cover", f"At the edge of {state.terrain[edge].label}", edge)
    return Line(start, end, "clear", "Clear")


def _name(state: State, unit: str) -> str:
    return state.name(unit) if unit in state.units else "A leader"


def _why_hidden(state: State, target: UnitId, start: Spot, look: _Look, lines: Sequence[Line]) -> Reason:
    """Why a target cannot be shot at, by the line that decides: the centre one if it is blocked, else a corner's."""
    name = state.name(target)
    index = 0 if not look.clear[0] else 1
    drawn, line = look.drawn[index], lines[index]
    which = "The line between the middles is" if index == 0 else "Both lines between corners are"
    if drawn.veil is not None:
        return Reason(f"{name} cannot be seen: {drawn.veil.reason.text}.", drawn.veil.reason.rule)
    screen = next((u for u, _ in drawn.units if u in state.units and state.card(u).type in SCREENS), None)
    if screen is not None and state.card(target).type not in UNSCREENED:
        away = distance_to_point(body(state, screen), start).length
        if is_within(away, CLOSE):
            text = (
                f"{name}: {state.name(screen)} in the way, at {bu(away)}; beyond 2 BU it can be shot through."
            )
            return Reason(text, "baroque.6.9c")
    return Reason(f"{name} cannot be shot at. {which} blocked: {line.label}.", "baroque.6.3.3c")


def sight_lines(sight: Sight) -> tuple[SightLine, ...]:
    """The three lines as the board draws them."""
    return tuple(SightLine(line.start, line.end, line.state, line.at, line.label) for line in sight.lines)
