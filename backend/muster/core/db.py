"""The database of one data folder: SQLite in WAL mode, or PostgreSQL by its address. Blocking: call it in a thread.

Everything that a feature stores goes through a session from :meth:`Database.read` or :meth:`Database.write`; the edge
that opened the session commits it. Journal rows alone have a writer of their own (``matches.journal``).
"""

from collections.abc import Generator
from contextlib import contextmanager
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import orjson
from sqlalchemy import Connection, DateTime, Dialect, Engine, TypeDecorator, create_engine, event, text
from sqlalchemy.exc import SQLAlchemyError
from sqlmodel import Session, SQLModel

# Before the first model: a constraint without a name cannot be changed by a later migration.
SQLModel.metadata.naming_convention = {
    "ix": "ix_%(table_name)s_%(column_0_N_name)s",
    "uq": "uq_%(table_name)s_%(column_0_N_name)s",
    "ck": "ck_%(table_name)s_%(constraint_name)s",
    "fk": "fk_%(table_name)s_%(column_0_N_name)s_%(referred_table_name)s",
    "pk": "pk_%(table_name)s",
}

BUSY_SECONDS = 10.0
_WRITES = "muster_writes"


class Utc(TypeDecorator[datetime]):
    """A moment. Stored in UTC, read as an aware time in UTC; a time without a zone is refused."""

    impl = DateTime(timezone=True)
    cache_ok = True

    def process_bind_param(self, value: datetime | None, dialect: Dialect) -> datetime | None:
        """Into the database: in UTC."""
        if value is None:
            return None
        if value.tzinfo is None:
            raise ValueError(f"{value} has no zone; the database keeps moments, not wall clocks.")
        return value.astimezone(UTC)

    def process_result_value(self, value: datetime | None, dialect: Dialect) -> datetime | None:
        """Out of the database: SQLite gives the zone up, so it is put back."""
        if value is None:
            return None
        return value.replace(tzinfo=UTC) if value.tzinfo is None else value.astimezone(UTC)


def database_address(data: Path) -> str:
    """The SQLAlchemy address of the file in the data folder."""
    return f"sqlite:///{(data / 'muster.sqlite3').resolve()}"


class Database:
    """The engine and its sessions."""

    def __init__(self, address: str) -> None:
        """Opens nothing yet."""
        self.engine = _make_engine(address)
        # A reader of SQLite has one state before its eyes anyway; elsewhere each statement would see another.
        several = self.engine.dialect.name != "sqlite"
        self._reading = (
            self.engine.execution_options(isolation_level="REPEATABLE READ") if several else self.engine
        )

    @contextmanager
    def read(self) -> Generator[Session]:
        """A session on one consistent state of the database; what it changes is thrown away."""
        with Session(self._reading) as session:
            yield session

    @contextmanager
    def write(self) -> Generator[Session]:
        """A session that may commit. It holds SQLite's write lock from its first statement, so keep it short."""
        with Session(self.engine.execution_options(**{_WRITES: True})) as session:
            yield session

    @contextmanager
    def writing(self) -> Generator[Connection]:
        """A Core connection in a transaction that is committed at the end, or rolled back by an exception."""
        with self.engine.execution_options(**{_WRITES: True}).begin() as connection:
            yield connection

    def answers(self) -> bool:
        """Whether the database can be asked something."""
        try:
            with self.engine.connect() as connection:
                connection.execute(text("SELECT 1 FROM alembic_version"))
        except SQLAlchemyError:
            return False
        return True

    def close(self) -> None:
        """Close all connections."""
        self.engine.dispose()


def _dumps(value: object) -> str:
    return orjson.dumps(value).decode()


def _make_engine(address: str) -> Engine:
    engine = create_engine(address, json_serializer=_dumps, json_deserializer=orjson.loads, pool_size=8)
    if engine.dialect.name != "sqlite":
        return engine

    @event.listens_for(engine, "connect")
    def prepare(connection: Any, _record: Any) -> None:
        connection.isolation_level = None  # transactions are begun below, not by the driver's guess
        cursor = connection.cursor()
        cursor.execute(f"PRAGMA busy_timeout = {int(BUSY_SECONDS * 1000)}")
        cursor.execute("PRAGMA journal_mode = WAL")
        cursor.execute("PRAGMA synchronous = FULL")
        cursor.execute("PRAGMA foreign_keys = ON")
        cursor.close()

    @event.listens_for(engine, "begin")
    def begin(connection: Connection) -> None:
        # A reader that turns writer half-way is refused by SQLite at once, without waiting its turn.
        writes = connection.get_execution_options().get(_WRITES, False)
        connection.exec_driver_sql("BEGIN IMMEDIATE" if writes else "BEGIN")

    return engine
