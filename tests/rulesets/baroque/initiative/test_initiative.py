"""The initiative: naming, dice, re-rolls, who acts (2.1d, 2.6.2c, 2.7, 4.1a, 4.1.1a to 4.1.1e)."""

import pytest

from muster.engine.ids import Seat
from muster.rulesets.baroque.armies.files import Level, Structure
from muster.rulesets.baroque.events.course import (
    CommandActivated,
    CommandsNamed,
    InitiativePassed,
    InitiativeRerolled,
    InitiativeRolled,
    TurnClosing,
)
from muster.rulesets.baroque.rules.common import REROLL_WINDOW, Battle
from muster.rulesets.baroque.rules.initiative import next_command
from muster.rulesets.baroque.state import State
from tests.kit.table import PASS, Table
from tests.rulesets.baroque.initiative.rolling import rivals, roll, totals, two_commands
from tests.rulesets.baroque.scenes import BattleScene, lines, parts, through


# ------------------------------------------------------------------------------------------------ naming
@pytest.mark.rule("baroque.4.1.1a")
def test_4_1_1a_both_name_a_command_and_neither_learns_the_other_s_before_both_have() -> None:
    table = roll(two_commands())
    assert table.offers("blue") == ["blue/1", "blue/2"]
    table.answer("blue", "blue/2")
    assert table.events(CommandsNamed) == []
    assert lines(table) == []
    table.dice.add(6, 5, 1, 2)
    table.answer("red", "red/1")
    assert table.event(CommandsNamed).named == {"blue": "blue/2", "red": "red/1"}
    assert table.state.active == "blue/2"


@pytest.mark.rule("baroque.4.1.1a")
def test_4_1_1a_a_command_that_had_its_turn_is_not_offered() -> None:
    scene = two_commands()
    scene.blue("eve", (15, 13), command="blue/3")
    scene.state.change_command("blue/2", done=True)
    assert roll(scene).offers("blue") == ["blue/1", "blue/3"]


@pytest.mark.rule("baroque.2.1d")
def test_2_1d_a_command_without_a_unit_on_the_table_takes_no_part_and_its_leader_stays() -> None:
    scene = two_commands()
    scene.state.change("ann", pose=None, gone="routed")
    table = roll(scene)
    assert [r.seat for r in table.match.requests] == ["red"]
    table.dice.add(6, 4, 1, 2)
    table.answer("red", "red/1")
    assert table.state.active == "blue/2"
    assert table.state.leaders["blue/1"].at is not None


# ------------------------------------------------------------------------------------------------ the roll
@pytest.mark.rule("baroque.4.1.1b")
def test_4_1_1b_two_dice_and_the_leader_s_bonus_the_higher_total_acts() -> None:
    table = roll(rivals("Reliable", "Poor"), 3, 4, 3, 6)
    rolled = table.event(InitiativeRolled)
    assert parts(rolled.totals["blue"]) == [("4.1.1b", 7), ("4.1.1b", 2)]
    assert parts(rolled.totals["red"]) == [("4.1.1b", 9), ("4.1.1b", 1)]
    assert table.state.active == "red/1"


@pytest.mark.rule("baroque.4.1.1b")
def test_4_1_1b_a_lost_leader_adds_nothing() -> None:
    scene = rivals("Expert", "Poor")
    scene.leader("blue/1", None, level="Expert", lost=True)
    table = roll(scene, 3, 4, 2, 5)
    assert totals(table) == [{"blue": 7, "red": 8}]
    assert table.state.active == "red/1"


@pytest.mark.rule("baroque.2.7.3")
def test_2_7_3_reliable_adds_2_and_poor_1_and_neither_rolls_again() -> None:
    table = roll(rivals("Reliable", "Poor"), 1, 3, 6, 3)
    assert totals(table) == [{"blue": 6, "red": 10}]
    assert through(table)
    assert table.state.active == "red/1"


def test_4_1_1b_the_log_tells_every_sum_with_its_dice_and_what_is_added() -> None:
    table = roll(rivals("Reliable", "Incompetent"), 5, 6, 3, 4)
    (line,) = [entry for entry in table.log("red") if entry.text.startswith("Initiative")]
    assert line.text == "Initiative: Blue: 5 + 6 + 2 (leadership) = 13, Red: 3 + 4 = 7."
    assert [p.label for p in line.totals[0].parts] == ["Dice 5 + 6", "Leadership"]


@pytest.mark.rule("baroque.4.1.1c", "baroque.2.6.2c")
def test_4_1_1c_on_equal_totals_the_better_command_structure_wins() -> None:
    table = roll(rivals("Reliable", "Reliable", structures=("Poor", "Average")), 4, 3, 5, 2)
    assert totals(table) == [{"blue": 9, "red": 9}]
    assert table.state.active == "red/1"


@pytest.mark.rule("baroque.4.1.1c")
def test_4_1_1c_with_the_same_structure_both_roll_again() -> None:
    table = roll(rivals(), 4, 3, 5, 2, 1, 2, 3, 1)
    assert totals(table) == [{"blue": 9, "red": 9}, {"blue": 5, "red": 6}]
    assert [e.again for e in table.events(InitiativeRolled)] == [False, True]
    assert table.state.active == "red/1"


@pytest.mark.rule("baroque.4.1.1d")
def test_4_1_1d_the_loser_s_command_stays_available() -> None:
    table = roll(rivals(), 6, 5, 1, 2)
    assert table.state.active == "blue/1"
    assert not table.state.commands["red/1"].done


@pytest.mark.rule("baroque.4.1.1e")
def test_4_1_1e_who_has_commands_left_alone_still_rolls_and_then_activates() -> None:
    scene = rivals()
    scene.state.change_command("red/1", done=True)
    table = roll(scene, 2, 1)
    assert totals(table) == [{"blue": 5}]
    assert table.state.active == "blue/1"
    assert table.state.phase == "command"


@pytest.mark.rule("baroque.4.1a", "baroque.2.1d")
def test_4_1a_the_turn_ends_when_every_command_has_acted_or_is_finished() -> None:
    scene = rivals()
    scene.state.change_command("red/1", done=True)
    scene.state.change("ann", pose=None, gone="routed")
    table = roll(scene)
    assert table.event(TurnClosing) == TurnClosing()
    assert table.state.phase == "end"


# ------------------------------------------------------------------------------------------------ re-rolls
@pytest.mark.rule("baroque.2.7.2")
def test_2_7_2_an_expert_rolls_both_dice_again_or_keeps_them() -> None:
    table = roll(rivals("Expert", "Reliable"), 4, 3, 6, 3)
    assert table.offers("blue") == ["both"]
    table.dice.add(5, 5)
    table.answer("blue", "both")
    assert table.event(InitiativeRerolled).total.value == 13
    assert table.state.active == "blue/1"
    assert not table.state.commands["red/1"].done


@pytest.mark.rule("baroque.2.7.2")
def test_2_7_2_he_has_one_re_roll_in_a_roll_also_when_he_is_ahead() -> None:
    table = asked_always(rivals("Expert", "Poor"), 5, 4, 1, 2)
    (request,) = table.match.requests
    assert (request.pass_label, request.window) == ("Keep the dice, and act for certain", REROLL_WINDOW)
    table.dice.add(1, 2)
    table.answer("blue", "both")  # 12 against 4, thrown away
    assert table.event(InitiativeRerolled).total.value == 6
    assert through(table)


@pytest.mark.rule("baroque.2.7.1a")
@pytest.mark.parametrize(
    ("key", "dice", "expected"), [("first", (6,), (6, 3)), ("second", (6,), (2, 6)), ("both", (4, 5), (4, 5))]
)
def test_2_7_1a_a_charismatic_leader_rolls_one_die_or_both_again(
    key: str, dice: tuple[int, ...], expected: tuple[int, int]
) -> None:
    table = roll(rivals("Charismatic", "Reliable"), 2, 3, 6, 6)
    assert table.offers("blue") == ["both", "first", "second"]
    table.dice.add(*dice)
    table.answer("blue", key)
    assert table.event(InitiativeRerolled).dice == expected


@pytest.mark.rule("baroque.2.7.1a", "baroque.2.7.2")
def test_r13_who_is_behind_is_asked_first_and_offers_start_again_after_a_re_roll() -> None:
    table = roll(rivals("Expert", "Charismatic"), 5, 4, 3, 4)
    table.answer("red", PASS)  # 12 against 11: red is behind
    table.dice.add(1, 2)
    table.answer("blue", "both")
    table.answer("red", False)  # 6 against 11: red still has its re-roll, and no use for it (R174)
    assert table.state.active == "red/1"


@pytest.mark.rule("baroque.2.7.1a", "baroque.2.7.2")
def test_who_may_roll_again_is_told_whether_he_is_ahead_and_whether_the_enemy_still_may() -> None:
    table = roll(rivals("Expert", "Charismatic"), 5, 4, 3, 4)
    (red,) = table.match.requests
    assert red.text.endswith(" is behind with 11 against 12. Roll again?")
    assert red.note.startswith("dice 3 and 4; the enemy may still roll again; ")
    table.answer("red", PASS)
    (blue,) = table.match.requests
    assert blue.text.endswith(" is ahead with 12 against 11. Roll again?")
    table.dice.add(6, 6)
    table.answer("blue", "both")
    (red,) = table.match.requests
    assert red.text.endswith(" is behind with 11 against 15. Roll again?")
    assert red.note.startswith("dice 3 and 4; the enemy cannot roll again; ")


@pytest.mark.rule("baroque.2.7.2", "baroque.4.1.1c")
def test_r13_on_equal_totals_the_worse_structure_is_asked_first_and_with_equal_structures_nobody() -> None:
    table = roll(rivals("Expert", "Expert", structures=("Poor", "Good")), 5, 4, 5, 4)
    table.answer("blue", PASS)
    table.answer("red", PASS)
    assert table.state.active == "red/1"
    even = roll(rivals("Expert", "Expert"), 5, 4, 5, 4, 6, 5, 1, 2)
    assert totals(even) == [{"blue": 12, "red": 12}, {"blue": 14, "red": 6}]
    even.answer("red", PASS)
    even.answer("blue", PASS)
    assert even.state.active == "blue/1"


@pytest.mark.rule("baroque.2.7.2", "baroque.4.1.1e")
def test_r16_who_rolls_alone_may_still_roll_again() -> None:
    scene = rivals("Expert")
    scene.state.change_command("red/1", done=True)
    table = roll(scene, 1, 1)
    table.dice.add(5, 6)
    table.answer("blue", "both")
    assert table.state.leaders["blue/1"].level == "Expert"  # the double 1 is gone
    assert table.state.active == "blue/1"


@pytest.mark.rule("baroque.2.7.5a", "baroque.2.7.5b")
def test_who_rolls_alone_is_told_which_doubles_count_and_that_the_re_roll_is_not_used() -> None:
    scene = rivals("Expert")
    scene.state.change_command("red/1", done=True)
    table = roll(scene, 1, 4)
    request = table.match.requests[0]
    assert request.text.endswith("rolls alone, and his command acts whatever the dice. Roll again?")
    assert request.note == (
        "dice 1 and 4; only doubles count: double 6 makes him Charismatic, double 1 makes him Reliable; "
        "he has one re-roll in each initiative roll, and has not used it in this one"
    )
    table.answer("blue", PASS)
    scene.leader("blue/1", (10, 14), level="Expert", fixed=True)
    assert "; no double would change anything; " in asked_always(scene, 1, 4).match.requests[0].note


@pytest.mark.rule("baroque.2.7.5a", "baroque.2.7.5b")
def test_who_rolls_alone_sees_the_chances_of_both_doubles_that_count() -> None:
    scene = rivals("Expert")
    scene.state.change_command("red/1", done=True)
    odds = roll(scene, 1, 4).option("blue", "both").odds
    assert odds is not None
    assert (odds.label, odds.chance, odds.needs) == ("Double 6", 278, "double 6 makes him Charismatic")
    assert odds.effect == "But double 1 makes him Reliable with 3%."
    scene.leader("blue/1", (10, 14), level="Charismatic")
    one = roll(scene, 6, 4).option("blue", "second").odds
    assert one is not None
    assert (one.chance, one.needs) == (1667, "double 6 fixes him as Charismatic")
    assert one.effect == "But double 1 makes him Expert with 0%."


# ------------------------------------------------------------------------------------------------ not asked
def asked_always(scene: BattleScene, *dice: int) -> Table[State]:
    """An initiative roll of which blue wants to be asked about every re-roll."""

    async def preferring(game: Battle) -> None:
        game.preferences[(Seat("blue"), REROLL_WINDOW)] = "always"
        await next_command(game)

    return scene.run(preferring, dice=dice)


def test_r174_who_wins_for_certain_is_not_asked_and_acts() -> None:
    assert through(table := roll(rivals("Expert", "Poor"), 5, 4, 1, 2))
    assert table.state.active == "blue/1"


@pytest.mark.parametrize(
    ("levels", "dice"),
    [
        (("Expert", "Reliable"), (1, 1, 1, 1)),  # 5 against 4, but his own double 1 lowers him
        (("Expert", "Reliable"), (5, 4, 6, 5)),  # behind
        (("Expert", "Expert"), (5, 4, 1, 2)),  # the enemy may roll again
    ],
)
def test_r174_who_may_still_lose_or_be_harmed_is_asked(
    levels: tuple[Level, Level], dice: tuple[int, ...]
) -> None:
    table = roll(rivals(*levels), *dice)
    if levels[1] == "Expert":
        table.answer("red", PASS)
    assert [r.seat for r in table.match.requests] == ["blue"]


@pytest.mark.parametrize(
    ("structures", "asked"), [(("Good", "Average"), []), (("Average", "Good"), ["blue"])]
)
def test_r174_on_equal_totals_the_structure_says_who_wins_for_certain(
    structures: tuple[Structure, Structure], asked: list[str]
) -> None:
    table = roll(rivals("Expert", "Reliable", structures=structures), 6, 4, 5, 6)
    assert totals(table) == [{"blue": 13, "red": 13}]
    assert [r.seat for r in table.match.requests] == asked


def test_r174_the_levels_that_doubles_make_count_before_it_is_said_who_wins() -> None:
    scene = rivals("Expert", "Reliable", structures=("Good", "Average"))
    table = roll(
        scene, 6, 5, 6, 6
    )  # 14 to 14, which blue's structure would win, but the double makes red Expert
    assert totals(table) == [{"blue": 14, "red": 14}]
    assert [r.seat for r in table.match.requests] == ["blue"]


def test_r174_who_rolls_alone_and_whose_doubles_change_nothing_is_not_asked() -> None:
    scene = rivals("Expert")
    scene.state.change_command("red/1", done=True)
    scene.leader("blue/1", (10, 14), level="Expert", fixed=True)
    assert through(roll(scene, 1, 4))


@pytest.mark.rule("baroque.2.7.2")
def test_the_chance_of_being_ahead_after_a_re_roll_is_shown() -> None:
    table = roll(rivals("Expert", "Reliable"), 4, 3, 6, 3)
    odds = table.option("blue", "both").odds
    assert odds is not None
    assert odds.needs == "a total of 12 or more"
    assert odds.chance == 2778  # 9 or more on two dice: 10 of 36
    table.answer("blue", PASS)


# ------------------------------------------------------------------------------------------------ passing
@pytest.mark.rule("baroque.2.7.1b")
def test_2_7_1b_a_charismatic_winner_may_let_the_enemy_s_command_go_first() -> None:
    table = roll(rivals("Charismatic", "Reliable"), 6, 5, 1, 2)
    table.answer("blue", True)
    assert table.event(InitiativePassed).command == "blue/1"
    assert table.state.active == "red/1"
    assert not table.state.commands["blue/1"].done


@pytest.mark.rule("baroque.2.7.1b")
def test_2_7_1b_he_may_act_himself() -> None:
    table = roll(rivals("Charismatic", "Reliable"), 6, 5, 1, 2)
    table.play(("blue", False))
    assert table.event(CommandActivated).command == "blue/1"


def test_2_7_1b_it_is_not_offered_where_the_enemy_has_no_command_to_activate() -> None:
    alone = rivals("Charismatic")
    alone.state.change_command("red/1", done=True)
    table = roll(alone, 6, 5)
    table.answer("blue", PASS)
    assert through(table)
    stopped = roll(rivals("Charismatic", "Incompetent"), 6, 5, 2, 2)
    assert through(stopped)
    assert stopped.state.active == "blue/1"
