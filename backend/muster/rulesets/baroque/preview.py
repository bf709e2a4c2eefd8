"""What a partial answer would mean: shown before anything is committed. Nothing in a battle is hidden (1.4a)."""

from typing import Any, TypeAlias, cast

from muster.engine.answers import Pose, read_pose
from muster.engine.ids import Seat
from muster.engine.refusals import Refusal
from muster.engine.requests import AnySpec, Choose, Deploy, Request
from muster.geometry.open.poses import between_points
from muster.rulesets.baroque.book import applies
from muster.rulesets.baroque.queries.deployment import faults_of
from muster.rulesets.baroque.queries.words import bu
from muster.rulesets.baroque.state import State

Json: TypeAlias = Any


def preview(known: State, seat: Seat | None, request: Request | None, body: Json) -> Json:
    """A partial answer to the seat's open request: whether it is legal and why not, for bodies each by itself."""
    if request is None or seat is None or request.seat != seat:
        raise Refusal("no_preview", "There is nothing of yours to preview now.")
    spec, given = asked_in(request.spec, body)
    found = verdict(refusal_of(request, body))
    if isinstance(spec, Deploy):
        return {**found, "bodies": bodies_in(known, spec, given) or {spec.bodies[0].id: found}}
    return found


def asked_in(spec: AnySpec, body: Json) -> tuple[AnySpec, Json]:
    """What is asked for with the option picked, if any, and what was given for it."""
    if not isinstance(spec, Choose):
        return spec, body
    first = next(iter(list_of(field_of(body, "picks"))), None)
    option = spec.option(str(field_of(first, "key")))
    if option is None or option.needs is None:
        return spec, body
    return option.needs, field_of(first, "with")


def field_of(body: Json, name: str) -> Json:
    """A field of an object that somebody sent; None where it is no object or lacks it."""
    return cast(dict[str, Json], body).get(name) if isinstance(body, dict) else None


def list_of(value: Json) -> list[Json]:
    """A list that somebody sent; empty where it is none."""
    return list(value) if isinstance(value, list) else []  # pyright: ignore[reportUnknownArgumentType]


def refusal_of(request: Request, body: Json) -> Refusal | None:
    """Why an answer would not be accepted; None where it would."""
    try:
        request.read(body)
    except Refusal as refusal:
        return refusal
    return None


def verdict(refusal: Refusal | None) -> dict[str, Json]:
    """Legal or not, why, and by which rule."""
    return {
        "legal": refusal is None,
        "why": refusal.text if refusal else "",
        "rule": refusal.rule if refusal else "",
    }


def bodies_in(known: State, spec: Deploy, given: Json) -> dict[str, Json]:
    """Each base of a command that is being deployed, as far as they are put down, beside the others put down."""
    command = next((b.id for b in spec.bodies if b.id in known.commands), None)
    raw = field_of(given, "at")
    if command is None or known.phase != "deploy" or not isinstance(raw, dict):
        return {}
    placed: dict[str, Json] = cast(dict[str, Json], raw)
    poses: dict[str, Pose] = {
        b.id: read_pose(placed[b.id], f"The place of {b.label}") for b in spec.bodies if b.id in placed
    }
    faults = faults_of(known, command, poses)
    return {key: verdict(faults.get(key)) for key in poses}


def measure(known: State, start: tuple[int, int], end: tuple[int, int]) -> Json:
    """The distance between two places of the table: free for everybody at any time (1.4a)."""
    wide, high = known.setup.size
    for x, y in (start, end):
        if not (0 <= x <= wide and 0 <= y <= high):
            raise Refusal("off_table", f"The place {bu(x)}, {bu(y)} is not on the table.")
    if not applies("1.4a"):
        raise Refusal("no_measuring", "Nothing may be measured before it is declared.", "baroque.1.4a")
    length = between_points(start, end).length
    return {"distance": length, "unit": "BU", "text": bu(length)}
