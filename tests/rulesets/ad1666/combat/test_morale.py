"""Morale checks of Crippled Commoners (morale.1 to morale.4)."""

import pytest

from muster.rulesets.ad1666.queries.morale import who_checks
from muster.rulesets.ad1666.rules.cards import Match
from muster.rulesets.ad1666.rules.morale import check_morale
from muster.rulesets.ad1666.state import State
from tests.kit.table import Table
from tests.rulesets.ad1666.scenes import YardScene

WEAK = {"hero": False, "crippled": 3, "death": 5, "wounds": 3}


def checked(scene: YardScene) -> Table[State]:
    scene.state.phase = "morale"

    async def rule(game: Match) -> None:
        while who_checks(game.state) is not None:
            await check_morale(game)

    return scene.run(rule)


@pytest.mark.rule("ad1666.morale.1", "ad1666.morale.2", "ad1666.alarm.1")
def test_question_a10_who_fails_flees_which_is_a_kill_and_costs_one_counter_in_all() -> None:
    scene = YardScene()
    scene.red("ann", (1, 1), abilities={"fortitude": 1}, **WEAK)
    scene.stack("red", deck=["cup-4"])
    scene.state.alarm = 4
    table = checked(scene)
    assert (table.state.bodies["ann"].fate, table.state.alarm) == ("fled", 3)
    (line,) = [e for e in table.log("blue") if e.kind == "test"]
    assert line.outcome == "4 against 5"


@pytest.mark.rule("ad1666.morale.1")
def test_morale_1_neither_heroes_nor_whoever_is_not_crippled_nor_anybody_twice() -> None:
    scene = YardScene()
    scene.red("ann", (1, 1), **{**WEAK, "hero": True})
    scene.red("eve", (2, 1), **{**WEAK, "wounds": 2})
    scene.blue("bob", (5, 1), abilities={"fortitude": 5}, **WEAK)
    scene.stack("blue", deck=["cup-2", "cup-3"])
    table = checked(scene)
    assert table.state.discards == {"red": (), "blue": ("cup-2",)}


@pytest.mark.rule("ad1666.morale.3")
def test_morale_3_who_passes_stays_and_tests_again_in_the_next_turn() -> None:
    scene = YardScene()
    scene.red("ann", (1, 1), abilities={"fortitude": 1}, **WEAK)
    scene.stack("red", deck=["cup-5"])
    table = checked(scene)
    assert table.state.in_play("ann")
    assert who_checks(table.state) is None
    table.state.used = ()
    assert who_checks(table.state) == "red"


@pytest.mark.rule("ad1666.morale.4")
def test_morale_4_the_first_actor_checks_all_of_its_own_in_an_order_of_its_choice() -> None:
    scene = YardScene()
    for who, at in (("ann", (1, 1)), ("eve", (2, 1))):
        scene.red(who, at, abilities={"fortitude": 1}, **WEAK)
    for who, at in (("bob", (5, 1)), ("dan", (6, 1))):
        scene.blue(who, at, abilities={"fortitude": 1}, **WEAK)
    scene.state.first_actor = "blue"
    scene.stack("red", deck=["cup-5", "cup-6"])
    scene.stack("blue", deck=["skull-5", "skull-2"])
    table = checked(scene)
    assert table.offers("blue") == ["bob", "dan"]
    table.answer("blue", "dan")
    assert table.state.in_play("dan")
    assert table.state.bodies["bob"].fate == "fled"
    assert table.offers("red") == ["ann", "eve"]


@pytest.mark.rule("ad1666.skill.call-me-uncle")
def test_skill_call_me_uncle_helps_with_fortitude() -> None:
    scene = YardScene()
    scene.red("ann", (1, 1), uncle="zagloba", **WEAK)
    scene.stack("red", deck=["cup-5"])
    # 5, Crippled -1, the counter +1.
    assert checked(scene).state.in_play("ann")


@pytest.mark.rule("ad1666.skill.unswerving.1")
def test_skill_unswerving_1_a_failed_check_may_be_made_again() -> None:
    scene = YardScene()
    scene.red("ann", (1, 1), unswerving=2, **WEAK)
    scene.stack("red", deck=["cup-2", "cup-6"])
    table = checked(scene)
    table.answer("red", False)
    table.answer("red", True)
    table.answer("red", False)
    assert table.state.in_play("ann")
    assert table.state.bodies["ann"].unswerving == 1
