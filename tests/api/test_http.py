"""HTTP: who one is, making and joining matches, what is shown, and what is refused."""

from pathlib import Path
from typing import Any, TypeAlias

import httpx
import pytest
from fastapi.testclient import TestClient

from muster.core.settings import Settings
from muster.main import create_app
from muster.matches import repository
from tests.api.games import against_bot, duel, entropy, hot_seat, new_match
from tests.kit.house import Server
from tests.kit.people import Person, Refused, Socket

Json: TypeAlias = Any
INVITED = {"red": {"kind": "me"}, "blue": {"kind": "invite"}}


def token_of(match: Json, seat: str = "blue") -> str:
    return str(next(s["invite"] for s in match["seats"] if s["seat"] == seat)).rsplit("/", 1)[1]


# ------------------------------------------------------------------ persons
def test_a_guest_is_a_person_who_keeps_the_id_and_may_change_the_name(ann: Person) -> None:
    me = ann.get("/api/me")
    assert me["kind"] == "guest"
    assert ann.get("/api/me") == me
    changed = ann.http.patch("/api/me", json={"name": "  Ann   of\tthe \u202eHill "}).json()
    assert changed == {**me, "name": "Ann of the Hill"}
    assert ann.get("/api/me")["name"] == "Ann of the Hill"


def test_the_cookie_is_signed_and_kept_from_scripts(house: Server) -> None:
    with httpx.Client(base_url=house.url) as client:
        said = client.get("/api/me").headers["set-cookie"]
        assert "HttpOnly" in said
        assert "SameSite=lax" in said
        assert "Secure" not in said
        name, value = said.split(";")[0].split("=", 1)
        me = client.get("/api/me").json()
        client.cookies.clear()
        forged = client.get("/api/me", headers={"cookie": f"{name}={value[:-2]}xx"}).json()
        assert forged["id"] != me["id"]


@pytest.mark.parametrize(
    "headers",
    [
        {"sec-fetch-site": "cross-site"},
        {"sec-fetch-site": "same-site"},
        {"origin": "http://evil.example"},
        {"origin": "null", "sec-fetch-site": "cross-site"},
    ],
)
def test_nobody_becomes_a_guest_for_the_sake_of_another_page(
    house: Server, ann: Person, headers: dict[str, str]
) -> None:
    told = httpx.get(house.url + "/api/me", headers=headers)
    assert (told.status_code, told.json()["code"]) == (403, "origin")
    assert "set-cookie" not in told.headers
    assert ann.http.get("/api/me", headers=headers).status_code == 200  # who is one already reads on
    for own in ({"sec-fetch-site": "same-origin"}, {"sec-fetch-site": "none"}, {"origin": house.url}, {}):
        assert "set-cookie" in httpx.get(house.url + "/api/me", headers=own).headers


@pytest.mark.parametrize(
    "name", ["", "   ", "\u2800", "\u115f\u3164", "\u200b\u202e", "x" * 33, "\u0301" * 5]
)
def test_a_name_that_cannot_be_read_is_refused(ann: Person, name: str) -> None:
    answer = ann.http.patch("/api/me", json={"name": name})
    assert answer.status_code == 422
    assert answer.json()["code"] == "bad_name"


def test_a_new_name_is_seen_at_the_table(ann: Person, ben: Person) -> None:
    match_id = duel(ann, ben)
    with ben.socket(match_id) as blue:
        blue.kind("welcome")
        ann.http.patch("/api/me", json={"name": "Anna"})
        blue.until(lambda m: m["t"] == "presence" and m["people"]["seats"]["red"]["name"] == "Anna")


# ------------------------------------------------------------------ making and joining
def test_an_invitation_is_for_one_other_person_and_opening_it_again_comes_back(
    ann: Person, ben: Person, eve: Person
) -> None:
    made = new_match(ann, INVITED)
    assert made["status"] == "open"
    token = token_of(made)
    seen = ben.get(f"/api/invites/{token}")
    assert (seen["seat"], seen["from_name"], seen["match"]["id"]) == (
        "blue",
        ann.get("/api/me")["name"],
        made["id"],
    )
    with pytest.raises(Refused) as own:
        ann.post(f"/api/invites/{token}", {})
    assert own.value.code == "own_invite"
    first = ben.post(f"/api/invites/{token}", {"entropy": entropy()})
    assert first["status"] == "running"
    again = ben.post(f"/api/matches/{made['id']}/join", {"token": token})
    assert [s["mine"] for s in again["seats"]] == [False, True]
    with pytest.raises(Refused) as taken:
        eve.post(f"/api/invites/{token}", {})
    assert taken.value.code == "seat_taken"
    # The link is shown to nobody but the maker, and only while the seat is free.
    assert [s["invite"] for s in ann.get(f"/api/matches/{made['id']}")["seats"]] == [None, None]


def test_the_maker_sees_the_link_again_and_nobody_else_does(ann: Person, eve: Person) -> None:
    made = new_match(ann, INVITED)
    path = f"/api/matches/{made['id']}"
    assert token_of(ann.get(path)) == token_of(made)
    assert all(s["invite"] is None for s in eve.get(path)["seats"])


def test_a_token_opens_no_other_match(ann: Person, ben: Person) -> None:
    one, other = new_match(ann, INVITED), new_match(ann, INVITED)
    with pytest.raises(Refused) as wrong:
        ben.post(f"/api/matches/{other['id']}/join", {"token": token_of(one)})
    assert wrong.value.code == "no_such_invite"


def test_the_secrets_hash_stands_before_anybody_brings_their_part(ann: Person) -> None:
    seats = {"red": {"kind": "me"}, "blue": {"kind": "bot", "level": "random"}}
    made = new_match(ann, seats, entropy=None)
    assert made["status"] == "open"
    joined = ann.post(f"/api/matches/{made['id']}/join", {"entropy": entropy()})
    assert joined["status"] == "running"
    assert joined["secret_hash"] == made["secret_hash"]
    assert ann.post(f"/api/matches/{made['id']}/join", {"entropy": entropy()})["status"] == "running"


def test_who_waits_for_the_other_is_shown_the_match_when_it_begins(ann: Person, ben: Person) -> None:
    made = new_match(ann, INVITED)
    with ann.socket(made["id"]) as red:
        waiting = red.kind("presence")
        assert waiting["status"] == "open"
        assert waiting["people"]["seats"]["blue"]["taken"] is False
        with pytest.raises(Refused, match="not_started"):
            red.settled(red.deed("resign"))
        ben.post(f"/api/invites/{token_of(made)}", {})
        red.kind("welcome")
        assert red.role == "red"
        assert red.requests


def test_somebody_without_a_seat_cannot_sit_down(ann: Person, eve: Person) -> None:
    made = new_match(ann, INVITED)
    with pytest.raises(Refused) as refused:
        eve.post(f"/api/matches/{made['id']}/join", {"entropy": entropy()})
    assert refused.value.code == "no_seat"


def test_ones_matches_are_listed_to_come_back_to(ann: Person) -> None:
    first, second = against_bot(ann), hot_seat(ann)
    mine = ann.get("/api/me/matches")
    assert [m["match"]["id"] for m in mine] == [second, first]
    assert mine[0]["my_turn"] is True


# ------------------------------------------------------------------ what is shown
def test_games_are_offered_with_the_schema_of_their_options(ann: Person) -> None:
    offered = {r["id"]: r for r in ann.get("/api/rulesets")}
    practice = offered["practice"]
    assert practice["bots"] == ["sensible", "random"]
    assert practice["options"]["properties"]["scenario"]
    assert [s["seat"] for s in practice["scenarios"][0]["seats"]] == ["red", "blue"]
    scenario = practice["scenarios"][0]["id"]
    played = ann.get(f"/api/matches/{against_bot(ann, options={'scenario': scenario})}/table")
    assert ann.get(f"/api/rulesets/practice/maps/{scenario}") == played
    rules = {r["id"]: r for r in ann.get("/api/rules/practice")}
    assert set(rules["practice.bid.1"]) == {"id", "title", "phase", "kind", "say"}
    assert rules["practice.bid.1"]["title"]


def test_a_live_match_is_listed_with_what_spectators_see(ann: Person, ben: Person, eve: Person) -> None:
    match_id = duel(ann, ben)
    live = {t["id"]: t for t in eve.get("/api/tables")["live"]}
    assert match_id in live
    shown = live[match_id]
    assert shown["status"] == "running"
    assert {s["label"] for s in shown["seats"]} == {"Red", "Blue"}
    table = eve.get(f"/api/matches/{match_id}/table")
    assert table["form"] == "squares"
    with Socket(eve.server, match_id) as nobody:
        nobody.hello()
        nobody.kind("welcome")
        pieces = nobody.view["pieces"]
        assert {p["id"]: p["rides"] for p in shown["pieces"]} == {i: p["rides"] for i, p in pieces.items()}


def test_the_record_is_kept_until_the_end_and_then_holds_everything(ann: Person) -> None:
    match_id = against_bot(ann)
    with pytest.raises(Refused) as early:
        ann.get(f"/api/matches/{match_id}/record")
    assert early.value.code == "not_over"
    with ann.socket(match_id) as red:
        red.asked()
        red.settled(red.deed("resign"))
        red.until(lambda _: red.view["result"] is not None)
        assert red.view["result"]["reason"] == "resigned"
        with pytest.raises(Refused) as over:
            red.settled(red.deed("resign"))
        assert over.value.code == "over"
    record = ann.get(f"/api/matches/{match_id}/record")
    assert record["rows"][0]["kind"] == "begin"
    assert record["rows"][-1]["kind"] == "close"
    assert set(record["contributions"]) == {"red", "blue"}
    assert ann.get(f"/api/matches/{match_id}")["result"]["winner"] == "blue"


def test_a_record_is_made_again_only_for_who_does_not_have_it_and_not_often(tmp_path: Path) -> None:
    app = create_app(Settings(data=tmp_path / "data", exhibition=False, records_per_minute=0.001))
    with TestClient(app, "http://localhost") as client:
        made = client.post("/api/play-bot", json={"ruleset": "newworld", "level": "random"}).json()["id"]
        address = f"/api/matches/{made}/record"
        early = client.get(address, headers={"if-none-match": "*"})
        assert (early.status_code, early.json()["code"]) == (403, "not_over")
        with app.state.context.database.writing() as connection:
            connection.execute(repository.MATCHES.update().values(status="finished"))
        first = client.get(address)
        assert first.json()["id"] == made
        assert first.headers["cache-control"] == "no-cache"
        tag = first.headers["etag"]
        for known in (tag, f"W/{tag}", f'"another", {tag}'):
            again = client.get(address, headers={"if-none-match": known})
            assert (again.status_code, again.content, again.headers["etag"]) == (304, b"", tag)
        codes = [client.get(address, headers={"if-none-match": '"old"'}).status_code for _ in range(10)]
        assert codes == [200] * 9 + [429]
        assert client.get(address, headers={"if-none-match": tag}).status_code == 304


# ------------------------------------------------------------------ what is refused
@pytest.mark.parametrize(
    ("body", "code", "says"),
    [
        ({"ruleset": "chess", "seats": INVITED}, "no_such_ruleset", "practice"),
        ({"ruleset": "practice", "seats": {}}, "bad_request", "seats"),
        ({"ruleset": "practice", "seats": {"red": {"kind": "me"}}}, "bad_seats", "blue (Blue)"),
        ({"ruleset": "practice", "seats": {"red": {"kind": "cat"}}}, "bad_request", "'me', 'bot', 'invite'"),
        ({"ruleset": "practice", "seats": INVITED, "options": {"rounds": "many"}}, "bad_options", "rounds"),
        ({"ruleset": "practice", "seats": INVITED, "options": {"laps": 3}}, "bad_options", "scenario"),
        ({"ruleset": "practice", "seats": INVITED, "entropy": "beef"}, "bad_request", "entropy"),
        ({"ruleset": "practice", "seats": INVITED, "more": 1}, "bad_request", "more"),
        (
            {"ruleset": "practice", "seats": {**INVITED, "blue": {"kind": "bot", "level": "deep"}}},
            "no_such_bot",
            "sensible, random",
        ),
    ],
)
def test_a_wish_that_does_not_fit_is_refused_saying_what_would(
    ann: Person, body: Json, code: str, says: str
) -> None:
    with pytest.raises(Refused) as refused:
        ann.post("/api/matches", body)
    assert refused.value.code == code
    assert says in refused.value.message["text"]
    assert set(refused.value.message) == {"code", "text", "rule", "numbers"}


@pytest.mark.parametrize(
    ("method", "path", "status", "code"),
    [
        ("GET", "/api/matches/nowhere", 404, "no_such_match"),
        ("GET", "/api/matches/nowhere/table", 404, "no_such_match"),
        ("GET", "/api/matches/nowhere/record", 404, "no_such_match"),
        ("GET", "/api/invites/nothing", 404, "no_such_invite"),
        ("GET", "/api/rules/chess", 404, "no_such_ruleset"),
        ("GET", "/api/rulesets/chess/maps/duel", 404, "no_such_ruleset"),
        ("GET", "/api/rulesets/practice/maps/nowhere", 404, "not_found"),
        ("GET", "/api/nothing", 404, "not_found"),
        ("DELETE", "/api/me", 404, "not_found"),
        ("POST", "/api/matches/nowhere/join", 404, "no_such_match"),
    ],
)
def test_what_is_not_there_is_said_in_the_same_form(
    ann: Person, method: str, path: str, status: int, code: str
) -> None:
    answer = ann.http.request(method, path, json={} if method == "POST" else None)
    assert (answer.status_code, answer.json()["code"]) == (status, code)
    assert answer.json()["text"].endswith(".")


def test_a_page_of_another_address_changes_nothing(ann: Person) -> None:
    answer = ann.http.patch("/api/me", json={"name": "Mallory"}, headers={"origin": "http://evil.example"})
    assert (answer.status_code, answer.json()["code"]) == (403, "origin")
    odd = ann.http.patch("/api/me", json={"name": "Mallory"}, headers={"origin": "http://["})
    assert (odd.status_code, odd.json()["code"]) == (403, "origin")
    own = ann.http.patch("/api/me", json={"name": "Ann"}, headers={"origin": ann.server.url})
    assert own.status_code == 200


def test_a_body_that_is_too_large_or_no_json_is_refused(ann: Person) -> None:
    large = ann.http.post("/api/matches", content=b'{"x": "' + b"y" * 70_000 + b'"}')
    assert (large.status_code, large.json()["code"]) == (413, "too_large")

    def trickle() -> "Any":
        for _ in range(80):
            yield b"z" * 1000

    streamed = ann.http.post("/api/matches", content=trickle())
    assert (streamed.status_code, streamed.json()["code"]) == (413, "too_large")
    broken = ann.http.post("/api/matches", content=b"{", headers={"content-type": "application/json"})
    assert (broken.status_code, broken.json()["code"]) == (422, "bad_request")


def test_answers_carry_the_headers_that_keep_them_in_their_place(ann: Person) -> None:
    headers = ann.http.get("/api/me").headers
    assert headers["x-content-type-options"] == "nosniff"
    assert headers["cache-control"] == "no-store"
    assert "default-src 'none'" in headers["content-security-policy"]
    assert "frame-ancestors 'none'" in ann.http.get("/").headers["content-security-policy"]


def test_a_running_match_does_not_tell_when_a_closed_answer_came(ann: Person) -> None:
    match_id = against_bot(ann)
    assert ann.get(f"/api/matches/{match_id}")["updated"] is None


def test_the_machine_that_watches_gets_counts_without_names(ann: Person) -> None:
    match_id = against_bot(ann)
    text = ann.http.get("/metrics").text
    assert "muster_steps_total" in text
    assert match_id not in text
    elsewhere = ann.http.get("/metrics", headers={"x-forwarded-for": "192.0.2.7"})
    assert elsewhere.status_code == 404
    assert ann.get("/api/health")["status"] == "ok"


def test_too_many_wishes_from_one_address_have_to_wait(make_server: Any) -> None:
    server = make_server(MUSTER_REQUESTS_PER_MINUTE="60", MUSTER_GUESTS_PER_MINUTE="1").start()
    with httpx.Client(base_url=server.url) as client:
        answers = [client.patch("/api/me", json={"name": "x"}) for _ in range(130)]
        late = [a for a in answers if a.status_code == 429]
        assert late
        assert late[0].json()["code"] == "too_fast"
        assert int(late[0].headers["retry-after"]) >= 1
    codes = [httpx.get(f"{server.url}/api/me").status_code for _ in range(40)]
    assert codes.count(200) <= 31
    assert codes[-1] == 429
    server.stop()
