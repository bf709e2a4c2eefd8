"""Paths over squares: what a figure can reach, whether a given path is legal, straight lines and jumps.

Costs are in paces. Figures on the table are given as sets of squares: `closed` ones may not be entered (foes), `held`
ones may be passed but not ended in (allies, the fallen). The mover's own squares belong into neither.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Final, NamedTuple

from muster.geometry.grid.facts import GridFacts, StepFlag
from muster.geometry.grid.grid import PACE, PENAL, PENALTIES, Grid
from muster.geometry.grid.squares import DIRECTIONS, Direction, Edge, Square, distance, footprint
from muster.geometry.grid.steps import Step, StepFault

NOTHING: Final[frozenset[Square]] = frozenset()


class ReachEntry(NamedTuple):
    """One square of a reach. `via` is the index of the entry before it, None for the start; costs are sums so far."""

    to: Square
    cost: int
    via: int | None
    may_stop: bool
    penalty: int


class Reach:
    """Everything that a figure can come to within its budget, each square by its default path."""

    __slots__ = (
        "_best",
        "_costs",
        "_entries",
        "_facts",
        "_held",
        "_order",
        "_watched",
        "budget",
        "size",
        "start",
    )

    def __init__(
        self,
        facts: GridFacts,
        start: Square,
        size: int,
        budget: int,
        *,
        best: list[int],
        order: list[int],
        costs: list[int],
        held: set[int],
        watched: bool,
    ) -> None:
        self.start, self.size, self.budget = start, size, budget
        self._facts, self._best, self._order, self._costs = facts, best, order, costs
        self._held, self._watched = held, watched
        self._entries: tuple[ReachEntry, ...] | None = None

    @property
    def entries(self) -> tuple[ReachEntry, ...]:
        """In order of cost, then (y, x), without the start; an entry's `via` always stands before it."""
        if self._entries is None:
            count, squares, best, held = self._facts.count, self._facts.squares, self._best, self._held
            penal = PENAL * count
            numbers: list[int | None] = [None] * count
            for n, i in enumerate(self._order[1:]):
                numbers[i] = n
            order = self._order[1:]
            penalties = [best[i] // penal % PENALTIES for i in order] if self._watched else [0] * len(order)
            columns = zip(
                [squares[i] for i in order],
                self._costs[1:],
                [numbers[best[i] % count] for i in order],
                [i not in held for i in order],
                penalties,
                strict=True,
            )
            self._entries = tuple(map(ReachEntry._make, columns))
        return self._entries

    def _label(self, square: Square) -> int:
        facts = self._facts
        if square != self.start and facts.table.holds(square):
            label = self._best[facts.index(square)]
            if 0 <= label < (self.budget + 1) * PACE * facts.count:
                return label
        raise KeyError(square)

    def __contains__(self, square: Square) -> bool:
        try:
            self._label(square)
        except KeyError:
            return False
        return True

    def cost(self, square: Square) -> int:
        """Paces to a square. Raises KeyError when it is the start or out of reach."""
        return self._label(square) // (PACE * self._facts.count)

    def penalty(self, square: Square) -> int:
        """The penalty of the default path to a square (see `reach`). Raises KeyError as `cost` does."""
        return self._label(square) // (PENAL * self._facts.count) % PENALTIES

    def path(self, square: Square) -> tuple[Square, ...]:
        """The squares entered on the default path, the last one included. Raises KeyError as `cost` does."""
        squares = [square]
        while (before := self._facts.squares[self._label(squares[-1]) % self._facts.count]) != self.start:
            squares.append(before)
        return tuple(reversed(squares))

    def costs(self) -> dict[Square, int]:
        """Paces to every square in reach, without the start, in the order of `entries`."""
        squares = self._facts.squares
        return {squares[i]: cost for i, cost in zip(self._order[1:], self._costs[1:], strict=True)}

    def stops(self) -> tuple[Square, ...]:
        """The squares in which the move may end, in the order of `entries`."""
        squares = self._facts.squares
        return tuple(squares[i] for i in self._order[1:] if i not in self._held)


def anchors(grid: Grid, squares: Collection[Square], size: int) -> set[int]:
    """The numbers of all corner squares from which a footprint covers any of `squares`."""
    stride = grid.facts.stride
    return {
        (y - j) * stride + (x - i)
        for x, y in squares
        for j in range(size)
        for i in range(size)
        if x >= i and y >= j
    }


def reach(
    grid: Grid,
    start: Square,
    budget: int,
    *,
    size: int = 1,
    closed: Collection[Square] = NOTHING,
    held: Collection[Square] = NOTHING,
    bar: StepFlag = StepFlag.CLIMB,
    watch: Mapping[Square, int] | None = None,
) -> Reach:
    """Search all squares within `budget` paces of a figure whose corner stands on `start`.

    `bar` leaves out steps that have to do with any of its flags; climbs are out unless the ruleset lets them in.
    `watch` maps corner squares to bit sets of watchers (one bit a foe whose reach holds a figure there): a step that
    leaves the sight of n watchers has a penalty of n, and of paths of equal cost the one with the least penalty is
    the default, then the one with the fewest diagonal steps, then the lowest squares by (y, x) from the end back.
    Raises ValueError for a start off the table or an unknown footprint.
    """
    facts = grid.facts
    count = facts.count
    origin = facts.index(start)
    moves = grid.moves(size, bar)
    penal = PENAL * count
    best = [(budget + 1) * PACE * count] * count
    for i in anchors(grid, closed, size):
        best[i] = -1
    best[origin] = origin
    watched = [0] * count
    for square, bits in (watch or {}).items():
        if grid.on_table(square):
            watched[facts.index(square)] = bits
    buckets: list[list[int]] = [[] for _ in range(budget + 1)]
    if budget >= 0:
        buckets[0].append(origin)
    done = bytearray(count)
    order: list[int] = []
    costs: list[int] = []
    for cost, bucket in enumerate(buckets):
        bucket.sort()
        for i in bucket:
            if done[i]:
                continue
            done[i] = 1
            order.append(i)
            costs.append(cost)
            label = best[i]
            base = label - label % count + i
            eyes = watched[i]
            if eyes:
                for j, paces, weight in moves[i]:
                    label = base + weight + (eyes & ~watched[j]).bit_count() * penal
                    if label < best[j]:
                        best[j] = label
                        buckets[cost + paces].append(j)
            else:
                for j, paces, weight in moves[i]:
                    label = base + weight
                    if label < best[j]:
                        best[j] = label
                        buckets[cost + paces].append(j)
    return Reach(
        facts,
        start,
        size,
        budget,
        best=best,
        order=order,
        costs=costs,
        held=anchors(grid, held, size),
        watched=bool(watch),
    )


@dataclass(frozen=True, slots=True)
class PathVerdict:
    """The verdict on an explicit path. `cost` sums the steps up to the end or up to the fault, in paces.

    `failed` is the index in the path of the first square that cannot be entered (or ended in), `fault` says why and
    `at` names the square or border that stopped it.
    """

    cost: int
    steps: tuple[Step, ...]
    failed: int | None = None
    fault: StepFault | None = None
    at: Square | Edge | None = None

    @property
    def legal(self) -> bool:
        return self.fault is None


def path_cost(
    grid: Grid,
    start: Square,
    path: Sequence[Square],
    *,
    budget: int | None = None,
    size: int = 1,
    closed: Collection[Square] = NOTHING,
    held: Collection[Square] = NOTHING,
    bar: StepFlag = StepFlag.CLIMB,
) -> PathVerdict:
    """Check a path step by step, with the same arguments as `reach`; the squares are those entered, without `start`.

    The first step that fails is named. A path may end only where `held` does not forbid it; an empty path is legal
    and costs nothing.
    """
    cost, here = 0, start
    steps: list[Step] = []
    for number, square in enumerate(path):
        step = grid.step(here, square, size)
        fault, at = step.fault, step.at
        if fault is None:
            taken = [s for s in footprint(square, size) if s in closed]
            if taken:
                fault, at = StepFault.HELD, taken[0]
            elif step.flags & bar:
                fault, at = StepFault.BARRED, square
            elif budget is not None and cost + step.cost > budget:
                fault, at = StepFault.OVER_BUDGET, square
        if fault is not None:
            return PathVerdict(cost, tuple(steps), number, fault, at)
        cost += step.cost
        steps.append(step)
        here = square
    if path:
        stood_on = [s for s in footprint(here, size) if s in held]
        if stood_on:
            return PathVerdict(cost, tuple(steps), len(path) - 1, StepFault.NO_STOP, stood_on[0])
    return PathVerdict(cost, tuple(steps))


def is_straight(start: Square, path: Sequence[Square]) -> bool:
    """Whether a path is a straight line by ruling R9.

    It has n steps, n being the larger of the two differences between its ends; step i advances one square along the
    longer axis and lies within half a square (inclusive) of the ideal line on the shorter one. An empty path is one.
    """
    if not path:
        return True
    dx, dy = path[-1][0] - start[0], path[-1][1] - start[1]
    n = max(abs(dx), abs(dy))
    if len(path) != n:
        return False
    long, short = (0, 1) if abs(dx) >= abs(dy) else (1, 0)
    ahead, aside = (dx, dy) if long == 0 else (dy, dx)
    forward = 1 if ahead > 0 else -1
    return all(
        square[long] - start[long] == forward * i
        and 2 * abs((square[short] - start[short]) * n - aside * i) <= n
        for i, square in enumerate(path, start=1)
    )


@lru_cache(maxsize=4096)
def _tracks(n: int, aside: int) -> tuple[tuple[int, ...], ...]:
    """For each of n steps the offsets on the shorter axis that lie within half a square of aside * i / n."""
    return tuple(
        tuple(range(-((n - 2 * aside * i) // (2 * n)), (n + 2 * aside * i) // (2 * n) + 1))
        for i in range(1, n + 1)
    )


def _layers(start: Square, end: Square) -> list[list[Square]]:
    """The squares that step 1, 2, ... of a straight path may enter, each layer in order of (y, x)."""
    (x, y), dx, dy = start, end[0] - start[0], end[1] - start[1]
    n = max(abs(dx), abs(dy))
    if abs(dx) >= abs(dy):
        forward = 1 if dx > 0 else -1
        return [[(x + forward * i, y + o) for o in track] for i, track in enumerate(_tracks(n, dy), start=1)]
    forward = 1 if dy > 0 else -1
    return [[(x + o, y + forward * i) for o in track] for i, track in enumerate(_tracks(n, dx), start=1)]


def straight_lines(start: Square, end: Square) -> Iterator[tuple[Square, ...]]:
    """Every straight path (ruling R9) from start to end, the squares entered only.

    More than one exists where the ideal line passes exactly between two squares. None when start is end.
    """
    paths: list[tuple[Square, ...]] = [()] if start != end else []
    for layer in _layers(start, end):
        paths = [
            (*path, square)
            for path in paths
            for square in layer
            if distance(path[-1] if path else start, square) == 1
        ]
    yield from paths


class StraightPath(NamedTuple):
    """A straight path with its cost in paces and its penalty (see `reach`)."""

    path: tuple[Square, ...]
    cost: int
    penalty: int


def straight_reach(
    grid: Grid,
    start: Square,
    budget: int,
    *,
    size: int = 1,
    closed: Collection[Square] = NOTHING,
    held: Collection[Square] = NOTHING,
    bar: StepFlag = StepFlag.CLIMB,
    watch: Mapping[Square, int] | None = None,
    ends: Collection[Square] | None = None,
) -> dict[Square, StraightPath]:
    """The best straight path to every square that has one within the budget, keyed by its end, in order of (y, x).

    Arguments as for `reach`; `ends` limits the squares asked about. Of several straight lines to one square the
    cheapest counts, then the one with the least penalty, then the first by (y, x). Ends in `held` squares are left
    out. Minimum lengths are the ruleset's business.
    """
    facts = grid.facts
    moves = grid.moves(size, bar)
    shut = anchors(grid, closed, size)
    no_stop = anchors(grid, held, size)
    eyes = watch or {}
    x, y = start
    table = grid.table
    if ends is None:
        near = [
            (u, v)
            for v in range(max(0, y - budget), min(table.height, y + budget + 1))
            for u in range(max(0, x - budget), min(table.width, x + budget + 1))
        ]
    else:
        near = sorted((s for s in ends if grid.on_table(s)), key=lambda s: (s[1], s[0]))
    steps: dict[Square, dict[Square, int]] = {}

    def steps_from(square: Square) -> dict[Square, int]:
        known = steps.get(square)
        if known is None:
            known = {facts.squares[j]: paces for j, paces, _ in moves[facts.index(square)] if j not in shut}
            steps[square] = known
        return known

    found: dict[Square, StraightPath] = {}
    for end in near:
        if end == start or distance(start, end) > budget or facts.index(end) in no_stop:
            continue
        labels: dict[Square, tuple[int, int, tuple[Square, ...]]] = {start: (0, 0, ())}
        for layer in _layers(start, end):
            following: dict[Square, tuple[int, int, tuple[Square, ...]]] = {}
            for here, (cost, penalty, path) in labels.items():
                open_steps = steps_from(here)
                for square in layer:
                    paces = open_steps.get(square)
                    if paces is None or cost + paces > budget:
                        continue
                    left = (eyes.get(here, 0) & ~eyes.get(square, 0)).bit_count() if eyes else 0
                    label = (cost + paces, penalty + left, (*path, square))
                    if square not in following or _rank(label) < _rank(following[square]):
                        following[square] = label
            labels = following
            if not labels:
                break
        if end in labels:
            cost, penalty, path = labels[end]
            found[end] = StraightPath(path, cost, penalty)
    return found


def _rank(label: tuple[int, int, tuple[Square, ...]]) -> tuple[int, int, list[tuple[int, int]]]:
    return label[0], label[1], [(y, x) for x, y in label[2]]


class Jump(NamedTuple):
    """A jump in one of the eight directions: the steps of the corner square through the air, the landing last."""

    direction: Direction
    length: int
    """Rows of gap squares, in paces."""
    gap: tuple[Square, ...]
    steps: tuple[Step, ...]
    passed: tuple[Square, ...]
    """Every square flown over or landed on, in order, but for those under the figure as it takes off."""

    @property
    def path(self) -> tuple[Square, ...]:
        """The corner squares on the way, the landing last."""
        return tuple(step.end for step in self.steps)

    @property
    def landing(self) -> Square:
        """The corner square of the landing."""
        return self.steps[-1].end


def jumps(
    grid: Grid, start: Square, most: int, is_gap: Callable[[Square], bool], *, size: int = 1
) -> Iterator[Jump]:
    """The jumps of 1 to `most` gap squares from `start`, in the order of DIRECTIONS.

    Which squares are gaps is the ruleset's business (`is_gap`, never asked off the table). The gap begins at once in
    front of the figure and its length is the rows of squares that the leading edge passes; the landing lies wholly
    beyond it and holds no gap square. Nothing full and no barred border lies on the way (diagonals as for steps);
    whether gap squares could be entered does not matter. Figures do not count.
    """
    for direction in DIRECTIONS:
        dx, dy = direction
        gap: list[Square] = []
        steps: list[Step] = []
        passed: list[Square] = []
        here, rows, beyond = start, 0, 0
        while rows <= most and beyond < size:
            step = grid.flight(here, (here[0] + dx, here[1] + dy), size)
            if not step.legal:
                break
            old = footprint(here, size)
            new = [s for s in footprint(step.end, size) if s not in old]
            over = [s for s in new if is_gap(s)]
            steps.append(step)
            passed += new
            here = step.end
            if over and beyond == 0:
                gap += over
                rows += 1
            elif over or not rows:
                break
            else:
                beyond += 1
        if 0 < rows <= most and beyond == size and grid.fits(here, size):
            yield Jump(direction, rows, tuple(gap), tuple(steps), tuple(passed))
