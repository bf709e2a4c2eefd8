"""Unopposed Tests: a card from the deck against a Difficulty Level (test.1 to test.9)."""

import pytest

from muster.engine.explain import Part
from muster.rulesets.ad1666.people import Ability
from muster.rulesets.ad1666.queries.trials import Outcome, Trial, ability_part
from muster.rulesets.ad1666.rules.cards import Match
from muster.rulesets.ad1666.rules.trials import unopposed
from muster.rulesets.ad1666.state import State
from tests.kit.table import PASS, Table
from tests.rulesets.ad1666.scenes import YardScene


def trying(
    scene: YardScene, dl: int, *, agility: int = 0, fortitude: bool = False
) -> tuple[Table[State], list[Outcome]]:
    """Ann makes a test of Agility (or Fortitude) against a DL; what came of it is filled in when it is through."""
    scene.red(
        "ann",
        (1, 1),
        abilities={"agility": agility, "fortitude": agility},
        **({"unswerving": 2} if fortitude else {}),
    )
    found: list[Outcome] = []

    async def rule(game: Match) -> None:
        ability: Ability = "fortitude" if fortitude else "agility"
        trial = Trial(
            "ann",
            f"{ability.capitalize()} Test",
            dl,
            "test.1",
            ability_part(game.state, "ann", ability),
            fortitude,
        )
        found.append(await unopposed(game, trial))

    return scene.run(rule), found


@pytest.mark.rule("ad1666.test.1")
def test_test_1_a_total_equal_to_the_level_succeeds_and_the_card_comes_from_the_deck() -> None:
    scene = YardScene()
    scene.stack("red", deck=["cup-6"], hand=["heart-8"])
    table, found = trying(scene, 8, agility=2)
    assert found[0].success
    assert (found[0].total, found[0].margin, found[0].suit) == (8, 0, "cup")
    assert table.state.hands["red"] == ("heart-8",)
    assert table.state.discards["red"] == ("cup-6",)


@pytest.mark.rule("ad1666.test.2", "ad1666.test.3")
def test_test_2_and_3_a_failure_is_reinforced_up_to_the_level_and_no_further() -> None:
    scene = YardScene()
    scene.stack("red", deck=["heart-4"], hand=["skull-4", "heart-2", "cup-8"])
    table, found = trying(scene, 7, agility=2)
    assert table.offers("red") == ["skull-4", "heart-2"]
    table.answer("red", "skull-4")
    assert (found[0].total, found[0].success, found[0].triumph) == (7, True, False)
    assert table.state.discards["red"] == ("heart-4", "skull-4")
    assert table.state.hands["red"] == ("heart-2", "cup-8")


@pytest.mark.rule("ad1666.test.4", "ad1666.test.7")
def test_test_4_and_7_a_misfortune_becomes_a_plain_failure() -> None:
    scene = YardScene()
    scene.stack("red", deck=["horseshoe-2"], hand=["horseshoe-6"])
    table, found = trying(scene, 7)
    table.answer("red", "horseshoe-6")
    assert (found[0].total, found[0].success, found[0].misfortune, found[0].short) == (3, False, False, 4)


@pytest.mark.rule("ad1666.test.7")
def test_test_7_a_failure_by_five_is_a_misfortune() -> None:
    scene = YardScene()
    scene.stack("red", deck=["horseshoe-2"], hand=["cup-8"])
    table, found = trying(scene, 7)
    table.answer("red", PASS)
    assert (found[0].misfortune, found[0].short) == (True, 5)


@pytest.mark.rule("ad1666.test.6")
@pytest.mark.parametrize(("dl", "triumph"), [(5, True), (6, False)])
def test_test_6_a_success_by_five_is_a_triumph(dl: int, triumph: bool) -> None:
    scene = YardScene()
    scene.stack("red", deck=["cup-8"])
    _, found = trying(scene, dl, agility=2)
    assert found[0].triumph == triumph


@pytest.mark.rule("ad1666.test.5", "ad1666.test.8")
def test_test_5_and_8_a_black_joker_fails_whatever_is_added_and_is_not_reinforced() -> None:
    scene = YardScene()
    scene.stack("red", deck=["black-joker"], hand=["cup-3"])
    _, found = trying(scene, 5, agility=9)
    assert (found[0].success, found[0].misfortune, found[0].strays, found[0].short) == (False, True, False, 1)


@pytest.mark.rule("ad1666.test.9")
def test_test_9_a_red_joker_succeeds_with_a_margin_of_nought_at_least() -> None:
    scene = YardScene()
    scene.stack("red", deck=["red-joker"])
    _, found = trying(scene, 14, agility=1)
    assert (found[0].success, found[0].triumph, found[0].margin) == (True, True, 0)


@pytest.mark.rule("ad1666.test.15", "ad1666.wounds.2")
def test_test_15_a_crippled_character_has_one_less() -> None:
    scene = YardScene()
    scene.stack("red", deck=["cup-6"])
    scene.red("ann", (1, 1), wounds=4)
    found: list[Outcome] = []

    async def rule(game: Match) -> None:
        found.append(
            await unopposed(game, Trial("ann", "Agility Test", 5, "test.1", (Part("Agility", 0, "stats.1"),)))
        )

    scene.run(rule)
    assert (found[0].total, found[0].margin) == (5, 0)
