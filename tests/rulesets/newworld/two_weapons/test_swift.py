"""Swift Attack with one weapon and with two (action.7, two.*)."""

import pytest

from muster.rulesets.newworld.attack_events import AttackRolled
from muster.rulesets.newworld.state import State
from tests.kit.table import PASS, Table
from tests.rulesets.newworld.scenes import FightScene, end_turn, parts, rolled

MISS = [1, 2, 1]


def fight(*hands: str, foes: int = 2, **ann: object) -> FightScene:
    """Ann with these weapons beside one or two foes that she will miss."""
    scene = FightScene()
    scene.blue("ann", (3, 3), hands=list(hands), **ann)
    scene.red("bob", (4, 3), melee_defence=30, ranged_defence=30)
    if foes > 1:
        scene.red("cat", (4, 4), melee_defence=30, ranged_defence=30)
    return scene


def swift(scene: FightScene, first: str, second: str) -> Table[State]:
    """Both blows, each as ``foe:weapon``."""
    table = scene.turn("ann", dice=[*MISS, *MISS])
    table.play(("blue", f"swift:{first}"), ("blue", second))
    return table


def penalties(table: Table[State]) -> list[list[tuple[str, int]]]:
    """What each blow has beside skill and rank."""
    return [parts(e.attack)[2:] for e in table.events(AttackRolled)]


# ------------------------------------------------------------------------------------------------ one weapon
@pytest.mark.rule("newworld.action.7")
def test_action_7_both_blows_are_at_minus_two_and_a_second_foe_costs_one_more() -> None:
    sabre = "ann/sabre/0"
    same = swift(fight("sabre"), f"bob:{sabre}", f"bob:{sabre}")
    assert penalties(same) == [[("action.7", -2)], [("action.7", -2)]]
    other = swift(fight("sabre"), f"bob:{sabre}", f"cat:{sabre}")
    assert penalties(other) == [[("action.7", -2)], [("action.7", -2), ("action.7", -1)]]


@pytest.mark.rule("newworld.action.7")
def test_action_7_it_is_a_full_action_the_second_foe_is_named_later_and_may_be_spared() -> None:
    table = fight("sabre").turn("ann", dice=MISS)
    table.answer("blue", "swift:bob:ann/sabre/0")
    assert len(table.events(AttackRolled)) == 1
    assert table.offers("blue") == ["bob:ann/sabre/0", "bob:fist", "cat:ann/sabre/0", "cat:fist"]
    table.answer("blue", PASS)
    assert len(table.events(AttackRolled)) == 1
    end_turn(table, "ann")
    assert table.asked("red").subject == "bob"


@pytest.mark.rule("newworld.action.7", "newworld.damage.13")
def test_action_7_the_second_blow_is_lost_if_no_target_is_left() -> None:
    scene = FightScene()
    scene.blue("ann", (3, 3), hands=["sabre"])
    scene.red("bob", (4, 3), left=1, melee_defence=0)
    scene.red("far", (9, 3))
    table = scene.turn("ann", dice=[3, 4, 1])
    table.answer("blue", "swift:bob:ann/sabre/0")
    end_turn(table, "ann")
    assert table.asked("red").subject == "far"
    assert len(table.events(AttackRolled)) == 1


def test_action_7_it_needs_a_whole_turn_and_a_foe_in_reach() -> None:
    table = fight("sabre").turn("ann", dice=MISS)
    table.answer("blue", "attack:bob:ann/sabre/0")
    assert not any(k.startswith("swift:") for k in table.offers("blue"))
    scene = FightScene()
    scene.blue("ann", (3, 3), hands=["sabre"])
    scene.red("bob", (5, 3))
    assert not any(k.startswith("swift:") for k in scene.turn("ann").offers("blue"))


# ------------------------------------------------------------------------------------------------ two weapons
@pytest.mark.rule("newworld.two.1")
def test_two_1_a_second_one_handed_weapon_is_drawn_into_the_off_hand_and_strikes_without_penalty() -> None:
    scene = fight("sabre", carried=["knife", "spear"])
    table = scene.turn("ann", dice=MISS)
    assert "ready:draw:ann/spear/2" not in table.offers("blue")
    table.answer("blue", "ready:draw:ann/knife/1")
    assert table.state.items["ann/knife/1"].where == "off"
    table.answer("blue", "attack:bob:ann/knife/1")
    assert penalties(table) == [[]]


@pytest.mark.rule("newworld.two.2")
def test_two_2_the_off_hand_weapon_is_a_melee_weapon_of_damage_three_or_a_pistol() -> None:
    light = ("knife", "hatchet", "club", "smallsword", "throwing-hatchet", "pistol")
    for weapon in (*light, "sabre", "sling", "lance"):
        offers = fight("sabre", weapon).turn("ann").offers("blue")
        assert f"swift:bob:ann/{weapon}/1" in offers
        # With one weapon any two blows will do; of two weapons each strikes once.
        assert ("swift:bob:fist" in offers) is (weapon not in light), weapon


@pytest.mark.rule("newworld.two.2")
def test_two_2_damage_three_is_light_and_four_is_not() -> None:
    for damage, light in ((3, True), (4, False)):
        scene = FightScene()
        scene.forge("cleaver", damage=damage)
        scene.blue("ann", (3, 3), hands=["sabre", "cleaver"])
        scene.red("bob", (4, 3))
        assert ("swift:bob:fist" not in scene.turn("ann").offers("blue")) is light


@pytest.mark.rule("newworld.two.3")
@pytest.mark.parametrize("first", ["sabre", "knife"])
def test_two_3_the_main_hand_is_at_minus_one_and_the_off_hand_at_minus_two_in_either_order(
    first: str,
) -> None:
    blows = ["bob:ann/sabre/0", "bob:ann/knife/1"]
    if first == "knife":
        blows.reverse()
    table = swift(fight("sabre", "knife"), blows[0], blows[1])
    expected = [[("two.3", -1)], [("two.3", -2)]]
    assert penalties(table) == (expected if first == "sabre" else expected[::-1])


@pytest.mark.rule("newworld.two.3")
def test_two_3_each_hand_strikes_once() -> None:
    table = fight("sabre", "knife", foes=1).turn("ann", dice=MISS)
    table.answer("blue", "swift:bob:ann/sabre/0")
    assert table.offers("blue") == ["bob:ann/knife/1"]
    table.answer("blue", PASS)


@pytest.mark.rule("newworld.two.4")
@pytest.mark.parametrize(
    ("first", "second", "found"), [("sabre/0", "knife/1", [-1, -3]), ("knife/1", "sabre/0", [-2, -2])]
)
def test_two_4_against_two_foes_the_second_blow_made_takes_one_more(
    first: str, second: str, found: list[int]
) -> None:
    table = swift(fight("sabre", "knife"), f"bob:ann/{first}", f"cat:ann/{second}")
    assert [sum(v for _, v in lines) for lines in penalties(table)] == found
    assert penalties(table)[1][-1] == ("two.4", -1)


@pytest.mark.rule("newworld.two.5")
def test_two_5_a_pistol_in_the_off_hand_may_be_fired_near_or_far_and_is_empty_afterwards() -> None:
    for foe, column in (("bob", 4), ("far", 8)):
        scene = fight("sabre", "pistol", ranged=5, ranks={"basic": 1, "firearms": 2})
        scene.red("far", (8, 3), ranged_defence=30)
        table = swift(scene, "bob:ann/sabre/0", f"{foe}:ann/pistol/1:shot")
        assert rolled(table).ranged
        assert table.state.figures[foe].at == (column, 3)
        other = [("two.4", -1)] if foe == "far" else []
        assert parts(rolled(table).attack) == [("attack.1", 5), ("attack.1", 2), ("two.3", -2), *other]
        assert rolled(table).defence.value == 30
        assert not table.state.items["ann/pistol/1"].loaded


@pytest.mark.rule("newworld.two.5", "newworld.fire.1")
def test_two_5_it_must_be_loaded_or_serves_as_a_club_and_in_the_main_hand_it_is_not_fired() -> None:
    scene = fight("sabre", "pistol")
    assert "swift:bob:ann/pistol/1:shot" in scene.turn("ann").offers("blue")
    scene = fight("sabre", "pistol")
    scene.item("ann/pistol/1", loaded=False)
    offers = scene.turn("ann").offers("blue")
    assert "swift:bob:ann/pistol/1" in offers
    assert not any(k.endswith(":shot") for k in offers)
    main = fight("pistol", "knife").turn("ann").offers("blue")
    assert "swift:bob:ann/pistol/0" in main
    assert not any(k.endswith(":shot") for k in main)


@pytest.mark.rule("newworld.two.5", "newworld.cover.6")
def test_two_5_a_sharpshooter_may_use_the_talent_on_the_off_hand_shot() -> None:
    scene = FightScene(size=(14, 7), edges=[{"at": [12, 3], "side": "w", "kind": "parapet"}])
    scene.blue("ann", (3, 3), hands=["sabre", "pistol"], talents=["sharpshooter"])
    scene.red("bob", (4, 3), melee_defence=30)
    scene.red("far", (12, 3), ranged_defence=30)
    table = swift(scene, "bob:ann/sabre/0", "far:ann/pistol/1:shot:cover")
    assert parts(rolled(table).defence)[1:] == [("cover.2", 1)]


@pytest.mark.rule("newworld.two.6", "newworld.grapple.1")
def test_two_6_two_weapons_leave_no_hand_for_a_grapple_or_a_shield() -> None:
    for hands, free in ((["sabre"], True), (["sabre", "knife"], False)):
        scene = fight(*hands, carried=["shield"])
        offers = scene.turn("ann").offers("blue")
        assert ("seize:bob" in offers) is free
        assert any(k.startswith("ready:draw:ann/shield") for k in offers) is free


@pytest.mark.rule("newworld.two.6", "newworld.disarm.4")
def test_two_6_nor_for_a_weapon_won_by_a_disarm() -> None:
    scene = FightScene()
    scene.blue("ann", (3, 3), hands=["sabre", "knife"], talents=["disarm"])
    scene.red("bob", (4, 3), hands=["sabre"])
    table = scene.turn("ann", dice=[6, 6, 1, 1, 3])
    table.play(("blue", "disarm:bob:bob/sabre/0:ann/sabre/0"), ("blue", "e"))
    assert table.state.items["bob/sabre/0"].at == (7, 3)


@pytest.mark.rule("newworld.two.7")
def test_two_7_ambidextrous_cuts_the_off_hand_penalty_to_one_and_not_that_for_a_second_foe() -> None:
    table = swift(fight("sabre", "knife", talents=["ambidextrous"]), "bob:ann/sabre/0", "cat:ann/knife/1")
    assert penalties(table) == [[("two.3", -1)], [("two.7", -1), ("two.4", -1)]]


@pytest.mark.rule("newworld.two.8")
def test_two_8_dual_wielder_frees_the_main_hand_of_its_penalty_and_not_of_that_for_a_second_foe() -> None:
    table = swift(fight("sabre", "knife", talents=["dual-wielder"]), "bob:ann/knife/1", "cat:ann/sabre/0")
    assert penalties(table) == [[("two.3", -2)], [("two.4", -1)]]


@pytest.mark.rule("newworld.grapple.12")
def test_two_3_in_a_grapple_with_but_one_weapon_fit_for_it_that_one_strikes_twice() -> None:
    scene = fight("sabre", "knife", foes=1)
    scene.grapple("bob", "ann")
    table = swift(scene, "bob:ann/knife/1", "bob:ann/knife/1")
    assert penalties(table) == [[("action.7", -2)], [("action.7", -2)]]
