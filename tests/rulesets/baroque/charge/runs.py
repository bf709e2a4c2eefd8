"""Whole charges in a test, with melees of so few dice that they do not matter."""

from typing import Any, TypeAlias

from muster.engine.requests import Pick
from muster.geometry.open.poses import distance
from muster.rulesets.baroque.queries.bodies import body
from muster.rulesets.baroque.rules.charge import perform
from muster.rulesets.baroque.state import State, UnitId
from tests.kit.table import Table
from tests.rulesets.baroque.scenes import BattleScene

Json: TypeAlias = Any


def small(**numbers: Json) -> dict[str, Json]:
    """The numbers of horse that fights with one die, so that a melee of two is three dice: charger two, target one."""
    return {"type": "TR", "vbu": 1, "impetus": 1, **numbers}


def still(**numbers: Json) -> dict[str, Json]:
    """The same for an enemy that has reacted this turn and cannot evade from horse: it only stands there."""
    return small(reacted=True, **numbers)


SCREEN: dict[str, Json] = {"type": "S", "depth": 240, "heading": 0}
"""Skirmishers that look away, so that they cannot evade."""
NO_HITS = (1, 1, 1)
"""The dice of such a melee without any hit: it is a draw, and of horse nobody is asked anything."""


def charging(
    scene: BattleScene, unit: UnitId, target: UnitId, *dice: int, potential: int | None = None
) -> Table[State]:
    """The whole charge of a unit at a target, or its potential charge of so many units."""
    word = "charge" if potential is None else "potential"
    pick = Pick(f"{word}:{target}", potential)
    return scene.run(lambda game: perform(game, unit, pick), dice=dice)


def gap_between(table: Table[State], a: UnitId, b: UnitId) -> int:
    """How far two units stand apart, in units."""
    return distance(body(table.state, a), body(table.state, b)).length
