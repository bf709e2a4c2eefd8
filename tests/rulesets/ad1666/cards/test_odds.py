"""The chances that stand beside a card before it is laid, and beside Opposed Tests of Abilities (test.10, test.12)."""

from typing import Any

import pytest

from muster.engine.ids import Seat
from muster.engine.requests import Choose, Option
from muster.rulesets.ad1666.queries.trials import Trial, trial_odds
from tests.kit.table import Table
from tests.rulesets.ad1666.cards.test_opposed import trying
from tests.rulesets.ad1666.scenes import YardScene


def options(table: Table[Any], seat: str) -> tuple[Option, ...]:
    """What the seat may choose."""
    spec = table.asked(seat).spec
    assert isinstance(spec, Choose)
    return tuple(spec.options)


def percents(table: Table[Any], seat: str) -> dict[str, float]:
    """The per cent beside each option that has one, to a tenth."""
    return {o.key: round(o.odds.chance / 100, 1) for o in options(table, seat) if o.odds is not None}


def test_a_card_of_the_hand_is_held_against_every_card_that_the_other_side_may_have() -> None:
    scene = YardScene()
    scene.stack("red", hand=["cup-5", "red-joker"])
    scene.stack("blue", hand=["skull-2"])
    table, _ = trying(scene, strength=1)
    # 6 beats 2 to 5 of four suits and the Black Joker, 17 of 30; 11 beats all; blue's hand is as unseen as its deck.
    assert percents(table, "red") == {"cup-5": 56.7, "red-joker": 100.0, "deck": 54.8}
    assert {o.key: o.cost for o in options(table, "red")} == {
        "cup-5": "6 in all",
        "red-joker": "11 in all",
        "deck": "",
    }


def test_what_lies_open_cannot_come_any_more() -> None:
    scene = YardScene()
    scene.stack("red", hand=["cup-5"])
    scene.stack("blue", discard=["skull-2", "heart-2", "cup-2", "horseshoe-2"])
    table, _ = trying(scene)
    # 5 beats 3 and 4 of four suits and the Black Joker: 9 of 26.
    assert percents(table, "red")["cup-5"] == 34.6


@pytest.mark.rule("ad1666.skill.inconspicuous.5")
def test_spotting_shows_its_chance_for_either_ability() -> None:
    scene = YardScene()
    scene.red("ann", (1, 1), abilities={"wits": 2})
    scene.blue("bob", (3, 1), inconspicuous=True)
    table = scene.act("ann")
    odds = percents(table, "red")
    # Card + 2 against a card, both any of 30: 603 of 900; without the 2 it is 393.
    assert (odds["spot:bob:wits"], odds["spot:bob:intelligence"]) == (67.0, 43.7)


@pytest.mark.rule("ad1666.action.22")
def test_standing_up_shows_the_chance_against_the_strongest_of_those_around() -> None:
    scene = YardScene()
    scene.red("ann", (1, 1), prone=True, abilities={"strength": 2})
    scene.blue("bob", (2, 1))
    scene.blue("carl", (0, 1), abilities={"strength": 2})
    assert percents(scene.act("ann"), "red")["stand"] == 43.7


@pytest.mark.rule("ad1666.test.12")
def test_who_did_not_start_the_test_wins_ties_and_its_chance_counts_them() -> None:
    scene = YardScene()
    scene.red("ann", (1, 1), prone=True)
    scene.blue("bob", (2, 1))
    scene.stack("blue", hand=["cup-8"])
    table = scene.act("ann")
    table.answer("red", "stand")
    table.answer("red", "deck")
    # Only the Red Joker, one of 30 cards, gets ann up against an 8.
    assert percents(table, "blue")["cup-8"] == 96.7


def test_the_odds_of_an_unopposed_test_say_what_they_owe_to_the_own_hand() -> None:
    scene = YardScene()
    scene.red("ann", (1, 1))
    scene.stack("red", hand=["heart-5"])
    trial = Trial("ann", "Trial", 6, "test.1")
    mine = trial_odds(scene.state.known_to(Seat("red")), "red", trial)
    # Of 29 cards twelve and the Red Joker do alone; the other three 5s with the Heart 5 for the same value.
    assert (mine.chance, mine.needs, mine.of) == (5517, "6 or more; 44 % without your hand", "with your hand")
    assert [bar.total for bar in mine.bars if bar.hit] == [6, 7, 8, 10]
    theirs = trial_odds(scene.state.known_to(Seat("blue")), "blue", trial)
    assert (theirs.needs, theirs.of) == ("6 or more", "")
