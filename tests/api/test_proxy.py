"""Who calls, when a proxy stands in front: its word counts where the operator says so, and nowhere else."""

from collections.abc import Callable

import httpx
import pytest

from muster.core.errors import OperatorError
from muster.core.settings import Settings
from tests.api.conftest import PRACTICE
from tests.kit.house import Server

AT_ONCE = 30
"""New guests that one address may bring at once."""


def visit(server: Server, *, path: str = "/api/me", **headers: str) -> httpx.Response:
    """A visitor without a cookie, as a proxy passes them on."""
    named = {name.replace("_", "-"): value for name, value in headers.items()}
    return httpx.get(server.url + path, headers=named, timeout=15)


def test_behind_a_trusted_proxy_each_visitor_has_an_address_of_their_own(
    make_server: Callable[..., Server],
) -> None:
    limited = {
        **PRACTICE,
        "MUSTER_GUESTS_PER_MINUTE": "0.001",
        "MUSTER_TRUSTED_PROXIES": "127.0.0.1, 10.0.0.0/8",
    }
    house = make_server(**limited).start()
    # What a visitor writes into the header stands to the left; what the proxies add, to the right.
    forwarded = [f"198.51.100.{n}, 203.0.113.1, 10.1.2.3" for n in range(AT_ONCE + 1)]
    codes = [visit(house, x_forwarded_for=way).status_code for way in forwarded]
    assert codes == [200] * AT_ONCE + [429]
    assert visit(house, x_forwarded_for="203.0.113.2").status_code == 200

    secure = visit(house, x_forwarded_for="203.0.113.3", x_forwarded_proto="https")
    assert "; secure" in secure.headers["set-cookie"].lower()
    plain = visit(house, x_forwarded_for="203.0.113.3", x_forwarded_proto="http")
    assert "; secure" not in plain.headers["set-cookie"].lower()

    assert visit(house, path="/metrics", x_forwarded_for="203.0.113.4").status_code == 404
    assert visit(house, path="/metrics").status_code == 200
    house.stop()


def test_without_that_setting_nobody_is_believed(make_server: Callable[..., Server]) -> None:
    limited = {**PRACTICE, "MUSTER_GUESTS_PER_MINUTE": "0.001", "FORWARDED_ALLOW_IPS": "*"}
    house = make_server(**limited).start()
    codes = [visit(house, x_forwarded_for=f"203.0.113.{n}").status_code for n in range(AT_ONCE + 1)]
    assert codes == [200] * AT_ONCE + [429]
    assert visit(house, path="/metrics").status_code == 200
    # A proxy on this computer that nobody told of passes on what comes from elsewhere.
    assert visit(house, path="/metrics", x_forwarded_for="203.0.113.4").status_code == 404
    house.stop()


def test_metrics_are_not_shown_through_a_proxy_that_is_not_the_trusted_one(
    make_server: Callable[..., Server],
) -> None:
    house = make_server(**PRACTICE, MUSTER_TRUSTED_PROXIES="10.0.0.1").start()
    assert visit(house, path="/metrics", x_forwarded_for="203.0.113.9").status_code == 404
    assert visit(house, path="/metrics", x_forwarded_for="127.0.0.1").status_code == 404
    assert visit(house, path="/metrics").status_code == 200
    house.stop()


def test_cookies_are_plain_where_the_proxy_is_not_trusted(make_server: Callable[..., Server]) -> None:
    house = make_server(**PRACTICE).start()
    told = visit(house, x_forwarded_for="203.0.113.3", x_forwarded_proto="https")
    assert "; secure" not in told.headers["set-cookie"].lower()
    house.stop()


@pytest.mark.parametrize("given", ["*", "proxy.example", "10.0.0.0/8, 300.1.1.1"])
def test_what_is_no_address_is_refused_at_the_start(monkeypatch: pytest.MonkeyPatch, given: str) -> None:
    monkeypatch.setenv("MUSTER_TRUSTED_PROXIES", given)
    with pytest.raises(
        OperatorError, match=r"MUSTER_TRUSTED_PROXIES: .* is neither an address nor a network"
    ):
        Settings.load()
