"""A match whose dice are known: the house's secret and what the clients add to it are those of the test."""

import sqlite3
from contextlib import closing

from muster.engine.chance import SECRET_BYTES, secret_hash
from tests.kit.house import Server

ENTROPY = "00" * 16
"""What both clients add."""


def secret_of(number: int) -> bytes:
    """One of many secrets."""
    return number.to_bytes(SECRET_BYTES, "big")


def fix_dice(house: Server, match_id: str, number: int) -> None:
    """Give a match that has not begun a known secret in place of the house's own."""
    secret = secret_of(number)
    with closing(sqlite3.connect(house.data / "muster.sqlite3", timeout=10)) as database, database:
        changed = database.execute(
            "UPDATE matches SET secret = ?, secret_hash = ? WHERE id = ? AND status = 'open'",
            (secret, secret_hash(secret), match_id),
        )
        assert changed.rowcount == 1, "there is no such match, or it has begun"
