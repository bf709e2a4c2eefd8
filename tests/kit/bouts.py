"""Matches between bots, for tests that need a match rather than a rule."""

from collections.abc import Callable, Mapping
from dataclasses import replace
from typing import Any, TypeAlias

import orjson

from muster.bots.levels import bot_of
from muster.engine.chance import Chance
from muster.engine.match import Grade, Match, Step
from muster.engine.records import Row
from muster.engine.replaying import WINDOW_MODES
from muster.engine.ruleset import AnyRuleset
from tests.kit.table import head_of

Json: TypeAlias = Any
Seen: TypeAlias = Callable[[Match[Any], Step], None]


def play_out(
    match: Match[Any],
    *,
    seed: int = 0,
    levels: Mapping[str, str] | None = None,
    most: int = 5_000,
    seen: Seen | None = None,
) -> Match[Any]:
    """Let bots answer until the match is over or ``most`` answers were given; ``seen`` is called after each.

    Which seat answers first in a sealed batch is left to the seed too.
    """
    chance = Chance(seed.to_bytes(16, "big"))
    bots = {s: bot_of(match.ruleset, (levels or {}).get(s, "random")) for s in match.seats}
    for number in range(most):
        if match.result is not None:
            break
        requests = match.requests
        request = requests[chance.pick(f"turn/{number}", len(requests))]
        known = match.play.game.known_to(request.seat)
        body = bots[request.seat].answer(request, known, chance, f"{request.seat}/{number}")
        step = match.answer(request.seat, request.id, body)
        if seen is not None:
            seen(match, step)
    return match


def random_match(
    ruleset: AnyRuleset, setup: Json, seed: int, *, most: int = 5_000, seen: Seen | None = None
) -> Match[Any]:
    """A match between random bots, wholly decided by its seed."""
    match, step = Match.start(ruleset, head_of(ruleset, setup, seed=seed))
    if seen is not None:
        seen(match, step)
    return play_out(match, seed=seed, most=most, seen=seen)


def lively_match(
    ruleset: AnyRuleset,
    setup: Json,
    seed: int,
    *,
    most: int = 400,
    resigns: bool = False,
    granted: Grade = "judge",
    seen: Seen | None = None,
) -> Match[Any]:
    """A match in which seats also take things back, withdraw closed answers and set standing answers.

    With ``resigns`` somebody gives up after a while. ``granted`` is what undos may need: a server grants consent at
    most. Everything follows from the seed.
    """
    match, step = Match.start(ruleset, head_of(ruleset, setup, seed=seed))
    chance, windows = Chance(seed.to_bytes(16, "big")), set[str]()

    def noted(step: Step) -> None:
        if seen is not None:
            seen(match, step)

    noted(step)
    for number in range(most):
        if match.result is not None:
            break
        windows.update(r.window for r in match.requests if r.window is not None)
        seats = list(match.seats)
        seat = seats[chance.pick(f"who/{number}", len(seats))]
        deed = chance.pick(f"deed/{number}", 12)
        part = match.play.part_of(seat)
        target = match.undo_target(seat) if deed == 0 else None
        if target is not None and (granted == "judge" or target[1] != "judge"):
            noted(match.undo(seat, granted=granted))
        elif deed == 1 and windows:
            names = sorted(windows)
            window = names[chance.pick(f"window/{number}", len(names))]
            mode = WINDOW_MODES[chance.pick(f"mode/{number}", len(WINDOW_MODES))]
            noted(match.prefer(seat, window, mode))
        elif deed < 5 and part is not None and part.answered:
            noted(match.withdraw(seat))
        elif resigns and number > most // 2:
            noted(match.resign(seat))
        else:
            before = len(match.rows)
            play_out(match, seed=seed * 1000 + number, most=1, seen=seen)
            assert len(match.rows) > before
    return match


def often_undone(ruleset: AnyRuleset, setup: Json, *, before: int, undos: int) -> Match[Any]:
    """A match in which, after so many answers, each further one is taken back at once."""
    match = random_match(ruleset, setup, 3, most=before)
    for number in range(undos):
        play_out(match, seed=number, most=1)
        answered = {s: t[0].position for s in match.seats if (t := match.undo_target(s)) is not None}
        match.undo(max(answered, key=lambda seat: answered[seat]), granted="consent")
    return match


def as_stored(row: Row) -> Row:
    """A row as a database gives it back: its JSON made anew."""
    return replace(
        row,
        answer=orjson.loads(orjson.dumps(row.answer)),
        events=tuple(orjson.loads(orjson.dumps(row.events))),
    )
