"""Baroque over the wire: armies of one's own, every message as the protocol states it, and a record that holds."""

from random import Random
from typing import Any, TypeAlias

from muster.commands.record_file import RecordFile
from muster.commands.verify import verify
from muster.rulesets.baroque import RULESET
from tests.api.games import entropy
from tests.kit.people import Person

Json: TypeAlias = Any


def roster_of(person: Person, ready: str, **changes: Json) -> str:
    """Keep a ready army with changes of one's own; the roster's id."""
    lists = person.get("/api/rosters/baroque/lists")
    roster = next(r["roster"] for r in lists["ready"] if r["key"] == ready)
    body = {"ruleset": "baroque", "name": "Mine", "roster": {**roster, **changes}}
    return str(person.post("/api/rosters", body)["id"])


def record_of(person: Person, match_id: str) -> Json:
    return person.get(f"/api/matches/{match_id}/record")


def test_a_battle_with_an_army_of_ones_own_is_played_over_the_wire_and_its_record_holds(ann: Person) -> None:
    first = next(r for r in ann.get("/api/rosters/baroque/lists")["ready"] if r["roster"]["budget"] == 300)
    commands = [{**c, "label": "The Old Guard"} for c in first["roster"]["commands"]]
    mine = roster_of(ann, first["key"], commands=commands)
    made = ann.post(
        "/api/play-bot",
        {
            "ruleset": "baroque",
            "options": {"scenario": "mill-hill", "points": 300},
            "level": "random",
            "seat": "blue",
            "rosters": {"blue": mine},
            "entropy": entropy(),
        },
    )
    with ann.socket(made["id"]) as seat:
        seat.send({"t": "measure", "id": 1, "from": [11_900, 8_900], "to": [100, 8_900]})
        assert seat.kind("preview")["distance"] == 11_800
        answers = seat.play_on(Random(1), answers=60)
        assert answers == 60 or seat.view["result"] is not None
        if seat.view["result"] is None:
            seat.settled(seat.deed("resign"))
    record = record_of(ann, made["id"])
    assert record["rosters"]["blue"]["commands"][0]["label"] == "The Old Guard"
    report = verify(RecordFile.model_validate(record), RULESET)
    assert (report.failed, report.verdict) == ([], "The record holds.")
    record["rosters"]["blue"]["commands"][0]["units"].pop()
    assert verify(RecordFile.model_validate(record), RULESET).code == 1
