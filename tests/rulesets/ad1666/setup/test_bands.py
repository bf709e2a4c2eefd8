"""Bands and the records that a match is made of (components.1, setup.1 to setup.12, scenario.1, stats.4)."""

from dataclasses import replace
from typing import Any

import pytest

from muster.engine.refusals import Refusal
from muster.rulesets.ad1666.bands import Fault, band_faults, check_scenario, scenario_faults
from muster.rulesets.ad1666.people import CLOSE_SKILLS, RANGED_SKILLS, character_of
from muster.rulesets.ad1666.ruleset import RULESET
from muster.rulesets.ad1666.setup import SEATS, Arrival, Scenario, band_of, scenarios
from muster.rulesets.ad1666.tables import characters, shipped_map, weapons, weapons_of
from tests.kit.table import setup_of


def faults(red: str, blue: str, **limits: Any) -> list[Fault]:
    """What is wrong with two bands."""
    scenario = Scenario("scene", "Scene", "", "vintners-yard", {}, {}, **limits)
    kinds = {"red": tuple(red.split()), "blue": tuple(blue.split())}
    return list(band_faults(scenario, {s: band_of(s, kinds[s], characters()) for s in SEATS}))


@pytest.mark.rule("ad1666.components.1")
def test_components_1_commoners_of_one_name_have_a_record_each() -> None:
    found = band_of("red", ("dragoon", "zagloba", "dragoon"), characters())
    assert [(c.id, c.name) for c in found] == [
        ("red-dragoon~1", "Dragoon 1"),
        ("red-zagloba", "Zagloba"),
        ("red-dragoon~2", "Dragoon 2"),
    ]


@pytest.mark.rule("ad1666.components.6")
def test_components_6_an_ability_that_is_not_shown_is_0_and_nobody_else_may_stand_in_the_game_twice() -> None:
    dragoon = characters()["dragoon"]
    assert (dragoon.ability("strength"), dragoon.ability("wits"), dragoon.ability("charisma")) == (1, 0, 0)
    assert (dragoon.crippled, dragoon.death, dragoon.unique, dragoon.gold) == (3, 5, False, 16)
    row = {"name": "Nobody", "icon": "fist", "hero": False, "faction": "neutral", "gender": "f"}
    bare = character_of("nobody", {**row, "gold": 1, "wounds": [1, 2]})
    assert (bare.ability("intelligence"), bare.fencing, bare.connections, bare.skills) == (0, 0, 0, {})


@pytest.mark.rule("ad1666.setup.3")
def test_setup_3_one_faction_with_neutrals_within_gold_and_heroes() -> None:
    assert faults("wolodyjowski longinus thug", "portos thug", gold=135, heroes=2) == []
    assert faults("longinus portos", "atos") == [
        Fault("Red: France and Poland are not one band: it is of one faction, and neutrals.", "setup.3")
    ]
    over = [Fault("Red: The band has 46 Gold, 6 over the limit of 40.", "setup.3")]
    assert faults("longinus", "musketeer", gold=40) == over
    assert faults("musketeer", "atos portos", heroes=1) == [
        Fault("Blue: The band has 2 Heroes, 1 over the limit of 1.", "setup.3")
    ]


@pytest.mark.rule("ad1666.setup.4")
def test_setup_4_who_comes_later_is_chosen_with_the_band() -> None:
    late = (Arrival(3, "red", ("footman", "footman"), "south"),)
    assert faults("thug footman", "thug", arrivals=late) == [
        Fault("Red: who comes later must be of the band: footman.", "setup.4")
    ]
    assert faults("thug footman footman", "thug", arrivals=late) == []


@pytest.mark.rule("ad1666.setup.5")
def test_setup_5_somebody_unique_is_there_once_others_as_often_as_one_likes() -> None:
    found = faults("atos atos musketeer musketeer", "thug thug")
    assert found == [Fault("Red: There is only one Atos.", "setup.5")]


@pytest.mark.rule("ad1666.setup.12")
def test_setup_12_where_both_bands_have_the_same_unique_one_blue_changes() -> None:
    assert faults("atos footman", "portos atos footman") == [
        Fault("Atos is of Red's band: Blue takes somebody else.", "setup.12")
    ]


@pytest.mark.rule("ad1666.skill.connections")
def test_skill_connections_count_while_the_band_is_built_and_never_in_play() -> None:
    assert faults("zagloba burgher", "thug", connections=5) == []
    assert faults("zagloba burgher", "thug", connections=4) == [
        Fault("Red: The band has 5 Connections, 1 over the limit of 4.", "skill.connections")
    ]


@pytest.mark.rule("ad1666.scenario.1")
def test_scenario_1_a_record_without_length_bands_or_places_is_refused() -> None:
    for scenario in scenarios().values():
        check_scenario(scenario)
    duel = scenarios()["duel-at-the-yard"]
    lacking = {
        "a number of turns or of Alarm Counters": replace(duel, turns=0),
        "a band for each side": replace(duel, bands={"red": ("thug",)}),
        "a zone for each side": replace(duel, zones={"red": "west", "blue": "nowhere"}),
        "every door that is locked": replace(duel, locked=("cellar",)),
        "the zone of every arrival": replace(duel, arrivals=(Arrival(2, "red", ("dragoon",), "sky"),)),
    }
    for what, broken in lacking.items():
        found = list(scenario_faults(broken, shipped_map(duel.map)))
        assert found == [Fault(f"Duel at the Yard: it lacks {what}.", "scenario.1")]
    with pytest.raises(Refusal, match="it lacks a number of turns"):
        check_scenario(replace(duel, turns=0))


def test_setup_1_an_unknown_scenario_is_refused() -> None:
    with pytest.raises(Refusal, match="There is no scenario called 'regatta'"):
        setup_of(RULESET, scenario="regatta")


@pytest.mark.rule("ad1666.stats.4")
def test_stats_4_a_weapon_names_a_skill_of_its_own_list() -> None:
    assert {w.skill for w in weapons().values() if w.is_ranged} == set(RANGED_SKILLS)
    assert {w.skill for w in weapons().values() if not w.is_ranged} == set(CLOSE_SKILLS)
    row = {
        "label": "Pole",
        "skill": "bow",
        "damage": dict.fromkeys(("skull", "heart", "cup", "horseshoe"), 0),
    }
    with pytest.raises(ValueError, match="pole: no weapon of its kind uses bow"):
        weapons_of({"pole": row})


@pytest.mark.rule("ad1666.weapon.poison")
def test_weapon_poison_has_no_rules_so_no_weapon_may_have_it() -> None:
    row = {
        "label": "Fang",
        "skill": "knives",
        "damage": dict.fromkeys(("skull", "heart", "cup", "horseshoe"), 0),
    }
    assert set(weapons_of({"fang": row})) == {"fang"}
    with pytest.raises(ValueError, match="fang: poison has no rules"):
        weapons_of({"fang": {**row, "poison": True}})
