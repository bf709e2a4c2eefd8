"""What the events of a match share."""

from collections.abc import Iterable

from muster.engine.events import Event
from muster.engine.ids import Audience
from muster.engine.views import LogEntry
from muster.rulesets.ad1666.state import State

ALL = None
"""For ``tells``: every seat learned something."""


def full(*rules: str) -> tuple[str, ...]:
    """Rule ids as the ledger writes them."""
    return tuple(f"ad1666.{r}" for r in rules)


def listed(names: Iterable[str]) -> str:
    """Names in a row: ``Ann, Amy and Ada``."""
    *others, last = names
    return f"{', '.join(others)} and {last}" if others else last


class Uncovering:
    """Mixed into events by which somebody sees a card that lay hidden from it, or learns what another will do with its
    own: no undo takes that back."""

    __slots__ = ()

    def uncovers(self) -> bool:
        """Always."""
        return True


class OpenEvent(Event[State]):
    """An event whose line everybody may read."""

    __slots__ = ()

    def line(self, state: State) -> LogEntry | None:
        """The line, for everybody."""
        return None

    def log(self, state: State, audience: Audience) -> LogEntry | None:
        """The same for all audiences."""
        return self.line(state)

    def tells(self) -> frozenset[str] | None:
        """Everybody learns what happened."""
        return ALL
