"""Lets bots answer what they are asked, after a pause that a person can follow."""

import asyncio
from functools import partial
from typing import Any, TypeAlias

from muster.bots.levels import bot_of
from muster.bots.random import RandomBot
from muster.core import metrics
from muster.core.clock import Clock
from muster.core.logging import get_logger
from muster.core.settings import Settings
from muster.engine.chance import Chance
from muster.engine.ids import Seat
from muster.engine.refusals import Refusal
from muster.engine.requests import Request
from muster.engine.ruleset import AnyRuleset, Bot
from muster.matches.runner import MatchRunner, Think

Json: TypeAlias = Any

log = get_logger(__name__)

LONGEST_PAUSE = 600.0


class BotRunner:
    """Listens to the matches in memory. Bots that play only each other wait for somebody to look."""

    def __init__(self, settings: Settings, clock: Clock) -> None:
        """Hand :meth:`notice` to the hub."""
        self._settings = settings
        self._clock = clock
        self._thinking: dict[tuple[MatchRunner, Seat], asyncio.TimerHandle] = {}
        self._last_look = float("-inf")

    def looked(self) -> None:
        """Somebody looks at the home page."""
        self._last_look = self._clock.monotonic()

    @property
    def watched(self) -> bool:
        """Whether somebody has looked at the home page of late."""
        return self._clock.monotonic() - self._last_look < self._settings.home_look_seconds

    def notice(self, runner: MatchRunner) -> None:
        """Something may have changed: give every bot that is asked its pause, then its turn.

        What is asked in secret is answered at once, before anything else that waits: a pause would be everybody else's,
        and tell them of the question as another order of answers would.
        """
        for request, level in runner.asked_bots():
            seat = request.seat
            key = (runner, seat)
            if runner.all_bots and not runner.watchers and not (runner.stored.exhibition and self.watched):
                continue
            if request.secret and not runner.faults:
                self._answer_now(runner, request, level)
                continue
            if key in self._thinking:
                continue
            loop = asyncio.get_running_loop()
            pause = 0.0 if request.secret else self._settings.bot_pause_seconds
            if runner.faults:  # the rules fall over what it answers; patience keeps that from filling the log
                pause = max(pause, min(LONGEST_PAUSE, 2.0**runner.faults))
            self._thinking[key] = loop.call_later(pause, self._turn, runner, seat, level)

    def _answer_now(self, runner: MatchRunner, request: Request, level: str) -> None:
        earlier = self._thinking.pop((runner, request.seat), None)
        if earlier is not None:
            earlier.cancel()
        if runner.match is not None:
            runner.play(request.seat, thinker(runner.match.ruleset, level), request_id=request.id)

    def _turn(self, runner: MatchRunner, seat: Seat, level: str) -> None:
        del self._thinking[runner, seat]
        if runner.match is not None:
            runner.play(seat, thinker(runner.match.ruleset, level))

    def stop(self) -> None:
        """No more turns."""
        for handle in self._thinking.values():
            handle.cancel()
        self._thinking.clear()


def thinker(ruleset: AnyRuleset, level: str) -> Think:
    """How a ruleset's bot of a level thinks."""
    return partial(think, bot_of(ruleset, level))


def think(bot: Bot, request: Request, known: Any, chance: Chance, purpose: str) -> Json:
    """The bot's answer; one that stumbles or is refused is replaced by a random one, so that the match goes on."""
    try:
        body = bot.answer(request, known, chance, purpose)
        request.read(body)
    except Exception as error:
        if not isinstance(error, Refusal):
            metrics.FAULTS.labels("bot").inc()
        log.exception("a bot found no legal answer", rule=request.rule_path)
        body = RandomBot().answer(request, known, chance, f"{purpose}:again")
    return body
