"""Evasions from a declared charge, and potential charges (5.6, 5.4.6, 5.4.1e)."""

import pytest

from muster.rulesets.baroque.events.charges import BonusRolled, EvasionTried
from muster.rulesets.baroque.events.harm import FellIntoDisorder
from muster.rulesets.baroque.events.tests import DisciplineTested
from muster.rulesets.baroque.rules.charge import options
from tests.kit.table import PASS
from tests.rulesets.baroque.charge.places import DEPTH, charger, in_front
from tests.rulesets.baroque.charge.runs import NO_HITS, charging, gap_between, small, still
from tests.rulesets.baroque.scenes import BattleScene, box, parts, place_of, through


@pytest.mark.rule("baroque.5.6e", "baroque.5.6j", "baroque.5.6h")
def test_5_6_an_evader_goes_back_before_the_charger_moves_and_that_one_is_disordered() -> None:
    scene = BattleScene()
    unit = charger(scene)
    target = in_front(scene, "croats", 1, type="CL")
    x, y, _ = scene.state.pose(target)
    table = charging(scene, unit, target, 2)
    table.answer("red", "evade:croats")
    assert place_of(table, unit) == (10, 10, 0)
    table.answer("blue", False)
    assert through(table)
    tested = table.event(DisciplineTested)
    assert (tested.unit, tested.test, tested.passed) == (target, "evasion", True)
    assert parts(tested.modifiers) == [("5.6e", 2)]
    assert table.state.pose(target) == (x, y - 1200, 18_000)
    assert place_of(table, unit) == (10, 8, 0)
    assert table.event(FellIntoDisorder) == FellIntoDisorder(unit, "its charge met nobody", "5.4.1e")
    assert table.state.units[target].evasions == 1
    assert not table.state.units[target].reacted


@pytest.mark.rule("baroque.5.6f")
def test_5_6f_a_failed_evasion_costs_no_disorder_but_the_defensive_fire() -> None:
    scene = BattleScene()
    unit = charger(scene, **small())
    target = in_front(scene, "screen", 1, type="S", depth=240, weapons=["musket"])
    table = charging(scene, unit, target, 1)
    table.answer("red", "evade:screen")
    assert table.asked("blue").rule == "baroque.7.7b"
    table.answer("blue", 0)
    assert through(table)
    assert table.events(FellIntoDisorder) == []
    assert table.state.units[target].gone == "dispersed"


@pytest.mark.rule("baroque.5.6c")
def test_5_6c_a_unit_evades_again_and_also_after_a_reaction() -> None:
    scene = BattleScene()
    unit = charger(scene)
    target = in_front(scene, "croats", 1, type="CL", reacted=True, evasions=1)
    table = charging(scene, unit, target, 3)
    table.answer("red", "evade:croats")
    assert table.event(EvasionTried) == EvasionTried(target, unit)
    assert parts(table.event(DisciplineTested).modifiers) == [("5.6e", 2), ("5.6e", -1)]
    assert table.state.units[target].evasions == 2


@pytest.mark.rule("baroque.5.6k")
def test_5_6k_an_evader_passes_its_friends_and_stands_behind_them() -> None:
    scene = BattleScene()
    unit = charger(scene)
    target = in_front(scene, "croats", 1, type="CL")
    friend = in_front(scene, "foot", 2.6, type="P&M", reacted=True)
    table = charging(scene, unit, target, 4)
    table.answer("red", "evade:croats")
    where, behind = place_of(table, friend), place_of(table, target)
    assert where is not None
    assert behind is not None
    assert round(where[1] - behind[1], 3) == round(DEPTH, 3)


def test_an_evader_is_disordered_by_the_ground_that_does_not_slow_it() -> None:
    scene = BattleScene()
    unit = charger(scene)
    target = in_front(scene, "croats", 1, type="CL")
    scene.terrain("wood", box(8, 4, 4, 3))
    table = charging(scene, unit, target, 4)
    table.answer("red", "evade:croats")
    fell = table.event(FellIntoDisorder)
    assert (fell.unit, fell.rule) == (target, "3.1.1d")
    assert round((place_of(table, target) or (0, 0, 0))[1], 2) == round(10 - DEPTH - 1 - 2, 2)


@pytest.mark.rule("baroque.5.4.1a")
def test_r60_after_an_evasion_the_bonus_may_catch_the_evader() -> None:
    scene = BattleScene()
    unit = charger(scene, **small(type="GA"))
    target = in_front(scene, "horse2", 1, type="DR", vbu=1, impetus=0)
    table = charging(scene, unit, target, 3, 6, 1, 1, 1)
    table.answer("red", "evade:horse2")
    assert table.asked("blue").rule == "baroque.5.4.1a"
    table.answer("blue", True)
    assert table.event(BonusRolled).bonus == 1200
    assert gap_between(table, unit, target) <= 1


# ------------------------------------------------------------------------------------------------ potential charges
@pytest.mark.rule("baroque.5.4.6a")
def test_5_4_6a_a_potential_charge_is_offered_against_whoever_could_evade_within_m() -> None:
    for kind, gap, offered in (("CL", 1, True), ("CL", 2.5, False), ("P&M", 1, False)):
        scene = BattleScene()
        unit = charger(scene)
        in_front(scene, "foe", gap, type=kind)
        keys = [o.key for o in options(scene.state, unit)]
        assert keys == ["charge:foe", "potential:foe"][: 1 + offered], (kind, gap)


@pytest.mark.rule("baroque.5.4.6b")
def test_5_4_6b_a_potential_charge_that_makes_contact_is_a_charge() -> None:
    scene = BattleScene()
    unit = charger(scene, **small())
    target = in_front(scene, "croats", 1, **small(type="CL", impetus=0))
    table = charging(scene, unit, target, 1, *NO_HITS, potential=900)
    table.answer("red", "evade:croats")
    assert through(table)
    [contact] = table.state.contacts
    assert (contact.by, contact.on, contact.impetus) == (unit, target, True)
    assert table.state.acting is not None
    assert table.state.acting.over


@pytest.mark.rule("baroque.5.4.6c")
def test_5_4_6c_a_potential_charge_whose_target_evades_is_a_move_as_far_as_it_was_announced() -> None:
    scene = BattleScene()
    unit = charger(scene)
    target = in_front(scene, "croats", 1, type="CL")
    table = charging(scene, unit, target, 3, potential=900)
    table.answer("red", "evade:croats")
    assert through(table)
    assert place_of(table, unit) == (10, 8.5, 0)
    assert table.events(FellIntoDisorder) == []
    acting = table.state.acting
    assert acting is not None
    assert not acting.over
    assert (acting.moves, acting.did) == (1, ("move",))


def test_a_potential_charge_as_the_second_action_takes_its_march_test_at_its_end() -> None:
    scene = BattleScene()
    unit = charger(scene)
    scene.acting(unit, moves=1, ways=("forward",))
    target = in_front(scene, "croats", 1, type="CL")
    table = charging(scene, unit, target, 3, 2, potential=900)
    table.answer("red", "evade:croats")
    assert [(t.unit, t.test, t.passed) for t in table.events(DisciplineTested)] == [
        (target, "evasion", True),
        (unit, "march", False),
    ]
    assert table.event(FellIntoDisorder).rule == "5.1d"


def test_a_potential_charge_goes_on_into_whoever_stands_behind_the_evader() -> None:
    scene = BattleScene()
    unit = charger(scene, **small())
    target = in_front(scene, "croats", 0.3, type="CL", frontage=600, aside=-0.6)
    behind = in_front(scene, "foot", 1.5, aside=0.8, **still(frontage=600))
    table = charging(scene, unit, target, 3, *NO_HITS, potential=1200)
    table.answer("red", "evade:croats")
    assert [(c.by, c.on) for c in table.state.contacts] == [(unit, behind)]


def test_whoever_declines_to_evade_is_charged() -> None:
    scene = BattleScene()
    unit = charger(scene, **small())
    target = in_front(scene, "croats", 1, **small(type="CL", impetus=0))
    table = charging(scene, unit, target, *NO_HITS, potential=600)
    table.answer("red", PASS)
    assert [(c.by, c.on) for c in table.state.contacts] == [(unit, target)]


@pytest.mark.parametrize("first", [pytest.param("a", marks=pytest.mark.rule("baroque.5.6l")), "b"])
def test_r137_evaders_go_in_the_order_named_and_one_whose_way_another_has_closed_stays(first: str) -> None:
    scene = BattleScene()
    unit = charger(scene, **small())
    # On its slanting way back a comes to stand where b would end; beyond that there are rocks.
    in_front(scene, "a", 1.2, aside=-0.7, heading=200, **still(type="DR", frontage=600))
    in_front(scene, "b", 1.2, aside=0.7, **still(type="DR", frontage=600))
    scene.terrain("rocks", box(11, 3.5, 0.15, 2))
    table = charging(scene, unit, "a", 6, 6, *(NO_HITS if first == "a" else ()))
    before = table.state.pose("b")
    table.answer("red", ["evade:a", "evade:b"] if first == "a" else ["evade:b", "evade:a"])
    assert [(e.unit, e.passed) for e in table.events(DisciplineTested)][:2] == [
        (first, True),
        ("b" if first == "a" else "a", True),
    ]
    assert (table.state.pose("b") == before) is (first == "a")
