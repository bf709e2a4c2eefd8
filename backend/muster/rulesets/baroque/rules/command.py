"""The activation of a command: one unit after another, its leader in between (4.1.1f to 4.1.1j)."""

from muster.engine.requests import Choose
from muster.rulesets.baroque.book import rule
from muster.rulesets.baroque.events.course import CommandEnded
from muster.rulesets.baroque.queries.army import army_command, seat_of
from muster.rulesets.baroque.queries.orders import (
    leader_options,
    must_still_act,
    unit_choices,
    unit_option,
)
from muster.rulesets.baroque.rules import leaders
from muster.rulesets.baroque.rules.acting import activate_unit
from muster.rulesets.baroque.rules.common import Battle
from muster.rulesets.baroque.state import CommandId


@rule("4.1.1f")
async def lead_command(game: Battle) -> None:
    """One unit's activation, one deed of the leader, or the end of the command's activation (4.1.1f, 2.6.1a)."""
    state = game.state
    command = state.active
    if command is None:
        raise ValueError("no command is active")
    units = unit_choices(state, command)
    options = (*(unit_option(state, u) for u in units), *leader_options(state, command))
    if not units and not options:
        end_command(game, command)
        return
    fighting = must_still_act(state, command)
    label = army_command(state, command).label
    text = f"{label}: which unit acts next?" if units else f"{label}: all units have acted."
    spec = Choose(options)
    seat = seat_of(state, command)
    if fighting:
        names = ", ".join(state.name(u) for u in fighting)
        picks = await game.ask(
            seat, spec, rule="baroque.4.1.1i", text=text, note=f"still to fight or break off: {names}"
        )
    else:
        asked = await game.ask_or_pass(
            seat,
            spec,
            rule="baroque.4.1.1f",
            text=text,
            pass_label=f"End {label}",
            pass_sure=_sure(len(units)),
        )
        if asked is None:
            end_command(game, command)
            return
        picks = asked
    kind, _, unit = picks.one.key.partition(":")
    if kind == "unit":
        await activate_unit(game, unit)
    else:
        await leaders.perform(game, command, picks.one)


def _sure(units: int) -> str:
    """What a hasty passer is asked, where units would stay idle."""
    if not units:
        return ""
    return f"{units} unit{'s have' if units > 1 else ' has'} not acted yet. End the command all the same?"


def end_command(game: Battle, command: CommandId) -> None:
    """The command's activation is over; its other units stay idle."""
    idle = unit_choices(game.state, command)
    game.apply(CommandEnded(command, idle))
