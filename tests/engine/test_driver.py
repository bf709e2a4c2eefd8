"""The driver accepts the game's own questions and nothing else, and leaves nothing behind when it is stopped."""

import asyncio
from collections.abc import Generator
from dataclasses import dataclass, field

import pytest

from muster.engine.driver import Driver
from muster.engine.events import AnyEvent, Event
from muster.engine.game import Ask, Game, Pending
from muster.engine.ids import Seat
from muster.engine.refusals import EngineFault, Refusal
from muster.engine.requests import Confirm, Number

RED, BLUE = Seat("red"), Seat("blue")
READY = Confirm("Ready?")


@dataclass
class State:
    done: list[str] = field(default_factory=list)

    def known_to(self, seat: Seat) -> "State":
        return self


@dataclass(frozen=True)
class Done(Event[State]):
    what: str

    def apply(self, state: State) -> None:
        state.done.append(self.what)


def new_game() -> tuple[Game[State], list[AnyEvent]]:
    told: list[AnyEvent] = []
    return Game(State(), listener=told.append), told


class Foreign:
    """An awaitable of somebody else's."""

    def __await__(self) -> Generator[str, object, object]:
        return (yield "something")


def test_a_question_stops_the_rule_and_its_answer_resumes_it() -> None:
    game, told = new_game()

    async def rule() -> None:
        if await game.ask(RED, READY, rule="1", text="Ready?"):
            game.apply(Done("yes"))

    driver = Driver(rule())
    pending = driver.go_on(None)
    assert pending is not None
    assert [r.seat for r in pending.requests] == [RED]
    assert driver.go_on(True) is None
    assert told == [Done("yes")]
    assert game.state.done == ["yes"]


@pytest.mark.parametrize("foreign", [Foreign, lambda: asyncio.sleep(0)])
def test_awaiting_something_foreign_is_a_fault_that_names_it(foreign: type[Foreign]) -> None:
    game, told = new_game()

    async def rule() -> None:
        await foreign()
        game.apply(Done("went on"))

    with pytest.raises(EngineFault, match="only the game's own questions"):
        Driver(rule()).go_on(None)
    assert told == []


def test_a_fault_in_a_rule_comes_out_as_it_is() -> None:
    async def rule() -> None:
        raise ZeroDivisionError

    with pytest.raises(ZeroDivisionError):
        Driver(rule()).go_on(None)


def test_a_rule_that_refuses_after_the_answer_was_accepted_is_at_fault() -> None:
    """A refusal means that nothing was changed; here something may have been."""
    game, told = new_game()

    async def rule() -> None:
        await game.ask(RED, READY, rule="1", text="Ready?")
        game.apply(Done("half of it"))
        raise Refusal("too_far", "That is too far.", "move.1")

    driver = Driver(rule())
    driver.go_on(None)
    with pytest.raises(EngineFault, match=r"after the answer was accepted: That is too far\. \(move\.1\)"):
        driver.go_on(True)
    assert told == [Done("half of it")]


def test_stopping_runs_what_a_rule_must_do_at_its_end() -> None:
    game, _ = new_game()
    ended: list[str] = []

    async def rule() -> None:
        try:
            await game.ask(RED, READY, rule="1", text="Ready?")
        finally:
            ended.append("ended")

    driver = Driver(rule())
    driver.go_on(None)
    driver.close()
    assert ended == ["ended"]
    driver.close()
    assert ended == ["ended"]


def test_a_rule_that_catches_everything_cannot_swallow_a_foreign_awaitable() -> None:
    async def rule() -> None:
        try:
            await Foreign()
        except Exception as error:
            raise AssertionError("the rule must not be told") from error

    with pytest.raises(EngineFault):
        Driver(rule()).go_on(None)


def test_nested_rules_are_plain_calls() -> None:
    game, told = new_game()

    async def inner(word: str) -> int:
        return await game.ask(RED, Number(0, 9), rule="2", text=word)

    async def outer() -> None:
        game.apply(Done(str(await inner("one") + await inner("two"))))

    driver = Driver(outer())
    asked: list[Pending | None] = [driver.go_on(None), driver.go_on(3), driver.go_on(4)]
    assert [p.requests[0].text if p else None for p in asked] == ["one", "two", None]
    assert told == [Done("7")]


def test_a_sealed_batch_asks_each_seat_once() -> None:
    game, _ = new_game()

    async def rule() -> None:
        await game.ask_sealed([Ask(RED, READY, "1", "a"), Ask(RED, READY, "1", "b")])

    with pytest.raises(EngineFault, match="only once"):
        Driver(rule()).go_on(None)


def test_an_empty_sealed_batch_asks_nobody() -> None:
    game, told = new_game()

    async def rule() -> None:
        game.apply(Done(repr(await game.ask_sealed(list[Ask[bool]]()))))

    assert Driver(rule()).go_on(None) is None
    assert told == [Done("()")]


def test_a_commitment_opens_once_and_before_the_activation_ends() -> None:
    game, told = new_game()

    async def rule() -> None:
        closed = await game.commit(
            RED, Number(1, 3), rule="1", text="Choose.", committed=lambda _: Done("closed")
        )
        assert told == [Done("closed")]
        with pytest.raises(EngineFault, match="still closed"):
            game.check_all_opened()
        assert game.reveal(closed, Done("open")) == 2
        game.check_all_opened()
        with pytest.raises(EngineFault, match="twice"):
            game.reveal(closed, Done("again"))

    driver = Driver(rule())
    driver.go_on(None)
    assert driver.go_on(2) is None
    assert told == [Done("closed"), Done("open")]
