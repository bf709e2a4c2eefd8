"""What stands where: the facts of every square and border of a map in its present state, as plain arrays.

Squares are numbered y * stride + x with stride = width + 1, so that each row ends in a square off the table, and one
more row lies below the last. Stepping off any side therefore lands on such a square, which nobody can enter, and no
bounds need checking. The west border of square i is border i, its north border is border count + i.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from enum import IntFlag
from typing import Final

from muster.geometry.grid.kinds import Cover, EdgeFacts, FeatureKind, SquareKind
from muster.geometry.grid.squaremap import Feature, MapEdge, SquareMap
from muster.geometry.grid.squares import Edge, Square, canonical_edge

OPEN_BORDER: Final = EdgeFacts()

FORWARD_BARRED: Final = 1
"""Nobody crosses towards growing x or y."""
BACKWARD_BARRED: Final = 2
"""Nobody crosses towards lower x or y."""


_SHARED: Final = (
    "table",
    "stride",
    "count",
    "squares",
    "enter",
    "full",
    "cover",
    "level",
    "flags",
    "features",
    "edge_at",
)
"""The attributes that do not depend on the state of any border."""


class StepFlag(IntFlag):
    """What a step has to do with, for rulesets that ask: bar some of them, name others in a note."""

    DIFFICULT = 1
    SWIM = 2
    ROUGH = 4
    CLIMB = 8
    FOOT_ONLY = 16
    NO_CHARGE = 32
    CROSSING = 64
    WINDOW = 128
    UP = 256
    DOWN = 512
    GAP = 1024


def kind_flags(kind: SquareKind | FeatureKind) -> int:
    """The flags of a step that enters a square of this kind, or one with this feature on it."""
    flags = StepFlag(0)
    if kind.difficult:
        flags |= StepFlag.DIFFICULT
    if kind.climb:
        flags |= StepFlag.CLIMB
    if kind.foot_only:
        flags |= StepFlag.FOOT_ONLY
    if kind.no_charge:
        flags |= StepFlag.NO_CHARGE
    if isinstance(kind, SquareKind):
        if kind.swim:
            flags |= StepFlag.SWIM
        if kind.rough:
            flags |= StepFlag.ROUGH
        if kind.gap:
            flags |= StepFlag.GAP
    return int(flags)


@dataclass(frozen=True, slots=True)
class SquareFacts:
    """One square with the feature on it. `level` is in paces of height (ruling R37).

    `cover` is that of what fills the square (ruling R41); `full` says that it is filled by a wall.
    """

    enterable: bool
    difficult: bool
    level: int
    cover: Cover
    full: bool
    swim: bool
    rough: bool
    climb: bool
    gap: bool
    foot_only: bool
    no_charge: bool
    kind: str
    feature: Feature | None
    extras: frozenset[str]


class GridFacts:
    """The arrays. Square arrays have `count` entries, border arrays `2 * count`. Never changed once built."""

    __slots__ = (
        "barrier",
        "blocks_reach",
        "count",
        "cover",
        "cross_cost",
        "edge_at",
        "edge_flags",
        "enter",
        "features",
        "flags",
        "full",
        "hides",
        "level",
        "squares",
        "states",
        "stride",
        "table",
    )

    def __init__(self, table: SquareMap, states: Mapping[str, str]) -> None:
        self.table = table
        self.stride = table.width + 1
        self.count = self.stride * (table.height + 1)
        self.states = dict(states)
        self.squares = [(i % self.stride, i // self.stride) for i in range(self.count)]
        self.enter = [False] * self.count
        self.full = [False] * self.count
        self.cover = [0] * self.count
        self.level = [0] * self.count
        self.flags = [0] * self.count
        self.features: list[Feature | None] = [None] * self.count
        self.barrier = [0] * (2 * self.count)
        self.cross_cost = [1] * (2 * self.count)
        self.edge_flags = [0] * (2 * self.count)
        self.hides = [0] * (2 * self.count)
        self.blocks_reach = [False] * (2 * self.count)
        self.edge_at: dict[int, MapEdge] = {self.border(e.edge): e for e in table.edges}
        for feature in table.features:
            for square in feature.squares:
                self.features[self.index(square)] = feature
        ground_flags = {name: kind_flags(kind) for name, kind in table.kinds.squares.items()}
        for y in range(table.height):
            for x in range(table.width):
                self._set_square((x, y), ground_flags)
        for number, edge in self.edge_at.items():
            self._set_border(number, edge)

    def index(self, square: Square) -> int:
        """The number of a square. Raises ValueError off the table."""
        x, y = square
        if not (0 <= x < self.table.width and 0 <= y < self.table.height):
            raise ValueError(
                f"square {square} is not on the table of {self.table.width} x {self.table.height} squares"
            )
        return y * self.stride + x

    def square(self, index: int) -> Square:
        """The square of that number."""
        return self.squares[index]

    def border(self, edge: Edge) -> int:
        """The number of a border of the table."""
        x, y, side = canonical_edge(*edge)
        return y * self.stride + x + (self.count if side == "n" else 0)

    def edge(self, border: int) -> Edge:
        """The border of that number."""
        if border >= self.count:
            y, x = divmod(border - self.count, self.stride)
            return (x, y, "n")
        y, x = divmod(border, self.stride)
        return (x, y, "w")

    def border_facts(self, border: int) -> EdgeFacts:
        """The facts of a border as it stands now."""
        edge = self.edge_at.get(border)
        if edge is None:
            return OPEN_BORDER
        return self.table.facts_of(edge, self.states.get(edge.id))

    def square_facts(self, square: Square) -> SquareFacts:
        """Everything about one square. Raises ValueError off the table."""
        i = self.index(square)
        flags, ground, feature = self.flags[i], self.table.ground(square), self.features[i]
        extras = ground.extras
        if feature is not None:
            extras |= self.table.kinds.features[feature.kind].extras
        return SquareFacts(
            enterable=self.enter[i],
            difficult=bool(flags & StepFlag.DIFFICULT),
            level=self.level[i],
            cover=Cover(self.cover[i]),
            full=self.full[i],
            swim=bool(flags & StepFlag.SWIM),
            rough=bool(flags & StepFlag.ROUGH),
            climb=bool(flags & StepFlag.CLIMB),
            gap=bool(flags & StepFlag.GAP),
            foot_only=bool(flags & StepFlag.FOOT_ONLY),
            no_charge=bool(flags & StepFlag.NO_CHARGE),
            kind=ground.name,
            feature=feature,
            extras=extras,
        )

    def with_state(self, edge_id: str, state: str) -> tuple[GridFacts, list[int]]:
        """A copy in which one border is in another state, and the numbers of the borders that changed.

        Raises KeyError for an id or a state that the map does not have.
        """
        changed = [n for n, edge in self.edge_at.items() if edge.id == edge_id]
        if not changed:
            raise KeyError(edge_id)
        twin = GridFacts.__new__(GridFacts)
        for name in _SHARED:
            setattr(twin, name, getattr(self, name))
        twin.states = {**self.states, edge_id: state}
        twin.barrier = self.barrier.copy()
        twin.cross_cost = self.cross_cost.copy()
        twin.edge_flags = self.edge_flags.copy()
        twin.hides = self.hides.copy()
        twin.blocks_reach = self.blocks_reach.copy()
        for number in changed:
            twin._set_border(number, self.edge_at[number])
        return twin, changed

    def _set_square(self, square: Square, ground_flags: Mapping[str, int]) -> None:
        i, ground, feature = self.index(square), self.table.ground(square), self.features[self.index(square)]
        enter, full, cover = ground.enter, ground.full, ground.cover
        flags = ground_flags[ground.name]
        level = self.table.legend[self.table.rows[square[1]][square[0]]].level
        if feature is not None:
            kind = self.table.kinds.features[feature.kind]
            enter, full, cover = enter and kind.enter, full or kind.full, max(cover, kind.cover)
            flags |= kind_flags(kind)
            if feature.level is not None:
                level = feature.level
        self.enter[i], self.full[i], self.cover[i], self.level[i] = enter, full, int(cover), level
        self.flags[i] = flags

    def _set_border(self, number: int, edge: MapEdge) -> None:
        facts = self.table.facts_of(edge, self.states.get(edge.id))
        if facts.barred:
            barrier = FORWARD_BARRED | BACKWARD_BARRED
        elif facts.one_way:
            barrier = BACKWARD_BARRED if edge.facing in ("e", "s") else FORWARD_BARRED
        else:
            barrier = 0
        self.barrier[number] = barrier
        self.cross_cost[number] = facts.cross_cost
        self.edge_flags[number] = int(
            (StepFlag.FOOT_ONLY if facts.foot_only else 0)
            | (StepFlag.NO_CHARGE if facts.no_charge else 0)
            | (StepFlag.WINDOW if facts.window else 0)
            | (StepFlag.CROSSING if facts.cross_cost > 1 else 0)
        )
        self.hides[number] = int(Cover.FULL if facts.full else facts.cover)
        self.blocks_reach[number] = facts.stops_reach
