"""What a game whose seats bring rosters gives to a builder: its lists, and a check of what somebody made of them."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Protocol, TypeAlias

from muster.engine.explain import Total

Json: TypeAlias = Any


@dataclass(frozen=True, slots=True)
class RosterProblem:
    """A fault of a roster, with the limit that it breaks.

    ``code`` is stable, ``rule`` the full id of the rule broken, ``numbers`` the figures compared, ``where`` the place
    in the roster's JSON or in the list, for a builder to point at.
    """

    code: str
    text: str
    rule: str
    numbers: Mapping[str, int | str]
    where: tuple[str | int, ...] = ()


@dataclass(frozen=True, slots=True)
class RosterReport:
    """What there is to say about a roster: ``title`` of its list, cost and ``limit`` in the game's own points.

    ``detail`` is for the game's own builder.
    """

    title: str
    points: Total
    limit: int
    problems: tuple[RosterProblem, ...]
    detail: Json


class RosterTools(Protocol):
    """A builder's side of a ruleset. All of it is pure."""

    def catalogue(self) -> Json:
        """Lists, prices and ready rosters, for the game's own builder."""
        ...

    def clean(self, body: Json) -> Json:
        """A roster as it may be stored, with every field and perhaps with faults; raises Refusal where it is none."""
        ...

    def brought(self, body: Json) -> Json:
        """A roster as it is brought to a match and stands in its record: clean, without what decides nothing there."""
        ...

    def report(self, body: Json) -> RosterReport:
        """Hold a roster against its list; raises Refusal where it is none."""
        ...
