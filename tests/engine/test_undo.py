"""Taking back (T13, T14): the grade is computed, an undo is a new record, and replay agrees."""

from collections.abc import Callable
from dataclasses import replace
from typing import Any

import pytest

from muster.commands.record_file import RecordFile
from muster.commands.verify import verify
from muster.engine.feeds import decision_words
from muster.engine.ids import Audience, Seat
from muster.engine.match import Grade, Match
from muster.engine.notices import Undone
from muster.engine.records import Row, effective
from muster.engine.refusals import Refusal, ReplayMismatch
from muster.engine.undoing import MOST_UNDOS, put_back_row
from tests.kit.bouts import often_undone
from tests.kit.practice import RULESET, events
from tests.kit.practice.scene import PracticeScene
from tests.kit.practice.state import State
from tests.kit.record import record_document
from tests.kit.table import PASS, Table, setup_of, start

RED, BLUE = Seat("red"), Seat("blue")
DECK = list(range(12))


def yard(*dice: int, lurker: bool = False, guard: int = 0, rounds: int = 3) -> Table[State]:
    """Red next to blue, with cards on both hands; blue's lurker far away if there is one."""
    scene = PracticeScene(rounds=rounds)
    scene.stand("red-guard", (0, 0))
    scene.stand("red-wagon", (1, 3))
    scene.stand("blue-wagon", (1, 1))
    if lurker:
        scene.stand("blue-lurker", (8, 6))
    scene.drill("blue", guard=guard)
    scene.hand("red", 1, 2, 3)
    scene.hand("blue", 4, 5, 6)
    return scene.begin(dice=dice)


def grade(table: Table[Any], seat: str) -> str | None:
    target = table.match.undo_target(Seat(seat))
    return target[1] if target is not None else None


def last(table: Table[Any], seat: str) -> Any:
    return [r for r in table.match.rows if r.kind == "answer" and r.seat == seat][-1].position


def check_replays(table: Table[Any]) -> None:
    """T14: the hash of the state is the same after undo, after undo and replay, and with any snapshots."""
    match = table.match
    for snapshots in (match.snapshots, match.snapshots[:1], []):
        again, missing = Match.resume(match.ruleset, match.head, match.rows, snapshots, dice=table.dice)
        assert missing.rows == ()
        assert again.ruleset.dump(again.state) == match.ruleset.dump(match.state)
        assert [r.id for r in again.requests] == [r.id for r in match.requests]


# ------------------------------------------------------------------ free
def test_what_told_nobody_anything_is_free_within_ones_own_activation() -> None:
    table = yard()
    before, asked = RULESET.dump(table.state), table.asked("red")
    table.answer("red", ("move:red-wagon", (2, 3)))
    assert grade(table, "red") == "free"
    table.match.undo(RED)
    assert RULESET.dump(table.state) == before
    assert table.asked("red").digest == asked.digest
    assert table.asked("red").id != asked.id
    check_replays(table)
    table.answer("red", ("move:red-wagon", (1, 4)))
    assert table.state.pieces["red-wagon"].at == (1, 4)


def test_several_may_be_taken_back_one_after_the_other() -> None:
    scene = PracticeScene()
    scene.stand("red-guard", (0, 0))
    scene.stand("red-wagon", (1, 3))
    scene.stand("blue-wagon", (6, 1))
    scene.state.drill[RED] = {"might": 0, "guard": 0}
    scene.hand("red", 1, 3)
    table = scene.begin()
    start_state = RULESET.dump(table.state)
    table.answer("red", ("play", ["card-1", "card-3"]))
    assert grade(table, "red") == "free"
    table.match.undo(RED)
    assert RULESET.dump(table.state) == start_state
    assert grade(table, "red") is None
    with pytest.raises(Refusal, match="no decision of yours"):
        table.match.undo(RED)


def test_a_preference_in_between_changes_nothing() -> None:
    table = yard()
    table.answer("red", ("play", "card-1"))
    table.match.prefer(BLUE, "parry", "always")
    assert grade(table, "red") == "free"


def test_a_seat_takes_back_a_hundred_decisions_at_most() -> None:
    table = yard()
    for _ in range(MOST_UNDOS):
        table.answer("red", ("move:red-wagon", (2, 3)))
        table.match.undo(RED)
    table.answer("red", ("move:red-wagon", (2, 3)))
    rows = len(table.match.rows)
    with pytest.raises(Refusal, match="taken back 100 decisions") as refused:
        table.match.undo(RED)
    assert (refused.value.code, len(table.match.rows)) == ("undone_enough", rows)
    assert refused.value.numbers == {"taken_back": 100, "allowed": MOST_UNDOS}
    check_replays(table)


def test_what_a_match_remembers_is_the_same_after_undos_and_when_it_is_read_anew() -> None:
    table = yard(1)
    table.match.prefer(BLUE, "parry", "always")
    table.answer("red", "strike:red-guard:blue-wagon")
    table.match.undo(RED, granted="consent")
    table.answer("red", ("move:red-wagon", (2, 3)))
    table.match.undo(RED)
    table.answer("red", ("move:red-wagon", (1, 4)))
    match = table.match
    again, _ = Match.resume(match.ruleset, match.head, match.rows, [], dice=table.dice)
    assert again.history == match.history
    assert again._kept == match._kept == effective(match.rows)
    assert [e for _, e in match.history if isinstance(e, Undone)] == table.events(Undone)


# ------------------------------------------------------------------ by consent
def refused_without_consent(table: Table[Any], seat: Seat) -> None:
    before = (len(table.match.rows), RULESET.dump(table.state))
    with pytest.raises(Refusal) as caught:
        table.match.undo(seat)
    assert caught.value.code == "undo_needs_consent"
    assert (len(table.match.rows), RULESET.dump(table.state)) == before


def test_a_die_needs_consent_and_stays_used() -> None:
    table = yard(1, 6)
    table.answer("red", "strike:red-guard:blue-wagon")
    assert grade(table, "red") == "consent"
    refused_without_consent(table, RED)
    table.match.undo(RED, granted="consent")
    table.answer("red", "strike:red-guard:blue-wagon")
    assert [r.answer["draw"] for r in table.match.rows if r.kind == "chance"] == [0, 1]
    assert [e.die for e in table.events(events.Struck)] == [6]
    check_replays(table)


def test_a_window_that_was_opened_by_the_declaration_needs_consent() -> None:
    table = yard(guard=1)
    table.answer("red", "strike:red-guard:blue-wagon")
    assert table.asked("blue").window == "parry"
    assert grade(table, "red") == "consent"
    refused_without_consent(table, RED)
    table.match.undo(RED, granted="consent")
    assert table.match.request_for(BLUE) is None
    assert table.asked("red").seat == "red"


def test_the_end_of_the_activation_needs_consent() -> None:
    table = yard()
    table.answer("red", PASS)
    assert grade(table, "red") == "consent"
    refused_without_consent(table, RED)


def test_an_answer_of_another_seat_needs_consent_and_goes_with_it() -> None:
    table = yard(lurker=True)
    table.answer("red", ("move:red-wagon", (2, 3)))
    table.answer("blue", "stay")
    assert grade(table, "red") == "consent"
    position = last(table, "red")
    table.match.undo(RED, granted="consent")
    assert table.match.rows[-1].to == position
    assert table.asked("red").seat == "red"
    check_replays(table)


def test_an_open_batch_is_not_free_and_everybody_answers_it_again() -> None:
    table = start(RULESET, setup_of(RULESET, scenario="trio"), dice=[DECK, DECK])
    table.play(("red", 5), ("blue", 3), ("green", 1))
    assert grade(table, "blue") == "judge"  # the bids have opened and the cards are dealt: two rest points
    table.match.undo(BLUE, granted="judge")
    assert {r.seat for r in table.match.requests} == {"red", "blue", "green"}
    check_replays(table)
    table.play(("green", 0), ("blue", 4), ("red", 2))
    assert table.event(events.BidsOpened).bids == {"red": 2, "blue": 4, "green": 0}
    first, second = sorted({r.batch for r in table.match.rows if r.kind == "answer" and r.batch is not None})
    assert first == 1 < second  # a batch of its own, with requests of their own


# ------------------------------------------------------------------ judge
def test_two_rest_points_further_only_a_judge_may() -> None:
    table = yard()
    table.answer("red", PASS)
    assert grade(table, "red") == "consent"
    table.answer("blue", PASS)
    assert grade(table, "red") == "judge"
    grades: tuple[Grade, ...] = ("free", "consent")
    for granted in grades:
        with pytest.raises(Refusal) as caught:
            table.match.undo(RED, granted=granted)
        assert caught.value.code == "undo_needs_judge"
    before = last(table, "red")
    table.match.undo(RED, granted="judge")
    assert table.match.rows[-1].to == before
    assert table.state.waiting == ["red", "blue"]
    check_replays(table)


def test_a_judge_may_go_back_beyond_the_snapshots_that_are_kept() -> None:
    table = yard(rounds=9)
    table.answer("red", ("play", "card-2"))
    state = RULESET.dump(table.state)
    for _ in range(6):
        table.play(("red", PASS), ("blue", PASS))
    for _ in range(7):
        table.match.undo(RED, granted="judge")
    assert RULESET.dump(table.state) != state
    assert table.asked("red").seat == "red"
    check_replays(table)
    assert [r.kind for r in table.match.rows].count("undo") == 7


def test_standing_answers_outlive_an_undo() -> None:
    table = yard(guard=1)
    table.match.prefer(BLUE, "parry", "always")
    table.answer("red", ("play", "card-1"))
    table.match.prefer(BLUE, "parry", "not_this_turn")
    table.match.prefer(RED, "parry", "always")
    table.match.undo(RED)
    assert table.match.play.game.preferences == {(BLUE, "parry"): "not_this_turn", (RED, "parry"): "always"}
    check_replays(table)
    table.dice.add(1)
    table.answer("red", "strike:red-guard:blue-wagon")
    assert table.match.request_for(BLUE) is None
    table.answer("red", PASS)
    assert table.match.play.game.preferences == {(BLUE, "parry"): "always", (RED, "parry"): "always"}
    check_replays(table)


# ------------------------------------------------------------------ sealed parts
def test_a_closed_part_is_taken_back_for_nothing_and_no_record_of_an_undo_is_made() -> None:
    table = start(RULESET, setup_of(RULESET), dice=[])
    table.answer("red", 5)
    assert grade(table, "red") == "free"
    assert grade(table, "blue") is None
    step = table.match.undo(RED)
    assert [r.kind for r in step.rows] == ["withdraw"]
    assert grade(table, "red") is None


def test_what_was_withdrawn_is_no_decision_any_more() -> None:
    """Else a second undo would sweep away what others closed meanwhile, and tell that they had."""
    table = start(RULESET, setup_of(RULESET, scenario="trio"), dice=[])
    table.answer("red", 5)
    table.answer("blue", 2)
    table.match.withdraw(RED)
    assert grade(table, "red") is None
    with pytest.raises(Refusal, match="no decision of yours"):
        table.match.undo(RED, granted="judge")
    assert [p.answered for p in table.match.play.parts] == [False, True, False]


# ------------------------------------------------------------------ records
def test_an_undo_is_a_new_record_that_everybody_reads() -> None:
    table = yard()
    table.answer("red", ("move:red-wagon", (2, 3)))
    rows = list(table.match.rows)
    step = table.match.undo(RED, client_id="tab:3")
    assert table.match.rows[: len(rows)] == rows
    assert [(r.kind, r.to, r.client_id) for r in step.rows] == [("undo", rows[-1].position, "tab:3")]
    assert table.match.undos == 1
    for audience in ("red", "blue", "spectators"):
        assert [line.text for line in table.log(audience)] == ["Red took back: Red's wagon moves 2 to 2, 3."]
    assert len(table.events(Undone)) == 1


def test_what_was_taken_back_is_named_in_the_words_that_each_had_read_of_it() -> None:
    scene = PracticeScene()
    scene.stand("red-lurker", (0, 4))
    scene.stand("blue-wagon", (6, 1))
    table = scene.begin()
    table.answer("red", ("move:red-lurker", (0, 5)))
    table.match.undo(RED, granted="consent")
    assert [line.text for line in table.log("red")] == ["Red took back: Red's lurker moves 1 to 0, 5."]
    for audience in ("blue", "spectators"):
        assert [line.text for line in table.log(audience)] == ["Red took back: Red's lurker moves unseen."]


def test_what_was_taken_back_is_named_the_same_whether_or_not_another_was_asked_in_secret_between() -> None:
    """The line of the move comes after the secret answer in one world, with the decision itself in the other."""
    told = []
    for guard in (1, 0):
        table = yard(lurker=True, guard=guard)
        table.answer("red", ("move:red-wagon", (2, 3)))
        if guard:
            assert table.asked("blue").secret
            table.answer("blue", "stay")
        words = decision_words(table.match, Audience("spectators"), "red", table.match.since_last_answer(RED))
        table.match.undo(RED, granted="consent")
        told.append((words, *(line.text for line in table.log("spectators"))))
    assert told[0] == told[1] == (told[0][0], f"Red took back: {told[0][0]}")
    assert told[0][0]


FORGED: dict[str, Callable[[Row], Row]] = {
    "to the die alone": lambda r: replace(r, to=(r.to or 0) + 1),
    "to the row before": lambda r: replace(r, to=(r.to or 0) - 1),
    "to nothing": lambda r: replace(r, to=None),
    "by another seat": lambda r: replace(r, seat="blue"),
    "by a seat that is none": lambda r: replace(r, seat="green"),
    "by chance": lambda r: replace(r, seat="chance"),
    "put back in the midst": lambda r: put_back_row(r.position, r.to or 0),
    "told to nobody": lambda r: replace(r, events=()),
    "told otherwise": lambda r: replace(r, events=({**r.events[0], "label": "Nobody"},)),
    "with a hash": lambda r: replace(r, rest="0" * 32),
}


@pytest.mark.parametrize("how", FORGED)
def test_a_stored_undo_has_to_be_the_one_that_would_have_been_written(how: str) -> None:
    table = yard(1)
    table.answer("red", ("move:red-wagon", (2, 3)))
    table.answer("red", "strike:red-guard:blue-wagon")
    table.match.undo(RED, granted="consent")
    check_replays(table)
    rows = [FORGED[how](r) if r.kind == "undo" else r for r in table.match.rows]
    assert rows != table.match.rows
    with pytest.raises(ReplayMismatch):
        Match.resume(table.match.ruleset, table.match.head, rows, table.match.snapshots)


def test_a_stored_undo_of_an_opened_batch_takes_the_whole_batch_back() -> None:
    """Else a forger chooses one bid anew with the others' before their eyes."""
    table = start(RULESET, setup_of(RULESET, scenario="trio"), dice=[DECK])
    table.play(("red", 5), ("green", 1), ("blue", 3))
    match = table.match
    own = last(table, "blue")
    match.undo(BLUE, granted="judge")
    assert match.rows[-1].to == 1
    check_replays(table)
    rows = [replace(r, to=own) if r.kind == "undo" else r for r in match.rows]
    with pytest.raises(ReplayMismatch, match="from row 1 on"):
        Match.resume(match.ruleset, match.head, rows, match.snapshots)


def test_a_match_may_be_put_back_to_behind_any_rest_point() -> None:
    table = yard()
    table.play(("red", PASS), ("blue", PASS))
    match = table.match
    for rest in [r for r in match.rows if r.rest is not None]:
        row = put_back_row(len(match.rows), rest.position + 1)
        again, _ = Match.resume(match.ruleset, match.head, [*match.rows, row], match.snapshots)
        assert {r.position for r in again.rows} == set(range(len(match.rows) + 1))


def test_nobody_takes_back_what_another_decided() -> None:
    table = yard()
    table.play(("red", PASS), ("blue", ("play", "card-4")))
    assert grade(table, "blue") == "free"
    position = table.match.undo_target(RED)
    assert position is not None
    assert position[0].seat == "red"


def test_a_match_that_is_over_stays_so() -> None:
    table = yard(rounds=1)
    table.play(("red", PASS), ("blue", PASS))
    assert table.over
    assert grade(table, "blue") is None
    with pytest.raises(Refusal, match="no decision of yours"):
        table.match.undo(BLUE, granted="judge")


def test_a_secret_question_to_another_does_not_show_in_what_an_undo_would_need() -> None:
    """Refusing while somebody is asked in secret would tell that somebody is."""
    grades = []
    for secret in (True, False):
        table = yard(lurker=True, guard=1)
        if secret:
            table.answer("red", ("move:red-wagon", (2, 3)))
            assert table.asked("blue").secret
        else:
            table.answer("red", "strike:red-guard:blue-wagon")
            assert not table.asked("blue").secret
        with pytest.raises(Refusal) as caught:
            table.match.undo(RED)
        grades.append((grade(table, "red"), str(caught.value)))
    assert grades[0] == grades[1]


def test_who_takes_back_again_and_again_does_not_let_the_match_be_played_from_its_start(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    replayed: list[int] = []
    replay = Match._replay

    def noted(match: Match[Any], row: Row) -> None:
        replayed.append(row.position)
        replay(match, row)

    monkeypatch.setattr(Match, "_replay", noted)
    match = often_undone(RULESET, setup_of(RULESET, scenario="trio", rounds=8), before=50, undos=40)
    assert sum(r.kind == "undo" for r in match.rows) == 40
    assert len(replayed) <= 3 * 40
    match.resign(Seat("red"))
    replayed.clear()
    assert not verify(RecordFile.model_validate(record_document(match)), RULESET).failed
    assert len(replayed) <= 3 * len(match.rows)
