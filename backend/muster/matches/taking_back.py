"""Taking a decision back: at once where nobody learned anything, else only if every other seat agrees."""

from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass
from functools import partial
from secrets import token_hex
from typing import Any, TypeAlias

from muster.engine.feeds import decision_words
from muster.engine.ids import Audience, Seat
from muster.engine.match import Grade, Match
from muster.engine.refusals import Refusal
from muster.engine.undoing import check_number
from muster.matches.journal import NOT_STORED, Conflict, NotStored
from muster.matches.runner import BOT_CONSENTS, MatchRunner
from muster.matches.watchers import Watcher
from muster.protocol import client, server

Refuse: TypeAlias = Callable[[Watcher, Seat | None, str, Refusal], None]

DECLINED = Refusal("undo_declined", "The other side did not agree to take that back.")
MOVED_ON = Refusal("undo_gone", "The match has moved on before the other side had agreed; it stays as it is.")
NO_LONGER = Refusal("undo_withdrawn", "You no longer ask; the match goes on as it is.")
IN_VAIN = 3
"""Wishes to take one decision back that may be declined or given up; each is a question in front of somebody."""
ASKED_ENOUGH = Refusal(
    "undo_asked_enough",
    f"You have asked {IN_VAIN} times in vain to take this back; now the decision stands.",
    numbers={"allowed": IN_VAIN},
)
SETTLED = Refusal("settled", "That question has been settled already.")


@dataclass(slots=True)
class UndoAsk:
    """A seat has asked the others whether it may take a decision back; ``position`` is that of its row."""

    id: str
    watcher: Watcher
    seat: Seat
    message_id: str
    position: int
    missing: set[Seat]
    bots: tuple[Seat, ...]
    agreed: bool = False
    """All have agreed, and only a secret question is waited for. Then ``missing`` stays as whoever asked knows it."""


class UndoAsks:
    """At most one question at a time waits for consent."""

    def __init__(self, runner: MatchRunner, refuse: Refuse) -> None:
        """``refuse`` answers the message of whoever asked."""
        self._runner = runner
        self._refuse = refuse
        self._open: UndoAsk | None = None
        self._in_vain: Counter[tuple[Seat, int]] = Counter()
        """By seat and the position of the decision that each wanted to take back last."""

    async def ask(
        self, watcher: Watcher, seat: Seat, message: client.Undo, match: Match[Any], shown: Grade | None
    ) -> None:
        """Take back at once what is free; otherwise ask the other seats. Acknowledged when it is done.

        ``shown`` is the grade as the seat was shown it, where the match is further than it may know.
        """
        if self._open is not None and self._open.seat == seat and self._open.message_id == message.id:
            self._open.watcher = watcher
            self.remind(watcher)
            return
        own = match.play.part_of(seat)
        target = match.undo_target(seat)
        if (own is not None and own.answered) or target is None or (shown or target[1]) != "consent":
            await self._take_back(watcher, message.id, partial(match.undo, seat, client_id=message.id))
            return
        check_number(match.rows, seat)
        if self._open is not None:
            raise Refusal(
                "undo_waiting", "Somebody's wish to take something back is being decided; wait for that."
            )
        position = target[0].position
        if self._in_vain[seat, position] >= IN_VAIN:
            raise ASKED_ENOUGH.fresh()
        bots, missing = self._whom_to_ask(watcher, seat)
        self._open = UndoAsk(
            f"undo-{token_hex(6)}",
            watcher,
            seat,
            message.id,
            position,
            missing,
            bots,
        )
        if not missing:
            await self._all_agree(match)
            return
        for other in missing:
            self._to_seat(other, server.consent_asked(self._described(self._open, match, other)))
        self.remind(watcher)

    async def consent(self, watcher: Watcher, seat: Seat, message: client.Consent, match: Match[Any]) -> None:
        """A seat agrees or does not; the one that asked may say no to its own wish."""
        asked = self._open
        if asked is not None and asked.seat == seat and not message.yes and message.ask in (None, asked.id):
            self._was_in_vain(asked)
            self._close()
            self._refuse(asked.watcher, asked.seat, asked.message_id, NO_LONGER)
            watcher.send(server.ack(message.id))
            return
        if asked is None or asked.agreed or seat not in asked.missing or message.ask not in (None, asked.id):
            raise SETTLED.fresh()
        if not message.yes:
            self._was_in_vain(asked)
            self._close()
            self._refuse(asked.watcher, asked.seat, asked.message_id, DECLINED)
            watcher.send(server.ack(message.id))
            return
        if asked.missing == {seat}:
            await self._all_agree(match)
        else:
            asked.missing.discard(seat)
            watcher.send(server.consent_asked(None))
            self.remind(asked.watcher)
        watcher.send(server.ack(message.id))

    def remind(self, watcher: Watcher) -> None:
        """Tell a socket of a seat what is being asked, if that concerns it."""
        asked, match, seat = self._open, self._runner.match, watcher.seat
        if asked is None or match is None or seat is None:
            return
        if seat in asked.missing and not asked.agreed:
            watcher.send(server.consent_asked(self._described(asked, match, seat)))
        elif seat == asked.seat:
            asked.watcher = watcher
            if asked.missing:  # otherwise bots alone have agreed
                names = [match.seats[s].label for s in sorted(asked.missing)]
                text = f"Waiting for {' and '.join(names)} to agree."
                watcher.send(server.consent_waiting(sorted(asked.missing), text))

    def check(self, match: Match[Any]) -> None:
        """After a step: a question that no longer makes sense is dropped, one that all agree to is carried out.

        Not while another seat is asked in secret: whoever asked may not notice anything of that.
        """
        asked = self._open
        if asked is None or match.held - {asked.seat}:
            return
        target = match.undo_target(asked.seat)
        if target is None or target[0].position != asked.position or target[1] == "judge":
            self._close()
            self._refuse(asked.watcher, asked.seat, asked.message_id, MOVED_ON)
        elif asked.agreed:
            self._runner.queue.put(self._grant_agreed)

    def _whom_to_ask(self, watcher: Watcher, seat: Seat) -> tuple[tuple[Seat, ...], set[Seat]]:
        bots: list[Seat] = []
        missing: set[Seat] = set()
        for other, stored in self._runner.seats.items():
            if other == seat or (stored.person_id is not None and stored.person_id == watcher.person_id):
                continue
            if stored.kind != "bot":
                missing.add(other)
            elif stored.consents >= BOT_CONSENTS:
                raise Refusal(
                    "consent_used_up",
                    f"The bot has agreed {BOT_CONSENTS} times already in this match; now the decision stands.",
                    numbers={"allowed": BOT_CONSENTS},
                )
            else:
                bots.append(other)
        return tuple(bots), missing

    async def _all_agree(self, match: Match[Any]) -> None:
        """Carry it out, or wait for an open secret question of another seat: what follows would tell of it."""
        asked = self._open
        assert asked is not None
        asked.agreed = True
        for seat in asked.missing:
            self._to_seat(seat, server.consent_asked(None))
        if not match.held - {asked.seat}:
            await self._grant(match)

    async def _grant_agreed(self) -> None:
        match, asked = self._runner.match, self._open
        if match is not None and asked is not None and asked.agreed and not match.held - {asked.seat}:
            await self._grant(match)

    async def _grant(self, match: Match[Any]) -> None:
        asked = self._open
        assert asked is not None
        self._close()
        work = partial(match.undo, asked.seat, granted="consent", client_id=asked.message_id)
        try:
            await self._take_back(asked.watcher, asked.message_id, work, asked.bots)
        except Refusal as refusal:
            self._refuse(asked.watcher, asked.seat, asked.message_id, refusal)
        except (Conflict, NotStored):
            self._refuse(asked.watcher, None, asked.message_id, NOT_STORED)

    async def _take_back(
        self, watcher: Watcher, message_id: str, work: Callable[[], Any], bots: tuple[Seat, ...] = ()
    ) -> None:
        step = await self._runner.compute(work, long=True)
        await self._runner.commit(step, lambda: watcher.send(server.ack(message_id)), bots)

    def _close(self) -> None:
        asked, self._open = self._open, None
        if asked is not None:
            for other in self._runner.seats:
                if other != asked.seat:
                    self._to_seat(other, server.consent_asked(None))
            self._to_seat(asked.seat, server.consent_waiting([], ""))

    def _was_in_vain(self, asked: UndoAsk) -> None:
        for seat, position in list(self._in_vain):
            if seat == asked.seat and position != asked.position:
                del self._in_vain[seat, position]
        self._in_vain[asked.seat, asked.position] += 1

    def _described(self, asked: UndoAsk, match: Match[Any], other: Seat) -> dict[str, str]:
        label = match.seats[asked.seat].label
        words = decision_words(match, Audience(other), asked.seat, match.since_last_answer(asked.seat))
        what = f"this back: {words}" if words else "the last decision back."
        return {
            "id": asked.id,
            "seat": asked.seat,
            "text": f"{label} asks to take {what} Dice that were shown stay used.",
        }

    def _to_seat(self, seat: Seat, payload: bytes) -> None:
        for watcher in self._runner.watchers:
            if watcher.seat == seat:
                watcher.send(payload)
