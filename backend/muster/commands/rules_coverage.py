"""`muster rules coverage`: which items of a ruleset's ledger the code puts to work, and which a test proves."""

import json
from argparse import ArgumentParser, Namespace
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import muster
from muster.commands import Command
from muster.commands.rule_scan import implemented_ids
from muster.core.errors import OperatorError
from muster.engine.tables import yaml_of

RECORD_NAME = ".rules-record.json"


@dataclass(frozen=True)
class Coverage:
    """What is known of one ruleset's ledger; all ids are full ones, sorted."""

    items: tuple[str, ...]
    implemented: tuple[str, ...]
    tested: tuple[str, ...]
    unknown: tuple[str, ...]
    """Ids that the code names but the ledger does not."""

    @property
    def missing(self) -> tuple[str, ...]:
        """The items that are not both implemented and tested."""
        return tuple(i for i in self.items if i not in self.implemented or i not in self.tested)


def add_arguments(parser: ArgumentParser) -> None:
    parser.add_argument("rulesets", nargs="*", help="only these; without a name all that have a ledger")
    parser.add_argument("--json", action="store_true", help="print one line of JSON")


def run(arguments: Namespace) -> int:
    root = checkout()
    record = read_record(root)
    folders = {
        p.parent.name: p.parent for p in sorted((root / "backend/muster/rulesets").glob("*/ledger.yaml"))
    }
    wrong = [name for name in arguments.rulesets if name not in folders]
    if wrong:
        there = ", ".join(folders) or "none"
        raise OperatorError(f"No ledger of {', '.join(wrong)} was found. Rulesets with a ledger: {there}.")
    chosen = {name: f for name, f in folders.items() if not arguments.rulesets or name in arguments.rulesets}
    found = {name: coverage_of(name, folder, record) for name, folder in chosen.items()}
    if arguments.json:
        print(json.dumps({name: as_json(c) for name, c in found.items()}))
        return 0
    for name, c in found.items():
        print(
            f"{name}: {len(c.items)} items, {len(c.implemented)} implemented, {len(c.tested)} tested, "
            f"{len(c.missing)} missing"
        )
        for item in c.missing:
            reasons = [
                w
                for w, ids in (("not implemented", c.implemented), ("not tested", c.tested))
                if item not in ids
            ]
            print(f"  {item}: {' and '.join(reasons)}")
        for item in c.unknown:
            print(f"  {item}: named by the code, but not in the ledger")
    return 0


def as_json(coverage: Coverage) -> dict[str, Any]:
    """Counts, and the ids that are missing or unknown."""
    return {
        "items": len(coverage.items),
        "implemented": len(coverage.implemented),
        "tested": len(coverage.tested),
        "missing": list(coverage.missing),
        "not_implemented": [i for i in coverage.items if i not in coverage.implemented],
        "not_tested": [i for i in coverage.items if i not in coverage.tested],
        "unknown": list(coverage.unknown),
    }


def checkout() -> Path:
    """The folder of the checkout that this code runs from. Raises OperatorError where it was installed without one."""
    root = Path(muster.__file__).resolve().parents[2]
    if not (root / "tests").is_dir() or not (root / "pyproject.toml").is_file():
        raise OperatorError(
            "Coverage needs a checkout of Muster: an installed package holds no tests to judge by."
        )
    return root


def read_record(root: Path) -> Mapping[str, Any]:
    """The record of the last full run of the tests. Raises OperatorError where there is none."""
    path = root / RECORD_NAME
    try:
        record: Mapping[str, Any] = json.loads(path.read_text(encoding="utf-8"))
    except (OSError, ValueError) as error:
        raise OperatorError(
            f"Coverage needs the record of a full run of the tests ({RECORD_NAME}): run `make test` first."
        ) from error
    return record


def ledger_items(path: Path) -> tuple[str, ...]:
    """The full ids of a ledger's items; tables (``kind: table``) are data of other items and left out."""
    rules = yaml_of(path.read_text(encoding="utf-8"))["rules"]
    return tuple(sorted(r["id"] for r in rules if r["kind"] != "table"))


def coverage_of(name: str, folder: Path, record: Mapping[str, Any]) -> Coverage:
    """Compare a ruleset's ledger with its code and with the record of the tests."""
    items = ledger_items(folder / "ledger.yaml")
    everything = {r["id"] for r in yaml_of((folder / "ledger.yaml").read_text(encoding="utf-8"))["rules"]}
    named = {f"{name}.{i}" for i in implemented_ids(folder)}
    proved = {
        i
        for test in record["tests"].values()
        if test["passed"]
        for i in test["marked"]
        if i in set(test["touched"])
    }
    return Coverage(
        items,
        tuple(i for i in items if i in named),
        tuple(i for i in items if i in proved),
        tuple(sorted(named - everything)),
    )


COMMAND = Command(
    words=("rules", "coverage"),
    help="tell which rules of the ledgers are implemented and tested",
    arguments=add_arguments,
    run=run,
)
