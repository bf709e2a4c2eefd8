"""Events of the match itself rather than of a game: something taken back, a match closed."""

from dataclasses import dataclass
from typing import Any

from muster.engine.events import AnyEvent, Event
from muster.engine.ids import Audience
from muster.engine.views import LogEntry

REFEREE = "The referee"
"""Who puts a match back; the seat of that row is chance."""


@dataclass(frozen=True)
class Undone(Event[Any]):
    """A seat took its last answer back; dice that were shown stay used."""

    seat: str
    label: str

    def apply(self, state: Any) -> None:
        """The state was rebuilt already."""

    def log(self, state: Any, audience: Audience) -> LogEntry:
        """The same line for everybody."""
        return LogEntry("undo", f"{self.label} took the last decision back.", seat=self.seat)


@dataclass(frozen=True)
class PutBack(Undone):
    """The rules that replay a match no longer lead where they led in play; its last activation is begun again."""

    def log(self, state: Any, audience: Audience) -> LogEntry:
        """The same line for everybody."""
        text = "The rules have been mended since: the match was put back to the beginning of this turn."
        return LogEntry("undo", text, heading=True)


@dataclass(frozen=True)
class Closed(Event[Any]):
    """The match ended outside its rules, by a resignation."""

    winner: str | None
    reason: str
    text: str

    def apply(self, state: Any) -> None:
        """The game's own state stays as it was."""

    def log(self, state: Any, audience: Audience) -> LogEntry:
        """The same line for everybody."""
        return LogEntry("result", self.text, seat=self.winner, heading=True)


NOTICES: dict[str, type[AnyEvent]] = {"Undone": Undone, "PutBack": PutBack, "Closed": Closed}
