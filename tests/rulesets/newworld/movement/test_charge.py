"""Charges: length, straightness, ground, and the blow at the end (move.7 to move.9)."""

import pytest

from muster.engine.requests import Move, Path
from muster.rulesets.newworld.attack_events import AttackRolled
from tests.kit.table import PASS
from tests.rulesets.newworld.asking import along
from tests.rulesets.newworld.scenes import FightScene, part, rolled

CHARGE = "charge:bob:ann/sabre/0"


def lists(bob: tuple[int, int], *rows: str, **ann: object) -> FightScene:
    """Ann with a sabre in the corner, Bob somewhere else."""
    scene = FightScene(*rows)
    scene.blue("ann", (0, 0), **{"hands": ["sabre"], **ann})
    scene.red("bob", bob)
    return scene


@pytest.mark.rule("newworld.move.7")
def test_move_7_a_charge_is_a_straight_run_and_one_blow_at_plus_one_for_the_whole_turn() -> None:
    table = lists((5, 0)).turn("ann", dice=[3, 4, 1])
    table.answer("blue", (CHARGE, (4, 0)))
    assert table.state.figures["ann"].at == (4, 0)
    assert part(rolled(table).attack, "move.7") == 1
    assert rolled(table).attack.value == 4 + 1 + 1 + 7
    assert table.asked("red").subject == "bob"


@pytest.mark.rule("newworld.move.7")
def test_move_7_it_must_end_with_the_declared_foe_in_reach() -> None:
    table = lists((5, 2)).turn("ann")
    refusal = table.refused("blue", along(CHARGE, (1, 0), (2, 0), (3, 0), (4, 0)))
    assert refusal.rule == "newworld.move.7"
    assert table.reach("blue", CHARGE)[4, 1].stop


@pytest.mark.rule("newworld.move.9")
def test_move_9_at_least_four_squares_are_entered() -> None:
    table = lists((4, 1)).turn("ann")
    assert {s for s, r in table.reach("blue", CHARGE).items() if r.stop} == {(4, 0), (5, 0), (5, 2), (4, 2)}
    refusal = table.refused("blue", along(CHARGE, (1, 0), (2, 0), (3, 0)))
    assert refusal.rule == "newworld.move.9"
    assert refusal.numbers == {"squares": 3, "minimum": 4}


@pytest.mark.rule("newworld.move.9")
def test_move_9_a_foe_too_near_cannot_be_charged() -> None:
    assert CHARGE not in lists((3, 0), "....").turn("ann").offers("blue")


@pytest.mark.rule("newworld.move.9")
def test_move_9_who_moves_less_than_four_cannot_charge() -> None:
    assert CHARGE not in lists((5, 0), agility=0).turn("ann").offers("blue")
    assert CHARGE in lists((5, 0), agility=1).turn("ann").offers("blue")


@pytest.mark.rule("newworld.move.9", "newworld.move.17")
def test_move_9_difficult_squares_count_twice_against_movement_but_once_as_squares() -> None:
    assert CHARGE in lists((5, 0), ".bb...").turn("ann").offers("blue")
    assert CHARGE not in lists((5, 0), ".bbb..").turn("ann").offers("blue")
    table = lists((5, 0), ".bb...", "......").turn("ann")
    assert table.reach("blue", CHARGE)[4, 0].cost == 6
    assert CHARGE not in lists((5, 0), ".bb...", agility=2).turn("ann").offers("blue")


@pytest.mark.rule("newworld.move.9", "newworld.move.17")
def test_move_9_a_run_that_costs_more_than_movement_is_refused() -> None:
    table = lists((5, 1), ".bbb..", "......").turn("ann")
    refusal = table.refused("blue", along(CHARGE, (1, 0), (2, 0), (3, 0), (4, 0)))
    assert refusal.rule == "newworld.move.9"
    assert refusal.numbers == {"cost": 7, "budget": 6}


@pytest.mark.rule("newworld.move.8")
def test_move_8_a_bent_path_is_no_charge() -> None:
    table = lists((5, 2)).turn("ann")
    assert table.reach("blue", CHARGE)[4, 2].stop
    refusal = table.refused("blue", along(CHARGE, (1, 0), (2, 0), (3, 1), (4, 2)))
    assert refusal.rule == "newworld.move.8"


@pytest.mark.rule("newworld.move.16")
def test_move_7_a_foe_on_the_line_bars_it_an_ally_does_not() -> None:
    barred = lists((5, 0), "......")
    barred.red("eve", (2, 0))
    assert CHARGE not in barred.turn("ann").offers("blue")
    passed = lists((5, 0), "......")
    passed.blue("ally", (2, 0))
    assert CHARGE in passed.turn("ann").offers("blue")


@pytest.mark.rule("newworld.edge.3")
def test_move_7_no_charge_through_a_window() -> None:
    window = {"at": [2, 0], "side": "w", "kind": "window", "state": "open"}
    scene = FightScene("......", edges=[window])
    scene.blue("ann", (0, 0), hands=["sabre"])
    scene.red("bob", (5, 0))
    assert CHARGE not in scene.turn("ann").offers("blue")


@pytest.mark.rule("newworld.move.11", "newworld.move.7")
def test_move_7_a_charge_gives_free_attacks_like_any_move() -> None:
    scene = lists((6, 0), ".......", ".......")
    scene.red("eve", (1, 1), hands=["sabre"])
    table = scene.turn("ann", dice=[1, 1, 1, 3, 4, 1])
    assert table.option("blue", CHARGE).warnings == ("Eve may strike first.",)
    table.play(("blue", (CHARGE, (5, 0))), ("red", "ann:eve/sabre/0"))
    assert [a.target for a in table.events(AttackRolled)] == ["ann", "bob"]


@pytest.mark.rule("newworld.move.34")
def test_move_34_a_mounted_charge_uses_the_mounts_movement() -> None:
    scene = FightScene("." * 14, "." * 14)
    scene.blue("ann", (0, 0), hands=["lance"], mounted=True)
    scene.red("bob", (13, 0))
    assert scene.turn("ann").reach("blue", "charge:bob:ann/lance/0")[11, 0].cost == 11


def test_move_8_every_end_of_a_charge_is_shown_last_among_the_entries_of_its_square() -> None:
    table = lists((7, 3), agility=6).turn("ann")
    spec = table.option("blue", CHARGE).needs
    assert isinstance(spec, Move)
    ends = {r.to for r in spec.reach if r.stop}
    assert ends == {(6, 2), (6, 3), (6, 4), (7, 2), (7, 4), (8, 2), (8, 4)}
    for square in ends:
        assert table.reach("blue", CHARGE)[square].stop
        index = max(i for i, r in enumerate(spec.reach) if r.to == square)
        spec.check(Path(spec.path_to(index)))


@pytest.mark.rule("newworld.move.14", "newworld.grapple.12")
def test_move_14_seized_after_four_squares_the_blow_stands_with_what_a_grapple_allows() -> None:
    for weapon, strikes in (("knife", True), ("sabre", False)):
        scene = FightScene(size=(14, 6))
        scene.blue("ann", (1, 2), hands=[weapon])
        scene.red("bob", (6, 3))
        scene.red("eve", (13, 0))
        scene.delay("bob")
        table = scene.turn("ann", dice=[6, 6, 1, 1, *([6, 5, 4] if strikes else [])])
        while table.match.requests[0].seat == "red":
            table.answer("red", PASS)
        table.answer("blue", (f"charge:bob:ann/{weapon}/0", [(x, 2) for x in range(2, 8)]))
        while "seize:ann" not in table.offers("red"):
            table.answer("red", PASS)
        table.answer("red", "seize:ann")
        assert table.state.figures["ann"].at == (5, 2)
        assert table.state.figures["ann"].held_by == ("bob",)
        assert [(e.target, e.hit) for e in table.events(AttackRolled)] == ([("bob", True)] if strikes else [])
