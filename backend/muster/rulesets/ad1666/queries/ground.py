"""What lies between two spaces: borders by what they let through, and who is adjacent to whom (map.2 to map.22)."""

from collections.abc import Callable
from typing import Any, Concatenate, Final, Literal, ParamSpec, TypeAlias, TypeVar

from muster.engine.memory import Kept, remembered_in
from muster.geometry.spaces.board import Board, Segment, Space, Way
from muster.rulesets.ad1666.book import BOOK, applies
from muster.rulesets.ad1666.setup import Setup
from muster.rulesets.ad1666.state import State

P = ParamSpec("P")
R = TypeVar("R")
Kind: TypeAlias = Literal["open", "obstacle", "up", "down", "stairs", "doorway", "window", "cliff", "wall"]
"""A border as one goes over it: ``up`` and ``down`` an elevated one, ``cliff`` between ground and High Terrain."""

_BOARDS: Final = Kept[tuple[str, tuple[tuple[str, str], ...], frozenset[str]], Board](64)
_EASIEST: Final[tuple[Kind, ...]] = (
    "open",
    "down",
    "stairs",
    "obstacle",
    "doorway",
    "up",
    "window",
    "cliff",
    "wall",
)
"""Where two spaces share sides of several kinds one goes over the easiest."""


def board_of(state: State) -> Board:
    """The board with its doors as they stand."""
    key = (state.setup.digest, tuple(state.doors.items()), BOOK.off)
    return _BOARDS.get(key, lambda: Board(state.setup.map, state.doors))


def of_ground(state: State) -> dict[Any, Any]:
    """What is remembered about the board as it stands, whoever stands on it."""
    return board_of(state).memory


def on_ground(query: Callable[Concatenate[State, P], R]) -> Callable[Concatenate[State, P], R]:
    """Remember the answers of a query that asks for the board and its doors alone, for as long as the doors stay."""
    return remembered_in(of_ground, query)


def is_high(setup: Setup, board: Board, space: Space) -> bool:
    """Whether a space is High Terrain (map.7)."""
    return "high" in board.spaces[space].extras


def kind_of(state: State, segment: Segment, start: Space) -> Kind:
    """A border as one goes over it from ``start`` (map.5 to map.18)."""
    board = board_of(state)
    one, other = segment.spaces
    end = other if one == start else one
    facts = segment.facts
    if end is not None and board.spaces[end].full and applies("map.6"):
        return "wall"
    if facts.full:
        return _barred(segment)
    if facts.window:
        return "window" if applies("map.18") else "open"
    if "doorway" in facts.extras:
        return "doorway" if applies("map.17") else "open"
    if "stairs" in facts.extras and applies("scenario.2"):
        return "stairs"
    if end is not None:
        here, there = board.spaces[start], board.spaces[end]
        if ("high" in here.extras) != ("high" in there.extras) and applies("map.7"):
            return "cliff"
        if here.level != there.level and applies("map.12"):
            return "up" if there.level > here.level else "down"
    return "obstacle" if "obstacle" in facts.extras and applies("map.14") else "open"


def _barred(segment: Segment) -> Kind:
    rule = "map.16" if segment.state is not None else "map.11"
    return "wall" if applies(rule) else "open"


@on_ground
def border(state: State, start: Space, end: Space | None) -> Kind | None:
    """What lies between two spaces (None: over the rim) as one goes from the first; None where they share nothing."""
    found = {kind_of(state, s, start) for s in board_of(state).border(start, end)}
    return next((k for k in _EASIEST if k in found), None)


@on_ground
def orthogonal(state: State, space: Space) -> tuple[Space, ...]:
    """The spaces that share a border with this one which is neither wall nor closed door (map.2, ruling R1)."""
    return tuple(s for s in board_of(state).beside(space) if _is_linked(border(state, space, s)))


def _is_linked(kind: Kind | None) -> bool:
    """Whether a border makes the spaces that share it adjacent: any but a wall or closed door (map.2, ruling R1)."""
    return kind == "open" or (kind not in ("wall", None) and applies("map.2"))


_JOINS: Final = frozenset({"open", "obstacle", "up", "down"})


def joins(state: State, one: Space, way: Way, other: Space) -> bool:
    """Whether a space joins two others that share only a corner (map.3, rulings R2, R4)."""
    board = board_of(state)
    if board.spaces[way.over].full:
        return False
    first, second = border(state, one, way.over), border(state, way.over, other)
    if first not in _JOINS or second not in _JOINS:
        return False
    level = board.spaces[way.over].level
    return not (level > board.spaces[one].level and level > board.spaces[other].level)


@on_ground
def diagonal(state: State, space: Space) -> tuple[Space, ...]:
    """The spaces that share only a corner with this one and are joined to it (map.3)."""
    board = board_of(state)
    return tuple(
        other
        for other in board.across_corner(space)
        if not board.spaces[other].full
        and (not applies("map.3") or any(joins(state, space, w, other) for w in board.ways(space, other)))
    )


@on_ground
def adjacent(state: State, space: Space) -> tuple[Space, ...]:
    """Both kinds of neighbours (map.4)."""
    straight = orthogonal(state, space)
    return (*straight, *diagonal(state, space)) if applies("map.4") else straight
