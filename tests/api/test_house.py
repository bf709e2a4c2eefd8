"""The house itself: what it keeps in memory, what it starts and stops, and what it says of its health."""

import asyncio
import gc
from collections.abc import Coroutine
from pathlib import Path
from typing import Any

import pytest
from fastapi.testclient import TestClient

from muster.core import metrics
from muster.core.settings import Settings
from muster.engine.driver import Activation
from muster.engine.game import Game
from muster.main import create_app
from muster.matches import repository
from muster.matches.runner import MatchRunner
from tests.api.inside import Inside, inside, until
from tests.kit.practice import RULESET
from tests.kit.practice.ruleset import Practice
from tests.kit.practice.state import State

MANY = 200


def run(test: Coroutine[Any, Any, None]) -> None:
    asyncio.run(asyncio.wait_for(test, 100))


def runners() -> int:
    """How many matches are really in memory."""
    gc.collect()
    return sum(isinstance(thing, MatchRunner) for thing in gc.get_objects())


def count(metric: Any, *labels: str) -> float:
    return float((metric.labels(*labels) if labels else metric)._value.get())


async def come_and_go(house: Inside, match_id: str, person: str, *, greets: bool) -> None:
    browser = await house.browser(match_id, person)
    if greets:
        await browser.greet()
    browser.leave()


def test_two_hundred_matches_that_nobody_watches_leave_memory_and_no_task_behind(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def test() -> None:
        monkeypatch.setattr("muster.matches.hub.SWEEP_SECONDS", 0.02)
        async with inside(tmp_path, RULESET, match_idle_seconds=0.01) as house:
            before, begun = runners(), count(metrics.BEGUN, "practice")
            ann, ben = house.person(), house.person()
            tasks = len(asyncio.all_tasks())
            for number in range(MANY):
                await come_and_go(house, house.match(ann, ben), ann, greets=number % 20 == 0)
            assert len(house.hub.loaded()) == MANY
            assert count(metrics.BEGUN, "practice") - begun == MANY
            house.hub.start()
            await until(lambda: not house.hub.loaded(), patience=40)
            await until(lambda: runners() == before)
            await until(lambda: count(metrics.ROOMS) == 0)
            await until(lambda: len(asyncio.all_tasks()) == tasks + 1)  # the hub's own

    run(test())


def test_the_exhibition_starts_with_a_look_and_leaves_nothing_behind(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def test() -> None:
        monkeypatch.setattr("muster.matches.hub.SWEEP_SECONDS", 0.02)
        async with inside(
            tmp_path, RULESET, home_look_seconds=0.2, bot_pause_seconds=0.01, match_idle_seconds=0.2
        ) as house:
            house.hub.start()
            await asyncio.sleep(0.1)
            assert house.hub.loaded() == []
            tasks, before = len(asyncio.all_tasks()), runners()
            lounge = house.lounge()
            shown = (await lounge.look()).live[0].id
            assert len(house.hub.loaded()) == 1
            await until(lambda: not house.hub.loaded(), patience=40)  # nobody looks any more
            await until(lambda: house.bots._thinking == {})
            await until(lambda: (len(asyncio.all_tasks()), runners()) == (tasks, before))
            monkeypatch.setattr("muster.lobby.lounge.KEPT_SECONDS", 0.0)
            assert (await lounge.look()).live[0].id == shown

    run(test())


class Broken(Practice):
    """Rules that fall over at the first step, or when a bid is in."""

    at = "start"

    def activation(self, game: Game[State]) -> Activation | None:
        if self.at == "start" or game.state.stage == "deal":
            raise ZeroDivisionError("a fault in a rule")
        return super().activation(game)


def test_an_exhibition_that_cannot_begin_is_not_made_again_at_every_look(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def test() -> None:
        monkeypatch.setattr("muster.lobby.lounge.KEPT_SECONDS", 0.0)
        async with inside(tmp_path, Broken()) as house:
            lounge = house.lounge()
            for _ in range(5):
                assert (await lounge.look()).live == []
            with house.database.read() as session:
                made = repository.latest(session, status=["open", "running"], exhibition=True, limit=9)
            assert len(made) == 1
            monkeypatch.setattr("muster.lobby.lounge.AFTER_TROUBLE_SECONDS", -1.0)
            lounge = house.lounge()
            for _ in range(12):
                await lounge.look()
                await house.hub.stop()  # as the sweeper does in time: what is in memory is not removed
            with house.database.read() as session:
                made = repository.latest(session, status=["open", "running"], exhibition=True, limit=20)
            assert len(made) <= 6

    run(test())


def test_a_bot_whose_answers_the_rules_fall_over_tries_ever_more_rarely(tmp_path: Path) -> None:
    async def test() -> None:
        ruleset = Broken()
        ruleset.at = "deal"
        async with inside(tmp_path, ruleset, bot_pause_seconds=0.3) as house:
            ann = house.person()
            match_id = house.match(ann, None)
            red = await house.browser(match_id, ann)
            bid = (await red.greet())["requests"][0]
            red.say("answer", id="r1", request=bid["id"], body={"value": 2})
            await red.settled("r1")
            runner = house.hub.loaded()[0]
            while runner.faults < 1 or runner.queue.busy:
                await asyncio.sleep(0.01)
            loop = asyncio.get_running_loop()
            (handle,) = house.bots._thinking.values()
            assert 1 < handle.when() - loop.time() <= 2
            runner.faults = 30
            handle.cancel()
            house.bots._thinking.clear()
            house.bots.notice(runner)
            (handle,) = house.bots._thinking.values()
            assert 500 < handle.when() - loop.time() <= 600

    run(test())


def test_health_tells_the_version_and_whether_the_database_answers(tmp_path: Path) -> None:
    app = create_app(Settings(data=tmp_path / "data", exhibition=False))
    with TestClient(app, "http://localhost") as client:
        told = client.get("/api/health")
        assert (told.status_code, told.json()) == (
            200,
            {"status": "ok", "version": app.version, "database": "ok"},
        )
        database = app.state.context.database
        database.close()
        for file in (tmp_path / "data").glob("muster.sqlite3*"):
            file.unlink()
        (tmp_path / "data" / "muster.sqlite3").mkdir()
        told = client.get("/api/health")
        assert (told.status_code, told.json()["status"], told.json()["database"]) == (
            503,
            "trouble",
            "unreachable",
        )
        (tmp_path / "data" / "muster.sqlite3").rmdir()
