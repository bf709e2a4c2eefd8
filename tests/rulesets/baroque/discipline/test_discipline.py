"""The Discipline Test: targets, natural 1 and 6, what holds for every test, what a failure does (2.4.1)."""

from typing import Any

import pytest

from muster.engine.explain import Part
from muster.engine.ids import Seat
from muster.engine.requests import Confirm
from muster.rulesets.baroque.events.harm import FellIntoDisorder
from muster.rulesets.baroque.events.tests import DieAgain, DisciplineTested
from muster.rulesets.baroque.queries.discipline import Test, discipline_odds, march_parts, modifiers, needed
from muster.rulesets.baroque.rules.common import REROLL_WINDOW, Battle, discipline_test
from tests.kit.dice import Throw
from tests.rulesets.baroque.scenes import BattleScene, lines, parts


def taken(
    scene: BattleScene, unit: str, *dice: Throw, test: Test = "evasion", rule: str = "5.6e", add: int = 0
) -> tuple[bool, Any]:
    """Whether a test was passed, and the table after it; ``add`` is what the test itself adds."""
    passed: list[bool] = []

    async def take(game: Battle) -> None:
        own = [Part("The test's own", add, rule)] if add else []
        passed.append(await discipline_test(game, unit, test, rule, own))

    table = scene.run(take, dice=dice)
    return passed[0], table


@pytest.mark.rule("baroque.2.4.1a")
def test_2_4_1a_a_needs_3_b_4_and_c_5() -> None:
    scene = BattleScene()
    for letter, target in (("A", 3), ("B", 4), ("C", 5)):
        unit = scene.blue(f"unit{letter}", (5, 5), discipline=letter)
        assert taken(scene, unit, target)[0]
        passed, table = taken(scene, unit, target - 1)
        assert not passed
        assert table.event(DisciplineTested).target == target


@pytest.mark.rule("baroque.2.4.1b")
def test_2_4_1b_a_natural_1_always_fails_and_a_natural_6_always_passes() -> None:
    scene = BattleScene()
    unit = scene.blue("unit", (5, 5))
    low, table = taken(scene, unit, 1, add=5)
    assert not low
    assert table.log("blue")[-1].causes[0].rule == "baroque.2.4.1b"
    high, _ = taken(scene, unit, 6, add=-5)
    assert high


@pytest.mark.rule("baroque.2.4.1c")
def test_2_4_1c_out_of_command_costs_1_whether_out_of_range_or_leaderless() -> None:
    scene = BattleScene()
    unit = scene.blue("unit", (5, 5))
    assert parts(modifiers(scene.state, unit)) == []
    scene.structure("blue", "Poor", 2)
    assert parts(modifiers(scene.state, unit)) == [("2.4.1c", -1)]
    scene.leader("blue/1", (5, 5), lost=True)
    assert parts(modifiers(scene.state, unit)) == [("2.4.1c", -1)]


@pytest.mark.rule("baroque.2.4.1d", "baroque.2.6.1f")
def test_2_4_1d_an_attached_leader_adds_1() -> None:
    scene = BattleScene()
    unit = scene.blue("unit", (5, 5))
    scene.leader("blue/1", unit=unit)
    assert parts(modifiers(scene.state, unit)) == [("2.4.1d", 1)]


@pytest.mark.rule("baroque.2.6.1j")
def test_2_6_1j_another_commands_commander_in_chief_adds_his_1_and_leaves_it_out_of_command() -> None:
    scene = BattleScene()
    scene.structure("blue", "Poor", 2)
    unit = scene.blue("unit", (5, 5), command="blue/2")
    scene.leader("blue/2", (15, 5))
    scene.leader("blue/1", unit=unit)
    assert parts(modifiers(scene.state, unit)) == [("2.4.1c", -1), ("2.4.1d", 1)]


@pytest.mark.rule("baroque.2.4.1e")
def test_2_4_1e_all_modifiers_add_up() -> None:
    scene = BattleScene()
    unit = scene.blue("unit", (5, 5), pace="slow")
    scene.structure("blue", "Poor", 0)
    total = modifiers(scene.state, unit, march_parts(scene.state, unit, 4))
    assert (parts(total), total.value) == ([("5.1c", -2), ("5.1.1a", -1), ("2.4.1c", -1)], -4)


@pytest.mark.rule("baroque.2.4.1f")
def test_2_4_1f_a_failure_disorders_only_after_a_march_a_move_back_and_a_turn() -> None:
    harmful: dict[str, str] = {}
    kinds: tuple[Test, ...] = (
        "march",
        "about_face",
        "backward",
        "rally",
        "withdrawal",
        "caracole",
        "disengagement",
        "evasion",
        "opportunity_charge",
        "countercharge",
        "opportunity_fire",
        "defensive_fire",
    )
    for test in kinds:
        scene = BattleScene()
        unit = scene.blue("unit", (5, 5))
        passed, table = taken(scene, unit, 2, test=test)
        assert not passed
        for event in table.events(FellIntoDisorder):
            harmful[test] = event.rule
    assert harmful == {"march": "5.1d", "about_face": "5.2.4a", "backward": "5.2.3b"}


@pytest.mark.rule("baroque.2.4.1h", "baroque.8.1.7")
def test_8_1_7_the_demotivated_roll_a_6_again_once_and_a_second_6_passes() -> None:
    scene = BattleScene()
    unit = scene.blue("unit", (5, 5), traits=["demotivated"])
    assert not taken(scene, unit, 6, 3)[0]
    passed, table = taken(scene, unit, 6, 6, add=-5)
    assert passed
    assert [(e.die, e.rule) for e in table.events(DieAgain)] == [(6, "8.1.7")]
    assert lines(table)[0] == "Unit rolled 6: Demotivated, the 6 has to be rolled again."


@pytest.mark.rule("baroque.2.4.1h", "baroque.8.1.9b", "baroque.8.1.9c")
def test_8_1_9_preachers_add_1_to_every_test_of_units_that_have_them() -> None:
    scene = BattleScene()
    with_them = scene.blue("unit", (5, 5), traits=["agitators"])
    without = scene.blue("other", (8, 5))
    assert parts(modifiers(scene.state, with_them)) == []
    scene.state.change_command("blue/1", discipline=1)
    assert parts(modifiers(scene.state, with_them)) == [("8.1.9b", 1)]
    assert parts(modifiers(scene.state, without)) == []
    scene.state.change_command("blue/1", discipline=1, cohesion=1)
    assert parts(modifiers(scene.state, with_them)) == [("8.1.9c", 1)]


@pytest.mark.rule("baroque.8.1.1")
def test_8_1_1_iron_officers_have_a_failed_ordinary_rally_rolled_again_unless_it_was_a_1() -> None:
    scene = BattleScene()
    unit = scene.blue("unit", (5, 5), traits=["iron_officers"])
    passed, table = taken(scene, unit, 2, 4, test="rally")
    assert passed
    assert [(e.die, e.rule) for e in table.events(DieAgain)] == [(2, "8.1.1")]
    assert not taken(scene, unit, 1, test="rally")[0]
    assert not taken(scene, unit, 3, 3, test="rally")[0]
    assert not taken(scene, unit, 3, test="forced_rally")[0]
    assert taken(scene, unit, 5, test="rally")[0]
    # half at once, and in two of six cases half once more
    assert discipline_odds(scene.state, unit, rally=True).chance == 6667
    assert discipline_odds(scene.state, unit).chance == 5000


def test_8_1_1_a_player_who_wants_to_be_asked_may_let_a_failed_rally_stand() -> None:
    scene = BattleScene()
    unit = scene.blue("unit", (5, 5), traits=["iron_officers"])

    async def take(game: Battle) -> None:
        await game.ask(Seat("blue"), Confirm("Go on"), rule="baroque.8.1.1", text="Go on?")
        await discipline_test(game, unit, "rally", "4.1.2a")

    table = scene.run(take, dice=[3])
    table.match.prefer(Seat("blue"), REROLL_WINDOW, "always")
    table.answer("blue", True)
    table.answer("blue", False)
    assert not table.event(DisciplineTested).passed


@pytest.mark.parametrize(
    ("traits", "add", "chance", "needs"),
    [
        ((), 0, 5000, 4),
        ((), -3, 1667, 6),
        ((), 5, 8333, 2),
        (("demotivated",), 0, 4167, 4),
        (("demotivated",), -3, 278, 6),
    ],
)
def test_the_odds_are_those_of_the_die(traits: tuple[str, ...], add: int, chance: int, needs: int) -> None:
    scene = BattleScene()
    unit = scene.blue("unit", (5, 5), traits=traits)
    own = [Part("The test's own", add, "5.6e")] if add else []
    odds = discipline_odds(scene.state, unit, own)
    assert odds.chance == chance
    assert needed(scene.state.card(unit), add) == needs
    assert [b.total for b in odds.bars if b.hit] == list(range(needs, 7))


def test_of_two_dice_one_success_is_enough() -> None:
    scene = BattleScene()
    unit = scene.blue("unit", (5, 5))
    assert discipline_odds(scene.state, unit, dice=2).chance == 7500


def test_the_log_tells_the_test_with_its_sums() -> None:
    scene = BattleScene()
    unit = scene.blue("unit", (5, 5))
    entry = taken(scene, unit, 4, test="countercharge", add=-1)[1].log("red")[-1]
    assert entry.text == "Unit failed the Discipline Test for the countercharge."
    assert (entry.outcome, [d.value for d in entry.dice]) == ("4 −1 against 4: failed", [4])
    assert entry.totals[0].value == -1
