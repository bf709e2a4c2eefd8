"""T1 to T5: whatever dies, and whatever is said twice, each decision happens exactly once and nobody is stuck."""

import secrets
from random import Random
from threading import Thread

import pytest

from tests.api.games import against_bot, duel, hot_seat
from tests.kit.house import Server
from tests.kit.people import Lost, Person, Refused, Socket, play_out
from tests.kit.wire import answer_to

KINDS = {"number", "arrange", "place", "aim", "choose", "allocate"}


def rows_by(person: Person, match_id: str, message_id: str) -> int:
    """How many rows of a finished match a message has led to."""
    record = person.get(f"/api/matches/{match_id}/record")
    return sum(row["client_id"] == message_id for row in record["rows"])


def finish(person: Person, match_id: str) -> None:
    with person.socket(match_id) as socket:
        socket.kind("welcome")
        if socket.view["result"] is None:
            socket.settled(socket.deed("resign"))


def test_t1_a_socket_that_dies_before_the_answer_arrives_or_before_the_ack_is_heard_applies_it_once(
    ann: Person, house: Server
) -> None:
    """Each request of a match is answered over a socket that dies at another moment; then it is said again."""
    match_id = against_bot(ann)
    luck = Random(11)
    sent: list[str] = []
    kinds: set[str] = set()
    socket = ann.socket(match_id)
    moment = 0
    while (request := socket.asked()) is not None:
        body, message_id = answer_to(request, luck), secrets.token_hex(8)
        moment += 1
        match moment % 4:
            case 0:  # it dies before anything was sent
                socket.drop()
            case 1:  # sent, and dead before the server can have said anything
                socket.answer(request, body, message_id)
                socket.drop()
            case 2:  # the acknowledgement was heard, the step perhaps not
                socket.settled(socket.answer(request, body, message_id))
                socket.drop()
            case _:  # said twice on a socket that lives
                socket.answer(request, body, message_id)
        socket = ann.socket(match_id, have=socket.version, epoch=socket.epoch)
        fresh = ann.socket(match_id)
        fresh.settled(fresh.answer(request, body, message_id))
        fresh.settled(fresh.answer(request, body, message_id))
        fresh.until_moved(request["id"])
        sent.append(message_id)
        kinds.add(request["spec"]["kind"])
        socket.close()
        socket = fresh
    socket.close()
    assert len(sent) > 8
    assert kinds >= KINDS
    record = ann.get(f"/api/matches/{match_id}/record")
    mine = [row["client_id"] for row in record["rows"] if row["kind"] == "answer" and row["seat"] == "red"]
    assert mine == sent


def test_t1_every_socket_of_a_match_gets_the_same_position_however_it_came_there(
    ann: Person, ben: Person
) -> None:
    """T2 for the wire: after each answer a new socket's welcome equals what the old one has patched together."""
    match_id = duel(ann, ben)
    red, blue = ann.socket(match_id), ben.socket(match_id)
    luck = Random(5)
    while play_out([red, blue], luck, answers=1):
        red.quiet(0.05)
        with Socket(ann.server, match_id, ann.cookie) as again:
            again.hello()
            again.kind("welcome")
            assert (again.view, again.log, again.hash) == (red.view, red.log, red.hash)
            assert again.requests == [r for r in red.requests if r["id"] not in red.done]
        red.kind("replaced")
        red.close()
        red, done = ann.socket(match_id), red.done
        red.done = done
        red.kind("welcome")
        if red.view["result"]:
            break
    red.close()
    blue.close()


def test_t3_the_newer_tab_takes_the_seat_and_the_older_may_close(ann: Person, ben: Person) -> None:
    match_id = duel(ann, ben)
    older, blue = ann.socket(match_id), ben.socket(match_id)
    request = older.asked()
    newer = ann.socket(match_id)
    older.kind("replaced")
    with pytest.raises(Refused, match="replaced"):
        older.settled(older.answer(request, {"value": 1}))
    newer.asked()
    blue.asked()
    older.close()
    blue.quiet(0.4)
    people = [m["people"] for m in blue.heard if m["t"] == "presence"]
    assert people[-1]["seats"]["red"]["here"] is True
    newer.settled(newer.answer(request, {"value": 1}))
    newer.close()
    gone = blue.until(lambda m: m["t"] == "presence" and not m["people"]["seats"]["red"]["here"])
    assert gone["people"]["seats"]["blue"]["here"] is True
    blue.close()


def test_t3_an_older_tab_that_greets_again_takes_the_seat_back(ann: Person) -> None:
    match_id = against_bot(ann)
    first = ann.socket(match_id)
    first.asked()
    second = ann.socket(match_id)
    first.kind("replaced")
    first.hello(have=first.version, epoch=first.epoch)
    second.kind("replaced")
    first.play_on(Random(1), answers=2)
    first.close()
    second.close()


def test_t5_the_same_answer_twice_with_one_id_is_acknowledged_twice_and_stored_once(ann: Person) -> None:
    match_id = against_bot(ann)
    with ann.socket(match_id) as red:
        request = red.asked()
        message_id = red.answer(request, {"value": 2})
        red.answer(request, {"value": 2}, message_id)
        red.settled(message_id)
        red.settled(message_id)
    finish(ann, match_id)
    assert rows_by(ann, match_id, message_id) == 1


def test_t5_two_answers_at_once_with_two_ids_one_is_accepted_the_other_is_stale(ann: Person) -> None:
    match_id = against_bot(ann)
    with ann.socket(match_id) as red:
        request = red.asked()
        first = red.answer(request, {"value": 2})
        second = red.answer(request, {"value": 3})
        red.settled(first)
        with pytest.raises(Refused) as refused:
            red.settled(second)
        assert refused.value.code == "stale"
        with pytest.raises(Refused) as again:
            red.settled(red.answer(request, {"value": 3}, second))
        assert again.value.message == refused.value.message
    finish(ann, match_id)
    assert rows_by(ann, match_id, second) == 0


def test_t5_many_tabs_that_all_answer_at_once_lead_to_one_answer(ann: Person, house: Server) -> None:
    match_id = against_bot(ann)
    with ann.socket(match_id) as red:
        request = red.asked()
    outcomes: list[str] = []

    def tab(value: int) -> None:
        with ann.socket(match_id) as mine:
            try:
                mine.settled(mine.answer(request, {"value": value}))
                outcomes.append("ack")
            except Refused as refused:
                outcomes.append(refused.code)
            except Lost:
                outcomes.append("lost")

    tabs = [Thread(target=tab, args=(n % 5,)) for n in range(12)]
    for thread in tabs:
        thread.start()
    for thread in tabs:
        thread.join()
    assert outcomes.count("ack") == 1, outcomes
    assert set(outcomes) <= {"ack", "stale", "replaced"}
    finish(ann, match_id)
    record = ann.get(f"/api/matches/{match_id}/record")
    assert sum(r["seat"] == "red" and r["kind"] == "answer" for r in record["rows"]) == 1


def test_a_gap_is_repaired_by_the_missing_steps_alone(ann: Person, ben: Person) -> None:
    match_id = duel(ann, ben)
    red, blue = ann.socket(match_id), ben.socket(match_id)
    red.asked()
    red.close()
    # Another tab of the same audience keeps the steps coming.
    eve = Person(ann.server)
    watcher = eve.socket(match_id)
    watcher.kind("welcome")
    seen = watcher.version
    assert seen is not None
    watcher.close()
    other = eve.socket(match_id)
    other.kind("welcome")
    red = ann.again(red)
    play_out([red, blue], Random(4), answers=6)
    assert not any(m["t"] == "welcome" for m in red.heard)
    back = eve.again(watcher)
    came = back.quiet()
    versions = [m["version"] for m in came if m["t"] == "step"]
    assert versions == list(range(seen + 1, seen + 1 + len(versions)))
    assert versions
    assert not any(m["t"] == "welcome" for m in came)
    other.quiet(0.1)
    assert (back.version, versions[-1]) == (other.version, other.version)
    for socket in (red, blue, other, back):
        socket.close()
    eve.close()


def test_another_epoch_or_a_version_from_the_future_gets_a_fresh_welcome(ann: Person) -> None:
    match_id = against_bot(ann)
    with ann.socket(match_id, have=1, epoch="another") as red:
        red.kind("welcome")
        epoch = red.epoch
        red.hello(have=10_000, epoch=epoch)
        red.kind("welcome")


def test_hot_seat_tabs_do_not_show_two_seats_at_once(ann: Person) -> None:
    match_id = hot_seat(ann)
    with ann.socket(match_id, seat="red") as first, ann.socket(match_id, seat="blue") as second:
        first.kind("replaced")
        second.kind("welcome")
        assert second.role == "blue"
        second.settled(second.answer(second.asked(), {"value": 1}))
        assert not any(m["t"] == "step" for m in first.quiet())
