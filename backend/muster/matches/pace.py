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
"""Rules that need more processor time than this hold up everybody else on the event loop."""
QUICK_ANSWERS = 20
"""So many quick answers in a row let a match's rules run on the event loop; a slow one sends them away again."""
_RULES = ThreadPoolExecutor(max_workers=2, thread_name_prefix="rules")
"""Threads of their own: however long the rules of some matches take, whoever asks the database does not wait."""


class Pace:
    """How quick the rules of one match have been lately."""

    def __init__(self) -> None:
        """Nothing is known yet, so the rules keep away from the loop."""
        self._quick = 0

    async def run(self, work: Callable[[], T]) -> T:
        """Run some rules where it suits their pace."""

        def measured() -> T:
            began = cpu_seconds()
            try:
                return work()
            finally:
                took = cpu_seconds() - began
                self._quick = self._quick + 1 if took < SLOW_SECONDS else 0
                metrics.RULES_SECONDS.observe(took)

        return await aside(measured) if self._quick < QUICK_ANSWERS else measured()


async def aside(work: Callable[[], T]) -> T:
    """Run rules off the event loop."""
    return await asyncio.get_running_loop().run_in_executor(_RULES, copy_context().run, work)
