"""One thing at a time: the queue of a match."""

import asyncio
from collections import deque
from collections.abc import Awaitable, Callable, Hashable
from typing import Any, TypeAlias, TypeVar

T = TypeVar("T")
Job: TypeAlias = Callable[[], Awaitable[None]]
OnFault: TypeAlias = Callable[[Exception], Awaitable[None]]


class Queue:
    """Does jobs in the order in which they come; those put behind wait until nothing else is to be done."""

    def __init__(self, name: str, on_fault: OnFault) -> None:
        """``on_fault`` puts right what a job that raised has left; it must not raise itself."""
        self._name = name
        self._on_fault = on_fault
        self._jobs: deque[Job] = deque()
        self._behind: dict[Hashable, Job] = {}
        self._waiting: set[asyncio.Future[Any]] = set()
        self._wake = asyncio.Event()
        self._task: asyncio.Task[None] | None = None
        self._working = False
        self.closed = False

    def start(self) -> None:
        """Begin with what waits already."""
        self._task = asyncio.create_task(self._work(), name=self._name)

    async def close(self) -> None:
        """End. What was not begun is not done; who waits for it is told so."""
        self.closed = True
        if self._task is not None:
            self._task.cancel()
            await asyncio.gather(self._task, return_exceptions=True)
        self._jobs.clear()
        self._behind.clear()
        for outcome in list(self._waiting):
            if not outcome.done():
                outcome.set_result(None)

    def put(self, job: Job) -> None:
        """Do this when its turn comes."""
        if not self.closed:
            self._jobs.append(job)
            self._wake.set()

    def put_first(self, job: Job) -> None:
        """Do this before all that waits: it belongs to what is being done now."""
        if not self.closed:
            self._jobs.appendleft(job)
            self._wake.set()

    def put_behind(self, key: Hashable, job: Job) -> None:
        """Do this when nothing else is to be done; a newer one of the same key takes its place."""
        if not self.closed:
            self._behind.pop(key, None)
            self._behind[key] = job
            self._wake.set()

    def drop_behind(self, key: Hashable) -> None:
        """Nobody wants that any more."""
        self._behind.pop(key, None)

    async def in_turn(self, work: Callable[[], Awaitable[T]]) -> T | None:
        """Do this when its turn comes, and wait for it; None where it failed or the queue was closed."""
        if self.closed:
            return None
        outcome: asyncio.Future[T | None] = asyncio.get_running_loop().create_future()
        self._waiting.add(outcome)
        outcome.add_done_callback(self._waiting.discard)

        async def job() -> None:
            found: T | None = None
            try:
                found = await work()
            finally:
                if not outcome.done():
                    outcome.set_result(found)

        self.put(job)
        return await outcome

    @property
    def busy(self) -> bool:
        """Whether something is being done or waits to be done."""
        return self._working or bool(self._jobs)

    async def _work(self) -> None:
        while True:
            while not self._jobs and not self._behind:
                self._wake.clear()
                await self._wake.wait()
            job = self._jobs.popleft() if self._jobs else self._behind.pop(next(iter(self._behind)))
            self._working = True
            try:
                await job()
            except Exception as fault:
                await self._on_fault(fault)
            finally:
                self._working = False
