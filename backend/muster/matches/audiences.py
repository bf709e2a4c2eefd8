"""What each audience of a match has seen: its feed, its channel, and the welcome for somebody who comes."""

import hashlib
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Protocol, TypeAlias

import orjson

from muster.engine.codec import packed
from muster.engine.feeds import Feed
from muster.engine.ids import SPECTATORS, Audience, Seat, audience_of
from muster.engine.match import Grade, Match
from muster.fanout.frames import text_frame
from muster.fanout.memory import Channel

Json: TypeAlias = Any


@dataclass(frozen=True, slots=True)
class Telling:
    """A step that is ready for an audience."""

    channel: Channel
    version: int
    frame: bytes

    def go(self) -> None:
        """Give it to all who listen."""
        self.channel.publish(self.version, self.frame)


@dataclass(frozen=True, slots=True)
class Listed:
    """What lists show of a match: the spectators' view as JSON, its version and epoch, the name of its table."""

    view: Json
    version: int
    epoch: str
    table_id: str


class Shown(Protocol):
    """A match as its audiences see it, while it goes on or when it is over."""

    def channel(self, audience: Audience) -> Channel:
        """The audience's channel."""
        ...

    def catch_up(self, audience: Audience) -> Telling | None:
        """Have all at hand that the audience may know now; what is new of it."""
        ...

    def whole(self, audience: Audience, people: Mapping[str, Json], seats: list[Seat], status: str) -> bytes:
        """The welcome message for somebody who has been caught up."""
        ...

    def listed(self) -> Listed:
        """What lists show, once spectators have been caught up."""
        ...


class Channels:
    """The channels of one match in memory."""

    def __init__(self) -> None:
        """None yet: each is made when somebody asks for it."""
        self._channels: dict[Audience, Channel] = {}

    def channel(self, audience: Audience) -> Channel:
        """The audience's channel."""
        channel = self._channels.get(audience)
        if channel is None:
            channel = self._channels[audience] = Channel()
        return channel


class Finals(Channels):
    """A match that is over, as it was stored for each audience. No rules are asked."""

    def __init__(self, finals: Mapping[str, bytes]) -> None:
        """``finals`` are what :meth:`Audiences.end` gave."""
        super().__init__()
        self._finals = finals

    def catch_up(self, audience: Audience) -> Telling | None:
        """Nothing is ever new."""
        self.channel(audience).version = orjson.loads(self._finals[audience])["version"]
        return None

    def whole(self, audience: Audience, people: Mapping[str, Json], seats: list[Seat], status: str) -> bytes:
        """The welcome message."""
        return _welcome(audience, self.channel(audience), people, seats, status, self._finals[audience])

    def listed(self) -> Listed:
        """What lists show."""
        final = orjson.loads(self._finals[SPECTATORS])
        epoch = self.channel(SPECTATORS).epoch
        return Listed(final["view"], final["version"], epoch, table_id(orjson.dumps(final["table"])))


class Audiences(Channels):
    """The feeds of one match in memory. Those that nobody watches are brought up to date when somebody comes."""

    def __init__(self, match: Match[Any], table: bytes) -> None:
        """``table`` is the board's fixed part as JSON."""
        super().__init__()
        self._match = match
        self._table = packed(table)
        self._table_id = table_id(table)
        self._feeds: dict[Audience, Feed] = {}
        self._rows_seen: dict[Audience, int] = {}
        self._dumped: tuple[int, bytes] = (-1, b"")
        self._states: dict[Audience, bytes] = {}
        self._known: dict[Audience, tuple[bytes, Any]] = {}
        self._wholes: dict[Audience, tuple[tuple[int, int], bytes]] = {}
        self._everybody = (*(Audience(s) for s in match.seats), SPECTATORS)
        # What it takes to come must not tell whether somebody is asked in secret: there nobody is ever behind.
        self._follows_all = match.ruleset.asks_in_secret(match.head.setup)
        if self._follows_all:
            for audience in self._everybody:
                if (telling := self.catch_up(audience)) is not None:
                    telling.go()

    def sync(self) -> list[Telling]:
        """What is new for the audiences that somebody watches; those who play come first.

        Where somebody may be asked in secret, all others are brought up to date as well.
        """
        followed = self._everybody
        if not self._follows_all:
            followed = tuple(a for a in followed if self.channel(a).listeners)
        return [t for audience in followed if (t := self._sync(audience, self._match)) is not None]

    def catch_up(self, audience: Audience) -> Telling | None:
        """Bring the audience's feed to all that it may know now; what is new of it.

        While another seat is asked in secret, that is the match as it was before: neither the question nor what led
        to it may be noticed by somebody who comes just then.
        """
        if not self._match.held - {Seat(audience)}:
            return self._sync(audience, self._match)
        if self._rows_seen.get(audience) == self._match.open_rows.of(audience) is not None:
            return None
        shown = self._match.before_secret(audience)
        return self._sync(audience, shown) if shown is not None else None

    def whole(self, audience: Audience, people: Mapping[str, Json], seats: list[Seat], status: str) -> bytes:
        """The welcome message; the audience must have been caught up."""
        feed = self._feeds[audience]
        # While another seat is asked in secret, the feed still shows a question that this seat has answered by now.
        open_ids = [p.request.id for p in self._match.play.parts if not p.answered]
        requests = [r for r in feed.requests if r["id"] in open_ids]
        state = (feed.version, len(requests))
        known, fixed = self._wholes.get(audience, ((-1, 0), b""))
        if known != state:
            body = {**feed.whole(), "requests": requests, "table": orjson.Fragment(self._table)}
            fixed = packed(orjson.dumps(body))
            self._wholes[audience] = state, fixed
        return _welcome(audience, self.channel(audience), people, seats, status, fixed)

    def listed(self) -> Listed:
        """What lists show; spectators must have been caught up."""
        feed = self._feeds[SPECTATORS]
        view = orjson.loads(orjson.dumps(feed.view))
        return Listed(view, feed.version, self.channel(SPECTATORS).epoch, self._table_id)

    def end(self) -> tuple[list[Telling], dict[str, bytes]]:
        """The match is over: what is new for every audience, and what each is shown from now on."""
        everybody = self._everybody
        tellings = [t for audience in everybody if (t := self._sync(audience, self._match)) is not None]
        table = orjson.Fragment(self._table)
        wholes = {str(a): {**self._feeds[a].whole(), "table": table} for a in everybody}
        return tellings, {a: packed(orjson.dumps(whole)) for a, whole in wholes.items()}

    def known(self, audience: Audience) -> Any:
        """The state as this audience knows it, as far as it was shown: what it may ask about.

        While another seat is asked in secret, that is the state before; whoever asks gets the same answer, as fast, as
        if nobody were asked.
        """
        seat = Seat(audience)
        if not self._match.held - {seat}:
            return self._match.state.known_to(seat)
        dumped = self._states[audience]
        kept, known = self._known.get(audience, (b"", None))
        if kept is not dumped:
            known = self._match.ruleset.load(self._match.head.setup, dumped).known_to(seat)
            self._known[audience] = dumped, known
        return known

    def undo_shown(self, seat: Seat) -> Grade | None:
        """The grade of an undo as the seat was shown it; None where it has decided something since, or nothing yet."""
        audience = audience_of(seat)
        unseen = self._match.rows[self._rows_seen[audience] :]
        if any(r.kind == "answer" and r.seat == seat for r in unseen):
            return None
        return self._feeds[audience].undo

    def _sync(self, audience: Audience, match: Match[Any]) -> Telling | None:
        feed = self._feeds.get(audience)
        if feed is None:
            feed = self._feeds[audience] = Feed(audience)
        frame = feed.sync(match)
        if not match.held - {Seat(audience)}:
            self._states[audience] = self._dump(match)
            self._rows_seen[audience] = len(match.rows)
        if frame is None:
            return None
        return Telling(self.channel(audience), frame.version, text_frame(frame.wire()))

    def _dump(self, match: Match[Any]) -> bytes:
        if match is not self._match:
            return match.ruleset.dump(match.state)
        if self._dumped[0] != len(match.rows):
            self._dumped = len(match.rows), match.ruleset.dump(match.state)
        return self._dumped[1]


def table_id(table: bytes) -> str:
    """A name for a fixed table: the same for all matches on the same one."""
    return hashlib.sha256(table).hexdigest()[:16]


def _welcome(
    audience: Audience,
    channel: Channel,
    people: Mapping[str, Json],
    seats: list[Seat],
    status: str,
    fixed: bytes,
) -> bytes:
    """The welcome message: what is of this moment, and the ``fixed`` rest."""
    own = {"t": "welcome", "role": audience, "seats": seats, "people": people, "status": status}
    return orjson.dumps({**own, "epoch": channel.epoch})[:-1] + b"," + fixed[1:]
