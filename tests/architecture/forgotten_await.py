"""Rules in which an `await` was forgotten. Never run: test_typing.py proves that each is a type error.

The comment at a line names the error that mypy must give there; there must be no other.
"""

from dataclasses import dataclass

from muster.engine.events import Event
from muster.engine.game import Ask, Game
from muster.engine.ids import Seat
from muster.engine.requests import Confirm


RED = Seat("red")


@dataclass
class State:
    def known_to(self, seat: Seat) -> "State":
        return self


async def forgets_to_wait(game: Game[State], question: Confirm, event: Event[State]) -> None:
    game.ask(RED, question, rule="1.1", text="Ready?")  # error: unused-coroutine
    game.ask_or_pass(RED, question, rule="1.1", text="Ready?", pass_label="No")  # error: unused-coroutine
    game.ask_sealed([Ask(RED, question, "1.1", "Ready?")])  # error: unused-coroutine
    game.commit(RED, question, rule="1.1", text="Ready?", committed=lambda _: event)  # error: unused-coroutine
    game.roll(2, 6, why="to hit")  # error: unused-coroutine
    game.shuffle(52, why="the deck")  # error: unused-coroutine


async def uses_what_has_not_come(game: Game[State], question: Confirm) -> int:
    if game.ask(RED, question, rule="1.1", text="Ready?"):  # error: truthy-bool
        return 1
    game.roll(2, 6, why="to hit").at_least(4)  # error: attr-defined
    return 0


async def waits(game: Game[State], question: Confirm) -> int:
    if await game.ask(RED, question, rule="1.1", text="Ready?"):
        return 1
    return (await game.roll(2, 6, why="to hit")).at_least(4)
