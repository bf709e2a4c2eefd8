"""How far it is to walk: over the whole table, through doors and shutters that can be opened."""

from collections.abc import Iterable
from functools import lru_cache
from heapq import heapify, heappop, heappush
from typing import Final

from muster.geometry.grid.facts import StepFlag
from muster.geometry.grid.grid import Grid, grid_of
from muster.geometry.grid.squares import Square

FAR: Final = 99
"""Paces to where no way leads."""


@lru_cache(maxsize=64)
def opened(grid: Grid) -> Grid:
    """The table with every door and shutter open that is not locked."""
    states = dict(grid.states)
    for edge in grid.table.edges:
        kind = grid.table.kinds.edges[edge.kind]
        now = states.get(edge.id)
        if now is None or not kind.in_state(now).full or kind.in_state(now).locked:
            continue
        states[edge.id] = next((name for name, facts in kind.states if not facts.full), now)
    return grid_of(grid.table, states)


def corners_on(grid: Grid, side: int, squares: Iterable[Square]) -> tuple[Square, ...]:
    """The places of a figure of that footprint that stands on one of the squares."""
    return tuple(
        sorted(
            {
                (x - dx, y - dy)
                for x, y in squares
                for dx in range(side)
                for dy in range(side)
                if grid.fits((x - dx, y - dy), side)
            }
        )
    )


@lru_cache(maxsize=256)
def paces_from(grid: Grid, side: int, bar: StepFlag, starts: tuple[Square, ...]) -> list[int]:
    """Paces from the nearest of some squares to each square of the table by number, nobody in the way."""
    facts = grid.facts
    moves = grid.moves(side, bar)
    found = [FAR] * facts.count
    heap = [(0, facts.index(start)) for start in starts]
    for _, origin in heap:
        found[origin] = 0
    heapify(heap)
    while heap:
        cost, i = heappop(heap)
        if cost > found[i]:
            continue
        for j, paces, _ in moves[i]:
            if cost + paces < found[j]:
                found[j] = cost + paces
                heappush(heap, (cost + paces, j))
    return found


@lru_cache(maxsize=4096)
def beside(grid: Grid, side: int, there: Square, side_there: int) -> frozenset[int]:
    """The numbers of the places from which a figure of that footprint stands within 1 of another one."""
    (x, y), facts = there, grid.facts
    return frozenset(
        facts.index((u, v))
        for v in range(max(0, y - side), min(grid.table.height, y + side_there + 1))
        for u in range(max(0, x - side), min(grid.table.width, x + side_there + 1))
    )
