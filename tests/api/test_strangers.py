"""Whoever may reach the port, without a cookie and without manners: they cost neither disk nor descriptors."""

import json
import re
import resource
import socket
import struct
from collections.abc import Callable, Iterator
from contextlib import ExitStack, suppress
from errno import EMFILE, ENFILE
from pathlib import Path
from time import monotonic, sleep

import httpx
import pytest
from fastapi.testclient import TestClient

from muster.core.settings import Settings
from muster.main import create_app
from muster.matches.socket import TOLD_WHY
from tests.api.conftest import PRACTICE
from tests.api.test_wire import Asleep
from tests.kit.house import Server

NOBODY = "/api/matches/nobody/socket"
PLAY = {"ruleset": "newworld", "level": "random"}
HELLO = {"t": "hello", "have": None, "epoch": None, "seat": None}
GOODBYE = ("Shutting", "Waiting", "Application", "Finished")
"""How uvicorn's lines at the end begin."""


@pytest.fixture(scope="module")
def hasty(make_server: Callable[..., Server]) -> Iterator[Server]:
    """A server with little patience."""
    house = make_server(**PRACTICE, MUSTER_REQUEST_SECONDS="0.5").start()
    yield house
    house.stop()


def handshake(path: str = NOBODY, *more: str) -> bytes:
    lines = [
        f"GET {path} HTTP/1.1",
        "Host: 127.0.0.1",
        "Upgrade: websocket",
        "Connection: Upgrade",
        "Sec-WebSocket-Version: 13",
        "Sec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==",
        *more,
    ]
    return "\r\n".join([*lines, "", ""]).encode()


def call(server: Server, said: bytes, *, answered: str = "") -> socket.socket:
    """A connection that said something; where an answer is named, its first line came."""
    wire = socket.create_connection(("127.0.0.1", server.port), timeout=15)
    wire.sendall(said)
    if answered:
        heard = b""
        while b"\r\n" not in heard and (more := wire.recv(1)):
            heard += more
        assert answered in heard.decode(), heard
    return wire


def cut(wire: socket.socket) -> None:
    """End a connection as a crash does: everything still under way is lost."""
    wire.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))
    wire.close()


def until_closed(wire: socket.socket) -> None:
    """Read until the server says goodbye to a socket, or ends the connection."""
    while (heard := wire.recv(65_536)) and b"\x88" not in heard:
        pass
    wire.close()


def masked(first: int, body: bytes) -> bytes:
    """A short frame of a browser, under the mask of zeros."""
    return bytes([first, 0x80 | len(body), 0, 0, 0, 0]) + body


def test_what_strangers_send_writes_no_log(make_server: Callable[..., Server]) -> None:
    house = make_server(**PRACTICE).start()
    assert httpx.get(house.url + "/api/health").status_code == 200
    seen = len(house.log)
    for _ in range(20):
        cut(call(house, handshake()))
        cut(call(house, handshake(), answered="101"))
        cut(call(house, handshake(f"{NOBODY}?{'A' * 8000}"), answered="101"))
        cut(call(house, handshake(NOBODY, "Origin: http://elsewhere.example"), answered="101"))
        cut(call(house, b"POST /api/matches HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Length: 99\r\n\r\n{"))
    for spoilt in (
        masked(0x81, b"\xff\xfe"),
        masked(0x83, b""),
        masked(0x88, b"\x00"),
        b"\x81\xff" + b"\xff" * 8,
    ):
        until_closed(call(house, handshake() + spoilt))
        until_closed(call(house, handshake() + masked(0x81, b"{}") + spoilt))
    until_closed(call(house, handshake("/nowhere")))
    until_closed(call(house, b"\x16\x03\x01\r\n\r\n", answered="400"))
    until_closed(
        call(house, b"GET / HTTP/1.1\r\nHost: a\r\nUpgrade: h2c\r\nConnection: Upgrade, close\r\n\r\n")
    )
    house.stop()
    lines = [json.loads(line) for line in house.log[seen:].splitlines()]
    assert [line for line in lines if not line["event"].startswith(GOODBYE)] == []


@pytest.mark.parametrize(
    "said",
    [
        b"",
        b"GET /api/health HTTP/1.1\r\nHost: ",
        b"POST /api/me HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Length: 9\r\n\r\n{",
        b"GET /api/health HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\nG",
        handshake(f"{NOBODY}?{'A' * 9000}"),
    ],
    ids=["nothing", "half a head", "half a body", "a second request begun", "too long a handshake"],
)
def test_who_sends_no_whole_request_is_cut_off(hasty: Server, said: bytes) -> None:
    with call(hasty, said) as wire, suppress(ConnectionResetError):
        while wire.recv(65_536):
            pass


def measured(server: Server, name: str) -> float:
    told = httpx.get(server.url + "/metrics", timeout=15).text
    return float(re.findall(rf"^{name} (\S+)$", told, re.M)[0])


def waiting_bytes(server: Server) -> float:
    return measured(server, "muster_waiting_bytes")


def open_sockets(server: Server) -> float:
    return measured(server, "muster_sockets")


def test_what_waits_for_all_who_do_not_read_stays_under_the_budget_of_their_address(
    make_server: Callable[..., Server],
) -> None:
    most = 1 << 20
    limits = {
        "MUSTER_ADDRESS_QUEUE_BYTES": str(most),
        "MUSTER_SOCKET_QUEUE_BYTES": str(most * 16),
        "MUSTER_MESSAGES_PER_SECOND": "5000",
    }
    house = make_server(**PRACTICE, **limits).start()
    with httpx.Client(base_url=house.url, timeout=15) as client:
        match_id = client.post("/api/play-bot", json=PLAY).json()["id"]
    waiting: list[float] = []
    with ExitStack() as open_sockets:
        sleepers = [open_sockets.enter_context(Asleep(house, match_id, "", buffer=4096)) for _ in range(80)]
        for _ in range(40):
            for sleeper in sleepers:
                with suppress(ConnectionError):
                    for _ in range(4):  # each is answered by a whole welcome, which nobody fetches
                        sleeper.say(HELLO)
            waiting.append(waiting_bytes(house))
        assert 0 < max(waiting) <= most
    while waiting_bytes(house):
        pass
    house.stop()
    assert house.faults() == []


def test_a_socket_lives_longer_than_a_request_may_take(hasty: Server) -> None:
    with call(hasty, handshake(NOBODY), answered="101") as wire:
        while b"\x88" not in wire.recv(65_536):
            pass
        with call(hasty, b"") as silent, suppress(ConnectionResetError):
            assert silent.recv(1) == b""
        wire.setblocking(False)
        with pytest.raises(BlockingIOError):
            wire.recv(1)


def silent(server: Server, count: int, stack: ExitStack) -> list[socket.socket]:
    return [stack.enter_context(call(server, b"")) for _ in range(count)]


def still_open(wires: list[socket.socket]) -> int:
    """How many of them the server has not ended."""
    left = 0
    for wire in wires:
        wire.setblocking(False)
        try:
            left += wire.recv(1) != b""
        except BlockingIOError:
            left += 1
        except ConnectionResetError:
            pass
    return left


def test_one_address_holds_only_so_many_connections_and_the_idlest_make_room(
    make_server: Callable[..., Server],
) -> None:
    house = make_server(**PRACTICE, MUSTER_CONNECTIONS_PER_ADDRESS="10").start()
    elsewhere = httpx.HTTPTransport(local_address="127.0.0.2")
    with (
        ExitStack() as stack,
        httpx.Client(base_url=house.url, timeout=15) as neighbour,
        httpx.Client(base_url=house.url, timeout=15, transport=elsewhere) as stranger,
    ):
        assert stranger.get("/api/health").status_code == 200
        wires = silent(house, 40, stack)
        assert neighbour.get("/api/health").status_code == 200
        assert stranger.get("/api/health").status_code == 200
        assert still_open(wires[:31]) == 0
        assert still_open(wires[31:]) == 9
        seats = [stack.enter_context(call(house, handshake(), answered="101")) for _ in range(30)]
        assert len(seats) == 30  # sockets have a limit of their own
    house.stop()
    assert house.faults() == []


def test_a_trusted_proxy_holds_as_many_connections_as_it_likes(make_server: Callable[..., Server]) -> None:
    limits = {"MUSTER_CONNECTIONS_PER_ADDRESS": "5", "MUSTER_TRUSTED_PROXIES": "10.0.0.0/8,127.0.0.1"}
    house = make_server(**PRACTICE, **limits).start()
    with ExitStack() as stack:
        wires = silent(house, 20, stack)
        assert httpx.get(house.url + "/api/health", timeout=15).status_code == 200
        assert still_open(wires) == 20
    house.stop()


def test_a_server_short_of_descriptors_says_so_once_and_goes_on_for_those_who_ask(
    make_server: Callable[..., Server],
) -> None:
    house = make_server(**PRACTICE, MUSTER_CONNECTIONS_PER_ADDRESS="1000").start()
    resource.prlimit(house.pid, resource.RLIMIT_NOFILE, (160, 160))
    with ExitStack() as stack:
        for _ in range(12):
            silent(house, 20, stack)
            with httpx.Client(base_url=house.url, timeout=15) as client:
                assert client.get("/api/me").status_code == 200
                assert client.post("/api/play-bot", json=PLAY).status_code == 201
    house.stop()
    told = [line for line in house.log.splitlines() if "descriptors" in line]
    assert len(told) == 1
    assert json.loads(told[0])["level"] == "warning"
    assert house.faults() == []


def descriptors(server: Server) -> int:
    """How many the server holds."""
    return len(list(Path(f"/proc/{server.pid}/fd").iterdir()))


FOREIGN = "Origin: http://elsewhere.example"


def still_held(server: Server, without: int, seconds: float) -> int:
    """How many more descriptors the server holds than it did, when they are none or the time is over."""
    end = monotonic() + seconds
    while descriptors(server) > without and monotonic() < end:
        sleep(0.05)
    return max(0, descriptors(server) - without)


@pytest.mark.parametrize(
    ("path", "more", "told"),
    [(NOBODY, (), b"no_such_match"), (NOBODY, (FOREIGN,), b"origin"), ("/nowhere", (), b"403")],
    ids=["unknown", "foreign", "no address"],
)
def test_who_answers_no_goodbye_of_a_socket_is_told_why_and_then_cut_off(
    house: Server, path: str, more: tuple[str, ...], told: bytes
) -> None:
    assert httpx.get(house.url + "/api/health").status_code == 200
    without = descriptors(house)
    with ExitStack() as stack:
        wires = [stack.enter_context(call(house, handshake(path, *more), answered="HTTP")) for _ in range(40)]
        assert still_held(house, without, 4.0) == 0
        for wire in wires:
            heard = b""
            with suppress(ConnectionResetError):
                while more_heard := wire.recv(65_536):
                    heard += more_heard
            assert told in heard or path == "/nowhere"


def test_refused_sockets_count_until_they_are_gone(make_server: Callable[..., Server]) -> None:
    house = make_server(**PRACTICE, MUSTER_SOCKETS_PER_ADDRESS="3").start()
    with ExitStack() as stack:
        answers = [
            stack.enter_context(call(house, handshake(NOBODY, FOREIGN))).recv(12)[-3:]
            for _ in range(3 + TOLD_WHY + 5)
        ]
        assert answers == [b"101"] * (3 + TOLD_WHY) + [b"429"] * 5
        beside = socket.create_connection(("127.0.0.1", house.port), source_address=("127.0.0.3", 0))
        stack.enter_context(beside).sendall(handshake())
        assert beside.recv(12)[-3:] == b"101"
    end = monotonic() + 5
    while open_sockets(house) and monotonic() < end:
        sleep(0.05)
    assert open_sockets(house) == 0
    with ExitStack() as stack:
        for number in range(4):  # the fourth is told that there are too many
            wire = stack.enter_context(call(house, handshake(), answered="101"))
            heard = b""
            while b"code" not in heard:
                heard += wire.recv(65_536)
            assert (b"too_many" in heard) == (number == 3)
    house.stop()
    assert house.faults() == []


def test_one_address_opens_only_so_many_sockets_in_a_row(make_server: Callable[..., Server]) -> None:
    house = make_server(**{**PRACTICE, "MUSTER_HANDSHAKES_PER_MINUTE": "0.01"}).start()
    codes: list[bytes] = []
    for _ in range(505):
        with call(house, handshake("/nowhere")) as wire:
            codes.append(wire.recv(12)[-3:])
    assert codes == [b"403"] * 500 + [b"429"] * 5
    with call(house, handshake()) as wire:
        heard = wire.recv(65_536)
        while more := wire.recv(65_536):
            heard += more
        assert b'"too_fast"' in heard
    house.stop()
    assert house.faults() == []


BIG = 20_000_000
"""Bytes of a file that no kernel buffers whole."""


@pytest.fixture
def client_folder(tmp_path: Path) -> Path:
    """A built client with a big file in it."""
    folder = tmp_path / "client"
    folder.mkdir()
    (folder / "index.html").write_text("<!doctype html><title>the client</title>")
    (folder / "big.js").write_bytes(b"x" * BIG)
    return folder


def unread(server: Server, stack: ExitStack, said: bytes, *, address: str = "127.0.0.1") -> socket.socket:
    """A connection that said something and reads nothing of what is answered."""
    wire = stack.enter_context(socket.socket())
    wire.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 2048)
    wire.bind((address, 0))
    wire.connect(("127.0.0.1", server.port))
    wire.sendall(said)
    return wire


@pytest.mark.parametrize("more", ["", "Connection: close\r\n"], ids=["kept alive", "the last"])
def test_who_reads_nothing_of_an_answer_is_cut_off_and_who_reads_slowly_is_not(
    make_server: Callable[..., Server], client_folder: Path, more: str
) -> None:
    house = make_server(**PRACTICE, MUSTER_CLIENT=str(client_folder), MUSTER_ANSWER_SECONDS="1").start()
    ask = f"GET /big.js HTTP/1.1\r\nHost: 127.0.0.1\r\n{more}\r\n".encode()
    with ExitStack() as stack:
        slow = unread(house, stack, ask)
        assert slow.recv(10)
        without = descriptors(house)
        idle = unread(house, stack, ask)
        begun, most = monotonic(), 0
        while monotonic() - begun < 3:
            assert slow.recv(65_536)
            most = max(most, descriptors(house))
            sleep(0.02)
        assert (most, descriptors(house)) == (without + 1, without)
        assert idle.fileno() > 0
    house.stop()
    assert house.faults() == []


def test_those_who_read_no_answer_take_no_descriptor_from_those_who_do(
    make_server: Callable[..., Server], client_folder: Path
) -> None:
    house = make_server(**PRACTICE, MUSTER_CLIENT=str(client_folder)).start()
    resource.prlimit(house.pid, resource.RLIMIT_NOFILE, (200, 200))
    ask = b"GET /big.js HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n"
    elsewhere = httpx.HTTPTransport(local_address="127.0.0.9")
    with ExitStack() as stack, httpx.Client(transport=elsewhere, base_url=house.url, timeout=15) as honest:
        for count in range(180):
            with suppress(ConnectionError):
                unread(house, stack, ask, address=f"127.0.0.{2 + count % 2}")
            if count % 30 == 29:
                for path in ("/api/health", "/api/me", "/big.js"):
                    answer = honest.get(path, headers={"connection": "close"})
                    assert (answer.status_code, path) == (200, path)
    house.stop()
    assert house.faults() == []


@pytest.mark.parametrize("code", [EMFILE, ENFILE])
def test_where_a_descriptor_is_missing_a_request_is_put_off_without_a_fault(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, code: int, capfd: pytest.CaptureFixture[str]
) -> None:
    app = create_app(Settings(data=tmp_path))

    def fails() -> bool:
        raise RuntimeError("made of it on the way") from OSError(code, "Too many open files")

    monkeypatch.setattr(app.state.context.database, "answers", fails)
    with TestClient(app, "http://localhost") as client:
        answers = [client.get("/api/health") for _ in range(3)]
    assert [(a.status_code, a.json()["code"]) for a in answers] == [(503, "busy")] * 3
    said = "".join(capfd.readouterr())
    assert "Traceback" not in said
    assert said.count("requests are refused") == 1


def test_the_server_takes_as_many_descriptors_as_it_may_have(make_server: Callable[..., Server]) -> None:
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (min(512, hard), hard))
    try:
        house = make_server(**PRACTICE).start()
    finally:
        resource.setrlimit(resource.RLIMIT_NOFILE, (soft, hard))
    assert resource.prlimit(house.pid, resource.RLIMIT_NOFILE) == (hard, hard)
    house.stop()
