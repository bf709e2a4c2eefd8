"""The course of a turn: phases, hands, Zagloba's cunning, whose activation it is, the end (turn.1 to .24, alarm)."""

import pytest

from muster.rulesets.ad1666.deck import DECK
from muster.rulesets.ad1666.events import CardsDrawn, Ended, PhaseBegun, TurnBegun
from muster.rulesets.ad1666.queries.combat import whose_turn
from muster.rulesets.ad1666.queries.menu import options_for
from muster.rulesets.ad1666.queries.victory import gold_killed, verdict
from muster.rulesets.ad1666.rules.acting import act, name_first_actor
from muster.rulesets.ad1666.rules.cards import Match
from muster.rulesets.ad1666.rules.course import begin_turn, draw_cards, end_turn, next_phase
from muster.rulesets.ad1666.rules.harm import alarm, wound
from muster.rulesets.ad1666.setup import Carry, Escape, Hold
from muster.rulesets.ad1666.state import Acting
from tests.kit.table import PASS
from tests.rulesets.ad1666.scenes import YardScene

FOX = ("cunning-as-a-fox",)


@pytest.mark.rule("ad1666.turn.1")
def test_turn_1_the_phases_follow_each_other() -> None:
    scene = YardScene()

    async def rule(game: Match) -> None:
        while game.state.phase != "end":
            next_phase(game)

    table = scene.run(rule)
    assert [e.phase for e in table.events(PhaseBegun)] == ["combat", "morale", "interaction", "end"]
    assert table.events(PhaseBegun)[0].label == "Combat Phase"


@pytest.mark.rule("ad1666.turn.3")
def test_turn_3_what_may_be_used_once_a_turn_is_there_again() -> None:
    scene = YardScene(doors={((6, 0), (7, 0)): "closed"})
    scene.red("ann", (1, 1), weapons=("pistol",))
    scene.state.phase, scene.state.turn, scene.state.used = "start", 2, ("red:cunning",)
    scene.state.change_item("ann/pistol/0", fired=True)
    table = scene.run(begin_turn)
    assert table.state.used == ()
    assert not table.state.items["ann/pistol/0"].fired
    assert table.event(TurnBegun).turn == 2


@pytest.mark.rule("ad1666.turn.5")
def test_turn_5_two_cards_each_and_none_on_the_first_turn() -> None:
    scene = YardScene()
    scene.state.phase = "start"
    assert scene.run(begin_turn).state.phase == "initiative"
    scene.state.turn = 2
    assert scene.run(begin_turn).state.phase == "card"
    scene.stack("red", deck=["cup-2", "cup-3"], hand=["cup-8"])
    scene.stack("blue", deck=["heart-2", "heart-3"])
    table = scene.run(draw_cards)
    assert [(e.seat, e.cards) for e in table.events(CardsDrawn)] == [
        ("red", ("cup-2", "cup-3")),
        ("blue", ("heart-2", "heart-3")),
    ]
    assert set(table.state.hands["red"]) == {"cup-8", "cup-2", "cup-3"}


@pytest.mark.rule("ad1666.turn.6")
def test_turn_6_whoever_holds_more_than_five_lays_off_down_to_five() -> None:
    scene = YardScene()
    scene.stack("red", deck=["cup-7", "cup-8"], hand=["cup-2", "cup-3", "cup-4", "cup-5"])
    scene.stack("blue", deck=["heart-7", "heart-8"], hand=["heart-2", "heart-3", "heart-4"])
    table = scene.run(draw_cards)
    assert [r.seat for r in table.match.requests] == ["red"]
    assert len(table.offers("red")) == 6
    table.answer("red", ["cup-2"])
    assert len(table.state.hands["red"]) == len(table.state.hands["blue"]) == 5
    assert table.state.discards["red"] == ("cup-2",)


@pytest.mark.rule("ad1666.skill.cunning.2", "ad1666.stats.7")
def test_skill_cunning_2_and_stats_7_one_more_card_makes_three_and_spends_the_turns_use() -> None:
    scene = YardScene()
    scene.red("zagloba", (1, 1), traits=FOX)
    table = scene.run(draw_cards)
    assert table.asked("red").rule == "skill.cunning.2"
    table.answer("red", True)
    assert [len(table.state.hands[s]) for s in ("red", "blue")] == [3, 2]
    assert table.state.used == ("red:cunning",)


@pytest.mark.rule("ad1666.skill.cunning.3")
def test_skill_cunning_3_a_discarded_card_goes_back_into_the_deck_as_he_is_activated() -> None:
    scene = YardScene()
    scene.red("zagloba", (1, 1), traits=FOX)
    scene.stack("red", discard=["cup-8", "heart-3"], deck=["skull-2"])
    table = scene.run(lambda game: act(game, game.state.seats[0]), dice=[list(range(29))])
    table.answer("red", "zagloba")
    assert table.offers("red") == ["cup-8", "heart-3"]
    table.answer("red", "cup-8")
    assert table.state.discards["red"] == ("heart-3",)
    assert table.state.decks["red"] == tuple(c for c in DECK if c != "heart-3")
    assert table.state.used == ("red:cunning",)
    assert "full-move" in table.offers("red")


# ------------------------------------------------------------------------------------------------ whose activation
@pytest.mark.rule("ad1666.turn.11")
def test_turn_11_the_holder_names_who_acts_first_and_that_holds_for_the_turn() -> None:
    scene = YardScene()
    table = scene.run(name_first_actor)
    assert table.offers("red") == ["red", "blue"]
    table.answer("red", "blue")
    assert (table.state.first_actor, table.state.up) == ("blue", "blue")


@pytest.mark.rule("ad1666.turn.12", "ad1666.turn.23")
def test_turn_12_and_23_sides_alternate_each_acts_once_and_nobody_may_pass() -> None:
    scene = YardScene()
    for number in range(2):
        scene.red(f"r{number}", (0, number * 2))
        scene.blue(f"b{number}", (7, number * 2))
    scene.state.up = "red"
    table = scene.begin()
    order: list[tuple[str, list[str]]] = []
    for _ in range(4):
        seat = str(table.match.requests[0].seat)
        assert table.asked(seat).pass_label is None
        order.append((seat, table.offers(seat)))
        table.answer(seat, table.offers(seat)[0])
        table.answer(seat, PASS)
    assert order == [("red", ["r0", "r1"]), ("blue", ["b0", "b1"]), ("red", ["r1"]), ("blue", ["b1"])]
    assert table.state.phase != "action"


@pytest.mark.rule("ad1666.turn.13")
def test_turn_13_equal_numbers_give_no_right_to_wait() -> None:
    scene = YardScene()
    scene.red("ann", (0, 0))
    scene.blue("bob", (7, 0))
    scene.blue("dan", (7, 2))
    scene.state.up = "red"
    assert scene.begin().asked("red").pass_label == "Wait"
    scene.state.change("dan", at=None)
    assert scene.begin().asked("red").pass_label is None


@pytest.mark.rule("ad1666.turn.13")
def test_a_side_that_waits_and_a_character_that_does_nothing_have_a_line_of_the_log() -> None:
    scene = YardScene()
    scene.red("ann", (0, 0))
    scene.blue("bob", (7, 0))
    scene.blue("dan", (7, 2))
    scene.state.up = "red"
    table = scene.begin()
    table.answer("red", PASS)
    table.answer("blue", "bob")
    table.answer("blue", PASS)
    told = [e.text for e in table.log("spectators")]
    assert told[:2] == ["Red waits with its last Character.", "Bob is activated and does nothing."]


@pytest.mark.rule("ad1666.turn.14")
def test_turn_14_one_full_or_two_partial_actions_or_less() -> None:
    scene = YardScene()
    scene.red("ann", (0, 0), weapons=("dagger",))
    table = scene.act("ann")
    assert {"full-move", "half-move", "overwatch", "sprint"} <= set(table.offers("red"))
    table.answer("red", ("half-move", (2, 0)))
    # No Full Action after a Partial one; a second Partial one may be of the same kind.
    assert table.offers("red") == ["half-move", "half-move/leave:off", "stow:ann"]
    table.answer("red", ("half-move", (4, 0)))
    assert table.over
    table = scene.act("ann")
    table.answer("red", ("full-move", (4, 0)))
    assert table.over


@pytest.mark.rule("ad1666.turn.16")
def test_turn_16_an_unconscious_one_can_only_try_to_wake() -> None:
    scene = YardScene()
    scene.red("ann", (1, 1), unconscious=True, weapons=("pistol",))
    scene.blue("bob", (5, 1))
    assert scene.act("ann").offers("red") == ["wake"]


@pytest.mark.rule("ad1666.turn.17")
def test_turn_17_a_prone_one_can_stand_up_or_take_an_aimed_shot() -> None:
    scene = YardScene()
    scene.red("ann", (1, 1), prone=True, weapons=("pistol",), skills={"pistols": 1})
    scene.blue("bob", (5, 1))
    assert scene.act("ann").offers("red") == ["aimed:ann/pistol/0:bob", "stand", "stow:ann"]


@pytest.mark.rule("ad1666.turn.22")
def test_turn_22_prone_and_engaged_leaves_standing_up_and_the_defensive_shot() -> None:
    scene = YardScene()
    scene.red("ann", (1, 1), prone=True, weapons=("pistol",), skills={"pistols": 1})
    scene.blue("bob", (2, 1))
    scene.blue("dan", (5, 4))
    assert scene.act("ann").offers("red") == ["defensive:ann/pistol/0:bob", "stand", "stow:ann"]
    # Engaged since before the turn began: no Defensive Shot either.
    scene.state.change("ann", engaged_at_start=True)
    assert scene.act("ann").offers("red") == ["stand", "stow:ann"]


@pytest.mark.rule("ad1666.turn.18")
def test_question_a6_and_turn_18_an_engaged_one_cannot_reload_watch_aim_or_sprint() -> None:
    scene = YardScene()
    scene.red("ann", (1, 1), weapons=("pistol", "pistol"), skills={"pistols": 1})
    scene.state.change("ann", equipped=("ann/pistol/0", "ann/pistol/1"))
    scene.state.change_item("ann/pistol/1", reload=2)
    scene.blue("bob", (2, 1))
    scene.blue("dan", (6, 4))
    offered = [o for o in scene.act("ann").offers("red") if not o.startswith("equip")]
    assert offered == ["defensive:ann/pistol/0:bob", "stow:ann"]
    # With a friend at Bob as well she may move, but still not run (ruling R30).
    scene.red("eve", (3, 1))
    offered = [o for o in scene.act("ann").offers("red") if not o.startswith("equip")]
    assert offered[:2] == ["full-move", "defensive:ann/pistol/0:bob"]
    assert "half-move" in offered
    assert not {"sprint", "overwatch", "reload:ann/pistol/1"} & set(offered)


# ------------------------------------------------------------------------------------------------ the end
@pytest.mark.rule("ad1666.turn.21")
def test_turn_21_the_end_of_a_turn_takes_a_counter_and_the_next_turn_begins() -> None:
    scene = YardScene()
    scene.red("ann", (1, 1))
    scene.state.phase, scene.state.alarm, scene.state.turn = "end", 3, 2
    table = scene.run(end_turn)
    assert (table.state.alarm, table.state.turn, table.state.phase) == (2, 3, "start")


@pytest.mark.rule("ad1666.turn.24")
def test_turn_24_a_side_without_anybody_is_skipped_and_the_game_goes_on() -> None:
    scene = YardScene()
    scene.red("ann", (1, 1))
    scene.blue("bob", (5, 1), wounds=7)
    scene.state.up = "blue"

    async def rule(game: Match) -> None:
        wound(game, "bob", 1)
        await act(game, game.state.seats[0])

    table = scene.run(rule)
    assert table.events(Ended) == []
    assert table.offers("red") == ["ann"]


@pytest.mark.rule("ad1666.alarm.3")
def test_alarm_3_the_last_turn_of_a_scenario_with_turns_ends_it() -> None:
    scene = YardScene()
    scene.tell(turns=6)
    scene.state.phase, scene.state.turn = "end", 5
    assert scene.run(end_turn).events(Ended) == []
    scene.state.turn = 6
    assert scene.run(end_turn).event(Ended).text.startswith("The last turn is over. A draw")


@pytest.mark.rule("ad1666.alarm.4")
def test_alarm_4_the_scenario_says_who_has_won_when_it_is_over() -> None:
    scene = YardScene(zones={"square": [(4, 4), (5, 4)], "west": [(0, 0)]})
    scene.red("ann", (4, 4), gold=10)
    scene.blue("bob", (1, 1), gold=20)
    scene.blue("dan", (5, 4), prone=True, gold=5)
    assert verdict(scene.state).reason == "equal_gold"
    scene.tell(hold=Hold("square"))
    assert verdict(scene.state).winner == "red"
    scene.tell(hold=None, escape=Escape("red", 2, "west"))
    assert (verdict(scene.state).winner, verdict(scene.state).reason) == ("blue", "held_up")
    scene.tell(escape=None, carry=Carry("letter", {"red": "west"}, keeper="blue"))
    assert verdict(scene.state).reason == "kept_safe"


@pytest.mark.rule("ad1666.alarm.5", "ad1666.scenario.3")
def test_alarm_5_and_scenario_3_the_dead_and_the_fled_count_who_left_does_not() -> None:
    scene = YardScene()
    scene.red("ann", (1, 1))
    for who, fate, gold in (("bob", "killed", 1), ("dan", "fled", 2), ("ede", "departed", 4)):
        scene.blue(who, None, gold=gold, fate=fate)
    assert gold_killed(scene.state, "red") == 3


@pytest.mark.rule("ad1666.alarm.2")
def test_question_a8_the_last_shot_takes_the_last_counter_and_ends_it_at_once() -> None:
    scene = YardScene()
    scene.red("ann", (0, 1), weapons=("musket",), skills={"muskets": 4})
    scene.blue("bob", (3, 1), gold=7)
    scene.state.alarm = 11
    scene.stack("red", deck=["cup-8"])

    async def rule(game: Match) -> None:
        # Seven shots, one kill, the ends of turns 1 and 2, and then one more shot.
        for why in (*("a shot",) * 7, "a death", "turn 1", "turn 2"):
            alarm(game, why)
        await act(game, game.state.seats[0])

    table = scene.run(rule)
    assert table.state.alarm == 1
    table.answer("red", "ann")
    table.answer("red", "aimed:ann/musket/0:bob")
    # 8 + 4 beats DL 5 by 7, and 2 for the hands: the Wounds count, and the game is over.
    assert table.state.bodies["bob"].fate == "killed"
    assert table.state.alarm == 0
    assert table.event(Ended).winner == "red"


@pytest.mark.rule("ad1666.turn.15")
def test_turn_15_nobody_strikes_in_the_action_phase() -> None:
    scene = YardScene()
    scene.red("ann", (1, 1), weapons=("sabre",))
    scene.blue("bob", (2, 1))
    assert whose_turn(scene.state) is None
    scene.state.acting = Acting("ann")
    assert not any(o.key.startswith("fight") for o in options_for(scene.state, "ann"))
