"""Leaders: how far they may go, whom they may join and leave (2.6.1)."""

from collections.abc import Iterable, Iterator, Sequence
from typing import Final

from muster.engine.explain import Reason
from muster.engine.refusals import Refusal
from muster.geometry.open.contact import overlapping, passages
from muster.geometry.open.moves import Path
from muster.geometry.open.poses import Body, Footprint, Pose, between_points, distance_to_point
from muster.geometry.open.terrain import any_in
from muster.rulesets.baroque.book import applies, number
from muster.rulesets.baroque.cards import BU
from muster.rulesets.baroque.queries import ground
from muster.rulesets.baroque.queries.army import is_cinc, leader_name, seat_of
from muster.rulesets.baroque.queries.bodies import bodies, body
from muster.rulesets.baroque.queries.words import bu
from muster.rulesets.baroque.state import CommandId, Leader, Point, State, UnitId, with_poses

POINT: Final = 4
"""So wide a point is for geometry, in units: whoever touches something is met by it, or stands in it."""
RASTER: Final = 150
"""Places to be suggested lie on a raster of so many units."""
LEAST_STEP: Final = 60
"""A leader who goes anywhere goes so many units (R142); with less left of his 4 BU he is not asked any more."""


LOST_TO_FIRE: Final = 5
LOST_IN_MELEE: Final = 4
SHOCK: Final = 6
"""From what die on a leader at risk is lost, and on which in melee his command is shaken (6.2.2a, 7.5.6a)."""
RISK: Final = (
    f"But a 6 in a Cohesion Test of his unit puts him at risk: under fire he falls on {LOST_TO_FIRE} or more, in melee "
    f"on {LOST_IN_MELEE} or more. Then his units are out of command to the end, and on a {SHOCK} in melee each of them "
    "tests its discipline."
)
"""What an attached leader risks, in words (6.2.2, 7.5.6)."""


def reach_left(state: State, command: CommandId) -> int:
    """How far a leader may still go in this activation of his command, in units: 4 BU in all (2.6.1a)."""
    whole = number("2.6.1a", 4, off=3) * BU
    return max(0, whole - state.leaders[command].moved)


def is_present(state: State, command: CommandId) -> bool:
    """Whether a leader is on the table."""
    leader = state.leaders[command]
    return leader.at is not None and not leader.lost


# ------------------------------------------------------------------------------------------------ joining
def no_attachment(state: State, command: CommandId, unit: UnitId) -> Reason | None:
    """Why a leader may not be attached to a unit; None where he may (2.6.1d, R141)."""
    card, leader = state.card(unit), leader_name(state, command)
    rule = "baroque.2.6.1d"
    if card.type == "BAG":
        return Reason("Baggage is no unit.", rule)
    if card.type == "ART" and applies("2.6.1d"):
        return Reason("Nobody is attached to artillery.", rule)
    own = card.seat == seat_of(state, command) and (card.command == command or is_cinc(state, command))
    if not own and applies("2.6.1d"):
        return Reason(f"{leader} may join units of his own command alone.", rule)
    other = state.leader_with(unit)
    if other is not None and other.id != command:
        return Reason(f"{leader_name(state, other.id)} is attached to it already.", rule)
    return None


def joinable(state: State, command: CommandId) -> tuple[UnitId, ...]:
    """The units that a leader may join now: he reaches their base (2.6.1d, 2.6.1e, R39)."""
    leader = state.leaders[command]
    if leader.at is None or leader.unit is not None or not may_join_or_leave(leader):
        return ()
    if leader.barred and applies("2.6.1i"):
        return ()
    if leader.bereft == state.turn and applies("7.5.6c"):
        return ()
    left = reach_left(state, command)
    return tuple(
        u
        for u in state.on_table(seat_of(state, command))
        if no_attachment(state, command, u) is None and _reaches(state, u, leader.at, left)
    )


def _reaches(state: State, unit: UnitId, at: Point, left: int) -> bool:
    """Whether a leader who stands there comes to a unit's base by the shortest way, which is straight (R142)."""
    way = distance_to_point(body(state, unit), at)
    return way.length <= left and not is_barred(state, at, way.start)


def is_barred(state: State, start: Point, to: Point) -> bool:
    """Whether impassable ground lies on a leader's way (3.1.3)."""
    return ground.bars_line(state, start, to) and applies("3.1.3")


def may_join_or_leave(leader: Leader) -> bool:
    """Whether a leader has neither joined nor left a unit in this activation (2.6.1e)."""
    return not (leader.changed_unit and applies("2.6.1e"))


def may_leave(state: State, command: CommandId) -> bool:
    """Whether a leader may leave his unit now (2.6.1e)."""
    leader = state.leaders[command]
    return leader.unit is not None and may_join_or_leave(leader) and reach_left(state, command) > 0


# ------------------------------------------------------------------------------------------------ going
def check_step(state: State, command: CommandId, to: Point) -> None:
    """Refuse a place that a leader cannot go to: too far, off the table, on a base, past impassable ground (2.6.1a)."""
    leader = state.leaders[command]
    if leader.at is None:
        raise ValueError(f"the leader of {command} is not on the table")
    way, left = between_points(leader.at, to).length, reach_left(state, command)
    name = leader_name(state, command)
    if way < LEAST_STEP:
        raise Refusal(
            "too_short",
            f"{name} goes at least {bu(LEAST_STEP)}, or stays where he is.",
            "baroque.2.6.1a",
            {"least": bu(LEAST_STEP), "way": bu(way)},
        )
    if way > left:
        raise Refusal(
            "out_of_reach",
            f"{name} may go {bu(left)} more; this is {bu(way)} away.",
            "baroque.2.6.1a",
            {"left": bu(left), "way": bu(way)},
        )
    fault = place_fault(state, to)
    if fault is None and is_barred(state, leader.at, to):
        fault = Reason("impassable ground lies on the way there.", "baroque.3.1.3")
    if fault is not None:
        raise Refusal("bad_place", f"{name}: {fault.text}", fault.rule)


def place_fault(state: State, to: Point) -> Reason | None:
    """Why a leader cannot stand at a place; None where he can (3.1.3)."""
    wide, high = state.setup.size
    if not (0 <= to[0] <= wide and 0 <= to[1] <= high):
        return Reason("that is off the table.", "baroque.2.6.1a")
    if is_impassable(state, to):
        return Reason("nobody stands in impassable ground.", "baroque.3.1.3")
    base = base_under(bodies(state, state.on_table()), to)
    if base is not None:
        return Reason(
            f"that is on {state.name(base.id)}; to join a unit, attach him to it.", "baroque.2.6.1d"
        )
    return None


def is_impassable(state: State, at: Point) -> bool:
    """Whether a place lies in Impassable ground, where no leader may stand (3.1.3)."""
    return any(any_in(_spot(at), a) and applies("3.1.3") for a in ground.impassable(state))


def _spot(at: Point) -> Body:
    """A leader as geometry sees him: a point, whatever the size of his base (1.3.2)."""
    side = number("1.3.2", POINT, off=BU)
    return Body("leader", Footprint(side, side), Pose(*at, 0))


def base_under(standing: Iterable[Body], at: Point) -> Body | None:
    """The base on which a point lies, its edge included."""
    x, y = at
    for base in standing:
        left, top, right, bottom = base.bounds
        near = left - 1 <= x <= right + 1 and top - 1 <= y <= bottom + 1
        if near and distance_to_point(base, at).length == 0:
            return base
    return None


def places_near(state: State, middle: Point, most: int, goal: Point) -> Iterator[Point]:
    """Places within so many units of a middle where a leader can stand, those nearest to a goal first."""
    span = range(-(most // RASTER), most // RASTER + 1)
    places = [(middle[0] + dx * RASTER, middle[1] + dy * RASTER) for dx in span for dy in span]
    near = [p for p in (goal, *places) if _square(p, middle) <= most * most]
    return (p for p in sorted(near, key=lambda p: _square(p, goal)) if place_fault(state, p) is None)


def left_behind(state: State, unit: UnitId, at: Point) -> Point:
    """Where a leader stays whose unit is gone: where he is, or the nearest place on the table to there (R173)."""
    wide, high = state.setup.size
    rim = min(max(at[0], 0), wide), min(max(at[1], 0), high)
    if rim == at:
        return at
    there = with_poses(state, {})
    there.change(unit, pose=None)
    return next((p for most in (2 * BU, 4 * BU, 8 * BU) for p in places_near(there, rim, most, rim)), rim)


def _square(a: Point, b: Point) -> int:
    return (a[0] - b[0]) ** 2 + (a[1] - b[1]) ** 2


# ------------------------------------------------------------------------------------------------ stepping aside
def in_the_way(state: State, paths: Sequence[Path]) -> tuple[CommandId, ...]:
    """The leaders, of either side and not attached, who stand where bases pass or come to stand (2.6.1b)."""
    return tuple(
        leader.id
        for leader in state.leaders.values()
        if leader.at is not None
        and leader.unit is None
        and not leader.lost
        and met_by(paths, leader.at) is not None
    )


def met_by(paths: Sequence[Path], at: Point) -> UnitId | None:
    """Which of some moving bases goes over a place or ends on it, the first of them; None where none does."""
    return next((p.body.id for p in paths if passages(p, (_spot(at),)) or _ends_on(p, at)), None)


def _ends_on(path: Path, at: Point) -> bool:
    """What is set down without a way meets nothing on it, but where it stands."""
    return bool(overlapping(path.body_at(path.length), (_spot(at),)))


def check_aside(state: State, command: CommandId, paths: Sequence[Path], to: Point) -> None:
    """Refuse a place that a leader cannot step to: in the way, nearer than 1 BU to an enemy unit (2.6.1b), or farther
    off than he has to go (R143)."""
    name, at = leader_name(state, command), state.leaders[command].at
    fault = aside_fault(state, command, paths, to)
    most = farthest_aside(state, command, paths)
    if fault is None and at is not None and between_points(at, to).length > most:
        fault = Reason(f"he steps {bu(most)} aside at the most.", "baroque.2.6.1b")
    if fault is not None:
        raise Refusal("bad_place", f"{name}: {fault.text}", fault.rule)


def aside_fault(state: State, command: CommandId, paths: Sequence[Path], to: Point) -> Reason | None:
    """Why a leader cannot step aside to a place; None where he can (2.6.1b)."""
    if met_by(paths, to) is not None:
        return Reason("there he is still in the way.", "baroque.2.6.1b")
    ends = {p.body.id: p.body_at(p.length) for p in paths}
    for unit in state.on_table():
        if state.card(unit).seat == seat_of(state, command) or state.card(unit).type == "BAG":
            continue
        there = ends.get(unit) or body(state, unit)
        if distance_to_point(there, to).length < BU:
            return Reason(f"that is less than 1 BU from {state.name(unit)}.", "baroque.2.6.1b")
    return place_fault(state, to)


def farthest_aside(state: State, command: CommandId, paths: Sequence[Path]) -> int:
    """How far a leader may step aside, in units: 1 BU farther than to the nearest place that serves (R143)."""
    at, nearest = state.leaders[command].at, suggested_aside(state, command, paths)
    return between_points(at, nearest).length + BU if at is not None and nearest is not None else 0


def suggested_aside(state: State, command: CommandId, paths: Sequence[Path]) -> Point | None:
    """The nearest place for a leader to step aside to; None where there is none on the whole table."""
    at = state.leaders[command].at
    if at is None:
        return None
    for most in (2 * BU, 4 * BU, 8 * BU, max(state.setup.size)):
        for to in places_near(state, at, most, at):
            if aside_fault(state, command, paths, to) is None:
                return to
    return None
