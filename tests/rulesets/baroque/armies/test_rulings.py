"""What we decided where the printed lists leave a doubt (R4, R42, R56, R64, R93 to R97)."""

from typing import Any

import pytest

from muster.rulesets.baroque.armies.build import leadership
from muster.rulesets.baroque.armies.check import check
from muster.rulesets.baroque.armies.lists import LIST_KEYS, army_list
from muster.rulesets.baroque.armies.roster import roster_of
from muster.rulesets.baroque.queries.firing_table import table_dice
from tests.rulesets.baroque.armies.rosters import army, card, problems


def counts(body: dict[str, Any]) -> dict[str, tuple[int, int | None, int]]:
    """How many units have each option, how many may, and how many could."""
    return {c.key: (c.count, c.most, c.of) for c in check(roster_of(body)).options}


def lines(body: dict[str, Any]) -> dict[int, int]:
    """How many units each line has."""
    return {c.line: c.count for c in check(roster_of(body)).lines}


@pytest.mark.rule("baroque.2.3a")
def test_r4_a_modifier_behind_a_musket_is_that_of_shooting_and_no_unit_fights_worse_for_one() -> None:
    found = card("swedish", "swedish_foot")
    assert (found.weapons, found.sm, found.mm) == (("pike", "musket"), -2, 0)
    rows = [row for key in LIST_KEYS for row in army_list(key).units()]
    assert min(row.mm for row in rows) == 0
    assert max(row.sm for row in rows) == 0


@pytest.mark.rule("baroque.2.3.1a")
@pytest.mark.parametrize(
    ("list_key", "row", "options"),
    [
        ("ottoman", "azabs", ()),
        ("german_catholic", "reiters_re", ("massed",)),
        ("ottoman", "feudal_sipahis_41", ("massed",)),
        ("ottoman", "delis_30", ("massed",)),
        ("ottoman", "janissaries", ("massed",)),
    ],
)
def test_r56_massed_units_without_a_printed_modifier_have_one_of_2(
    list_key: str, row: str, options: tuple[str, ...]
) -> None:
    assert army_list(list_key).known_row(row).mm == 0
    found = card(list_key, row, *options)
    assert (found.massed, found.mm) == (True, 2)


@pytest.mark.rule("baroque.2.7a")
def test_r64_the_leader_whose_bonus_is_2_is_called_reliable() -> None:
    assert leadership("Reliable") == 2


@pytest.mark.rule("baroque.list.3")
def test_r93_a_unit_changed_by_an_option_counts_in_its_line_and_in_fractions_and_may_have_other_options() -> (
    None
):
    rows = (
        "cuirassiers+no_cuirass+motivated",
        "cuirassiers",
        "cuirassiers",
        "reiters_tr",
        "foot_lte",
        "foot_lte",
    )
    body = army("german_catholic", *rows, "light_cannon", budget=999)
    printed = army_list("german_catholic")
    (line,) = [x.line for x in printed.lines if "cuirassiers" in [u.key for u in x.units]]
    assert lines(body)[line] == 3
    found = counts(body)
    assert (found["no_cuirass"], found["motivated"]) == ((1, 1, 3), (1, 1, 3))
    assert not [p for p in problems(body) if p.code == "option_limit"]


@pytest.mark.rule("baroque.army.later_imperialist", "baroque.army.german_catholic")
def test_r94_only_units_of_the_type_reiters_may_be_massed_as_reiters() -> None:
    able = {
        key: {printed.known_row(row).type for o in printed.options if o.key == "massed" for row in o.units}
        for key, printed in ((k, army_list(k)) for k in LIST_KEYS)
    }
    assert able["german_catholic"] == able["later_imperialist"] == able["ecw_parliament"] == {"RE"}
    assert all("TR" not in types for types in able.values())
    body = army("german_catholic", "cuirassiers", "reiters_tr+massed", "foot_lte", "light_cannon")
    assert "option_not_for_unit" in {p.code for p in problems(body)}


@pytest.mark.rule("baroque.list.3")
def test_r95_rows_named_together_in_an_option_are_counted_together() -> None:
    body = army("later_imperialist", "cuirassiers+motivated", "horse", "horse", "foot_sm2", "light_cannon")
    assert counts(body)["motivated"] == (1, 1, 3)
    guns = army("german_catholic", "cuirassiers", "medium_cannon+master_gunner", "light_cannon+master_gunner")
    assert counts(guns)["master_gunner"] == (2, 1, 2)
    assert "option_limit" in {p.code for p in problems(guns)}


@pytest.mark.rule("baroque.list.1", "baroque.list.5", "baroque.list.6")
def test_r96_sizes_between_the_printed_ones_and_options_are_never_scaled() -> None:
    body = army("swedish", "swedish_foot")
    found = {n: check(roster_of({**body, "budget": n})) for n in (250, 300, 301, 999, 1000, 1200)}
    assert [c.commands for c in found.values()] == [(1, 1), (1, 1), *[(3, 4)] * 4]
    line_of_foot = 6
    assert [next((x.least, x.most) for x in c.lines if x.line == line_of_foot) for c in found.values()] == [
        (1, 10),
        (1, 10),
        (2, 10),
        (2, 10),
        (4, 20),
        (4, 20),
    ]
    gunners = [next(o.most for o in c.options if o.key == "master_gunner") for c in found.values()]
    assert gunners == [1] * 6


@pytest.mark.rule("baroque.army.german_catholic", "baroque.army.swedish")
def test_r97_a_list_that_writes_pistol_means_the_weapon_of_the_pistol_row() -> None:
    assert card("german_catholic", "croats").weapons == ("pistol_carbine",)
    assert card("swedish", "reiters_re").weapons == ("pistol_carbine", "point_blank_pistol")
    assert table_dice("pistol_carbine", "point_blank") == -1
