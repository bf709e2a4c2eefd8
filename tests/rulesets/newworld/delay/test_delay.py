"""Delayed half actions: keeping them, the points at which they are used, withdrawn declarations (action.11, .12)."""

from dataclasses import replace

import pytest

from muster.engine.ids import Seat
from muster.rulesets.newworld.attack_events import AttackRolled
from muster.rulesets.newworld.events import HalfKept, HalfUsed, Moved, Withdrawn
from muster.rulesets.newworld.state import State, Turn
from tests.kit.table import PASS, Table
from tests.rulesets.newworld.asking import always_asked
from tests.rulesets.newworld.scenes import FightScene, part, rolled


def watched(**bob: object) -> FightScene:
    """Ann beside Bob; Bob keeps a half action."""
    scene = FightScene()
    scene.blue("ann", (3, 3), hands=["sabre"])
    scene.red("bob", (4, 3), **{"hands": ["sabre"], **bob})
    scene.delay("bob")
    return scene


def points(table: Table[State], seat: str) -> list[str]:
    """Pass every window of a seat; the words by which they came."""
    found: list[str] = []
    while True:
        request = table.match.request_for(Seat(seat))
        if request is None or request.window != "delayed":
            return found
        found.append(request.text.partition("now, ")[2].rstrip("?"))
        table.answer(seat, PASS)


# ------------------------------------------------------------------------------------------------ keeping
@pytest.mark.rule("newworld.action.11", "newworld.action.12")
def test_action_11_a_half_kept_is_used_at_a_point_of_somebody_elses_turn() -> None:
    scene = FightScene()
    scene.blue("ann", (3, 3), hands=["sabre"])
    scene.red("bob", (4, 3))
    table = scene.turn("ann", "bob", dice=[3, 4, 1])
    table.answer("blue", "delay")
    table.answer("blue", PASS)
    assert table.event(HalfKept).figure == "ann"
    assert len(table.state.figures["ann"].delayed) == 1
    assert table.asked("blue").rule == "newworld.action.12"
    table.answer("blue", "attack:bob:ann/sabre/0")
    assert table.event(HalfUsed).figure == "ann"
    assert table.event(AttackRolled).figure == "ann"
    assert table.state.figures["ann"] == replace(table.state.figures["ann"], delayed=())
    assert table.asked("red").subject == "bob"


@pytest.mark.rule("newworld.action.11")
def test_action_11_unused_it_is_lost_as_the_next_turn_begins() -> None:
    scene = FightScene()
    scene.blue("ann", (3, 3))
    scene.red("bob", (11, 8))
    table = scene.turn("ann", "bob")
    table.play(("blue", "delay"), ("blue", "delay"))
    assert len(table.state.figures["ann"].delayed) == 2
    table.answer("red", PASS)
    assert table.asked("blue").subject == "ann"
    assert table.state.figures["ann"] == replace(table.state.figures["ann"], delayed=())
    assert table.state.turn == Turn("ann")


@pytest.mark.rule("newworld.action.11", "newworld.turn.1")
def test_action_11_any_half_action_but_delay_and_never_a_full_one() -> None:
    scene = watched()
    scene.delay("bob")
    offers = scene.turn("ann").offers("red")
    assert {"attack:ann:bob/sabre/0", "move", "parry", "aim", "feint:ann", "ready:put:bob/sabre/0"} <= set(
        offers
    )
    assert not {"delay", "run", "disengage", "all-out-defence", "all-out:ann:bob/sabre/0"} & set(offers)
    assert not any(k.startswith(("swift:", "disarm:", "charge:")) for k in offers)


@pytest.mark.rule("newworld.action.12")
def test_action_11_two_kept_halves_stay_two_halves_and_may_follow_each_other() -> None:
    scene = watched()
    scene.delay("bob")
    table = scene.turn("ann", dice=[6, 6, 1, 1, 3, 4, 1])
    table.answer("red", "feint:ann")
    assert table.state.figures["bob"].feint == "ann"
    table.answer("red", "attack:ann:bob/sabre/0")
    assert part(rolled(table).attack, "action.13") == 2
    assert not table.state.figures["bob"].delayed


@pytest.mark.rule("newworld.turn.2")
def test_action_11_an_attack_with_one_kept_half_bars_it_for_the_other() -> None:
    scene = watched()
    scene.delay("bob")
    table = scene.turn("ann", dice=[1, 1, 1])
    table.answer("red", "attack:ann:bob/sabre/0")
    assert "attack:ann:bob/sabre/0" not in table.offers("red")
    assert "feint:ann" in table.offers("red")


@pytest.mark.rule("newworld.action.13")
def test_action_13_a_feint_with_a_kept_half_lasts_to_the_end_of_the_turn_it_was_made_in() -> None:
    scene = watched()
    scene.delay("bob")
    scene.blue("al", (3, 4))
    table = scene.turn("ann", "al", "bob", dice=[6, 6, 1, 1])
    table.play(("red", "feint:ann"), ("red", PASS))
    assert table.state.figures["bob"].feint == "ann"
    table.answer("blue", PASS)
    assert table.state.figures["bob"].feint is None


# ------------------------------------------------------------------------------------------------ the points
@pytest.mark.rule("newworld.action.12")
def test_action_12_at_the_start_of_a_turn_before_the_first_die_and_after_the_action() -> None:
    table = watched().turn("ann", dice=[1, 1, 1])
    assert points(table, "red") == ["at the start of the turn"]
    table.answer("blue", "attack:bob:ann/sabre/0")
    assert not table.events(AttackRolled)
    table.answer("red", PASS)
    assert len(table.events(AttackRolled)) == 1
    assert points(table, "red") == ["after it"]
    assert table.asked("blue").subject == "ann"


@pytest.mark.rule("newworld.action.12")
def test_action_12_between_two_steps_but_not_after_the_last_one_twice() -> None:
    table = watched().turn("ann")
    always_asked(table, "red")
    points(table, "red")
    table.answer("blue", ("move", [(3, 4), (4, 4), (5, 4)]))
    assert points(table, "red") == [
        "before it is carried out",
        "between two steps",
        "between two steps",
        "after it",
    ]


@pytest.mark.rule("newworld.action.12")
def test_action_12_a_move_is_told_up_to_where_the_question_came() -> None:
    table = watched().turn("ann")
    points(table, "red")
    table.answer("blue", ("move", [(3, 4), (4, 4), (5, 4)]))
    points(table, "red")
    assert [m.cost for m in table.events(Moved) if m.told] == [1, 1, 1]
    alone = FightScene()
    alone.blue("ann", (3, 3))
    alone.red("bob", (4, 3))
    quiet = alone.turn("ann")
    quiet.answer("blue", ("move", [(3, 4), (4, 4), (5, 4)]))
    assert [m.cost for m in quiet.events(Moved)] == [3]


@pytest.mark.rule("newworld.action.12")
def test_action_12_nobody_steps_in_between_a_charge_and_its_blow() -> None:
    scene = FightScene()
    scene.blue("ann", (0, 3), hands=["sabre"])
    scene.red("bob", (5, 3))
    scene.red("eve", (4, 2))
    scene.delay("eve")
    table = scene.turn("ann", dice=[1, 1, 1])
    always_asked(table, "red")
    points(table, "red")
    table.answer("blue", ("charge:bob:ann/sabre/0", (4, 3)))
    asked = points(table, "red")[:5]
    assert asked == ["before it is carried out", *["between two steps"] * 3, "after it"]
    assert len(table.events(AttackRolled)) == 1


@pytest.mark.rule("newworld.action.12")
def test_action_12_several_holders_are_asked_in_initiative_order_and_open_no_window_for_each_other() -> None:
    scene = watched()
    scene.red("eve", (3, 2), hands=["sabre"])
    scene.delay("eve")
    table = scene.turn("ann", "eve", "bob", dice=[1, 1, 1])
    assert table.asked("red").subject == "eve"
    table.answer("red", "attack:ann:eve/sabre/0")
    assert table.asked("red").subject == "bob"
    assert points(table, "red") == ["at the start of the turn"]


@pytest.mark.rule("newworld.action.12")
def test_action_12_the_target_of_an_attack_may_parry_before_the_dice_though_it_cannot_strike_back() -> None:
    scene = FightScene()
    scene.blue("ann", (1, 3), hands=["shortbow"])
    scene.red("bob", (11, 3), agility=0)
    scene.delay("bob")
    table = scene.turn("ann", dice=[1, 1, 1])
    table.answer("blue", "shoot:bob:ann/shortbow/0")
    assert table.asked("red").window == "delayed"
    table.answer("red", "parry")
    assert table.event(AttackRolled).defence.value == 10  # the stance helps in melee only
    assert table.state.figures["bob"].has("parrying_stance")


@pytest.mark.rule("newworld.action.12")
def test_action_12_a_seat_is_asked_where_it_can_matter_always_or_not_this_turn() -> None:
    scene = FightScene(size=(20, 3))
    scene.blue("ann", (0, 1))
    scene.red("bob", (19, 1), hands=["sabre"])
    scene.delay("bob")
    far = scene.turn("ann")
    assert far.asked("blue").subject == "ann"
    far.match.prefer(Seat("red"), "delayed", "always")
    far.answer("blue", "parry")
    assert points(far, "red") == ["before it is carried out", "after it"]
    near = watched().turn("ann")
    near.match.prefer(Seat("red"), "delayed", "not_this_turn")
    near.answer("red", PASS)
    near.answer("blue", "parry")
    assert near.asked("blue").subject == "ann"


@pytest.mark.rule("newworld.action.12")
def test_action_12_a_foe_who_comes_within_a_move_matters_except_between_its_steps() -> None:
    scene = FightScene(size=(20, 3))
    scene.blue("ann", (12, 1))
    scene.red("bob", (19, 1), hands=["sabre"])
    scene.delay("bob")
    table = scene.turn("ann")
    assert table.asked("red").window == "delayed"
    table.answer("red", ("move", (13, 1)))
    assert table.state.figures["bob"].at == (13, 1)
    scene = FightScene(size=(20, 3))
    scene.blue("ann", (11, 1))
    scene.red("bob", (19, 1), hands=["sabre"])
    scene.delay("bob")
    away = scene.turn("ann")
    away.answer("blue", ("move", (13, 1)))
    assert points(away, "red") == ["after it"]


@pytest.mark.rule("newworld.action.12")
def test_action_12_allies_are_not_asked_about_each_other_unless_they_wish() -> None:
    scene = FightScene()
    scene.blue("ann", (3, 3))
    scene.blue("al", (4, 3))
    scene.red("bob", (11, 8))
    scene.delay("al")
    table = scene.turn("ann")
    assert table.asked("blue").subject == "ann"
    table.match.prefer(Seat("blue"), "delayed", "always")
    table.answer("blue", "parry")
    assert table.asked("blue").subject == "al"


# ------------------------------------------------------------------------------------------------ withdrawn
@pytest.mark.rule("newworld.action.12")
def test_action_12_an_attack_on_somebody_who_stepped_away_is_withdrawn_unspent() -> None:
    table = watched(hands=[]).turn("ann")
    table.answer("red", PASS)
    table.answer("blue", "attack:bob:ann/sabre/0")
    table.answer("red", ("move", (6, 3)))
    table.answer("blue", PASS)  # no free attack as Bob leaves Ann's reach
    assert table.event(Withdrawn).figure == "ann"
    assert not table.events(AttackRolled)
    assert table.state.turn is not None
    assert table.state.turn.halves == 2
    assert not table.state.turn.attacked
    assert "move" in table.offers("blue")


@pytest.mark.rule("newworld.action.12", "newworld.move.5")
def test_action_12_a_withdrawn_run_leaves_no_runner() -> None:
    scene = FightScene(".....", "#####")
    scene.blue("ann", (0, 0))
    scene.red("bob", (4, 0))
    scene.delay("bob")
    table = scene.turn("ann")
    table.answer("red", PASS)
    table.answer("blue", ("run", (3, 0)))
    assert table.state.figures["ann"].has("ran")
    table.answer("red", ("move", (2, 0)))
    assert table.event(Withdrawn).figure == "ann"
    assert not table.state.figures["ann"].has("ran")


@pytest.mark.rule("newworld.action.12")
def test_action_12_a_place_that_was_taken_meanwhile_is_withdrawn_and_another_may_be_picked() -> None:
    scene = FightScene(".....", ".....")
    scene.blue("ann", (0, 0), mounted=True)
    scene.red("bob", (4, 0))
    scene.delay("bob")
    table = scene.turn("ann")
    table.answer("red", PASS)
    table.answer("blue", ("dismount", "2,0"))
    table.answer("red", ("move", (2, 0)))
    assert table.event(Withdrawn).figure == "ann"
    assert table.state.figures["ann"].rides == "ann-horse"
    assert table.offers("blue", "dismount") == ["2,1"]


@pytest.mark.rule("newworld.action.12")
def test_action_12_a_stance_stands_though_somebody_stepped_in() -> None:
    table = watched().turn("ann", dice=[1, 1, 1])
    table.answer("red", PASS)
    table.play(("blue", "parry"), ("red", "attack:ann:bob/sabre/0"))
    assert not table.events(Withdrawn)
    assert table.state.figures["ann"].has("parrying_stance")
    assert table.state.turn is not None
    assert table.state.turn.halves == 1


@pytest.mark.rule("newworld.action.12")
def test_action_12_who_is_taken_out_at_the_declaration_does_nothing_more() -> None:
    scene = watched(melee=9)
    scene.blue("al", (0, 0))
    scene.state.change("ann", wounds=1)
    table = scene.turn("ann", "al", dice=[4, 5, 4])
    table.answer("red", PASS)
    table.play(("blue", "attack:bob:ann/sabre/0"), ("red", "attack:ann:bob/sabre/0"))
    assert table.state.figures["ann"].out
    assert len(table.events(AttackRolled)) == 1
    assert table.asked("blue").subject == "al"


@pytest.mark.rule("newworld.action.12", "newworld.grapple.12")
def test_action_12_a_mover_seized_between_two_steps_goes_no_further() -> None:
    scene = FightScene()
    scene.blue("ann", (3, 3))
    scene.red("bob", (5, 2), melee=9)
    scene.delay("bob")
    table = scene.turn("ann", dice=[6, 6, 1, 1])
    points(table, "red")
    table.answer("blue", ("move", [(4, 3), (5, 3), (6, 3), (7, 3)]))
    table.answer("red", PASS)
    table.answer("red", "seize:ann")
    assert table.state.figures["ann"].at == (4, 3)
    assert table.state.figures["ann"].held_by == ("bob",)
    assert table.asked("blue").subject == "ann"


@pytest.mark.rule("newworld.action.12", "newworld.action.15")
def test_action_12_a_mover_pushed_between_two_steps_stays_where_it_was_pushed() -> None:
    scene = FightScene()
    scene.blue("ann", (3, 3))
    scene.red("bob", (5, 2), melee=9)
    scene.delay("bob")
    table = scene.turn("ann", dice=[6, 6, 1, 1])
    points(table, "red")
    table.answer("blue", ("move", [(4, 3), (5, 3), (6, 3), (7, 3)]))
    table.play(("red", PASS), ("red", "manoeuvre:ann"), ("red", ("push", "3,3")))
    assert table.state.figures["ann"].at == (3, 3)


@pytest.mark.rule("newworld.action.12", "newworld.edge.1")
def test_action_12_a_door_shut_between_two_steps_ends_the_move() -> None:
    door = {"id": "door", "at": [5, 0], "side": "w", "kind": "door", "state": "open"}
    scene = FightScene(".......", "#####..", edges=[door])
    scene.blue("ann", (3, 0))
    scene.red("bob", (5, 0))
    scene.state.change("bob", prone=True)
    scene.delay("bob")
    table = scene.turn("ann")
    points(table, "red")
    table.answer("blue", ("move", [(4, 0), (5, 0), (6, 0)]))
    table.answer("red", PASS)
    table.answer("red", "close:door")
    assert table.state.figures["ann"].at == (4, 0)
    assert table.state.edges["door"] == "closed"


@pytest.mark.rule("newworld.action.11", "newworld.move.11")
def test_action_11_a_delayed_move_gives_free_attacks() -> None:
    scene = watched()
    table = scene.turn("ann", dice=[1, 1, 1])
    table.answer("red", ("move", (6, 3)))
    assert table.asked("blue").rule == "newworld.move.11"
    table.answer("blue", "bob:ann/sabre/0")
    assert table.state.figures["bob"].at == (6, 3)


@pytest.mark.rule("newworld.action.12")
@pytest.mark.parametrize(("order", "asked"), [(("bob", "ann"), True), (("bob", "eve", "ann"), False)])
def test_action_12_after_an_action_in_which_its_actor_fell_whoever_is_next_is_asked(
    order: tuple[str, ...], asked: bool
) -> None:
    scene = FightScene()
    scene.red("bob", (4, 4), left=1)
    scene.red("eve", (11, 0))
    scene.blue("cat", (3, 4), hands=["sabre"], melee=9)
    scene.blue("ann", (11, 8), agility=0)
    scene.delay("ann")
    table = scene.turn(*order, dice=[6, 5, 4])
    while table.asked("red").rule != "newworld.turn.1":
        table.answer("red", PASS)
    table.answer("red", ("move", (4, 7)))
    table.answer("blue", "bob:cat/sabre/0")
    assert table.state.figures["bob"].out
    waiting = table.match.requests[0]
    assert (waiting.subject == "ann" and waiting.window == "delayed") is asked
    if not asked:
        assert waiting.subject == "eve"


@pytest.mark.rule("newworld.action.1")
@pytest.mark.parametrize("used", ["attack:bob:ann/sabre/0", "parry"])
def test_action_1_an_aim_of_the_turn_before_counts_for_a_half_kept_from_this_one_and_no_longer(
    used: str,
) -> None:
    scene = FightScene()
    scene.blue("ann", (3, 3), hands=["sabre"], aim="next_turn")
    scene.red("bob", (4, 3))
    table = scene.turn("ann", "bob", dice=[3, 3, 3] if used != "parry" else [])
    table.play(("blue", "delay"), ("blue", PASS))
    assert table.asked("blue").window == "delayed"
    odds = table.option("blue", "attack:bob:ann/sabre/0").odds
    assert odds is not None
    assert part(odds.totals[0], "action.1") == 1
    table.answer("blue", used)
    assert table.state.figures["ann"].aim == ""


def test_action_1_an_aim_kept_with_a_half_lapses_as_the_next_turn_begins() -> None:
    scene = FightScene()
    scene.blue("ann", (3, 3), hands=["sabre"], aim="next_turn")
    scene.red("bob", (9, 3))
    table = scene.turn("ann", "bob")
    table.play(("blue", "delay"), ("blue", PASS))
    while table.state.turn is None or table.state.turn.figure != "ann" or table.state.round == 1:
        request = table.match.requests[0]
        table.answer(request.seat, PASS)
    assert table.state.figures["ann"].aim == ""
