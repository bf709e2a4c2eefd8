"""The long runs themselves: what they read, how they choose, what they report."""

from pathlib import Path

import pytest

from muster.commands.rules_coverage import ledger_items
from muster.engine.tables import yaml_of
from tests.kit.house import ROOT
from tests.kit.report import Report, number
from tests.soak import rules, server
from tests.soak.bots import UNFIRED, endings, wins

RULESETS = ROOT / "backend" / "muster" / "rulesets"
RECORD = {
    "tests": {
        "a.py::test_b": {"marked": [], "touched": ["newworld.two.7", "newworld.turn.1"], "passed": True},
        "a.py::test_a": {"marked": ["newworld.two.7"], "touched": ["newworld.two.7"], "passed": True},
        "a.py::test_c": {"marked": [], "touched": ["newworld.no.1"], "passed": True},
    }
}


def test_only_rules_that_a_test_touches_are_switched_off() -> None:
    ids, procedures = rules.switchable("newworld", RECORD)
    assert not set(ids) & set(procedures)
    assert "newworld.two.7" in ids
    assert "newworld.two.8" not in ids
    assert "newworld.no.1" not in ids


def test_the_tests_of_a_rule_come_first_that_are_marked_with_it() -> None:
    assert rules.tests_of("newworld.two.7", RECORD) == ["a.py::test_a", "a.py::test_b"]


def test_a_seed_chooses_the_same_rules_again(monkeypatch: pytest.MonkeyPatch) -> None:
    ids = [f"newworld.x.{n}" for n in range(90)]
    monkeypatch.delenv("SOAK_IDS", raising=False)
    monkeypatch.setenv("SOAK_RULES", "40")
    assert rules.chosen(ids, 7) == rules.chosen(ids, 7) != rules.chosen(ids, 8)
    assert len(set(rules.chosen(ids, 7))) == 40
    monkeypatch.setenv("SOAK_IDS", "newworld.x.3, newworld.x.1")
    assert rules.chosen(ids, 7) == ["newworld.x.3", "newworld.x.1"]
    monkeypatch.setenv("SOAK_IDS", "x.3")
    with pytest.raises(SystemExit, match=r"no switch reaches x\.3"):
        rules.chosen(ids, 7)


@pytest.mark.parametrize("text", ["many", "-1", "0", "1.5"])
def test_a_number_that_does_not_fit_is_named(text: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("SOAK_GAMES", text)
    with pytest.raises(SystemExit, match=f"SOAK_GAMES={text}"):
        number("SOAK_GAMES", 1000)


def test_the_report_is_put_together_from_the_parts_that_there_are(tmp_path: Path) -> None:
    soak = Report("Soak", ("rules", "bots"), tmp_path)
    soak.write("bots", "Bots", ["2 of 2"])
    soak.write("rules", "Rules", ["none"])
    soak.write("bots", "Bots", ["3 of 3"])
    text = (tmp_path / "soak.md").read_text(encoding="utf-8")
    assert [line for line in text.splitlines() if line.startswith("#")] == ["# Soak", "## Rules", "## Bots"]
    assert "3 of 3" in text
    assert "2 of 2" not in text


def test_a_draw_is_no_win() -> None:
    told = {"outcomes": {"ford": {"red": {"x": 2, "y": 1}, "draw": {"z": 4}}, "gate": {"red": {"x": 5}}}}
    assert (wins(told, "red"), wins(told, "blue")) == (8, 0)
    assert endings(told)[0] == "| ford | draw | z 4 |"


def test_failures_are_counted_from_pytests_own_report(tmp_path: Path) -> None:
    target = tmp_path / "report.xml"
    target.write_text(
        '<testsuites><testsuite><testcase classname="a" name="b"/>'
        '<testcase classname="a" name="c"><failure/></testcase>'
        '<testcase classname="a" name="d"><skipped/></testcase></testsuite></testsuites>',
        encoding="utf-8",
    )
    assert server.counted(target) == server.Counted(3, ("a::c",), 1)
    assert server.counted(tmp_path / "none.xml") == server.Counted(0, (), 0)


def test_what_bots_need_not_come_by_is_in_a_ledger_and_has_a_reason() -> None:
    for ruleset, reasons in yaml_of(UNFIRED.read_text(encoding="utf-8")).items():
        items = ledger_items(RULESETS / ruleset / "ledger.yaml")
        for rule, reason in reasons.items():
            assert rule in items
            assert len(reason.split()) > 3, f"{rule} has no reason"
