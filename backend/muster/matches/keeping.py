"""Removes what nobody will miss: matches that nobody goes on with, forgotten rosters, guests who left nothing."""

import asyncio
from datetime import datetime, timedelta
from typing import Protocol

from sqlmodel import Session

from muster.core.clock import Clock
from muster.core.db import Database
from muster.core.logging import get_logger
from muster.core.settings import Settings
from muster.matches import repository
from muster.matches.hub import Hub
from muster.matches.repository import Cutoffs
from muster.rosters import repository as rosters

log = get_logger(__name__)


class Forget(Protocol):
    """Removes some of what was not touched since a moment."""

    def __call__(self, session: Session, *, before: datetime, limit: int) -> int:
        """How many there were; at most ``limit`` go at once."""
        ...


EVERY_SECONDS = 3600.0
ABSENCE = timedelta(days=1)
AT_ONCE = 200
"""How many guests or rosters go, or visits are noted, in one transaction; matches may be large and go one by one."""
PAUSE_SECONDS = 0.02
"""Between two transactions, so that steps which wait to be stored get their turn."""


class Keeper:
    """One a process."""

    def __init__(self, *, database: Database, hub: Hub, settings: Settings, clock: Clock) -> None:
        """Call :meth:`start` when the hub has begun."""
        self._database = database
        self._hub = hub
        self._settings = settings
        self._clock = clock
        self._task: asyncio.Task[None] | None = None

    def start(self) -> None:
        """Look now, and then every hour."""
        self._task = asyncio.create_task(self._now_and_then(), name="keeper")

    async def stop(self) -> None:
        """End, and keep in mind which matches were visited."""
        if self._task is not None:
            self._task.cancel()
            await asyncio.gather(self._task, return_exceptions=True)
        await self._note_visits()

    async def _now_and_then(self) -> None:
        forgiven = False
        while True:
            try:
                if not forgiven:
                    await asyncio.to_thread(self._forgive_own_absence)
                    forgiven = True
                await self.tidy()
            except Exception:
                log.exception("what nobody needs could not be removed")
            await asyncio.sleep(EVERY_SECONDS)

    def _forgive_own_absence(self) -> None:
        """Where this server was off for long, nobody could come: the time of every match begins anew.

        One to which nobody came looks the same; that only keeps its matches longer.
        """
        now = self._clock.now()
        with self._database.write() as session:
            last = repository.last_sign_of_life(session)
            if last is not None and now - last > ABSENCE:
                repository.note_visits(session, None, now)
                session.commit()

    async def tidy(self) -> None:
        """Note visits, then remove what is due."""
        await self._note_visits()
        matches = await self._remove_matches()
        # Before the guests: some have left nothing else.
        kept = self._settings.keep_roster_days
        forgotten = await self._remove_in_parts(rosters.forget, self._before(kept))
        guests = await self._remove_in_parts(
            repository.forget_guests, self._before(self._settings.keep_guest_days)
        )
        if matches or forgotten or guests:
            log.info(
                "removed what nobody touched for long", matches=matches, rosters=forgotten, guests=guests
            )

    async def _note_visits(self) -> None:
        visited = sorted(self._hub.visits())
        for first in range(0, len(visited), AT_ONCE):
            await asyncio.to_thread(self._note, visited[first : first + AT_ONCE])

    def _note(self, match_ids: list[str]) -> None:
        with self._database.write() as session:
            repository.note_visits(session, match_ids, self._clock.now())
            session.commit()

    # ------------------------------------------------------------------ matches
    async def _remove_matches(self) -> int:
        cutoffs = self._cutoffs()
        removed, after = 0, ""
        while due := await asyncio.to_thread(self._due, cutoffs, after):
            for match_id in due:
                with self._hub.shut(match_id) as shut:
                    removed += shut and await asyncio.to_thread(self._remove, cutoffs, match_id)
                await asyncio.sleep(PAUSE_SECONDS)
            after = due[-1]
        return removed

    def _cutoffs(self) -> Cutoffs:
        settings = self._settings
        return Cutoffs(
            waiting=self._before(settings.keep_open_days),
            running=self._before(settings.keep_idle_days),
            finished=self._before(settings.keep_finished_days),
        )

    def _before(self, days: int) -> datetime | None:
        return self._clock.now() - timedelta(days=days) if days else None

    def _due(self, cutoffs: Cutoffs, after: str) -> list[str]:
        with self._database.read() as session:
            return repository.untouched(session, cutoffs, after=after, limit=AT_ONCE)

    def _remove(self, cutoffs: Cutoffs, match_id: str) -> bool:
        """Remove it, unless somebody has joined since it was found."""
        with self._database.write() as session:
            if not repository.untouched(session, cutoffs, only=match_id):
                return False
            repository.forget(session, match_id)
            session.commit()
            return True

    # ------------------------------------------------------------------ rosters, guests
    async def _remove_in_parts(self, forget: Forget, before: datetime | None) -> int:
        removed = 0
        while before is not None and (some := await asyncio.to_thread(self._remove_some, forget, before)):
            removed += some
            await asyncio.sleep(PAUSE_SECONDS)
        return removed

    def _remove_some(self, forget: Forget, before: datetime) -> int:
        with self._database.write() as session:
            removed = forget(session, before=before, limit=AT_ONCE)
            session.commit()
            return removed
