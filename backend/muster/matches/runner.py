"""The one match in memory: takes messages one at a time, stores what they lead to, then acknowledges and tells.

Memory is a cache. Whatever goes wrong between the rules and the database, the match is read anew from what is stored,
and every watcher gets a fresh welcome under a new epoch.
"""

import asyncio
from collections.abc import Awaitable, Callable, Mapping, Sequence
from functools import partial
from typing import Any, TypeAlias, TypeVar

from muster.core import metrics
from muster.core.clock import Clock
from muster.core.logging import get_logger
from muster.engine.chance import Chance
from muster.engine.ids import SPECTATORS, Audience, Seat
from muster.engine.match import Grade, Match, Step
from muster.engine.records import Head
from muster.engine.refusals import Refusal
from muster.engine.requests import Request
from muster.engine.ruleset import AnyRuleset
from muster.matches import service
from muster.matches.audiences import Audiences, Finals, Listed, Shown, Telling
from muster.matches.entries import changes_of, may_be_noticed, pruned
from muster.matches.journal import Conflict, Entry, Journal, NotStored
from muster.matches.pace import Pace, aside
from muster.matches.queue import Queue
from muster.matches.resuming import no_rules, put_in_motion
from muster.matches.service import Loaded
from muster.matches.stages import say_stage
from muster.matches.watchdog import without_legal_answer
from muster.matches.watchers import Watcher
from muster.protocol import server

Json: TypeAlias = Any
T = TypeVar("T")
Think: TypeAlias = Callable[[Request, Any, Chance, str], Json]
Thinker: TypeAlias = Callable[[AnyRuleset, str], Think]

log = get_logger(__name__)

PRESENCE_SECONDS = 0.2
BOT_CONSENTS = 2
"""How many times in a match a bot agrees to an undo."""
RETRY_SECONDS = 1.0
"""How often a match that cannot be read is tried again, when somebody asks for it."""

HALTED = Refusal(
    "halted",
    "This match cannot be continued: what is stored of it no longer fits the rules. The fault is logged.",
)
OVER = Refusal("over", "This match is over.")


class MatchRunner:
    """Everything that happens to one match in this process goes through its queue."""

    def __init__(
        self,
        loaded: Loaded,
        ruleset: AnyRuleset | None,
        *,
        journal: Journal,
        reload: Callable[[], Awaitable[Loaded]],
        clock: Clock,
        on_change: Callable[["MatchRunner"], None],
        thinker: Thinker,
        unseen_seconds: float,
    ) -> None:
        """``ruleset`` None: not here. ``reload`` reads the match anew; ``on_change`` hears that somebody may act.

        ``thinker`` gives a ruleset's bot by its level; ``unseen_seconds`` see the setting.
        """
        self.id = loaded.head.id
        self.trouble: Refusal | None = None
        self.faults = 0
        """Faults since the last step that was stored."""
        self.queue = Queue(f"match {self.id}", self._fell_over)
        self.watchers: dict[Watcher, None] = {}
        self.idle_since = clock.monotonic()
        self.before_step: Callable[[], None] = _nothing
        self.after_step: Callable[[], None] = _nothing
        self._ruleset = ruleset
        self._journal = journal
        self._reload = reload
        self._clock = clock
        self._on_change = on_change
        self._thinker = thinker
        self._unseen_seconds = unseen_seconds
        self._kept_back: list[Telling] | None = None
        self._pace = Pace(quick=ruleset is not None and ruleset.quick)
        self._tried = 0.0
        self._presence_timer: asyncio.TimerHandle | None = None
        self._take(loaded)

    # ------------------------------------------------------------------ what is stored
    def _take(self, loaded: Loaded) -> None:
        """Start over from what is stored."""
        self.stored = loaded.head
        self.seats = {Seat(s.seat): s for s in loaded.seats}
        self.names = dict(loaded.names)
        self.match: Match[Any] | None = None
        self._audiences: Audiences | None = None
        self._finals: Finals | None = None
        self._accepted = {(r.seat, r.client_id) for r in loaded.rows if r.client_id}
        self._snapshots = [s.position for s in loaded.snapshots]

    @property
    def head(self) -> Head | None:
        """What the engine needs, or None while somebody's contribution is missing."""
        return service.engine_head(self.stored, list(self.seats.values()))

    @property
    def all_bots(self) -> bool:
        """Whether nobody but bots plays."""
        return all(s.kind == "bot" for s in self.seats.values())

    @property
    def playing(self) -> Match[Any]:
        """The match; raises Refusal where it has not begun, is over or cannot go on."""
        if self._finals is not None:
            raise OVER.fresh()
        if self.trouble is not None:
            raise self.trouble.fresh()
        if self.match is None:
            raise Refusal("not_started", "The match starts when everybody has come.")
        if self.match.result is not None:
            raise OVER.fresh()
        return self.match

    @property
    def shown(self) -> Shown:
        """What audiences see; raises Refusal where there is nothing to show."""
        shown = self._finals or self._audiences
        if self.trouble is not None:
            raise self.trouble.fresh()
        if shown is None:
            raise Refusal("not_started", "The match starts when everybody has come.")
        return shown

    def seats_held(self, person_id: str | None) -> list[Seat]:
        """The seats of a person, in the match's order."""
        return [seat for seat, s in self.seats.items() if person_id is not None and s.person_id == person_id]

    def has_accepted(self, seat: Seat, message_id: str) -> bool:
        """Whether a message of this seat and id has led to a stored row."""
        return (seat, message_id) in self._accepted

    async def open(self, loaded: Loaded) -> None:
        """Resume or, where all have come, begin. Before the first message: the queue starts here."""
        try:
            await self._open(loaded)
        except Conflict:  # another process has resumed it at the same moment
            loaded = await self._reload()
            self._take(loaded)
            await self._open(loaded)
        self.queue.start()

    async def _open(self, loaded: Loaded) -> None:
        """Show what is stored of a match that is over; put any other in motion, if all have come."""
        self.trouble = None
        if loaded.finals:
            self._finals = Finals(loaded.finals)
            return
        if loaded.head.status == "cancelled":
            self.trouble = service.cancelled()
            return
        head = self.head
        if head is None:
            return
        if self._ruleset is None:
            self.trouble = no_rules(self.stored)
            log.error("a match is waiting for rules that are not here", match=self.id, ruleset=head.ruleset)
            return
        try:
            opening = await aside(partial(put_in_motion, self._ruleset, head, loaded))
        except Exception:
            metrics.FAULTS.labels("resume").inc()
            log.exception("a match could not be resumed", match=self.id)
            self.trouble = HALTED
            return
        match, step = opening.match, opening.step
        changes = ({} if loaded.rows else {"status": "running"}) | changes_of(self.stored, match)
        if step.rows or changes or opening.finals:
            entry, positions = self._entry(step, changes, opening.finals)
            await self._journal.store(entry)
            self._stored(entry, positions)
        self.match, self._audiences = match, opening.audiences
        self._watch_requests(match)

    async def close(self) -> None:
        """End the queue. What was acknowledged is stored; the rest is sent again by the browsers."""
        await self.queue.close()
        if self._presence_timer is not None:
            self._presence_timer.cancel()

    # ------------------------------------------------------------------ the rules
    async def _fell_over(self, fault: Exception) -> None:
        """A job of the queue raised."""
        metrics.FAULTS.labels("match").inc()
        self.faults += 1
        log.error("a message could not be dealt with", match=self.id, exc_info=fault)
        await self.start_over()

    async def compute(self, work: Callable[[], T], *, long: bool = False, asked: bool = False) -> T:
        """Run the rules: here if they are quick, in a thread if they may be slow."""
        return await self._pace.run(work, long=long, asked=asked)

    async def start_over(self) -> None:
        """Read the match anew and welcome everybody again. What cannot be read is said and left alone."""
        self._tried = self._clock.monotonic()
        attached = [(w, w.audience) for w in self.watchers if w.audience is not None]
        try:
            loaded = await self._reload()
            self._take(loaded)
            await self._open(loaded)
        except Exception:
            metrics.FAULTS.labels("reload").inc()
            log.exception("a match could not be read anew", match=self.id)
            self.trouble, self.match, self._audiences = HALTED, None, None
        for watcher, audience in attached:
            watcher.audience = None
            try:
                await self.welcome(watcher, audience)
            except Refusal as refusal:
                watcher.send(server.refused(None, refusal))
            except Exception:
                metrics.FAULTS.labels("welcome").inc()
                log.exception("a watcher could not be welcomed", match=self.id)
                self.trouble = HALTED
                watcher.send(server.refused(None, HALTED))
        self._on_change(self)

    # ------------------------------------------------------------------ storing and telling
    def _entry(
        self,
        step: Step,
        changes: dict[str, Any],
        finals: Mapping[str, bytes],
        consented: Sequence[Seat] = (),
    ) -> tuple[Entry, list[int]]:
        kept, forget, positions = pruned(self._snapshots, step.snapshots)
        is_open = self.match is not None and may_be_noticed(self.match, step)
        return Entry(self.id, step.rows, kept, forget, changes, consented, finals, is_open), positions

    def _stored(self, entry: Entry, positions: list[int]) -> None:
        self._snapshots = positions
        self._accepted.update((r.seat, r.client_id) for r in entry.rows if r.client_id)
        self.faults = 0
        for name, value in entry.head.items():
            setattr(self.stored, name, value)
        say_stage(self.stored, list(self.seats.values()), entry.head.get("status"))
        for seat in entry.consented:
            self.seats[Seat(seat)].consents += 1
        if entry.consented:
            self.say_presence()
        metrics.STEPS.inc()

    async def commit(
        self, step: Step, acknowledge: Callable[[], None], consented: Sequence[Seat] = ()
    ) -> None:
        """Store a step, acknowledge it, tell everybody. The audiences' frames are made while it is being stored.

        With the last step is stored what everybody is shown from then on. Raises Conflict or NotStored; then nothing
        has happened and the match has been read anew.
        """
        began = self._clock.monotonic()
        match, audiences = self.match, self._audiences
        assert match is not None
        assert audiences is not None
        changes, finals = changes_of(self.stored, match), dict[str, bytes]()
        tellings: list[Telling] | None = None
        if changes:
            tellings, finals = await self._views(audiences.end) or (None, {})
        entry, positions = self._entry(step, changes, finals, consented)
        storing = self._journal.store(entry)
        if not changes:
            tellings = await self._views(audiences.sync)
        try:
            await storing
        except (Conflict, NotStored):
            await self.start_over()
            raise
        self._stored(entry, positions)
        acknowledge()
        if tellings is None:
            await self.start_over()
            return
        if self._kept_back is not None:  # a bot's answer behind somebody's decision: it is told with that
            self._kept_back.extend(tellings)
            return
        if self._hides_bots and not await self._answered_unseen(tellings, began):
            return
        self.before_step()
        for telling in tellings:
            telling.go()
        self._watch_requests(match)
        self.after_step()
        self._on_change(self)

    @property
    def _hides_bots(self) -> bool:
        """Whether a bot may be asked what nobody else must notice."""
        ruleset, head = self._ruleset, self.head
        bots = any(s.kind == "bot" for s in self.seats.values())
        return bots and ruleset is not None and head is not None and ruleset.asks_in_secret(head.setup)

    async def _answered_unseen(self, tellings: list[Telling], began: float) -> bool:
        """Let bots answer what a step asks them in secret, adding to what is told of it; False after a fault.

        Whether one was asked or not, what is told is told so long after the step ``began``: by the time from the
        acknowledgement on nobody can tell that somebody thought.
        """
        audiences, self._kept_back = self._audiences, tellings
        try:
            while (asked := next((a for a in self.asked_bots() if a[0].secret), None)) is not None:
                request, level = asked
                assert self._ruleset is not None
                await self._play(request.seat, self._thinker(self._ruleset, level), request.id)
                if self._audiences is not audiences:
                    return False
        except (Conflict, NotStored):
            log.warning("a bot's answer was not stored", match=self.id)
            return False
        except Exception as fault:
            await self._fell_over(fault)
            return False
        finally:
            self._kept_back = None
        if (rest := began + self._unseen_seconds - self._clock.monotonic()) > 0:
            await asyncio.sleep(rest)
        return True

    async def _views(self, work: Callable[[], T]) -> T | None:
        """Make the audiences' views; None where they cannot be made (that is no reason to refuse the step)."""
        try:
            return await self.compute(work)
        except Exception:
            metrics.FAULTS.labels("view").inc()
            log.exception("the views of a match could not be made", match=self.id)
            return None

    def _watch_requests(self, match: Match[Any]) -> None:
        """A seat that is asked but has no legal answer would wait for ever: say so where people look."""
        if match.result is None and not match.requests:
            metrics.STUCK.inc()
            log.error("a match goes on, but nobody is asked", match=self.id)
        for request in match.requests:
            if why := without_legal_answer(request):
                metrics.STUCK.inc()
                log.error(
                    "a seat is asked but has no legal answer", match=self.id, rule=request.rule_path, why=why
                )

    def known(self, audience: Audience) -> Any:
        """The state as an audience that is followed knows it, as far as it was shown."""
        assert self._audiences is not None
        return self._audiences.known(audience)

    def undo_shown(self, seat: Seat) -> Grade | None:
        """The grade of the seat's undo as it was shown, where nothing that it said is still to be shown."""
        assert self._audiences is not None
        return self._audiences.undo_shown(seat)

    # ------------------------------------------------------------------ watchers
    async def welcome(
        self, watcher: Watcher, audience: Audience, have: int | None = None, epoch: str | None = None
    ) -> None:
        """Let a watcher follow an audience: what it missed if it knows this epoch, everything otherwise."""
        self.leave_channel(watcher)
        if self.trouble is not None and self._clock.monotonic() - self._tried > RETRY_SECONDS:
            await self.start_over()
        shown = self.shown
        telling = await self.compute(partial(shown.catch_up, audience))
        if telling is not None:
            telling.go()
        channel = shown.channel(audience)
        watcher.outbox.caught_up()
        missing = channel.since(have) if have is not None and epoch == channel.epoch else None
        if missing is None:
            seats = self.seats_held(watcher.person_id)
            watcher.send(shown.whole(audience, self.people(), seats, self.stored.status))
        else:
            for frame in missing:
                watcher.outbox.offer(frame)
        watcher.audience = audience
        channel.listeners[watcher.outbox] = None
        self._on_change(self)  # bots that play only each other wait for somebody to look

    def leave_channel(self, watcher: Watcher) -> None:
        """No more steps for this watcher."""
        shown = self._finals or self._audiences
        if watcher.audience is not None and shown is not None:
            shown.channel(watcher.audience).listeners.pop(watcher.outbox, None)
        watcher.audience = None

    def enter(self, watcher: Watcher) -> None:
        """A socket has opened."""
        self.watchers[watcher] = None

    def leave(self, watcher: Watcher) -> None:
        """A socket has closed. A seat whose input a newer tab has taken over is not touched."""
        self.leave_channel(watcher)
        self.watchers.pop(watcher, None)
        self.queue.drop_behind(watcher)
        if not self.watchers:
            self.idle_since = self._clock.monotonic()
        self.say_presence()

    def people(self) -> dict[str, Json]:
        """Who holds which seat and is here, and how many watch."""
        present = {w.person_id for w in self.watchers if not w.replaced and w.seat is not None}
        seats = {
            seat: {
                "name": self._name(seat),
                "kind": s.kind,
                "level": s.level,
                "here": s.kind == "bot" or (s.person_id is not None and s.person_id in present),
                "taken": s.kind == "bot" or s.person_id is not None,
                "agrees": BOT_CONSENTS - s.consents if s.kind == "bot" else None,
            }
            for seat, s in self.seats.items()
        }
        spectators = sum(w.greeted and w.seat is None and not w.replaced for w in self.watchers)
        return {"seats": seats, "spectators": spectators}

    def _name(self, seat: Seat) -> str | None:
        person = self.seats[seat].person_id
        return self.names.get(person) if person is not None else None

    def say_presence(self) -> None:
        """Tell everybody who is here, soon: many who come together are told once."""
        if self._presence_timer is None:
            loop = asyncio.get_running_loop()
            self._presence_timer = loop.call_later(PRESENCE_SECONDS, self._say_presence)

    def _say_presence(self) -> None:
        self._presence_timer = None
        payload = server.presence(self.people(), self.stored.status)
        for watcher in self.watchers:
            if watcher.greeted and not watcher.replaced:
                watcher.send(payload)

    async def listed(self) -> Listed | None:
        """What spectators see, for lists; None while there is nothing to show."""

        async def look() -> Listed | None:
            try:
                shown = self.shown
            except Refusal:
                return None
            telling = await self.compute(partial(shown.catch_up, SPECTATORS))
            if telling is not None:
                telling.go()
            return shown.listed()

        return await self.queue.in_turn(look)

    # ------------------------------------------------------------------ seats and bots
    async def refresh(self) -> None:
        """Seats have changed in the database: read the match anew, and begin if all have come."""
        await self.queue.in_turn(self._refresh)

    async def _refresh(self) -> None:
        if self.match is not None or self._finals is not None or self.trouble is not None:
            return
        loaded = await self._reload()
        self._take(loaded)
        await self._open(loaded)
        self.say_presence()
        for watcher in [w for w in self.watchers if w.greeted and not w.replaced]:
            if loaded.head.status == "cancelled":
                watcher.send(server.refused(None, service.cancelled()))
            elif self._audiences is not None:
                watcher.has_seat(watcher.seat or next(iter(self.seats_held(watcher.person_id)), None))
                await self.welcome(watcher, Audience(watcher.seat) if watcher.seat else SPECTATORS)
        self._on_change(self)

    def asked_bots(self) -> list[tuple[Request, str]]:
        """What bots have to decide, with their levels."""
        if self.match is None or self.trouble is not None or self.match.result is not None:
            return []
        asked = [(r, self.seats[r.seat].level) for r in self.match.requests]
        return [(request, level) for request, level in asked if level is not None]

    async def _play(self, seat: Seat, think: Think, request_id: str | None) -> None:
        match = self.match
        request = match.request_for(seat) if match is not None and self.trouble is None else None
        if match is None or request is None or request_id not in (None, request.id):
            return
        # After a fault another answer: the same one would meet the same fault.
        purpose = f"bot:{seat}:{len(match.rows)}" + f":{self.faults}" * bool(self.faults)

        def work() -> Step:
            body = think(request, match.state.known_to(seat), match.chance, purpose)
            return match.answer(seat, request.id, body)

        await self.commit(await self.compute(work), lambda: None)

    def play(self, seat: Seat, think: Think, *, request_id: str | None = None) -> None:
        """Let a bot answer what its seat is asked when its turn comes.

        With ``request_id`` that question only, and before all that waits: else those who sent several messages at once
        could tell by the order of the answers that a bot is asked in secret.
        """

        async def job() -> None:
            try:
                await self._play(seat, think, request_id)
            except (Conflict, NotStored):
                log.warning("a bot's answer was not stored", match=self.id)

        if request_id is None:
            self.queue.put(job)
        else:
            self.queue.put_first(job)


def _nothing() -> None:
    """Nobody waits for the next step."""
