"""Where the rules of a match run: on the event loop while they are quick, in a thread where they may be slow."""

import asyncio
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from contextvars import copy_context
from typing import TypeVar

from muster.core import metrics
from muster.core.clock import cpu_seconds

T = TypeVar("T")

SLOW_SECONDS = 0.005
"""Rules that need more processor time than this on average leave the event loop."""
_RULES = ThreadPoolExecutor(max_workers=2, thread_name_prefix="rules")
"""Threads of their own: however long the rules of some matches take, whoever asks the database does not wait."""
_ASKED = ThreadPoolExecutor(max_workers=1, thread_name_prefix="asked")
"""What has no consequences (previews, measuring) waits for its like alone: no number of them holds up an answer."""


class Pace:
    """How quick the rules of one match have been lately."""

    def __init__(self, *, quick: bool) -> None:
        """``quick``: the game says that nothing it does takes long; of any other game nothing runs on the loop."""
        self._quick = quick
        self._mean = 0.0

    async def run(self, work: Callable[[], T], *, long: bool = False, asked: bool = False) -> T:
        """Run some rules where it suits their pace.

        ``long`` work (a replay) is off the loop in any case; ``asked`` is what has no consequences.
        """

        def measured() -> T:
            began = cpu_seconds()
            try:
                return work()
            finally:
                took = cpu_seconds() - began
                if not long:
                    self._mean += (took - self._mean) * 0.2
                metrics.RULES_SECONDS.observe(took)

        here = self._quick and not long and self._mean <= SLOW_SECONDS
        return measured() if here else await aside(measured, asked=asked)


async def aside(work: Callable[[], T], *, asked: bool = False) -> T:
    """Run rules off the event loop."""
    threads = _ASKED if asked else _RULES
    return await asyncio.get_running_loop().run_in_executor(threads, copy_context().run, work)
