"""What is removed: matches that nobody joins or goes on with, guests who left nothing; and never what is in use."""

import asyncio
from collections.abc import Coroutine
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

import pytest
from fastapi.testclient import TestClient
from sqlalchemy import text

from muster.core.settings import Settings
from muster.engine.refusals import Refusal
from muster.main import create_app
from muster.matches import repository
from muster.matches import service as matches
from muster.matches.keeping import Keeper
from muster.rosters import service as rosters
from muster.rulesets.baroque import RULESET as ARMED
from muster.rulesets.baroque.armies.roster import ready_armies
from tests.api.inside import Inside, inside
from tests.kit.practice import RULESET

DAYS: dict[str, Any] = {
    "keep_open_days": 3,
    "keep_idle_days": 5,
    "keep_finished_days": 0,
    "keep_guest_days": 7,
}


def run(test: Coroutine[Any, Any, None]) -> None:
    asyncio.run(asyncio.wait_for(test, 60))


def keeper(house: Inside) -> Keeper:
    return Keeper(database=house.database, hub=house.hub, settings=house.settings, clock=house.clock)


def age(house: Inside, match_id: str, days: float, **columns: Any) -> None:
    """Nothing has happened in that match for so many days."""
    then = house.clock.now() - timedelta(days=days)
    with house.database.writing() as connection:
        changed = repository.MATCHES.update().where(repository.MATCHES.c.id == match_id)
        connection.execute(changed.values(updated=then, visited=None, **columns))


def stored(house: Inside) -> set[str]:
    with house.database.read() as session:
        return set(session.connection().execute(text("SELECT id FROM matches")).scalars())


def persons(house: Inside) -> set[str]:
    with house.database.read() as session:
        return set(session.connection().execute(text("SELECT id FROM persons")).scalars())


def left_over(house: Inside, match_id: str) -> int:
    tables = (repository.ROWS, repository.SNAPSHOTS, repository.SEATS, repository.INVITES, repository.FINALS)
    with house.database.read() as session:
        return sum(
            len(session.connection().execute(t.select().where(t.c.match_id == match_id)).all())
            for t in tables
        )


def play_bot(client: TestClient) -> Any:
    return client.post("/api/play-bot", json={"ruleset": "newworld", "level": "random"})


def long_ago() -> datetime:
    return datetime(2020, 1, 1, tzinfo=UTC)


async def begun(house: Inside) -> str:
    """A match that was played a little and put away."""
    match_id = house.match(house.person(), house.person())
    await house.hub.open(match_id)
    await house.hub.stop()
    return match_id


def open_match(house: Inside) -> tuple[str, str]:
    """One that still waits for somebody, and its maker."""
    maker = house.person()
    match_id = house.match(maker, house.person())
    with house.database.write() as session:
        seat = repository.seats_of(session, match_id)[1]
        seat.person_id = seat.contribution = None
        session.add(seat)
        matches.invite(
            session=session, match_id=match_id, seat=seat.seat, token=match_id, now=house.clock.now()
        )
        session.commit()
    return match_id, maker


def test_what_was_untouched_for_too_long_goes_with_all_that_belongs_to_it(tmp_path: Path) -> None:
    async def test() -> None:
        async with inside(tmp_path, RULESET, **DAYS) as house:
            gone: dict[str, tuple[float, dict[str, Any]]] = {
                open_match(house)[0]: (4, {}),
                await begun(house): (6, {}),
            }
            gone[open_match(house)[0]] = 4, {"status": "cancelled"}
            kept: dict[str, tuple[float, dict[str, Any]]] = {
                open_match(house)[0]: (2, {}),
                await begun(house): (4, {}),
            }
            kept[await begun(house)] = 500, {"status": "finished"}
            kept[await begun(house)] = 500, {"exhibition": True}
            house.hub.visits()
            for match_id, (days, columns) in (gone | kept).items():
                age(house, match_id, days, **columns)
            assert all(left_over(house, m) for m in gone)
            await keeper(house).tidy()
            assert stored(house) == set(kept)
            assert [left_over(house, m) for m in gone] == [0, 0, 0]
            with pytest.raises(Refusal, match="removed") as told:
                await house.hub.open(next(iter(gone)))
            assert told.value.code == "no_such_match"

    run(test())


def test_nothing_is_removed_where_the_settings_say_for_ever_and_finished_ones_where_they_do_not(
    tmp_path: Path,
) -> None:
    async def test() -> None:
        for_ever = dict.fromkeys(DAYS, 0)
        async with inside(tmp_path, RULESET, **for_ever) as house:
            over, idle, waiting = await begun(house), await begun(house), open_match(house)[0]
            house.hub.visits()
            age(house, over, 5000, status="finished")
            age(house, idle, 5000)
            age(house, waiting, 5000)
            known = persons(house)
            await keeper(house).tidy()
            assert stored(house) == {over, idle, waiting}
            assert persons(house) == known
            house.settings = Settings.model_validate({**for_ever, "keep_finished_days": 9})
            await keeper(house).tidy()
            assert stored(house) == {idle, waiting}

    run(test())


def test_a_match_that_somebody_has_open_or_had_open_lately_stays(tmp_path: Path) -> None:
    async def test() -> None:
        async with inside(tmp_path, RULESET, **DAYS) as house:
            watched, visited = await begun(house), await begun(house)
            house.hub.visits()
            age(house, watched, 50)
            age(house, visited, 50)
            browser = await house.browser(watched, None)
            (await house.browser(visited, None)).leave()
            await house.hub._forget_if_idle(house.hub._open[visited].result().runner)
            await keeper(house).tidy()
            assert stored(house) == {watched, visited}
            age(house, watched, 50)
            await keeper(house).tidy()  # it is open still
            await house.hub.stop()
            browser.leave()
            await keeper(house).tidy()  # and was so an hour ago
            assert stored(house) == {watched, visited}
            age(house, watched, 50)
            await keeper(house).tidy()
            assert stored(house) == {visited}

    run(test())


def test_a_match_that_is_being_read_is_not_removed_and_who_comes_while_one_is_waits_for_the_end(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def test() -> None:
        async with inside(tmp_path, RULESET, **DAYS) as house:
            reading, going = await begun(house), await begun(house)
            house.hub.visits()
            age(house, reading, 50)
            age(house, going, 50)
            opening = asyncio.create_task(house.hub.open(reading))
            await asyncio.sleep(0)
            coming: list[asyncio.Task[Any]] = []
            remove = Keeper._remove

            def slowly(self: Keeper, *what: Any) -> bool:
                """Somebody comes in the middle of it."""
                loop.call_soon_threadsafe(lambda: coming.append(asyncio.create_task(house.hub.open(going))))
                while not coming:
                    pass
                return remove(self, *what)

            loop = asyncio.get_running_loop()
            monkeypatch.setattr(Keeper, "_remove", slowly)
            await keeper(house).tidy()
            assert (await opening).runner.match is not None
            with pytest.raises(Refusal, match="removed"):
                await coming[0]
            assert stored(house) == {reading}

    run(test())


@pytest.mark.parametrize("joins", [True, False])
def test_who_joins_or_sits_down_at_the_last_moment_keeps_the_match(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, joins: bool
) -> None:
    async def test() -> None:
        async with inside(tmp_path, RULESET, **DAYS) as house:
            match_id, maker = open_match(house)
            guest = house.person()
            age(house, match_id, 50)
            due = Keeper._due

            def meanwhile(self: Keeper, *what: Any) -> list[str]:
                found = due(self, *what)
                with house.database.write() as session:
                    now = house.clock.now()
                    if joins:
                        matches.accept(
                            session=session, token=match_id, person_id=guest, entropy=None, now=now
                        )
                    else:
                        matches.sit(
                            session=session, match_id=match_id, person_id=maker, entropy=None, now=now
                        )
                    session.commit()
                return found

            monkeypatch.setattr(Keeper, "_due", meanwhile)
            await keeper(house)._remove_matches()
            assert stored(house) == {match_id}

    run(test())


def test_guests_go_who_left_nothing_behind_many_at_a_time(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def test() -> None:
        monkeypatch.setattr("muster.matches.keeping.AT_ONCE", 3)
        async with inside(tmp_path, RULESET, **DAYS) as house:
            match_id = await begun(house)
            age(house, match_id, 50, status="finished")
            players = persons(house)
            gone = {house.person() for _ in range(7)}
            with house.database.writing() as connection:
                then = house.clock.now() - timedelta(days=8)
                connection.execute(repository.PERSONS.update().values(seen=then))
            here = house.person()
            await keeper(house).tidy()
            assert persons(house) == players | {here}
            assert not gone & persons(house)

    run(test())


def keep_roster(house: Inside, owner: str, *, days: float, seen: float) -> None:
    """Somebody keeps a roster that was changed so many days ago; they were seen so many days ago."""
    now = house.clock.now()
    with house.database.write() as session:
        rosters.make(
            session=session,
            owner_id=owner,
            ruleset=ARMED,
            name=owner,
            body=ready_armies()[0].roster.model_dump(mode="json"),
            most=9,
            now=now - timedelta(days=days),
        )
        session.commit()
    with house.database.writing() as connection:
        person = repository.PERSONS.update().where(repository.PERSONS.c.id == owner)
        connection.execute(person.values(seen=now - timedelta(days=seen)))


def test_rosters_go_that_nobody_changes_when_their_owner_stays_away_and_then_their_owner(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def test() -> None:
        monkeypatch.setattr("muster.matches.keeping.AT_ONCE", 2)
        async with inside(tmp_path, RULESET, **DAYS, keep_roster_days=100) as house:
            away, late, here = (house.person() for _ in range(3))
            for _ in range(3):
                keep_roster(house, away, days=101, seen=101)
            keep_roster(house, late, days=99, seen=101)
            keep_roster(house, here, days=101, seen=0)
            await keeper(house).tidy()
            assert persons(house) == {late, here}
            with house.database.read() as session:
                left = session.connection().execute(text("SELECT owner_id FROM rosters")).scalars()
                assert set(left) == {late, here}

    run(test())


def test_who_was_removed_as_a_guest_comes_back_as_another_without_a_fault(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    app = create_app(Settings(data=tmp_path / "data", exhibition=False))
    with TestClient(app, "http://localhost") as client:
        first = client.get("/api/me").json()
        with app.state.context.database.writing() as connection:
            connection.execute(repository.PERSONS.delete())
        made = play_bot(client)
        assert made.status_code == 201, made.text
        second = client.get("/api/me").json()
        assert second["id"] != first["id"]
        # And at the very moment of coming back: read as known, gone when the visit is noted.
        with app.state.context.database.writing() as connection:
            connection.execute(repository.PERSONS.update().values(seen=long_ago()))
        monkeypatch.setattr("muster.accounts.api._note_seen", lambda *_: False)
        assert client.get("/api/me").json()["id"] not in (first["id"], second["id"])


def test_the_server_tidies_when_it_begins_and_notes_visits_when_it_ends(tmp_path: Path) -> None:
    settings = Settings(data=tmp_path / "data", exhibition=False)
    app = create_app(settings)
    with TestClient(app, "http://localhost") as client:
        made = play_bot(client).json()["id"]
    with app.state.context.database.writing() as connection:
        noted = connection.execute(repository.MATCHES.select()).mappings().one()
        assert noted["visited"] >= noted["created"]
        connection.execute(repository.MATCHES.update().values(updated=long_ago(), visited=long_ago()))
    app = create_app(settings)
    with TestClient(app, "http://localhost") as client:
        answer = client.get(f"/api/matches/{made}")
        while answer.status_code != 404:
            answer = client.get(f"/api/matches/{made}")
        assert answer.json()["code"] == "no_such_match"


@pytest.mark.parametrize(("absent", "left"), [(0.5, 0), (40, 1)])
def test_a_server_that_was_off_for_long_begins_to_count_anew(
    tmp_path: Path, absent: float, left: int
) -> None:
    async def test() -> None:
        async with inside(tmp_path, RULESET, **DAYS) as house:
            match_id = await begun(house)
            house.hub.visits()
            age(house, match_id, 50)
            with house.database.writing() as connection:
                then = house.clock.now() - timedelta(days=absent)
                connection.execute(repository.PERSONS.update().values(seen=then))
            tidying = keeper(house)
            tidying._forgive_own_absence()
            await tidying.tidy()
            assert len(stored(house)) == left

    run(test())


def test_one_person_leaves_only_so_many_unfinished(tmp_path: Path) -> None:
    settings = Settings(data=tmp_path / "data", exhibition=False, matches_per_person=2)
    app = create_app(settings)
    with TestClient(app, "http://localhost") as client:
        assert [play_bot(client).status_code for _ in range(2)] == [201, 201]
        refused = play_bot(client)
        assert (refused.status_code, refused.json()["code"]) == (409, "too_many_matches")
        assert refused.json()["numbers"] == {"unfinished": 2, "allowed": 2}
        assert "resign" in refused.json()["text"]
        with app.state.context.database.writing() as connection:
            connection.execute(repository.MATCHES.update().values(status="finished"))
        assert play_bot(client).status_code == 201


def test_one_address_makes_only_so_many_whoever_calls_from_it(tmp_path: Path) -> None:
    settings = Settings(data=tmp_path / "data", exhibition=False, address_matches_per_minute=0.001)
    app = create_app(settings)
    app.state.context.address_matches._burst = 3
    with TestClient(app, "http://localhost") as client:
        codes: list[int] = []
        for _ in range(4):
            client.cookies.clear()
            codes.append(play_bot(client).status_code)
        assert codes == [201, 201, 201, 429]
