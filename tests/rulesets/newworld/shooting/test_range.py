"""Bands, weapon ranges, and what close quarters do to a shot (range.*)."""

import pytest

from muster.rulesets.newworld.attack_events import AttackRolled, Strayed
from muster.rulesets.newworld.queries.shooting import band_of, range_modifier
from muster.rulesets.newworld.queries.spells import in_spell_range, is_a_few_paces_off
from muster.rulesets.newworld.queries.standing import distance_between, in_reach
from muster.rulesets.newworld.state import State
from tests.kit.table import Table
from tests.rulesets.newworld.scenes import FightScene, end_turn, part, parts, rolled


def shooter(weapon: str = "shortbow", at: tuple[int, int] = (1, 1), **ann: object) -> FightScene:
    """Ann with a bow (or another weapon) on a wide field."""
    scene = FightScene(size=(30, 5))
    scene.blue("ann", at, hands=[weapon], **ann)
    return scene


def shoot(scene: FightScene, dice: list[int], weapon: str = "shortbow") -> Table[State]:
    """Ann shoots Bob."""
    table = scene.turn("ann", dice=dice)
    table.answer("blue", f"shoot:bob:ann/{weapon}/0")
    return table


@pytest.mark.rule("newworld.range.1")
def test_range_1_the_distance_in_squares_gives_the_band() -> None:
    ends = {"melee": (1, 1), "near": (2, 6), "far": (7, 24), "long": (25, 60), "sight": (61, 500)}
    for band, (first, last) in ends.items():
        assert (band_of(first), band_of(last)) == (band, band)


@pytest.mark.rule("newworld.range.1")
def test_range_1_the_nearest_squares_of_two_figures_count_and_a_diagonal_counts_one() -> None:
    scene = shooter(at=(2, 0))
    scene.red("bob", (5, 4))
    scene.red("horse", (9, 1), size="large")
    scene.red("beast", (20, 1), size="huge")
    assert distance_between(scene.state, "ann", "bob") == 4
    assert distance_between(scene.state, "ann", "horse") == 7
    assert distance_between(scene.state, "horse", "beast") == 10
    assert distance_between(scene.state, "beast", "ann") == 18
    assert band_of(distance_between(scene.state, "beast", "ann")) == "far"


@pytest.mark.rule("newworld.range.2")
@pytest.mark.parametrize("agility", [0, 9])
def test_range_2_near_ends_at_six_squares_whatever_anyones_movement(agility: int) -> None:
    for column, penalty in ((7, 0), (8, -2)):
        scene = shooter("throwing-knife", agility=agility)
        scene.red("bob", (column, 1), agility=agility)
        table = shoot(scene, [3, 4, 1], "throwing-knife")
        assert part(rolled(table).attack, "range.8") == penalty


@pytest.mark.rule("newworld.range.3")
def test_range_3_melee_range_is_the_eight_squares_round_a_figure_and_its_own() -> None:
    scene = FightScene("1....", ".....", ".....", ".....")
    scene.blue("ann", (1, 1), hands=["lance"])
    for x in range(5):
        for y in range(4):
            scene.red(f"f{x}{y}", (x, y))
            near = max(abs(x - 1), abs(y - 1)) <= 1
            assert in_reach(scene.state, "ann", f"f{x}{y}") is near, (x, y)


@pytest.mark.rule("newworld.range.3")
def test_range_3_no_weapon_reaches_farther() -> None:
    scene = shooter("lance")
    scene.red("bob", (3, 1))
    assert not any(k.startswith("attack:") for k in scene.turn("ann").offers("blue"))


@pytest.mark.rule("newworld.range.4")
def test_range_4_a_spell_of_touch_needs_a_target_at_melee_range() -> None:
    wall = {"at": [1, 1], "side": "s", "kind": "wall"}
    scene = FightScene(size=(30, 5), edges=[wall])
    scene.blue("ann", (1, 1))
    for name, at, touched in (
        ("bob", (2, 1), True),
        ("cat", (3, 1), False),
        ("dan", (1, 2), False),
        ("eve", (0, 0), True),
    ):
        scene.red(name, at)
        assert in_spell_range(scene.state, "ann", name, "touch") is touched, name


@pytest.mark.rule("newworld.range.5")
def test_range_5_a_few_paces_are_two_squares_from_the_point_named() -> None:
    covered = [x for x in range(8) for y in (0, 3) if is_a_few_paces_off((3, 1), (x, y))]
    assert sorted(set(covered)) == [1, 2, 3, 4, 5]
    assert not is_a_few_paces_off((3, 1), (3, 4))


@pytest.mark.rule("newworld.range.4", "newworld.range.5")
def test_range_5_the_ruler_names_touch_and_a_few_paces() -> None:
    scene = shooter()
    scene.red("bob", (9, 1))
    table = scene.turn("ann")
    ruler = table.match.ruleset.measure
    within = {x: ruler(table.state, (1, 1), (x, 1))["within"] for x in (2, 3, 4)}
    assert within == {2: ["touch", "a few paces"], 3: ["a few paces"], 4: []}


@pytest.mark.rule("newworld.range.7")
def test_range_7_every_weapon_shoots_without_penalty_up_to_the_end_of_its_band() -> None:
    bands = {
        6: ("throwing-knife", "throwing-hatchet", "pistol", "blunderbuss"),
        24: ("sling", "shortbow", "composite-bow", "crossbow", "musket"),
        60: ("longbow", "long-rifle"),
    }
    weapons = shooter().state.setup.weapons
    for last, names in bands.items():
        for name in names:
            assert (range_modifier(weapons[name], 2), range_modifier(weapons[name], last)) == (0, 0)
            assert range_modifier(weapons[name], last + 1) != 0


@pytest.mark.rule("newworld.range.8")
def test_range_8_one_band_beyond_is_at_minus_two_and_no_farther() -> None:
    weapons = shooter().state.setup.weapons
    for name, first, last in (("pistol", 7, 24), ("musket", 25, 60), ("longbow", 61, 10_000)):
        assert (range_modifier(weapons[name], first), range_modifier(weapons[name], last)) == (-2, -2)
    assert (range_modifier(weapons["pistol"], 25), range_modifier(weapons["musket"], 61)) == (None, None)


@pytest.mark.rule("newworld.range.8")
def test_range_8_the_penalty_is_in_the_roll() -> None:
    scene = shooter()
    scene.red("bob", (26, 1))
    assert parts(rolled(shoot(scene, [3, 4, 1])).attack)[2:] == [("range.8", -2)]


@pytest.mark.rule("newworld.range.9")
def test_range_9_a_blunderbuss_cannot_shoot_beyond_near() -> None:
    for column, offered in ((7, True), (8, False)):
        scene = shooter("blunderbuss")
        scene.red("bob", (column, 1))
        assert ("shoot:bob:ann/blunderbuss/0" in scene.turn("ann").offers("blue")) is offered


@pytest.mark.rule("newworld.range.10")
def test_range_10_only_a_pistol_is_fired_at_melee_range() -> None:
    ranged = [w.key for w in shooter().state.setup.weapons.values() if w.is_ranged]
    assert len(ranged) == 11
    for weapon in ranged:
        scene = shooter(weapon)
        scene.red("bob", (2, 2))
        offers = scene.turn("ann").offers("blue")
        assert (f"shoot:bob:ann/{weapon}/0" in offers) is (weapon == "pistol"), weapon
        assert f"attack:bob:ann/{weapon}/0" in offers


@pytest.mark.rule("newworld.range.11")
@pytest.mark.parametrize(
    ("weapon", "damage", "rank"),
    [
        ("throwing-knife", 2, 2),
        ("throwing-hatchet", 3, 2),
        ("musket", 4, 2),
        ("shortbow", 2, 3),
        ("crossbow", 2, 3),
        ("pistol", 2, 3),
        ("long-rifle", 2, 3),
    ],
)
def test_range_11_in_melee_a_ranged_weapon_is_what_it_would_be_in_the_hand(
    weapon: str, damage: int, rank: int
) -> None:
    scene = shooter(weapon, ranks={"basic": 2, "brawling": 3}, agility=0, might=1)
    scene.red("bob", (2, 2))
    table = scene.turn("ann", dice=[3, 4, 1])
    table.answer("blue", f"attack:bob:ann/{weapon}/0")
    assert parts(rolled(table).attack) == [("attack.1", 4), ("attack.1", rank)]
    assert rolled(table).damage is not None
    assert parts(rolled(table).damage)[0][1] == damage  # type: ignore[arg-type]


@pytest.mark.rule("newworld.range.12")
def test_range_12_a_foe_in_reach_hinders_a_shot_at_a_distant_target_once() -> None:
    for foes in (1, 2, 3):
        scene = shooter()
        scene.red("bob", (8, 1))
        for number in range(foes):
            scene.red(f"foe{number}", (number, 2))
        assert parts(rolled(shoot(scene, [3, 4, 1])).attack)[2:] == [("range.12", -2)]


@pytest.mark.rule("newworld.range.12")
def test_range_12_a_prone_foe_in_reach_still_hinders_a_shot_and_a_surprised_one_does_not() -> None:
    for state, penalty in (("prone", -2), ("surprised", 0)):
        scene = shooter()
        scene.red("bob", (8, 1))
        scene.red("foe", (2, 2), **{state: True})
        assert part(rolled(shoot(scene, [3, 4, 1])).attack, "range.12") == penalty


@pytest.mark.rule("newworld.range.12")
def test_range_12_pistols_and_thrown_weapons_are_exempt_and_a_sling_is_not() -> None:
    for weapon, penalty in (("pistol", 0), ("throwing-knife", 0), ("sling", -2)):
        scene = shooter(weapon)
        scene.red("bob", (6, 1))
        scene.red("foe", (2, 2))
        assert part(rolled(shoot(scene, [3, 4, 1], weapon)).attack, "range.12") == penalty


@pytest.mark.rule("newworld.range.13")
def test_range_13_a_target_in_melee_with_an_ally_is_harder_to_hit_once() -> None:
    for allies in (1, 2):
        scene = shooter()
        scene.red("bob", (8, 1))
        for number in range(allies):
            scene.blue(f"ally{number}", (9, number), prone=number == 0)
        assert parts(rolled(shoot(scene, [3, 4, 1])).attack)[2:] == [("range.13", -1)]


def test_range_13_neither_the_shooter_nor_a_surprised_ally_nor_one_at_two_squares_counts() -> None:
    scene = shooter()
    scene.red("bob", (8, 1))
    scene.blue("asleep", (9, 1), surprised=True)
    scene.blue("near", (10, 1))
    scene.red("friend", (8, 2))
    assert part(rolled(shoot(scene, [3, 4, 1])).attack, "range.13") == 0
    pistol = shooter("pistol")
    pistol.red("bob", (2, 1))
    assert part(rolled(shoot(pistol, [3, 4, 1], "pistol")).attack, "range.13") == 0


@pytest.mark.rule("newworld.range.14")
def test_range_14_a_shot_into_a_melee_that_misses_by_three_hits_an_ally_at_margin_nought() -> None:
    for defence, strays in ((13, False), (14, True), (15, True)):
        scene = shooter(agility=2)
        scene.red("bob", (8, 1), ranged_defence=defence)
        scene.blue("ally", (9, 1), ranged_defence=30, endurance=2, armour={"body": 1})
        table = shoot(scene, [3, 4, 5])
        assert rolled(table).attack.value == 11
        assert (len(table.events(Strayed)) == 1) is strays
        if strays:
            stray = table.event(Strayed)
            assert parts(stray.damage) == [("damage.1", 3), ("damage.4", 2)]
            assert (stray.location, stray.reduction.value, stray.wounds) == ("body", 3, 2)
            assert table.state.figures["ally"].wounds == 18


@pytest.mark.rule("newworld.range.14")
def test_range_14_the_ally_is_picked_at_random_among_those_in_that_melee() -> None:
    for die in (1, 2):
        scene = shooter()
        scene.red("bob", (8, 1), ranged_defence=20)
        scene.blue("cat", (9, 1))
        scene.blue("dan", (9, 2))
        scene.blue("far", (11, 1))
        table = shoot(scene, [3, 4, 5, die])
        assert table.dice.asked[-1].digest == "dice:1:2"
        assert table.event(Strayed).ally == ("cat", "dan")[die - 1]


@pytest.mark.rule("newworld.range.14", "newworld.damage.8")
def test_range_14_doubles_double_the_weapons_damage_for_the_ally_too() -> None:
    scene = shooter(agility=2)
    scene.red("bob", (8, 1), ranged_defence=20)
    scene.blue("ally", (9, 1))
    table = shoot(scene, [3, 3, 5])
    assert table.event(Strayed).critical
    assert parts(table.event(Strayed).damage) == [("damage.1", 3), ("damage.8", 3), ("damage.4", 2)]


@pytest.mark.rule("newworld.range.14", "newworld.fire.2")
def test_range_14_a_misfired_gun_hits_nobody() -> None:
    scene = shooter("musket")
    scene.red("bob", (8, 1), ranged_defence=20)
    scene.blue("ally", (9, 1))
    table = shoot(scene, [3, 3, 5], "musket")
    assert rolled(table).misfire
    assert table.events(Strayed) == []


@pytest.mark.rule("newworld.range.15")
def test_range_15_a_target_must_be_in_sight_and_figures_do_not_block_it() -> None:
    rows = ["." * 12, "." * 5 + "#" + "." * 6, "." * 12]
    for row, offered in ((1, False), (0, True)):
        scene = FightScene(*rows)
        scene.blue("ann", (1, row), hands=["shortbow"])
        scene.red("bob", (9, row))
        scene.red("between", (4, row))
        scene.blue("friend", (7, row))
        assert ("shoot:bob:ann/shortbow/0" in scene.turn("ann").offers("blue")) is offered


def test_range_15_any_pair_of_squares_of_large_figures_will_do() -> None:
    rows = ["." * 12, "." * 5 + "#" + "." * 6, "." * 12]
    scene = FightScene(*rows)
    scene.blue("ann", (1, 1), hands=["shortbow"])
    scene.red("bob", (7, 1), size="large")  # its lower squares show past the wall
    assert "shoot:bob:ann/shortbow/0" in scene.turn("ann").offers("blue")


@pytest.mark.rule("newworld.range.16")
@pytest.mark.parametrize("defence", [8, 15])
def test_range_16_a_thrown_weapon_lies_in_the_targets_square_hit_or_miss(defence: int) -> None:
    scene = FightScene()
    scene.blue("ann", (1, 1), hands=["throwing-knife"], carried=["throwing-knife"])
    scene.red("bob", (5, 2), ranged_defence=defence)
    table = scene.turn("ann", dice=[3, 4, 1])
    table.answer("blue", "shoot:bob:ann/throwing-knife/0")
    thrown = table.state.items["ann/throwing-knife/0"]
    assert (thrown.where, thrown.holder, thrown.at) == ("ground", None, (5, 2))
    table.answer("blue", "ready:draw:ann/throwing-knife/1")
    assert table.state.items["ann/throwing-knife/1"].where == "main"


def test_range_16_used_in_the_hand_it_stays_in_the_hand() -> None:
    scene = FightScene()
    scene.blue("ann", (1, 1), hands=["throwing-knife"])
    scene.red("bob", (2, 2))
    table = scene.turn("ann", dice=[3, 4, 1])
    table.answer("blue", "attack:bob:ann/throwing-knife/0")
    end_turn(table, "ann")
    assert table.state.items["ann/throwing-knife/0"].where == "main"
    assert not table.event(AttackRolled).ranged
