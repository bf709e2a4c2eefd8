"""What is said about a move before it is made: its way and cost, who may strike on it, whom it could strike."""

import pytest

from tests.rulesets.newworld.asking import planned
from tests.rulesets.newworld.scenes import FightScene


def test_a_walk_is_planned_with_its_cost_and_with_who_may_strike_on_the_way() -> None:
    scene = FightScene()
    scene.blue("ann", (3, 3), hands=["sabre"])
    scene.red("bob", (3, 2), hands=["sabre"])
    said = planned(scene.turn("ann"), "blue", ("move", (3, 5)))
    assert said["path"] == [(3, 3), (3, 4), (3, 5)]
    assert (said["cost"], said["legal"]) == (2, True)
    assert [(p["piece"], p["step"]) for p in said["provokes"]] == [("bob", 0)]
    assert said["odds"] == []


@pytest.mark.rule("newworld.move.21", "newworld.move.11")
def test_a_jump_is_planned_with_its_run_up_and_leap_and_with_who_may_strike_before_it() -> None:
    scene = FightScene("...vv..", "#######")
    scene.blue("ann", (0, 0), might=3, hands=["sabre"])
    scene.red("bob", (6, 0), hands=["sabre"])
    table = scene.turn("ann")
    said = planned(table, "blue", ("jump", "2,0>5,0"))
    assert said["path"] == [(0, 0), (1, 0), (2, 0), (3, 0), (4, 0), (5, 0)]
    assert (said["cost"], said["legal"], said["provokes"]) == (5, True, [])
    assert [o["piece"] for o in said["odds"]] == ["bob"]
    closer = FightScene("..v..", "#####")
    closer.blue("ann", (1, 0))
    closer.red("bob", (0, 0), hands=["sabre"])
    said = planned(closer.turn("ann"), "blue", ("jump", ">3,0"))
    assert [(p["piece"], p["step"]) for p in said["provokes"]] == [("bob", 0)]


@pytest.mark.rule("newworld.move.23")
def test_where_a_roll_decides_whether_one_gets_there_no_other_chance_is_given() -> None:
    scene = FightScene(".vv..", "#####")
    scene.blue("ann", (0, 0), might=3, hands=["sabre"])
    scene.red("bob", (4, 0))
    said = planned(scene.turn("ann"), "blue", ("jump", ">3,0"))
    assert (said["legal"], said["odds"]) == (True, [])
    assert [s["piece"] for s in said["sights"]] == ["bob"]


def test_a_place_that_is_not_offered_is_no_plan() -> None:
    scene = FightScene(".2", "##")
    scene.blue("ann", (0, 0))
    table = scene.turn("ann")
    request = table.asked("blue")
    body = {"picks": [{"key": "climb", "with": {"picks": [{"key": ">0,0"}]}}]}
    said = table.match.ruleset.preview(table.state.known_to(request.seat), request.seat, request, body)
    assert said["legal"] is False
    assert "path" not in said


@pytest.mark.rule("newworld.move.7")
@pytest.mark.parametrize("arm", ["ann/lance/0", "ann/sabre/1", "fist"])
def test_a_charge_is_planned_with_the_weapon_that_was_picked(arm: str) -> None:
    scene = FightScene(size=(12, 3))
    scene.blue("ann", (1, 1), hands=["lance", "sabre"], ranks={"basic": 3, "brawling": 2})
    scene.red("bob", (7, 1))
    table = scene.turn("ann")
    said = planned(table, "blue", (f"charge:bob:{arm}", (6, 1)))
    odds = table.option("blue", f"charge:bob:{arm}").odds
    assert odds is not None
    assert said["odds"][0]["odds"]["totals"][0]["value"] == odds.totals[0].value
