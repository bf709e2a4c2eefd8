"""T12: pairs of worlds that differ only in what an audience may not know have to look the same to it, byte by byte.

A ruleset gives an ``alter`` function that changes hidden facts of a position for one audience. The kit takes
positions from random matches, makes the pairs, plays both worlds on with the same public answers and the same dice
by purpose, and compares everything that reaches the audience: frames, whole views, log, requests, previews,
measurements, refusals, bots' answers, the grade of an undo, and whether it has to wait for a secret answer. A
``vary`` function makes the worlds differ in answers too, where the audience may not know them. Comparing stops where
the worlds differ after a legal reveal: an event that says that it tells this audience something, and that ``opens``
takes for one that can tell a secret (not each does: dice in the open tell everybody the same in both worlds).
"""

import hmac
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import pairwise
from typing import Any, Literal, TypeAlias

import orjson

from muster.bots.random import RandomBot
from muster.engine.chance import Chance
from muster.engine.events import AnyEvent
from muster.engine.feeds import Feed
from muster.engine.game import ChanceAsk
from muster.engine.ids import SPECTATORS, Audience, Seat
from muster.engine.match import Match
from muster.engine.refusals import Refusal
from muster.engine.requests import Choose, Move, Request
from muster.engine.ruleset import AnyRuleset
from tests.kit.scene import positioned
from tests.kit.table import head_of

Json: TypeAlias = Any
State: TypeAlias = Any
Pick: TypeAlias = Callable[[int], int]
"""A number 0 to size - 1, another at each call."""
Alter: TypeAlias = Callable[[State, Audience, Pick], None]
"""Changes, in place, facts that the audience may not know; leaves alone what it may."""
Vary: TypeAlias = Callable[[State, Request, Json, Audience, Pick], Json]
"""Another answer to another seat's question that the audience may not tell from the given one (or the given one)."""
Way: TypeAlias = Sequence[tuple[Seat, Json]]
"""What other seats do behind closed doors, one after another: an answer to a sealed question, None to take it back."""
Opens: TypeAlias = Callable[[AnyEvent], bool]
"""Whether an event that tells an audience something may tell it a secret, so that the worlds differ from there on."""


def any_event(event: AnyEvent) -> bool:
    """Every event that tells something may tell a secret."""
    return True


def no_event(event: AnyEvent) -> bool:
    """No event can tell a secret."""
    return False


SECRET_ANSWERS = 30
TRIES = 12
PROBED_ONE_IN = 3


class Leak(AssertionError):
    """An audience could tell two worlds apart that it may not."""


@dataclass(frozen=True)
class Pair:
    """Two positions of one match that one audience may not tell apart."""

    setup: Json
    audience: Audience
    first: bytes
    second: bytes
    seed: int


@dataclass(frozen=True)
class Outcome:
    """How far two worlds could be compared: after how many answers, and why no further."""

    answers: int
    why: Literal["end", "revealed", "parted", "enough"]


class PurposeDice:
    """Chance for two worlds: the nth die of one purpose is the same in both, whatever was rolled between."""

    def __init__(self, seed: int) -> None:
        """``seed`` decides all of it."""
        self._key = seed.to_bytes(16, "big")
        self._asked: Counter[str] = Counter()

    def __call__(self, ask: ChanceAsk, draw: int) -> tuple[int, ...]:
        """The values for the next question of this purpose."""
        purpose = f"{ask.why}|{ask.digest}"
        count, self._asked[purpose] = self._asked[purpose], self._asked[purpose] + 1
        chance = Chance(hmac.digest(self._key, purpose.encode(), "sha256"))
        if ask.kind == "shuffle":
            return chance.shuffle(count, ask.count)
        return chance.dice(count, ask.count, ask.sides)


def picker(seed: int, name: str) -> Pick:
    """A source of numbers for making worlds."""
    chance, counter = Chance(seed.to_bytes(16, "big")), Counter[str]()

    def pick(size: int) -> int:
        counter[name] += 1
        return chance.pick(f"{name}/{counter[name]}", size)

    return pick


# ------------------------------------------------------------------ making pairs
def random_positions(ruleset: AnyRuleset, setup: Json, seed: int) -> list[bytes]:
    """The rest points of one match between random bots, but the last."""
    match, step = Match.start(ruleset, head_of(ruleset, setup, seed=seed), dice=PurposeDice(seed))
    found = [s.state for s in step.snapshots]
    bot, chance = RandomBot(), Chance(seed.to_bytes(16, "big"))
    while match.result is None:
        request = match.requests[0]
        known = match.play.game.known_to(request.seat)
        body = bot.answer(request, known, chance, f"way/{len(match.rows)}")
        step = match.answer(request.seat, request.id, body)
        found.extend(s.state for s in step.snapshots)
    return found[:-1]


def pairs(
    ruleset: AnyRuleset, setups: Sequence[Json], alter: Alter, *, count: int, seed: int = 1
) -> Iterator[Pair]:
    """``count`` pairs from random matches, for every audience in turn.

    Raises AssertionError where ``alter`` changed something that the audience knows: then the worlds may differ.
    """
    made, number = 0, seed
    while made < count:
        number += 1
        setup = setups[number % len(setups)]
        audiences = [Audience(s.id) for s in ruleset.seats(setup)] + [SPECTATORS]
        positions = random_positions(ruleset, setup, number)
        pick = picker(number, "pairs")
        for audience in audiences:
            for _ in range(3):
                first = positions[pick(len(positions))]
                other = ruleset.load(setup, first)
                alter(other, audience, pick)
                second = ruleset.dump(other)
                if first == second or made >= count:
                    continue
                assert _known(ruleset, setup, first, audience) == _known(ruleset, setup, second, audience), (
                    f"alter changed what {audience} knows"
                )
                made += 1
                yield Pair(setup, audience, first, second, number * 100 + made)
        assert number - seed < 40 * count, "alter finds nothing to change"


def _known(ruleset: AnyRuleset, setup: Json, data: bytes, audience: Audience) -> bytes:
    return ruleset.dump(ruleset.load(setup, data).known_to(Seat(audience)))


# ------------------------------------------------------------------ comparing
class _World:
    """One of the two."""

    def __init__(self, ruleset: AnyRuleset, pair: Pair, data: bytes) -> None:
        self.ruleset = ruleset
        self.match, _ = Match.start(
            positioned(ruleset, data),
            head_of(ruleset, pair.setup, seed=pair.seed),
            dice=PurposeDice(pair.seed),
        )
        self.audience = pair.audience
        self.seat = Seat(pair.audience)
        self.feed = Feed(pair.audience)
        self.frames: list[bytes] = []
        self.told = len(self.match.history)
        self.sync()

    def sync(self) -> None:
        frame = self.feed.sync(self.match)
        if frame is not None:
            self.frames.append(frame.wire())

    @property
    def others_in_secret(self) -> list[Request]:
        return [r for r in self.match.requests if r.secret and r.seat != self.seat]

    @property
    def known(self) -> State:
        return self.match.play.game.known_to(self.seat)

    def answer(self, request: Request, body: Json) -> None:
        self.match.answer(request.seat, request.id, body)
        self.sync()

    def behind_closed_doors(self, way: Way) -> None:
        for seat, body in way:
            request = self.match.request_for(seat)
            if body is None:
                self.match.withdraw(seat)
                self.sync()
            elif request is not None:
                self.answer(request, body)

    def news(self) -> list[AnyEvent]:
        events = [e for _, e in self.match.history[self.told :]]
        self.told = len(self.match.history)
        return events

    def learned(self, events: Sequence[AnyEvent], opens: Opens) -> bool:
        """Whether an event says that this audience learned something it could not know before."""
        told = [e.tells() for e in events if opens(e)]
        return any(t is None or self.audience in t for t in told)


def compare(
    ruleset: AnyRuleset,
    pair: Pair,
    *,
    answers: int = 25,
    vary: Vary | None = None,
    pauses: bool = True,
    opens: Opens = any_event,
    ways: tuple[Way, Way] = ((), ()),
) -> Outcome:
    """Play both worlds on and compare what the audience gets. Raises Leak with both sides where it differs.

    ``pauses`` False allows a secret question in one world only: where the ruleset asks only who has a choice.
    ``ways``: what others have done in each world about a sealed question that is still open; that reveals nothing.
    """
    first, second = _World(ruleset, pair, pair.first), _World(ruleset, pair, pair.second)
    for world, way in zip((first, second), ways, strict=True):
        world.behind_closed_doors(way)
    if any(ways):
        _part_here(first, second, pair, no_event, paused=False)
    pick = picker(pair.seed, "vary")
    paused = _answer_secrets(first, second, pair.seed)
    if _part_here(first, second, pair, opens, paused=paused and pauses):
        return Outcome(0, "revealed")
    bot, chance = RandomBot(), Chance(pair.seed.to_bytes(16, "big"))
    _same(pair, "what it may ask", _probe(first, pair.seed), _probe(second, pair.seed))
    for number in range(answers):
        if first.match.result is not None or second.match.result is not None:
            return Outcome(number, "end")
        if number and number % PROBED_ONE_IN == 0:
            _same(pair, "what it may ask", _probe(first, pair.seed), _probe(second, pair.seed))
        request = first.match.requests[0]
        twin = second.match.request_for(request.seat)
        if twin is None:
            raise Leak(f"{pair}: {request.seat} is asked in one world only, and not in secret")
        own = request.seat == first.seat
        for attempt in range(TRIES):
            known = first.match.play.game.known_to(request.seat)
            body = bot.answer(request, known, chance, f"{number}/{attempt}")
            try:
                twin.read(body)
            except Refusal as refusal:
                if own:
                    raise Leak(
                        f"{pair}: {body} is legal in one world and refused in the other: {refusal}"
                    ) from refusal
                continue
            break
        else:
            return Outcome(number, "parted")
        other = body if own or vary is None else vary(second.match.state, twin, body, pair.audience, pick)
        first.answer(request, body)
        second.answer(twin, other if _fits(twin, other) else body)
        paused = _answer_secrets(first, second, pair.seed + number)
        if _part_here(first, second, pair, opens, paused=paused and pauses):
            return Outcome(number + 1, "revealed")
    return Outcome(answers, "enough")


def _answer_secrets(first: _World, second: _World, seed: int) -> bool:
    """Answer what others are asked in secret; whether one world had to wait for more answers than the other.

    Every other seed answers alike where both worlds allow it, so that the worlds stay together for longer.
    """
    paused = False
    bot, chance = RandomBot(), Chance(seed.to_bytes(16, "big"))
    for number in range(SECRET_ANSWERS):
        waiting = [w for w in (first, second) if w.others_in_secret]
        if not waiting:
            return paused
        paused = paused or len(waiting) == 1
        bodies: list[Json] = []
        for world in waiting:
            request = world.others_in_secret[0]
            known = world.match.play.game.known_to(request.seat)
            bodies.append(bot.answer(request, known, chance, f"secret/{number}/{world is first}"))
        if len(waiting) == 2 and seed % 2:
            shared = next((b for b in bodies if all(_fits(w.others_in_secret[0], b) for w in waiting)), None)
            bodies = bodies if shared is None else [shared, shared]
        for world, body in zip(waiting, bodies, strict=True):
            world.answer(world.others_in_secret[0], body)
    raise AssertionError("the secret questions do not end")


def _fits(request: Request, body: Json) -> bool:
    try:
        request.read(body)
    except Refusal:
        return False
    return True


def _part_here(first: _World, second: _World, pair: Pair, opens: Opens, *, paused: bool) -> bool:
    """Whether the worlds now legally differ; raises Leak where they differ without an event that tells."""
    news = [(world, world.news()) for world in (first, second)]
    learned = any(world.learned(events, opens) for world, events in news)
    try:
        _same(pair, "frames", first.frames, second.frames)
        _same(pair, "the whole", first.feed.whole(), second.feed.whole())
        if paused:
            raise Leak(
                f"{pair.audience} has to wait in one world only, for a secret answer (seed {pair.seed})"
            )
    except Leak:
        if learned:
            return True
        raise
    return False


def _same(pair: Pair, what: str, first: Json, second: Json) -> None:
    one, other = _bytes(first), _bytes(second)
    if one == other:
        return
    at = next(
        (i for i, (a, b) in enumerate(zip(one, other, strict=False)) if a != b), min(len(one), len(other))
    )
    cut = slice(max(0, at - 200), at + 200)
    raise Leak(
        f"{pair.audience} can tell two worlds apart by {what} (seed {pair.seed}):\n"
        f"  {one[cut].decode(errors='replace')}\n  {other[cut].decode(errors='replace')}"
    )


def _bytes(value: Json) -> bytes:
    return (
        b"\n".join(value)
        if isinstance(value, list) and value and isinstance(value[0], bytes)
        else orjson.dumps(value)
    )


# ------------------------------------------------------------------ what an audience may ask
def _probe(world: _World, seed: int) -> Json:
    """Everything that the audience can find out by asking, as JSON."""
    pick = picker(seed, "probe")
    points = [(pick(12), pick(12)) for _ in range(8)]
    found: dict[str, Json] = {
        "measure": [
            _told(lambda a=a, b=b: world.ruleset.measure(world.known, a, b))  # type: ignore[misc]
            for a, b in pairwise(points)
        ],
        "undo": None,
    }
    request = world.match.request_for(world.seat)
    if world.audience == SPECTATORS:
        return found
    target = world.match.undo_target(world.seat)
    found["undo"] = target[1] if target is not None else None
    if request is None:
        found["stale"] = _told(lambda: world.match.answer(world.seat, "q0", {"pass": True}))
        return found
    found["request"] = request.wire()
    found["refused"] = [_told(lambda b=b: repr(request.read(b))) for b in _hostile(request)]  # type: ignore[misc]
    found["bots"] = [_told(lambda b=b: b()) for b in _bots(world, request, seed)]  # type: ignore[misc]
    found["previews"] = [
        _told(lambda b=b: world.ruleset.preview(world.known, world.seat, request, b))  # type: ignore[misc]
        for b in _partial_answers(world, request, seed)
    ]
    return found


def _told(question: Callable[[], Json]) -> Json:
    """An answer, or the refusal as the wire would carry it."""
    try:
        return question()
    except Refusal as refusal:
        return [refusal.code, refusal.text, refusal.rule, dict(refusal.numbers)]


def _bots(world: _World, request: Request, seed: int) -> list[Callable[[], Json]]:
    chance = Chance(seed.to_bytes(16, "big"))
    made: list[Callable[[], Json]] = [lambda: RandomBot().answer(request, world.known, chance, "probe")]
    try:
        sensible = world.ruleset.bot("sensible")
    except Refusal:
        return made
    return [*made, lambda: sensible.answer(request, world.known, chance, "probe")]


def _partial_answers(world: _World, request: Request, seed: int) -> Iterator[Json]:
    """A body for every option, as a person would try them out."""
    bot, chance, spec = RandomBot(), Chance(seed.to_bytes(16, "big")), request.spec
    if not isinstance(spec, Choose):
        yield bot.answer(replace(request, pass_label=None), world.known, chance, "preview")
        return
    for option in spec.options:
        if option.needs is None:
            yield {"picks": [{"key": option.key}]}
        else:
            asked = replace(request, spec=option.needs, pass_label=None)
            given = bot.answer(asked, world.known, chance, f"preview/{option.key}")
            yield {"picks": [{"key": option.key, "with": given}]}


def _hostile(request: Request) -> Iterator[Json]:
    """Answers that fish: nothing, nonsense, passing, and straight ways in every direction for each move on offer."""
    yield from ({}, {"picks": []}, {"picks": [{"key": "?"}]}, {"yes": "?"}, {"value": 10**6}, {"path": []})
    spec = request.spec
    moves = [("", spec)] if isinstance(spec, Move) else []
    if isinstance(spec, Choose):
        moves = [(o.key, o.needs) for o in spec.options if isinstance(o.needs, Move)]
    for key, move in moves:
        for dx, dy in ((0, -1), (1, -1), (1, 0), (1, 1), (0, 1), (-1, 1), (-1, 0), (-1, -1)):
            for length in (1, 2, 3, 5):
                way = {
                    "path": [[move.start[0] + dx * i, move.start[1] + dy * i] for i in range(1, length + 1)]
                }
                yield {"picks": [{"key": key, "with": way}]} if key else way
