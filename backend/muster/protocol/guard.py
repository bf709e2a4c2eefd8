"""In front of every request: who may call, by what name, how much, how often. Nothing unexpected gets out."""

from errno import EMFILE, ENFILE

from fastapi import HTTPException
from starlette.datastructures import Headers
from starlette.requests import Request
from starlette.types import ASGIApp, Message, Receive, Scope, Send
from starlette.websockets import WebSocket

from muster.core import metrics
from muster.core.context import context_of, limited_as
from muster.core.hosts import answers_to
from muster.core.limits import Bucket
from muster.core.logging import get_logger
from muster.core.security import same_origin
from muster.engine.refusals import Refusal
from muster.protocol.problems import FOREIGN, problem_response, too_fast

log = get_logger(__name__)

SAFE = frozenset({"GET", "HEAD", "OPTIONS"})
OTHER_NAME = Refusal(
    "host",
    "This server does not answer to the name in this address. Open it by its IP address, or, if it is yours, "
    "add the name to MUSTER_HOSTS.",
)
STUMBLED = Refusal(
    "internal", "The server stumbled over this request. The fault is logged; try again in a moment."
)

BUSY = Refusal("busy", "The server has too much to do at the moment. Try again in a minute.")


class Guard:
    """Checks name, origin, rate and size of requests that change something; turns exceptions into typed answers.

    Of sockets it checks how often they are opened; the rest is told to them once they are open.
    """

    def __init__(self, app: ASGIApp) -> None:
        self.app = app
        self._warnings = Bucket(1 / 60, 1, 0.0)

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] == "websocket":
            socket = WebSocket(scope, receive, send)
            wait = context_of(socket).handshakes.take(limited_as(socket))
            if wait > 0:
                hasty = too_fast(wait, "Too many new sockets from this address.")
                await socket.send_denial_response(problem_response(hasty))
                return
        if scope["type"] != "http":
            await self.app(scope, receive, send)
            return
        status = 0
        context = context_of(request := Request(scope))
        limit = context.settings.body_bytes
        taken = 0

        async def counted() -> Message:
            nonlocal taken
            message = await receive()
            taken += len(message.get("body", b""))
            if taken > limit:
                raise HTTPException(413, _too_large(limit).text)
            return message

        async def noted(message: Message) -> None:
            nonlocal status
            if message["type"] == "http.response.start":
                status = message["status"]
            await send(message)

        try:
            refusal = _refusal(request, limit)
            if refusal is None:
                await self.app(scope, counted, noted)
            else:
                await problem_response(refusal)(scope, receive, noted)
        except Exception as error:
            if _lacks_descriptors(error):
                if self._warnings.take(context.clock.monotonic()) == 0:
                    log.warning("short of descriptors: requests are refused", remedy="raise ulimit -n")
                if status == 0:
                    await problem_response(BUSY)(scope, receive, noted)
                return
            metrics.FAULTS.labels("http").inc()
            route = getattr(scope.get("route"), "path", None)  # not the address: it may be an invitation's
            log.exception("a request could not be answered", method=scope["method"], route=route)
            if status == 0:
                await problem_response(STUMBLED)(scope, receive, noted)
        finally:
            metrics.HTTP_REQUESTS.labels(_method(scope["method"]), str(status)).inc()


def _lacks_descriptors(error: BaseException | None) -> bool:
    """Whether the system gave no file or connection, be it that something else was made of that on the way."""
    while error is not None:
        if isinstance(error, OSError) and error.errno in (EMFILE, ENFILE):
            return True
        error = error.__cause__ or error.__context__
    return False


def _method(method: str) -> str:
    return method if method in ("GET", "HEAD", "POST", "PATCH", "PUT", "DELETE", "OPTIONS") else "other"


def _too_large(limit: int) -> Refusal:
    return Refusal("too_large", f"A request may carry {limit} bytes.", numbers={"maximum": limit})


def _refusal(request: Request, limit: int) -> Refusal | None:
    context = context_of(request)
    if not answers_to(request.headers.get("host"), context.hosts):
        return OTHER_NAME
    if request.method in SAFE:
        reads = request.scope["path"].startswith("/api/")
        wait = context.reads.take(limited_as(request)) if reads else 0.0
        return too_fast(wait, "Too many requests from this address.") if wait > 0 else None
    headers = Headers(scope=request.scope)
    if not same_origin(headers, context.settings.allowed_origins):
        return FOREIGN
    wait = context.changes.take(limited_as(request))
    if wait > 0:
        return too_fast(wait, "Too many requests from this address.")
    length = headers.get("content-length", "0")
    if not length.isdigit() or int(length) > limit:
        return _too_large(limit)
    return None
