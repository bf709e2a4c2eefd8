"""Why a move cannot end on a square, and why acts that one might expect are not offered."""

from typing import Any

import pytest

from muster.engine.requests import Choose
from muster.rulesets.newworld import RULESET
from muster.rulesets.newworld.state import State
from tests.kit.table import PASS, Table
from tests.rulesets.newworld.scenes import FightScene


def why(table: Table[State], key: str, to: tuple[int, int]) -> tuple[str, str]:
    """What a preview says of a square as the end of a move, with the rule."""
    request = table.asked("blue")
    body = {"picks": [{"key": key, "with": {"to": list(to)}}]}
    known = table.state.known_to(request.seat)
    said = RULESET.preview(known, request.seat, request, body)
    assert said["legal"] is (said["why"] == "")
    return said["why"], said["rule"].removeprefix("newworld.")


def missing(table: Table[State], seat: str = "blue") -> list[tuple[str, str]]:
    spec = table.asked(seat).spec
    assert isinstance(spec, Choose)
    assert [(r["text"], r["rule"]) for r in spec.wire()["missing"]] == [
        (r.text, r.rule) for r in spec.missing()
    ]
    return [(r.text, r.rule.removeprefix("newworld.")) for r in spec.missing()]


# ------------------------------------------------------------------------------------------------ moves
@pytest.mark.rule("newworld.move.15", "newworld.move.16")
def test_a_move_says_how_far_off_a_square_is_and_who_or_what_is_in_the_way() -> None:
    scene = FightScene("......#....", "......#....", "......#....")
    scene.blue("ann", (0, 1), agility=0)
    scene.blue("al", (1, 1))
    scene.red("bob", (2, 1))
    scene.red("eve", (2, 2), prone=True)
    table = scene.turn("ann")
    assert why(table, "move", (3, 0)) == ("", "")
    assert why(table, "move", (5, 1)) == ("That is 5 paces away; this Move goes 3.", "move.3")
    assert why(table, "move", (1, 1)) == (
        "A move may pass Al, a friend, but not end there at 1, 1.",
        "move.15",
    )
    assert why(table, "move", (2, 1)) == ("Bob stands there, able to fight, and bars the square.", "move.16")
    assert why(table, "move", (2, 2)) == ("A move may pass over Eve, but not end there at 2, 2.", "move.16")
    assert why(table, "move", (6, 1)) == ("Nobody can stand there.", "move.3")
    assert why(table, "move", (8, 1)) == ("No way leads there.", "move.3")
    assert why(table, "move", (0, 1)) == ("Ann stands there already.", "move.3")
    assert why(table, "move", (0, 7)) == ("That is off the table.", "move.2")
    assert why(table, "run", (5, 1)) == ("", "")


@pytest.mark.rule("newworld.move.18")
def test_a_move_says_where_it_would_take_a_climb() -> None:
    scene = FightScene("..2..", "..2..")
    scene.blue("ann", (0, 0))
    scene.red("bob", (4, 1))
    text, rule = why(scene.turn("ann"), "move", (2, 0))
    assert (text, rule) == ("It takes a climb to get there at 2, 0.", "move.18")


@pytest.mark.rule("newworld.move.7", "newworld.move.9")
def test_a_charge_says_why_a_square_is_no_end_of_its_run() -> None:
    scene = FightScene()
    scene.blue("ann", (1, 3), hands=["sabre"])
    scene.red("bob", (6, 3))
    table = scene.turn("ann")
    charge = "charge:bob:ann/sabre/0"
    assert why(table, charge, (5, 3)) == ("", "")
    assert why(table, charge, (3, 3)) == ("A Charge needs a run of at least 4 squares; this is 2.", "move.9")
    assert why(table, charge, (1, 8)) == ("The Charge must end with Bob in reach.", "move.7")
    assert why(table, charge, (11, 8)) == ("The path costs 10 paces; 6 are left for it.", "move.9")


@pytest.mark.rule("newworld.move.10")
def test_a_disengage_says_whose_reach_a_square_is_still_in() -> None:
    scene = FightScene()
    scene.blue("ann", (3, 3))
    scene.red("bob", (4, 3))
    table = scene.turn("ann")
    assert why(table, "disengage", (3, 4)) == ("A Disengage must end out of reach of Bob.", "move.10")


# ------------------------------------------------------------------------------------------------ acts
NO_CHARGE = ("No Charge: no straight, open run of 4 to 6 paces ends beside a foe.", "move.7")
HALF_LEFT = ("Nothing that takes the whole turn: one half action is left.", "turn.1")


def shooter(at: tuple[int, int] = (9, 3), **ann: Any) -> FightScene:
    scene = FightScene()
    scene.blue("ann", (1, 3), **ann)
    scene.red("bob", at)
    return scene


def test_turn_2_why_a_second_shot_is_not_offered_is_said() -> None:
    table = shooter(hands=["longbow"]).turn("ann", dice=[1, 2, 3])
    assert missing(table) == [NO_CHARGE]
    table.answer("blue", "shoot:bob:ann/longbow/0")
    assert missing(table) == [("No second attack: a turn has one attack action.", "turn.2"), HALF_LEFT]


def test_fire_1_an_empty_or_misfired_gun_is_said_to_be_so() -> None:
    scene = shooter(hands=["musket"])
    scene.item("ann/musket/0", loaded=False, rounds=1)
    empty = ("The musket is fired and empty: 1 of 3 rounds reloaded.", "fire.1")
    assert missing(scene.turn("ann")) == [empty, NO_CHARGE]
    scene = shooter(hands=["musket"])
    scene.item("ann/musket/0", loaded=False, jammed=True)
    jammed = ("The musket has misfired and must be cleared before it is reloaded.", "fire.2")
    assert missing(scene.turn("ann")) == [jammed, NO_CHARGE]
    wet = ("The powder is soaked, so the musket cannot fire.", "fire.5")
    assert missing(shooter(hands=["musket"], powder="soaked").turn("ann")) == [wet, NO_CHARGE]


def test_range_10_at_whom_nothing_can_be_shot_is_said_with_the_reason() -> None:
    scene = FightScene("." * 40, "#" + "." * 39, "." * 40)
    scene.blue("ann", (0, 0), hands=["blunderbuss"])
    scene.red("bob", (1, 0))
    scene.red("eve", (39, 0))
    scene.red("dan", (0, 2))
    lines = missing(scene.turn("ann"))
    assert ("No shot at Bob: at Melee range only a pistol is shot.", "range.10") in lines
    assert ("No shot at Eve: too far.", "range.8") in lines
    assert ("No shot at Dan: out of sight.", "range.15") in lines


def test_the_prone_and_the_held_read_why_they_cannot_move() -> None:
    assert ("Prone, one can only crawl or stand up.", "move.31") in missing(shooter(prone=True).turn("ann"))
    scene = shooter((2, 3))
    scene.grapple("bob", "ann")
    assert ("In a grapple nobody moves off or shoots.", "grapple.12") in missing(scene.turn("ann"))


def test_nothing_is_missing_where_everything_is_there() -> None:
    scene = FightScene()
    scene.blue("ann", (1, 3), hands=["sabre"])
    scene.red("bob", (6, 3))
    table = scene.turn("ann")
    assert missing(table) == []
    table.play(("blue", "parry"), ("blue", PASS))
    assert missing(table, "red") == []
