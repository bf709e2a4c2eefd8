"""One server a data folder: two would each hold the same matches in memory and write them over one another."""

import fcntl
import os
from collections.abc import Generator
from contextlib import contextmanager
from pathlib import Path

from muster.core.errors import OperatorError

LOCK_FILE = "serve.lock"


@contextmanager
def only_server(data: Path) -> Generator[None]:
    """Hold the data folder, which must exist. The operating system lets go of it when the process ends, however.

    Raises OperatorError where another process holds it.
    """
    path = data / LOCK_FILE
    try:
        handle = os.open(path, os.O_RDWR | os.O_CREAT, 0o600)
    except OSError as error:
        raise OperatorError(f"{path} cannot be opened: {error.strerror}.") from error
    try:
        try:
            fcntl.flock(handle, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            raise OperatorError(
                f"Another server is using the data folder {data}: stop it first, or choose another with --data."
            ) from None
        except OSError as error:
            raise OperatorError(f"{path} cannot be locked: {error.strerror}.") from error
        yield
    finally:
        os.close(handle)
