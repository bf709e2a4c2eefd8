"""What `make soak` and `make bench` share: saying how it goes, running a command, and the report in `.make/`."""

import os
import subprocess
import sys
import time
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from tests.kit.house import ROOT


@dataclass(frozen=True, slots=True)
class Ran:
    """How a command ended: its exit code, all that it wrote to standard output and error, and the seconds it took."""

    code: int
    output: str
    errors: str
    seconds: float


def say(text: str) -> None:
    """Tell whoever watches."""
    sys.stdout.write(f"{text}\n")
    sys.stdout.flush()


def run(command: Sequence[str], environment: Mapping[str, str] | None = None) -> Ran:
    """Run a command in the checkout to its end."""
    began = time.monotonic()
    done = subprocess.run(
        command,
        cwd=ROOT,
        env={**os.environ, **(environment or {})},
        stdin=subprocess.DEVNULL,
        capture_output=True,
        text=True,
        check=False,
    )
    return Ran(done.returncode, done.stdout, done.stderr, time.monotonic() - began)


def python(*words: str) -> tuple[str, ...]:
    """A command of this Python."""
    return (sys.executable, *words)


def number(name: str, default: int, least: int = 1) -> int:
    """A whole number from the environment; ends the run with a sentence where it is none, or too small."""
    text = os.environ.get(name, "").strip() or str(default)
    if not text.isdecimal() or int(text) < least:
        sys.exit(f"{name}={text} does not fit: it takes a whole number of at least {least}.")
    return int(text)


def commit() -> str:
    """The commit that was tried, with a word if files have been changed since."""
    head = run(("git", "rev-parse", "--short", "HEAD")).output.strip() or "no commit"
    changed = run(("git", "status", "--porcelain", "--untracked-files=no")).output.strip()
    return f"{head}, with changes that are not committed" if changed else head


@dataclass(frozen=True, slots=True)
class Report:
    """A report that is put together from parts, each of which can be made alone."""

    title: str
    parts: tuple[str, ...]
    home: Path = ROOT / ".make"

    @property
    def folder(self) -> Path:
        """Where the parts and whatever they leave behind are kept."""
        return self.home / self.title.lower()

    def write(self, part: str, title: str, lines: Sequence[str]) -> None:
        """Write one part's figures, and put the report together anew from all parts that there are."""
        self.folder.mkdir(parents=True, exist_ok=True)
        when = time.strftime("%Y-%m-%d %H:%M UTC", time.gmtime())
        text = "\n".join([f"## {title}", "", f"{when}, {commit()}", "", *lines])
        (self.folder / f"{part}.md").write_text(f"{text}\n", encoding="utf-8")
        there = [p for name in self.parts if (p := self.folder / f"{name}.md").exists()]
        whole = "\n".join(p.read_text(encoding="utf-8") for p in there)
        report = self.home / f"{self.title.lower()}.md"
        report.write_text(f"# {self.title}\n\n{whole}", encoding="utf-8")
        say(
            f"\n{text}\n\nThe report is in {report.relative_to(ROOT) if report.is_relative_to(ROOT) else report}."
        )


SOAK = Report("Soak", ("rules", "bots", "server"))
BENCH = Report("Bench", ("rules", "open", "battle", "server"))
