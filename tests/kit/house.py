"""The real server in a process of its own, and what a browser test needs to find it."""

import json
import os
import shutil
import signal
import subprocess
import sys
import time
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Self

from tests.kit.nest import Hatched, Nest

ROOT = Path(__file__).resolve().parents[2]
CLIENT_BUILD = ROOT / "frontend" / "build"

START_SECONDS = 30.0
STOP_SECONDS = 15.0
_READY = "Uvicorn running on "


class ServerFault(AssertionError):
    """The server did not start, did not stop, or wrote an error to its log."""


class Server:
    """`muster serve` on a loopback port with a data folder of its own.

    The port is taken at the first start and kept over restarts, so that a browser may come back to it.
    """

    def __init__(
        self, data: Path, environment: Mapping[str, str] | None = None, nest: Nest | None = None
    ) -> None:
        """It hatches in a nest, or without one is started as a person starts it."""
        self.data = data
        self.port = 0
        self._environment = dict(environment or {})
        self._log = data.parent / f"{data.name}.log"
        self._nest = nest
        self._process: subprocess.Popen[bytes] | Hatched | None = None

    @property
    def url(self) -> str:
        """Where it answers, without a slash at the end."""
        return f"http://127.0.0.1:{self.port}"

    @property
    def pid(self) -> int:
        """Its process."""
        assert self._process is not None, "this server is not running"
        return self._process.pid

    @property
    def log(self) -> str:
        """All that it has written since the first start."""
        return self._log.read_text(encoding="utf-8") if self._log.exists() else ""

    def start(self) -> Self:
        """Start it and wait until it listens. Raises ServerFault with its log if it does not."""
        assert self._process is None, "this server is running"
        seen = len(self.log)
        words = ["serve", "--host", "127.0.0.1", "--port", str(self.port), "--data", str(self.data)]
        environment = {
            **os.environ,
            "MUSTER_LOG_FORMAT": "json",
            "PYTHONUNBUFFERED": "1",
            **self._environment,
        }
        self._process = self._started(words, environment)
        end = time.monotonic() + START_SECONDS
        while time.monotonic() < end and self._process.poll() is None:
            said = self.log[seen:]
            if _READY in said:
                self.port = int(said.split(_READY, 1)[1].split()[0].rsplit(":", 1)[1])
                return self
            time.sleep(0.02)
        self.kill()
        raise ServerFault(f"the server did not start:\n{self.log[seen:]}")

    def _started(
        self, words: Sequence[str], environment: Mapping[str, str]
    ) -> subprocess.Popen[bytes] | Hatched:
        folder = self.data.parent
        if self._nest is not None:
            return self._nest.hatch(words, folder=folder, environment=environment, log=self._log)
        with self._log.open("ab") as log:
            return subprocess.Popen(
                [sys.executable, "-m", "muster.cli", *words],
                cwd=folder,
                env=environment,
                stdin=subprocess.DEVNULL,
                stdout=log,
                stderr=log,
            )

    def stop(self) -> None:
        """Ask it to end, as a restart does. Raises ServerFault if it does not or ends badly."""
        if self._process is None:
            return
        process, self._process = self._process, None
        process.send_signal(signal.SIGTERM)
        try:
            code = process.wait(STOP_SECONDS)
        except subprocess.TimeoutExpired:
            process.kill()
            process.wait()
            raise ServerFault(f"the server did not stop within {STOP_SECONDS} s:\n{self.log}") from None
        if code not in (0, -signal.SIGTERM):
            raise ServerFault(f"the server ended with {code}:\n{self.log}")

    def kill(self) -> None:
        """End it without a word, as a power cut does."""
        if self._process is not None:
            process, self._process = self._process, None
            process.kill()
            process.wait()

    def faults(self) -> list[str]:
        """The log lines that tell of a fault of ours, or that are no log line at all."""
        found: list[str] = []
        for line in self.log.splitlines():
            try:
                entry = json.loads(line)
            except ValueError:
                found.append(line)
                continue
            if entry.get("level") in ("error", "critical"):
                found.append(line)
        return found


def chromium() -> str:
    """The browser of the browser tests: `MUSTER_CHROMIUM`, or Debian's Chromium, or Chrome."""
    chosen = os.environ.get("MUSTER_CHROMIUM")
    names = [chosen] if chosen else ["chromium", "chromium-browser", "google-chrome"]
    for name in names:
        if path := shutil.which(name):
            return path
    raise ServerFault("no Chromium was found: install Debian's `chromium`, or name one in MUSTER_CHROMIUM")
