"""Undo: at once where it is free, by the other side's consent otherwise; a bot agrees twice a match."""

import asyncio
import secrets
from collections.abc import AsyncGenerator, Coroutine
from contextlib import asynccontextmanager
from dataclasses import dataclass
from pathlib import Path
from random import Random
from typing import Any, TypeAlias

import pytest

from tests.api.inside import Browser, Inside, inside
from tests.kit.practice import RULESET
from tests.kit.wire import answer_to, patched

Json: TypeAlias = Any


def run(test: Coroutine[Any, Any, None]) -> None:
    asyncio.run(asyncio.wait_for(test, 60))


class Seat:
    """A browser that keeps up with what it hears."""

    def __init__(self, browser: Browser) -> None:
        self.browser = browser
        self.state: dict[str, Json] = {}
        self.read = 0

    def catch_up(self) -> "Seat":
        for message in self.browser.heard[self.read :]:
            if message["t"] == "welcome":
                self.state = dict(message)
            elif message["t"] == "step":
                self.state["view"] = patched(self.state["view"], message.get("patch", {}))
                self.state.update(
                    {k: message[k] for k in ("requests", "undo", "undo_from", "version") if k in message}
                )
                if "log" in message:
                    self.state["log"] = self.state["log"][: message["log_from"]] + message["log"]
        self.read = len(self.browser.heard)
        return self

    @property
    def requests(self) -> list[Json]:
        return list(self.catch_up().state["requests"])

    async def asked(self) -> None:
        while not self.requests:
            await self.browser.kind("step")

    async def answer(self, body: Json = None) -> None:
        request = self.requests[0]
        body = answer_to({**request, "pass": None}, Random(1)) if body is None else body
        name = secrets.token_hex(4)
        self.browser.say("answer", id=name, request=request["id"], body=body)
        assert (await self.browser.settled(name))["t"] == "ack"

    async def settle(self, kind: str, **body: Json) -> Json:
        name = secrets.token_hex(4)
        self.browser.say(kind, id=name, **body)
        return await self.browser.settled(name)


async def seat(house: Inside, match_id: str, person_id: str) -> Seat:
    made = Seat(await house.browser(match_id, person_id))
    await made.browser.greet()
    return made


@dataclass(frozen=True, slots=True)
class Two:
    """Two people at a table; red bid higher, so it sorts its hand first, then blue."""

    house: Inside
    match_id: str
    ann: str
    ben: str
    red: Seat
    blue: Seat

    async def again(self, person_id: str) -> Seat:
        """One of them in a further tab."""
        return await seat(self.house, self.match_id, person_id)


@asynccontextmanager
async def two_at_a_table(data: Path) -> AsyncGenerator[Two]:
    async with inside(data, RULESET) as house:
        ann, ben = house.person(), house.person()
        match_id = house.match(ann, ben)
        at = Two(
            house, match_id, ann, ben, await seat(house, match_id, ann), await seat(house, match_id, ben)
        )
        await at.red.answer({"value": 5})
        await at.blue.answer({"value": 0})
        yield at


def test_a_closed_bid_is_replaced_unseen(tmp_path: Path) -> None:
    async def test() -> None:
        async with inside(tmp_path, RULESET) as house:
            ann, ben = house.person(), house.person()
            match_id = house.match(ann, ben)
            red, blue = await seat(house, match_id, ann), await seat(house, match_id, ben)
            await red.answer({"value": 5})
            before = blue.catch_up().state["version"]
            assert red.catch_up().state["undo"] == "free"
            assert (await red.settle("undo"))["t"] == "ack"
            assert blue.catch_up().state["version"] == before
            await red.answer({"value": 0})
            await blue.answer({"value": 3})
            assert "Red 0, Blue 3" in blue.catch_up().state["log"][0]["text"]

    run(test())


def test_the_other_side_is_asked_and_agrees(tmp_path: Path) -> None:
    async def test() -> None:
        async with two_at_a_table(tmp_path) as at:
            red, blue = at.red, at.blue
            hand = red.requests[0]
            await red.answer()
            assert red.catch_up().state["undo"] == "consent"
            red.browser.say("undo", id="please")
            asked = await blue.browser.kind("consent")
            assert asked["ask"]["seat"] == "red"
            waiting = await red.browser.kind("consent")
            assert waiting["asked"]["seats"] == ["blue"]
            assert (await blue.settle("consent", yes=True, ask=asked["ask"]["id"]))["t"] == "ack"
            assert (await red.browser.settled("please"))["t"] == "ack"
            assert red.requests[0]["spec"] == hand["spec"]
            assert red.requests[0]["id"] != hand["id"]
            assert blue.catch_up().state["log"][-1]["text"] == "Red took back: Red sorts its hand."
            assert (await red.settle("undo"))["code"] != "settled"
            # Said again after a reload, the wish is known to be done.
            red.browser.say("undo", id="please")
            assert (await red.browser.settled("please"))["t"] == "ack"

    run(test())


def test_whoever_has_taken_back_too_much_is_refused_before_anybody_is_asked_to_agree(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def test() -> None:
        async with two_at_a_table(tmp_path) as at:
            red, blue = at.red, at.blue
            await red.answer()
            assert red.catch_up().state["undo"] == "consent"
            assert (await red.settle("undo"))["code"] == "undone_enough"
            await blue.browser.greet()
            assert (await blue.settle("consent", yes=True))["code"] == "settled"
            assert not any(m["t"] == "consent" for m in [*red.browser.heard, *blue.browser.heard])

    monkeypatch.setattr("muster.engine.undoing.MOST_UNDOS", 0)
    run(test())


def test_the_other_side_declines_and_the_same_answer_is_given_to_a_repeat(tmp_path: Path) -> None:
    async def test() -> None:
        async with two_at_a_table(tmp_path) as at:
            red, blue = at.red, at.blue
            await red.answer()
            red.browser.say("undo", id="please")
            await blue.browser.kind("consent")
            assert (await blue.settle("consent", yes=False))["t"] == "ack"
            assert (await red.browser.settled("please"))["code"] == "undo_declined"
            red.browser.say("undo", id="please")
            assert (await red.browser.settled("please"))["code"] == "undo_declined"
            assert (await blue.settle("consent", yes=True))["code"] == "settled"

    run(test())


def test_whoever_asked_may_give_the_wish_up(tmp_path: Path) -> None:
    async def test() -> None:
        async with two_at_a_table(tmp_path) as at:
            red, blue = at.red, at.blue
            await red.answer()
            state = red.catch_up().state
            goes = [line["text"] for line in state["log"][state["undo_from"] :]]
            assert goes[0].startswith("Red sorts its hand: "), goes
            red.browser.say("undo", id="please")
            await blue.browser.kind("consent")
            red.browser.say("consent", id="rather-not", yes=False)
            assert (await red.browser.settled("please"))["code"] == "undo_withdrawn"
            assert (await red.browser.settled("rather-not"))["t"] == "ack"
            assert (await blue.browser.kind("consent"))["ask"] is None
            assert (await blue.settle("consent", yes=True))["code"] == "settled"
            red.browser.say("undo", id="anew")
            assert (await blue.browser.kind("consent"))["ask"]["seat"] == "red"

    run(test())


def test_after_three_wishes_in_vain_the_other_side_is_asked_no_more_until_another_decision(
    tmp_path: Path,
) -> None:
    async def test() -> None:
        async with two_at_a_table(tmp_path) as at:
            red, blue = at.red, at.blue

            async def wish(withdrawn: bool) -> str:
                name = secrets.token_hex(4)
                red.browser.say("undo", id=name)
                assert (await blue.browser.kind("consent"))["ask"]["seat"] == "red"
                if withdrawn:
                    red.browser.say("consent", id=secrets.token_hex(4), yes=False)
                    assert (await blue.browser.kind("consent"))["ask"] is None
                else:
                    await blue.settle("consent", yes=False)
                return str((await red.browser.settled(name))["code"])

            await red.answer()
            told = [await wish(True), await wish(False), await wish(True)]
            assert told == ["undo_withdrawn", "undo_declined", "undo_withdrawn"]
            for _ in range(3):
                assert (await red.settle("undo"))["code"] == "undo_asked_enough"
            heard = [m for m in blue.browser.heard if m["t"] == "consent" and m["ask"] is not None]
            assert len(heard) == 3
            await blue.answer()
            await red.asked()
            await red.answer()
            assert red.catch_up().state["undo"] == "consent"
            assert await wish(True) == "undo_withdrawn"

    run(test())


def test_a_wish_is_dropped_when_the_match_moves_on_and_shown_again_to_a_new_tab(tmp_path: Path) -> None:
    async def test() -> None:
        async with two_at_a_table(tmp_path) as at:
            red, blue = at.red, at.blue
            await red.answer()
            red.browser.say("undo", id="please")
            await blue.browser.kind("consent")
            newer = await at.again(at.ben)
            assert (await newer.browser.kind("consent"))["ask"]["seat"] == "red"
            again = await at.again(at.ann)
            assert (await again.browser.kind("consent"))["asked"]["seats"] == ["blue"]
            await (
                newer.answer()
            )  # blue sorts its hand instead: two rest points on, only a judge could go back
            assert (await again.browser.settled("please"))["code"] == "undo_gone"
            assert (await newer.browser.kind("consent"))["ask"] is None

    run(test())


def test_a_bot_agrees_twice_and_remembers_it_over_a_restart(tmp_path: Path) -> None:
    async def test() -> None:
        async with inside(tmp_path, RULESET, bot_pause_seconds=0.4) as house:
            ann = house.person()
            match_id = house.match(ann, None)
            red = await seat(house, match_id, ann)
            await red.answer({"value": 5})
            outcomes: list[str] = []
            for _ in range(3):
                await red.asked()
                await red.answer()  # the hand; the bot will sort its own after a pause
                assert red.catch_up().state["undo"] == "consent"
                outcomes.append((await red.settle("undo")).get("code", "done"))
                await house.end()
                house.begin()
                red = await seat(house, match_id, ann)
            assert outcomes == ["done", "done", "consent_used_up"]

    run(test())


def test_in_a_hot_seat_nobody_else_has_to_agree(tmp_path: Path) -> None:
    async def test() -> None:
        async with inside(tmp_path, RULESET) as house:
            ann = house.person()
            match_id = house.match(ann, ann)
            both = await seat(house, match_id, ann)
            await both.answer({"value": 5})
            both.browser.say("handover", id="h1", seat="blue")
            await both.browser.settled("h1")
            await both.browser.kind("turns")
            await both.answer({"value": 0})
            both.browser.say("handover", id="h2", seat="red")
            await both.browser.settled("h2")
            await both.browser.kind("turns")
            await both.answer()
            assert both.catch_up().state["undo"] == "consent"
            assert (await both.settle("undo"))["t"] == "ack"

    run(test())


def test_an_undo_while_the_other_is_asked_in_secret_waits_and_tells_nothing(tmp_path: Path) -> None:
    async def test() -> None:
        async with two_at_a_table(tmp_path) as at:
            red, blue = at.red, at.blue
            for actor in (red, blue, red, blue, red, blue):  # hands, deployment, banners
                await actor.asked()
                await actor.answer()
            await red.asked()
            await red.answer()  # red's relic; now blue is asked in secret for its own
            red.browser.say("undo", id="wait")
            await asyncio.sleep(0.1)
            said = [m for m in red.browser.heard if m.get("id") == "wait" or m["t"] == "consent"]
            assert said == []
            await blue.answer()
            assert (await red.browser.settled("wait"))["code"] == "undo_needs_judge"

    run(test())
