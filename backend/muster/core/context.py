"""What every feature's edge needs, made once when the application is put together."""

from collections.abc import Callable
from dataclasses import dataclass, field
from ipaddress import IPv4Address, IPv6Address, IPv6Network, ip_address

from starlette.requests import HTTPConnection

from muster.core.clock import Clock
from muster.core.db import Database
from muster.core.hosts import name_of
from muster.core.limits import Limiter
from muster.core.security import Sessions
from muster.core.settings import Settings


def _nobody(_person_id: str, _name: str) -> None:
    """Nobody shows names yet."""


@dataclass(slots=True)
class Context:
    """Settings, database, secrets, clock and limits of this process."""

    settings: Settings
    database: Database
    sessions: Sessions
    secret: bytes = field(repr=False)
    clock: Clock
    guests: Limiter
    new_matches: Limiter
    address_matches: Limiter
    changes: Limiter
    reads: Limiter
    records: Limiter
    handshakes: Limiter
    hosts: frozenset[str]
    """The names under which this server answers."""
    on_rename: Callable[[str, str], None] = _nobody
    """Called on the event loop with a person's id and new name."""


def make_context(settings: Settings, database: Database, secret: bytes, clock: Clock) -> Context:
    """Everything from the settings."""
    return Context(
        settings,
        database,
        Sessions(secret),
        secret,
        clock,
        guests=Limiter(per_minute=settings.guests_per_minute, burst=30, clock=clock),
        new_matches=Limiter(per_minute=settings.matches_per_minute, burst=10, clock=clock),
        address_matches=Limiter(per_minute=settings.address_matches_per_minute, burst=60, clock=clock),
        changes=Limiter(per_minute=settings.requests_per_minute, burst=100, clock=clock),
        reads=Limiter(per_minute=settings.reads_per_minute, burst=500, clock=clock),
        records=Limiter(per_minute=settings.records_per_minute, burst=10, clock=clock),
        handshakes=Limiter(per_minute=settings.handshakes_per_minute, burst=500, clock=clock),
        hosts=settings.allowed_hosts,
    )


def context_of(connection: HTTPConnection) -> Context:
    """The application's context, as a dependency of a route."""
    context: Context = connection.app.state.context
    return context


def address_of(connection: HTTPConnection) -> str:
    """The caller's address."""
    return connection.client.host if connection.client else "unknown"


def limited_as(connection: HTTPConnection) -> str:
    """The key of all limits by address: an IPv6 caller has a whole network of 2^64 addresses, usually."""
    return network_of(address_of(connection))


LONGEST_KEY = 64
"""Characters of what a proxy calls an address and is none; a real one has at most 45, and a zone."""


def network_of(address: str) -> str:
    """An IPv4 address as it is, an IPv6 one as its /64; without the port that some proxies add."""
    known = _known(address) or _known(name_of(address))
    if known is None:
        return address[:LONGEST_KEY]
    if isinstance(known, IPv4Address):
        return str(known)
    if known.ipv4_mapped is not None:
        return str(known.ipv4_mapped)
    return str(IPv6Network((int(known), 64), strict=False))


def _known(address: str) -> IPv4Address | IPv6Address | None:
    try:
        return ip_address(address)
    except ValueError:
        return None


def is_from_here(connection: HTTPConnection) -> bool:
    """Whether the caller sits at this computer and came without a proxy: what one passes on never counts.

    A proxy is believed or not, but which one connects can no longer be seen here.
    """
    if "x-forwarded-for" in connection.headers:
        return False
    try:
        return ip_address(address_of(connection)).is_loopback
    except ValueError:
        return False
