"""Lengths and lists as the log and the refusals say them."""

from collections.abc import Sequence

from muster.engine.explain import Total
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


def added_up(dice: Sequence[int], total: Total) -> str:
    """A sum of dice with what is added to them: ``5 + 6 + 2 (leadership) = 13``; the dice are the sum's first line."""
    thrown = " + ".join(str(die) for die in dice)
    added = "".join(
        f" {'−' if p.value < 0 else '+'} {abs(p.value)} ({p.label.lower()})" for p in total.parts[1:]
    )
    return f"{thrown}{added} = {total.value}"


def losses(number: int, left: int) -> str:
    """Permanent losses, no more than there was to lose; ``left`` is the VBU after them, which may be below 0 (2.3c)."""
    lost = number + min(0, left)
    all_gone = ", all that was left" if lost < number else ""
    return f"{count(lost, 'permanent loss', 'permanent losses')}{all_gone}"


def signed(number: int) -> str:
    """A number with its sign, as in a modifier: ``+2``, ``−1``, ``±0``."""
    return f"+{number}" if number > 0 else f"−{-number}" if number < 0 else "±0"
