"""A match from the first guest to the record, over real sockets."""

from random import Random

from tests.api.games import against_bot, duel, hot_seat
from tests.kit.people import Person, play_out
from tests.kit.wire import answer_to


def test_a_guest_plays_a_match_against_a_bot_to_its_end(ann: Person) -> None:
    match_id = against_bot(ann)
    with ann.socket(match_id) as red:
        assert red.play_on(Random(1)) > 5
        assert red.view["result"] is not None
    assert ann.get(f"/api/matches/{match_id}")["status"] == "finished"


def test_two_persons_and_a_spectator_see_a_match_to_its_end(ann: Person, ben: Person, eve: Person) -> None:
    match_id = duel(ann, ben)
    with ann.socket(match_id) as red, ben.socket(match_id) as blue, eve.socket(match_id) as watcher:
        assert play_out([red, blue], Random(2)) > 10
        assert (red.role, blue.role) == ("red", "blue")
        watcher.until(lambda _: watcher.view is not None and watcher.view["result"] is not None)
        assert watcher.role == "spectators"
        assert red.view["result"] == blue.view["result"] == watcher.view["result"]
        assert not any(m["t"] == "resync" for s in (red, blue, watcher) for m in s.heard)
        assert red.gaps == blue.gaps == watcher.gaps == 0
    record = ann.get(f"/api/matches/{match_id}/record")
    assert [row["position"] for row in record["rows"]] == list(range(len(record["rows"])))
    assert record["result"]["reason"] == red.view["result"]["reason"]


def test_a_hot_seat_is_handed_over_until_the_end_and_never_gets_the_other_seats_bytes(ann: Person) -> None:
    match_id = hot_seat(ann)
    luck = Random(3)
    with ann.socket(match_id) as seat:
        seat.kind("turns")
        handed = 0
        while not seat.view["result"]:
            if seat.role in seat.turns:
                request = seat.asked()
                assert request["seat"] == seat.role
                seat.settled(seat.answer(request, answer_to(request, luck)))
                seat.kind("turns")
                if not any(r["id"] == request["id"] for r in seat.requests):
                    continue
                # Another seat of the same person is being asked in secret: this one sees nothing of it.
                assert seat.role not in seat.turns
            else:
                other = seat.turns[0]
                before = len(seat.heard)
                seat.deed("handover", seat=other)
                seat.kind("welcome")
                seat.kind("turns")
                assert seat.role == other
                handed += 1
                assert all(m["view"]["audience"] == other for m in seat.heard[before:] if m["t"] == "welcome")
        assert handed > 3
