"""What players asked (questions B1 to B10), chapter by chapter."""

from typing import Any

import pytest

from muster.rulesets.baroque.armies.build import price_of
from muster.rulesets.baroque.armies.check import scaled
from muster.rulesets.baroque.armies.lists import army_list
from muster.rulesets.baroque.armies.roster import roster_of
from muster.rulesets.baroque.events.tests import DisciplineTested
from muster.rulesets.baroque.queries.cohesion import outcome
from muster.rulesets.baroque.queries.melee_dice import Fighter, impetus_part
from muster.rulesets.baroque.rules.acting import activate_unit
from tests.rulesets.baroque.armies.rosters import army, fault, problems, units
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


# ------------------------------------------------------------------------------------------------ marching
@pytest.mark.rule("baroque.5.1b", "baroque.5.1c", "baroque.5.1d")
def test_b5_a_third_movement_is_tested_at_five_and_who_fails_it_may_still_shoot() -> None:
    scene = BattleScene()
    horse = scene.blue("horse", (4, 7.5), 90, type="DR", weapons=["musket"], discipline="B")
    scene.red("foe", (11.5, 7.5), 270, reacted=True)
    table = scene.run(lambda game: activate_unit(game, horse), dice=[4, 4])
    for _ in range(3):
        table.answer("blue", ("move", ("forward", 900)))
    tests = [(e.target - e.modifiers.value, e.dice[0], e.passed) for e in table.events(DisciplineTested)]
    assert tests == [(4, 4, True), (5, 4, False)]
    assert table.state.units[horse].disordered
    keys = {key.partition(":")[0] for key in table.offers("blue")}
    assert "move" not in keys
    assert "shoot" in keys


# ------------------------------------------------------------------------------------------------ armies
def royalists(sc: str) -> dict[str, Any]:
    """The army of the report: three commands with a Poor, a Reliable and an Expert leader."""
    rows = (
        ("Expert", ("foot_62+iron_officers", "foot_62", "foot_62", "foot_62", "medium_cannon")),
        ("Reliable", ("cavaliers_ga_51+motivated", "cavaliers_ga_51")),
        ("Poor", ("cavaliers_ga_51", "cavaliers_ga_51", "dragoons")),
    )
    commands = [
        {"level": level, "cinc": level == "Expert", "label": level, "units": units(*found)}
        for level, found in rows
    ]
    return {"army": "ecw_royalist", "budget": 600, "sc": sc, "commands": commands}


@pytest.mark.rule("baroque.list.2")
def test_b2_the_royalists_of_the_report_cost_595_with_a_poor_structure_and_607_are_too_many() -> None:
    assert price_of(roster_of(royalists("Poor"))).value == 595
    assert problems(royalists("Poor")) == []
    assert price_of(roster_of(royalists("Average"))).value == 607
    found = fault(royalists("Average"))
    assert (found.rule, found.numbers["over"]) == ("baroque.list.2", 7)


@pytest.mark.rule("baroque.list.1")
def test_b8_at_300_points_the_leasts_of_the_lists_are_halved_and_rounded_up() -> None:
    for key, row, limits in (("ecw_parliament", "horse_43", (1, 8)), ("ecw_royalist", "foot_62", (1, 12))):
        printed = army_list(key)
        (line,) = [x for x in printed.lines if row in [u.key for u in x.units]]
        assert (line.least, line.most) == (2, limits[1])
        assert scaled(line, 300) == limits
        assert scaled(line, 600) == (2, limits[1])


@pytest.mark.rule("baroque.list.6")
def test_b9_r42_a_side_has_one_leader_at_300_points_who_is_the_commander_in_chief() -> None:
    one = army("ecw_royalist", "foot_62", "foot_62", "cavaliers_ga_51")
    assert problems(one) == []
    two = {
        **one,
        "commands": [*one["commands"], {"label": "Left", "level": "Poor", "units": units("dragoons")}],
    }
    assert fault(two).rule == "baroque.list.6"
    headless = {**one, "commands": [{**one["commands"][0], "cinc": False}]}
    assert fault(headless).rule == "baroque.2.1c"
