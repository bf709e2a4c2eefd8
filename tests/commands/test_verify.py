"""`muster verify`: what holds is said to hold, and nothing that was touched up does."""

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any, TypeAlias

import pytest

from muster.cli import main
from tests.kit.bouts import lively_match
from tests.kit.practice import RULESET
from tests.kit.record import record_document
from tests.kit.table import setup_of

Json: TypeAlias = Any
PRACTICE = "tests.kit.practice:RULESET"
MATCH = lively_match(RULESET, setup_of(RULESET, scenario="trio", rounds=2), 12, most=600, granted="consent")
DOCUMENT = record_document(MATCH)


def verified(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], document: Json, *more: str
) -> tuple[int, Json]:
    path = tmp_path / "record.json"
    path.write_text(json.dumps(document), encoding="utf-8")
    code = main(["verify", str(path), "--json", *more])
    return code, json.loads(capsys.readouterr().out)


def copy() -> Json:
    return json.loads(json.dumps(DOCUMENT))


def test_the_match_under_test_holds_everything() -> None:
    assert MATCH.result is not None
    kinds = {r["kind"] for r in DOCUMENT["rows"]}
    assert kinds >= {"begin", "answer", "chance", "undo", "withdraw", "prefer"}
    assert sum(r["asked"] == "dice" for r in DOCUMENT["rows"]) > 2


def test_a_whole_record_holds(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    code, told = verified(tmp_path, capsys, DOCUMENT, "--ruleset", PRACTICE)
    assert code == 0
    assert told["failed"] == told["skipped"] == []
    text = "\n".join(told["checked"])
    dice = sum(len(r["answer"]["values"]) for r in DOCUMENT["rows"] if r["asked"] == "dice")
    hashes = sum(r["rest"] is not None for r in DOCUMENT["rows"])
    assert f"All {dice} dice and" in text
    assert f"{hashes} recorded hashes" in text
    assert "The secret fits" in text
    assert "The result is the recorded one" in text


def test_it_says_in_sentences_what_it_did(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "record.json"
    path.write_text(json.dumps(DOCUMENT), encoding="utf-8")
    assert main(["verify", str(path), "--ruleset", PRACTICE]) == 0
    lines = capsys.readouterr().out.splitlines()
    assert lines[0] == f"Match kit, practice 1, {len(DOCUMENT['rows'])} rows."
    assert lines[-1] == "The record holds."
    assert all(line.startswith(("  right: ", "  no record can prove: ")) for line in lines[1:-1])


def first(document: Json, kind: str, asked: str = "") -> Json:
    return next(r for r in document["rows"] if r["kind"] == kind and asked in r["asked"])


def other_die(d: Json) -> None:
    row = first(d, "chance", "dice")
    row["answer"]["values"][0] = row["answer"]["values"][0] % 6 + 1


def swapped_cards(d: Json) -> None:
    values = first(d, "chance", "shuffle")["answer"]["values"]
    values[0], values[1] = values[1], values[0]


def draw_again(d: Json) -> None:
    """A cheat: a die thrown until it pleased, so that a draw number is missing."""
    row = first(d, "chance", "dice")
    later = [r for r in d["rows"] if r["kind"] == "chance" and r["position"] >= row["position"]]
    for r in later:
        r["answer"]["draw"] += 1


def other_secret(d: Json) -> None:
    d["secret"] = "00" * 32


def hash_too(d: Json) -> None:
    import hashlib

    d["secret"] = "00" * 32
    d["secret_hash"] = hashlib.sha256(bytes(32)).hexdigest()


def short_contribution(d: Json) -> None:
    d["contributions"]["red"] = "00"


def other_contribution(d: Json) -> None:
    d["contributions"]["red"] = "ff" * 16


def other_setup(d: Json) -> None:
    d["setup"]["rounds"] = 9


def undone_die(d: Json) -> None:
    """A row that was taken back: it no longer counts, but it has to hold all the same."""
    undo = first(d, "undo")
    row = next(r for r in d["rows"] if r["position"] == undo["to"])
    row["digest"] = "0" * 16


def left_out(d: Json) -> None:
    d["rows"].remove(first(d, "answer", "choose"))


def other_answer(d: Json) -> None:
    first(d, "answer", "number")["answer"] = {"value": 99}


def other_hash(d: Json) -> None:
    next(r for r in d["rows"] if r["rest"])["rest"] = "0" * 32


def other_event(d: Json) -> None:
    row = next(r for r in d["rows"] if len(r["events"]) > 1)
    row["events"].pop()


def cut_short(d: Json) -> None:
    last = [r for r in d["rows"] if r["kind"] == "chance"][-1]
    del d["rows"][last["position"] :]


def other_winner(d: Json) -> None:
    d["result"] = {"winner": "blue", "reason": "bribery", "text": "Blue wins."}


CHEATS: list[tuple[Callable[[Json], None], str]] = [
    (other_die, "the generator gives"),
    (swapped_cards, "the generator gives"),
    (draw_again, "would be next"),
    (other_secret, "does not fit its hash"),
    (hash_too, "the generator gives"),
    (short_contribution, "key cannot be made"),
    (other_contribution, "the generator gives"),
    (other_setup, "does not fit its hash"),
    (undone_die, "does not fit: the rules ask"),
    (left_out, "not numbered"),
    (other_answer, "no longer legal"),
    (other_hash, "another position"),
    (other_event, "other events"),
    (cut_short, "rows are missing"),
    (other_winner, "but the rules end with"),
]


@pytest.mark.parametrize(("cheat", "told"), CHEATS, ids=[c.__name__ for c, _ in CHEATS])
def test_nothing_that_was_touched_up_holds(
    cheat: Callable[[Json], None], told: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    document = copy()
    cheat(document)
    assert document != DOCUMENT
    code, found = verified(tmp_path, capsys, document, "--ruleset", PRACTICE)
    assert code == 1
    assert told in "\n".join(found["failed"])


# ------------------------------------------------------------------ other rules
def of_other_rules(d: Json) -> None:
    d["ruleset_version"] = "0.9"


def of_another_engine(d: Json) -> None:
    d["engine_version"] = "0"


@pytest.mark.parametrize(
    ("change", "more", "told"),
    [
        (of_other_rules, ("--ruleset", PRACTICE), "only the dice were checked, not the decisions"),
        (of_another_engine, ("--ruleset", PRACTICE), "only the dice were checked, not the decisions"),
        (lambda d: None, (), "There are no rules called practice here: only the dice were checked."),
    ],
)
def test_with_other_rules_the_dice_are_checked_and_it_says_so(
    change: Callable[[Json], None],
    more: tuple[str, ...],
    told: str,
    tmp_path: Path,
    capsys: pytest.CaptureFixture[str],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.delenv("MUSTER_EXTRA_RULESETS", raising=False)
    document = copy()
    change(document)
    code, found = verified(tmp_path, capsys, document, *more)
    assert code == 3
    assert found["verdict"] == "The dice hold; the decisions were not checked."
    assert told in "\n".join(found["skipped"])
    assert "keyed generator" in "\n".join(found["checked"])
    other_die(document)
    assert verified(tmp_path, capsys, document, *more)[0] == 1


def test_a_match_that_goes_on_has_no_secret_to_check_with(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    document = copy()
    document["secret"] = document["result"] = None
    code, found = verified(tmp_path, capsys, document, "--ruleset", PRACTICE)
    assert code == 3
    assert found["verdict"] == "Neither the dice nor the decisions were checked."
    assert "shown when the match is over" in "\n".join(found["skipped"])


# ------------------------------------------------------------------ files that are none
@pytest.mark.parametrize(
    ("text", "told"),
    [
        (None, "cannot be read"),
        ("", "is no record of a match"),
        ("[]", "is no record of a match"),
        ('{"format": "muster-record-1"}', "is no record of a match: id"),
        (json.dumps({**DOCUMENT, "format": "muster-record-7"}), "is no record of a match: format"),
        (json.dumps({**DOCUMENT, "rows": [{**DOCUMENT["rows"][0], "kind": "magic"}]}), "rows.0.kind"),
    ],
)
def test_what_is_no_record_is_said_to_be_none(
    text: str | None, told: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "record.json"
    if text is not None:
        path.write_text(text, encoding="utf-8")
    assert main(["verify", str(path)]) == 2
    assert told in capsys.readouterr().err


def odd_rows(d: Json) -> None:
    first(d, "chance", "dice")["answer"] = {"draw": "x"}


def odd_undo(d: Json) -> None:
    first(d, "undo")["to"] = None


def odd_preference(d: Json) -> None:
    first(d, "prefer")["answer"] = {}


def odd_digest(d: Json) -> None:
    first(d, "chance", "dice")["digest"] = "dice"


def endless_die(d: Json) -> None:
    first(d, "chance", "dice")["digest"] = "dice:1:100000"


@pytest.mark.parametrize("odd", [odd_rows, odd_undo, odd_preference, odd_digest, endless_die])
def test_nonsense_in_a_row_is_a_failure_and_no_crash(
    odd: Callable[[Json], None], tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    document = copy()
    odd(document)
    code, found = verified(tmp_path, capsys, document, "--ruleset", PRACTICE)
    assert code == 1
    assert found["failed"]
