"""The flow of a fight: which activation comes next, read from the state alone."""

from muster.engine.driver import Activation
from muster.rulesets.newworld.rules.common import Fight
from muster.rulesets.newworld.rules.initiative import roll_initiative
from muster.rulesets.newworld.rules.parties import choose_parties
from muster.rulesets.newworld.rules.placing import place_figures
from muster.rulesets.newworld.rules.turn import next_turn


def activation(game: Fight) -> Activation | None:
    """Parties where they are chosen, placing, initiative, then one turn after another until the fight is over."""
    match game.state.phase:
        case "parties":
            return choose_parties(game)
        case "placing":
            return place_figures(game)
        case "initiative":
            return roll_initiative(game)
        case "round":
            return next_turn(game)
        case "over":
            return None
