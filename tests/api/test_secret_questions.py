"""T12: nobody can tell whether another seat is being asked in secret, by what is answered, refused or waited for.

Two worlds that look the same to everybody but two seats: in one, the seat whose turn it is still thinks; in the other
it has moved, and somebody else is asked in secret what to do about it.
"""

import asyncio
from collections.abc import Coroutine
from pathlib import Path
from random import Random
from typing import Any, TypeAlias

import pytest
from sqlalchemy import update

from muster.bots.runner import think as runner_think
from muster.engine.chance import Chance
from muster.engine.ids import Seat
from muster.engine.match import Match
from muster.engine.requests import Request
from muster.engine.ruleset import Bot
from muster.matches import repository
from muster.matches.runner import MatchRunner
from tests.api.inside import Browser, Inside, inside
from tests.kit.practice import RULESET
from tests.kit.wire import answer_to

Json: TypeAlias = Any
SEATS = ("red", "blue", "green")
BIDS = {"red": 5, "blue": 3, "green": 1}
MINUTE = 60.0
RED, BLUE = Seat("red"), Seat("blue")


def run(test: Coroutine[Any, Any, None]) -> None:
    asyncio.run(asyncio.wait_for(test, 60))


class Table:
    """Three persons, a spectator, and a match that stands at red's first turn; blue and green have somebody hidden."""

    def __init__(self, house: Inside) -> None:
        self.house = house
        self.said = 0
        self.browsers: dict[str, Browser] = {}

    async def sit(self) -> "Table":
        persons = {seat: self.house.person() for seat in SEATS}
        match_id = self.house.match(*persons.values(), scenario="trio")
        with self.house.database.writing() as connection:  # the same chance, names and tokens in both worlds
            connection.execute(update(repository.MATCHES).values(secret=bytes(32)))
            connection.execute(update(repository.SEATS).values(contribution=bytes(16)))
            connection.exec_driver_sql("UPDATE persons SET name = 'somebody'")
        luck = Random(5)
        while True:
            for seat, person in persons.items():
                browser = self.browsers[seat] = await self.house.browser(match_id, person)
                for request in (await browser.greet())["requests"]:
                    if request["rule"] == "turn.2":
                        assert seat == "red"
                        await self.everybody_comes(match_id, persons)
                        return self
                    bid = {"value": BIDS[seat]} if request["rule"] == "bid.1" else None
                    assert (await self.answer(seat, request, bid or answer_to(request, luck)))["t"] == "ack"
                browser.leave()

    async def everybody_comes(self, match_id: str, persons: dict[str, str]) -> None:
        for browser in self.browsers.values():
            browser.leave()
        for name in (*SEATS, "eve"):
            self.browsers[name] = await self.house.browser(match_id, persons.get(name))
            await self.browsers[name].greet()

    async def answer(self, seat: str, request: Json, body: Json) -> Json:
        self.said += 1
        name = f"m{self.said}"
        self.browsers[seat].say("answer", id=name, request=request["id"], body=body)
        return await self.browsers[seat].settled(name)

    @property
    def held(self) -> list[str]:
        match = self.house.hub.loaded()[0].match
        assert match is not None
        return sorted(match.held)

    async def red_moves(self) -> None:
        """Red moves a piece; then blue is asked in secret, and green would be next."""
        request = (await self.browsers["red"].greet())["requests"][0]
        moves = [o for o in request["spec"]["options"] if o["key"].startswith("move:")]
        narrowed = {**request, "pass": None, "spec": {**request["spec"], "options": moves}}
        body = answer_to(narrowed, Random(1))
        assert (await self.answer("red", request, body))["t"] == "ack"
        assert self.held == ["blue"]

    async def blue_stays(self) -> None:
        request = (await self.browsers["blue"].greet())["requests"][0]
        assert (await self.answer("blue", request, {"picks": [{"key": "stay"}]}))["t"] == "ack"


def frames(browser: Browser) -> list[bytes]:
    """All that was heard, but who is here, and without the names that are random in every match."""
    epochs = {m["epoch"].encode() for m in browser.heard if m["t"] == "welcome"}
    kept: list[bytes] = []
    for frame in browser.link.frames:
        for epoch in epochs:
            frame = frame.replace(epoch, b"epoch")
        if b'"t":"presence"' not in frame:
            kept.append(frame)
    return kept


async def asks_everything(browser: Browser, *, seat: bool) -> None:
    """Whatever can be asked without a consequence, each question only when the one before is answered."""
    squares = ([0, 0], [3, 2], [5, 5])
    for number, to in enumerate(squares if seat else squares[:1]):
        browser.say("measure", id=number, **{"from": [1, 1], "to": to})
        await browser.hear(lambda m, n=number: m.get("id") == n)  # type: ignore[misc]
    for number, request in ((10, None), (11, "q0")):
        if seat:
            browser.say("preview", id=number, request=request, body={"picks": [{"key": "move:green-lancer"}]})
            await browser.hear(lambda m, n=number: m.get("id") == n)  # type: ignore[misc]
    browser.say("answer", id="stale", request="q0", body={"pass": True})
    await browser.settled("stale")
    browser.say("undo", id="wish")
    if seat:
        await browser.kind("consent")
    else:
        await browser.settled("wish")


def test_what_others_ask_is_answered_the_same_whether_somebody_is_asked_in_secret_or_not(
    tmp_path: Path,
) -> None:
    async def play(folder: Path, *, secret: bool) -> tuple[list[bytes], list[bytes]]:
        async with inside(folder, RULESET) as house:
            table = await Table(house).sit()
            if secret:
                await table.red_moves()
            assert table.held == (["blue"] if secret else [])
            green, eve = table.browsers["green"], table.browsers["eve"]
            await asks_everything(green, seat=True)
            await asks_everything(eve, seat=False)
            # Coming back shows the same as well, and a wish that is being decided.
            await green.greet()
            await green.kind("consent")
            await eve.greet()
            return frames(green), frames(eve)

    async def test() -> None:
        quiet = await play(tmp_path / "quiet", secret=False)
        secret = await play(tmp_path / "secret", secret=True)
        assert quiet == secret
        assert [len(f) for f in quiet] >= [9, 5]

    run(test())


def test_a_wish_that_all_agree_to_during_a_secret_question_is_carried_out_behind_it(tmp_path: Path) -> None:
    async def test() -> None:
        async with inside(tmp_path, RULESET) as house:
            table = await Table(house).sit()
            await table.red_moves()
            green = table.browsers["green"]
            green.say("undo", id="wish")
            assert (await green.kind("consent"))["asked"]["seats"] == ["blue", "red"]
            for seat in ("red", "blue"):
                other = table.browsers[seat]
                other.say("consent", id=f"{seat}-agrees", yes=True)
                assert (await other.settled(f"{seat}-agrees"))["t"] == "ack"
            # Nothing is heard of the last one's consent: it might have been given behind the secret question as well.
            assert (await green.kind("consent"))["asked"]["seats"] == ["blue"]
            await green.greet()
            assert (await green.kind("consent"))["asked"]["seats"] == ["blue"]
            blue = table.browsers["blue"]
            blue.say("consent", id="again", yes=False)
            assert (await blue.settled("again"))["code"] == "settled"
            assert not any(m.get("id") == "wish" for m in green.heard)
            assert table.held == ["blue"]
            await table.blue_stays()
            assert (await green.settled("wish"))["t"] == "ack"
            assert "Green took back" in (await green.greet())["log"][-1]["text"]

    run(test())


def test_a_wish_said_again_while_it_waits_for_a_secret_question_is_still_carried_out(tmp_path: Path) -> None:
    async def test() -> None:
        async with inside(tmp_path, RULESET) as house:
            table = await Table(house).sit()
            await table.red_moves()
            red = table.browsers["red"]
            for _ in range(2):  # the second time, as after a reconnect
                red.say("undo", id="wish")
            red.say("undo", id="another")
            assert (await red.settled("another"))["code"] == "undo_waiting"
            assert not any(m.get("id") == "wish" for m in red.heard)
            await table.blue_stays()
            request = (await table.browsers["green"].greet())["requests"][0]
            await table.answer("green", request, {"picks": [{"key": "stay"}]})
            # Others were asked because of the move, so that they have to agree.
            assert (await red.kind("consent"))["asked"]["seats"] == ["blue", "green"]

    run(test())


@pytest.mark.parametrize("watched", [True, False])
def test_who_comes_during_a_secret_question_costs_no_replay_and_so_no_time_that_tells(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, *, watched: bool
) -> None:
    """Not even whoever comes first, nor however many standing answers were given behind the question."""
    resumed: list[int] = []

    def resume(*args: Any, **more: Any) -> Any:
        resumed.append(len(args[2]))
        return original(*args, **more)

    original = Match[Any].resume

    async def test() -> None:
        async with inside(tmp_path, RULESET) as house:
            table = await Table(house).sit()
            eve = table.browsers["eve"]
            blue = table.browsers["blue"]
            if not watched:
                eve.leave()
                blue.say("prefer", id="before", window="parry", mode="always")
                await blue.settled("before")
            await table.red_moves()
            for number in range(5):
                blue.say("prefer", id=f"p{number}", window="parry", mode="always")
                assert (await blue.settled(f"p{number}"))["t"] == "ack"
            monkeypatch.setattr(Match, "resume", resume)
            eve = await house.browser(house.hub.loaded()[0].id, None)
            for _ in range(3):
                assert "red" in (await eve.greet())["view"]["pending"]
                assert await house.hub.loaded()[0].listed() is not None
            assert table.held == ["blue"]
            assert resumed == []

    run(test())


def test_after_a_restart_behind_a_secret_question_the_match_is_shown_as_before_it(tmp_path: Path) -> None:
    async def test() -> None:
        async with inside(tmp_path, RULESET) as house:
            table = await Table(house).sit()
            eve = table.browsers["eve"]
            before = await eve.greet()
            await table.red_moves()
            match_id = house.hub.loaded()[0].id
            await house.end()
            house.begin()
            again = await house.browser(match_id, None)
            after = await again.greet()
            assert house.hub.loaded()[0].match is not None
            assert table.held == ["blue"]
            assert [after[k] for k in ("view", "log", "requests")] == [
                before[k] for k in ("view", "log", "requests")
            ]

    run(test())


def listed(house: Inside, person_id: str) -> tuple[list[str], list[str]]:
    """The ids of the running matches, as the person and as the home page lists them."""
    with house.database.read() as session:
        own = repository.matches_of_person(session, person_id, 30)
    return [m.id for m in own], house.lounge()._played(frozenset())


def changed(house: Inside, match_id: str) -> object:
    """When the match has changed, as it is stored."""
    with house.database.read() as session:
        stored = repository.get_match(session, match_id)
        assert stored is not None
        return stored.updated


def test_neither_the_order_of_lists_nor_the_time_of_change_tells_of_a_sealed_answer(tmp_path: Path) -> None:
    async def test() -> None:
        async with inside(tmp_path, RULESET) as house:
            ann, ben = house.person(), house.person()
            match_id = house.match(ann, ben)
            browsers = {"red": await house.browser(match_id, ann), "blue": await house.browser(match_id, ben)}
            newer = house.match(ann, ann)
            await house.hub.open(newer)
            order = ([newer, match_id], [newer, match_id])
            assert listed(house, ann) == order
            times = [changed(house, match_id)]
            for seat, browser in browsers.items():
                request = (await browser.greet())["requests"][0]
                assert request["rule"] == "bid.1"
                house.clock.skip(MINUTE)  # so that the next change is written
                browser.say("answer", id=seat, request=request["id"], body={"value": BIDS[seat]})
                assert (await browser.settled(seat))["t"] == "ack"
                times.append(changed(house, match_id))
                assert listed(house, ann) == order
            assert times[0] == times[1] != times[2]

    run(test())


def test_the_time_of_change_does_not_tell_that_somebody_is_asked_in_secret(tmp_path: Path) -> None:
    async def test() -> None:
        async with inside(tmp_path, RULESET) as house:
            table = await Table(house).sit()
            match_id = house.hub.loaded()[0].id
            before = changed(house, match_id)
            house.clock.skip(MINUTE)
            await table.red_moves()
            assert changed(house, match_id) == before
            await table.blue_stays()
            assert table.held == ["green"]
            assert changed(house, match_id) == before
            request = (await table.browsers["green"].greet())["requests"][0]
            assert (await table.answer("green", request, {"picks": [{"key": "stay"}]}))["t"] == "ack"
            assert table.held == []
            assert changed(house, match_id) != before

    run(test())


# ------------------------------------------------------------------ bots
async def settled(runner: MatchRunner) -> None:
    """Until what was put into the match's queue is done, and who has to act next has heard of it."""
    while runner.queue.busy:
        await asyncio.sleep(0.002)


async def answered(runner: MatchRunner, request_id: str) -> None:
    """Until that question is no longer open."""
    while runner.match is not None and any(r.id == request_id for r in runner.match.requests):
        await asyncio.sleep(0.002)


def test_a_bot_answers_a_secret_question_without_the_pause_that_others_would_notice(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The bot's pause is a minute, and the test ends it for public questions only: no other may have one."""
    thought: list[Request] = []

    def think(bot: Bot, request: Request, known: Any, chance: Chance, purpose: str) -> Json:
        thought.append(request)
        return runner_think(bot, request, known, chance, purpose)

    async def test() -> None:
        async with inside(tmp_path, RULESET, bot_pause_seconds=MINUTE) as house:
            ann = house.person()
            red = await house.browser(house.match(ann, None, rounds=1), ann)
            runner = house.hub.loaded()[0]
            luck = Random(3)
            hurried: list[str] = []
            count = 0
            match = runner.match
            assert match is not None
            while match.result is None:
                await settled(runner)
                own, bots = match.request_for(RED), match.request_for(BLUE)
                if bots is not None:
                    handle = house.bots._thinking.get((runner, BLUE))
                    if handle is not None and not bots.secret:
                        assert handle.when() - asyncio.get_running_loop().time() > MINUTE / 2
                        hurried.append(bots.rule)
                        handle.cancel()
                        house.bots._turn(runner, BLUE, "random")
                    await asyncio.wait_for(answered(runner, bots.id), 10)
                elif own is not None:
                    request = next(r for r in (await red.greet())["requests"] if r["id"] == own.id)
                    count += 1
                    red.say("answer", id=f"m{count}", request=own.id, body=answer_to(request, luck))
                    await red.settled(f"m{count}")
            assert hurried == [r.rule for r in thought if not r.secret]
            assert {"bid.1", "drill.1", "turn.2"} <= set(hurried)
            assert "relic.1" in {r.rule for r in thought if r.secret}

    monkeypatch.setattr("muster.bots.runner.think", think)
    run(test())


def test_the_time_to_the_step_does_not_tell_whether_a_bot_has_thought_about_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Every step is told so long after it began; a bot that thinks in secret does so within that time."""
    secret: list[Request] = []
    wait = 0.5

    async def test() -> None:
        async with inside(tmp_path, RULESET, unseen_seconds=wait) as house:

            def think(bot: Bot, request: Request, known: Any, chance: Chance, purpose: str) -> Json:
                if request.secret:
                    secret.append(request)
                    house.clock.skip(10 * wait)  # it has used up the time, and more
                return runner_think(bot, request, known, chance, purpose)

            monkeypatch.setattr("muster.bots.runner.think", think)
            ann = house.person()
            red = await house.browser(house.match(ann, None, rounds=3), ann)
            runner, luck, loop = house.hub.loaded()[0], Random(3), asyncio.get_running_loop()
            gaps: dict[bool, list[float]] = {True: [], False: []}
            count = 0
            while runner.match is not None and runner.match.result is None and not all(gaps.values()):
                await settled(runner)
                own = runner.match.request_for(RED)
                if own is None:
                    await asyncio.sleep(0.002)
                    continue
                request = next(r for r in (await red.greet())["requests"] if r["id"] == own.id)
                asked, count = len(secret), count + 1
                red.say("answer", id=f"m{count}", request=own.id, body=answer_to(request, luck))
                assert (await red.settled(f"m{count}"))["t"] == "ack"
                acknowledged = loop.time()
                await red.kind("step")
                gaps[len(secret) > asked].append(loop.time() - acknowledged)
            assert min(gaps[False]) > wait * 0.8
            assert max(gaps[True]) < wait * 0.8

    run(test())


def test_what_is_sent_at_once_is_answered_in_the_same_order_whether_a_bot_is_asked_in_secret_or_not(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """With every answer red sends a hello and a measurement; the step that the answer leads to comes before both."""
    secret: list[Request] = []

    def think(bot: Bot, request: Request, known: Any, chance: Chance, purpose: str) -> Json:
        secret.extend([request] if request.secret else [])
        return runner_think(bot, request, known, chance, purpose)

    async def test() -> None:
        async with inside(tmp_path, RULESET) as house:
            ann = house.person()
            orders: dict[bool, set[tuple[str, ...]]] = {True: set(), False: set()}
            for number in range(2):
                red = await house.browser(house.match(ann, None, rounds=3), ann)
                await red.greet()
                await plays(house, red, Random(number), secret, orders)
            assert orders == {asked: {("ack", "step", "welcome", "preview")} for asked in (True, False)}

    monkeypatch.setattr("muster.bots.runner.think", think)
    run(test())


async def plays(
    house: Inside,
    red: Browser,
    luck: Random,
    secret: list[Request],
    orders: dict[bool, set[tuple[str, ...]]],
) -> None:
    """Red plays on; notes how its messages of each turn are answered, by whether a bot was asked in secret."""
    runner = red.opened.runner
    match = runner.match
    assert match is not None
    count = 0
    while match.result is None:
        while runner.queue.busy or bot_thinks(house) or not (match.request_for(RED) or over(runner)):
            await asyncio.sleep(0.002)
        own = match.request_for(RED)
        if own is None:
            return
        house.clock.skip(MINUTE)  # so that the measurement has not to wait for its rate
        request = next(r for r in (await red.greet())["requests"] if r["id"] == own.id)
        await settled(runner)
        start, asked, count = len(red.link.frames), len(secret), count + 1
        red.say("answer", id=f"m{count}", request=own.id, body=answer_to(request, luck))
        red.say("hello")
        red.say("measure", id=count, **{"from": [1, 1], "to": [2, 2]})
        await red.hear(lambda m, n=count: m["t"] in ("preview", "refused") and m.get("id") == n)  # type: ignore[misc]
        told = [
            m["t"] for m in red.heard[start:] if m["t"] in ("ack", "step", "welcome", "preview", "refused")
        ]
        if own.rule == "turn.2" and match.result is None:
            orders[len(secret) > asked].add(tuple(told[:4]))


def over(runner: MatchRunner) -> bool:
    """Whether the match is over."""
    return runner.stored.status == "finished"


def bot_thinks(house: Inside) -> bool:
    """Whether a bot is about to answer."""
    return bool(house.bots._thinking)


@pytest.mark.parametrize("seat", ["red", None])
def test_whoever_has_not_said_hello_is_told_nothing(tmp_path: Path, seat: str | None) -> None:
    async def test() -> None:
        async with inside(tmp_path, RULESET) as house:
            ann = house.person()
            match_id = house.match(ann, house.person())
            somebody = await house.browser(match_id, ann if seat else None)
            somebody.say("measure", id=1, **{"from": [0, 0], "to": [1, 1]})
            assert (await somebody.kind("refused"))["code"] == "hello_first"

    run(test())
