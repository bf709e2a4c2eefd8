"""Random names, signed names, and who may call: nothing here is kept in the database."""

import base64
import hashlib
import hmac
import secrets
from collections.abc import Collection, Mapping
from urllib.parse import urlsplit

from itsdangerous import BadSignature, Signer

_ALPHABET = "23456789abcdefghjkmnpqrstvwxyz"
"""Characters that nobody confuses when reading a name aloud."""


def random_name(length: int) -> str:
    """A name that cannot be guessed if long enough: 4.9 bits a character."""
    return "".join(secrets.choice(_ALPHABET) for _ in range(length))


def purpose_key(secret: bytes, purpose: str) -> bytes:
    """A key of 32 bytes for one use, so that what is signed for one can never pass for another."""
    return hmac.digest(secret, f"muster/{purpose}".encode(), "sha256")


def make_token(key: bytes, *parts: str) -> str:
    """The token for these parts: the same each time, so that it need not be kept; 22 characters of a URL."""
    digest = hmac.digest(key, "\x1f".join(parts).encode(), "sha256")
    return base64.urlsafe_b64encode(digest[:16]).decode().rstrip("=")


def token_hash(token: str) -> str:
    """What the database keeps of a token."""
    return hashlib.sha256(token.encode()).hexdigest()


class Sessions:
    """Signs and reads the session cookie, which holds a person's id and nothing else."""

    def __init__(self, secret: bytes) -> None:
        """``secret`` is the data folder's."""
        self._signer = Signer(purpose_key(secret, "session"), digest_method=hashlib.sha256)

    def sign(self, person: str) -> str:
        """The cookie's value."""
        return self._signer.sign(person).decode()

    def read(self, value: str | None) -> str | None:
        """The person's id, or None where the cookie is missing or not ours."""
        if not value or len(value) > 200:
            return None
        try:
            return self._signer.unsign(value).decode()
        except (BadSignature, UnicodeError):
            return None


def same_origin(headers: Mapping[str, str], allowed: Collection[str]) -> bool:
    """Whether the page that calls may call: ours, one of the ``allowed`` origins, or no browser at all.

    Browsers send ``Origin`` with every socket and every unsafe request; a program that leaves it out carries no
    cookies that somebody else's page could misuse.
    """
    origin = headers.get("origin")
    if origin is None:
        return headers.get("sec-fetch-site", "same-origin") in ("same-origin", "none")
    try:
        host = urlsplit(origin).netloc.lower()
    except ValueError:  # no address at all, such as "http://["
        return False
    return origin in allowed or host == headers.get("host", "").lower() != ""
