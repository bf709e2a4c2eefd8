"""What a whole Baroque battle costs in one process: `make bench-battle`.

`BENCH_BATTLES` battles of 300 points and as many of 600 between sensible bots (2), and `BENCH_SAMPLES` positions (60)
in which each kind of deed is previewed. All times are processor times.
"""

import gc
import sys
from collections.abc import Iterator, Mapping
from random import Random
from typing import Any, Final, TypeAlias

from muster.commands.simulate import setup_of
from muster.engine.match import Match
from muster.engine.requests import Choose, Manoeuvre, Number, Option, Request
from muster.rulesets.baroque.rules.acting import activate_unit
from muster.rulesets.catalog import built_in
from tests.bench.figures import HEAD, Timed, timed_row
from tests.bench.matches import Fought, fight
from tests.kit.report import BENCH, number, say
from tests.rulesets.baroque.scenes import BattleScene

Json: TypeAlias = Any

POINTS: Final = (300, 600)
SLOWEST: Final = 6
"""So many kinds of answer are named."""
UNITS: Final = 40
PIECES: Final = 20
"""So many units stand among so many pieces of terrain where previews are asked for."""
TROOPS: Final[tuple[Mapping[str, Json], ...]] = (
    {"type": "LTE", "weapons": ["musket"]},
    {"type": "TR", "impetus": 3, "weapons": ["pistol_carbine"], "massed": True},
    {"type": "DR", "weapons": ["musket"]},
    {"type": "P&M", "weapons": ["musket"]},
)
WAYS: Final = (
    "forward",
    "wheel_left",
    "wheel_right",
    "oblique",
    "left",
    "right",
    "back",
    "about",
    "face_left",
    "face_right",
)
DEEDS: Final = ("shoot", "charge", "potential")


# ------------------------------------------------------------------------------------------------ previews
def crowded(seed: int) -> tuple[Match[Any], Request]:
    """Two lines of battle, 20 units each, among 20 pieces of terrain, and one unit that is asked what it does."""
    luck = Random(seed)
    scene = BattleScene((30, 20))
    for n in range(PIECES):
        x, y, r = luck.uniform(2, 28), luck.uniform(2, 18), luck.uniform(0.5, 1.5)
        kind = luck.choice(("wood", "gentle_hill", "rocky_ground", "village"))
        scene.terrain(
            kind, [(x - r, y), (x - r / 2, y - r), (x + r / 2, y - r), (x + r, y), (x, y + r)], name=f"p{n}"
        )
    for side, (y, heading) in {"blue": (11.5, 0), "red": (8.5, 180)}.items():
        for n in range(UNITS // 2):
            place = (
                2 + 2.6 * (n % 10),
                y + (1.8 if side == "blue" else -1.8) * (n // 10) + luck.uniform(-0.4, 0.4),
            )
            card = dict(luck.choice(TROOPS))
            scene.put(side, f"{side}{n}", place, heading + luck.uniform(-8, 8), **card)
    unit = f"blue{luck.randrange(10)}"
    match = scene.run(lambda game: activate_unit(game, unit)).match
    return match, match.requests[0]


def deeds(request: Request, luck: Random) -> Iterator[tuple[str, Json]]:
    """A preview of each kind that is offered: a way of the movement, or a shot or charge."""
    assert isinstance(request.spec, Choose)
    seen = set[str]()
    for option in request.spec.options:
        word = option.key.partition(":")[0]
        if isinstance(option.needs, Manoeuvre):
            for way in option.needs.ways:
                yield way.key, drawn(option, way.key, way.most, luck)
        elif word in DEEDS and word not in seen:
            seen.add(word)
            given = {"with": option.needs.maximum} if isinstance(option.needs, Number) else {}
            yield word, {"picks": [{"key": option.key, **given}]}


def drawn(option: Option, way: str, most: int, luck: Random) -> Json:
    """A movement as a browser sends it while it is dragged: of any length that the way has, and a little more."""
    course: dict[str, Json] = {"way": way, "length": luck.randrange(1, most + 1) if most else 0}
    if way == "oblique":
        course["bearing"] = luck.randrange(-4500, 4500)
    return {"picks": [{"key": option.key, "with": course}]}


def ask_for_previews(samples: int) -> dict[str, Timed]:
    """Previews of each kind that is offered in so many positions."""
    timed = {kind: Timed() for kind in (*WAYS, *DEEDS)}
    for seed in range(samples):
        match, request = crowded(seed)
        for kind, body in deeds(request, Random(seed)):
            timed[kind].run(lambda: preview(match, request, body))  # noqa: B023
    return timed


def preview(match: Match[Any], request: Request, body: Json) -> Json:
    """One preview as the server asks for it."""
    return match.ruleset.preview(match.state.known_to(request.seat), request.seat, request, body)


def main() -> int:
    """Fight the battles, then ask for previews."""
    battles, samples = number("BENCH_BATTLES", 2), number("BENCH_SAMPLES", 60, least=5)
    lines: list[str] = [*HEAD]
    gc.collect()
    gc.freeze()  # as the server does before its first request
    ruleset = built_in().get("baroque")
    scenarios = ruleset.scenarios()
    for points in POINTS:
        fought = Fought()
        for seed in range(1, battles + 1):
            say(f"a battle of {points} points")
            fight(
                ruleset,
                setup_of(ruleset, scenarios[seed % len(scenarios)].id, {"points": points}),
                seed,
                fought,
            )
        lines.append(timed_row(f"{points} points: an answer", fought.answers, 15))
        lines.append(timed_row(f"{points} points: an answer, p99", fought.answers, None, 0.99))
        lines += [
            timed_row(f"{points} points: `{kind}` ({len(t.samples)})", t, 15) for kind, t in fought.slowest()
        ]
    say(f"previews among {UNITS} units and {PIECES} pieces of terrain")
    for kind, timed in ask_for_previews(samples).items():
        if timed.samples:
            lines.append(timed_row(f"preview `{kind}` ({len(timed.samples)})", timed, 5, 0.5))
    BENCH.write("battle", "A Baroque battle", lines)
    return 0


if __name__ == "__main__":
    sys.exit(main())
