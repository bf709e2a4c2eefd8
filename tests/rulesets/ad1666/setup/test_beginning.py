"""From the scenario to the first turn: places, arms, friends of Zagloba's, cards (setup.1 to setup.11)."""

from typing import Any

import pytest

from muster.engine.views import View
from muster.rulesets.ad1666.deck import DECK, MAGIC, SUITS, value_of
from muster.rulesets.ad1666.events import DeckShuffled, MagicShuffled
from muster.rulesets.ad1666.rules.cards import deal
from muster.rulesets.ad1666.rules.course import begin_turn
from muster.rulesets.ad1666.rules.placing import arrive, place_band, place_spec
from muster.rulesets.ad1666.ruleset import RULESET
from muster.rulesets.ad1666.setup import Arrival
from muster.rulesets.ad1666.state import State
from tests.kit.scene import Scene
from tests.kit.table import Table, setup_of
from tests.rulesets.ad1666.scenes import YardScene


def fresh(name: str) -> State:
    """A shipped scenario before anybody is placed."""
    return RULESET.new_state(setup_of(RULESET, scenario=name))


@pytest.mark.rule("ad1666.components.4")
def test_components_4_thirty_cards_in_four_suits_from_2_to_8_and_two_jokers() -> None:
    assert len(DECK) == len(set(DECK)) == 30
    assert [sum(card.startswith(suit) for card in DECK) for suit in SUITS] == [7, 7, 7, 7]
    assert [value_of(f"cup-{value}") for value in range(2, 9)] == [2, 3, 4, 5, 6, 7, 8]
    assert (value_of("black-joker"), value_of("red-joker")) == (0, 10)


@pytest.mark.rule("ad1666.components.5", "ad1666.setup.9")
def test_components_5_and_setup_9_three_cards_each_and_one_magic_deck_that_nobody_sees() -> None:
    scene = YardScene()
    orders = [list(range(30)), list(range(30)), list(reversed(range(24)))]
    table = scene.run(deal, dice=orders)
    assert [(e.seat, e.hand) for e in table.events(DeckShuffled)] == [
        ("red", ("skull-2", "skull-3", "skull-4")),
        ("blue", ("skull-2", "skull-3", "skull-4")),
    ]
    assert table.event(MagicShuffled).cards == table.state.magic == tuple(reversed(MAGIC))
    assert (MAGIC[0], MAGIC[-1], len(MAGIC)) == (1, 24, 24)
    for audience in ("red", "blue"):
        assert table.state.known_to(table.state.seats[audience == "blue"]).magic == (0,) * 24
        assert _area(table.view(audience), "magic") == (24, None)
    assert _area(table.view("red"), "hand-red") == (3, ("skull-2", "skull-3", "skull-4"))
    assert _area(table.view("blue"), "hand-red") == (3, None)


def _area(view: View, name: str) -> tuple[int, Any]:
    return view.areas[name].count, view.areas[name].faces


@pytest.mark.rule("ad1666.setup.1", "ad1666.setup.2", "ad1666.map.1")
def test_setup_1_and_2_red_places_first_in_its_zone_and_nobody_shares_a_space() -> None:
    state = fresh("duel-at-the-yard")
    assert state.waiting == ("red", "blue")
    red = state.seats[0]
    mine = place_spec(state, red, ("red-longinus", "red-dragoon~1"), "west")
    assert set(mine.squares) == {(x, y) for x in (0, 1) for y in range(10)}
    scene = Scene(RULESET, setup_of(RULESET, scenario="duel-at-the-yard"), state)
    table = scene.run(place_band)
    assert [r.seat for r in table.match.requests] == [red]
    everybody = [w for w in state.bodies if state.seat(w) == red]
    refusal = table.refused("red", {"at": {w: [0, 4] for w in everybody}})
    assert refusal.code == "not_offered"
    # What somebody stands on is no place for those who come later.
    state.change("red-longinus", at=(1, 4))
    assert set(place_spec(state, red, ("red-dragoon~1",), "west").squares) == set(mine.squares) - {(1, 4)}


@pytest.mark.rule("ad1666.setup.7")
def test_setup_7_doors_start_closed_unless_the_scenario_locks_them() -> None:
    assert fresh("duel-at-the-yard").doors == {"west-door": "closed", "east-door": "closed"}
    assert fresh("stolen-letter").doors == {"west-door": "locked", "east-door": "locked"}


@pytest.mark.rule("ad1666.setup.10")
def test_setup_10_weapons_start_ready_with_all_their_uses() -> None:
    state = fresh("over-the-roofs")
    assert {i.kind: (i.reload, i.uses) for i in state.items.values()} == {
        "sabre": (0, None),
        "pistol": (0, None),
        "dagger": (0, None),
        "throwing-knives": (0, 3),
        "musket": (0, None),
        "rapier": (0, None),
        "main-gauche": (0, None),
    }


@pytest.mark.rule("ad1666.skill.inconspicuous.1")
def test_setup_8_everybody_starts_unhurt_with_all_tokens_and_the_marker() -> None:
    state = fresh("market-day")
    assert {b.wounds for b in state.bodies.values()} == {0}
    assert {w: state.bodies[w].parries for w in ("red-zagloba", "blue-aramis", "red-thug")} == {
        "red-zagloba": 1,
        "blue-aramis": 2,
        "red-thug": 0,
    }
    marked = {w for w, b in state.bodies.items() if b.inconspicuous}
    assert marked == {"red-thief", "red-burgher", "blue-courtesan", "blue-urchin"}


@pytest.mark.rule("ad1666.items.20")
def test_items_20_things_of_the_scenario_lie_on_the_board() -> None:
    letter = fresh("stolen-letter").items["letter/0"]
    assert (letter.kind, letter.at, letter.holder, letter.acquired) == ("letter", (5, 5), None, False)


@pytest.mark.rule("ad1666.setup.11")
def test_setup_11_a_scenario_that_names_the_holder_leaves_the_first_initiative_phase_out() -> None:
    for named, phase in (("red", "action"), ("", "initiative")):
        scene = YardScene()
        scene.tell(initiative=named)
        scene.state.phase, scene.state.initiative = "start", named
        assert scene.run(begin_turn).state.phase == phase


# ------------------------------------------------------------------------------------------------ arrivals
def coming() -> Table[State]:
    """Turn 3 of the brawl, when a Footman of each side arrives."""
    scene = Scene(RULESET, setup_of(RULESET, scenario="brawl-at-the-carp"), fresh("brawl-at-the-carp"))
    scene.state.turn = 3
    return scene.run(arrive)


@pytest.mark.rule("ad1666.turn.2")
def test_turn_2_red_places_its_arrivals_first_on_the_spaces_that_the_scenario_names() -> None:
    table = coming()
    assert [r.seat for r in table.match.requests] == ["red"]
    squares = table.state.setup.map.zone("south").squares
    table.answer("red", {"red-footman": squares[0]})
    table.answer("blue", {"blue-footman": squares[1]})
    state = table.state
    assert (state.bodies["red-footman"].at, state.bodies["blue-footman"].at) == (squares[0], squares[1])
    assert {state.bodies[w].fate for w in ("red-footman", "blue-footman")} == {"play"}


@pytest.mark.rule("ad1666.turn.2")
def test_turn_2_who_found_no_room_comes_as_soon_as_there_is_some() -> None:
    scene = Scene(RULESET, setup_of(RULESET, scenario="brawl-at-the-carp"), fresh("brawl-at-the-carp"))
    scene.state.turn = 4
    table = scene.run(arrive)
    squares = table.state.setup.map.zone("south").squares
    table.answer("red", {"red-footman": squares[0]})
    assert table.state.bodies["red-footman"].at == squares[0]


@pytest.mark.rule("ad1666.turn.2", "ad1666.skill.inconspicuous.4")
def test_whoever_arrives_before_sharp_eyes_is_noticed_at_once() -> None:
    scene = YardScene(zones={"south": [(1, 1)]})
    scene.red("thief", None, kind="thief", skills={"inconspicuous": 1}, inconspicuous=True)
    scene.blue("hero", (2, 1), abilities={"wits": 3})
    scene.tell(arrivals=(Arrival(1, "red", ("thief",), "south"),))
    table = scene.run(arrive)
    table.answer("red", {"thief": (1, 1)})
    assert not table.state.bodies["thief"].inconspicuous


# ------------------------------------------------------------------------------------------------ Call me uncle
def conning(*, heroes: int, commoners: int) -> Table[State]:
    """Zagloba of Red's is there, and the last of Blue's is about to be placed."""
    scene = YardScene(zones={"east": [(x, y) for x in (6, 7) for y in range(6)]})
    scene.red("zagloba", (0, 0), traits=("call-me-uncle",))
    for number in range(heroes):
        scene.blue(f"hero{number}", None)
    for number in range(commoners):
        scene.blue(f"man{number}", None, hero=False)
    scene.tell(zones={"red": "east", "blue": "east"})
    scene.state.phase, scene.state.waiting = "placing", ("blue",)
    table = scene.run(place_band, dice=[list(range(30)), list(range(30)), list(range(24))])
    who = [w for w in scene.state.bodies if w != "zagloba"]
    table.answer("blue", {w: (6, y) for y, w in enumerate(who)})
    return table


@pytest.mark.rule("ad1666.skill.call-me-uncle")
def test_question_a9_the_opponent_names_one_hero_or_two_commoners() -> None:
    table = conning(heroes=1, commoners=2)
    for wrong in (["man0"], ["hero0", "man1"]):
        refusal = table.refused("blue", {"picks": [{"key": w} for w in wrong]})
        assert refusal.text == "Name one Hero, or two Commoners."
    table.answer("blue", ["man0", "man1"])
    assert {w for w, b in table.state.bodies.items() if b.uncle} == {"man0", "man1"}


@pytest.mark.rule("ad1666.skill.call-me-uncle.3")
def test_skill_call_me_uncle_3_a_band_of_one_commoner_gives_that_one() -> None:
    table = conning(heroes=0, commoners=1)
    assert table.over
    assert table.state.bodies["man0"].uncle
