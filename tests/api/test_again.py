"""A match that is over is played again as it was; the other side is asked at the old table, and nobody else."""

from typing import Any, TypeAlias

import pytest

from tests.api.games import against_bot, duel, entropy, hot_seat
from tests.kit.people import Person, Refused

Json: TypeAlias = Any


def resign(person: Person, match_id: str) -> None:
    """The match is over."""
    with person.socket(match_id) as seat:
        seat.kind("welcome")
        seat.settled(seat.deed("resign"))


def again(person: Person, match_id: str) -> Json:
    return person.post(f"/api/matches/{match_id}/again", {"entropy": entropy()})


def settings(match: Json) -> Json:
    return {key: match[key] for key in ("ruleset", "scenario", "options", "listed")}


def held(match: Json) -> dict[str, str | None]:
    return {s["seat"]: s["name"] for s in match["seats"]}


def test_two_persons_play_again_as_before_and_the_second_joins_the_first(
    ann: Person, ben: Person, eve: Person
) -> None:
    old = duel(ann, ben, listed=False, options={"rounds": 2})
    resign(ann, old)
    before = ben.get(f"/api/matches/{old}")
    assert before["again"] is None
    with ben.socket(old) as table, eve.socket(old) as watching:
        table.kind("welcome")
        made = again(ann, old)
        table.kind("again")
        watching.kind("presence")
        assert "again" not in [m["t"] for m in watching.heard]
    assert (made["status"], made["follows"]) == ("open", old)
    assert settings(made) == settings(before)
    offer = {"id": made["id"], "by": held(before)["red"], "mine": False}
    assert ben.get(f"/api/matches/{old}")["again"] == offer
    assert ann.get(f"/api/matches/{old}")["again"] == {**offer, "mine": True}
    assert eve.get(f"/api/matches/{old}")["again"] is None
    assert again(ann, old)["id"] == made["id"], "whoever waits already comes back to it"
    joined = again(ben, old)
    assert (joined["id"], joined["status"]) == (made["id"], "running")
    assert held(joined) == held(before)


def test_what_is_called_off_is_no_longer_offered(ann: Person, ben: Person) -> None:
    old = duel(ann, ben)
    resign(ben, old)
    made = again(ann, old)
    with ben.socket(old) as table:
        table.kind("welcome")
        ann.post(f"/api/matches/{made['id']}/cancel", {})
        table.kind("again")
    assert ben.get(f"/api/matches/{old}")["again"] is None
    other = again(ben, old)
    assert other["id"] != made["id"]
    assert {s["seat"] for s in other["seats"] if s["taken"]} == {"blue"}


def test_alone_or_against_a_bot_one_begins_anew_at_once(ann: Person) -> None:
    for old in (against_bot(ann, seat="blue", options={"rounds": 2}, listed=False), hot_seat(ann)):
        resign(ann, old)
        before = ann.get(f"/api/matches/{old}")
        first, second = again(ann, old), again(ann, old)
        assert first["id"] != second["id"]
        for made in (first, second):
            assert made["status"] == "running"
            assert settings(made) == settings(before)
            assert [(s["kind"], s["level"], s["mine"]) for s in made["seats"]] == [
                (s["kind"], s["level"], s["mine"]) for s in before["seats"]
            ]


def test_nobody_else_plays_it_again_and_nobody_before_it_is_over(
    ann: Person, ben: Person, eve: Person
) -> None:
    running, over = duel(ann, ben), duel(ann, ben)
    resign(ann, over)
    for person, match_id, code in (
        (eve, over, "no_seat"),
        (ann, running, "not_over"),
        (ann, "nowhere", "no_such_match"),
    ):
        with pytest.raises(Refused) as refused:
            again(person, match_id)
        assert refused.value.code == code
