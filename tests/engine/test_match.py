"""A match: who may answer what, how it ends, and that nothing depends on Python's hashing."""

from collections.abc import Callable
from dataclasses import replace
from typing import Any

import pytest

from muster.engine.ids import Seat
from muster.engine.match import Match
from muster.engine.refusals import EngineFault, Refusal, ReplayMismatch
from muster.engine.requests import Number
from muster.engine.ruleset import Result
from tests.kit.contract import check_hash_seeds
from tests.kit.practice import RULESET
from tests.kit.practice.events import FeintLaid
from tests.kit.practice.ruleset import Practice
from tests.kit.practice.scene import PracticeScene
from tests.kit.table import PASS, Table, head_of, setup_of, start

RED, BLUE = Seat("red"), Seat("blue")


def bidding(scenario: str = "duel") -> Table[Any]:
    return start(RULESET, setup_of(RULESET, scenario=scenario), dice=[])


@pytest.mark.parametrize("request_id", ["", "q", "q0", "é", "\ud800", "q" * 10_000])
def test_only_the_open_question_is_answered(request_id: str) -> None:
    table = bidding()
    with pytest.raises(Refusal) as caught:
        table.match.answer(RED, request_id, {"value": 1})
    assert caught.value.code == "stale"


def test_nobody_answers_for_another_seat() -> None:
    table = bidding()
    for seat, other in ((RED, "blue"), (BLUE, "red"), (Seat("green"), "red"), (Seat("chance"), "red")):
        with pytest.raises(Refusal, match="no longer open"):
            table.match.answer(seat, table.asked(other).id, {"value": 1})


def test_an_answered_question_is_closed() -> None:
    table = bidding()
    asked = table.asked("red").id
    table.answer("red", 1)
    with pytest.raises(Refusal, match="no longer open"):
        table.match.answer(RED, asked, {"value": 1})


def test_a_refused_answer_changes_nothing() -> None:
    table = bidding()
    refusal = table.refused("red", {"value": 9})
    assert (refusal.code, refusal.numbers) == ("bad_answer", {"given": 9, "minimum": 0, "maximum": 5})


@pytest.mark.parametrize(("scenario", "winner"), [("duel", BLUE), ("trio", None)])
def test_who_resigns_loses_where_there_is_one_other(scenario: str, winner: Seat | None) -> None:
    table = bidding(scenario)
    label = table.match.seats[RED].label
    step = table.match.resign(RED, "tab:1")
    assert table.result == Result(winner, "resigned", f"{label} resigned.")
    assert [(r.kind, r.client_id) for r in step.rows] == [("close", "tab:1")]
    assert table.match.requests == ()
    assert table.view("blue").result is not None
    deeds: tuple[Callable[[], object], ...] = (
        lambda: table.match.resign(BLUE),
        lambda: table.match.answer(BLUE, "q", {"value": 1}),
    )
    for late in deeds:
        with pytest.raises(Refusal, match="over"):
            late()


def test_a_closed_match_is_loaded_as_it_was_closed_not_as_it_last_rested() -> None:
    scene = PracticeScene()
    scene.stand("red-guard", (0, 0))
    scene.stand("blue-guard", (8, 0))
    table = scene.begin()
    table.answer("red", ("move:red-guard", (3, 0)))
    table.match.resign(RED)
    again, missing = Match.resume(
        table.match.ruleset, table.match.head, table.match.rows, table.match.snapshots
    )
    assert missing.rows == ()
    assert again.result == table.result
    assert again.state.pieces["red-guard"].at == (3, 0)
    assert again.requests == ()


@pytest.mark.parametrize(
    "forged",
    [
        {"seat": "green"},
        {"seat": "chance"},
        {"seat": "blue"},
        {"answer": {"winner": "red", "reason": "resigned", "text": "Red resigned."}},
        {"answer": {"winner": "blue", "reason": "abandoned", "text": "Nobody came back."}},
        {"answer": None},
        {"events": ()},
        {"to": 1},
    ],
    ids=str,
)
def test_nothing_but_what_a_resignation_writes_closes_a_stored_match(forged: dict[str, Any]) -> None:
    table = bidding()
    table.answer("red", 1)
    table.match.resign(RED)
    rows = list(table.match.rows)
    assert Match.resume(RULESET, table.match.head, rows, [])[0].result == table.result
    rows[-1] = replace(rows[-1], **forged)
    with pytest.raises(ReplayMismatch):
        Match.resume(RULESET, table.match.head, rows, [])


def test_the_end_by_the_rules_is_told_with_its_reason() -> None:
    scene = PracticeScene(rounds=1)
    scene.stand("red-guard", (0, 0))
    scene.stand("blue-guard", (8, 0))
    scene.state.points[RED] = 2
    table = scene.begin()
    table.play(("red", PASS), ("blue", PASS))
    result = table.view("spectators").result
    assert result is not None
    assert (result.winner, result.reason) == ("red", "points")
    with pytest.raises(Refusal, match="over"):
        table.match.answer(RED, "q", {"pass": True})


class Endless(Practice):
    """Stops without saying how it ended."""

    def activation(self, game: Any) -> None:
        return None


def test_rules_that_stop_without_a_result_are_at_fault() -> None:
    with pytest.raises(EngineFault, match="no result"):
        Match.start(Endless(), head_of(RULESET, setup_of(RULESET)))


class Careless(Practice):
    """Leaves a commitment closed."""

    def activation(self, game: Any) -> Any:
        async def rule() -> None:
            await game.commit(
                RED,
                Number(1, 3),
                rule="feint.1",
                text="?",
                committed=lambda _: FeintLaid("red-guard", "blue-guard"),
            )

        return rule()


def test_rules_that_forget_to_open_a_commitment_are_at_fault() -> None:
    match, _ = Match.start(Careless(), head_of(RULESET, setup_of(RULESET)))
    with pytest.raises(EngineFault, match="still closed"):
        match.answer(RED, match.requests[0].id, {"value": 2})


@pytest.mark.parametrize("scenario", ["duel", "trio"])
def test_two_hash_seeds_play_the_same_match(scenario: str) -> None:
    check_hash_seeds("tests.kit.practice:RULESET", scenario, 11)
