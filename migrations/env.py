"""How Alembic reaches the database and the models. Used by `serve` (with a connection) and by a developer."""

from typing import Any, Literal

from alembic import context
from alembic.autogenerate.api import AutogenContext
from sqlmodel import SQLModel

import muster.accounts.models  # every table must be known before they are compared
import muster.matches.models
import muster.rosters.models  # noqa: F401
from muster.core.db import Database, Utc, database_address
from muster.core.settings import Settings


def render_item(kind: str, value: Any, _context: AutogenContext) -> str | Literal[False]:
    """A migration must not need tomorrow's code: our own types are written as what they are in the database."""
    return "sa.DateTime(timezone=True)" if kind == "type" and isinstance(value, Utc) else False


def run(connection: Any) -> None:
    """Run what was asked for on an open connection."""
    context.configure(
        connection=connection,
        target_metadata=SQLModel.metadata,
        render_as_batch=True,
        render_item=render_item,
        compare_type=True,
    )
    with context.begin_transaction():
        context.run_migrations()


given = context.config.attributes.get("connection")
if given is not None:
    run(given)
else:
    settings = Settings.load()
    settings.data.mkdir(parents=True, exist_ok=True)
    with Database(database_address(settings.data)).writing() as opened:
        run(opened)
