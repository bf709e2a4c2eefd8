"""What a figure of the bench is: milliseconds, the ratio to something measured in the same run, and the goal.

Only ratios mean anything: the same machine is now fast and now slow. A budget in milliseconds is one for a quiet
machine of the kind that runs the tests; there :func:`loop` takes one millisecond, so that a budget of 0.75 ms is
0.75 loops anywhere.
"""

import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import Final

ROUNDS: Final = 27_000
"""So many rounds of the raw loop are the fixed work that everything in one process is compared with."""
EVERY: Final = 10
"""After so many samples the loop is timed again."""


def loop() -> int:
    """The raw Python loop of fixed work."""
    table = {i: i * i for i in range(64)}
    total = 0
    for i in range(ROUNDS):
        total += table[i & 63] ^ i
    return total


def quantile(values: Sequence[float], share: float) -> float:
    """The value that this share of all values does not exceed (0.5: the median); raises ValueError for none."""
    if not values:
        raise ValueError("nothing was measured")
    ordered = sorted(values)
    return ordered[min(len(ordered) - 1, max(0, -(-int(share * 1000) * len(ordered) // 1000) - 1))]


@dataclass
class Timed:
    """Processor times of one kind of work, with those of the loop in between; milliseconds."""

    samples: list[float] = field(default_factory=list[float])
    loops: list[float] = field(default_factory=list[float])

    def run(self, work: Callable[[], object]) -> None:
        """Time the work once, and now and then the loop."""
        if len(self.samples) % EVERY == 0:
            self.loops.append(cost(loop))
        self.samples.append(cost(work))

    def at(self, share: float) -> float:
        """A quantile in milliseconds."""
        return quantile(self.samples, share)

    @property
    def loop(self) -> float:
        """The loop's median in milliseconds."""
        return quantile(self.loops, 0.5)


def cost(work: Callable[[], object]) -> float:
    """The processor time of one call in milliseconds."""
    began = time.process_time_ns()
    work()
    return (time.process_time_ns() - began) / 1e6


def word(ratio: float, goal: float | None, *, at_least: bool = False) -> str:
    """Whether a ratio meets its goal."""
    if goal is None:
        return ""
    return "green" if (ratio >= goal if at_least else ratio <= goal) else "red"


HEAD: Final = (
    "| what | median | p95 | ratio | goal | |",
    "|---|---|---|---|---|---|",
)


def timed_row(what: str, timed: Timed, goal: float | None = None, share: float = 0.95) -> str:
    """A line of the table: times, and the quantile that the goal is about in loops."""
    ratio = timed.at(share) / timed.loop
    name = "median" if share == 0.5 else f"p{share * 100:.0f}"
    wanted = f"{goal:g} loops at the {name}" if goal is not None else ""
    return (
        f"| {what} | {timed.at(0.5):.3f} ms | {timed.at(0.95):.3f} ms | {ratio:.2f} loops | {wanted} "
        f"| {word(ratio, goal)} |"
    )
