"""The journal: stop after any row, load, go on; and a journal that does not fit stops loudly."""

from collections.abc import Callable
from dataclasses import replace
from functools import cache
from typing import Any, TypeAlias

import pytest

from muster.engine.ids import Seat
from muster.engine.match import Match
from muster.engine.records import Row, Snapshot, draws_used, effective, last_valid
from muster.engine.refusals import ReplayMismatch
from tests.kit.bouts import as_stored, lively_match, random_match
from tests.kit.contract import Recorded, check_cuts, position, recorded
from tests.kit.practice import RULESET
from tests.kit.table import setup_of

Json: TypeAlias = Any
SETUPS = [
    setup_of(RULESET, scenario="duel", rounds=2),
    setup_of(RULESET, scenario="trio", rounds=1, measuring="declared"),
]


LIVES = [
    *((seed, seed % 2, "random") for seed in range(4)),
    *((seed, seed % 2, "lively") for seed in range(10, 18)),
    *((seed, seed % 2, "resigns") for seed in range(20, 23)),
]


@cache
def life_of(seed: int, setup: int, kind: str) -> Recorded:
    if kind == "random":
        return recorded(RULESET, SETUPS[setup], seed, random_match)
    return recorded(RULESET, SETUPS[setup], seed, lively_match, most=70, resigns=kind == "resigns")


@pytest.mark.parametrize(("seed", "setup", "kind"), LIVES)
def test_stop_after_every_row_load_and_be_where_one_was(seed: int, setup: int, kind: str) -> None:
    life = life_of(seed, setup, kind)
    assert len(life.rows) > 15
    check_cuts(life)


def test_the_lives_hold_everything_that_can_stand_in_a_journal() -> None:
    kinds: set[tuple[str, str]] = set()
    for life in LIVES:
        kinds |= {(r.kind, r.asked) for r in life_of(*life).rows}
    assert {k for k, _ in kinds} == {"begin", "answer", "chance", "undo", "withdraw", "prefer", "close"}
    assert {a for k, a in kinds if k == "answer"} == {
        "choose",
        "move",
        "place",
        "aim",
        "allocate",
        "number",
        "arrange",
        "confirm",
    }


@pytest.mark.parametrize("seed", [1, 2])
def test_a_match_that_is_loaded_before_every_answer_ends_as_one_that_never_was(seed: int) -> None:
    whole = random_match(RULESET, SETUPS[seed % 2], seed)
    match, _ = Match.start(RULESET, whole.head)
    while match.result is None:
        match, _ = Match.resume(RULESET, match.head, [as_stored(r) for r in match.rows], match.snapshots)
        row = next(r for r in whole.rows[len(match.rows) :] if r.kind == "answer")
        request = match.request_for(Seat(row.seat))
        assert request is not None
        match.answer(request.seat, request.id, row.answer)
    assert match.rows == whole.rows
    assert position(match) == position(whole)


def test_positions_count_up_and_answers_keep_their_senders_id() -> None:
    match, _ = Match.start(RULESET, random_match(RULESET, SETUPS[0], 1).head)
    request = match.requests[0]
    step = match.answer(request.seat, request.id, {"value": 1}, "tab-1:7")
    assert [r.client_id for r in step.rows] == ["tab-1:7"]
    assert [r.position for r in match.rows] == list(range(len(match.rows)))


# ------------------------------------------------------------------ what does not fit
LIFE = recorded(RULESET, setup_of(RULESET, rounds=6), 4, random_match)


def spoiled(index: int, **changes: object) -> list[Row]:
    rows = list(LIFE.rows)
    rows[index] = replace(rows[index], **changes)  # type: ignore[arg-type]
    return rows


def first(kind: str, *, after: int = 0, test: Callable[[Row], bool] = lambda _: True) -> int:
    return next(i for i, r in enumerate(LIFE.rows) if i >= after and r.kind == kind and test(r))


ANSWER = first("answer", after=12)
TOLD = first("answer", after=12, test=lambda r: len(r.events) > 1)
RESTED = first("answer", after=12, test=lambda r: r.rest is not None)
SHUFFLED = first("chance")
ROLLED = first("chance", test=lambda r: r.asked == "dice")


def other_die(row: Row) -> Json:
    return {**row.answer, "values": [row.answer["values"][0] % 6 + 1]}


SPOILED: dict[str, Callable[[], list[Row]]] = {
    "no begin row": lambda: LIFE.rows[1:],
    "a row left out": lambda: LIFE.rows[:ANSWER] + LIFE.rows[ANSWER + 1 :],
    "a row twice": lambda: LIFE.rows[: ANSWER + 1] + LIFE.rows[ANSWER:],
    "two rows swapped": lambda: [*LIFE.rows[:6], LIFE.rows[7], LIFE.rows[6], *LIFE.rows[8:]],
    "another seat": lambda: spoiled(ANSWER, seat="blue" if LIFE.rows[ANSWER].seat == "red" else "red"),
    "another question": lambda: spoiled(ANSWER, digest="0" * 16),
    "another rule": lambda: spoiled(ANSWER, rule_path="turn.9"),
    "another kind of question": lambda: spoiled(ANSWER, asked="confirm"),
    "an illegal answer": lambda: spoiled(ANSWER, answer={"picks": [{"key": "fly"}]}),
    "a pass where there is none": lambda: spoiled(first("answer"), answer={"pass": True}),
    "another legal answer": lambda: spoiled(first("answer"), answer={"value": 5}),
    "a withdrawal of nothing": lambda: spoiled(ANSWER, kind="withdraw"),
    "an event less": lambda: spoiled(TOLD, events=LIFE.rows[TOLD].events[:-1]),
    "an event more": lambda: spoiled(TOLD, events=(*LIFE.rows[TOLD].events, LIFE.rows[TOLD].events[0])),
    "events swapped": lambda: spoiled(TOLD, events=tuple(reversed(LIFE.rows[TOLD].events))),
    "another event": lambda: spoiled(
        TOLD, events=({"event": "StepDone", "seat": None}, *LIFE.rows[TOLD].events[1:])
    ),
    "an unknown event": lambda: spoiled(TOLD, events=({"event": "Magic"}, *LIFE.rows[TOLD].events[1:])),
    "an event of other fields": lambda: spoiled(TOLD, events=({"event": "StepDone", "x": 1},)),
    "another hash": lambda: spoiled(RESTED, rest="0" * 32),
    "no hash": lambda: spoiled(RESTED, rest=None),
    "a hash where there was no rest": lambda: spoiled(first("answer"), rest="0" * 32),
    "another die": lambda: spoiled(ROLLED, answer=other_die(LIFE.rows[ROLLED])),
    "an impossible die": lambda: spoiled(ROLLED, answer={**LIFE.rows[ROLLED].answer, "values": [7]}),
    "two dice for one": lambda: spoiled(ROLLED, answer={**LIFE.rows[ROLLED].answer, "values": [1, 1]}),
    "a card twice": lambda: spoiled(SHUFFLED, answer={**LIFE.rows[SHUFFLED].answer, "values": [0] * 12}),
    "another chance": lambda: spoiled(ROLLED, digest="dice:1:20"),
    "chance for an answer": lambda: spoiled(ANSWER, kind="chance", answer={"draw": 9, "values": [1]}),
    "something after the end": lambda: [*LIFE.rows, replace(LIFE.rows[ANSWER], position=len(LIFE.rows))],
}


@pytest.mark.parametrize("how", SPOILED)
def test_a_journal_that_does_not_fit_stops_loudly(how: str) -> None:
    rows = SPOILED[how]()
    with pytest.raises(ReplayMismatch):
        Match.resume(RULESET, LIFE.head, rows, [])


def test_a_spoiled_row_behind_a_snapshot_stops_too() -> None:
    snapshots = [s for s in LIFE.snapshots if s.position < ROLLED]
    with pytest.raises(ReplayMismatch, match=f"Row {ROLLED}"):
        Match.resume(RULESET, LIFE.head, SPOILED["an impossible die"](), snapshots)


def test_a_snapshot_that_is_not_what_its_row_led_to_stops() -> None:
    *_, earlier, last = LIFE.snapshots
    for wrong in (
        replace(last, state=earlier.state),
        replace(last, hash=earlier.hash),
        replace(earlier, position=last.position),
        replace(last, state=last.state.replace(b'"round":6', b'"round":5')),
    ):
        with pytest.raises(ReplayMismatch, match="snapshot"):
            Match.resume(RULESET, LIFE.head, LIFE.rows, [wrong])


def test_what_happens_at_the_start_of_the_next_activation_is_compared_behind_a_snapshot() -> None:
    # The bids open, and the deck is shuffled at once in the next activation.
    opened = next(s for s in LIFE.snapshots if s.position > 0)
    row = LIFE.rows[opened.position]
    assert row.rest == opened.hash
    Match.resume(RULESET, LIFE.head, LIFE.rows, [opened])


def test_other_rules_cannot_read_the_journal() -> None:
    setup = {**LIFE.head.setup, "rounds": 9}
    with pytest.raises(ReplayMismatch):
        Match.resume(RULESET, replace(LIFE.head, setup=setup), LIFE.rows, [])


# ------------------------------------------------------------------ the helpers
def row(at: int, kind: Any, to: int | None = None, draw: int | None = None) -> Row:
    return Row(at, kind, "red", "", "", "", None if draw is None else {"draw": draw}, to=to)


def test_undone_rows_do_not_count_but_their_dice_stay_used() -> None:
    rows = [
        row(0, "begin"),
        row(1, "answer"),
        row(2, "chance", draw=0),
        row(3, "undo", to=1),
        row(4, "answer"),
        row(5, "chance", draw=1),
        row(6, "undo", to=4),
    ]
    assert [r.position for r in effective(rows)] == [0]
    assert [r.position for r in effective(rows[:6])] == [0, 4, 5]
    assert draws_used(rows) == 2
    snapshots = [Snapshot(0, b"", "a"), Snapshot(2, b"", "b"), Snapshot(5, b"", "c")]
    assert last_valid(snapshots, effective(rows)) == snapshots[0]
    assert last_valid(snapshots, effective(rows[:6])) == snapshots[2]
    assert last_valid([], effective(rows)) is None
    with pytest.raises(ReplayMismatch):
        effective([row(0, "undo")])
