"""Matches as the tests need them."""

import secrets
from typing import Any, TypeAlias

from tests.kit.people import Person

Json: TypeAlias = Any


def entropy() -> str:
    """A client's part of the chance."""
    return secrets.token_hex(16)


def against_bot(person: Person, **more: Json) -> str:
    """A practice match of a person (red) against a bot."""
    body = {"ruleset": "practice", "entropy": entropy(), **more}
    return str(person.post("/api/play-bot", body)["id"])


def new_match(maker: Person, seats: Json, **more: Json) -> Json:
    """A practice match with these seats."""
    return maker.post("/api/matches", {"ruleset": "practice", "seats": seats, "entropy": entropy(), **more})


def duel(red: Person, blue: Person, **more: Json) -> str:
    """A practice match of two persons, begun by invitation."""
    made = new_match(red, {"red": {"kind": "me"}, "blue": {"kind": "invite"}}, **more)
    token = next(s["invite"] for s in made["seats"] if s["seat"] == "blue").rsplit("/", 1)[1]
    joined = blue.post(f"/api/invites/{token}", {"entropy": entropy()})
    assert joined["status"] == "running"
    return str(made["id"])


def hot_seat(person: Person, **more: Json) -> str:
    """A practice match in which one person holds both seats."""
    made = new_match(person, {"red": {"kind": "me"}, "blue": {"kind": "me"}}, **more)
    assert made["status"] == "running"
    return str(made["id"])
