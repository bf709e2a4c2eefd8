"""Fixtures for everybody: the real server, and a browser with many contexts."""

import gc
import os
from collections.abc import Callable, Iterator

import pytest
from hypothesis import settings as hypothesis_settings
from playwright.sync_api import Browser, BrowserContext, ConsoleMessage, Page, sync_playwright

from tests.kit.house import CLIENT_BUILD, Server, chromium
from tests.kit.nest import Nest

pytest_plugins = ["tests.kit.plugin", "tests.kit.spread"]

# The rulesets' scenes and adapters assert too, and should say as much when they fail, whoever imports them first.
pytest.register_assert_rewrite("tests.rulesets")

BROWSER_FLAGS = [
    "--no-sandbox",
    "--disable-gpu",
    "--disable-background-networking",
    # Nothing but this machine can be reached, whatever a page asks for.
    "--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE 127.0.0.1",
]

# Tests must not depend on the day's luck: the suite always tries the same examples, `make soak-server` many new ones.
hypothesis_settings.register_profile("suite", derandomize=True, deadline=None, max_examples=60)
hypothesis_settings.register_profile(
    "soak", deadline=None, max_examples=int(os.environ.get("SOAK_EXAMPLES", "2000")), print_blob=True
)
hypothesis_settings.load_profile("suite")


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption(
        "--no-skips", action="store_true", help="a skipped, repeated or excused test fails the run"
    )


def pytest_collection_finish() -> None:
    """What is there before the first test stays to the end: nobody need look for garbage in it (as in the server)."""
    gc.collect()
    gc.freeze()


def pytest_sessionfinish(session: pytest.Session) -> None:
    reporter = session.config.pluginmanager.get_plugin("terminalreporter")
    if session.config.getoption("--no-skips") and reporter is not None:
        reporter.ensure_newline()
        for outcome in ("skipped", "xfailed", "xpassed", "rerun"):
            count = len(reporter.stats.get(outcome, ()))
            reporter.write_line(f"{outcome}: {count}")
            if count and session.exitstatus == pytest.ExitCode.OK:
                session.exitstatus = pytest.ExitCode.TESTS_FAILED


@pytest.fixture(scope="session")
def nest() -> Iterator[Nest]:
    """Where servers start without loading everything again."""
    made = Nest()
    yield made
    made.close()


@pytest.fixture(scope="session")
def make_server(tmp_path_factory: pytest.TempPathFactory, nest: Nest) -> Iterator[Callable[..., Server]]:
    """Makes servers that are not started yet, each on an empty data folder; all are ended after the last test."""
    made: list[Server] = []

    def make(**environment: str) -> Server:
        server = Server(tmp_path_factory.mktemp("house") / "data", environment, nest)
        made.append(server)
        return server

    yield make
    for server in made:
        server.kill()


@pytest.fixture(scope="session")
def server(make_server: Callable[..., Server]) -> Iterator[Server]:
    """One running server for all tests that leave it usable; it must have logged no error in the end."""
    assert (CLIENT_BUILD / "index.html").is_file(), "the browser client has not been built: run `make build`"
    running = make_server().start()
    yield running
    running.stop()
    assert running.faults() == []


@pytest.fixture(scope="session")
def browser() -> Iterator[Browser]:
    """The one browser of the process."""
    with sync_playwright() as playwright:
        launched = playwright.chromium.launch(executable_path=chromium(), args=BROWSER_FLAGS)
        yield launched
        launched.close()


@pytest.fixture
def context(browser: Browser, server: Server) -> Iterator[BrowserContext]:
    """A person's browser: its own cookies and storage; addresses are relative to the server."""
    made = browser.new_context(base_url=server.url)
    yield made
    made.close()


@pytest.fixture
def page(context: BrowserContext) -> Iterator[Page]:
    """One tab, which must not have complained in the end (a test that expects complaints opens its own)."""
    tab = context.new_page()
    complaints: list[str] = []

    def note(message: ConsoleMessage) -> None:
        if message.type in ("error", "warning"):
            complaints.append(f"{message.type}: {message.text}")

    tab.on("console", note)
    tab.on("pageerror", lambda error: complaints.append(f"uncaught: {error}"))
    yield tab
    assert complaints == []
