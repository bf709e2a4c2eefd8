"""Under which names the server answers: no page of a stranger's name that points here passes for one of ours."""

import socket
from collections.abc import Callable

import httpx
import pytest
from starlette.datastructures import Address
from starlette.requests import HTTPConnection

from muster.core.context import limited_as
from muster.core.errors import OperatorError
from muster.core.hosts import answers_to
from muster.core.settings import Settings
from tests.api.conftest import PRACTICE
from tests.api.test_strangers import NOBODY, call
from tests.kit.house import Server

HERE = socket.gethostname().lower().split(".")[0]


@pytest.mark.parametrize(
    "host",
    [
        "localhost",
        "LocalHost:8000",
        "localhost.:8000",
        "muster.localhost:8000",
        "127.0.0.1:8000",
        "192.168.1.20",
        "[::1]:8000",
        "[2001:db8::7]",
        HERE,
        f"{HERE}.local:8000",
        "tables.example.org",
        "muster.example.org:8443",
        "club.example.net",
        None,
    ],
)
def test_the_server_answers_to_addresses_its_own_names_and_those_that_were_set(host: str | None) -> None:
    set_to = Settings(hosts="tables.example.org, Club.example.net", origins="https://muster.example.org:8443")
    assert answers_to(host, set_to.allowed_hosts)


@pytest.mark.parametrize(
    "host",
    [
        "",
        "evil.example",
        "evil.example:8000",
        "localhost.evil.example",
        "127.0.0.1.evil.example",
        "evillocalhost",
        f"{HERE}.evil.example",
        "tables.example.org.evil.example",
        "127.0.0.1:8000:8000",
        "0x7f.1",
        "[::1",
    ],
)
def test_the_server_answers_to_no_other_name(host: str) -> None:
    assert not answers_to(host, Settings(hosts="tables.example.org").allowed_hosts)


def test_a_foreign_name_is_refused_for_pages_the_interface_and_sockets_alike(
    make_server: Callable[..., Server],
) -> None:
    house = make_server(**PRACTICE, MUSTER_HOSTS="tables.example.org").start()
    for method, path in (
        ("GET", "/"),
        ("GET", "/metrics"),
        ("GET", "/api/me"),
        ("POST", "/api/play-bot"),
    ):
        headers = {"host": "evil.example", "origin": "http://evil.example"}
        told = httpx.request(method, house.url + path, headers=headers, timeout=15)
        assert (told.status_code, told.json()["code"]) == (421, "host")
        assert "MUSTER_HOSTS" in told.json()["text"]
        assert "set-cookie" not in told.headers
        known = httpx.get(house.url + path, headers={"host": "tables.example.org:8000"}, timeout=15)
        assert known.status_code != 421
    foreign = (
        f"GET {NOBODY} HTTP/1.1\r\nHost: evil.example\r\nOrigin: http://evil.example\r\nUpgrade: websocket\r\n"
        "Connection: Upgrade\r\nSec-WebSocket-Version: 13\r\nSec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\n\r\n"
    )
    heard = b""
    with call(house, foreign.encode()) as wire:
        while b"\x88" not in heard and (more := wire.recv(65_536)):
            heard += more
    assert b'"code":"host"' in heard
    house.stop()


@pytest.mark.parametrize("given", ["https://muster.example.org", "muster.example.org:8000", "*", "a b"])
def test_what_is_no_name_is_refused_at_the_start(monkeypatch: pytest.MonkeyPatch, given: str) -> None:
    monkeypatch.setenv("MUSTER_HOSTS", given)
    with pytest.raises(OperatorError, match=r"MUSTER_HOSTS: .* is not a name such as muster\.example\.org"):
        Settings.load()


@pytest.mark.parametrize(
    ("address", "key"),
    [
        ("203.0.113.7", "203.0.113.7"),
        ("2001:db8:1:2:3:4:5:6", "2001:db8:1:2::/64"),
        ("2001:db8:1:2::9", "2001:db8:1:2::/64"),
        ("2001:db8:1:3::9", "2001:db8:1:3::/64"),
        ("::ffff:203.0.113.7", "203.0.113.7"),
        ("fe80::1%eth0", "fe80::/64"),
        ("203.0.113.7:50123", "203.0.113.7"),
        ("[2001:db8:1:2::9]:50123", "2001:db8:1:2::/64"),
        ("no address", "no address"),
        ("203.0.113.7:1:1", "203.0.113.7:1:1"),
        ("203.0.113.7" + ":1" * 3000, ("203.0.113.7" + ":1" * 3000)[:64]),
        ("x" * 60_000, "x" * 64),
    ],
)
def test_limits_count_an_ipv6_network_as_one_caller(address: str, key: str) -> None:
    connection = HTTPConnection({"type": "http", "headers": [], "client": Address(address, 1)})
    assert limited_as(connection) == key
