"""Bands brought to a match of Anno Domini 1666: secret until both are there, refused with reasons, own cards."""

import json
from collections.abc import Callable, Iterator
from typing import Any, TypeAlias

import pytest

from muster.commands.record_file import RecordFile
from muster.commands.verify import verify
from muster.rulesets.ad1666 import RULESET
from tests.api.conftest import PRACTICE
from tests.api.games import entropy
from tests.kit.house import Server
from tests.kit.people import Person, Refused
from tests.rulesets.ad1666.rosters import BASIA, band, own

pytestmark = pytest.mark.xdist_group("bands")

Json: TypeAlias = Any
CHOSEN = {"bands": "chosen"}


@pytest.fixture(scope="module")
def yard(make_server: Callable[..., Server]) -> Iterator[Server]:
    """A server."""
    running = make_server(**PRACTICE).start()
    yield running
    running.stop()
    assert running.faults() == []


@pytest.fixture
def ann(yard: Server) -> Iterator[Person]:
    """Somebody."""
    person = Person(yard)
    yield person
    person.close()


@pytest.fixture
def ben(yard: Server) -> Iterator[Person]:
    """Somebody else."""
    person = Person(yard)
    yield person
    person.close()


def keep(person: Person, roster: Json, name: str = "Band") -> str:
    """Keep a band; its id."""
    return str(person.post("/api/rosters", {"ruleset": "ad1666", "name": name, "roster": roster})["id"])


def invited(person: Person, roster: Json | None, **options: Json) -> tuple[Json, str]:
    """A match of Red's with a band, and the token of Blue's invitation."""
    wish = {
        "ruleset": "ad1666",
        "options": {**CHOSEN, **options},
        "seats": {"red": {"kind": "me"}, "blue": {"kind": "invite"}},
        "rosters": {} if roster is None else {"red": keep(person, roster)},
        "entropy": entropy(),
    }
    made = person.post("/api/matches", wish)
    return made, str(made["seats"][1]["invite"]).rsplit("/", 1)[1]


def refused(work: Callable[[], Json]) -> Json:
    with pytest.raises(Refused) as caught:
        work()
    return caught.value.message


def test_nobody_learns_what_the_other_side_brings_before_both_are_there(ann: Person, ben: Person) -> None:
    made, token = invited(ann, own("own-basia dragoon urchin"), scenario="brawl-at-the-carp")
    others = [
        json.dumps(ben.get(path))
        for path in (
            f"/api/invites/{token}",
            f"/api/matches/{made['id']}",
            f"/api/matches/{made['id']}/table",
            "/api/tables",
            "/api/rosters",
            "/api/me/matches",
        )
        if ben.http.get(path).status_code == 200
    ]
    assert len(others) >= 4
    # What Blue brings is refused for its own faults alone, and says nothing about Red's either.
    over = band("atos portos aramis", "france")
    said = refused(
        lambda: ben.post(f"/api/invites/{token}", {"entropy": entropy(), "roster": keep(ben, over)})
    )
    assert said["code"] == "bad_band"
    for heard in (*others, json.dumps(said)):
        assert not [word for word in ("Basia", "basia", "urchin", "Urchin", "oland") if word in heard], heard
    assert [seat["label"] for seat in made["seats"]] == ["Red", "Blue"]
    mine = keep(ben, band("atos musketeer", "france"))
    sat = ben.post(f"/api/invites/{token}", {"entropy": entropy(), "roster": mine})
    assert [seat["label"] for seat in sat["seats"]] == ["Red", "Blue"]
    for person in (ann, ben):
        with person.socket(sat["id"]) as seat:
            view = seat.kind("welcome")["view"]
            assert {p["name"] for p in view["pieces"].values()} == {
                "Basia",
                "Dragoon",
                "Urchin",
                "Atos",
                "Musketeer",
            }
            chips = [chip["label"] for chip in view["sheets"]["red-own-basia"]["chips"]]
            assert "Own card, after Wolodyjowski" in chips


def test_two_worlds_that_differ_in_reds_band_look_the_same_to_blue_until_it_has_brought_its_own(
    ann: Person, ben: Person
) -> None:
    heard: list[Json] = []
    for members in ("atos musketeer", "zagloba dragoon"):
        faction = "france" if "atos" in members else "poland"
        made, token = invited(ann, band(members, faction), scenario="brawl-at-the-carp")
        seen = [f"/api/invites/{token}", f"/api/matches/{made['id']}", f"/api/matches/{made['id']}/table"]
        # The same unique one in one of the two: that is told as the match's first question, not before.
        over = keep(ben, band("atos atos", "france"))
        said = refused(lambda t=token, o=over: ben.post(f"/api/invites/{t}", {"roster": o}))  # type: ignore[misc]
        heard.append([*(_alike(ben.get(path)) for path in seen), said])
    assert heard[0] == heard[1]


def _alike(body: Json) -> Json:
    """An answer without what every match has of its own: ids, times, hashes."""
    own_to_it = {"id", "match", "created", "updated", "secret_hash", "expires"}
    if isinstance(body, dict):
        return {k: _alike(v) for k, v in body.items() if k not in own_to_it or isinstance(v, dict)}
    return [_alike(part) for part in body] if isinstance(body, list) else body


def test_setup_12_blue_is_told_of_the_same_unique_one_and_picks_another_in_the_match(
    ann: Person, ben: Person
) -> None:
    _, token = invited(ann, band("zagloba dragoon"))
    sat = ben.post(
        f"/api/invites/{token}", {"entropy": entropy(), "roster": keep(ben, band("zagloba thug thug"))}
    )
    with ben.socket(sat["id"]) as blue, ann.socket(sat["id"]) as red:
        request = blue.asked()
        assert (request["rule"], request["text"]) == (
            "setup.12",
            "Zagloba is of Red's band. Whom do you take instead?",
        )
        assert "blue-longinus~instead~1" not in json.dumps(red.kind("welcome"))
        blue.settled(blue.answer(request, {"picks": [{"key": "blue-longinus~instead~1"}]}))
        assert red.asked()["rule"] == "setup.1"


def test_a_band_with_faults_is_kept_and_cannot_be_brought(ann: Person) -> None:
    wish = {"ruleset": "ad1666", "level": "sensible", "options": CHOSEN, "seat": "red"}
    strange = own(characters={"own-basia": {**BASIA, "skills": {"flying": 3}, "gold": 600}})
    saved = keep(ann, strange)
    kept = ann.get(f"/api/rosters/{saved}")
    assert [p["code"] for p in kept["report"]["problems"]] == ["gold", "number", "no_such_skill"]
    said = refused(
        lambda: ann.post("/api/play-bot", {**wish, "entropy": entropy(), "rosters": {"red": saved}})
    )
    assert said["code"] == "bad_band"
    assert "the rules know no skill 'Flying'" in said["text"]
    lawful = keep(ann, own())
    fixed = {**wish, "options": {}, "entropy": entropy(), "rosters": {"red": lawful}}
    assert refused(lambda: ann.post("/api/play-bot", fixed))["code"] == "fixed_bands"
    made = ann.post("/api/play-bot", {**wish, "entropy": entropy(), "rosters": {"red": lawful}})
    assert made["options"]["bands"] == "chosen"


def test_what_is_no_band_is_refused_and_an_exported_one_comes_back_as_it_was(ann: Person) -> None:
    body = {"ruleset": "ad1666", "name": "Odd", "roster": {"faction": "poland", "gold": "much"}}
    assert refused(lambda: ann.post("/api/rosters", body))["code"] == "bad_roster"
    saved = keep(ann, own(), name="Basia's own")
    file = ann.get(f"/api/rosters/{saved}/export")
    again = ann.post("/api/rosters/import", file)
    assert again["roster"] == ann.get(f"/api/rosters/{saved}")["roster"]
    assert again["report"]["problems"] == []
    checked = ann.post("/api/rosters/ad1666/check", {"roster": band("zagloba zagloba")})
    assert [(p["rule"], p["text"]) for p in checked["problems"]] == [
        ("ad1666.setup.5", "There is only one Zagloba.")
    ]
    lists = ann.get("/api/rosters/ad1666/lists")
    assert {ready["list"] for ready in lists["ready"]} == {"Poland", "France", "Neutral"}


def test_a_record_whose_rosters_were_changed_does_not_hold_even_where_nothing_follows_from_it(
    ann: Person,
) -> None:
    saved = keep(ann, own())
    wish = {"ruleset": "ad1666", "level": "random", "options": CHOSEN, "seat": "red", "entropy": entropy()}
    made = ann.post("/api/play-bot", {**wish, "rosters": {"red": saved}})
    with ann.socket(made["id"]) as seat:
        seat.asked()
        seat.settled(seat.deed("resign"))
    record = ann.get(f"/api/matches/{made['id']}/record")
    assert verify(RecordFile.model_validate(record), RULESET).code == 0
    roster = record["rosters"]["red"]
    for changed in (
        {**roster, "gold": roster["gold"] + 1},
        {**roster, "heroes": 3},
        {**roster, "characters": {**roster["characters"], "own-other": {**BASIA, "name": "Other"}}},
        {**roster, "gold": float(roster["gold"])},
    ):
        forged = {**record, "rosters": {"red": changed}}
        assert verify(RecordFile.model_validate(forged), RULESET).code == 1, changed
    spaced = {seat: f"{given} " for seat, given in record["contributions"].items()}
    assert verify(RecordFile.model_validate({**record, "contributions": spaced}), RULESET).code == 1


def test_a_roster_of_a_thousand_faults_is_told_of_the_first_hundred(ann: Person) -> None:
    bad = {**BASIA, "weapons": [], "armour": [], "skills": {f"skill-{chr(97 + n)}": 1 for n in range(24)}}
    body = band("zagloba", characters={f"own-{chr(97 + n)}": bad for n in range(12)})
    assert len(ann.post("/api/rosters/ad1666/check", {"roster": body})["problems"]) == 100
