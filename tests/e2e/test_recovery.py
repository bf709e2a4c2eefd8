"""Reloads, broken lines, sleeping laptops, restarts and second tabs: nothing is lost, nothing happens twice."""

import re
from collections.abc import Callable, Iterator
from random import Random

import pytest
from playwright.sync_api import expect

from tests.e2e.conftest import HOUSE
from tests.e2e.driver import Player
from tests.e2e.table import Table
from tests.e2e.visits import Visitors, against_bot, against_person
from tests.e2e.wire import bad_line
from tests.kit.house import Server
from tests.kit.people import Person, Socket
from tests.kit.wire import answer_to

SLEEP_MS = 26_000
"""Longer than a page takes a silent line for alive."""
LINE_FAULTS = r"WebSocket connection to|ERR_CONNECTION|ERR_INTERNET|ERR_EMPTY|Failed to load resource"


@pytest.fixture
def other(house: Server) -> Iterator[Person]:
    """Somebody who plays over the wire."""
    person = Person(house)
    yield person
    person.close()


def wire_plays(socket: Socket, luck: Random, answers: int) -> None:
    """Answer up to so many questions over the wire, as long as any are asked."""
    for _ in range(answers):
        socket.quiet(0.05)
        asked = [r for r in socket.requests if r["id"] not in socket.done]
        if not asked:
            return
        socket.settled(socket.answer(asked[0], answer_to(asked[0], luck)))
        socket.done.add(asked[0]["id"])


def test_a_reload_after_every_step_shows_what_a_page_shows_that_was_never_reloaded(
    come: Visitors, other: Person
) -> None:
    page, steady, restless = come(), come(), come()
    luck = Random(41)
    match_id = against_person(page, other, "practice", rounds=1)
    red = other.socket(match_id)
    tables = [Table(p) for p in (page, steady, restless)]
    for table in tables:
        table.page.goto(f"/match/{match_id}")
        table.until("m.role")
    blue, eye, blinking = tables
    player = Player(blue, luck)
    steps = 0
    while blue.held("m.view.result") is None:
        wire_plays(red, luck, 1)
        look = blue.look()
        if look["request"]:
            player.turn(look)
        steps += 1
        blue.check_reload()
        blinking.page.reload()
        blinking.until("m.role")
        eye.until_version(blinking.held("m.version"))
        blinking.until_version(eye.held("m.version"))
        assert blinking.check_hash() == eye.check_hash()
        assert blinking.log() == eye.log()
    assert steps > 5


def test_a_cut_line_comes_back_without_a_click_and_what_was_missed_is_shown_once(
    come: Visitors, house: Server, other: Person
) -> None:
    come.forgive(LINE_FAULTS)
    luck = Random(42)
    with bad_line(house) as line:
        page = come(url=line.url)
        page.clock.install()
        table = Table(page)
        match_id = against_person(page, other)
        red = other.socket(match_id)
        page.goto(f"/match/{match_id}")
        player = Player(table, luck)
        player.turn(table.until_asked())

        line.shut()
        wire_plays(red, luck, 4)
        expect(page.get_by_text("The connection is interrupted")).to_be_visible()
        assert table.held("m.view.phase.round") == 0, "the page cannot know yet"
        line.reopen()
        page.clock.fast_forward(SLEEP_MS)
        table.until("m.view.phase.round === 1")
        expect(page.get_by_text("The connection is interrupted")).to_have_count(0)
        assert table.log().count("Company take their places.") == 1
        table.check_reload()

        # Asleep: the line is dead, and neither side knows.
        while not table.held("m.requests.length"):
            wire_plays(red, luck, 1)
            table.until("m.version > 0")
        line.lose("up", "down")
        page.clock.fast_forward(SLEEP_MS)
        player.turn(table.until_asked())
        table.check_hash()
        table.check_reload()


@pytest.mark.parametrize("lost", ["up", "down"])
def test_an_answer_that_is_lost_on_the_way_is_sent_again_and_counts_once(
    come: Visitors, house: Server, other: Person, lost: str
) -> None:
    come.forgive(LINE_FAULTS)
    with bad_line(house) as line:
        page = come(url=line.url)
        table = Table(page)
        page.goto(against_bot(page))
        table.until_asked()
        page.get_by_role("button", name="Place all").click()
        asked = table.held("m.requests[0].id")
        line.lose("up" if lost == "up" else "down")
        table.main.click()
        expect(table.main).to_have_text(re.compile("Sending"))
        if lost == "down":
            eye = other.socket(page.url.rsplit("/", 1)[1])
            eye.until(lambda _: eye.view is not None and eye.view["phase"]["round"] == 1)
        line.cut()
        table.until_settled(asked)
        table.until("m.view.phase.round === 1")
        assert table.log().count("Company take their places.") == 1
        table.check_reload()


def test_a_page_that_was_offline_catches_up_when_the_network_is_back(
    come: Visitors, house: Server, other: Person
) -> None:
    come.forgive(LINE_FAULTS)
    luck = Random(43)
    with bad_line(house) as line:
        page = come(url=line.url)
        table = Table(page)
        match_id = against_person(page, other)
        red = other.socket(match_id)
        page.goto(f"/match/{match_id}")
        Player(table, luck).turn(table.until_asked())
        page.context.set_offline(True)
        line.cut()
        wire_plays(red, luck, 4)
        expect(page.get_by_text("This device is offline")).to_be_visible()
        page.context.set_offline(False)
        table.until("m.view.phase.round === 1")
        expect(page.get_by_text("This device is offline")).to_have_count(0)
        expect(page.get_by_text("The connection is interrupted")).to_have_count(0)
        table.check_reload()


def test_a_restarted_house_welcomes_an_open_page_back(
    come: Visitors, make_server: Callable[..., Server]
) -> None:
    come.forgive(LINE_FAULTS)
    own = make_server(**HOUSE).start()
    page = come(url=own.url)
    page.clock.install()
    table = Table(page)
    page.goto(against_bot(page))
    player = Player(table, Random(44))
    for _ in range(3):
        player.turn(table.until_asked())
    table.until_asked()
    before = (table.held("m.view"), table.log(), table.held("m.requests.map((r) => r.id)"))
    own.kill()
    expect(page.get_by_text("The connection is interrupted")).to_be_visible()
    own.start()
    page.clock.fast_forward(SLEEP_MS)
    expect(page.get_by_text("The connection is interrupted")).to_have_count(0)
    table.until_asked()
    assert (table.held("m.view"), table.log(), table.held("m.requests.map((r) => r.id)")) == before
    table.check_hash()
    player.turn(table.until_asked())
    own.stop()
    assert own.faults() == []


def test_of_two_tabs_the_newer_has_the_seat_and_closing_either_leaves_it_alive(come: Visitors) -> None:
    first = come()
    first.goto(against_bot(first))
    older = Table(first)
    older.until_asked()
    second = come.tab(first.context)
    second.goto(first.url)
    newer = Table(second)
    newer.until_asked()
    told = first.get_by_role("alert").filter(has_text="open in another tab")
    expect(told).to_be_visible()
    Player(newer, Random(45)).turn(newer.look())
    newer.until("m.view.phase.round === 1")
    assert older.held("m.view.phase.round") == 0, "the older tab is quiet"

    first.get_by_role("button", name="Take it back here").click()
    expect(told).to_have_count(0)
    older.until("m.view.phase.round === 1")
    expect(second.get_by_role("alert").filter(has_text="open in another tab")).to_be_visible()
    second.close()
    Player(older, Random(46)).turn(older.until_asked())
    older.check_hash()

    third = come.tab(first.context)
    third.goto(first.url)
    newest = Table(third)
    newest.until("m.role")
    expect(told).to_be_visible()
    first.close()
    watcher = come()
    watcher.goto(third.url)
    expect(watcher.get_by_text("Company", exact=True)).to_be_visible()
    Player(newest, Random(47)).turn(newest.until_asked())
