"""Matches that were played once have to replay to the same rows, events and end, for as long as their version lives."""

import hashlib
from collections.abc import Callable
from typing import Any

import orjson
import pytest

from muster.commands.record_file import RecordFile, read_record
from muster.commands.verify import rules_of, verify
from tests.replays.freeze import FOLDER, FROZEN, path_of


@pytest.mark.parametrize("name", sorted(p.stem for p in FOLDER.glob("*.json")))
def test_a_frozen_match_replays(name: str) -> None:
    record = read_record(path_of(name))
    report = verify(record, rules_of(record, None))
    assert report.failed == []
    assert report.skipped == []
    assert len(record.rows) > 50


def test_every_frozen_match_is_there() -> None:
    assert {p.stem for p in FOLDER.glob("*.json")} >= set(FROZEN)


def test_a_record_that_was_touched_is_caught() -> None:
    body = orjson.loads(path_of("newworld-halcyon").read_bytes())
    row = next(r for r in body["rows"] if r["kind"] == "chance" and len(r["answer"]["values"]) > 1)
    row["answer"]["values"][0] = row["answer"]["values"][0] % 6 + 1
    record = RecordFile.model_validate(body)
    assert verify(record, rules_of(record, None)).failed != []


def other_digest(setup: Any) -> None:
    setup["digest"] = "0" * 64


def other_label(setup: Any) -> None:
    setup["labels"]["blue"] = "Cheats"


def other_weapon(setup: Any) -> None:
    del setup["weapons"][next(iter(setup["weapons"]))]


def more(setup: Any) -> None:
    setup["note"] = "all fair"


@pytest.mark.parametrize(
    ("change", "field"),
    [(other_digest, "digest"), (other_label, "labels"), (other_weapon, "weapons"), (more, "note")],
)
def test_a_setup_that_the_rules_do_not_make_from_the_options_is_caught_whatever_its_hash(
    change: Callable[[Any], None], field: str
) -> None:
    body = orjson.loads(path_of("newworld-halcyon").read_bytes())
    change(body["setup"])
    body["setup_hash"] = hashlib.sha256(orjson.dumps(body["setup"], option=orjson.OPT_SORT_KEYS)).hexdigest()
    record = RecordFile.model_validate(body)
    told = verify(record, rules_of(record, None)).failed
    assert told == [
        f"The setup is not the one that these rules make from the options and the rosters brought: {field}."
    ]
