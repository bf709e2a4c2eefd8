"""Bands that the sides bring: opened together, Blue changes, who comes later (setup.2 to setup.6, setup.12)."""

import pytest

from muster.engine.ids import Seat
from muster.engine.refusals import Refusal
from muster.engine.requests import Place
from muster.rulesets.ad1666.events import BandChanged, BandOpened, LateNamed, Placed
from muster.rulesets.ad1666.ruleset import RULESET
from muster.rulesets.ad1666.setup import scenarios
from muster.rulesets.ad1666.setup import setup_of as parsed
from tests.kit.table import setup_of
from tests.rulesets.ad1666.rosters import BASIA, band, brought, opened, own


@pytest.mark.rule("ad1666.setup.2")
def test_setup_4_both_bands_open_together_before_red_places() -> None:
    table = opened(band("longinus dragoon dragoon"), band("atos musketeer", "france"))
    assert [(e.seat, e.who, e.own) for e in table.events(BandOpened)] == [
        ("red", ("red-longinus", "red-dragoon~1", "red-dragoon~2"), ()),
        ("blue", ("blue-atos", "blue-musketeer"), ()),
    ]
    assert [line.text for line in table.log("blue")[:2]] == [
        "Red brings Longinus, Dragoon 1, Dragoon 2.",
        "Blue brings Atos, Musketeer.",
    ]
    assert [(str(r.seat), r.rule) for r in table.match.requests] == [("red", "setup.1")]
    assert table.state.phase == "placing"


def test_a_side_that_brings_nothing_has_the_scenarios_own_and_sides_go_by_their_colours() -> None:
    setup = brought(red=band("zagloba thug"))
    assert {c["kind"] for c in setup["characters"].values() if c["seat"] == "blue"} == {
        "dartagnan",
        "portos",
        "musketeer",
    }
    assert [s.label for s in RULESET.seats(setup)] == ["Red", "Blue"]
    assert [s.label for s in RULESET.seats(setup_of(RULESET))] == ["Poland", "France"]


def test_a_band_is_held_against_the_scenario_and_refused_with_every_fault() -> None:
    with pytest.raises(Refusal) as caught:
        brought(band("zagloba longinus skrzetuski atos"))
    assert caught.value.text == (
        "Atos is of France; this band is of Poland. The band has 170 Gold, 35 over the limit of 135. "
        "The band has 4 Heroes, 2 over the limit of 2."
    )
    assert caught.value.rule == "ad1666.setup.3"
    large = band("zagloba longinus skrzetuski", gold=500, heroes=5)
    with pytest.raises(Refusal, match="The band has 3 Heroes, 1 over the limit of 2"):
        brought(large)
    with pytest.raises(Refusal, match="is played with the scenario's own bands") as fixed:
        setup_of(RULESET, {Seat("red"): band("zagloba")})
    assert fixed.value.rule == "ad1666.setup.1"


def test_every_scenario_limits_the_bands_that_are_brought() -> None:
    assert all(s.gold and s.heroes for s in scenarios().values())


# ------------------------------------------------------------------------------------------------ cards of one's own
def test_components_6_a_card_of_ones_own_is_played_with_its_numbers_and_marked_for_both_sides() -> None:
    table = opened(own(), own("dragoon thug"))
    card = table.state.card("red-own-basia")
    assert (card.gold, card.ability("agility"), card.skills, card.crippled, card.death) == (
        30,
        3,
        {"cutting": 2, "lockpicking": 1},
        3,
        6,
    )
    weapon = table.state.weapon("red-own-basia/own-karabela-red/0")
    assert (weapon.superiority, weapon.damage["skull"], weapon.copied) == (3, 3, "Sabre")
    for seat in ("red", "blue"):
        sheet = table.view(seat).sheets["red-own-basia"]
        assert "Own card, after Wolodyjowski" in [chip.label for chip in sheet.chips]
        lines = {line.label: line.value for line in sheet.lines}
        assert lines["Karabela"].endswith("own card, after Sabre")
        assert lines["Zupan"].endswith("own card, after Buff coat")
        assert "own card" not in lines["Pistol"]
        assert table.log(seat)[0].text == (
            "Red brings Basia, Dragoon. Cards of its own: Basia (after Wolodyjowski), "
            "Karabela (after Sabre), Zupan (after Buff coat)."
        )


def test_a_faction_is_the_same_however_it_is_written_and_may_be_one_that_ships_no_card() -> None:
    knight = {**BASIA, "faction": "Broken Cross", "weapons": [], "armour": []}
    beggar = {**knight, "faction": "Neutral", "unique": False, "hero": False}
    cards = {"own-basia": knight, "own-beggar": {**beggar, "name": "Beggar"}}
    table = opened(band("own-basia own-beggar thug", "broken Cross", characters=cards))
    subtitles = [table.view("blue").sheets[w].subtitle for w in ("red-own-basia", "red-own-beggar")]
    assert subtitles == ["Hero of Broken Cross, 30 Gold", "Commoner, 30 Gold"]


def test_several_of_one_own_card_are_named_once() -> None:
    soldiers = {**BASIA, "name": "Heyduck", "unique": False, "hero": False, "weapons": [], "armour": []}
    table = opened(own("own-basia own-basia dragoon", characters={"own-basia": soldiers}))
    assert table.log("blue")[0].text == (
        "Red brings Heyduck 1, Heyduck 2, Dragoon. Cards of its own: Heyduck (after Wolodyjowski)."
    )


def test_both_sides_may_have_cards_of_their_own_by_the_same_key() -> None:
    other = own(weapons={"own-karabela": {**own()["weapons"]["own-karabela"], "superiority": 1}})
    other["characters"] = {"own-basia": {**BASIA, "name": "Ketling"}}
    state = opened(own(), other).state
    assert state.weapon("red-own-basia/own-karabela-red/0").superiority == 3
    assert state.weapon("blue-own-basia/own-karabela-blue/0").superiority == 1


@pytest.mark.rule("ad1666.setup.6")
def test_setup_6_a_card_of_ones_own_may_make_a_commoner_of_a_hero() -> None:
    commoner = {**BASIA, "hero": False, "unique": False}
    state = opened(own(characters={"own-basia": commoner}), own()).state
    assert (state.is_hero("red-own-basia"), state.is_hero("blue-own-basia")) == (False, True)


# ------------------------------------------------------------------------------------------ the same one on both sides
@pytest.mark.rule("ad1666.setup.12")
def test_setup_12_red_keeps_somebody_unique_and_blue_picks_the_replacement_first_of_all() -> None:
    table = opened(band("zagloba dragoon"), band("zagloba longinus thug"))
    assert [(str(r.seat), r.rule) for r in table.match.requests] == [("blue", "setup.12")]
    offered = table.offers("blue")
    assert "blue-skrzetuski~instead~1" in offered
    # Nobody who is there already, of another faction, or with whom there would be too much Gold or too many Heroes.
    assert not [key for key in offered if "zagloba" in key or "longinus" in key or "atos" in key]
    assert offered[-1] == "nobody"
    table.answer("blue", "blue-thug~instead~1")
    assert table.event(BandChanged) == BandChanged("blue", "blue-zagloba", "blue-thug~instead~1")
    assert [w for w in table.state.bodies if table.state.seat(w) == "blue"] == [
        "blue-longinus",
        "blue-thug",
        "blue-thug~instead~1",
    ]
    assert table.state.name("blue-thug~instead~1") == "Thug 2"
    assert "blue-zagloba/sabre/0" not in table.state.items
    assert table.state.items["blue-thug~instead~1/cudgel/0"].holder == "blue-thug~instead~1"
    assert table.log("red")[-1].text == "Zagloba is of Red: Blue takes Thug 2 in that place."
    assert set(table.view("red").pieces) == set(table.state.bodies)
    assert [(str(r.seat), r.rule) for r in table.match.requests] == [("red", "setup.1")]


@pytest.mark.rule("ad1666.setup.12")
def test_setup_12_who_clashes_twice_changes_twice_within_the_limits_and_may_take_nobody() -> None:
    table = opened(band("zagloba longinus"), band("longinus zagloba thief dragoon dragoon"))
    # 86 Gold stay, so that 49 are left for one whose place is free.
    assert "blue-wolodyjowski~instead~1" not in table.offers("blue")
    table.answer("blue", "blue-skrzetuski~instead~1")
    assert table.asked("blue").text == "Zagloba is of Red's band. Whom do you take instead?"
    assert "blue-dragoon~instead~1" in table.offers("blue")
    assert "blue-skrzetuski~instead~1" not in table.offers("blue")
    table.answer("blue", "nobody")
    assert [e.instead for e in table.events(BandChanged)] == ["blue-skrzetuski~instead~1", None]
    assert sum(table.state.seat(w) == "blue" for w in table.state.bodies) == 4


@pytest.mark.rule("ad1666.setup.12")
def test_setup_12_whoever_is_alone_takes_somebody_and_own_cards_are_offered_too() -> None:
    table = opened(band("zagloba"), own("zagloba"))
    assert "nobody" not in table.offers("blue")
    table.answer("blue", "blue-own-basia~instead~1")
    assert (
        table.state.items["blue-own-basia~instead~1/own-karabela-blue/0"].holder == "blue-own-basia~instead~1"
    )


@pytest.mark.rule("ad1666.setup.12")
def test_setup_5_others_than_unique_ones_are_on_both_sides_as_often_as_one_likes() -> None:
    table = opened(band("dragoon thug"), band("dragoon dragoon thug"))
    assert not table.events(BandChanged)
    assert brought(own("own-basia"), own("own-basia"))["clashes"] == ["blue-own-basia"]


# ------------------------------------------------------------------------------------------------ who comes later
@pytest.mark.rule("ad1666.setup.4")
def test_setup_4_the_owner_names_as_many_of_a_chosen_band_to_come_later_as_the_scenario_does() -> None:
    table = opened(band("longinus dragoon thug"), band("atos urchin", "france"), scenario="brawl-at-the-carp")
    asked = table.asked("red")
    assert (asked.rule, asked.text) == ("setup.4", "Who comes in turn 3? Name 1.")
    table.answer("red", "red-dragoon")
    assert table.event(LateNamed) == LateNamed("red", 3, ("red-dragoon",))
    assert table.log("blue")[-1].text == "Red: Dragoon will come in turn 3."
    places = table.asked("red").spec
    assert isinstance(places, Place)
    zone = [list(s) for s in places.squares]
    table.send("red", {"at": {"red-longinus": zone[0], "red-thug": zone[1]}})
    assert list(table.event(Placed).at) == ["red-longinus", "red-thug"]


def test_setup_4_somebody_stays_to_begin_with() -> None:
    table = opened(band("longinus"), band("atos", "france"), scenario="brawl-at-the-carp")
    assert [(str(r.seat), r.rule) for r in table.match.requests] == [("red", "setup.1")]


def test_the_terms_of_a_match_of_chosen_bands_name_its_limits_and_nobody() -> None:
    table = RULESET.table(brought(band("longinus thug"), scenario="brawl-at-the-carp"))
    assert table["terms"][0] == "Each side has brought a band of up to 160 Gold and 2 Heroes."
    assert table["terms"][2:] == [
        "Red: 1 of the band arrives in turn 3, at the street.",
        "Blue: 1 of the band arrives in turn 3, at the street.",
    ]


def test_the_setup_of_a_chosen_band_is_read_back_as_it_was_made() -> None:
    setup = parsed(brought(own(), band("zagloba")))
    assert setup.armour["own-zupan-red"].guards["legs"].usual == 1
    assert (setup.clashes, setup.spares) == ((), ())


def test_no_two_characters_have_one_id_whatever_their_cards_are_called() -> None:
    plain = {
        **BASIA,
        "name": "Anusia",
        "unique": False,
        "hero": False,
        "gold": 10,
        "weapons": [],
        "armour": [],
    }
    cards = {"own-x": plain, "own-x-1": plain, "own-x-instead-1": plain}
    setup = brought(red=band("own-x own-x own-x-1 own-x-instead-1", characters=cards))
    assert len([c for c in setup["characters"].values() if c["seat"] == "red"]) == 4


def test_the_order_of_a_band_is_part_of_what_a_match_begins_with() -> None:
    one, other = (brought(red=band(members)) for members in ("dragoon thug", "thug dragoon"))
    assert one["digest"] != other["digest"]
    assert [list(parsed(s).characters)[:2] for s in (one, other)] == [
        ["red-dragoon", "red-thug"],
        ["red-thug", "red-dragoon"],
    ]


def test_what_is_brought_is_without_what_decides_nothing() -> None:
    tools = RULESET.roster_tools
    assert tools is not None
    spare = {**BASIA, "name": "Anusia"}
    body = own("own-basia", gold=200, heroes=4)
    body["characters"] = {"own-basia": BASIA, "own-spare": spare}
    came = tools.brought(body)
    assert (set(came["characters"]), set(came["weapons"]), came["gold"], came["heroes"]) == (
        {"own-basia"},
        {"own-karabela"},
        30,
        0,
    )
    assert tools.brought(came) == came
