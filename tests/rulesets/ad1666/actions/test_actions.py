"""What an activated Character does: shots, moves, Overwatch, waking, doors, standing up (action.1 to action.23)."""

from typing import Any, TypeAlias

import pytest

from muster.rulesets.ad1666.events import DeedLost, DoorTurned, OverwatchSet, ShotResolved, TrialDecided
from muster.rulesets.ad1666.queries.arms import is_ready
from muster.rulesets.ad1666.rules.cards import Match
from muster.rulesets.ad1666.rules.course import next_phase
from muster.rulesets.ad1666.rules.placing import fullest_sets
from tests.kit.table import PASS
from tests.rulesets.ad1666.scenes import YardScene

Json: TypeAlias = Any

PISTOL = {"weapons": ("pistol",), "skills": {"pistols": 2}}


@pytest.mark.rule("ad1666.action.1")
def test_action_1_an_aimed_shot_takes_the_whole_activation_and_has_no_modifier_of_its_own() -> None:
    scene = YardScene()
    scene.red("ann", (0, 1), **PISTOL)
    scene.blue("bob", (3, 1))
    scene.stack("red", deck=["cup-3"])
    table = scene.act("ann")
    table.answer("red", "aimed:ann/pistol/0:bob")
    event = table.event(TrialDecided)
    assert (event.dl, event.total.value, event.success) == (5, 5, True)
    assert table.over


@pytest.mark.rule("ad1666.action.4", "ad1666.action.17", "ad1666.action.23")
def test_action_4_17_and_23_four_points_or_two_which_are_not_saved_up() -> None:
    scene = YardScene((12, 2))
    scene.red("ann", (1, 0))
    table = scene.act("ann")
    assert max(x for x, _ in table.reach("red", "full-move")) == 5
    assert max(x for x, _ in table.reach("red", "half-move")) == 3
    table.answer("red", ("half-move", (2, 0)))
    table.answer("red", PASS)
    # The point that was left is lost: the second Half Move has two again.
    assert table.state.acting is not None
    assert table.state.acting.mp == 0
    assert max(x for x, _ in table.reach("red", "half-move")) == 4
    table.answer("red", ("half-move", (3, 0)))
    assert table.asked("red").text == "Ann has 1 MP left."
    table = scene.act("ann")
    table.answer("red", ("full-move", (2, 0)))
    assert table.asked("red").text == "Ann has 3 MP left."


@pytest.mark.rule("ad1666.action.5", "ad1666.ranged.19")
def test_action_5_a_sprint_keeps_its_beginning_in_sight_and_has_no_movement_actions() -> None:
    scene = YardScene((8, 3), walls=[((2, 0), (2, 1)), ((3, 0), (3, 1)), ((1, 0), (1, 1)), ((0, 0), (0, 1))])
    scene.red("ann", (0, 0))
    scene.red("eve", (0, 2))
    table = scene.act("ann")
    assert (4, 0) in table.reach("red", "sprint")
    # Round the end of the wall the beginning is out of sight.
    assert (3, 1) not in table.reach("red", "sprint")
    assert [o for o in table.offers("red") if o.startswith("sprint")] == ["sprint"]


@pytest.mark.rule("ad1666.action.5", "ad1666.map.21")
def test_action_5_a_sprint_may_leave_the_board_and_then_has_no_test() -> None:
    scene = YardScene((8, 1))
    scene.red("ann", (3, 0))
    table = scene.act("ann")
    table.answer("red", ("sprint", (1, 0)))
    assert table.offers("red") == ["sprint", "sprint/leave:off"]
    table.answer("red", "sprint/leave:off")
    assert table.state.bodies["ann"].fate == "departed"
    assert table.events(TrialDecided) == []
    assert table.over


@pytest.mark.rule("ad1666.action.8")
def test_action_8_what_was_loaded_now_is_fired_in_a_later_activation() -> None:
    scene = YardScene()
    scene.red("ann", (0, 1), **PISTOL)
    scene.blue("bob", (3, 1))
    scene.state.change_item("ann/pistol/0", reload=1)
    scene.stack("red", deck=["cup-3"])
    table = scene.act("ann")
    assert "aimed:ann/pistol/0:bob" not in table.offers("red")
    table.answer("red", "reload:ann/pistol/0")
    table.answer("red", True)
    assert table.state.items["ann/pistol/0"].reload == 0
    assert table.asked("red").text == "Ann has 2 MP left."
    assert not is_ready(table.state, table.state.items["ann/pistol/0"])
    scene.state.change_item("ann/pistol/0", reload=0)
    assert "aimed:ann/pistol/0:bob" in scene.act("ann").offers("red")


@pytest.mark.rule("ad1666.action.7", "ad1666.move.16")
def test_action_7_and_move_16_two_points_before_or_after_the_loading_which_are_not_kept() -> None:
    scene = YardScene()
    scene.red("ann", (1, 1), **PISTOL)
    scene.state.change_item("ann/pistol/0", reload=2)
    table = scene.act("ann")
    table.answer("red", "reload:ann/pistol/0")
    table.answer("red", False)
    assert table.state.items["ann/pistol/0"].reload == 2
    assert max(x for x, _ in table.reach("red", "reload")) == 3
    table.answer("red", ("reload", (2, 1)))
    table.answer("red", PASS)
    assert (table.state.items["ann/pistol/0"].reload, table.state.bodies["ann"].at) == (1, (2, 1))
    assert table.over


@pytest.mark.rule("ad1666.action.13")
def test_action_13_whoever_is_engaged_by_an_interruption_does_not_reload() -> None:
    scene = YardScene()
    scene.red("ann", (1, 1), **PISTOL)
    scene.blue("bob", (3, 1), overwatch=True)
    scene.state.change_item("ann/pistol/0", reload=2)
    table = scene.act("ann")
    table.answer("red", "reload:ann/pistol/0")
    table.answer("blue", "step:walk:2,1")
    assert table.event(DeedLost).who == "ann"
    assert table.state.items["ann/pistol/0"].reload == 2
    assert table.over


# ------------------------------------------------------------------------------------------------ Overwatch
@pytest.mark.rule("ad1666.action.9")
def test_action_9_overwatch_lasts_for_the_phase_and_goes_when_the_character_is_activated() -> None:
    scene = YardScene()
    scene.red("ann", (1, 1))
    table = scene.act("ann")
    table.answer("red", "overwatch")
    assert table.state.bodies["ann"].overwatch
    assert table.over

    async def phase(game: Match) -> None:
        next_phase(game)

    scene.state.change("ann", overwatch=True)
    assert not scene.run(phase).state.bodies["ann"].overwatch
    assert not scene.act("ann").state.bodies["ann"].overwatch


@pytest.mark.rule("ad1666.action.10", "ad1666.action.13")
def test_action_10_taking_overwatch_is_an_action_that_others_may_interrupt_too() -> None:
    scene = YardScene()
    scene.red("ann", (1, 1))
    scene.blue("bob", (3, 1), overwatch=True)
    table = scene.act("ann")
    table.answer("red", "overwatch")
    table.answer("blue", "step:walk:2,1")
    assert not table.state.bodies["ann"].overwatch
    assert table.event(DeedLost).what == "the action"


@pytest.mark.rule("ad1666.action.10")
def test_action_10_neither_a_prone_nor_an_engaged_one_interrupts() -> None:
    scene = YardScene()
    scene.red("ann", (1, 1))
    scene.blue("bob", (5, 1), overwatch=True, **PISTOL)
    table = scene.act("ann")
    table.answer("red", ("half-move", (2, 1)))
    assert "shot:bob/pistol/0:ann" in table.offers("blue")
    scene.state.change("bob", prone=True)
    table = scene.act("ann")
    table.answer("red", ("half-move", (2, 1)))
    assert [r.seat for r in table.match.requests] == ["red"]
    scene.state.change("bob", prone=False)
    scene.red("eve", (6, 1))
    table = scene.act("ann")
    table.answer("red", ("half-move", (2, 1)))
    assert [r.seat for r in table.match.requests] == ["red"]


@pytest.mark.rule("ad1666.action.12")
def test_action_12_a_climb_from_overwatch_that_fails_costs_the_counter() -> None:
    scene = YardScene(raised=[(4, 1)])
    scene.red("ann", (3, 1))
    scene.blue("bob", (5, 1), overwatch=True)
    scene.stack("blue", deck=["cup-3"])
    table = scene.act("ann")
    table.answer("red", ("half-move", (2, 1)))
    table.answer("blue", "step:climb:4,1")
    assert table.state.bodies["bob"].at == (5, 1)
    assert not table.state.bodies["bob"].overwatch
    assert [e.on for e in table.events(OverwatchSet)] == [False]


# ------------------------------------------------------------------------------------------------ waking, standing
@pytest.mark.rule("ad1666.action.14", "ad1666.map.4", "ad1666.wounds.5")
def test_action_14_a_friend_beside_who_is_not_engaged_wakes_without_a_card() -> None:
    scene = YardScene()
    scene.red("ann", (1, 1), unconscious=True)
    scene.red("eve", (2, 2))
    table = scene.act("ann")
    table.answer("red", "wake")
    assert not table.state.bodies["ann"].unconscious
    assert table.state.discards["red"] == ()
    assert table.over
    # An enemy beside Eve: now a card decides.
    scene.blue("bob", (3, 2))
    scene.stack("red", deck=["cup-4"])
    table = scene.act("ann")
    table.answer("red", "wake")
    assert table.state.bodies["ann"].unconscious
    assert table.state.discards["red"] == ("cup-4",)


@pytest.mark.rule("ad1666.action.16")
def test_action_16_whoever_wakes_stands() -> None:
    scene = YardScene()
    scene.red("ann", (1, 1), unconscious=True, prone=True)
    scene.stack("red", deck=["heart-2"])
    table = scene.act("ann")
    table.answer("red", "wake")
    body = table.state.bodies["ann"]
    assert (body.unconscious, body.prone) == (False, False)


@pytest.mark.rule("ad1666.action.21")
def test_action_21_standing_up_needs_no_test_if_nobody_engages() -> None:
    scene = YardScene()
    scene.red("ann", (1, 1), prone=True)
    table = scene.act("ann")
    table.answer("red", "stand")
    assert not table.state.bodies["ann"].prone
    assert "half-move" in table.offers("red")
    assert "full-move" not in table.offers("red")


@pytest.mark.rule("ad1666.action.22", "ad1666.test.12")
def test_action_22_an_engaged_one_must_win_a_test_of_strength_against_whom_the_enemy_picks() -> None:
    scene = YardScene()
    scene.red("ann", (1, 1), prone=True, abilities={"strength": 2})
    scene.blue("bob", (2, 1), abilities={"strength": 1})
    scene.blue("dan", (1, 2), abilities={"strength": 4})
    scene.stack("red", deck=["cup-6"])
    scene.stack("blue", deck=["skull-7"])
    table = scene.act("ann")
    table.answer("red", "stand")
    assert table.offers("blue") == ["bob", "dan"]
    table.answer("blue", "bob")
    table.answer("red", "deck")
    table.answer("blue", "deck")
    # 6 + 2 against 7 + 1: level, so the one who started it fails (ruling R62).
    assert table.state.bodies["ann"].prone
    assert table.offers("red") == ["stand"]


# ------------------------------------------------------------------------------------------------ things, doors
@pytest.mark.rule("ad1666.action.19")
def test_action_19_a_thing_on_the_own_space_is_picked_up_unless_both_hands_hold_one_weapon() -> None:
    scene = YardScene()
    scene.red("ann", (1, 1), weapons=("musket", "sabre"))
    scene.thing("letter", (1, 1))
    table = scene.act("ann")
    assert "pick:letter/0" not in table.offers("red")
    table.answer("red", "equip:ann/sabre/1")
    table.answer("red", "pick:letter/0")
    letter = table.state.items["letter/0"]
    assert (letter.holder, letter.at, letter.acquired) == ("ann", None, True)
    # The other Partial Action is left.
    assert "half-move" in table.offers("red")


@pytest.mark.rule("ad1666.action.20")
def test_action_20_a_forced_door_is_destroyed_and_one_may_go_through_without_points() -> None:
    scene = YardScene((4, 1), doors={((1, 0), (2, 0)): "locked"})
    scene.red("ann", (1, 0), abilities={"strength": 2})
    scene.stack("red", deck=["cup-5"])
    table = scene.act("ann")
    table.answer("red", _force(table.offers("red")))
    assert table.event(DoorTurned).state == "broken"
    table.answer("red", "on")
    assert table.state.bodies["ann"].at == (2, 0)
    scene.stack("red", deck=["cup-2"])
    table = scene.act("ann")
    table.answer("red", _force(table.offers("red")))
    assert table.events(DoorTurned) == []
    assert table.state.bodies["ann"].wounds == 0
    scene.stack("red", deck=["black-joker"])
    table = scene.act("ann")
    table.answer("red", _force(table.offers("red")))
    assert table.state.bodies["ann"].wounds == 1


def _force(offers: list[str]) -> str:
    return next(o for o in offers if o.startswith("force:"))


@pytest.mark.rule("ad1666.action.18", "ad1666.ranged.15")
def test_action_18_and_ranged_15_a_quick_shot_has_minus_one_and_a_miss_counts_as_fired() -> None:
    scene = YardScene()
    scene.red("ann", (0, 1), **PISTOL)
    scene.blue("bob", (3, 1))
    scene.state.alarm = 4
    scene.stack("red", deck=["cup-3"])
    table = scene.act("ann")
    table.answer("red", "quick:ann/pistol/0:bob")
    assert (table.event(TrialDecided).total.value, table.event(ShotResolved).hit) == (4, None)
    item = table.state.items["ann/pistol/0"]
    assert (item.reload, item.fired, table.state.alarm) == (2, True, 3)


@pytest.mark.rule("ad1666.skill.unswerving.2", "ad1666.action.22")
def test_unswerving_spares_the_penalty_in_an_opposed_test_as_well() -> None:
    scene = YardScene()
    scene.red("skr", (1, 1), traits=("unswerving",), unswerving=3, wounds=4, prone=True)
    scene.blue("bob", (2, 1))
    scene.stack("red", deck=["cup-5"])
    scene.stack("blue", deck=["skull-4"])
    for spent, down in ((True, False), (False, True)):
        table = scene.act("skr")
        table.answer("red", "stand")
        assert table.asked("red").rule == "skill.unswerving.2"
        table.answer("red", spent)
        table.answer("red", "deck")
        table.answer("blue", "deck")
        # 5 without the 1 for being Crippled against 4; with it it is no more than 4.
        assert table.state.bodies["skr"].prone is down


def test_who_would_be_noticed_by_its_weapon_may_begin_with_nothing_in_hand() -> None:
    scene = YardScene()
    scene.red("spy", (1, 1), weapons=("sabre",), inconspicuous=True)
    assert fullest_sets(scene.state, "spy") == (("spy/sabre/0",), ())
    scene.state.change("spy", inconspicuous=False)
    assert fullest_sets(scene.state, "spy") == (("spy/sabre/0",),)


def watched(**more: Json) -> YardScene:
    """Ann acts, Bob watches with a pistol."""
    scene = YardScene(**more)
    scene.red("ann", (1, 1), weapons=("pistol",))
    scene.blue("bob", (5, 1), overwatch=True, weapons=("pistol",), skills={"pistols": 1})
    return scene


@pytest.mark.rule("ad1666.action.10")
def test_action_10_whoever_fell_prone_in_a_step_may_be_shot_at_that_moment() -> None:
    scene = watched(high=[(1, 1)])
    scene.stack("red", deck=["cup-4"])
    table = scene.act("ann")
    table.answer("red", "full-move/jump:2,1")
    table.answer("blue", PASS)
    assert table.state.bodies["ann"].prone
    assert "shot:bob/pistol/0:ann" in table.offers("blue")


@pytest.mark.rule("ad1666.action.10")
def test_action_10_the_moment_between_two_steps_is_one() -> None:
    table = watched().act("ann")
    table.answer("red", ("full-move", (3, 1)))
    asked = 0
    while table.match.requests and table.match.requests[0].seat == "blue":
        table.answer("blue", PASS)
        asked += 1
    # Before the first step, between the two, after the second.
    assert (asked, table.state.bodies["ann"].at) == (3, (3, 1))


@pytest.mark.rule("ad1666.action.10")
def test_action_10_after_reloading_is_a_moment_too() -> None:
    scene = watched()
    scene.state.change_item("ann/pistol/0", reload=2)
    table = scene.act("ann")
    table.answer("red", "reload:ann/pistol/0")
    table.answer("blue", PASS)
    table.answer("red", True)
    assert table.state.items["ann/pistol/0"].reload == 1
    assert "shot:bob/pistol/0:ann" in table.offers("blue")


@pytest.mark.rule("ad1666.action.10", "ad1666.map.21")
def test_action_10_on_overwatch_one_may_step_off_the_board() -> None:
    scene = YardScene((8, 3))
    scene.red("ann", (1, 1))
    scene.blue("bob", (7, 1), overwatch=True)
    table = scene.act("ann")
    table.answer("red", "overwatch")
    table.answer("blue", "step:leave:off")
    assert table.state.bodies["bob"].fate == "departed"


@pytest.mark.rule("ad1666.action.10")
def test_action_10_several_of_one_side_interrupt_in_any_order() -> None:
    scene = watched()
    scene.blue("cid", (5, 2), overwatch=True, weapons=("pistol",), skills={"pistols": 1})
    scene.stack("blue", deck=["skull-2", "skull-3"])
    table = scene.act("ann")
    table.answer("red", "overwatch")
    first = table.asked("blue").subject
    table.answer("blue", PASS)
    assert table.asked("blue").subject != first
    table.answer("blue", next(o for o in table.offers("blue") if o.startswith("shot")))
    # The other one has acted: whoever let it go first is asked again.
    assert table.asked("blue").subject == first


@pytest.mark.rule("ad1666.action.22")
def test_getting_up_among_enemies_is_announced_as_a_try() -> None:
    scene = YardScene()
    scene.red("ann", (1, 1), prone=True)
    scene.blue("bob", (2, 1))
    table = scene.act("ann")
    table.answer("red", "stand")
    (said,) = [e for e in table.log("blue") if e.kind == "action"]
    assert (said.text, said.rules) == ("Ann: tries to get up.", ("ad1666.action.22",))


@pytest.mark.rule("ad1666.action.10")
def test_action_10_nobody_is_asked_about_a_friend_whom_it_can_do_nothing_about() -> None:
    scene = YardScene()
    scene.red("ann", (2, 1))
    scene.red("own", (4, 2), overwatch=True)
    table = scene.act("ann")
    table.answer("red", ("half-move", (3, 1)))
    assert table.asked("red").rule != "action.10"
