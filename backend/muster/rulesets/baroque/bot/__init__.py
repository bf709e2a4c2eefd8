"""Who plays Baroque when nobody does."""

from muster.engine.refusals import Refusal
from muster.engine.ruleset import Bot


def bot_of(level: str) -> Bot:
    """The bot of that level; raises Refusal where Baroque has none."""
    raise Refusal("unknown_bot", f"There is no {level!r} bot for Baroque yet.")
