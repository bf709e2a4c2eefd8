"""Turns and rounds: allowances, free actions, what lasts how long (init.6, turn.1 to turn.5, action.18)."""

from typing import Any

import pytest

from muster.engine.ids import Seat
from muster.rulesets.newworld.events import GroupBegan, RoundBegan
from muster.rulesets.newworld.queries.menu import ACTION_TABLE, Allowance, may_spend
from tests.kit.table import PASS
from tests.rulesets.newworld.scenes import FightScene


def two(**ann: object) -> FightScene:
    """Ann and Bob, far from each other."""
    scene = FightScene()
    scene.blue("ann", (1, 1), **ann)
    scene.red("bob", (10, 7))
    return scene


# ------------------------------------------------------------------------------------------------ rounds
@pytest.mark.rule("newworld.init.6")
def test_init_6_a_round_ends_when_everybody_has_had_a_turn_and_the_order_starts_again() -> None:
    table = two().turn("bob", "ann")
    table.answer("red", PASS)
    assert table.state.round == 1
    table.answer("blue", PASS)
    assert table.state.round == 2
    assert table.event(RoundBegan).round == 2
    assert table.asked("red").subject == "bob"


@pytest.mark.rule("newworld.init.6")
def test_init_6_who_is_out_of_action_has_no_turn_and_holds_nobody_up() -> None:
    scene = two()
    scene.red("eve", (10, 1))
    scene.state.change("eve", out=True, at=None)
    table = scene.turn("ann", "eve", "bob")
    table.answer("blue", PASS)
    assert table.asked("red").subject == "bob"
    table.answer("red", PASS)
    assert table.state.round == 2


# ------------------------------------------------------------------------------------------------ allowances
def test_turn_1_who_is_about_to_end_a_turn_unused_is_asked_first_and_nobody_else() -> None:
    table = two().turn("ann")
    assert table.asked("blue").wire()["pass"] == {
        "label": "End turn",
        "sure": "End the turn with both half actions unused?",
    }
    table.answer("blue", "aim")
    assert table.asked("blue").wire()["pass"] == {"label": "End turn"}


@pytest.mark.rule("newworld.turn.1", "newworld.action.18")
def test_turn_1_two_halves_in_any_order_or_one_full_action() -> None:
    table = two().turn("ann")
    assert {"run", "move", "aim"} <= set(table.offers("blue"))
    table.answer("blue", "aim")
    offers = table.offers("blue")
    assert "run" not in offers
    assert "all-out-defence" not in offers
    assert "move" in offers
    table.answer("blue", ("move", (2, 2)))
    assert table.asked("red").subject == "bob"


@pytest.mark.rule("newworld.turn.1", "newworld.action.18")
def test_turn_1_a_full_action_is_the_whole_turn() -> None:
    table = two().turn("ann")
    table.answer("blue", "all-out-defence")
    assert table.asked("red").subject == "bob"


@pytest.mark.rule("newworld.action.18")
def test_action_18_the_table_of_costs_and_attack_actions() -> None:
    full = {a for a, (cost, _) in ACTION_TABLE.items() if cost == 2}
    attacks = {a for a, (_, attack) in ACTION_TABLE.items() if attack}
    assert full == {
        "charge",
        "disengage",
        "reload",
        "swift_attack",
        "use_skill_careful",
        "all_out_attack",
        "all_out_defence",
        "disarm",
        "run",
        "clear_misfire",
    }
    assert attacks == {"charge", "standard_attack", "swift_attack", "all_out_attack", "disarm"}
    assert {a for a, (cost, _) in ACTION_TABLE.items() if cost == 0} == {"free"}
    assert not may_spend("run", Allowance(1))
    assert may_spend("move", Allowance(1))


@pytest.mark.rule("newworld.turn.2")
def test_turn_2_one_attack_action_a_turn_but_feints_and_manoeuvres_are_none() -> None:
    scene = FightScene()
    scene.blue("ann", (3, 3), hands=["sabre"])
    scene.red("bob", (4, 3))
    table = scene.turn("ann", dice=[1, 1, 1])
    table.answer("blue", "attack:bob:ann/sabre/0")
    offers = table.offers("blue")
    assert "attack:bob:ann/sabre/0" not in offers
    assert "seize:bob" not in offers
    assert {"feint:bob", "manoeuvre:bob", "parry"} <= set(offers)


@pytest.mark.rule("newworld.turn.2", "newworld.action.11")
def test_turn_2_a_delayed_attack_counts_against_its_turn_whichever_half_was_kept_first() -> None:
    for first in ("delay", "attack:bob:ann/sabre/0"):
        scene = FightScene()
        scene.blue("ann", (3, 3), hands=["sabre"])
        scene.red("bob", (4, 3))
        table = scene.turn("ann", "bob", dice=[1, 1, 1])
        second = "delay" if first != "delay" else "attack:bob:ann/sabre/0"
        table.play(("blue", first), ("blue", second))
        assert table.asked("blue").window == "delayed"
        offers = table.offers("blue")
        assert not any(k.startswith(("attack:", "seize:")) for k in offers), first
        assert "feint:bob" in offers


@pytest.mark.rule("newworld.turn.3")
def test_turn_3_one_spell_a_turn_the_delayed_half_included() -> None:
    scene = FightScene()
    scene.blue("ann", (3, 3), spells=["rune-flare"], has_rune=True)
    scene.red("bob", (5, 3))
    table = scene.turn("ann", "bob")
    assert "cast:bob" in table.offers("blue")
    table.answer("blue", "cast:bob")
    assert "cast:bob" not in table.offers("blue")
    table.answer("blue", "delay")
    assert table.asked("blue").window == "delayed"
    assert "cast:bob" not in table.offers("blue")


@pytest.mark.rule("newworld.turn.3")
def test_turn_3_a_spell_and_an_attack_may_share_a_turn() -> None:
    scene = FightScene()
    scene.blue("ann", (3, 3), spells=["rune-flare"], has_rune=True, hands=["sabre"])
    scene.red("bob", (4, 3))
    table = scene.turn("ann")
    table.answer("blue", "cast:bob")
    assert "attack:bob:ann/sabre/0" in table.offers("blue")


# ------------------------------------------------------------------------------------------------ how long
@pytest.mark.rule("newworld.turn.4")
def test_turn_4_effects_begin_with_the_declaration_and_end_as_the_next_turn_begins() -> None:
    table = two().turn("ann", "bob")
    table.answer("blue", "parry")
    assert table.state.figures["ann"].has("parrying_stance")
    table.answer("blue", PASS)
    assert table.state.figures["ann"].has("parrying_stance")
    table.answer("red", PASS)
    assert table.asked("blue").subject == "ann"
    assert not table.state.figures["ann"].stances


@pytest.mark.rule("newworld.turn.4", "newworld.action.11")
def test_turn_4_a_stance_taken_with_a_delayed_half_ends_with_the_next_turn_too() -> None:
    scene = FightScene()
    scene.blue("ann", (3, 3))
    scene.red("bob", (4, 3))
    scene.delay("ann")
    table = scene.turn("bob", "ann")
    table.answer("blue", "parry")
    assert table.state.figures["ann"].has("parrying_stance")
    table.play(("red", PASS))
    assert table.asked("blue").subject == "ann"
    assert not table.state.figures["ann"].has("parrying_stance")


# ------------------------------------------------------------------------------------------------ free actions
@pytest.mark.rule("newworld.turn.5", "newworld.prone.4")
def test_turn_5_dropping_things_and_oneself_costs_nothing() -> None:
    table = two(hands=["sabre"]).turn("ann")
    table.play(("blue", "drop:ann/sabre/0"), ("blue", "go-prone"))
    assert table.state.turn is not None
    assert table.state.turn.halves == 2
    assert [i.id for i in table.state.lying_at((1, 1))] == ["ann/sabre/0"]
    assert table.state.figures["ann"].prone


@pytest.mark.rule("newworld.turn.5", "newworld.grapple.6")
def test_turn_5_letting_go_is_free_and_still_offered_with_no_half_left() -> None:
    scene = FightScene()
    scene.blue("ann", (3, 3))
    scene.red("bob", (4, 3))
    scene.grapple("ann", "bob")
    table = scene.turn("ann")
    table.answer("blue", "all-out-defence")
    assert table.offers("blue") == ["let-go"]
    table.answer("blue", "let-go")
    assert not table.state.figures["bob"].grappled
    assert table.state.figures["ann"].holding is None


def after_the_last_half(*acts: str, foe: dict[str, Any] | None = None, **ann: Any) -> list[str]:
    """What Ann is still asked about after these acts, which use up her turn, with such a foe nine squares off."""
    scene = FightScene()
    scene.blue("ann", (1, 1), **{"hands": ["sabre"], **ann})
    scene.red("bob", (10, 1), **(foe or {}))
    table = scene.turn("ann", "bob")
    for act in acts:
        table.answer("blue", act)
    return table.offers("blue") if table.match.requests[0].seat == "blue" else []


@pytest.mark.rule("newworld.turn.5")
def test_turn_5_with_no_half_left_lying_down_is_offered_to_whoever_it_would_help_against_a_shot() -> None:
    bow = {"hands": ["shortbow"]}
    assert after_the_last_half("parry", "aim", foe=bow) == ["go-prone"]
    assert after_the_last_half("parry", "aim") == []
    assert after_the_last_half("parry", "aim", foe={"carried": ["shortbow"]}) == []  # nobody has it in hand
    assert after_the_last_half("parry", "aim", foe=bow, prone=True) == []
    assert after_the_last_half("all-out-defence", foe=bow) == []  # that gives the most there is already


@pytest.mark.rule("newworld.turn.5")
def test_turn_5_with_no_half_left_a_drop_is_offered_only_for_the_sake_of_a_half_kept() -> None:
    full = ["sabre", "shield"]
    assert after_the_last_half("parry", "aim", hands=full) == []
    assert after_the_last_half("parry", "delay", hands=["sabre"]) == []  # one hand is free already
    assert after_the_last_half("parry", "delay", hands=full) == ["drop:ann/sabre/0", "drop:ann/shield/1"]


@pytest.mark.rule("newworld.turn.5")
def test_turn_5_a_seat_may_wish_to_be_asked_always_or_never() -> None:
    table = two(hands=["sabre"]).turn("ann")
    table.match.prefer(Seat("blue"), "free_actions", "always")
    table.answer("blue", "all-out-defence")
    assert table.offers("blue") == ["drop:ann/sabre/0", "go-prone"]
    scene = two()
    scene.red("archer", (10, 1), hands=["shortbow"])
    never = scene.turn("ann", "bob")
    never.match.prefer(Seat("blue"), "free_actions", "not_this_turn")
    never.play(("blue", "parry"), ("blue", "aim"))
    assert never.asked("red").subject == "bob"


@pytest.mark.rule("newworld.turn.5")
def test_turn_5_free_actions_are_for_the_own_turn() -> None:
    scene = FightScene()
    scene.blue("ann", (3, 3), hands=["sabre"])
    scene.red("bob", (4, 3))
    scene.delay("ann")
    table = scene.turn("bob", "ann")
    offers = table.offers("blue")
    assert "go-prone" not in offers
    assert "drop:ann/sabre/0" not in offers
    table.answer("blue", PASS)
    assert "go-prone" in table.offers("red")


def test_a_figure_alone_in_its_place_of_the_order_is_no_group() -> None:
    table = two().turn("ann")
    assert table.event(GroupBegan).members == ("ann",)
    assert [e.text for e in table.log("blue") if e.kind == "group"] == []


# ------------------------------------------------------------------------------------------------ what is told
@pytest.mark.parametrize("audience", ["blue", "red", "spectators"])
def test_whoever_ends_a_turn_is_named_with_what_was_left_of_it(audience: str) -> None:
    table = two().turn("ann", "bob")
    table.answer("blue", PASS)
    table.answer("red", "aim")
    table.answer("red", PASS)
    told = [e.text for e in table.log(audience) if e.kind == "turn"]
    assert told == [
        "Ann ends the turn, both half actions unused.",
        "Bob ends the turn, a half action unused.",
    ]


def test_a_turn_that_is_used_up_ends_without_a_word() -> None:
    table = two(hands=["sabre"]).turn("ann", "bob")
    table.answer("blue", "all-out-defence")
    assert [e.text for e in table.log("blue") if e.kind == "turn"] == []


def test_that_a_hidden_figure_ends_its_turn_early_is_for_its_own_side() -> None:
    scene = two()
    scene.state.change("ann", hidden=True)
    table = scene.turn("ann", "bob")
    table.answer("blue", PASS)
    lines = {a: [e.text for e in table.log(a) if e.kind == "turn"] for a in ("blue", "red", "spectators")}
    unseen = ["Ann has acted out of sight."]
    assert lines == {
        "blue": ["Ann ends the turn, both half actions unused."],
        "red": unseen,
        "spectators": unseen,
    }
