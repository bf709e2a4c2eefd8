"""How many dice a shot has (6.1.1 to 6.1.3, 8.2), and a point-blank pistol (6.7b)."""

from typing import Any, get_args

import pytest

from muster.rulesets.baroque.cards import BU, Weapon
from muster.rulesets.baroque.queries.firing_dice import Shot, firing_dice, firing_odds, pistol_dice
from muster.rulesets.baroque.queries.firing_table import (
    SHOOTING,
    Band,
    band_of,
    longest_range,
    shooting_weapon,
    table_dice,
)
from muster.rulesets.baroque.queries.shooting import moves_freely
from tests.rulesets.baroque.scenes import BattleScene, parts

BANDS: tuple[Band, ...] = get_args(Band)
ART: tuple[Weapon, ...] = ("art_a", "art_b", "art_c", "art_d", "art_e")
TABLE: dict[Weapon, list[int | None]] = {
    "musket": [2, 1, -2, None],
    "arquebus": [1, 0, None, None],
    "bow": [-2, -3, None, None],
    "pistol_carbine": [-1, None, None, None],
    "art_a": [3, 2, 1, 1],
    "art_b": [3, 2, 1, None],
    "art_c": [2, 1, 0, None],
    "art_d": [None, 2, 2, 1],
    "art_e": [None, 1, 1, None],
}


def shot(
    weapon: Weapon = "musket",
    band: Band = "short",
    *,
    shooter: dict[str, Any] | None = None,
    target: dict[str, Any] | None = None,
    **facts: Any,
) -> tuple[int, list[tuple[str, int]]]:
    """The dice of a shot of plain units (VBU 6), and its parts without VBU and the table's."""
    scene = BattleScene()
    own = scene.blue("own", (5, 9), weapons=[weapon], **(shooter or {}))
    foe = scene.red("foe", (5, 7), **(target or {}))
    total = firing_dice(scene.state, Shot(own, foe, weapon, band, **facts))
    assert total is not None
    return total.value, [p for p in parts(total) if p[0] not in ("6.1.1a", "6.1.2")]


# ------------------------------------------------------------------------------------------------ the table
@pytest.mark.rule("baroque.6.1.2")
def test_6_1_2_the_table_of_weapons_and_ranges() -> None:
    assert {weapon: [table_dice(weapon, band) for band in BANDS] for weapon in TABLE} == TABLE
    scene = BattleScene()
    own, foe = scene.blue("own", (5, 9)), scene.red("foe", (5, 7))
    assert firing_dice(scene.state, Shot(own, foe, "musket", "extreme")) is None
    assert firing_odds(scene.state, Shot(own, foe, "art_d", "point_blank")) is None
    assert [longest_range(w) // BU for w in TABLE] == [4, 2, 2, 1, 8, 4, 4, 8, 4]


@pytest.mark.rule("baroque.6.1.2a")
def test_6_1_2a_bands_include_their_upper_limit_and_one_unit_more() -> None:
    distances = [0, 601, 602, 1201, 1202, 2401, 2402, 4801, 4802]
    assert [band_of(d) for d in distances] == [
        "point_blank",
        "point_blank",
        "short",
        "short",
        "long",
        "long",
        "extreme",
        "extreme",
        None,
    ]


@pytest.mark.rule("baroque.6.1c", "baroque.6.1.2b")
def test_6_1c_no_missile_weapon_no_shot_and_a_point_blank_pistol_is_none() -> None:
    scene = BattleScene()
    cards = [
        scene.state.card(scene.blue(f"u{n}", (5, 5), weapons=weapons))
        for n, weapons in enumerate(
            ([], ["pike"], ["point_blank_pistol"], ["pistol_carbine", "point_blank_pistol"])
        )
    ]
    assert [shooting_weapon(card) for card in cards] == [None, None, None, "pistol_carbine"]
    assert set(SHOOTING) == set(TABLE)


# ------------------------------------------------------------------------------------------------ modifiers
@pytest.mark.rule("baroque.6.1.1a")
def test_6_1_1a_dice_are_vbu_and_the_table_and_at_least_one() -> None:
    assert shot(shooter={"lost": 2}) == (5, [])
    assert shot("pistol_carbine", "point_blank", shooter={"vbu": 1}) == (1, [])


@pytest.mark.rule("baroque.6.1.3.1")
def test_6_1_3_1_the_shooting_modifier_comes_off() -> None:
    assert shot(shooter={"sm": -3}) == (4, [("6.1.3.1", -3)])


@pytest.mark.rule("baroque.6.1.3.2a")
def test_6_1_3_2a_each_movement_action_costs_a_die() -> None:
    assert shot(moves=2) == (5, [("6.1.3.2a", -2)])


@pytest.mark.rule("baroque.6.1.3.2c")
@pytest.mark.parametrize("kind", ["SP", "RE", "S", "CL"])
def test_6_1_3_2c_free_movers_lose_none(kind: str) -> None:
    assert shot(moves=2, shooter={"type": kind}) == (7, [])


@pytest.mark.rule("baroque.6.1.3.4", "baroque.2.5.3a", "baroque.2.5.3c")
def test_6_1_3_4_a_disordered_shooter_still_shoots_with_1_die_less() -> None:
    assert shot(shooter={"disordered": True}) == (6, [("6.1.3.4", -1)])


@pytest.mark.rule("baroque.6.1.3.5")
@pytest.mark.parametrize("kind", ["S", "CL", "ART"])
def test_6_1_3_5_light_targets_cost_1(kind: str) -> None:
    assert shot(target={"type": kind}) == (6, [("6.1.3.5", -1)])
    assert shot(target={"type": "T"}) == (7, [])


@pytest.mark.rule("baroque.6.1.3.6a", "baroque.6.1.3.6b", "baroque.6.1.3.7")
def test_6_1_3_6_cover_and_evasion_cost_1_each() -> None:
    assert shot(edge=True) == (6, [("6.1.3.6a", -1)])
    assert shot(behind=True) == (6, [("6.1.3.6b", -1)])
    assert shot(evading=True) == (6, [("6.1.3.7", -1)])


@pytest.mark.parametrize("weapon", ART)
def test_6_1_3_6_cover_does_not_help_against_artillery(weapon: Weapon) -> None:
    assert shot(weapon, edge=True, behind=True)[1] == []


@pytest.mark.rule("baroque.6.1.3.8", "baroque.2.3.1b")
def test_2_3_1b_cannons_gain_1_against_the_massed_and_howitzers_none() -> None:
    gained = {w: shot(w, target={"type": "LTE", "massed": True})[1] for w in (*ART, "musket")}
    assert {w for w, found in gained.items() if found == [("6.1.3.8", 1)]} == {"art_a", "art_b", "art_c"}
    assert [found for found in gained.values() if found != [("6.1.3.8", 1)]] == [[], [], []]


@pytest.mark.rule("baroque.6.1.3.9")
def test_6_1_3_9_all_modifiers_add_up() -> None:
    value, found = shot(moves=1, behind=True, evading=True, shooter={"disordered": True, "sm": -1})
    assert (value, len(found)) == (7 - 5, 5)


@pytest.mark.rule("baroque.8.2.1")
def test_8_2_1_regimental_artillery_adds_1() -> None:
    assert shot(shooter={"traits": ["regimental_artillery"]}) == (8, [("8.2.1", 1)])


@pytest.mark.rule("baroque.8.2.3a")
def test_8_2_3a_a_cuirass_takes_2_from_bows_1_from_firearms_and_none_from_artillery() -> None:
    taken = {
        w: shot(w, "short" if w in ART else "point_blank", target={"traits": ["cuirass"]})[1] for w in TABLE
    }
    assert taken == {w: [] if w in ART else [("8.2.3a", -2 if w == "bow" else -1)] for w in TABLE}


@pytest.mark.rule("baroque.6.4a")
def test_6_4a_cannons_lose_1_over_friends_and_howitzers_none() -> None:
    assert shot("art_a", indirect=True)[1] == [("6.4a", -1)]
    assert shot("art_d", indirect=True)[1] == []


@pytest.mark.rule("baroque.6.3.3b", "baroque.6.9a", "baroque.6.1.1a")
def test_6_1_1a_each_halving_is_rounded_up_after_everything_is_added() -> None:
    assert shot(limited=True) == (4, [("6.3.3b", -3)])
    assert shot(limited=True, through=True) == (2, [("6.3.3b", -3), ("6.9a", -2)])
    assert shot(limited=True, through=True, shooter={"vbu": 1, "sm": -2}) == (1, [("6.1.3.1", -2)])


# ------------------------------------------------------------------------------------------------ pistols
@pytest.mark.rule("baroque.6.7b", "baroque.8.2.3a")
def test_6_7b_a_pistol_has_3_dice_less_1_for_disorder_and_1_against_a_cuirass() -> None:
    scene = BattleScene()
    ready = scene.blue("ready", (5, 9), type="TR", lost=3)
    disordered = scene.blue("disordered", (8, 9), type="TR", disordered=True)
    plain = scene.red("plain", (5, 8), type="S")
    armoured = scene.red("armoured", (8, 8), type="TR", traits=["cuirass"])
    dice = [
        pistol_dice(scene.state, user, foe).value for user in (ready, disordered) for foe in (plain, armoured)
    ]
    assert dice == [3, 2, 2, 1]


# ------------------------------------------------------------------------------------------------ odds
def test_the_odds_of_a_shot_count_pairs_of_5s_and_the_first_volley() -> None:
    scene = BattleScene()
    own = scene.blue("own", (5, 9), vbu=1, weapons=["musket"], used=("volley",))
    foe = scene.red("foe", (5, 7))
    odds = firing_odds(scene.state, Shot(own, foe, "musket", "short"))
    assert odds is not None
    # two dice: no hit unless a 6 falls (11 of 36) or two 5s (1 of 36)
    assert (odds.chance, [(b.total, b.chance) for b in odds.bars]) == (3333, [(0, 6667), (1, 3056), (2, 278)])
    scene.state.change(own, used=())
    fresh = firing_odds(scene.state, Shot(own, foe, "musket", "short"))
    assert fresh is not None
    # neither a 6 nor two 5s in 24 of 36 throws, and then both dice again
    assert fresh.chance == 10_000 - round(10_000 * (24 / 36) ** 2)


# ------------------------------------------------------------------------------------------------ the book's examples
@pytest.mark.rule("baroque.6.1.2", "baroque.6.9a")
def test_r2_a_musket_at_4_bu_loses_2_dice_so_that_4_vbu_shoot_through_a_screen_with_1() -> None:
    assert band_of(4 * BU) == "long"
    assert shot(band="long", through=True, shooter={"vbu": 4}) == (1, [("6.9a", -1)])


@pytest.mark.rule("baroque.6.1.3.2c")
def test_r62_sipahis_pay_no_die_for_a_charge_that_they_plan() -> None:
    scene = BattleScene()
    unit = scene.blue("sipahis", (5, 9), type="SP", weapons=["bow"])
    assert moves_freely(scene.state, unit)
    foot = scene.blue("foot", (9, 9), weapons=["musket"])
    assert not moves_freely(scene.state, foot)
