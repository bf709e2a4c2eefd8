"""The movement actions of a unit: which ways it may go, how far, and where it would come to stand (chapter 5)."""

from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import Final

from muster.engine.answers import Course
from muster.engine.refusals import Refusal
from muster.engine.requests import Manoeuvre, Mark, Way
from muster.geometry.open.contact import Solid, free_length, kept_off, overlapping, passages
from muster.geometry.open.moves import (
    AHEAD,
    BACK,
    LEFTWARD,
    RIGHTWARD,
    Path,
    about_face,
    faced,
    quarter_arc,
    straight,
    wheel,
)
from muster.geometry.open.poses import Body, Side
from muster.geometry.open.pushing import clear_length
from muster.geometry.open.zones import is_before_front
from muster.rulesets.baroque.book import applies, number
from muster.rulesets.baroque.cards import BU
from muster.rulesets.baroque.queries import ground
from muster.rulesets.baroque.queries.bodies import bodies, body, pose_of, rim
from muster.rulesets.baroque.queries.passing import (
    HEAVY_FOOT,
    PutBehind,
    bars_all,
    gives_way,
    may_pass,
    put_behind,
)
from muster.rulesets.baroque.queries.words import bu
from muster.rulesets.baroque.state import Acting, State, UnitId

APART: Final = 2
"""What is not contact: a move stops so many units short of an enemy (5.1g)."""
MARCH: Final = 2
"""The movement actions after which there would be no more if their number were limited; it is not (5.1e)."""
SPREAD: Final = 8999
"""An oblique move goes forward: less than a right angle to either side, in hundredths of a degree."""
LABELS: Final = {
    "forward": "Forward",
    "back": "Backward",
    "left": "Sideways left",
    "right": "Sideways right",
    "oblique": "Oblique",
    "wheel_left": "Wheel left",
    "wheel_right": "Wheel right",
    "about": "About-face",
    "face_left": "Face left",
    "face_right": "Face right",
    "stand": "Reform",
}
"""Each way as its button says it, short."""
TOLD: Final = {
    "forward": ("move forward", "moved forward"),
    "back": ("move backward", "moved backward"),
    "left": ("move to the left", "moved to the left"),
    "right": ("move to the right", "moved to the right"),
    "oblique": ("move at an angle", "moved at an angle"),
    "wheel_left": ("wheel to the left", "wheeled to the left"),
    "wheel_right": ("wheel to the right", "wheeled to the right"),
    "about": ("face about", "faced about"),
    "face_left": ("face left", "faced left"),
    "face_right": ("face right", "faced right"),
    "stand": ("reform on the spot", "reformed on the spot"),
}
"""Each way as the log tells it, before and after: in words that are right for names of one and of many."""
RULES: Final = {
    "forward": "5.1a",
    "back": "5.2.3a",
    "left": "5.2.2a",
    "right": "5.2.2a",
    "oblique": "5.2.2a",
    "wheel_left": "5.2.1a",
    "wheel_right": "5.2.1a",
    "about": "5.2.4a",
    "face_left": "5.2.4b",
    "face_right": "5.2.4b",
    "stand": "6.1.3.3",
}
FACINGS: Final = frozenset({"about", "face_left", "face_right"})
"""Turns on the spot after which a unit does nothing else (5.2.4a, 5.2.4b)."""
TURNS: Final = FACINGS | {"stand"}
SIDEWAYS: Final = frozenset({"left", "right", "oblique"})
NO_CONTACT: Final = {"back": "5.2.3c"}
"""The items that keep single ways from touching an enemy; 5.1g keeps all others."""
BEARINGS: Final = {"forward": AHEAD, "back": BACK, "left": LEFTWARD, "right": RIGHTWARD}


@dataclass(frozen=True, slots=True)
class Limit:
    """How far a way goes, and what ends it there, in a sentence with its rule."""

    length: int
    why: str
    rule: str


@dataclass(frozen=True, slots=True)
class Landing:
    """Where a movement would end: the base, friends put behind it, the friend it would still stand in, and whether it
    went through anybody. ``length`` where it comes farther than was asked for, behind those it passed (5.5.1f)."""

    base: Body
    behind: tuple[PutBehind, ...] = ()
    inside: UnitId | None = None
    passed: bool = False
    length: int | None = None


# ------------------------------------------------------------------------------------------------ allowance
def allowance(state: State, unit: UnitId) -> int:
    """The units of the table of one movement action before terrain (5.1a)."""
    return number("5.1a", state.card(unit).move, off=state.card(unit).move + 1) * BU


def longest(state: State, unit: UnitId, way: str) -> int:
    """How long a way is at most before terrain and other bases; a wheel turns by a quarter at most (5.2.1a)."""
    most = allowance(state, unit)
    if not way.startswith("wheel"):
        return most
    return min(_arc(most), quarter_arc(state.card(unit).frontage))


def _arc(length: int) -> int:
    """How far the outer corner of a wheel comes along its arc with so many units of movement: as far (5.2.1c, R70).

    Measured at the middle of the front it would come twice as far.
    """
    return number("5.2.1c", length, off=2 * length)


def is_nimble(state: State, unit: UnitId) -> bool:
    """Mounted, dragoons and skirmishers go on after moving aside, and back in good order (5.2.2b, 5.2.3a)."""
    card = state.card(unit)
    return card.mounted or card.type in ("DR", "S")


def turns_freely(state: State, unit: UnitId, way: str) -> bool:
    """Whether a gun's turning costs no die when it shoots: a light one's wheel (5.3a), not that of others (5.3b)."""
    card = state.card(unit)
    if card.type != "ART" or not way.startswith("wheel"):
        return False
    return applies("5.3a") if "art_c" in card.weapons else not applies("5.3b")


def why_not_move(state: State, unit: UnitId, acting: Acting) -> Refusal | None:
    """Why a unit may make no (further) movement action now; None where it may."""
    name, body_ = state.name(unit), state.units[unit]
    if state.in_melee(unit) and applies("4.1.1i"):
        return Refusal("in_melee", f"{name}, in melee, can only fight or disengage.", "baroque.4.1.1i")
    if "forced_rally" in acting.did and applies("4.1.2d"):
        return Refusal("rallied", f"{name} can do nothing after a forced rally.", "baroque.4.1.2d")
    if body_.disordered and acting.moves and applies("2.5.3b"):
        return Refusal(
            "disordered", f"{name}: Disordered, and so one movement action is all.", "baroque.2.5.3b"
        )
    if acting.moves >= MARCH and not applies("5.1e"):
        return Refusal("marched", f"{name} marched already.", "baroque.5.1b")
    if any(w in FACINGS for w in acting.ways) and applies("5.2.4a"):
        return Refusal("turned", f"{name} turned, and that was the only action.", "baroque.5.2.4a")
    if acting.ways and acting.ways[-1] in SIDEWAYS and not is_nimble(state, unit) and applies("5.2.2b"):
        return Refusal(
            "moved_aside",
            f"{name} moved aside: only Mounted, dragoons and skirmishers go on after that.",
            "baroque.5.2.2b",
        )
    if acting.reserved is not None and acting.reserved <= 0 and applies("6.1.3.2b"):
        return Refusal(
            "no_movement_kept",
            f"{name} shot, and no movement action is left that was kept for afterwards.",
            "baroque.6.1.3.2b",
        )
    return None


# ------------------------------------------------------------------------------------------------ paths
def path_of(state: State, unit: UnitId, way: str, length: int, bearing: int = 0) -> Path:
    """The path of a way that has a length; ``bearing`` is that of an oblique move (hundredths of a degree)."""
    base = body(state, unit)
    if way in BEARINGS:
        return straight(base, BEARINGS[way], length)
    if way == "oblique":
        return straight(base, bearing % 36_000, length)
    return wheel(base, Side.LEFT if way == "wheel_left" else Side.RIGHT, length)


def turned(state: State, unit: UnitId, way: str) -> Body:
    """The base after a turn on the spot (5.2.4a, 5.2.4b)."""
    base = body(state, unit)
    match way:
        case "about":
            return about_face(base)
        case "face_left":
            return faced(base, Side.LEFT)
        case "face_right":
            return faced(base, Side.RIGHT)
        case _:
            return base


def blockers(state: State, unit: UnitId, way: str) -> list[Solid]:
    """The bases that a movement may not go into: friends that may not be passed, and the table's rim (5.1g).

    A wheel goes over part of any friend beside it (5.5.3). Heavy foot that moves back pushes whom others may pass
    (5.5.1g), and stops at them in melee (5.5a).
    """
    friends = [u for u in state.on_table(state.card(unit).seat) if u != unit]
    if way.startswith("wheel") and applies("5.5.3"):
        base = body(state, unit)
        friends = [
            u
            for u in friends
            if bars_all(state, u) or (is_before_front(base, body(state, u)) and not may_pass(state, unit, u))
        ]
    else:
        friends = [u for u in friends if not may_pass(state, unit, u)]
    return [*bodies(state, friends), *rim(state)]


def reach(state: State, unit: UnitId, way: str, bearing: int = 0) -> Limit:
    """How far a way goes at most: M, terrain, what stands in the way (5.1a, 5.1g, 5.2.1a, 3.1.1c)."""
    most = allowance(state, unit)
    limit = Limit(most, f"One action covers at most {bu(most)}.", "baroque.5.1a")
    if way.startswith("wheel"):
        limit = replace(limit, length=_arc(most))
        quarter = quarter_arc(state.card(unit).frontage)
        if quarter <= limit.length and applies("5.2.1a"):
            limit = Limit(quarter, "A wheel turns by a quarter at most.", "baroque.5.2.1a")
    path = path_of(state, unit, way, limit.length, bearing)
    for slower in (ground.speed(state, unit, path), ground.crossing(state, unit, path)):
        if slower is not None and slower.length < limit.length:
            limit = Limit(slower.length, slower.why, slower.rule)
            path = path_of(state, unit, way, limit.length, bearing)
    foes = free_length(path, bodies(state, state.foes(unit)), apart=APART)
    rule = "5.2.1b" if way.startswith("wheel") else NO_CONTACT.get(way, "5.1g")
    if foes < limit.length and applies(rule):
        limit = Limit(foes, "An enemy is in the way, and only a charge makes contact.", f"baroque.{rule}")
    free = free_length(path, [*blockers(state, unit, way), *ground.blocking(state, path)])
    if free < limit.length and applies("5.1g"):
        limit = Limit(free, "What stands there cannot be passed.", "baroque.5.1g")
    return limit


# ------------------------------------------------------------------------------------------------ landing
def landing(state: State, unit: UnitId, acting: Acting, course: Course) -> Landing:
    """Where a movement ends; raises Refusal where it may not end there (5.1g, 5.5.1d to 5.5.1g, 5.5.3)."""
    name = state.name(unit)
    if course.way in TURNS:
        base = turned(state, unit, course.way)
        if course.way in ("face_left", "face_right"):
            others = [u for u in state.on_table() if u != unit]
            met = overlapping(base, [*bodies(state, others), *rim(state), *ground.impassable(state)])
            if met and applies("5.2.4b"):
                raise Refusal("no_room", f"{name}: no room to face that way.", "baroque.5.2.4b")
        return Landing(base)
    path = path_of(state, unit, course.way, course.length, course.bearing)
    base = _set_off(state, path, course.length)
    friends = bodies(state, (u for u in state.on_table(state.card(unit).seat) if u != unit))
    through = {p.id for p in passages(path, friends)}
    under = [f.id for f in sorted(friends, key=lambda f: _depth(base, f)) if f.id in overlapping(base, [f])]
    if not under:
        beside = course.way.startswith("wheel") and applies("5.5.3")
        return Landing(base, passed=bool(through) and not beside)
    if course.way.startswith("wheel") and applies("5.5.3"):
        raise Refusal(
            "stands_on", f"{name} may wheel past {_names(state, under)}, but not end there.", "baroque.5.5.3"
        )
    return _inside(state, unit, acting, course, base, under)


def _set_off(state: State, path: Path, length: int) -> Body:
    """The end of a way, which its rounding brings no nearer to enemies, impassable ground or the rim (5.1g)."""
    start, unit = path.body, path.body.id
    end = kept_off(path.body_at(length), start, bodies(state, state.foes(unit)), APART)
    if end is not None:
        end = kept_off(end, start, [*rim(state), *ground.blocking(state, path)], 0)
    if end is None:
        raise Refusal(
            "too_near", f"{state.name(unit)} would come too near to what stands there.", "baroque.5.1g"
        )
    return end


def _inside(
    state: State, unit: UnitId, acting: Acting, course: Course, base: Body, under: list[UnitId]
) -> Landing:
    """A movement that ends on friends: they are put behind it, or it has to go on."""
    name = state.name(unit)
    if course.way == "back":
        return _backward(state, unit, course, base, under)
    heavy = [u for u in under if not gives_way(state, u) and applies("5.5.1d")]
    if not heavy:
        placed = put_behind(state, base, under)
        if placed is None:
            raise Refusal(
                "no_room",
                f"{name} may not end on {_names(state, under)}, for whom there is no room behind.",
                "baroque.5.5.1e",
            )
        return Landing(base, placed, passed=True)
    if len(under) == 1 and course.way == "forward" and may_go_on(state, unit, acting, course):
        return Landing(base, inside=heavy[0], passed=True)
    raise Refusal(
        "stands_on",
        f"{name} may not end inside {_names(state, heavy)}, but before or quite through.",
        "baroque.5.5.1d",
    )


def _backward(state: State, unit: UnitId, course: Course, there: Body, under: list[UnitId]) -> Landing:
    """Moving back: behind the passed, or pushing light troops back (5.5.1f, 5.5.1g).

    The longer way behind the passed has to be as free as any other, and may end where it leads: it is announced, and
    cannot be refused any more when it is made.
    """
    name = state.name(unit)
    if state.card(unit).type in HEAVY_FOOT and applies("5.5.1g"):
        placed = put_behind(state, there, under)
        if placed is None:
            raise Refusal(
                "no_room",
                f"{name} cannot push {_names(state, under)} back: there is no room.",
                "baroque.5.5.1g",
            )
        return Landing(there, placed)
    base = body(state, unit)
    friends = bodies(state, (u for u in state.on_table(state.card(unit).seat) if u != unit))
    length = clear_length(base, (base.pose.heading + BACK) % 36_000, course.length, friends)
    behind = straight(base, BACK, length)
    blocked = [*blockers(state, unit, "back"), *ground.impassable(state)]
    foes = free_length(behind, bodies(state, state.foes(unit)), apart=APART)
    if min(foes, free_length(behind, blocked)) < length or not applies("5.5.1f"):
        raise _no_room_behind(state, unit, under)
    end = _set_off(state, behind, length)
    if overlapping(end, friends):
        raise _no_room_behind(state, unit, under)
    return Landing(end, passed=True, length=length)


def _no_room_behind(state: State, unit: UnitId, under: list[UnitId]) -> Refusal:
    return Refusal(
        "no_room",
        f"{state.name(unit)} would end on {_names(state, under)}, and behind them there is no room.",
        "baroque.5.5.1f",
    )


def whole_course(state: State, unit: UnitId, acting: Acting, course: Course) -> Course:
    """A course with the length that it really comes to, which is more behind friends passed backward (5.5.1f)."""
    length = landing(state, unit, acting, course).length
    return course if length is None else replace(course, length=length)


def may_go_on(state: State, unit: UnitId, acting: Acting, course: Course) -> bool:
    """Whether another movement action can follow this one, so that an interpenetration may be finished (5.5.1d)."""
    if state.units[unit].disordered and applies("2.5.3b"):
        return False
    kept = acting.reserved
    if kept is not None and kept < number("6.1.3.2b", 2, off=1):
        return False
    path = path_of(state, unit, course.way, course.length, course.bearing)
    return not ground.disorders(state, unit, path)


def _depth(base: Body, friend: Body) -> float:
    """How far ahead of a base's centre a friend stands: who is nearest behind its front comes first."""
    return -base.pose.local((friend.pose.x, friend.pose.y))[1]


def _names(state: State, units: list[UnitId]) -> str:
    return " and ".join(state.name(u) for u in units)


# ------------------------------------------------------------------------------------------------ ways
def keys_of(state: State, unit: UnitId, acting: Acting) -> Iterator[str]:
    """The kinds of movement that a unit may make now (5.1a, 5.2)."""
    card, ordered = state.card(unit), not state.units[unit].disordered
    if acting.passing is not None:
        yield "forward"
        return
    yield "forward"
    yield "wheel_left"
    yield "wheel_right"
    if ordered or not applies("5.2.2a"):
        yield "oblique"
        yield "left"
        yield "right"
    if ordered or not applies("5.2.3a"):
        yield "back"
    only = not acting.moves and not (set(acting.did) - {"rally"})
    if only and (ordered or not applies("5.2.4a")):
        yield "about"
        deep = card.type in ("ETE", "LTE") or (card.mounted and card.massed)
        if deep and applies("5.2.4b"):
            yield "face_left"
            yield "face_right"
    if acting.passed and applies("6.1.3.3"):
        yield "stand"


def ways(state: State, unit: UnitId, acting: Acting) -> tuple[Way, ...]:
    """Every way that leads somewhere, with its limits and what happens on it."""
    return tuple(
        w for key in keys_of(state, unit, acting) if (w := way(state, unit, acting, key)) is not None
    )


def way(state: State, unit: UnitId, acting: Acting, key: str) -> Way | None:
    """One way, or None where it leads nowhere; lengths are exact to a unit of the table, not steps of a grid (1.4)."""
    rule, least = f"baroque.{RULES[key]}", number("1.4", 1, off=BU)
    if key in TURNS:
        try:
            end = landing(state, unit, acting, Course(key, 0)).base
        except Refusal:
            return None
        turn = (end.pose.heading - body(state, unit).pose.heading) % 36_000
        return Way(key, LABELS[key], "turn", 0, rule, turn=turn, end=pose_of(end))
    if key == "oblique":
        most = allowance(state, unit)
        return Way(key, LABELS[key], "slide", most, rule, least=least, spread=SPREAD)
    limit = reach(state, unit, key)
    most = last_ending(state, unit, acting, Course(key, limit.length))
    if most < 1:
        return None
    why = limit.why if most == limit.length else "It may not end farther on, inside a friend."
    path = path_of(state, unit, key, most)
    return Way(
        key,
        LABELS[key],
        "arc" if key.startswith("wheel") else "line",
        most,
        rule,
        least=least,
        bearing=BEARINGS.get(key, 0),
        pivot="left" if key == "wheel_left" else "right" if key == "wheel_right" else "",
        limits=why,
        marks=tuple(marks(state, unit, path)),
    )


def last_ending(state: State, unit: UnitId, acting: Acting, course: Course) -> int:
    """The greatest length up to that of a course at which the movement may end; 0 for none."""
    length = course.length
    while length > 0:
        try:
            landing(state, unit, acting, replace(course, length=length))
        except Refusal:
            path = path_of(state, unit, course.way, length, course.bearing)
            friends = bodies(state, (u for u in state.on_table(state.card(unit).seat) if u != unit))
            enters = [p.enter for p in passages(path, friends) if p.leave is None]
            if not enters:
                return 0
            length = min(min(enters), length - 1)
        else:
            return length
    return 0


def marks(state: State, unit: UnitId, path: Path) -> Iterator[Mark]:
    """What happens along a way: friends passed, terrain entered, obstacles crossed."""
    friends = bodies(state, (u for u in state.on_table(state.card(unit).seat) if u != unit))
    for passage in passages(path, friends):
        yield Mark(passage.enter, f"into {state.name(passage.id)}", "baroque.5.5.1d")
        if passage.leave is not None:
            yield Mark(passage.leave, f"clear of {state.name(passage.id)}", "baroque.5.5.1d")
    yield from ground.marks(state, unit, path)


def check_course(state: State, unit: UnitId, acting: Acting, course: Course) -> None:
    """Refuse a movement that may not be made, with the reason."""
    if course.way not in TURNS:
        limit = reach(state, unit, course.way, course.bearing)
        if course.length > limit.length:
            raise Refusal(
                "too_far",
                f"{state.name(unit)} can go {bu(limit.length)} that way, not {bu(course.length)}. {limit.why}",
                limit.rule,
                {"most": bu(limit.length), "given": bu(course.length)},
            )
    landing(state, unit, acting, course)


def manoeuvre(state: State, unit: UnitId, acting: Acting) -> Manoeuvre | None:
    """The question for a movement, or None where the unit can go nowhere."""
    offered = ways(state, unit, acting)
    if not offered:
        return None
    card = state.card(unit)
    return Manoeuvre(
        unit,
        state.pose(unit),
        card.frontage,
        card.depth,
        offered,
        check=lambda course: check_course(state, unit, acting, course),
        label=f"Move {card.name}",
    )
