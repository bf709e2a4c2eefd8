"""The long runs of tests that the suite has in short: `make soak-server`.

All property tests, the fuzzing of HTTP and sockets among them, with `SOAK_EXAMPLES` new random examples each (2000; a
socket's is a whole match, so a quarter of that); the tests that ask `quick_or_soak` how much to try; and `SOAK_KILLS`
kills of a server in the middle of play (100).
"""

import sys
from dataclasses import dataclass
from pathlib import Path
from typing import Final
from xml.etree import ElementTree

from tests.kit.house import ROOT
from tests.kit.report import SOAK, Ran, number, python, run, say

HOUR: Final = 3600


@dataclass(frozen=True, slots=True)
class Counted:
    """What a run of tests came to, from pytest's own report."""

    tests: int
    failed: tuple[str, ...]
    skipped: int


def counted(path: Path) -> Counted:
    """Read a report in JUnit's form; none written means that nothing ran."""
    if not path.exists():
        return Counted(0, (), 0)
    cases = list(ElementTree.parse(path).getroot().iter("testcase"))
    bad = [c for c in cases if c.find("failure") is not None or c.find("error") is not None]
    skipped = sum(c.find("skipped") is not None for c in cases)
    return Counted(len(cases), tuple(f"{c.get('classname')}::{c.get('name')}" for c in bad), skipped)


def tests(name: str, environment: dict[str, str], *words: str) -> tuple[Ran, Counted]:
    """Run pytest with a report of its own."""
    SOAK.folder.mkdir(parents=True, exist_ok=True)
    target = SOAK.folder / f"{name}.xml"
    target.unlink(missing_ok=True)
    ran = run(
        python(
            "-m",
            "pytest",
            "-q",
            "-p",
            "no:cacheprovider",
            f"--timeout={HOUR}",
            f"--junitxml={target}",
            *words,
        ),
        environment,
    )
    say(ran.output if ran.code else ran.output.strip().splitlines()[-1])
    return ran, counted(target)


def long_ones() -> list[str]:
    """The files whose tests ask how much they shall try."""
    files = sorted((ROOT / "tests").rglob("test_*.py"))
    return [str(p) for p in files if "import quick_or_soak" in p.read_text(encoding="utf-8")]


def main() -> int:
    examples, kills = number("SOAK_EXAMPLES", 2000, least=20), number("SOAK_KILLS", 100)
    rows: list[str] = []
    bad: list[str] = []
    runs: dict[str, tuple[dict[str, str], tuple[str, ...]]] = {
        f"properties and fuzzing, {examples} examples each": (
            {"SOAK_EXAMPLES": str(examples)},
            ("-m", "hypothesis", "--hypothesis-profile=soak"),
        ),
        "tests that try more in a long run": (
            {"SOAK_EXAMPLES": str(examples)},
            ("--hypothesis-profile=soak", *long_ones()),
        ),
        f"{kills} kills in the middle of play": ({"MUSTER_KILLS": str(kills)}, ("tests/api/test_kill.py",)),
    }
    for place, (title, (environment, words)) in enumerate(runs.items()):
        say(title)
        ran, found = tests(f"server-{place}", environment, *words)
        bad += found.failed
        if ran.code and not found.failed:
            bad.append(f"{title}: pytest ended with {ran.code}")
        if found.skipped or not found.tests:
            bad.append(f"{title}: {found.tests} tests, {found.skipped} skipped")
        rows.append(f"| {title} | {found.tests} | {len(found.failed)} | {ran.seconds:.0f} |")
    lines = [
        "| run | tests | failed | seconds |",
        "|---|---|---|---|",
        *rows,
        "",
        f"Failed: {', '.join(bad) or 'none'}.",
    ]
    SOAK.write("server", "Server and properties", lines)
    return 1 if bad else 0


if __name__ == "__main__":
    sys.exit(main())
