"""Frozen matches: records that the rules of a version led to, replayed by every later run.

``python -m tests.replays.freeze`` plays them and writes those that are not there yet; ``--again`` writes all anew,
which is right only where the rules or what they tell have changed on purpose (then the version of the rules grows).
"""

import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Any, Final, TypeAlias

import orjson

from muster.engine.match import Match
from muster.rulesets.catalog import built_in
from tests.kit.bouts import play_out
from tests.kit.record import record_document
from tests.kit.table import head_of, setup_of

Json: TypeAlias = Any
FOLDER: Final = Path(__file__).parent

FROZEN: Final[dict[str, tuple[dict[str, Json], tuple[str, ...], int]]] = {
    "newworld-wagon-road-ambush": ({"scenario": "wagon-road", "variant": "ambush"}, ("blue", "red"), 1),
    "newworld-kettle-creek": ({"scenario": "kettle-creek", "powder": "damp", "rounds": 4}, ("blue",), 2),
    "newworld-fort-prosper": ({"scenario": "fort-prosper", "rounds": 4}, ("red",), 3),
    "newworld-anchor-and-hind": ({"scenario": "anchor-and-hind", "variant": "ambush", "rounds": 3}, (), 4),
    "newworld-halcyon": ({"scenario": "halcyon", "parties": "choose", "rounds": 3}, (), 5),
    "baroque-mill-hill": ({"scenario": "mill-hill", "turns": 6}, ("blue", "red"), 1),
    "baroque-by-the-book": ({"scenario": "by-the-book", "points": 600, "turns": 2}, ("blue",), 2),
    "baroque-hussars-plain": (
        {
            "scenario": "hussars-plain",
            "points": 600,
            "turns": 4,
            "blue_army": "polish-600",
            "red_army": "royalist-600",
        },
        ("blue", "red"),
        3,
    ),
    "baroque-saint-annes-fields": (
        {
            "scenario": "saint-annes-fields",
            "points": 600,
            "turns": 3,
            "blue_army": "ottoman-600",
            "red_army": "parliament-600",
        },
        ("red",),
        4,
    ),
    "ad1666-duel-at-the-yard": ({"scenario": "duel-at-the-yard"}, ("blue", "red"), 1),
    "ad1666-stolen-letter": ({"scenario": "stolen-letter", "equipment": "restricted"}, ("red",), 2),
    "ad1666-market-day": ({"scenario": "market-day"}, ("blue", "red"), 3),
    "ad1666-midnight-at-the-palace": ({"scenario": "midnight-at-the-palace"}, (), 4),
}
"""By file name, which begins with the ruleset: options, the seats that play sensibly (others at random), the seed."""


def played(name: str) -> Json:
    """The record of a frozen match, played now."""
    options, sensible, seed = FROZEN[name]
    ruleset = built_in().get(name.partition("-")[0])
    match, _ = Match.start(ruleset, head_of(ruleset, setup_of(ruleset, **options), seed=seed))
    play_out(match, seed=seed, levels=dict.fromkeys(sensible, "sensible"))
    return record_document(match)


def path_of(name: str) -> Path:
    """Where a frozen match lies."""
    return FOLDER / f"{name}.json"


def main(arguments: Sequence[str]) -> None:
    """Write what is missing, or everything."""
    for name in FROZEN:
        if "--again" in arguments or not path_of(name).exists():
            document = played(name)
            path_of(name).write_bytes(orjson.dumps(document) + b"\n")
            sys.stdout.write(f"{name}: {len(document['rows'])} rows, {document['result']['reason']}\n")


if __name__ == "__main__":
    main(sys.argv[1:])
