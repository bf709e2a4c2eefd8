"""The WebSocket side of the server: uvicorn's own protocol, with a door for frames that were built beforehand.

Through ``await send(...)`` each watcher would encode the same step again, and one that reads slowly would be waited
for. :class:`WireLink` writes ready frames straight to the transport and says when it is full.
"""

import logging
from asyncio import Task, TimerHandle
from collections.abc import Callable
from typing import Any, cast

from starlette.websockets import WebSocket
from uvicorn.protocols.utils import ClientDisconnected
from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol

EXTENSION = "muster.wire"


def _nothing() -> None:
    """Nobody waits for this link."""


class WireLink:
    """The wire to one browser."""

    __slots__ = ("_ends", "_protocol", "flows")

    def __init__(self, protocol: "SocketProtocol") -> None:
        self._protocol = protocol
        self._ends: list[Callable[[], None]] = []
        self.flows: Callable[[], None] = _nothing

    def when_writable(self, call: Callable[[], None]) -> None:
        """Call this each time that the transport takes more again."""
        self.flows = call

    def when_gone(self, call: Callable[[], None]) -> None:
        """Call this when the connection has given back all that it held: later than the last word, or now."""
        if self._protocol.disconnected:
            call()
        else:
            self._ends.append(call)

    def end(self) -> None:
        """The connection is gone."""
        while self._ends:
            self._ends.pop()()

    @property
    def writable(self) -> bool:
        """Whether the transport takes more now."""
        return self._protocol.writable.is_set()

    def write(self, frame: bytes) -> None:
        """Write complete frames; after the end of the connection nothing happens."""
        protocol = self._protocol
        if not protocol.close_sent and not protocol.disconnected and not protocol.transport.is_closing():
            protocol.transport.write(frame)

    def abort(self) -> None:
        """Cut the connection without a word."""
        self._protocol.transport.abort()


MOST_PINGS = 20
"""Control pings that a peer may send before it has read our pongs; a browser sends none."""


GOODBYE_SECONDS = 2.0
"""From the last word to the end of the connection, for a peer who neither answers it nor reads."""


class SocketProtocol(WebSocketsSansIOProtocol):
    """What `serve` gives to uvicorn as its ``ws``."""

    link: WireLink | None = None
    _pings_unread = 0
    _goodbye: TimerHandle | None = None

    def __init__(self, *arguments: Any, **named: Any) -> None:
        """As uvicorn's, with a logger of its own: anybody may open and close sockets, so that fills no log."""
        super().__init__(*arguments, **named)
        self.logger = self.conn.logger = logging.getLogger("uvicorn.socket")

    def data_received(self, data: bytes) -> None:
        """As uvicorn's; a handshake too long for the socket's side is not left open without an answer."""
        super().data_received(data)
        if self.conn.handshake_exc is not None and not self.transport.is_closing():
            self.transport.close()
        self._see_whether_over()

    async def send(self, message: Any) -> None:
        """As uvicorn's; who was told goodbye (a frame that is none, too long a message) is gone like any other."""
        try:
            await super().send(message)
        except RuntimeError:
            if self.close_sent:
                raise ClientDisconnected from None
            raise
        finally:
            self.handshake_complete |= self.close_sent  # an answer instead of a handshake completes it too
            self._see_whether_over()

    def on_task_complete(self, task: Task[None]) -> None:
        """As uvicorn's; without the application nobody is left to talk to."""
        super().on_task_complete(task)
        self._see_whether_over()

    def connection_lost(self, exc: Exception | None) -> None:
        """As uvicorn's."""
        super().connection_lost(exc)
        if self._goodbye is not None:
            self._goodbye.cancel()
            self._goodbye = None
        if self.link is not None:
            self.link.end()

    def _see_whether_over(self) -> None:
        """Once nothing more will be said, wait but briefly: what uvicorn closes waits for whoever reads nothing."""
        over = self.close_sent or self.transport.is_closing()
        if over and self._goodbye is None and not self.disconnected:
            self._goodbye = self.loop.call_later(GOODBYE_SECONDS, self.transport.abort)

    def send_receive_event_to_app(self) -> None:
        """As uvicorn's; text that is no UTF-8 ends the socket without a traceback in the log."""
        if self.curr_msg_data_type == "text" and not self.close_sent:
            try:
                b"".join(self.frames).decode()
            except UnicodeDecodeError:
                self.conn.send_close(1007)
                self.handle_parser_exception()
                return
        super().send_receive_event_to_app()

    def handle_ping(self) -> None:
        """As uvicorn's, but somebody who pings without reading the answers is cut off before they pile up."""
        self._pings_unread = 0 if self.transport.get_write_buffer_size() == 0 else self._pings_unread + 1
        if self._pings_unread > MOST_PINGS:
            self.transport.abort()
            return
        super().handle_ping()

    def handle_connect(self, event: Any) -> None:
        """As uvicorn's, with our door among the extensions (the application starts in the loop's next turn)."""
        super().handle_connect(event)
        scope = getattr(self, "scope", None)
        if scope is not None:
            self.link = WireLink(self)
            scope["extensions"][EXTENSION] = {"link": self.link}

    def resume_writing(self) -> None:
        """As uvicorn's; then whatever waits for the wire goes on."""
        super().resume_writing()
        if self.link is not None:
            self.link.flows()

    def keepalive_timeout(self) -> None:
        """A browser that answers no ping is gone: nothing that is still to be sent would reach it."""
        super().keepalive_timeout()
        self.transport.abort()


def link_of(socket: WebSocket) -> WireLink | None:
    """The wire of an accepted socket, or None if the server was not started by `muster serve`."""
    extension = socket.scope.get("extensions", {}).get(EXTENSION)
    return cast(WireLink, extension["link"]) if extension else None
