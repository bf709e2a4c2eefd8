"""`muster export`: what the database holds of a match, as `muster verify` takes it."""

import json
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import pytest

from muster.cli import main
from muster.core.db import Database, database_address
from muster.core.migrate import migrate
from muster.engine.match import Match
from muster.matches.models import StoredMatch, StoredSeat
from muster.matches.repository import ROWS, row_values
from tests.kit.bouts import lively_match
from tests.kit.practice import RULESET
from tests.kit.record import record_document
from tests.kit.table import setup_of

NOW = datetime(2026, 1, 1, tzinfo=UTC)


def store(data: Path, match: Match[Any], *, match_id: str = "kit") -> None:
    """Put a match into the database of a data folder, as the server's journal does."""
    database = Database(database_address(data))
    data.mkdir(exist_ok=True)
    migrate(database.engine, data)
    document = record_document(match)
    with database.write() as session:
        session.add(
            StoredMatch(
                id=match_id,
                ruleset=match.head.ruleset,
                ruleset_title=match.head.ruleset,
                scenario="duel",
                scenario_title="Duel",
                engine_version=match.head.engine_version,
                ruleset_version=match.head.ruleset_version,
                setup=match.head.setup,
                setup_hash=document["setup_hash"],
                options=document["options"],
                status="finished" if match.result is not None else "running",
                secret=match.head.secret,
                secret_hash=document["secret_hash"],
                result=document["result"],
                created=NOW,
                updated=NOW,
            )
        )
        session.flush()
        for position, (seat, given) in enumerate(match.head.contributions.items()):
            session.add(
                StoredSeat(
                    match_id=match_id,
                    seat=seat,
                    position=position,
                    label=seat,
                    pattern=seat,
                    kind="bot",
                    level="random",
                    contribution=given,
                )
            )
        session.flush()
        session.connection().execute(ROWS.insert(), [row_values(match_id, r, NOW) for r in match.rows])
        session.commit()
    database.close()


def test_a_finished_match_is_exported_whole_and_verifies(
    tmp_path: Path, capfdbinary: pytest.CaptureFixture[bytes]
) -> None:
    match = lively_match(RULESET, setup_of(RULESET, rounds=2), 10, most=200, granted="consent")
    assert match.result is not None
    store(tmp_path / "data", match)
    assert main(["export", "kit", "--data", str(tmp_path / "data")]) == 0
    out = capfdbinary.readouterr().out
    assert json.loads(out) == {**record_document(match), "rosters": {}}
    path = tmp_path / "record.json"
    path.write_bytes(out)
    assert main(["verify", str(path), "--ruleset", "tests.kit.practice:RULESET"]) == 0


def test_the_secret_of_a_match_that_goes_on_stays_secret(
    tmp_path: Path, capfdbinary: pytest.CaptureFixture[bytes]
) -> None:
    match = lively_match(RULESET, setup_of(RULESET, rounds=9), 10, most=20)
    assert match.result is None
    store(tmp_path / "data", match)
    assert main(["export", "kit", "--data", str(tmp_path / "data")]) == 0
    out = capfdbinary.readouterr().out
    assert json.loads(out)["secret"] is None
    assert match.head.secret.hex().encode() not in out
    assert len(json.loads(out)["rows"]) == len(match.rows)


def test_what_is_not_there_is_said_to_be_missing(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    data = tmp_path / "data"
    assert main(["export", "kit", "--data", str(data)]) == 2
    assert "no database in" in capsys.readouterr().err
    assert not data.exists()
    store(data, lively_match(RULESET, setup_of(RULESET), 1, most=5))
    assert main(["export", "nothing", "--data", str(data)]) == 2
    assert "no match nothing" in capsys.readouterr().err


def test_another_file_of_that_name_is_no_database(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (tmp_path / "muster.sqlite3").write_text("not a database, but long enough to be looked at" * 9)
    assert main(["export", "kit", "--data", str(tmp_path)]) == 2
    assert "cannot be read" in capsys.readouterr().err
