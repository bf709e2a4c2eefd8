"""Outnumbering, being prone, and unarmed blows (outnumber.*, prone.*, brawl.*)."""

import pytest

from muster.rulesets.newworld.events import Fell
from muster.rulesets.newworld.queries.standing import outnumbering
from muster.rulesets.newworld.state import State
from tests.kit.table import Table
from tests.rulesets.newworld.scenes import FightScene, damage_parts, part, parts, rolled

AROUND = ((2, 2), (3, 2), (4, 2), (2, 3), (4, 3), (2, 4), (3, 4), (4, 4))


def crowd(count: int, **last: object) -> FightScene:
    """So many blue figures round Bob, the first called Ann; the last as given."""
    scene = FightScene()
    scene.red("bob", (3, 3))
    for number in range(count):
        name = "ann" if number == 0 else f"b{number}"
        more = last if number == count - 1 else {}
        scene.blue(name, AROUND[number], **{"hands": ["sabre"], **more})
    return scene


def bonus(scene: FightScene, who: str = "ann", foe: str = "bob") -> int:
    """What outnumbering gives an attack."""
    found = outnumbering(scene.state, who, foe)
    return found.value if found else 0


def struck(scene: FightScene, key: str, dice: list[int], who: str = "ann") -> Table[State]:
    """One action of Ann's."""
    table = scene.turn(who, dice=dice)
    table.answer("blue", key)
    return table


# ------------------------------------------------------------------------------------------------ outnumbering
@pytest.mark.rule("newworld.outnumber.1")
def test_outnumber_1_each_attacker_beyond_the_first_gives_all_of_them_one_up_to_three() -> None:
    for count, each in ((1, 0), (2, 1), (3, 2), (4, 3), (5, 3), (8, 3)):
        scene = crowd(count)
        assert {bonus(scene, w) for w in scene.state.figures if w != "bob"} == {each}
    table = struck(crowd(3), "attack:bob:ann/sabre/0", [3, 4, 1])
    assert parts(rolled(table).attack)[2:] == [("outnumber.1", 2)]


@pytest.mark.rule("newworld.outnumber.1")
def test_outnumber_1_only_who_is_at_melee_range_of_the_target_counts() -> None:
    scene = crowd(2)
    scene.blue("far", (3, 6))
    assert bonus(scene) == 1


@pytest.mark.rule("newworld.outnumber.2")
@pytest.mark.parametrize("state", ["prone", "surprised"])
def test_outnumber_2_who_is_prone_or_surprised_neither_counts_nor_gets_the_bonus(state: str) -> None:
    scene = crowd(3, **{state: True})
    assert (bonus(scene, "ann"), bonus(scene, "b1"), bonus(scene, "b2")) == (1, 1, 0)


@pytest.mark.rule("newworld.outnumber.2")
def test_outnumber_2_who_is_grappled_does_not_count_and_a_grappler_only_against_its_captive() -> None:
    scene = crowd(3)
    scene.red("cat", (1, 2))
    scene.grapple("cat", "ann")
    assert (bonus(scene, "ann"), bonus(scene, "b1"), bonus(scene, "b2")) == (0, 1, 1)
    scene = crowd(3)
    scene.grapple("ann", "bob")
    assert (bonus(scene, "ann"), bonus(scene, "b1")) == (2, 2)
    scene = crowd(3)
    scene.red("cat", (1, 2))
    scene.grapple("ann", "cat")
    assert (bonus(scene, "ann"), bonus(scene, "b1"), bonus(scene, "ann", "cat")) == (0, 1, 0)


@pytest.mark.rule("newworld.outnumber.1")
def test_outnumber_2_who_is_out_does_not_count_nor_does_a_mount_and_allies_change_nothing() -> None:
    scene = crowd(3)
    scene.state.change("b2", out=True, at=None)
    scene.red("friend", (4, 4))
    assert bonus(scene) == 1
    riding = FightScene()
    riding.red("bob", (4, 3))
    riding.blue("ann", (3, 4), mounted=True)
    riding.blue("cat", (4, 2))
    assert bonus(riding, "cat") == 1


@pytest.mark.rule("newworld.outnumber.3")
def test_outnumber_3_a_pistol_gets_no_bonus_but_its_bearer_counts_for_the_others() -> None:
    scene = crowd(2, hands=["pistol"])
    table = struck(scene, "shoot:bob:b1/pistol/0", [3, 4, 1], "b1")
    assert parts(rolled(table).attack)[2:] == [("range.13", -1)]
    assert bonus(crowd(2, hands=["pistol"])) == 1


# ------------------------------------------------------------------------------------------------ prone
@pytest.mark.rule("newworld.prone.1")
def test_prone_1_whatever_makes_a_figure_fall_leaves_it_prone() -> None:
    scene = FightScene(size=(14, 7))
    scene.blue("ann", (4, 3), hands=["sabre"], melee=8)
    scene.red("bob", (5, 3), mounted={"left": 1})
    scene.red("cat", (12, 3))
    table = struck(scene, "attack:bob-horse:ann/sabre/0", [3, 4, 1])
    table.answer("red", "6,4")
    assert [(e.figure, table.state.figures["bob"].prone) for e in table.events(Fell)] == [("bob", True)]
    assert table.state.figures["bob"].at == (6, 4)


@pytest.mark.rule("newworld.prone.1", "newworld.prone.4")
def test_prone_4_going_down_is_free_and_getting_up_half_an_action() -> None:
    scene = FightScene()
    scene.blue("ann", (3, 3))
    scene.red("bob", (9, 3))
    table = scene.turn("ann")
    table.answer("blue", "go-prone")
    assert table.state.figures["ann"].prone
    assert "all-out-defence" in table.offers("blue")  # both halves are left
    table.answer("blue", "stand")
    assert table.view("red").pieces["ann"].state == "up"
    assert "all-out-defence" not in table.offers("blue")
    assert "parry" in table.offers("blue")


def test_prone_4_a_prone_figure_attacks_without_penalty() -> None:
    scene = FightScene()
    scene.blue("ann", (3, 3), hands=["sabre"], prone=True)
    scene.red("bob", (4, 3))
    table = struck(scene, "attack:bob:ann/sabre/0", [3, 4, 1])
    assert parts(rolled(table).attack) == [("attack.1", 4), ("attack.1", 1)]


@pytest.mark.rule("newworld.prone.3")
def test_prone_3_being_prone_adds_nothing_to_damage_but_what_the_margin_holds() -> None:
    losses: list[int] = []
    for prone in (False, True):
        scene = FightScene()
        scene.blue("ann", (3, 3), hands=["sabre"])
        scene.red("bob", (4, 3), prone=prone)
        table = struck(scene, "attack:bob:ann/sabre/0", [3, 4, 1])
        assert [rule for rule, _ in damage_parts(rolled(table))] == ["damage.1", "damage.3", "attack.3"]
        losses.append(rolled(table).wounds)
    assert losses == [6, 8]


# ------------------------------------------------------------------------------------------------ brawling
@pytest.mark.rule("newworld.brawl.1")
def test_brawl_1_a_bare_blow_uses_brawling_and_has_damage_one() -> None:
    scene = crowd(1, hands=[], ranks={"brawling": 2, "basic": 3}, might=4)
    table = struck(scene, "attack:bob:fist", [3, 4, 1])
    assert parts(rolled(table).attack) == [("attack.1", 4), ("attack.1", 2)]
    assert damage_parts(rolled(table)) == [("brawl.1", 1), ("damage.3", 4), ("attack.3", 3)]


@pytest.mark.rule("newworld.brawl.2")
def test_brawl_2_an_improvised_weapon_uses_brawling_and_has_damage_two() -> None:
    scene = crowd(1, hands=["improvised"], ranks={"brawling": 2, "basic": 3}, might=4)
    table = struck(scene, "attack:bob:ann/improvised/0", [3, 4, 1])
    assert parts(rolled(table).attack) == [("attack.1", 4), ("attack.1", 2)]
    assert damage_parts(rolled(table)) == [("brawl.2", 2), ("damage.3", 4), ("attack.3", 3)]


@pytest.mark.rule("newworld.brawl.3")
def test_brawl_3_a_pugilists_bare_blow_has_damage_three_and_six_on_a_critical_hit() -> None:
    for dice, damage in (([3, 5, 1], 3), ([4, 4, 1], 6)):
        table = struck(crowd(1, hands=[], talents=["pugilist"]), "attack:bob:fist", dice)
        lines = damage_parts(rolled(table))
        assert sum(v for rule, v in lines if rule in ("brawl.3", "damage.8")) == damage
    scene = crowd(1, hands=["improvised"], talents=["pugilist"])
    table = struck(scene, "attack:bob:ann/improvised/0", [3, 5, 1])
    assert damage_parts(rolled(table))[0] == ("brawl.2", 2)


@pytest.mark.rule("newworld.brawl.4")
@pytest.mark.parametrize("dice", [[3, 5, 1], [4, 4, 1]])
def test_brawl_4_street_fighting_adds_one_to_brawling_never_doubled_and_joins_with_pugilist(
    dice: list[int],
) -> None:
    for talents, hands, extra in (
        (["street-fighting"], [], 1),
        (["street-fighting"], ["improvised"], 1),
        (["street-fighting"], ["shortbow"], 1),
        (["street-fighting", "pugilist"], [], 1),
        (["street-fighting"], ["sabre"], 0),
    ):
        key = f"attack:bob:ann/{hands[0]}/0" if hands else "attack:bob:fist"
        table = struck(crowd(1, hands=hands, talents=talents), key, dice)
        assert rolled(table).damage is not None
        assert part(rolled(table).damage, "brawl.4") == extra  # type: ignore[arg-type]
