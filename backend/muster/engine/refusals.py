"""Why something was not accepted: always typed, always with a sentence that says what would be right."""

from collections.abc import Mapping
from dataclasses import dataclass, field, replace


@dataclass(eq=False)  # not frozen: Python's own context managers set attributes of an exception that passes
class Refusal(Exception):
    """An answer, a roster or a wish that the rules or the protocol do not accept. It changes nothing.

    ``code`` is stable and machine-readable, ``text`` one or two plain sentences for a person, ``rule`` the
    rule's id where a rule decided, ``numbers`` the figures behind the decision (label to value).
    """

    code: str
    text: str
    rule: str = ""
    numbers: Mapping[str, int | str] = field(default_factory=dict[str, int | str])

    def fresh(self) -> "Refusal":
        """The same, to be raised. One that is kept must not be: each time it would grow by a traceback."""
        return replace(self)

    def __str__(self) -> str:
        """The sentence, with the rule's id behind it."""
        return f"{self.text} ({self.rule})" if self.rule else self.text


class ReplayMismatch(Exception):
    """A recorded answer no longer fits what the rules ask: the replay stops here rather than guess."""


class EngineFault(Exception):
    """A rule broke the engine's contract (awaited something foreign, asked an unknown seat, a die too many)."""
