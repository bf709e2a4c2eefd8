"""What doubles on the initiative dice do: levels, Incompetent leaders, agitators, preachers (2.7.4, 2.7.5, 8.1.9)."""

import pytest

from muster.rulesets.baroque.armies.files import Level
from muster.rulesets.baroque.events.course import (
    AgitatorsRose,
    CommandStopped,
    InitiativeRolled,
    LevelChanged,
    PreachersSpoke,
)
from muster.rulesets.baroque.queries.discipline import modifiers
from muster.rulesets.baroque.queries.rally import may_rally
from muster.rulesets.baroque.state import Acting, State
from tests.kit.table import PASS, Table
from tests.rulesets.baroque.initiative.rolling import rivals, roll, totals
from tests.rulesets.baroque.scenes import parts, through


def level_after(
    level: Level, dice: tuple[int, int], *, cinc: bool = True, fixed: bool = False
) -> tuple[Level, bool]:
    """Level of a leader who rolls these dice alone, and whether it is fixed then."""
    scene = rivals()
    command = "blue/1"
    if not cinc:
        scene.blue("cat", (5, 13), command="blue/2")
        scene.state.change_command("blue/1", done=True)
        command = "blue/2"
    scene.leader(command, (10, 14), level=level, fixed=fixed)
    scene.state.change_command("red/1", done=True)
    table = roll(scene, *dice)
    while not through(table):
        table.answer("blue", PASS)
    leader = table.state.leaders[command]
    return leader.level, leader.fixed


# ------------------------------------------------------------------------------------------------ levels
@pytest.mark.rule("baroque.2.7.5a")
@pytest.mark.parametrize(
    ("before", "after"),
    [("Incompetent", "Poor"), ("Poor", "Reliable"), ("Reliable", "Expert"), ("Expert", "Charismatic")],
)
def test_2_7_5a_a_double_6_raises_a_commander_one_level(before: Level, after: Level) -> None:
    assert level_after(before, (6, 6)) == (after, True)


@pytest.mark.rule("baroque.2.7.5b")
@pytest.mark.parametrize(
    ("before", "after"),
    [("Charismatic", "Expert"), ("Expert", "Reliable"), ("Reliable", "Poor"), ("Poor", "Incompetent")],
)
def test_2_7_5b_a_double_1_lowers_a_leader_one_level(before: Level, after: Level) -> None:
    assert level_after(before, (1, 1)) == (after, True)


@pytest.mark.rule("baroque.2.7.5c")
def test_2_7_5c_a_level_changes_only_once_in_a_battle() -> None:
    assert level_after("Reliable", (6, 6), fixed=True) == ("Reliable", True)
    assert level_after("Reliable", (1, 1), fixed=True) == ("Reliable", True)
    assert level_after("Reliable", (5, 5)) == ("Reliable", False)


@pytest.mark.rule("baroque.2.7.5d")
def test_2_7_5d_a_charismatic_leader_and_a_subordinate_expert_are_fixed_by_a_double_6() -> None:
    assert level_after("Charismatic", (6, 6)) == ("Charismatic", True)
    assert level_after("Expert", (6, 6), cinc=False) == ("Expert", True)


@pytest.mark.rule("baroque.2.7.5e")
def test_2_7_5e_an_incompetent_leader_cannot_drop_and_is_not_fixed_by_it() -> None:
    assert level_after("Incompetent", (1, 1)) == ("Incompetent", False)


@pytest.mark.rule("baroque.2.7.5a")
def test_r14_the_new_bonus_counts_in_the_same_comparison() -> None:
    table = roll(rivals("Reliable", "Expert"), 6, 6, 6, 5)  # 14 on both sides before the promotion
    assert totals(table) == [{"blue": 14, "red": 14}]
    assert table.state.active == "blue/1"


@pytest.mark.rule("baroque.2.7.5a")
def test_r14_changes_stand_even_if_the_roll_is_tied_and_repeated() -> None:
    table = roll(rivals("Reliable", "Charismatic"), 6, 6, 6, 5)  # 14 against 15
    table.dice.add(6, 6, 5, 3)
    table.answer("red", PASS)
    assert totals(table)[1] == {"blue": 15, "red": 12}  # 15 against 15 after the promotion: both rolled again
    table.play(("red", PASS), ("blue", PASS))
    assert table.event(LevelChanged).after == "Expert"  # the second double 6 changes nothing any more
    assert table.state.active == "blue/1"


def test_r48_a_lost_leader_changes_no_level_and_stops_nobody() -> None:
    scene = rivals("Incompetent")
    scene.leader("blue/1", None, level="Incompetent", lost=True)
    table = roll(scene, 1, 1, 1, 2)
    assert table.events(LevelChanged) == []
    assert table.events(CommandStopped) == []


# ------------------------------------------------------------------------------------------------ Incompetent
@pytest.mark.rule("baroque.2.7.4a", "baroque.2.7.4b")
@pytest.mark.parametrize("die", [1, 3, 5])
def test_2_7_4_an_incompetent_leader_with_any_double_is_stopped_and_the_enemy_wins(die: int) -> None:
    table = roll(rivals("Incompetent", "Poor"), die, die, 1, 2)
    assert table.event(CommandStopped).command == "blue/1"
    assert table.state.commands["blue/1"].done
    assert table.state.active == "red/1"


@pytest.mark.rule("baroque.2.7.4a", "baroque.2.7.5b")
def test_2_7_5b_a_poor_leader_who_drops_by_a_double_1_is_stopped_at_once() -> None:
    table = roll(rivals("Reliable", "Poor"), 6, 5, 1, 1)
    assert table.state.leaders["red/1"].level == "Incompetent"
    assert table.state.commands["red/1"].done


@pytest.mark.rule("baroque.2.7.5a")
def test_r15_an_incompetent_leader_promoted_by_a_double_6_is_poor_and_not_stopped() -> None:
    table = roll(rivals("Incompetent", "Reliable"), 6, 6, 1, 2)
    assert table.state.active == "blue/1"
    assert table.events(CommandStopped) == []


@pytest.mark.rule("baroque.2.7.4a")
def test_r15_with_both_stopped_nobody_acts_and_a_new_roll_follows() -> None:
    table = roll(rivals("Incompetent", "Incompetent"), 2, 2, 4, 4)
    assert [c.done for c in table.state.commands.values()] == [True, True]
    assert table.state.active is None
    assert table.state.phase == "initiative"


# ------------------------------------------------------------------------------------------------ agitators
def with_agitators(*dice: int, disordered: bool = False) -> Table[State]:
    """A command of blue with agitators in one of its two units; red rolls 3 and 4."""
    scene = rivals()
    scene.blue("mob", (5, 13), traits=["agitators"], disordered=disordered)
    return roll(scene, *dice, 3, 4)


@pytest.mark.rule("baroque.8.1.9a")
@pytest.mark.parametrize("die", [1, 2])
def test_8_1_9a_a_double_1_or_2_disorders_units_with_agitators_whoever_won(die: int) -> None:
    table = with_agitators(die, die)
    assert table.event(AgitatorsRose) == AgitatorsRose("blue/1", ("mob",), ())
    assert table.state.units["mob"].disordered
    assert not table.state.units["ann"].disordered
    assert table.state.units["mob"].lost == 0


@pytest.mark.rule("baroque.8.1.9a")
def test_8_1_9a_one_that_was_disordered_already_may_not_rally_this_turn() -> None:
    table = with_agitators(2, 2, disordered=True)
    assert table.state.units["mob"].unruly
    assert table.state.units["mob"].lost == 0
    assert not may_rally(table.state, "mob", Acting("mob"))


@pytest.mark.rule("baroque.8.1.9b")
@pytest.mark.parametrize("die", [3, 4])
def test_8_1_9b_a_double_3_or_4_gives_1_on_discipline_tests_to_units_with_preachers(die: int) -> None:
    table = with_agitators(die, die)
    assert table.event(PreachersSpoke) == PreachersSpoke("blue/1", 1, 0, "8.1.9b")
    assert parts(modifiers(table.state, "mob")) == [("8.1.9b", 1)]
    assert parts(modifiers(table.state, "ann")) == []


@pytest.mark.rule("baroque.8.1.9c")
@pytest.mark.parametrize("die", [5, 6])
def test_8_1_9c_a_double_5_or_6_gives_1_on_the_critical_number_too(die: int) -> None:
    table = with_agitators(die, die)
    assert table.event(PreachersSpoke) == PreachersSpoke("blue/1", 1, 1, "8.1.9c")
    command = table.state.commands["blue/1"]
    assert (command.discipline, command.cohesion) == (1, 1)


@pytest.mark.rule("baroque.8.1.9b")
def test_r75_several_doubles_in_a_turn_do_not_add_up() -> None:
    scene = rivals()
    scene.blue("mob", (5, 13), traits=["agitators"])
    scene.state.change_command("blue/1", discipline=1, cohesion=1)
    table = roll(scene, 3, 3, 6, 5)
    assert table.events(PreachersSpoke) == []
    command = table.state.commands["blue/1"]
    assert (command.discipline, command.cohesion) == (1, 1)


def test_without_agitators_doubles_of_3_to_5_mean_nothing() -> None:
    table = roll(rivals(), 5, 5, 3, 4)
    assert table.events(PreachersSpoke) == []
    assert len(table.events(InitiativeRolled)) == 1
