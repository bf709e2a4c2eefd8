"""The socket of a match: who is it, how much may they say, and hand over what they say."""

from collections import Counter
from contextlib import suppress
from functools import partial

import orjson
from fastapi import APIRouter, WebSocket
from pydantic import ValidationError
from starlette.websockets import WebSocketDisconnect

from muster.accounts.api import caller
from muster.core import metrics
from muster.core.context import Context, context_of, limited_as
from muster.core.hosts import answers_to
from muster.core.limits import Bucket
from muster.core.logging import get_logger
from muster.core.security import same_origin
from muster.core.sockets import WireLink, link_of
from muster.engine.refusals import Refusal
from muster.fanout.frames import text_frame
from muster.fanout.memory import Budget, Outbox
from muster.matches.desk import INTERNAL, TOO_FAST
from muster.matches.hub import Hub, Open
from muster.matches.watchers import SPECTATOR_ASKS_PER_SECOND, Watcher
from muster.protocol import server
from muster.protocol.client import CLIENT_MESSAGE
from muster.protocol.guard import OTHER_NAME
from muster.protocol.problems import in_words, problem_response

router = APIRouter()
log = get_logger(__name__)

MOST_FRAMES = 2048
"""Frames that may wait for one browser."""
BURST_SECONDS = 5
"""How many seconds' worth of messages may come at once."""
STRIKES = 50
"""Messages that do not fit or come too fast, until the socket is closed."""

TOLD_WHY = 32
"""Sockets beyond an address's limit that are opened to be told so: why a handshake failed, a browser cannot read."""

CLOSE_POLICY = 1008
CLOSE_INTERNAL = 1011
CLOSE_NOT_FOUND = 4404
CLOSE_TOO_MANY = 4429

TOO_MANY = Refusal("too_many", "There are too many open sockets from here. Close some tabs.")


class Doors:
    """Counts open sockets by person and by address, and what waits for those of an address.

    A socket counts for its address from the handshake until its connection is gone, whatever it was told.
    """

    def __init__(self) -> None:
        """All closed."""
        self._open: Counter[str] = Counter()
        self._budgets: dict[str, Budget] = {}

    def enter(self, key: str, most: int) -> bool:
        """Whether one more may be open for a person or an address; if so it is counted."""
        if self._open[key] >= most:
            return False
        self._open[key] += 1
        return True

    def are_too_many(self, key: str, most: int) -> bool:
        """Whether more are counted than that."""
        return self._open[key] > most

    def budget(self, context: Context, address: str) -> Budget:
        """What may wait for the open sockets of an address."""
        return self._budgets.setdefault(address, Budget(context.settings.address_queue_bytes))

    def leave(self, key: str) -> None:
        """One is gone."""
        self._open[key] -= 1
        if self._open[key] <= 0:
            del self._open[key]
            self._budgets.pop(key, None)


async def _close(socket: WebSocket, code: int, refusal: Refusal) -> None:
    """Say why, then close (a browser learns nothing of a handshake that was refused). Who left is not told."""
    with suppress(WebSocketDisconnect):
        await socket.send_text(server.refused(None, refusal).decode())
        await socket.close(code, refusal.code)


@router.websocket("/api/matches/{match_id}/socket")
async def match_socket(socket: WebSocket, match_id: str) -> None:
    """Play or watch. The role comes from the session's cookie."""
    context = context_of(socket)
    doors: Doors = socket.app.state.doors
    link = link_of(socket)
    if link is None:
        log.error("sockets work only with `muster serve`", remedy="start it with `muster serve`")
        await socket.accept()
        await _close(
            socket, CLOSE_INTERNAL, Refusal("internal", "This server was not started in the right way.")
        )
        return
    address = f"address {limited_as(socket)}"
    most = context.settings.sockets_per_address
    if not doors.enter(address, most + TOLD_WHY):
        await socket.send_denial_response(problem_response(TOO_MANY))
        return
    metrics.SOCKETS.inc()
    link.when_gone(metrics.SOCKETS.dec)
    link.when_gone(partial(doors.leave, address))
    await socket.accept()
    if not answers_to(socket.headers.get("host"), context.hosts):
        await _close(socket, CLOSE_POLICY, OTHER_NAME)
        return
    if not same_origin(socket.headers, context.settings.allowed_origins):
        await _close(
            socket, CLOSE_POLICY, Refusal("origin", "This socket was opened by a page of another address.")
        )
        return
    if doors.are_too_many(address, most):
        await _close(socket, CLOSE_TOO_MANY, TOO_MANY)
        return
    person_id = caller(socket)
    if person_id is not None:
        person = f"person {person_id}"
        if not doors.enter(person, context.settings.sockets_per_person):
            await _close(socket, CLOSE_TOO_MANY, TOO_MANY)
            return
        link.when_gone(partial(doors.leave, person))
    hub: Hub = socket.app.state.hub
    try:
        opened = await hub.open(match_id)
    except Refusal as refusal:
        await _close(socket, CLOSE_NOT_FOUND, refusal)
        return
    except Exception:
        metrics.FAULTS.labels("open").inc()
        log.exception("a match could not be opened", match=match_id[:14])
        await _close(socket, CLOSE_INTERNAL, INTERNAL)
        return
    await _serve(socket, context, link, opened, person_id, doors.budget(context, address))


async def _serve(
    socket: WebSocket,
    context: Context,
    link: WireLink,
    opened: Open,
    person_id: str | None,
    budget: Budget,
) -> None:
    settings, now = context.settings, context.clock.monotonic
    outbox = Outbox(
        link,
        most_bytes=settings.socket_queue_bytes,
        most_frames=MOST_FRAMES,
        resync=text_frame(server.RESYNC),
        budget=budget,
    )
    rate = settings.messages_per_second
    watcher = Watcher(
        outbox,
        person_id,
        asks=Bucket(SPECTATOR_ASKS_PER_SECOND, 2.0, now()),
        hellos=Bucket(rate / 20, max(10.0, rate / 4), now()),
    )
    messages = Bucket(rate, rate * BURST_SECONDS, now())
    strikes = Bucket(STRIKES / 60, STRIKES, now())
    opened.runner.enter(watcher)
    try:
        while True:
            received = await socket.receive()
            if received["type"] == "websocket.disconnect":
                return
            text = received.get("text")
            fault: bytes | None = None
            if messages.take(now()) > 0:
                fault = server.refused(_id_of(text), TOO_FAST)
            else:
                try:
                    message = CLIENT_MESSAGE.validate_json(text or "")
                except ValidationError as error:
                    fault = server.refused(_id_of(text), _misfit(error))
                else:
                    opened.desk.take(watcher, message)
            if fault is not None:
                watcher.send(fault)
                if strikes.take(now()) > 0:
                    await socket.close(CLOSE_POLICY, "too many messages that do not fit")
                    return
    except WebSocketDisconnect:
        return
    finally:
        opened.runner.leave(watcher)
        outbox.close()


def _misfit(error: ValidationError) -> Refusal:
    return Refusal("bad_message", in_words(error.errors(include_url=False, include_input=False)))


def _id_of(text: str | None) -> str | int | None:
    """The id of a message that was not understood, so that its sender can match the refusal."""
    try:
        body = orjson.loads(text or "")
    except orjson.JSONDecodeError:
        return None
    found: object = body.get("id") if isinstance(body, dict) else None  # pyright: ignore[reportUnknownMemberType,reportUnknownVariableType]
    return found if isinstance(found, str | int) and len(str(found)) <= 64 else None
