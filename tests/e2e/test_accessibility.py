"""axe finds no serious or critical fault on any page, light and dark."""

import re
from collections.abc import Iterator
from random import Random
from typing import Literal, TypeAlias

import pytest
from playwright.sync_api import Page, expect

from tests.e2e.driver import Player
from tests.e2e.meeting import Clash
from tests.e2e.table import Table
from tests.e2e.visits import Visitors, against_bot, against_person, hot_seat
from tests.kit.accessibility import grave_faults
from tests.kit.house import Server
from tests.kit.people import Person

Theme: TypeAlias = Literal["light", "dark"]
THEMES: tuple[Theme, Theme] = ("light", "dark")


_SETTLED = """async () => {
  const frame = () => new Promise((done) => requestAnimationFrame(done));
  for (await frame(); document.getAnimations().some((a) => a instanceof CSSTransition); ) await frame();
}"""
"""Colours that are on their way from one theme to the other are nobody's fault."""


@pytest.fixture
def other(house: Server) -> Iterator[Person]:
    """Somebody who is invited."""
    person = Person(house)
    yield person
    person.close()


def check(page: Page, where: str) -> None:
    """The page as it stands, first in the colours that it has, then in the others: to change them draws the table anew."""
    dark = page.evaluate("matchMedia('(prefers-color-scheme: dark)').matches")
    first, second = reversed(THEMES) if dark else THEMES
    for theme in (first, second):
        page.emulate_media(color_scheme=theme)
        page.evaluate(_SETTLED)
        assert grave_faults(page, colours_only=theme != first) == [], f"{where}, {theme}"


def test_the_pages_of_the_house(come: Visitors, other: Person) -> None:
    page = come()
    against_bot(page)
    for path, heading in {
        "/": "Pull up a chair",
        "/new?game=newworld&with=friend": "A new match",
        "/watch": "",
        "/learn": "Your first match",
    }.items():
        page.goto(path)
        expect(page.get_by_role("heading", level=1, name=heading)).to_be_visible()
        if path.startswith("/new"):
            page.get_by_text("Options of the game").click()
        check(page, path)
    page.goto("/new?game=newworld&with=friend")
    page.get_by_role("button", name="Make the invitation").click()
    link = page.get_by_label("For Raiders")
    expect(link).to_be_visible()
    check(page, "the link")
    guest = come()
    guest.goto(link.input_value())
    expect(guest.get_by_role("button", name="Take the seat")).to_be_visible()
    check(guest, "the invitation")
    page.goto("/")
    page.get_by_role("button", name=re.compile("Change your name")).click()
    expect(page.get_by_role("dialog")).to_be_visible()
    check(page, "the name")


def test_the_rules(come: Visitors) -> None:
    page = come()
    page.goto("/rules/newworld")
    expect(page.get_by_role("searchbox")).to_be_visible()
    expect(page.locator(".rule").first).to_be_visible()
    check(page, "the rules")


def test_the_table_from_placing_to_the_result(come: Visitors, other: Person) -> None:
    page = come()
    page.goto(against_bot(page, rounds=1))
    table = Table(page)
    placing = table.until_asked()
    page.get_by_role("button", name="Place").first.click()
    check(page, "placing")
    Player(table, Random(61)).turn(placing)
    player = Player(table, Random(61), whim=0)
    while True:
        look = table.until_asked()
        shots = [o for o in look["request"]["spec"]["options"] if o["key"].startswith("shoot")]
        if shots:
            break
        player.do_pass(look["request"])
    check(page, "asked")
    table.option(shots[0]["label"], shots[0]["group"]).click()
    expect(page.get_by_role("region", name="Odds")).to_be_visible()
    for line in page.locator(".log summary").all():
        line.click()
    check(page, "odds and the opened log")
    for name, opener in {"Wagon Road": "Menu", "Keys": "?", "Find": "Control+k"}.items():
        if opener == "Menu":
            page.get_by_role("button", name="Menu").click()
        else:
            page.keyboard.press(opener)
        expect(page.get_by_role("dialog", name=name)).to_be_visible()
        check(page, name)
        page.keyboard.press("Escape")
        expect(page.get_by_role("dialog")).to_have_count(0)
    player.hurried = True
    while (look := table.until_asked())["request"]:
        player.turn(look)
    expect(table.result()).to_be_visible()
    check(page, "the result")
    watcher = come()
    watcher.goto(page.url)
    expect(watcher.locator(".result")).to_be_visible()


def test_the_waiting_table_and_whoever_watches_it(come: Visitors, other: Person) -> None:
    page, watcher = come(), come()
    path = f"/match/{against_person(page, other)}"
    for tab in (page, watcher):
        tab.goto(path)
        Table(tab).until("m.role")
    expect(watcher.get_by_text("watching", exact=True)).to_be_visible()
    check(watcher, "watching")
    table = Table(page)
    Player(table, Random(62)).turn(table.until_asked())
    expect(table.panel.get_by_text("Your answer is in")).to_be_visible()
    check(page, "waiting")
    page.goto("/match/nowhere")
    expect(page.get_by_role("heading", name="This table cannot be shown")).to_be_visible()
    check(page, "no such match")
    come.forgive("WebSocket|404")


def test_the_hand_over(come: Visitors) -> None:
    page = come()
    page.goto(hot_seat(page))
    expect(page.get_by_role("heading", name="Hand the device to Company")).to_be_visible()
    check(page, "the hand-over")


def test_the_table_on_a_phone(come: Visitors) -> None:
    page = come(phone=True)
    page.goto(against_bot(page))
    table = Table(page)
    placing = table.until_asked()
    check(page, "placing on a phone")
    Player(table, Random(63)).turn(placing)
    table.until_asked()
    for pane in ("Sheet", "Odds", "Log", "Decide"):
        page.get_by_role("tablist", name="Sheets").get_by_role("tab", name=pane).tap()
        check(page, f"{pane} on a phone")


def test_a_battle_while_it_is_fought(clash: Clash) -> None:
    blue, red = clash.blue, clash.red
    check(blue.page, "which unit acts")
    clash.act("cuirassiers")
    blue.page.keyboard.press("1")
    blue.page.keyboard.press("ArrowUp")
    expect(blue.page.locator('[data-ghost="cuirassiers"]')).to_have_count(1)
    check(blue.page, "a manoeuvre")
    blue.option("Charge Reiters").click()
    expect(blue.panel).to_contain_text("May interrupt: Countercharge with Reiters")
    check(blue.page, "a charge")
    blue.commit(told=False)
    clash.asked()
    red.option("Countercharge with Reiters").click()
    expect(red.panel).to_contain_text("They meet after")
    check(red.page, "a reaction")
    check(blue.page, "waiting for it")
    check(clash.eye.page, "watching it")
    red.commit()
    clash.happened("Reiters met Cuirassiers on the front.")
    red.click_base("reiters")
    check(red.page, "a melee")
    red.page.get_by_role("button", name="Menu").click()
    red.press(red.page.get_by_role("button", name="Hold to resign"))
    red.until("m.view.result")
    red.page.mouse.up()
    expect(red.result()).to_be_visible()
    check(red.page, "the result of a battle")


def test_a_battle_is_drawn_up(come: Visitors) -> None:
    page = come()
    page.goto(against_bot(page, "baroque", seat="blue"))
    table = Table(page)
    while (asked := table.until_asked()["request"])["spec"]["kind"] != "deploy":
        if asked["pass"]:
            page.keyboard.press("p")
            table.until_settled(asked["id"])
        else:
            table.commit()
    check(page, "the tray")
    page.keyboard.press("a")
    expect(page.locator("[data-body]").first).to_be_visible()
    check(page, "the army drawn up")


@pytest.mark.parametrize("phone", [False, True])
def test_a_fight_with_cards(come: Visitors, phone: bool) -> None:
    page = come(phone=phone)
    page.goto(against_bot(page, "duel", seat="red"))
    table = Table(page)
    table.until_asked()
    page.locator(".option", has_text="Fight Bob").click()
    table.commit(told=False)
    page.locator('.hand [data-card="cup-6"]').click(position={"x": 8, "y": 30})
    if phone:
        page.locator("[data-exchange] .strip").click()
    check(page, "choosing a card")
    table.commit(told=False)
    table.until("m.requests.some((r) => r.rule === 'combat.9') || m.view.contests['0']?.over")
    check(page, "cards that lie open")
    if not phone:
        page.locator(".hand .piles").click()
        check(page, "the piles")
