"""The end of a turn: villages, shaken commands, routed armies, the limit of turns (9.1, 2.8e, 2.5.1.1f)."""

from typing import Any

import pytest

from muster.engine.explain import Total
from muster.rulesets.baroque.events.course import ArmiesReckoned, CommandShaken, Ended, TurnBegan
from muster.rulesets.baroque.events.harm import Removed
from muster.rulesets.baroque.queries.victory import army_left, breaking_words, command_left, one_loss_breaks
from muster.rulesets.baroque.queries.villages import villages_lost
from muster.rulesets.baroque.rules.turn_end import end_turn
from muster.rulesets.baroque.state import State, Unit
from tests.kit.dice import Throw
from tests.kit.table import Table
from tests.rulesets.baroque.scenes import BattleScene, box, lines, parts


def armies(**options: Any) -> BattleScene:
    """Two units of VD 3 on each side, both baggages, at the end of the first turn."""
    scene = BattleScene(**options)
    for seat, y in (("blue", 12), ("red", 3)):
        scene.put(seat, f"{seat}1", (6, y), 0, vd=3)
        scene.put(seat, f"{seat}2", (14, y), 0, vd=3)
        scene.baggage(seat, (10, 14 if seat == "blue" else 1))
    scene.state.phase, scene.state.active = "end", None
    return scene


def ended(scene: BattleScene, *dice: Throw) -> Table[State]:
    """The end of the turn."""
    return scene.run(end_turn, dice=dice)


def gone(scene: BattleScene, unit: str, how: str = "routed", **more: Any) -> None:
    """A unit is gone."""
    scene.state.change(unit, pose=None, gone=how, **more)


# ------------------------------------------------------------------------------------------------ VDT
@pytest.mark.rule("baroque.9.1a")
def test_9_1a_an_army_is_worth_the_vd_of_all_its_units() -> None:
    scene = armies()
    assert parts(army_left(scene.state, "blue")) == []  # the test's army has no cards of its own
    table = ended(scene)
    assert parts(table.event(ArmiesReckoned).totals["blue"]) == [("9.1a", 6)]


@pytest.mark.rule("baroque.9.1b")
def test_9_1b_an_exhausted_unit_costs_its_vd_once_and_an_eliminated_one_twice_and_no_more() -> None:
    scene = armies()
    scene.state.change("blue1", lost=4)
    assert parts(command_left(scene.state, "blue/1")) == [("9.1e", 6), ("9.1b", -3)]
    gone(scene, "blue1")
    assert parts(command_left(scene.state, "blue/1")) == [("9.1e", 6), ("9.1b", -6)]


@pytest.mark.rule("baroque.2.5.1.1f")
def test_2_5_1_1f_a_unit_that_withdrew_costs_its_vd_if_it_was_exhausted_and_nothing_if_fresh() -> None:
    scene = armies()
    gone(scene, "blue1", "withdrawn")
    assert command_left(scene.state, "blue/1").value == 6
    scene.state.change("blue1", exhausted_when_gone=True)
    assert parts(command_left(scene.state, "blue/1")) == [("9.1e", 6), ("2.5.1.1f", -3)]


@pytest.mark.rule("baroque.2.8e")
def test_2_8e_lost_baggage_costs_its_army_3() -> None:
    scene = armies()
    gone(scene, "blue/baggage")
    totals = ended(scene).event(ArmiesReckoned).totals
    assert parts(totals["blue"]) == [("9.1a", 6), ("2.8e", -3)]
    assert parts(totals["red"]) == [("9.1a", 6)]


# ------------------------------------------------------------------------------------------------ villages
def village(scene: BattleScene, y: float) -> None:
    """A village 3 BU square in the middle, from there downwards."""
    scene.terrain("village", box(8.5, y, 3, 3), name="mill")


@pytest.mark.rule("baroque.9.1c")
def test_9_1c_a_village_partly_in_the_own_zone_costs_1_while_an_enemy_unit_is_wholly_inside() -> None:
    scene = armies()
    village(scene, 8.5)  # half a BU of it lies in blue's zone
    scene.red("raider", (10, 10))
    assert villages_lost(scene.state, "blue") == ("mill",)
    assert villages_lost(scene.state, "red") == ()
    assert parts(ended(scene).event(ArmiesReckoned).totals["blue"]) == [("9.1a", 6), ("9.1c", -1)]


def test_9_1c_a_village_elsewhere_costs_nothing() -> None:
    scene = armies()
    village(scene, 7.9)
    scene.red("raider", (10, 9.4))
    assert villages_lost(scene.state, "blue") == ()


def test_9_1c_an_enemy_partly_inside_or_an_own_unit_in_any_part_of_it_keeps_it_free() -> None:
    scene = armies()
    village(scene, 9)
    scene.red("raider", (10, 9.2))
    assert villages_lost(scene.state, "blue") == ()
    scene.state.change("raider", pose=(6000, 6000, 0))
    assert villages_lost(scene.state, "blue") == ("mill",)
    scene.blue("guard", (12.3, 11))
    assert villages_lost(scene.state, "blue") == ()


# ------------------------------------------------------------------------------------------------ commands
def shaken(**numbers: Any) -> BattleScene:
    """Blue's second command: one unit gone, the other of less worth than what that costs; the first is whole."""
    scene = armies()
    scene.blue("old", command="blue/2", vd=3)
    gone(scene, "old")
    scene.blue("young", (4, 13), command="blue/2", vd=3, **numbers)
    scene.leader("blue/2", (4, 14))
    return scene


@pytest.mark.rule("baroque.9.1e")
def test_9_1e_each_unit_of_a_command_with_nothing_left_tests_and_is_eliminated_if_it_fails() -> None:
    table = ended(shaken(), 3)
    assert table.event(CommandShaken).command == "blue/2"
    assert parts(table.event(CommandShaken).total) == [("9.1e", 6), ("9.1b", -6)]
    assert [(e.unit, e.how) for e in table.events(Removed)] == [("young", "routed")]
    stays = ended(shaken(), 4)
    assert stays.events(Removed) == []


@pytest.mark.rule("baroque.9.1e")
def test_9_1e_it_is_said_before_a_command_breaks_and_when_it_will() -> None:
    scene = armies()
    scene.leader("blue/1", (10, 13))
    scene.put("blue", "blue3", (17, 12), 0, vd=3)
    assert not one_loss_breaks(scene.state, "blue/1")  # 9, and the next loss takes 6
    assert breaking_words(scene.state, "blue/1").endswith("and who fails is lost.")
    gone(scene, "blue1")
    assert one_loss_breaks(scene.state, "blue/1")
    assert breaking_words(scene.state, "blue/1").endswith(" One more unit lost may be enough.")
    told = " ".join(lines(ended(scene), "end"))
    assert "Left before the rout: " in told
    assert " One more unit lost may break " in told
    assert "(3 left)." in told
    gone(scene, "blue2")
    assert not one_loss_breaks(scene.state, "blue/1")
    assert breaking_words(scene.state, "blue/1").startswith("It breaks at the end of this turn: ")
    scene.state.change_command("blue/1", broken=True)
    assert breaking_words(scene.state, "blue/1") == "It broke; it does so once in a battle."


@pytest.mark.rule("baroque.9.1e")
def test_9_1e_what_a_unit_has_cost_already_is_not_at_stake_again() -> None:
    scene = armies()
    scene.put("blue", "blue3", (17, 12), 0, vd=3)
    for unit in ("blue1", "blue2"):
        scene.state.change(unit, lost=4)
    assert command_left(scene.state, "blue/1").value == 3
    assert one_loss_breaks(scene.state, "blue/1")  # the third is whole and would cost 6
    gone(scene, "blue3", "withdrawn")
    assert one_loss_breaks(scene.state, "blue/1")  # an Exhausted one costs 3 more, which is all that is left
    scene.put("blue", "more", (4, 12), 0, vd=1)
    assert not one_loss_breaks(scene.state, "blue/1")  # 4 left, and 3 or 2 at stake


@pytest.mark.parametrize(
    ("units", "told"), [(2, "breaks at the end of this turn"), (3, "One more unit lost may")]
)
@pytest.mark.rule("baroque.9.1e")
def test_9_1e_a_unit_that_falls_tells_what_that_does_to_its_command(units: int, told: str) -> None:
    scene = armies()
    scene.leader("blue/1", (10, 13))
    if units == 3:
        scene.put("blue", "blue3", (17, 12), 0, vd=3)
    gone(scene, "blue1")
    removed = Removed("blue1", "routed", exhausted=True, leader_stays=True, rule="2.5.2")
    assert told in removed.line(scene.state).text


def test_the_log_says_no_less_than_nothing_for_an_army_that_lost_more_than_it_was_worth() -> None:
    line = ArmiesReckoned({"blue": Total("Blue", (), -13), "red": Total("Red", (), 5)}).line(armies().state)
    assert line.text.startswith("Left before the rout: Blue: 0, Red: 5.")


@pytest.mark.rule("baroque.9.1e")
def test_r12_a_command_tests_once_in_a_battle() -> None:
    scene = shaken()
    scene.state.change_command("blue/2", broken=True)
    assert ended(scene).events(CommandShaken) == []
    assert ended(shaken(), 5).state.commands["blue/2"].broken


@pytest.mark.rule("baroque.9.1e", "baroque.8.1.9b", "baroque.seq.endturn")
def test_seq_endturn_a_preacher_s_bonus_still_counts_in_the_test() -> None:
    scene = shaken(traits=["agitators"])
    scene.state.change_command("blue/2", discipline=1)
    table = ended(scene, 3)
    assert table.events(Removed) == []
    assert table.state.commands["blue/2"].discipline == 0


# ------------------------------------------------------------------------------------------------ armies
@pytest.mark.rule("baroque.9.1d")
def test_9_1d_an_army_with_nothing_left_of_its_vdt_is_routed_and_loses() -> None:
    scene = armies()
    gone(scene, "red1")
    scene.state.change_command("red/1", broken=True)
    end = ended(scene).event(Ended)
    assert (end.winner, end.reason) == ("blue", "army_routed")


@pytest.mark.rule("baroque.9.1d")
def test_r11_both_routed_is_a_draw() -> None:
    scene = armies()
    for unit in ("red1", "blue1"):
        gone(scene, unit)
    for command in ("red/1", "blue/1"):
        scene.state.change_command(command, broken=True)
    end = ended(scene).event(Ended)
    assert (end.winner, end.reason) == (None, "both_routed")


def test_r11_an_army_without_a_unit_on_the_table_loses() -> None:
    scene = armies()
    for unit in ("red1", "red2"):
        gone(scene, unit, "withdrawn")
    assert ended(scene).event(Ended).winner == "blue"


@pytest.mark.parametrize(
    ("lost", "winner", "reason"), [("red1", "blue", "larger_share"), ("", None, "equal_shares")]
)
def test_r45_at_the_limit_of_turns_the_larger_share_of_the_vdt_wins(
    lost: str, winner: str | None, reason: str
) -> None:
    scene = armies(turns=3)
    scene.state.turn = 3
    if lost:
        scene.state.change(lost, lost=4)
    end = ended(scene).event(Ended)
    assert (end.winner, end.reason) == (winner, reason)


# ------------------------------------------------------------------------------------------------ the next turn
@pytest.mark.rule("baroque.seq.endturn")
def test_seq_endturn_markers_are_taken_off_and_the_next_turn_begins() -> None:
    scene = armies()
    scene.state.change(
        "blue1", reacted=True, activated=True, moves=2, shots=("active",), evasions=1, unruly=True
    )
    scene.state.change_command("blue/1", done=True, discipline=1, cohesion=1)
    table = ended(scene)
    assert table.event(TurnBegan) == TurnBegan(2)
    body, command = table.state.units["blue1"], table.state.commands["blue/1"]
    assert body == Unit("blue1", body.pose)
    assert (command.done, command.discipline, command.cohesion) == (False, 0, 0)
    assert table.state.phase == "initiative"
