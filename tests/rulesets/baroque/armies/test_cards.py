"""What a unit of a roster is on the table: numbers, massed units, base sizes (2.2e, 2.3a, 2.3.1, 1.3)."""

import pytest

from muster.engine.refusals import Refusal
from muster.rulesets.baroque.armies.build import army_of, depth_of, frontage_of
from muster.rulesets.baroque.armies.roster import roster_of
from muster.rulesets.baroque.cards import Card
from tests.rulesets.baroque.armies.rosters import army, card, one_row


@pytest.mark.rule("baroque.2.3a")
def test_2_3a_a_card_has_all_the_numbers_that_its_row_prints() -> None:
    assert card("swedish", "swedish_foot_veterans") == Card(
        id="blue/u1",
        seat="blue",
        command="blue/1",
        line="swedish_foot_veterans",
        name="One",
        type="P&M",
        move=1,
        pace="normal",
        vbu=6,
        impetus=2,
        discipline="A",
        vd=3,
        points=76,
        weapons=("pike", "musket"),
        sm=-2,
        mm=0,
        massed=False,
        traits=("salvo", "hardened"),
        frontage=1200,
        depth=400,
    )


@pytest.mark.rule("baroque.2.3a")
def test_2_3a_slow_and_fast_stand_behind_the_movement() -> None:
    assert (card("swedish", "livonian_cuirassiers").move, card("swedish", "livonian_cuirassiers").pace) == (
        2,
        "slow",
    )
    assert (card("ottoman", "delis_34").move, card("ottoman", "delis_34").pace) == (2, "fast")
    assert card("german_catholic", "foot_ete").sm == -4


def test_options_change_discipline_traits_weapons_and_price() -> None:
    found = card("german_catholic", "cuirassiers", "discipline_a", "motivated", "lance")
    assert (found.discipline, found.points) == ("A", 50 + 7 + 6 + 2)
    assert found.traits == ("cuirass", "motivated")
    assert found.weapons == ("point_blank_pistol", "lance")
    assert card("german_catholic", "militia", "recruits").points == 53 - 5
    assert card("ottoman", "azabs", "demotivated").points == 18 - 10


def test_an_option_may_put_other_numbers_in_place_of_the_printed_ones() -> None:
    bare = card("german_catholic", "cuirassiers", "no_cuirass", "motivated")
    assert (bare.move, bare.pace, bare.impetus, bare.points) == (2, "normal", 3, 51 + 6)
    assert bare.traits == ("motivated",)
    gun = card("later_polish", "light_cannon", "heavy_gun", "master_gunner")
    assert (gun.weapons, gun.pace, gun.points) == (("art_a",), "slow", 25)
    mixed = card("swedish", "latta_ryttare", "musketeers")
    assert (mixed.type, mixed.mounted, mixed.sm, mixed.traits) == ("H&M", True, -3, ("salvo",))


@pytest.mark.rule("baroque.2.2e")
def test_2_2e_horse_and_musketeers_are_slow_whatever_their_list_prints() -> None:
    assert card(one_row(kind="H&M", move="2"), "one").pace == "slow"
    assert card(one_row(kind="TR", move="2"), "one").pace == "normal"


@pytest.mark.rule("baroque.8.2.3b")
def test_8_2_3b_a_cuirass_makes_slow_whatever_the_list_prints() -> None:
    assert card(one_row(move="2", more=", traits: [cuirass]"), "one").pace == "slow"
    assert card(one_row(move="2F", more=", traits: [salvo]"), "one").pace == "fast"


@pytest.mark.rule("baroque.2.3.1a")
def test_2_3_1a_massed_units_have_a_melee_modifier_of_2_unless_another_is_printed() -> None:
    assert card("ottoman", "azabs").mm == 2
    assert card("german_catholic", "reiters_re", "massed").mm == 2
    assert card("german_catholic", "foot_lte").mm == 2
    assert card("german_catholic", "foot_ete").mm == 4
    assert card("german_catholic", "reiters_re").mm == 0


@pytest.mark.rule("baroque.2.3.1c")
@pytest.mark.parametrize(
    ("army_key", "row", "loose", "massed"),
    [
        ("german_catholic", "reiters_re", (2, "normal"), (2, "slow")),
        ("ottoman", "quapukulu_sipahis", (2, "normal"), (2, "slow")),
        ("ottoman", "delis_30", (2, "fast"), (2, "normal")),
        ("ottoman", "janissaries", (1, "normal"), (1, "slow")),
        ("later_polish", "light_cavalry_34", (2, "fast"), (2, "normal")),
    ],
)
def test_2_3_1c_massed_by_option_moves_as_the_list_says(
    army_key: str, row: str, loose: tuple[int, str], massed: tuple[int, str]
) -> None:
    before, after = card(army_key, row), card(army_key, row, "massed")
    assert ((before.move, before.pace), before.massed) == (loose, False)
    assert ((after.move, after.pace), after.massed) == (massed, True)
    assert before.points == after.points


@pytest.mark.rule("baroque.2.3.1e")
def test_2_3_1e_tercios_are_always_massed() -> None:
    assert card("german_catholic", "foot_lte").massed
    assert card("german_catholic", "foot_ete").massed
    assert not card("swedish", "swedish_foot").massed


@pytest.mark.rule("baroque.1.3")
def test_1_3_every_base_is_2_bu_wide_and_artillery_two_thirds_of_one() -> None:
    assert {frontage_of(kind) for kind in ("GA", "P&M", "ETE", "S", "DR")} == {1200}
    assert frontage_of("ART") == 400


@pytest.mark.rule("baroque.1.3")
def test_1_3_massed_units_are_twice_as_deep_unless_they_are_deep_by_themselves() -> None:
    assert {k: depth_of(k, massed=False) for k in ("RE", "T", "S", "DR", "ART")} == {
        "RE": 400,
        "T": 300,
        "S": 240,
        "DR": 360,
        "ART": 400,
    }
    assert {k: depth_of(k, massed=True) for k in ("RE", "T", "WB", "LTE", "ETE", "PK")} == {
        "RE": 800,
        "T": 600,
        "WB": 800,
        "LTE": 800,
        "ETE": 1200,
        "PK": 1200,
    }


def test_units_are_numbered_where_several_have_no_name_of_their_own() -> None:
    body = army("swedish", "swedish_foot", "swedish_foot", "reiters_re", "swedish_foot")
    body["commands"][0]["units"][1]["name"] = "Yellow Brigade"
    names = [c.name for c in army_of("red", roster_of(body)).cards]
    assert names == ["Swedish Foot 1", "Yellow Brigade", "Reiters", "Swedish Foot 2"]


def test_a_row_that_the_list_does_not_have_makes_no_card() -> None:
    with pytest.raises(Refusal) as caught:
        army_of("blue", roster_of(army("swedish", "dragon")))
    assert (caught.value.code, caught.value.rule) == ("no_such_line", "baroque.army.swedish")
    assert "mercenary_foot" in caught.value.text
