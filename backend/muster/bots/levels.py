"""The bots that a match may have, by level."""

from muster.bots.random import RandomBot
from muster.engine.refusals import Refusal
from muster.engine.ruleset import AnyRuleset, Bot

RANDOM = "random"
SENSIBLE = "sensible"
LEVELS = (SENSIBLE, RANDOM)


def bot_of(ruleset: AnyRuleset, level: str) -> Bot:
    """The bot of that level; raises Refusal where there is none."""
    return RandomBot() if level == RANDOM else ruleset.bot(level)


def levels_of(ruleset: AnyRuleset) -> tuple[str, ...]:
    """The levels that a ruleset offers, the best first."""
    found: list[str] = []
    for level in LEVELS:
        try:
            bot_of(ruleset, level)
        except Refusal:
            continue
        found.append(level)
    return tuple(found)
