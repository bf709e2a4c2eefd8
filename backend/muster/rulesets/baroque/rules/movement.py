"""Movement actions: announced, answered, made, tested (5.1, 5.2, 5.3, 5.5)."""

from dataclasses import replace

from muster.engine.answers import Course
from muster.engine.explain import Reason
from muster.engine.refusals import Refusal
from muster.engine.requests import Option, Pick, Pose
from muster.geometry.open.contact import overlapping, passages
from muster.geometry.open.moves import Glide, Path
from muster.geometry.open.poses import Body
from muster.rulesets.baroque.book import applies, rule
from muster.rulesets.baroque.events.moves import Announced, FellOut, Moved, MovementMade, NoMore
from muster.rulesets.baroque.queries import ground
from muster.rulesets.baroque.queries.bodies import bodies, body, pose_of
from muster.rulesets.baroque.queries.deeds import Deed
from muster.rulesets.baroque.queries.moving import (
    RULES,
    TOLD,
    TURNS,
    Landing,
    landing,
    last_ending,
    manoeuvre,
    path_of,
    reach,
    turns_freely,
    whole_course,
    why_not_move,
)
from muster.rulesets.baroque.queries.running import ahead
from muster.rulesets.baroque.queries.words import bu
from muster.rulesets.baroque.rules import leaders, reactions
from muster.rulesets.baroque.rules.common import Battle, discipline_test, disorder
from muster.rulesets.baroque.rules.marching import march_test, step_back
from muster.rulesets.baroque.state import Acting, State, UnitId, with_poses

KEYFRAMES = 12
"""Poses by which the board shows a wheel."""


def options(state: State, unit: UnitId) -> tuple[Option, ...]:
    """The option to move, if the unit may and can."""
    acting = acting_of(state, unit)
    asked = manoeuvre(state, unit, acting) if why_not_move(state, unit, acting) is None else None
    if asked is None:
        return ()
    first = not acting.moves
    return (
        Option(
            "move",
            "Move" if first else "Move on",
            "One movement action." if first else _risk(acting.moves + 1),
            "Move",
            "baroque.5.1a",
            needs_=asked,
        ),
    )


def missing(state: State, unit: UnitId) -> tuple[Reason, ...]:
    """Why the unit may not move now, where it may not."""
    refused = why_not_move(state, unit, acting_of(state, unit))
    return () if refused is None else (Reason(refused.text, refused.rule),)


def _risk(action: int) -> str:
    harder = f", {action - 2} harder" if action > 2 else ""
    return f"Movement action {action}: a Discipline Test follows{harder}; failing it means Disorder."


def acting_of(state: State, unit: UnitId) -> Acting:
    """What the unit has done in this activation."""
    acting = state.acting
    if acting is None or acting.unit != unit:
        raise ValueError(f"{unit} is not the acting unit.")
    return acting


@rule("5.1a")
async def perform(game: Battle, unit: UnitId, pick: Pick) -> None:
    """One movement action (5.1a): announce it, let the other side answer, make it, take what follows."""
    course: Course = pick.given
    state = game.state
    if course.way in TURNS:
        await _turn(game, unit, course)
        return
    course = whole_course(state, unit, acting_of(state, unit), course)
    path = path_of(state, unit, course.way, course.length, course.bearing)
    text = f"{state.name(unit)} will {TOLD[course.way][0]} {bu(course.length)}."
    announce(game, unit, text, course.way, keyframes(path))
    deed = Deed("move", unit, path, way=course.way)
    answer = await reactions.answer(game, deed)
    done = 0
    if answer.reaction is not None:
        result = await reactions.interrupt(game, deed, answer.reaction)
        if not result.goes_on:
            return  # whom contact stopped, that counted as having moved (5.1h)
        done = result.length
    await _complete(game, unit, course, path, done, interrupted=answer.reaction is not None)


def announce(game: Battle, unit: UnitId, text: str, way: str, frames: tuple[Pose, ...] = ()) -> None:
    """Say in full what will be done, before anybody answers it; it cannot be changed any more (4.1.3g)."""
    if applies("4.1.3g"):
        game.apply(Announced(unit, text, f"baroque.{RULES[way]}", frames))


async def _complete(
    game: Battle, unit: UnitId, course: Course, whole: Path, done: int, *, interrupted: bool
) -> None:
    """The rest of an announced movement, after an interruption stopped it ``done`` units along ``whole`` (R25).

    Whoever was interrupted may find another base in the way, or be too shaken to come through a friend: it stops short.
    """
    state, acting = game.state, acting_of(game.state, unit)
    way = replace(course, length=course.length - done)
    if interrupted:
        free = min(way.length, reach(state, unit, way.way, way.bearing).length)
        way = replace(way, length=last_ending(state, unit, acting, replace(way, length=free)))
        way = whole_course(state, unit, acting, way) if way.length else way
    if way.length:
        path = await leaders.make_way(
            game,
            lambda state: path_of(state, unit, way.way, way.length, way.bearing),
            lambda state: [
                ahead(put.there, 0) for put in landing(state, unit, acting_of(state, unit), way).behind
            ],
        )
        state, acting = game.state, acting_of(game.state, unit)
        end = landing(state, unit, acting, way)
        went = f"{state.name(unit)} {TOLD[way.way][1]} {bu(way.length)}."
        game.apply(Moved(unit, (*keyframes(path)[:-1], pose_of(end.base)), went, f"baroque.{RULES[way.way]}"))
        for put in end.behind:
            text = f"{state.name(put.unit)} let {state.name(unit)} through and stood behind."
            game.apply(Moved(put.unit, (pose_of(put.there),), text, "baroque.5.5.1e"))
    else:
        end = Landing(body(state, unit), inside=_stands_in(state, unit))
    whole = ground.shortened(whole, done + way.length)
    back_to = _last_clear(state, unit, whole) or acting.back_to
    free = turns_freely(state, unit, way.way)
    game.apply(MovementMade(unit, way.way, end.passed, end.inside, back_to, free))
    for reason in ground.disorders(state, unit, whole):
        disorder(game, unit, reason.why, reason.rule)
    await after_movement(game, unit, course.way)


def _friends(state: State, unit: UnitId) -> list[Body]:
    return bodies(state, (u for u in state.on_table(state.card(unit).seat) if u != unit))


def _stands_in(state: State, unit: UnitId) -> UnitId | None:
    """A friend into which a stopped base reaches."""
    return next(iter(overlapping(body(state, unit), _friends(state, unit))), None)


def _last_clear(state: State, unit: UnitId, path: Path) -> Pose | None:
    """Where on its way a base stood last before it entered a friend, clear of everybody (R81)."""
    friends = _friends(state, unit)
    for entered in sorted((p.enter for p in passages(path, friends)), reverse=True):
        there = path.body_at(max(0, entered - 1))
        if not overlapping(there, friends):
            return pose_of(there)
    return None


@rule("5.2.4a")
async def _turn(game: Battle, unit: UnitId, course: Course) -> None:
    """Turn on the spot, or stand for one movement action (5.2.4a, 5.2.4b, 6.1.3.3)."""
    state = game.state
    announce(game, unit, f"{state.name(unit)} will {TOLD[course.way][0]}.", course.way)
    deed = Deed("move", unit, way=course.way)
    answer = await reactions.answer(game, deed)
    if answer.reaction is not None:
        result = await reactions.interrupt(game, deed, answer.reaction)
        if not result.goes_on:
            return
    state = game.state
    end = _turned(state, unit, course)
    if end is None:
        name = state.name(unit)
        text = f"{name} had no room any more to turn, and stood fast."
        game.apply(Moved(unit, (state.pose(unit),), text, "baroque.5.2.4b"))
        game.apply(MovementMade(unit, course.way))
        game.apply(NoMore(unit))
        return
    await leaders.make_room(game, end.base)
    state = game.state
    game.apply(
        Moved(
            unit,
            (pose_of(end.base),),
            f"{state.name(unit)} {TOLD[course.way][1]}.",
            f"baroque.{RULES[course.way]}",
        )
    )
    game.apply(MovementMade(unit, course.way))
    if course.way == "stand":
        await after_movement(game, unit, course.way)
        return
    if applies("5.2.4a"):
        await discipline_test(game, unit, "about_face", "5.2.4a")
    game.apply(NoMore(unit))


def _turned(state: State, unit: UnitId, course: Course) -> Landing | None:
    """Where a unit stands after its turn; None where whoever interrupted it has taken the room for it (R25)."""
    try:
        return landing(state, unit, acting_of(state, unit), course)
    except Refusal:
        return None


async def after_movement(game: Battle, unit: UnitId, way: str) -> None:
    """Disorder of moving back, the march test, and going back out of a friend (5.2.3a, 5.1b, 5.5.1h)."""
    step_back(game, unit, way)
    await march_test(game, unit)
    acting = game.state.acting
    if game.state.units[unit].disordered or (acting is not None and why_not_move(game.state, unit, acting)):
        await fall_out(game, unit)


async def fall_out(game: Battle, unit: UnitId) -> None:
    """Whoever cannot or will not finish an interpenetration goes back to its side of the friend (5.5.1h, R81)."""
    state, acting = game.state, game.state.acting
    if acting is None or acting.unit != unit or acting.passing is None or acting.back_to is None:
        return
    if state.units[unit].pose is None or not applies("5.5.1h"):
        return
    back_to = acting.back_to
    text = f"{state.name(unit)} did not come through and fell back out of {state.name(acting.passing)}."
    await leaders.make_room(game, body(with_poses(state, {unit: back_to}), unit))
    game.apply(Moved(unit, (back_to,), text, "baroque.5.5.1h"))
    game.apply(FellOut(unit))


def keyframes(path: Path) -> tuple[tuple[int, int, int], ...]:
    """Poses along a path as the board shows it, start and end included: a straight way needs no more."""
    if all(isinstance(leg, Glide) for leg in path.legs):
        lengths = [0, path.length]
    else:
        lengths = [path.length * i // KEYFRAMES for i in range(KEYFRAMES + 1)]
    return tuple(pose_of(path.body_at(n)) for n in lengths)
