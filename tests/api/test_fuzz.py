"""Whatever is sent, over HTTP or a socket: an answer that makes sense, no fault of the server's, no broken table.

The suite tries the same few examples each time; `make soak` tries thousands.
"""

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from functools import partial
from random import Random
from typing import Any, TypeAlias
from urllib.parse import quote

import httpx
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from websockets.exceptions import ConnectionClosed

from muster.protocol.client import CLIENT_MESSAGE
from tests.api.conftest import PRACTICE
from tests.api.games import against_bot, new_match
from tests.kit.fuzz import HOPELESS, as_text, bends, fitting, sent
from tests.kit.house import Server
from tests.kit.people import Lost, Person, Socket
from tests.kit.wire import answer_to

Json: TypeAlias = Any

OPEN = {
    **PRACTICE,
    "MUSTER_READS_PER_MINUTE": "1000000",
    "MUSTER_MESSAGES_PER_SECOND": "100000",
    "MUSTER_SOCKETS_PER_PERSON": "100000",
}
METHODS = ("get", "post", "put", "patch", "delete")
TYPES = (
    "application/json",
    "text/plain",
    "application/x-www-form-urlencoded",
    "application/json; charset=utf-16",
    "",
)
GOING_ON = frozenset({1000, 1001, 1008, 1009, 1007})
"""Close codes that blame the sender; 1011 would be a fault of ours."""
_SCHEMA: Json = CLIENT_MESSAGE.json_schema()
NUMBER = {"kind": "number", "min": 0, "max": 5}
FRAMES = sent(fitting(_SCHEMA, _SCHEMA)).map(as_text)
"""What the protocol allows a browser to say, and what is nearly that."""


@pytest.fixture(scope="module")
def fuzzed(make_server: Callable[..., Server]) -> Iterator[Server]:
    """A server that lets everybody knock as often as they like; it must have logged no fault in the end."""
    server = make_server(**OPEN).start()
    yield server
    server.stop()
    assert server.faults() == []


@pytest.fixture(scope="module")
def mallory(fuzzed: Server) -> Iterator[Person]:
    """Somebody who tries things."""
    person = Person(fuzzed)
    yield person
    person.close()


@dataclass(frozen=True, slots=True)
class Route:
    """One operation of the interface's own description."""

    method: str
    path: str
    operation: Mapping[str, Any]
    document: Mapping[str, Any]

    @property
    def body(self) -> Any:
        """Bodies that the description allows; None where it has none."""
        content = self.operation.get("requestBody", {}).get("content", {})
        return fitting(content["application/json"]["schema"], self.document) if content else None


@pytest.fixture(scope="module")
def routes(mallory: Person) -> list[Route]:
    """Every operation that the server describes."""
    document = mallory.get("/api/openapi.json")
    found = [
        Route(method, path, operation, document)
        for path, operations in document["paths"].items()
        for method, operation in operations.items()
    ]
    assert len(found) >= 10
    return found


def check_answer(answer: httpx.Response) -> None:
    """No fault of the server's, and a refusal in words."""
    assert answer.status_code < 500, answer.text
    if answer.is_client_error and answer.request.url.path.startswith("/api/"):
        problem = answer.json()
        assert problem["code"], answer.text
        assert problem["text"], answer.text


@settings(suppress_health_check=[HealthCheck.too_slow, HealthCheck.data_too_large])
@given(data=st.data())
def test_whatever_is_sent_to_a_route_is_answered_in_words(
    mallory: Person, routes: list[Route], known: list[str], data: st.DataObject
) -> None:
    route = data.draw(st.sampled_from(routes))
    names = [p["name"] for p in route.operation.get("parameters", ()) if p["in"] == "path"]
    words = st.sampled_from(known) | st.text(st.characters(codec="utf-8"), min_size=1, max_size=80)
    path = route.path
    for name in names:
        path = path.replace(f"{{{name}}}", quote(data.draw(words), safe=""))
    content: bytes | None = None
    headers: dict[str, str] = {}
    if route.body is not None or data.draw(st.integers(0, 9)) == 0:
        value = sent(route.body) if route.body is not None else st.just({})
        raw = HOPELESS.map(str.encode) | st.binary(max_size=40)
        content = data.draw(
            st.one_of(value.map(lambda v: as_text(v).encode()), value.map(lambda v: as_text(v).encode()), raw)
        )
        headers["content-type"] = data.draw(st.sampled_from((*TYPES[:1] * 6, *TYPES)))
    method = data.draw(st.sampled_from((*[route.method] * 8, *METHODS)))
    check_answer(mallory.http.request(method, path, content=content, headers=headers))


@pytest.fixture(scope="module")
def known(mallory: Person) -> list[str]:
    """Words that mean something in an address: matches, an invitation, games."""
    invited = new_match(mallory, {"red": {"kind": "me"}, "blue": {"kind": "invite"}})
    token = next(s["invite"] for s in invited["seats"] if s["invite"]).rsplit("/", 1)[1]
    return [against_bot(mallory), str(invited["id"]), token, "practice", "newworld"]


Frame: TypeAlias = Callable[[Json, Json], str | bytes]
"""A frame, made of the open request and a right answer to it."""


def plain(frame: str | bytes) -> Frame:
    """A frame that has nothing to do with what is asked."""
    return lambda _request, _right: frame


def about(kind: str, message_id: str | int, bend: Callable[[Json], Json]) -> Frame:
    """A message about the open request."""
    return lambda request, right: as_text(
        {"t": kind, "id": message_id, "request": request["id"], "body": bend(right)}
    )


def as_it_is(value: Json) -> Json:
    """No bend at all."""
    return value


PLANS: st.SearchStrategy[Frame] = st.one_of(
    *[f.map(plain) for f in (FRAMES, FRAMES, HOPELESS, st.binary(max_size=30))],
    *[bends().map(partial(about, "answer", "fuzz")) for _ in range(2)],
    st.just(about("answer", "fuzz", as_it_is)),
    bends().map(partial(about, "preview", 1)),
)
"""Frames worth sending: among them answers to what is really asked, and such as nearly are."""


# Each example is a whole match.
@settings(
    max_examples=settings().max_examples // 4,
    suppress_health_check=[HealthCheck.too_slow, HealthCheck.data_too_large],
)
@given(plans=st.lists(PLANS, min_size=1, max_size=6), seed=st.integers(0, 2**32))
def test_whatever_is_sent_on_a_socket_the_match_goes_on(
    mallory: Person, fuzzed: Server, plans: list[Frame], seed: int
) -> None:
    luck = Random(seed)
    match_id = against_bot(mallory)
    with Socket(fuzzed, match_id, mallory.cookie) as socket:
        socket.hello()
        socket.kind("welcome")
        try:
            for plan in plans:
                request = socket.asked() or {"id": "q0", "spec": NUMBER, "pass": None}
                socket.wire.send(plan(request, answer_to(request, luck)))
                socket.wire.send('{"t":"ping","id":7}')
                socket.until(lambda m: m["t"] == "pong")
        except (ConnectionClosed, Lost) as end:
            closed = end.__cause__ if isinstance(end, Lost) else end
            assert isinstance(closed, ConnectionClosed)
            code = closed.rcvd.code if closed.rcvd is not None else None
            assert code in GOING_ON, f"closed with {code}"
    with mallory.socket(match_id) as after:
        after.kind("welcome")
        after.play_on(luck, answers=2)
