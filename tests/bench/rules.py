"""What the rules and the engine cost in one process: `make bench-rules`.

`BENCH_GAMES` whole New World matches between random bots, and as many between sensible ones (4), `BENCH_SAMPLES` calls
of each question to the rules (300). All times are processor times.
"""

import sys
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from functools import partial
from random import Random
from typing import Any, Final, TypeAlias

from muster.bots.levels import bot_of
from muster.bots.runner import think
from muster.commands.simulate import head_of, setup_of
from muster.engine.feeds import Feed, project
from muster.engine.ids import SPECTATORS, Audience
from muster.engine.match import Match
from muster.engine.requests import Choose, Move, Path, Request
from muster.engine.ruleset import Bot
from muster.geometry.grid.squares import Square
from muster.rulesets.catalog import built_in
from muster.rulesets.newworld.queries.menu.moves import walk_spec
from muster.rulesets.newworld.state import State
from tests.bench.figures import HEAD, Timed, quantile, timed_row, word
from tests.kit.report import BENCH, number, say
from tests.rulesets.newworld.scenes import FightScene

Json: TypeAlias = Any

SIDE: Final = 30
WALLS: Final = 60
EACH: Final = 6
"""Figures of each side on the table with walls."""
ALLOWANCE: Final = 12
LEGS: Final = 8
CROWD: Final = 60
"""So many bases stand on the table when all lines of sight are asked for."""
STEP_BYTES: Final = 150


# ------------------------------------------------------------------------------------------------ whole matches
@dataclass
class Played:
    """What was timed in whole matches."""

    bots: Timed = field(default_factory=Timed)
    answers: Timed = field(default_factory=Timed)
    feeds: Timed = field(default_factory=Timed)
    views: Timed = field(default_factory=Timed)
    resumes: Timed = field(default_factory=Timed)
    loads: Timed = field(default_factory=Timed)
    steps: list[int] = field(default_factory=list[int])
    """Bytes of each step for spectators."""
    rows: int = 0

    @property
    def per_second(self) -> float:
        """Decisions in a second of processor time: the bot thinks, the rules answer."""
        return 1000 * len(self.answers.samples) / (sum(self.bots.samples) + sum(self.answers.samples))


def play(level: str, games: int) -> Played:
    """Let bots of one level play, three audiences watching; then load each match from what it left behind."""
    ruleset, played = built_in().get("newworld"), Played()
    scenarios = ruleset.scenarios()
    for seed in range(1, games + 1):
        setup = setup_of(ruleset, scenarios[seed % len(scenarios)].id, {})
        match, _ = Match[Any].start(ruleset, head_of(ruleset, setup, seed))
        feeds = [Feed(a) for a in (SPECTATORS, *(Audience(s) for s in match.seats))]
        for feed in feeds:
            feed.sync(match)
        while match.result is None:
            decide(played, match, bot_of(ruleset, level))
            follow(played, match, feeds)
        load_again(played, match)
    return played


def decide(played: Played, match: Match[Any], bot: Bot) -> None:
    """One decision: what the bot thinks, and what the rules make of it."""
    request = match.requests[0]
    known = match.play.game.known_to(request.seat)
    purpose, body = f"bot:{request.seat}:{len(match.rows)}", list[Json]()
    played.bots.run(lambda: body.append(think(bot, request, known, match.chance, purpose)))
    played.answers.run(lambda: match.answer(request.seat, request.id, body[0]))


def follow(played: Played, match: Match[Any], feeds: Sequence[Feed]) -> None:
    """Bring all audiences up to date, as the server does after each step."""
    frames: dict[Audience, bytes] = {}

    def sync() -> None:
        frames.update((feed.audience, frame.wire()) for feed in feeds if (frame := feed.sync(match)))

    played.feeds.run(sync)
    if SPECTATORS in frames:
        played.steps.append(len(frames[SPECTATORS]))
    match.state.memory.clear()
    played.views.run(lambda: project(match, SPECTATORS))


def load_again(played: Played, match: Match[Any]) -> None:
    """Rebuild a match from its first row, and from its last snapshot, as the server does."""
    rows, snapshots = list(match.rows), list(match.snapshots)
    played.rows += len(rows)
    played.resumes.run(lambda: Match[Any].resume(match.ruleset, match.head, rows, []))
    played.loads.run(lambda: Match[Any].resume(match.ruleset, match.head, rows, snapshots))


def match_rows(level: str, played: Played) -> list[str]:
    """The lines of the table about matches at one level."""
    a_row = sum(played.resumes.samples) / played.rows
    size = sum(played.steps) / len(played.steps)
    return [
        f"| {level}: decisions a second of processor time | {played.per_second:.0f} | | "
        f"{played.per_second * played.bots.loop / 1000:.2f} in a loop's time | | |",
        timed_row(f"{level}: the bot thinks", played.bots),
        timed_row(f"{level}: `Match.answer`", played.answers, 5),
        timed_row(f"{level}: three audiences brought up to date", played.feeds),
        timed_row(f"{level}: a full view with cached sight", played.views, 1),
        timed_row(f"{level}: a match replayed from its first row ({a_row:.2f} ms a row)", played.resumes),
        timed_row(f"{level}: a match loaded from its last snapshot", played.loads),
        f"| {level}: bytes of a step for spectators | {quantile(played.steps, 0.5):.0f} | "
        f"{quantile(played.steps, 0.95):.0f} | {size:.0f} on average | {STEP_BYTES} on average "
        f"| {word(size, STEP_BYTES)} |",
    ]


# ------------------------------------------------------------------------------------------------ a table with walls
class Yard:
    """A New World fight on 30 x 30 squares with 60 walls, ready to be asked."""

    def __init__(self, seed: int) -> None:
        """``seed`` says where everything stands."""
        luck = self._luck = Random(seed)
        scene = FightScene(size=(SIDE, SIDE), edges=walls(luck))
        squares = luck.sample([(x, y) for x in range(SIDE) for y in range(SIDE)], 2 * EACH)
        for place, square in enumerate(squares):
            side = scene.blue if place < EACH else scene.red
            side(f"f{place}", square, hands=["musket" if place % 2 else "sabre"], agility=3)
        self.mover = "f0"
        self.match = scene.turn(self.mover).match
        self.spec = walk_spec(self.state, self.mover, ALLOWANCE, "Move")

    @property
    def state(self) -> State:
        """What the mover's side knows."""
        state: State = self.match.play.game.known_to(self.request.seat)
        return state

    @property
    def request(self) -> Request:
        """What the mover is asked."""
        return self.match.requests[0]

    def square(self) -> Square:
        """Any square."""
        return self._luck.randrange(SIDE), self._luck.randrange(SIDE)

    def drawn(self) -> Json:
        """A Move or a Run to any square in reach, as a browser draws it."""
        spec = self.request.spec
        assert isinstance(spec, Choose)
        moves = [(o.key, o.needs) for o in spec.options if o.key in ("move", "run")]
        key, needs = self._luck.choice(moves)
        assert isinstance(needs, Move)
        path = needs.path_to(self._luck.choice([i for i, r in enumerate(needs.reach) if r.stop]))
        return {"picks": [{"key": key, "with": {"path": [list(p) for p in path]}}]}

    def path(self) -> Path:
        """A legal way of as many steps as there are, but for :data:`LEGS` at most."""
        ends = [i for i, r in enumerate(self.spec.reach) if r.stop and len(self.spec.path_to(i)) <= LEGS]
        longest = max(len(self.spec.path_to(i)) for i in ends)
        return Path(
            self.spec.path_to(self._luck.choice([i for i in ends if len(self.spec.path_to(i)) == longest]))
        )


def walls(luck: Random) -> list[Json]:
    """Walls between squares anywhere on the table."""
    places = [(x, y, s) for x in range(1, SIDE) for y in range(1, SIDE) for s in ("w", "n")]
    return [{"at": [x, y], "side": side, "kind": "wall"} for x, y, side in luck.sample(places, WALLS)]


def ask_yards(samples: int) -> list[str]:
    """The questions to the rules, each on ten tables."""
    yards = [Yard(seed) for seed in range(10)]
    questions: dict[str, tuple[Callable[[Yard], Callable[[], object]], float, float]] = {
        "preview of a drawn Move or Run, 30 x 30 squares, 60 walls": (a_preview, 2, 0.5),
        f"legal moves of one piece, allowance {ALLOWANCE}": (legal_moves, 1.5, 0.95),
        f"check of a move of {LEGS} steps": (a_check, 0.75, 0.95),
        f"sight from one to all {2 * EACH} figures, not asked before": (from_one_to_all, 0.5, 0.95),
        f"all lines of a position of {CROWD} bases, not asked before": (all_lines, 5, 0.95),
    }
    rows: list[str] = []
    for title, (question, goal, share) in questions.items():
        say(title)
        timed = Timed()
        for place in range(samples):
            timed.run(question(yards[place % len(yards)]))
        rows.append(timed_row(title, timed, goal, share))
    return rows


def a_preview(yard: Yard) -> Callable[[], object]:
    body, request = yard.drawn(), yard.request
    return lambda: yard.match.ruleset.preview(
        yard.match.state.known_to(request.seat), request.seat, request, body
    )


def legal_moves(yard: Yard) -> Callable[[], object]:
    state = yard.state
    state.memory.clear()
    return partial(walk_spec, state, yard.mover, ALLOWANCE, "Move")


def a_check(yard: Yard) -> Callable[[], object]:
    return partial(yard.spec.check, yard.path())


def from_one_to_all(yard: Yard) -> Callable[[], object]:
    sight, here = yard.state.grid.sight, yard.square()
    others = [yard.square() for _ in range(2 * EACH)]
    return lambda: [sight(here, other) for other in others]


def all_lines(yard: Yard) -> Callable[[], object]:
    sight, places = yard.state.grid.sight, [yard.square() for _ in range(CROWD)]
    return lambda: [sight(a, b) for i, a in enumerate(places) for b in places[:i]]


def main() -> int:
    games, samples = number("BENCH_GAMES", 4), number("BENCH_SAMPLES", 300, least=20)
    lines = list(HEAD)
    for level in ("random", "sensible"):
        say(f"{games} matches between {level} bots")
        lines += match_rows(level, play(level, games))
    lines += ask_yards(samples)
    BENCH.write("rules", "Rules and engine", lines)
    return 0


if __name__ == "__main__":
    sys.exit(main())
