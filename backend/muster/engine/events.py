"""Events: what happened, and the only code that changes a state."""

from abc import ABC, abstractmethod
from collections.abc import Mapping
from functools import cache
from typing import Any, Generic, TypeAlias, TypeVar, cast

import orjson
from pydantic import TypeAdapter

from muster.engine.ids import Audience
from muster.engine.views import LogEntry

Json: TypeAlias = Any
S = TypeVar("S")


class Event(ABC, Generic[S]):
    """Something that happened. Subclasses are frozen dataclasses of plain values (ids, numbers, texts, totals).

    An event carries all that its log line needs beside names, so that the log can be told again from the record
    alone; and it carries who may know of it.
    """

    __slots__ = ()

    @abstractmethod
    def apply(self, state: S) -> None:
        """Change the state. Nothing else may."""

    def log(self, state: S, audience: Audience) -> LogEntry | None:
        """The line that this audience reads, or None. Reads only names and other fixed facts from ``state``."""
        return None

    def tells(self) -> frozenset[str] | None:
        """The seats that learned something they could not know before (it bars a free undo); None: all of them."""
        return frozenset()

    def uncovers(self) -> bool:
        """Whether somebody saw what lay hidden and would lie hidden again if this were taken back: a card drawn or
        turned over. Who saw it cannot unsee it, so that not even the other side's consent takes it back."""
        return False


AnyEvent: TypeAlias = Event[Any]


def event_json(event: AnyEvent) -> dict[str, Json]:
    """An event as the journal stores it."""
    return {"event": type(event).__name__, **orjson.loads(orjson.dumps(event))}


@cache
def _adapter(kind: type[AnyEvent]) -> TypeAdapter[AnyEvent]:
    return TypeAdapter(kind)


def event_from_json(data: Mapping[str, Json], kinds: Mapping[str, type[AnyEvent]]) -> AnyEvent:
    """The event that :func:`event_json` wrote; ``kinds`` maps class names to the ruleset's event classes."""
    body = dict(data)
    kind = kinds[cast(str, body.pop("event"))]
    return _adapter(kind).validate_python(body, strict=False)


def event_kinds(*modules: object) -> dict[str, type[AnyEvent]]:
    """All concrete event classes defined or imported in the given modules, by name."""
    found: dict[str, type[AnyEvent]] = {}
    for module in modules:
        for value in vars(module).values():
            if isinstance(value, type) and issubclass(value, Event) and not value.__abstractmethods__:
                found[value.__name__] = value
    return found
