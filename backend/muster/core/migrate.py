"""Brings the database of a data folder to the form that this code knows, one process at a time."""

import fcntl
from collections.abc import Generator
from contextlib import contextmanager
from pathlib import Path

from alembic import command
from alembic.config import Config
from alembic.runtime.migration import MigrationContext
from alembic.script import ScriptDirectory
from sqlalchemy import Engine

from muster.core.errors import OperatorError

_PACKAGE = Path(__file__).resolve().parents[1]
LOCK_FILE = "migrate.lock"


def scripts_folder() -> Path:
    """Where the migrations lie: inside the installed package, or in the checkout."""
    inside = _PACKAGE / "migrations"
    return inside if inside.is_dir() else _PACKAGE.parents[1] / "migrations"


def alembic_config() -> Config:
    """What Alembic needs to know; the connection is handed over in ``attributes``."""
    config = Config()
    config.set_main_option("script_location", str(scripts_folder()).replace("%", "%%"))
    config.set_main_option("path_separator", "os")
    return config


def migrate(engine: Engine, data: Path) -> None:
    """Migrate to this code's schema. Several processes may start at once: one works, the others wait.

    Raises OperatorError where a newer Muster has used the data folder already.
    """
    config = alembic_config()
    script = ScriptDirectory.from_config(config)
    with _locked(data / LOCK_FILE), engine.begin() as connection:
        current = MigrationContext.configure(connection).get_current_revision()
        if current is not None and current not in {r.revision for r in script.walk_revisions()}:
            raise OperatorError(
                f"The database in {data} was made by a newer version of Muster (schema {current}; this version knows "
                f"{script.get_current_head()}). Start the newer version, or choose another folder with --data."
            )
        if current != script.get_current_head():
            config.attributes["connection"] = connection
            command.upgrade(config, "head")


@contextmanager
def _locked(path: Path) -> Generator[None]:
    path.parent.mkdir(parents=True, exist_ok=True)
    with path.open("w") as file:
        fcntl.flock(file, fcntl.LOCK_EX)
        yield
