"""`muster rules coverage`: what the code names at a place that decides, and what a test has proved."""

import json
import shutil
from pathlib import Path
from textwrap import dedent

import pytest

import muster
from muster.cli import main
from muster.commands import rules_coverage
from muster.commands.rule_scan import implemented_ids
from muster.engine.tables import yaml_of
from tests.kit.house import ROOT

PRACTICE = ROOT / "tests" / "kit" / "practice"


def scanned(tmp_path: Path, source: str, table: str = "") -> frozenset[str]:
    (tmp_path / "tables").mkdir()
    (tmp_path / "tables" / "things.yaml").write_text(dedent(table), encoding="utf-8")
    (tmp_path / "queries.py").write_text(dedent(source), encoding="utf-8")
    return implemented_ids(tmp_path)


def test_every_way_of_naming_a_rule_where_it_decides(tmp_path: Path) -> None:
    source = """
        @BOOK.rule("turn.1", "turn.2")
        async def turn(game): ...

        @rule("turn.3")
        async def other(game): ...

        def query(card, weapon):
            if card.soaked and applies("fire.5"):
                return None
            if BOOK.all_apply(("fire.6", "fire.7")) or all_apply(["fire.8"]):
                return part("label", 3, "fire.9") or part("label", 3, rule_id="fire.10")
            return number("fire.11", 4, off=3)
    """
    assert scanned(tmp_path, source) == {
        "turn.1",
        "turn.2",
        "turn.3",
        *(f"fire.{n}" for n in range(5, 12)),
    }


def test_labels_do_not_count(tmp_path: Path) -> None:
    source = '''
        def option(label):
            """See move.1."""
            return Option("key", label, rule="move.2"), LogEntry("x", rules=("move.3",)), game.ask(rule="move.4")
    '''
    assert scanned(tmp_path, source) == frozenset()


def test_an_id_is_followed_to_where_it_was_written(tmp_path: Path) -> None:
    source = """
        FIXED = "const.1"
        EITHER = ("const.2", "const.3")
        BY_NAME = {"a": "dict.1", "b": "dict.2"}
        FAULTS: Final = {Fault.A: ("no.id", "row.1"), Fault.B: ("no.id", "row.2")}

        def row(label, value, rule="default.1"):
            return part(label, value, rule)

        def deeper(rule):
            return row("x", 2, rule)

        def named(*, rule):
            return applies(rule)

        def late(state, rule):
            return applies(rule)

        def query(card):
            chosen = "local.1" if card.big else "local.2"
            applies(chosen)
            applies("arm.1" if card.id == "not.an.id" else "arm.2")
            applies(FIXED)
            all_apply(EITHER)
            applies(BY_NAME[card.name])
            row("a", 1, "given.1")
            row("a", 1, rule="given.2")
            deeper("deep.1")
            named(rule="named.1")
            check = partial(late, card.state, "partial.1")
            for label, rule in (("a", "loop.1"), ("b", "loop.2")):
                part(label, 1, rule)

        def refuse(fault):
            text, rule = FAULTS[fault]
            if applies(rule):
                raise Refusal(text)
    """
    assert scanned(tmp_path, source) == {
        "const.1",
        "const.2",
        "const.3",
        "dict.1",
        "dict.2",
        "default.1",
        "local.1",
        "local.2",
        "arm.1",
        "arm.2",
        "given.1",
        "given.2",
        "deep.1",
        "named.1",
        "partial.1",
        "loop.1",
        "loop.2",
        "row.1",
        "row.2",
    }


def test_an_id_is_followed_through_tables_loops_and_helpers_of_other_modules(tmp_path: Path) -> None:
    (tmp_path / "words.py").write_text(
        'ELSEWHERE: Final = {"a": "other.1", "b": "other.2"}\nNOT_ASKED = {"a": "other.3"}\n',
        encoding="utf-8",
    )
    source = """
        from words import ELSEWHERE

        FIRST: Final = {"a": "get.1"}
        ROWS: Final = (("not.an.id", "rows.1"), ("not.an.id", "rows.2"))

        def query(card, state):
            first = FIRST.get(card.type)
            if first is not None and not applies(first):
                return None
            consequence = ELSEWHERE.get(card.type)
            applies(consequence)
            for going, rule in ROWS:
                applies(rule)
            stops = (([card], "inner.1"), ([state], "inner.2"))
            for solids, rule in stops:
                applies(rule)
            return all_apply(("fixed.1", which(card))) and applies(either(card) if card else "arm.1")

        def which(card):
            if card.fires:
                return "answer.1"
            return "answer.2" if card.charges else "answer.3"

        def either(card):
            return "answer.4"

        def unasked(card):
            return "answer.5"
    """
    assert scanned(tmp_path, source) == {
        "get.1",
        "other.1",
        "other.2",
        "rows.1",
        "rows.2",
        "inner.1",
        "inner.2",
        "fixed.1",
        "arm.1",
        *(f"answer.{n}" for n in range(1, 5)),
    }


def test_tables_name_the_rules_of_their_rows(tmp_path: Path) -> None:
    table = """
        things:
          wagon: {label: Wagon, rule: table.1, parts: [{rule: [table.2, table.3]}]}
        rule: table.4
    """
    assert scanned(tmp_path, "", table) == {"table.1", "table.2", "table.3", "table.4"}


def test_the_practice_rules_are_implemented_to_the_last_item() -> None:
    ledger = yaml_of((PRACTICE / "ledger.yaml").read_text(encoding="utf-8"))["rules"]
    items = {r["id"].removeprefix("practice.") for r in ledger if r["kind"] != "table"}
    assert implemented_ids(PRACTICE) == items


# ------------------------------------------------------------------ the command
@pytest.fixture
def checkout(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A checkout with the practice rules as its only ruleset."""
    root = tmp_path / "checkout"
    shutil.copytree(PRACTICE, root / "backend/muster/rulesets/practice", ignore=lambda *_: {"__pycache__"})
    (root / "tests").mkdir()
    (root / "pyproject.toml").write_text("", encoding="utf-8")
    monkeypatch.setattr(muster, "__file__", str(root / "backend/muster/__init__.py"))
    return root


def write_record(root: Path, **tests: tuple[list[str], list[str], bool]) -> None:
    entries = {n: {"marked": m, "touched": t, "passed": p} for n, (m, t, p) in tests.items()}
    (root / rules_coverage.RECORD_NAME).write_text(json.dumps({"tests": entries}), encoding="utf-8")


def test_an_item_counts_as_tested_only_if_a_marked_test_touched_it_and_passed(
    checkout: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    bid, deal, move, strike = "practice.bid.1", "practice.deal.1", "practice.move.1", "practice.strike.1"
    write_record(
        checkout,
        proves=([bid, deal], [bid, deal, move], True),
        failed=([move], [move], False),
        untouched=([strike], [], True),
    )
    assert main(["rules", "coverage", "--json"]) == 0
    told = json.loads(capsys.readouterr().out)
    assert list(told) == ["practice"]
    found = told["practice"]
    assert (found["items"], found["implemented"], found["tested"]) == (35, 35, 2)
    assert len(found["missing"]) == 33
    assert {move, strike} <= set(found["missing"])
    assert bid not in found["missing"]
    assert found["not_implemented"] == found["unknown"] == []
    assert "practice.table.1" not in found["missing"]


def test_what_the_code_lacks_and_what_the_ledger_lacks_is_told(
    checkout: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    ledger = checkout / "backend/muster/rulesets/practice/ledger.yaml"
    text = ledger.read_text(encoding="utf-8").replace("practice.bid.2", "practice.bid.9")
    ledger.write_text(text, encoding="utf-8")
    write_record(checkout)
    assert main(["rules", "coverage", "practice"]) == 0
    lines = capsys.readouterr().out.splitlines()
    assert lines[0] == "practice: 35 items, 34 implemented, 0 tested, 35 missing"
    assert "  practice.bid.9: not implemented and not tested" in lines
    assert "  practice.move.1: not tested" in lines
    assert lines[-1] == "  practice.bid.2: named by the code, but not in the ledger"


def test_without_a_record_it_says_what_to_do(checkout: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["rules", "coverage"]) == 2
    assert "run `make test` first" in capsys.readouterr().err


def test_without_a_checkout_it_says_so(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(muster, "__file__", str(tmp_path / "site-packages/muster/__init__.py"))
    assert main(["rules", "coverage"]) == 2
    told = capsys.readouterr().err
    assert "needs a checkout" in told
    assert told.count("\n") == 1


def test_an_unknown_ruleset_is_named(checkout: Path, capsys: pytest.CaptureFixture[str]) -> None:
    write_record(checkout)
    assert main(["rules", "coverage", "chess"]) == 2
    assert "Rulesets with a ledger: practice." in capsys.readouterr().err
