"""Deployment: one command after another, the largest of each side with the baggage first (3.4)."""

from muster.engine.ids import Seat
from muster.engine.requests import Area, Body, Choose, Deploy, Option, Picks, Poses
from muster.rulesets.baroque.book import rule
from muster.rulesets.baroque.events.setup import CommandDeployed
from muster.rulesets.baroque.queries.army import army_command, leader_name
from muster.rulesets.baroque.queries.deployment import (
    attachment,
    check_places,
    command_choices,
    next_to_deploy,
    proposal,
    units_to_deploy,
    value_of,
)
from muster.rulesets.baroque.queries.zones import facing_of
from muster.rulesets.baroque.rules.common import Battle
from muster.rulesets.baroque.state import CommandId, State

TURNS = 1_500
"""By how much the keys turn a unit that is being deployed, in hundredths of a degree."""


@rule("3.4a")
async def deploy_command(game: Battle) -> None:
    """Whoever is due puts a command of his choice on the table, with its leader (3.4a, 3.4d)."""
    seat = Seat(game.state.to_deploy)
    choices = command_choices(game.state, seat)
    command = next(iter(choices))
    if len(choices) == 1:
        places = await _ask_where(game, seat, command)
    else:
        command, places = await _ask_which(game, seat, choices)
    x, y, _ = places.at[command]
    game.apply(
        CommandDeployed(
            seat,
            command,
            {u: pose for u, pose in places.at.items() if u != command},
            (x, y),
            attachment(game.state, command, places.at),
            next_to_deploy(game.state, seat, command),
        )
    )


async def _ask_which(game: Battle, seat: Seat, choices: tuple[CommandId, ...]) -> tuple[CommandId, Poses]:
    state = game.state
    options = tuple(_option(state, c) for c in choices)
    picks: Picks = await game.ask(
        seat,
        Choose(options),
        rule="baroque.3.4a",
        text="Deploy one of your commands.",
        doing="deploying",
    )
    return picks.one.key, picks.one.given


def _option(state: State, command: CommandId) -> Option:
    count, value = len(units_to_deploy(state, command)), value_of(state, command)
    return Option(
        command,
        army_command(state, command).label,
        f"{leader_name(state, command)}; {count} to place, VD {value}",
        rule="baroque.3.4a",
        needs_=lambda: deploy_spec(state, command),
        act=f"Deploy {army_command(state, command).label}",
    )


async def _ask_where(game: Battle, seat: Seat, command: CommandId) -> Poses:
    state = game.state
    return await game.ask(
        seat,
        deploy_spec(state, command),
        rule="baroque.3.4a",
        text=f"Deploy {army_command(state, command).label} in your zone.",
        note="put the leader on a unit to attach him",
        doing="deploying",
    )


def deploy_spec(state: State, command: CommandId) -> Deploy:
    """The question where a command stands: its units, the baggage with the first, its leader."""
    seat = state.to_deploy
    units = units_to_deploy(state, command)
    facing = facing_of(state, seat)
    bodies = (
        *(Body(u, state.card(u).name, outline_of(state, u), facing, TURNS) for u in units),
        Body(command, leader_name(state, command), ()),
    )
    return Deploy(
        bodies,
        (Area("Deployment zone", proposal(state, command).zone.outline),),
        check=lambda places: check_places(state, command, places),
        suggest=lambda: proposal(state, command).places,
        label=f"Deploy {army_command(state, command).label}",
    )


def outline_of(state: State, unit: str) -> tuple[tuple[int, int], ...]:
    """A base about its centre at heading 0, clockwise from the front left corner."""
    half, deep = state.card(unit).frontage // 2, state.card(unit).depth // 2
    return ((-half, -deep), (half, -deep), (half, deep), (-half, deep))
