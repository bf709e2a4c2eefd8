"""The Critical Number and what a die costs (6.2, 7.5b)."""

from typing import Any

import pytest

from muster.rulesets.baroque.queries.cohesion import (
    Cause,
    Outcome,
    cohesion_odds,
    critical_number,
    loss_ways,
    outcome,
)
from muster.rulesets.baroque.queries.firing_table import Band
from tests.rulesets.baroque.scenes import BattleScene, parts

FIRE = Cause("fire")
MELEE = Cause("melee")


def number_of(cause: Cause = FIRE, hits: int = 1, **numbers: Any) -> tuple[int, list[tuple[str, int]]]:
    """The Critical Number of a plain unit, and its parts without VBU and hits."""
    scene = BattleScene()
    unit = scene.blue("unit", (5, 5), **numbers)
    total = critical_number(scene.state, unit, hits, cause)
    return total.value, [p for p in parts(total) if p[0] != "6.2a"]


@pytest.mark.rule("baroque.6.2a")
def test_6_2a_it_is_current_vbu_less_hits_and_never_below_1() -> None:
    assert number_of(lost=1, hits=2)[0] == 3
    assert number_of(lost=4, hits=3)[0] == 1


@pytest.mark.rule("baroque.6.2a")
def test_6_2a_the_least_is_a_line_of_the_sum_like_everything_else() -> None:
    scene = BattleScene()
    unit = scene.blue("unit", (5, 5), lost=4, disordered=True)
    total = critical_number(scene.state, unit, 3, FIRE)
    assert parts(total) == [("6.2a", 2), ("6.2a", -3), ("2.5.3a", -1), ("6.2a", 3)]
    assert total.parts[-1].label == "Never below 1"


@pytest.mark.rule("baroque.6.2a", "baroque.2.5.3a")
def test_2_5_3a_disorder_before_the_test_costs_1() -> None:
    assert number_of(disordered=True) == (4, [("2.5.3a", -1)])


@pytest.mark.rule("baroque.6.2a", "baroque.2.6.1f")
def test_2_6_1f_an_attached_leader_adds_1_also_another_commands() -> None:
    scene = BattleScene()
    unit = scene.blue("unit", (5, 5), command="blue/2")
    scene.leader("blue/1", unit=unit)
    assert critical_number(scene.state, unit, 1, FIRE).value == 6


@pytest.mark.rule("baroque.6.2b")
@pytest.mark.parametrize(("band", "bonus"), [("short", 1), ("long", 2), ("extreme", 2)])
def test_6_2b_range_adds_1_when_short_and_2_beyond(band: Band, bonus: int) -> None:
    assert number_of(Cause("fire", band)) == (5 + bonus, [("6.2b", bonus)])
    assert number_of(Cause("fire", "point_blank")) == (5, [])


@pytest.mark.rule("baroque.7.2.3b", "baroque.7.5b")
def test_7_2_3b_contact_on_flank_or_rear_costs_1_but_in_melee_alone() -> None:
    assert number_of(Cause("melee", flank=True)) == (4, [("7.2.3b", -1)])
    assert number_of(Cause("pistol", flank=True)) == (5, [])


@pytest.mark.rule("baroque.7.2.3c")
def test_7_2_3c_an_early_tercio_has_no_flank() -> None:
    assert number_of(Cause("melee", flank=True), type="ETE") == (5, [])
    assert number_of(Cause("melee", flank=True), type="LTE") == (4, [("7.2.3b", -1)])


@pytest.mark.rule("baroque.3.1.4h", "baroque.3.1.4i", "baroque.7.5b")
@pytest.mark.parametrize("kind", ["TR", "GA", "CL", "PK", "P&M", "ETE", "LTE"])
def test_3_1_4h_rough_ground_harms_mounted_pikes_and_tercios_in_melee(kind: str) -> None:
    assert number_of(Cause("melee", ground="difficult"), type=kind) == (3, [("3.1.4h", -2)])
    assert number_of(Cause("melee", ground="broken"), type=kind) == (4, [("3.1.4i", -1)])


@pytest.mark.parametrize("kind", ["T", "WB", "S", "DR"])
def test_3_1_4h_rough_ground_harms_no_other_foot(kind: str) -> None:
    assert number_of(Cause("melee", ground="difficult"), type=kind) == (5, [])


@pytest.mark.rule("baroque.7.5b", "baroque.3.1.4d")
def test_7_5b_an_obstacle_held_and_the_higher_ground_of_a_gentle_hill_add_1_each() -> None:
    assert number_of(Cause("melee", obstacle=True)) == (6, [("7.5b", 1)])
    assert number_of(Cause("melee", higher=True)) == (6, [("3.1.4d", 1)])


@pytest.mark.rule("baroque.8.1.9c")
def test_8_1_9c_preachers_add_1_after_a_double_5_or_6() -> None:
    scene = BattleScene()
    unit = scene.blue("unit", (5, 5), traits=["agitators"])
    other = scene.blue("other", (8, 5))
    scene.state.change_command("blue/1", discipline=1, cohesion=1)
    assert critical_number(scene.state, unit, 1, FIRE).value == 6
    assert critical_number(scene.state, other, 1, FIRE).value == 5


# ------------------------------------------------------------------------------------------------ the die
@pytest.mark.rule("baroque.6.2c")
def test_6_2c_a_die_not_above_the_number_passes_but_a_6_never() -> None:
    assert [outcome(3, die, disordered=False, by="fire").passed for die in range(1, 7)] == [
        *[True] * 3,
        *[False] * 3,
    ]
    assert not outcome(7, 6, disordered=False, by="fire").passed
    assert outcome(7, 5, disordered=False, by="fire").passed


@pytest.mark.rule("baroque.6.2d")
def test_6_2d_a_failure_costs_the_die_less_the_number_and_a_6_against_6_or_more_exactly_1() -> None:
    assert [outcome(3, die, disordered=True, by="fire").losses for die in (4, 5, 6)] == [1, 2, 3]
    assert [outcome(cn, 6, disordered=True, by="fire").losses for cn in (5, 6, 8)] == [1, 1, 1]


@pytest.mark.rule("baroque.6.2.1", "baroque.2.5.3e")
def test_6_2_1_a_pass_while_disordered_costs_1_which_is_no_failure() -> None:
    assert outcome(3, 2, disordered=True, by="fire") == Outcome(True, 0, 1)
    assert outcome(3, 2, disordered=False, by="fire") == Outcome(True, 0, 0)


@pytest.mark.rule("baroque.7.5.1", "baroque.2.5.3e")
def test_7_5_1_it_is_so_in_melee_too() -> None:
    assert outcome(3, 2, disordered=True, by="melee") == Outcome(True, 0, 1)


# ------------------------------------------------------------------------------------------------ odds
@pytest.mark.parametrize(
    ("traits", "cause", "chance"),
    [
        ((), MELEE, 8333),  # 5 of 6
        (("recruits",), MELEE, 8056),  # 4/6 + 1/6 of 5/6
        (("hardened",), MELEE, 9722),  # 5/6 + 1/6 of 5/6
        (("recruits", "hardened"), MELEE, 9676),  # 29/36 + 7/36 of 5/6... a 6 after the 1 counts too
        ((), Cause("melee", feared=True), 8056),
        ((), Cause("fire", feared=True), 8333),
    ],
)
def test_the_odds_of_a_test_count_the_re_rolls(traits: tuple[str, ...], cause: Cause, chance: int) -> None:
    scene = BattleScene()
    unit = scene.blue("unit", (5, 5), traits=traits)
    odds = cohesion_odds(scene.state, unit, 1, cause)
    assert odds.totals[0].value == 5
    assert odds.chance == chance


def test_the_chances_of_losses_add_up_and_without_a_hit_there_is_no_test() -> None:
    scene = BattleScene()
    unit = scene.blue("unit", (5, 5), disordered=True)
    assert loss_ways(scene.state, unit, 0, FIRE) == {Outcome(True, 0, 0): 216}
    assert loss_ways(scene.state, unit, 2, FIRE) == {
        Outcome(True, 0, 1): 108,
        Outcome(False, 1, 0): 36,
        Outcome(False, 2, 0): 36,
        Outcome(False, 3, 0): 36,
    }


@pytest.mark.rule("baroque.6.2a", "baroque.6.2d")
def test_r1_the_formula_counts_so_that_the_books_example_has_the_number_3() -> None:
    critical, _ = number_of(Cause("fire", "short"), hits=3, disordered=True)
    assert critical == 3
    assert [outcome(critical, die, disordered=True, by="fire").losses for die in (5, 6)] == [2, 3]
