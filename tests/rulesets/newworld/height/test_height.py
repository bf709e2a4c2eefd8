"""Higher ground and fighting from the saddle (height.1 to height.5)."""

import pytest

from muster.rulesets.newworld.queries.standing import height
from muster.rulesets.newworld.state import State
from tests.kit.table import Table
from tests.rulesets.newworld.scenes import FightScene, damage_parts, parts, rolled


def bonus(scene: FightScene, who: str, foe: str) -> int:
    """What height gives an attack."""
    found = height(scene.state, who, foe)
    return found.value if found else 0


def charge(weapon: str = "lance", dice: tuple[int, ...] = (2, 5, 4), **bob: object) -> Table[State]:
    """Ann rides at Bob and strikes."""
    scene = FightScene(size=(16, 7))
    scene.blue("ann", (1, 2), hands=[weapon], mounted=True)
    scene.red("bob", (8, 3), **bob)
    table = scene.turn("ann", dice=dice)
    table.answer("blue", (f"charge:bob:ann/{weapon}/0", [(x, 2) for x in range(2, 7)]))
    return table


@pytest.mark.rule("newworld.height.1")
def test_height_1_one_level_more_gives_one_on_melee_attacks_and_the_lower_loses_nothing() -> None:
    for row, high, low in ((".1.", 0, 1), (".2.", 0, 1), ("...", 0, 0), ("1..", 1, 0)):
        scene = FightScene(row)
        scene.blue("ann", (0, 0))
        scene.red("bob", (1, 0))
        assert (bonus(scene, "ann", "bob"), bonus(scene, "bob", "ann")) == (high, low)


@pytest.mark.rule("newworld.height.1")
def test_height_1_a_wagon_is_higher_ground_and_helps_against_large_creatures_and_riders() -> None:
    wagon = {"id": "wagon", "kind": "wagon", "squares": [[3, 3]], "level": 1}
    scene = FightScene(features=[wagon])
    scene.blue("ann", (3, 3), hands=["sabre"])
    scene.red("bob", (4, 3), mounted=True)
    scene.red("ox", (1, 3), size="large")
    assert (bonus(scene, "ann", "bob"), bonus(scene, "ann", "bob-horse"), bonus(scene, "ann", "ox")) == (
        1,
        1,
        1,
    )
    table = scene.turn("ann", dice=[3, 4, 1])
    table.answer("blue", "attack:ox:ann/sabre/0")
    assert parts(rolled(table).attack)[2:] == [("height.1", 1)]


def test_height_1_a_shot_gets_nothing_from_it() -> None:
    scene = FightScene("1.....")
    scene.blue("ann", (0, 0), hands=["shortbow"])
    scene.red("bob", (4, 0))
    table = scene.turn("ann", dice=[3, 4, 1])
    table.answer("blue", "shoot:bob:ann/shortbow/0")
    assert parts(rolled(table).attack)[2:] == []


@pytest.mark.rule("newworld.height.2")
def test_height_2_a_rider_has_one_against_a_foe_on_foot_and_never_more() -> None:
    scene = FightScene("....", "....")
    scene.blue("ann", (0, 0), mounted=True)
    scene.red("bob", (2, 0))
    assert (bonus(scene, "ann", "bob"), bonus(scene, "bob", "ann")) == (1, 0)
    hill = FightScene("11..", "11..")
    hill.blue("ann", (0, 0), mounted=True)
    hill.red("bob", (2, 0))
    assert bonus(hill, "ann", "bob") == 1


@pytest.mark.rule("newworld.height.2")
def test_height_2_it_stands_though_the_foe_is_on_higher_ground() -> None:
    scene = FightScene("..1.", "....")
    scene.blue("ann", (0, 0), mounted=True)
    scene.red("bob", (2, 0))
    assert (bonus(scene, "ann", "bob"), bonus(scene, "bob", "ann")) == (1, 1)


@pytest.mark.rule("newworld.height.3")
def test_height_3_not_against_a_rider_or_anything_large() -> None:
    scene = FightScene(size=(12, 9))
    scene.blue("ann", (3, 3), mounted=True)
    scene.red("rider", (5, 3), mounted=True)
    scene.red("ox", (1, 3), size="large")
    scene.red("giant", (3, 5), size="huge")
    scene.red("man", (3, 2))
    assert {f: bonus(scene, "ann", f) for f in ("rider", "rider-horse", "ox", "giant", "man")} == {
        "rider": 0,
        "rider-horse": 0,
        "ox": 0,
        "giant": 0,
        "man": 1,
    }


@pytest.mark.rule("newworld.height.4")
def test_height_4_a_mounted_charge_has_one_for_the_charge_and_one_for_the_height() -> None:
    assert parts(rolled(charge("sabre")).attack)[2:] == [("move.7", 1), ("height.2", 1)]
    assert parts(rolled(charge("sabre", size="large")).attack)[2:] == [("move.7", 1)]


@pytest.mark.rule("newworld.height.5")
def test_height_5_a_lance_in_a_mounted_charge_makes_every_hit_critical_and_doubles_do_not_double_it_again() -> (
    None
):
    for dice in ((2, 5, 4), (4, 4, 4)):
        table = charge(dice=dice)
        assert rolled(table).critical
        assert damage_parts(rolled(table))[:2] == [("damage.1", 5), ("damage.8", 5)]
    table = charge(melee_defence=20)
    assert (rolled(table).hit, rolled(table).critical) == (False, False)
    assert not rolled(charge("sabre")).critical


def test_height_5_on_foot_or_without_a_charge_a_lance_is_like_any_weapon() -> None:
    scene = FightScene(size=(16, 7))
    scene.blue("ann", (1, 3), hands=["lance"])
    scene.red("bob", (6, 3))
    table = scene.turn("ann", dice=[2, 5, 4])
    table.answer("blue", ("charge:bob:ann/lance/0", [(2, 3), (3, 3), (4, 3), (5, 3)]))
    assert (rolled(table).hit, rolled(table).critical) == (True, False)
    scene = FightScene(size=(16, 7))
    scene.blue("ann", (4, 3), hands=["lance"], mounted=True)
    scene.red("bob", (6, 3))
    table = scene.turn("ann", dice=[2, 5, 4])
    table.answer("blue", "attack:bob:ann/lance/0")
    assert (rolled(table).hit, rolled(table).critical) == (True, False)
