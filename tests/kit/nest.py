"""Where servers of tests hatch: a process that has loaded all of `muster` once, and splits off one that runs a command.

Nine tenths of what it costs to start a server is the loading, and the tests start scores of them.
`tests/core/test_cli.py` and `tests/api/test_database.py` start theirs as a person does.
"""

import gc
import json
import os
import resource
import select
import signal
import subprocess
import sys
from collections.abc import Mapping, Sequence
from importlib import import_module
from pathlib import Path
from typing import Any, TypeAlias

from muster.cli import main

Json: TypeAlias = Any
ROOT = Path(__file__).resolve().parents[2]


class Hatched:
    """A process of the nest; looks like a `subprocess.Popen` as far as a test needs one."""

    def __init__(self, nest: "Nest", pid: int) -> None:
        self.pid = pid
        self._nest = nest
        self._end = os.pidfd_open(pid)
        self._code: int | None = None

    def poll(self) -> int | None:
        """Its exit code (of a signal: minus its number), None while it runs."""
        return self._code if self._over(0) else None

    def wait(self, timeout: float | None = None) -> int:
        """Its exit code. Raises subprocess.TimeoutExpired."""
        if not self._over(timeout) or self._code is None:
            raise subprocess.TimeoutExpired("muster", timeout or 0)
        return self._code

    def send_signal(self, number: int) -> None:
        """Send it a signal, if it is still there."""
        if self._code is None:
            signal.pidfd_send_signal(self._end, number)

    def kill(self) -> None:
        """End it without a word."""
        self.send_signal(signal.SIGKILL)

    def _over(self, timeout: float | None) -> bool:
        if self._code is None and select.select([self._end], [], [], timeout)[0]:
            self._code = self._nest.ask({"buried": self.pid})
            os.close(self._end)
        return self._code is not None


class Nest:
    """The process that has loaded everything; it ends when it is closed, or with whoever made it."""

    def __init__(self) -> None:
        self._process = subprocess.Popen(
            [sys.executable, "-m", "tests.kit.nest"], cwd=ROOT, stdin=subprocess.PIPE, stdout=subprocess.PIPE
        )

    def hatch(
        self, words: Sequence[str], *, folder: Path, environment: Mapping[str, str], log: Path
    ) -> Hatched:
        """Run `muster` with these words in a process of its own, as if it had been started from here."""
        order = {
            "words": list(words),
            "folder": str(folder),
            "environment": dict(environment),
            "log": str(log),
            "descriptors": resource.getrlimit(resource.RLIMIT_NOFILE),
        }
        return Hatched(self, self.ask(order))

    def ask(self, order: Json) -> int:
        """Have something done; the number that it says."""
        assert self._process.stdin is not None
        assert self._process.stdout is not None
        self._process.stdin.write(json.dumps(order).encode() + b"\n")
        self._process.stdin.flush()
        return int(self._process.stdout.readline())

    def close(self) -> None:
        """End it; what it has hatched lives on."""
        self._process.communicate()


def _listen() -> list[str]:
    """Take orders until nobody gives any; returns only in a process that was split off, with its command's words."""
    gc.collect()
    gc.freeze()
    for line in sys.stdin.buffer:
        order = json.loads(line)
        if "buried" in order:
            said = os.waitstatus_to_exitcode(os.waitpid(order["buried"], 0)[1])
        elif not (said := os.fork()):
            _settle(order)
            return list(order["words"])
        sys.stdout.write(f"{said}\n")
        sys.stdout.flush()
    # Those that live on are nobody's to wait for.
    os._exit(0)


def _settle(order: Json) -> None:
    """Be what a fresh process would be."""
    log = os.open(order["log"], os.O_WRONLY | os.O_CREAT | os.O_APPEND, 0o644)
    nothing = os.open(os.devnull, os.O_RDONLY)
    for source, target in ((nothing, 0), (log, 1), (log, 2)):
        os.dup2(source, target)
    os.close(log)
    os.close(nothing)
    os.chdir(order["folder"])
    os.environ.clear()
    os.environ.update(order["environment"])
    sys.path[:0] = [path for path in os.environ.get("PYTHONPATH", "").split(os.pathsep) if path]
    resource.setrlimit(resource.RLIMIT_NOFILE, tuple(order["descriptors"]))
    signal.signal(signal.SIGINT, signal.default_int_handler)


if __name__ == "__main__":
    import_module("muster.main")
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    sys.exit(main(_listen()))
