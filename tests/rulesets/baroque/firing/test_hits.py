"""Hits, and dice that are rolled again (6.1.4, 6.1.5, 8.1, 8.2, 7.6j)."""

from collections.abc import Sequence
from itertools import product

import pytest

from muster.engine.ids import Seat
from muster.engine.requests import Confirm
from muster.rulesets.baroque.events.harm import UsedUp
from muster.rulesets.baroque.queries.hits import (
    Again,
    firing_again,
    hits_of,
    low,
    melee_again,
    missed,
    with_dice,
)
from muster.rulesets.baroque.queries.odds import hit_ways
from muster.rulesets.baroque.rules.common import REROLL_WINDOW, Battle
from muster.rulesets.baroque.rules.dice import Hits, Pool, roll_for_hits
from muster.rulesets.baroque.state import State
from tests.kit.table import Table
from tests.rulesets.baroque.scenes import BattleScene

VOLLEY = Again("6.1.5a", "", "volley")


def rolled(scene: BattleScene, pools: Sequence[Pool], *dice: int) -> tuple[Hits, Table[State]]:
    """Roll pools with these dice."""
    found: list[Hits] = []

    async def roll(game: Battle) -> None:
        found.append(await roll_for_hits(game, pools, why="a test"))

    table = scene.run(roll, dice=dice)
    return found[0], table


@pytest.mark.rule("baroque.6.1.4")
@pytest.mark.parametrize(
    ("dice", "hits"),
    [((6, 6, 1), 2), ((5, 5), 1), ((5, 5, 5, 5, 5), 2), ((6, 5, 5, 4), 2)],
)
def test_6_1_4_each_6_and_each_pair_of_5s_is_a_hit(dice: tuple[int, ...], hits: int) -> None:
    scene = BattleScene()
    unit = scene.blue("unit", (5, 5))
    touched = [*dice, 5, 5]  # a pair, so that the rule decides in every row
    assert rolled(scene, [Pool(unit, len(touched))], *touched)[0].hits == hits_of(touched)
    assert hits_of(dice) == hits


def test_6_1_4_an_odd_5_is_nothing() -> None:
    assert hits_of((5, 4, 3)) == 0


@pytest.mark.rule("baroque.6.1.5b")
def test_6_1_5b_everything_is_a_miss_but_6s_and_paired_5s() -> None:
    assert missed((6, 5, 1, 5, 4)) == (2, 4)
    assert missed((5, 6, 5, 5)) == (3,)
    assert missed((5,)) == (0,)


@pytest.mark.rule("baroque.6.1.5a")
def test_6_1_5a_the_first_shot_with_musket_or_arquebus_rolls_its_misses_again() -> None:
    scene = BattleScene()
    unit = scene.blue("unit", (5, 5))
    used = scene.blue("used", (8, 5), used=("volley",))
    assert [firing_again(scene.state, unit, w).misses for w in ("musket", "arquebus", "bow", "art_a")] == [
        "6.1.5a",
        "6.1.5a",
        "",
        "",
    ]
    assert firing_again(scene.state, used, "musket") == Again()
    again = firing_again(scene.state, unit, "musket")
    found, table = rolled(scene, [Pool(unit, 3, again)], 5, 6, 2, 5, 5)
    assert [t.final for t in found.throws] == [(5, 6, 5)]
    assert (found.hits, table.state.units[unit].used) == (2, ("volley",))


def test_6_1_5a_a_first_volley_is_used_up_even_if_every_die_hit() -> None:
    scene = BattleScene()
    unit = scene.blue("unit", (5, 5))
    assert rolled(scene, [Pool(unit, 1, VOLLEY)], 6)[1].event(UsedUp).what == "volley"


def test_6_1_5a_a_player_who_wants_to_be_asked_may_let_the_dice_stand() -> None:
    scene = BattleScene()
    unit = scene.blue("unit", (5, 5))
    found: list[Hits] = []

    async def roll(game: Battle) -> None:
        await game.ask(Seat("blue"), Confirm("Go on"), rule="baroque.6.1.5a", text="Go on?")
        found.append(await roll_for_hits(game, [Pool(unit, 2, VOLLEY)], why="a test"))

    table = scene.run(roll, dice=[1, 6])
    table.match.prefer(Seat("blue"), REROLL_WINDOW, "always")
    table.answer("blue", True)
    assert (
        table.asked("blue").text == "Unit rolled 1, 6. With the first volley the misses may be rolled again."
    )
    assert table.asked("blue").window == REROLL_WINDOW, "the question says which standing answer is about it"
    table.answer("blue", False)
    assert found[0].throws[0].final == (1, 6)


@pytest.mark.rule("baroque.6.1.5c", "baroque.seq.combat-rerolls")
def test_6_1_5c_the_first_volley_comes_before_the_traits() -> None:
    scene = BattleScene()
    unit = scene.blue("unit", (5, 5))
    found, _ = rolled(scene, [Pool(unit, 2, Again("6.1.5a", "8.1.2", "volley"))], 2, 4, 5, 1, 5)
    assert (found.throws[0].second, found.throws[0].final) == ((5, 1), (5, 5))


@pytest.mark.rule("baroque.8.1a")
def test_8_1a_a_die_is_rolled_again_once_by_a_rule() -> None:
    scene = BattleScene()
    unit = scene.blue("unit", (5, 5))
    found, _ = rolled(scene, [Pool(unit, 2, Again("", "8.1.2"))], 1, 2, 2, 6)
    assert found.throws[0].final == (2, 6)


@pytest.mark.rule("baroque.8.1.2", "baroque.8.1.3")
def test_8_1_2_well_trained_shooters_and_master_gunners_roll_1s_and_2s_again() -> None:
    scene = BattleScene()
    foot = scene.blue("foot", (5, 5), traits=["well_trained_shooters"])
    gun = scene.blue("gun", (8, 5), type="ART", traits=["master_gunner"])
    wrong = scene.blue("wrong", (11, 5), traits=["master_gunner"])
    assert firing_again(scene.state, foot, "musket") == Again("6.1.5a", "8.1.2", "volley")
    assert firing_again(scene.state, gun, "art_b") == Again("", "8.1.3")
    assert firing_again(scene.state, wrong, "bow") == Again()


@pytest.mark.rule("baroque.8.1.4a")
def test_8_1_4a_the_motivated_roll_1s_and_2s_again_in_melee() -> None:
    scene = BattleScene()
    unit = scene.blue("unit", (5, 5), traits=["motivated"])
    assert melee_again(scene.state, unit, "") == Again("", "8.1.4a")
    assert firing_again(scene.state, unit, "bow") == Again()


@pytest.mark.rule("baroque.8.2.2")
def test_8_2_2_lances_roll_misses_again_in_the_first_charge_of_any_kind_but_a_pursuit() -> None:
    scene = BattleScene()
    unit = scene.blue("unit", (5, 5), type="GA", weapons=["lance"])
    used = scene.blue("used", (8, 5), type="GA", weapons=["lance"], used=("lance",))
    lances = Again("8.2.2", "", "lance")
    assert [melee_again(scene.state, unit, a) for a in ("charge", "countercharge", "opportunity")] == [
        lances
    ] * 3
    assert [melee_again(scene.state, unit, a) for a in ("pursuit", "")] == [Again()] * 2
    assert melee_again(scene.state, used, "charge") == Again()
    found, table = rolled(scene, [Pool(unit, 2, lances)], 6, 5, 6)
    assert (found.hits, table.state.units[unit].used) == (2, ("lance",))


@pytest.mark.rule("baroque.7.6j")
def test_7_6j_re_rolls_touch_the_units_own_dice_and_then_all_5s_pair() -> None:
    scene = BattleScene()
    main, support = scene.blue("main", (5, 5)), scene.blue("support", (8, 5))
    pools = [Pool(main, 2), Pool(support, 2, Again("", "8.1.4a"))]
    found, _ = rolled(scene, pools, 5, 1, 5, 2, 4)
    assert [t.final for t in found.throws] == [(5, 1), (5, 4)]
    assert found.hits == 1


def test_a_pool_of_no_dice_rolls_none() -> None:
    scene = BattleScene()
    found, _ = rolled(scene, [Pool(scene.blue("unit", (5, 5)), 0)])
    assert (found.hits, found.throws[0].final) == (0, ())


# ------------------------------------------------------------------------------------------------ odds
@pytest.mark.parametrize("misses_again", [False, True])
@pytest.mark.parametrize("low_again", [False, True])
def test_the_ways_of_hits_are_those_of_all_throws(misses_again: bool, low_again: bool) -> None:
    """Every throw of two dice, with every throw of what is rolled again, against the formula."""
    count = 2
    expected = [0.0] * (count + 1)
    for dice in product(range(1, 7), repeat=count):
        for weight, second in _again(dice, missed(dice) if misses_again else ()):
            for more, final in _again(second, low(second) if low_again else ()):
                expected[hits_of(final)] += weight * more / 36
    ways = hit_ways(count, misses_again=misses_again, low_again=low_again)
    assert [round(w / sum(ways), 9) for w in ways] == [round(e, 9) for e in expected]


def _again(dice: tuple[int, ...], places: tuple[int, ...]) -> list[tuple[float, tuple[int, ...]]]:
    throws = list(product(range(1, 7), repeat=len(places)))
    return [(1 / len(throws), with_dice(dice, places, new)) for new in throws]
