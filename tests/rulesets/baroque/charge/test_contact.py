"""What happens on contact before the blows, in its order (7.2.3, R18, seq.contact, 5.1f)."""

import pytest

from muster.rulesets.baroque.events.contacts import Met
from muster.rulesets.baroque.events.harm import FellIntoDisorder
from muster.rulesets.baroque.events.melee import MeleeJoined
from muster.rulesets.baroque.events.tests import DisciplineTested
from tests.kit.table import PASS
from tests.rulesets.baroque.charge.places import charger, in_front
from tests.rulesets.baroque.charge.runs import NO_HITS, charging, small, still
from tests.rulesets.baroque.scenes import BattleScene, box, through


@pytest.mark.rule("baroque.7.2.3b", "baroque.7.2.3a")
def test_7_2_3b_a_unit_met_on_its_flank_or_rear_is_disordered_at_once() -> None:
    scene = BattleScene()
    unit = charger(scene, **small())
    target = in_front(scene, "foe", 1, heading=0, **still())
    table = charging(scene, unit, target, *NO_HITS)
    assert table.event(Met).contacts[0].impact == "flank"
    assert table.event(FellIntoDisorder) == FellIntoDisorder(target, "it was met on flank or rear", "7.2.3b")


@pytest.mark.rule("baroque.7.2.3c")
def test_7_2_3c_an_early_tercio_is_not_disordered_by_it_and_a_later_one_is() -> None:
    for kind, disordered in (("ETE", False), ("LTE", True)):
        scene = BattleScene()
        unit = charger(scene, **small())
        target = in_front(scene, "tercio", 1, heading=0, depth=800, type=kind, vbu=1, reacted=True)
        table = charging(scene, unit, target, 1, 1)
        assert table.state.units[target].disordered is disordered, kind


@pytest.mark.rule("baroque.5.1f")
def test_5_1f_a_charge_as_the_second_action_takes_its_march_test_on_contact() -> None:
    scene = BattleScene()
    unit = charger(scene, **small())
    scene.acting(unit, moves=1, ways=("forward",))
    target = in_front(scene, "foe", 1, **still())
    table = charging(scene, unit, target, 3, *NO_HITS[1:])
    assert through(table)
    tested = table.event(DisciplineTested)
    assert (tested.unit, tested.test, tested.passed, tested.rule) == (unit, "march", False, "5.1b")
    assert table.event(FellIntoDisorder).rule == "5.1d"
    kinds = [type(e) for _, e in table.match.history]
    assert kinds.index(Met) < kinds.index(DisciplineTested)


def test_a_first_action_takes_no_march_test() -> None:
    scene = BattleScene()
    unit = charger(scene, **small())
    target = in_front(scene, "foe", 1, **still())
    table = charging(scene, unit, target, *NO_HITS)
    assert table.events(DisciplineTested) == []


@pytest.mark.rule("baroque.3.1.1b", "baroque.3.1.1f")
def test_the_ground_disorders_a_charger_before_everything_else() -> None:
    for kind, outline, rule in (
        ("scrub", box(8, 8, 4, 3), "3.1.1b"),
        ("hedge", ((8, 9.2), (12, 9.2)), "3.1.1f"),
    ):
        scene = BattleScene()
        unit = charger(scene, **small())
        target = in_front(scene, "foe", 1, **still())
        scene.terrain(kind, outline)
        table = charging(scene, unit, target, *NO_HITS[1:])
        assert through(table)
        fell = table.event(FellIntoDisorder)
        assert (fell.unit, fell.rule) == (unit, rule)


def test_an_obstacle_crossed_stands_in_the_contact() -> None:
    scene = BattleScene()
    unit = charger(scene, **small())
    target = in_front(scene, "foe", 1, **still())
    hedge = scene.terrain("hedge", ((8, 8.7), (12, 8.7)))
    table = charging(scene, unit, target, 1, 1)
    assert table.event(Met).contacts[0].over == hedge


@pytest.mark.rule("baroque.6.6a", "baroque.seq.contact")
def test_defensive_fire_is_offered_on_contact_when_nobody_reacted_and_may_throw_the_charger_back() -> None:
    scene = BattleScene()
    unit = charger(scene, type="P&M", impetus=1, vbu=2)
    target = in_front(scene, "foot", 1, weapons=["musket"], vbu=6)
    table = charging(scene, unit, target, 4, *([6] * 8), 6)
    table.answer("red", PASS)
    asked = table.asked("red")
    assert asked.rule == "baroque.6.6a"
    table.answer("red", True)
    assert through(table)
    assert table.state.contacts == ()
    assert table.state.units[unit].gone == "routed"


@pytest.mark.rule("baroque.4.1.3c")
def test_4_1_3c_no_defensive_fire_when_somebody_has_tried_to_react_to_the_charge() -> None:
    scene = BattleScene()
    unit = charger(scene, type="P&M", impetus=1, vbu=1)
    target = in_front(scene, "foot", 1, weapons=["musket"], vbu=1)
    in_front(scene, "guns", 3, aside=3, weapons=["art_b"], type="ART", frontage=400)
    table = charging(scene, unit, target, 3, 1, 1, 1)
    table.answer("red", [("fire:guns", 300)])
    assert through(table)
    assert table.state.units["guns"].reacted
    assert not table.state.units[target].reacted


@pytest.mark.rule("baroque.4.1.3c")
def test_4_1_3c_defensive_fire_is_the_one_reaction_to_a_charge_and_nobody_behind_the_screen_tries_it_too() -> (
    None
):
    for fires, asked in ((True, ["screen"]), (False, ["screen", "foot"])):
        scene = BattleScene()
        unit = charger(scene, **small())
        in_front(scene, "screen", 0.5, type="S", depth=240, weapons=["musket"], vbu=1)
        in_front(scene, "foot", 1.5, weapons=["musket"], vbu=1)
        table = charging(scene, unit, "foot", 1, 1, 1)
        table.answer("red", PASS)
        found: list[str | None] = []
        while (here := [r for r in table.match.requests if r.rule == "baroque.6.6a"]) and here:
            found.append(here[0].subject)
            table.answer("red", fires or len(found) > 1)
        assert found == asked
        assert table.state.units["screen"].gone == "dispersed"
        assert table.state.units["foot"].reacted is not fires


@pytest.mark.rule("baroque.6.6f", "baroque.7.6c")
def test_6_6f_where_two_are_equally_the_main_unit_that_is_settled_before_one_of_them_fires() -> None:
    """R172: and it stands for the melee."""
    scene = BattleScene()
    unit = charger(scene, **small())
    for name, aside in (("left", -1), ("right", 1)):
        in_front(scene, name, 1, aside=aside, weapons=["musket"], vbu=1, used=("volley",))
    table = charging(scene, unit, "left", 1, *NO_HITS)
    table.answer("red", PASS)
    assert table.asked("blue").rule == "baroque.7.6c"
    table.answer("blue", "horse:right")
    assert table.asked("red").subject == "right"
    table.answer("red", True)
    joined = table.event(MeleeJoined).melee
    assert joined.mains == (unit, "right")
    assert [b.unit for b in joined.backers] == ["left"]


@pytest.mark.rule("baroque.6.6f")
def test_6_6f_who_is_swept_aside_does_not_take_the_fire_of_who_stops_the_charge_with_him() -> None:
    scene = BattleScene()
    unit = charger(scene, **small())
    in_front(scene, "screen", 1, aside=-0.6, type="S", depth=240, weapons=["musket"], vbu=1)
    in_front(scene, "foot", 1, aside=1.4, weapons=["musket"], vbu=1)
    table = charging(scene, unit, "foot", 1, 1, 1)
    table.answer("red", PASS)
    assert table.asked("red").subject == "foot"
    table.answer("red", True)
    assert table.state.units["screen"].gone == "dispersed"
    assert table.event(MeleeJoined).melee.mains == (unit, "foot")
