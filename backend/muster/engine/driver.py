"""The synchronous driver: runs one activation and stops at each question. No event loop is involved."""

from collections.abc import Coroutine
from typing import Any, TypeAlias

from muster.engine.game import Pending
from muster.engine.refusals import EngineFault, Refusal

Activation: TypeAlias = Coroutine[Any, Any, None]


class Driver:
    """Holds one running activation."""

    def __init__(self, activation: Activation) -> None:
        """``activation`` is the coroutine of a rule that was not started yet."""
        self._activation = activation

    def go_on(self, value: object) -> Pending | None:
        """Resume with the answer (None at the start); the next question, or None when the activation is over."""
        try:
            pending = self._activation.send(value)
        except StopIteration:
            return None
        except Refusal as refusal:
            # Passed on as it is, it would read as "refused, nothing changed" when something has.
            raise EngineFault(
                f"A rule refused something after the answer was accepted: {refusal}"
            ) from refusal
        if not isinstance(pending, Pending):
            self._activation.close()
            raise EngineFault(
                f"A rule awaited {type(pending).__name__}; rules may await only the game's own questions."
            )
        return pending

    def close(self) -> None:
        """Drop the activation (its match is being rebuilt)."""
        self._activation.close()
