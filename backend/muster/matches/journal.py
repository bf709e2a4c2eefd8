"""The one writer of journal rows: a thread that stores the steps of many matches in one transaction.

While one transaction is being made durable, the steps that arrive meanwhile wait for the next one (group commit), so
that many matches share the price of each. A step is stored whole or not at all.
"""

import asyncio
import queue
import threading
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from sqlalchemy import Connection, bindparam, delete, insert, update
from sqlalchemy.exc import IntegrityError, SQLAlchemyError

from muster.core import metrics
from muster.core.clock import Clock
from muster.core.db import Database
from muster.core.logging import get_logger
from muster.engine.records import Row, Snapshot
from muster.engine.refusals import Refusal
from muster.matches.repository import FINALS, MATCHES, ROWS, SEATS, SNAPSHOTS, final_values, row_values

log = get_logger(__name__)

LARGEST_GROUP = 256
TOUCH_SECONDS = 10.0
MOST_TOUCHED = 10_000


class Conflict(Exception):
    """Another process has stored these positions already: what this one holds of the match is out of date."""


class NotStored(Exception):
    """The database could not store a step (disk full, locked); nothing of it was kept."""


NOT_STORED = Refusal(
    "not_stored", "This could not be stored, so nothing has happened. Try again in a moment."
)


@dataclass(slots=True)
class Entry:
    """A step of one match, with what changes in its head."""

    match_id: str
    rows: Sequence[Row]
    snapshots: Sequence[Snapshot] = ()
    forget_before: int | None = None
    """Snapshots before this position are no longer needed."""
    head: dict[str, Any] = field(default_factory=dict[str, Any])
    """Columns of the match to set (status, result)."""
    consented: Sequence[str] = ()
    """Seats that have used up one more of their consents."""
    finals: Mapping[str, bytes] = field(default_factory=dict[str, bytes])
    """What each audience is shown from now on; with the last step."""
    open: bool = True
    """Whether others may notice the step; the match's time of change tells of no other."""


@dataclass(slots=True)
class _Job:
    entry: Entry
    loop: asyncio.AbstractEventLoop
    done: asyncio.Future[None]


class Journal:
    """Takes steps from event loops and stores them in its own thread."""

    def __init__(self, database: Database, clock: Clock) -> None:
        """Call :meth:`start` before the first step."""
        self._database = database
        self._clock = clock
        self._touched: dict[str, float] = {}
        self._queue: queue.SimpleQueue[_Job | None] = queue.SimpleQueue()
        self._thread = threading.Thread(target=self._work, name="muster-journal", daemon=True)

    def start(self) -> None:
        """Start the thread."""
        self._thread.start()

    def stop(self) -> None:
        """Store what waits, then end. Blocks until then."""
        self._queue.put(None)
        self._thread.join()

    def store(self, entry: Entry) -> asyncio.Future[None]:
        """Done once the step is durable; raises :class:`Conflict` or :class:`NotStored`."""
        loop = asyncio.get_running_loop()
        done: asyncio.Future[None] = loop.create_future()
        self._queue.put(_Job(entry, loop, done))
        return done

    # ------------------------------------------------------------------ in the thread
    def _work(self) -> None:
        going = True
        while going:
            job = self._queue.get()
            jobs: list[_Job] = []
            while job is not None:
                jobs.append(job)
                if len(jobs) >= LARGEST_GROUP:
                    break
                try:
                    job = self._queue.get_nowait()
                except queue.Empty:
                    break
            going = job is not None
            if jobs:
                self._store_group(jobs)

    def _store_group(self, jobs: list[_Job]) -> None:
        began = self._clock.monotonic()
        outcomes: list[Exception | None]
        try:
            self._write([j.entry for j in jobs])
            outcomes = [None] * len(jobs)
        except Exception as error:
            # One of them does not fit, or the database is in trouble: each for itself, so that one cannot harm another.
            outcomes = [self._store_alone(j.entry) for j in jobs] if len(jobs) > 1 else [_outcome(error)]
        metrics.COMMIT_SECONDS.observe(self._clock.monotonic() - began)
        metrics.COMMIT_STEPS.observe(len(jobs))
        by_loop: dict[asyncio.AbstractEventLoop, list[tuple[asyncio.Future[None], Exception | None]]] = {}
        for job, outcome in zip(jobs, outcomes, strict=True):
            by_loop.setdefault(job.loop, []).append((job.done, outcome))
        for loop, settled in by_loop.items():
            try:
                loop.call_soon_threadsafe(_settle, settled)
            except RuntimeError:
                log.warning("steps were stored after their event loop had ended", steps=len(settled))

    def _store_alone(self, entry: Entry) -> Exception | None:
        try:
            self._write([entry])
        except Exception as error:
            return _outcome(error)
        return None

    def _write(self, entries: Sequence[Entry]) -> None:
        now = self._clock.now()
        with self._database.writing() as connection:
            _many(connection, insert(ROWS), [row_values(e.match_id, r, now) for e in entries for r in e.rows])
            _many(
                connection,
                insert(SNAPSHOTS),
                [
                    {"match_id": e.match_id, "position": s.position, "state": s.state, "hash": s.hash}
                    for e in entries
                    for s in e.snapshots
                ],
            )
            _many(
                connection,
                insert(FINALS),
                [final_values(e.match_id, a, shown) for e in entries for a, shown in e.finals.items()],
            )
            _many(connection, _TOUCH, [{"b_match": m, "b_now": now} for m in self._to_touch(entries)])
            for entry in entries:
                if entry.forget_before is not None:
                    connection.execute(
                        delete(SNAPSHOTS).where(
                            SNAPSHOTS.c.match_id == entry.match_id,
                            SNAPSHOTS.c.position < entry.forget_before,
                        )
                    )
                if entry.head:
                    connection.execute(
                        update(MATCHES).where(MATCHES.c.id == entry.match_id).values(**entry.head)
                    )
                for seat in entry.consented:
                    connection.execute(
                        update(SEATS)
                        .where(SEATS.c.match_id == entry.match_id, SEATS.c.seat == seat)
                        .values(consents=SEATS.c.consents + 1)
                    )

    def _to_touch(self, entries: Sequence[Entry]) -> list[str]:
        """Matches whose time of change is to be written: it tells which still go on, so now and then is enough."""
        now = self._clock.monotonic()
        due = {
            e.match_id
            for e in entries
            if e.head or (e.open and now - self._touched.get(e.match_id, 0.0) > TOUCH_SECONDS)
        }
        if len(self._touched) > MOST_TOUCHED:
            self._touched.clear()
        self._touched.update(dict.fromkeys(due, now))
        return sorted(due)


_TOUCH = update(MATCHES).where(MATCHES.c.id == bindparam("b_match")).values(updated=bindparam("b_now"))


def _many(connection: Connection, statement: Any, values: list[dict[str, Any]]) -> None:
    if values:
        connection.execute(statement, values)


def _outcome(error: Exception) -> Exception:
    if isinstance(error, IntegrityError):
        return Conflict()
    if not isinstance(error, SQLAlchemyError):
        log.error("a step could not be written", exc_info=error)
    else:
        log.error("the database refused a step", error=str(error.__cause__ or error)[:300])
    failed = NotStored()
    failed.__cause__ = error
    return failed


def _settle(settled: list[tuple[asyncio.Future[None], Exception | None]]) -> None:
    for done, outcome in settled:
        if done.cancelled():
            continue
        if outcome is None:
            done.set_result(None)
        else:
            done.set_exception(outcome)
