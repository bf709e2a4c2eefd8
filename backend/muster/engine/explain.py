"""Explanations: every total that is rolled or compared carries the parts it was made of."""

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any, Literal, TypeAlias

Json: TypeAlias = Any
Tone: TypeAlias = Literal["plain", "good", "warn", "bad"]
"""What something means for whoever reads it."""


def number_text(number: int) -> str:
    """A number as it stands in a text for people: with a minus sign, not a hyphen."""
    return f"−{-number}" if number < 0 else str(number)


@dataclass(frozen=True, slots=True)
class Part:
    """One line of a sum: what it is, how much it adds, and the rule that says so."""

    label: str
    value: int
    rule: str = ""


@dataclass(frozen=True, slots=True)
class Total:
    """A named sum with its lines; ``value`` is what the rules compare (a limit may make it differ from the sum)."""

    label: str
    parts: tuple[Part, ...]
    value: int

    @staticmethod
    def of(label: str, parts: Iterable[Part | None]) -> "Total":
        """Add up the parts; ``None`` and parts worth nothing are left out."""
        kept = tuple(p for p in parts if p is not None and p.value != 0)
        return Total(label, kept, sum(p.value for p in kept))


@dataclass(frozen=True, slots=True)
class Reason:
    """Why something came out as it did, or cannot be done, in a sentence with the full id of the rule that says so."""

    text: str
    rule: str


@dataclass(frozen=True, slots=True)
class Lack(Reason):
    """Why one thing cannot be chosen: ``about`` is its key. Apart from :class:`Reason`, which the events hold."""

    about: str = ""


@dataclass(frozen=True, slots=True)
class Bar:
    """A row of a table of outcomes: what the dice show, its chance in hundredths of a per cent, whether it succeeds."""

    total: int
    chance: int
    hit: bool


@dataclass(frozen=True, slots=True)
class Odds:
    """The chance behind an option that leads straight to dice or cards.

    ``chance`` is in hundredths of a per cent (7222 = 72.22 %), ``needs`` what the dice must show, ``bars`` every
    result, ``totals`` the sums that will be compared, ``effect`` one sentence on what success does. ``of`` says in a
    word or two what it is the chance of, where the option's name does not: it stands beside the per cent.
    """

    label: str
    chance: int
    needs: str
    bars: tuple[Bar, ...] = ()
    totals: tuple[Total, ...] = ()
    effect: str = ""
    of: str = ""


@dataclass(frozen=True, slots=True)
class SightLine:
    """A verdict on sight as the board draws it: points in board units, ``state`` clear, cover or blocked."""

    start: tuple[float, float]
    end: tuple[float, float]
    state: str
    witness: tuple[float, float] | None
    label: str


def total_wire(total: Total) -> dict[str, Json]:
    """A total as JSON."""
    return {
        "label": total.label,
        "value": total.value,
        "parts": [{"label": p.label, "value": p.value, "rule": p.rule} for p in total.parts],
    }


def reasons_wire(reasons: Iterable[Reason]) -> list[Json]:
    """Reasons as JSON; ``about`` only where they are about one thing."""
    return [
        {"text": r.text, "rule": r.rule, **({"about": r.about} if isinstance(r, Lack) else {})}
        for r in reasons
    ]


def odds_wire(odds: Odds) -> dict[str, Json]:
    """Odds as JSON; chances become per cent."""
    return {
        "label": odds.label,
        "percent": odds.chance / 100,
        "needs": odds.needs,
        "effect": odds.effect,
        "of": odds.of,
        "bars": [{"total": b.total, "percent": b.chance / 100, "hit": b.hit} for b in odds.bars],
        "totals": [total_wire(t) for t in odds.totals],
    }


def sight_wire(line: SightLine) -> dict[str, Json]:
    """A line of sight as JSON."""
    return {
        "from": line.start,
        "to": line.end,
        "state": line.state,
        "witness": line.witness,
        "label": line.label,
    }
