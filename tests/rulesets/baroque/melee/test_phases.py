"""Phases of a melee and the activations that they cost (7.5.5, 7.6.1, 4.1.1h, 4.1.1i)."""

import pytest

from muster.engine.events import event_from_json, event_json
from muster.rulesets.baroque.rules.melee import act_in_melee, fight
from tests.rulesets.baroque.melee.fighting import dice_of, fought, mains_of, supports_of
from tests.rulesets.baroque.melee.lines import behind_front, duel, rows
from tests.rulesets.baroque.scenes import BattleScene, through


@pytest.mark.rule("baroque.4.1.1h")
def test_4_1_1h_a_melee_ends_the_activation_of_the_acting_unit() -> None:
    table = fought(duel(), dice=[*rows(0, 7), *rows(0, 6)])
    acting = table.state.acting
    assert acting is not None
    assert acting.over


@pytest.mark.rule("baroque.4.1.1i")
def test_4_1_1i_a_unit_that_is_activated_in_melee_and_cannot_break_off_fights() -> None:
    scene = duel(arrival="")
    table = scene.run(lambda game: act_in_melee(game, "foot"), dice=[*rows(0, 6), *rows(0, 6)])
    assert mains_of(table) == [("foot", "guard")]
    assert through(table)


@pytest.mark.rule("baroque.7.5a")
def test_7_5_5_after_a_draw_the_other_side_fights_again_when_it_is_activated() -> None:
    scene = duel()
    table = fought(scene, dice=[*rows(0, 7), *rows(0, 6)])
    scene.state.contacts = table.state.contacts
    scene.acting("guard")
    table = scene.run(lambda game: act_in_melee(game, "guard"), dice=[*rows(0, 6), *rows(0, 6)])
    # The impetus of the charge is over.
    assert dice_of(table) == [(6, 6)]
    assert mains_of(table) == [("guard", "foot")]


def newcomer(command: str = "blue/1") -> BattleScene:
    """Two melees that were drawn; a third blue unit has just met red's second, with more front than blue's second."""
    scene = BattleScene()
    first = scene.blue("first", (8, 8))
    behind_front(scene, "one", first)
    scene.blue("second", (10, 8), command=command)
    behind_front(scene, "two", "second", 1.25)
    scene.contact("first", "one")
    scene.contact("second", "two")
    scene.contact("second", "one")
    scene.blue("third", (12, 8))
    scene.contact("third", "two", arrival="charge")
    scene.acting("third")
    return scene


@pytest.mark.rule("baroque.7.6.1a")
def test_7_6_1a_a_newcomer_restarts_the_melee_with_main_units_worked_out_anew() -> None:
    table = fought(
        newcomer(),
        "third",
        dice=[*rows(0, 6), *rows(0, 3), *rows(0, 6), *rows(0, 7), *rows(0, 3), *rows(0, 6)],
    )
    table.answer("blue", "first:one")
    assert mains_of(table) == [("first", "one"), ("third", "two")]
    assert supports_of(table) == [[("second", "first")], [("second", "third")]]


@pytest.mark.rule("baroque.7.6.1b")
def test_7_6_1b_the_newcomer_activates_its_commands_units_in_that_melee() -> None:
    dice = [*rows(0, 6), *rows(0, 3), *rows(0, 6), *rows(0, 7), *rows(0, 3), *rows(0, 6)]
    table = fought(newcomer("blue/2"), "third", dice=dice)
    table.answer("blue", "first:one")
    units = table.state.units
    assert units["first"].activated
    assert not units["second"].activated  # of another command
    assert not units["one"].activated


def test_7_6_1b_units_that_were_activated_before_are_not_named_again() -> None:
    scene = duel()
    scene.blue("friend", (12, 8), activated=True)
    scene.contact("friend", "guard")
    table = fought(scene, dice=[*rows(0, 7), *rows(0, 3), *rows(0, 6)])
    assert not [e for e in table.log("blue") if "activation" in e.text]


@pytest.mark.rule("baroque.7.5a")
def test_7_5b_both_tests_use_the_state_before_either() -> None:
    scene = duel(red={"lost": 0})
    scene.leader("red/1", unit="guard", level="Reliable")
    table = fought(scene, dice=[*rows(2, 7), *rows(2, 7), 4, 5])
    assert (table.state.vbu("foot"), table.state.vbu("guard")) == (6, 6)


def test_a_melee_that_parted_before_its_turn_is_not_fought() -> None:
    scene = BattleScene()
    first = scene.blue("first", (9, 8), impetus=0)
    behind_front(scene, "one", first)
    scene.blue("second", (11, 8), impetus=0)
    behind_front(scene, "two", "second")
    scene.contact("first", "one")
    scene.contact("first", "two")
    scene.contact("second", "two")
    scene.acting(first)
    # The second melee is fought first; its loser's Support Units go too, but nobody of the first melee.
    table = fought(scene, first, dice=[*rows(2, 6), *rows(0, 6), 6, *rows(0, 6), *rows(0, 6)])
    table.answer("blue", "second:two")
    assert mains_of(table) == [("second", "two"), ("first", "one")]


def test_a_unit_that_is_in_no_melee_any_more_does_not_fight() -> None:
    scene = BattleScene()
    scene.blue("foot", (10, 8))
    assert through(scene.run(lambda game: fight(game, "foot")))


def test_all_events_of_a_melee_can_be_told_again_from_the_record() -> None:
    dice = [*rows(0, 6), *rows(0, 3), *rows(0, 6), *rows(2, 7), *rows(0, 3), *rows(0, 6), 6, 3]
    table = fought(newcomer(), "third", dice=dice)
    table.play(("blue", "first:one"), ("blue", "pursue"))
    kinds = table.match.ruleset.events
    told = [event for _, event in table.match.history]
    assert len(told) > 10
    for event in told:
        assert event_from_json(event_json(event), kinds) == event
