"""Battles from their first question, for tests of what comes before the first turn."""

from typing import Any, TypeAlias

from muster.engine.ids import Seat
from muster.rulesets.baroque.cards import BU
from muster.rulesets.baroque.ruleset import RULESET
from muster.rulesets.baroque.state import State
from tests.kit.dice import Throw
from tests.kit.table import Table, setup_of, start

Json: TypeAlias = Any
SOUTH_BLUE, SOUTH_RED = 1, 6
"""The die for the table edges."""


def battle(*dice: Throw, scenario: str = "mill-hill", points: int = 300, **options: Json) -> Table[State]:
    """A battle of two ready armies."""
    setup = setup_of(RULESET, scenario=scenario, points=points, **options)
    return start(RULESET, setup, dice=dice)


def settle(table: Table[State], *initiative: Throw) -> Table[State]:
    """Answer everything about dice with no, and deploy as suggested, until both armies stand.

    ``initiative`` are the dice that follow where nobody has a choice of commands.
    """
    table.dice.add(*initiative)
    while table.state.phase in ("explore", "order"):
        table.answer(table.match.requests[0].seat, False)
    while table.state.phase == "deploy":
        deploy(table)
    return table


def deploy(table: Table[State], **at: tuple[float, float, float]) -> Seat:
    """Deploy the first command offered as suggested, but these bodies at places in BU and degrees; whose it was."""
    request = table.match.requests[0]
    poses = {
        k.replace("_", "/"): (round(x * BU), round(y * BU), round(h * 100)) for k, (x, y, h) in at.items()
    }
    if request.spec.kind == "choose":
        table.answer(request.seat, (table.offers(request.seat)[0], poses))
    else:
        table.answer(request.seat, poses)
    return request.seat
