"""What the sensible bot makes of a position."""

from typing import Any, TypeAlias

from muster.engine.chance import Chance
from muster.geometry.grid.squares import Square
from muster.rulesets.newworld.bot import SensibleBot
from muster.rulesets.newworld.state import FigureId, State
from tests.kit.table import Table

Json: TypeAlias = Any
CHANCE = Chance(bytes(16))


def thought(table: Table[State]) -> Json:
    """What the bot would answer to the question that is open."""
    request = table.match.requests[0]
    return SensibleBot().answer(request, table.match.play.game.known_to(request.seat), CHANCE, "bot")


def chosen(table: Table[State]) -> str:
    """The key that the bot picks; ``pass`` where it picks none."""
    body = thought(table)
    return str(body["picks"][0]["key"]) if "picks" in body else "pass"


def play_turn(table: Table[State], figure: FigureId) -> list[str]:
    """Let the bot play a figure's whole turn; what it picked."""
    keys: list[str] = []
    while table.match.requests and table.match.requests[0].subject == figure:
        keys.append(chosen(table))
        table.send(table.match.requests[0].seat, thought(table))
    return keys


def at(table: Table[State], figure: FigureId) -> Square:
    where = table.state.figures[figure].at
    assert where is not None
    return where
