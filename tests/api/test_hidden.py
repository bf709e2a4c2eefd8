"""T12 on the wire: what one may not know leaves no trace in the bytes that one gets."""

import asyncio
from collections.abc import Coroutine
from pathlib import Path
from random import Random
from typing import Any, TypeAlias

from sqlalchemy import update

from muster.matches import repository
from tests.api.inside import Browser, inside
from tests.kit.practice import RULESET
from tests.kit.wire import answer_to

Json: TypeAlias = Any
SETUP = ["bid", "hand", "deploy", "banner"]


def run(test: Coroutine[Any, Any, None]) -> None:
    asyncio.run(asyncio.wait_for(test, 60))


async def ask(browser: Browser) -> Json:
    """What a seat is asked, by a fresh welcome."""
    return (await browser.greet())["requests"]


def test_who_comes_while_another_seat_is_asked_in_secret_sees_the_match_as_it_was_before(
    tmp_path: Path,
) -> None:
    """Red answers, blue is asked in secret: a spectator who came before, one who comes now, and one who comes after a
    restart all see the same, and nothing of either."""

    async def test() -> None:
        async with inside(tmp_path, RULESET) as house:
            ann, ben = house.person(), house.person()
            match_id = house.match(ann, ben)
            red, blue = await house.browser(match_id, ann), await house.browser(match_id, ben)
            luck = Random(3)
            number = 0
            secret = None
            early = await house.browser(match_id, None)
            before = await early.greet()
            while secret is None:
                for browser in (red, blue):
                    for request in await ask(browser):
                        runner = house.hub.loaded()[0]
                        assert runner.match is not None
                        if runner.match.held:
                            secret = next(iter(runner.match.held))
                            break
                        number += 1
                        body = answer_to({**request, "pass": None}, luck)
                        browser.say("answer", id=f"m{number}", request=request["id"], body=body)
                        assert (await browser.settled(f"m{number}"))["t"] == "ack"
            steps = [m for m in early.heard if m["t"] == "step"]
            now = await house.browser(match_id, None)
            shown = await now.greet()
            assert shown["version"] == (steps[-1] if steps else before)["version"]
            assert shown["hash"] == (steps[-1] if steps else before)["hash"]
            other = "red" if secret == "blue" else "blue"
            mine = await house.browser(match_id, ann if other == "red" else ben)
            seen = await mine.greet()
            await house.end()
            house.begin()
            late = await house.browser(match_id, None)
            after = await late.greet()
            assert {k: after[k] for k in ("view", "log", "requests", "hash")} == {
                k: shown[k] for k in ("view", "log", "requests", "hash")
            }
            mine = await house.browser(match_id, ann if other == "red" else ben)
            again = await mine.greet()
            assert {k: again[k] for k in ("view", "log", "requests", "hash")} == {
                k: seen[k] for k in ("view", "log", "requests", "hash")
            }
            assert not any(r["seat"] != other for r in again["requests"])

    run(test())


def test_two_matches_that_differ_in_hidden_answers_alone_send_everybody_else_the_same_bytes(
    tmp_path: Path,
) -> None:
    """The same match twice; blue hides its relic and its cards' order differently. Red and the spectators get the same
    frames, byte for byte, up to the names that are random in every match."""

    async def play(folder: Path, swap: bool) -> tuple[list[bytes], list[bytes]]:
        async with inside(folder, RULESET) as house:
            ann, ben = house.person(), house.person()
            match_id = house.match(ann, ben)
            with house.database.writing() as connection:  # the same chance in both worlds
                connection.execute(update(repository.MATCHES).values(secret=bytes(32)))
                connection.execute(update(repository.SEATS).values(contribution=bytes(16)))
                connection.exec_driver_sql("UPDATE persons SET name = 'somebody'")
            red, blue = await house.browser(match_id, ann), await house.browser(match_id, ben)
            watcher = await house.browser(match_id, None)
            await watcher.greet()
            await red.greet()
            await blue.greet()
            luck = Random(7)
            count = 0
            open_: dict[str, Json] = {}
            read = {"red": 0, "blue": 0}

            def catch_up(name: str, browser: Browser) -> list[Json]:
                for message in browser.heard[read[name] :]:
                    if "requests" in message:
                        open_[name] = message["requests"]
                read[name] = len(browser.heard)
                return list(open_.get(name, []))

            done: set[str] = set()
            for _ in range(14):
                for name, browser in (("red", red), ("blue", blue)):
                    for request in catch_up(name, browser):
                        if request["id"] in done:
                            continue
                        done.add(request["id"])
                        body = answer_to({**request, "pass": None}, luck)
                        rule = request["rule"]
                        if name == "blue" and swap and rule == "deal.2":
                            body = {"order": body["order"][::-1]}
                        if name == "blue" and rule == "relic.1":
                            keys = sorted(o["key"] for o in request["spec"]["options"])
                            body = {"picks": [{"key": keys[0 if swap else -1]}]}
                        if rule == "turn.2":
                            return frames(red), frames(watcher)
                        count += 1
                        browser.say("answer", id=f"m{count}", request=request["id"], body=body)
                        assert (await browser.settled(f"m{count}"))["t"] == "ack"
                await asyncio.sleep(0.01)
            raise AssertionError("the turns never began")

    def frames(browser: Browser) -> list[bytes]:
        kept = []
        epochs = {m["epoch"].encode() for m in browser.heard if m["t"] == "welcome"}
        for frame in browser.link.frames:
            for epoch in epochs:
                frame = frame.replace(epoch, b"epoch")
            if b'"t":"presence"' not in frame:
                kept.append(frame)
        return kept

    async def test() -> None:
        one = await play(tmp_path / "one", swap=False)
        other = await play(tmp_path / "other", swap=True)
        assert one == other
        assert len(one[0]) > 8
        assert len(one[1]) > 4

    run(test())
