"""The Interaction Phase and Seduction, and the skills that meet in it (turn.20, talking.1 to talking.6)."""

from typing import Any, Final, TypeAlias

import pytest

from muster.rulesets.ad1666.events import TalkDecided
from muster.rulesets.ad1666.queries.talking import bystanders, seducible, whose_talk
from muster.rulesets.ad1666.rules.cards import Match
from muster.rulesets.ad1666.rules.talking import take_interaction
from muster.rulesets.ad1666.state import State
from tests.kit.table import PASS, Table
from tests.rulesets.ad1666.scenes import YardScene

Json: TypeAlias = Any
LADY: Final[dict[str, Json]] = {
    "gender": "f",
    "hero": False,
    "abilities": {"charisma": 3},
    "traits": ("seduction",),
    "skills": {"inconspicuous": 3},
    "inconspicuous": True,
}


def salon(red: Json = None, blue: Json = None) -> YardScene:
    """Ann the courtesan beside Bob, in the Interaction Phase."""
    scene = YardScene()
    scene.red("ann", (2, 2), **{**LADY, **(red or {})})
    scene.blue("bob", (3, 2), **{"abilities": {"fortitude": 1}, **(blue or {})})
    scene.state.phase, scene.state.up = "interaction", "red"
    return scene


def interacting(scene: YardScene) -> Table[State]:
    async def rule(game: Match) -> None:
        while whose_talk(game.state) is not None:
            await take_interaction(game)

    return scene.run(rule)


def lay(table: Table[State]) -> None:
    """Everybody lays the top card of the deck."""
    while table.match.requests and table.match.requests[0].rule == "test.10":
        table.answer(table.match.requests[0].seat, "deck")


def seduced(scene: YardScene, red: list[str], blue: list[str], target: str = "bob") -> Table[State]:
    """Ann tries it on somebody, with the top cards of both decks."""
    scene.stack("red", deck=red)
    scene.stack("blue", deck=blue)
    table = interacting(scene)
    table.answer("red", f"seduce:ann:{target}")
    lay(table)
    return table


@pytest.mark.rule("ad1666.skill.seduction", "ad1666.talking.4", "ad1666.alarm.1")
def test_skill_seduction_removes_both_who_count_as_killed_at_a_counter_each() -> None:
    scene = salon()
    scene.state.alarm = 5
    table = seduced(scene, ["cup-5"], ["skull-6"])
    assert [t.value for t in table.event(TalkDecided).totals] == [8, 7]
    assert {w: table.state.bodies[w].fate for w in ("ann", "bob")} == {"ann": "killed", "bob": "killed"}
    assert table.state.alarm == 3


@pytest.mark.rule("ad1666.skill.seduction", "ad1666.test.12")
def test_skill_seduction_a_tie_is_a_failure_costs_no_marker_and_the_same_one_is_not_tried_again() -> None:
    table = seduced(salon(), ["cup-5"], ["skull-7"])
    assert not table.event(TalkDecided).success
    assert table.state.bodies["ann"].inconspicuous
    assert table.over
    table.state.change("ann", activated=False)
    assert seducible(table.state, "ann") == ()


@pytest.mark.rule("ad1666.skill.seduction")
def test_skill_seduction_wants_the_marker_and_an_adjacent_enemy_of_the_other_gender() -> None:
    assert seducible(salon().state, "ann") == ("bob",)
    assert seducible(salon(red={"inconspicuous": False}).state, "ann") == ()
    assert seducible(salon(blue={"gender": "f"}).state, "ann") == ()
    scene = salon()
    scene.state.change("bob", at=(4, 2))
    assert seducible(scene.state, "ann") == ()


@pytest.mark.rule("ad1666.skill.frigid.1")
def test_skill_frigid_1_is_no_target() -> None:
    assert seducible(salon(blue={"traits": ("frigid",)}).state, "ann") == ()


@pytest.mark.rule("ad1666.talking.6")
def test_talking_6_in_the_interaction_phase_alone() -> None:
    scene = salon()
    scene.state.phase = "action"
    assert seducible(scene.state, "ann") == ()


@pytest.mark.rule("ad1666.turn.20")
def test_turn_20_in_turn_a_pass_is_not_final_and_two_in_a_row_end_it() -> None:
    scene = salon()
    scene.blue("kim", (2, 3), **LADY)
    scene.red("eve", (1, 3))
    scene.stack("red", deck=["cup-2"])
    scene.stack("blue", deck=["skull-2"])
    table = interacting(scene)
    table.answer("red", PASS)
    table.answer("blue", "seduce:kim:eve")
    table.answer("red", PASS)
    lay(table)
    # Something has happened: Red is asked again, though it has passed before.
    assert table.asked("red").rule == "turn.20"
    table.answer("red", PASS)
    assert table.over


@pytest.mark.rule("ad1666.talking.1")
def test_talking_1_others_who_could_do_it_take_part_and_all_are_activated() -> None:
    scene = salon()
    scene.red("eve", (3, 3), **LADY)
    scene.red("kay", (4, 3), **{**LADY, "inconspicuous": False})
    scene.red("joy", (4, 1), **LADY, activated=True)
    scene.stack("red", deck=["cup-2", "cup-3"])
    scene.stack("blue", deck=["skull-8"])
    table = interacting(scene)
    table.answer("red", "seduce:ann:bob")
    assert (table.asked("red").rule, table.offers("red")) == ("talking.1", ["eve"])
    table.answer("red", "eve")
    lay(table)
    table.answer("red", "eve")
    assert [t.value for t in table.event(TalkDecided).totals] == [6, 9]
    state = table.state
    assert [state.bodies[w].activated for w in ("ann", "eve", "kay", "bob")] == [True, True, False, False]


@pytest.mark.rule("ad1666.talking.2")
def test_talking_2_friends_beside_the_target_or_an_attacker_may_stand_by() -> None:
    scene = salon()
    scene.blue("dan", (4, 3))
    scene.blue("kim", (1, 1))
    scene.blue("far", (6, 5))
    assert bystanders(scene.state, ("ann",), "bob") == ("dan", "kim")


@pytest.mark.rule("ad1666.talking.3", "ad1666.talking.5")
def test_talking_3_and_5_without_initiative_one_fixes_all_sources_and_names_a_leader_first() -> None:
    scene = salon()
    scene.red("eve", (3, 1), **LADY)
    scene.blue("dan", (4, 3), abilities={"fortitude": 3})
    scene.stack("red", deck=["cup-5", "cup-2"])
    scene.stack("blue", deck=["skull-6"], hand=["heart-2"])
    table = interacting(scene)
    table.answer("red", "seduce:ann:bob")
    table.answer("red", "eve")
    table.answer("blue", "dan")
    assert [r.subject for r in table.match.requests] == ["bob"]
    table.answer("blue", "deck")
    assert [r.subject for r in table.match.requests] == ["dan"]
    # Not even the owner sees a card from the deck before all are laid.
    assert table.view("blue").areas["play-blue"].faces == ("?",)
    table.answer("blue", "heart-2")
    table.answer("red", "deck")
    table.answer("red", "deck")
    assert (table.asked("blue").rule, table.offers("blue")) == ("talking.5", ["bob", "dan"])
    assert table.option("blue", "dan").detail == "5 so far"
    table.answer("blue", "dan")
    table.answer("red", "ann")
    # Dan leads: 2 + 3 against 5 + 3.
    event = table.event(TalkDecided)
    assert (event.attacker, event.defender, event.success) == ("ann", "dan", True)
    # The target goes all the same, and not whoever stood up for it.
    assert [w for w, b in table.state.bodies.items() if b.fate == "killed"] == ["ann", "bob"]


@pytest.mark.rule("ad1666.skill.charmer")
def test_skill_charmer_two_with_a_heart_one_with_a_horseshoe_against_the_other_gender() -> None:
    charm = {"traits": ("seduction", "charmer")}
    found = {
        card: seduced(salon(red=charm, blue={"traits": ("charmer",)}), [card], ["heart-2"]).event(TalkDecided)
        for card in ("heart-5", "horseshoe-5", "cup-5", "skull-5")
    }
    assert {card: event.totals[0].value for card, event in found.items()} == {
        "heart-5": 10,
        "horseshoe-5": 9,
        "cup-5": 8,
        "skull-5": 8,
    }
    assert {event.totals[1].value for event in found.values()} == {3}


@pytest.mark.rule("ad1666.skill.frigid.2")
def test_skill_frigid_2_voids_the_bonuses_of_whoever_opposes_it_and_of_nobody_else() -> None:
    for leader, bonus in (("dan", 0), ("bob", 2)):
        scene = salon(red={"traits": ("seduction", "charmer")})
        scene.blue("dan", (4, 3), traits=("frigid",))
        scene.stack("red", deck=["heart-5"])
        scene.stack("blue", deck=["skull-2", "skull-3"])
        table = interacting(scene)
        table.answer("red", "seduce:ann:bob")
        table.answer("blue", "dan")
        lay(table)
        table.answer("blue", leader)
        assert table.event(TalkDecided).totals[0].value == 8 + bonus


@pytest.mark.rule("ad1666.skill.unswerving.3", "ad1666.skill.unswerving.1")
def test_skill_unswerving_3_the_whole_test_is_made_anew_with_the_same_participants() -> None:
    table = seduced(salon(blue={"unswerving": 1}), ["cup-5", "cup-3"], ["skull-2", "skull-8"])
    table.answer("blue", True)
    assert table.state.discards == {"red": ("cup-5",), "blue": ("skull-2",)}
    lay(table)
    assert [e.success for e in table.events(TalkDecided)] == [True, False]
    assert table.state.in_play("bob")
    assert table.state.bodies["bob"].unswerving == 0


@pytest.mark.rule("ad1666.skill.unswerving.2")
def test_skill_unswerving_2_spares_a_crippled_target() -> None:
    table = seduced(salon(blue={"unswerving": 1, "wounds": 4}), ["cup-5"], ["skull-7"])
    table.answer("blue", True)
    lay(table)
    assert [t.value for t in table.event(TalkDecided).totals] == [8, 8]


def test_an_option_carries_the_chance_against_the_target_alone() -> None:
    scene = salon()
    scene.stack("red", hand=["cup-8"])
    table = interacting(scene)
    odds = table.option("red", "seduce:ann:bob").odds
    assert odds is not None
    assert odds.needs.startswith("more than the other side; own card from the deck")
    assert [t.value for t in odds.totals] == [3, 1]
    assert sum(b.chance for b in odds.bars if b.hit) <= odds.chance <= 10_000


@pytest.mark.rule("ad1666.skill.charmer")
def test_skill_charmer_counts_at_the_choice_of_cards_where_one_faces_one() -> None:
    scene = salon(red={"traits": ("seduction", "charmer")}, blue={"gender": "m"})
    scene.stack("red", hand=["heart-4", "skull-4"])
    table = interacting(scene)
    table.answer("red", "seduce:ann:bob")
    if table.match.requests[0].seat == "blue":
        table.answer("blue", "deck")
    # Charisma 3, and with a Heart 2 for her charm.
    assert [table.option("red", c).detail for c in ("heart-4", "skull-4")] == [
        "4, Charisma +3, Charmer +2",
        "4, Charisma +3",
    ]
