"""Movement: single steps with their costs, whole walks, and the Movement Actions (move.1 to move.17)."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Final, Literal, TypeAlias

from muster.engine.memory import remembered
from muster.geometry.spaces.board import Space
from muster.rulesets.ad1666.book import all_apply, applies, number
from muster.rulesets.ad1666.people import CharacterId
from muster.rulesets.ad1666.queries.ground import Kind, board_of, border, diagonal, on_ground
from muster.rulesets.ad1666.queries.zones import is_foe, may_leave, stopping
from muster.rulesets.ad1666.state import State

Manner: TypeAlias = Literal["walk", "climb", "window", "scale", "jump", "leap", "push", "leave"]
PASSABLE: Final[frozenset[Kind]] = frozenset({"open", "obstacle", "up", "down", "cliff"})
"""Borders without a wall in them, whatever the heights."""
COSTS: Final[dict[Kind, int]] = {"open": 1, "down": 1, "stairs": 1, "doorway": 1, "obstacle": 2}
"""Movement Points of a straight step that needs no test (move.1, map.14)."""
CLIMB: Final = 2
"""Movement Points of a climb, a window or a leap, for each attempt (move.10, move.11, move.13)."""


@dataclass(frozen=True, slots=True)
class Step:
    """One step: to where (None: off the board), at what cost in MP, with how many diagonal steps.

    ``over`` are the spaces in between: those of friends pushed through, or the one that is leapt over.
    """

    manner: Manner
    to: Space | None
    cost: int
    diagonals: int = 0
    over: tuple[Space, ...] = ()

    @property
    def key(self) -> str:
        """What names the step among those from one space."""
        to = f"{self.to[0]},{self.to[1]}" if self.to is not None else "off"
        return ":".join([self.manner, to, *(f"{x},{y}" for x, y in self.over)])


@dataclass(frozen=True, slots=True)
class Reached:
    """A space that a walk can come to: cost in MP, diagonal steps, the walk before (an index), whether it must stop."""

    space: Space
    cost: int
    diagonals: int
    via: int | None
    stops: bool


# ------------------------------------------------------------------------------------------------ who stands where
@remembered
def standing(state: State) -> dict[Space, CharacterId]:
    """Who stands on which space (map.1)."""
    return {b.at: who for who, b in state.bodies.items() if b.at is not None}


def is_free(state: State, space: Space) -> bool:
    """Whether a Character may end on a space: not blocked, nobody there (map.6, move.3)."""
    if board_of(state).spaces[space].full:
        return False
    return not (space in standing(state) and all_apply(("map.1", "move.3")))


def diagonals_left(state: State, who: CharacterId) -> int:
    """Diagonal steps that a Character may still take in this phase: its Agility less those taken (move.2)."""
    return (
        max(0, state.card(who).ability("agility") - state.bodies[who].diagonals) if applies("move.2") else 99
    )


# ------------------------------------------------------------------------------------------------ single steps
@on_ground
def ways_on(state: State, space: Space) -> tuple[Step, ...]:
    """The steps from a space that need no test, whoever stands where; those over High Terrain's edge and climbs too."""
    board = board_of(state)
    found: list[Step] = []
    for other in board.beside(space):
        kind = border(state, space, other)
        if kind in COSTS:
            found.append(Step("walk", other, _cost(kind)))
        elif kind == "up":
            found.append(Step("climb", other, CLIMB))
        elif kind == "window":
            found.append(Step("window", other, CLIMB))
        elif kind == "cliff" and "high" in board.spaces[space].extras:
            found.append(Step("jump", other, 1))
        elif kind == "wall" and _may_be_scaled(state, space, other):
            found.append(Step("scale", other, CLIMB))
    found += [_diagonal(state, space, other) for other in diagonal(state, space)]
    return tuple(found)


def _cost(kind: Kind) -> int:
    """The MP of a straight step over a border that needs no test (map.5, map.14)."""
    if kind == "obstacle":
        return number("map.14", COSTS[kind], off=1)
    return number("map.5", COSTS[kind], off=2) if kind == "open" else COSTS[kind]


def _may_be_scaled(state: State, space: Space, other: Space) -> bool:
    """Whether the map allows to climb the wall between two spaces (move.12)."""
    board = board_of(state)
    ivy = any("climb" in s.facts.extras for s in board.border(space, other))
    return ivy and not board.spaces[other].full and applies("move.12")


def _diagonal(state: State, space: Space, other: Space) -> Step:
    """A diagonal step: a climb where each way goes up, dear where each way crosses an obstacle (move.4, R3, R4)."""
    climbs, plain = True, False
    for way in board_of(state).ways(space, other):
        kinds = (border(state, space, way.over), border(state, way.over, other))
        if not all(k in ("open", "down", "obstacle", "up") for k in kinds):
            continue
        if "up" not in kinds:
            climbs = False
            plain = plain or "obstacle" not in kinds
    if climbs and board_of(state).spaces[other].level > board_of(state).spaces[space].level:
        return Step("climb", other, CLIMB, 1)
    return Step("walk", other, 1 if plain or not applies("move.4") else 2, 1)


def steps_from(state: State, mover: CharacterId, space: Space, diagonals: int) -> Iterator[Step]:
    """The steps of a mover from a space over free spaces that need no test, within its diagonal allowance."""
    for step in ways_on(state, space):
        if step.manner != "walk" or step.to is None or step.diagonals > diagonals:
            continue
        if standing(state).get(step.to) in (None, mover) and is_open(state, step.to):
            yield step


def is_open(state: State, space: Space) -> bool:
    """Whether a space can be entered at all (map.5, map.6)."""
    return not board_of(state).spaces[space].full


# ------------------------------------------------------------------------------------------------ walks
def anywhere(space: Space) -> bool:
    """Every space will do."""
    return True


def way_fault(
    state: State,
    mover: CharacterId,
    path: tuple[Space, ...],
    mp: int,
    allowed: Callable[[Space], bool] = anywhere,
) -> str | None:
    """Why a way cannot be walked with so many MP, in a sentence; None where it can (move.1 to move.4, zoc.3)."""
    at = state.bodies[mover].at
    if at is None or not may_leave(state, mover):
        return "an enemy's Zone of Control holds it."
    left, allowance = mp, diagonals_left(state, mover)
    for number_, to in enumerate(path, start=1):
        fitting = [s for s in steps_from(state, mover, at, allowance) if s.to == to]
        if not fitting:
            return f"no step of that walk leads from {at[0]}, {at[1]} to {to[0]}, {to[1]}."
        if not allowed(to):
            return f"a Sprint keeps its beginning in sight, and from {to[0]}, {to[1]} it is not."
        step = min(fitting, key=lambda s: s.cost)
        left, allowance, at = left - step.cost, allowance - step.diagonals, to
        if left < 0 and applies("move.1"):
            return f"that way costs {mp - left} MP, it has {mp}."
        if number_ < len(path) and stopping(state, mover, to) and applies("zoc.3"):
            return f"an enemy's Zone of Control stops it at {to[0]}, {to[1]}."
    return None


def walks(
    state: State,
    mover: CharacterId,
    mp: int,
    *,
    allowed: Callable[[Space], bool] = anywhere,
) -> tuple[Reached, ...]:
    """Every space that a walk of so many MP can come to, the cheapest way each, the mover's own left out (move.1).

    A walk ends where an enemy's zone stops it (zoc.3). Who is held does not get away at all (zoc.4).
    """
    start = state.bodies[mover].at
    if start is None or mp <= 0 or not may_leave(state, mover):
        return ()
    allowance = diagonals_left(state, mover)
    best: dict[tuple[Space, int], int] = {(start, 0): 0}
    found: list[Reached] = []
    queue: list[tuple[int, int, Space, int | None]] = [(0, 0, start, None)]
    while queue:
        queue.sort(key=lambda row: (row[0], row[1], row[2][1], row[2][0]))
        cost, diagonals, at, via = queue.pop(0)
        for step in steps_from(state, mover, at, allowance - diagonals):
            to = step.to
            if to is None or to == start or not allowed(to):
                continue
            total, used = cost + step.cost, diagonals + step.diagonals
            if (total > mp and applies("move.1")) or any(
                best.get((to, d), 99) <= total for d in range(used + 1)
            ):
                continue
            best[to, used] = total
            stops = bool(stopping(state, mover, to)) and applies("zoc.3")
            found.append(Reached(to, total, used, via, stops))
            if not stops:
                queue.append((total, used, to, len(found) - 1))
    return tuple(found)


def step_to(state: State, mover: CharacterId, to: Space, mp: int) -> Step | None:
    """The plain step from where the mover stands to a space, if it is legal now with so many MP."""
    at = state.bodies[mover].at
    if at is None or not may_leave(state, mover):
        return None
    fitting = (
        s for s in steps_from(state, mover, at, diagonals_left(state, mover)) if s.to == to and s.cost <= mp
    )
    return next(fitting, None)


# ------------------------------------------------------------------------------------------------ Movement Actions
def special_steps(state: State, mover: CharacterId, mp: int) -> Iterator[Step]:
    """The steps that are Movement Actions, jump off High Terrain or lead off the board, as far as MP pay for them."""
    at = state.bodies[mover].at
    if at is None or not may_leave(state, mover):
        return
    yield from (s for s in _all_special(state, mover, at) if s.cost <= mp)


def steps_off(state: State, mover: CharacterId, mp: int) -> Iterator[Step]:
    """The way off the board over a rim that needs no test, which a Sprint may take too (map.21, action.5)."""
    at = state.bodies[mover].at
    if at is not None and border(state, at, None) in COSTS:
        yield from (s for s in special_steps(state, mover, mp) if s.manner == "leave")


def _all_special(state: State, mover: CharacterId, at: Space) -> Iterator[Step]:
    allowance = diagonals_left(state, mover)
    for step in ways_on(state, at):
        if step.manner == "walk" or step.to is None or step.diagonals > allowance:
            continue
        if (step.manner == "climb" and not applies("move.10")) or not is_free(state, step.to):
            continue
        if step.manner == "window" and state.card(mover).has("huge") and applies("skill.huge"):
            continue
        yield step
    yield from _leaps(state, at, allowance)
    yield from _pushes(state, mover, at, allowance)
    rim = border(state, at, None)
    if rim in COSTS:
        yield Step("leave", None, COSTS[rim])
    elif rim == "window" and not (state.card(mover).has("huge") and applies("skill.huge")):
        yield Step("leave", None, CLIMB)


def _leaps(state: State, at: Space, allowance: int) -> Iterator[Step]:
    """From High Terrain over one ground space to High Terrain in a line (move.13, ruling R52)."""
    board = board_of(state)
    if "high" not in board.spaces[at].extras:
        return
    straight = [s for s in board.beside(at) if border(state, at, s) == "cliff"]
    aslant = [s for s in board.across_corner(at) if allowance >= 2]
    for over in (*straight, *aslant):
        facts = board.spaces[over]
        to = board.straight_beyond(at, over)
        if to is None or facts.full or "high" in facts.extras or "high" not in board.spaces[to].extras:
            continue
        if over in straight and border(state, over, to) != "cliff":
            continue
        if over in aslant and not (_is_open_corner(state, at, over) and _is_open_corner(state, over, to)):
            continue
        if is_free(state, to):
            yield Step("leap", to, CLIMB, 0 if over in straight else 2, (over,))


def _is_open_corner(state: State, one: Space, other: Space) -> bool:
    """Whether one comes from a space to one that shares its corner without walls in between, whatever the heights."""
    board = board_of(state)
    return any(
        not board.spaces[way.over].full
        and border(state, one, way.over) in PASSABLE
        and border(state, way.over, other) in PASSABLE
        for way in board.ways(one, other)
    )


def _pushes(state: State, mover: CharacterId, at: Space, allowance: int) -> Iterator[Step]:
    """Through one or several friends in a row to a free space: 1 MP more for each (move.8, move.9, move.17)."""
    if not applies("move.8"):
        return
    seen: set[Space] = {at}
    queue: list[tuple[Space, tuple[Space, ...], int, int]] = [(at, (), 0, 0)]
    offered: dict[Space, Step] = {}
    while queue:
        queue.sort(key=lambda row: (row[2], row[3], row[0][1], row[0][0]))
        space, over, cost, diagonals = queue.pop(0)
        for step in ways_on(state, space):
            to = step.to
            combined = step.manner != "walk" and applies("move.5")
            if combined or to is None or diagonals + step.diagonals > allowance or not is_open(state, to):
                continue
            there = standing(state).get(to)
            total, used = cost + step.cost, diagonals + step.diagonals
            if there is None:
                held = offered.get(to)
                if over and (held is None or total < held.cost):
                    offered[to] = Step("push", to, total, used, over)
            elif there != mover and to not in seen and not is_foe(state, mover, there):
                if stopping(state, mover, to) and all_apply(("move.9", "zoc.3")):
                    continue
                seen.add(to)
                queue.append((to, (*over, to), total + 1, used))
    yield from offered.values()


# ------------------------------------------------------------------------------------------------ doors
@dataclass(frozen=True, slots=True)
class Door:
    """A door within reach, by the id of its border, with the state that it would get (move.7)."""

    id: str
    label: str
    now: str
    then: str


def doors_within(state: State, who: CharacterId) -> Iterator[tuple[str, str, bool]]:
    """The doors adjacent to a Character: id, state, and whether straight beside it (move.7, ruling R78)."""
    board = board_of(state)
    at = state.bodies[who].at
    if at is None:
        return
    for edge in state.setup.map.standing:
        if edge.id not in state.doors:
            continue
        segment = next(s for s in board.segments if s.edge is not None and s.edge.id == edge.id)
        if at in segment.spaces:
            yield edge.id, state.doors[edge.id], True
            continue
        ends = {segment.start, segment.end}
        if not ends & board.corners(at):
            continue
        for side in segment.spaces:
            if (
                side is not None
                and side in board.beside(at)
                and border(state, at, side) not in ("wall", None)
            ):
                yield edge.id, state.doors[edge.id], False
                break


def workable_doors(state: State, who: CharacterId, mp: int) -> Iterator[Door]:
    """The doors that a Character may open or close now for 1 MP: unlocked and whole, no enemy straight at its side of
    a door that it only stands aslant of (move.7)."""
    if mp < 1:
        return
    board = board_of(state)
    at = state.bodies[who].at
    for edge_id, now, straight in doors_within(state, who):
        if now not in ("closed", "open"):
            continue
        segment = next(s for s in board.segments if s.edge is not None and s.edge.id == edge_id)
        if not straight and at is not None:
            own = [s for s in segment.spaces if s is not None and s in board.beside(at)]
            if any(_foe_on(state, who, s) for s in own) and applies("move.7"):
                continue
        yield Door(
            edge_id, state.setup.map.kinds.edges["door"].label, now, "open" if now == "closed" else "closed"
        )


def _foe_on(state: State, who: CharacterId, space: Space) -> bool:
    there = standing(state).get(space)
    return there is not None and is_foe(state, who, there)
