"""Lengths and lists as the log and the refusals say them."""

from collections.abc import Sequence

from muster.rulesets.baroque.cards import BU


def bu(units: int) -> str:
    """A length in BU with at most two decimals: ``1.5 BU``."""
    text = f"{units / BU:.2f}".rstrip("0").rstrip(".")
    return f"{text} BU"


def listed(names: Sequence[str]) -> str:
    """``A``, ``A and B``, ``A, B and C``."""
    return names[0] if len(names) == 1 else f"{', '.join(names[:-1])} and {names[-1]}"


def count(number: int, one: str, many: str = "") -> str:
    """So many of something: ``1 die``, ``no dice``; ``many`` is ``one`` with an s unless it is given."""
    word = one if number == 1 else many or f"{one}s"
    return f"{'no' if number == 0 else number} {word}"


def signed(number: int) -> str:
    """A number with its sign, as in a modifier: ``+2``, ``−1``, ``±0``."""
    return f"+{number}" if number > 0 else f"−{-number}" if number < 0 else "±0"
