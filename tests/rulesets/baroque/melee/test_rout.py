"""A rout in melee shakes the friends behind it (7.5.2g, 7.5.2h)."""

import pytest

from muster.rulesets.baroque.rules.rout import rout
from muster.rulesets.baroque.state import State, UnitId
from tests.kit.table import Table
from tests.rulesets.baroque.melee.fighting import fought
from tests.rulesets.baroque.melee.lines import DEPTH, duel, rows
from tests.rulesets.baroque.scenes import BattleScene


def routed(scene: BattleScene, unit: UnitId = "guard") -> Table[State]:
    """Rout a unit as a melee does."""

    async def rule(game: object) -> None:
        rout(game, unit, "7.5.2b")  # type: ignore[arg-type]

    return scene.run(rule)


def crowd(kind: str = "P&M") -> BattleScene:
    """Red's guard, and behind it friends at various places; behind is up the screen."""
    scene = BattleScene()
    scene.red("guard", (10, 8), type=kind)
    rear = scene.state.card("guard").depth / 1200
    scene.red("at-its-heels", (10.5, 8 - rear - DEPTH / 2))
    scene.red("near", (8.5, 8 - rear - 1 - DEPTH / 2 + 0.01))
    scene.red("beyond", (10.5, 8 - rear - 1 - DEPTH * 1.5))
    scene.red("aside", (12, 8 - rear - 0.5))
    return scene


@pytest.mark.rule("baroque.7.5.2g")
def test_7_5_2g_friends_within_one_bu_straight_behind_are_disordered() -> None:
    table = routed(crowd())
    shaken = [u for u in table.state.units if table.state.units[u].disordered]
    assert shaken == ["at-its-heels", "near"]


@pytest.mark.rule("baroque.7.5.2h")
def test_7_5_2h_who_touches_its_rear_also_loses_one_vbu() -> None:
    scene = crowd()
    table = routed(scene)
    assert [table.state.units[u].lost for u in ("at-its-heels", "near", "beyond", "aside")] == [1, 0, 0, 0]


@pytest.mark.rule("baroque.7.5.2h")
def test_7_5_2h_the_loss_may_rout_a_friend_whose_rout_shakes_nobody_in_turn() -> None:
    scene = BattleScene()
    scene.red("guard", (10, 8))
    scene.red("thin", (10, 8 - DEPTH), lost=5)
    scene.red("last", (10, 8 - 2 * DEPTH))
    table = routed(scene)
    assert table.state.units["thin"].gone == "routed"
    assert not table.state.units["last"].lost


def test_7_5_2g_the_disorder_is_no_accumulation() -> None:
    scene = BattleScene()
    scene.red("guard", (10, 8))
    scene.red("near", (10, 7), disordered=True)
    assert routed(scene).state.units["near"].lost == 0


@pytest.mark.parametrize("kind", ["S", "T", "DR", "CL"])
def test_7_5_2g_the_rout_of_light_troops_shakes_nobody(kind: str) -> None:
    table = routed(crowd(kind))
    assert not [u for u in table.state.units if table.state.units[u].disordered]


def test_7_5_2g_enemies_behind_are_not_shaken() -> None:
    scene = duel(red={"lost": 4}, blue={"impetus": 0})
    scene.blue("raider", (10, 7 - 0.5))
    scene.red("friend", (12, 7 - 0.5 + 0.1))
    table = fought(scene, dice=[*rows(1, 6), *rows(0, 2), 5])
    assert not table.state.units["raider"].disordered
