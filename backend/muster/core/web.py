"""What the web server does for every feature: the built client and the headers that every answer carries."""

from collections.abc import Mapping
from dataclasses import dataclass
from hashlib import sha256
from mimetypes import guess_type
from pathlib import Path
from posixpath import normpath
from typing import Any

from starlette.datastructures import MutableHeaders
from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import PlainTextResponse, Response
from starlette.types import ASGIApp, Message, Receive, Scope, Send

YEAR_SECONDS = 365 * 24 * 60 * 60
HOUR_SECONDS = 60 * 60

_PACKAGE = Path(__file__).resolve().parents[1]


def client_folder(chosen: Path | None) -> Path | None:
    """Where the built client lies: the chosen folder, the one inside the installed package, or the checkout's build.

    None if there is no `index.html` in any of them.
    """
    places = (
        [chosen]
        if chosen is not None
        else [_PACKAGE / "client_build", _PACKAGE.parents[1] / "frontend" / "build"]
    )
    return next((place for place in places if (place / "index.html").is_file()), None)


@dataclass(frozen=True, slots=True)
class _File:
    """A file of the client, as it is answered."""

    body: bytes
    kind: str
    headers: Mapping[str, str]


class ClientFiles:
    """The built single-page client, read once: an answer that somebody fetches slowly holds no file open.

    An address that is no file gets index.html, because the client knows its own addresses; not so below `api/` and
    `_app/`, where what is missing is missing (404). Files named by their content may be kept for a year, index.html
    must be asked for again each time, everything else after an hour.
    """

    def __init__(self, folder: Path) -> None:
        """``folder`` holds at least ``index.html``."""
        self._files = {
            name: _read(path, name)
            for path in folder.rglob("*")
            if path.is_file() and (name := path.relative_to(folder).as_posix())
        }

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] == "websocket":  # no socket lives outside the api's own routes
            await send({"type": "websocket.close", "code": 1000, "reason": "no such socket"})
            return
        await self._answer(Request(scope))(scope, receive, send)

    def _answer(self, request: Request) -> Response:
        name = normpath("/" + request.scope["path"].replace("\\", "/")).lstrip("/")
        first = name.split("/", 1)[0]
        if first == "api":
            raise HTTPException(404, "There is nothing at this address of the interface.")
        if request.method not in ("GET", "HEAD"):
            raise HTTPException(405, headers={"allow": "GET, HEAD"})
        file = self._files.get(name)
        if file is None:
            if first == "_app":
                raise HTTPException(404)
            file = self._files["index.html"]
        known = [
            tag.strip().removeprefix("W/") for tag in request.headers.get("if-none-match", "").split(",")
        ]
        if file.headers["etag"] in known or known == ["*"]:
            return Response(status_code=304, headers=file.headers)
        return Response(file.body, media_type=file.kind, headers=file.headers)


def _read(path: Path, name: str) -> _File:
    body = path.read_bytes()
    headers = {"etag": f'"{sha256(body).hexdigest()[:32]}"', "cache-control": _keep(name)}
    return _File(body, guess_type(name)[0] or "text/plain", headers)


def _keep(path: str) -> str:
    if path in ("index.html", "_app/version.json"):
        return "no-cache"
    if path.startswith("_app/immutable/"):
        return f"public, max-age={YEAR_SECONDS}, immutable"
    return f"public, max-age={HOUR_SECONDS}"


async def client_not_built(scope: Scope, receive: Receive, send: Send) -> None:
    """Stand where the client would, and say how to get it."""
    if scope["type"] == "websocket":
        await send({"type": "websocket.close", "code": 1000, "reason": "no such socket"})
        return
    if scope["path"].startswith("/api/") or scope["path"] == "/api":
        raise HTTPException(404, "There is nothing at this address of the interface.")
    answer = PlainTextResponse(
        "The browser client has not been built yet. Run `make build`, then reload.\n", 503
    )
    await answer(scope, receive, send)


class SecurityHeaders:
    """Adds to every answer the headers that keep a browser from guessing, framing and telling."""

    def __init__(self, app: ASGIApp) -> None:
        self.app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http":
            await self.app(scope, receive, send)
            return

        async def send_with_headers(message: Message) -> None:
            if message["type"] == "http.response.start":
                headers: Any = MutableHeaders(scope=message)
                headers.setdefault("x-content-type-options", "nosniff")
                headers.setdefault("x-frame-options", "DENY")
                headers.setdefault("referrer-policy", "same-origin")
                headers.setdefault("cross-origin-opener-policy", "same-origin")
                # The page itself carries the rest of its policy, with the hashes of its scripts.
                headers.setdefault("content-security-policy", "frame-ancestors 'none'")
                if scope["path"].startswith("/api/"):
                    headers["content-security-policy"] = "default-src 'none'; frame-ancestors 'none'"
                    headers.setdefault("cache-control", "no-store")
            await send(message)

        await self.app(scope, receive, send_with_headers)
