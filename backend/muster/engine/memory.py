"""Remembering: what a query answered about a position, and other things that are dear to make."""

from collections import OrderedDict
from collections.abc import Callable, Hashable
from functools import wraps
from typing import Any, Concatenate, Generic, ParamSpec, TypeVar

S = TypeVar("S", bound="Remembering")
P = ParamSpec("P")
R = TypeVar("R")
K = TypeVar("K", bound=Hashable)


class Remembering:
    """A state whose queries may remember what they answered, for as long as the position stays the same.

    What is remembered does not belong to the state: it is neither compared nor saved.
    """

    _remembered_of: tuple[object, ...] = ()
    _remembered: dict[Any, Any]

    def position(self) -> tuple[object, ...]:
        """What the remembered answers depend on; when any of it changes, all of them are forgotten.

        It is compared with what it was before every answer. That is cheap where it holds the same objects.
        """
        raise NotImplementedError

    @property
    def memory(self) -> dict[Any, Any]:
        """What is remembered about this position."""
        now = self.position()
        if self._remembered_of != now:
            self._remembered_of, self._remembered = now, {}
        return self._remembered


def remembered(query: Callable[Concatenate[S, P], R]) -> Callable[Concatenate[S, P], R]:
    """Answer a query from memory until the state's :meth:`Remembering.position` changes.

    One list of options puts the same questions to the same position many times. Only for queries that ask for
    nothing of the state beside that, whose arguments can be hashed, and whose answers nobody changes.
    """

    @wraps(query)
    def ask(state: S, /, *args: P.args, **kwargs: P.kwargs) -> R:
        memory, key = state.memory, (query, args, *kwargs.items())
        if key not in memory:
            memory[key] = query(state, *args, **kwargs)
        answer: R = memory[key]
        return answer

    return ask


class Kept(Generic[K, R]):
    """The last few things that were made, by a key that stands for what they were made from."""

    def __init__(self, most: int) -> None:
        self._most = most
        self._made: OrderedDict[K, R] = OrderedDict()

    def get(self, key: K, make: Callable[[], R]) -> R:
        """What is kept under ``key``, made now if nothing is."""
        made = self._made.get(key)
        if made is None:
            # Rules run in threads: another one may make the same or drop the oldest meanwhile, which does no harm.
            made = self._made[key] = make()
            while len(self._made) > self._most:
                self._made.popitem(last=False)
        return made
