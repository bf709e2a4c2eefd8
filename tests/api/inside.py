"""Matches without a server around them: hub, journal and database in this process, browsers made of lists."""

import asyncio
import secrets
from collections.abc import AsyncGenerator, Callable
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any, TypeAlias

import orjson

from muster.accounts import service as accounts
from muster.bots.levels import levels_of
from muster.bots.runner import BotRunner, thinker
from muster.core.clock import SystemClock
from muster.core.context import make_context
from muster.core.db import Database, database_address
from muster.core.limits import Bucket
from muster.core.migrate import migrate
from muster.core.settings import Settings
from muster.engine.ruleset import AnyRuleset
from muster.fanout.frames import text_frame
from muster.fanout.memory import Budget, Outbox
from muster.lobby import service as lobby
from muster.lobby.lounge import Lounge
from muster.lobby.schemas import SeatBot, SeatMe, SeatWish
from muster.matches import repository
from muster.matches.hub import Hub, Open
from muster.matches.journal import Journal
from muster.matches.watchers import Watcher
from muster.protocol import server
from muster.protocol.client import CLIENT_MESSAGE
from muster.rulesets.catalog import Catalog

Json: TypeAlias = Any
PATIENCE = 10.0


class ListLink:
    """A wire that keeps what is written to it; it can be stopped up."""

    def __init__(self) -> None:
        self.frames: list[bytes] = []
        self.writable = True
        self.aborted = False
        self._flows: Callable[[], None] = lambda: None

    def write(self, frame: bytes) -> None:
        """Keep it."""
        self.frames.append(frame)

    def abort(self) -> None:
        """Note it."""
        self.aborted = True

    def flow(self) -> None:
        """It takes more again."""
        self.writable = True
        self._flows()

    def when_writable(self, call: Callable[[], None]) -> None:
        """Whom to tell."""
        self._flows = call


def payload(frame: bytes) -> Json:
    """What a text frame of the server says."""
    head = {126: 4, 127: 10}.get(frame[1], 2)
    return orjson.loads(frame[head:])


class Browser:
    """Somebody at a match, without a socket."""

    def __init__(self, opened: Open, person_id: str | None, **limits: int) -> None:
        self.link = ListLink()
        limits = {"most_bytes": 1 << 21, "most_frames": 1024, **limits}
        outbox = Outbox(self.link, resync=text_frame(server.RESYNC), budget=Budget(1 << 30), **limits)
        self.watcher = Watcher(outbox, person_id, asks=Bucket(2, 2, 0.0), hellos=Bucket(100, 100, 0.0))
        self.opened = opened
        self.read = 0
        opened.runner.enter(self.watcher)

    def say(self, kind: str, **body: Json) -> None:
        """Say something."""
        text = orjson.dumps({"t": kind, **body})
        self.opened.desk.take(self.watcher, CLIENT_MESSAGE.validate_json(text))

    async def hear(self, wanted: Callable[[Json], bool]) -> Json:
        """The next message that is as wanted."""
        end = asyncio.get_running_loop().time() + PATIENCE
        while asyncio.get_running_loop().time() < end:
            while self.read < len(self.link.frames):
                message = payload(self.link.frames[self.read])
                self.read += 1
                if wanted(message):
                    return message
            await asyncio.sleep(0.002)
        raise TimeoutError([payload(f)["t"] for f in self.link.frames])

    async def kind(self, kind: str) -> Json:
        """The next message of that kind."""
        return await self.hear(lambda m: m["t"] == kind)

    async def settled(self, message_id: str) -> Json:
        """The answer to a message that counts."""
        return await self.hear(lambda m: m["t"] in ("ack", "refused") and m["id"] == message_id)

    async def greet(self, **body: Json) -> Json:
        """Say hello; the welcome."""
        self.say("hello", **body)
        return await self.kind("welcome")

    @property
    def heard(self) -> list[Json]:
        """All that was written."""
        return [payload(f) for f in self.link.frames]

    def leave(self) -> None:
        """Close it."""
        self.opened.runner.leave(self.watcher)


class SkippingClock(SystemClock):
    """The machine's clock, which a test can put forward."""

    ahead = 0.0

    def skip(self, seconds: float) -> None:
        """So much later all at once."""
        self.ahead += seconds

    def monotonic(self) -> float:
        """Seconds, those skipped counted."""
        return super().monotonic() + self.ahead


async def until(condition: Callable[[], bool], patience: float = PATIENCE) -> None:
    """Wait until something holds; raises TimeoutError if it does not come to that in ``patience`` seconds."""
    async with asyncio.timeout(patience):
        while not condition():
            await asyncio.sleep(0.002)


class Inside:
    """A house without doors."""

    def __init__(self, data: Path, ruleset: AnyRuleset, **settings: Json) -> None:
        self.settings = Settings.model_validate(
            {"data": data, "bot_pause_seconds": 0, "unseen_seconds": 0, **settings}
        )
        data.mkdir(exist_ok=True)
        self.database = Database(database_address(data))
        migrate(self.database.engine, data)
        self.clock = SkippingClock()
        self.catalog = Catalog([ruleset])
        self.ruleset = ruleset
        self.begin()

    def begin(self) -> None:
        """A process begins."""
        self.journal = Journal(self.database, self.clock)
        self.hub = Hub(
            database=self.database,
            journal=self.journal,
            catalog=self.catalog,
            settings=self.settings,
            clock=self.clock,
            thinker=thinker,
        )
        self.bots = BotRunner(self.settings, self.clock)
        self.hub.on_change = self.bots.notice
        self.journal.start()

    async def end(self) -> None:
        """The process ends."""
        self.bots.stop()
        await self.hub.stop()
        self.journal.stop()

    def person(self) -> str:
        """Somebody new."""
        with self.database.write() as session:
            guest = accounts.new_guest(session=session, now=self.clock.now())
            session.commit()
            return guest.id

    def match(self, *holders: str | None, maker: str | None = None, **options: Json) -> str:
        """A match whose seats these persons (None: a bot) hold, ready to begin, made by ``maker`` or the first."""
        scenarios = {s.id: s for s in self.ruleset.scenarios()}
        scenario = scenarios[options.get("scenario", next(iter(scenarios)))]
        seats = [s.id for s in scenario.seats]
        wishes: dict[str, SeatWish] = {
            seat: SeatMe(kind="me") if holder else SeatBot(kind="bot", level="random")
            for seat, holder in zip(seats, holders, strict=True)
        }
        with self.database.write() as session:
            made = lobby.make(
                session=session,
                ruleset=self.ruleset,
                options=options,
                wishes=wishes,
                levels=levels_of,
                creator_id=maker or holders[0],
                secret=b"s" * 32,
                now=self.clock.now(),
            )
            for seat, holder in zip(repository.seats_of(session, made.id), holders, strict=True):
                seat.person_id = holder
                seat.contribution = secrets.token_bytes(16)
                session.add(seat)
            session.commit()
            return made.id

    def lounge(self) -> Lounge:
        """The home page."""

        def looked() -> None:
            self.bots.looked()
            for runner in self.hub.loaded():
                self.bots.notice(runner)

        context = make_context(self.settings, self.database, b"s" * 32, self.clock)
        return Lounge(context=context, hub=self.hub, catalog=self.catalog, levels=levels_of, on_look=looked)

    async def begun(self) -> tuple[str, str, Browser, Json]:
        """A match between two people: its id, the first one's id, that one's browser and its welcome."""
        ann = self.person()
        match_id = self.match(ann, self.person())
        red = await self.browser(match_id, ann)
        return match_id, ann, red, await red.greet()

    async def browser(self, match_id: str, person_id: str | None, **limits: int) -> Browser:
        """Somebody comes to a match."""
        return Browser(await self.hub.open(match_id), person_id, **limits)


@asynccontextmanager
async def inside(data: Path, ruleset: AnyRuleset, **settings: Json) -> AsyncGenerator[Inside]:
    """A house for one test."""
    made = Inside(data, ruleset, **settings)
    try:
        yield made
    finally:
        await made.end()
        made.database.close()
