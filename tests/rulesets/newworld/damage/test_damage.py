"""Hit location, damage, critical hits, and being out of action (loc.1, damage.*)."""

import pytest

from muster.rulesets.newworld.state import State
from tests.kit.table import PASS, Table
from tests.rulesets.newworld.scenes import FightScene, damage_parts, loss, rolled


def struck(
    weapon: str, dice: list[int], *, bob: dict[str, object] | None = None, **ann: object
) -> Table[State]:
    """Ann strikes Bob with a weapon (``fist`` for bare hands)."""
    scene = FightScene()
    bare = weapon == "fist"
    scene.blue("ann", (3, 3), hands=[] if bare else [weapon], **ann)
    scene.red("bob", (4, 3), **(bob or {}))
    table = scene.turn("ann", dice=dice)
    table.answer("blue", "attack:bob:fist" if bare else f"attack:bob:ann/{weapon}/0")
    return table


def shot(
    weapon: str, dice: list[int], *, bob: dict[str, object] | None = None, column: int = 5, **ann: object
) -> Table[State]:
    """Ann shoots Bob."""
    scene = FightScene()
    scene.blue("ann", (1, 3), hands=[weapon], **ann)
    scene.red("bob", (column, 3), **(bob or {}))
    table = scene.turn("ann", dice=dice)
    table.answer("blue", f"shoot:bob:ann/{weapon}/0")
    return table


@pytest.mark.rule("newworld.loc.1")
@pytest.mark.parametrize(
    ("die", "place", "armour"),
    [(1, "legs", 4), (2, "legs", 4), (3, "arms", 2), (4, "body", 3), (5, "body", 3), (6, "head", 1)],
)
def test_loc_1_the_location_die_says_whose_armour_counts(die: int, place: str, armour: int) -> None:
    table = struck("sabre", [3, 4, die], bob={"armour": {"head": 1, "arms": 2, "body": 3, "legs": 4}})
    assert rolled(table).location == place
    assert loss(rolled(table)) == (9, 3 + armour, 9 - 3 - armour)


@pytest.mark.rule("newworld.damage.1")
def test_damage_1_weapon_might_and_margin_less_endurance_and_armour_come_off_the_wounds() -> None:
    table = struck(
        "sabre", [4, 5, 5], might=2, bob={"melee_defence": 10, "endurance": 3, "armour": {"body": 2}}
    )
    assert damage_parts(rolled(table)) == [("damage.1", 4), ("damage.3", 2), ("attack.3", 4)]
    assert loss(rolled(table)) == (10, 5, 5)
    assert table.state.figures["bob"].wounds == 15


@pytest.mark.rule("newworld.damage.2")
def test_damage_2_a_hit_never_takes_less_than_no_wounds() -> None:
    for endurance, lost in ((6, 1), (7, 0), (8, 0)):
        table = struck("sabre", [3, 4, 1], might=3, bob={"melee_defence": 12, "endurance": endurance})
        assert rolled(table).hit
        assert loss(rolled(table)) == (7, endurance, lost)
        assert table.state.figures["bob"].wounds == 20 - lost


@pytest.mark.rule("newworld.damage.3")
@pytest.mark.parametrize("weapon", ["sabre", "improvised", "fist", "great-axe"])
def test_damage_3_might_adds_to_melee_damage_without_limit(weapon: str) -> None:
    table = struck(weapon, [3, 4, 1], might=9, agility=12)
    assert ("damage.3", 9) in damage_parts(rolled(table))


@pytest.mark.rule("newworld.damage.4")
@pytest.mark.parametrize(
    ("weapon", "agility", "bonus"),
    [("longbow", 3, 3), ("longbow", 4, 4), ("longbow", 5, 4), ("sling", 6, 2), ("throwing-hatchet", 6, 3)],
)
def test_damage_4_bows_slings_and_thrown_weapons_add_agility_up_to_their_damage(
    weapon: str, agility: int, bonus: int
) -> None:
    table = shot(weapon, [3, 4, 1], agility=agility, might=9)
    assert ("damage.4", bonus) in damage_parts(rolled(table))
    assert all(rule != "damage.3" for rule, _ in damage_parts(rolled(table)))


@pytest.mark.rule("newworld.damage.5")
@pytest.mark.parametrize(
    ("might", "agility", "bonus"), [(2, 2, 2), (2, 5, 3), (3, 5, 3), (4, 5, 4), (4, 1, 4)]
)
def test_damage_5_a_weapon_marked_agility_adds_the_better_of_might_and_limited_agility(
    might: int, agility: int, bonus: int
) -> None:
    table = struck("smallsword", [3, 4, 1], might=might, agility=agility)
    assert damage_parts(rolled(table))[1] == ("damage.5", bonus)


@pytest.mark.rule("newworld.damage.6")
def test_damage_6_a_ranged_weapon_marked_might_adds_might_alone_without_limit() -> None:
    table = shot("composite-bow", [3, 4, 1], might=7, agility=5)
    assert damage_parts(rolled(table)) == [("damage.1", 3), ("damage.6", 7), ("attack.3", 2)]


@pytest.mark.rule("newworld.damage.7")
@pytest.mark.parametrize(
    ("weapon", "damage", "column"), [("crossbow", 7, 5), ("musket", 10, 5), ("pistol", 7, 2)]
)
def test_damage_7_crossbows_and_firearms_add_neither_might_nor_agility(
    weapon: str, damage: int, column: int
) -> None:
    table = shot(weapon, [3, 4, 1], might=7, agility=5, column=column)
    assert damage_parts(rolled(table)) == [("damage.1", damage), ("attack.3", 2)]


@pytest.mark.rule("newworld.damage.8")
def test_damage_8_doubles_on_a_hit_double_the_weapons_damage_alone() -> None:
    table = struck("sabre", [4, 4, 5], might=3, bob={"melee_defence": 10})
    assert rolled(table).critical
    assert damage_parts(rolled(table)) == [
        ("damage.1", 4),
        ("damage.8", 4),
        ("damage.3", 3),
        ("attack.3", 3),
    ]


@pytest.mark.rule("newworld.damage.8")
@pytest.mark.parametrize(("defence", "hit"), [(7, True), (8, False)])
def test_damage_8_any_hit_can_be_critical_and_doubles_on_a_miss_mean_nothing(defence: int, hit: bool) -> None:
    table = struck("sabre", [1, 1, 5], bob={"melee_defence": defence})
    assert (rolled(table).hit, rolled(table).critical) == (hit, hit)


@pytest.mark.rule("newworld.damage.9")
def test_damage_9_a_critical_hit_does_not_raise_the_limit_on_agility() -> None:
    for dice, weapon_damage in (([4, 4, 1], 6), ([3, 5, 1], 3)):
        lines = damage_parts(rolled(struck("smallsword", dice, might=2, agility=5)))
        assert sum(v for rule, v in lines if rule in ("damage.1", "damage.8")) == weapon_damage
        assert ("damage.5", 3) in lines


@pytest.mark.rule("newworld.damage.10")
def test_damage_10_endurance_and_armour_come_off_a_critical_hit_as_off_any_other() -> None:
    for dice, critical in (([4, 4, 5], True), ([3, 5, 5], False)):
        table = struck("sabre", dice, bob={"endurance": 4, "armour": {"body": 3}})
        assert rolled(table).critical is critical
        assert loss(rolled(table))[1] == 7


@pytest.mark.rule("newworld.damage.11")
@pytest.mark.parametrize("dice", [[3, 5, 5], [4, 4, 5]])
def test_damage_11_piercing_ignores_two_points_of_armour_at_most_and_no_endurance(dice: list[int]) -> None:
    for armour, ignored in ((0, 0), (1, 1), (2, 2), (3, 2)):
        table = struck("spear", dice, bob={"endurance": 4, "armour": {"body": armour, "legs": 3}})
        assert loss(rolled(table))[1] == 4 + armour - ignored


@pytest.mark.rule("newworld.damage.12")
def test_damage_12_the_sheet_shows_armour_and_endurance_together_at_each_location() -> None:
    scene = FightScene()
    scene.blue("ann", (3, 3), endurance=3, armour={"head": 2, "arms": 1, "body": 4})
    scene.red("bob", (4, 3))
    sheet = scene.turn("ann").view("red").sheets["ann"]
    values = {s.label: s.value for row in sheet.stats for s in row if s.rule == "newworld.damage.12"}
    assert values == {"Head Value": "5", "Arms Value": "4", "Body Value": "7", "Legs Value": "3"}


@pytest.mark.rule("newworld.damage.13")
def test_damage_13_no_wounds_left_is_out_of_action() -> None:
    for left, out in ((5, False), (4, True), (3, True)):
        scene = FightScene()
        scene.blue("ann", (3, 3), hands=["sabre"])
        scene.red("bob", (4, 3), left=left, hands=["sabre"], melee_defence=12)
        scene.red("cat", (2, 3))
        table = scene.turn("ann", "bob", dice=[3, 4, 1])
        table.answer("blue", "attack:bob:ann/sabre/0")
        assert rolled(table).wounds == 4
        assert table.state.figures["bob"].out is out
        table.answer("blue", PASS)
        assert table.asked("red").subject == ("cat" if out else "bob")


@pytest.mark.rule("newworld.damage.13")
def test_damage_13_who_is_out_neither_strikes_nor_bars_its_square_and_leaves_its_things_there() -> None:
    scene = FightScene("......", "######")
    scene.blue("ann", (1, 0), hands=["sabre"])
    scene.red("bob", (2, 0), left=1, hands=["sabre"], melee_defence=0)
    scene.red("cat", (5, 0))
    table = scene.turn("ann", dice=[3, 4, 1])
    table.answer("blue", "attack:bob:ann/sabre/0")
    assert (table.state.items["bob/sabre/0"].where, table.state.items["bob/sabre/0"].at) == ("ground", (2, 0))
    reach = table.reach("blue", "move")
    assert reach[(3, 0)].stop
    assert reach[(0, 0)].provokes == ()
