"""The Initiative Phase (turn.7 to turn.10) and what Zagloba adds to it (skill.cunning.4)."""

import pytest

from muster.rulesets.ad1666.rules.initiative import take_initiative
from tests.kit.table import PASS
from tests.rulesets.ad1666.scenes import YardScene


@pytest.mark.rule("ad1666.turn.7", "ad1666.turn.8", "ad1666.turn.10")
def test_turn_7_the_previous_holder_announces_and_reinforces_first_and_the_higher_total_wins() -> None:
    scene = YardScene()
    scene.state.initiative = "blue"
    scene.stack("red", deck=["cup-6"], hand=["heart-2"])
    scene.stack("blue", hand=["skull-4", "skull-5"])
    table = scene.run(take_initiative)
    table.answer("blue", "skull-4")
    table.answer("red", "deck")
    assert table.asked("blue").rule == "turn.8"
    table.answer("blue", "skull-5")
    table.answer("red", PASS)
    assert table.state.initiative == "red"
    assert any(e.text == "Red has Initiative, 6 to 5." for e in table.log("spectators"))


@pytest.mark.rule("ad1666.turn.9")
def test_turn_9_equal_totals_clear_the_cards_and_begin_again() -> None:
    scene = YardScene()
    scene.state.initiative = ""
    scene.stack("red", deck=["cup-6", "cup-2"])
    scene.stack("blue", deck=["skull-6", "skull-3"])
    table = scene.run(take_initiative)
    table.answer("red", "deck")
    table.answer("blue", "deck")
    assert table.state.discards == {"red": ("cup-6",), "blue": ("skull-6",)}
    table.answer("red", "deck")
    table.answer("blue", "deck")
    assert table.state.initiative == "blue"


@pytest.mark.rule("ad1666.skill.cunning.4")
def test_skill_cunning_4_strike_now_adds_two_once_a_turn_and_holds_for_repeats() -> None:
    scene = YardScene()
    scene.red("zagloba", (1, 1), traits=("cunning-as-a-fox",))
    scene.stack("red", deck=["cup-4", "cup-2"])
    scene.stack("blue", deck=["skull-6", "skull-3"])
    table = scene.run(take_initiative)
    table.answer("red", True)
    for _ in range(2):
        table.answer("red", "deck")
        table.answer("blue", "deck")
    assert table.state.initiative == "red"
    assert table.state.used == ("red:cunning", "red:strike")


@pytest.mark.rule("ad1666.skill.cunning.1")
def test_skill_cunning_1_one_of_the_three_a_turn() -> None:
    scene = YardScene()
    scene.red("zagloba", (1, 1), traits=("cunning-as-a-fox",))
    scene.state.used = ("red:cunning",)
    scene.stack("red", deck=["cup-4"])
    scene.stack("blue", deck=["skull-6"])
    table = scene.run(take_initiative)
    assert table.asked("red").rule == "test.10"
