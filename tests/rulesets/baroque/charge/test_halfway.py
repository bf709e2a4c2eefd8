"""Countercharges, also of units that become the target only on the way (5.4.3, R36, R86)."""

import pytest

from muster.rulesets.baroque.events.charges import BonusRolled, ReactionTried
from muster.rulesets.baroque.events.contacts import Met
from muster.rulesets.baroque.events.harm import FellIntoDisorder
from muster.rulesets.baroque.events.tests import DisciplineTested
from tests.kit.table import PASS
from tests.rulesets.baroque.charge.places import charger, in_front
from tests.rulesets.baroque.charge.runs import NO_HITS, SCREEN, charging, gap_between, small
from tests.rulesets.baroque.scenes import BattleScene, parts, place_of, through


@pytest.mark.rule("baroque.5.4.3b", "baroque.5.4.3e", "baroque.5.4.3g")
def test_5_4_3_charger_and_countercharger_meet_half_way_and_each_has_met_the_other() -> None:
    scene = BattleScene()
    unit = charger(scene, **small())
    target = in_front(scene, "foe", 2, **small())
    table = charging(scene, unit, target, 3, *NO_HITS, 1)
    table.answer("red", "counter:foe")
    assert through(table)
    tested = table.event(DisciplineTested)
    assert (tested.test, tested.passed, parts(tested.modifiers)) == ("countercharge", True, [("5.4.3b", 1)])
    assert place_of(table, unit) == (10, 9, 0)
    assert gap_between(table, unit, target) <= 1
    met = [c for m in table.events(Met) for c in m.contacts]
    assert [(c.by, c.on, c.arrival, c.impetus) for c in met] == [
        (unit, target, "charge", True),
        (target, unit, "countercharge", True),
    ]
    assert table.events(BonusRolled) == []


@pytest.mark.rule("baroque.4.1.3a")
def test_a_failed_countercharge_stands_and_is_charged_without_defensive_fire() -> None:
    scene = BattleScene()
    unit = charger(scene, **small(type="P&M"))
    target = in_front(scene, "foot", 1, weapons=["musket"], **small(type="P&M"))
    table = charging(scene, unit, target, 2, *NO_HITS)
    table.answer("red", "counter:foot")
    assert through(table)
    assert table.state.units[target].reacted
    assert table.events(FellIntoDisorder) == []
    assert [(c.by, c.on) for c in table.state.contacts] == [(unit, target)]


@pytest.mark.rule("baroque.5.4.3d")
def test_5_4_3d_a_unit_that_tried_a_countercharge_has_no_defensive_fire() -> None:
    scene = BattleScene()
    unit = charger(scene, **small(type="P&M"))
    target = in_front(scene, "foot", 1, weapons=["musket"], **small(type="P&M"))
    table = charging(scene, unit, target, 2, *NO_HITS)
    table.answer("red", "counter:foot")
    assert [r.text for r in table.match.requests] == []


@pytest.mark.rule("baroque.7.2.2", "baroque.5.4.3e")
def test_r54_nobody_turns_its_own_flank_to_a_charger_by_going_to_meet_it() -> None:
    scene = BattleScene()
    unit = charger(scene, **small())
    target = in_front(scene, "other", 2, aside=0.4, heading=105, **small())
    table = charging(scene, unit, target, 6, *([1] * 4))
    table.answer("red", "counter:other")
    met = {(c.by, c.on): c.impact for e in table.events(Met) for c in e.contacts}
    assert met == {(unit, target): "side", (target, unit): "front"}
    assert table.events(FellIntoDisorder) == []


def test_r36_whoever_needs_the_bonus_for_its_half_rolls_it() -> None:
    scene = BattleScene()
    unit = charger(scene, **small())
    target = in_front(scene, "slow", 3, **small(move=1))
    table = charging(scene, unit, target, 3, 3, *NO_HITS, 1)
    table.answer("red", "counter:slow")
    assert through(table)
    assert [(e.unit, e.bonus) for e in table.events(BonusRolled)] == [(target, 600)]
    assert place_of(table, unit) == (10, 8.5, 0)


def test_r36_one_that_falls_short_leaves_the_rest_to_the_other() -> None:
    scene = BattleScene()
    unit = charger(scene, **small())
    target = in_front(scene, "slow", 3, **small(move=1))
    table = charging(scene, unit, target, 3, 1, *NO_HITS, 1)
    table.answer("red", "counter:slow")
    assert through(table)
    assert [(e.unit, e.bonus) for e in table.events(BonusRolled)] == [(target, 0)]
    assert place_of(table, unit) == (10, 8, 0)
    assert gap_between(table, unit, target) <= 1


def test_r36_if_they_do_not_meet_after_all_both_are_disordered() -> None:
    scene = BattleScene()
    unit = charger(scene, **small())
    target = in_front(scene, "horse2", 4, **small(move=1))
    table = charging(scene, unit, target, 4, 1)
    table.answer("red", "counter:horse2")
    assert through(table)
    assert {e.unit: e.rule for e in table.events(FellIntoDisorder)} == {unit: "5.4.3e", target: "5.4.3e"}
    assert [(e.unit, e.bonus) for e in table.events(BonusRolled)] == [(target, 0)]


@pytest.mark.rule("baroque.5.4.3e")
def test_5_4_3e_a_countercharger_that_strikes_another_enemy_first_waits_there_for_the_charger() -> None:
    """R133."""
    scene = BattleScene()
    unit = charger(scene, **small())
    other = scene.blue("other", (11.9, 8.5), 0, **small(frontage=600))
    target = in_front(scene, "foe", 2, aside=1, **small())
    table = charging(scene, unit, target, 3, 1, 1, 1, 1, 1)
    table.answer("red", "counter:foe")
    met = [(c.by, c.on, c.arrival) for m in table.events(Met) for c in m.contacts]
    assert met == [(unit, target, "charge"), (target, other, "countercharge")]


@pytest.mark.rule("baroque.5.4.3e")
def test_5_4_3e_a_charger_that_has_to_come_farther_than_half_way_then_rolls_for_it() -> None:
    """R36: the countercharger is stopped after 0.2 of 2.4 BU, and 2.2 are more than it moves."""
    scene = BattleScene()
    unit = charger(scene, **small())
    scene.blue("other", (11.9, 7.8), 0, **small(frontage=600))
    target = in_front(scene, "foe", 2.4, aside=1, **small())
    table = charging(scene, unit, target, 3, 4, 1, 1, 1, 1, 1)
    table.answer("red", "counter:foe")
    assert table.event(BonusRolled).unit == unit
    met = [(c.by, c.on) for m in table.events(Met) for c in m.contacts]
    assert (unit, target) in met


@pytest.mark.rule("baroque.5.1f")
def test_a_charge_that_is_met_half_way_takes_its_march_test_too() -> None:
    scene = BattleScene()
    unit = charger(scene, **small())
    scene.acting(unit, moves=1, ways=("forward",))
    target = in_front(scene, "foe", 2, **small())
    table = charging(scene, unit, target, 3, 2, *NO_HITS)
    table.answer("red", "counter:foe")
    assert [(t.unit, t.test) for t in table.events(DisciplineTested)] == [
        (target, "countercharge"),
        (unit, "march"),
    ]


# ------------------------------------------------------------------------------------------------ late targets
@pytest.mark.rule("baroque.seq.reaction")
def test_r86_a_unit_exposed_by_an_evasion_may_countercharge_before_the_charger_moves_on() -> None:
    scene = BattleScene()
    unit = charger(scene, **small())
    screen = in_front(scene, "croats", 0.4, type="CL", impetus=1)
    target = in_front(scene, "trotters", 1.8, **small())
    table = charging(scene, unit, screen, 3, 3, *NO_HITS, 1, potential=1200)
    table.answer("red", "evade:croats")
    asked = table.asked("red")
    assert (asked.rule, asked.window) == ("baroque.seq.reaction", "reaction")
    assert place_of(table, unit) == (10, 10, 0)
    table.answer("red", "counter:trotters")
    assert table.event(ReactionTried) == ReactionTried(target, unit, "counter")
    met = [(c.by, c.on) for m in table.events(Met) for c in m.contacts]
    assert met == [(unit, target), (target, unit)]


def test_r86_not_if_somebody_has_tried_to_react_to_the_same_charge() -> None:
    scene = BattleScene()
    unit = charger(scene, **small())
    screen = in_front(scene, "croats", 0.4, type="CL", impetus=1)
    target = in_front(scene, "trotters", 1.8, **small())
    in_front(scene, "guns", 3, aside=3, weapons=["art_b"], type="ART", frontage=400)
    table = charging(scene, unit, screen, 3, 2, *NO_HITS, potential=1200)
    table.answer("red", ["evade:croats", ("fire:guns", 0)])
    assert [(c.by, c.on) for c in table.state.contacts] == [(unit, target)]


def test_r86_a_unit_exposed_by_a_dispersal_may_countercharge() -> None:
    scene = BattleScene()
    unit = charger(scene, **small())
    in_front(scene, "screen", 0.4, **SCREEN)
    target = in_front(scene, "trotters", 1.4, **small())
    table = charging(scene, unit, target, *NO_HITS)
    assert table.offers("red") == ["counter:trotters"]
    table.answer("red", PASS)
    assert [(c.by, c.on) for c in table.state.contacts] == [(unit, target)]


@pytest.mark.rule("baroque.5.4.5a")
def test_5_4_5a_a_potential_charge_that_was_met_half_way_was_the_last_action_even_if_nobody_is_left_to_fight() -> (
    None
):
    scene = BattleScene()
    unit = charger(scene, **small(weapons=["point_blank_pistol"]))
    target = in_front(scene, "croats", 1.8, type="CL", vbu=1, impetus=1)
    table = charging(scene, unit, target, 6, 6, 6, 6, 6, potential=1200)
    table.answer("red", "counter:croats")
    assert table.state.units[target].gone == "routed"
    assert table.state.contacts == ()
    assert table.state.acting is not None
    assert table.state.acting.over
