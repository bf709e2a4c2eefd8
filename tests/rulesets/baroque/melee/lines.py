"""Units that stand front to front, and where they end."""

from typing import Any, Final, TypeAlias

import pytest

from muster.rulesets.baroque.cards import BU
from muster.rulesets.baroque.state import Arrival, State, UnitId
from tests.kit.table import Table
from tests.rulesets.baroque.scenes import BattleScene, place_of

Json: TypeAlias = Any

DEPTH: Final = 2 / 3
"""The depth in BU of a plain base."""


def behind_front(scene: BattleScene, name: str, facing: UnitId, aside: float = 0, **numbers: Json) -> UnitId:
    """A red unit with its front at the front of a blue one that faces up the screen, so many BU to the right of it."""
    x, y, _ = scene.state.pose(facing)
    half = scene.state.card(facing).depth / 2
    unit = scene.red(name, None, **numbers)
    reach = scene.state.card(unit).depth / 2
    scene.state.change(unit, pose=(x + round(aside * 600), round(y - half - reach), 18_000))
    return unit


def stands(table: Table[State], unit: UnitId, place: tuple[float, float, float]) -> bool:
    """Whether a unit stands at a place in BU and degrees, to the unit of the table."""
    there = place_of(table, unit)
    return there is not None and there == pytest.approx(place, abs=1.1 / BU)


def two_on_one(aside: float = 1.25) -> BattleScene:
    """Red's guard fights blue's foot, which covers ``2 - aside`` BU of its front, and friend, which covers the rest."""
    scene = BattleScene()
    foot = scene.blue("foot", (10, 8))
    behind_front(scene, "guard", foot, aside)
    scene.blue("friend", (12, 8))
    scene.contact("foot", "guard", arrival="charge")
    scene.contact("friend", "guard")
    scene.acting(foot)
    return scene


def rows(hits: int, dice: int) -> list[int]:
    """So many dice with so many hits and nothing else."""
    return [6] * hits + [1] * (dice - hits)


def duel(
    scene: BattleScene | None = None, arrival: Arrival = "charge", *, blue: Json = None, red: Json = None
) -> BattleScene:
    """Blue's ``foot`` has met red's ``guard`` front to front in the middle of the table, and acts."""
    scene = scene or BattleScene()
    foot = scene.blue("foot", (10, 8), **(blue or {}))
    guard = behind_front(scene, "guard", foot, **(red or {}))
    scene.contact(foot, guard, arrival=arrival)
    scene.acting(foot)
    return scene
