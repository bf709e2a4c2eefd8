"""Somebody at a socket of a match."""

import asyncio
from collections.abc import Callable
from dataclasses import dataclass

from muster.core.limits import Bucket
from muster.engine.ids import Audience, Seat
from muster.fanout.frames import text_frame
from muster.fanout.memory import Outbox

SEAT_ASKS_PER_SECOND = 20.0
SPECTATOR_ASKS_PER_SECOND = 2.0


@dataclass(eq=False, slots=True)
class Watcher:
    """One socket. ``seat`` is set while this socket has that seat's input, ``audience`` while it gets its steps.

    ``aside``: nobody of a shared screen has come forward; it shows what everybody may see. ``apart``: it was told
    that its person's seats do not see the same.
    """

    outbox: Outbox
    person_id: str | None
    asks: Bucket
    hellos: Bucket
    audience: Audience | None = None
    seat: Seat | None = None
    aside: bool = False
    apart: bool = False
    replaced: bool = False
    greeted: bool = False
    newest_ask: Callable[[], None] | None = None
    ask_timer: asyncio.TimerHandle | None = None

    def send(self, payload: bytes) -> None:
        """Something for this socket alone."""
        self.outbox.send(text_frame(payload))

    def has_seat(self, seat: Seat | None) -> None:
        """From now on this socket has that seat's input, or (None) watches."""
        self.seat = seat
        self.aside = False
        self.replaced = False
        self.greeted = True
        rate = SPECTATOR_ASKS_PER_SECOND if seat is None else SEAT_ASKS_PER_SECOND
        if self.asks.rate != rate:
            self.asks = Bucket(rate, max(2.0, rate / 4), 0.0)
