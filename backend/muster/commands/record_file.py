"""The record of a match as a file: what stands in it, and reading it."""

import json
from pathlib import Path
from typing import Annotated, Any, Literal, TypeAlias

from pydantic import BaseModel, ConfigDict, StrictInt, StringConstraints, ValidationError

from muster.core.errors import OperatorError
from muster.engine.records import Row, RowKind


class RecordedRow(BaseModel):
    """A row of the journal as the record writes it."""

    model_config = ConfigDict(extra="forbid")

    position: StrictInt
    kind: RowKind
    seat: str
    asked: str
    rule_path: str
    digest: str
    answer: Any
    batch: StrictInt | None
    client_id: str | None
    events: tuple[Any, ...]
    rest: str | None
    to: StrictInt | None

    def row(self) -> Row:
        """The row as the engine takes it."""
        return Row(**{name: getattr(self, name) for name in RecordedRow.model_fields})


Label: TypeAlias = Annotated[str, StringConstraints(pattern=r"^[A-Za-z0-9][A-Za-z0-9._+-]{0,63}$")]
"""A name that is printed in front of the verdict: it has no room for a sentence."""


class RecordFile(BaseModel):
    """The document that `muster export` and a finished match's page write."""

    model_config = ConfigDict(extra="forbid")

    format: Literal["muster-record-1"]
    id: Label
    ruleset: Label
    engine_version: Label
    ruleset_version: Label
    options: Any
    rosters: dict[str, Any] = {}
    setup: Any
    setup_hash: str
    secret: str | None
    secret_hash: str
    contributions: dict[str, str]
    result: Any
    rows: tuple[RecordedRow, ...]


def read_record(path: Path) -> RecordFile:
    """The record in a file. Raises OperatorError where it cannot be read as one."""
    try:
        text = path.read_bytes()
        record = RecordFile.model_validate_json(text)
        json.loads(text, object_pairs_hook=_once_each)
    except OSError as error:
        raise OperatorError(f"{path} cannot be read: {error.strerror}.") from error
    except _Doubled as error:
        raise OperatorError(f"{path} is no record of a match: {error} stands twice in one object.") from error
    except ValidationError as error:
        fault = error.errors()[0]
        where = ".".join(str(part) for part in fault["loc"]) or "the document"
        raise OperatorError(f"{path} is no record of a match: {where}: {fault['msg']}.") from error
    return record


class _Doubled(Exception):
    """A name that an object has twice: of what readers make of that, each makes something else."""


def _once_each(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    found = dict(pairs)
    if len(found) != len(pairs):
        names = [name for name, _ in pairs]
        raise _Doubled(next(name for name in names if names.count(name) > 1))
    return found
