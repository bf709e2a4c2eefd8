"""What each message of a socket does: who may, is it a repeat, then the match's own answer to it."""

import asyncio
from collections import OrderedDict
from collections.abc import Callable
from functools import partial
from typing import Any, TypeAlias

from muster.core import metrics
from muster.core.clock import Clock
from muster.core.logging import get_logger
from muster.engine.codec import packed
from muster.engine.feeds import something_apart
from muster.engine.ids import SPECTATORS, Seat, audience_of
from muster.engine.match import Match, Step
from muster.engine.refusals import EngineFault, Refusal
from muster.matches.journal import NOT_STORED, Conflict, NotStored
from muster.matches.queue import Job
from muster.matches.runner import MatchRunner
from muster.matches.taking_back import UndoAsks
from muster.matches.watchers import Watcher
from muster.protocol import client, server

Deed: TypeAlias = (
    client.Answer | client.Undo | client.Consent | client.Prefer | client.Handover | client.Resign
)
Ask: TypeAlias = client.Preview | client.Measure

log = get_logger(__name__)

KEPT_REFUSALS = 512
MOST_ROWS = 50_000
MOST_PREFERENCES = 200

INTERNAL = Refusal(
    "internal",
    "The referee stumbled over this; the match is back where it was before. Try something else, or try again.",
)
STALE = Refusal("stale", "The match has moved on meanwhile; the table shows what is asked now.")
SPECTATOR = Refusal("spectator", "You are watching this match; only those who hold a seat can act.")
HAS_REPLACED = Refusal("replaced", "This match is open in a newer tab. Play there, or load this page again.")
HELLO_FIRST = Refusal("hello_first", "Say hello first: nothing of this match has been shown here yet.")
OTHER_SEAT = Refusal("other_seat", "That question is for the other seat. Hand over first.")
WAITING = Refusal("undo_waiting", "Your wish to take something back is being decided; wait for that.")
TOO_FAST = Refusal("too_fast", "That was too much at once; wait a moment.")
TOO_LONG = Refusal(
    "too_long", "This match has taken more decisions than the journal may hold; it can only be ended."
)


SHARED = 2
"""Who holds so many seats shares a screen."""


class Desk:
    """Takes the messages of one match's sockets and puts them into its queue."""

    def __init__(self, runner: MatchRunner, clock: Clock) -> None:
        """One desk a runner."""
        self._runner = runner
        self._clock = clock
        self._refused: OrderedDict[tuple[Seat, str], bytes] = OrderedDict()
        self._facing: dict[str, Seat] = {}
        self._parked_undos: dict[Seat, tuple[str, Job]] = {}
        self._undo = UndoAsks(runner, self._refuse)
        runner.before_step = self._before_step
        runner.after_step = self._after_step

    def take(self, watcher: Watcher, message: client.ClientMessage) -> None:
        """A message that fits its model."""
        metrics.MESSAGES.labels(message.t).inc()
        match message:
            case client.Ping():
                watcher.send(server.pong(message.id))
            case client.Hello():
                if watcher.hellos.take(self._clock.monotonic()) > 0:
                    watcher.send(server.refused(None, TOO_FAST))
                else:
                    self._runner.queue.put(partial(self._hello, watcher, message))
            case client.Preview() | client.Measure():
                self._take_ask(watcher, message)
            case _:
                self._runner.queue.put(partial(self._deed, watcher, message, self._clock.monotonic()))

    # ------------------------------------------------------------------ coming and going
    async def _hello(self, watcher: Watcher, message: client.Hello) -> None:
        if watcher not in self._runner.watchers:
            return  # gone before its turn came
        seat = self._seat_for(watcher, message.seat)
        if seat is not None:
            self._replace_older(watcher)
        watcher.has_seat(seat)
        await self._show(watcher, message.have, message.epoch)

    async def _show(self, watcher: Watcher, have: int | None = None, epoch: str | None = None) -> None:
        seen = None if watcher.aside else watcher.seat
        audience = audience_of(seen) if seen is not None else SPECTATORS
        try:
            await self._runner.welcome(watcher, audience, have, epoch)
        except Refusal as refusal:
            if refusal.code != "not_started":
                watcher.send(server.refused(None, refusal))
        self._undo.remind(watcher)
        self._say_turns(watcher)
        self._runner.say_presence()

    def _seat_for(self, watcher: Watcher, wished: str | None) -> Seat | None:
        held = self._runner.seats_held(watcher.person_id)
        if not held or watcher.person_id is None:
            return None
        facing = self._facing.get(watcher.person_id)
        seat = held[0] if facing is None or facing not in held else facing
        seat = next((s for s in held if s == wished), seat)
        self._facing[watcher.person_id] = seat
        return seat

    def _replace_older(self, watcher: Watcher) -> None:
        for older in self._runner.watchers:
            if older is not watcher and older.seat is not None and older.person_id == watcher.person_id:
                older.seat = None
                older.replaced = True
                self._runner.leave_channel(older)
                older.send(server.REPLACED)

    # ------------------------------------------------------------------ deeds
    async def _deed(self, watcher: Watcher, message: Deed, began: float) -> None:
        seat = watcher.seat
        if seat is None:
            self._refuse(watcher, None, message.id, HAS_REPLACED if watcher.replaced else SPECTATOR)
            return
        if self._has_accepted(watcher, seat, message.id):
            watcher.send(server.ack(message.id))
            return
        if (earlier := self._refused.get((seat, message.id))) is not None:
            watcher.send(earlier)
            return
        match = self._runner.match
        try:
            await self._do(watcher, seat, message)
            metrics.STEP_SECONDS.observe(self._clock.monotonic() - began)
        except Refusal as refusal:
            self._refuse(watcher, seat, message.id, refusal)
            if match is not None and match.play.ticks:
                self._refused.pop((seat, message.id), None)
                raise EngineFault("A rule refused an answer after it had begun to act on it.") from refusal
        except Conflict:
            if self._has_accepted(watcher, seat, message.id):  # by the process that won
                watcher.send(server.ack(message.id))
            else:
                self._refuse(watcher, None, message.id, STALE)
        except NotStored:
            self._refuse(watcher, None, message.id, NOT_STORED)
        except Exception:
            self._refuse(watcher, None, message.id, INTERNAL)
            raise

    def _has_accepted(self, watcher: Watcher, seat: Seat, message_id: str) -> bool:
        """Whether that was settled before, for whichever of the person's seats."""
        seats = {seat, *self._runner.seats_held(watcher.person_id)}
        return any(self._runner.has_accepted(s, message_id) for s in seats)

    def _refuse(self, watcher: Watcher, seat: Seat | None, message_id: str, refusal: Refusal) -> None:
        """Say why not; with a seat, the same is said again to a repeat."""
        metrics.REFUSALS.labels(refusal.code).inc()
        payload = server.refused(message_id, refusal)
        if seat is not None:
            self._refused[seat, message_id] = packed(payload)
            if len(self._refused) > KEPT_REFUSALS:
                self._refused.popitem(last=False)
        watcher.send(payload)

    async def _do(self, watcher: Watcher, seat: Seat, message: Deed) -> None:
        if isinstance(message, client.Handover):
            await self._hand_over(watcher, message)
            return
        match = self._runner.playing
        if len(match.rows) > MOST_ROWS and not isinstance(message, client.Resign):
            raise TOO_LONG.fresh()
        match message:
            case client.Answer():
                await self._answer(watcher, seat, message, match)
            case client.Undo():
                await self._undo_wished(watcher, seat, message, match)
            case client.Consent():
                await self._undo.consent(watcher, seat, message, match)
            case client.Prefer():
                await self._prefer(watcher, seat, message, match)
            case client.Resign():
                await self._commit(watcher, message.id, partial(match.resign, seat, message.id))

    async def _commit(self, watcher: Watcher, message_id: str, work: Callable[[], Step]) -> None:
        step = await self._runner.compute(work)
        await self._runner.commit(step, lambda: watcher.send(server.ack(message_id)))

    async def _answer(self, watcher: Watcher, seat: Seat, message: client.Answer, match: Match[Any]) -> None:
        """An answer for the shown seat; a blind pass for any that the person holds."""
        for other in self._runner.seats_held(watcher.person_id):
            request = match.request_for(other)
            if other != seat and request is not None and request.id == message.request:
                if not (request.blind and request.read(message.body) is None):
                    raise OTHER_SEAT.fresh()
                seat = other
                break
        work = partial(match.answer, seat, message.request, message.body, message.id)
        await self._commit(watcher, message.id, work)

    async def _undo_wished(
        self, watcher: Watcher, seat: Seat, message: client.Undo, match: Match[Any]
    ) -> None:
        """While another seat is asked in secret, the wish is taken as the seat's table shows it.

        Where its own last decision is what led to that question, it hears of everything together.
        """
        shown = self._runner.undo_shown(seat) if match.held - {seat} else None
        if not match.held - {seat} or shown in ("consent", "judge"):
            await self._undo.ask(watcher, seat, message, match, shown)
            return
        parked, _ = self._parked_undos.get(seat, (message.id, None))
        if parked != message.id:
            raise WAITING.fresh()
        job = partial(self._deed, watcher, message, self._clock.monotonic())
        self._parked_undos[seat] = message.id, job

    async def _prefer(self, watcher: Watcher, seat: Seat, message: client.Prefer, match: Match[Any]) -> None:
        if sum(r.kind == "prefer" and r.seat == seat for r in match.rows) >= MOST_PREFERENCES:
            raise Refusal("too_many", "You have changed your preferences too often in this match.")
        work = partial(match.prefer, seat, message.window, message.mode, message.id)
        await self._commit(watcher, message.id, work)

    async def _hand_over(self, watcher: Watcher, message: client.Handover) -> None:
        if message.seat is None:
            if len(self._runner.seats_held(watcher.person_id)) < SHARED:
                raise Refusal(
                    "not_shared", "You hold no two seats here: there is nobody to hand the screen to."
                )
            watcher.aside = True
        elif message.seat not in self._runner.seats_held(watcher.person_id):
            raise Refusal("no_seat", "You do not hold that seat.")
        else:
            seat = Seat(message.seat)
            if watcher.person_id is not None:
                self._facing[watcher.person_id] = seat
            watcher.has_seat(seat)
        watcher.send(server.ack(message.id))
        await self._show(watcher)

    # ------------------------------------------------------------------ questions without consequence
    def _take_ask(self, watcher: Watcher, message: Ask) -> None:
        """The newest one is answered when nothing else is to be done, and not more often than the rate allows."""
        watcher.newest_ask = partial(
            self._runner.queue.put_behind, watcher, partial(self._tell, watcher, message)
        )
        if watcher.ask_timer is None:
            wait = watcher.asks.reserve(self._clock.monotonic())
            if wait <= 0:
                self._pass_on(watcher)
            else:
                watcher.ask_timer = asyncio.get_running_loop().call_later(wait, self._next_ask, watcher)

    def _next_ask(self, watcher: Watcher) -> None:
        watcher.ask_timer = None
        self._pass_on(watcher)

    def _pass_on(self, watcher: Watcher) -> None:
        if watcher.newest_ask is not None and watcher in self._runner.watchers:
            watcher.newest_ask()
        watcher.newest_ask = None

    async def _tell(self, watcher: Watcher, message: Ask) -> None:
        try:
            match = self._runner.playing
            if watcher.audience is None:
                raise (HAS_REPLACED if watcher.replaced else HELLO_FIRST).fresh()
            known = partial(self._runner.known, watcher.audience)
            seat = None if watcher.aside else watcher.seat
            work = partial(self._work_out, match, known, seat, message)
            answer = await self._runner.compute(work, asked=True)
            watcher.send(server.told(message.id, answer))
        except Refusal as refusal:
            watcher.send(server.refused(message.id, refusal))
        except Exception:
            metrics.FAULTS.labels("preview").inc()
            log.exception("a preview could not be worked out", match=self._runner.id)
            watcher.send(server.refused(message.id, INTERNAL))

    def _work_out(self, match: Match[Any], known: Callable[[], Any], seat: Seat | None, message: Ask) -> Any:
        ruleset = match.ruleset
        if isinstance(message, client.Measure):
            return ruleset.measure(known(), message.from_, message.to)
        if seat is None:
            raise Refusal(
                "spectator", "Spectators can measure; what a decision would mean is for those who play."
            )
        request = match.request_for(seat)
        if message.request is not None and (request is None or request.id != message.request):
            raise STALE.fresh()
        return ruleset.preview(known(), seat, request, message.body)

    # ------------------------------------------------------------------ after each step
    def _say_turns(self, watcher: Watcher) -> None:
        match = self._runner.match
        held = self._runner.seats_held(watcher.person_id)
        if match is not None and watcher.seat is not None and len(held) >= SHARED:
            asked = {s: request for s in held if (request := match.request_for(s)) is not None}
            blind = {str(s): {"request": r.id, "label": r.pass_label} for s, r in asked.items() if r.blind}
            watcher.apart = something_apart(match, held)
            watcher.send(server.turns(list(asked), watcher.apart, blind))

    def _before_step(self) -> None:
        """Shared screens are covered before what is for one pair of eyes arrives."""
        match = self._runner.match
        if match is None:
            return
        for watcher in self._runner.watchers:
            held = self._runner.seats_held(watcher.person_id)
            if watcher.seat is not None and not watcher.apart and len(held) >= SHARED:
                watcher.apart = something_apart(match, held)
                if watcher.apart:
                    watcher.send(server.COVER)

    def _after_step(self) -> None:
        match = self._runner.match
        if match is None:
            return
        for watcher in self._runner.watchers:
            self._say_turns(watcher)
        self._undo.check(match)
        if not match.held:
            undos, self._parked_undos = self._parked_undos, {}
            for _, job in undos.values():
                self._runner.queue.put(job)
