"""Rally and forced rally (4.1.2)."""

from typing import Any

import pytest

from muster.rulesets.baroque.events.rally import RallyTried
from muster.rulesets.baroque.queries.rally import may_rally
from muster.rulesets.baroque.rules.acting import activate_unit
from muster.rulesets.baroque.state import Acting, State
from tests.kit.dice import Throw
from tests.kit.table import Table
from tests.rulesets.baroque.scenes import BattleScene


def shaken(**numbers: Any) -> BattleScene:
    """A Disordered unit of discipline B that is heard by a Reliable leader."""
    scene = BattleScene()
    scene.blue("foot", (10, 11), **{"disordered": True, **numbers})
    scene.red("foe", (10, 3))
    scene.leader("blue/1", (10, 14))
    return scene


def act(scene: BattleScene, *dice: Throw) -> Table[State]:
    """The unit's activation."""
    return scene.run(lambda game: activate_unit(game, "foot"), dice=dice)


@pytest.mark.rule("baroque.4.1.2a")
def test_4_1_2a_a_disordered_unit_rallies_by_a_discipline_test_and_acts_normally() -> None:
    table = act(shaken(), 4)
    table.answer("blue", "rally")
    assert table.event(RallyTried) == RallyTried("foot", forced=False, rallied=True, over=False)
    assert not table.state.units["foot"].disordered


@pytest.mark.rule("baroque.4.1.2a")
def test_4_1_2a_only_the_first_thing_and_not_in_melee() -> None:
    scene = shaken()
    assert may_rally(scene.state, "foot", Acting("foot"))
    assert not may_rally(scene.state, "foot", Acting("foot", ("shot",)))
    scene.state.change("foot", disordered=False)
    assert not may_rally(scene.state, "foot", Acting("foot"))
    scene.state.change("foot", disordered=True)
    scene.contact("foe", "foot")
    assert not may_rally(scene.state, "foot", Acting("foot"))


@pytest.mark.rule("baroque.4.1.2c", "baroque.4.1.2d")
def test_4_1_2d_after_a_failed_rally_the_leader_tries_with_as_many_dice_as_his_bonus() -> None:
    table = act(shaken(), 2)
    table.answer("blue", "rally")
    assert table.offers("blue")[0] == "rally:forced"
    table.dice.add(3, 4)
    table.answer("blue", "rally:forced")
    forced = table.events(RallyTried)[-1]
    assert forced == RallyTried("foot", forced=True, rallied=True, over=True)
    assert not table.state.units["foot"].disordered
    assert table.over  # it does nothing else


@pytest.mark.rule("baroque.4.1.2d")
def test_4_1_2d_all_dice_failing_it_stays_disordered_and_is_done_all_the_same() -> None:
    table = act(shaken(), 2)
    table.dice.add(3, 1)
    table.play(("blue", "rally"), ("blue", "rally:forced"))
    assert table.state.units["foot"].disordered
    assert table.over


def test_4_1_2d_only_within_the_leader_s_command_range() -> None:
    scene = shaken()
    scene.structure("blue", "Poor", 2)
    table = act(scene, 2)  # 2 and a penalty for being out of command
    table.answer("blue", "rally")
    assert not [k for k in offers(table) if k == "rally:forced"]


@pytest.mark.rule("baroque.4.1.2e")
def test_4_1_2e_an_incompetent_leader_forces_nobody() -> None:
    scene = shaken()
    scene.leader("blue/1", (10, 14), level="Incompetent")
    table = act(scene, 2)
    table.answer("blue", "rally")
    assert not [k for k in offers(table) if k == "rally:forced"]


def offers(table: Table[State]) -> list[str]:
    """What blue may choose from; nothing where it is not asked."""
    return [] if table.over else table.offers("blue")


def test_the_odds_of_both_are_shown() -> None:
    table = act(shaken(), 2)
    odds = table.option("blue", "rally").odds
    assert odds is not None
    assert odds.chance == 5000
    table.answer("blue", "rally")
    forced = table.option("blue", "rally:forced").odds
    assert forced is not None
    assert forced.chance == 7500
