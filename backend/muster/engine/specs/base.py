"""What every question has, and the options that it offers."""

from abc import ABC, abstractmethod
from collections.abc import Callable
from dataclasses import dataclass
from functools import cached_property
from typing import Any, Generic, TypeAlias, TypeVar

from muster.engine.answers import (
    Point,
)
from muster.engine.explain import Odds, SightLine, odds_wire, sight_wire

Json: TypeAlias = Any
A = TypeVar("A")


class Spec(ABC, Generic[A]):
    """What is asked. ``kind`` names the component that shows it."""

    kind: str

    @abstractmethod
    def read(self, body: Json) -> A:
        """The typed answer in ``body``; raises :class:`Refusal` for anything that was not offered."""

    @abstractmethod
    def write(self, value: A) -> dict[str, Json]:
        """The body that :meth:`read` reads as ``value``: only what was understood, so it is safe to store."""

    @abstractmethod
    def keys(self) -> tuple[str, ...]:
        """What identifies the options in the journal's digest: no texts, no odds, no floats."""

    @abstractmethod
    def wire(self) -> dict[str, Json]:
        """The JSON of the contract."""


AnySpec: TypeAlias = Spec[Any]
Needs: TypeAlias = "AnySpec | Callable[[], AnySpec] | None"


@dataclass(frozen=True)
class Option:
    """One legal choice with what it costs and risks.

    ``act`` is what the button says that takes it, where the label alone does not name a deed; ``badge`` a few
    characters that stand on its picture, such as what a card adds.
    ``needs`` and ``odds`` may be callables: a bot or a simulation that never looks does not pay for them.
    ``hold`` asks the browser for a hold-to-confirm, because it cannot be taken back. ``means`` is what a preview says
    of the option with its parameters as far as they are given (JSON that somebody sent); it never travels by itself.
    """

    key: str
    label: str
    detail: str = ""
    group: str = ""
    rule: str = ""
    piece: str | None = None
    square: Point | None = None
    edge: str | None = None
    cost: str = ""
    warnings: tuple[str, ...] = ()
    hold: bool = False
    needs_: Needs = None
    odds_: Odds | Callable[[], Odds | None] | None = None
    sights_: tuple[SightLine, ...] | Callable[[], tuple[SightLine, ...]] = ()
    means: Callable[[Json], Json] | None = None
    act: str = ""
    badge: str = ""

    @cached_property
    def needs(self) -> AnySpec | None:
        """The parameters that this option asks for, worked out at the first look."""
        return self.needs_() if callable(self.needs_) else self.needs_

    @cached_property
    def odds(self) -> Odds | None:
        """The chance behind the option, worked out at the first look."""
        return self.odds_() if callable(self.odds_) else self.odds_

    @cached_property
    def sights(self) -> tuple[SightLine, ...]:
        """The lines of sight behind the option, worked out at the first look."""
        return self.sights_() if callable(self.sights_) else self.sights_

    def wire(self) -> dict[str, Json]:
        """The JSON of the contract."""
        return {
            "key": self.key,
            "label": self.label,
            "act": self.act,
            "badge": self.badge,
            "detail": self.detail,
            "group": self.group,
            "rule": self.rule,
            "piece": self.piece,
            "square": self.square,
            "edge": self.edge,
            "cost": self.cost,
            "warnings": self.warnings,
            "hold": self.hold,
            "needs": self.needs.wire() if self.needs else None,
            "odds": odds_wire(self.odds) if self.odds else None,
            "sights": [sight_wire(line) for line in self.sights],
        }


def span(low: int, high: int) -> str:
    """How many there may be, in words."""
    return str(low) if low == high else f"{low} to {high}"
