"""Who may import whom is said in pyproject.toml; here it is held, and shown to bite."""

import subprocess
import sys
import tomllib
from pathlib import Path

import pytest

from tests.kit.house import ROOT

IMPORT_LINTER = (
    "import sys; sys.path.insert(0, sys.argv[1]); from importlinter.cli import lint_imports;"
    "sys.exit(lint_imports(config_filename=sys.argv[2], no_cache=True))"
)


def lint_imports(package_parent: Path) -> subprocess.CompletedProcess[str]:
    """Run import-linter with the project's contracts over the package `muster` in the given folder."""
    command = [sys.executable, "-c", IMPORT_LINTER, str(package_parent), str(ROOT / "pyproject.toml")]
    return subprocess.run(command, cwd=package_parent, capture_output=True, text=True, check=False)


def test_the_house_keeps_its_contracts() -> None:
    told = lint_imports(ROOT / "backend")
    assert told.returncode == 0, told.stdout + told.stderr


@pytest.mark.parametrize(
    ("where", "line", "contract"),
    [
        ("engine/bad.py", "import random", "pure"),
        ("geometry/bad.py", "from datetime import datetime", "pure"),
        ("rulesets/newworld/bad.py", "import asyncio", "pure"),
        ("rulesets/newworld/bad.py", "from muster.core import settings", "pure"),
        ("rulesets/newworld/bad.py", "import shapely", "Shapely"),
        ("rulesets/newworld/bad.py", "from muster.rulesets import baroque", "nothing of each other"),
        ("engine/bad.py", "from muster.rulesets import newworld", "layers"),
        ("core/bad.py", "from muster.engine import good", "layers"),
        ("commands/bad.py", "from muster import main", "layers"),
        ("attic/__init__.py", "", "layers"),
        ("rulesets/chess/__init__.py", "", "nothing of each other"),
    ],
)
def test_a_house_with_one_wrong_import_breaks_the_contract(
    tmp_path: Path, where: str, line: str, contract: str
) -> None:
    package = tmp_path / "muster"
    for folder in (
        "",
        "engine",
        "geometry",
        "rulesets",
        "rulesets/newworld",
        "rulesets/baroque",
        "core",
        "fanout",
        "commands",
    ):
        (package / folder).mkdir()
        (package / folder / "__init__.py").touch()
    for module in ("main.py", "cli.py", "core/settings.py", "engine/good.py"):
        (package / module).touch()
    (package / "geometry" / "sight.py").write_text("import shapely\n")
    sound = lint_imports(tmp_path)
    assert sound.returncode == 0, sound.stdout + sound.stderr
    (package / where).parent.mkdir(exist_ok=True)
    (package / where).write_text(f"{line}\n")
    told = lint_imports(tmp_path)
    assert told.returncode != 0, told.stdout
    broken = [name for name in contract_names() if f"{name} BROKEN" in " ".join(told.stdout.split())]
    assert any(contract in name for name in broken), told.stdout + told.stderr


def contract_names() -> list[str]:
    """The names of the contracts in pyproject.toml."""
    settings = tomllib.loads((ROOT / "pyproject.toml").read_text())
    return [contract["name"] for contract in settings["tool"]["importlinter"]["contracts"]]
