"""What anybody may measure at any time: between places and bases, with the lines of fire of the first base (1.4a)."""

from typing import Any, Final, TypeAlias

from muster.engine.explain import sight_wire
from muster.geometry.open.poses import Distance, between_points, distance, distance_to_point
from muster.rulesets.baroque.queries.bodies import body
from muster.rulesets.baroque.queries.lines import Effect, Sight, sight_lines, sight_of
from muster.rulesets.baroque.queries.shooting import firing_sides
from muster.rulesets.baroque.queries.words import bu
from muster.rulesets.baroque.state import Point, State, UnitId

Json: TypeAlias = Any

EFFECTS: Final[dict[Effect, str]] = {
    "full": "Line of fire",
    "limited": "Limited line of fire: half the dice",
    "none": "No line of fire",
}
"""What the three lines come to (6.3.3)."""


def measured(state: State, start: Point, end: Point) -> Json:
    """The length between two places; a place on a base means the whole base.

    Between two bases the lines of fire of the first come with it, from the side that has the best of them.
    """
    ours, theirs = base_at(state, start), base_at(state, end)
    if ours is not None and ours == theirs:
        theirs = None
    found = _length(state, start, end, ours, theirs)
    told: dict[str, Json] = {
        "distance": found.length,
        "unit": "BU",
        "text": bu(found.length),
        "from": found.start,
        "to": found.end,
    }
    if ours is not None and theirs is not None:
        told |= _fire(state, best_sight(state, ours, theirs))
    return told


def base_at(state: State, place: Point) -> UnitId | None:
    """The unit whose base lies there."""
    standing = (u for u, there in state.units.items() if there.pose is not None)
    return next((u for u in standing if distance_to_point(body(state, u), place).length == 0), None)


def best_sight(state: State, shooter: UnitId, target: UnitId) -> Sight:
    """What a unit sees of another one from the side with the best lines, of equals the first (6.3.1b, 6.3.3)."""
    seen = [sight_of(state, shooter, side, target) for side in firing_sides(state.card(shooter))]
    return min(seen, key=lambda sight: list(EFFECTS).index(sight.effect))


def _length(state: State, start: Point, end: Point, ours: UnitId | None, theirs: UnitId | None) -> Distance:
    if ours is not None and theirs is not None:
        return distance(body(state, ours), body(state, theirs))
    if ours is not None:
        return distance_to_point(body(state, ours), end)
    if theirs is not None:
        found = distance_to_point(body(state, theirs), start)
        return Distance(found.length, found.end, found.start)
    return between_points(start, end)


def _fire(state: State, sight: Sight) -> dict[str, Json]:
    """The three lines with what they come to, and the range by which a shot is measured (6.3.2)."""
    return {
        "sights": [sight_wire(line) for line in sight_lines(sight)],
        "fire": f"{EFFECTS[sight.effect]}, range {bu(sight.distance)}",
        "why": "" if sight.hidden is None else sight.hidden.text,
    }
