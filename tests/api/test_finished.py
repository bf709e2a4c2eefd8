"""A match that is over is shown from what was stored at its end: its rules may be gone, or fall over (decision 5)."""

import asyncio
from collections.abc import Callable, Coroutine
from pathlib import Path
from random import Random
from typing import Any, TypeAlias

import pytest

from muster.engine.driver import Activation
from muster.engine.game import Game
from muster.engine.ids import Audience
from muster.engine.ruleset import Result, ScenarioInfo, SeatInfo
from muster.engine.views import View
from muster.matches import service
from muster.matches.summary import summary
from muster.rulesets.catalog import Catalog
from tests.api.conftest import PRACTICE
from tests.api.games import duel
from tests.api.inside import Inside, inside
from tests.kit.house import Server
from tests.kit.people import Person, Refused, play_out
from tests.kit.practice import RULESET
from tests.kit.practice.ruleset import Practice
from tests.kit.practice.state import State

Json: TypeAlias = Any
SHOWN = ("view", "log", "requests", "undo", "hash", "table", "status", "role")


def run(test: Coroutine[Any, Any, None]) -> None:
    asyncio.run(asyncio.wait_for(test, 60))


class Ruined(Practice):
    """Rules that fall over whatever they are asked."""

    def __init__(self) -> None:
        super().__init__()
        self.version = "2"

    def _fall(self) -> None:
        raise ZeroDivisionError("these rules are asked")

    def activation(self, game: Game[State]) -> Activation | None:
        self._fall()
        return None

    def new_state(self, setup: Json) -> State:
        self._fall()
        return super().new_state(setup)

    def load(self, setup: Json, data: bytes) -> State:
        self._fall()
        return super().load(setup, data)

    def result(self, state: State) -> Result | None:
        self._fall()
        return None

    def seats(self, setup: Json) -> list[SeatInfo]:
        self._fall()
        return []

    def table(self, setup: Json) -> Json:
        self._fall()

    def view(self, state: State, audience: Audience) -> View:
        self._fall()
        return super().view(state, audience)

    def scenarios(self) -> list[ScenarioInfo]:
        self._fall()
        return []


async def everybody(house: Inside, match_id: str, *persons: str | None) -> list[Json]:
    """What each of these is shown, on a new socket."""
    shown: list[Json] = []
    for person in persons:
        browser = await house.browser(match_id, person)
        welcome = await browser.greet()
        shown.append({name: welcome[name] for name in SHOWN})
        browser.leave()
    return shown


def without_rules(house: Inside) -> None:
    house.catalog = Catalog([])


def with_ruined_rules(house: Inside) -> None:
    house.catalog = Catalog([Ruined()])


@pytest.mark.parametrize("ruin", [without_rules, with_ruined_rules])
def test_a_finished_match_is_shown_whole_to_everybody_whatever_became_of_its_rules(
    tmp_path: Path, ruin: Callable[[Inside], None]
) -> None:
    async def test() -> None:
        async with inside(tmp_path, RULESET) as house:
            ann, ben = house.person(), house.person()
            match_id = house.match(ann, ben)
            red, blue = await house.browser(match_id, ann), await house.browser(match_id, ben)
            bid = (await red.greet())["requests"][0]
            await blue.greet()
            red.say("answer", id="r1", request=bid["id"], body={"value": 4})
            assert (await red.settled("r1"))["t"] == "ack"
            blue.say("resign", id="b1")
            assert (await blue.settled("b1"))["t"] == "ack"
            before = await everybody(house, match_id, ann, ben, None)
            listed = await house.hub.loaded()[0].listed()
            assert listed is not None
            assert [s["view"]["result"]["winner"] for s in before] == ["red"] * 3
            assert before[0]["log"][-1]["text"] == "Blue resigned."

            await house.end()
            ruin(house)
            house.begin()
            assert await everybody(house, match_id, ann, ben, None) == before
            again = await house.hub.loaded()[0].listed()
            assert again is not None
            assert (again.view, again.version, again.table_id) == (
                listed.view,
                listed.version,
                listed.table_id,
            )
            with house.database.read() as session:
                told = summary(session=session, match_id=match_id, person_id=ann, secret=b"s" * 32)
                loaded = service.load(session=session, match_id=match_id)
            assert (told.ruleset_title, told.scenario_title, told.status) == ("Practice", "Duel", "finished")
            assert [(s.seat, s.label, s.mine) for s in told.seats] == [
                ("red", "Red", True),
                ("blue", "Blue", False),
            ]
            assert told.result["reason"] == "resigned"
            assert sorted(loaded.finals) == ["blue", "red", "spectators"]

            # Whoever did not hear that the last word was accepted may say it again; nothing else counts any more.
            blue = await house.browser(match_id, ben)
            await blue.greet()
            blue.say("resign", id="b1")
            assert (await blue.settled("b1"))["t"] == "ack"
            for kind, body in (
                ("undo", {}),
                ("resign", {}),
                ("prefer", {"window": "parry", "mode": "always"}),
            ):
                blue.say(kind, id=f"late-{kind}", **body)
                assert (await blue.settled(f"late-{kind}"))["code"] == "over"
            blue.say("measure", id=7, **{"from": [0, 0], "to": [1, 1]})
            assert (await blue.hear(lambda m: m.get("id") == 7))["code"] == "over"

    run(test())


def test_a_finished_match_refuses_the_same_before_and_after_it_was_put_away(tmp_path: Path) -> None:
    async def test() -> None:
        async with inside(tmp_path, RULESET) as house:
            ann = house.person()
            match_id = house.match(ann, house.person())
            told: list[list[Json]] = []
            for name in ("at once", "later"):
                red = await house.browser(match_id, ann)
                await red.greet()
                red.say("resign", id="r1")
                assert (await red.settled("r1"))["t"] == "ack"
                red.say("undo", id=f"undo {name}".replace(" ", "-"))
                red.say("measure", id=1, **{"from": [0, 0], "to": [1, 1]})
                await red.hear(lambda m: m["t"] == "refused" and m["id"] == 1)
                told.append([m["code"] for m in red.heard if m["t"] == "refused"])
                await house.end()
                house.begin()
            assert told == [["over", "over"]] * 2

    run(test())


def test_a_live_match_without_its_rules_says_so_and_goes_on_when_they_are_back(tmp_path: Path) -> None:
    async def test() -> None:
        async with inside(tmp_path, RULESET) as house:
            match_id, ann, red, first = await house.begun()
            await house.end()
            without_rules(house)
            house.begin()
            red = await house.browser(match_id, ann)
            red.say("hello")
            refused = await red.kind("refused")
            assert (refused["id"], refused["code"]) == (None, "no_rules")
            assert "Practice, version 1" in refused["text"]
            red.say("resign", id="r1")
            assert (await red.settled("r1"))["code"] == "no_rules"
            with house.database.read() as session:
                told = summary(session=session, match_id=match_id, person_id=ann, secret=b"s" * 32)
            assert (told.status, told.ruleset_title) == ("running", "Practice")
            await house.end()
            house.catalog = Catalog([RULESET])
            house.begin()
            assert await everybody(house, match_id, ann) == [{name: first[name] for name in SHOWN}]

    run(test())


def test_an_end_that_could_not_be_shown_is_stored_and_shown_when_the_views_are_mended(tmp_path: Path) -> None:
    class Blind(Practice):
        blind = False

        def view(self, state: State, audience: Audience) -> View:
            if self.blind:
                raise ZeroDivisionError("a fault in a view")
            return super().view(state, audience)

    async def test() -> None:
        ruleset = Blind()
        async with inside(tmp_path, ruleset) as house:
            match_id, ann, red, _ = await house.begun()
            ruleset.blind = True
            red.say("resign", id="r1")
            assert (await red.settled("r1"))["t"] == "ack"
            assert (await red.kind("refused"))["code"] == "halted"
            with house.database.read() as session:
                loaded = service.load(session=session, match_id=match_id)
            assert (loaded.head.status, loaded.finals) == ("finished", {})
            await house.end()
            ruleset.blind = False
            house.begin()
            shown = await everybody(house, match_id, ann)
            assert shown[0]["view"]["result"]["reason"] == "resigned"
            await house.end()
            without_rules(house)
            house.begin()
            assert await everybody(house, match_id, ann) == shown

    run(test())


def test_over_http_a_finished_match_and_its_record_need_no_rules_and_a_live_one_says_what_is_missing(
    make_server: Callable[..., Server],
) -> None:
    house = make_server(**PRACTICE).start()
    ann, ben = Person(house), Person(house)
    over, live = duel(ann, ben), duel(ann, ben)
    red, blue = ann.socket(over), ben.socket(over)
    play_out([red, blue], Random(2), answers=8)
    red.settled(red.deed("resign"))
    red.close()
    blue.close()
    seen = (
        f"/api/matches/{over}",
        f"/api/matches/{over}/table",
        f"/api/matches/{over}/record",
    )
    before = [ann.get(address) for address in seen]
    mine = [m["match"] for m in ann.get("/api/me/matches")]
    with ann.socket(over) as red:
        welcome = red.kind("welcome")
    shown = {name: welcome[name] for name in SHOWN}

    bare = Server(house.data, {**PRACTICE, "MUSTER_EXTRA_RULESETS": "", "MUSTER_EXHIBITION": "true"})
    bare.port = house.port
    house.stop()
    bare.start()
    try:
        assert [ann.get(address) for address in seen] == before
        assert [m["match"] for m in ann.get("/api/me/matches")] == mine
        with ann.socket(over) as red:
            welcome = red.kind("welcome")
        assert {name: welcome[name] for name in SHOWN} == shown
        with pytest.raises(Refused) as refused:
            ann.get(f"/api/matches/{live}/table")
        assert refused.value.code == "no_rules"
        with ann.socket(live) as red:
            assert red.kind("refused")["code"] == "no_rules"
        # The home page shows all that can be shown.
        assert live not in [t["id"] for t in ann.get("/api/tables")["live"]]
    finally:
        bare.stop()
        ann.close()
        ben.close()
