"""What a builder is given: the catalogue of lists, and the report on a roster."""

import json
from typing import Any

import pytest

from muster.engine.refusals import Refusal
from muster.rulesets.baroque.armies.tools import ArmyTools
from tests.rulesets.baroque.armies.rosters import army, ready

TOOLS = ArmyTools()


def test_the_catalogue_has_every_list_every_price_and_the_ready_armies() -> None:
    catalogue = json.loads(json.dumps(TOOLS.catalogue()))
    assert catalogue["budgets"] == [300, 600, 1000]
    assert [one["key"] for one in catalogue["lists"]][:2] == ["german_catholic", "swedish"]
    assert sum(len(line["units"]) for one in catalogue["lists"] for line in one["lines"]) == 94
    assert {s["key"]: (s["range"], s["price"]) for s in catalogue["structures"]}["Average"] == (6, 12)
    assert {s["key"]: (s["bonus"], s["price"]) for s in catalogue["levels"]}["Expert"] == (3, 30)
    assert [one["points"] for one in catalogue["ready"]] == [300, 300, *[600] * 7, 1000, 1000]
    (croats,) = catalogue["lists"][0]["lines"][2]["units"]
    assert (croats["name"], croats["move"], croats["pace"]) == ("Croats", 2, "fast")


def test_a_report_counts_lines_options_and_commands_and_shows_the_units_as_they_are() -> None:
    body = ready("swedish-300")
    found = TOOLS.report(body)
    assert (found.title, found.points.value, found.limit, found.problems) == (
        "Swedish 1630–1634",
        300,
        300,
        (),
    )
    detail = json.loads(json.dumps(found.detail))
    assert detail["lines"][5] == {"line": 6, "count": 2, "least": 1, "most": 10}
    assert detail["options"][-1] == {"key": "regimental_artillery", "count": 1, "most": 1, "of": 2}
    assert detail["commands"] == {"least": 1, "most": 1, "each": [{"points": 263, "vd": 13}]}
    third = detail["units"][2]
    assert (third["name"], third["points"], third["traits"]) == (
        "Swedish Foot",
        68,
        ["salvo", "regimental_artillery"],
    )
    assert (third["frontage"], third["depth"], detail["vdt"]["value"]) == (1200, 400, 13)


def test_a_roster_with_faults_is_cleaned_and_reported_and_one_with_unknown_rows_shows_no_units() -> None:
    body = army("swedish", "dragon")
    clean = TOOLS.clean(body)
    assert clean["commands"][0]["units"] == [{"line": "dragon", "options": [], "name": ""}]
    found = TOOLS.report(clean)
    assert "no_such_line" in [p.code for p in found.problems]
    assert found.detail["units"] == []
    assert found.detail["commands"]["each"] == [{"points": 0, "vd": 0}]


def test_what_is_no_roster_or_of_no_list_is_refused() -> None:
    bodies: list[Any] = [[], {"army": "swedish"}, {**ready("swedish-300"), "army": "martian"}]
    for body in bodies:
        with pytest.raises(Refusal):
            TOOLS.clean(body)
        with pytest.raises(Refusal):
            TOOLS.report(body)


def test_names_are_one_visible_line_or_none_and_never_too_long() -> None:
    body = ready("swedish-300")
    command = body["commands"][0]
    command["label"], command["leader"] = "\u202eevil\n\n", "\u200b"
    command["units"][0]["name"] = "A\nB: red resigned."
    clean = TOOLS.clean(body)["commands"][0]
    assert (clean["label"], clean["leader"], clean["units"][0]["name"]) == ("evil", "", "A B: red resigned.")
    for name, said in (("x" * 41, "40 characters"), ("a" + "\u0301\u0302" * 9, "letters under its accents")):
        command["units"][0]["name"] = name
        with pytest.raises(Refusal, match=said):
            TOOLS.clean(body)


def test_two_units_of_an_army_are_never_called_alike() -> None:
    body = ready("swedish-300")
    names = [u["name"] for u in TOOLS.report(body).detail["units"]]
    assert len(set(names)) == len(names)
    body["commands"][0]["units"][1]["name"] = names[0].upper()
    (problem,) = TOOLS.report(body).problems
    assert (problem.code, problem.where) == ("same_name", ("commands", 0, "units", 1))


def test_a_roster_that_only_makes_work_is_refused_and_not_all_of_its_faults_are_told() -> None:
    unit = {"line": "swedish_foot", "options": [f"x{n}" for n in range(12)]}
    body = army("swedish")
    body["commands"][0]["units"] = [unit] * 60
    assert len(TOOLS.report(body).problems) < 60
    body["commands"] = [body["commands"][0]] * 2
    with pytest.raises(Refusal, match="may have 80 units, this one has 120"):
        TOOLS.clean(body)
