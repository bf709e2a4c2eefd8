"""The schema: migrations and models agree, one process migrates, a newer database is left alone."""

import re
import subprocess
import sys
from datetime import UTC, datetime, timedelta, timezone
from io import StringIO
from pathlib import Path

import pytest
from alembic import command
from alembic.autogenerate import compare_metadata
from alembic.migration import MigrationContext
from alembic.operations import Operations
from alembic.script import ScriptDirectory
from sqlalchemy import text
from sqlalchemy.dialects import postgresql
from sqlalchemy.exc import StatementError
from sqlalchemy.schema import CreateIndex, CreateTable
from sqlmodel import SQLModel

from muster.accounts.models import Person
from muster.core.db import Database, database_address
from muster.core.errors import OperatorError
from muster.core.migrate import alembic_config, migrate
from muster.core.settings import Settings
from muster.main import create_app
from muster.matches import service
from tests.kit.house import ROOT


@pytest.fixture
def database(tmp_path: Path) -> Database:
    """An empty, migrated one."""
    made = Database(database_address(tmp_path))
    migrate(made.engine, tmp_path)
    return made


def test_the_migrations_lead_to_exactly_the_models(database: Database) -> None:
    with database.engine.connect() as connection:
        context = MigrationContext.configure(connection, opts={"compare_type": True, "render_as_batch": True})
        assert compare_metadata(context, SQLModel.metadata) == []
    database.close()


def test_a_database_of_the_first_version_keeps_its_matches_and_lists_them_by_their_ids(
    tmp_path: Path,
) -> None:
    database = Database(database_address(tmp_path))
    with database.engine.begin() as connection:
        config = alembic_config()
        config.attributes["connection"] = connection
        command.upgrade(config, "0001")
        match = text(
            "INSERT INTO matches (id, ruleset, scenario, engine_version, ruleset_version, setup, setup_hash, options, "
            "status, exhibition, secret, secret_hash, created, updated) VALUES ('m1', 'practice', 'duel', '1', '1', "
            "'{}', '', '{}', 'finished', false, :secret, '', '2026-01-01 00:00:00', '2026-01-01 00:00:00')"
        )
        connection.execute(match, {"secret": bytes(32)})
        connection.exec_driver_sql(
            "INSERT INTO seats (match_id, seat, position, kind, consents) VALUES ('m1', 'red', 0, 'bot', 0)"
        )
    migrate(database.engine, tmp_path)
    with database.read() as session:
        loaded = service.load(session=session, match_id="m1")
        assert (loaded.head.ruleset_title, loaded.head.scenario_title) == ("practice", "duel")
        assert [(s.label, s.pattern) for s in loaded.seats] == [("red", "red")]
        assert loaded.finals == {}
        assert loaded.head.listed is True
    with database.engine.begin() as connection:
        config.attributes["connection"] = connection
        command.downgrade(config, "0001")
        command.upgrade(config, "head")
    database.close()


def test_the_migrations_write_what_the_models_ask_for_in_postgresql_too() -> None:
    """Read without a server: one for a database of many processes has to be able to run them as they are."""
    written = StringIO()
    context = MigrationContext.configure(
        dialect_name="postgresql", opts={"as_sql": True, "output_buffer": written}
    )
    script = ScriptDirectory.from_config(alembic_config())
    with Operations.context(context):
        for revision in reversed(list(script.walk_revisions())):
            revision.module.upgrade()
    said = written.getvalue()
    assert "BLOB" not in said
    for table in SQLModel.metadata.sorted_tables:
        made = str(CreateTable(table).compile(dialect=postgresql.dialect()))  # type: ignore[no-untyped-call]
        for column in table.columns:
            kind = column.type.compile(dialect=postgresql.dialect())  # type: ignore[no-untyped-call]
            line = f"{column.name} {kind}" + ("" if column.nullable else " NOT NULL")
            assert line in made
            assert line in re.sub(r" DEFAULT \S+ NOT NULL", " NOT NULL", said), f"{table.name}: {line}"
        for index in table.indexes:
            assert str(CreateIndex(index).compile(dialect=postgresql.dialect())) in said  # type: ignore[no-untyped-call]


def test_every_constraint_has_a_name_by_which_a_later_migration_can_find_it() -> None:
    for table in SQLModel.metadata.sorted_tables:
        for constraint in table.constraints:
            assert constraint.name, f"{table.name}: {constraint}"


def test_a_database_of_a_newer_version_is_left_alone_with_a_sentence(
    tmp_path: Path, database: Database
) -> None:
    with database.writing() as connection:
        connection.exec_driver_sql("UPDATE alembic_version SET version_num = '9999'")
    with pytest.raises(OperatorError, match=r"newer version of Muster \(schema 9999"):
        migrate(database.engine, tmp_path)
    database.close()
    served = [sys.executable, "-m", "muster.cli", "serve", "--data", str(tmp_path), "--port", "0"]
    told = subprocess.run(served, cwd=ROOT, capture_output=True, text=True, timeout=60, check=False)
    assert told.returncode == 2
    assert told.stderr.startswith("muster: The database in ")
    assert "Traceback" not in told.stderr


def test_several_processes_may_start_on_an_empty_folder_at_once(tmp_path: Path) -> None:
    script = (
        "import sys; from pathlib import Path; from muster.core.db import Database, database_address;"
        "from muster.core.migrate import migrate; data = Path(sys.argv[1]);"
        "migrate(Database(database_address(data)).engine, data)"
    )
    started = [
        subprocess.Popen([sys.executable, "-c", script, str(tmp_path)], cwd=ROOT, stderr=subprocess.PIPE)
        for _ in range(3)
    ]
    for process in started:
        _, fault = process.communicate(timeout=60)
        assert process.returncode == 0, fault.decode()


def test_times_are_kept_in_utc_and_a_time_without_a_zone_is_refused(database: Database) -> None:
    noon = datetime(2030, 6, 1, 12, tzinfo=timezone(timedelta(hours=2)))
    with database.write() as session:
        session.add(Person(id="a", kind="guest", name="Ann", created=noon, seen=noon))
        session.commit()
    with database.read() as session:
        found = session.get(Person, "a")
        assert found is not None
        assert found.created == datetime(2030, 6, 1, 10, tzinfo=UTC)
        assert found.created.tzinfo is UTC
    with database.write() as session:
        naive = noon.replace(tzinfo=None)
        session.add(Person(id="b", kind="guest", name="Ben", created=naive, seen=naive))
        with pytest.raises(StatementError, match="has no zone"):
            session.commit()
        session.rollback()
    database.close()


def test_sqlite_keeps_what_it_has_acknowledged(database: Database) -> None:
    with database.engine.connect() as connection:
        asked = {
            name: connection.exec_driver_sql(f"PRAGMA {name}").scalar()
            for name in ("journal_mode", "synchronous")
        }
    assert asked == {"journal_mode": "wal", "synchronous": 2}
    database.close()


def test_a_further_ruleset_that_is_not_there_is_said_to_whoever_starts_the_server(tmp_path: Path) -> None:
    with pytest.raises(OperatorError, match="MUSTER_EXTRA_RULESETS: The ruleset nowhere:X cannot be found"):
        create_app(Settings(data=tmp_path, extra_rulesets="nowhere:X"))
