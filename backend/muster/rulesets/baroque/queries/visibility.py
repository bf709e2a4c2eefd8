"""What terrain hides: how far one sees into and through it, and who sees whom (3.1.4a to 3.1.4c, 3.1.4g)."""

from collections.abc import Callable
from dataclasses import dataclass
from math import hypot
from typing import Final

from muster.engine.explain import Reason
from muster.engine.memory import remembered
from muster.geometry.open.angles import Spot, point
from muster.geometry.open.hulls import near, on_segment
from muster.geometry.open.poses import SIDES, Body, Side
from muster.geometry.open.sight import line_of_sight
from muster.geometry.open.terrain import Area, is_in, length_inside, parts_inside
from muster.rulesets.baroque.battlefields import Kind, kinds
from muster.rulesets.baroque.book import all_apply, applies
from muster.rulesets.baroque.cards import BU
from muster.rulesets.baroque.queries.bodies import body
from muster.rulesets.baroque.queries.ground import areas
from muster.rulesets.baroque.queries.words import bu
from muster.rulesets.baroque.state import Point, State, UnitId

RIDGE: Final = BU // 10
"""The crest lies between two places of a line if it is farther than that from both, in units (R110)."""
OVER_THE_RIDGE: Final = BU
"""So far one sees over the ridge of a gentle hill, in units (3.1.4c)."""


@dataclass(frozen=True, slots=True)
class Veil:
    """The terrain that ends a line of sight: the piece, the place where it does, and why."""

    piece: str
    at: Point
    reason: Reason


def kind_of(piece: Area) -> Kind:
    """What a piece of terrain is."""
    return kinds()[piece.kind]


def is_in_any(state: State, unit: UnitId, wanted: Callable[[Area], bool]) -> bool:
    """Whether a unit is, by half its base, in a piece of terrain of some sort (3.1a)."""
    return any(
        wanted(area) and is_in(body(state, unit), area) and applies("3.1a") for area in areas(state).values()
    )


# ------------------------------------------------------------------------------------------------ lines
def veil(state: State, start: Spot, end: Spot) -> Veil | None:
    """The first piece of terrain that hides one end of a line from the other; None where nothing does.

    Each piece is measured by itself: only what of the line lies inside it counts (3.1.4a, R110).
    """
    (ax, ay), (bx, by) = start, end
    box = (min(ax, bx), min(ay, by), max(ax, bx), max(ay, by))
    close = [area for area in areas(state).values() if near(box, area.bounds)]
    found = [v for area in close if (v := _veil_of(state, area, start, end)) is not None]
    return min(found, key=lambda v: hypot(v.at[0] - start[0], v.at[1] - start[1]), default=None)


def _veil_of(state: State, area: Area, start: Spot, end: Spot) -> Veil | None:
    kind = kind_of(area)
    if kind.sight is None and not kind.blocks:
        return None
    label = state.terrain[area.id].label
    if kind.blocks:
        met = line_of_sight(start, end, (area,)).at
        if met is None or not applies("3.1.1e"):
            return None
        return Veil(area.id, met, Reason(f"{label} blocks the view", "baroque.3.1.1e"))
    inside = length_inside(start, end, area)
    counted = inside if applies("3.1.4a") else round(hypot(end[0] - start[0], end[1] - start[1]))
    if inside == 0 or counted <= _least(kind):
        return None
    limit = _limit(kind, area, start, end)
    rules = ("3.1.4b", "3.1.4c", "3.1.4g") if kind.cover else ("3.1.4b", "3.1.4c")
    if counted <= limit + 1 or line_of_sight(start, end, (area,)).clear or not all_apply(rules):
        return None
    text = f"{bu(inside)} of the line lie in {label}, where one sees no farther than {bu(limit)}"
    return Veil(area.id, _along(parts_inside(start, end, area), limit), Reason(text, f"baroque.{rules[-1]}"))


def _least(kind: Kind) -> int:
    """So far one sees through a piece of a kind in any case, in units."""
    return min((kind.sight or 0) * BU, OVER_THE_RIDGE)


def _limit(kind: Kind, area: Area, start: Spot, end: Spot) -> int:
    """How far one sees through a piece along a line, in units (3.1.4c); over a ridge only half as far (R110)."""
    most = (kind.sight or 0) * BU
    if kind.hill and kind.going == "open" and _is_over_ridge(area, start, end) and applies("3.1.4c"):
        return OVER_THE_RIDGE
    return most


def _is_over_ridge(area: Area, start: Spot, end: Spot) -> bool:
    """Whether the line climbs the hill and goes down again: it comes nearest to the middle on its way there."""
    middle = area.polygon.centroid
    _, top = on_segment((middle.x, middle.y), start, end)
    for first, last in parts_inside(start, end, area):
        _, there = on_segment(top, first, last)
        off = hypot(top[0] - there[0], top[1] - there[1])
        before, after = hypot(top[0] - first[0], top[1] - first[1]), hypot(top[0] - last[0], top[1] - last[1])
        if off <= 1 and min(before, after) > RIDGE:
            return True
    return False


def _along(parts: tuple[tuple[Point, Point], ...], limit: int) -> Point:
    """The place at which so much of the parts of a line is used up."""
    left = float(limit)
    for first, last in parts:
        length = hypot(last[0] - first[0], last[1] - first[1])
        if length >= left:
            share = left / length
            return point((first[0] + share * (last[0] - first[0]), first[1] + share * (last[1] - first[1])))
        left -= length
    return parts[-1][1]


# ------------------------------------------------------------------------------------------------ who sees whom
@remembered
def can_see(state: State, a: UnitId, b: UnitId) -> bool:
    """Whether terrain lets two units see each other (3.1.4b): if one sees the other, that one sees it too (R110)."""
    return is_in_sight(state, body(state, a), body(state, b))


def is_in_sight(state: State, a: Body, b: Body) -> bool:
    """The same for two bases wherever they stand."""
    return _sees(state, a, b) or _sees(state, b, a)


def _sees(state: State, viewer: Body, there: Body) -> bool:
    """Whether a side of a base is in sight from the middle of another one's front (3.1.4a)."""
    eye = viewer.middle(Side.FRONT)
    return any(veil(state, eye, there.middle(side)) is None for side in SIDES if there.beyond(side, eye) > 0)
