"""Remembering what was asked: one list of options puts the same questions to the same position many times."""

from collections.abc import Callable
from functools import wraps
from typing import Concatenate, ParamSpec, TypeVar

from muster.rulesets.newworld.state import State

P = ParamSpec("P")
R = TypeVar("R")


def remembered(query: Callable[Concatenate[State, P], R]) -> Callable[Concatenate[State, P], R]:
    """Answer a query from memory until figures, things, borders, parties or rules in force change.

    Only for queries that ask for nothing else of the state (no round, order, turn or magic), whose arguments can be
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
