"""Interrupt windows and standing answers."""

from collections.abc import Callable

import pytest

from muster.engine.driver import Driver
from muster.engine.game import Game
from muster.engine.ids import Seat
from muster.engine.match import Match
from muster.engine.refusals import Refusal
from muster.engine.requests import Confirm
from muster.engine.windows import window
from tests.kit.practice import events
from tests.kit.practice.scene import PracticeScene
from tests.kit.practice.state import State
from tests.kit.table import PASS, Table

RED, BLUE = Seat("red"), Seat("blue")


def asked_in(
    holders: Callable[[], list[str]],
    *,
    modes: dict[str, str] | None = None,
    matters: Callable[[str], bool] = lambda _: True,
    answered: Callable[[str], None] = lambda _: None,
) -> list[str]:
    """Whom a window asks, each holder being a seat of its own."""
    game: Game[None] = Game(None, listener=lambda _: None)
    game.preferences = {(Seat(s), "parry"): m for s, m in (modes or {}).items()}

    async def offer(holder: str) -> None:
        await game.ask(Seat(holder), Confirm("?"), rule="1", text=holder)
        answered(holder)

    driver = Driver(window(game, "parry", holders, seat_of=Seat, matters=matters, offer=offer))
    found: list[str] = []
    pending = driver.go_on(None)
    while pending is not None:
        found.append(pending.requests[0].text)
        pending = driver.go_on(True)
    return found


def test_holders_are_asked_in_their_order_each_once() -> None:
    assert asked_in(lambda: ["b", "a", "b", "c"]) == ["b", "a", "c"]
    assert asked_in(list[str]) == []


def test_who_is_out_of_action_by_then_is_not_asked_and_who_joins_is() -> None:
    holders = ["a", "b"]

    def change(holder: str) -> None:
        if holder == "a":
            holders[:] = ["a", "c"]

    assert asked_in(lambda: list(holders), answered=change) == ["a", "c"]


@pytest.mark.parametrize(
    ("mode", "matters", "asked"),
    [
        (None, True, True),
        (None, False, False),
        ("relevant", False, False),
        ("always", False, True),
        ("always", True, True),
        ("not_this_turn", True, False),
    ],
)
def test_the_standing_answer_decides(mode: str | None, matters: bool, asked: bool) -> None:
    modes = {} if mode is None else {"a": mode}
    assert asked_in(lambda: ["a"], modes=modes, matters=lambda _: matters) == (["a"] if asked else [])


def yard(*dice: int) -> Table[State]:
    """Red may strike blue twice in each of two turns, and blue may parry."""
    scene = PracticeScene()
    scene.stand("red-guard", (0, 0))
    scene.stand("red-lurker", (1, 0), hidden=False)
    scene.stand("blue-wagon", (0, 1))
    scene.drill("blue", guard=2)
    return scene.begin(dice=dice)


STRIKES = ("strike:red-guard:blue-wagon", "strike:red-lurker:blue-wagon")


def test_a_standing_no_holds_for_this_turn_and_not_for_the_next() -> None:
    table = yard(1, 1, 1)
    table.match.prefer(BLUE, "parry", "not_this_turn")
    table.play(("red", STRIKES[0]), ("red", STRIKES[1]), ("blue", PASS))
    assert len(table.events(events.Struck)) == 2
    table.answer("red", STRIKES[0])
    assert table.asked("blue").window == "parry"
    table.answer("blue", PASS)


def test_an_older_standing_answer_is_back_when_the_turn_is_over_in_play_and_after_a_restart() -> None:
    table = yard(1, 1)
    table.match.prefer(BLUE, "parry", "always")
    table.match.prefer(BLUE, "parry", "not_this_turn")
    table.play(("red", STRIKES[0]), ("red", STRIKES[1]))
    assert table.match.play.game.preferences == {(BLUE, "parry"): "always"}
    for snapshots in (table.match.snapshots, []):
        again, _ = Match.resume(table.match.ruleset, table.match.head, table.match.rows, snapshots)
        assert again.play.game.preferences == {(BLUE, "parry"): "always"}


def test_the_order_of_standing_answers_and_questions_is_replayed() -> None:
    table = yard(1, 1)
    table.answer("red", STRIKES[0])
    table.match.prefer(BLUE, "parry", "not_this_turn")
    table.answer("blue", True)
    table.answer("red", STRIKES[1])
    again, missing = Match.resume(table.match.ruleset, table.match.head, table.match.rows, [])
    assert missing.rows == ()
    assert again.ruleset.dump(again.state) == table.match.ruleset.dump(table.match.state)


@pytest.mark.parametrize(
    ("name", "mode"),
    [("parry", "never"), ("", "always"), ("Parry!", "always"), ("x" * 41, "always"), ("\ud800", "always")],
)
def test_a_standing_answer_is_refused_where_it_says_nothing(name: str, mode: str) -> None:
    table = yard()
    before = len(table.match.rows)
    with pytest.raises(Refusal):
        table.match.prefer(BLUE, name, mode)
    assert len(table.match.rows) == before


def test_a_match_that_is_over_takes_no_standing_answer() -> None:
    table = yard()
    table.match.resign(RED)
    with pytest.raises(Refusal, match="over"):
        table.match.prefer(BLUE, "parry", "always")
