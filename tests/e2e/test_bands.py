"""A band is built with a card of the player's own, brought to a match and played with; by keys, and fit for all eyes."""

import re

import pytest
from playwright.sync_api import Locator, Page, expect

from tests.e2e.test_accessibility import check
from tests.e2e.visits import Visitors

pytestmark = pytest.mark.xdist_group("house")

READY = "Ready to play"


def spent(page: Page, gold: int) -> None:
    """The band costs that much."""
    expect(page.get_by_role("region", name="Costs").get_by_role("listitem").first).to_contain_text(
        f"{gold} of"
    )


def faults(page: Page) -> Locator:
    """What is to be mended."""
    return page.get_by_role("list", name="What is to be mended").get_by_role("listitem")


def test_a_band_with_an_edited_card_is_built_brought_and_begun(come: Visitors) -> None:
    page = come()
    page.goto("/armies/new?game=ad1666&list=poland&points=135")
    expect(faults(page)).to_contain_text("Nobody is of this band yet")
    page.get_by_role("button", name=re.compile("^One Wolodyjowski more, 50 Gold")).click()
    for number in (1, 2):
        page.get_by_role("button", name=re.compile(f"^One Dragoon more, 16 Gold, {number - 1} in")).press(
            "Enter"
        )
        spent(page, 50 + 16 * number)
    expect(page.get_by_text(READY)).to_be_visible()

    # His card is copied, renamed and made dearer than any card; what is wrong leads back to it.
    page.get_by_role("button", name="Wolodyjowski: open the card").press("Enter")
    window = page.get_by_role("dialog", name="Wolodyjowski")
    window.get_by_role("button", name="Make my own copy").click()
    window.get_by_label("Name").fill("Basia")
    basia = page.get_by_role("dialog", name="Basia")
    basia.get_by_label("Gold", exact=True).fill("501")
    expect(basia.get_by_role("status")).to_contain_text("Basia, Gold 501: a card may have 0 to 500.")
    check(page, "a card of one's own")
    page.keyboard.press("Escape")
    expect(faults(page)).to_have_count(2)
    faults(page).nth(1).get_by_role("button").click()
    basia.get_by_label("Gold", exact=True).fill("45")
    basia.get_by_role("button", name="Open the card of Sabre").click()
    sabre = page.get_by_role("dialog", name="Sabre")
    sabre.get_by_role("button", name="Make my own copy").click()
    sabre.get_by_label("Superiority").fill("4")
    sabre.get_by_role("button", name="Back to Basia").click()
    expect(basia).to_contain_text("Superiority 4")
    page.keyboard.press("Escape")
    expect(page.get_by_text(READY)).to_be_visible()
    spent(page, 77)
    check(page, "the band builder")

    page.get_by_role("textbox", name="Name of the band").fill("Basia's band")
    page.get_by_role("button", name="Save").click()
    expect(page.get_by_role("button", name="Saved")).to_be_visible()
    page.goto("/new?game=ad1666")
    bring = page.get_by_role("group", name="What you bring").get_by_role("combobox")
    bring.select_option(label="Basia's band: Poland, 135 Gold")
    page.get_by_text("Options of the game").click()
    bands = page.get_by_label(re.compile("^Bands"))
    expect(bands).to_have_value("chosen")
    bands.select_option(label="The scenario's own")
    expect(bring).to_have_value("")
    bands.select_option(label="Each side brings one")
    page.get_by_role("button", name="To the table").click()
    page.wait_for_url(re.compile("/match/"))
    expect(page.get_by_text(re.compile("Red brings Basia, Dragoon 1, Dragoon 2.")).first).to_be_visible()
    expect(
        page.get_by_text(re.compile(r"Basia \(after Wolodyjowski\), Sabre \(after Sabre\)")).first
    ).to_be_visible()


def test_the_builder_on_a_phone_shows_all_of_it_in_one_column(come: Visitors) -> None:
    page = come(phone=True)
    page.goto("/armies/new?game=ad1666&ready=france-135")
    expect(page.get_by_text(READY)).to_be_visible()
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    page.get_by_role("button", name="Portos: open the card").tap()
    page.get_by_role("button", name="Make my own copy").tap()
    window = page.get_by_role("dialog", name="Portos")
    window.get_by_role("checkbox", name="Disarm").check()
    window.get_by_role("combobox", name="Add a skill").select_option(label="Lockpicking")
    window.get_by_label("Lockpicking", exact=True).fill("2")
    page.get_by_role("button", name="Close").tap()
    expect(page.get_by_text(READY)).to_be_visible()
    page.get_by_role("button", name="Portos, own card: open the card").tap()
    expect(window.get_by_label("Lockpicking", exact=True)).to_have_value("2")
    window.get_by_role("button", name="Throw it away").tap()
    expect(page.get_by_role("button", name="Portos: open the card")).to_be_visible()
