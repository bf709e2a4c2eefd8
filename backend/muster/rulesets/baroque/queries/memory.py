"""Remembering what was asked: one list of options puts the same questions to the same position many times."""

from collections.abc import Callable
from functools import wraps
from typing import Concatenate, ParamSpec, TypeVar

from muster.rulesets.baroque.state import State

P = ParamSpec("P")
R = TypeVar("R")


def remembered(query: Callable[Concatenate[State, P], R]) -> Callable[Concatenate[State, P], R]:
    """Answer a query from memory until units, leaders, terrain, contacts or rules in force change.

    Only for queries that ask for nothing else of the state (no turn, activation or command), whose arguments can be
    hashed, and whose answers nobody changes.
    """

    @wraps(query)
    def ask(state: State, /, *args: P.args, **kwargs: P.kwargs) -> R:
        memory, key = state.memory, (query, args, *kwargs.items())
        if key not in memory:
            memory[key] = query(state, *args, **kwargs)
        answer: R = memory[key]
        return answer

    return ask
