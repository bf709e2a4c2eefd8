"""What a movement would mean, shown while the base is dragged: where it ends, what it sweeps and risks."""

from typing import Any, TypeAlias

from muster.engine.answers import Course
from muster.engine.refusals import Refusal
from muster.geometry.open.contact import passages
from muster.geometry.open.moves import Path
from muster.rulesets.baroque.queries import ground
from muster.rulesets.baroque.queries.bodies import bodies, pose_of
from muster.rulesets.baroque.queries.discipline import discipline_odds, march_parts
from muster.rulesets.baroque.queries.moving import (
    TURNS,
    check_course,
    is_nimble,
    landing,
    longest,
    path_of,
    whole_course,
)
from muster.rulesets.baroque.state import Acting, State, UnitId, with_poses

Json: TypeAlias = Any


def of_course(state: State, unit: UnitId, acting: Acting, course: Course) -> Json:
    """Legality with its reason, the pose at the end, the ground swept, friends passed, and what follows of it."""
    verdict: dict[str, Json] = {"legal": True, "why": "", "rule": ""}
    try:
        check_course(state, unit, acting, course)
    except Refusal as refusal:
        verdict = {"legal": False, "why": refusal.text, "rule": refusal.rule}
    if course.way in TURNS:
        if not verdict["legal"]:
            return verdict
        end = pose_of(landing(state, unit, acting, course).base)
        there = with_poses(state, {unit: end})
        return {**verdict, "pose": end, "notes": _notes(there, unit, acting, course, None)}
    if verdict["legal"]:
        course = whole_course(state, unit, acting, course)
        length = course.length
    else:
        length = min(course.length, longest(state, unit, course.way))
    path = path_of(state, unit, course.way, length, course.bearing)
    friends = bodies(state, (u for u in state.on_table(state.card(unit).seat) if u != unit))
    return {
        **verdict,
        "pose": pose_of(path.body_at(length)),
        "swept": path.outline[0],
        "passes": [
            {"piece": p.id, "from": p.enter, "to": p.leave if p.leave is not None else length}
            for p in passages(path, friends)
        ],
        "notes": _notes(state, unit, acting, course, path) if verdict["legal"] else [],
    }


def _notes(state: State, unit: UnitId, acting: Acting, course: Course, path: Path | None) -> list[Json]:
    """What follows of the movement: Disorder by the ground or by moving back, and the test after it, which is taken
    where it ends; who is Disordered anyway has nothing to lose by it.
    """
    name, notes = state.name(unit), list[Json]()
    if path is not None:
        for reason in ground.disorders(state, unit, path):
            text = f"{name} will be Disordered: it {reason.why}."
            notes.append({"text": text, "rule": f"baroque.{reason.rule}", "tone": "warn"})
    if course.way == "back" and not is_nimble(state, unit):
        text = f"{name} will be Disordered: it moves back."
        notes.append({"text": text, "rule": "baroque.5.2.3a", "tone": "warn"})
    action = acting.moves + 1
    if course.way in TURNS - {"stand"}:
        notes.append(_test(state, unit, "Turning", "5.2.4a", ()))
    elif action >= 2 and not notes:
        there = state if path is None else with_poses(state, {unit: pose_of(path.body_at(path.length))})
        notes.append(
            _test(there, unit, f"Movement action {action}", "5.1b", march_parts(there, unit, action))
        )
    return notes


def _test(state: State, unit: UnitId, what: str, rule: str, parts: Any) -> Json:
    odds = discipline_odds(state, unit, parts)
    text = f"{what}: in good order with {odds.chance / 100:.0f}%, else Disordered."
    return {"text": text, "rule": f"baroque.{rule}", "tone": "plain"}
