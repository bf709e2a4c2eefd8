"""People who play over the wire: a session with its cookie, and sockets that hold what a browser would hold."""

import hashlib
import json
import secrets
import time
from collections.abc import Callable
from contextlib import ExitStack, suppress
from random import Random
from socket import SHUT_RDWR
from typing import Any, Self, TypeAlias

import httpx
import orjson
from websockets.exceptions import ConnectionClosed, WebSocketException
from websockets.sync.client import ClientConnection, connect

from muster.protocol.messages import SERVER_MESSAGE
from tests.kit.house import Server
from tests.kit.wire import answer_to, patched

Json: TypeAlias = Any
PATIENCE = 15.0
TRIES = 60
FINER = frozenset({"bad_placing", "illegal_move"})
"""Refusals of what the options of a request do not say: how several pieces fit together."""


class Lost(Exception):
    """The socket is closed; what was asked of it may have happened or not."""


class Refused(Exception):
    """The server said no; the message holds why."""

    def __init__(self, message: Json) -> None:
        super().__init__(f"{message['code']}: {message['text']}")
        self.message = message
        self.code: str = message["code"]


class Person:
    """Somebody with a browser: keeps the session's cookie."""

    def __init__(self, server: Server) -> None:
        self.server = server
        self.http = httpx.Client(base_url=server.url, timeout=PATIENCE)
        self._sockets: list[Socket] = []
        self.get("/api/me")

    def get(self, path: str) -> Json:
        """GET that must succeed."""
        return self._read(self.http.get(path))

    def post(self, path: str, body: Json) -> Json:
        """POST that must succeed."""
        return self._read(self.http.post(path, json=body))

    def _read(self, answer: httpx.Response) -> Json:
        if answer.is_error:
            raise Refused(answer.json())
        return answer.json()

    @property
    def cookie(self) -> str:
        """The header that a socket sends."""
        return "; ".join(f"{c.name}={c.value}" for c in self.http.cookies.jar)

    def socket(self, match_id: str, **hello: Json) -> "Socket":
        """A socket on a match, greeted. It is closed with the person, if not before."""
        opened = Socket(self.server, match_id, self.cookie)
        self._sockets.append(opened)
        opened.hello(**hello)
        return opened

    def again(self, earlier: "Socket") -> "Socket":
        """A new socket of the browser that held the earlier one: it knows what that one knew."""
        opened = Socket(self.server, earlier.match_id, self.cookie)
        self._sockets.append(opened)
        opened.version, opened.epoch, opened.role = earlier.version, earlier.epoch, earlier.role
        opened.view, opened.log, opened.requests = earlier.view, list(earlier.log), earlier.requests
        opened.undo, opened.hash = earlier.undo, earlier.hash
        opened.hello(have=opened.version, epoch=opened.epoch, seat=opened.role)
        return opened

    def close(self) -> None:
        """Leave."""
        for socket in self._sockets:
            socket.close()
        self.http.close()


class Socket:
    """A socket, and the match as its browser would hold it."""

    def __init__(self, server: Server, match_id: str, cookie: str | None = None, **more: Json) -> None:
        address = f"ws://127.0.0.1:{server.port}/api/matches/{match_id}/socket"
        headers = {"Cookie": cookie} if cookie else {}
        headers.update(more.pop("headers", {}))
        self.match_id = match_id
        self._stack = ExitStack()
        try:
            opening = connect(
                address,
                additional_headers=headers,
                compression=None,
                max_size=None,
                open_timeout=PATIENCE,
                close_timeout=1,
                proxy=None,
                **more,
            )
            self.wire: ClientConnection = self._stack.enter_context(opening)
        except (WebSocketException, OSError, EOFError) as error:
            raise Lost from error
        self.heard: list[Json] = []
        self.version: int | None = None
        self.epoch: str | None = None
        self.role: str | None = None
        self.view: Json = None
        self.log: list[Json] = []
        self.requests: list[Json] = []
        self.undo: str | None = None
        self.hash = ""
        self.gaps = 0
        self.turns: list[str] = []
        self.done: set[str] = set()

    # ------------------------------------------------------------------ saying
    def send(self, message: Json) -> None:
        """Say something."""
        try:
            self.wire.send(json.dumps(message))
        except ConnectionClosed as error:
            raise Lost from error

    def hello(self, *, have: int | None = None, epoch: str | None = None, seat: str | None = None) -> None:
        """Say what is held."""
        self.send({"t": "hello", "have": have, "epoch": epoch, "seat": seat})

    def deed(self, kind: str, **body: Json) -> str:
        """Send a message that counts; returns its id."""
        message_id = body.pop("id", None) or secrets.token_hex(8)
        self.send({"t": kind, "id": message_id, **body})
        return message_id

    def answer(self, request: Json, body: Json, message_id: str | None = None) -> str:
        """Answer a request."""
        return self.deed("answer", id=message_id, request=request["id"], body=body)

    # ------------------------------------------------------------------ hearing
    def hear(self, patience: float = PATIENCE) -> Json:
        """The next message, taken to heart. Raises TimeoutError or Lost."""
        try:
            message = orjson.loads(self.wire.recv(timeout=patience))
        except ConnectionClosed as error:
            raise Lost from error
        SERVER_MESSAGE.validate_python(message)  # nothing is said that the protocol does not state
        self.heard.append(message)
        if message["t"] == "welcome":
            self.version, self.epoch, self.role = message["version"], message["epoch"], message["role"]
            self.view, self.log, self.undo = message["view"], list(message["log"]), message["undo"]
            self.requests, self.hash = message["requests"], message["hash"]
            self._check()
        elif message["t"] == "step":
            self._step(message)
        elif message["t"] == "turns":
            self.turns = message["seats"]
        elif message["t"] == "resync":
            self.hello(have=self.version, epoch=self.epoch)
        return message

    def _step(self, message: Json) -> None:
        assert self.version is not None
        if message["base"] != self.version:
            self.gaps += 1
            return
        self.view = patched(self.view, message.get("patch", {}))
        if "log" in message:
            self.log[message["log_from"] :] = message["log"]
        if "requests" in message:
            self.requests, self.undo = message["requests"], message["undo"]
        self.version, self.hash = message["version"], message["hash"]
        self._check()

    def _check(self) -> None:
        data = orjson.dumps(self.view, option=orjson.OPT_SORT_KEYS)
        assert hashlib.sha256(data).hexdigest()[:16] == self.hash

    def until(self, wanted: Callable[[Json], bool], patience: float = PATIENCE) -> Json:
        """Hear until a message is as wanted; returns it."""
        end = time.monotonic() + patience
        while (left := end - time.monotonic()) > 0:
            message = self.hear(left)
            if wanted(message):
                return message
        raise TimeoutError

    def kind(self, kind: str) -> Json:
        """Hear until a message of this kind comes."""
        return self.until(lambda m: m["t"] == kind)

    def settled(self, message_id: str) -> Json:
        """Hear until a message is acknowledged (returns the ack) or refused (raises Refused)."""
        found = self.until(lambda m: m["t"] in ("ack", "refused") and m.get("id") == message_id)
        if found["t"] == "refused":
            raise Refused(found)
        return found

    def asked(self, patience: float = PATIENCE) -> Json:
        """Hear until this seat is asked something or the match is over (then None)."""
        end = time.monotonic() + patience
        while not self.requests and not (self.view and self.view["result"]):
            self.hear(max(0.01, end - time.monotonic()))
        return self.requests[0] if self.requests else None

    def quiet(self, seconds: float = 0.3) -> list[Json]:
        """What comes until nothing has come for so long."""
        came: list[Json] = []
        while True:
            try:
                came.append(self.hear(seconds))
            except TimeoutError:
                return came

    def play_on(self, luck: Random, *, answers: int = 10_000) -> int:
        """Answer whatever comes until the match is over or so many answers are given; returns how many."""
        given = 0
        while given < answers and (request := self.asked()) is not None:
            self.try_answers(request, luck)
            self.until_moved(request["id"])
            given += 1
        return given

    def try_answers(self, request: Json, luck: Random) -> None:
        """Answer by chance; where the rules know better (a square too narrow for a mount), by another chance."""
        for _ in range(TRIES):
            body = answer_to(request, luck)
            try:
                self.settled(self.answer(request, body))
            except Refused as refused:
                if refused.code not in FINER and not _is_drawn(body):
                    raise
            else:
                return
        raise AssertionError(f"no answer was legal in {TRIES} tries: {request['text']}")

    def until_moved(self, request_id: str) -> None:
        """Hear until this request is no longer asked."""
        end = time.monotonic() + PATIENCE
        while any(r["id"] == request_id for r in self.requests):
            self.hear(max(0.01, end - time.monotonic()))

    def close(self) -> None:
        """Close it properly, if it lives."""
        with suppress(WebSocketException, OSError, EOFError):
            self._stack.close()

    def drop(self) -> None:
        """Let it die without a word."""
        self.wire.socket.shutdown(SHUT_RDWR)
        self.close()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()


def _is_drawn(body: Json) -> bool:
    """Whether an answer is a movement on the open table, of which the options say no more than its limits."""
    return "way" in body or any("way" in (pick.get("with") or {}) for pick in body.get("picks", ()))


def play_out(sockets: list[Socket], luck: Random, *, answers: int = 10_000) -> int:
    """Let several seats answer in one thread until the match is over or so many answers are given."""
    given = 0
    while given < answers:
        moved = False
        for socket in sockets:
            _hear_all(socket)
            for request in [r for r in socket.requests if r["id"] not in socket.done]:
                socket.settled(socket.answer(request, answer_to(request, luck)))
                socket.done.add(request["id"])
                given, moved = given + 1, True
        if all(s.view and s.view["result"] for s in sockets):
            break
        if not moved:
            _hear_one(sockets)
    return given


def _hear_all(socket: Socket) -> None:
    while True:
        try:
            socket.hear(0)
        except TimeoutError:
            return


def _hear_one(sockets: list[Socket]) -> None:
    """Wait until somebody hears something."""
    end = time.monotonic() + PATIENCE
    while time.monotonic() < end:
        for socket in sockets:
            try:
                socket.hear(0.002)
                return
            except TimeoutError:
                continue
    raise TimeoutError("nobody is asked and nobody hears anything")
