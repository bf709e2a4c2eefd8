"""Withdrawing from the field (2.5.1.1)."""

from typing import Any

import pytest

from muster.rulesets.baroque.events.harm import Removed
from muster.rulesets.baroque.events.rally import WithdrawalFailed
from muster.rulesets.baroque.queries.command import is_in_command
from muster.rulesets.baroque.queries.rally import may_withdraw
from muster.rulesets.baroque.queries.victory import command_left
from muster.rulesets.baroque.rules.acting import activate_unit
from muster.rulesets.baroque.state import Acting, State
from tests.kit.dice import Throw
from tests.kit.table import PASS, Table
from tests.rulesets.baroque.charge.runs import small
from tests.rulesets.baroque.scenes import BattleScene


def tired(**numbers: Any) -> BattleScene:
    """A unit of discipline B far from every enemy."""
    scene = BattleScene()
    scene.blue("foot", (10, 13), **numbers)
    scene.blue("other", (4, 13))
    scene.red("foe", (10, 2))
    scene.leader("blue/1", (10, 14))
    return scene


def withdraw(scene: BattleScene, *dice: Throw) -> Table[State]:
    """The unit tries to withdraw."""
    table = scene.run(lambda game: activate_unit(game, "foot"))
    table.dice.add(*dice)
    table.answer("blue", "withdraw")
    return table


@pytest.mark.rule("baroque.2.5.1.1a")
def test_2_5_1_1a_it_is_the_unit_s_only_action_but_for_a_rally_before_and_not_in_melee() -> None:
    scene = tired(disordered=True)
    state = scene.state
    assert may_withdraw(state, "foot", Acting("foot"))
    assert may_withdraw(state, "foot", Acting("foot", ("rally",)))
    assert not may_withdraw(state, "foot", Acting("foot", ("move",)))
    assert not may_withdraw(state, "foot", Acting("foot", ("rally", "forced_rally")))
    scene.contact("foe", "foot")
    assert not may_withdraw(state, "foot", Acting("foot"))


@pytest.mark.rule("baroque.2.5.1.1b")
def test_2_5_1_1b_with_a_passed_test_it_is_gone_and_with_a_failed_one_it_stays_and_is_done() -> None:
    gone = withdraw(tired(), 4)
    assert (gone.event(Removed).unit, gone.event(Removed).how) == ("foot", "withdrawn")
    assert gone.state.units["foot"].pose is None
    stays = withdraw(tired(), 3)
    assert stays.event(WithdrawalFailed).unit == "foot"
    assert stays.state.units["foot"].pose == (6000, 7800, 0)
    assert not stays.state.units["foot"].disordered
    assert stays.over


@pytest.mark.rule("baroque.2.5.1.1c")
def test_2_5_1_1c_disorder_does_not_hinder_it() -> None:
    assert withdraw(tired(disordered=True), 4).state.units["foot"].gone == "withdrawn"


@pytest.mark.rule("baroque.2.5.1.1d")
def test_2_5_1_1d_an_attached_leader_leaves_with_it_and_his_command_is_without_one() -> None:
    scene = tired()
    scene.leader("blue/1", unit="foot")
    table = withdraw(scene, 3)  # he adds 1
    assert table.state.units["foot"].gone == "withdrawn"
    assert table.state.leaders["blue/1"].lost
    assert not is_in_command(table.state, "other")


@pytest.mark.rule("baroque.2.5.1.1e")
def test_2_5_1_1e_the_enemy_may_react_before_the_test() -> None:
    scene = tired()
    scene.red("gunners", (10, 11.4), weapons=["musket"])
    table = scene.run(lambda game: activate_unit(game, "foot"))
    table.answer("blue", "withdraw")
    assert "Foot: about to leave the field" in table.asked("red").text
    assert any("gunners" in key for key in table.offers("red"))
    table.dice.add(4)
    table.answer("red", PASS)
    assert table.state.units["foot"].gone == "withdrawn"


@pytest.mark.rule("baroque.2.5.1.1e", "baroque.5.4.2e")
def test_r52_a_withdrawal_fails_where_an_opportunity_charge_makes_contact() -> None:
    scene = tired(vbu=1)
    scene.red("horse", (10, 11.4), **small())
    table = withdraw(scene, 6, 1, 1)  # the reaction, then a melee without hits
    table.answer("red", "ocharge:horse")
    table.answer("red", False)  # Mounted that drew with Foot stays
    assert table.state.units["foot"].pose is not None
    assert table.state.in_melee("foot")
    assert table.over


def test_r25_after_an_opportunity_charge_that_falls_short_the_withdrawal_is_tested() -> None:
    scene = tired()
    scene.red("horse", (10, 9.2), type="TR", pace="slow")
    table = withdraw(scene, 6, 1, 4)  # the reaction, no bonus, the test of the withdrawal
    table.answer("red", "ocharge:horse")
    table.answer("red", True)
    assert table.state.units["foot"].gone == "withdrawn"


@pytest.mark.rule("baroque.2.5.1.1f")
def test_2_5_1_1f_it_costs_its_vd_only_if_it_was_exhausted() -> None:
    assert command_left(withdraw(tired(), 4).state, "blue/1").value == 6
    assert command_left(withdraw(tired(lost=4), 4).state, "blue/1").value == 3


@pytest.mark.rule("baroque.4.1.2b")
def test_4_1_2b_nobody_reacts_to_a_rally() -> None:
    scene = tired(disordered=True)
    scene.red("gunners", (10, 11.4), weapons=["musket"])
    table = scene.run(lambda game: activate_unit(game, "foot"))
    table.dice.add(4)
    table.answer("blue", "rally")
    assert not table.state.units["foot"].disordered
    assert table.asked("blue").subject == "foot"
