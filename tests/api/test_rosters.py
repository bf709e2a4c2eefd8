"""Rosters that people keep: lists, checks, saving, copying, files; and that nobody sees another's."""

from collections.abc import Callable, Iterator
from typing import Any, TypeAlias

import httpx
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from muster.rosters.service import MOST_BYTES
from tests.api.conftest import PRACTICE
from tests.kit.fuzz import ODD, as_text, bends
from tests.kit.house import Server
from tests.kit.people import Person, Refused

Json: TypeAlias = Any
MOST = 6


@pytest.fixture(scope="module")
def drill(make_server: Callable[..., Server]) -> Iterator[Server]:
    """A server that knows the armies of Baroque."""
    armed = {**PRACTICE, "MUSTER_ROSTERS_PER_PERSON": str(MOST)}
    running = make_server(**armed).start()
    yield running
    running.stop()
    assert running.faults() == []


@pytest.fixture
def gus(drill: Server) -> Iterator[Person]:
    """Somebody with armies."""
    person = Person(drill)
    yield person
    person.close()


@pytest.fixture
def eve(drill: Server) -> Iterator[Person]:
    """Somebody else."""
    person = Person(drill)
    yield person
    person.close()


def ready(person: Person, key: str = "swedish-300") -> Json:
    """A ready army's roster."""
    lists = person.get("/api/rosters/baroque/lists")
    return next(one["roster"] for one in lists["ready"] if one["key"] == key)


def keep(person: Person, name: str = "Gustav's army", **changes: Json) -> Json:
    """Save the ready army, with changes."""
    body = {"ruleset": "baroque", "name": name, "roster": {**ready(person), **changes}}
    return person.post("/api/rosters", body)


def put(person: Person, saved: Json, **changes: Json) -> Json:
    """Save a changed roster over the kept one."""
    body = {k: saved[k] for k in ("version", "name", "roster")} | changes
    answer = person.http.put(f"/api/rosters/{saved['id']}", json=body)
    if answer.is_error:
        raise Refused(answer.json())
    return answer.json()


def code(answer: httpx.Response) -> tuple[int, str]:
    """Status and code of a refusal."""
    return answer.status_code, answer.json()["code"]


# ------------------------------------------------------------------ building
def test_games_say_whether_their_seats_bring_rosters(gus: Person) -> None:
    offers = {offer["id"]: offer["rosters"] for offer in gus.get("/api/rulesets")}
    assert (offers["newworld"], offers["practice"], offers["baroque"]) == (False, False, True)
    for path in ("/api/rosters/newworld/lists", "/api/rosters/chess/lists"):
        assert gus.http.get(path).status_code == 404
    assert code(gus.http.post("/api/rosters/newworld/check", json={"roster": {}})) == (404, "no_rosters")


def test_a_draft_is_checked_and_not_kept(gus: Person) -> None:
    roster = ready(gus)
    report = gus.post("/api/rosters/baroque/check", {"roster": roster})
    assert (report["title"], report["points"]["value"], report["limit"]) == ("Swedish 1630–1634", 300, 300)
    assert report["problems"] == []
    report = gus.post("/api/rosters/baroque/check", {"roster": {**roster, "sc": "Poor"}})
    (fault,) = report["problems"]
    assert (fault["code"], fault["rule"], fault["where"]) == ("structure", "baroque.list.4", ["sc"])
    assert gus.get("/api/rosters") == []


# ------------------------------------------------------------------ keeping
def test_a_roster_is_kept_with_its_faults_listed_changed_and_deleted(gus: Person) -> None:
    saved = keep(gus, destiny=9)
    assert (saved["version"], len(saved["report"]["problems"])) == (1, 2)
    changed = put(gus, saved, name="Autumn army", roster={**saved["roster"], "destiny": 0})
    assert (changed["version"], changed["name"], changed["report"]["problems"]) == (2, "Autumn army", [])
    assert gus.get(f"/api/rosters/{saved['id']}") == changed
    (listed,) = gus.get("/api/rosters")
    assert {k: v for k, v in listed.items() if k != "updated"} == {
        "id": saved["id"],
        "ruleset": "baroque",
        "name": "Autumn army",
        "title": "Swedish 1630–1634",
        "points": 300,
        "limit": 300,
        "problems": 0,
    }
    assert gus.http.delete(f"/api/rosters/{saved['id']}").status_code == 204
    assert gus.get("/api/rosters") == []
    assert code(gus.http.get(f"/api/rosters/{saved['id']}")) == (404, "no_such_roster")


def test_a_change_made_from_an_older_version_does_not_overwrite_a_newer_one(gus: Person) -> None:
    saved = keep(gus)
    put(gus, saved, name="First tab")
    with pytest.raises(Refused) as caught:
        put(gus, saved, name="Second tab")
    assert caught.value.code == "roster_changed"
    assert caught.value.message["numbers"] == {"stored": 2, "given": 1}
    assert gus.get(f"/api/rosters/{saved['id']}")["name"] == "First tab"


def test_a_roster_is_copied(gus: Person) -> None:
    saved = keep(gus, "N" * 60)
    copied = gus.post(f"/api/rosters/{saved['id']}/copy", {})
    assert copied["id"] != saved["id"]
    assert (copied["name"], copied["roster"]) == ("Copy of " + "N" * 52, saved["roster"])
    assert len(gus.get("/api/rosters")) == 2


def test_one_of_a_name_that_is_taken_gets_a_number_whether_made_imported_or_copied(
    gus: Person, eve: Person
) -> None:
    saved = keep(gus, "Autumn")
    file = gus.get(f"/api/rosters/{saved['id']}/export")
    assert gus.post("/api/rosters/import", file)["name"] == "Autumn (2)"
    assert keep(gus, "autumn")["name"] == "autumn (3)"
    long = keep(eve, "N" * 60)
    copies = [eve.post(f"/api/rosters/{long['id']}/copy", {})["name"] for _ in range(2)]
    assert copies == ["Copy of " + "N" * 52, "Copy of " + "N" * 48 + " (2)"]


def test_what_is_exported_can_be_imported_by_somebody_else(gus: Person, eve: Person) -> None:
    saved = keep(gus, "Gustav's “autumn” army")
    answer = gus.http.get(f"/api/rosters/{saved['id']}/export")
    assert answer.headers["content-disposition"] == 'attachment; filename="gustav-s-autumn-army.json"'
    imported = eve.post("/api/rosters/import", answer.json())
    assert (imported["name"], imported["roster"]) == (saved["name"], saved["roster"])
    assert eve.http.post("/api/rosters/import", json={**answer.json(), "roster": 3}).status_code == 422
    assert code(eve.http.post("/api/rosters/import", json={**answer.json(), "ruleset": "chess"})) == (
        404,
        "no_such_ruleset",
    )


def test_a_wrong_file_is_refused_as_a_whole_and_in_no_programmer_s_words(gus: Person) -> None:
    saved = keep(gus)
    file = gus.get(f"/api/rosters/{saved['id']}/export")
    wrong: dict[str, Any] = {
        "its game, name and army cannot be read": {"hello": "world"},
        "its kind cannot be read": {**file, "form": "zip"},
        "its name and army cannot be read": {"form": file["form"], "ruleset": file["ruleset"]},
        "it holds something else": [1, 2],
    }
    wrongs = [*wrong.items(), ("it holds something else", {**file, "x": 1})]
    for why, body in wrongs:
        answer = gus.http.post("/api/rosters/import", json=body)
        assert code(answer) == (422, "bad_request")
        assert answer.json()["text"] == (
            f"This is no file of an army or a band of Muster: {why}. Choose one that was exported here."
        )
    assert len(gus.get("/api/rosters")) == 1


# ------------------------------------------------------------------ whose it is
def test_nobody_but_the_owner_learns_that_a_roster_is_there(gus: Person, eve: Person, drill: Server) -> None:
    saved = keep(gus)
    path = f"/api/rosters/{saved['id']}"
    nothing = f"/api/rosters/{'x' * 14}"
    change = {"version": 1, "name": "Mine", "roster": saved["roster"]}
    for there, gone in ((path, nothing), (f"{path}/export", f"{nothing}/export")):
        assert eve.http.get(there).json() == eve.http.get(gone).json()
        assert code(eve.http.get(there)) == (404, "no_such_roster")
        assert httpx.get(drill.url + there, timeout=15).json()["code"] == "no_such_roster"
    assert code(eve.http.put(path, json=change)) == (404, "no_such_roster")
    assert code(eve.http.post(f"{path}/copy", json={})) == (404, "no_such_roster")
    assert code(eve.http.delete(path)) == (404, "no_such_roster")
    assert eve.get("/api/rosters") == []
    assert gus.get(path) == saved


# ------------------------------------------------------------------ limits
def test_a_person_keeps_so_many_rosters_and_no_more(eve: Person) -> None:
    kept = [keep(eve)["id"] for _ in range(MOST)]
    refused = eve.http.post(f"/api/rosters/{kept[0]}/copy", json={})
    assert code(refused) == (409, "too_many_rosters")
    assert refused.json()["numbers"] == {"maximum": MOST, "given": MOST}
    eve.http.delete(f"/api/rosters/{kept[0]}")
    keep(eve)


def test_a_roster_that_is_too_large_is_refused(gus: Person) -> None:
    roster = ready(gus)
    unit = {"line": "swedish_foot", "options": ["é" * 60] * 12, "name": "n" * 40}
    roster["commands"] = [{"label": "Too many", "units": [unit] * 25}]
    refused = gus.http.post("/api/rosters", json={"ruleset": "baroque", "name": "Much", "roster": roster})
    assert code(refused) == (413, "too_large")
    assert refused.json()["numbers"]["maximum"] == MOST_BYTES


@pytest.mark.parametrize("name", ["", " \u200b ", "x" * 61, "\u0301" * 20])
def test_a_name_is_one_line_that_can_be_seen(gus: Person, name: str) -> None:
    body = {"ruleset": "baroque", "name": name, "roster": ready(gus)}
    assert gus.http.post("/api/rosters", json=body).status_code == 422


def test_pages_of_other_addresses_keep_nothing(gus: Person) -> None:
    body = {"ruleset": "baroque", "name": "Foreign", "roster": ready(gus)}
    refused = gus.http.post("/api/rosters", json=body, headers={"origin": "https://evil.example"})
    assert code(refused) == (403, "origin")


# ------------------------------------------------------------------ whatever is sent
@settings(
    max_examples=settings().max_examples * 2,
    suppress_health_check=[
        HealthCheck.too_slow,
        HealthCheck.data_too_large,
        HealthCheck.function_scoped_fixture,
    ],
)
@given(bend=bends(), again=bends(), odd=st.none() | ODD)
def test_whatever_is_sent_as_a_roster_is_answered_in_words(
    gus: Person, bend: Callable[[Json], Json], again: Callable[[Json], Json], odd: Json
) -> None:
    body = again(bend(SWEDES)) if odd is None else odd
    for path, what in (
        ("/api/rosters/baroque/check", {"roster": body}),
        ("/api/rosters", {"ruleset": "baroque", "name": "Fuzz", "roster": body}),
    ):
        headers = {"content-type": "application/json"}
        answer = gus.http.post(path, content=as_text(what).encode(errors="surrogatepass"), headers=headers)
        assert answer.status_code < 500, answer.text
        if answer.is_error:
            assert answer.json()["text"]
        elif answer.status_code == 201:
            saved = answer.json()
            assert gus.get(f"/api/rosters/{saved['id']}") == saved
            assert gus.http.delete(f"/api/rosters/{saved['id']}").status_code == 204


SWEDES: Json = {
    "army": "swedish",
    "budget": 600,
    "sc": "Average",
    "commands": [
        {
            "label": "Centre",
            "leader": "Gustav",
            "level": "Expert",
            "cinc": True,
            "units": [
                {"line": "swedish_foot", "options": ["iron_officers"], "name": "Yellow"},
                {"line": "reiters_re", "options": ["massed"], "name": ""},
            ],
        }
    ],
    "fortified": True,
    "exploration": 3,
    "destiny": 1,
    "prostitutes": False,
}
