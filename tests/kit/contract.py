"""What the engine asks of every ruleset, to be checked on any of them: restarts, frames, records, hash seeds."""

import json
import os
import subprocess
import sys
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any, TypeAlias

import orjson

from muster.engine.events import event_from_json, event_json
from muster.engine.feeds import Feed
from muster.engine.ids import SPECTATORS, Audience
from muster.engine.match import Match, Step
from muster.engine.records import Head, Row, Snapshot
from muster.engine.ruleset import AnyRuleset
from tests.kit.bouts import as_stored
from tests.kit.house import ROOT
from tests.kit.wire import patched

Json: TypeAlias = Any
NOBODY = Head("", "", "", None, b"", {})


# ------------------------------------------------------------------ restarts
def position(match: Match[Any]) -> Json:
    """Everything that anybody could notice about a match."""
    feeds: list[bytes] = []
    for audience in (*match.seats, SPECTATORS):
        feed = Feed(Audience(audience))
        feed.sync(match)
        feeds.append(orjson.dumps(feed.whole()) if feed.view is not None else b"held")
    return {
        "state": match.ruleset.dump(match.state),
        "asked": [(r.id, r.digest, orjson.dumps(r.wire())) for r in match.requests],
        "answered": [(p.request.seat, p.answered, p.value, p.batch) for p in match.play.parts],
        "preferences": dict(match.play.game.preferences),
        "result": match.result,
        "feeds": feeds,
        "grades": [(s, (t := match.undo_target(s)) and (t[0].position, t[1])) for s in match.seats],
    }


@dataclass
class Recorded:
    """A match as a server would have stored it, and how it looked after each step.

    ``ends`` holds, for each step, how many rows there were after it, and the position.
    """

    ruleset: AnyRuleset
    head: Head = NOBODY
    rows: list[Row] = field(default_factory=list[Row])
    snapshots: list[Snapshot] = field(default_factory=list[Snapshot])
    ends: list[tuple[int, Json]] = field(default_factory=list[tuple[int, Json]])


def recorded(
    ruleset: AnyRuleset, setup: Json, seed: int, play: Callable[..., Match[Any]], **more: object
) -> Recorded:
    """A match played by one of :mod:`tests.kit.bouts`, noted down step by step."""
    found = Recorded(ruleset)

    def seen(match: Match[Any], step: Step) -> None:
        found.head = match.head
        found.rows.extend(map(as_stored, step.rows))
        found.snapshots.extend(step.snapshots)
        found.ends.append((len(found.rows), position(match)))

    play(ruleset, setup, seed, seen=seen, **more)
    return found


def check_cuts(life: Recorded, *, every: int = 1, bare: bool = True) -> None:
    """Stop after every row (or every so many), load, and be where one was.

    Each cut is loaded from its newest snapshot and, where ``bare``, from the rows alone.
    """
    for cut in range(0, len(life.rows) + 1, every):
        rows = life.rows[:cut]
        end, then = next((e, p) for e, p in life.ends if e >= cut)
        ways = [[s for s in life.snapshots if s.position < cut], *([[]] if bare else [])]
        for snapshots in ways:
            match, missing = Match.resume(life.ruleset, life.head, rows, snapshots)
            # What a step had not yet stored is made again: the same dice, the same events.
            assert [as_stored(r) for r in match.rows] == life.rows[:end], f"cut after {cut} rows"
            assert [*rows, *map(as_stored, missing.rows)] == life.rows[:end], f"cut after {cut} rows"
            now = position(match)
            differing = [name for name in then if now[name] != then[name]]
            assert not differing, (
                f"cut after {cut} rows, seed of {life.head.secret[:8].hex()}: {differing} differ"
            )


# ------------------------------------------------------------------ frames
class Client:
    """A browser's side of the wire, as the contract describes it."""

    def __init__(self) -> None:
        """Knows nothing yet."""
        self.body: dict[str, Json] = {"version": 0, "view": {}, "log": [], "requests": [], "undo": None}
        self.body["undo_from"] = None

    def take(self, wire: bytes) -> None:
        """Apply a frame. Raises AssertionError where it does not follow on what is known."""
        step = orjson.loads(wire)
        assert step["t"] == "step"
        assert step["base"] == self.body["version"]
        self.body["view"] = patched(self.body["view"], step.get("patch", {}))
        if "log" in step:
            assert step["log_from"] <= len(self.body["log"])
            self.body["log"][step["log_from"] :] = step["log"]
        if "requests" in step:
            self.body["requests"], self.body["undo"] = step["requests"], step["undo"]
            self.body["undo_from"] = step.get("undo_from")
        self.body["version"], self.body["hash"] = step["version"], step["hash"]


def plain(whole: Json) -> Json:
    """As it comes out of JSON, mappings without an order."""
    return orjson.loads(orjson.dumps(whole))


def check_frames(
    ruleset: AnyRuleset,
    setup: Json,
    seed: int,
    play: Callable[..., Match[Any]],
    *,
    reload_every: int = 4,
    **more: object,
) -> int:
    """T2: every audience's frames add up to its whole, and to what it gets after a reload; returns the steps seen."""
    audiences = [*(str(s.id) for s in ruleset.seats(setup)), SPECTATORS]
    feeds = {a: Feed(Audience(a)) for a in audiences}
    clients = {a: Client() for a in audiences}
    steps = 0

    def seen(match: Match[Any], step: Step) -> None:
        nonlocal steps
        steps += 1
        reload = steps % reload_every == 0
        reloaded = Match.resume(ruleset, match.head, match.rows, match.snapshots)[0] if reload else match
        for audience, feed in feeds.items():
            frame = feed.sync(match)
            assert feed.sync(match) is None, f"{audience} gets a second frame for one step"
            if frame is None:
                continue
            clients[audience].take(frame.wire())
            assert clients[audience].body == plain(feed.whole())
            fresh = Feed(Audience(audience))
            fresh.sync(reloaded)
            assert plain({**fresh.whole(), "version": 0}) == plain({**feed.whole(), "version": 0})

    play(ruleset, setup, seed, seen=seen, **more)
    return steps


# ------------------------------------------------------------------ records
def check_events(match: Match[Any]) -> None:
    """Every event and every state of a match comes back from its bytes the same, and tells everybody the same."""
    for _, event in match.history:
        kinds = match.ruleset.events
        if type(event).__name__ not in kinds:
            continue  # the engine's own notices
        again = event_from_json(orjson.loads(orjson.dumps(event_json(event))), kinds)
        assert again == event
        assert again.tells() == event.tells()
        for audience in (*match.seats, SPECTATORS):
            told = [e.log(match.state, Audience(audience)) for e in (event, again)]
            assert told[0] == told[1], f"{event} tells {audience} something else once it was stored"
    for snapshot in match.snapshots:
        state = match.ruleset.load(match.head.setup, snapshot.state)
        assert match.ruleset.dump(state) == snapshot.state


# ------------------------------------------------------------------ hashing
def check_hash_seeds(name: str, scenario: str, seed: int) -> None:
    """Two processes that hash strings differently play the same match; ``name`` is the ruleset as ``module:NAME``."""
    command = [sys.executable, "-m", "tests.kit.transcript", name, scenario, str(seed)]
    told: list[dict[str, Json]] = []
    for hash_seed in ("1", "2718"):
        environment = {**os.environ, "PYTHONHASHSEED": hash_seed}
        done = subprocess.run(command, cwd=ROOT, env=environment, capture_output=True, text=True, check=False)
        assert done.returncode == 0, done.stderr
        told.append(json.loads(done.stdout))
    assert told[0]["rows"] > 10
    assert told[0] == told[1]
