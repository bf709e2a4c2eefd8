"""What players asked (questions B1 to B10), chapter by chapter."""

import pytest

from muster.rulesets.baroque.queries.cohesion import outcome
from muster.rulesets.baroque.queries.melee_dice import Fighter, impetus_part
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
