"""What a match in memory does when something goes wrong around it."""

import asyncio
from collections.abc import Coroutine, Sequence
from pathlib import Path
from typing import Any, TypeAlias

import pytest
from sqlalchemy import update
from sqlalchemy.exc import OperationalError

from muster.engine.driver import Activation
from muster.engine.game import Game
from muster.engine.ids import Audience
from muster.engine.records import Row
from muster.engine.views import View
from muster.matches import repository
from muster.matches.journal import Conflict, Entry, NotStored
from muster.matches.service import Loaded
from tests.api.inside import inside, until
from tests.kit.practice import RULESET
from tests.kit.practice.ruleset import Practice
from tests.kit.practice.state import State

Json: TypeAlias = Any


class Stumbling(Practice):
    """Practice whose rules or views fall over when told to."""

    def __init__(self) -> None:
        super().__init__()
        self.rules_fail = False
        self.views_fail = False

    def activation(self, game: Game[State]) -> Activation | None:
        if self.rules_fail:
            raise ZeroDivisionError("a fault in a rule")
        return super().activation(game)

    def view(self, state: State, audience: Audience) -> View:
        if self.views_fail:
            raise ZeroDivisionError("a fault in a view")
        return super().view(state, audience)


def run(test: Coroutine[Any, Any, None]) -> None:
    asyncio.run(asyncio.wait_for(test, 60))


def test_a_fault_in_the_rules_is_refused_and_the_match_goes_on_where_it_was(
    tmp_path: Path, capfd: pytest.CaptureFixture[str]
) -> None:
    async def test() -> None:
        ruleset = Stumbling()
        async with inside(tmp_path, ruleset) as house:
            ann, ben = house.person(), house.person()
            match_id = house.match(ann, ben)
            red, blue = await house.browser(match_id, ann), await house.browser(match_id, ben)
            first = await red.greet()
            other = await blue.greet()
            blue.say("answer", id="b1", request=other["requests"][0]["id"], body={"value": 1})
            assert (await blue.settled("b1"))["t"] == "ack"
            ruleset.rules_fail = True
            red.say("answer", id="r1", request=first["requests"][0]["id"], body={"value": 2})
            refused = await red.settled("r1")
            assert (refused["t"], refused["code"]) == ("refused", "internal")
            ruleset.rules_fail = False
            # The bids are in, the next activation fell over: reading the match anew meets the same fault, so that the
            # match stands still until the rules are mended.
            house.hub.loaded()[0].queue.put(house.hub.loaded()[0].start_over)
            fresh = await red.kind("welcome")
            assert fresh["epoch"] != first["epoch"]
            request = fresh["requests"][0]
            assert request["id"] == first["requests"][0]["id"]
            red.say("answer", id="r1", request=request["id"], body={"value": 2})
            assert (await red.settled("r1"))["t"] == "ack"

    run(test())


def test_a_fault_in_a_view_leaves_the_decision_stored_and_everybody_is_welcomed_again(tmp_path: Path) -> None:
    async def test() -> None:
        ruleset = Stumbling()
        async with inside(tmp_path, ruleset) as house:
            ann = house.person()
            match_id = house.match(ann, None)
            red = await house.browser(match_id, ann)
            first = await red.greet()
            ruleset.views_fail = True
            red.say("answer", id="r1", request=first["requests"][0]["id"], body={"value": 2})
            assert (await red.settled("r1"))["t"] == "ack"
            assert (await red.kind("refused"))["code"] == "halted"
            ruleset.views_fail = False
            runner = house.hub.loaded()[0]
            runner.queue.put(runner.start_over)
            again = await red.greet()
            assert any("Bids" in line["text"] for line in again["log"])

    run(test())


def test_the_process_that_stores_second_reads_anew_and_says_stale(tmp_path: Path) -> None:
    async def test() -> None:
        async with inside(tmp_path, RULESET) as house:
            match_id, _, red, first = await house.begun()
            runner = house.hub.loaded()[0]
            assert runner.match is not None
            # What another process would have stored at the next position: the same seat's answer, given elsewhere.
            request = runner.match.requests[0]
            position = runner.match.rows[-1].position + 1
            row = Row(
                position,
                "answer",
                "red",
                "number",
                request.rule_path,
                request.digest,
                {"value": 4},
                position,
                "x1",
            )
            await house.journal.store(Entry(match_id, [row]))
            red.say("answer", id="r1", request=first["requests"][0]["id"], body={"value": 2})
            refused = await red.settled("r1")
            assert (refused["t"], refused["code"]) == ("refused", "stale")
            welcome = next(m for m in reversed(red.heard) if m["t"] == "welcome")
            assert welcome["epoch"] != first["epoch"]
            assert welcome["requests"] == []
            red.say("answer", id="x1", request=first["requests"][0]["id"], body={"value": 4})
            assert (await red.settled("x1"))["t"] == "ack"

    run(test())


def test_one_step_that_does_not_fit_harms_none_that_is_stored_with_it(tmp_path: Path) -> None:
    async def test() -> None:
        async with inside(tmp_path, RULESET) as house:
            ids = [house.match(house.person(), house.person()) for _ in range(8)]
            rows = [Row(0, "begin", "chance", "", "", "", None)]
            stored = [house.journal.store(Entry(match_id, rows)) for match_id in [*ids, *ids[:2]]]
            outcomes = await asyncio.gather(*stored, return_exceptions=True)
            assert outcomes[:8] == [None] * 8
            assert all(isinstance(o, Conflict) for o in outcomes[8:])

    run(test())


def test_what_the_database_cannot_store_is_refused_and_nothing_of_it_is_kept(tmp_path: Path) -> None:
    async def test() -> None:
        async with inside(tmp_path, RULESET) as house:
            match_id, _, red, first = await house.begun()
            write, house.journal._write = house.journal._write, disk_full  # type: ignore[method-assign]
            with pytest.raises(NotStored):
                await house.journal.store(Entry(match_id, [Row(9, "begin", "chance", "", "", "", None)]))
            red.say("answer", id="r1", request=first["requests"][0]["id"], body={"value": 2})
            refused = await red.settled("r1")
            assert (refused["t"], refused["code"]) == ("refused", "not_stored")
            house.journal._write = write  # type: ignore[method-assign]
            again = await red.greet()
            red.say("answer", id="r1", request=again["requests"][0]["id"], body={"value": 2})
            assert (await red.settled("r1"))["t"] == "ack"

    run(test())


def test_a_match_that_could_not_be_read_is_read_again_when_somebody_comes(tmp_path: Path) -> None:
    async def test() -> None:
        async with inside(tmp_path, RULESET) as house:
            _, _, red, _ = await house.begun()
            runner = house.hub.loaded()[0]
            reload, runner._reload = runner._reload, unreadable
            runner.queue.put(runner.start_over)
            assert (await red.kind("refused"))["code"] == "halted"
            runner._reload = reload
            runner._tried = 0.0
            assert (await red.greet())["requests"]

    run(test())


def disk_full(entries: Sequence[Entry]) -> None:
    raise OperationalError("INSERT", {}, Exception("database or disk is full"))


async def unreadable() -> Loaded:
    raise OperationalError("SELECT", {}, Exception("disk I/O error"))


def test_a_match_whose_tail_no_longer_replays_is_put_back_to_its_last_rest_point_with_a_notice(
    tmp_path: Path,
) -> None:
    async def test() -> None:
        async with inside(tmp_path, RULESET) as house:
            ann, ben = house.person(), house.person()
            match_id = house.match(ann, ben)
            red = await house.browser(match_id, ann)
            bid = (await red.greet())["requests"][0]
            red.say("answer", id="r1", request=bid["id"], body={"value": 4})
            assert (await red.settled("r1"))["t"] == "ack"
            await house.end()
            rows = repository.ROWS
            with house.database.writing() as connection:
                tail = update(rows).where(rows.c.match_id == match_id, rows.c.client_id == "r1")
                connection.execute(tail.values(digest="no longer asked so"))
            house.begin()
            red = await house.browser(match_id, ann)
            welcome = await red.greet()
            assert "put back" in welcome["log"][-1]["text"]
            again = welcome["requests"][0]
            assert (again["spec"], again["id"] != bid["id"]) == (bid["spec"], True)
            red.say("answer", id="r2", request=again["id"], body={"value": 3})
            assert (await red.settled("r2"))["t"] == "ack"
            # The rows that were given up are kept; the match replays as it is now.
            await house.end()
            house.begin()
            red = await house.browser(match_id, ann)
            assert (await red.greet())["requests"] == []

    run(test())


def test_a_match_that_nobody_watches_is_forgotten_and_read_again_on_demand(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def test() -> None:
        monkeypatch.setattr("muster.matches.hub.SWEEP_SECONDS", 0.02)
        async with inside(tmp_path, RULESET, match_idle_seconds=0.05) as house:
            house.hub.start()
            ann = house.person()
            match_id = house.match(ann, house.person())
            red = await house.browser(match_id, ann)
            request = (await red.greet())["requests"][0]
            await asyncio.sleep(0.2)
            runner = house.hub.peek(match_id)
            assert runner is not None, "somebody is watching"
            red.leave()
            await until(lambda: house.hub.peek(match_id) is None)
            await until(lambda: runner.queue.closed)
            red = await house.browser(match_id, ann)
            assert (await red.greet())["requests"] == [request]

    run(test())


def test_a_browser_that_asks_for_everything_again_and_again_is_slowed_down(tmp_path: Path) -> None:
    async def test() -> None:
        async with inside(tmp_path, RULESET) as house:
            match_id = house.match(house.person(), house.person())
            eve = await house.browser(match_id, None)
            for _ in range(300):
                eve.say("hello")
            assert (await eve.kind("refused"))["code"] == "too_fast"
            await asyncio.sleep(0.1)
            assert sum(m["t"] == "welcome" for m in eve.heard) <= 110

    run(test())
