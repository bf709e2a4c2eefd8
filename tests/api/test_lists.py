"""Which matches are shown to whom, which no longer, and a match that is called off before it begins."""

import asyncio
import time
from collections.abc import Coroutine
from datetime import timedelta
from pathlib import Path
from typing import Any, TypeAlias

import pytest

from muster.lobby import lounge
from muster.matches import repository
from tests.api.games import against_bot, duel, entropy, hot_seat, new_match
from tests.api.inside import Inside, inside
from tests.kit.people import PATIENCE, Person, Refused, Socket
from tests.kit.practice import RULESET

Json: TypeAlias = Any
INVITED = {"red": {"kind": "me"}, "blue": {"kind": "invite"}}


def run(test: Coroutine[Any, Any, None]) -> None:
    asyncio.run(asyncio.wait_for(test, 100))


def token_of(match: Json) -> str:
    return str(match["seats"][1]["invite"]).rsplit("/", 1)[1]


def live(person: Person, newest: str) -> list[str]:
    """What the home page lists, as soon as the newest match is among it (a list is kept for a moment)."""
    end = time.monotonic() + PATIENCE
    while newest not in (listed := [t["id"] for t in person.get("/api/tables")["live"]]):
        assert time.monotonic() < end, listed
    return listed


# ------------------------------------------------------------------ listed or not
def test_a_match_that_is_not_listed_is_shown_to_its_players_and_to_who_has_its_address(
    ann: Person, ben: Person, eve: Person
) -> None:
    hidden, alone = duel(ann, ben, listed=False), against_bot(ann, listed=False)
    shown = duel(ann, ben)
    listed = live(eve, shown)
    assert hidden not in listed
    assert alone not in listed
    assert {hidden, shown, alone} <= {m["match"]["id"] for m in ann.get("/api/me/matches")}
    assert [ann.get(f"/api/matches/{m}")["listed"] for m in (hidden, shown, alone)] == [False, True, False]
    with Socket(eve.server, hidden, eve.cookie) as watching:
        watching.hello()
        assert watching.kind("welcome")["role"] == "spectators"


def test_listed_matches_that_are_over_are_shown_to_everybody_for_a_while(
    ann: Person, ben: Person, eve: Person
) -> None:
    shown, hidden, running = duel(ann, ben), duel(ann, ben, listed=False), duel(ann, ben)
    for match_id in (hidden, shown):
        with ann.socket(match_id) as seat:
            seat.kind("welcome")
            seat.settled(seat.deed("resign"))
    end = time.monotonic() + PATIENCE
    while shown not in (lately := [m["id"] for m in eve.get("/api/tables")["lately"]]):
        assert time.monotonic() < end, lately
        time.sleep(0.05)  # reads have a limit too
    assert lately[0] == shown
    assert {hidden, running}.isdisjoint(lately)


# ------------------------------------------------------------------ what is played
def quiet_since(house: Inside, match_id: str, hours: float) -> None:
    with house.database.write() as session:
        stored = repository.get_match(session, match_id)
        assert stored is not None
        stored.updated -= timedelta(hours=hours)
        session.add(stored)
        session.commit()


async def listed(house: Inside) -> list[str]:
    return [t.id for t in (await house.lounge().look()).live]


def test_an_abandoned_match_is_not_shown_until_somebody_sits_there_again(tmp_path: Path) -> None:
    async def test() -> None:
        async with inside(tmp_path, RULESET, exhibition=False) as house:
            ann, ben = house.person(), house.person()
            old, resting = house.match(ann, ben), house.match(ben, ann)
            for match_id, hours in ((old, 1.1), (resting, 0.9)):
                await house.hub.open(match_id)
                quiet_since(house, match_id, hours)
            assert await listed(house) == [resting]
            onlooker = await house.browser(old, None)
            await onlooker.greet()
            assert await listed(house) == [resting]
            red = await house.browser(old, ann)
            await red.greet()
            assert await listed(house) == [old, resting]
            red.leave()
            assert await listed(house) == [resting]

    run(test())


def test_many_new_matches_of_one_maker_do_not_push_those_of_others_off(tmp_path: Path) -> None:
    async def test() -> None:
        async with inside(tmp_path, RULESET, exhibition=False) as house:
            ann, ben, mal = house.person(), house.person(), house.person()
            played, resting = house.match(ann, ben), house.match(ben, ann)
            for match_id in (played, resting):
                await house.hub.open(match_id)
            await (await house.browser(played, ann)).greet()
            flood = [house.match(mal, mal) for _ in range(lounge.MOST_TABLES + 1)]
            for match_id in flood:
                await house.hub.open(match_id)
            shown = await listed(house)
            assert shown[0] == played
            assert resting in shown
            assert len(shown) == 2 + lounge.MOST_OF_ONE
            assert set(shown[1:4]) < set(flood)

    run(test())


# ------------------------------------------------------------------ calling off
def test_the_maker_calls_off_a_match_that_has_not_begun_and_the_link_says_so(
    ann: Person, ben: Person
) -> None:
    made = new_match(ann, INVITED)
    assert made["made_by_me"] is True
    token = token_of(made)
    assert ben.get(f"/api/matches/{made['id']}")["made_by_me"] is False
    with ann.socket(made["id"]) as red:
        red.kind("presence")
        for _ in range(2):  # doing it again changes nothing
            gone = ann.post(f"/api/matches/{made['id']}/cancel", {})
            assert (gone["status"], gone["seats"][1]["invite"]) == ("cancelled", None)
        assert red.kind("refused")["code"] == "cancelled"
    seen = ben.get(f"/api/invites/{token}")
    assert seen["match"]["status"] == "cancelled"
    for call in (f"/api/invites/{token}", f"/api/matches/{made['id']}/join"):
        with pytest.raises(Refused) as refused:
            (ben if "invites" in call else ann).post(call, {"entropy": entropy()})
        assert refused.value.code == "cancelled"
    assert made["id"] not in [m["match"]["id"] for m in ann.get("/api/me/matches")]
    with Socket(ben.server, made["id"], ben.cookie) as late:
        late.hello()
        assert late.kind("refused")["code"] == "cancelled"


def test_nobody_else_calls_a_match_off_and_nobody_one_that_has_begun(ann: Person, eve: Person) -> None:
    waiting, begun = new_match(ann, INVITED)["id"], hot_seat(ann)
    for person, match_id, code in (
        (eve, waiting, "not_maker"),
        (ann, begun, "begun"),
        (ann, "nowhere", "no_such_match"),
    ):
        with pytest.raises(Refused) as refused:
            person.post(f"/api/matches/{match_id}/cancel", {})
        assert refused.value.code == code
    assert ann.get(f"/api/matches/{waiting}")["status"] == "open"
