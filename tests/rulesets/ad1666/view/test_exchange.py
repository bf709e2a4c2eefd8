"""The record of tests with cards in the view: whose card from where, who sees its face, sums and how it came out."""

from muster.engine.views import ContestView
from muster.rulesets.ad1666.rules.initiative import take_initiative
from muster.rulesets.ad1666.state import State
from tests.kit.table import Table
from tests.rulesets.ad1666.cards.test_opposed import trying
from tests.rulesets.ad1666.fighting import fought, lay, pair
from tests.rulesets.ad1666.scenes import YardScene


def shown(table: Table[State], audience: str = "spectators") -> list[ContestView]:
    """The tests as an audience sees them, in order."""
    return list(table.view(audience).contests.values())


def faces(contest: ContestView) -> list[list[str | None]]:
    """The cards of each participant."""
    return [[card.face for card in side.cards] for side in contest.sides]


def test_a_card_that_lies_closed_shows_its_source_to_all_and_its_face_to_its_owner() -> None:
    scene = YardScene()
    scene.stack("red", hand=["cup-5", "heart-2"])
    scene.stack("blue", deck=["skull-7"], hand=["cup-2"])
    table, _ = trying(scene, strength=2)
    table.answer("red", "cup-5")
    seen = {audience: shown(table, audience) for audience in ("red", "blue", "spectators")}
    assert {audience: faces(test[0]) for audience, test in seen.items()} == {
        "red": [["cup-5"], []],
        "blue": [[None], []],
        "spectators": [[None], []],
    }
    closed = seen["blue"][0].sides[0]
    assert (closed.cards[0].source, closed.cards[0].open, closed.total) == ("hand", False, None)
    table.answer("blue", "deck")
    (test,) = shown(table)
    assert faces(test) == [["cup-5"], ["skull-7"]]
    assert [side.total.value for side in test.sides if side.total is not None] == [7, 7]
    assert test.sides[1].cards[0].source == "deck"
    assert (test.over, test.dl, test.verdict) == (False, None, "")


def test_a_parry_and_the_riposte_stand_beside_the_blow_that_they_answer() -> None:
    scene = pair(red={"skills": {"cutting": 3}}, blue={"fencing": 1})
    table = fought(scene, ["heart-6", "skull-2"], ["cup-5", "skull-5", "horseshoe-8"])
    (blow,) = shown(table)
    assert (blow.name, blow.over) == ("Combat Test, Ann against Bob", False)
    table.answer("blue", True)
    lay(table)
    blow, parry, riposte = shown(table)
    assert [(c.name, c.verdict, c.winner) for c in (blow, parry, riposte)] == [
        ("Combat Test, Ann against Bob", "Parried: a Riposte follows", "ann"),
        ("Parry", "Success", "bob"),
        ("Riposte, Ann against Bob", "Hits the legs, damage 3", "bob"),
    ]
    assert (parry.dl, [s.total.value for s in parry.sides if s.total]) == (5, [5])


def test_a_tie_for_initiative_stays_in_sight_beside_what_follows() -> None:
    scene = YardScene()
    scene.state.initiative = ""
    scene.stack("red", deck=["cup-6", "cup-2"])
    scene.stack("blue", deck=["skull-6", "skull-3"])
    table = scene.run(take_initiative)
    for _ in range(2):
        table.answer("red", "deck")
        table.answer("blue", "deck")
    assert [(c.verdict, c.winner) for c in shown(table)] == [
        ("A tie: once more", None),
        ("Blue has Initiative", "blue"),
    ]
    assert any(e.text == "Initiative: 6 to 6, a tie; both play again." for e in table.log("red"))


def test_a_card_of_the_hand_says_what_it_would_make_before_it_is_laid() -> None:
    scene = YardScene()
    scene.stack("red", hand=["cup-5", "black-joker", "red-joker"])
    table, _ = trying(scene, strength=2)
    offered = [table.option("red", key) for key in table.offers("red")]
    assert [(o.label, o.badge, o.detail) for o in offered] == [
        ("Cup 5", "7", "5, Strength +2"),
        ("Black Joker", "2", "the other side names its suit, 0, Strength +2"),
        ("Red Joker", "12", "your suit, 10, Strength +2"),
        ("Top of the deck", "", "unseen, even by you"),
    ]


def test_the_view_says_who_holds_initiative_and_what_is_left_before_the_alarm() -> None:
    scene = YardScene()
    scene.state.initiative = "blue"
    scene.state.phase = "action"
    scene.state.alarm = None
    calm = scene.run(take_initiative).view("spectators")
    assert {seat.id: seat.note for seat in calm.seats.values()} == {"red": "", "blue": "Initiative"}
    assert "alarm" not in calm.gauges
