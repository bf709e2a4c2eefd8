"""The grid: a map of squares with its borders in their present state, and every question that rules put to it.

A `Grid` is a value: two grids of one map and one set of states answer alike, and `with_edge` gives another one. What
it remembers (step tables, sight) never changes an answer.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache
from typing import Final

from muster.geometry.grid.facts import GridFacts, SquareFacts, StepFlag
from muster.geometry.grid.kinds import EdgeFacts
from muster.geometry.grid.sight import SightIndex, SightVerdict
from muster.geometry.grid.squaremap import MapEdge, SquareMap
from muster.geometry.grid.squares import (
    DIRECTIONS,
    Edge,
    Square,
    distance,
    edge_between,
    footprint,
    footprint_distance,
)
from muster.geometry.grid.steps import (
    FLAG_SHIFT,
    SIZES,
    Step,
    StepFault,
    fits,
    judge,
    plans,
)

DIAGONALS: Final = 1 << 8
PENALTIES: Final = 1 << 12
PENAL: Final = DIAGONALS
PACE: Final = DIAGONALS * PENALTIES
"""A label of the path search is one integer, ((cost * PENALTIES + penalty) * DIAGONALS + diagonals) * count + the
square before. So the smaller label is the better one: lower cost, then less penalty, then fewer diagonal steps, then
the lower square before by (y, x). A pace weighs PACE * count, a penalty PENAL * count, a diagonal step count."""

Moves = list[tuple[tuple[int, int, int], ...]]
"""For each square number the legal steps: (square number, cost in paces, weight in a label)."""

NO_FLAGS: Final = StepFlag(0)

_NUMBERED: Final = {direction: number for number, direction in enumerate(DIRECTIONS)}


@lru_cache(maxsize=2048)
def _flags(value: int) -> StepFlag:
    """A set of flags by its number; remembered, because making one takes longer than judging the step."""
    return StepFlag(value)


def _lies_on(table: SquareMap, square: Square, size: int) -> bool:
    """Whether a footprint lies wholly on the table."""
    x, y = square
    return x >= 0 and y >= 0 and x + size <= table.width and y + size <= table.height


class Grid:
    """A `SquareMap` with the state of each of its doors, gates and shutters.

    `states` maps the ids of borders to their states; those left out stand as on the map. Raises KeyError for an
    unknown id or state.
    """

    __slots__ = ("_areas", "_moves", "_packed", "_sight", "facts")

    def __init__(self, table: SquareMap, states: Mapping[str, str] | None = None) -> None:
        known = table.start_states()
        for edge_id in states or {}:
            if edge_id not in known:
                raise KeyError(edge_id)
        self.facts = GridFacts(table, {**known, **(states or {})})
        self._packed: dict[int, list[tuple[int, ...]]] = {}
        self._moves: dict[tuple[int, int], Moves] = {}
        self._areas: dict[tuple[Square, int], frozenset[Square]] = {}
        self._sight: SightIndex | None = None

    @property
    def table(self) -> SquareMap:
        return self.facts.table

    @property
    def states(self) -> Mapping[str, str]:
        """The state of every border that can change, by its id."""
        return self.facts.states

    def with_edge(self, edge_id: str, state: str) -> Grid:
        """The grid with one door, gate or shutter in another state. Raises KeyError for an unknown id or state."""
        if self.facts.states[edge_id] == state:
            return self
        twin = Grid.__new__(Grid)
        twin.facts, changed = self.facts.with_state(edge_id, state)
        twin._packed = {}
        twin._moves = {}
        twin._areas = {}
        twin._sight = None
        for size, rows in self._packed.items():
            touched = self._touched(changed, size)
            fresh = rows.copy()
            for i in touched:
                fresh[i] = twin._pack(i, size)
            twin._packed[size] = fresh
            for (other, bar), moves in self._moves.items():
                if other == size:
                    renewed = moves.copy()
                    for i in touched:
                        renewed[i] = twin._unpack(i, size, bar)
                    twin._moves[(size, bar)] = renewed
        return twin

    def _touched(self, borders: list[int], size: int) -> list[int]:
        """The corner squares from which a figure's step could meet one of these borders."""
        facts = self.facts
        found: set[int] = set()
        for border in borders:
            x, y, _ = facts.edge(border)
            for v in range(max(0, y - size - 1), min(facts.table.height, y + 2)):
                for u in range(max(0, x - size - 1), min(facts.table.width, x + 2)):
                    found.add(v * facts.stride + u)
        return sorted(found)

    # --- squares and borders ------------------------------------------------------------------------------

    def on_table(self, square: Square) -> bool:
        return self.facts.table.holds(square)

    def square(self, square: Square) -> SquareFacts:
        """The facts of one square. Raises ValueError off the table."""
        return self.facts.square_facts(square)

    def level(self, square: Square, size: int = 1) -> int:
        """The level at which a figure stands: that of the highest of its squares, in paces (ruling R37)."""
        facts = self.facts
        if size == 1:
            return facts.level[facts.index(square)]
        return max(facts.level[facts.index(s)] for s in footprint(square, size))

    def fits(self, square: Square, size: int = 1) -> bool:
        """Whether a figure could stand there: on the table, all squares enterable, astride no wall."""
        x, y = square
        return x >= 0 and y >= 0 and fits(self.facts, y * self.facts.stride + x, size)

    def border(self, edge: Edge) -> EdgeFacts:
        """The facts of a border in its present state."""
        return self.facts.border_facts(self.facts.border(edge))

    def border_between(self, a: Square, b: Square) -> MapEdge | None:
        """The map's border between two squares side by side, None where it is open ground.

        Raises ValueError when they do not lie side by side.
        """
        return self.facts.edge_at.get(self.facts.border(edge_between(a, b)))

    # --- steps --------------------------------------------------------------------------------------------

    def step(self, start: Square, end: Square, size: int = 1) -> Step:
        """The verdict on one step of a figure's corner square, by map and borders alone (figures do not count)."""
        return self._judged(start, end, size, airborne=False)

    def flight(self, start: Square, end: Square, size: int = 1) -> Step:
        """The same in the air: only walls, barred borders and the rim of the table stop it, only borders cost."""
        return self._judged(start, end, size, airborne=True)

    def _judged(self, start: Square, end: Square, size: int, *, airborne: bool) -> Step:
        number = _NUMBERED.get((end[0] - start[0], end[1] - start[1]))
        if number is None:
            return Step(start, end, 0, NO_FLAGS, 0, StepFault.NOT_ADJACENT, end)
        facts, table = self.facts, self.facts.table
        if not (_lies_on(table, start, size) and _lies_on(table, end, size)):
            outside = [s for s in (*footprint(start, size), *footprint(end, size)) if not self.on_table(s)]
            return Step(start, end, 0, NO_FLAGS, 0, StepFault.OFF_TABLE, outside[0])
        plan = plans(facts.stride, facts.count, size)[number]
        packed, levels, fault, place = judge(
            facts, plan, start[1] * facts.stride + start[0], airborne=airborne
        )
        if fault is not None:
            at = facts.square(place) if place < facts.count else facts.edge(place - facts.count)
            return Step(start, end, 0, NO_FLAGS, 0, fault, at)
        return Step(start, end, packed & ((1 << FLAG_SHIFT) - 1), _flags(packed >> FLAG_SHIFT), levels)

    def flies(self, start: Square, end: Square, size: int = 1) -> bool:
        """Whether a figure in the air passes from one corner square to the next: only walls and barred borders
        stop it, and the rim of the table.
        """
        direction = (end[0] - start[0], end[1] - start[1])
        if direction not in DIRECTIONS or not all(self.on_table(s) for s in footprint(end, size)):
            return False
        facts = self.facts
        plan = plans(facts.stride, facts.count, size)[DIRECTIONS.index(direction)]
        return judge(facts, plan, facts.index(start), airborne=True)[2] is None

    def moves(self, size: int, bar: StepFlag) -> Moves:
        """The legal steps from every square for a footprint, without those that have to do with any flag of `bar`.

        Raises ValueError for a footprint that no figure has.
        """
        key = (size, int(bar))
        found = self._moves.get(key)
        if found is None:
            if size not in SIZES:
                raise ValueError(f"a figure has a footprint of 1, 2 or 3 squares, not {size}")
            if size not in self._packed:
                self._packed[size] = [self._pack(i, size) for i in range(self.facts.count)]
            found = [self._unpack(i, size, int(bar)) for i in range(self.facts.count)]
            self._moves[key] = found
        return found

    def _pack(self, i: int, size: int) -> tuple[int, ...]:
        facts = self.facts
        if not fits(facts, i, size):
            return ()
        return tuple(judge(facts, plan, i)[0] for plan in plans(facts.stride, facts.count, size))

    def _unpack(self, i: int, size: int, bar: int) -> tuple[tuple[int, int, int], ...]:
        facts = self.facts
        barred, mask, count = bar << FLAG_SHIFT, (1 << FLAG_SHIFT) - 1, facts.count
        return tuple(
            (
                i + plan.offset,
                packed & mask,
                ((packed & mask) * PACE + (1 if len(plan.ways) == 2 else 0)) * count,
            )
            for packed, plan in zip(self._packed[size][i], plans(facts.stride, count, size), strict=False)
            if packed and not packed & barred
        )

    def connected(self, start: Square) -> frozenset[Square]:
        """Every square that a figure on foot could come to from `start`, given time and luck in climbing."""
        facts = self.facts
        moves = self.moves(1, StepFlag(0))
        found, front = {facts.index(start)}, [facts.index(start)]
        while front:
            for j, _, _ in moves[front.pop()]:
                if j not in found:
                    found.add(j)
                    front.append(j)
        return frozenset(facts.square(i) for i in found)

    # --- reach and sight ----------------------------------------------------------------------------------

    def reach_open(self, a: Square, b: Square) -> bool:
        """Whether blows pass between two squares at distance 1 or 0 (ruling R61).

        They pass where no full border lies between, at no end of one and round no wall-filled square; open windows
        let them pass (R63). Levels do not count (R37). False beyond distance 1.
        """
        if a == b:
            return True
        if distance(a, b) > 1:
            return False
        facts = self.facts
        i, j = facts.index(a), facts.index(b)
        if facts.full[i] or facts.full[j]:
            return False
        if a[0] == b[0] or a[1] == b[1]:
            return not facts.blocks_reach[facts.border(edge_between(a, b))]
        for middle in ((b[0], a[1]), (a[0], b[1])):
            if facts.full[facts.index(middle)]:
                return False
            for edge in (edge_between(a, middle), edge_between(middle, b)):
                if facts.blocks_reach[facts.border(edge)]:
                    return False
        return True

    def in_reach(self, a: Square, size_a: int, b: Square, size_b: int) -> bool:
        """Whether two figures are in each other's reach: some pair of their squares is (newworld.range.3)."""
        if footprint_distance(a, size_a, b, size_b) > 1:
            return False
        area = self.reach_area(a, size_a)
        return b in area if size_b == 1 else not area.isdisjoint(footprint(b, size_b))

    def reach_area(self, square: Square, size: int = 1) -> frozenset[Square]:
        """Every square into which a figure can strike, its own included; remembered by square and footprint."""
        found = self._areas.get((square, size))
        if found is None:
            own = footprint(square, size)
            x, y = square
            found = self._areas[square, size] = frozenset(
                self.facts.squares[self.facts.index((u, v))]
                for v in range(y - 1, y + size + 1)
                for u in range(x - 1, x + size + 1)
                if self.on_table((u, v)) and any(self.reach_open(p, (u, v)) for p in own)
            )
        return found

    @property
    def lines(self) -> SightIndex:
        """Sight between squares, remembered by pair."""
        if self._sight is None:
            self._sight = SightIndex(self.facts)
        return self._sight

    def sight(self, a: Square, b: Square, size_a: int = 1, size_b: int = 1) -> SightVerdict:
        """Sight and cover for a shooter on `a` against a target on `b`: see `sight.py` for the readings."""
        return self.lines.between_figures(a, size_a, b, size_b)

    def visible_squares(self, a: Square) -> frozenset[Square]:
        """Every square that can be seen from `a`."""
        return self.lines.visible(a)


@lru_cache(maxsize=64)
def _grid(table: SquareMap, states: frozenset[tuple[str, str]]) -> Grid:
    return Grid(table, dict(states))


def grid_of(table: SquareMap, states: Mapping[str, str]) -> Grid:
    """The grid of a map in a state of its borders, remembered between calls (64 grids, the latest used)."""
    return _grid(table, frozenset(states.items()))
