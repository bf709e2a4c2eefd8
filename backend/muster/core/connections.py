"""The HTTP side of the server: uvicorn's own protocol, for callers without manners."""

import logging
import resource
from asyncio import AbstractEventLoop, TimerHandle, Transport
from collections.abc import Sequence
from contextlib import suppress
from fcntl import ioctl
from ipaddress import ip_address, ip_network
from sys import byteorder
from termios import TIOCOUTQ
from typing import Any

import h11
from uvicorn.protocols.http.h11_impl import H11Protocol

from muster.core.clock import Clock, SystemClock
from muster.core.context import network_of
from muster.core.limits import Bucket
from muster.core.logging import get_logger
from muster.core.settings import Settings

log = get_logger(__name__)

KEPT_BACK = 64
"""Descriptors that no connection keeps: the database opens files too, and who comes next needs one to be heard.

Where more than that come at the same moment, the system turns some away before anybody here hears of them.
"""


LOOKS = 8
"""How often it is looked during its time whether an answer moves."""


class Crowd:
    """The connections that are no sockets (yet). Where there are too many, those go that others lose least by.

    Whoever reads nothing of an answer for ``answer_seconds`` goes in any case.
    """

    def __init__(
        self, per_address: int, proxies: Sequence[str], answer_seconds: float, clock: Clock | None = None
    ) -> None:
        """``proxies`` speak for many, so they may hold any number."""
        self._most = per_address
        self._answer_seconds = answer_seconds
        self._look_soon: TimerHandle | None = None
        self._proxies = [ip_network(p) for p in proxies]
        self._clock = clock or SystemClock()
        self._all: dict[HttpProtocol, str | None] = {}
        self._by_address: dict[str, dict[HttpProtocol, None]] = {}
        self._warnings = Bucket(1 / 60, 1, self._clock.monotonic())

    def enter(self, connection: "HttpProtocol") -> None:
        """One more; it or another is cut off where that is too many."""
        self._all[connection] = address = self._counted_as(connection)
        self._keep_looking(connection.loop)
        if address is not None:
            neighbours = self._by_address.setdefault(address, {})
            neighbours[connection] = None
            if len(neighbours) > self._most:
                self._cut_one(neighbours, connection)
        self._keep_some_back(connection)

    def leave(self, connection: "HttpProtocol") -> None:
        """It has ended, or become a socket. Saying so again changes nothing."""
        address = self._all.pop(connection, None)
        if address is not None:
            neighbours = self._by_address[address]
            del neighbours[connection]
            if not neighbours:
                del self._by_address[address]

    def _counted_as(self, connection: "HttpProtocol") -> str | None:
        if connection.client is None:
            return None
        try:
            caller = ip_address(connection.client[0])
        except ValueError:
            return None
        return None if any(caller in proxy for proxy in self._proxies) else network_of(str(caller))

    def _cut_one(self, among: dict["HttpProtocol", Any], newest: "HttpProtocol") -> None:
        """Whose answer stands still, then who asks nothing, then who has not read all: only then who has just come."""
        still_since = newest.loop.time() - 2 * self._answer_seconds / LOOKS
        unread = min((c for c in among if c.unread), key=lambda c: c.moved, default=None)
        gone = unread if unread is not None and unread.moved < still_since else None
        gone = gone or next((c for c in among if c.asks_nothing and c is not newest), None)
        self._cut(gone or unread or newest)

    def _cut(self, connection: "HttpProtocol") -> None:
        self.leave(connection)
        connection.transport.abort()

    def _keep_looking(self, loop: AbstractEventLoop) -> None:
        if self._look_soon is None and self._all:
            self._look_soon = loop.call_later(self._answer_seconds / LOOKS, self._look, loop)

    def _look(self, loop: AbstractEventLoop) -> None:
        self._look_soon = None
        for connection in list(self._all):
            connection.look()
            if connection.moved <= loop.time() - self._answer_seconds:
                self._cut(connection)
        self._keep_looking(loop)

    def _keep_some_back(self, connection: "HttpProtocol") -> None:
        """Whether too few descriptors are left for files; sockets count too, but they are not cut off for it."""
        limit, _ = resource.getrlimit(resource.RLIMIT_NOFILE)
        if limit < 0 or len(connection.connections) <= limit - min(KEPT_BACK, limit // 2):
            return
        if self._warnings.take(self._clock.monotonic()) == 0:
            log.warning(
                "short of descriptors: connections that ask nothing, or read no answer, are cut off",
                limit=limit,
                connections=len(connection.connections),
                remedy="raise the limit on open files (ulimit -n), or lower MUSTER_SOCKETS_PER_ADDRESS",
            )
        if connection in self._all:
            self._cut_one(self._all, connection)


class HttpProtocol(H11Protocol):
    """What `serve` gives to uvicorn as its ``http``, with a patience of its own."""

    patience = 30.0
    """Seconds for sending a whole request, from the connection or from the answer before it."""
    crowd: Crowd
    moved: float
    """When the caller was last seen to read, or had nothing to read; in the loop's seconds."""

    _deadline: TimerHandle | None = None
    _waiting = 0
    """Bytes of answers that waited for the caller when it was last looked."""

    def __init__(self, *arguments: Any, **named: Any) -> None:
        """As uvicorn's, with a logger of its own: anybody may send what is no request, so that fills no log."""
        super().__init__(*arguments, **named)
        self.logger = logging.getLogger("uvicorn.http")

    @property
    def asks_nothing(self) -> bool:
        """Whether no whole request has come that is still to be answered."""
        return self.conn.their_state in (h11.IDLE, h11.SEND_BODY)

    @property
    def unread(self) -> bool:
        """Whether part of an answer still waits for the caller."""
        return self._left() > 0

    def _left(self) -> int:
        """Bytes that wait here and in the system, which takes more only when a good part of its own is read."""
        return self.transport.get_write_buffer_size() + unread_by_peer(self.transport)

    def look(self) -> None:
        """See whether the caller reads: what waits gets less. It may also get more meanwhile, by further answers."""
        waiting = self._left()
        if waiting == 0 or waiting < self._waiting:
            self.moved = self.loop.time()
        self._waiting = waiting

    def connection_made(self, transport: Transport) -> None:  # type: ignore[override]
        """As uvicorn's; who then says nothing holds a descriptor that others need."""
        super().connection_made(transport)
        self.moved = self.loop.time()
        self._wait()
        self.crowd.enter(self)

    def connection_lost(self, exc: Exception | None) -> None:
        """As uvicorn's."""
        self._wait_no_more()
        self.crowd.leave(self)
        super().connection_lost(exc)

    def resume_writing(self) -> None:
        """As uvicorn's: most of what waited has been read."""
        self.moved = self.loop.time()
        super().resume_writing()

    def on_response_complete(self) -> None:
        """As uvicorn's, whose own time for the next request ends with its first byte."""
        super().on_response_complete()
        self._wait()

    def handle_websocket_upgrade(self, event: h11.Request) -> None:
        """As uvicorn's; the socket asks by pings of its own whether anybody is there."""
        self._wait_no_more()
        self.crowd.leave(self)
        super().handle_websocket_upgrade(event)

    def _wait(self) -> None:
        self._wait_no_more()
        self._deadline = self.loop.call_later(self.patience, self._lose_patience)

    def _wait_no_more(self) -> None:
        if self._deadline is not None:
            self._deadline.cancel()
            self._deadline = None

    def _lose_patience(self) -> None:
        if self.asks_nothing:
            self.transport.abort()


def unread_by_peer(transport: Transport) -> int:
    """Bytes that the system still keeps for the other side; 0 where it does not say."""
    wire = transport.get_extra_info("socket")
    try:
        return int.from_bytes(ioctl(wire.fileno(), TIOCOUTQ, bytes(4)), byteorder)
    except OSError:
        return 0


def http_protocol(settings: Settings) -> type[HttpProtocol]:
    """The protocol with the patience, and the number of connections for an address, that were set."""
    crowd = Crowd(settings.connections_per_address, settings.proxies, settings.answer_seconds)
    own = {"patience": settings.request_seconds, "crowd": crowd}
    return type("PatientHttpProtocol", (HttpProtocol,), own)


def raise_descriptor_limit() -> None:
    """Let this process open as many files and connections as its user may, where that can be set."""
    _, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    with suppress(ValueError, OSError):  # "without limit" is no number everywhere
        resource.setrlimit(resource.RLIMIT_NOFILE, (hard, hard))
