"""Sealed batches: in any order, half-filled, taken back, across a restart, and nobody the wiser; and commitments."""

from itertools import permutations
from typing import Any

import pytest

from muster.engine.feeds import Feed, project
from muster.engine.ids import SPECTATORS, Audience, Seat
from muster.engine.match import MOST_WITHDRAWALS, Match
from muster.engine.refusals import Refusal
from muster.engine.views import PendingView
from tests.kit.practice import RULESET, events
from tests.kit.practice.scene import PracticeScene
from tests.kit.table import Table, head_of, setup_of, start

RED, BLUE, GREEN = Seat("red"), Seat("blue"), Seat("green")
BIDS = {RED: 4, BLUE: 1, GREEN: 3}
DECK = list(range(12))


def trio(*dice: list[int]) -> Table[Any]:
    return start(RULESET, setup_of(RULESET, scenario="trio"), dice=dice)


@pytest.mark.parametrize("order", list(permutations(BIDS)))
def test_a_batch_opens_the_same_whoever_answers_first(order: tuple[Seat, ...]) -> None:
    table = trio(DECK)
    for seat in order:
        assert not table.events(events.BidsOpened)
        table.answer(seat, BIDS[seat])
    opened = table.event(events.BidsOpened)
    assert list(opened.bids.items()) == list(BIDS.items())
    assert opened.order == (RED, GREEN, BLUE)


def watchers(match: Match[Any]) -> dict[str, Feed]:
    feeds = {str(a): Feed(Audience(a)) for a in (*match.seats, SPECTATORS)}
    for feed in feeds.values():
        feed.sync(match)
    return feeds


def test_nobody_else_notices_an_answer_its_change_or_its_withdrawal() -> None:
    table = trio([2, 0, 1], DECK)
    feeds = watchers(table.match)
    for act in (
        lambda: table.answer("red", 4),
        lambda: table.match.withdraw(RED),
        lambda: table.answer("red", 5),
        lambda: table.match.undo(RED),
        lambda: table.answer("red", 2),
        lambda: table.answer("blue", 2),
    ):
        act()
        seen = {name: feed.sync(table.match) for name, feed in feeds.items()}
        assert seen[SPECTATORS] is None
        assert seen["green"] is None
        assert (seen["red"] is None) is (seen["blue"] is not None)
    assert feeds["red"].view is not None
    assert list(feeds["red"].view.pending) == ["red", "blue", "green"]
    table.answer("green", 0)
    assert all(feed.sync(table.match) is not None for feed in feeds.values())


def test_the_own_answer_stays_before_the_eyes_of_the_one_who_gave_it_until_the_batch_opens() -> None:
    table = trio()
    worlds = []
    for bid in (4, 1):
        table.answer("red", bid)
        resumed, _ = Match.resume(RULESET, table.match.head, table.match.rows, table.match.snapshots)
        own = table.view("red").pending["red"]
        assert own == PendingView(
            "red", "Your answer is in. Waiting for Blue and Green.", "bidding", {"value": bid}
        )
        assert project(resumed, Audience("red")).pending["red"] == own
        worlds.append([table.view(a) for a in ("blue", "green", SPECTATORS)])
        table.match.withdraw(RED)
        assert table.view("red").pending["red"].given is None
    assert worlds[0] == worlds[1] == [table.view(a) for a in ("blue", "green", SPECTATORS)]


def test_an_onlooker_reads_that_all_decide_together_and_a_seat_whom_it_waits_for() -> None:
    table = trio(DECK)
    together = "Red, Blue and Green are bidding, all in secret."
    assert {p.text for p in table.view(SPECTATORS).pending.values()} == {together}
    assert table.view("blue").pending["red"].text == together
    table.play(("red", 4), ("blue", 1), ("green", 3))
    assert table.view("red").pending["red"].text == "Put your hand in order."
    assert table.view("blue").pending["red"] == PendingView("red", "Waiting for Red.", "deciding")


def test_the_owner_may_replace_its_part_until_the_batch_opens() -> None:
    table = trio(DECK)
    first = table.asked("red").id
    table.answer("red", 1)
    with pytest.raises(Refusal, match="no longer open"):
        table.match.answer(RED, first, {"value": 5})
    table.match.withdraw(RED)
    again = table.asked("red").id
    assert again != first
    with pytest.raises(Refusal, match="no longer open"):
        table.match.answer(RED, first, {"value": 5})
    table.play(("red", 5), ("green", 0), ("blue", 3))
    assert table.event(events.BidsOpened).bids == {RED: 5, BLUE: 3, GREEN: 0}
    with pytest.raises(Refusal, match="no closed answer"):
        table.match.withdraw(BLUE)
    with pytest.raises(Refusal, match="no closed answer"):
        table.match.withdraw(RED)


def test_an_opened_batch_is_taken_back_as_a_whole_so_that_nobody_chooses_anew_in_the_light_of_the_others() -> (
    None
):
    table = trio(DECK)
    table.play(("red", 5), ("green", 0), ("blue", 3))
    match = table.match
    assert match.undo_target(RED) is not None
    match.undo(RED, granted="judge")
    assert {r.seat for r in match.requests} == {RED, GREEN, BLUE}
    again, missing = Match.resume(match.ruleset, match.head, match.rows, match.snapshots, dice=table.dice)
    assert missing.rows == ()
    assert {r.seat for r in again.requests} == {RED, GREEN, BLUE}


def test_a_closed_part_is_taken_back_fifty_times_at_most() -> None:
    table = trio()
    for _ in range(MOST_WITHDRAWALS):
        table.answer("red", 1)
        table.match.withdraw(RED)
    table.answer("red", 1)
    with pytest.raises(Refusal, match="taken back 50 times") as refused:
        table.match.withdraw(RED)
    assert refused.value.numbers == {"taken_back": 50, "allowed": MOST_WITHDRAWALS}


def test_a_half_filled_batch_asks_only_the_missing_parts_after_a_restart() -> None:
    table = trio(DECK)
    table.answer("blue", BIDS[BLUE])
    table.answer("red", 0)
    table.match.withdraw(RED)
    table.answer("red", BIDS[RED])
    asked = {r.seat: r.id for r in table.match.requests}
    assert set(asked) == {GREEN}
    again, missing = Match.resume(
        RULESET, table.match.head, table.match.rows, table.match.snapshots, dice=table.dice
    )
    assert missing.rows == ()
    assert {r.seat: r.id for r in again.requests} == asked
    again.answer(GREEN, asked[GREEN], {"value": BIDS[GREEN]})
    assert next(e for _, e in again.history if isinstance(e, events.BidsOpened)).bids == BIDS
    batches = {r.batch for r in again.rows if r.kind == "answer"}
    assert batches == {1}


def test_a_part_may_be_taken_back_after_a_restart_and_the_batch_keeps_its_number() -> None:
    table = trio(DECK)
    table.answer("blue", 5)
    again, _ = Match.resume(
        RULESET, table.match.head, table.match.rows, table.match.snapshots, dice=table.dice
    )
    again.withdraw(BLUE)
    third, _ = Match.resume(RULESET, again.head, again.rows, again.snapshots, dice=table.dice)
    for seat, bid in BIDS.items():
        request = third.request_for(seat)
        assert request is not None
        third.answer(seat, request.id, {"value": bid})
    assert [(r.kind, r.batch) for r in third.rows if r.kind in ("answer", "withdraw")] == [
        ("answer", 1),
        ("withdraw", 1),
        ("answer", 1),
        ("answer", 1),
        ("answer", 1),
    ]


def test_ids_are_never_used_twice_and_tell_nothing_of_the_others() -> None:
    one, other = trio(), trio()
    one.answer("red", 3)
    other.answer("red", 3)
    other.match.withdraw(RED)
    other.answer("red", 1)
    assert one.asked("blue").id == other.asked("blue").id
    seen = [one.asked("blue").id]
    for _ in range(3):
        one.answer("blue", 2)
        one.match.withdraw(BLUE)
        seen.append(one.asked("blue").id)
    assert len(set(seen)) == 4
    foreign = start(RULESET, setup_of(RULESET, scenario="trio"), dice=[])
    assert foreign.asked("blue").id == seen[0]
    seeded, _ = Match.start(RULESET, head_of(RULESET, setup_of(RULESET, scenario="trio"), seed=2))
    assert seeded.requests[1].id != seen[0]


def test_a_commitment_shows_that_it_was_made_and_hides_what_it_is() -> None:
    worlds = []
    for line in (1, 3):
        scene = PracticeScene()
        scene.stand("red-guard", (0, 0))
        scene.stand("blue-guard", (1, 1))
        table = scene.begin()
        table.answer("red", "feint:red-guard:blue-guard")
        feeds = [Feed(Audience("blue")), Feed(SPECTATORS)]
        table.answer("red", line)
        frames = [f.sync(table.match) for f in feeds]
        worlds.append(b"".join(f.wire() for f in frames if f is not None))
        assert table.asked("blue").text == "Which line is it?"
        resumed, _ = Match.resume(
            table.match.ruleset, table.match.head, table.match.rows, table.match.snapshots
        )
        guess = resumed.request_for(BLUE)
        assert guess is not None
        resumed.answer(BLUE, guess.id, {"value": 1})
        opened = [e for _, e in resumed.history if isinstance(e, events.FeintOpened)]
        assert [(o.line, o.guess) for o in opened] == [(line, 1)]
    assert worlds[0] == worlds[1]
    assert b"feints at" in worlds[0]
