"""Bots: legal answers to every request, pauses, and the exhibition that plays only while somebody looks."""

import asyncio
from collections.abc import Coroutine
from pathlib import Path
from typing import Any, TypeAlias

import pytest

from muster.bots.random import NoLegalAnswer, RandomBot
from muster.bots.runner import think
from muster.engine.chance import Chance
from muster.engine.ids import Seat
from muster.engine.match import Match
from muster.engine.records import Head
from muster.engine.refusals import Refusal
from muster.engine.requests import Choose, Move, Option, Picks, Place, Reach, Request, ToPlace
from muster.engine.specs import AnySpec
from muster.matches.watchdog import without_legal_answer
from tests.api.inside import inside, until
from tests.kit.practice import RULESET

Json: TypeAlias = Any
CHANCE = Chance(b"k" * 32)
RED = Seat("red")
A_LOOK = 3600.0
"""Seconds that a look keeps the exhibition going: longer than any test, which puts the clock forward instead."""


def run(test: Coroutine[Any, Any, None]) -> None:
    asyncio.run(asyncio.wait_for(test, 60))


def head(seed: int, scenario: str) -> Head:
    options = RULESET.options.model_validate({"scenario": scenario})
    setup = RULESET.new_setup(options, {})
    seats = {str(s.id): bytes([seed]) * 16 for s in RULESET.seats(setup)}
    return Head("practice", "1", "1", setup, bytes([seed]) * 32, seats)


@pytest.mark.parametrize("scenario", ["duel", "trio"])
def test_random_bots_play_whole_matches_and_no_request_is_without_an_answer(scenario: str) -> None:
    bot, kinds = RandomBot(), set[str]()
    for seed in range(12):
        match, _ = Match.start(RULESET, head(seed, scenario))
        while match.result is None:
            for request in match.requests:
                assert without_legal_answer(request) == ""
                kinds.add(request.spec.kind)
                purpose = f"{request.seat}:{len(match.rows)}"
                body = bot.answer(request, match.state.known_to(request.seat), match.chance, purpose)
                match.answer(request.seat, request.id, body)
    assert kinds >= {"number", "arrange", "place", "aim", "choose", "allocate"}


def test_a_bot_chooses_by_the_chance_of_the_match_alone() -> None:
    match, _ = Match.start(RULESET, head(3, "duel"))
    answers = [RandomBot().answer(match.requests[0], None, match.chance, "same") for _ in range(5)]
    assert answers == [answers[0]] * 5


def request_of(spec: AnySpec, pass_label: str | None = None) -> Request:
    return Request("q1", RED, "r.1", "r.1", "What?", spec, pass_label=pass_label)


def refuse(_answer: object) -> None:
    raise Refusal("illegal_move", "Not so.")


def allow(_answer: object) -> None:
    """Anything goes."""


def test_a_bot_avoids_options_that_cannot_be_carried_out() -> None:
    stuck = Move("a", (0, 0), 2, (Reach((1, 0), 1, None, stop=False),), allow)
    blocked = Move("a", (0, 0), 2, (Reach((1, 0), 1, None),), refuse)
    free = Move("a", (0, 0), 2, (Reach((0, 1), 1, None),), allow)
    options = (
        Option("stuck", "Stuck", needs_=stuck),
        Option("blocked", "Blocked", needs_=blocked),
        Option("go", "Go", needs_=free),
    )
    spec = Choose(options)
    for n in range(20):
        body = RandomBot().answer(request_of(spec), None, CHANCE, f"{n}")
        assert body == {"picks": [{"key": "go", "with": {"path": [[0, 1]]}}]}


def test_a_bot_picks_only_options_that_go_together() -> None:
    def at_most_one_of_a_and_b(picks: Picks) -> None:
        if {"a", "b"} <= {p.key for p in picks.picks}:
            raise Refusal("not_both", "Not both.")

    def never(_picks: Picks) -> None:
        raise Refusal("never", "Nothing goes.")

    three = (Option("a", "A"), Option("b", "B"), Option("c", "C"))
    spec = Choose(three, 1, 3, check=at_most_one_of_a_and_b)
    bodies = [RandomBot().answer(request_of(spec), None, CHANCE, f"{n}") for n in range(40)]
    picked = {frozenset(p["key"] for p in body["picks"]) for body in bodies}
    assert picked == {frozenset(keys) for keys in ("a", "b", "c", "ac", "bc")}
    assert RandomBot().answer(request_of(Choose(three, 1, 3, check=never), "Pass"), None, CHANCE, "1") == {
        "pass": True
    }


def test_a_bot_places_large_pieces_without_overlap() -> None:
    squares = tuple((x, y) for x in range(3) for y in range(3))
    spec = Place(
        (ToPlace("wagon", 2, "Wagon"), ToPlace("dog", 1, "Dog"), ToPlace("cat", 1, "Cat")), squares, allow
    )
    for n in range(50):
        at = RandomBot().answer(request_of(spec), None, CHANCE, f"{n}")["at"]
        x, y = at["wagon"]
        under = [[x + i, y + j] for i in (0, 1) for j in (0, 1)]
        taken = [*under, at["dog"], at["cat"]]
        assert all(tuple(s) in squares for s in taken)
        assert len({tuple(s) for s in taken}) == 6


def test_a_request_without_a_legal_answer_is_passed_or_reported() -> None:
    nothing = Choose((), 1, 1)
    assert RandomBot().answer(request_of(nothing, "Pass"), None, CHANCE, "a") == {"pass": True}
    with pytest.raises(NoLegalAnswer):
        RandomBot().answer(request_of(nothing), None, CHANCE, "a")
    assert without_legal_answer(request_of(nothing)) == "1 to be picked of 0 options"
    assert without_legal_answer(request_of(nothing, "Pass")) == ""
    assert without_legal_answer(request_of(Move("a", (0, 0), 1, (), allow))) == "no square in reach"


def test_a_bot_that_stumbles_or_answers_nonsense_is_helped_out() -> None:
    class Nonsense:
        def answer(self, request: Request, known: Any, chance: Chance, purpose: str) -> Json:
            return {"picks": [{"key": "moon"}]}

    class Falls:
        def answer(self, request: Request, known: Any, chance: Chance, purpose: str) -> Json:
            raise ZeroDivisionError

    request = request_of(Choose((Option("go", "Go"),)))
    for bot in (Nonsense(), Falls()):
        assert think(bot, request, None, CHANCE, "a") == {"picks": [{"key": "go"}]}


def test_bots_that_play_only_each_other_go_on_when_somebody_comes_to_watch(tmp_path: Path) -> None:
    async def test() -> None:
        async with inside(tmp_path, RULESET) as house:
            runner = (await house.hub.open(house.match(None, None))).runner
            assert runner.match is not None
            rows = runner.match.rows
            before = len(rows)
            eve = await house.browser(runner.id, None)
            assert len(rows) == before
            await eve.greet()
            await eve.kind("step")
            await until(lambda: len(rows) > before + 2)

    run(test())


# ------------------------------------------------------------------ the exhibition
def test_one_person_has_no_more_than_two_matches_in_which_bots_alone_play(tmp_path: Path) -> None:
    async def test() -> None:
        async with inside(tmp_path, RULESET) as house:
            eve, ann = house.person(), house.person()
            for _ in range(2):
                house.match(None, None, maker=eve)
            with pytest.raises(Refusal, match="Bots are playing 2 matches for you already"):
                house.match(None, None, maker=eve)
            house.match(eve, None)
            house.match(None, None, maker=ann)

    run(test())


def test_the_exhibition_plays_only_while_somebody_looks(tmp_path: Path) -> None:
    async def test() -> None:
        async with inside(tmp_path, RULESET, home_look_seconds=A_LOOK) as house:
            lounge = house.lounge()
            first = (await lounge.look()).live
            assert [t.exhibition for t in first] == [True]
            runner = house.hub.loaded()[0]
            assert runner.match is not None
            rows = runner.match.rows
            await until(lambda: len(rows) > 2)
            house.clock.skip(A_LOOK)
            played = -1
            while played < len(rows):  # what was under way comes to its end, and nothing follows
                played = len(rows)
                await asyncio.sleep(0.1)
            assert runner.stored.status == "running"
            assert (await lounge.look()).live[0].id == first[0].id
            await until(lambda: len(rows) > played)

    run(test())


def test_the_next_exhibition_begins_when_one_is_over(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    async def test() -> None:
        async with inside(tmp_path, RULESET, home_look_seconds=A_LOOK) as house:
            lounge = house.lounge()
            first = (await lounge.look()).live[0].id
            runner = house.hub.loaded()[0]
            await until(lambda: runner.stored.status == "finished", patience=50)
            monkeypatch.setattr("muster.lobby.lounge.KEPT_SECONDS", 0.0)
            shown = (await lounge.look()).live
            assert [(t.id, t.status) for t in shown] == [(first, "finished")]
            monkeypatch.setattr("muster.lobby.lounge.REST_SECONDS", -1)
            assert (await lounge.look()).live[0].id != first

    run(test())
