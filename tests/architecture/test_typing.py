"""The fault that our kind of rules invites, a forgotten `await`, is a type error."""

import re
import subprocess
import sys

from tests.kit.house import ROOT

BAD_RULES = "tests/architecture/forgotten_await.py"


def test_each_forgotten_await_is_exactly_one_type_error() -> None:
    lines = (ROOT / BAD_RULES).read_text().splitlines()
    expected = [
        (number, code)
        for number, line in enumerate(lines, 1)
        for code in re.findall(r"# error: ([a-z-]+)$", line)
    ]
    assert len(expected) == 8
    command = [
        sys.executable,
        "-m",
        "mypy",
        "--no-error-summary",
        "--no-pretty",
        "--hide-error-context",
        BAD_RULES,
    ]
    told = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)
    found = [
        (int(number), code)
        for number, code in re.findall(
            rf"^{re.escape(BAD_RULES)}:(\d+): error: .* \[([a-z-]+)\]$", told.stdout, re.M
        )
    ]
    assert found == expected, told.stdout + told.stderr
    assert told.stdout.count(": error: ") == len(expected), told.stdout
