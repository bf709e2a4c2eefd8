"""Cohesion Tests as they are played: re-rolls, Destiny, losses, leaders lost, and their command's shock."""

from collections.abc import Sequence
from typing import Any

import pytest

from muster.engine.ids import Seat
from muster.engine.requests import Confirm
from muster.rulesets.baroque.events.harm import FellIntoDisorder, LeaderLost, LossesTaken
from muster.rulesets.baroque.events.tests import CohesionTested, DieAgain, DisciplineTested, LeaderRisked
from muster.rulesets.baroque.queries.cohesion import By, Cause, Outcome
from muster.rulesets.baroque.queries.command import is_in_command
from muster.rulesets.baroque.rules.cohesion import Cohesion, Struck, cohesion_test, cohesion_tests
from muster.rulesets.baroque.rules.common import REROLL_WINDOW, Battle
from muster.rulesets.baroque.state import State
from tests.kit.table import Table
from tests.rulesets.baroque.scenes import BattleScene, lines, parts, place_of

FIRE = Cause("fire")
MELEE = Cause("melee")


class Hurt:
    """A table on which units take tests, and how those ended."""

    def __init__(
        self, scene: BattleScene, struck: Sequence[Struck], dice: Sequence[int], *, remove: bool = True
    ) -> None:
        self.results: tuple[Cohesion, ...] = ()

        async def hurt(game: Battle) -> None:
            self.results = await cohesion_tests(game, struck, remove=remove)

        self.table: Table[State] = scene.run(hurt, dice=dice)

    @property
    def one(self) -> Cohesion:
        """The only result."""
        (result,) = self.results
        return result


def hurt(
    scene: BattleScene, unit: str, dice: Sequence[int], *, hits: int = 1, cause: Cause = FIRE, **more: Any
) -> Hurt:
    """One unit takes so many hits."""
    return Hurt(scene, [Struck(unit, hits, cause)], dice, **more)


@pytest.mark.rule("baroque.6.1.4a")
def test_6_1_4a_all_hits_make_one_test_and_no_hit_none() -> None:
    scene = BattleScene()
    unit = scene.blue("unit", (5, 5))
    assert hurt(scene, unit, [4], hits=3).one.outcome.failed_by == 1
    none = hurt(scene, unit, [], hits=0)
    assert none.table.events(CohesionTested) == []
    assert none.one.outcome.losses == 0
    assert not none.table.state.units[unit].disordered


@pytest.mark.rule("baroque.6.2e")
def test_6_2e_passed_or_not_the_unit_is_disordered_afterwards() -> None:
    for die in (1, 6):
        scene = BattleScene()
        unit = scene.blue("unit", (5, 5))
        assert hurt(scene, unit, [die]).table.state.units[unit].disordered


@pytest.mark.rule("baroque.6.2d", "baroque.2.3c")
def test_6_2d_losses_are_for_good_and_a_unit_without_vbu_is_gone() -> None:
    scene = BattleScene()
    unit = scene.blue("unit", (5, 5), lost=3)
    found = hurt(scene, unit, [6], hits=1)
    assert found.one.spent
    assert found.one.outcome.failed_by == 4
    assert found.one.stood == (3000, 3000, 0)
    assert place_of(found.table, unit) is None
    assert lines(found.table)[0] == (
        "Unit failed the Cohesion Test after 1 hit, 6 against 2: 3 permanent losses, all that was left."
    )


def test_whoever_calls_may_remove_the_spent_later() -> None:
    scene = BattleScene()
    unit = scene.blue("unit", (5, 5), lost=3)
    found = hurt(scene, unit, [6], remove=False)
    assert found.one.spent
    assert place_of(found.table, unit) == (5, 5, 0)


@pytest.mark.rule("baroque.6.2.1", "baroque.2.5.3e")
def test_6_2_1_passing_while_disordered_costs_1_and_may_rout() -> None:
    scene = BattleScene()
    unit = scene.blue("unit", (5, 5), vbu=1, disordered=True)
    found = hurt(scene, unit, [1], hits=2)
    assert (found.one.outcome.passed, found.one.outcome.piled_up, found.one.spent) == (True, 1, True)
    (told, *_) = found.table.log("red")
    assert told.causes[0].rule == "baroque.2.5.3e"
    assert told.text.endswith(": 1 permanent loss, for it was Disordered before.")


@pytest.mark.rule("baroque.7.5b")
def test_7_5b_tests_taken_together_use_the_state_before_either() -> None:
    scene = BattleScene()
    first = scene.blue("first", (5, 5))
    second = scene.blue("second", (5, 4))
    scene.leader("blue/1", unit=first)
    struck = [Struck(first, 1, MELEE), Struck(second, 1, Cause("melee", flank=True))]
    found = Hurt(scene, struck, [6, 4, 6, 4, 4])  # the leader falls by the first test, after both dice
    assert [e.critical.value for e in found.table.events(CohesionTested)] == [6, 4]
    assert [r.outcome.failed_by for r in found.results] == [1, 0]


# ------------------------------------------------------------------------------------------------ re-rolls
@pytest.mark.rule("baroque.8.1.6")
def test_8_1_6_recruits_roll_a_1_again_once() -> None:
    scene = BattleScene()
    unit = scene.blue("unit", (5, 5), traits=["recruits"])
    found = hurt(scene, unit, [1, 1])
    assert [(e.die, e.rule) for e in found.table.events(DieAgain)] == [(1, "8.1.6")]
    assert found.table.event(CohesionTested).die == 1


@pytest.mark.rule("baroque.8.1.7")
def test_8_1_7_the_demotivated_too() -> None:
    scene = BattleScene()
    unit = scene.blue("unit", (5, 5), traits=["demotivated"])
    assert hurt(scene, unit, [1, 6]).table.event(DieAgain).rule == "8.1.7"


@pytest.mark.rule("baroque.8.1.5b")
def test_8_1_5b_so_does_whoever_fights_the_feared_but_in_melee_alone() -> None:
    scene = BattleScene()
    unit = scene.blue("unit", (5, 5))
    assert hurt(scene, unit, [1, 2], cause=Cause("melee", feared=True)).table.event(DieAgain).rule == "8.1.5b"
    shot = hurt(scene, unit, [1], cause=Cause("pistol", feared=True))
    assert shot.table.events(DieAgain) == []


@pytest.mark.rule("baroque.8.1.8")
def test_8_1_8_the_hardened_roll_a_6_again_once() -> None:
    scene = BattleScene()
    unit = scene.blue("unit", (5, 5), traits=["hardened"])
    found = hurt(scene, unit, [6, 6])
    assert [(e.die, e.rule) for e in found.table.events(DieAgain)] == [(6, "8.1.8")]
    assert found.one.outcome.failed_by == 1


def test_8_1_8_a_player_who_wants_to_be_asked_may_let_the_6_stand() -> None:
    scene = BattleScene()
    unit = scene.blue("unit", (5, 5), traits=["hardened", "recruits"])

    async def twice(game: Battle) -> None:
        await cohesion_test(game, unit, 1, FIRE)
        await game.ask(Seat("blue"), Confirm("Go on"), rule="baroque.8.1.8", text="Go on?")
        await cohesion_test(game, unit, 1, FIRE)

    table = scene.run(twice, dice=[2, 6])
    table.match.prefer(Seat("blue"), REROLL_WINDOW, "always")
    table.answer("blue", True)
    assert table.asked("blue").rule == "baroque.8.1.8"
    table.answer("blue", False)
    assert [e.die for e in table.events(CohesionTested)] == [2, 6]


@pytest.mark.rule("baroque.seq.cohesion-rerolls", "baroque.8.1.8", "baroque.8.1.6")
def test_seq_the_1_is_rolled_again_before_the_6() -> None:
    scene = BattleScene()
    unit = scene.blue("unit", (5, 5), vbu=5, traits=["hardened", "recruits"])
    found = hurt(scene, unit, [1, 6, 5])
    assert [e.die for e in found.table.events(DieAgain)] == [1, 6]
    again = hurt(scene, unit, [6, 1])  # a 1 that falls for the 6 stands
    assert again.table.event(CohesionTested).die == 1


# ------------------------------------------------------------------------------------------------ destiny
@pytest.mark.rule("baroque.destiny")
def test_destiny_the_owner_is_asked_first_and_the_new_die_counts() -> None:
    scene = BattleScene()
    unit = scene.blue("unit", (5, 5))
    scene.destiny("blue", 2)
    scene.destiny("red", 1)
    found = hurt(scene, unit, [6, 3])
    table = found.table
    assert "1 permanent loss" in table.asked("blue").text
    table.answer("blue", True)
    assert table.event(CohesionTested).die == 3
    assert (table.state.sides["blue"].destiny, table.state.sides["red"].destiny) == (1, 1)
    assert lines(table)[0] == "Unit rolled 6: a Roll of Destiny of its own side."


@pytest.mark.rule("baroque.destiny")
def test_destiny_the_enemy_may_force_a_re_roll_and_a_test_has_one_only() -> None:
    scene = BattleScene()
    unit = scene.blue("unit", (5, 5))
    scene.destiny("blue", 1)
    scene.destiny("red", 1)
    table = hurt(scene, unit, [2, 6]).table
    table.answer("red", True)  # the owner has nothing to gain from a 2
    assert table.over
    assert (table.state.sides["blue"].destiny, table.state.sides["red"].destiny) == (1, 0)
    assert table.state.vbu(unit) == 5


@pytest.mark.rule("baroque.destiny")
def test_destiny_a_leader_at_risk_is_a_reason_too() -> None:
    scene = BattleScene()
    unit = scene.blue("unit", (5, 5), disordered=True)
    scene.leader("blue/1", unit=unit)
    scene.destiny("blue", 1)
    table = hurt(scene, unit, [6, 2]).table
    table.answer("blue", True)
    assert table.events(LeaderRisked) == []


@pytest.mark.rule("baroque.destiny")
def test_destiny_losing_by_a_failure_is_worse_than_the_same_loss_by_a_pass() -> None:
    scene = BattleScene()
    unit = scene.blue("unit", (5, 5), vbu=4, disordered=True)
    scene.destiny("blue", 1)
    scene.destiny("red", 1)
    table = hurt(
        scene, unit, [3, 1], cause=MELEE
    ).table  # CN 2: a 3 fails by 1, a 1 passes and costs 1 as well
    table.answer("blue", True)
    assert table.event(CohesionTested).outcome == Outcome(True, 0, 1)


def test_destiny_nobody_is_asked_where_no_die_would_serve_him() -> None:
    scene = BattleScene()
    unit = scene.blue("unit", (5, 5))
    scene.destiny("blue", 1)
    assert hurt(scene, unit, [2]).table.over
    scene = BattleScene()
    unit = scene.blue("unit", (5, 5))
    scene.destiny("red", 1)
    assert hurt(scene, unit, [6]).table.over


# ------------------------------------------------------------------------------------------------ leaders
@pytest.mark.rule("baroque.6.2.2a")
@pytest.mark.parametrize("by", ["fire", "pistol"])
@pytest.mark.parametrize(("die", "lost"), [(1, False), (4, False), (5, True), (6, True)])
def test_6_2_2a_a_final_6_by_shooting_risks_the_leader_and_5_and_6_kill(by: By, die: int, lost: bool) -> None:
    scene = BattleScene()
    unit = scene.blue("unit", (5, 5))
    scene.blue("other", (9, 5))
    scene.leader("blue/1", unit=unit)
    table = hurt(scene, unit, [6, die], cause=Cause(by)).table
    risk = table.event(LeaderRisked)
    assert (risk.rule, risk.lost, risk.shock) == ("6.2.2a", lost, False)
    assert table.state.leaders["blue/1"].lost is lost
    assert table.events(DisciplineTested) == []


@pytest.mark.rule("baroque.6.2.2c")
def test_6_2_2c_all_units_of_a_fallen_leader_are_out_of_command() -> None:
    scene = BattleScene()
    unit = scene.blue("unit", (5, 5))
    other = scene.blue("other", (9, 5))
    scene.leader("blue/1", unit=unit)
    table = hurt(scene, unit, [6, 5]).table
    assert not is_in_command(table.state, unit)
    assert not is_in_command(table.state, other)
    assert lines(table, "leader")[-1] == (
        "Blue leader 1 is lost. His units are out of command for the rest of the battle."
    )


@pytest.mark.rule("baroque.6.2.2b")
def test_6_2_2b_a_leader_whose_unit_shooting_eliminates_is_unharmed_and_no_die_is_rolled() -> None:
    scene = BattleScene()
    unit = scene.blue("unit", (5, 5), lost=4)
    scene.leader("blue/1", unit=unit)
    table = hurt(scene, unit, [6]).table
    assert table.events(LeaderRisked) == []
    leader = table.state.leaders["blue/1"]
    assert (leader.lost, leader.unit, leader.barred) == (False, None, True)


@pytest.mark.rule("baroque.7.5.6a")
@pytest.mark.parametrize(("die", "lost"), [(1, False), (3, False), (4, True), (5, True)])
def test_7_5_6a_in_melee_4_and_5_kill_even_if_the_unit_routs(die: int, lost: bool) -> None:
    scene = BattleScene()
    unit = scene.blue("unit", (5, 5), lost=4)
    scene.leader("blue/1", unit=unit)
    table = hurt(scene, unit, [6, die], cause=MELEE).table
    assert table.event(LeaderRisked).rule == "7.5.6a"
    assert table.state.leaders["blue/1"].lost is lost
    assert table.state.units[unit].gone == "routed"


@pytest.mark.rule("baroque.7.5.6a", "baroque.7.5.6b")
def test_7_5_6b_on_a_6_every_unit_of_his_command_tests_out_of_command() -> None:
    scene = BattleScene()
    unit = scene.blue("unit", (5, 5))
    orderly = scene.blue("orderly", (9, 5))
    shaken = scene.blue("shaken", (13, 5), disordered=True, vbu=1)
    calm = scene.blue("calm", (17, 5), disordered=True)
    scene.blue("stranger", (5, 9), command="blue/2")
    scene.leader("blue/1", unit=unit)
    table = hurt(scene, unit, [6, 6, 5, 4, 4, 5], cause=MELEE).table
    tests = table.events(DisciplineTested)
    assert [e.unit for e in tests] == [unit, orderly, shaken, calm]
    assert {tuple(parts(e.modifiers)) for e in tests} == {(("2.4.1c", -1),)}
    assert [e.unit for e in table.events(FellIntoDisorder)] == [orderly]
    assert [(e.unit, e.losses) for e in table.events(LossesTaken)] == [(shaken, 1)]
    assert table.state.units[shaken].gone == "routed"
    assert table.state.vbu(calm) == 6


@pytest.mark.rule("baroque.7.5.6d", "baroque.7.5.6b")
def test_7_5_6d_what_the_shock_costs_is_not_compared_but_may_rout() -> None:
    scene = BattleScene()
    unit = scene.blue("unit", (5, 5), vbu=4)
    scene.leader("blue/1", unit=unit)
    found = hurt(scene, unit, [6, 6, 2], hits=2, cause=MELEE, remove=False)
    assert (found.one.outcome.failed_by, found.table.state.vbu(unit)) == (3, 0)
    assert found.one.spent


def test_7_5_6b_a_commander_in_chief_who_falls_elsewhere_shakes_his_own_command() -> None:
    scene = BattleScene()
    scene.blue("own", (9, 5))
    unit = scene.blue("unit", (5, 5), command="blue/2")
    scene.leader("blue/2", (5, 8))
    scene.leader("blue/1", unit=unit)
    table = hurt(scene, unit, [6, 6, 5], cause=MELEE).table
    assert [e.unit for e in table.events(DisciplineTested)] == ["own"]
    assert table.event(LeaderLost).command == "blue/1"
    assert is_in_command(table.state, unit)
