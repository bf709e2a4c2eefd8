"""Chance is a seat: every die and shuffle comes from a keyed generator that anyone can recompute afterwards.

A match has a secret of 32 bytes, whose SHA-256 is public from the start. Each seat adds 16 bytes when it sits.
The key is HMAC-SHA-256(secret, all contributions in seat order). Draw number *n* is the stream
HMAC-SHA-256(key, "n:block") for block 0, 1, ...; numbers are taken from it by rejection, so each is uniform.
Draw numbers count answers of chance only and never go down, so an undo cannot bring a die back. What a bot picks
comes from streams of other names ("pick/purpose:block"), so no choice of a bot can show a die before it falls.
"""

import hashlib
import hmac
import struct
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field

SECRET_BYTES = 32
CONTRIBUTION_BYTES = 16
_EIGHT_WORDS = struct.Struct(">8I")


def secret_hash(secret: bytes) -> str:
    """What is published of the secret before the match starts (hex SHA-256)."""
    return hashlib.sha256(secret).hexdigest()


def match_key(secret: bytes, contributions: Mapping[str, bytes]) -> bytes:
    """The generator's key (32 bytes) from the secret and every seat's bytes, seats in alphabetical order."""
    wrong = [seat for seat, given in contributions.items() if len(given) != CONTRIBUTION_BYTES]
    if len(secret) != SECRET_BYTES or wrong:
        raise ValueError(
            f"A secret has {SECRET_BYTES} bytes and each contribution {CONTRIBUTION_BYTES}: {wrong}"
        )
    mixed = b"".join(
        len(seat.encode()).to_bytes(1, "big") + seat.encode() + contributions[seat]
        for seat in sorted(contributions)
    )
    return hmac.digest(secret, b"muster/key" + mixed, "sha256")


@dataclass(frozen=True, slots=True)
class Chance:
    """The generator of one match. It has no state: the draw number is all it needs."""

    key: bytes = field(repr=False)

    def _bytes(self, draw: str) -> Iterator[int]:
        block = 0
        while True:
            yield from hmac.digest(self.key, f"{draw}:{block}".encode(), "sha256")
            block += 1

    def _words(self, draw: str) -> Iterator[int]:
        """The same stream, four bytes a number."""
        block = 0
        while True:
            yield from _EIGHT_WORDS.unpack(hmac.digest(self.key, f"{draw}:{block}".encode(), "sha256"))
            block += 1

    def dice(self, draw: int, count: int, sides: int) -> tuple[int, ...]:
        """``count`` dice of ``sides`` sides (2 to 256), each 1 to ``sides``."""
        if not 2 <= sides <= 256:
            raise ValueError(f"A die has 2 to 256 sides, not {sides}.")
        stream = self._bytes(str(draw))
        limit = 256 - 256 % sides
        found: list[int] = []
        while len(found) < count:
            value = next(stream)
            if value < limit:
                found.append(value % sides + 1)
        return tuple(found)

    def shuffle(self, draw: int, size: int) -> tuple[int, ...]:
        """A random order of 0 to ``size`` - 1 (Fisher-Yates from the end, four bytes a step)."""
        return _shuffled(self._words(str(draw)), size)

    def pick(self, purpose: str, size: int) -> int:
        """A number 0 to ``size`` - 1 outside the journal, for a bot's own choices; ``purpose`` names the draw."""
        return _below(self._words(f"pick/{purpose}"), size)


def _below(words: Iterator[int], size: int) -> int:
    limit = (1 << 32) - (1 << 32) % size
    return next(word for word in words if word < limit) % size


def _shuffled(words: Iterator[int], size: int) -> tuple[int, ...]:
    order = list(range(size))
    for last in range(size - 1, 0, -1):
        other = _below(words, last + 1)
        order[last], order[other] = order[other], order[last]
    return tuple(order)
