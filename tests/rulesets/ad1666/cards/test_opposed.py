"""Opposed Tests: cards from hand or deck face down, turned over together, reinforced in turn (test.10 to test.16)."""

import pytest

from muster.engine.explain import Lack, Part
from muster.engine.ids import Seat
from muster.engine.requests import Choose
from muster.rulesets.ad1666.contest import Contest, Side
from muster.rulesets.ad1666.queries.trials import beats
from muster.rulesets.ad1666.rules.cards import Match, clear
from muster.rulesets.ad1666.rules.trials import Duel, opposed
from muster.rulesets.ad1666.state import State
from tests.kit.dice import Throw
from tests.kit.table import PASS, Table
from tests.rulesets.ad1666.scenes import YardScene

RED, BLUE = Seat("red"), Seat("blue")


def trying(
    scene: YardScene, *dice: Throw, strength: int = 0, suits: bool = False
) -> tuple[Table[State], list[Contest]]:
    """Ann of Red's tries her strength against Bob of Blue's; Red commits first."""
    scene.red("ann", (1, 1))
    scene.blue("bob", (2, 1))
    found: list[Contest] = []

    def sums(state: State, side: Side) -> tuple[Part, ...]:
        return (Part("Strength", strength, "stats.1"),) if side.key == "ann" and strength else ()

    async def rule(game: Match) -> None:
        sides = (Side("ann", "red", "ann"), Side("bob", "blue", "bob"))
        duel = Duel("Strength Test", "test.10", sides, (RED, BLUE), sums, "ann", suits=suits)
        found.append(await opposed(game, duel))
        await clear(game)

    return scene.run(rule, dice=dice), found


@pytest.mark.rule("ad1666.test.10")
def test_test_10_each_names_the_source_in_turn_and_all_see_only_that() -> None:
    scene = YardScene()
    scene.stack("red", hand=["cup-5", "heart-2"])
    scene.stack("blue", deck=["skull-7"], hand=["cup-2"])
    table, _ = trying(scene)
    assert table.offers("red") == ["heart-2", "cup-5", "deck"]
    assert "blue" not in table.view("red").pending
    table.answer("red", "cup-5")
    blue, red, crowd = (table.view(a).areas["play-red"].faces for a in ("blue", "red", "spectators"))
    assert (blue, red, crowd) == (("?",), ("cup-5",), ("?",))
    assert any("a card from the hand, face down" in e.text for e in table.log("blue"))
    assert not any("Cup 5" in e.text for e in table.log("blue"))
    table.answer("blue", "deck")
    # Turned over at once: a card from the deck is news for its owner too.
    assert table.view("red").areas["play-blue"].faces == ("skull-7",)
    assert table.view("blue").areas["play-red"].faces == ("cup-5",)


@pytest.mark.rule("ad1666.test.11")
def test_test_11_in_turn_without_a_cap_until_both_pass_in_a_row() -> None:
    scene = YardScene()
    scene.stack("red", hand=["cup-5", "heart-5", "cup-2", "skull-3"])
    scene.stack("blue", hand=["skull-6", "skull-4"])
    table, found = trying(scene, strength=1)
    table.answer("red", "cup-5")
    table.answer("blue", "skull-6")
    assert [(o.detail, o.cost, o.badge) for o in (table.option("red", k) for k in table.offers("red"))] == [
        ("same value, +2", "8 : 6", "+2"),
        ("same suit, +1", "7 : 6", "+1"),
    ]
    table.answer("red", PASS)
    table.answer("blue", "skull-4")
    table.answer("red", "heart-5")
    # Blue has no card left: nothing is asked, and its pass is no secret.
    table.answer("red", "cup-2")
    table.answer("red", PASS)
    red, blue = found[0].sides
    assert (red.total, blue.total) == (9, 7)
    assert beats(red, blue, "ann")
    assert table.state.hands == {"red": ("skull-3",), "blue": ()}


@pytest.mark.rule("ad1666.test.12")
def test_test_12_on_equal_totals_whoever_started_it_does_not_succeed() -> None:
    scene = YardScene()
    scene.stack("red", deck=["cup-5"])
    scene.stack("blue", deck=["skull-5"])
    table, found = trying(scene)
    table.answer("red", "deck")
    table.answer("blue", "deck")
    red, blue = found[0].sides
    assert not beats(red, blue, "ann")
    assert beats(blue, red, "ann")


@pytest.mark.rule("ad1666.test.14", "ad1666.test.5", "ad1666.cards.6", "ad1666.cards.7")
def test_test_14_jokers_count_ten_and_nought_with_a_named_suit_and_only_theirs_is_not_reinforced() -> None:
    scene = YardScene()
    scene.stack("red", deck=["red-joker"], hand=["cup-2"])
    scene.stack("blue", deck=["black-joker"], hand=["cup-4"])
    table, found = trying(scene, suits=True)
    table.answer("red", "deck")
    table.answer("blue", "deck")
    # Red holds Initiative and names both: its own Red Joker and the opponent's Black one.
    table.answer("red", "heart")
    table.answer("red", "cup")
    red, blue = found[0].sides
    assert (red.total, red.suit, blue.total, blue.suit) == (10, "heart", 0, "cup")
    assert beats(red, blue, None)
    assert table.state.hands == {"red": ("cup-2",), "blue": ("cup-4",)}


@pytest.mark.rule("ad1666.test.14")
def test_test_14_a_red_joker_does_not_win_by_itself() -> None:
    scene = YardScene()
    scene.stack("red", deck=["cup-8"])
    scene.stack("blue", deck=["red-joker"])
    table, found = trying(scene, strength=3, suits=True)
    table.answer("red", "deck")
    table.answer("blue", "deck")
    table.answer("blue", "heart")
    red, blue = found[0].sides
    assert (red.total, blue.total) == (11, 10)
    assert beats(red, blue, "ann")


@pytest.mark.rule("ad1666.cards.9")
def test_cards_9_a_red_joker_reinforces_any_suit_by_one_and_a_black_one_nothing() -> None:
    scene = YardScene()
    scene.stack("red", deck=["cup-5"], hand=["red-joker", "black-joker"])
    scene.stack("blue", deck=["skull-5"])
    table, found = trying(scene)
    table.answer("red", "deck")
    table.answer("blue", "deck")
    assert table.offers("red") == ["red-joker"]
    table.answer("red", "red-joker")
    table.answer("red", PASS)
    assert found[0].sides[0].total == 6


@pytest.mark.rule("ad1666.test.16")
def test_test_16_a_card_matches_by_suit_or_by_value_and_whoever_has_none_is_asked_all_the_same() -> None:
    scene = YardScene()
    scene.stack("red", deck=["cup-5"], hand=["skull-5", "cup-6", "heart-7"])
    scene.stack("blue", deck=["skull-8"], hand=["heart-2"])
    table, _ = trying(scene)
    table.answer("red", "deck")
    table.answer("blue", "deck")
    assert [(k, table.option("red", k).detail) for k in table.offers("red")] == [
        ("skull-5", "same value, +2"),
        ("cup-6", "same suit, +1"),
    ]
    spec = table.asked("red").spec
    assert isinstance(spec, Choose)
    assert [(why.about, why.text) for why in spec.missing() if isinstance(why, Lack)] == [
        ("heart-7", "Heart 7: neither Cup nor 5.")
    ]
    table.answer("red", PASS)
    # To pass over Blue would tell Red that no card of its hand fits.
    assert table.offers("blue") == []


@pytest.mark.rule("ad1666.cards.3", "ad1666.cards.4", "ad1666.cards.5")
def test_cards_3_to_5_the_fourth_of_the_8s_and_jokers_brings_deck_pile_and_hand_together() -> None:
    scene = YardScene()
    scene.stack(
        "red", hand=["cup-8", "heart-2", "heart-3", "heart-4"], discard=["skull-8", "heart-8", "black-joker"]
    )
    scene.stack("blue", deck=["skull-2"])
    table, _ = trying(scene, [29, *range(29)])
    table.answer("red", "cup-8")
    table.answer("blue", "deck")
    table.answer("red", PASS)
    assert table.state.hands["red"] == ("red-joker", "skull-2", "skull-3")
    assert (len(table.state.decks["red"]), table.state.discards["red"]) == (27, ())
    assert table.state.discards["blue"] == ("skull-2",)
    assert any(
        "shuffled anew. The new hand: Red Joker, Skull 2, Skull 3." in e.text for e in table.log("red")
    )
    assert not any("The new hand" in e.text for e in table.log("blue"))


@pytest.mark.rule("ad1666.cards.8")
def test_cards_8_an_empty_deck_is_shuffled_without_the_cards_in_play() -> None:
    scene = YardScene()
    scene.stack("red", hand=["cup-5"])
    scene.stack("blue", deck=["skull-2"])
    scene.state.discards["red"] = tuple(
        c for c in scene.state.decks["red"] if c not in ("cup-8", "red-joker", "skull-8")
    )
    scene.state.hands["red"] = ("cup-5", "cup-8", "red-joker", "skull-8")
    scene.state.decks["red"] = ()
    table, _ = trying(scene, list(range(30)))
    table.answer("red", "deck")
    assert len(table.state.hands["red"]) == 4
    assert len(table.state.decks["red"]) == 25
    assert len(table.state.played("red")) == 1


def test_no_suit_is_asked_for_where_none_decides() -> None:
    scene = YardScene()
    scene.stack("red", deck=["red-joker"])
    scene.stack("blue", deck=["black-joker"])
    table, found = trying(scene)
    table.answer("red", "deck")
    table.answer("blue", "deck")
    assert [side.suit for side in found[0].sides] == [None, None]
    assert [side.total for side in found[0].sides] == [10, 0]
