"""Remembering what was asked of the terrain alone, or of the whole state (see ``engine.memory``)."""

from collections.abc import Callable
from typing import Concatenate, ParamSpec, TypeVar

from muster.engine.memory import remembered_in
from muster.rulesets.baroque.state import State

P = ParamSpec("P")
R = TypeVar("R")


def remembered_of_ground(query: Callable[Concatenate[State, P], R]) -> Callable[Concatenate[State, P], R]:
    """Remember a query that asks for the terrain, for what never changes, and for nothing else."""
    return remembered_in(lambda state: state.ground_memory, query)


def remembered_of_all(query: Callable[Concatenate[State, P], R]) -> Callable[Concatenate[State, P], R]:
    """Remember a query that may ask for anything: any change is the end of its answer."""
    return remembered_in(lambda state: state.whole_memory, query)
