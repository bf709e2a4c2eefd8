"""The bench itself: what its figures mean, and that its own sockets speak the protocol."""

import socket
import threading
from collections.abc import Iterator
from itertools import pairwise
from random import Random

import pytest

from tests.bench.battle import PIECES, UNITS, WAYS, crowded, deeds, preview
from tests.bench.figures import Timed, quantile, timed_row, word
from tests.bench.floor import Raw
from tests.bench.open import EACH, QUESTIONS, Field, fire_at_all
from tests.bench.rules import LEGS, Yard, a_check, a_preview, legal_moves
from tests.bench.targets import Floor
from tests.bench.wire import PONG, Closed, Crowd, Wire, framed, unframed


def test_a_quantile_is_a_value_that_was_measured() -> None:
    values = [float(n) for n in range(1, 101)]
    assert [quantile(values, share) for share in (0, 0.5, 0.95, 0.99, 1)] == [1, 50, 95, 99, 100]
    assert quantile([3.0], 0.95) == 3.0
    with pytest.raises(ValueError, match="nothing was measured"):
        quantile([], 0.5)


@pytest.mark.parametrize(
    ("ratio", "goal", "at_least", "verdict"),
    [
        (1.0, 1.0, False, "green"),
        (1.1, 1.0, False, "red"),
        (1.0, 1.0, True, "green"),
        (0.9, 1.0, True, "red"),
    ],
)
def test_a_goal_is_met_at_the_goal_itself(ratio: float, goal: float, at_least: bool, verdict: str) -> None:
    assert word(ratio, goal, at_least=at_least) == verdict
    assert word(ratio, None) == ""


def test_a_row_compares_with_the_loop_of_the_same_run() -> None:
    timed = Timed(samples=[1.0, 2.0, 4.0], loops=[2.0, 2.0, 9.0])
    assert timed_row("x", timed, 2) == "| x | 2.000 ms | 4.000 ms | 2.00 loops | 2 loops at the p95 | green |"
    assert timed_row("x", timed, 0.9, 0.5).endswith("| 1.00 loops | 0.9 loops at the median | red |")


@pytest.mark.parametrize("size", [0, 125, 126, 65_535, 65_536])
def test_frames_are_taken_apart_wherever_they_are_cut(size: int) -> None:
    data, found = framed(b"x" * size, masked=False) * 2, list[bytes]()
    held = bytearray()
    cuts = sorted({0, 1, 3, size // 2, size + 3, len(data)})
    for start, end in pairwise(cuts):
        held += data[start:end]
        found += [payload for _, payload in unframed(held)]
    assert found == [b"x" * size] * 2
    assert not held


@pytest.fixture(params=["bare", "raw"])
def floor(request: pytest.FixtureRequest) -> Iterator[Floor]:
    """A server without rules."""
    running = Floor(request.param, 300)
    yield running
    running.stop()


def test_without_rules_everybody_hears_what_one_says_and_turns_alternate(floor: Floor) -> None:
    table = floor.table()
    first, second = table.players
    watcher = floor.watch(table)
    for mover, other in ((first, second), (second, first)):
        assert (mover.ready(), other.ready()) == (True, False)
        mover.move()
        for player in (mover, other):
            assert [player.hear(m) for m in player.wire.wait()] == [True]
        assert watcher.wait() == [b"x" * 300]
    assert (first.moved, second.moved) == (1, 1)
    crowd = Crowd()
    crowd.add(watcher)
    first.move()
    assert [(wire is watcher, len(messages)) for wire, messages in crowd.hear(15)] == [(True, 1)]
    crowd.close()


def test_a_wire_answers_pings_and_notes_its_end() -> None:
    with socket.create_server(("127.0.0.1", 0)) as listener:
        heard = bytearray()

        def serve() -> None:
            with listener.accept()[0] as one:
                assert b"Upgrade" in one.recv(4096)
                one.sendall(b"HTTP/1.1 101 Switching\r\n\r\n" + framed(b"first", masked=False))
                one.sendall(framed(b"!", 0x89, masked=False))
                heard.extend(one.recv(4096))

        server = threading.Thread(target=serve)
        server.start()
        wire = Wire(listener.getsockname()[1], "/")
        assert wire.wait() == [b"first"]
        with pytest.raises(Closed):
            wire.wait()
        server.join()
    assert heard == framed(b"!", PONG)
    wire.close()
    assert not Raw.rooms


def test_the_table_with_walls_offers_what_is_timed() -> None:
    yards = [Yard(seed) for seed in range(3)]
    for yard in yards:
        assert len(yard.path().points) == LEGS
        assert len(yard.spec.reach) > 30
        told = a_preview(yard)()
        assert isinstance(told, dict)
        assert told["legal"]
        assert a_check(yard)() is None
        assert legal_moves(yard)() is not None


def test_the_open_table_is_full_and_every_question_to_it_has_an_answer() -> None:
    field = Field(1)
    assert len(field.table.bodies) == 2 * EACH
    assert all(field.table.has_room_for(base) for base in field.table.bodies.values())
    for question, _ in QUESTIONS.values():
        assert question(field)() is not None
    sights = fire_at_all(field)()
    assert isinstance(sights, list)
    assert len(sights) == EACH


def test_the_crowded_battle_is_full_and_its_previews_are_of_deeds_that_may_be_done() -> None:
    match, request = crowded(1)
    assert (len(match.state.on_table()), len(match.state.terrain)) == (UNITS, PIECES)
    told = {kind: preview(match, request, body) for kind, body in deeds(request, Random(1))}
    assert set(WAYS[:4]) <= set(told)
    assert all(told[kind]["legal"] for kind in ("forward", "about", "charge"))
