"""Two friends meet by an invitation and play to the result, while somebody watches."""

import re
from random import Random

from playwright.sync_api import Page, expect

from tests.e2e.driver import Player, play_out
from tests.e2e.table import Table
from tests.e2e.visits import Visitors

ROUNDS = 2
LOWEST = 12


def invite(page: Page) -> str:
    """The host makes an invitation for a short match; returns its link."""
    page.goto("/")
    page.get_by_role("link", name="Invite a friend").click()
    page.get_by_role("radio", name=re.compile("The Wagon Road")).check()
    expect(page.get_by_role("radio", name=re.compile("A friend"))).to_be_checked()
    page.get_by_text("Options of the game").click()
    page.get_by_role("spinbutton", name=re.compile("^Rounds")).fill(str(ROUNDS))
    page.get_by_role("button", name="Make the invitation").click()
    link = page.get_by_label("For Raiders")
    expect(link).to_have_value(re.compile(r"/invite/"))
    return link.input_value()


def place_by_keyboard(table: Table) -> None:
    """All figures onto squares that the arrow keys go to, one below the other, without the mouse."""
    page = table.page
    pieces = table.until_asked()["request"]["spec"]["pieces"]
    table.tab_to_board()
    cursor = page.locator(".mb-board > [aria-live]")
    chips = page.get_by_role("list", name="To be placed")
    for piece in pieces:
        chip = chips.get_by_role("button", name=re.compile(rf"^{re.escape(piece['label'])}, "))
        while not re.search(": free$", cursor.inner_text()):
            x, y = (int(n) for n in cursor.inner_text().split(":")[0].split(", "))
            page.keyboard.press("ArrowDown" if y < LOWEST else "ArrowRight")
            if y >= LOWEST:
                for _ in range(LOWEST):
                    page.keyboard.press("ArrowUp")
            assert x < 24, "there is no free square"
        page.keyboard.press("Enter")
        expect(chip).to_have_attribute("aria-label", re.compile(r", placed at \d+, \d+$"))


def test_two_friends_play_a_match_from_the_invitation_to_the_result_while_somebody_watches(
    come: Visitors,
) -> None:
    host, friend, watcher = come(), come(), come()
    link = invite(host)
    friend.goto(link)
    expect(friend.get_by_text(f"the larger share of your Wounds left after round {ROUNDS}.")).to_be_visible()
    expect(friend.get_by_text(f"{ROUNDS} rounds at most. The parties are ready.")).to_be_visible()
    friend.get_by_role("button", name="Take the seat").click()
    friend.wait_for_url(re.compile("/match/"))
    host.wait_for_url(re.compile("/match/"))
    watcher.goto(friend.url)
    blue, red, eye = Table(host), Table(friend), Table(watcher)
    eye.until("m.role === 'spectators'")
    expect(watcher.get_by_text("watching", exact=True)).to_be_visible()

    place_by_keyboard(blue)
    blue.commit()
    expect(blue.panel.get_by_text("Your answer is in")).to_be_visible()
    assert red.held("Object.values(m.view.pieces).filter((p) => p.at).length") == 0
    red.until_asked()
    friend.get_by_role("button", name="Place all").click()
    red.commit()
    eye.until("m.view.phase.round === 1")
    assert eye.held("Object.values(m.view.pieces).every((p) => p.at)")

    players = [Player(blue, Random(11)), Player(red, Random(12))]
    assert play_out(players, rounds=1) > 10
    for table in (blue, red, eye):
        table.check_reload()
    for player in players:
        player.hurried = True
    play_out(players)

    reason = blue.held("m.view.result")
    for table in (blue, red, eye):
        table.until("m.view.result")
        assert table.held("m.view.result") == reason
        expect(table.result().get_by_role("heading")).to_be_visible()
        expect(table.result()).to_contain_text(reason["text"])
        table.check_hash()
    winner = {"blue": "You win", "red": "You lose: Raiders win", None: "A draw"}[reason["winner"]]
    expect(blue.result().get_by_role("heading")).to_have_text(winner)

    late = come()
    late.goto(host.url)
    fresh = Table(late)
    fresh.until("m.view.result")
    assert fresh.check_hash()[1] == eye.check_hash()[1]
    assert fresh.log() == eye.log()
    assert late.get_by_text(re.compile("^Round ")).count() >= ROUNDS
