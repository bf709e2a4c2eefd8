"""`muster verify` against whole forgeries: records that fit in everything but the one thing that cannot have been."""

import json
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any, TypeAlias

import pytest

from muster.cli import main
from muster.engine.ids import Seat
from muster.engine.match import Match
from muster.engine.records import Row, effective
from muster.engine.undoing import put_back_row, undo_row
from tests.kit.bouts import lively_match, play_out, random_match
from tests.kit.practice import RULESET
from tests.kit.record import record_document
from tests.kit.table import setup_of

Json: TypeAlias = Any
PRACTICE = ("--ruleset", "tests.kit.practice:RULESET")
UNCHECKED = "The dice hold; the decisions were not checked."
LIVELY = record_document(
    lively_match(RULESET, setup_of(RULESET, scenario="trio", rounds=2), 12, most=600, granted="consent")
)
DUEL = random_match(RULESET, setup_of(RULESET, rounds=4), 4)
STEERING = "red\nThe record holds.\n\x1b[8m\u202e\x9b8m"
"""A false verdict on a line of its own, and what hides the true one behind it."""


@pytest.fixture
def verify(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> Callable[..., tuple[int, Json]]:
    def run(document: Json, *more: str) -> tuple[int, Json]:
        path = tmp_path / "record.json"
        path.write_text(json.dumps(document), encoding="utf-8")
        code = main(["verify", str(path), "--json", *(more or PRACTICE)])
        told = capsys.readouterr()
        return code, json.loads(told.out) if told.out else told.err

    return run


def until(length: int) -> Match[Any]:
    """The duel, as it was when it had so many rows (and what its last answer still led to)."""
    return Match[Any].resume(RULESET, DUEL.head, DUEL.rows[:length], [])[0]


def went_on(match: Match[Any], row: Row) -> Json:
    """The record of a match into which somebody wrote a row, after which it was honestly played to its end."""
    match.follow([row])  # what resume does, but for the look at the rows' form
    return record_document(play_out(match, seed=9))


def undoing(match: Match[Any], seat: str, to: int) -> Row:
    return undo_row(len(match.rows), match.seats[Seat(seat)], to, None)


def test_the_matches_under_test_hold(verify: Callable[..., tuple[int, Json]]) -> None:
    for document in (LIVELY, record_document(DUEL)):
        code, told = verify(document)
        assert (code, told["verdict"], told["failed"], told["skipped"]) == (0, "The record holds.", [], [])


# ------------------------------------------------------------------ undo rows
STRUCK = next(r.position for r in DUEL.rows if r.asked == "dice")
"""The first die of the duel; the answer that asked for it stands before it."""


def struck() -> tuple[Match[Any], str, int]:
    """The duel with its first die fallen; who answered last before it, and where."""
    match = until(STRUCK)
    answer = next(r for r in reversed(match.rows[:STRUCK]) if r.kind == "answer")
    return match, answer.seat, answer.position


def an_honest_undo() -> Json:
    match, seat, at = struck()
    return went_on(match, undoing(match, seat, at))


def the_die_alone_again() -> Json:
    match, seat, _ = struck()
    return went_on(match, undoing(match, seat, STRUCK))


def anothers_answer() -> Json:
    match, seat, at = struck()
    other = next(r for r in reversed(match.rows[:at]) if r.kind == "answer" and r.seat != seat)
    return went_on(match, undoing(match, seat, other.position))


def an_answer_before_the_last() -> Json:
    match, seat, at = struck()
    earlier = next(r for r in reversed(match.rows[:at]) if r.kind == "answer" and r.seat == seat)
    return went_on(match, undoing(match, seat, earlier.position))


def for_another_seat() -> Json:
    match, seat, at = struck()
    return went_on(match, undoing(match, "blue" if seat == "red" else "red", at))


def by_a_seat_that_is_none() -> Json:
    match, _, at = struck()
    return went_on(match, replace(undoing(match, "red", at), seat="green"))


def far_back() -> Json:
    """What only a judge could have granted, and no server does."""
    for length in range(len(DUEL.rows)):
        match = until(length)
        for seat in match.seats:
            target = match.undo_target(seat)
            if target is not None and target[1] == "judge":
                return went_on(match, undoing(match, seat, target[0].position))
    raise AssertionError("nothing in this match needs a judge")


def before_the_die_fell() -> Json:
    match, seat, at = struck()
    del match.rows[STRUCK:]
    return went_on(match, undoing(match, seat, at))


def after_the_end() -> Json:
    match = until(len(DUEL.rows))
    last = next(r for r in reversed(match.rows) if r.kind == "answer")
    return went_on(match, undoing(match, last.seat, last.position))


def put_back_in_the_midst() -> Json:
    match, _, at = struck()
    return went_on(match, put_back_row(len(match.rows), at))


def touched(change: Callable[[Json], None], kind: str = "undo", asked: str = "") -> Callable[[], Json]:
    """The lively record with one row of a kind changed."""

    def forged() -> Json:
        document = json.loads(json.dumps(LIVELY))
        change(next(r for r in document["rows"] if r["kind"] == kind and asked in r["asked"]))
        return document

    return forged


UNDOS: dict[str, tuple[Callable[[], Json], str]] = {
    "the die alone again": (the_die_alone_again, "would take everything back from row"),
    "another's answer": (anothers_answer, "would take everything back from row"),
    "an answer before the last": (an_answer_before_the_last, "would take everything back from row"),
    "for another seat": (for_another_seat, "would take everything back from row"),
    "by a seat that is none": (by_a_seat_that_is_none, "no decision of yours"),
    "far back": (far_back, "needs a judge"),
    "before the die fell": (before_the_die_fell, "before the answer in front was resolved"),
    "after the end": (after_the_end, "no decision of yours to take back"),
    "put back in the midst": (put_back_in_the_midst, "not to behind a rest point"),
    "no events": (touched(lambda r: r.update(events=[])), "is not the undo of"),
    "another label": (touched(lambda r: r["events"][0].update(label="Nobody")), "is not the undo of"),
    "an event of a game": (
        touched(lambda r: r["events"].append({"event": "StepDone", "seat": None})),
        "is not the undo of",
    ),
    "told as put back": (touched(lambda r: r["events"][0].update(event="PutBack")), "is not the undo of"),
    "with an answer": (touched(lambda r: r.update(answer={"yes": True})), "is not the undo of"),
    "with a hash": (touched(lambda r: r.update(rest="0" * 32)), "is not the undo of"),
}


@pytest.mark.parametrize("how", UNDOS)
def test_an_undo_that_no_server_would_write(how: str, verify: Callable[..., tuple[int, Json]]) -> None:
    forge, words = UNDOS[how]
    code, told = verify(forge())
    assert (code, told["verdict"]) == (1, "The record does not hold.")
    assert words in "\n".join(told["failed"])


def test_an_honest_undo_of_a_die_holds_and_consent_is_named(verify: Callable[..., tuple[int, Json]]) -> None:
    code, told = verify(an_honest_undo())
    assert (code, told["failed"]) == (0, [])
    assert any("others agreed" in line for line in told["unproven"])


def test_what_the_referee_put_back_is_named_as_unchecked(verify: Callable[..., tuple[int, Json]]) -> None:
    match, _, _ = struck()
    rest = next(r for r in reversed(effective(match.rows)) if r.rest is not None and r.position < STRUCK)
    document = went_on(match, put_back_row(len(match.rows), rest.position + 1))
    code, told = verify(document)
    assert (code, told["failed"]) == (3, [])
    assert told["verdict"] == "The dice hold; not all of the decisions were checked."
    assert f"the rows from {rest.position + 1} on that were given up" in told["skipped"][0]
    assert "no need for it shows" in told["skipped"][0]
    document["rows"][STRUCK - 1]["digest"] = "0" * 16
    code, told = verify(document)
    assert (code, told["failed"]) == (3, [])
    assert "do not replay" in told["skipped"][0]
    document["rows"][-1]["rest"] = "0" * 32
    assert verify(document)[0] == 1


# ------------------------------------------------------------------ close rows
def resigned(change: Callable[[Json], None], seat: str = "red") -> Json:
    """The duel cut short by a resignation, with the closing row, its event and the result changed alike."""
    match = until(STRUCK)
    match.resign(Seat(seat))
    document = record_document(match)
    row = document["rows"][-1]
    change(row)
    document["result"] = dict(row["answer"])
    row["events"] = [{"event": "Closed", **row["answer"]}]
    return document


CLOSINGS: dict[str, Callable[[Json], None]] = {
    "who resigns wins": lambda r: r["answer"].update(winner="red"),
    "nobody wins": lambda r: r["answer"].update(winner=None),
    "a winner who is not there": lambda r: r["answer"].update(winner="green"),
    "closed by chance": lambda r: r.update(seat="chance"),
    "closed by nobody": lambda r: r.update(seat="green"),
    "another text": lambda r: r["answer"].update(text="Blue resigned."),
    "another reason": lambda r: r["answer"].update(reason="abandoned", text="Nobody came back."),
    "an extra key": lambda r: r["answer"].update(note="sorry"),
    "no answer": lambda r: r.update(answer={}),
}


@pytest.mark.parametrize("how", CLOSINGS)
def test_a_match_that_was_closed_as_no_server_closes_one(
    how: str, verify: Callable[..., tuple[int, Json]]
) -> None:
    code, told = verify(resigned(CLOSINGS[how]))
    assert code == 1
    assert "rules do not lead where" in "\n".join(told["failed"])


def test_a_resignation_holds_but_that_it_was_one_no_record_can_prove(
    verify: Callable[..., tuple[int, Json]],
) -> None:
    code, told = verify(resigned(lambda r: None))
    assert (code, told["failed"]) == (0, [])
    assert any("That red really resigned" in line for line in told["unproven"])


def test_rows_behind_a_resignation(verify: Callable[..., tuple[int, Json]]) -> None:
    document = resigned(lambda r: None)
    for row in (
        {**document["rows"][-1], "seat": "blue"},
        {
            **document["rows"][-1],
            "kind": "prefer",
            "answer": {"window": "parry", "mode": "always"},
            "events": [],
        },
    ):
        more = {**document, "rows": [*document["rows"], {**row, "position": len(document["rows"])}]}
        code, told = verify(more)
        assert code == 1
        assert "no seat that still plays" in "\n".join(told["failed"])


# ------------------------------------------------------------------ what is not checked
def forged_whole() -> Json:
    """Answers replaced and a result made up, with nothing but the dice left as it was."""
    document = json.loads(json.dumps(LIVELY))
    for row in document["rows"]:
        if row["kind"] == "answer":
            row["answer"] = {"value": 99}
    document["result"] = {"winner": "green", "reason": "points", "text": "Green wins."}
    return document


@pytest.mark.parametrize(
    "change", [{"engine_version": "9"}, {"ruleset_version": "9"}, {"ruleset": "unheard-of"}], ids=str
)
@pytest.mark.parametrize("named", [True, False])
def test_where_the_decisions_are_not_checked_the_record_is_not_said_to_hold(
    change: Json, named: bool, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "record.json"
    path.write_text(json.dumps({**forged_whole(), **change}), encoding="utf-8")
    assert main(["verify", str(path), *(PRACTICE if named else ())]) == 3
    lines = capsys.readouterr().out.splitlines()
    assert lines[-1] == UNCHECKED
    assert sum(line.startswith("  not checked: ") for line in lines) == 1


def test_a_secret_that_is_not_shown_goes_with_no_result(verify: Callable[..., tuple[int, Json]]) -> None:
    document: dict[str, Json] = {**forged_whole(), "secret": None}
    document["rows"] = document["rows"][:3]
    code, told = verify(document)
    assert (code, told["verdict"]) == (1, "The record does not hold.")
    assert "has a result but no secret" in told["failed"][0]
    code, told = verify({**document, "result": None})
    assert (code, told["verdict"]) == (3, "Neither the dice nor the decisions were checked.")


def test_a_secret_that_is_shown_goes_with_a_result(verify: Callable[..., tuple[int, Json]]) -> None:
    code, told = verify({**record_document(until(STRUCK)), "result": None})
    assert code == 1
    assert "the match was over" in told["failed"][0]


# ------------------------------------------------------------------ what was never compared
def whole(change: Callable[[Json], None]) -> Callable[[], Json]:
    def forged() -> Json:
        document = json.loads(json.dumps(LIVELY))
        change(document)
        return document

    return forged


DETAILS: dict[str, tuple[Callable[[], Json], str]] = {
    "the result's text": (whole(lambda d: d["result"].update(text="Red wins.")), "but the rules end with"),
    "the result's reason": (whole(lambda d: d["result"].update(reason="luck")), "but the rules end with"),
    "more in the result": (whole(lambda d: d["result"].update(by=3)), "but the rules end with"),
    "another option": (
        whole(lambda d: d["options"].update(rounds=3)),
        "make from the options and the rosters brought: rounds",
    ),
    "an option less": (whole(lambda d: d["options"].pop("measuring")), "The options are not whole"),
    "an unknown option": (whole(lambda d: d["options"].update(luck=1)), "are not options of"),
    "no options": (whole(lambda d: d.update(options=None)), "are not options of"),
    "a contribution more": (
        whole(lambda d: d["contributions"].update(ghost="00" * 16)),
        "the generator gives",
    ),
    "another batch": (touched(lambda r: r.update(batch=7), "answer", "number"), "other batch"),
    "no batch": (touched(lambda r: r.update(batch=None), "answer", "number"), "other batch"),
    "a batch of one": (touched(lambda r: r.update(batch=9), "answer", "choose"), "other batch"),
    "more in an answer": (touched(lambda r: r["answer"].update(x=1), "answer", "number"), "other answer"),
    "more in a pick": (
        touched(lambda r: r["answer"].get("picks", [r["answer"]])[0].update(x=1), "answer", "choose"),
        "other answer",
    ),
    "more in a preference": (touched(lambda r: r["answer"].update(x=1), "prefer"), "other answer"),
    "a preference of chance": (
        touched(lambda r: r.update(seat="chance"), "prefer"),
        "no seat that still plays",
    ),
    "a preference of no mode": (
        touched(lambda r: r["answer"].update(mode="never"), "prefer"),
        "no preference",
    ),
    "an answer withdrawn": (touched(lambda r: r.update(answer={"value": 1}), "withdraw"), "other answer"),
    "an answer that undoes": (touched(lambda r: r.update(to=1), "answer", "choose"), "other to"),
    "a purpose": (touched(lambda r: r["answer"].update(why="luck"), "chance", "dice"), "other answer"),
    "sides": (touched(lambda r: r["answer"].update(sides=20), "chance", "dice"), "not written as a draw"),
    "sides of cards": (
        touched(lambda r: r["answer"].update(sides=3), "chance", "shuffle"),
        "not written as a draw",
    ),
    "more in a draw": (touched(lambda r: r["answer"].update(x=1), "chance", "dice"), "not written as a draw"),
    "no purpose": (
        touched(lambda r: r["answer"].pop("why"), "chance", "dice"),
        "no draw that can be checked",
    ),
    "a draw by and by": (touched(lambda r: r["answer"].update(draw=0.9), "chance"), "uses draw number 0.9"),
    "a draw that is no number": (
        touched(lambda r: r["answer"].update(draw=False), "chance"),
        "draw number False",
    ),
    "a die as a fraction": (
        touched(
            lambda r: r["answer"].update(values=[float(v) for v in r["answer"]["values"]]), "chance", "dice"
        ),
        "the generator gives",
    ),
    "a die sent by a browser": (touched(lambda r: r.update(client_id="tab:1"), "chance"), "other client_id"),
}


@pytest.mark.parametrize("what", DETAILS)
def test_everything_that_stands_in_a_record_is_compared(
    what: str, verify: Callable[..., tuple[int, Json]]
) -> None:
    forge, words = DETAILS[what]
    code, told = verify(forge())
    assert code == 1
    assert words in "\n".join(told["failed"])


@pytest.mark.parametrize(
    ("forge", "where"),
    [
        (whole(lambda d: d.update(note="all fair")), "note"),
        (touched(lambda r: r.update(note="all fair"), "answer"), "rows."),
        (touched(lambda r: r.update(position=1.0), "answer"), "position"),
        (touched(lambda r: r.update(to=True)), "to"),
    ],
)
def test_a_document_of_another_form_is_no_record(
    forge: Callable[[], Json], where: str, verify: Callable[..., tuple[int, Json]]
) -> None:
    code, told = verify(forge())
    assert code == 2
    assert "is no record of a match" in told
    assert where in told


@pytest.mark.parametrize(
    ("once", "twice", "name"),
    [
        ('"rows":', '"rows": [], "rows":', "rows"),
        ('"rows":', '"r\\u006fws": [], "rows":', "rows"),
        ('"position":', '"position": 9, "position":', "position"),
        ('"rounds":', '"rounds": 9, "rounds":', "rounds"),
        ('"rounds":', f'{json.dumps(STEERING)}: 1, {json.dumps(STEERING)}: 1, "rounds":', ""),
    ],
)
def test_a_document_that_says_something_twice_is_no_record(
    once: str, twice: str, name: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    text = json.dumps(LIVELY)
    assert once in text
    path = tmp_path / "record.json"
    path.write_text(text.replace(once, twice, 1), encoding="utf-8")
    assert main(["verify", str(path), *PRACTICE]) == 2
    told = capsys.readouterr().err
    assert "is no record of a match: " in told
    assert f"{name} stands twice" in told
    assert all(c.isprintable() for c in told.rstrip("\n"))
    assert len(told.splitlines()) == 1


def test_labels_are_named_as_what_no_record_can_prove(verify: Callable[..., tuple[int, Json]]) -> None:
    document = json.loads(json.dumps(LIVELY))
    document["id"] = "another"
    next(r for r in document["rows"] if r["kind"] == "answer")["client_id"] = "tab:99"
    code, told = verify(document)
    assert code == 0
    assert any("the ids of the match and of messages" in line for line in told["unproven"])


def test_the_help_says_what_the_exit_codes_mean_and_what_no_record_can_prove(
    capsys: pytest.CaptureFixture[str],
) -> None:
    with pytest.raises(SystemExit):
        main(["verify", "--help"])
    told = " ".join(capsys.readouterr().out.split())
    assert "3 Nothing is wrong, but not all was checked" in told
    assert "No record can prove that a person really gave an answer" in told


# ------------------------------------------------------------------ what the terminal is told
def shown(document: Json, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> tuple[int, str, str]:
    path = tmp_path / "record.json"
    path.write_text(json.dumps(document), encoding="utf-8")
    code = main(["verify", str(path), *PRACTICE])
    said = capsys.readouterr()
    for text in (said.out, said.err):
        assert all(c.isprintable() for c in text.replace("\n", "")), repr(text)
        assert "The record holds." not in text.splitlines()
    return code, said.out, said.err


@pytest.mark.parametrize("name", ["id", "ruleset", "engine_version", "ruleset_version"])
@pytest.mark.parametrize("label", [STEERING, "kit\n", "The record holds.", "x" * 65, ""])
def test_a_label_with_room_for_a_sentence_makes_it_no_record(
    name: str, label: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    code, out, err = shown({**LIVELY, name: label}, tmp_path, capsys)
    assert (code, out) == (2, "")
    assert f"is no record of a match: {name}: " in err
    assert len(err.splitlines()) == 1


def test_nothing_in_a_record_steers_the_terminal_or_begins_a_line(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    code, _, err = shown({**LIVELY, STEERING: 1}, tmp_path, capsys)
    assert (code, len(err.splitlines())) == (2, 1)
    words = ("seat", "asked", "rule_path", "digest")
    for number, row in enumerate(LIVELY["rows"]):
        for word in words:
            spoilt = {**row, word: row[word] + STEERING}
            rows = [*LIVELY["rows"][:number], spoilt, *LIVELY["rows"][number + 1 :]]
            if number in (0, len(LIVELY["rows"]) // 2, len(LIVELY["rows"]) - 1) or row["kind"] == "close":
                assert shown({**LIVELY, "rows": rows}, tmp_path, capsys)[0] == 1
    result = {"winner": "blue", "reason": "bribery", "text": STEERING}
    assert shown({**LIVELY, "result": result}, tmp_path, capsys)[0] == 1
    contributions = {**LIVELY["contributions"], STEERING: "00" * 16}
    assert shown({**LIVELY, "contributions": contributions}, tmp_path, capsys)[0] == 1
