"""Figures that act simultaneously: one after another, but what they do to each other waits (init.4)."""

import pytest

from muster.rulesets.newworld.events import GroupBegan, OutOfAction, Waits, WoundsLost
from muster.rulesets.newworld.state import State
from tests.kit.table import PASS, Table
from tests.rulesets.newworld.scenes import FightScene


def pair(**more: object) -> FightScene:
    """Ann and Bob beside each other, who act at the same moment; Eve and Al somewhere else."""
    scene = FightScene()
    scene.blue("ann", (3, 3), **{"hands": ["sabre"], **more})
    scene.red("bob", (4, 3), hands=["sabre"], carried=["knife"])
    scene.blue("al", (0, 8))
    scene.red("eve", (11, 8))
    return scene


def pass_all(table: Table[State], *seats: str) -> None:
    for seat in seats:
        table.answer(seat, PASS)


@pytest.mark.rule("newworld.init.4")
def test_init_4_the_order_within_a_group_is_drawn_anew_each_round() -> None:
    scene = pair()
    table = scene.turn(("ann", "bob"), dice=[[1, 0], [0, 1]])
    assert table.event(GroupBegan).members == ("bob", "ann")
    pass_all(table, "red", "blue", "blue", "red")
    assert table.state.round == 2
    assert table.events(GroupBegan)[-1].members == ("ann", "bob")


@pytest.mark.rule("newworld.init.4")
def test_init_4_wounds_wait_so_a_member_brought_to_none_still_takes_its_whole_turn() -> None:
    scene = pair(melee=9)
    scene.state.change("bob", wounds=1)
    table = scene.turn(("ann", "bob"), dice=[[0, 1], 4, 5, 4, 1, 1, 1])
    table.answer("blue", "attack:bob:ann/sabre/0")
    assert table.state.figures["bob"].wounds == 1
    assert table.event(Waits).result.kind == "wounds"
    table.answer("blue", PASS)
    table.answer("red", "attack:ann:bob/sabre/0")
    table.answer("red", PASS)
    assert table.state.figures["bob"].out
    assert table.event(OutOfAction).figure == "bob"


@pytest.mark.rule("newworld.init.4")
def test_init_4_what_others_do_to_a_member_takes_effect_at_once() -> None:
    scene = pair()
    scene.blue("cat", (5, 3), melee=9, hands=["sabre"])
    scene.state.change("bob", wounds=1)
    scene.delay("cat")
    table = scene.turn(("ann", "bob"), dice=[[0, 1], 4, 5, 4])
    table.answer("blue", PASS)
    assert table.asked("blue").subject == "cat"
    table.answer("blue", "attack:bob:cat/sabre/0")
    assert table.state.figures["bob"].out
    assert table.asked("blue").subject == "al"


@pytest.mark.rule("newworld.init.4")
def test_init_4_a_hold_begins_when_the_last_member_has_finished_if_they_are_still_together() -> None:
    scene = pair(hands=[])
    table = scene.turn(("ann", "bob"), dice=[[0, 1], 6, 5, 1, 1])
    table.answer("blue", "seize:bob")
    assert not table.state.figures["bob"].grappled
    table.answer("blue", PASS)
    assert "move" in table.offers("red")
    table.answer("red", PASS)
    assert table.state.figures["bob"].held_by == ("ann",)
    apart = pair(hands=[])
    away = apart.turn(("ann", "bob"), dice=[[0, 1], 6, 5, 1, 1])
    away.play(("blue", "seize:bob"), ("blue", PASS), ("red", ("disengage", (8, 3))))
    assert not away.state.figures["bob"].grappled


@pytest.mark.rule("newworld.init.4")
def test_init_4_of_two_members_who_seize_each_other_only_the_first_holds() -> None:
    scene = FightScene()
    scene.blue("ann", (3, 3))
    scene.red("bob", (4, 3))
    table = scene.turn(("ann", "bob"), dice=[[0, 1], 6, 5, 1, 1, 6, 5, 1, 1, [0, 1]])
    table.play(("blue", "seize:bob"), ("blue", PASS), ("red", "seize:ann"), ("red", PASS))
    assert table.state.figures["bob"].held_by == ("ann",)
    assert table.state.figures["ann"].held_by == ()
    assert table.state.figures["bob"].holding is None


@pytest.mark.rule("newworld.init.4", "newworld.disarm.6")
def test_init_4_a_disarmed_member_keeps_its_weapon_until_the_end() -> None:
    scene = pair(talents=["disarm"])
    table = scene.turn(("ann", "bob"), dice=[[0, 1], 3, 3, 2, 3])
    table.answer("blue", "disarm:bob:bob/sabre/0:ann/sabre/0")
    assert table.state.items["bob/sabre/0"].holder == "bob"
    table.answer("red", ("disengage", (8, 3)))
    item = table.state.items["bob/sabre/0"]
    assert (item.where, item.at) == ("ground", (8, 3))  # at its feet, wherever it is by then


@pytest.mark.rule("newworld.init.4", "newworld.disarm.3")
def test_init_4_a_weapon_put_away_meanwhile_is_not_lost() -> None:
    scene = pair(talents=["disarm"])
    table = scene.turn(("ann", "bob"), dice=[[0, 1], 3, 3, 2, 3])
    table.answer("blue", "disarm:bob:bob/sabre/0:ann/sabre/0")
    table.play(("red", "ready:put:bob/sabre/0"), ("red", PASS))
    assert table.state.items["bob/sabre/0"].where == "carried"
    assert table.state.items["bob/sabre/0"].holder == "bob"


@pytest.mark.rule("newworld.init.4", "newworld.disarm.4")
def test_init_4_a_weapon_taken_with_a_hand_that_is_full_by_then_falls_at_its_owners_feet() -> None:
    scene = pair(talents=["disarm"], carried=["knife"])
    table = scene.turn(("ann", "bob"), dice=[[0, 1], 6, 6, 1, 1])
    table.answer("blue", "disarm:bob:bob/sabre/0:ann/sabre/0")
    table.state.change_item("ann/knife/1", where="off")  # however that came about meanwhile
    table.answer("red", PASS)
    item = table.state.items["bob/sabre/0"]
    assert (item.where, item.at) == ("ground", (4, 3))


@pytest.mark.rule("newworld.init.4")
def test_init_4_wounds_of_a_members_mount_wait_too() -> None:
    scene = FightScene()
    scene.blue("ann", (3, 3), hands=["sabre"], melee=9)
    scene.red("bob", (4, 3), mounted={"left": 1})
    scene.blue("al", (0, 8))
    table = scene.turn(("ann", "bob"), "al", dice=[[0, 1], 4, 5, 4])
    table.answer("blue", "attack:bob-horse:ann/sabre/0")
    assert table.state.figures["bob-horse"].wounds == 1
    table.answer("blue", PASS)
    assert table.asked("red").rule == "newworld.turn.1"
    table.answer("red", PASS)
    assert table.asked("red").rule == "newworld.height.6"
    table.answer("red", "4,3")
    assert table.state.figures["bob"].prone
    assert table.state.figures["bob-horse"].out


@pytest.mark.rule("newworld.init.4", "newworld.end.1")
def test_init_4_the_fight_ends_only_after_the_group_and_both_sides_gone_is_a_draw() -> None:
    scene = FightScene()
    scene.blue("ann", (3, 3), hands=["sabre"], melee=9, left=1)
    scene.red("bob", (4, 3), hands=["sabre"], melee=9, left=1)
    table = scene.turn(("ann", "bob"), dice=[[0, 1], 4, 5, 4, 4, 5, 4])
    table.play(("blue", "attack:bob:ann/sabre/0"), ("blue", PASS))
    assert not table.over
    table.answer("red", "attack:ann:bob/sabre/0")
    assert table.result is not None
    assert (table.result.winner, table.result.reason) == (None, "all_out")


@pytest.mark.rule("newworld.init.4", "newworld.end.1")
def test_init_4_the_end_is_called_as_soon_as_nobody_of_a_side_can_act_any_more() -> None:
    scene = FightScene()
    scene.blue("ann", (3, 3), hands=["sabre"], melee=9, left=2)
    scene.blue("al", (0, 8))
    scene.red("bob", (4, 3), hands=["sabre"], melee=9, left=2)
    table = scene.turn(("bob", "ann", "al"), dice=[[0, 1, 2], 4, 5, 4])
    table.answer("red", PASS)
    table.answer("blue", "attack:bob:ann/sabre/0")
    assert table.result is not None  # Ann's other half and Al's turn could change nothing
    assert table.result.winner == "blue"
    assert len(table.events(WoundsLost)) == 1


@pytest.mark.rule("newworld.init.4", "newworld.end.1")
def test_init_4_what_waits_still_takes_effect_before_the_end_is_called() -> None:
    scene = FightScene()
    scene.blue("ann", (3, 3), hands=["sabre"], melee=9, left=1)
    scene.blue("al", (0, 8))
    scene.red("bob", (4, 3), hands=["sabre"], melee=9, left=1)
    table = scene.turn(("bob", "ann", "al"), dice=[[0, 1, 2], 4, 5, 4, 4, 5, 4])
    table.play(("red", "attack:ann:bob/sabre/0"), ("red", PASS), ("blue", "attack:bob:ann/sabre/0"))
    assert table.result is not None
    assert table.result.winner == "blue"
    assert [e.figure for e in table.events(OutOfAction)] == ["ann", "bob"]


@pytest.mark.rule("newworld.init.4", "newworld.end.1")
def test_init_4_a_doomed_member_with_a_turn_to_come_or_a_half_kept_can_still_act() -> None:
    scene = FightScene()
    scene.blue("ann", (3, 3), hands=["sabre"], melee=9)
    scene.red("bob", (4, 3), hands=["sabre"], left=1)
    table = scene.turn(("bob", "ann"), dice=[[0, 1], 4, 5, 4])
    table.play(("red", "delay"), ("red", PASS), ("red", PASS))  # no half used as Ann's turn begins
    table.play(("blue", "attack:bob:ann/sabre/0"), ("red", PASS))
    assert not table.over
    assert table.asked("red").subject == "bob"


@pytest.mark.rule("newworld.init.4", "newworld.end.1")
def test_init_4_the_fall_of_the_last_foe_outside_the_group_ends_it_at_once() -> None:
    scene = FightScene()
    scene.blue("ann", (3, 3), hands=["sabre"], melee=9)
    scene.blue("al", (0, 8))
    scene.red("bob", (4, 3), left=1)
    table = scene.turn(("ann", "al"), "bob", dice=[[0, 1], 4, 5, 4])
    table.answer("blue", "attack:bob:ann/sabre/0")
    assert table.result is not None
    assert table.result.winner == "blue"
