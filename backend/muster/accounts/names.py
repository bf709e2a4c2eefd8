"""What people are called."""

from muster.core.security import random_name

MAX_NAME = 32


def guest_name() -> str:
    """A name for somebody who gave none."""
    return f"Guest {random_name(4).upper()}"
