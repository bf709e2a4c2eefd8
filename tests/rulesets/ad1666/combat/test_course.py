"""The course of a fight: reinforcement, ties, Parries and Ripostes, surprise (combat.9 to combat.14)."""

import pytest

from muster.rulesets.ad1666.events import MarkerLost, WoundsTaken
from muster.rulesets.ad1666.rules.combat import fight
from muster.rulesets.ad1666.state import State
from tests.kit.table import PASS, Table
from tests.rulesets.ad1666.fighting import damage, decided, fought, lay, pair, sums


def rules(table: Table[State]) -> list[tuple[str, str]]:
    """Who is asked by which rule."""
    return [(r.seat, r.rule) for r in table.match.requests]


@pytest.mark.rule("ad1666.combat.9")
def test_combat_9_in_turn_from_the_player_with_initiative_until_both_pass_in_a_row() -> None:
    scene = pair()
    scene.state.initiative = "blue"
    table = fought(scene, "heart-6", "cup-5", hands={"red": ["heart-2"], "blue": ["cup-2"]})
    assert rules(table) == [("blue", "combat.9")]
    table.answer("blue", PASS)
    table.answer("red", "heart-2")
    table.answer("blue", "cup-2")
    assert [t.value for t in decided(table).totals] == [7, 6]


@pytest.mark.rule("ad1666.combat.10")
def test_combat_10_a_tie_wounds_nobody_is_not_parried_and_drives_both_back() -> None:
    scene = pair(red={"fencing": 1}, blue={"fencing": 1})
    table = fought(scene, "heart-6", "cup-6")
    # Red holds Initiative: Blue's goes first.
    assert rules(table) == [("blue", "combat.17")]
    table.answer("blue", "4,2")
    assert rules(table) == [("red", "combat.17")]
    table.answer("red", "1,2")
    assert not table.events(WoundsTaken)
    assert (table.state.bodies["ann"].parries, table.state.bodies["bob"].parries) == (1, 1)


@pytest.mark.rule("ad1666.combat.11", "ad1666.combat.12", "ad1666.combat.14")
def test_combat_11_to_14_a_token_a_test_at_margin_plus_one_and_everything_anew() -> None:
    scene = pair(red={"skills": {"cutting": 3}}, blue={"fencing": 1})
    table = fought(scene, ["heart-6", "skull-2"], ["cup-5", "skull-5", "horseshoe-8"])
    odds = table.asked("blue").spec.wire()["odds"]
    assert odds["needs"] == "5 or more"
    table.answer("blue", True)
    assert table.state.bodies["bob"].parries == 0
    # The cards of the first test and of the Parry are gone before the Riposte.
    assert table.state.discards["red"] == ("heart-6",)
    assert sorted(table.state.discards["blue"]) == ["cup-5", "skull-5"]
    lay(table)
    assert [t.value for t in decided(table).totals] == [5, 8]
    assert (decided(table).winner, damage(table)[1]) == ("bob", 3)


@pytest.mark.rule("ad1666.combat.13")
def test_combat_13_a_failed_parry_is_not_tried_again() -> None:
    scene = pair(blue={"fencing": 2})
    table = fought(scene, "heart-8", ["cup-5", "skull-3"])
    table.answer("blue", True)
    assert decided(table).winner == "ann"
    assert table.state.bodies["bob"].parries == 1
    assert table.state.bodies["bob"].wounds == 4


@pytest.mark.rule("ad1666.combat.12")
def test_combat_12_neither_skill_nor_ability_counts_only_what_changes_every_test() -> None:
    scene = pair(
        blue={
            "fencing": 1,
            "skills": {"cutting": 4},
            "abilities": {"agility": 3},
            "uncle": "zagloba",
            "prone": True,
        }
    )
    table = fought(scene, "heart-8", ["cup-3", "skull-5"])
    table.answer("blue", True)
    (line,) = [e for e in table.log("red") if e.text.startswith("Bob, Parry")]
    # 8 against 3 + 4 - 1 - 1: lost by 3.
    assert line.outcome == "4 against 4"
    assert [(p.rule, p.value) for p in line.totals[0].parts] == [("cards.2", 5), ("skill.call-me-uncle", -1)]


@pytest.mark.rule("ad1666.weapon.mighty-blow", "ad1666.skill.iron-parry")
def test_weapon_mighty_blow_raises_the_level_of_a_parry_unless_it_is_an_iron_one() -> None:
    needed: list[str] = []
    mighty = {"weapons": ("great-sword",), "skills": {"great-weapons": 0}, "abilities": {"strength": 3}}
    for traits in ((), ("iron-parry",)):
        scene = pair(red=mighty, blue={"fencing": 1, "traits": traits})
        needed.append(fought(scene, "heart-8", "cup-5").asked("blue").spec.wire()["odds"]["needs"])
    # 8 + 1 for Superiority against 5: lost by 4.
    assert needed == ["6 or more", "5 or more"]


@pytest.mark.rule("ad1666.weapon.parrying")
def test_weapon_parrying_adds_one_to_parries_from_the_other_hand_too() -> None:
    both = ("bob/rapier/0", "bob/main-gauche/1")
    scene = pair(
        blue={
            "fencing": 1,
            "weapons": ("rapier", "main-gauche"),
            "skills": {"thrusting": 0, "knives": -1},
            "equipped": both,
        }
    )
    table = fought(scene, "heart-8", ["cup-5", "skull-3"])
    table.answer("blue", True)
    (line,) = [e for e in table.log("red") if e.text.startswith("Bob, Parry")]
    assert line.outcome == "4 against 4"
    assert [(p.rule, p.value) for p in line.totals[0].parts][1:] == [("weapon.parrying", 1)]


@pytest.mark.rule("ad1666.combat.14")
def test_combat_14_a_riposte_may_be_parried_too_and_a_tied_one_wounds_nobody() -> None:
    scene = pair(red={"fencing": 1}, blue={"fencing": 1})
    table = fought(
        scene,
        ["heart-6", "skull-2", "heart-7", "cup-4"],
        ["cup-5", "skull-5", "horseshoe-8", "heart-4"],
    )
    table.answer("blue", True)
    lay(table)
    # Ann has lost the Riposte by 6 and parries it with 7; the third test is level.
    table.answer("red", True)
    lay(table)
    assert decided(table).winner is None
    assert not table.events(WoundsTaken)


@pytest.mark.rule("ad1666.skill.inconspicuous.7", "ad1666.skill.inconspicuous.3")
def test_skill_inconspicuous_7_and_3_a_surprise_adds_two_cannot_be_parried_and_costs_the_marker() -> None:
    scene = pair(
        red={"weapons": ("dagger",), "skills": {"knives": 0}, "inconspicuous": True},
        blue={"fencing": 1, "weapons": ("dagger",), "skills": {"knives": 0}},
    )
    table = fought(scene, "heart-6", "cup-5")
    assert sums(table) == ({"skill.inconspicuous.7": 2}, {})
    assert (decided(table).winner, table.state.bodies["bob"].parries) == ("ann", 1)
    assert table.event(MarkerLost).rule == "skill.inconspicuous.3"


@pytest.mark.rule("ad1666.skill.inconspicuous.7")
def test_skill_inconspicuous_7_no_bonus_in_a_riposte_after_the_attackers_own_parry() -> None:
    scene = pair(
        red={"weapons": ("dagger",), "skills": {"knives": 0}, "inconspicuous": True, "fencing": 1},
        blue={"weapons": ("dagger",), "skills": {"knives": 0}},
    )
    table = fought(scene, ["heart-2", "cup-7", "heart-6"], ["cup-5", "cup-4"])
    table.answer("red", True)
    lay(table)
    assert sums(table) == ({}, {})


@pytest.mark.rule("ad1666.cards.5")
def test_a_reshuffle_after_a_parry_leaves_the_cards_of_its_fight_out() -> None:
    scene = pair(blue={"fencing": 1})
    for seat, deck in (("red", ["heart-8", "heart-2"]), ("blue", ["cup-5", "skull-8", "cup-3"])):
        scene.stack(
            seat, deck=deck, discard=["heart-8", "horseshoe-8", "red-joker"] if seat == "blue" else []
        )
    table = scene.run(lambda game: fight(game, "ann", "bob"), dice=[list(range(29))])
    lay(table)
    table.answer("blue", True)
    # Four 8s and Jokers lie there once the Parry is through; the Cup 5 of the fight is not shuffled in.
    state = table.state
    assert len(state.decks["blue"]) == 29
    assert state.discards["blue"] == ("cup-5",)


def test_a_blow_that_kills_is_shown_from_where_both_stood_whenever_it_is_told() -> None:
    table = fought(pair(red={"skills": {"cutting": 3}}, blue={"death": 1, "crippled": 1}), "heart-8", "cup-2")
    assert table.state.bodies["bob"].at is None
    (told,) = [e for e in table.log("blue") if e.show is not None and e.show.kind == "blow"]
    assert told.show is not None
    assert (told.show.start, told.show.end) == ((2, 2), (3, 2))
