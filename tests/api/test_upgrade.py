"""Decision 6: an upgrade under a live match costs it nothing, or the activation that no longer replays, or a notice."""

import asyncio
from collections.abc import Coroutine
from pathlib import Path
from typing import Any, TypeAlias

import pytest

from muster.engine.driver import Activation
from muster.engine.game import Game
from muster.engine.ids import Seat
from muster.engine.requests import Number
from muster.matches import service
from muster.rulesets.catalog import Catalog
from tests.api.inside import inside
from tests.kit.practice import events
from tests.kit.practice.ruleset import Practice
from tests.kit.practice.state import State

Json: TypeAlias = Any
RED, BLUE = Seat("red"), Seat("blue")
AUCTION = Number(0, 9, label="Bid")


class Auction(Practice):
    """Practice that begins with three questions in one activation, in the form of one version or another."""

    def __init__(self, version: str, *, first: Seat = RED, falls_over_at: int | None = None) -> None:
        super().__init__()
        self.version = version
        self.first = first
        self.falls_over_at = falls_over_at

    def activation(self, game: Game[State]) -> Activation | None:
        return self._auction(game) if game.state.stage == "bid" else super().activation(game)

    async def _auction(self, game: Game[State]) -> None:
        bids: list[int] = []
        for seat in (self.first, BLUE, RED):
            bids.append(await game.ask(seat, AUCTION, rule="bid.1", text=f"Bid {len(bids) + 1}."))
            if bids[-1] == self.falls_over_at:
                raise KeyError("what the older version allowed")
        game.apply(events.BidsOpened({RED: bids[0], BLUE: bids[1]}, (RED, BLUE)))
        game.apply(events.StepDone(None))


class KnowsMore(Auction):
    """A version whose state has a field more; what was stored without it means the same."""

    def dump(self, state: State) -> bytes:
        return super().dump(state)[:-1] + b',"weather":"fair"}'

    def load(self, setup: Json, data: bytes) -> State:
        return super().load(setup, data.replace(b',"weather":"fair"}', b"}"))


def run(test: Coroutine[Any, Any, None]) -> None:
    asyncio.run(asyncio.wait_for(test, 60))


OLD = Auction("1")
SAME = Auction("2")
ASKS_OTHERWISE = Auction("2", first=BLUE)
FALLS_OVER = Auction("2", falls_over_at=4)


async def upgraded(tmp_path: Path, new: Practice) -> tuple[Json, Json, Json]:
    """Red has given the first of three answers when the server is upgraded: its welcome before and after, the rows."""
    async with inside(tmp_path, OLD) as house:
        ann, ben = house.person(), house.person()
        match_id = house.match(ann, ben)
        red = await house.browser(match_id, ann)
        question = (await red.greet())["requests"][0]
        red.say("answer", id="r1", request=question["id"], body={"value": 4})
        assert (await red.settled("r1"))["t"] == "ack"
        before = await red.greet()
        await house.end()
        house.catalog = Catalog([new])
        house.begin()
        red = await house.browser(match_id, ann)
        after = await red.greet()
        # Whoever is asked now can answer, and the match is found again as it is now.
        holder = ann if after["view"]["pending"].get("red") else ben
        asked = await house.browser(match_id, holder)
        open_now = (await asked.greet())["requests"][0]
        asked.say("answer", id="next", request=open_now["id"], body={"value": 3})
        assert (await asked.settled("next"))["t"] == "ack"
        last = await red.greet() if holder == ben else await asked.greet()
        await house.end()
        house.begin()
        red = await house.browser(match_id, ann)
        again = await red.greet()
        assert {k: again[k] for k in ("view", "log", "requests")} == {
            k: last[k] for k in ("view", "log", "requests")
        }
        with house.database.read() as session:
            rows = service.load(session=session, match_id=match_id).rows
        return before, after, [(r.kind, r.seat, r.answer, r.to) for r in rows]


@pytest.mark.parametrize("new", [SAME, KnowsMore("2")], ids=["same", "knows-more"])
def test_nobody_notices_an_upgrade_whose_rules_still_lead_where_they_led(
    tmp_path: Path, new: Auction
) -> None:
    async def test() -> None:
        before, after, rows = await upgraded(tmp_path, new)
        kept = ("view", "log", "requests", "hash", "undo")
        assert {k: after[k] for k in kept} == {k: before[k] for k in kept}
        assert [r[:2] for r in rows] == [("begin", "chance"), ("answer", "red"), ("answer", "blue")]

    run(test())


@pytest.mark.parametrize("new", [ASKS_OTHERWISE, FALLS_OVER], ids=["asks-otherwise", "falls-over"])
def test_a_tail_that_the_new_rules_do_not_lead_through_is_put_back_with_a_notice(
    tmp_path: Path, new: Auction
) -> None:
    async def test() -> None:
        before, after, rows = await upgraded(tmp_path, new)
        assert [line["text"] for line in before["log"]] == []
        assert [(line["kind"], line["text"]) for line in after["log"]] == [
            (
                "undo",
                "The rules have been mended since: the match was put back to the beginning of this turn.",
            )
        ]
        assert list(after["view"]["pending"]) == [new.first]
        # What was given up stays on the record, and nothing was guessed in its place.
        assert rows[:3] == [
            ("begin", "chance", None, None),
            ("answer", "red", {"value": 4}, None),
            ("undo", "chance", None, 1),
        ]
        assert rows[3] == ("answer", new.first, {"value": 3}, None)

    run(test())


def test_rules_that_lead_on_from_no_rest_point_stop_the_match_with_a_notice_and_change_nothing(
    tmp_path: Path,
) -> None:
    class Gone(Practice):
        def activation(self, game: Game[State]) -> Activation | None:
            raise KeyError("a stage of which this version knows nothing")

    async def test() -> None:
        async with inside(tmp_path, OLD) as house:
            match_id, ann, red, first = await house.begun()
            await house.end()
            house.catalog = Catalog([Gone()])
            house.begin()
            red = await house.browser(match_id, ann)
            red.say("hello")
            refused = await red.kind("refused")
            assert (refused["id"], refused["code"]) == (None, "halted")
            with house.database.read() as session:
                loaded = service.load(session=session, match_id=match_id)
            assert (len(loaded.rows), loaded.head.status) == (1, "running")
            await house.end()
            house.catalog = Catalog([OLD])
            house.begin()
            red = await house.browser(match_id, ann)
            assert (await red.greet())["requests"] == first["requests"]

    run(test())
