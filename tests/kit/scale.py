"""How much of a long property a run tries: a little in `make test`, much in `make soak`."""

from hypothesis import settings

SOAK_EXAMPLES = 1_000
"""The soak profile tries more examples than this (see `tests/conftest.py`)."""


def quick_or_soak(quick: int, soak: int) -> int:
    """One of the two numbers, by the hypothesis profile of the run."""
    return soak if settings.default is not None and settings.default.max_examples > SOAK_EXAMPLES else quick
