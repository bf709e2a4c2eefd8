"""Parties and their prices, set-up and placing (party.1, setup.1, setup.2, setup.4)."""

from dataclasses import replace
from typing import Any

import pytest
from pydantic import ValidationError

from muster.engine.ids import Seat
from muster.engine.refusals import Refusal
from muster.rulesets.newworld import RULESET
from muster.rulesets.newworld.cards import Armour, Card, check_row, make_cards, tables
from muster.rulesets.newworld.events import Deployed
from muster.rulesets.newworld.queries.movement import paces
from muster.rulesets.newworld.setup import (
    Options,
    check_party,
    check_room,
    new_setup,
    party_cards,
    party_price,
    scenarios,
)
from muster.rulesets.newworld.state import State
from tests.kit.table import Table, setup_of, start
from tests.rulesets.newworld.scenes import FightScene

COMPANY = ["marguerite", "sergeant", "ranger", "musketeer", "lancer", "pikeman"]


def refusal(*figures: str, limit: int = 100) -> Refusal:
    with pytest.raises(Refusal) as caught:
        check_party(figures, limit)
    return caught.value


def table_of(rosters: dict[Seat, Any] | None = None, **options: Any) -> Table[State]:
    return start(RULESET, setup_of(RULESET, rosters, **options))


# ------------------------------------------------------------------------------------------------ parties
@pytest.mark.rule("newworld.party.1")
def test_party_1_both_ready_parties_cost_what_the_limit_allows() -> None:
    known = tables().figures
    for _, figures in tables().parties.values():
        assert party_price(figures, known) == 100
        check_party(figures, 100)
    fault = refusal(*COMPANY, limit=99)
    assert (fault.code, fault.rule) == ("too_dear", "newworld.party.1")
    assert fault.numbers == {"price": 100, "limit": 99}


@pytest.mark.rule("newworld.party.1")
def test_party_1_only_raider_pikeman_and_musketeer_may_be_repeated() -> None:
    repeatable = {k for k, f in tables().figures.items() if not f.unique}
    assert repeatable == {"raider", "pikeman", "musketeer"}
    check_party(("raider", "raider", "pikeman", "pikeman", "musketeer", "musketeer"), 100)
    assert refusal("sergeant", "sergeant").code == "taken_twice"
    assert refusal("chief", "chief-with-rune").code == "taken_twice"


def test_party_1_unknown_figures_and_empty_or_malformed_parties_are_refused_in_words() -> None:
    assert "dragon" in refusal("dragon").text
    assert refusal().code == "empty_party"
    rosters: list[Any] = [
        {},
        {"figures": []},
        {"figures": "raider"},
        ["raider"],
        {"figures": ["raider"], "x": 1},
    ]
    for roster in rosters:
        with pytest.raises(Refusal) as caught:
            setup_of(RULESET, {Seat("blue"): roster})
        assert caught.value.code == "bad_roster"


def test_party_1_a_seat_may_bring_a_party_of_its_own() -> None:
    table = table_of({Seat("blue"): {"figures": ["pikeman", "pikeman", "lancer"]}})
    names = [c.name for c in table.state.setup.cards.values() if c.seat == "blue"]
    assert names == ["Pikeman 1", "Pikeman 2", "Lancer", "Lancer's riding horse"]


@pytest.mark.rule("newworld.party.1")
def test_party_1_each_side_may_choose_in_secret_before_anybody_is_placed() -> None:
    table = table_of(parties="choose")
    assert table.asked("blue").rule == "newworld.party.1"
    fault = table.refused("blue", {"slots": {"pikeman": 9, "ranger": 1}})
    assert "100" in fault.text
    assert table.refused("blue", {"slots": {"chief": 1, "chief-with-rune": 1}}).code == "taken_twice"
    assert table.refused("blue", {"slots": {}}).code == "empty_party"
    before = table.view("red")
    table.send("blue", {"slots": {"pikeman": 2, "sergeant": 1}})
    assert table.view("red").pieces == before.pieces == {}
    table.send("red", {"slots": {"raider": 3}})
    assert set(table.state.figures) == {
        "blue-sergeant",
        "blue-pikeman-1",
        "blue-pikeman-2",
        "red-raider-1",
        "red-raider-2",
        "red-raider-3",
    }
    assert table.asked("blue").rule == "newworld.setup.4"


def test_party_1_a_party_that_its_zone_cannot_hold_is_refused() -> None:
    scenario = scenarios()["anchor-and-hind"]
    known = tables()
    cards = party_cards(known.figures, known.mounts, "blue", ("pikeman",) * 29 + ("lancer",), "dry")
    with pytest.raises(Refusal) as caught:
        check_room(scenario, "blue", cards)
    assert caught.value.code == "no_room"
    assert caught.value.numbers == {"figures": 30, "squares": 32}
    check_room(scenario, "blue", cards[1:])


# ------------------------------------------------------------------------------------------------ set-up
@pytest.mark.rule("newworld.setup.1")
def test_setup_1_figures_start_whole_standing_and_loaded_with_their_first_weapons_in_hand() -> None:
    state = table_of().state
    for figure, body in state.figures.items():
        assert body.wounds == state.card(figure).wounds
        assert not body.prone
        assert not body.aim
        assert not body.stances
    held = {c.name: [(i.weapon, i.where) for i in state.held(c.id)] for c in state.setup.cards.values()}
    assert held["Sergeant"] == [("sabre", "main"), ("shield", "off")]
    assert held["Pistoleer"] == [("sabre", "main"), ("pistol", "off")]
    assert held["Musketeer"] == [("musket", "both")]
    assert held["Lancer"] == [("lance", "main")]
    assert held["Brawler"] == []
    carried = {
        c.name: [i.weapon for i in state.owned(c.id) if i.where == "carried"]
        for c in state.setup.cards.values()
    }
    assert carried["Raider 1"] == ["throwing-knife", "throwing-knife"]
    assert carried["Ranger"] == ["hatchet"]
    assert all(i.loaded and not i.jammed for i in state.items.values())


@pytest.mark.rule("newworld.setup.2")
def test_setup_2_up_to_medium_one_square_large_four_huge_nine() -> None:
    scene = FightScene()
    for size, x in (("tiny", 0), ("small", 1), ("medium", 2), ("large", 4), ("huge", 7)):
        scene.blue(size, (x, 0), size=size)
    counts = {f: len(scene.state.squares(f)) for f in scene.state.figures}
    assert counts == {"tiny": 1, "small": 1, "medium": 1, "large": 4, "huge": 9}


# ------------------------------------------------------------------------------------------------ placing
def in_rows(table: Table[State], seat: str) -> dict[str, tuple[int, int]]:
    """Every figure on squares of its own: the big ones first."""
    spec = table.asked(seat).spec
    free = list(spec.squares)  # type: ignore[attr-defined]
    at: dict[str, tuple[int, int]] = {}
    for piece in sorted(spec.pieces, key=lambda p: -p.size):  # type: ignore[attr-defined]
        for x, y in free:
            own = {(x + i, y + j) for i in range(piece.size) for j in range(piece.size)}
            if own <= set(free):
                at[piece.id] = (x, y)
                free = [s for s in free if s not in own]
                break
    return at


@pytest.mark.rule("newworld.setup.4")
def test_setup_4_both_sides_place_in_secret_and_both_are_shown_together() -> None:
    table = table_of()
    assert {r.seat for r in table.match.requests} == {"blue", "red"}
    table.answer("blue", in_rows(table, "blue"))
    assert not table.events(Deployed)
    assert all(p.at is None for p in table.view("red").pieces.values())
    assert all(p.at is None for p in table.view("blue").pieces.values())
    table.answer("red", in_rows(table, "red"))
    assert len(table.events(Deployed)) == 2
    assert all(p.at is not None for p in table.view("red").pieces.values())


@pytest.mark.rule("newworld.setup.4")
def test_setup_4_any_free_enterable_square_of_the_zone_and_no_other() -> None:
    table = table_of()
    zone = set(table.state.setup.map.zone("company").squares)
    assert set(table.asked("blue").spec.squares) == zone  # type: ignore[attr-defined]
    at = in_rows(table, "blue")
    outside = {**at, "blue-sergeant": (10, 7)}
    assert table.refused("blue", {"at": {k: list(v) for k, v in outside.items()}}).code == "not_offered"
    shared = {**at, "blue-sergeant": at["blue-ranger"]}
    assert table.refused("blue", {"at": {k: list(v) for k, v in shared.items()}}).code == "not_offered"
    edge = {**at, "blue-lancer": (3, 0)}
    assert table.refused("blue", {"at": {k: list(v) for k, v in edge.items()}}).code == "not_offered"


@pytest.mark.rule("newworld.setup.4")
def test_setup_4_the_mount_stands_under_its_rider() -> None:
    table = table_of()
    table.answer("blue", in_rows(table, "blue"))
    table.answer("red", in_rows(table, "red"))
    state = table.state
    assert state.figures["blue-lancer"].at == state.figures["blue-lancer-mount"].at
    assert len(state.squares("blue-lancer")) == 4


def test_every_scenario_can_be_set_up_in_every_variant() -> None:
    for info in RULESET.scenarios():
        for variant in ("open", "ambush"):
            if variant == "ambush" and scenarios()[info.id].ambush is None:
                with pytest.raises(Refusal, match="no ambush"):
                    setup_of(RULESET, scenario=info.id, variant=variant)
                continue
            table = table_of(scenario=info.id, variant=variant)
            seats = {r.seat for r in table.match.requests}
            assert seats == ({"blue", "red"} if variant == "open" else {"blue"})


# ------------------------------------------------------------------------------------------------ rows of the table
PLAIN_ROW: dict[str, Any] = dict(tables().figures["raider"].body)


def card_of(**more: Any) -> Card:
    """The card of a Raider with more in its row."""
    row = {**PLAIN_ROW, **more}
    check_row("test", row, tables())
    return make_cards(row, tables().mounts, "raider", "red", "red-raider", "Raider")[0]


@pytest.mark.rule("newworld.move.1")
def test_a_row_may_hold_every_field_of_a_card_and_every_talent() -> None:
    more = {
        "fatigue": 2,
        "halfling": True,
        "size": "small",
        "talent_defence": 1,
        "slowing_armour": 1,
        "ease_runes": 1,
        "overloaded": True,
        "halved": True,
        "no_run": True,
        "talents": list(tables().talents),
        "hands": ["blunderbuss"],
        "carried": ["club", "sling", "throwing-hatchet"],
    }
    card = card_of(**more)
    assert {k: getattr(card, k) for k in more} == {
        k: tuple(v) if isinstance(v, list) else v for k, v in more.items()
    }
    assert (card.armour, card.ranks) == (Armour(body=2), {"basic": 1, "thrown": 1})
    scene = FightScene()
    scene.blue("ann", (1, 1))
    scene.state.setup.cards["ann"] = replace(card, id="ann", talents=())
    assert (
        paces(scene.state, "ann") == 2
    )  # 2 + 3, 1 less for armour and won back, 2 less for the load: 3, halved


@pytest.mark.parametrize(
    ("more", "words"),
    [
        ({"fatique": 1}, "no field 'fatique'"),
        ({"powder": "damp"}, "no field 'powder'"),
        ({"talents": ["fleetfooted"]}, "no talent 'fleetfooted'"),
        ({"hands": ["rifle"]}, "no weapon 'rifle'"),
        ({"carried": ["bottle"]}, "no weapon 'bottle'"),
        ({"ranks": {"sticks": "trained"}}, "no weapon group 'sticks'"),
        ({"ranks": {"basic": "good"}}, "no rank 'good'"),
        ({"mount": "camel"}, "no mount 'camel'"),
        ({"armour": [0, 0, 1]}, "armour has 4 values: head, arms, body, legs"),
    ],
)
def test_a_row_that_says_what_nothing_knows_is_refused_in_words(more: dict[str, Any], words: str) -> None:
    with pytest.raises(ValueError, match=words):
        card_of(**more)


@pytest.mark.parametrize("more", [{"fatigue": "much"}, {"halfling": 3}, {"size": "vast"}])
def test_a_row_with_a_value_of_the_wrong_kind_is_refused(more: dict[str, Any]) -> None:
    with pytest.raises(ValidationError):
        card_of(**more)


@pytest.mark.rule("newworld.surprise.5")
def test_surprise_5_those_who_lie_in_ambush_cannot_be_named_as_who_may_be_surprised() -> None:
    for name, scenario in scenarios().items():
        if scenario.ambush is None:
            continue
        for surprised in ("scenario", "nobody", "blue"):
            assert setup_of(RULESET, scenario=name, variant="ambush", surprised=surprised)
        with pytest.raises(Refusal) as refused:
            setup_of(RULESET, scenario=name, variant="ambush", surprised=scenario.ambush.seat)
        assert refused.value.rule == "newworld.surprise.5"
        assert setup_of(RULESET, scenario=name, surprised=scenario.ambush.seat)


# ------------------------------------------------------------------------------------------------ the form
def test_the_form_offers_an_ambush_only_where_there_is_one_and_says_whose_it_is() -> None:
    fields = Options.model_json_schema()["properties"]
    with_ambush = {"wagon-road", "kettle-creek", "anchor-and-hind"}
    assert set(fields["variant"]["choices_only_with"]["ambush"]["scenario"]) == with_ambush
    assert fields["variant"]["labels"] == {"ambush": "Ambush: {red} hidden"}
    assert fields["surprised"]["choices_only_with"] == {"red": {"variant": ["open"]}}
    assert fields["blue_party"]["only_with"] == fields["red_party"]["only_with"] == {"parties": ["ready"]}


def test_a_refused_option_is_named_with_the_reason() -> None:
    with pytest.raises(Refusal, match=r"^Start: The Halcyon at the Quay has no ambush"):
        new_setup(Options.model_validate({"scenario": "halcyon", "variant": "ambush"}), {})
    with pytest.raises(Refusal, match=r"^Who may be surprised: not red, who springs the ambush"):
        new_setup(Options.model_validate({"variant": "ambush", "surprised": "red"}), {})
