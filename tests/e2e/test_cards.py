"""A close combat with cards on the pages of both sides while somebody watches (test.10, test.11, combat.11)."""

import re

from playwright.sync_api import Locator, expect

from tests.e2e.dice import ENTROPY
from tests.e2e.table import Table
from tests.e2e.visits import Visitors, picture, post

CLOTH = "[data-exchange]"


def card(table: Table, key: str) -> Locator:
    """A card of the own hand, or the top of the deck."""
    return table.page.locator(f'.hand [data-card="{key}"]')


def take(table: Table, key: str) -> None:
    """Choose a card in the hand and play it; the list of options has it too."""
    card(table, key).click(position={"x": 8, "y": 30})
    expect(card(table, key)).to_have_attribute("aria-pressed", "true")
    expect(table.page.locator(".option[aria-checked=true]")).to_have_count(1)
    table.commit(told=False)


def asked(table: Table, rule: str) -> None:
    """The page asks by that rule."""
    table.until("m.requests.some((r) => r.seat === m.role && r.rule === given)", rule)


def test_a_blow_is_laid_turned_over_reinforced_and_parried_and_nobody_sees_more_than_is_theirs(
    come: Visitors,
) -> None:
    host, guest, watcher = come(), come(), come()
    seats = {"red": {"kind": "me"}, "blue": {"kind": "invite"}}
    made = post(host, "/api/matches", {"ruleset": "duel", "options": {}, "seats": seats, "entropy": ENTROPY})
    token = next(s["invite"] for s in made["seats"] if s["seat"] == "blue").rsplit("/", 1)[1]
    post(guest, f"/api/invites/{token}", {"entropy": ENTROPY})
    for page in (host, guest, watcher):
        page.goto(f"/match/{made['id']}")
    red, blue, eye = Table(host), Table(guest), Table(watcher)
    everybody = (red, blue, eye)

    red.until_asked()
    assert red.page.locator(".hand .held").count() == 3
    assert not eye.page.locator(".hand").count()
    for table in everybody:
        expect(table.page.get_by_role("img", name="Red holds 3 cards")).to_be_visible()
        expect(table.page.locator(".topbar")).to_contain_text("Initiative")
    red.page.locator(".option", has_text="Fight Bob").click()
    red.commit(told=False)

    # A card of the hand lies face down: all see whence it comes, its owner alone may look at it.
    asked(red, "test.10")
    expect(card(red, "cup-6").locator(".badge")).to_have_text("9")
    take(red, "cup-6")
    for table in (blue, eye):
        expect(table.page.locator(CLOTH).get_by_label("Ann: a card from the hand, face down")).to_be_visible()
        assert "Cup 6" not in table.page.content()
        assert "cup-6" not in table.page.content()
    red.page.get_by_role("button", name="Your card lies face down. Look at it").click()
    expect(red.page.get_by_role("button", name="Your card: Cup 6. Cover it")).to_be_visible()

    # Blue trusts the deck; both are turned over.
    asked(blue, "test.10")
    take(blue, "deck")
    for table in everybody:
        cloth = table.page.locator(CLOTH)
        expect(cloth.get_by_label("total 9")).to_be_visible()
        expect(cloth.get_by_label("total 2")).to_be_visible()
        expect(cloth.get_by_role("img", name="Skull 2")).to_be_visible()

    # Red has nothing that fits, and reads why; Blue adds 2.
    asked(red, "combat.9")
    for key, name in (("skull-4", "Skull 4"), ("heart-3", "Heart 3")):
        expect(card(red, key)).to_have_attribute("aria-disabled", "true")
        expect(card(red, key)).to_have_attribute("aria-label", re.compile(f"{name}: neither Cup nor 6"))
    picture(red.page, "cards-unfit")
    red.page.keyboard.press("p")
    asked(blue, "combat.9")
    expect(card(blue, "cup-2").locator(".badge")).to_have_text("+2")
    expect(card(blue, "heart-7")).to_have_attribute("aria-disabled", "true")
    take(blue, "cup-2")
    for table in everybody:
        expect(table.page.locator(CLOTH).get_by_label("total 4")).to_be_visible()
        expect(table.page.locator(f"{CLOTH} .plus")).to_have_text("+2")
    for table in (red, blue):
        asked(table, "combat.9")
        table.page.keyboard.press("p")

    # The Parry is a test of its own after the blow, and the Riposte follows.
    asked(blue, "combat.11")
    blue.commit(told=False)
    asked(red, "test.10")
    for table in everybody:
        chain = table.page.get_by_role("list", name="Tests of this exchange").get_by_role("button")
        expect(chain).to_have_count(3)
        expect(chain.nth(1)).to_contain_text(re.compile("Parry.*Success"))
    eye.page.get_by_role("button", name=re.compile("^Parry")).click()
    expect(eye.page.locator(CLOTH).get_by_role("img", name="Horseshoe 8")).to_be_visible()
    for table in (blue, eye):
        assert not re.search("skull-4|Skull 4", table.page.content()), "what Red still holds is Red's"
    picture(eye.page, "cards-chain")
