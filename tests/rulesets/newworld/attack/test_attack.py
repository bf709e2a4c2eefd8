"""The attack roll: dice, skill and rank, hit or miss, margin, Fatigue, lacking groups, modifiers (dice.*, attack.*)."""

import pytest

from muster.engine.tables import yaml_of
from muster.rulesets.newworld.queries.attack import ATTACK_TABLE
from tests.kit.house import ROOT
from tests.rulesets.newworld.scenes import FightScene, damage_parts, part, parts, rolled


def duel(**ann: object) -> FightScene:
    """Ann, with a sabre unless something else is said, beside Bob."""
    scene = FightScene()
    scene.blue("ann", (3, 3), **{"hands": ["sabre"], **ann})
    return scene


@pytest.mark.rule("newworld.dice.1")
def test_dice_1_three_dice_fall_at_once_and_the_location_die_is_shown_on_a_miss_too() -> None:
    scene = duel()
    scene.red("bob", (4, 3), melee_defence=20)
    table = scene.turn("ann", dice=[2, 3, 6])
    table.answer("blue", "attack:bob:ann/sabre/0")
    assert [ask.digest for ask in table.dice.asked] == ["dice:3:6"]
    line = next(entry for entry in table.log("red") if entry.kind == "attack")
    assert [(d.value, d.role) for d in line.dice] == [(2, "attack"), (3, "attack"), (6, "location")]
    assert not rolled(table).hit


@pytest.mark.rule("newworld.dice.2")
@pytest.mark.parametrize("dice", [[3, 5, 5], [3, 5, 3]])
def test_dice_2_the_location_die_is_neither_in_the_total_nor_in_doubles(dice: list[int]) -> None:
    scene = duel(melee=4)
    scene.red("bob", (4, 3), melee_defence=10)
    table = scene.turn("ann", dice=dice)
    table.answer("blue", "attack:bob:ann/sabre/0")
    assert rolled(table).attack.value == 4 + 1 + 8
    assert not rolled(table).critical


@pytest.mark.rule("newworld.attack.1")
@pytest.mark.parametrize("rank", [1, 2, 3])
def test_attack_1_the_total_is_dice_skill_and_rank(rank: int) -> None:
    scene = duel(melee=5, ranged=2, ranks={"basic": rank, "bows": 3})
    scene.red("bob", (4, 3))
    table = scene.turn("ann", dice=[2, 4, 1])
    table.answer("blue", "attack:bob:ann/sabre/0")
    assert parts(rolled(table).attack) == [("attack.1", 5), ("attack.1", rank)]
    assert rolled(table).attack.value == 6 + 5 + rank


@pytest.mark.rule("newworld.attack.1")
def test_attack_1_a_shot_counts_ranged_skill_and_the_rank_with_the_bow() -> None:
    scene = duel(melee=5, ranged=2, ranks={"basic": 1, "bows": 3}, hands=["shortbow"])
    scene.red("bob", (8, 3))
    table = scene.turn("ann", dice=[2, 4, 1])
    table.answer("blue", "shoot:bob:ann/shortbow/0")
    assert parts(rolled(table).attack) == [("attack.1", 2), ("attack.1", 3)]


@pytest.mark.rule("newworld.attack.2")
@pytest.mark.parametrize(
    ("dice", "defence", "hit"),
    [([3, 4, 1], 12, True), ([3, 4, 1], 13, False), ([6, 6, 1], 18, False), ([1, 1, 1], 7, True)],
)
def test_attack_2_equal_or_higher_hits_and_no_roll_hits_or_misses_by_itself(
    dice: list[int], defence: int, hit: bool
) -> None:
    scene = duel(melee=4)
    scene.red("bob", (4, 3), melee_defence=defence, ranged_defence=0)
    table = scene.turn("ann", dice=dice)
    table.answer("blue", "attack:bob:ann/sabre/0")
    assert rolled(table).hit is hit


@pytest.mark.rule("newworld.attack.3")
def test_attack_3_the_margin_is_total_minus_defence_and_adds_to_damage() -> None:
    for defence, margin in ((9, 3), (12, 0), (13, -1)):
        scene = duel(melee=4)
        scene.red("bob", (4, 3), melee_defence=defence)
        table = scene.turn("ann", dice=[3, 4, 1])
        table.answer("blue", "attack:bob:ann/sabre/0")
        assert (rolled(table).margin, rolled(table).hit) == (margin, margin >= 0)
        if rolled(table).hit:
            assert sum(v for rule, v in damage_parts(rolled(table)) if rule == "attack.3") == margin


@pytest.mark.rule("newworld.attack.4")
@pytest.mark.parametrize(("hands", "key", "column"), [("sabre", "attack", 4), ("sling", "shoot", 6)])
def test_attack_4_each_point_of_fatigue_takes_one_off_melee_and_ranged_without_limit(
    hands: str, key: str, column: int
) -> None:
    scene = duel(hands=[hands], fatigue=5)
    scene.red("bob", (column, 3))
    table = scene.turn("ann", dice=[3, 4, 1])
    table.answer("blue", f"{key}:bob:ann/{hands}/0")
    assert part(rolled(table).attack, "attack.4") == -5
    assert rolled(table).attack.value == 7 + 4 + 1 - 5


@pytest.mark.rule("newworld.attack.5")
@pytest.mark.parametrize(("hands", "penalty"), [("sabre", -1), ("great-axe", -2), ("lance", -2)])
def test_attack_5_a_lacking_group_costs_one_and_an_advanced_one_two(hands: str, penalty: int) -> None:
    scene = duel(hands=[hands], ranks={"brawling": 3})
    scene.red("bob", (4, 3))
    table = scene.turn("ann", dice=[3, 4, 1])
    table.answer("blue", f"attack:bob:ann/{hands}/0")
    assert parts(rolled(table).attack) == [("attack.1", 4), ("attack.5", penalty)]


@pytest.mark.rule("newworld.attack.5")
def test_attack_5_firearms_are_an_advanced_group() -> None:
    scene = duel(hands=["musket"], ranks={})
    scene.red("bob", (8, 3))
    table = scene.turn("ann", dice=[3, 4, 1])
    table.answer("blue", "shoot:bob:ann/musket/0")
    assert part(rolled(table).attack, "attack.5") == -2


@pytest.mark.rule("newworld.attack.6")
def test_attack_6_separate_modifiers_add_up_without_a_limit() -> None:
    scene = FightScene(*["....1......"] * 3)
    scene.blue("ann", (4, 1), hands=["sabre"], aim="next_turn")
    scene.red("bob", (5, 1), stances=("ran",))
    for number, square in enumerate(((6, 0), (6, 1), (6, 2))):
        scene.blue(f"friend{number}", square)
    table = scene.turn("ann", dice=[1, 2, 1])
    table.answer("blue", "all-out:bob:ann/sabre/0")
    assert parts(rolled(table).attack)[2:] == [
        ("action.1", 1),
        ("action.9", 2),
        ("height.1", 1),
        ("outnumber.1", 3),
        ("attack.8", 2),
    ]
    assert rolled(table).attack.value == 3 + 5 + 9


@pytest.mark.rule("newworld.attack.7")
def test_attack_7_the_best_talent_alone_adds_to_a_roll_and_an_action_adds_on_top() -> None:
    scene = duel()
    keen = scene.teach("keen", "melee", 1)
    fierce = scene.teach("fierce", "melee", 2)
    archer = scene.teach("archer", "ranged", 4)
    scene.blue(
        "cat", (3, 4), hands=["sabre"], talents=[keen, fierce, archer, "sharpshooter"], aim="this_turn"
    )
    scene.red("bob", (4, 3))
    scene.state.change("ann", prone=True)  # so that nobody outnumbers
    table = scene.turn("cat", dice=[3, 4, 1])
    table.answer("blue", "attack:bob:cat/sabre/0")
    assert parts(rolled(table).attack) == [("attack.1", 4), ("attack.1", 1), ("attack.7", 2), ("action.1", 1)]


@pytest.mark.rule("newworld.attack.8")
@pytest.mark.parametrize(
    ("hands", "key", "column", "modifier"), [("sabre", "attack", 4, 2), ("sling", "shoot", 6, -2)]
)
def test_attack_8_a_runner_is_easier_to_strike_and_harder_to_shoot(
    hands: str, key: str, column: int, modifier: int
) -> None:
    scene = duel(hands=[hands])
    scene.red("bob", (column, 3), stances=("ran",), hands=["shield"], talent_defence=1)
    table = scene.turn("ann", dice=[3, 4, 1])
    table.answer("blue", f"{key}:bob:ann/{hands}/0")
    assert part(rolled(table).attack, "attack.8") == modifier
    assert rolled(table).defence.value == 12  # the limit on bonuses does not touch it (ruling R15)


@pytest.mark.rule("newworld.attack.9")
def test_attack_9_the_table_of_modifiers_is_the_ledgers_and_is_added_to_the_roll() -> None:
    text = (ROOT / "backend/muster/rulesets/newworld/ledger.yaml").read_text(encoding="utf-8")
    rows = next(r for r in yaml_of(text)["rules"] if r["id"] == "newworld.attack.9")["data"]
    melee, swift, ranged = rows["melee"], rows["swift"], rows["ranged"]
    expected = {
        **rows["all"],
        "charge": melee["charge"],
        "all_out_attack": melee["all_out_attack"],
        "feint_won": melee["feint_won"],
        "target_ran_melee": melee["target_ran"],
        "target_ran_ranged": ranged["target_ran"],
        "swift": swift["both"],
        "two_weapons_main": swift["two_weapons_main"],
        "two_weapons_off": swift["two_weapons_off"],
        "swift_other_foe": swift["second_attack_other_foe"],
        "one_band_beyond": ranged["one_band_beyond"],
        "foe_in_reach": ranged["foe_in_reach_distant_target"],
        "into_melee": ranged["into_melee_with_ally"],
    }
    assert expected == ATTACK_TABLE
    assert (melee["higher_ground_or_mounted"], melee["outnumbering_each_beyond_first"]) == (1, 1)
    assert melee["outnumbering_max"] == 3
    scene = duel(aim="next_turn", fatigue=1)
    scene.red("bob", (4, 3))
    table = scene.turn("ann", dice=[3, 4, 1])
    table.answer("blue", "all-out:bob:ann/sabre/0")
    assert parts(rolled(table).attack)[2:] == [("attack.4", -1), ("action.1", 1), ("action.9", 2)]


@pytest.mark.rule("newworld.attack.10")
def test_attack_10_at_melee_range_a_pistol_is_fired_with_ranged_skill_against_ranged_defence() -> None:
    scene = FightScene("...", ".1.", "...")
    scene.blue("ann", (1, 1), melee=6, ranged=2, hands=["pistol"])
    scene.blue("cat", (2, 1))
    scene.red("bob", (1, 2), melee_defence=5, ranged_defence=13)
    table = scene.turn("ann", dice=[3, 6, 1])
    table.answer("blue", "shoot:bob:ann/pistol/0")
    assert parts(rolled(table).attack) == [("attack.1", 2), ("attack.1", 1), ("range.13", -1)]
    assert (rolled(table).defence.value, rolled(table).hit) == (13, False)


def test_attack_10_everything_else_at_melee_range_uses_melee_skill_against_melee_defence() -> None:
    scene = duel(melee=6, ranged=2, hands=["musket"])
    scene.red("bob", (4, 3), melee_defence=9, ranged_defence=13)
    table = scene.turn("ann", dice=[3, 4, 1])
    assert "shoot:bob:ann/musket/0" not in table.offers("blue")
    table.answer("blue", "attack:bob:ann/musket/0")
    assert parts(rolled(table).attack) == [("attack.1", 6), ("attack.1", 1)]
    assert rolled(table).defence.value == 9


@pytest.mark.rule("newworld.attack.8")
@pytest.mark.parametrize("target", ["bob", "bob-horse"])
def test_attack_8_a_run_in_the_saddle_counts_against_rider_and_mount(target: str) -> None:
    scene = FightScene()
    scene.blue("ann", (3, 3), hands=["sabre"])
    scene.blue("cat", (1, 7), hands=["longbow"])
    scene.red("bob", (4, 3), mounted=True, stances=("ran",))
    blow = scene.turn("ann").option("blue", f"attack:{target}:ann/sabre/0").odds
    assert blow is not None
    assert part(blow.totals[0], "attack.8") == 2
    shot = scene.turn("cat").option("blue", f"shoot:{target}:cat/longbow/0").odds
    assert shot is not None
    assert part(shot.totals[0], "attack.8") == -2
