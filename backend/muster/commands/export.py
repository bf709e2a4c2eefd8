"""`muster export`: the whole record of one match as a JSON document, for `muster verify` or for the shelf."""

import sys
from argparse import ArgumentParser, Namespace
from pathlib import Path

import orjson
from sqlalchemy.exc import SQLAlchemyError

from muster.commands import Command
from muster.core.db import Database, database_address
from muster.core.errors import OperatorError
from muster.core.settings import Settings
from muster.engine.refusals import Refusal
from muster.matches import service
from muster.matches.record import record_of


def add_arguments(parser: ArgumentParser) -> None:
    parser.add_argument("match", help="the match's id, as in its address")
    parser.add_argument(
        "--data", type=Path, help="folder of everything that must outlive the process (MUSTER_DATA, data)"
    )


def run(arguments: Namespace) -> int:
    sys.stdout.buffer.write(exported(Settings.load(data=arguments.data), arguments.match))
    sys.stdout.buffer.flush()
    return 0


def exported(settings: Settings, match_id: str) -> bytes:
    """The document. Its secret is null while the match goes on. Raises OperatorError where there is no such match."""
    if not (settings.data / "muster.sqlite3").is_file():
        raise OperatorError(f"There is no database in {settings.data}: name the data folder with --data.")
    database = Database(database_address(settings.data))
    try:
        with database.read() as session:
            loaded = service.load(session=session, match_id=match_id)
    except Refusal as refusal:
        raise OperatorError(f"There is no match {match_id} in this database.") from refusal
    except SQLAlchemyError as error:
        raise OperatorError(
            f"The database cannot be read by this version of Muster: {error.__cause__ or error}"
        ) from error
    finally:
        database.close()
    document = record_of(loaded).model_dump(mode="json")
    if loaded.head.status != "finished":
        document["secret"] = None
    return orjson.dumps(document, option=orjson.OPT_INDENT_2 | orjson.OPT_APPEND_NEWLINE)


COMMAND = Command(
    words=("export",),
    help="write the whole record of a match to standard output",
    arguments=add_arguments,
    run=run,
)
