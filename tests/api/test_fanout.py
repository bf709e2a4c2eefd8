"""One step to many: frames, bounded queues, gaps."""

from random import Random

import pytest

from muster.core.limits import Bucket, Limiter
from muster.fanout.frames import text_frame
from muster.fanout.memory import KEPT_FRAMES, Budget, Channel, Outbox
from tests.api.inside import ListLink

RESYNC = b"resync"


def outbox(
    link: ListLink, *, most_bytes: int = 100, most_frames: int = 10, budget: Budget | None = None
) -> Outbox:
    budget = budget or Budget(1000)
    return Outbox(link, most_bytes=most_bytes, most_frames=most_frames, resync=RESYNC, budget=budget)


class SmallLink(ListLink):
    """A wire that is full with the frame that makes it so."""

    def __init__(self, room: int) -> None:
        super().__init__()
        self.room = room

    def write(self, frame: bytes) -> None:
        """Keep it."""
        super().write(frame)
        self.room -= len(frame)
        self.writable = self.room > 0


@pytest.mark.parametrize(
    ("size", "head"),
    [
        (0, b"\x81\x00"),
        (125, b"\x81\x7d"),
        (126, b"\x81\x7e\x00\x7e"),
        (65_535, b"\x81\x7e\xff\xff"),
        (65_536, b"\x81\x7f\x00\x00\x00\x00\x00\x01\x00\x00"),
    ],
)
def test_a_frame_states_its_length_in_the_shortest_form(size: int, head: bytes) -> None:
    assert text_frame(b"x" * size) == head + b"x" * size


def test_what_waits_goes_out_in_order_when_the_wire_is_free() -> None:
    link = ListLink()
    box = outbox(link)
    box.offer(b"1")
    link.writable = False
    box.offer(b"2")
    box.send(b"3")
    assert link.frames == [b"1"]
    link.flow()
    assert link.frames == [b"1", b"2", b"3"]


def test_all_slow_browsers_of_an_address_share_one_budget_and_the_one_without_room_is_cut_off() -> None:
    shared = Budget(100)
    links = [SmallLink(10) for _ in range(3)]
    boxes = [outbox(link, budget=shared) for link in links]
    boxes[0].send(b"x" * 30)  # the wire is full with it
    boxes[0].send(b"y" * 30)
    boxes[1].send(b"x" * 30)
    assert shared.taken == 90
    boxes[1].send(b"y" * 11)
    assert [link.aborted for link in links] == [False, True, False]
    assert shared.taken == 60
    boxes[1].send(b"nobody is there any more")
    boxes[1].offer(b"nobody is there any more")
    assert (len(links[1].frames), shared.taken) == (1, 60)
    boxes[2].send(b"x" * 41)  # what leaves with the wire full counts at once
    assert links[2].aborted
    assert shared.taken == 60
    links[0].room = 1000
    links[0].flow()
    assert links[0].frames == [b"x" * 30, b"y" * 30]
    assert shared.taken == 0


def test_what_waits_for_a_browser_that_leaves_or_falls_behind_is_given_back() -> None:
    shared = Budget(100)
    link = SmallLink(10)
    box = outbox(link, budget=shared)
    box.send(b"x" * 20)
    box.offer(b"step" * 10)
    assert shared.taken == 60
    box.offer(b"step" * 20)
    assert box.behind
    assert shared.taken == 20 + len(RESYNC)
    box.close()
    assert shared.taken == 0
    link.flow()
    assert (link.frames, shared.taken) == ([b"x" * 20], 0)


def test_who_falls_behind_is_told_to_resync_and_gets_answers_but_no_steps_until_caught_up() -> None:
    link = ListLink()
    box = outbox(link)
    link.writable = False
    for _ in range(9):
        box.offer(b"x" * 12)
    assert box.behind
    box.offer(b"a step that is left out")
    box.send(b"ack")
    link.flow()
    assert link.frames == [RESYNC, b"ack"]
    box.offer(b"still left out")
    box.caught_up()
    box.offer(b"again")
    assert link.frames == [RESYNC, b"ack", b"again"]


def test_who_does_not_even_take_the_answers_is_cut_off() -> None:
    link = ListLink()
    box = outbox(link, most_frames=4)
    link.writable = False
    for number in range(6):
        box.send(b"ack %d" % number)
    assert link.aborted


def test_a_channel_gives_exactly_the_steps_that_are_missing() -> None:
    channel = Channel()
    listener = ListLink()
    channel.listeners[outbox(listener, most_bytes=10**6, most_frames=10**6)] = None
    for version in range(1, KEPT_FRAMES + 51):
        channel.publish(version, b"%d" % version)
    last = KEPT_FRAMES + 50
    assert listener.frames == [b"%d" % v for v in range(1, last + 1)]
    assert channel.since(last) == []
    assert channel.since(last - 3) == [b"%d" % v for v in range(last - 2, last + 1)]
    assert channel.since(50) == [b"%d" % v for v in range(51, last + 1)]
    assert channel.since(49) is None
    assert channel.since(last + 1) is None


def test_a_bucket_never_lets_through_more_than_its_rate() -> None:
    luck = Random(1)
    bucket, now, passed = Bucket(2.0, 3.0, 0.0), 0.0, 0
    for _ in range(2000):
        now += luck.expovariate(20)
        passed += bucket.take(now) == 0
        assert passed <= 3 + 2 * now + 1e-6
    assert passed > 2 * now - 2


def test_reserved_turns_come_at_the_rate() -> None:
    bucket = Bucket(2.0, 1.0, 0.0)
    assert [bucket.reserve(0.0) for _ in range(4)] == [0.0, 0.5, 1.0, 1.5]


class StandingClock:
    """A clock for tests."""

    def __init__(self) -> None:
        self.seconds = 0.0

    def monotonic(self) -> float:
        return self.seconds

    def now(self) -> "None":
        return None


def test_each_key_has_a_limit_of_its_own() -> None:
    clock = StandingClock()
    limiter = Limiter(per_minute=60, burst=2, clock=clock)  # type: ignore[arg-type]
    assert [limiter.take("a") for _ in range(3)] == [0.0, 0.0, 1.0]
    assert limiter.take("b") == 0.0
    clock.seconds = 1.0
    assert limiter.take("a") == 0.0
