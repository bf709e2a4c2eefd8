"""Bands as players make them: what a card of their own may be, and how its faults are told (components.6, setup.3)."""

from typing import Any, TypeAlias

import pytest

from muster.engine.refusals import Refusal
from muster.rulesets.ad1666.bands import Limits
from muster.rulesets.ad1666.people import ACTIVE_SKILLS, SPECIAL_SKILLS
from muster.rulesets.ad1666.rosters.bounds import MOST_MEMBERS
from muster.rulesets.ad1666.rosters.check import check
from muster.rulesets.ad1666.rosters.roster import ready_bands, roster_of
from muster.rulesets.ad1666.rosters.tools import BandTools
from muster.rulesets.ad1666.rules.placing import spaces_in
from muster.rulesets.ad1666.ruleset import RULESET
from muster.rulesets.ad1666.setup import SEATS, scenarios
from muster.rulesets.ad1666.tables import characters
from tests.kit.table import setup_of
from tests.rulesets.ad1666.rosters import BASIA, KARABELA, ZUPAN, band, own
from tests.rulesets.ad1666.test_ledger import ITEMS

Json: TypeAlias = Any
TOOLS = BandTools()


def told(roster: Json) -> list[tuple[str, str, tuple[str | int, ...]]]:
    """The faults of a band: text, rule, place."""
    return [(p.text, p.rule, p.where) for p in TOOLS.report(roster).problems]


def basia(**changes: Json) -> list[tuple[str, str, tuple[str | int, ...]]]:
    return told(own(characters={"own-basia": {**BASIA, **changes}}))


def karabela(**changes: Json) -> list[tuple[str, str, tuple[str | int, ...]]]:
    return told(own(weapons={"own-karabela": {**KARABELA, **changes}}))


def test_setup_1_every_scenario_has_room_for_the_largest_band_where_it_begins() -> None:
    for name, scenario in scenarios().items():
        state = RULESET.new_state(setup_of(RULESET, scenario=name))
        for seat in SEATS:
            assert len(spaces_in(state, scenario.zones[seat])) >= MOST_MEMBERS, (name, seat)


def test_setup_3_there_is_a_lawful_ready_band_for_each_faction_and_each_size_that_a_scenario_allows() -> None:
    sizes = {(s.gold, s.heroes, s.connections) for s in scenarios().values()}
    found = {r.roster.faction: set[tuple[int, int, int]]() for r in ready_bands().values()}
    for ready in ready_bands().values():
        assert check(ready.roster).problems == (), ready.key
        found[ready.roster.faction].add((ready.roster.gold, ready.roster.heroes, ready.roster.connections))
    assert found["poland"] == found["france"] == sizes
    assert found["neutral"] <= sizes


def test_components_6_a_shipped_card_copied_whole_is_a_lawful_card_of_ones_own() -> None:
    catalogue = TOOLS.catalogue()
    assert [f["key"] for f in catalogue["factions"]] == ["poland", "france", "neutral"]
    for part, name in (("characters", "name"), ("weapons", "label"), ("armour", "label")):
        fields = {"id", "kind", "key", "seat", "copied"}
        copies: dict[str, Json] = {
            f"own-{key}": {**{f: v for f, v in card.items() if f not in fields}, "copied": key}
            for key, card in catalogue[part].items()
        }
        for key, card in copies.items():
            roster = {**band("thug"), part: {key: card}}
            assert told(roster) == [], card[name]
            assert TOOLS.clean(TOOLS.clean(roster)) == TOOLS.clean(roster)


def test_stats_5_and_6_every_skill_that_a_card_may_name_is_in_the_ledger_and_shipped_cards_name_no_other() -> (
    None
):
    assert {*ACTIVE_SKILLS.values(), *SPECIAL_SKILLS.values()} <= ITEMS
    assert {t for c in characters().values() for t in c.traits} <= set(SPECIAL_SKILLS)


def test_a_card_of_ones_own_is_lawful_with_whatever_numbers_a_card_may_have() -> None:
    assert told(own()) == []
    assert basia(gold=0, crippled=30, death=40, fencing=10, abilities={"wits": -5}, skills={"bow": 10}) == []
    bow = {"skill": "bow", "superiority": 0, "bands": [{"spaces": 60, "dl": 0}], "uses": 1, "reload": 1}
    assert karabela(**bow) == []


@pytest.mark.parametrize(
    ("changes", "text", "rule", "where"),
    [
        ({"gold": -1}, "Basia, Gold −1: a card may have 0 to 500.", "setup.3", ("gold",)),
        (
            {"connections": -1},
            "Basia, Connections −1: a card may have 0 to 20.",
            "skill.connections",
            None,
        ),
        ({"death": 41}, "Basia, Dies at 41: a card may have 1 to 40.", "wounds.3", ("death",)),
        ({"fencing": 11}, "Basia, Fencing 11: a card may have 0 to 10.", "setup.8", ("fencing",)),
        (
            {"crippled": 7},
            "Basia dies at 6 Wounds, before being Crippled at 7; Crippled comes first.",
            "wounds.2",
            ("crippled",),
        ),
        (
            {"abilities": {"wits": 11}},
            "Basia, Wits 11: a card may have −5 to 10.",
            "stats.1",
            ("abilities", "wits"),
        ),
        (
            {"skills": {"bow": -1}},
            "Basia, Bow −1: a card may have 0 to 10.",
            "stats.2",
            ("skills", "bow"),
        ),
        ({"traits": ["huge", "huge"]}, "Basia has Huge twice; a Special Skill counts once.", "stats.6", None),
        (
            {"name": ""},
            "A Character of your own has no name; the log and the board call it by one.",
            "",
            None,
        ),
        ({"weapons": ["own-axe"]}, "Basia: there is no weapon 'own-axe' to be carried.", "items.8", None),
        ({"weapons": ["unarmed"]}, "Basia: there is no weapon 'unarmed' to be carried.", "items.8", None),
        (
            {"armour": ["helmet"] * 5},
            "Basia carries 5 of armour; a Character has at most 4.",
            "items.13",
            None,
        ),
        ({"icon": "sun"}, "Basia: there is no sign 'sun'.", "components.6", ("icon",)),
    ],
)
def test_a_number_or_word_that_no_card_may_have_is_told_with_its_place_and_what_would_be_right(
    changes: Json, text: str, rule: str, where: tuple[str, ...] | None
) -> None:
    ((said, by, place),) = basia(**changes)
    assert said == text
    assert not rule or by == f"ad1666.{rule}"
    assert where is None or place == ("characters", "own-basia", *where)


def test_stats_5_and_6_a_skill_that_the_rules_do_not_know_is_refused_with_those_that_they_know() -> None:
    ((said, by, place),) = basia(skills={"swimming": 2})
    assert said.startswith("Basia: the rules know no skill 'Swimming' with a rating. They know Brawl, Knives")
    assert (by, place) == ("ad1666.stats.5", ("characters", "own-basia", "skills", "swimming"))
    ((said, by, place),) = basia(traits=["disarm", "flight"])
    assert said.startswith(
        "Basia: the rules know no Special Skill 'Flight'. They know Berserker, Call me uncle"
    )
    assert (by, place) == ("ad1666.stats.6", ("characters", "own-basia", "traits", 1))


@pytest.mark.parametrize(
    ("changes", "text"),
    [
        (
            {"skill": "bow"},
            "Karabela without range bands strikes, so its skill is one of Brawl, Knives, Cutting, Thrusting, Blunt, "
            "Polearms, Great weapons.",
        ),
        ({"hands": 0}, "Karabela, Hands 0: a card may have 1 to 2."),
        (
            {"damage": {"skull": 11, "heart": 0, "cup": 0, "horseshoe": 0}},
            "Karabela, damage by skull 11: a card may have −5 to 10.",
        ),
        ({"damage": {"skull": 1, "cup": 1}}, "Karabela says no damage by heart, horseshoe."),
        ({"reload": 2}, "Karabela: only a weapon with range bands has Reload."),
        (
            {"copied": "unarmed"},
            "Karabela is a copy of 'unarmed', which is no card here; copy one of those that ",
        ),
    ],
)
def test_items_8_a_weapon_has_what_goes_with_its_kind(changes: Json, text: str) -> None:
    ((said, _, _),) = karabela(**changes)
    assert said.startswith(text)


def test_ranged_3_range_bands_go_outwards_and_only_close_combat_knows_superiority() -> None:
    bands = [{"spaces": 4, "dl": 5}, {"spaces": 4, "dl": 21}]
    assert [said for said, _, _ in karabela(skill="bow", bands=bands)] == [
        "Karabela, range band 2, DL 21: a card may have 0 to 20.",
        "Karabela: range band 2 reaches 4 spaces; it goes farther than the one before.",
        "Karabela: only a weapon for close combat has Superiority.",
    ]


def test_items_13_armour_guards_somewhere_within_bounds() -> None:
    guards = {"head": {"usual": 11, "pierced": 0}}
    assert [said for said, _, _ in told(own(armour={"own-zupan": {**ZUPAN, "guards": guards}}))] == [
        "Zupan, head, usual 11: a card may have 0 to 10."
    ]
    assert [said for said, _, _ in told(own(armour={"own-zupan": {**ZUPAN, "guards": {}}}))] == [
        "Zupan guards nothing; armour guards at least one place."
    ]


@pytest.mark.rule("ad1666.setup.3")
def test_setup_3_a_band_takes_its_own_faction_and_neutrals_within_its_limits() -> None:
    assert told(band("zagloba thug")) == []
    assert told(band("zagloba atos")) == [
        ("Atos is of France; this band is of Poland.", "ad1666.setup.3", ("members", 1))
    ]
    assert told(band("thug dragoon", "neutral")) == [
        ("Dragoon is of Poland; a band of neutrals takes neutrals only.", "ad1666.setup.3", ("members", 1))
    ]
    assert told(band("zagloba", gold=30)) == [
        ("The band has 38 Gold, 8 over the limit of 30.", "ad1666.setup.3", ("gold",))
    ]
    assert told(band("zagloba skrzetuski longinus", heroes=2)) == [
        ("The band has 3 Heroes, 1 over the limit of 2.", "ad1666.setup.3", ("heroes",))
    ]
    (said, *_), *_ = told(band("zagloba ghost"))
    assert said == "There is no Character 'ghost', neither with the game nor among the band's own cards."


@pytest.mark.rule("ad1666.setup.5")
def test_setup_5_somebody_unique_is_known_by_name_on_whatever_card() -> None:
    namesake = {**BASIA, "name": "zagloba", "weapons": [], "armour": []}
    assert told(band("zagloba own-basia", characters={"own-basia": namesake})) == [
        ("There is only one zagloba.", "ad1666.setup.5", ("members",))
    ]
    # The asterisk stands at the name, whatever the card says (ruling R98); other names may be there several times.
    plain = {**namesake, "unique": False, "hero": False}
    assert told(band("zagloba own-basia", characters={"own-basia": plain})) != []
    several = {**plain, "name": "Anusia"}
    assert told(band("zagloba own-basia own-basia", characters={"own-basia": several})) == []


@pytest.mark.rule("ad1666.skill.connections")
def test_skill_connections_a_band_may_be_limited_in_them_too() -> None:
    assert told(band("zagloba burgher", connections=4)) == [
        ("The band has 5 Connections, 1 over the limit of 4.", "ad1666.skill.connections", ("connections",))
    ]


def test_a_band_is_of_somebody_and_not_of_more_than_have_room() -> None:
    assert told(band("")) == [
        ("Nobody is of this band yet; it has at least one Character.", "ad1666.setup.4", ("members",))
    ]
    assert told(band("urchin " * 13)) == [
        (
            "13 Characters are of this band; at most 12 have room where a band begins.",
            "ad1666.setup.1",
            ("members",),
        )
    ]
    assert told(band("urchin", ""))[0][0] == "The band is of no faction; name one, or neutral."


def test_a_report_says_what_a_band_has_in_all() -> None:
    report = TOOLS.report(own())
    assert (report.title, report.points.value, report.limit) == ("Poland", 46, 135)
    assert [(p.label, p.value) for p in report.points.parts] == [("Basia", 30), ("Dragoon", 16)]
    assert report.detail == {"gold": 46, "heroes": 1, "connections": 1, "count": 2}


@pytest.mark.parametrize(
    ("body", "place"),
    [
        ({"faction": "poland"}, "gold: Field required"),
        (band("thug", wishes=1), "wishes: Extra inputs are not permitted"),
        (band("thug", characters={"basia": BASIA}), "characters.basia"),
        (own(characters={"own-basia": {**BASIA, "gold": 10**6}}), "less than or equal to 999"),
        (own(characters={"own-basia": {**BASIA, "gold": 1.5}}), "characters.own-basia.gold"),
        (own(characters={"own-basia": {**BASIA, "abilities": {"luck": 1}}}), "abilities.luck"),
        (own(characters={"own-basia": {**BASIA, "name": "x" * 31}}), "A name may have 30 characters"),
        ("thug", "it: "),
    ],
)
def test_what_is_no_band_is_refused_with_its_place(body: Json, place: str) -> None:
    with pytest.raises(Refusal, match="This is not a band of Anno Domini 1666") as caught:
        roster_of(body)
    assert place in caught.value.text


def test_limits_of_a_match_go_before_those_that_the_band_was_made_for() -> None:
    roster = roster_of(band("zagloba dragoon", gold=40))
    assert [p.code for p in check(roster).problems] == ["gold"]
    assert check(roster, Limits(54, 1)).problems == ()


@pytest.mark.parametrize("name", ["Dragoon 2", "Blue", "poland", "Blue resigned. Red wins", "Muster"])
def test_a_name_that_could_pass_for_the_table_or_another_is_refused(name: str) -> None:
    card = {**BASIA, "name": name, "weapons": [], "armour": []}
    (said, rule, where), *_ = told(band("own-basia", characters={"own-basia": card}))
    assert said.startswith(f"A Character of your own cannot be called {name!r}")
    assert (rule, where) == ("ad1666.components.6", ("characters", "own-basia", "name"))
