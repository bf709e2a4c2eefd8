"""What the home page shows, and the exhibition match that runs while somebody looks at it."""

import asyncio
import secrets
from collections import Counter
from collections.abc import Callable, Set
from datetime import timedelta

from muster.core.context import Context
from muster.core.logging import get_logger
from muster.engine.refusals import Refusal
from muster.engine.ruleset import AnyRuleset, ScenarioInfo
from muster.lobby import service
from muster.lobby.schemas import LiveTable, SeatBot, SeatWish, Tables
from muster.lobby.tables import live_table
from muster.matches import repository
from muster.matches.hub import Hub
from muster.matches.models import StoredMatch
from muster.matches.runner import MatchRunner
from muster.matches.schemas import MatchSummary
from muster.matches.summary import summary
from muster.rulesets.catalog import Catalog

log = get_logger(__name__)

MOST_TABLES = 12
MOST_LATELY = 8
KEPT_SECONDS = 1.0
"""How long a list serves everybody who asks for it."""
MOST_OF_ONE = 3
"""How many tables of one maker are shown at once."""
LOOKED_AT = 200
ABANDONED = timedelta(hours=1)
"""When a match in which nobody does anything is no longer shown, unless somebody who plays is there."""
REST_SECONDS = 20
"""How long a finished exhibition stays to be looked at before the next one begins."""
KEPT_EXHIBITIONS = 5
AFTER_TROUBLE_SECONDS = 60.0
"""How long none is made after one that could not begin: looks come every second."""
STATES = ("open", "running", "finished")


class Lounge:
    """One a process."""

    def __init__(
        self,
        *,
        context: Context,
        hub: Hub,
        catalog: Catalog,
        levels: service.Levels,
        on_look: Callable[[], None],
    ) -> None:
        """``on_look`` hears of every look at the home page."""
        self._context = context
        self._hub = hub
        self._catalog = catalog
        self._levels = levels
        self._on_look = on_look
        self._lock = asyncio.Lock()
        self._kept: tuple[float, Tables] | None = None
        self._not_before = float("-inf")

    @property
    def levels(self) -> service.Levels:
        """The bots of a ruleset."""
        return self._levels

    async def look(self) -> Tables:
        """What is being played. Calling it keeps the exhibition match going."""
        self._on_look()
        async with self._lock:
            now = self._context.clock.monotonic()
            if self._kept is None or now - self._kept[0] > KEPT_SECONDS:
                lately = await asyncio.to_thread(self._lately)
                self._kept = now, Tables(live=await self._live(), lately=lately)
        return self._kept[1]

    async def _live(self) -> list[LiveTable]:
        exhibition = await self._exhibition() if self._context.settings.exhibition else None
        present = {r.id for r in self._hub.loaded() if _somebody_plays(r)}
        ids = await asyncio.to_thread(self._played, present)
        tables: list[LiveTable] = []
        for match_id in [*ids, *([exhibition] if exhibition else [])]:
            try:
                opened = await self._hub.open(match_id)
            except (
                Refusal
            ) as refusal:  # it is gone meanwhile, or cannot be stored just now: the others are shown
                log.warning("a match is left out of the list", match=match_id, reason=str(refusal))
                continue
            table = await live_table(opened.runner)
            if table is not None:
                tables.append(table)
        return tables

    def _lately(self) -> list[MatchSummary]:
        """What everybody may read of the matches that ended last."""
        with self._context.database.read() as session:
            return [
                summary(session=session, match_id=found, person_id=None, secret=self._context.secret)
                for found in repository.ended(session, MOST_LATELY)
            ]

    def _played(self, present: Set[str]) -> list[str]:
        """The matches to show. Chosen are those where players are, then those with the latest step.

        The time of change is one of steps that everybody may know of (``Journal``), so the choice tells no secret. They
        are shown in the order in which they began, for a list that moves at every step could not be read.
        """
        since = self._context.clock.now() - ABANDONED
        with self._context.database.read() as session:
            found = repository.played(session, since=since, present=present, limit=LOOKED_AT)
        chosen: list[StoredMatch] = []
        made = Counter[str | None]()
        for stored in sorted(found, key=lambda m: m.id not in present):
            if made[stored.creator_id] < MOST_OF_ONE and len(chosen) < MOST_TABLES:
                made[stored.creator_id] += 1
                chosen.append(stored)
        return [m.id for m in sorted(chosen, key=lambda m: (m.id in present, m.created), reverse=True)]

    # ------------------------------------------------------------------ the exhibition match
    async def _exhibition(self) -> str | None:
        """The exhibition match that is being played, or has just ended, or is made now."""
        latest = await asyncio.to_thread(self._latest_exhibition)
        if latest is not None:
            match_id, status, age = latest
            opened = await self._hub.open(match_id)
            if opened.runner.trouble is None and (status == "running" or age < REST_SECONDS):
                return match_id
        choice = self._what_to_show()
        now = self._context.clock.monotonic()
        if choice is None or now < self._not_before:
            return None
        try:
            match_id = await asyncio.to_thread(self._make_exhibition, *choice)
        except Refusal as refusal:
            log.warning("no exhibition match could be made", reason=str(refusal))
            return None
        opened = await self._hub.open(match_id)
        if opened.runner.trouble is not None:
            self._not_before = now + AFTER_TROUBLE_SECONDS
            return None
        return match_id

    def _latest_exhibition(self) -> tuple[str, str, float] | None:
        with self._context.database.read() as session:
            found = repository.latest(session, status=["running", "finished"], exhibition=True, limit=1)
            if not found:
                return None
            age = (self._context.clock.now() - found[0].updated).total_seconds()
            return found[0].id, found[0].status, age

    def _what_to_show(self) -> tuple[AnyRuleset, ScenarioInfo, str] | None:
        choices = [
            (ruleset, scenario, levels[0])
            for ruleset in self._catalog.all()
            if (levels := self._levels(ruleset))
            for scenario in ruleset.scenarios()
        ]
        return secrets.choice(choices) if choices else None

    def _make_exhibition(self, ruleset: AnyRuleset, scenario: ScenarioInfo, level: str) -> str:
        wishes: dict[str, SeatWish] = {s.id: SeatBot(kind="bot", level=level) for s in scenario.seats}
        options = {"scenario": scenario.id} if "scenario" in ruleset.options.model_fields else {}
        with self._context.database.write() as session:
            made = service.make(
                session=session,
                ruleset=ruleset,
                options=options,
                wishes=wishes,
                levels=self._levels,
                creator_id=None,
                secret=self._context.secret,
                now=self._context.clock.now(),
                exhibition=True,
            )
            match_id = made.id
            # Whatever came of them: only the latest is ever shown, and one that fell over never ends.
            old = repository.latest(session, status=STATES, exhibition=True, limit=KEPT_EXHIBITIONS + 50)
            for stored in old[KEPT_EXHIBITIONS:]:
                if self._hub.peek(stored.id) is None:
                    repository.forget(session, stored.id)
            session.commit()
        return match_id


def _somebody_plays(runner: MatchRunner) -> bool:
    return any(seat["kind"] == "person" and seat["here"] for seat in runner.people()["seats"].values())
