"""Every fault of a roster, with the limit that it breaks (2.1, 2.7.1c, list.1 to list.6)."""

from typing import Any

import pytest

from muster.engine.refusals import Refusal
from muster.rulesets.baroque.armies import check as checking
from muster.rulesets.baroque.armies.check import check, legal_army
from muster.rulesets.baroque.armies.roster import roster_of
from tests.rulesets.baroque.armies.rosters import army, fault, one_row, problems, ready, units


def codes(body: dict[str, Any]) -> list[str]:
    """What is wrong with a roster, in short."""
    return [p.code for p in problems(body)]


def split(*sizes: int) -> dict[str, Any]:
    """The Catholic army of 600 points, its units dealt out anew to so many commands of these sizes."""
    body = ready("catholic-600")
    foot = [u for c in body["commands"] for u in c["units"]]
    body["commands"] = []
    for n, size in enumerate(sizes):
        taken, foot = foot[:size], foot[size:]
        body["commands"].append({"label": f"C{n + 1}", "level": "Poor", "cinc": n == 0, "units": taken})
    return body


# ------------------------------------------------------------------------------------------------ commands
@pytest.mark.rule("baroque.2.1a")
def test_2_1a_an_army_has_three_or_four_commands() -> None:
    assert codes(split(6, 2, 3)) == []
    assert codes(split(5, 2, 2, 2)) == []
    for sizes in ((9, 2), (5, 2, 2, 1, 1)):
        found = fault(split(*sizes))
        assert (found.code, found.rule) == ("commands", "baroque.2.1a")
        assert found.numbers == {"commands": len(sizes), "least": 3, "most": 4}
        assert "3 or 4 commands" in found.text


@pytest.mark.rule("baroque.list.6")
def test_list_6_a_small_game_has_one_command_with_one_leader() -> None:
    body = ready("swedish-300")
    command = body["commands"][0]
    body["commands"] = [
        {**command, "units": command["units"][:2], "level": "Poor"},
        {**command, "units": command["units"][2:], "cinc": False, "level": "Poor"},
    ]
    found = fault(body)
    assert (found.rule, found.numbers) == ("baroque.list.6", {"commands": 2, "least": 1, "most": 1})
    assert codes(ready("swedish-300")) == []


@pytest.mark.rule("baroque.2.1b")
def test_2_1b_a_command_may_be_one_unit_but_not_none_and_not_artillery_only() -> None:
    body = split(8, 2, 1)
    assert codes(body) == []
    body["commands"].append({"label": "Empty", "level": "Incompetent", "units": []})
    found = fault(body)
    assert (found.code, found.rule, found.where) == ("empty_command", "baroque.2.1b", ("commands", 3))
    body["commands"][3]["units"] = units("medium_cannon")
    body["commands"][0]["level"] = "Incompetent"
    body["commands"][1]["level"] = "Incompetent"
    assert codes(body) == ["artillery_only"]
    body["commands"][3]["units"] += body["commands"][0]["units"][:1]
    body["commands"][0]["units"] = body["commands"][0]["units"][1:]
    assert codes(body) == []


@pytest.mark.rule("baroque.2.1c")
@pytest.mark.parametrize("chiefs", [0, 2, 3])
def test_2_1c_exactly_one_leader_is_the_commander_in_chief(chiefs: int) -> None:
    body = split(6, 2, 3)
    for n, command in enumerate(body["commands"]):
        command["cinc"] = n < chiefs
    found = fault(body)
    assert (found.rule, found.numbers) == ("baroque.2.1c", {"cinc": chiefs})


@pytest.mark.rule("baroque.2.7.1c")
def test_2_7_1c_no_printed_list_allows_a_charismatic_leader() -> None:
    body = army("swedish", "latta_ryttare", "reiters_re", "swedish_foot", "light_cannon")
    body["commands"][0]["level"] = "Charismatic"
    found = fault(body)
    assert (found.rule, found.where) == ("baroque.2.7.1c", ("commands", 0, "level"))
    assert "this list allows none" in found.text


@pytest.mark.rule("baroque.2.7.1c")
def test_2_7_1c_where_a_list_allows_one_he_is_the_commander_in_chief() -> None:
    free = one_row(charismatic="true")
    body = split(6, 2, 3)
    body["commands"][0]["level"] = "Charismatic"
    assert list(checking.leader_problems(roster_of(body), free)) == []
    body["commands"][1]["level"] = "Charismatic"
    (found,) = checking.leader_problems(roster_of(body), free)
    assert found.where == ("commands", 1, "level")
    assert "only the Commander-in-Chief" in found.text


@pytest.mark.rule("baroque.list.4")
def test_list_4_a_list_names_the_two_structures_that_it_may_buy() -> None:
    body = ready("swedish-300")
    body["exploration"] = 0
    body["sc"] = "Poor"
    found = fault(body)
    assert (found.rule, found.where) == ("baroque.list.4", ("sc",))
    assert "Average or Good" in found.text


# ------------------------------------------------------------------------------------------------ lines
@pytest.mark.rule("baroque.list.1")
def test_list_1_a_line_has_its_least_and_its_most_and_alternatives_share_the_count() -> None:
    body = ready("swedish-600")
    body["commands"][0]["units"] = units("swedish_foot", "mercenary_foot", "light_cannon")
    found = fault(body)
    assert (found.code, found.rule) == ("too_few", "baroque.list.1")
    assert found.numbers == {"line": 6, "count": 1, "least": 2, "most": 10}
    assert found.text == "Swedish Foot or Swedish Foot Veterans: 1, but at least 2 must be taken."
    body["commands"][0]["units"] += units("swedish_foot_veterans")
    assert codes(body) == []
    body["commands"][0]["units"] += units("medium_cannon", *["light_cannon"] * 3)
    found = fault(body)
    assert (found.code, found.numbers) == ("too_many", {"line": 8, "count": 5, "least": 1, "most": 4})


@pytest.mark.rule("baroque.list.1")
def test_list_1_the_leasts_are_halved_and_rounded_up_in_a_small_game() -> None:
    small = army("ottoman", "quapukulu_sipahis", "feudal_sipahis_41", "janissaries", "light_cannon")
    found = fault(small)
    assert found.numbers == {"line": 2, "count": 1, "least": 2, "most": 12}
    small["commands"][0]["units"] += units("feudal_sipahis_41")
    assert codes(small) == []
    assert limits(small, 2) == (2, 12)
    assert limits({**small, "budget": 301}, 2) == (3, 12)


def limits(body: dict[str, Any], line: int) -> tuple[int, int]:
    """The least and most of a line for a roster."""
    return next((c.least, c.most) for c in check(roster_of(body)).lines if c.line == line)


@pytest.mark.rule("baroque.list.5")
def test_list_5_from_1000_points_on_leasts_and_mosts_are_doubled() -> None:
    body = ready("swedish-600")
    assert limits({**body, "budget": 999}, 6) == (2, 10)
    assert limits({**body, "budget": 1000}, 6) == (4, 20)
    assert limits({**body, "budget": 1000}, 2) == (0, 2)


# ------------------------------------------------------------------------------------------------ options
@pytest.mark.rule("baroque.list.3")
@pytest.mark.parametrize(("riders", "may"), [(2, 0), (3, 1), (5, 1), (6, 2)])
def test_list_3_a_share_of_the_units_is_rounded_down(riders: int, may: int) -> None:
    def with_option(count: int) -> dict[str, Any]:
        rows = ["cuirassiers+motivated"] * count + ["cuirassiers"] * (riders - count)
        body = army(
            "german_catholic", *rows, "reiters_tr", "foot_lte", "foot_lte", "light_cannon", budget=999
        )
        one, *rest = body["commands"][0]["units"]
        body["commands"] = [
            {"label": "A", "cinc": True, "units": rest[:-2]},
            {"label": "B", "units": [rest[-2]]},
            {"label": "C", "units": [one, rest[-1]]},
        ]
        return body

    assert codes(with_option(may)) == []
    found = fault(with_option(may + 1))
    assert (found.code, found.rule, found.where) == (
        "option_limit",
        "baroque.list.3",
        ("options", "motivated"),
    )
    assert found.numbers == {"count": may + 1, "most": may, "units": riders}


@pytest.mark.rule("baroque.list.3")
def test_list_3_units_changed_by_an_option_and_rows_named_together_count_together() -> None:
    rows = ("foot_62+iron_officers", "foot_47", "cornish_foot", "cavaliers_tr_39", "light_cannon")
    body = army("ecw_royalist", *rows)
    counts = {c.key: (c.count, c.most, c.of) for c in check(roster_of(body)).options}
    assert counts["iron_officers"] == (1, 1, 3)
    body = army("german_catholic", "cuirassiers+no_cuirass", "cuirassiers", "cuirassiers")
    counts = {c.key: (c.count, c.most, c.of) for c in check(roster_of(body)).options}
    assert (counts["no_cuirass"], counts["motivated"]) == ((1, 1, 3), (0, 1, 3))


@pytest.mark.rule("baroque.army.german_catholic")
def test_an_option_for_one_unit_is_for_one_and_one_for_any_has_no_limit() -> None:
    guns = ["light_cannon+master_gunner", "medium_cannon+master_gunner"]
    body = army("german_catholic", "cuirassiers", "reiters_tr", "foot_lte", *guns)
    found = fault(body)
    assert (found.code, found.rule) == ("option_limit", "baroque.army.german_catholic")
    assert found.text == (
        "Master Gunner: 2 of Medium cannon or Light cannon or Heavy cannon or Heavy howitzer or Medium howitzer"
        " have it, 1 may."
    )
    militia = army("german_catholic", "cuirassiers", "reiters_re+massed", "foot_lte", "light_cannon")
    militia["commands"][0]["units"] += units("militia+recruits")
    assert codes(militia) == []


def test_r96_an_option_for_one_unit_stays_one_in_a_large_game() -> None:
    body = army("swedish", "finnish_hakkapelitta+feared", "finnish_hakkapelitta+feared", budget=1000)
    feared = next(c for c in check(roster_of(body)).options if c.key == "feared")
    assert (feared.count, feared.most) == (2, 1)


@pytest.mark.rule("baroque.army.swedish")
def test_rows_and_options_that_a_list_does_not_have_are_named() -> None:
    rows = ("latta_ryttare+recruits", "reiters_tr+massed", "swedish_foot+iron_officers+iron_officers")
    body = army("swedish", *rows, "light_cannon", "hussars")
    found = problems(body)
    assert [(p.code, p.where) for p in found] == [
        ("no_such_option", ("commands", 0, "units", 0)),
        ("option_not_for_unit", ("commands", 0, "units", 1)),
        ("option_twice", ("commands", 0, "units", 2)),
        ("no_such_line", ("commands", 0, "units", 4)),
        ("option_limit", ("options", "iron_officers")),
    ]
    assert {p.rule for p in found} == {"baroque.army.swedish", "baroque.list.3"}
    assert found[1].text == "Reiters (TR) cannot have Massed; it is for Reiters (RE)."
    assert check(roster_of(body)).vdt.value == 0


# ------------------------------------------------------------------------------------------------ budget
@pytest.mark.rule("baroque.list.2")
def test_list_2_everything_together_stays_within_the_budget() -> None:
    body = ready("catholic-300")
    assert codes(body) == []
    found = fault({**body, "exploration": 1})
    assert (found.code, found.rule) == ("budget", "baroque.list.2")
    assert found.numbers == {"points": 301, "budget": 300, "over": 1}


def test_all_faults_are_named_at_once() -> None:
    body = ready("catholic-600")
    body["sc"] = "Poor"
    body["commands"] = body["commands"][:1]
    body["commands"][0]["cinc"] = False
    assert codes(body) == ["commands", "cinc", "too_few", "too_few", "structure"]


# ------------------------------------------------------------------------------------------------ to a match
def refused(body: Any, *, destiny: bool = True) -> Refusal:
    with pytest.raises(Refusal) as caught:
        legal_army("blue", body, budget=300, destiny=destiny)
    return caught.value


def test_a_legal_roster_is_brought_to_a_match_of_its_points() -> None:
    assert legal_army("red", ready("catholic-300"), budget=300, destiny=False).points == 300
    assert refused(ready("catholic-600")).code == "other_budget"


def test_a_roster_with_faults_cannot_be_brought_and_all_are_named() -> None:
    body = ready("catholic-300")
    body["sc"] = "Poor"
    body["commands"][0]["cinc"] = False
    found = refused(body)
    assert (found.code, found.rule) == ("illegal_army", "baroque.2.1c")
    assert "Commander-in-Chief" in found.text
    assert "Average or Good" in found.text


@pytest.mark.rule("baroque.destiny")
def test_destiny_rolls_come_only_where_the_match_plays_with_them() -> None:
    body = {**ready("swedish-300"), "exploration": 0, "destiny": 1}
    assert legal_army("blue", body, budget=300, destiny=True).destiny == 1
    assert refused(body, destiny=False).rule == "baroque.destiny"


@pytest.mark.parametrize(
    "body",
    [None, [], "army", {}, {"army": 3}, {**ready("swedish-300"), "budget": "many"},
     {**ready("swedish-300"), "x": 1}, {**ready("swedish-300"), "destiny": -1}],
)  # fmt: skip
def test_what_is_not_a_roster_is_refused_in_words(body: Any) -> None:
    assert refused(body).code == "bad_roster"


def test_a_roster_of_an_unknown_list_is_refused() -> None:
    assert refused({**ready("swedish-300"), "army": "martian"}).code == "no_such_list"
