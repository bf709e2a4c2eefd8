"""A house whose bots answer at once, and people who come to it with browsers of their own."""

from collections.abc import Callable, Generator, Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser

from tests.api.conftest import PRACTICE
from tests.e2e.meeting import Clash
from tests.e2e.visits import Visitors
from tests.kit.house import CLIENT_BUILD, ROOT, Server
from tests.kit.people import Person

HOUSE = {
    **PRACTICE,
    "MUSTER_EXTRA_RULESETS": (
        "tests.kit.practice:RULESET,tests.e2e.showroom:RULESET,tests.e2e.clash:RULESET,tests.e2e.duel:RULESET"
    ),
    "PYTHONPATH": f"{ROOT / 'backend'}:{ROOT}",
}


@pytest.fixture(scope="session")
def house(make_server: Callable[..., Server]) -> Iterator[Server]:
    """The server that these tests share; it must have logged no error in the end."""
    assert (CLIENT_BUILD / "index.html").is_file(), "the browser client has not been built: run `make build`"
    running = make_server(**HOUSE).start()
    yield running
    running.stop()
    assert running.faults() == []


@pytest.fixture
def me(house: Server) -> Iterator[Person]:
    """Somebody who plays over the wire until it becomes interesting, then with a browser."""
    person = Person(house)
    yield person
    person.close()


_FAILED = pytest.StashKey[bool]()


@pytest.hookimpl(wrapper=True)
def pytest_runtest_makereport(item: pytest.Item) -> Generator[None, pytest.TestReport, pytest.TestReport]:
    """Remember who failed, for the pictures."""
    report = yield
    if report.failed:
        item.stash[_FAILED] = True
    return report


@pytest.fixture
def come(
    browser: Browser, house: Server, request: pytest.FixtureRequest, tmp_path: Path
) -> Iterator[Visitors]:
    """Somebody comes: `come()` is a page of a new person. No page may have complained in the end.

    If the test fails, what each page showed lies in the test's temporary folder.
    """
    visitors = Visitors(browser, house)
    yield visitors
    if request.node.stash.get(_FAILED, False):
        visitors.take_pictures(tmp_path)
    visitors.leave()
    assert visitors.complaints == []


@pytest.fixture
def clash(come: Visitors, house: Server) -> Clash:
    """Two armies at the moment where their lines come within reach, blue to act."""
    return Clash(come, house)
