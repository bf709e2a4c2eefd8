"""Jumps, climbs and swims: what they cost, and whether they need an Athletics roll."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from functools import lru_cache, partial
from itertools import pairwise
from typing import Final, Literal, TypeAlias

from muster.engine.explain import Total
from muster.geometry.grid.facts import StepFlag
from muster.geometry.grid.grid import Grid, grid_of
from muster.geometry.grid.paths import Jump, jumps, path_cost
from muster.geometry.grid.paths import Reach as ReachArea
from muster.geometry.grid.squaremap import SquareMap
from muster.geometry.grid.squares import Square, distance, footprint, neighbours
from muster.geometry.grid.steps import Step
from muster.rulesets.newworld.book import applies, number, part
from muster.rulesets.newworld.queries.movement import (
    Ground,
    at_start,
    barred_flags,
    costs_of,
    ground_for,
    left_by,
    moving_side,
    strikers,
    swim_flags,
    watchers,
)
from muster.rulesets.newworld.queries.places import square_key
from muster.rulesets.newworld.queries.planning import area
from muster.rulesets.newworld.queries.steps import paces_of
from muster.rulesets.newworld.state import FigureId, State

FeatKind: TypeAlias = Literal["jump", "climb"]


@dataclass(frozen=True, slots=True)
class Feat:
    """A jump or a climb within a move: the way to the take-off, then the feat itself.

    ``path`` are the corner squares of the feat, the landing last; a failed jump ends in the first. ``price`` are the
    paces of the feat alone, ``cost`` those of the way too; ``roll`` says whether an Athletics roll is needed, and
    ``too_high`` that height alone asks for it. ``side`` is that of the jumper's footprint.
    """

    kind: FeatKind
    run_up: tuple[Square, ...]
    path: tuple[Square, ...]
    price: int
    cost: int
    roll: bool
    running: bool = False
    too_high: bool = False
    side: int = 1

    @property
    def landing(self) -> Square:
        """The square reached."""
        return self.path[-1]

    @property
    def corners(self) -> tuple[Square, ...]:
        """Where the figure stands in turn, from its first step to the landing."""
        return (*self.run_up, self.landing)

    @property
    def covered(self) -> tuple[Square, ...]:
        """The squares under the jumper when it has landed."""
        return footprint(self.landing, self.side)

    @property
    def key(self) -> str:
        """Names the feat in option keys: its take-off, if it has to be walked to, and its landing."""
        start = square_key(self.run_up[-1]) if self.run_up else ""
        return f"{start}>{square_key(self.landing)}"


def free_jump(might: int, *, running: bool) -> int:
    """Paces of gap cleared without a roll: half of Might running, half of that standing, both rounded up (move.21)."""
    far = -(-might // 2)
    if running:
        return number("move.21", far, off=far + 1)
    return number("move.22", -(-far // 2), off=far)


def athlete(state: State, figure: FigureId) -> FigureId:
    """Whose Might and Athletics count: the mount's for a rider (height.7)."""
    mount = state.figures[figure].rides
    return mount if mount is not None and applies("height.7") else figure


def athletics_total(state: State, who: FigureId) -> Total:
    """What is added to 2d6 on an Athletics roll of a figure or mount: no Fatigue (ruling R18)."""
    value = state.card(who).athletics
    return Total.of("Athletics", (part("Athletics", value, "move.18"),))


def difficulty(state: State) -> int:
    """The scenario's Athletics difficulty."""
    return state.setup.scenario.athletics


def skips_climb_roll(state: State, figure: FigureId) -> bool:
    """Scale Sheer Surface (move.33)."""
    return state.card(figure).has("scale-sheer-surface") and applies("move.33")


_OPEN_BELOW: Final = int(StepFlag.GAP | StepFlag.SWIM)

RUN_UP: Final = 2
"""Squares moved straight towards a gap that make a jump a running one (move.21)."""

LONGEST_JUMP: Final = 8
"""Gap squares of the longest jump that any Might could clear with a roll."""

MOST_LEVELS: Final = 2
"""Levels up or down between take-off and landing of any jump, at most (ruling R80)."""


def is_gap(grid: Grid, floor: int, square: Square) -> bool:
    """A square that can be jumped over: an open gap, water, or ground lower than both ends of the jump (``floor``)."""
    facts = grid.facts
    i = facts.index(square)
    return bool(facts.flags[i] & _OPEN_BELOW) or facts.level[i] < floor


@lru_cache(maxsize=20_000)
def jumps_from(grid: Grid, side: int, square: Square) -> tuple[Jump, ...]:
    """Every jump that the table offers to a footprint from one square; nobody takes off from inside a gap.

    A landing may lie lower than the take-off; dry ground is a gap only where it lies lower than both (ruling R80).
    """
    facts, level = grid.facts, grid.level(square, side)
    if any(facts.flags[facts.index(s)] & _OPEN_BELOW for s in footprint(square, side)):
        return ()
    if not any(grid.on_table(n) and is_gap(grid, level, n) for n in _around(square, side)):
        return ()
    return tuple(
        jump
        for floor in range(level, level - MOST_LEVELS - 1, -1)
        for jump in jumps(grid, square, LONGEST_JUMP, partial(is_gap, grid, floor), size=side)
        if min(level, grid.level(jump.landing, side)) == floor
    )


@lru_cache(maxsize=20_000)
def climbs_from(grid: Grid, side: int, square: Square) -> tuple[Square, ...]:
    """Every climb that the table offers to a footprint from one square: where it leads to."""
    facts = grid.facts
    level = facts.level[facts.index(square)]
    near = [n for n in _around(square, side) if grid.on_table(n)]
    if all(abs(facts.level[facts.index(n)] - level) < 2 for n in near):
        return ()
    steps = (grid.step(square, n, side) for n in neighbours(square) if grid.fits(n, side))
    return tuple(s.end for s in steps if s.legal and s.flags & StepFlag.CLIMB)


def _around(square: Square, side: int) -> Iterator[Square]:
    x, y = square
    for v in range(y - 1, y + side + 1):
        for u in range(x - 1, x + side + 1):
            if not (x <= u < x + side and y <= v < y + side):
                yield u, v


@lru_cache(maxsize=256)
def water(table: SquareMap, flag: int) -> frozenset[Square]:
    """The squares of a table that have to do with that flag: water to be swum, or rough water."""
    facts = grid_of(table, table.start_states()).facts
    return frozenset(facts.squares[i] for i, flags in enumerate(facts.flags) if flags & flag)


_DIFFICULT: Final = int(StepFlag.DIFFICULT)
_UNEVEN: Final = int(StepFlag.GAP | StepFlag.SWIM | StepFlag.CLIMB)


@lru_cache(maxsize=256)
def uneven(table: SquareMap, side: int) -> frozenset[Square]:
    """The squares round which the ground is not level and firm; a jump or climb can begin on no other.

    Most squares of a table are not among them, and asking for each of those would take most of a list of options.
    """
    facts = grid_of(table, table.start_states()).facts
    found: set[Square] = set()
    for y in range(table.height - side + 1):
        for x in range(table.width - side + 1):
            own = {facts.level[facts.index(s)] for s in footprint((x, y), side)}
            for near in _around((x, y), side):
                if table.holds(near):
                    i = facts.index(near)
                    if facts.flags[i] & _UNEVEN or own != {facts.level[i]}:
                        found.add((x, y))
                        break
    return frozenset(found)


def feats(state: State, figure: FigureId, budget: int) -> tuple[Feat, ...]:
    """Every jump and climb that a move of so many paces allows, each from its cheapest take-off.

    The take-off is a free square, so that a failure leaves the figure somewhere. A jump that a run-up makes free is
    found with that run-up, even where the way to its take-off is shorter without.
    """
    start = state.figures[figure].at
    if start is None:
        return ()
    side = moving_side(state, figure)
    ground, bar = ground_for(state, figure), barred_flags(state, figure)
    rough = uneven(state.grid.table, side)
    if all(distance(start, s) >= budget for s in rough):
        return ()
    watch = watchers(state, figure)
    found = area(state, figure, budget - 1, bar, watch=watch)
    takeoffs: list[tuple[Square, tuple[Square, ...], int]] = [
        (at, () if at == start else found.path(at), cost)
        for at, cost in ((start, 0), *((s, found.cost(s)) for s in found.stops() if s in rough))
        if at in rough and (jumps_from(state.grid, side, at) or climbs_from(state.grid, side, at))
    ]
    if not takeoffs:
        return ()
    taken = ground.closed | ground.held
    most = {s: min(budget, paces - 1) for s, paces in found.costs().items()}
    best: dict[tuple[FeatKind, Square, bool], tuple[int, int, Feat]] = {}
    for at, path, cost in takeoffs:
        for feat in (
            *_jumps_at(state, figure, at, path, cost, found, ground, bar, most),
            *_climbs_at(state, figure, at, path, cost, most, budget),
        ):
            if feat.cost > most.get(feat.landing, budget):
                continue  # too far, or the landing can be walked to as cheaply
            fits = taken.isdisjoint(feat.covered) and state.grid.fits(feat.landing, side)
            if feat.landing == start or not fits:
                continue
            key: tuple[FeatKind, Square, bool] = (feat.kind, feat.landing, feat.roll)
            blows = left_by(watch, (start, *feat.corners)).bit_count()
            if key not in best or (feat.cost, blows) < best[key][:2]:
                best[key] = (feat.cost, blows, feat)
    free = {(k, s) for k, s, roll in best if not roll}
    return tuple(
        f for (kind, landing, roll), (*_, f) in sorted(best.items()) if not (roll and (kind, landing) in free)
    )


def struck_by(state: State, figure: FigureId, feat: Feat) -> tuple[FigureId, ...]:
    """The foes that may strike on the way of a jump or climb, in the order of the cards (move.11)."""
    left = left_by(watchers(state, figure), (at_start(state, figure), *feat.corners))
    return tuple(f for i, f in enumerate(strikers(state, figure)) if left >> i & 1 and applies("move.11"))


def _jumps_at(
    state: State,
    figure: FigureId,
    at: Square,
    path: tuple[Square, ...],
    cost: int,
    found: ReachArea,
    ground: Ground,
    bar: StepFlag,
    most: Mapping[Square, int],
) -> Iterator[Feat]:
    """``most`` are the paces that a jump to a square may cost where that is less than the budget.

    Nobody jumps over a foe that bars its square (move.16), or where this figure could not walk: across a border, or
    onto ground, that is not for the mounted (edge.3, move.35, ruling R80).
    """
    side = moving_side(state, figure)
    leaps = jumps_from(state.grid, side, at)
    if not leaps:
        return
    budget = found.budget + 1
    far = free_jump(state.card(athlete(state, figure)).might, running=True)
    for jump in leaps:
        # Each step through the air costs a pace at least, so most jumps are out before anything else is looked at.
        if jump.length > 2 * far or cost + len(jump.steps) > most.get(jump.landing, budget):
            continue
        if not ground.closed.isdisjoint(jump.passed) or _flags_of(state, jump, side) & bar:
            continue
        direct = jump_feat(state, figure, at, jump, path, cost)
        if direct is not None:
            yield direct
            if not direct.roll or direct.running or jump.length > far:
                continue
        way = _run_up_to(state, figure, at, jump.direction, found, ground, bar)
        if way is not None:
            ran = jump_feat(state, figure, at, jump, way, sum(costs_of(state, figure, way)))
            if ran is not None:
                yield ran


def _flags_of(state: State, jump: Jump, side: int) -> int:
    """What the borders that a jump crosses and the ground on which it lands have to do with."""
    facts, flags = state.grid.facts, 0
    for step in jump.steps:
        flags |= int(step.flags)
    for square in footprint(jump.landing, side):
        flags |= facts.flags[facts.index(square)]
    return flags


def jump_feat(
    state: State, figure: FigureId, at: Square, jump: Jump, way: tuple[Square, ...], cost: int
) -> Feat | None:
    """One jump from a take-off reached on a given way; None where it is too far or too high (move.21 to move.23).

    Nobody clears more than twice the free distance or more than two levels, up or down; two take a roll (ruling R80).
    """
    side, might = moving_side(state, figure), state.card(athlete(state, figure)).might
    running = has_run_up(state, figure, way, jump.direction)
    free = free_jump(might, running=running)
    level, facts = state.grid.level(at, side), state.grid.facts
    rise = max(facts.level[facts.index(s)] for s in jump.passed) - level
    drop = level - state.grid.level(jump.landing, side)
    if jump.length > 2 * free or max(rise, drop) > MOST_LEVELS:
        return None
    far, high = jump.length > free, max(rise, drop) > 1
    roll = (far or high) and applies("move.23")
    price = sum(paces_of(step) for step in jump.steps[:-1]) + paces_of(
        _landing_step(state, jump, side, level)
    )
    return Feat("jump", way, jump.path, price, cost + price, roll, running, high and not far, side)


def _landing_step(state: State, jump: Jump, side: int, level: int) -> Step:
    """The last step of a jump as it is paid for: like a step onto that ground, over that border (ruling R80)."""
    last, facts = jump.steps[-1], state.grid.facts
    ground = 0
    for square in footprint(jump.landing, side):
        ground |= facts.flags[facts.index(square)] & _DIFFICULT
    up = state.grid.level(jump.landing, side) > level
    return replace(last, flags=last.flags | StepFlag(ground), levels=1 if up else 0)


def has_run_up(state: State, figure: FigureId, path: tuple[Square, ...], direction: tuple[int, int]) -> bool:
    """At least 2 squares moved straight towards the gap in the same action (move.21)."""
    start = state.figures[figure].at
    if start is None or len(path) < RUN_UP:
        return False
    squares = (start, *path)[-RUN_UP - 1 :]
    return all((b[0] - a[0], b[1] - a[1]) == direction for a, b in pairwise(squares)) and applies("move.21")


def _run_up_to(
    state: State,
    figure: FigureId,
    at: Square,
    direction: tuple[int, int],
    found: ReachArea,
    ground: Ground,
    bar: StepFlag,
) -> tuple[Square, ...] | None:
    """The cheapest way to a take-off that ends with a run-up, or None where there is none."""
    dx, dy = direction
    straight = tuple((at[0] - dx * n, at[1] - dy * n) for n in range(RUN_UP, -1, -1))
    base = straight[0]
    if base != found.start and base not in found:
        return None
    if (0 if base == found.start else found.cost(base)) + RUN_UP > found.budget:
        return None
    way = (() if base == found.start else found.path(base)) + straight[1:]
    verdict = path_cost(
        state.grid,
        found.start,
        way,
        budget=found.budget,
        size=moving_side(state, figure),
        closed=ground.closed,
        held=ground.held,
        bar=bar,
    )
    return way if verdict.legal else None


def _climbs_at(
    state: State,
    figure: FigureId,
    at: Square,
    path: tuple[Square, ...],
    cost: int,
    most: Mapping[Square, int],
    budget: int,
) -> Iterator[Feat]:
    """Climbs over two levels or more; mounts cannot climb, nobody climbs into water that needs a roll (ruling R86)."""
    if state.figures[figure].rides is not None:
        return
    side, wet = moving_side(state, figure), int(swim_flags(state, figure))
    for there in climbs_from(state.grid, side, at):
        if cost + 1 > most.get(there, budget):
            continue
        step = state.grid.step(at, there, side)
        if int(step.flags) & wet:
            continue
        roll = not skips_climb_roll(state, figure) and applies("move.18")
        price = paces_of(step)
        yield Feat("climb", path, (there,), price, cost + price, roll, side=side)
