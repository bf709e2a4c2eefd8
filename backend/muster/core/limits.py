"""How often somebody may do something: token buckets in memory."""

from collections import OrderedDict
from collections.abc import Hashable

from muster.core.clock import Clock

KEPT_BUCKETS = 20_000


class Bucket:
    """Allows ``burst`` at once and ``rate`` a second in the long run."""

    __slots__ = ("_at", "_level", "burst", "rate")

    def __init__(self, rate: float, burst: float, now: float) -> None:
        """Full at first; ``now`` in monotonic seconds."""
        self.rate = rate
        self.burst = burst
        self._level = burst
        self._at = now

    def take(self, now: float) -> float:
        """Take one: 0 if it was there, or the seconds until it will be (then nothing is taken)."""
        self._level = min(self.burst, self._level + (now - self._at) * self.rate)
        self._at = now
        if self._level >= 1:
            self._level -= 1
            return 0.0
        return (1 - self._level) / self.rate

    def reserve(self, now: float) -> float:
        """Take one, even in advance: the seconds until its turn comes (0: now)."""
        self._level = min(self.burst, self._level + (now - self._at) * self.rate) - 1
        self._at = now
        return max(0.0, -self._level / self.rate)


class Limiter:
    """A bucket for each key; those longest unused are forgotten when there are too many."""

    def __init__(self, *, per_minute: float, burst: float, clock: Clock) -> None:
        """``per_minute`` in the long run, ``burst`` at once."""
        self._rate = per_minute / 60
        self._burst = burst
        self._clock = clock
        self._buckets: OrderedDict[Hashable, Bucket] = OrderedDict()

    def take(self, key: Hashable) -> float:
        """0 if allowed, else the seconds to wait."""
        now = self._clock.monotonic()
        bucket = self._buckets.get(key)
        if bucket is None:
            bucket = self._buckets[key] = Bucket(self._rate, self._burst, now)
            if len(self._buckets) > KEPT_BUCKETS:
                self._buckets.popitem(last=False)
        else:
            self._buckets.move_to_end(key)
        return bucket.take(now)
