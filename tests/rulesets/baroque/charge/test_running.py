"""A charge carried through: bonus, contact, what it meets nobody costs (5.4, 5.4.1, 5.4.5)."""

import pytest

from muster.rulesets.baroque.events.charges import BonusRolled
from muster.rulesets.baroque.events.harm import FellIntoDisorder
from muster.rulesets.baroque.rules.charge import options
from muster.rulesets.baroque.state import Contact
from tests.kit.table import PASS
from tests.rulesets.baroque.charge.places import charger, in_front
from tests.rulesets.baroque.charge.runs import NO_HITS, SCREEN, charging, gap_between, small, still
from tests.rulesets.baroque.scenes import BattleScene, lines, place_of, through


@pytest.mark.rule("baroque.5.4a")
def test_5_4_a_charge_goes_into_contact_without_turning_fights_and_ends_the_activation() -> None:
    scene = BattleScene()
    unit = charger(scene, **small())
    target = in_front(scene, "foe", 1, heading=170, **still())
    table = charging(scene, unit, target, *NO_HITS)
    assert through(table)
    assert gap_between(table, unit, target) <= 1
    where = place_of(table, unit)
    assert where is not None
    assert where[2] == 0
    assert table.state.acting is not None
    assert table.state.acting.over
    assert table.state.acting.moves == 1
    assert table.state.units[unit].moves == 1
    [contact] = table.state.contacts
    assert (contact.by, contact.on, contact.impact, contact.moved) == (unit, target, "front", True)


@pytest.mark.rule("baroque.5.4.1a")
def test_5_4_1a_a_charge_beyond_m_may_roll_for_the_bonus() -> None:
    scene = BattleScene()
    unit = charger(scene, **small())
    target = in_front(scene, "foe", 3, **still())
    [option] = options(scene.state, unit)
    assert option.key == "charge:foe"
    assert option.odds is not None
    assert (option.odds.chance, option.odds.needs) == (8333, "2+ on the die, for 1 BU more")
    table = charging(scene, unit, target, 2, *NO_HITS)
    asked = table.asked("blue")
    assert asked.rule == "baroque.5.4.1a"
    table.answer("blue", True)
    assert through(table)
    assert table.event(BonusRolled) == BonusRolled(unit, 2, 600)
    assert [(c.by, c.on) for c in table.state.contacts] == [(unit, target)]


@pytest.mark.rule("baroque.5.4.1b")
def test_5_4_1b_a_bonus_that_does_not_suffice_is_walked_in_full_and_leaves_disorder() -> None:
    scene = BattleScene()
    unit = charger(scene, pace="slow")
    target = in_front(scene, "foe", 3.5)
    table = charging(scene, unit, target, 5)
    table.answer("blue", True)
    assert through(table)
    assert place_of(table, unit) == (10, 7, 0)
    assert table.event(FellIntoDisorder) == FellIntoDisorder(unit, "its charge met nobody", "5.4.1b")
    assert table.state.contacts == ()


@pytest.mark.rule("baroque.5.4.1e", "baroque.5.4.5a")
def test_5_4_1e_a_real_charge_without_the_bonus_that_meets_nobody_leaves_disorder_too() -> None:
    """R132."""
    scene = BattleScene()
    unit = charger(scene)
    target = in_front(scene, "foe", 3)
    table = charging(scene, unit, target)
    table.answer("blue", False)
    assert through(table)
    assert place_of(table, unit) == (10, 8, 0)
    assert table.event(FellIntoDisorder).rule == "5.4.1e"
    acting = table.state.acting
    assert acting is not None
    assert acting.over


@pytest.mark.rule("baroque.5.4.1d")
def test_5_4_1d_no_bonus_past_a_declared_target_that_m_reaches() -> None:
    scene = BattleScene()
    unit = charger(scene, **small())
    target = in_front(scene, "screen", 1, **SCREEN)
    in_front(scene, "formed", 3, **still())
    table = charging(scene, unit, target)
    assert table.asked("blue").rule == "baroque.7.7b"
    table.answer("blue", 600)
    assert through(table)
    assert place_of(table, unit) == (10, 8, 0)
    assert not table.state.units[unit].disordered


@pytest.mark.rule("baroque.5.4.1c")
def test_5_4_1c_a_bonus_that_reaches_the_screen_and_not_the_declared_target_leaves_disorder() -> None:
    scene = BattleScene()
    unit = charger(scene, **small())
    in_front(scene, "screen", 2.2, **SCREEN)
    target = in_front(scene, "formed", 3.6, **still())
    table = charging(scene, unit, target, 3)
    table.answer("blue", True)
    assert through(table)
    assert table.state.units["screen"].gone == "dispersed"
    assert place_of(table, unit) == (10, 7, 0)
    assert table.events(FellIntoDisorder)[-1] == FellIntoDisorder(unit, "its charge fell short", "5.4.1c")


@pytest.mark.rule("baroque.5.4.1c")
def test_r60_who_sweeps_a_screen_aside_and_misses_a_target_that_evaded_is_disordered_without_bonus_too() -> (
    None
):
    scene = BattleScene()
    unit = charger(scene, **small())
    in_front(scene, "screen", 0.5, **SCREEN)
    target = in_front(scene, "light", 1.5, type="CL")
    table = charging(scene, unit, target, 6)
    table.answer("red", "evade:light")
    table.answer("blue", False)
    assert through(table)
    assert table.state.units["screen"].gone == "dispersed"
    assert place_of(table, unit) == (10, 8, 0)
    assert table.events(FellIntoDisorder)[-1] == FellIntoDisorder(unit, "its charge fell short", "5.4.1c")


@pytest.mark.rule("baroque.7.7b")
def test_5_4_5b_whoever_sweeps_skirmishers_aside_finishes_the_same_action_into_the_next_enemy_and_no_other() -> (
    None
):
    """R135: towards a target that still stands by itself; after the target its owner says how far."""
    scene = BattleScene()
    unit = charger(scene, **small())
    in_front(scene, "screen", 0.5, **SCREEN)
    target = in_front(scene, "formed", 1.6, **still())
    table = charging(scene, unit, target, *NO_HITS)
    assert through(table)
    assert table.state.units["screen"].gone == "dispersed"
    assert [(c.by, c.on) for c in table.state.contacts] == [(unit, target)]
    scene = BattleScene()
    unit = charger(scene, **small())
    target = in_front(scene, "screen", 0.5, **SCREEN)
    table = charging(scene, unit, target)
    table.answer("blue", 300)
    assert through(table)
    assert place_of(table, unit) == (10, 9, 0)
    assert not table.state.units[unit].disordered
    assert table.state.acting is not None
    assert table.state.acting.over


@pytest.mark.rule("baroque.5.5.4", "baroque.5.5.1e")
def test_5_5_4_friends_whom_a_charger_passes_stand_behind_it_when_it_ends_on_them() -> None:
    scene = BattleScene()
    unit = charger(scene, **small())
    friend = in_front(scene, "friend", 0.2, seat="blue", heading=0, type="CL")
    target = in_front(scene, "foe", 0.9, **still())
    table = charging(scene, unit, target, *NO_HITS)
    assert through(table)
    where, behind = place_of(table, unit), place_of(table, friend)
    assert where is not None
    assert behind is not None
    assert (behind[0], round(behind[1] - where[1], 3)) == (10, 0.667)


def test_two_enemies_met_at_once_are_both_in_the_melee() -> None:
    scene = BattleScene()
    unit = charger(scene, **small())
    in_front(scene, "left", 1, aside=-1, **still())
    target = in_front(scene, "right", 1, aside=1, **still())
    table = charging(scene, unit, target)
    found = {(c.by, c.on) for c in table.state.contacts}
    assert found == {(unit, "left"), (unit, "right")}


def test_the_log_tells_a_charge_step_by_step() -> None:
    scene = BattleScene()
    unit = charger(scene, **small())
    target = in_front(scene, "foe", 2.5, **still())
    table = charging(scene, unit, target, 4, *NO_HITS)
    table.answer("blue", True)
    assert lines(table)[:4] == [
        "Horse declared a charge on Foe, 2.5 BU away.",
        "Horse rolled for the charge: 1 BU more.",
        "Horse charged 2.5 BU.",
        "Horse met Foe on the front.",
    ]
    assert isinstance(table.state.contacts[0], Contact)


@pytest.mark.rule("baroque.5.4.5b")
def test_5_4_5b_after_a_potential_charge_that_swept_somebody_aside_nothing_more_is_done() -> None:
    scene = BattleScene()
    unit = charger(scene, **small())
    target = in_front(scene, "screen", 0.5, type="S", depth=240, impetus=0)
    table = charging(scene, unit, target, potential=900)
    table.answer("red", PASS)
    table.answer("blue", 0)
    assert through(table)
    assert table.state.units[target].gone == "dispersed"
    acting = table.state.acting
    assert acting is not None
    assert acting.over
    assert not table.state.units[unit].disordered
