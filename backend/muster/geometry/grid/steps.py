"""One step of one figure: legal or not, what it costs, and what it has to do with.

Readings (New World rulings by number, but nothing here knows that game):

- The entered square decides the cost: 1, or 2 when it is difficult, swum or climbed, one level higher than the square
  left, or lies behind a border that costs 2. Costs never multiply or add (R16, R55, R56, R63).
- Two or more levels at once, up or down, are a climb: 2 a level, flagged CLIMB and left to the ruleset (R56).
- A diagonal step goes round two ways, each over one of the two squares that it squeezes between. It is illegal when
  either of these squares is filled by a wall (R17), and when any border of either way is barred: so it never passes
  the end of a wall, a closed door or a closed shutter (R61). A square that cannot be entered for another reason (a
  chasm, a table) does not hinder a diagonal.
- A border that is dear but not barred (a low wall, an open window) is crossed by a diagonal step only when both ways
  meet one; then it costs like crossing it. Passing the end of a low wall is free.
- A figure of several squares is moved by its lowest-coordinate corner (R55). Every newly covered square must be
  enterable. The borders that count are those its leading squares cross and those that newly lie inside its footprint:
  it cannot stand astride a wall. A diagonal step is illegal if shifting the footprint along one axis alone would
  cover a wall-filled square or meet a barred border. Its level is that of its highest square.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from functools import lru_cache
from typing import Final

from muster.geometry.grid.facts import BACKWARD_BARRED, FORWARD_BARRED, GridFacts, StepFlag
from muster.geometry.grid.squares import DIRECTIONS, Direction, Edge, Square, footprint

COST_DIFFICULT: Final = 2
COST_UP: Final = 2
COST_CLIMB_PER_LEVEL: Final = 2

FLAG_SHIFT: Final = 8
"""A legal step is packed as cost | flags << FLAG_SHIFT; an illegal one is 0."""

_DEAR: Final = int(StepFlag.DIFFICULT | StepFlag.SWIM | StepFlag.CLIMB)
_CLIMB: Final = int(StepFlag.CLIMB)
_UP: Final = int(StepFlag.UP)
_DOWN: Final = int(StepFlag.DOWN)

SIZES: Final = (1, 2, 3)


class StepFault(StrEnum):
    """Why a step cannot be taken."""

    OFF_TABLE = "off-table"
    NOT_ADJACENT = "not-adjacent"
    NOT_ENTERABLE = "not-enterable"
    WALL = "wall"
    ONE_WAY = "one-way"
    CORNER = "corner"
    BARRED = "barred"
    HELD = "held"
    NO_STOP = "no-stop"
    NOT_STRAIGHT = "not-straight"
    OVER_BUDGET = "over-budget"


@dataclass(frozen=True, slots=True)
class Step:
    """The verdict on one step. `cost` is in paces (0 when illegal), `levels` the signed change of level.

    `at` is what stopped an illegal step: a square, or the border with its side.
    """

    start: Square
    end: Square
    cost: int
    flags: StepFlag
    levels: int
    fault: StepFault | None = None
    at: Square | Edge | None = None

    @property
    def legal(self) -> bool:
        return self.fault is None


@dataclass(frozen=True, slots=True)
class Plan:
    """What a footprint touches when it shifts one step, as offsets from its corner square.

    `ways` are the ways round (one straight, two diagonal): borders as (offset, bars), where `bars` are the barrier
    bits that stop this crossing.
    """

    direction: Direction
    offset: int
    old: tuple[int, ...]
    new: tuple[int, ...]
    covered: tuple[int, ...]
    between: tuple[int, ...]
    ways: tuple[tuple[tuple[int, int], ...], ...]


def inner_borders(stride: int, count: int, size: int) -> tuple[int, ...]:
    """The borders inside a footprint, as offsets from its corner square."""
    west = [j * stride + i for j in range(size) for i in range(1, size)]
    north = [count + j * stride + i for j in range(1, size) for i in range(size)]
    return (*west, *north)


@lru_cache(maxsize=512)
def plans(stride: int, count: int, size: int) -> tuple[Plan, ...]:
    """The plans of the eight directions, in the order of DIRECTIONS."""
    return tuple(_plan(stride, count, size, direction) for direction in DIRECTIONS)


def _plan(stride: int, count: int, size: int, direction: Direction) -> Plan:
    dx, dy = direction
    here = footprint((0, 0), size)
    there = footprint(direction, size)
    middles = [(dx, 0), (0, dy)] if dx and dy else []

    def offsets(squares: tuple[Square, ...] | list[Square]) -> tuple[int, ...]:
        return tuple(y * stride + x for x, y in squares)

    def inside(corner: Direction) -> dict[int, int]:
        base = corner[1] * stride + corner[0]
        return dict.fromkeys(
            (base + o for o in inner_borders(stride, count, size)), FORWARD_BARRED | BACKWARD_BARRED
        )

    def shift(corner: Direction, axis: Direction) -> dict[int, int]:
        """The borders that the leading squares cross when the footprint at `corner` shifts along one axis."""
        ax, ay = axis
        bars = FORWARD_BARRED if ax + ay > 0 else BACKWARD_BARRED
        old = set(footprint(corner, size))
        crossed: dict[int, int] = {}
        for x, y in footprint((corner[0] + ax, corner[1] + ay), size):
            if (x, y) not in old:
                bx, by = (x + (ax < 0), y) if ax else (x, y + (ay < 0))
                crossed[by * stride + bx + (0 if ax else count)] = bars
        return crossed

    if middles:
        routes = [[((0, 0), (dx, 0)), ((dx, 0), (0, dy))], [((0, 0), (0, dy)), ((0, dy), (dx, 0))]]
    else:
        routes = [[((0, 0), direction)]]
    ways: list[tuple[tuple[int, int], ...]] = []
    for route in routes:
        borders: dict[int, int] = {}
        for corner, axis in route:
            borders |= inside((corner[0] + axis[0], corner[1] + axis[1]))
            borders |= shift(corner, axis)
        for astride in inside((0, 0)):
            borders.pop(astride, None)
        ways.append(tuple(borders.items()))
    new = [s for s in there if s not in here]
    between = {s for middle in middles for s in footprint(middle, size)} - set(here) - set(there)
    return Plan(
        direction=direction,
        offset=dy * stride + dx,
        old=offsets(here),
        new=offsets(new),
        covered=offsets(there),
        between=offsets(sorted(between, key=lambda s: (s[1], s[0]))),
        ways=tuple(ways),
    )


_Judgement = tuple[int, int, "StepFault | None", int]
"""(packed step or 0, change of level, fault, the square or count + border at fault)"""


def judge(facts: GridFacts, plan: Plan, i: int, *, airborne: bool = False) -> _Judgement:
    """Whether the footprint at square number `i` may take the planned step, and at what cost.

    The place of a fault is a square number, or count + a border number. In the air (a jump) only walls and barred
    borders stop it, and only borders cost or have flags; squares off the table must then be kept away by the caller.
    """
    enter, level, square_flags = facts.enter, facts.level, facts.flags
    flags = 0
    for o in plan.new:
        if not enter[i + o] and not (airborne and not facts.full[i + o]):
            return 0, 0, StepFault.NOT_ENTERABLE, i + o
        flags |= 0 if airborne else square_flags[i + o]
    barrier, cross_cost = facts.barrier, facts.cross_cost
    diagonal = len(plan.ways) == 2
    if diagonal:
        for o in plan.between:
            if facts.full[i + o]:
                return 0, 0, StepFault.CORNER, i + o
    cheapest, way_flags = 0, 0
    for number, way in enumerate(plan.ways):
        dear, here = 1, 0
        for o, bars in way:
            border = i + o
            if barrier[border] & bars:
                both = barrier[border] == FORWARD_BARRED | BACKWARD_BARRED
                fault = StepFault.CORNER if diagonal else StepFault.WALL if both else StepFault.ONE_WAY
                return 0, 0, fault, facts.count + border
            if cross_cost[border] > dear:
                dear = cross_cost[border]
            here |= facts.edge_flags[border]
        cheapest = dear if number == 0 else min(cheapest, dear)
        way_flags = here if number == 0 else way_flags & here
    flags |= way_flags
    if airborne:
        return cheapest | flags << FLAG_SHIFT, 0, None, 0
    if len(plan.old) == 1:
        levels = level[i + plan.offset] - level[i]
    else:
        levels = max(level[i + o] for o in plan.covered) - max(level[i + o] for o in plan.old)
    cost = cheapest
    if flags & _DEAR:
        cost = max(cost, COST_DIFFICULT)
    if levels > 0:
        flags |= _UP
        cost = max(cost, COST_UP)
    elif levels < 0:
        flags |= _DOWN
    if abs(levels) >= 2:
        flags |= _CLIMB
        cost = max(cost, COST_CLIMB_PER_LEVEL * abs(levels))
    return cost | flags << FLAG_SHIFT, levels, None, 0


def fits(facts: GridFacts, i: int, size: int) -> bool:
    """Whether a footprint can stand with its corner on square number `i`: all squares enterable, no wall inside.

    Square numbers off the table are allowed; nobody fits there.
    """
    x, y = i % facts.stride, i // facts.stride
    if x + size > facts.table.width or y + size > facts.table.height:
        return False
    stride = facts.stride
    if not all(facts.enter[i + dy * stride + dx] for dy in range(size) for dx in range(size)):
        return False
    both = FORWARD_BARRED | BACKWARD_BARRED
    return all(facts.barrier[i + o] != both for o in inner_borders(stride, facts.count, size))
