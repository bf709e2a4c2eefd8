"""A bad line between browsers and the house: it can be cut, go deaf one way, or die without a word."""

import contextlib
import socket
from collections.abc import Generator
from threading import Lock, Thread
from typing import Literal, TypeAlias

from tests.kit.house import Server

CHUNK = 65_536
Way: TypeAlias = Literal["up", "down"]


class Line:
    """One connection through the line."""

    def __init__(self, browser: socket.socket, house: socket.socket) -> None:
        self.ends = {"up": (browser, house), "down": (house, browser)}
        self.lost: set[Way] = set()

    def pump(self, way: Way) -> None:
        """Carry bytes one way until an end closes; a lost way swallows them."""
        source, target = self.ends[way]
        with contextlib.suppress(OSError):
            while data := source.recv(CHUNK):
                if way not in self.lost:
                    target.sendall(data)
        self.close()

    def close(self) -> None:
        """Hang up at both ends."""
        for end in self.ends["up"]:
            with contextlib.suppress(OSError):
                end.shutdown(socket.SHUT_RDWR)
            end.close()


class BadLine:
    """Listens at a port of its own and passes on to the house."""

    def __init__(self, house: Server) -> None:
        self._house = house
        self._door = socket.create_server(("127.0.0.1", 0))
        self._lines: list[Line] = []
        self._lock = Lock()
        self._shut = False
        Thread(target=self._answer, daemon=True).start()

    @property
    def url(self) -> str:
        """What a browser calls."""
        return f"http://127.0.0.1:{self._door.getsockname()[1]}"

    def _answer(self) -> None:
        with contextlib.suppress(OSError):
            while True:
                browser, _ = self._door.accept()
                if self._shut:
                    browser.close()
                    continue
                line = Line(browser, socket.create_connection(("127.0.0.1", self._house.port)))
                with self._lock:
                    self._lines.append(line)
                for way in line.ends:
                    Thread(target=line.pump, args=(way,), daemon=True).start()

    def cut(self) -> None:
        """Hang up on everybody; they may call again at once."""
        with self._lock:
            lines, self._lines = self._lines, []
        for line in lines:
            line.close()

    def shut(self) -> None:
        """Hang up on everybody and take no calls until `reopen`."""
        self._shut = True
        self.cut()

    def reopen(self) -> None:
        """Take calls again."""
        self._shut = False

    def lose(self, *ways: Way) -> None:
        """From now on the present connections swallow what goes these ways; both: they are dead, and nobody knows."""
        with self._lock:
            for line in self._lines:
                line.lost.update(ways)

    def close(self) -> None:
        """Pull it out."""
        self._door.close()
        self.cut()


@contextlib.contextmanager
def bad_line(house: Server) -> Generator[BadLine]:
    """A bad line for one test."""
    line = BadLine(house)
    yield line
    line.close()
