"""Switch rules off, one at a time, and look whether a test notices: `make soak-rules`.

`SOAK_RULESET` (newworld), `SOAK_RULES` how many (40), `SOAK_SEED` which (drawn and printed), `SOAK_IDS` these and no
others, `SOAK_JOBS` how many at once (as many as there are processors). A rule that no test misses is a survivor; the
run fails if there is one.
"""

import json
import os
import secrets
import sys
from collections.abc import Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from pathlib import Path
from random import Random
from typing import Any

from muster.commands.rule_scan import implemented_ids
from muster.commands.rules_coverage import ledger_items
from tests.kit.house import ROOT
from tests.kit.report import SOAK, Ran, number, python, run, say

PYTEST = python("-m", "pytest", "-q", "-p", "no:cacheprovider", "--no-header", "--tb=no")
GREEN, RED, BROKEN = 0, 1, 2
"""How pytest ends: all passed, some failed, stopped before or while collecting."""


@dataclass(frozen=True, slots=True)
class Verdict:
    """What became of one switched-off rule."""

    rule: str
    tests: int
    """How many tests touch it."""
    noticed_by: str | None
    """The first test that failed; None for a survivor."""
    seconds: float


def switchable(ruleset: str, record: Mapping[str, Any]) -> tuple[list[str], list[str]]:
    """The ledger's ids that a test touches and a switch reaches; and those touched only as a procedure's name."""
    folder = ROOT / "backend" / "muster" / "rulesets" / ruleset
    touched = {i for told in record["tests"].values() for i in told["touched"]}
    named = {f"{ruleset}.{i}" for i in implemented_ids(folder, decorators=False)}
    items = [i for i in ledger_items(folder / "ledger.yaml") if i in touched]
    return [i for i in items if i in named], [i for i in items if i not in named]


def tests_of(rule: str, record: Mapping[str, Any]) -> list[str]:
    """The tests that touched a rule: those marked with it first, then the others."""
    names = [name for name, told in record["tests"].items() if rule in told["touched"]]
    return sorted(names, key=lambda name: (rule not in record["tests"][name]["marked"], name))


def first_failure(ran: Ran) -> str:
    """The test that failed first, from what pytest wrote."""
    words = [line.split(" ")[1] for line in ran.output.splitlines() if line.startswith(("FAILED ", "ERROR "))]
    return words[0] if words else "the collection of the tests"


def try_without(rule: str, record: Mapping[str, Any], whole: Path) -> Verdict:
    """Run the tests that touched the rule, without it; then, if they are content, all others."""
    names, seconds = tests_of(rule, record), 0.0
    for arguments in (names, [str(whole)]):
        ran = run((*PYTEST, "-x", "--rules-off", rule, *arguments))
        seconds += ran.seconds
        if ran.code in (RED, BROKEN):
            return Verdict(rule, len(names), first_failure(ran), seconds)
        if ran.code != GREEN:
            sys.exit(
                f"The tests without {rule} did not run (pytest ended with {ran.code}):\n{ran.output}{ran.errors}"
            )
    return Verdict(rule, len(names), None, seconds)


def baseline(whole: Path) -> Mapping[str, Any]:
    """What each test touches with all rules in force; they must all pass."""
    SOAK.folder.mkdir(parents=True, exist_ok=True)
    target = SOAK.folder / "rules-record.json"
    ran = run((*PYTEST, "--rules-record", str(target), str(whole)))
    if ran.code != GREEN:
        sys.exit(
            f"With all rules in force the tests do not pass, so nothing can be told:\n{ran.output}{ran.errors}"
        )
    say(f"All rules in force: {ran.output.strip().splitlines()[-1]}")
    record: Mapping[str, Any] = json.loads(target.read_text(encoding="utf-8"))
    return record


def chosen(ids: Sequence[str], seed: int) -> list[str]:
    """The rules to switch off: those of `SOAK_IDS`, or some drawn by the seed."""
    given = os.environ.get("SOAK_IDS", "").replace(",", " ").split()
    wrong = [i for i in given if i not in ids]
    if wrong:
        sys.exit(f"SOAK_IDS: no switch reaches {', '.join(wrong)}. Full ids are wanted, as in {ids[0]}.")
    return given or sorted(Random(seed).sample(list(ids), min(len(ids), number("SOAK_RULES", 40))))


def main() -> int:
    ruleset = os.environ.get("SOAK_RULESET", "newworld")
    seed = number("SOAK_SEED", secrets.randbelow(1_000_000), least=0)
    whole = ROOT / "tests" / "rulesets" / ruleset
    record = baseline(whole)
    ids, procedures = switchable(ruleset, record)
    rules = chosen(ids, seed)
    say(f"SOAK_SEED={seed}: {len(rules)} of {len(ids)} rules are switched off, one at a time.")

    def attempt(rule: str) -> Verdict:
        verdict = try_without(rule, record, whole)
        outcome = f"noticed by {verdict.noticed_by}" if verdict.noticed_by else "SURVIVES"
        say(f"  {rule}: {verdict.tests} tests touch it, {outcome} ({verdict.seconds:.0f} s)")
        return verdict

    with ThreadPoolExecutor(number("SOAK_JOBS", os.cpu_count() or 1)) as pool:
        verdicts = list(pool.map(attempt, rules))
    survivors = [v.rule for v in verdicts if v.noticed_by is None]
    lines = [
        f"Ruleset {ruleset}, seed {seed} (`SOAK_SEED={seed} make soak-rules` does the same again).",
        "",
        "| figure | value |",
        "|---|---|",
        f"| rules that can be switched off | {len(ids)} |",
        f"| switched off, one at a time | {len(verdicts)} |",
        f"| noticed by a test | {len(verdicts) - len(survivors)} |",
        f"| survivors | {len(survivors)} |",
        "",
        f"Survivors: {', '.join(survivors) or 'none'}.",
        "",
        f"Named by a procedure only, without a switch: {', '.join(procedures) or 'none'}.",
    ]
    SOAK.write("rules", "Rules switched off", lines)
    return 1 if survivors else 0


if __name__ == "__main__":
    sys.exit(main())
