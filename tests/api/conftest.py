"""A running server that knows the practice rules."""

from collections.abc import Callable, Iterator

import pytest

from tests.kit.house import ROOT, Server
from tests.kit.people import Person

PRACTICE = {
    "PYTHONPATH": f"{ROOT / 'backend'}:{ROOT}",
    "MUSTER_EXTRA_RULESETS": "tests.kit.practice:RULESET",
    "MUSTER_BOT_PAUSE_SECONDS": "0",
    "MUSTER_UNSEEN_SECONDS": "0",
    "MUSTER_EXHIBITION": "false",
    "MUSTER_GUESTS_PER_MINUTE": "100000",
    "MUSTER_MATCHES_PER_MINUTE": "100000",
    "MUSTER_ADDRESS_MATCHES_PER_MINUTE": "100000",
    "MUSTER_MATCHES_PER_PERSON": "100000",
    "MUSTER_RECORDS_PER_MINUTE": "100000",
    "MUSTER_REQUESTS_PER_MINUTE": "100000",
    "MUSTER_HANDSHAKES_PER_MINUTE": "100000",
}


@pytest.fixture(scope="session")
def house(make_server: Callable[..., Server]) -> Iterator[Server]:
    """The server that all tests share which leave it usable; it must have logged no error in the end."""
    running = make_server(**PRACTICE).start()
    yield running
    running.stop()
    assert running.faults() == []


@pytest.fixture
def ann(house: Server) -> Iterator[Person]:
    """Somebody."""
    person = Person(house)
    yield person
    person.close()


@pytest.fixture
def ben(house: Server) -> Iterator[Person]:
    """Somebody else."""
    person = Person(house)
    yield person
    person.close()


@pytest.fixture
def eve(house: Server) -> Iterator[Person]:
    """Somebody who only watches."""
    person = Person(house)
    yield person
    person.close()
