"""The socket: what it takes, what it refuses, how often, and what becomes of those who are slow or gone."""

import socket as sockets
import struct
import time
from collections.abc import Callable
from contextlib import suppress
from random import Random
from typing import Any, TypeAlias

import orjson
import pytest

from tests.api.conftest import PRACTICE
from tests.api.games import against_bot, duel, hot_seat
from tests.kit.house import Server
from tests.kit.people import Lost, Person, Refused, Socket, play_out

Json: TypeAlias = Any


# ------------------------------------------------------------------ who
def test_a_socket_of_another_page_is_refused(ann: Person) -> None:
    match_id = against_bot(ann)
    socket = Socket(ann.server, match_id, ann.cookie, headers={"Origin": "http://evil.example"})
    assert socket.hear()["code"] == "origin"
    with pytest.raises(Lost):
        socket.hear()
    assert socket.wire.close_code == 1008
    Socket(ann.server, match_id, ann.cookie, headers={"Origin": ann.server.url}).close()


def test_a_match_that_is_not_there_is_said_and_closed_for_good(ann: Person) -> None:
    socket = Socket(ann.server, "nowhere", ann.cookie)
    assert socket.hear()["code"] == "no_such_match"
    with pytest.raises(Lost):
        socket.hear()
    assert socket.wire.close_code == 4404


def test_only_the_session_says_who_one_is(ann: Person, eve: Person) -> None:
    match_id = against_bot(ann)
    with ann.socket(match_id) as red:
        request = red.asked()
        with eve.socket(match_id, seat="red") as watcher:
            watcher.kind("welcome")
            assert watcher.role == "spectators"
            assert watcher.requests == []
            for message_id in (
                watcher.answer(request, {"value": 1}),
                watcher.deed("resign"),
                watcher.deed("undo"),
                watcher.deed("handover", seat="red"),
                watcher.deed("consent", yes=True),
                watcher.deed("prefer", window="parry", mode="always"),
            ):
                with pytest.raises(Refused) as refused:
                    watcher.settled(message_id)
                assert refused.value.code == "spectator"
        with Socket(ann.server, match_id, "muster_session=nonsense.sig") as forged:
            forged.hello(seat="red")
            forged.kind("welcome")
            assert forged.role == "spectators"


def test_an_answer_for_the_seat_that_is_not_shown_has_to_wait_for_the_hand_over(ann: Person) -> None:
    match_id = hot_seat(ann)
    with ann.socket(match_id, seat="blue") as blue:
        hidden = blue.asked()
        blue.deed("handover", seat="red")
        blue.kind("welcome")
        assert blue.role == "red"
        for body in ({"value": 1}, {"pass": True}):
            with pytest.raises(Refused) as refused:
                blue.settled(blue.answer(hidden, body))
            assert refused.value.code == "other_seat"
        with pytest.raises(Refused) as none:
            blue.settled(blue.deed("handover", seat="green"))
        assert none.value.code == "no_seat"


def test_a_shared_screen_that_nobody_has_taken_shows_what_everybody_may_see(ann: Person) -> None:
    match_id = hot_seat(ann)
    with ann.socket(match_id, seat="blue") as screen:
        screen.asked()
        screen.deed("handover", seat=None)
        screen.kind("welcome")
        assert (screen.role, screen.view["audience"], screen.requests) == ("spectators", "spectators", [])
        assert screen.kind("turns")["seats"], "it still hears whose turn it is"
        screen.deed("handover", seat="red")
        screen.kind("welcome")
        assert screen.role == "red"


def test_who_holds_one_seat_alone_has_nobody_to_hand_the_screen_to(ann: Person) -> None:
    with ann.socket(against_bot(ann)) as screen:
        screen.asked()
        with pytest.raises(Refused) as refused:
            screen.settled(screen.deed("handover", seat=None))
        assert (refused.value.code, screen.role) == ("not_shared", "red")


# ------------------------------------------------------------------ what
@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("", "JSON"),
        ("[]", "object"),
        ('{"t":"dance"}', "'hello'"),
        ('{"t":"answer","id":"x"}', "request"),
        ('{"t":"answer","id":7,"request":"q","body":{}}', "id"),
        ('{"t":"answer","id":"x y","request":"q","body":{}}', "id"),
        ('{"t":"answer","id":"x","request":"q","body":[]}', "body"),
        ('{"t":"hello","have":"1"}', "have"),
        ('{"t":"measure","id":1,"from":[0],"to":[1,1]}', "from"),
        ('{"t":"measure","id":1,"from":[0,1e9],"to":[1,1]}', "from"),
        ('{"t":"ping","id":1,"x":2}', "x"),
        ('{"t":"prefer","id":"x","window":"parry","mode":"perhaps"}', "mode"),
        ("\U0001f600", "JSON"),
        ("[" * 2000, "JSON"),
    ],
)
def test_a_message_that_does_not_fit_is_refused_in_words_and_the_socket_lives(
    ann: Person, text: str, says: str
) -> None:
    with ann.socket(against_bot(ann)) as red:
        red.kind("welcome")
        red.wire.send(text)
        refused = red.kind("refused")
        assert refused["code"] == "bad_message"
        assert says in refused["text"]
        red.send({"t": "ping", "id": 5})
        assert red.kind("pong")["id"] == 5


def test_the_refusal_of_a_misfit_names_its_message(ann: Person) -> None:
    with ann.socket(against_bot(ann)) as red:
        red.wire.send('{"t":"answer","id":"mine","request":"q"}')
        assert red.kind("refused")["id"] == "mine"
        red.wire.send(b"\x00\x01")
        assert red.kind("refused")["code"] == "bad_message"


@pytest.mark.parametrize(
    "body",
    [{"value": 9}, {"value": True}, {"value": "1"}, {"picks": []}, {}, {"pass": True}, {"value": 10**30}],
)
def test_an_illegal_answer_is_refused_with_a_sentence_and_changes_nothing(ann: Person, body: Json) -> None:
    with ann.socket(against_bot(ann)) as red:
        request = red.asked()
        version = red.version
        with pytest.raises(Refused) as refused:
            red.settled(red.answer(request, body))
        assert refused.value.message["text"].endswith(".")
        assert red.version == version
        red.settled(red.answer(request, {"value": 1}))


def test_a_message_beyond_the_limit_closes_the_socket_and_nothing_else(ann: Person) -> None:
    match_id = against_bot(ann)
    with ann.socket(match_id) as red:
        request = red.asked()
        red.wire.send("x" * 70_000)
        with pytest.raises(Lost):
            red.until(lambda _: False, 5)
        assert red.wire.close_code == 1009
    with ann.socket(match_id) as red:
        red.settled(red.answer(red.asked() or request, {"value": 1}))


def test_who_floods_is_told_to_wait_and_in_the_end_shut_out(ann: Person) -> None:
    with ann.socket(against_bot(ann)) as red:
        red.kind("welcome")
        with suppress(Lost):
            for number in range(2000):
                red.send({"t": "ping", "id": number})
        with pytest.raises(Lost):
            red.until(lambda _: False, 5)
        codes = [m["code"] for m in red.heard if m["t"] == "refused"]
        assert set(codes) == {"too_fast"}
        assert red.wire.close_code == 1008


# ------------------------------------------------------------------ asking without consequence
def test_measuring_is_for_everybody_and_previews_for_those_who_play(ann: Person, eve: Person) -> None:
    match_id = against_bot(ann)
    with ann.socket(match_id) as red, eve.socket(match_id) as watcher:
        red.asked()
        watcher.kind("welcome")
        for someone in (red, watcher):
            someone.send({"t": "measure", "id": 1, "from": [0, 0], "to": [3, 1]})
            assert someone.kind("preview") == {"t": "preview", "id": 1, "distance": 3, "sight": "clear"}
        watcher.send({"t": "preview", "id": 2, "request": None, "body": {}})
        assert watcher.kind("refused")["code"] == "spectator"
        red.send({"t": "preview", "id": 3, "request": "q0", "body": {}})
        assert red.kind("refused") | {"text": ""} == {"t": "refused", "id": 3, "code": "stale", "text": ""}
        red.send({"t": "preview", "id": 4, "request": red.requests[0]["id"], "body": {"value": 2}})
        assert red.kind("refused")["code"] == "no_preview"


def test_of_many_previews_the_newest_is_answered_and_answers_come_first(ann: Person) -> None:
    with ann.socket(against_bot(ann)) as red:
        request = red.asked()
        began = time.monotonic()
        for number in range(60):
            red.send({"t": "measure", "id": number, "from": [0, 0], "to": [number % 8, 1]})
        red.settled(red.answer(request, {"value": 1}))
        red.until(lambda m: m["t"] == "preview" and m["id"] == 59)
        told = [m["id"] for m in red.heard if m["t"] == "preview"]
        allowed = 6 + 20 * (time.monotonic() - began)
        assert told == sorted(told)
        assert len(told) <= allowed


def test_a_spectator_is_told_two_measures_a_second(ann: Person, eve: Person) -> None:
    match_id = against_bot(ann)
    with eve.socket(match_id) as watcher:
        watcher.kind("welcome")
        began, number = time.monotonic(), 0
        while time.monotonic() < began + 1.2:
            number += 1
            watcher.send({"t": "measure", "id": number, "from": [0, 0], "to": [1, 1]})
            time.sleep(0.03)
        watcher.until(lambda m: m["t"] == "preview" and m["id"] == number)
        told = [m["id"] for m in watcher.heard if m["t"] == "preview"]
        assert len(told) <= 2 + 2 * (time.monotonic() - began)


def test_a_preference_is_stored_and_kept_over_reloads(ann: Person) -> None:
    match_id = against_bot(ann)
    with ann.socket(match_id) as red:
        red.kind("welcome")
        message_id = red.deed("prefer", window="parry", mode="always")
        red.settled(message_id)
        red.settled(red.deed("prefer", id=message_id, window="parry", mode="always"))
        red.settled(red.deed("resign"))
    rows = ann.get(f"/api/matches/{match_id}/record")["rows"]
    assert [r["answer"] for r in rows if r["kind"] == "prefer"] == [{"window": "parry", "mode": "always"}]


# ------------------------------------------------------------------ who is here
def test_everybody_sees_who_is_here(ann: Person, ben: Person, eve: Person) -> None:
    match_id = duel(ann, ben)
    with ann.socket(match_id) as red:
        with ben.socket(match_id), eve.socket(match_id):
            full = red.until(lambda m: m["t"] == "presence" and m["people"]["spectators"] == 1)
            assert all(s["here"] for s in full["people"]["seats"].values())
        empty = red.until(lambda m: m["t"] == "presence" and m["people"]["spectators"] == 0)
        assert empty["people"]["seats"]["blue"]["here"] is False


def test_t4_a_half_open_socket_is_noticed_by_the_server_and_its_seat_shown_as_away(
    make_server: Callable[..., Server],
) -> None:
    short = {"MUSTER_SOCKET_PING_SECONDS": "0.2", "MUSTER_SOCKET_PONG_SECONDS": "0.4"}
    server = make_server(**PRACTICE, **short).start()
    ann, ben = Person(server), Person(server)
    match_id = duel(ann, ben)
    red = ann.socket(match_id)
    with Asleep(server, match_id, ben.cookie) as sleeper:
        red.until(lambda m: m["t"] == "presence" and m["people"]["seats"]["blue"]["here"])
        red.until(lambda m: m["t"] == "presence" and not m["people"]["seats"]["blue"]["here"])
        assert sleeper.cut_off()
    blue = ben.socket(match_id)
    blue.settled(blue.answer(blue.asked(), {"value": 1}))
    ann.close()
    ben.close()
    server.stop()
    assert server.faults() == []


class Asleep:
    """A browser on a laptop that fell asleep right after saying hello: it reads nothing and answers no ping."""

    def __init__(self, server: Server, match_id: str, cookie: str, *, buffer: int | None = None) -> None:
        self.raw = sockets.socket()
        if buffer is not None:
            self.raw.setsockopt(sockets.SOL_SOCKET, sockets.SO_RCVBUF, buffer)
        self.raw.connect(("127.0.0.1", server.port))
        self.raw.sendall(
            f"GET /api/matches/{match_id}/socket HTTP/1.1\r\nHost: 127.0.0.1:{server.port}\r\n"
            "Upgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Version: 13\r\n"
            f"Sec-WebSocket-Key: MDEyMzQ1Njc4OWFiY2RlZg==\r\nCookie: {cookie}\r\n\r\n".encode()
        )
        assert b"101" in self.raw.recv(200)
        self.say({"t": "hello", "have": None, "epoch": None, "seat": None})

    def say(self, message: Json) -> None:
        """A masked text frame (of the mask zero)."""
        data = orjson.dumps(message)
        head = (
            bytes((0x81, 0x80 | len(data))) if len(data) < 126 else b"\x81\xfe" + struct.pack("!H", len(data))
        )
        self.raw.sendall(head + b"\0\0\0\0" + data)

    def cut_off(self) -> bool:
        """Read what is there: whether the connection has been ended from the other side."""
        self.raw.settimeout(5)
        try:
            while self.raw.recv(65536):
                pass
        except ConnectionResetError:
            return True
        except TimeoutError:
            return False
        return True

    def __enter__(self) -> "Asleep":
        return self

    def __exit__(self, *_: object) -> None:
        self.raw.close()


def test_a_watcher_that_stops_reading_costs_the_players_nothing(
    make_server: Callable[..., Server],
) -> None:
    server = make_server(
        **PRACTICE, MUSTER_SOCKET_QUEUE_BYTES="65536", MUSTER_MESSAGES_PER_SECOND="5000"
    ).start()
    ann, eve = Person(server), Person(server)
    match_id = hot_seat(ann)
    with Asleep(server, match_id, eve.cookie, buffer=4096) as stalled, ann.socket(match_id) as both:
        both.kind("turns")
        slowest = 0.0
        for number in range(200):
            began = time.monotonic()
            both.settled(both.deed("prefer", window="parry", mode=("always", "relevant")[number % 2]))
            slowest = max(slowest, time.monotonic() - began)
            with suppress(ConnectionError):
                for _ in range(10):  # each is answered by a whole welcome, which nobody fetches
                    stalled.say({"t": "hello", "have": None, "epoch": None, "seat": None})
        assert slowest < 2.0
        metrics = ann.http.get("/metrics").text
        dropped = sum(
            float(line.split()[-1])
            for line in metrics.splitlines()
            if line.startswith("muster_watchers_dropped_total")
        )
        assert dropped >= 1
    ann.close()
    eve.close()
    server.stop()
    assert server.faults() == []


def test_a_match_goes_on_after_a_restart_where_it_was(make_server: Callable[..., Server]) -> None:
    server = make_server(**PRACTICE).start()
    ann, ben = Person(server), Person(server)
    match_id = duel(ann, ben)
    red, blue = ann.socket(match_id), ben.socket(match_id)
    play_out([red, blue], Random(9), answers=9)
    red.quiet(0.1)
    before = (red.view, red.log, red.requests)
    server.stop()
    with pytest.raises(Lost):
        red.until(lambda _: False, 5)
    server.start()
    after = ann.socket(match_id)
    after.kind("welcome")
    assert (after.view, after.log, [r for r in after.requests if r["id"] not in red.done]) == (
        before[0],
        before[1],
        [r for r in before[2] if r["id"] not in red.done],
    )
    again = ben.socket(match_id)
    again.done = blue.done
    after.done = red.done
    play_out([after, again], Random(10))
    assert after.view["result"] is not None
    ann.close()
    ben.close()
    server.stop()
    assert server.faults() == []
