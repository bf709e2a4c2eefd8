"""Charges through screens and friends: what is swept aside ends nothing, and who has no room is not run over."""

from itertools import combinations
from typing import Any

import pytest

from muster.geometry.open.poses import overlaps
from muster.rulesets.baroque.events.harm import FellIntoDisorder
from muster.rulesets.baroque.events.tests import DisciplineTested
from muster.rulesets.baroque.queries.bodies import body
from muster.rulesets.baroque.queries.charging import charges
from muster.rulesets.baroque.queries.countering import no_countercharge
from muster.rulesets.baroque.queries.reacting import no_opportunity_at
from muster.rulesets.baroque.rules.acting import activate_unit
from muster.rulesets.baroque.state import State
from tests.kit.table import PASS, Table
from tests.rulesets.baroque.charge.places import charger, in_front, rule_of
from tests.rulesets.baroque.charge.runs import NO_HITS, SCREEN, charging, gap_between, small, still
from tests.rulesets.baroque.scenes import BattleScene, place_of


def acts(scene: BattleScene, *dice: int) -> Table[State]:
    """The activation of the charger."""
    return scene.run(lambda game: activate_unit(game, "horse"), dice=dice)


# ------------------------------------------------------------------------------------------------ countercharges
@pytest.mark.rule("baroque.7.7b", "baroque.5.4.3e")
def test_r133_a_screen_that_is_swept_aside_stops_no_charger_on_its_half_of_the_way() -> None:
    scene = BattleScene()
    charger(scene, **small())
    in_front(scene, "screen", 0.5, **SCREEN, reacted=True)
    in_front(scene, "other", 3, **small())
    table = acts(scene, 6, 1, 1, 1, 1)
    table.answer("blue", "charge:screen")
    table.answer("red", "counter:other")
    assert table.state.units["screen"].gone == "dispersed"
    assert place_of(table, "horse") == (10, 8.5, 0)
    assert gap_between(table, "horse", "other") == 0
    assert [e.unit for e in table.events(FellIntoDisorder)] == ["screen"]  # it was met from behind
    assert table.state.in_melee("horse")


@pytest.mark.rule("baroque.7.7a", "baroque.5.4.3e")
def test_a_countercharger_sweeps_aside_the_screen_that_the_charger_leaves_behind() -> None:
    scene = BattleScene()
    charger(scene, **small())
    in_front(scene, "other", 3, **small())
    in_front(scene, "screen", 1.8, seat="blue", type="S", depth=240, heading=0)
    table = acts(scene, 6, 1, 1, 1, 1)
    table.answer("blue", "charge:other")
    table.answer("red", "counter:other")
    assert table.state.units["screen"].gone == "dispersed"
    assert gap_between(table, "horse", "other") == 0


# ------------------------------------------------------------------------------------------------ one action
@pytest.mark.rule("baroque.5.1f")
def test_r155_a_charge_that_sweeps_a_screen_aside_takes_its_march_test_once_at_its_first_contact() -> None:
    scene = BattleScene()
    unit = charger(scene, **small())
    scene.acting(unit, moves=1, did=("move",), ways=("forward",))
    in_front(scene, "screen", 0.5, **SCREEN)
    in_front(scene, "other", 1.5, **still())
    table = charging(scene, unit, "other", 4, *NO_HITS)
    assert [t.test for t in table.events(DisciplineTested)] == ["march"]
    assert table.state.in_melee(unit)


@pytest.mark.rule("baroque.5.4.5a")
def test_5_4_5a_a_potential_charge_that_is_thrown_back_was_the_last_action() -> None:
    scene = BattleScene()
    charger(scene, type="SP", weapons=["pistol_carbine"], vbu=5, impetus=1)
    in_front(scene, "screen", 0.8, type="S", depth=240, weapons=["musket"], vbu=3, used=("volley",))
    scene.red("target", (10, 7.2))
    table = acts(scene)
    table.answer("blue", ("potential:screen", 480))
    table.answer("red", PASS)
    table.dice.add(4, 6, 1, 1, 1, 1, 6)
    table.answer("red", True)
    assert gap_between(table, "horse", "screen") == 600
    assert table.over


# ------------------------------------------------------------------------------------------------ no room
def crowded(scene: BattleScene, seat: str, **numbers: Any) -> None:
    """A friend of the charger before the left of its front, and another one right behind it."""
    in_front(scene, "light", 0.1, seat=seat, aside=-1.1, heading=0, type="CL")
    scene.put(seat, "rear", (10, 10 + 2 / 3), 0, **numbers)


@pytest.mark.rule("baroque.5.5.4", "baroque.5.4a")
def test_r156_an_enemy_is_no_target_where_friends_find_no_room_behind_the_charger() -> None:
    scene = BattleScene()
    unit = charger(scene, **small())
    in_front(scene, "other", 0.5, aside=1.2, **still())
    assert [p.target for p in charges(scene.state, unit)] == ["other"]
    crowded(scene, "blue")
    in_front(scene, "far", 1.5, aside=1.2, **still())
    assert charges(scene.state, unit) == ()


@pytest.mark.rule("baroque.5.5.4")
def test_r156_a_charge_whose_target_has_gone_stops_before_an_enemy_whom_it_cannot_reach() -> None:
    scene = BattleScene()
    charger(scene, **small())
    in_front(scene, "second", 0.25, seat="blue", type="S", depth=240, heading=0)
    in_front(scene, "light", 1.35, seat="blue", aside=-1.1, type="CL", heading=0)
    in_front(scene, "foot", 1.5, aside=1.2, reacted=True)
    in_front(scene, "target", 1, aside=1, type="CL", depth=200)
    table = acts(scene, 6)
    table.answer("blue", "charge:target")
    table.answer("red", "evade:target")
    assert table.state.pose("horse")[1] == 5189
    assert table.event(FellIntoDisorder) == FellIntoDisorder("horse", "its charge met nobody", "5.4.1e")
    assert table.state.contacts == ()


@pytest.mark.rule("baroque.5.5.4", "baroque.5.4.2a")
def test_r156_nobody_charges_by_opportunity_where_its_friends_find_no_room() -> None:
    scene = BattleScene()
    scene.red("guard", (10, 5), type="TR", impetus=3)
    mover = scene.blue("mover", (11.3, 5 + 1 / 3 + 0.5 + 1 / 3))
    assert no_opportunity_at(scene.state, "guard", body(scene.state, mover)) is None
    scene.red("light", (8.9, 5 + 1 / 3 + 0.1 + 1 / 3), type="CL", depth=400)
    scene.red("rear", (10, 5 - 2 / 3))
    assert rule_of(no_opportunity_at(scene.state, "guard", body(scene.state, mover))) == "5.5.4"


def test_r156_nobody_countercharges_to_where_its_friends_find_no_room() -> None:
    for room in (True, False):
        scene = BattleScene()
        charger(scene)
        in_front(scene, "guard", 1.2, aside=0.8, type="TR")
        scene.red("light", (12.1, 10 - 1 / 3 - 1.2 + 0.25 + 1 / 3), type="CL", depth=400)
        if not room:
            scene.red("rear", (10.8, 10 - 1 / 3 - 1.2 - 1))
        path = charges(scene.state, "horse")[0].path
        found = no_countercharge(scene.state, "guard", path)
        assert rule_of(found) == (None if room else "5.4.3a")


@pytest.mark.rule("baroque.5.5.1e")
def test_5_5_1e_friends_are_put_behind_a_mover_whichever_way_they_look() -> None:
    for heading in (0, 90, 180):
        scene = BattleScene()
        scene.blue("horse", (10, 10), type="TR", move=1)
        scene.blue("dragoons", (11.1, 8.6), heading, type="DR")
        scene.blue("screen", (8.99, 9.1), type="S", depth=240)
        table = acts(scene)
        table.answer("blue", ("move", ("forward", 600)))
        stand = [body(table.state, u) for u in ("horse", "dragoons", "screen")]
        assert not any(overlaps(a, b) for a, b in combinations(stand, 2)), heading
        assert [b.pose.x for b in stand] == [6000, 6000, 6000]
        assert [b.pose.heading for b in stand] == [0, heading * 100, 0]
        assert sorted(b.pose.y for b in stand)[0] == stand[0].pose.y
