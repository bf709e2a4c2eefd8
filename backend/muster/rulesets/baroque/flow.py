"""The flow of a battle: which activation comes next, read from the state alone."""

from muster.engine.driver import Activation
from muster.rulesets.baroque.rules.command import lead_command
from muster.rulesets.baroque.rules.common import Battle
from muster.rulesets.baroque.rules.deployment import deploy_command
from muster.rulesets.baroque.rules.edges import draw_edges
from muster.rulesets.baroque.rules.exploration import contest_order, explore
from muster.rulesets.baroque.rules.initiative import next_command
from muster.rulesets.baroque.rules.river import roll_river
from muster.rulesets.baroque.rules.terrain import alter_terrain, place_terrain
from muster.rulesets.baroque.rules.turn_end import end_turn


def activation(game: Battle) -> Activation | None:
    """Edges, roles, terrain, deployment; then turn after turn one command after another until an army is routed."""
    match game.state.phase:
        case "edges":
            return draw_edges(game)
        case "explore":
            return explore(game)
        case "terrain":
            return place_terrain(game)
        case "alter":
            return alter_terrain(game)
        case "order":
            return contest_order(game)
        case "deploy":
            return deploy_command(game)
        case "river":
            return roll_river(game)
        case "initiative":
            return next_command(game)
        case "command":
            return lead_command(game)
        case "end":
            return end_turn(game)
        case "over":
            return None
