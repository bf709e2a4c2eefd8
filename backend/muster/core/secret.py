"""The server's own secret: it signs session cookies and lives in the data folder."""

import os
import secrets
from pathlib import Path

from muster.core.errors import OperatorError

SECRET_FILE = "secret.key"
SECRET_BYTES = 32


def load_secret(data: Path) -> bytes:
    """The 32 secret bytes of this data folder; made at first start, readable by their owner alone (mode 0600).

    Two processes that start at once on an empty folder get the same bytes. Raises OperatorError if the folder cannot
    be written or the file holds something else.
    """
    path = data / SECRET_FILE
    try:
        data.mkdir(parents=True, exist_ok=True)
        if not path.exists():
            _make(path)
        secret = path.read_bytes()
    except OSError as error:
        raise OperatorError(
            f"The data folder {data} cannot be used: {error.strerror}. Choose another with --data."
        ) from error
    if len(secret) != SECRET_BYTES:
        raise OperatorError(
            f"{path} should hold {SECRET_BYTES} bytes and holds {len(secret)}. Put the right file back, or remove it: "
            "a new one is made and everybody has to sign in again."
        )
    return secret


def _make(path: Path) -> None:
    """Write a new secret beside `path` and link it there, so that nobody ever reads half of one."""
    draft = path.with_name(f".{path.name}.{os.getpid()}.{secrets.token_hex(4)}")
    handle = os.open(draft, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
    try:
        with os.fdopen(handle, "wb") as file:
            file.write(secrets.token_bytes(SECRET_BYTES))
            file.flush()
            os.fsync(file.fileno())
        try:
            os.link(draft, path)
        except FileExistsError:
            return  # another process was first: its secret counts
    finally:
        draft.unlink()
