"""Time, as the parts at the edge ask for it. The pure parts ask nobody: they know no time."""

import time
from datetime import UTC, datetime
from typing import Protocol


class Clock(Protocol):
    """Where a service reads the time; a test gives one that stands still."""

    def now(self) -> datetime:
        """The moment for people and records: aware, in UTC."""
        ...

    def monotonic(self) -> float:
        """Seconds since some fixed moment, for measuring how long something takes; never goes back."""
        ...


def cpu_seconds() -> float:
    """Processor time that this thread has used: how much work something was, however busy the machine is."""
    return time.thread_time()


class SystemClock:
    """The machine's own clock."""

    __slots__ = ()

    def now(self) -> datetime:
        return datetime.now(UTC)

    def monotonic(self) -> float:
        return time.monotonic()
