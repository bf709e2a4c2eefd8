"""The flow of a match: which activation comes next, read from the state alone (turn.1)."""

from muster.engine.driver import Activation
from muster.engine.ids import Seat
from muster.rulesets.ad1666.queries.combat import whose_turn
from muster.rulesets.ad1666.queries.morale import who_checks
from muster.rulesets.ad1666.queries.talking import whose_talk
from muster.rulesets.ad1666.rules.acting import act, name_first_actor, to_activate
from muster.rulesets.ad1666.rules.bands import open_bands
from muster.rulesets.ad1666.rules.cards import Match
from muster.rulesets.ad1666.rules.combat import take_turn
from muster.rulesets.ad1666.rules.course import begin_turn, draw_cards, end_turn, next_phase
from muster.rulesets.ad1666.rules.initiative import take_initiative
from muster.rulesets.ad1666.rules.morale import check_morale
from muster.rulesets.ad1666.rules.placing import place_band
from muster.rulesets.ad1666.rules.talking import take_interaction
from muster.rulesets.ad1666.state import State


def activation(game: Match) -> Activation | None:
    """One step of the turn after another until the match is over."""
    match game.state.phase:
        case "bands":
            return open_bands(game)
        case "placing":
            return place_band(game)
        case "start":
            return begin_turn(game)
        case "card":
            return draw_cards(game)
        case "initiative":
            return take_initiative(game)
        case "action":
            return _action(game)
        case "combat":
            return take_turn(game) if whose_turn(game.state) is not None else _next(game)
        case "morale":
            return check_morale(game) if who_checks(game.state) is not None else _next(game)
        case "interaction":
            return take_interaction(game) if whose_talk(game.state) is not None else _next(game)
        case "end":
            return end_turn(game)
        case "over":
            return None


async def _next(game: Match) -> None:
    next_phase(game)


def _action(game: Match) -> Activation:
    state = game.state
    if not state.up:
        return name_first_actor(game)
    seat = who_is_up(state)
    return act(game, seat) if seat is not None else _next(game)


def who_is_up(state: State) -> Seat | None:
    """The side that has to activate somebody: whose turn it is, or the other if it has nobody left (turn.12)."""
    up = Seat(state.up)
    return next((s for s in (up, state.other(up)) if to_activate(state, s)), None)
