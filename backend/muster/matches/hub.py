"""All matches that are in this process's memory."""

import asyncio
from collections.abc import Callable, Generator
from contextlib import contextmanager
from dataclasses import dataclass
from functools import partial

from muster.core import metrics
from muster.core.clock import Clock
from muster.core.db import Database
from muster.core.logging import get_logger
from muster.core.settings import Settings
from muster.matches import service
from muster.matches.desk import Desk
from muster.matches.journal import NOT_STORED, Conflict, Journal, NotStored
from muster.matches.runner import MatchRunner, Thinker
from muster.matches.service import Loaded
from muster.protocol import server
from muster.rulesets.catalog import Catalog

log = get_logger(__name__)

SWEEP_SECONDS = 5.0


@dataclass(frozen=True, slots=True)
class Open:
    """A match in memory with the desk that takes its messages."""

    runner: MatchRunner
    desk: Desk


class Hub:
    """Loads matches when somebody needs them and forgets those that nobody watches."""

    def __init__(
        self,
        *,
        database: Database,
        journal: Journal,
        catalog: Catalog,
        settings: Settings,
        clock: Clock,
        thinker: Thinker,
    ) -> None:
        """Nothing is loaded yet. ``thinker`` gives bots their thoughts."""
        self._thinker = thinker
        self.on_change: Callable[[MatchRunner], None] = _nobody
        self._database = database
        self._journal = journal
        self._catalog = catalog
        self._settings = settings
        self._clock = clock
        self._open: dict[str, asyncio.Task[Open]] = {}
        self._shut: dict[str, asyncio.Event] = {}
        self._visited: set[str] = set()
        self._sweeper: asyncio.Task[None] | None = None

    def start(self) -> None:
        """Begin to forget idle matches."""
        self._sweeper = asyncio.create_task(self._sweep_now_and_then(), name="hub")

    async def stop(self) -> None:
        """Forget all matches."""
        if self._sweeper is not None:
            self._sweeper.cancel()
            await asyncio.gather(self._sweeper, return_exceptions=True)
        for task in list(self._open.values()):
            opened = (await asyncio.gather(task, return_exceptions=True))[0]
            if isinstance(opened, Open):
                await opened.runner.close()
        self._open.clear()

    def loaded(self) -> list[MatchRunner]:
        """The matches in memory."""
        return [o.runner for o in self._opened()]

    def _opened(self) -> list[Open]:
        done = [t for t in self._open.values() if t.done() and not t.cancelled() and t.exception() is None]
        return [t.result() for t in done]

    def peek(self, match_id: str) -> MatchRunner | None:
        """The match if it is in memory."""
        task = self._open.get(match_id)
        if task is None or not task.done() or task.cancelled() or task.exception() is not None:
            return None
        return task.result().runner

    def asks(self, match_id: str, person_id: str) -> bool:
        """Whether a seat of that person is asked something, as far as memory knows."""
        runner = self.peek(match_id)
        if runner is None or runner.match is None:
            return False
        return any(runner.match.request_for(seat) for seat in runner.seats_held(person_id))

    async def refresh(self, match_id: str) -> None:
        """Seats have changed in the database; the match begins if all have come."""
        opened = await self.open(match_id)
        await opened.runner.refresh()

    def renamed(self, person_id: str, name: str) -> None:
        """A person has another name from now on."""
        for runner in self.loaded():
            if runner.names.get(person_id) not in (None, name):
                runner.names[person_id] = name
                runner.say_presence()

    def say_again(self, match_id: str) -> None:
        """A match that is over is played again, or no longer: those at its table look up who may join what."""
        runner = self.peek(match_id)
        for watcher in runner.watchers if runner is not None else ():
            if watcher.seat is not None and not watcher.replaced:
                watcher.send(server.AGAIN)

    async def open(self, match_id: str) -> Open:
        """The match, from memory or read now; raises Refusal where there is none."""
        while (shut := self._shut.get(match_id)) is not None:
            await shut.wait()
        task = self._open.get(match_id)
        if task is None:
            task = self._open[match_id] = asyncio.create_task(self._load(match_id))
            task.add_done_callback(partial(self._loaded, match_id))
        opened = await asyncio.shield(task)
        if opened.runner.queue.closed:  # forgotten while this call waited for its turn
            return await self.open(match_id)
        opened.runner.idle_since = self._clock.monotonic()
        self._visited.add(match_id)
        return opened

    def visits(self) -> set[str]:
        """The matches that were opened since this was last asked, and those that somebody has open still."""
        visited, self._visited = self._visited, set()
        return visited | {runner.id for runner in self.loaded() if runner.watchers}

    @contextmanager
    def shut(self, match_id: str) -> Generator[bool]:
        """Whether the match is not in memory; if so, whoever wants to open it waits until the end of this."""
        if match_id in self._open or match_id in self._shut:
            yield False
            return
        over = self._shut[match_id] = asyncio.Event()
        try:
            yield True
        finally:
            del self._shut[match_id]
            over.set()

    def _loaded(self, match_id: str, task: asyncio.Task[Open]) -> None:
        if (task.cancelled() or task.exception() is not None) and self._open.get(match_id) is task:
            del self._open[match_id]
        metrics.ROOMS.set(len(self._open))

    async def _load(self, match_id: str) -> Open:
        loaded = await self._read(match_id)
        runner = MatchRunner(
            loaded,
            self._catalog.find(loaded.head.ruleset),
            journal=self._journal,
            reload=partial(self._read, match_id),
            clock=self._clock,
            on_change=self._changed,
            thinker=self._thinker,
            unseen_seconds=self._settings.unseen_seconds,
        )
        desk = Desk(runner, self._clock)
        try:
            await runner.open(loaded)
        except (Conflict, NotStored) as fault:
            raise NOT_STORED.fresh() from fault
        self.on_change(runner)
        return Open(runner, desk)

    async def _read(self, match_id: str) -> Loaded:
        return await asyncio.to_thread(self._read_now, match_id)

    def _read_now(self, match_id: str) -> Loaded:
        with self._database.read() as session:
            return service.load(session=session, match_id=match_id)

    def _changed(self, runner: MatchRunner) -> None:
        self.on_change(runner)

    async def _sweep_now_and_then(self) -> None:
        while True:
            await asyncio.sleep(SWEEP_SECONDS)
            await self._sweep()

    async def _sweep(self) -> None:
        for opened in self._opened():
            await self._forget_if_idle(opened.runner)

    async def _forget_if_idle(self, runner: MatchRunner) -> None:
        idle = self._clock.monotonic() - runner.idle_since
        waits_for_bot = bool(runner.asked_bots()) and not runner.all_bots and not runner.faults
        if runner.watchers or runner.queue.busy or waits_for_bot or idle < self._settings.match_idle_seconds:
            return
        self._open.pop(runner.id, None)
        metrics.ROOMS.set(len(self._open))
        await runner.close()
        log.debug("a match is put away", match=runner.id, in_memory=len(self._open))


def _nobody(_runner: MatchRunner) -> None:
    """Nobody minds."""
