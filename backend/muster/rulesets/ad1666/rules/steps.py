"""Steps that take a test: climbs, windows, jumps, leaps, the way off the board (move.10 to move.14, map.8, map.21)."""

from muster.engine.requests import Choose, Option
from muster.geometry.spaces.board import Space
from muster.rulesets.ad1666.book import applies, number, rule
from muster.rulesets.ad1666.events import Moved, PointsSpent
from muster.rulesets.ad1666.people import CharacterId
from muster.rulesets.ad1666.queries.ground import board_of, border
from muster.rulesets.ad1666.queries.moving import COSTS, Step, is_free
from muster.rulesets.ad1666.queries.trials import Trial, ability_part
from muster.rulesets.ad1666.queries.zones import stopping
from muster.rulesets.ad1666.rules.cards import Match
from muster.rulesets.ad1666.rules.falling import land
from muster.rulesets.ad1666.rules.harm import fall_prone, look_around, remove
from muster.rulesets.ad1666.rules.trials import unopposed
from muster.rulesets.ad1666.state import State

CLIMB_DL = 4
WINDOW_DL = 5
LEAP_DL = 5


async def perform(game: Match, who: CharacterId, step: Step) -> None:
    """What a step that is no plain one leads to."""
    match step.manner:
        case "climb":
            await climb(game, who, step)
        case "window" | "scale":
            await through_window(game, who, step)
        case "jump":
            _go(game, who, step, "map.8")
            await land(game, who)
        case "leap":
            await leap(game, who, step)
        case "push":
            _go(game, who, step, "move.8")
        case "leave":
            await _leave(game, who, step)
        case "walk":
            _go(game, who, step, "move.1")


def _go(game: Match, who: CharacterId, step: Step, cause: str) -> None:
    if step.to is None:
        return
    game.apply(Moved(who, (*step.over, step.to), step.cost, step.diagonals, step.manner, cause))
    look_around(game)


@rule("move.10")
async def climb(game: Match, who: CharacterId, step: Step) -> None:
    """Up an elevated boundary: DL 4 Agility Test for 2 MP (move.10, move.6)."""
    outcome = await unopposed(game, _agility(game.state, who, "climbing", CLIMB_DL, "move.10"))
    if outcome.success:
        _go(game, who, step, "move.10")
        return
    _missed(game, who, step)
    if outcome.misfortune and applies("move.10"):
        fall_prone(game, who, "falls back Prone from the climb", "move.10")


@rule("move.11")
async def through_window(game: Match, who: CharacterId, step: Step) -> None:
    """Through a window: DL 5 Agility Test for 2 MP; a Triumph allows one more space straight on (move.11).

    So over a wall that the map lets one climb (move.12).
    """
    start = game.state.bodies[who].at
    what = "climbing the wall" if step.manner == "scale" else "climbing through the window"
    outcome = await unopposed(game, _agility(game.state, who, what, WINDOW_DL, "move.11"))
    if not outcome.success:
        _slipped(game, who, step, misfortune=outcome.misfortune)
        return
    if step.to is None:
        await _leave(game, who, step)
        return
    _go(game, who, step, "move.12" if step.manner == "scale" else "move.11")
    if outcome.triumph and start is not None and applies("test.6"):
        await _further(game, who, start, step.to)


def _slipped(game: Match, who: CharacterId, step: Step, *, misfortune: bool) -> None:
    """Not through the window: the MP are spent, and a Misfortune makes Prone (move.6, move.11)."""
    _missed(game, who, step)
    if misfortune and applies("move.11"):
        fall_prone(game, who, "falls Prone at the window", "move.11")


async def _further(game: Match, who: CharacterId, start: Space, over: Space) -> None:
    """The extra space of a Triumph: over a border without a Movement Action, into a free space, unless stopped."""
    state = game.state
    to = board_of(state).straight_beyond(start, over)
    if (
        to is None
        or stopping(state, who, over)
        or not is_free(state, to)
        or border(state, over, to) not in COSTS
    ):
        return
    picks = await game.ask_or_pass(
        state.seat(who),
        Choose((Option("on", "One space further", rule="move.11", piece=who, square=to),)),
        rule="move.11",
        text=f"A Triumph: {state.name(who)} may go one space further.",
        pass_label="Stay at the window",
        subject=who,
    )
    if picks is not None:
        game.apply(Moved(who, (to,), 0, 0, "walk", "move.11"))
        look_around(game)


@rule("move.13")
async def leap(game: Match, who: CharacterId, step: Step) -> None:
    """Over a gap from High Terrain to High Terrain: DL 5 Agility Test for 2 MP (move.13, move.14)."""
    outcome = await unopposed(game, _agility(game.state, who, "leaping", LEAP_DL, "move.13"))
    if outcome.success:
        _go(game, who, step, "move.13")
    elif outcome.misfortune and applies("move.14"):
        await _fall_short(game, who, step)
    else:
        _missed(game, who, step)


async def _fall_short(game: Match, who: CharacterId, step: Step) -> None:
    """Down into the gap; where somebody stands there the opponent names the space (move.14, ruling R65)."""
    state, (gap,) = game.state, step.over
    to: Space | None = gap
    if not is_free(state, gap):
        board = board_of(state)
        free = tuple(
            s
            for s in (*board.beside(gap), *board.across_corner(gap))
            if is_free(state, s) and "high" not in board.spaces[s].extras
        )
        to = None
        if free:
            picks = await game.ask(
                state.other(state.seat(who)),
                Choose(
                    tuple(Option(f"{x},{y}", "Lands here", rule="move.14", square=(x, y)) for x, y in free)
                ),
                rule="move.14",
                text=f"{state.name(who)} falls into the gap, where somebody stands. Where does it land?",
                subject=who,
            )
            to = next(s for s in free if f"{s[0]},{s[1]}" == picks.one.key)
    _missed(game, who, step)
    if to is not None:
        game.apply(Moved(who, (to,), 0, step.diagonals, "jump", "move.14"))
        look_around(game)
    await land(game, who, prone=True)


async def _leave(game: Match, who: CharacterId, step: Step) -> None:
    """Over the edge of the board, for good and alive (map.21); a window there takes its test."""
    if step.cost == 2 and border(game.state, _at(game, who), None) == "window":
        outcome = await unopposed(
            game, _agility(game.state, who, "climbing through the window", WINDOW_DL, "move.11")
        )
        if not outcome.success:
            _slipped(game, who, step, misfortune=outcome.misfortune)
            return
    if applies("map.21"):
        remove(game, who, "departed", "leaves the board", "map.21")


def _at(game: Match, who: CharacterId) -> Space:
    at = game.state.bodies[who].at
    if at is None:
        raise ValueError(f"{who} is not on the board")
    return at


def _agility(state: State, who: CharacterId, what: str, dl: int, cause: str) -> Trial:
    return Trial(
        who, f"{what}, Agility Test", number(cause, dl, off=0), cause, ability_part(state, who, "agility")
    )


def _missed(game: Match, who: CharacterId, step: Step) -> None:
    """The MP are spent and nothing happens; it may be paid for again (move.6)."""
    game.apply(PointsSpent(who, number("move.6", step.cost, off=0)))
