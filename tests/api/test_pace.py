"""Where the rules of a match run: nothing that may take long holds up everybody else."""

import asyncio
import threading
from collections.abc import Callable

import pytest

from muster.matches import pace
from muster.matches.pace import Pace


def here() -> bool:
    """Whether this runs on the event loop's own thread."""
    return threading.current_thread() is threading.main_thread()


def ran(*steps: tuple[Callable[[], bool], bool], quick: bool) -> list[bool]:
    """Which of some pieces of work, each long or not, ran on the loop."""

    async def run() -> list[bool]:
        tempo = Pace(quick=quick)
        return [await tempo.run(work, long=long) for work, long in steps]

    return asyncio.run(run())


def test_a_game_that_is_quick_stays_on_the_loop_but_for_replays() -> None:
    assert ran((here, False), (here, True), (here, False), quick=True) == [True, False, True]


def test_of_a_game_that_may_be_slow_nothing_ever_runs_on_the_loop() -> None:
    assert ran(*[(here, False)] * 40, quick=False) == [False] * 40


def test_questions_without_consequences_wait_for_their_like_alone() -> None:
    held = threading.Event()

    async def run() -> str:
        tempo = Pace(quick=False)
        asking = [asyncio.create_task(tempo.run(held.wait, asked=True)) for _ in range(5)]
        try:
            return await asyncio.wait_for(tempo.run(lambda: "answered"), 20)
        finally:
            held.set()
            await asyncio.gather(*asking)

    assert asyncio.run(run()) == "answered"


def test_a_quick_game_that_was_slow_leaves_the_loop(monkeypatch: pytest.MonkeyPatch) -> None:
    used = iter([0.0, 0.5, 1.0, 1.0])
    monkeypatch.setattr(pace, "cpu_seconds", lambda: next(used))
    assert ran((here, False), (here, False), quick=True) == [True, False]
