"""Fan-out within one process."""

from collections import deque
from collections.abc import Callable
from typing import Protocol

from muster.core import metrics
from muster.core.security import random_name

KEPT_FRAMES = 256
KEPT_BYTES = 1 << 20


class Link(Protocol):
    """The wire to one browser. Nothing here waits."""

    @property
    def writable(self) -> bool:
        """Whether more may be written now."""
        ...

    def when_writable(self, call: Callable[[], None]) -> None:
        """Call this each time that a wire which took no more takes more again."""
        ...

    def write(self, frame: bytes) -> None:
        """Hand complete frames to the operating system, or to a buffer in front of it."""
        ...

    def abort(self) -> None:
        """Cut the wire at once and forget what was not sent."""
        ...


class Budget:
    """How many bytes may wait for all browsers of one address together."""

    def __init__(self, most: int) -> None:
        """Nothing waits yet."""
        self._most = most
        self.taken = 0

    def take(self, size: int) -> bool:
        """Whether so much more may wait; if so it is counted."""
        if self.taken + size > self._most:
            return False
        self.taken += size
        metrics.WAITING.inc(size)
        return True

    def give(self, size: int) -> None:
        """So much waits no longer."""
        self.taken -= size
        metrics.WAITING.dec(size)


class Outbox:
    """What one browser still has to get: a queue with a limit, so that a slow reader costs neither memory nor time.

    What waits counts towards the ``budget``, and so does the frame with which the wire became full. What lay in the
    wire's own buffer before that does not: at most what asyncio lets through (64 KiB).
    """

    def __init__(
        self, link: Link, *, most_bytes: int, most_frames: int, resync: bytes, budget: Budget
    ) -> None:
        """``resync`` is the frame that tells the browser that it has missed something."""
        self._link = link
        self._most_bytes = most_bytes
        self._most_frames = most_frames
        self._resync = resync
        self._budget = budget
        self._queue: deque[tuple[bytes, bool]] = deque()
        self._bytes = 0
        self._in_wire = 0
        self._closed = False
        self.behind = False
        link.when_writable(self._drain)

    def send(self, frame: bytes) -> None:
        """An answer to this browser alone; one that leaves no room for it is cut off."""
        if not self._put(frame, droppable=False):
            self._cut()

    def offer(self, frame: bytes) -> None:
        """A step; a browser that cannot keep up gets ``resync`` in place of all steps from here on."""
        if self.behind or self._put(frame, droppable=True):
            return
        metrics.DROPPED.labels("resync").inc()
        self.behind = True
        self._keep([item for item in self._queue if not item[1]])
        self.send(self._resync)

    def caught_up(self) -> None:
        """The browser is being given all that it missed: steps may follow again."""
        self.behind = False

    def close(self) -> None:
        """The browser has gone: nothing waits for it any more."""
        self._closed = True
        self._keep([])
        self._wire_flows()

    def _cut(self) -> None:
        metrics.DROPPED.labels("closed").inc()
        self.close()
        self._link.abort()

    def _put(self, frame: bytes, *, droppable: bool) -> bool:
        if self._closed:
            return True
        if not self._queue and self._link.writable:
            self._write(frame)
            return True
        size = len(frame)
        if self._bytes + size > self._most_bytes or len(self._queue) >= self._most_frames:
            return False
        if not self._budget.take(size):
            return False
        self._queue.append((frame, droppable))
        self._bytes += size
        return True

    def _write(self, frame: bytes) -> None:
        self._link.write(frame)
        if self._link.writable:
            return
        if self._budget.take(len(frame)):
            self._in_wire += len(frame)
        else:
            self._cut()

    def _keep(self, items: list[tuple[bytes, bool]]) -> None:
        """Let nothing but these wait."""
        self._queue = deque(items)
        kept = sum(len(frame) for frame, _ in items)
        self._budget.give(self._bytes - kept)
        self._bytes = kept

    def _wire_flows(self) -> None:
        self._budget.give(self._in_wire)
        self._in_wire = 0

    def _drain(self) -> None:
        self._wire_flows()
        while self._queue and self._link.writable:
            frame, _ = self._queue.popleft()
            self._bytes -= len(frame)
            self._budget.give(len(frame))
            self._write(frame)


class Channel:
    """The steps of one audience: who listens, and the last of them for whoever missed some.

    ``epoch`` names this counting of versions; a browser that knows another one starts anew.
    """

    def __init__(self) -> None:
        """No version yet, nobody listening."""
        self.epoch = random_name(12)
        self.version = 0
        self.listeners: dict[Outbox, None] = {}
        self._kept: deque[bytes] = deque()
        self._bytes = 0

    def publish(self, version: int, frame: bytes) -> None:
        """Give the step that led to ``version`` to all listeners and keep it."""
        self.keep(version, frame)
        for outbox in self.listeners:
            outbox.offer(frame)

    def keep(self, version: int, frame: bytes) -> None:
        """Keep a step for those who come back."""
        self.version = version
        self._kept.append(frame)
        self._bytes += len(frame)
        while len(self._kept) > KEPT_FRAMES or self._bytes > KEPT_BYTES:
            self._bytes -= len(self._kept.popleft())

    def since(self, have: int) -> list[bytes] | None:
        """The steps after version ``have``, or None if they are no longer all here."""
        missing = self.version - have
        if missing < 0 or missing > len(self._kept):
            return None
        return list(self._kept)[len(self._kept) - missing :]
