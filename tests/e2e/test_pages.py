"""The pages of the house: making a match, waiting for somebody, coming back, and an address that leads nowhere."""

import re

import pytest
from playwright.sync_api import Route, expect

from tests.e2e.table import Table
from tests.e2e.visits import PHONE, Visitors, against_bot


def test_who_waits_finds_the_link_again_and_calls_the_match_off_and_the_link_says_so(come: Visitors) -> None:
    host, friend = come(), come()
    host.goto("/new?game=newworld&scenario=kettle-creek&with=friend")
    expect(host.get_by_text("The Ford at Kettle Creek, 24 by 16 squares")).to_be_visible()
    expect(host.locator(".map__board svg").first).to_be_visible()
    host.get_by_role("radio", name=re.compile("Only people with the link")).check()
    host.get_by_role("button", name="Make the invitation").click()
    host.wait_for_url(re.compile("/match/"))
    link = host.get_by_label("For Raiders").input_value()
    expect(host.get_by_text("Not listed: only people")).to_be_visible()

    host.get_by_role("navigation", name="Main").get_by_role("link", name="Muster").click()
    host.get_by_role("link", name=re.compile("waiting for the other side")).click()
    expect(host.get_by_label("For Raiders")).to_have_value(link)
    friend.goto(link)
    expect(friend.get_by_role("button", name="Take the seat")).to_be_visible()
    host.get_by_role("button", name="Cancel this match").click()
    host.get_by_role("button", name="Keep waiting").click()
    host.get_by_role("button", name="Cancel this match").click()
    host.get_by_role("button", name="Cancel it").click()
    expect(host.get_by_role("heading", name="This match was called off")).to_be_visible()

    # Whoever had the page open already is told when they press; whoever opens it now reads it at once.
    friend.get_by_role("button", name="Take the seat").click()
    expect(friend.get_by_role("alert")).to_contain_text("called it off before it began")
    friend.reload()
    expect(friend.get_by_role("heading", name="This match was called off")).to_be_visible()
    come.forgive("409")
    host.get_by_role("link", name="To the house").click()
    expect(host.get_by_role("heading", name="Pull up a chair")).to_be_visible()
    expect(host.get_by_role("link", name=re.compile("waiting for the other side"))).to_have_count(0)


def test_a_listed_match_says_that_anybody_may_look_on(come: Visitors) -> None:
    host = come()
    host.goto("/new?game=newworld&with=friend")
    expect(host.get_by_role("radio", name=re.compile("^Listed"))).to_be_checked()
    host.get_by_role("button", name="Make the invitation").click()
    expect(host.get_by_text("Listed: once it has begun")).to_be_visible()


def test_a_finished_match_stays_among_ones_tables_with_its_outcome(come: Visitors) -> None:
    page = come()
    path = against_bot(page, seat="blue")
    page.goto(path)
    table = Table(page)
    table.until_asked()
    page.get_by_role("button", name="Menu").click()
    table.press(page.get_by_role("button", name="Hold to resign"))
    table.until("m.view.result")
    page.mouse.up()
    page.goto("/watch")
    expect(
        page.get_by_role("link", name=re.compile(r"The Wagon Road.* Company resigned")).first
    ).to_be_visible()
    page.goto("/")
    card = page.get_by_role("link", name=re.compile(r"You lost\. Company resigned\."))
    expect(card).to_have_attribute("href", path)
    card.click()
    expect(table.result()).to_be_visible()


def test_a_private_match_is_played_again_with_the_same_friend_and_all_as_before(come: Visitors) -> None:
    host, friend = come(), come()
    host.goto("/new?game=newworld&scenario=kettle-creek&with=friend")
    host.get_by_role("radio", name=re.compile("Only people with the link")).check()
    host.get_by_text("Options of the game").click()
    host.get_by_role("spinbutton", name=re.compile("^Rounds")).fill("5")
    host.get_by_role("button", name="Make the invitation").click()
    friend.goto(host.get_by_label("For Raiders").input_value())
    friend.get_by_role("button", name="Take the seat").click()
    host.wait_for_url(re.compile("/match/"))
    old = host.url
    blue, red = Table(host), Table(friend)
    for table in (blue, red):
        table.until_asked()
    host.get_by_role("button", name="Menu").click()
    blue.press(host.get_by_role("button", name="Hold to resign"))
    red.until("m.view.result")
    host.mouse.up()

    host.get_by_role("button", name="Play again").click()
    expect(host.get_by_text("The other side is asked at the last table")).to_be_visible()
    expect(host.get_by_text("Not listed: only people")).to_be_visible()
    expect(red.result()).to_contain_text("wants to play again")
    reader = come.tab(friend.context)
    reader.goto("/")
    expect(reader.get_by_text("wants to play again")).to_be_visible()
    reader.close()
    red.result().get_by_role("button", name="Join").click()
    friend.wait_for_url(lambda url: "/match/" in url and url != old)
    for table, seat in ((blue, "blue"), (red, "red")):
        table.until("m.role === given && !m.view.result", seat)
        assert table.held("m.view.phase.rounds") == 5
    assert host.url == friend.url


def test_a_first_visit_is_told_of_the_guide_until_one_has_played(come: Visitors) -> None:
    page = come()
    page.goto("/")
    guide = page.get_by_role("link", name="Play it with a guide")
    expect(guide).to_have_attribute("href", "/learn?game=newworld")
    page.goto(against_bot(page))
    page.goto("/")
    expect(page.get_by_role("heading", name="Your tables")).to_be_visible()
    expect(guide).to_have_count(0)


def test_the_rules_of_all_games_are_found_from_every_page_and_at_the_address_that_one_guesses(
    come: Visitors,
) -> None:
    page = come()
    page.goto("/learn")
    page.get_by_role("navigation", name="Main").get_by_role("link", name="Rules").click()
    page.wait_for_url(re.compile("/rules$"))
    for name, address in (("New World", "/rules/newworld$"), ("Baroque", "/rules/baroque$")):
        page.goto("/rules")
        page.get_by_role("main").get_by_role("link", name=name).click()
        page.wait_for_url(re.compile(address))


def test_on_a_phone_the_head_of_the_house_is_whole_and_nothing_juts_out(come: Visitors) -> None:
    page = come(phone=True)
    page.goto("/")
    expect(page.get_by_role("button", name=re.compile("^Theme"))).to_be_visible()
    places = page.get_by_role("navigation", name="Main").get_by_role("link")
    tops = {place.bounding_box()["y"] for place in places.all()[1:5]}  # type: ignore[index]
    assert len(tops) == 1, "the places stand in one line"
    assert page.evaluate("() => document.documentElement.scrollWidth") == PHONE["width"]


@pytest.mark.parametrize("phone", [False, True])
def test_an_address_that_leads_nowhere_says_so_and_leads_home(come: Visitors, *, phone: bool) -> None:
    page = come(phone=phone)
    come.forgive("Not found: /nowhere")
    page.goto("/nowhere")
    heading = page.get_by_role("heading", name="There is no page at this address")
    expect(heading).to_be_in_viewport()
    box = heading.bounding_box()
    assert box is not None
    assert box["x"] >= 0
    assert not phone or box["x"] + box["width"] <= PHONE["width"]
    page.get_by_role("link", name="To the house").click()
    expect(page.get_by_role("heading", name="Pull up a chair")).to_be_visible()


def test_who_goes_elsewhere_while_a_match_is_made_is_not_taken_to_it(come: Visitors) -> None:
    page = come()
    page.goto("/learn")
    held: list[Route] = []

    def hold(route: Route) -> None:
        held.append(route)

    page.route("**/api/play-bot", hold)
    with page.expect_request("**/api/play-bot"):
        page.get_by_role("button", name="Begin").first.click()
    page.get_by_role("navigation", name="Main").get_by_role("link", name="Watch").click()
    expect(page.get_by_role("heading", name="Watch", level=1)).to_be_visible()
    with page.expect_response("**/api/play-bot") as made:
        held[0].continue_()
    assert made.value.ok
    page.evaluate("fetch('/api/me').then((answer) => answer.json())")  # its answer comes after what is tested
    expect(page).to_have_url(re.compile("/watch$"))
