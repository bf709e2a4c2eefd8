"""The flow of a match: which activation comes next, read from the state alone (turn.1)."""

from muster.engine.driver import Activation
from muster.rulesets.ad1666.rules.cards import Match
from muster.rulesets.ad1666.rules.initiative import take_initiative


def activation(game: Match) -> Activation | None:
    """One phase after another until the match is over."""
    match game.state.phase:
        case "initiative":
            return take_initiative(game)
        case _:
            return None
