"""Who plays Baroque when nobody does.

The sensible bot sees the request, what its seat knows, and the same queries as everybody. It weighs in points of
demoralisation: ``worth`` says what units, shots and melees are worth, ``mood`` how much its own losses weigh by who
is ahead and by the turns that are left, ``prospects`` what a unit could do from a place, ``nearness`` how far bases are
from each other. ``acting`` picks a unit's next deed, ``moving`` a place to go to, ``replying`` what to do about an
enemy's deed, ``leading`` commands, their order and their leaders, ``choosing`` everything else.
"""

from muster.engine.refusals import Refusal
from muster.engine.ruleset import Bot
from muster.rulesets.baroque.bot.choosing import SensibleBot

__all__ = ["SensibleBot", "bot_of"]


def bot_of(level: str) -> Bot:
    """The bot of that level; raises Refusal where Baroque has none."""
    if level != "sensible":
        raise Refusal("unknown_bot", f"There is no {level!r} bot for Baroque. Known is: sensible.")
    return SensibleBot()
