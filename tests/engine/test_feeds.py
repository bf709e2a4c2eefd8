"""Feeds: a version of its own for every audience, frames that add up to the whole, and nothing before its time."""

from typing import Any, TypeAlias

import orjson
import pytest

from muster.engine.feeds import Feed, Frame, something_apart
from muster.engine.ids import SPECTATORS, Audience, Seat
from muster.engine.views import view_patch
from tests.kit.bouts import lively_match
from tests.kit.contract import check_frames
from tests.kit.practice import RULESET
from tests.kit.practice.scene import PracticeScene
from tests.kit.table import PASS, Table, setup_of, start

Json: TypeAlias = Any
RED, BLUE = Seat("red"), Seat("blue")


@pytest.mark.parametrize("seed", range(30, 38))
def test_frames_add_up_to_the_whole_for_everybody_and_so_does_a_reload(seed: int) -> None:
    """T2, with undos, withdrawals and a resignation: an uninterrupted client shows what one shows that reloads."""
    setup = setup_of(RULESET, scenario="trio" if seed % 2 else "duel", rounds=1)
    steps = check_frames(RULESET, setup, seed, lively_match, most=60, resigns=seed % 3 == 0)
    assert steps > 15


def yard(*, lurker: tuple[int, int] | None = None) -> Table[Any]:
    scene = PracticeScene()
    scene.stand("red-guard", (0, 0))
    scene.stand("red-lurker", (0, 4))
    scene.stand("blue-wagon", (6, 1))
    if lurker is not None:
        scene.stand("blue-lurker", lurker)
    return scene.begin()


def feeds_of(table: Table[Any]) -> dict[str, Feed]:
    feeds = {str(a): Feed(Audience(a)) for a in (*table.match.seats, SPECTATORS)}
    for feed in feeds.values():
        feed.sync(table.match)
    return feeds


def frames_of(table: Table[Any], feeds: dict[str, Feed]) -> dict[str, Frame | None]:
    return {name: feed.sync(table.match) for name, feed in feeds.items()}


def test_a_version_grows_only_with_ones_own_bytes() -> None:
    table = start(RULESET, setup_of(RULESET), dice=[])
    feeds = feeds_of(table)
    assert {f.version for f in feeds.values()} == {1}
    table.answer("red", 3)
    frames = frames_of(table, feeds)
    assert {n for n, f in frames.items() if f is not None} == {"red"}
    assert frames["red"] is not None
    assert frames["red"].requests == ()
    assert frames["red"].patch.keys() == {"pending"}
    table.match.prefer(RED, "parry", "always")
    assert not any(frames_of(table, feeds).values())
    assert {n: f.version for n, f in feeds.items()} == {"red": 2, "blue": 1, "spectators": 1}


def test_seats_on_one_screen_have_something_apart_only_while_one_may_not_see_what_the_other_does() -> None:
    bidding = start(RULESET, setup_of(RULESET), dice=[])
    assert something_apart(bidding.match, (RED, BLUE))  # both are asked something sealed
    bidding.answer("red", 3)
    assert something_apart(bidding.match, (RED, BLUE))  # one of them has answered
    open_yard = PracticeScene()
    open_yard.stand("red-guard", (0, 0))
    open_yard.stand("blue-wagon", (6, 1))
    assert not something_apart(open_yard.begin().match, (RED, BLUE))
    hidden = yard().match
    assert something_apart(hidden, (RED, BLUE))
    assert something_apart(hidden, (BLUE, RED))
    assert not something_apart(hidden, (BLUE,))


def test_requests_travel_only_when_they_change() -> None:
    table = yard()
    feeds = feeds_of(table)
    assert feeds["blue"].requests == ()
    assert feeds["red"].requests[0]["id"] == table.asked("red").id
    table.answer("red", ("move:red-guard", (1, 0)))
    frames = frames_of(table, feeds)
    assert frames["red"] is not None
    assert frames["red"].requests is not None
    assert frames["red"].undo == "free"
    assert frames["blue"] is not None
    assert frames["blue"].requests is None
    body = orjson.loads(frames["blue"].wire())
    assert "requests" not in body
    assert "undo" not in body
    assert body["patch"]["pieces"].keys() == {"red-guard"}
    spectators = frames["spectators"]
    assert spectators is not None
    assert spectators.undo is None


def test_the_hash_is_that_of_ones_own_view() -> None:
    table = yard()
    feeds = feeds_of(table)
    hashes = {n: f.whole()["hash"] for n, f in feeds.items()}
    assert len(set(hashes.values())) == 3
    table.answer("red", ("move:red-lurker", (0, 5)))
    frames = frames_of(table, feeds)
    assert all(f is not None and f.hash != hashes[n] for n, f in frames.items())


# ------------------------------------------------------------------ secret questions
@pytest.mark.parametrize("lurker", [(2, 0), (8, 6)])
def test_while_somebody_is_asked_in_secret_the_others_get_nothing(lurker: tuple[int, int]) -> None:
    table = yard(lurker=lurker)
    feeds = feeds_of(table)
    table.answer("red", ("move:red-guard", (1, 0)))
    frames = frames_of(table, feeds)
    assert frames["blue"] is not None
    assert frames["red"] is None
    assert frames["spectators"] is None
    assert "blue" in orjson.loads(frames["blue"].wire())["patch"]["pending"]
    table.answer("blue", "stay")
    frames = frames_of(table, feeds)
    red = frames["red"]
    assert red is not None
    assert b"blue" not in orjson.dumps(red.patch.get("pending", {}))
    assert [line["text"] for line in red.log] == ["Red's guard moves 1 to 1, 0."]
    assert feeds["red"].version == 2


def test_whoever_joins_while_somebody_is_asked_in_secret_waits_too() -> None:
    table = yard(lurker=(2, 0))
    table.answer("red", ("move:red-guard", (1, 0)))
    late = Feed(SPECTATORS)
    assert late.sync(table.match) is None
    table.answer("blue", "stay")
    frame = late.sync(table.match)
    assert frame is not None
    assert frame.version == 1


def test_two_secret_questions_in_a_row_are_held_to_the_end() -> None:
    table = start(RULESET, setup_of(RULESET), dice=[list(range(12))])
    table.play(("red", 5), ("blue", 1))
    table.play(("red", ["card-1", "card-2", "card-3"]), ("blue", ["card-4", "card-5", "card-6"]))
    table.answer("red", {"red-guard": (1, 0), "red-wagon": (1, 1), "red-lurker": (2, 0)})
    table.answer("blue", {"blue-guard": (7, 0), "blue-wagon": (6, 1), "blue-lurker": (7, 6)})
    table.answer("red", (1, 6))
    spectators = Feed(SPECTATORS)
    spectators.sync(table.match)
    table.answer("blue", (7, 0))
    assert table.asked("red").secret
    assert spectators.sync(table.match) is None
    table.answer("red", "red-guard")
    assert table.asked("blue").secret
    assert spectators.sync(table.match) is None
    table.answer("blue", "blue-guard")
    frame = spectators.sync(table.match)
    assert frame is not None
    assert [line["text"] for line in frame.log] == [
        "Blue's banner stands at 7, 0.",
        "Red hides its relic.",
        "Blue hides its relic.",
    ]


# ------------------------------------------------------------------ the log
def test_after_an_undo_the_log_is_replaced_from_where_it_parts() -> None:
    table = yard()
    feeds = feeds_of(table)
    table.answer("red", ("move:red-guard", (1, 0)))
    frames_of(table, feeds)
    table.match.undo(RED)
    frames = frames_of(table, feeds)
    for frame in frames.values():
        assert frame is not None
        assert frame.log_from == 0
        assert [line["text"] for line in frame.log] == ["Red took back: Red's guard moves 1 to 1, 0."]
    table.answer("red", PASS)
    table.answer("blue", PASS)
    assert [line["text"] for line in feeds["blue"].log] == ["Red took back: Red's guard moves 1 to 1, 0."]


def test_a_feed_is_not_read_before_it_is_filled() -> None:
    with pytest.raises(RuntimeError, match="synced"):
        Feed(SPECTATORS).whole()


def test_the_order_of_records_tells_nothing() -> None:
    table = yard(lurker=(8, 6))
    whole = feeds_of(table)["red"].whole()["view"]
    for record in (whole.pieces, whole.areas, whole.sheets, whole.items, whole.edges):
        assert list(record) == sorted(record)


def test_a_patch_names_what_changed_and_what_is_gone() -> None:
    table = yard()
    before = table.view("red")
    table.answer("red", ("move:red-guard", (1, 0)))
    after = table.view("red")
    assert view_patch(before, before) == {}
    assert view_patch(before, after).keys() == {"pieces"}
    assert view_patch(before, after)["pieces"].keys() == {"red-guard"}
    gone = view_patch(after, before)["pieces"]
    assert gone.keys() == {"red-guard"}
    assert gone["red-guard"] == {
        "at": (0, 0),
        "acted": False,
        "label": before.pieces["red-guard"].label,
    }
    table.answer("red", PASS)
    pending = view_patch(after, table.view("red"))["pending"]
    assert pending["red"] is None
    assert pending["blue"].text == "Waiting for Blue."
