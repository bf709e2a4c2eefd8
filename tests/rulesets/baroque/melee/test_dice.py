"""How many dice a unit and a side have in melee (7.3 to 7.6), and who loses (7.5.2)."""

from typing import Any

import pytest

from muster.rulesets.baroque.queries.cohesion import Outcome
from muster.rulesets.baroque.queries.melee_dice import (
    Fighter,
    Loser,
    loser,
    melee_dice,
    no_impetus,
    side_dice,
    support_dice,
)
from tests.rulesets.baroque.scenes import BattleScene, parts


def _numbers(given: dict[str, Any] | None, **others: Any) -> dict[str, Any]:
    return {"type": "T", **others, **(given or {})}


def fight(
    own: dict[str, Any] | None = None, foe: dict[str, Any] | None = None, **facts: Any
) -> tuple[int, list[tuple[str, int]]]:
    """The dice of a plain unit (VBU 6, I 3) in melee with another, and the parts without its VBU."""
    scene = BattleScene()
    unit = scene.blue("own", (5, 9), **_numbers(own, impetus=3))
    other = scene.red("foe", (5, 8), **_numbers(foe))
    total = melee_dice(scene.state, Fighter(unit, (other,), **facts))
    assert parts(total)[0] == ("7.5a", scene.state.vbu(unit))
    return total.value, parts(total)[1:]


def denied(own: dict[str, Any] | None = None, foe: dict[str, Any] | None = None, **facts: Any) -> str:
    """The rule that denies a charging unit its impetus."""
    scene = BattleScene()
    unit = scene.blue("own", (5, 9), **_numbers(own, impetus=3))
    other = scene.red("foe", (5, 8), **_numbers(foe))
    facts.setdefault("arrival", "charge")
    fighter = Fighter(unit, (other,), **facts)
    reason = no_impetus(scene.state, fighter)
    bonus = [p for p in parts(melee_dice(scene.state, fighter)) if p[0] == "7.3a"]
    assert bool(bonus) is (reason is None)
    return "" if reason is None else reason.rule.removeprefix("baroque.")


# ------------------------------------------------------------------------------------------------ impetus
@pytest.mark.rule("baroque.7.3a", "baroque.7.5a")
@pytest.mark.parametrize("arrival", ["charge", "opportunity", "pursuit"])
def test_7_3a_whoever_charges_adds_its_impetus_in_the_first_phase(arrival: str) -> None:
    assert fight(arrival=arrival) == (9, [("7.3a", 3)])
    assert fight() == (6, [])


@pytest.mark.rule("baroque.5.4.3g")
def test_5_4_3g_so_does_whoever_countercharges() -> None:
    assert fight(arrival="countercharge") == (9, [("7.3a", 3)])


@pytest.mark.rule("baroque.2.5.1b")
def test_2_5_1b_an_exhausted_unit_has_none() -> None:
    assert denied({"lost": 4}) == "2.5.1b"
    assert denied({"lost": 3}) == ""


@pytest.mark.rule("baroque.7.3e", "baroque.5.4.2f")
def test_7_3e_nor_a_pursuer_that_did_not_move_or_a_charger_that_was_stopped() -> None:
    assert denied(arrival="pursuit", moved=False) == "7.3e"
    assert denied(arrival="pursuit") == ""
    assert denied(interrupted=True) == "5.4.2f"


@pytest.mark.rule("baroque.7.3b")
@pytest.mark.parametrize("kind", ["PK", "P&M", "ETE", "LTE"])
def test_7_3b_mounted_have_none_against_pikes(kind: str) -> None:
    assert denied({"type": "TR"}, {"type": kind}) == "7.3b"
    assert denied({"type": "TR"}, {"type": "WB"}) == ""
    assert denied({"type": "WB"}, {"type": kind}) == ""


@pytest.mark.rule("baroque.7.3c")
def test_7_3c_foot_has_it_against_foot_alone() -> None:
    assert denied({"type": "WB"}, {"type": "TR"}) == "7.3c"
    assert denied({"type": "DR"}, {"type": "TR"}) == "7.3c"
    assert denied({"type": "WB"}, {"type": "DR"}) == ""


@pytest.mark.rule("baroque.7.3d")
def test_7_3d_a_support_unit_denies_it_too() -> None:
    scene = BattleScene()
    horse = scene.blue("horse", (5, 9), type="TR")
    shot, pikes = scene.red("shot", (5, 8), type="T"), scene.red("pikes", (7, 8))
    assert no_impetus(scene.state, Fighter(horse, (shot,), "charge")) is None
    reason = no_impetus(scene.state, Fighter(horse, (shot, pikes), "charge"))
    assert reason is not None
    assert reason.text == "Pikes of Pikes."


@pytest.mark.rule("baroque.7.3f", "baroque.3.1.4k", "baroque.7.3g")
@pytest.mark.parametrize("kind", ["TR", "WB"])
def test_7_3f_the_ground_denies_it(kind: str) -> None:
    own = {"type": kind}
    assert denied(own, foe_deep=True) == "7.3f"
    assert denied(own, foe_defends=True) == "7.3f"
    assert denied(own, over=True) == "3.1.4k"
    assert denied({"type": "TR"}, rough=True) == "7.3g"
    assert denied({"type": "WB"}, rough=True) == ""


@pytest.mark.rule("baroque.2.8d")
def test_2_8d_fortified_baggage_denies_it_and_open_baggage_does_not() -> None:
    for fortified in (True, False):
        scene = BattleScene()
        horse = scene.blue("horse", (5, 9), type="TR")
        baggage = scene.baggage("red", (5, 8), fortified=fortified)
        assert (no_impetus(scene.state, Fighter(horse, (baggage,), "charge")) is not None) is fortified


# ------------------------------------------------------------------------------------------------ modifiers
@pytest.mark.rule("baroque.7.4a", "baroque.2.5.1c")
def test_7_4a_a_fresh_unit_adds_its_melee_modifier_charging_or_not() -> None:
    assert fight({"mm": 2}) == (8, [("7.4a", 2)])
    assert fight({"mm": 2, "lost": 4}) == (2, [])


@pytest.mark.rule("baroque.7.5a", "baroque.2.6.1f")
def test_2_6_1f_an_attached_leader_adds_a_die() -> None:
    scene = BattleScene()
    unit, foe = scene.blue("own", (5, 9)), scene.red("foe", (5, 8))
    scene.leader("blue/1", unit=unit)
    assert melee_dice(scene.state, Fighter(unit, (foe,))).value == 7


@pytest.mark.rule("baroque.7.4b", "baroque.2.5.3a")
def test_7_4b_disorder_costs_1() -> None:
    assert fight({"disordered": True}) == (5, [("7.4b", -1)])


@pytest.mark.rule("baroque.7.4c", "baroque.7.2.3b", "baroque.7.2.3c")
def test_7_4c_so_does_contact_on_flank_or_rear_but_not_for_an_early_tercio() -> None:
    assert fight(flank=True) == (5, [("7.4c", -1)])
    assert fight({"type": "ETE"}, flank=True) == (6, [])


@pytest.mark.rule("baroque.7.4d")
@pytest.mark.parametrize("kind", ["TR", "PK", "P&M", "ETE", "LTE"])
def test_7_4d_difficult_terrain_costs_mounted_pikes_and_tercios_2(kind: str) -> None:
    assert fight({"type": kind}, difficult=True) == (4, [("7.4d", -2)])
    assert fight({"type": "WB"}, difficult=True) == (6, [])


@pytest.mark.rule("baroque.7.4e")
def test_7_4e_an_obstacle_costs_charging_mounted_2_and_adds_to_difficult_terrain() -> None:
    horse = {"type": "TR"}
    assert fight(horse, foe_defends=True, arrival="charge") == (4, [("7.4e", -2)])
    assert fight(horse, foe_defends=True, arrival="charge", difficult=True)[0] == 2
    assert fight(horse, foe_defends=True, arrival="pursuit") == (6, [])
    assert fight(horse, foe_defends=True) == (6, [])
    assert fight(foe_defends=True, arrival="charge") == (6, [])


@pytest.mark.rule("baroque.8.1.5a", "baroque.8.1.5c")
def test_8_1_5_feared_enemies_cost_the_main_unit_one_die_in_all() -> None:
    scene = BattleScene()
    main, support = scene.blue("main", (5, 9)), scene.blue("support", (7, 9))
    foes = tuple(scene.red(f"foe{n}", (5 + n, 8), traits=["feared"]) for n in range(2))
    plain = scene.red("plain", (9, 8))
    assert melee_dice(scene.state, Fighter(main, (plain, foes[0]))).value == 5
    assert melee_dice(scene.state, Fighter(main, foes)).value == 5
    assert melee_dice(scene.state, Fighter(support, foes, main=False)).value == 6


# ------------------------------------------------------------------------------------------------ sides
@pytest.mark.rule("baroque.7.6f")
def test_7_6f_support_is_half_of_the_full_dice_rounded_up() -> None:
    assert [support_dice(full) for full in (-2, 0, 1, 2, 5, 6)] == [1, 1, 1, 1, 3, 3]
    scene = BattleScene()
    main, foe = scene.blue("main", (5, 9)), scene.red("foe", (5, 8))
    support = scene.blue("support", (7, 9), disordered=True)
    sides = side_dice(scene.state, Fighter(main, (foe,)), [Fighter(support, (foe,), main=False)])
    assert (sides.total.value, sides.pools) == (9, ((main, 6), (support, 3)))
    assert parts(sides.total) == [("7.5a", 6), ("7.6f", 3)]


@pytest.mark.rule("baroque.7.5a")
def test_7_5a_a_side_rolls_one_die_at_least() -> None:
    scene = BattleScene()
    main = scene.blue("main", (5, 9), type="TR", vbu=1, disordered=True)
    foe = scene.red("foe", (5, 8), type="T")
    fighter = Fighter(main, (foe,), flank=True, difficult=True)
    alone = side_dice(scene.state, fighter)
    assert (alone.total.value, alone.pools) == (1, ((main, 1),))
    help_ = scene.blue("help", (7, 9))
    helped = side_dice(scene.state, fighter, [Fighter(help_, (foe,), main=False)])
    assert (helped.total.value, helped.pools) == (1, ((main, 0), (help_, 1)))


# ------------------------------------------------------------------------------------------------ who loses
@pytest.mark.rule("baroque.7.5.2a")
@pytest.mark.parametrize(
    ("first", "second", "result"),
    [
        (Outcome(False, 2, 0), Outcome(False, 1, 0), "first"),
        (Outcome(True, 0, 1), Outcome(False, 1, 0), "second"),
    ],
)
def test_7_5_2a_the_one_that_failed_by_more_loses_and_accumulation_does_not_count(
    first: Outcome, second: Outcome, result: Loser
) -> None:
    assert loser(first, second, spent=(False, False)) == result


def test_7_5_2a_equal_losses_are_a_draw() -> None:
    assert loser(Outcome(False, 2, 0), Outcome(False, 2, 0), spent=(False, False)) == ""


@pytest.mark.rule("baroque.7.5.2b")
def test_7_5_2b_a_routed_unit_loses_whatever_the_losses_and_both_may() -> None:
    more, less = Outcome(False, 3, 0), Outcome(True, 0, 1)
    assert loser(more, less, spent=(False, True)) == "second"
    assert loser(more, less, spent=(True, False)) == "first"
    assert loser(more, less, spent=(True, True)) == "both"
