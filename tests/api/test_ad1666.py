"""Anno Domini 1666 over the wire: the record holds, and cards that one may not see leave no trace in what one gets."""

import asyncio
from pathlib import Path
from random import Random
from typing import Any, TypeAlias

import pytest
from sqlalchemy import update

from muster.commands.record_file import RecordFile
from muster.commands.verify import verify
from muster.engine.chance import Chance
from muster.matches import repository
from muster.rulesets.ad1666 import RULESET
from muster.rulesets.ad1666.deck import DECK
from tests.api.games import entropy
from tests.api.inside import Browser, inside
from tests.kit.people import Person
from tests.kit.wire import answer_to

Json: TypeAlias = Any
ANSWERS = 60
HANDS = {"test.10", "test.2", "test.11", "turn.6", "turn.8", "combat.9", "talking.3"}
"""The questions that a hand is looked at for."""


def test_a_match_is_played_over_the_wire_and_its_record_holds(ann: Person) -> None:
    body = {
        "ruleset": "ad1666",
        "options": {"scenario": "stolen-letter"},
        "level": "random",
        "entropy": entropy(),
    }
    made = ann.post("/api/play-bot", body)
    with ann.socket(made["id"]) as seat:
        assert seat.play_on(Random(1), answers=40) == 40 or seat.view["result"] is not None
        if seat.view["result"] is None:
            refused = ann.http.get(f"/api/matches/{made['id']}/record")
            assert refused.status_code == 403
            assert not any(f'"{card}"' in refused.text for card in DECK)
            seat.settled(seat.deed("resign"))
    record = ann.get(f"/api/matches/{made['id']}/record")
    report = verify(RecordFile.model_validate(record), RULESET)
    assert (report.failed, report.verdict) == ([], "The record holds.")


class Swap:
    """The first deck that is shuffled, Red's: its first card, which goes to the hand, and its last one."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        self.cards = set[str]()
        self.wanted = False
        self.over = False
        shuffle = Chance.shuffle

        def swapped(chance: Chance, draw: int, size: int) -> tuple[int, ...]:
            order = list(shuffle(chance, draw, size))
            if size == len(DECK) and not self.over:
                self.over = True
                self.cards = {DECK[order[0]], DECK[order[-1]]}
                if self.wanted:
                    order[0], order[-1] = order[-1], order[0]
            return tuple(order)

        monkeypatch.setattr(Chance, "shuffle", swapped)

    def begin(self, *, wanted: bool) -> None:
        """A match begins, with the two exchanged or not."""
        self.wanted, self.over = wanted, False


def by_the_hand(request: Json, hidden: set[str]) -> Json:
    """Red's answer to a question about its hand: the deck's card, none, or one that lies in both worlds."""
    keys = [o["key"] for o in request["spec"]["options"]]
    if "deck" in keys:
        return {"picks": [{"key": "deck"}]}
    if request["pass"] is not None:
        return {"pass": True}
    known = [key for key in sorted(keys) if key not in hidden]
    return {"picks": [{"key": key} for key in known[: request["spec"]["min"]]]}


async def played(folder: Path, swap: Swap) -> dict[str, list[bytes]]:
    """The frames of everybody out of a match of always the same chance."""
    async with inside(folder, RULESET) as house:
        ann, ben = house.person(), house.person()
        match_id = house.match(ann, ben)
        with house.database.writing() as connection:
            connection.execute(update(repository.MATCHES).values(secret=bytes(32)))
            connection.execute(update(repository.SEATS).values(contribution=bytes(16)))
            connection.exec_driver_sql("UPDATE persons SET name = 'somebody'")
        seats = {"red": await house.browser(match_id, ann), "blue": await house.browser(match_id, ben)}
        watcher = await house.browser(match_id, None)
        await watcher.greet()
        for browser in seats.values():
            await browser.greet()
        luck, done = Random(5), set[str]()
        while len(done) < ANSWERS:
            asked = [
                (name, r) for name, browser in seats.items() for r in latest(browser) if r["id"] not in done
            ]
            if not asked:
                await asyncio.sleep(0.002)
                continue
            name, request = asked[0]
            done.add(request["id"])
            of_hand = name == "red" and request["rule"].removeprefix("ad1666.") in HANDS
            body = by_the_hand(request, swap.cards) if of_hand else answer_to(request, luck)
            seats[name].say("answer", id=f"m{len(done)}", request=request["id"], body=body)
            said = await seats[name].settled(f"m{len(done)}")
            assert said["t"] == "ack", said
        return {name: frames(b) for name, b in {**seats, "spectators": watcher}.items()}


def latest(browser: Browser) -> list[Json]:
    """What a seat is asked now."""
    return next((m["requests"] for m in reversed(browser.heard) if "requests" in m), [])


def frames(browser: Browser) -> list[bytes]:
    """What was written, without the names that are random in every match."""
    epochs = {m["epoch"].encode() for m in browser.heard if m["t"] == "welcome"}
    kept: list[bytes] = []
    for frame in browser.link.frames:
        for epoch in epochs:
            frame = frame.replace(epoch, b"epoch")
        if b'"t":"presence"' not in frame:
            kept.append(frame)
    return kept


def test_the_other_side_and_spectators_get_the_same_bytes_whatever_red_has_in_its_hand(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    swap = Swap(monkeypatch)

    async def both() -> list[dict[str, list[bytes]]]:
        found: list[dict[str, list[bytes]]] = []
        for wanted in (False, True):
            swap.begin(wanted=wanted)
            found.append(await played(tmp_path / str(wanted), swap))
        return found

    one, other = asyncio.run(asyncio.wait_for(both(), 120))
    assert one["blue"] == other["blue"]
    assert one["spectators"] == other["spectators"]
    assert one["red"] != other["red"]
    assert len(one["spectators"]) > ANSWERS // 2
