"""What the server says on a match's socket: small messages as bytes, ready to be framed.

Steps and welcomes are put together where the feed is (``matches.runner``); the models of all of them, from which the
browser's types are made, are in :mod:`muster.protocol.messages`.
"""

from collections.abc import Mapping, Sequence
from typing import Any, TypeAlias

import orjson

from muster.engine.refusals import Refusal

Json: TypeAlias = Any


def ack(message_id: str) -> bytes:
    """What the message wanted has been stored."""
    return orjson.dumps({"t": "ack", "id": message_id, "ok": True})


def refused(message_id: str | int | None, refusal: Refusal) -> bytes:
    """The message was not accepted and has changed nothing."""
    body: dict[str, Json] = {"t": "refused", "id": message_id, "code": refusal.code, "text": refusal.text}
    if refusal.rule:
        body["rule"] = refusal.rule
    if refusal.numbers:
        body["numbers"] = dict(refusal.numbers)
    return orjson.dumps(body)


def pong(ping_id: int) -> bytes:
    """Here I am."""
    return orjson.dumps({"t": "pong", "id": ping_id})


def presence(people: Mapping[str, Json], status: str) -> bytes:
    """Who is here; ``status`` is that of the match."""
    return orjson.dumps({"t": "presence", "people": people, "status": status})


def told(ask_id: int, answer: Json) -> bytes:
    """The answer to a preview or a measure."""
    body: dict[str, Json] = dict(answer) if isinstance(answer, Mapping) else {"answer": answer}  # pyright: ignore[reportUnknownArgumentType]
    return orjson.dumps({**body, "t": "preview", "id": ask_id})


def consent_asked(ask: Json) -> bytes:
    """To the seats that are asked (``ask``: what), and with None to say that nothing is asked any more."""
    return orjson.dumps({"t": "consent", "ask": ask})


def consent_waiting(seats: Sequence[str], text: str) -> bytes:
    """To the seat that asked: whose consent is still missing; nobody's: it is settled."""
    return orjson.dumps({"t": "consent", "asked": {"seats": seats, "text": text} if seats else None})


def turns(seats: Sequence[str], apart: bool, blind: Mapping[str, Json]) -> bytes:
    """Hot seat: which of the person's own seats are asked now (one of them may be asked in secret).

    ``apart``: they see or are asked what the other may not know, so they must not look over each other's shoulder.
    ``blind``: by seat the question (its id and the word) that may be passed without a look at what the seat holds.
    """
    return orjson.dumps({"t": "turns", "seats": seats, "apart": apart, "blind": blind})


COVER = b'{"t":"cover"}'
AGAIN = b'{"t":"again"}'
RESYNC = b'{"t":"resync"}'
REPLACED = b'{"t":"replaced"}'
