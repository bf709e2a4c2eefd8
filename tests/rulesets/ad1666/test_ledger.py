"""The ledger against code and tests: every item has a switch in the code, a marked test, and words for the player."""

import ast
import re
from collections.abc import Iterator
from importlib.resources import files
from pathlib import Path
from typing import Any, Final

from muster.engine.tables import yaml_of
from tests.kit.examples import load_examples

FOLDER: Final = Path(str(files("muster.rulesets.ad1666")))
HERE: Final = Path(__file__).parent
LEDGER: Final[list[dict[str, Any]]] = yaml_of((FOLDER / "ledger.yaml").read_text(encoding="utf-8"))["rules"]
ITEMS: Final = {i["id"].removeprefix("ad1666.") for i in LEDGER if i["kind"] != "table"}
SWITCHES: Final = frozenset({"applies", "all_apply", "part", "number"})


def words_of_switches(folder: Path) -> Iterator[str]:
    """Every word within a call that can switch a rule off. An id that comes there by a name stands in a table above."""
    for path in folder.rglob("*.py"):
        tree = ast.parse(path.read_text(encoding="utf-8"))
        if not any(isinstance(n, ast.Name) and n.id in SWITCHES for n in ast.walk(tree)):
            continue
        yield from (
            n.value for n in ast.walk(tree) if isinstance(n, ast.Constant) and isinstance(n.value, str)
        )


def marks(folder: Path) -> Iterator[str]:
    """The ids with which tests are marked."""
    for path in folder.rglob("test_*.py"):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if (
                isinstance(node, ast.Call)
                and isinstance(node.func, ast.Attribute)
                and node.func.attr == "rule"
            ):
                yield from (str(a.value) for a in node.args if isinstance(a, ast.Constant))


def test_every_item_can_be_switched_off_somewhere() -> None:
    known = set(words_of_switches(FOLDER))
    assert sorted(ITEMS - known) == []


def test_every_item_is_proved_by_a_marked_test_or_a_worked_example() -> None:
    proved = {*marks(HERE), *(r for e in load_examples(HERE / "examples.yaml") for r in e.rules)}
    assert sorted(ITEMS - {p.removeprefix("ad1666.") for p in proved}) == []
    assert sorted(p for p in proved if p.removeprefix("ad1666.") not in ITEMS) == []


def test_every_rule_is_said_in_a_sentence_or_two_that_no_other_rule_has() -> None:
    says = [i.get("say", "") for i in LEDGER]
    assert [s for s in says if not 15 <= len(s) <= 185 or not s.endswith(".") or s != s.strip()] == []
    assert len(set(says)) == len(says)
    assert [s for s in says if re.search(r"\bR\d+\b|\bMP\b|\bDL\b|[ (]-\d", s)] == []
