"""Under which names this server answers.

A page of a stranger's name may let that name point here once it is loaded (DNS rebinding); to a browser such a page is
then of one origin with this server. Its name stands in ``Host``, where no page can change it.
"""

import socket
from collections.abc import Iterable
from ipaddress import ip_address
from urllib.parse import urlsplit


def name_of(host: str) -> str:
    """The name or address in a ``Host`` header, without its port."""
    name, colon, port = host.strip().lower().rpartition(":")
    if not colon or not port.isdigit():
        name = host.strip().lower()
    return name.removesuffix(".").removeprefix("[").removesuffix("]")


def is_address(name: str) -> bool:
    """Whether it is no name, but an address: nobody can let an address point elsewhere."""
    try:
        ip_address(name)
    except ValueError:
        return False
    return True


def names_of_this_machine() -> frozenset[str]:
    """What this machine is called here, and in its network where that has no names of its own (mDNS)."""
    full = socket.gethostname().lower()
    short = full.split(".", 1)[0]
    return frozenset({"localhost", full, short, f"{short}.local"} - {"", ".local"})


def allowed_names(hosts: Iterable[str], origins: Iterable[str]) -> frozenset[str]:
    """This machine's names, the ``hosts`` that were set, and the names of the ``origins``."""
    named = {name_of(urlsplit(origin).netloc) for origin in origins}
    return names_of_this_machine() | named | {name_of(host) for host in hosts}


def answers_to(host: str | None, allowed: frozenset[str]) -> bool:
    """Whether this server answers to what stands in ``Host``. Browsers always send it; who does not is none."""
    if host is None:
        return True
    name = name_of(host)
    return is_address(name) or name in allowed or name.endswith(".localhost")
