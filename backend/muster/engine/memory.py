"""Remembering: what a query answered about a position, and other things that are dear to make."""

from collections import OrderedDict
from collections.abc import Callable, Hashable
from functools import cached_property, wraps
from typing import Any, Concatenate, Generic, ParamSpec, TypeVar

S = TypeVar("S", bound="Remembering")
P = ParamSpec("P")
R = TypeVar("R")
K = TypeVar("K", bound=Hashable)


class Memory:
    """Answers about something that stays as it is; forgotten as soon as it does not."""

    __slots__ = ("_held",)

    def __init__(self) -> None:
        """About nothing yet."""
        self._held: tuple[tuple[object, ...], dict[Any, Any]] = ((), {})

    def about(self, now: tuple[object, ...]) -> dict[Any, Any]:
        """The answers about what is so now."""
        held = self._held
        if held[0] != now:
            # In one store, since rules run in threads: no answers ever stand beside what they are not about.
            held = self._held = (now, {})
        return held[1]


class Remembering:
    """A state whose queries may remember what they answered, for as long as the position stays the same.

    What is remembered does not belong to the state: it is neither compared nor saved.
    """

    def position(self) -> tuple[object, ...]:
        """What the remembered answers depend on; when any of it changes, all of them are forgotten.

        It is compared with what it was before every answer. That is cheap where it holds the same objects.
        """
        raise NotImplementedError

    @property
    def memory(self) -> dict[Any, Any]:
        """What is remembered about this position."""
        return self._of_position.about(self.position())

    def share_memory(self, other: "Remembering") -> None:
        """Remember together with another state of the same position from now on."""
        self._of_position = other._of_position

    @cached_property
    def _of_position(self) -> Memory:
        return Memory()


def remembered(query: Callable[Concatenate[S, P], R]) -> Callable[Concatenate[S, P], R]:
    """Answer a query from memory until the state's :meth:`Remembering.position` changes.

    One list of options puts the same questions to the same position many times. Only for queries that ask for
    nothing of the state beside that, whose arguments can be hashed, and whose answers nobody changes.
    """
    return remembered_in(lambda state: state.memory, query)


def remembered_in(
    memory_of: Callable[[S], dict[Any, Any]], query: Callable[Concatenate[S, P], R]
) -> Callable[Concatenate[S, P], R]:
    """:func:`remembered` in another memory of the state, for queries that look at less or at more of it."""

    @wraps(query)
    def ask(state: S, /, *args: P.args, **kwargs: P.kwargs) -> R:
        memory, key = memory_of(state), (query, args, *kwargs.items())
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
