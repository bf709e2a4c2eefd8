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
