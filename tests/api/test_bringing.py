"""Rosters brought to a match: by whoever makes it, by whoever is invited, again; and what is refused."""

from collections.abc import Callable, Iterator
from typing import Any, TypeAlias

import pytest

from tests.api.conftest import PRACTICE
from tests.api.games import entropy
from tests.kit.house import Server
from tests.kit.people import Person, Refused

Json: TypeAlias = Any

TURKS: Json = {
    "army": "ottoman",
    "budget": 300,
    "sc": "Poor",
    "commands": [
        {
            "label": "Army",
            "level": "Poor",
            "cinc": True,
            "units": [
                {"line": line}
                for line in (
                    "quapukulu_sipahis",
                    "feudal_sipahis_41",
                    "feudal_sipahis_41",
                    "janissaries",
                    "light_cannon",
                )
            ],
        }
    ],
}
"""A legal army of 300 points: 214 for its units, 10 for the leader."""
OTTOMAN, CATHOLIC, SWEDISH = "Ottoman Turks 1645–1700", "German Catholic 1618–1632", "Swedish 1630–1634"


@pytest.fixture(scope="module")
def drill(make_server: Callable[..., Server]) -> Iterator[Server]:
    """A server that knows Baroque."""
    running = make_server(**PRACTICE).start()
    yield running
    running.stop()
    assert running.faults() == []


@pytest.fixture
def ann(drill: Server) -> Iterator[Person]:
    """Somebody."""
    person = Person(drill)
    yield person
    person.close()


@pytest.fixture
def ben(drill: Server) -> Iterator[Person]:
    """Somebody else."""
    person = Person(drill)
    yield person
    person.close()


def keep(person: Person, **changes: Json) -> str:
    """Keep the Turks, with changes; the roster's id."""
    body = {"ruleset": "baroque", "name": "Turks", "roster": {**TURKS, **changes}}
    return str(person.post("/api/rosters", body)["id"])


def alone(person: Person, **wish: Json) -> Json:
    """A match in which one person holds both seats."""
    seats = {"blue": {"kind": "me"}, "red": {"kind": "me"}}
    return person.post("/api/matches", {"ruleset": "baroque", "seats": seats, "entropy": entropy(), **wish})


def against_bot(person: Person, **wish: Json) -> Json:
    wished = {"ruleset": "baroque", "level": "random", "entropy": entropy(), **wish}
    return person.post("/api/play-bot", wished)


def invited(person: Person, **wish: Json) -> tuple[Json, str]:
    """A match for which somebody is awaited, and the token of the invitation."""
    seats = {"blue": {"kind": "me"}, "red": {"kind": "invite"}}
    made = person.post("/api/matches", {"ruleset": "baroque", "seats": seats, "entropy": entropy(), **wish})
    return made, str(made["seats"][1]["invite"]).rsplit("/", 1)[1]


def labels(match: Json) -> list[str]:
    """What the seats are called: by the lists of their armies."""
    return [seat["label"] for seat in match["seats"]]


def refused(work: Callable[[], Json]) -> Json:
    with pytest.raises(Refused) as caught:
        work()
    return caught.value.message


def test_whoever_makes_a_match_brings_rosters_of_theirs_and_the_other_seats_what_the_options_say(
    ann: Person,
) -> None:
    assert labels(alone(ann)) == [CATHOLIC, SWEDISH]
    assert labels(alone(ann, rosters={"blue": keep(ann)})) == [OTTOMAN, SWEDISH]
    assert labels(alone(ann, rosters={"red": keep(ann)})) == [CATHOLIC, OTTOMAN]
    made, _ = invited(ann, rosters={"blue": keep(ann)})
    assert labels(made) == [OTTOMAN, SWEDISH]


def test_whoever_is_invited_brings_their_own_before_they_sit_down_and_no_longer_afterwards(
    ann: Person, ben: Person
) -> None:
    made, token = invited(ann)
    mine = keep(ben)
    sat = ben.post(f"/api/invites/{token}", {"entropy": entropy(), "roster": mine})
    assert labels(sat) == [CATHOLIC, OTTOMAN]
    assert made["setup_hash"] is None
    assert sat["setup_hash"] is not None
    with ben.socket(sat["id"]) as seat:
        assert seat.kind("welcome")["role"] == "red"
    said = refused(lambda: ben.post(f"/api/invites/{token}", {"roster": mine}))
    assert said["code"] == "begun"
    assert labels(ben.post(f"/api/invites/{token}", {})) == [CATHOLIC, OTTOMAN]


def test_what_was_brought_comes_again_when_a_match_is_played_again(ann: Person, ben: Person) -> None:
    _, token = invited(ann, rosters={"blue": keep(ann)})
    first = ben.post(f"/api/invites/{token}", {"entropy": entropy(), "roster": keep(ben, prostitutes=True)})
    assert labels(first) == [f"{OTTOMAN} (blue)", f"{OTTOMAN} (red)"]
    with ann.socket(first["id"]) as seat:
        seat.kind("welcome")
        seat.settled(seat.deed("resign"))
    again = ann.post(f"/api/matches/{first['id']}/again", {"entropy": entropy()})
    assert labels(again) == labels(first)
    both = ben.post(f"/api/matches/{first['id']}/again", {"entropy": entropy()})
    assert (both["id"], both["setup_hash"]) == (again["id"], first["setup_hash"])


def test_a_roster_with_faults_or_of_other_points_cannot_be_brought(ann: Person, ben: Person) -> None:
    before = len(ann.get("/api/me/matches"))
    said = refused(lambda: against_bot(ann, rosters={"blue": keep(ann, sc="Good")}))
    assert (said["code"], said["rule"]) == ("illegal_army", "baroque.list.4")
    assert "Poor or Average, not Good" in said["text"]
    said = refused(lambda: alone(ann, rosters={"blue": keep(ann, budget=600)}))
    assert said["code"] == "other_budget"
    assert len(ann.get("/api/me/matches")) == before
    made, token = invited(ann)
    faulty = keep(ben, sc="Good")
    assert refused(lambda: ben.post(f"/api/invites/{token}", {"roster": faulty}))["code"] == "illegal_army"
    (waiting,) = [m for m in ann.get("/api/me/matches") if m["match"]["id"] == made["id"]]
    assert [seat["taken"] for seat in waiting["match"]["seats"]] == [True, False]


def test_nobody_brings_what_is_not_theirs_or_not_of_that_game_or_to_no_seat(ann: Person, ben: Person) -> None:
    theirs = keep(ben)
    assert refused(lambda: against_bot(ann, rosters={"blue": theirs}))["code"] == "no_such_roster"
    mine = keep(ann)
    said = refused(lambda: against_bot(ann, ruleset="practice", rosters={"red": mine}))
    assert said["code"] == "other_game"
    assert refused(lambda: alone(ann, rosters={"green": mine}))["code"] == "bad_seats"
    assert refused(lambda: invited(ann, rosters={"red": mine}))["code"] == "not_your_seat"
    _, token = invited(ann)
    assert refused(lambda: ben.post(f"/api/invites/{token}", {"roster": mine}))["code"] == "no_such_roster"
