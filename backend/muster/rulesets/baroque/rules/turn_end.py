"""The end of a turn: villages, shaken commands, routed armies, the turn limit, markers (9.1)."""

from muster.engine.ids import Seat
from muster.rulesets.baroque.battlefields import Goal
from muster.rulesets.baroque.book import applies, rule
from muster.rulesets.baroque.events.course import (
    ArmiesReckoned,
    CommandShaken,
    Ended,
    GoalReckoned,
    TurnBegan,
    TurnEnded,
)
from muster.rulesets.baroque.queries.army import commands_of
from muster.rulesets.baroque.queries.holding import goal_name, goal_of, held_for, holder
from muster.rulesets.baroque.queries.victory import (
    army_left,
    command_left,
    has_units,
    is_routed,
    must_test_for_break,
    share_left,
)
from muster.rulesets.baroque.rules.common import Battle, discipline_test, eliminate
from muster.rulesets.baroque.state import CommandId, State


@rule("seq.endturn")
async def end_turn(game: Battle) -> None:
    """Shaken commands of both sides, then both armies or the battlefield's goal, then the limit of turns; markers last
    (R11, R154)."""
    turn = game.state.turn
    if not applies("seq.endturn"):
        game.apply(TurnEnded(turn))
    for seat in game.state.seats:
        for command in commands_of(game.state, seat):
            if must_test_for_break(game.state, command):
                await test_command(game, command)
    goal = goal_of(game.state)
    if goal is None:
        game.apply(ArmiesReckoned({str(s): army_left(game.state, s) for s in game.state.seats}))
    else:
        game.apply(_reckoned(game.state, goal))
    ended = verdict(game.state)
    if ended is not None:
        game.apply(ended)
        return
    game.apply(TurnEnded(turn))
    game.apply(TurnBegan(turn + 1))


@rule("9.1e")
async def test_command(game: Battle, command: CommandId) -> None:
    """Each unit of a shaken command takes a Discipline Test; who fails is eliminated (9.1e)."""
    game.apply(CommandShaken(command, command_left(game.state, command)))
    for unit in game.state.of_command(command):
        if not await discipline_test(game, unit, "command_break", "9.1e"):
            eliminate(game, unit, "routed", "9.1e")


def _reckoned(state: State, goal: Goal) -> GoalReckoned:
    """Who holds the goal now, and how often in a row (9.1f)."""
    seat = holder(state, goal.piece)
    return GoalReckoned(goal_name(state, goal), seat, held_for(state, seat) + 1 if seat else 0, goal.turns)


def verdict(state: State) -> Ended | None:
    """How the battle ends now; None: it goes on (9.1d, R11, R45). A goal decides in place of the armies (9.1f)."""
    goal = goal_of(state)
    if goal is not None:
        return _by_the_goal(state, goal)
    routed = [s for s in state.seats if is_routed(state, s)]
    labels = state.setup.labels
    if len(routed) == len(state.seats):
        return Ended(None, "both_routed", "Both armies are routed: a draw.")
    if routed:
        winner = state.other(routed[0])
        return Ended(winner, "army_routed", f"{labels[winner]} win: {labels[routed[0]]} are routed.")
    limit = state.setup.options.turns
    if not limit or state.turn < limit:
        return None
    return _at_the_limit(state)


def _by_the_goal(state: State, goal: Goal) -> Ended | None:
    """Whoever has held the goal long enough wins, or holds it when time is up; an army without units loses (R154)."""
    name, labels = goal_name(state, goal), state.setup.labels
    here = [s for s in state.seats if has_units(state, s)]
    if not here:
        return Ended(None, "both_gone", "Neither army has a unit left: a draw.", "9.1f")
    if len(here) == 1:
        return Ended(here[0], "army_gone", f"{labels[here[0]]} win: the enemy has no unit left.", "9.1f")
    limit = state.setup.options.turns
    over = bool(limit) and state.turn >= limit
    if state.holder and (over or state.held >= goal.turns):
        early = "Time is up: " if state.held < goal.turns else ""
        return Ended(
            state.holder, "goal_held", f"{early}{labels[state.holder]} win: they hold {name}.", "9.1f"
        )
    return Ended(None, "goal_open", f"Time is up: a draw, for nobody holds {name}.", "9.1f") if over else None


def _at_the_limit(state: State) -> Ended:
    """The larger share of the VDT wins, equal shares draw (R45)."""
    shares = {s: share_left(state, s) for s in state.seats}
    first, second = state.seats
    lead = shares[first][0] * shares[second][1] - shares[second][0] * shares[first][1]
    words = ", ".join(f"{state.setup.labels[s]} {left} of {whole}" for s, (left, whole) in shares.items())
    if lead == 0:
        return Ended(None, "equal_shares", f"Time is up: a draw. Left of the armies: {words}.", "1.2.1")
    winner: Seat = first if lead > 0 else second
    text = f"Time is up: {state.setup.labels[winner]} win with the larger share left. {words}."
    return Ended(winner, "larger_share", text, "1.2.1")
