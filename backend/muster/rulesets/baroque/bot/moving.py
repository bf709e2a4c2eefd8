"""Where a unit goes: towards the enemy it can harm, its front to him, in order, and out of reach of the stronger.

All places that it can reach are weighed roughly; the best of them together with the shot or charge that the unit could
make from there at once.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any, Final, TypeAlias

from muster.engine.answers import Course
from muster.engine.refusals import Refusal
from muster.engine.requests import Manoeuvre, Way
from muster.geometry.open.poses import Body, between_points
from muster.geometry.open.terrain import is_entirely_in, middle
from muster.geometry.open.zones import angle_off_front, is_behind_front
from muster.rulesets.baroque.bot.mood import Mood
from muster.rulesets.baroque.bot.nearness import gap, nearest, run_at
from muster.rulesets.baroque.bot.prospects import after_move, in_reach, next_deed
from muster.rulesets.baroque.bot.worth import DISORDER, LEAST, threat, value
from muster.rulesets.baroque.cards import BU, Card
from muster.rulesets.baroque.queries import ground
from muster.rulesets.baroque.queries.bodies import bodies, body
from muster.rulesets.baroque.queries.discipline import discipline_odds, march_parts
from muster.rulesets.baroque.queries.firing_table import longest_range, shooting_weapon
from muster.rulesets.baroque.queries.ground import areas
from muster.rulesets.baroque.queries.holding import goal_of
from muster.rulesets.baroque.queries.moving import TURNS, path_of, turned
from muster.rulesets.baroque.queries.odds import CERTAIN
from muster.rulesets.baroque.queries.running import longest_reach, plain_reach
from muster.rulesets.baroque.queries.status import is_exhausted
from muster.rulesets.baroque.state import State, UnitId

Json: TypeAlias = Any

CLOSER: Final = 0.4
"""What a BU nearer to where it wants to be is worth to a unit."""
FACING: Final = 2.0
"""What it is worth to look straight at the enemy rather than past him by a right angle."""
READY: Final = 0.8
"""What an enemy within reach of a charge is worth, by the part of him that a unit of equal strength is."""
TO_THE_GOAL: Final = 0.6
"""What a BU nearer to the battlefield's goal is worth, where there is one: more than one nearer to the enemy."""
HOLDING: Final = 3.0
"""What it is worth to stand wholly on it."""
AT_EASE: Final = 5 * BU
"""So far from every enemy, in units, there is time to rally."""
SPARE: Final = 0.1
"""What order is worth there, as a part of what it is worth near the enemy."""
TRIES: Final = 6
"""So many of the best ways are tried before a unit stays where it is."""
LOOKED_INTO: Final = 2
"""So many of them are looked into for what could be done after them."""
WITHIN: Final = BU // 10
"""So much inside a range, in units, a unit is sure to be in it."""
THROUGH: Final = 100.0
"""Who stands in the midst of a friend goes on, whatever else may be gained."""
PARTS: Final = (1.0, 0.66, 0.33)
"""Parts of a way that are looked at."""
SLANTS: Final = (-4_500, 4_500)
"""Bearings of oblique moves that are looked at, in hundredths of a degree."""


@dataclass(frozen=True, slots=True)
class Movement:
    """A movement action: what it gains over standing still, what it gains by its place alone, and the answer."""

    gain: float
    step: float
    body: Json


def best(known: State, unit: UnitId, spec: Manoeuvre, mood: Mood) -> Movement | None:
    """The movement that gains most; None where none gains anything."""
    if not known.foes(unit):
        return None
    acting = known.acting
    through = THROUGH if acting is not None and acting.passing is not None else 0.0
    here = 0.0 if through else _place(known, unit, body(known, unit), mood)
    found: list[tuple[float, Course, Body]] = []
    for course, end in _courses(known, unit, spec):
        gain = _place(known, unit, end, mood) - here - _risk(known, unit, course) * mood.care
        found.append((gain + through, course, end))
    found.sort(key=_order)
    looked = [
        (gain + _prospect(known, unit, course, end, mood), course, end)
        for gain, course, end in found[:LOOKED_INTO]
    ]
    for gain, course, _ in sorted((*looked, *found[LOOKED_INTO:]), key=_order)[:TRIES]:
        if gain <= 0:
            return None
        try:
            spec.check(course)
        except Refusal:
            continue
        return Movement(gain, found[0][0], spec.write(course))
    return None


def _order(one: tuple[float, Course, Body]) -> tuple[float, int, str, int]:
    """The best first, the longer of equal ones."""
    gain, course, _ = one
    return -gain, -course.length, course.way, course.bearing


def _prospect(known: State, unit: UnitId, course: Course, end: Body, mood: Mood) -> float:
    """What could be done at once from where a way ends, if the unit comes there in order."""
    if course.way in TURNS or not in_reach(known, unit, end):
        return 0.0
    acting = known.acting
    moves = acting.moves if acting is not None else 0
    passed = 1.0
    if moves:
        passed = discipline_odds(known, unit, march_parts(known, unit, moves + 1)).chance / CERTAIN
    return passed * max(0.0, next_deed(after_move(known, unit, course.way, end), unit, mood))


def _courses(known: State, unit: UnitId, spec: Manoeuvre) -> Iterator[tuple[Course, Body]]:
    """The ways that are looked at, with the base at the end of each."""
    for way in spec.ways:
        if way.key in TURNS:
            yield Course(way.key, 0), turned(known, unit, way.key)
            continue
        for length in _lengths(way):
            for bearing in SLANTS if way.shape == "slide" else (0,):
                path = path_of(known, unit, way.key, length, bearing)
                yield Course(way.key, length, bearing), path.body_at(length)


def _lengths(way: Way) -> tuple[int, ...]:
    """Some lengths of a way, the longest first."""
    found = {max(way.least, int(way.most * part)) for part in PARTS}
    return tuple(sorted((n for n in found if n > 0), reverse=True))


def _risk(known: State, unit: UnitId, course: Course) -> float:
    """What a way costs in order: by the ground, by going back, by the test after a second action (5.1b)."""
    order = 0.0 if known.units[unit].disordered else DISORDER * value(known, unit) + LEAST
    if nearest(known, unit) > AT_EASE:
        order *= SPARE
    if course.way in TURNS:
        return (1 - discipline_odds(known, unit).chance / CERTAIN) * order
    path = path_of(known, unit, course.way, course.length, course.bearing)
    if course.way == "back" or ground.disorders(known, unit, path):
        return order
    moves = known.acting.moves if known.acting is not None else 0
    if not moves:
        return 0.0
    passed = discipline_odds(known, unit, march_parts(known, unit, moves + 1)).chance
    return (1 - passed / CERTAIN) * order


# ------------------------------------------------------------------------------------------------ places
def _place(known: State, unit: UnitId, there: Body, mood: Mood) -> float:
    """What standing at a place is worth to a unit."""
    return (
        _approach(known, unit, there, mood)
        + _at_the_goal(known, unit, there)
        - mood.care * _danger(known, unit, there)
    )


def _at_the_goal(known: State, unit: UnitId, there: Body) -> float:
    """How near to the battlefield's goal, where there is one, and whether it holds it (9.1f)."""
    goal = goal_of(known)
    if goal is None or known.card(unit).type == "ART":
        return 0.0
    ground_ = areas(known)[goal.piece]
    if is_entirely_in(there, ground_):
        return HOLDING
    away = between_points(middle(ground_), (there.pose.x, there.pose.y)).length
    return -TO_THE_GOAL * away / BU


def wanted(card: Card, mood: Mood) -> int:
    """How near a unit wants to be to its enemy, in units: within good range, or at a short run."""
    weapon = shooting_weapon(card)
    if weapon is not None and card.type == "ART":
        return longest_range(weapon) - WITHIN
    if weapon is None or card.impetus >= 2 or mood.presses:
        return BU - WITHIN
    return min(2 * BU, longest_range(weapon)) - WITHIN


def _approach(known: State, unit: UnitId, there: Body, mood: Mood) -> float:
    """How near to the enemy whom it would seek out from there, and how squarely it looks at him."""
    card = known.card(unit)
    near = 8 * BU if is_exhausted(known, unit) else wanted(card, mood)
    run = longest_reach(known, unit) if card.impetus > 0 else 0
    plain = plain_reach(known, unit) if card.impetus > 0 else 0
    foes = [f for f in known.foes(unit) if not known.in_melee(f)] or list(known.foes(unit))
    best = None
    for foe in bodies(known, foes):
        away = gap(there, foe)
        off = angle_off_front(there, (foe.pose.x, foe.pose.y))
        weight = 0.5 if known.card(foe.id).type == "BAG" else 1.0
        worth = -CLOSER * max(0.0, away - near) / BU / weight - FACING * off / 9_000
        if run and away <= run and off < 6_000:
            worth += _strike(known, unit, there, foe, plain, run)
        if best is None or worth > best:
            best = worth
    return best or 0.0


def _strike(known: State, unit: UnitId, there: Body, foe: Body, plain: int, run: int) -> float:
    """What it is worth to have an enemy before one's front, within reach of a charge, from behind if may be."""
    length = run_at(there, foe)
    if length is None or length > run:
        return 0.0
    part = threat(known, unit) / (threat(known, unit) + threat(known, foe.id) + 1)
    worth = READY * part * (1.0 if length <= plain else 0.5)
    return worth * (2.5 if is_behind_front(there, foe) else 1.0)


def _danger(known: State, unit: UnitId, there: Body) -> float:
    """What the charges of enemies threaten who could reach it there: most from behind its front."""
    found = 0.0
    for foe in known.foes(unit):
        card = known.card(foe)
        if card.impetus < 1 or known.in_melee(foe):
            continue
        base, run = body(known, foe), plain_reach(known, foe)
        length = run_at(base, there)
        if length is None or length > run:
            continue
        part = threat(known, foe) / (threat(known, unit) + threat(known, foe) + 1)
        found += part * (0.8 if is_behind_front(base, there) else 0.25) * value(known, unit) / 2
    return found
