"""Chances of Exploration Dice (3.3c, 3.4b)."""

from muster.engine.explain import Odds
from muster.rulesets.baroque.queries.odds import share


def beats_odds(label: str, against: int) -> Odds:
    """The chance that one die is higher than another."""
    return Odds(label, share(6 - against, 6), f"needs {against + 1}+" if against < 6 else "cannot be beaten")
