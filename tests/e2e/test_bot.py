"""One click on the home page, and a match against a bot to its result."""

from random import Random

from playwright.sync_api import expect

from tests.e2e.driver import Player, play_out
from tests.e2e.table import Table
from tests.e2e.visits import Visitors


def test_a_stranger_plays_a_bot_from_the_home_page_to_the_result(come: Visitors) -> None:
    page = come()
    page.goto("/")
    page.get_by_role("button", name="Play a bot now").click()
    table = Table(page)
    player = Player(table, Random(21))
    assert play_out([player], rounds=1) > 6
    assert {"place", "choose"} <= set(player.answered)
    player.hurried = True
    play_out([player])
    result = table.held("m.view.result")
    expect(table.result()).to_contain_text(result["text"])
    table.check_hash()
    record = page.get_by_role("link", name="Record").get_attribute("href")
    assert page.request.get(str(record)).json()["result"]["text"] == result["text"]
    page.get_by_role("button", name="Look at the table").click()
    expect(table.result()).to_have_count(0)
    expect(table.panel.get_by_role("heading", name=result["text"])).to_be_visible()
    page.get_by_role("button", name="What next?").click()
    page.get_by_role("button", name="Play again").click()
    table.until("m.view.phase.label === 'Placing'")
    assert table.held("m.view.scenario") == "The Wagon Road"
