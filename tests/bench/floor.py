"""Servers without rules: whatever somebody says in a room is sent to everybody in it.

`python -m tests.bench.floor bare` is Starlette behind uvicorn, with `await send` for each listener.
`python -m tests.bench.floor raw` writes one ready frame to all transports: less cannot be done from Python.
"""

import asyncio
import base64
import hashlib
import sys
from collections import defaultdict
from typing import cast

import uvicorn
import uvloop
from starlette.applications import Starlette
from starlette.routing import WebSocketRoute
from starlette.websockets import WebSocket, WebSocketDisconnect

from tests.bench.wire import CLOSE, TEXT, framed

MAGIC = b"258EAFA5-E914-47DA-95CA-C5AB0DC85B11"


class Raw(asyncio.Protocol):
    """A socket of the raw floor. It takes the frames of the bench's own client and of nobody else."""

    rooms: defaultdict[bytes, list[asyncio.Transport]] = defaultdict(list)

    def __init__(self) -> None:
        """Not greeted yet."""
        self._data = bytearray()
        self._room: bytes | None = None

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        """Somebody comes."""
        self._transport = cast(asyncio.Transport, transport)  # uvloop's is one in all but name

    def connection_lost(self, exc: Exception | None) -> None:
        """Somebody has gone."""
        if self._room is not None:
            self.rooms[self._room].remove(self._transport)

    def data_received(self, data: bytes) -> None:
        """The greeting, then messages."""
        self._data += data
        if self._room is None:
            if b"\r\n\r\n" not in self._data:
                return
            self._greet()
        while (payload := self._message()) is not None:
            frame = framed(payload, masked=False)
            for transport in self.rooms[self._room or b""]:
                transport.write(frame)

    def _greet(self) -> None:
        head, _, self._data[:] = bytes(self._data).partition(b"\r\n\r\n")
        lines = head.split(b"\r\n")
        key = next(line for line in lines if line.startswith(b"Sec-WebSocket-Key: ")).split(b": ")[1]
        accept = base64.b64encode(hashlib.sha1(key + MAGIC, usedforsecurity=False).digest())
        self._transport.write(
            b"HTTP/1.1 101 Switching Protocols\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
            b"Sec-WebSocket-Accept: " + accept + b"\r\n\r\n"
        )
        self._room = lines[0].split(b" ")[1]
        self.rooms[self._room].append(self._transport)

    def _message(self) -> bytes | None:
        data = self._data
        if len(data) < 6:
            return None
        size, body = data[1] & 0x7F, 6
        if size > 125:
            more = 2 if size == 126 else 8
            size, body = int.from_bytes(data[2 : 2 + more], "big"), body + more
        if len(data) < body + size:
            return None
        kind, payload = data[0], bytes(data[body : body + size])
        del data[: body + size]
        if kind == CLOSE:
            self._transport.close()
        return payload if kind == TEXT else None


async def _room(socket: WebSocket) -> None:
    listeners = _rooms[socket.url.path]
    await socket.accept()
    listeners.append(socket)
    try:
        while True:
            text = await socket.receive_text()
            for listener in listeners:
                await listener.send_text(text)
    except WebSocketDisconnect:
        listeners.remove(socket)


_rooms: defaultdict[str, list[WebSocket]] = defaultdict(list)


def bare() -> Starlette:
    """The application without rules."""
    return Starlette(routes=[WebSocketRoute("/rooms/{room}", _room)])


async def _raw(port: int) -> None:
    server = await asyncio.get_running_loop().create_server(Raw, "127.0.0.1", port)
    await server.serve_forever()


def main(kind: str, port: int) -> None:
    if kind == "raw":
        uvloop.run(_raw(port))
    else:
        uvicorn.run(
            bare(),
            host="127.0.0.1",
            port=port,
            loop="uvloop",
            ws="websockets-sansio",
            ws_per_message_deflate=False,
            log_level="warning",
        )


if __name__ == "__main__":
    main(sys.argv[1], int(sys.argv[2]))
