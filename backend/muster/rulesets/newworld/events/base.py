"""What the events of a fight share."""

from muster.engine.events import Event
from muster.engine.ids import Audience
from muster.engine.views import LogEntry
from muster.rulesets.newworld.state import State

ALL = None
"""For ``tells``: every seat learned something."""


def full(*rules: str) -> tuple[str, ...]:
    """Rule ids as the ledger writes them."""
    return tuple(f"newworld.{r}" for r in rules)


class FightEvent(Event[State]):
    """An event of a fight; with ``hidden`` its line is for the figure's own side only."""

    __slots__ = ()

    def line(self, state: State) -> LogEntry | None:
        """The line for those who may read it."""
        return None

    def hides(self, state: State) -> str | None:
        """The only seat that may read the line, or None for everybody."""
        figure = getattr(self, "figure", None)
        return state.card(figure).seat if getattr(self, "hidden", False) and figure else None

    def log(self, state: State, audience: Audience) -> LogEntry | None:
        """The line, if this audience may read it."""
        only = self.hides(state)
        return None if only is not None and only != audience else self.line(state)
