"""What a whole match of Anno Domini 1666 costs in one process: `make bench-skirmish`.

`BENCH_MATCHES` matches of each scenario between sensible bots (1). All times are processor times.
"""

import gc
import sys

from muster.commands.simulate import setup_of
from muster.rulesets.catalog import built_in
from tests.bench.figures import HEAD, timed_row
from tests.bench.matches import Fought, fight
from tests.kit.report import BENCH, number, say

GOAL = 10
"""Loops an answer may take at the p95."""


def main() -> int:
    """Fight the matches."""
    matches = number("BENCH_MATCHES", 1)
    ruleset = built_in().get("ad1666")
    lines: list[str] = [*HEAD]
    gc.collect()
    gc.freeze()  # as the server does before its first request
    fought = Fought()
    for scenario in ruleset.scenarios():
        say(f"{matches} of {scenario.title}")
        for seed in range(1, matches + 1):
            fight(ruleset, setup_of(ruleset, scenario.id, {}), seed, fought)
    lines.append(timed_row(f"an answer ({len(fought.answers.samples)})", fought.answers, GOAL))
    lines.append(timed_row("an answer, p99", fought.answers, None, 0.99))
    lines += [timed_row(f"`{kind}` ({len(t.samples)})", t, GOAL) for kind, t in fought.slowest()]
    BENCH.write("skirmish", "A match of Anno Domini 1666", lines)
    return 0


if __name__ == "__main__":
    sys.exit(main())
