"""Whole matches between sensible bots; every answer is timed, from its arrival to the next request and all views.

The bots think at a twin of the match, so that nothing is warm that a person would find cold.
"""

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any, Final, TypeAlias

from muster.bots.levels import bot_of
from muster.bots.runner import think
from muster.commands.simulate import head_of
from muster.engine.feeds import Feed
from muster.engine.ids import SPECTATORS, Audience
from muster.engine.match import Match
from muster.engine.requests import Request
from muster.engine.ruleset import AnyRuleset
from tests.bench.figures import Timed

Json: TypeAlias = Any

SLOWEST: Final = 6
"""So many kinds of answer are named."""


@dataclass
class Fought:
    """What was timed in whole matches: every answer, and the same by kinds."""

    answers: Timed = field(default_factory=Timed)
    kinds: dict[str, Timed] = field(default_factory=dict[str, Timed])

    def run(self, kind: str, work: Callable[[], object]) -> None:
        """Time one answer."""
        self.answers.run(work)
        of_kind = self.kinds.setdefault(kind, Timed(loops=self.answers.loops))
        of_kind.samples.append(self.answers.samples[-1])

    def slowest(self) -> list[tuple[str, Timed]]:
        """The kinds with the greatest time at the p95, rare ones left out."""
        often = [(k, t) for k, t in self.kinds.items() if len(t.samples) >= 5]
        return sorted(often, key=lambda kind: -kind[1].at(0.95))[:SLOWEST]


def fight(ruleset: AnyRuleset, setup: Json, seed: int, fought: Fought) -> None:
    """A whole match, three audiences watching."""
    head = head_of(ruleset, setup, seed)
    (match, _), (twin, _) = Match[Any].start(ruleset, head), Match[Any].start(ruleset, head)
    feeds = [Feed(a) for a in (SPECTATORS, *(Audience(s) for s in match.seats))]
    for feed in feeds:
        feed.sync(match)
    bot = bot_of(ruleset, "sensible")
    while match.result is None:
        asked = twin.requests[0]
        known = twin.play.game.known_to(asked.seat)
        body = think(bot, asked, known, twin.chance, f"bot:{asked.seat}:{len(twin.rows)}")
        twin.answer(asked.seat, asked.id, body)
        fought.run(kind_of(asked, body), lambda: answer(match, asked, body, feeds))  # noqa: B023


def answer(match: Match[Any], asked: Request, body: Json, feeds: list[Feed]) -> None:
    """What the server does about an answer, but for the database."""
    request = match.request_for(asked.seat)
    assert request is not None
    match.answer(request.seat, request.id, body)
    for feed in feeds:
        frame = feed.sync(match)
        if frame is not None:
            frame.wire()


def kind_of(request: Request, body: Json) -> str:
    """A kind of answer: the rule that asks, and the first word of what was picked."""
    picks: list[Json] = body.get("picks") or []
    word = picks[0]["key"].partition(":")[0] if picks else "pass" if body.get("pass") else request.spec.kind
    return f"{request.rule} {word}"
