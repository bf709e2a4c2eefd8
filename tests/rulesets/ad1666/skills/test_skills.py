"""Skills of the Action Phase: Zagloba's friends, markers, spotting, locks, pockets (skill.*, stats.5, stats.6)."""

from typing import Any

import pytest

from muster.rulesets.ad1666.events import AlarmRaised, MarkerLost, TrialDecided
from muster.rulesets.ad1666.queries.morale import morale_trial, shaken
from muster.rulesets.ad1666.queries.trials import Trial, parts_of
from muster.rulesets.ad1666.queries.watching import given_away
from muster.rulesets.ad1666.queries.zones import is_foe
from muster.rulesets.ad1666.rules.cards import Match
from muster.rulesets.ad1666.rules.harm import look_around
from muster.rulesets.ad1666.rules.placing import call_uncles
from muster.rulesets.ad1666.state import State
from tests.kit.table import Table
from tests.rulesets.ad1666.fighting import fought, pair, phase, sums
from tests.rulesets.ad1666.scenes import YardScene


def at_the_door(**more: Any) -> YardScene:
    """Ann aslant of a locked door."""
    scene = YardScene((3, 2), doors={((0, 0), (1, 0)): "locked"}, walls=[((0, 1), (1, 1))])
    scene.red("ann", (0, 1), **more)
    return scene


def picked(scene: YardScene) -> Table[State]:
    """Ann works at the lock."""
    table = scene.act("ann")
    table.answer("red", next(o for o in table.offers("red") if o.startswith("lock:")))
    return table


@pytest.mark.rule("ad1666.setup.6")
def test_setup_6_only_commoners_are_shaken() -> None:
    scene = YardScene()
    scene.red("ann", (1, 1), wounds=4)
    scene.red("eve", (3, 1), wounds=4, hero=False)
    assert shaken(scene.state, "red") == ("eve",)


@pytest.mark.rule("ad1666.skill.lockpicking", "ad1666.stats.5")
def test_skill_lockpicking_opens_an_adjacent_lock_aslant_too_and_a_misfortune_costs_a_counter() -> None:
    scene = at_the_door(skills={"lockpicking": 2})
    scene.state.alarm = 5
    scene.stack("red", deck=["cup-4"])
    table = picked(scene)
    event = table.event(TrialDecided)
    assert (event.dl, event.total.value, event.success) == (6, 6, True)
    assert list(table.state.doors.values()) == ["open"]
    assert table.over
    scene.stack("red", deck=["cup-3"])
    table = picked(scene)
    assert (list(table.state.doors.values()), table.state.alarm) == (["locked"], 5)
    scene.stack("red", deck=["black-joker"])
    table = picked(scene)
    assert (table.event(AlarmRaised).left, list(table.state.doors.values())) == (4, ["locked"])


@pytest.mark.rule("ad1666.stats.5")
def test_stats_5_without_a_rating_nobody_may_try_and_one_of_0_adds_nothing() -> None:
    assert not [o for o in at_the_door().act("ann").offers("red") if o.startswith("lock:")]
    scene = at_the_door(skills={"lockpicking": 0})
    scene.stack("red", deck=["cup-6"])
    assert picked(scene).event(TrialDecided).total.value == 6


@pytest.mark.rule("ad1666.stats.6")
def test_stats_6_a_special_skill_needs_no_rating() -> None:
    scene = pair(red={"traits": ("quick-slash",)})
    assert sums(fought(scene, "cup-4", "skull-8"))[0] == {"skill.quick-slash": 1}


@pytest.mark.rule("ad1666.stats.1")
def test_stats_1_a_negative_ability_takes_off() -> None:
    scene = YardScene((4, 1), windows=[((0, 0), (1, 0))])
    scene.red("ann", (0, 0), abilities={"agility": -1})
    scene.stack("red", deck=["cup-5"])
    table = scene.act("ann")
    table.answer("red", "half-move/window:1,0")
    assert (table.event(TrialDecided).total.value, table.state.bodies["ann"].at) == (4, (0, 0))


@pytest.mark.rule("ad1666.skill.call-me-uncle", "ad1666.skill.call-me-uncle.2")
def test_skill_call_me_uncle_2_whoever_has_zagloba_ends_it_at_any_decision() -> None:
    scene = YardScene()
    scene.red("zagloba", (1, 1), traits=("call-me-uncle",))
    scene.red("ann", (1, 4))
    scene.blue("bob", (2, 1), uncle="zagloba")
    scene.blue("dan", (6, 1), uncle="zagloba")
    assert not is_foe(scene.state, "zagloba", "bob")
    table = scene.act("ann")
    assert "end-uncle:zagloba" in table.offers("red")
    table.answer("red", "end-uncle:zagloba")
    assert not any(b.uncle for b in table.state.bodies.values())
    assert is_foe(table.state, "bob", "zagloba")
    assert "end-uncle:zagloba" not in table.offers("red")
    # In the Combat Phase as well, and by nobody else.
    scene.state.phase, scene.state.up = "combat", "red"
    scene.red("eve", (3, 2), weapons=("sabre",))
    table = phase(scene)
    table.answer("red", "end-uncle:zagloba")
    assert "fight:zagloba:bob" in table.offers("red")
    scene.state.phase = "action"
    assert "end-uncle:zagloba" not in scene.act("dan").offers("blue")


# ------------------------------------------------------------------------------------------------ the marker
@pytest.mark.rule("ad1666.skill.inconspicuous.1")
def test_skill_inconspicuous_1_the_marker_is_given_up_at_any_decision_for_good() -> None:
    scene = YardScene()
    scene.red("ann", (1, 1), inconspicuous=True)
    scene.red("eve", (1, 4), inconspicuous=True)
    table = scene.act("ann")
    assert {"drop-marker:ann", "drop-marker:eve"} <= set(table.offers("red"))
    table.answer("red", "drop-marker:eve")
    assert not table.state.bodies["eve"].inconspicuous
    assert "drop-marker:eve" not in table.offers("red")
    # It is no action: both Partial Actions are left.
    assert "full-move" in table.offers("red")


@pytest.mark.rule("ad1666.skill.inconspicuous.4")
def test_skill_inconspicuous_4_a_watchful_hero_within_six_spaces_sees_through_it() -> None:
    def lost(**watcher: Any) -> list[str]:
        scene = YardScene((9, 1))
        scene.red("ann", (0, 0), skills={"inconspicuous": 2}, inconspicuous=True)
        scene.blue("bob", (watcher.pop("x", 6), 0), **watcher)
        return [f.rule for f in given_away(scene.state)]

    found = ["skill.inconspicuous.4"]
    assert lost(abilities={"wits": 2}) == found
    assert lost(abilities={"intelligence": 3}) == found
    assert lost(abilities={"wits": 1, "intelligence": 1}) == []
    assert lost(abilities={"wits": 2}, x=7) == []
    assert lost(abilities={"wits": 2}, hero=False) == []


@pytest.mark.rule("ad1666.skill.inconspicuous.2")
def test_skill_inconspicuous_2_a_long_weapon_that_an_enemy_sees_gives_away() -> None:
    scene = YardScene((9, 1))
    scene.red("ann", (0, 0), inconspicuous=True, weapons=("dagger", "sabre"))
    scene.blue("bob", (8, 0), hero=False)
    assert list(given_away(scene.state)) == []
    scene.state.change("ann", equipped=("ann/sabre/1",))

    async def rule(game: Match) -> None:
        look_around(game)

    event = scene.run(rule).event(MarkerLost)
    assert (event.who, event.why) == ("ann", "Bob sees the sabre")


@pytest.mark.rule("ad1666.skill.inconspicuous.5")
def test_skill_inconspicuous_5_spotting_sets_wits_or_intelligence_against_charisma() -> None:
    scene = YardScene((9, 1))
    scene.red("ann", (0, 0), abilities={"wits": 1, "intelligence": 2})
    scene.blue("bob", (6, 0), inconspicuous=True, abilities={"charisma": 2})
    scene.stack("red", deck=["cup-6"])
    scene.stack("blue", deck=["skull-5"])
    for ability, spotted in (("wits", False), ("intelligence", True)):
        table = scene.act("ann")
        table.answer("red", f"spot:bob:{ability}")
        table.answer("red", "deck")
        table.answer("blue", "deck")
        # 6 + 1 is level with 5 + 2, which finds nobody.
        assert table.state.bodies["bob"].inconspicuous is not spotted
        assert table.over
    scene.state.change("bob", at=(7, 0))
    assert not [o for o in scene.act("ann").offers("red") if o.startswith("spot:")]


# ------------------------------------------------------------------------------------------------ pockets
def reaching(red: str, blue: str) -> Table[State]:
    """Ann, with the marker, reaches into Bob's pocket, where a letter is."""
    scene = YardScene()
    scene.red(
        "ann",
        (1, 1),
        inconspicuous=True,
        traits=("pickpocket",),
        abilities={"agility": 2},
        skills={"inconspicuous": 1},
    )
    scene.blue("bob", (2, 1), abilities={"wits": 1}, hero=False, weapons=("sabre",))
    scene.thing("letter", (2, 1))
    scene.state.change_item("letter/0", holder="bob", at=None, acquired=True)
    scene.stack("red", deck=[red])
    scene.stack("blue", deck=[blue])
    table = scene.act("ann")
    table.answer("red", "pocket:bob")
    table.answer("red", "deck")
    table.answer("blue", "deck")
    return table


@pytest.mark.rule("ad1666.skill.pickpocket", "ad1666.move.16", "ad1666.items.7")
def test_skill_pickpocket_takes_a_thing_keeps_the_marker_and_gives_one_point() -> None:
    table = reaching("cup-5", "skull-5")
    letter = table.state.items["letter/0"]
    assert (letter.holder, letter.acquired) == ("ann", True)
    assert table.state.items["bob/sabre/0"].holder == "bob"
    assert table.state.bodies["ann"].inconspicuous
    assert table.asked("red").text == "Ann has 1 MP left."
    table.answer("red", ("half-move", (1, 2)))
    assert "half-move" in table.offers("red")


@pytest.mark.rule("ad1666.skill.pickpocket")
def test_skill_pickpocket_a_failure_and_a_tie_cost_the_marker() -> None:
    table = reaching("cup-4", "skull-5")
    assert table.state.items["letter/0"].holder == "bob"
    assert table.event(MarkerLost).rule == "skill.pickpocket"
    assert not table.state.bodies["ann"].inconspicuous


# ------------------------------------------------------------------------------------------------ on the table
@pytest.mark.rule("ad1666.components.7")
def test_components_7_counters_only_mark_what_is_left_of_something() -> None:
    scene = YardScene()
    scene.red("ann", (1, 1), traits=("unswerving",), unswerving=2, wounds=1)
    view = scene.act("ann").view("blue")
    assert [m.label for m in view.pieces["ann"].marks] == ["Unswerving: 2 counters left"]


@pytest.mark.rule("ad1666.cards.1")
def test_cards_1_both_piles_lie_open_hands_and_decks_do_not() -> None:
    scene = YardScene()
    scene.red("ann", (1, 1))
    scene.stack("red", hand=["cup-2"], discard=["cup-8", "heart-2"])
    table = scene.act("ann")
    for seat, own in (("red", ("cup-2",)), ("blue", None)):
        areas = table.view(seat).areas
        assert areas["discard-red"].faces == ("cup-8", "heart-2")
        assert (areas["hand-red"].faces, areas["deck-red"].faces) == (own, None)
        assert (areas["hand-red"].count, areas["deck-red"].count) == (1, 27)


@pytest.mark.rule("ad1666.cards.2")
def test_cards_2_a_card_is_played_from_the_hand_by_choice_or_off_the_top_of_the_deck() -> None:
    scene = pair()
    scene.stack("red", hand=["cup-2", "cup-4"], deck=["heart-8"])
    table = phase(scene)
    table.answer("red", "fight:ann:bob")
    assert table.offers("red") == ["cup-2", "cup-4", "deck"]
    table.answer("red", "deck")
    table.answer("blue", "deck")
    assert table.state.contest is not None
    assert table.state.contest.side("ann").card == "heart-8"


@pytest.mark.rule("ad1666.skill.call-me-uncle")
def test_question_a9_the_conned_have_minus_one_on_all_tests_but_plus_one_on_fortitude() -> None:
    scene = pair(blue={"uncle": "zagloba", "hero": False})
    assert sums(fought(scene, "cup-6", "skull-6"))[1] == {"skill.call-me-uncle": -1}
    assert [p.value for p in parts_of(scene.state, morale_trial(scene.state, "bob"))] == [1]
    assert [p.value for p in parts_of(scene.state, Trial("bob", "Parry", 3, "combat.12"))] == [-1]


@pytest.mark.rule("ad1666.skill.call-me-uncle")
def test_those_whom_zagloba_has_conned_and_he_do_not_find_each_other_out() -> None:
    scene = YardScene()
    scene.red("zagloba", (1, 1), traits=("call-me-uncle",), abilities={"wits": 2})
    scene.blue("bur", (3, 1), skills={"inconspicuous": 2}, inconspicuous=True, uncle="zagloba")
    assert not list(given_away(scene.state))
    assert not [o for o in scene.act("zagloba").offers("red") if o.startswith("spot")]
    scene.state.change("bur", uncle="")
    assert [found.who for found in given_away(scene.state)] == ["bur"]


@pytest.mark.rule("ad1666.skill.call-me-uncle.2")
def test_only_the_own_call_me_uncle_can_be_ended_and_only_that_ends() -> None:
    scene = YardScene()
    scene.red("zag", (1, 1), traits=("call-me-uncle",))
    scene.red("dan", (1, 3), uncle="zog")
    scene.blue("zog", (5, 1), traits=("call-me-uncle",))
    scene.blue("man", (6, 1), uncle="zag")
    table = scene.act("zag")
    assert [o for o in table.offers("red") if o.startswith("end-uncle")] == ["end-uncle:zag"]
    table.answer("red", "end-uncle:zag")
    assert (table.state.bodies["man"].uncle, table.state.bodies["dan"].uncle) == ("", "zog")


@pytest.mark.rule("ad1666.skill.call-me-uncle")
def test_who_comes_later_is_of_the_band_and_may_be_named() -> None:
    scene = YardScene()
    scene.red("zag", (1, 1), traits=("call-me-uncle",))
    scene.blue("hero", (5, 1))
    scene.blue("late", None, hero=False)
    scene.blue("man", (6, 1), hero=False)
    table = scene.run(call_uncles)
    assert table.offers("blue") == ["late", "man", "hero"]
