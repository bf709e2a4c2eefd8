"""A match between bots boiled down to hashes, to compare processes.

``python -m tests.kit.transcript MODULE:NAME SCENARIO SEED`` prints one line of JSON with a hash
over the journal and one over all frames of each audience.
"""

import hashlib
import json
import sys
from collections.abc import Sequence
from dataclasses import asdict
from importlib import import_module

import orjson

from muster.bots.random import RandomBot
from muster.engine.chance import Chance
from muster.engine.feeds import Feed
from muster.engine.ids import SPECTATORS, Audience
from muster.engine.match import Match
from muster.engine.ruleset import AnyRuleset
from tests.kit.table import head_of, setup_of


def transcript(ruleset: AnyRuleset, scenario: str, seed: int) -> dict[str, str | int]:
    """Hashes of the journal (without request ids, which are in no row) and of every audience's frames."""
    match, _ = Match.start(ruleset, head_of(ruleset, setup_of(ruleset, scenario=scenario), seed=seed))
    feeds = [Feed(Audience(s)) for s in match.seats] + [Feed(SPECTATORS)]
    hashes = {f.audience: hashlib.sha256() for f in feeds}
    bot, chance = RandomBot(), Chance(seed.to_bytes(16, "big"))
    while True:
        for feed in feeds:
            frame = feed.sync(match)
            if frame is not None:
                hashes[feed.audience].update(frame.wire())
        if match.result is not None:
            break
        request = match.requests[0]
        known = match.play.game.known_to(request.seat)
        body = bot.answer(request, known, chance, f"{len(match.rows)}")
        match.answer(request.seat, request.id, body)
    rows = b"".join(orjson.dumps(asdict(row), option=orjson.OPT_SORT_KEYS) for row in match.rows)
    return {
        "rows": len(match.rows),
        "journal": hashlib.sha256(rows).hexdigest(),
        **{str(a): h.hexdigest() for a, h in sorted(hashes.items())},
    }


def main(arguments: Sequence[str]) -> None:
    """Run from the command line."""
    name, scenario, seed = arguments
    module, _, attribute = name.partition(":")
    sys.stdout.write(
        json.dumps(transcript(getattr(import_module(module), attribute), scenario, int(seed))) + "\n"
    )


if __name__ == "__main__":
    main(sys.argv[1:])
