"""`kill -9` at any moment loses no acknowledged decision and doubles none.

`MUSTER_KILLS` says how often (`make soak` sets many).
"""

import os
import secrets
import time
from collections.abc import Callable
from random import Random
from threading import Event, Thread
from typing import Any, TypeAlias

import httpx

from tests.api.conftest import PRACTICE
from tests.api.games import against_bot
from tests.kit.house import Server
from tests.kit.people import Lost, Person, Socket
from tests.kit.wire import answer_to

Json: TypeAlias = Any

KILLS = int(os.environ.get("MUSTER_KILLS", "3"))
PLAYERS = 3
PATIENCE = 60.0


class Player(Thread):
    """Plays matches against a bot; after each loss of the connection it sends again what was not acknowledged."""

    def __init__(self, person: Person, seed: int, stop: Event) -> None:
        super().__init__()
        self.person = person
        self.luck = Random(seed)
        self.stop = stop
        self.acknowledged: dict[str, list[str]] = {}
        self.fault: BaseException | None = None
        self.acks = 0
        self.again = 0

    def run(self) -> None:
        try:
            while not self.stop.is_set():
                self.play(self.persistently(lambda: against_bot(self.person)))
        except BaseException as error:
            self.fault = error

    def persistently(self, work: Callable[[], str]) -> str:
        end = time.monotonic() + PATIENCE
        while True:
            try:
                return work()
            except httpx.TransportError:
                assert time.monotonic() < end, "the server does not come back"
                time.sleep(0.02)

    def socket(self, match_id: str) -> Socket:
        end = time.monotonic() + PATIENCE
        while True:
            try:
                return self.person.socket(match_id)
            except Lost:
                assert time.monotonic() < end, "the server does not come back"
                time.sleep(0.02)

    def play(self, match_id: str) -> None:
        acknowledged = self.acknowledged.setdefault(match_id, [])
        waiting: tuple[Json, Json, str] | None = None
        while True:
            socket = self.socket(match_id)
            try:
                if waiting is not None:
                    self.again += 1
                while True:
                    if waiting is None:
                        request = socket.asked()
                        if request is None:
                            return
                        if request["id"] in socket.done:
                            socket.hear()
                            continue
                        waiting = request, answer_to(request, self.luck), secrets.token_hex(8)
                    request, body, message_id = waiting
                    socket.settled(socket.answer(request, body, message_id))
                    acknowledged.append(message_id)
                    socket.done.add(request["id"])
                    self.acks += 1
                    waiting = None
            except Lost:
                continue
            finally:
                socket.close()


def test_no_acknowledged_decision_is_lost_and_none_is_doubled(
    make_server: Callable[..., Server],
) -> None:
    server = make_server(**PRACTICE).start()
    stop = Event()
    players = [Player(Person(server), seed, stop) for seed in range(PLAYERS)]
    for player in players:
        player.start()
    luck = Random(20)
    for kill in range(10 * KILLS):
        # By chance none may come between a decision and its acknowledgement: then some more.
        if kill >= KILLS and any(p.again for p in players):
            break
        before = sum(p.acks for p in players)
        end = time.monotonic() + PATIENCE
        while sum(p.acks for p in players) < before + 3:
            assert time.monotonic() < end, [p.fault for p in players]
            assert not any(p.fault for p in players), [p.fault for p in players]
            time.sleep(0.005)
        time.sleep(luck.uniform(0, 0.25))
        server.kill()
        server.start()
    stop.set()
    for player in players:
        player.join(PATIENCE)
        assert not player.is_alive()
        assert player.fault is None
    assert sum(p.again for p in players) > 0, "no kill came between a decision and its acknowledgement"
    for player in players:
        for match_id, acknowledged in player.acknowledged.items():
            record = player.person.get(f"/api/matches/{match_id}/record")
            mine = [r["client_id"] for r in record["rows"] if r["kind"] == "answer" and r["seat"] == "red"]
            assert mine == acknowledged
            assert [r["position"] for r in record["rows"]] == list(range(len(record["rows"])))
        player.person.close()
    server.stop()
    assert server.faults() == []
