"""What the events of a battle share. Nothing in a battle is hidden, so every line is for everybody."""

from muster.engine.events import Event
from muster.engine.ids import Audience
from muster.engine.views import LogEntry
from muster.rulesets.baroque.state import State


def full(*rules: str) -> tuple[str, ...]:
    """Rule ids as the ledger writes them."""
    return tuple(f"baroque.{r}" for r in rules)


class BattleEvent(Event[State]):
    """An event of a battle: :meth:`line` is what everybody reads of it."""

    __slots__ = ()

    def line(self, state: State) -> LogEntry | None:
        """The line of the log, or None where the board shows enough."""
        return None

    def log(self, state: State, audience: Audience) -> LogEntry | None:
        """The same line for every audience."""
        return self.line(state)

    def tells(self) -> frozenset[str] | None:
        """Nobody learned what it could not know, unless a subclass says otherwise (dice do)."""
        return frozenset()
