"""The other end of many sockets, as cheap as can be: what is measured shall be the server.

Frames are masked with zeros, which the protocol allows: so a payload is its own masked form.
"""

import base64
import select
import socket
import time
from collections.abc import Iterator
from contextlib import suppress
from os import urandom
from typing import Final

PATIENCE: Final = 20.0
CHUNK: Final = 1 << 18
TEXT: Final = 0x81
CLOSE: Final = 0x88
PING: Final = 0x89
PONG: Final = 0x8A


class Closed(Exception):
    """The server has closed a socket that was still needed."""


def framed(payload: bytes, kind: int = TEXT, *, masked: bool = True) -> bytes:
    """A whole frame of a message."""
    size, bit = len(payload), 0x80 if masked else 0
    if size < 126:
        head = bytes((kind, bit | size))
    elif size < 1 << 16:
        head = bytes((kind, bit | 126)) + size.to_bytes(2, "big")
    else:
        head = bytes((kind, bit | 127)) + size.to_bytes(8, "big")
    return head + (b"\0\0\0\0" if masked else b"") + payload


def unframed(data: bytearray) -> Iterator[tuple[int, bytes]]:
    """Take the complete frames of a server off the front: kind and payload."""
    at = 0
    while len(data) - at >= 2:
        size, body = data[at + 1], at + 2
        if size > 125:
            more = 2 if size == 126 else 8
            size, body = int.from_bytes(data[body : body + more], "big"), body + more
        if len(data) < body + size:
            break
        yield data[at], bytes(data[body : body + size])
        at = body + size
    del data[:at]


class Wire:
    """One socket on one address of a server."""

    def __init__(self, port: int, path: str, cookie: str = "", *, narrow: bool = False) -> None:
        """Open it. With ``narrow`` the operating system takes in little that is not read."""
        self.bytes = 0
        self.closed = False
        self._data = bytearray()
        self._socket = socket.socket()
        if narrow:
            self._socket.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
        self._socket.settimeout(PATIENCE)
        self._socket.connect(("127.0.0.1", port))
        self._socket.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        lines = [
            f"GET {path} HTTP/1.1",
            f"Host: 127.0.0.1:{port}",
            "Upgrade: websocket",
            "Connection: Upgrade",
            f"Sec-WebSocket-Key: {base64.b64encode(urandom(16)).decode()}",
            "Sec-WebSocket-Version: 13",
            *([f"Cookie: {cookie}"] if cookie else []),
        ]
        self._socket.sendall("\r\n".join([*lines, "", ""]).encode())
        head = bytearray()
        while b"\r\n\r\n" not in head:
            more = self._socket.recv(CHUNK)
            if not more:
                raise Closed(bytes(head).decode(errors="replace"))
            head += more
        answer, _, self._data[:] = bytes(head).partition(b"\r\n\r\n")
        if b" 101 " not in answer.split(b"\r\n", 1)[0]:
            raise Closed(answer.decode(errors="replace"))
        self._socket.setblocking(False)

    def fileno(self) -> int:
        """What the operating system calls it."""
        return self._socket.fileno()

    def send(self, text: bytes) -> None:
        """Say something."""
        self._write(framed(text))

    def _write(self, frame: bytes) -> None:
        with suppress(OSError):
            self._socket.setblocking(True)
            self._socket.sendall(frame)
        self._socket.setblocking(False)

    def read(self) -> list[bytes]:
        """The messages that are complete; pings are answered, a closed socket is noted."""
        try:
            data = self._socket.recv(CHUNK)
        except BlockingIOError:
            data = None
        except OSError:
            data = b""
        if data is not None:
            self.closed = self.closed or not data
            self.bytes += len(data)
            self._data += data
        found: list[bytes] = []
        for kind, payload in unframed(self._data):
            if kind == TEXT:
                found.append(payload)
            elif kind == PING:
                self._write(framed(payload, PONG))
            elif kind == CLOSE:
                self.closed = True
        return found

    def wait(self, patience: float = PATIENCE) -> list[bytes]:
        """The next messages, at least one."""
        poll, end = select.poll(), time.monotonic() + patience
        poll.register(self, select.POLLIN)
        while not (found := self.read()):
            if self.closed or not poll.poll(max(0.0, end - time.monotonic()) * 1000):
                raise Closed("closed" if self.closed else "nothing came")
        return found

    def close(self) -> None:
        """Let go."""
        self._socket.close()


class Crowd:
    """Many sockets that are listened to at once."""

    def __init__(self) -> None:
        """Nobody yet."""
        self._poll = select.epoll()
        self._wires: dict[int, Wire] = {}

    def add(self, wire: Wire) -> None:
        """Listen to one more."""
        self._wires[wire.fileno()] = wire
        self._poll.register(wire.fileno(), select.EPOLLIN)

    def hear(self, patience: float) -> Iterator[tuple[Wire, list[bytes]]]:
        """Whoever has something to read within some seconds, with the messages."""
        for number, _ in self._poll.poll(max(0.0, patience), 4096):
            wire = self._wires[number]
            messages = wire.read()
            if wire.closed:
                raise Closed("a socket was closed in the middle of the load")
            yield wire, messages

    def close(self) -> None:
        """Listen to nobody any more."""
        self._wires.clear()
        self._poll.close()
