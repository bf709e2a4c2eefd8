"""What leaders do: go, join and leave units, step out of the way (2.6.1)."""

from collections.abc import Callable, Sequence

from muster.engine.requests import Area, Body, Deploy, Pick, Poses
from muster.geometry.open.moves import Path
from muster.geometry.open.poses import Body as Base
from muster.geometry.open.shapes import circle
from muster.rulesets.baroque.book import applies, rule
from muster.rulesets.baroque.events.leaders import (
    LeaderDisplaced,
    LeaderJoined,
    LeaderMoved,
)
from muster.rulesets.baroque.queries.army import leader_name, seat_of
from muster.rulesets.baroque.queries.leaders import (
    check_aside,
    farthest_aside,
    in_the_way,
    met_by,
    suggested_aside,
)
from muster.rulesets.baroque.queries.orders import join_length, step_length
from muster.rulesets.baroque.queries.running import ahead
from muster.rulesets.baroque.rules.common import Battle
from muster.rulesets.baroque.state import CommandId, State, UnitId


async def perform(game: Battle, command: CommandId, pick: Pick) -> None:
    """Do what was picked of ``orders.leader_options``."""
    if pick.key == "leader:join":
        await join(game, command, pick.given.one.key)
    else:
        await go(game, command, pick.given)


@rule("2.6.1a")
async def go(game: Battle, command: CommandId, places: Poses) -> None:
    """The leader goes somewhere, leaving his unit if he is with one (2.6.1a, 2.6.1e)."""
    leader = game.state.leaders[command]
    if leader.at is None:
        raise ValueError(f"the leader of {command} is not on the table")
    x, y, _ = places.at[command]
    length = step_length(game.state, command, (x, y))
    game.apply(LeaderMoved(command, leader.at, (x, y), length, leader.unit))


@rule("2.6.1d")
async def join(game: Battle, command: CommandId, unit: UnitId) -> None:
    """The leader is attached to a unit that he reaches (2.6.1d, R39)."""
    at = game.state.leaders[command].at
    if at is None:
        raise ValueError(f"the leader of {command} is not on the table")
    game.apply(LeaderJoined(command, unit, at, join_length(game.state, command, unit)))


@rule("2.6.1b")
async def make_way(
    game: Battle,
    way: Callable[[State], Path],
    others: Callable[[State], Sequence[Path]] = lambda _: (),
) -> Path:
    """Leaders in the way of a moving base step aside, each to where his owner wishes, before it moves (2.6.1b).

    So do those in the way of ``others`` whom it moves along with it, by pushing them or putting them behind. The way
    that it then goes: worked out again, since what was read before a question may be old after it.
    """

    def paths(state: State) -> tuple[Path, ...]:
        return (way(state), *others(state))

    for command in in_the_way(game.state, paths(game.state)):
        await step_aside(game, command, paths(game.state))
    return way(game.state)


async def make_room(game: Battle, base: Base) -> None:
    """Leaders step aside who stand where a base is about to be set down without a way (2.6.1b)."""
    await make_way(game, lambda _: ahead(base, 0))


async def step_aside(game: Battle, command: CommandId, paths: Sequence[Path]) -> None:
    """One leader steps out of the way of bases on their paths, at least 1 BU from every enemy unit (2.6.1b)."""
    state = game.state
    at = state.leaders[command].at
    nearest = suggested_aside(state, command, paths)
    mover = met_by(paths, at) if at is not None else None
    if at is None or nearest is None or mover is None or not applies("2.6.1b"):
        return  # he stays where he is (R143)
    name = leader_name(state, command)
    places = await game.ask(
        seat_of(state, command),
        Deploy(
            (Body(command, name, ()),),
            (Area("About him", circle(at, farthest_aside(state, command, paths))),),
            check=lambda placed: check_aside(state, command, paths, placed[command][:2]),
            suggest=lambda: {command: (*nearest, 0)},
            label=f"Put {name} aside",
        ),
        rule="baroque.2.6.1b",
        text=f"{name} stands in the way of {state.name(mover)}. Where does he go?",
        note="at least 1 BU from every enemy unit; it costs him nothing",
        subject=command,
    )
    x, y, _ = places.at[command]
    game.apply(LeaderDisplaced(command, at, (x, y), mover))
