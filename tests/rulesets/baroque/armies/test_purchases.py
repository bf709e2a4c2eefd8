"""What an army has beside its units, and what that costs (2.6.2a, 2.7a, 2.8, 2.9a, 8.1.10, destiny)."""

from typing import Any

import pytest

from muster.rulesets.baroque.armies.build import (
    ARMY,
    Baggage,
    Command,
    army_of,
    leadership,
    price_of,
    vdt_of,
)
from muster.rulesets.baroque.armies.lists import army_lists
from muster.rulesets.baroque.armies.roster import ready_armies, roster_of
from tests.rulesets.baroque.armies.rosters import army, fault, problems, ready

SWEDES = ("latta_ryttare", "reiters_re", "swedish_foot", "light_cannon")
"""A legal army of 300 points: 51 + 43 + 64 + 10 = 168."""


def cost(sc: str = "Poor", **more: Any) -> dict[str, int]:
    """The parts of the price of an army of 168 points of units under a Poor leader, structure Poor."""
    body = army("swedish", *SWEDES, sc=sc, **more)
    return {p.label: p.value for p in price_of(roster_of(body)).parts if p.label not in ("Units", "Leaders")}


@pytest.mark.rule("baroque.2.7a")
def test_2_7a_leaders_cost_and_give_what_their_level_says() -> None:
    found: dict[str, tuple[int, int]] = {}
    for level in ("Charismatic", "Expert", "Reliable", "Poor", "Incompetent"):
        body = army("swedish", *SWEDES)
        body["commands"][0]["level"] = level
        parts = {p.label: p.value for p in price_of(roster_of(body)).parts}
        found[level] = (leadership(level), parts.get("Leaders", 0))
    assert found == {
        "Charismatic": (4, 40),
        "Expert": (3, 30),
        "Reliable": (2, 20),
        "Poor": (1, 10),
        "Incompetent": (0, 0),
    }


@pytest.mark.rule("baroque.2.6.2a")
def test_2_6_2a_a_better_command_structure_reaches_further_and_costs_more() -> None:
    ranges = {sc: army_of("blue", roster_of(army("swedish", *SWEDES, sc=sc))).command_range for sc in PRICES}
    assert ranges == {"Good": 10, "Average": 6, "Poor": 2}
    for sc, price in PRICES.items():
        assert cost(sc=sc) == ({f"Command structure, {sc}": price} if price else {})


PRICES = {"Good": 20, "Average": 12, "Poor": 0}


@pytest.mark.rule("baroque.2.8a")
def test_2_8a_every_army_has_one_baggage_element_of_2_by_2_bu() -> None:
    assert army_of("blue", roster_of(army("swedish", *SWEDES))).baggage == Baggage(2, False, 1200, 1200)


@pytest.mark.rule("baroque.2.8b")
def test_2_8b_fortified_baggage_has_vbu_4_for_5_points() -> None:
    assert cost() == {}
    assert cost(fortified=True) == {"Fortified baggage": 5}
    assert army_of("blue", roster_of(army("swedish", *SWEDES, fortified=True))).baggage.vbu == 4


@pytest.mark.rule("baroque.2.9a")
def test_2_9a_five_exploration_dice_cost_1_each_and_five_more_cost_2() -> None:
    prices = [cost(exploration=n).get("Exploration dice", 0) for n in range(11)]
    assert prices == [0, 1, 2, 3, 4, 5, 7, 9, 11, 13, 15]
    assert army_of("blue", roster_of(army("swedish", *SWEDES))).exploration == 1
    assert army_of("blue", roster_of(army("swedish", *SWEDES, exploration=8))).exploration == 9


@pytest.mark.rule("baroque.2.9a")
def test_2_9a_ten_exploration_dice_may_be_bought_and_not_eleven() -> None:
    assert problems(army("swedish", *SWEDES, exploration=10)) == []
    found = fault(army("swedish", *SWEDES, exploration=11))
    assert (found.rule, found.numbers) == ("baroque.2.9a", {"bought": 11, "most": 10})


@pytest.mark.rule("baroque.destiny")
def test_destiny_up_to_three_rolls_cost_5_each() -> None:
    assert cost(destiny=3) == {"Rolls of Destiny": 15}
    assert problems(army("swedish", *SWEDES, destiny=3)) == []
    assert army_of("blue", roster_of(army("swedish", *SWEDES, destiny=3))).destiny == 3
    found = fault(army("swedish", *SWEDES, destiny=4))
    assert (found.rule, found.numbers) == ("baroque.destiny", {"bought": 4, "most": 3})


@pytest.mark.rule("baroque.8.1.10")
def test_8_1_10_prostitutes_cost_10_and_add_2_to_the_demoralisation_value() -> None:
    assert cost(prostitutes=True) == {"Prostitutes": 10}
    without = vdt_of(army_of("blue", roster_of(army("swedish", *SWEDES))))
    with_them = vdt_of(army_of("blue", roster_of(army("swedish", *SWEDES, prostitutes=True))))
    assert (without.value, with_them.value) == (9, 11)


@pytest.mark.rule("baroque.9.1a")
def test_9_1a_the_vdt_is_the_sum_of_the_units_vd() -> None:
    values = {a.key: vdt_of(army_of("red", a.roster)).value for a in ready_armies()}
    assert values == {
        "catholic-300": 13,
        "swedish-300": 13,
        "catholic-600": 26,
        "swedish-600": 28,
        "royalist-600": 23,
        "parliament-600": 24,
        "ottoman-600": 27,
        "polish-600": 27,
        "imperialist-600": 25,
        "catholic-1000": 44,
        "swedish-1000": 46,
    }


def test_the_ready_armies_are_legal_and_use_up_their_points() -> None:
    for one in ready_armies():
        assert problems(ready(one.key)) == []
        assert price_of(one.roster).value == one.roster.budget
    assert [one.key for one in ready_armies()] == [
        "catholic-300",
        "swedish-300",
        "catholic-600",
        "swedish-600",
        "royalist-600",
        "parliament-600",
        "ottoman-600",
        "polish-600",
        "imperialist-600",
        "catholic-1000",
        "swedish-1000",
    ]


def test_every_list_has_a_ready_army_of_600_points() -> None:
    assert {one.roster.army for one in ready_armies() if one.roster.budget == 600} == {
        one.key for one in army_lists()
    }


def test_an_army_knows_its_units_and_commands_by_seat_and_survives_being_written() -> None:
    found = army_of("red", roster_of(ready("swedish-600")))
    assert [c.id for c in found.cards] == [f"red/u{n}" for n in range(1, 12)]
    assert [c.command for c in found.cards] == ["red/1"] * 6 + ["red/2"] * 3 + ["red/3"] * 2
    assert found.commands[1] == Command("red/2", "Right", "Banér", "Reliable", False)
    assert [c.cinc for c in found.commands] == [True, False, False]
    assert (found.points, found.budget, found.list, found.title) == (600, 600, "swedish", "Swedish 1630–1634")
    assert ARMY.validate_json(ARMY.dump_json(found)) == found


def test_a_leader_without_a_name_gets_one_of_his_list_that_nobody_in_the_army_has() -> None:
    body = ready("swedish-600")
    body["commands"][1]["leader"] = "Horn"
    assert [c.leader for c in army_of("red", roster_of(body)).commands] == ["Banér", "Horn", "Torstensson"]


def test_no_two_lists_have_a_leader_of_the_same_name() -> None:
    names = [name for printed in army_lists() for name in printed.leaders]
    assert len(set(names)) == len(names)
