"""The seven printed lists are data, and the same as the ledger gives them (army.*)."""

from importlib.resources import files
from typing import Any, Final

import pytest

from muster.engine.refusals import Refusal
from muster.engine.tables import yaml_of
from muster.rulesets.baroque.armies.files import TableError, shipped
from muster.rulesets.baroque.armies.lists import LIST_KEYS, ArmyList, army_list, army_lists, read_list

LEDGER: Final = yaml_of(files("muster.rulesets.baroque").joinpath("ledger.yaml").read_text(encoding="utf-8"))
DATA: Final[dict[str, Any]] = {
    rule["data"]["list"]: rule["data"] for rule in LEDGER["rules"] if rule["id"].startswith("baroque.army.")
}
GUNS: Final = {
    "art_a": "Heavy cannon",
    "art_b": "Medium cannon",
    "art_c": "Light cannon",
    "art_d": "Heavy howitzer",
    "art_e": "Medium howitzer",
}

ALL_LISTS: Final = [pytest.param(key, marks=pytest.mark.rule(f"baroque.army.{key}")) for key in LIST_KEYS]


def printed_rows(data: dict[str, Any]) -> list[dict[str, Any]]:
    """The rows of the ledger in the words of our tables."""
    found: list[dict[str, Any]] = []
    for row in data["units"]:
        notes = ["pistol_carbine" if n == "pistol" else n for n in row["notes"]]
        weapons = [n.lower() for n in notes if n.lower() in GUNS or n in WEAPONS]
        gun = next((GUNS[w] for w in weapons if w in GUNS), None)
        least, most = map(int, row["nr"].split("-"))
        found.append(
            {
                "line": row["line_no"],
                "least": least,
                "most": most,
                "name": gun or row["name"],
                "type": row["type"],
                "move": row["M"],
                "vbu": row["VBU"],
                "impetus": row["I"],
                "discipline": row["D"],
                "vd": row["VD"],
                "points": row["pts"],
                "weapons": tuple(weapons),
                "sm": next((int(n[2:]) for n in notes if n.startswith("SM")), 0),
                "mm": next((int(n[2:]) for n in notes if n.startswith("MM")), 0),
                "massed": "massed" in notes,
                "traits": tuple(n for n in notes if n in ("cuirass", "salvo", "hardened")),
            }
        )
    return found


WEAPONS: Final = {"pike", "musket", "arquebus", "bow", "pistol_carbine", "point_blank_pistol", "lance"}


def our_rows(printed: ArmyList) -> list[dict[str, Any]]:
    """The rows of a list of ours, without their keys."""
    return [
        {
            "line": line.line,
            "least": line.least,
            "most": line.most,
            **{k: v for k, v in row.model_dump().items() if k not in ("key", "short")},
        }
        for line in printed.lines
        for row in line.units
    ]


@pytest.mark.parametrize("key", ALL_LISTS)
def test_army_every_row_of_a_list_is_as_the_ledger_prints_it(key: str) -> None:
    printed = army_list(key)
    assert our_rows(printed) == printed_rows(DATA[key])
    assert list(printed.sc) == DATA[key]["SC"]
    assert printed.charismatic is False


def options(key: str) -> list[tuple[Any, ...]]:
    """The options of a list: key, rows, limit, price, and what they change."""
    return [
        (
            o.key,
            " ".join(o.units),
            o.share or o.most,
            o.price,
            o.discipline or o.traits or o.weapons or o.massed or (o.becomes and o.becomes.points),
        )
        for o in army_list(key).options
    ]


CANNONS = "medium_cannon light_cannon"
ALL_GUNS = f"{CANNONS} heavy_cannon heavy_howitzer medium_howitzer"


@pytest.mark.rule("baroque.army.german_catholic")
def test_army_german_catholic_options() -> None:
    foot = "foot_lte foot_ete"
    assert options("german_catholic") == [
        ("no_cuirass", "cuirassiers", "1/2", 0, 51),
        ("discipline_a", "cuirassiers", "1/3", 7, "A"),
        ("motivated", "cuirassiers", "1/3", 6, ("motivated",)),
        ("feared", "cuirassiers", 1, 7, ("feared",)),
        ("lance", "cuirassiers", 1, 2, ("lance",)),
        ("massed", "reiters_re", None, 0, {"RE": "2S"}),
        ("hardened", foot, "1/3", 5, ("hardened",)),
        ("iron_officers", foot, "1/3", 5, ("iron_officers",)),
        ("recruits", "militia", None, -5, ("recruits",)),
        ("master_gunner", ALL_GUNS, 1, 5, ("master_gunner",)),
    ]


@pytest.mark.rule("baroque.army.swedish")
def test_army_swedish_options() -> None:
    foot = "swedish_foot swedish_foot_veterans"
    assert options("swedish") == [
        ("musketeers", "latta_ryttare", "1/2", 0, 64),
        ("discipline_a", "latta_ryttare", 1, 7, "A"),
        ("motivated", "latta_ryttare", 1, 6, ("motivated",)),
        ("feared", "finnish_hakkapelitta", 1, 7, ("feared",)),
        ("massed", "reiters_re", None, 0, {"RE": "2S"}),
        ("well_trained_shooters", foot, "1/2", 3, ("well_trained_shooters",)),
        ("iron_officers", foot, "1/3", 5, ("iron_officers",)),
        ("demotivated", "mercenary_foot", None, -5, ("demotivated",)),
        ("heavy_gun", CANNONS, "1/2", 0, 20),
        ("master_gunner", CANNONS, 1, 5, ("master_gunner",)),
        ("regimental_artillery", foot, "1/2", 4, ("regimental_artillery",)),
    ]


@pytest.mark.rule("baroque.army.ecw_royalist")
def test_army_royalist_options() -> None:
    cavaliers = "cavaliers_ga_51 cavaliers_ga_34 cavaliers_tr_51 cavaliers_tr_39"
    assert options("ecw_royalist") == [
        ("feared", "his_royal_highness cornish_foot", None, 7, ("feared",)),
        ("motivated", cavaliers, 1, 6, ("motivated",)),
        ("hardened", "cornish_foot", None, 5, ("hardened",)),
        ("iron_officers", "foot_62 foot_47 cornish_foot", "1/3", 5, ("iron_officers",)),
        ("well_trained_shooters", "musketeers forlorn_hope", None, 6, ("well_trained_shooters",)),
        ("master_gunner", CANNONS, 1, 5, ("master_gunner",)),
    ]


@pytest.mark.rule("baroque.army.ecw_parliament")
def test_army_parliament_options() -> None:
    assert options("ecw_parliament") == [
        ("feared", "ironsides_1 ironsides_2", 2, 7, ("feared",)),
        ("motivated", "ironsides_1 ironsides_2", None, 6, ("motivated",)),
        ("massed", "horse_43 horse_38", None, 0, {"RE": "2S"}),
        ("agitators", "foot_62 foot_47", "1/3", 0, ("agitators",)),
        ("iron_officers", "foot_62 foot_47 veteran_foot", "1/3", 5, ("iron_officers",)),
        ("well_trained_shooters", "musketeers forlorn_hope", None, 6, ("well_trained_shooters",)),
        ("demotivated", "church_militia", None, -10, ("demotivated",)),
        ("master_gunner", CANNONS, 1, 5, ("master_gunner",)),
    ]


@pytest.mark.rule("baroque.army.ottoman")
def test_army_ottoman_options() -> None:
    sipahis = "quapukulu_sipahis feudal_sipahis_41 feudal_sipahis_51"
    assert options("ottoman") == [
        ("motivated", sipahis, "1/3", 6, ("motivated",)),
        ("feared", "janissaries", None, 7, ("feared",)),
        ("demotivated", "azabs", None, -10, ("demotivated",)),
        ("massed", f"{sipahis} delis_34 delis_30 janissaries", None, 0, {"SP": "2S", "CL": "2", "T": "1S"}),
        ("master_gunner", ALL_GUNS, 1, 5, ("master_gunner",)),
    ]


@pytest.mark.rule("baroque.army.later_imperialist")
def test_army_later_imperialist_options() -> None:
    foot = "foot_sm2 foot_sm1 veteran_foot_sm2 veteran_foot_sm1"
    assert options("later_imperialist") == [
        ("discipline_a", "cuirassiers horse", "1/2", 7, "A"),
        ("motivated", "cuirassiers horse", "1/3", 6, ("motivated",)),
        ("feared", "cuirassiers", 1, 7, ("feared",)),
        ("massed", "horse", None, 0, {"RE": "2S"}),
        ("iron_officers", foot, "1/3", 5, ("iron_officers",)),
        ("master_gunner", ALL_GUNS, 1, 5, ("master_gunner",)),
        ("regimental_artillery", foot, "1/2", 4, ("regimental_artillery",)),
    ]


@pytest.mark.rule("baroque.army.later_polish")
def test_army_later_polish_options() -> None:
    assert options("later_polish") == [
        ("feared", "hussars", None, 7, ("feared",)),
        ("discipline_a", "hussars", 1, 7, "A"),
        ("motivated", "pacerni_51 pacerni_41", "1/3", 6, ("motivated",)),
        ("demotivated", "noble_levies", None, -10, ("demotivated",)),
        ("massed", "reiters light_cavalry_34 light_cavalry_30", None, 0, {"RE": "2S", "CL": "2"}),
        ("heavy_gun", CANNONS, "1/2", 0, 20),
        ("master_gunner", CANNONS, 1, 5, ("master_gunner",)),
    ]


def test_what_an_option_makes_of_a_unit_is_printed_in_full() -> None:
    changed = {
        (printed.key, o.key): o.becomes.model_dump()
        for printed in army_lists()
        for o in printed.options
        if o.becomes is not None
    }
    plain = {"sm": 0, "mm": 0, "massed": False, "traits": (), "discipline": "B"}
    gun = {**plain, "type": "ART", "move": "1S", "vbu": 1, "impetus": 0, "vd": 1, "points": 20}
    horse = {**plain, "vbu": 6, "vd": 3}
    assert changed == {
        ("german_catholic", "no_cuirass"): {
            **horse, "type": "TR", "move": "2", "impetus": 3, "points": 51, "weapons": ("point_blank_pistol",),
        },
        ("swedish", "musketeers"): {
            **horse, "type": "H&M", "move": "2S", "impetus": 2, "points": 64, "sm": -3,
            "weapons": ("point_blank_pistol", "musket"), "traits": ("salvo",),
        },
        ("swedish", "heavy_gun"): {**gun, "weapons": ("art_a",)},
        ("later_polish", "heavy_gun"): {**gun, "weapons": ("art_a",)},
    }  # fmt: skip


def test_an_unknown_list_is_refused_with_the_names_of_those_there_are() -> None:
    with pytest.raises(Refusal) as caught:
        army_list("martian")
    assert caught.value.code == "no_such_list"
    assert "later_polish" in caught.value.text


# ------------------------------------------------------------------------------------------------ reading
SWEDISH = shipped("lists/swedish.yaml")


@pytest.mark.parametrize(
    ("right", "wrong", "at", "says"),
    [
        ("sc: [Average, Good]", "sc: [Average, Great]", "sc:", "sc.1"),
        ("most: 6\n", "most: x\n", "most: x", "lines.0.most"),
        ("vbu: 6, impetus: 4", "vbu: -6, impetus: 4", "vbu: -6", "vbu"),
        ("move: 2S", "move: fast", "move: fast", "a movement is a number of BU"),
        ("share: 1/3", "share: 4/3", "share: 4/3", "a share is a fraction"),
        ("least: 2\n", "least: 20\n", "- line: 6", "the least, 20, is above the most, 10"),
        ("price: -5", "prize: -5", "prize: -5", "Extra inputs"),
        ("share: 1/2, price: 3", "share: 1/2, most: 2, price: 3", "{key: well_trained", "not both"),
        ("units: [mercenary_foot]", "units: [mercenaries]", "key: swedish", "there is no row 'mercenaries'"),
        ("key: dragoons", "key: swedish_foot", "key: swedish", "two rows have the same key"),
        ("massed: {RE: 2S}", "massed: {SP: 2S}", "key: swedish", "does not say how RE move when massed"),
        ("traits: [master_gunner]", "traits: []", "{key: master_gunner", "changes nothing"),
        ("key: master_gunner", "key: motivated", "key: swedish", "two options have the same key"),
        ("options:\n", "options: [\n", "- {key: musketeers", "expected the node content"),
    ],
)
def test_a_fault_in_a_list_is_named_with_its_line(right: str, wrong: str, at: str, says: str) -> None:
    assert right in SWEDISH
    text = SWEDISH.replace(right, wrong, 1)
    with pytest.raises(TableError) as caught:
        read_list(text, "swedish.yaml")
    (said,) = caught.value.faults
    line = text[: text.index(at)].count("\n") + 1
    assert said.startswith(f"swedish.yaml, line {line}:")
    assert says in said


def test_all_faults_of_a_list_are_named_at_once() -> None:
    with pytest.raises(TableError) as caught:
        read_list(SWEDISH.replace("discipline: B", "discipline: D"), "swedish.yaml")
    assert len(caught.value.faults) == SWEDISH.count("discipline: B")
