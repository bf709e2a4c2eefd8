"""What the kit does around every test: no die left over, and every marked rule touched.

`@pytest.mark.rule("newworld.move.3", ...)` says that a test proves these rules; it fails if it passes without having
come by the place of each. Which ids every test touched is written to `.rules-record.json` by a full run (or where
`--rules-record FILE` says), for `muster rules coverage`.

`--rules-off ID` switches a rule off for the whole run; `make soak-rules` looks for rules whose absence no test notices.
"""

import json
from collections.abc import Generator
from pathlib import Path
from typing import Any, TypedDict

import pytest

from muster.engine.rulebook import Rulebook
from tests.kit.books import book_of, split_id
from tests.kit.dice import Dice
from tests.kit.examples import Example
from tests.kit.house import ROOT

RECORD = ROOT / ".rules-record.json"
NARROWING = (
    "rules_off",
    "keyword",
    "markexpr",
    "deselect",
    "ignore",
    "ignore_glob",
    "collectonly",
    "lf",
    "maxfail",
)
"""Options with which a run is no full run."""


class Told(TypedDict):
    """What the record says of one test."""

    marked: list[str]
    touched: list[str]
    passed: bool


_RECORD: dict[str, Told] = {}
HANDED_OVER = "rules_record"
"""Under this key a worker of pytest-xdist hands its part of the record to the process that leads the run."""


def pytest_addoption(parser: pytest.Parser) -> None:
    """The record's option, and that of the golden playthroughs."""
    group = parser.getgroup("muster")
    group.addoption("--rules-record", help="write the record of touched rules there, whatever is run")
    group.addoption(
        "--rules-off", action="append", default=[], metavar="ID", help="switch a rule off; may be repeated"
    )
    group.addoption("--update-golden", action="store_true", help="write the golden playthroughs anew")


def pytest_configure(config: pytest.Config) -> None:
    """Switch off what shall be off, before anything is collected."""
    for full_id in config.option.rules_off:
        try:
            ruleset, rule_id = split_id(full_id)
            book = book_of(ruleset)
        except LookupError as error:
            raise pytest.UsageError(f"--rules-off: {error}") from error
        book.off |= {rule_id}


def marked_ids(item: pytest.Item) -> list[str]:
    """The full rule ids that a test is marked with."""
    ids = [i for mark in item.iter_markers("rule") for i in mark.args]
    wrong = [i for i in ids if not isinstance(i, str)]
    if wrong or any(not mark.args or mark.kwargs for mark in item.iter_markers("rule")):
        raise pytest.UsageError(
            f"{item.nodeid}: the rule marker takes rule ids, as in rule('newworld.move.3')."
        )
    return sorted(set(ids))


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """A marker that names no ruleset's rule stops the run before it begins."""
    for item in items:
        for full_id in marked_ids(item):
            try:
                book_of(split_id(full_id)[0])
            except LookupError as error:
                raise pytest.UsageError(f"{item.nodeid}: {error}") from error


@pytest.hookimpl(wrapper=True, tryfirst=True)
def pytest_runtest_setup(item: pytest.Item) -> Generator[None]:
    """Begin with nothing touched and no dice made; what a fixture touches counts."""
    for book in Rulebook.books:
        book.touched.clear()
    Dice.made.clear()
    return (yield)


@pytest.hookimpl(wrapper=True)
def pytest_runtest_call(item: pytest.Item) -> Generator[None]:
    """After a test that passed: its dice are used up, its rules touched."""
    marked = marked_ids(item)
    told = _RECORD[item.nodeid] = Told(marked=marked, touched=[], passed=False)
    try:
        result = yield
    finally:
        told["touched"] = sorted(touched_ids())
    for dice in Dice.made:
        dice.finish()
    for value in getattr(item, "funcargs", {}).values():
        if isinstance(value, Example):
            value.check_read()
    untouched = [i for i in marked if i not in told["touched"]]
    if untouched:
        pytest.fail(
            f"This test does not come by the rules that it is marked with: {', '.join(untouched)}", False
        )
    told["passed"] = True
    return result


def touched_ids() -> frozenset[str]:
    """The full ids of all rules touched since the test began."""
    return frozenset[str]().union(*(book.full_ids() for book in Rulebook.books))


def is_full_run(config: pytest.Config) -> bool:
    """Whether nothing was left out: the whole of the tests, chosen by no word, mark or name."""
    whole = config.args_source == pytest.Config.ArgsSource.TESTPATHS or config.args == config.getini(
        "testpaths"
    )
    return bool(whole) and not any(getattr(config.option, name, None) for name in NARROWING)


@pytest.hookimpl(optionalhook=True)
def pytest_testnodedown(node: Any) -> None:
    """Take over what a worker recorded."""
    _RECORD.update(getattr(node, "workeroutput", {}).get(HANDED_OVER, {}))


def pytest_sessionfinish(session: pytest.Session) -> None:
    """Write the record; a worker hands its part over instead."""
    handed_over = getattr(session.config, "workeroutput", None)
    if handed_over is not None:
        handed_over[HANDED_OVER] = _RECORD
        return
    target = session.config.getoption("--rules-record")
    if target is None and not is_full_run(session.config):
        return
    if session.config.option.collectonly or session.exitstatus == pytest.ExitCode.INTERRUPTED:
        return
    path = Path(target) if target is not None else RECORD
    tests = {name: told for name, told in _RECORD.items() if told["touched"] or told["marked"]}
    path.write_text(json.dumps({"tests": tests}, indent=0, sort_keys=True) + "\n", encoding="utf-8")
