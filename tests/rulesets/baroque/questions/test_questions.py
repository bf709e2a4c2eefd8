"""What players asked (questions B1 to B10), chapter by chapter."""

import pytest

from muster.rulesets.baroque.queries.cohesion import outcome
from muster.rulesets.baroque.queries.melee_dice import Fighter, impetus_part
from tests.rulesets.baroque.initiative.rolling import rivals, roll, totals
from tests.rulesets.baroque.scenes import BattleScene


@pytest.mark.rule("baroque.7.3a", "baroque.7.3b", "baroque.5.4.3g")
def test_b4_a_charged_unit_gets_no_impetus_standing_and_both_get_it_after_a_countercharge() -> None:
    scene = BattleScene()
    charger = scene.blue("charger", (5, 9), type="TR", impetus=3)
    charged = scene.red("charged", (5, 8), type="TR", impetus=3)
    assert impetus_part(scene.state, Fighter(charger, (charged,), "charge")) is not None
    assert impetus_part(scene.state, Fighter(charged, (charger,))) is None
    assert impetus_part(scene.state, Fighter(charged, (charger,), "countercharge")) is not None


@pytest.mark.rule("baroque.6.2c", "baroque.6.2d")
def test_b10_a_1_passes_against_1_and_a_6_fails_against_7_and_costs_exactly_1() -> None:
    assert outcome(1, 1, disordered=False, by="fire").passed
    assert outcome(7, 6, disordered=False, by="fire").failed_by == 1


@pytest.mark.rule("baroque.4.1.1c", "baroque.2.6.2c")
def test_b1_on_equal_totals_the_average_structure_beats_the_poor_one_and_equal_ones_roll_again() -> None:
    table = roll(rivals("Reliable", "Reliable", structures=("Average", "Poor")), 4, 3, 5, 2)
    assert totals(table) == [{"blue": 9, "red": 9}]
    assert table.state.active == "blue/1"
    again = roll(rivals("Reliable", "Reliable", structures=("Average", "Average")), 4, 3, 5, 2, 1, 2, 3, 4)
    assert totals(again) == [{"blue": 9, "red": 9}, {"blue": 5, "red": 9}]
    assert again.state.active == "red/1"
