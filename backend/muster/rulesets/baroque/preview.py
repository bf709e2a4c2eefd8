"""What a partial answer would mean: shown before anything is committed. Nothing in a battle is hidden (1.4a)."""

from typing import Any, Final, TypeAlias, cast

from muster.engine.answers import Course, Pose, read_pose
from muster.engine.ids import Seat
from muster.engine.refusals import Refusal
from muster.engine.requests import AnySpec, Choose, Deploy, Manoeuvre, Request
from muster.geometry.open.poses import Side
from muster.rulesets.baroque.book import applies
from muster.rulesets.baroque.queries import previews, ruler
from muster.rulesets.baroque.queries.charge_previews import of_charge
from muster.rulesets.baroque.queries.deployment import faults_of
from muster.rulesets.baroque.queries.shooting import MOST_KEPT
from muster.rulesets.baroque.queries.shot_previews import of_shot
from muster.rulesets.baroque.queries.words import bu
from muster.rulesets.baroque.state import State

Json: TypeAlias = Any
LONGEST: Final = 12_000
"""No movement that somebody asks about is longer, in units."""


def preview(known: State, seat: Seat | None, request: Request | None, body: Json) -> Json:
    """A partial answer to the seat's open request: whether it is legal and why not, and what it would lead to.

    Of a deployment each body by itself; of a movement where it ends, what it sweeps and risks; of a shot or a
    charge its lines, odds and who may answer.
    """
    if request is None or seat is None or request.seat != seat:
        raise Refusal("no_preview", "There is nothing of yours to preview now.")
    spec, given = asked_in(request.spec, body)
    found = verdict(refusal_of(request, body))
    if isinstance(spec, Deploy):
        return {**found, "bodies": bodies_in(known, spec, given) or {spec.bodies[0].id: found}}
    if isinstance(spec, Manoeuvre) and known.acting is not None:
        course = course_in(spec, given)
        return found if course is None else previews.of_course(known, spec.piece, known.acting, course)
    return reply_in(request.spec, body, found) or deed_in(known, body) or found


def course_in(spec: Manoeuvre, given: Json) -> Course | None:
    """A movement that somebody sent, however long; None where it is none of the ways offered."""
    way = next((w for w in spec.ways if w.key == field_of(given, "way")), None)
    length, bearing = field_of(given, "length"), field_of(given, "bearing") or 0
    if way is None or type(bearing) is not int or abs(bearing) > way.spread:
        return None
    if way.shape == "turn":
        return Course(way.key, 0)
    return Course(way.key, length, bearing) if type(length) is int and 0 < length <= LONGEST else None


def reply_in(spec: AnySpec, body: Json, found: Json) -> Json:
    """What the newest option picked means by itself, where it says so; a refusal of the answer stands before it."""
    last = next(iter(reversed(list_of(field_of(body, "picks")))), None)
    option = spec.option(str(field_of(last, "key"))) if isinstance(spec, Choose) else None
    if option is None or option.means is None:
        return None
    meaning = cast(dict[str, Json], option.means(field_of(last, "with")))
    return meaning if found["legal"] else {**meaning, **found}


def deed_in(known: State, body: Json) -> Json:
    """What a shot or a charge that was picked would mean; None where something else was."""
    if known.acting is None:
        return None
    first = next(iter(list_of(field_of(body, "picks"))), None)
    unit, given = known.acting.unit, field_of(field_of(first, "with"), "value")
    word, _, rest = str(field_of(first, "key")).partition(":")
    target, _, side = rest.partition(":")
    if target not in known.units or known.units[target].pose is None:
        return None
    match word:
        case "charge":
            return of_charge(known, unit, target)
        case "potential" if type(given) is int and given > 0:
            return of_charge(known, unit, target, given)
        case "shoot" | "caracole" if side.upper() in Side.__members__:
            kept = given if type(given) is int and 0 <= given <= MOST_KEPT else 0
            return of_shot(known, unit, Side[side.upper()], target, kept)
        case _:
            return None


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
    """The distance between two places or bases, with the lines of fire: free for everybody at any time (1.4a)."""
    wide, high = known.setup.size
    for x, y in (start, end):
        if not (0 <= x <= wide and 0 <= y <= high):
            raise Refusal("off_table", f"The place {bu(x)}, {bu(y)} is not on the table.")
    if not applies("1.4a"):
        raise Refusal("no_measuring", "Nothing may be measured before it is declared.", "baroque.1.4a")
    return ruler.measured(known, start, end)
