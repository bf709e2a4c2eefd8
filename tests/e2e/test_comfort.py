"""What a table offers beside deciding: asking before a hasty key, finding things, what wins, and saying that one is offline."""

import re
from random import Random

import pytest
from playwright.sync_api import Page, expect

from tests.e2e.driver import Player
from tests.e2e.table import Table
from tests.e2e.visits import Visitors, against_bot


def first_turn(page: Page) -> Table:
    """A match against a bot, up to the first own turn."""
    page.goto(against_bot(page, seat="blue"))
    table = Table(page)
    Player(table, Random(50)).turn(table.until_asked())
    table.until_asked()
    return table


def test_the_key_that_ends_a_turn_asks_first_while_both_halves_are_unused(come: Visitors) -> None:
    table = first_turn(come())
    page = table.page
    asked = table.held("m.requests[0].id")
    dialog = page.get_by_role("dialog", name="End the turn with both half actions unused?")
    page.keyboard.press("n")
    expect(dialog).to_be_visible()
    page.keyboard.press("n")
    page.keyboard.press("Escape")
    expect(dialog).to_have_count(0)
    assert table.held("m.requests[0].id") == asked
    page.keyboard.press("n")
    expect(dialog.get_by_role("button", name="End turn")).to_be_focused()
    page.keyboard.press("Enter")
    table.until_settled(asked)


def test_undo_says_what_it_would_take_back(come: Visitors) -> None:
    table = first_turn(come())
    expect(table.panel.get_by_role("button", name="Ask to undo placing")).to_be_visible()


def test_who_only_taps_what_is_to_be_held_is_told_so(come: Visitors) -> None:
    page = first_turn(come()).page
    page.get_by_role("button", name="Menu").click()
    page.get_by_role("button", name="Hold to resign").click()
    expect(page.get_by_text("Hold it longer")).to_be_visible()


@pytest.mark.parametrize("phone", [False, True])
def test_a_party_is_chosen_with_buttons_that_stay_put_and_outlives_a_reload(
    come: Visitors, *, phone: bool
) -> None:
    page = come(phone=phone)
    page.goto(against_bot(page, seat="blue", parties="choose", limit=40))
    table = Table(page)
    table.until_asked()
    slots = page.locator(".slot")
    expect(slots.first.locator("svg")).to_be_visible()
    expect(slots.first).to_contain_text("Move 8")
    before = [slot.bounding_box() for slot in slots.all()]
    page.get_by_role("button", name="One more for Marguerite").click()
    page.get_by_role("button", name="One more for Sergeant").click()
    expect(slots.filter(has_text="5 left")).not_to_have_count(0)
    assert [slot.bounding_box() for slot in slots.all()] == before
    page.reload()
    table.until_asked()
    expect(page.get_by_text("Price: 35 of 40, 5 left")).to_be_visible()
    if phone:
        assert slots.nth(3).is_visible()
        box = slots.nth(3).bounding_box()
        assert box is not None
        assert box["y"] + box["height"] < page.get_by_text("Price: 35 of 40").bounding_box()["y"]  # type: ignore[index]


def test_figures_rules_and_pages_are_found_by_their_words(come: Visitors) -> None:
    table = first_turn(come())
    page = table.page

    def find(words: str) -> None:
        page.keyboard.press("Control+k")
        page.get_by_role("combobox", name="What do you look for?").fill(words)

    found = page.get_by_role("listbox", name="Commands").get_by_role("option")
    find("end of the fight")
    expect(found).to_have_count(1)
    expect(found).to_contain_text("Rule end.1")
    with page.context.expect_page() as opened:
        page.keyboard.press("Enter")
    rules = opened.value
    expect(rules).to_have_url(re.compile(r"/rules/newworld#newworld\.end\.1$"))
    expect(rules.locator("[id='newworld.end.1']")).to_be_in_viewport()
    rules.close()
    page.bring_to_front()
    find("no such thing")
    expect(page.get_by_text("There is nothing of that name.")).to_be_visible()
    page.keyboard.press("Escape")
    expect(page.get_by_role("dialog")).to_have_count(0)
    find("marguerite company")
    page.keyboard.press("Enter")
    expect(page.get_by_role("heading", name="Marguerite", exact=True)).to_be_visible()
    find("watch other")
    page.keyboard.press("Enter")
    page.wait_for_url(re.compile("/watch$"))


def test_the_name_in_the_header_leads_to_what_wins(come: Visitors) -> None:
    page = come()
    page.goto(against_bot(page, scenario="fort-prosper"))
    Table(page).until_asked()
    page.get_by_role("banner").get_by_role("button", name="Fort Prosper").click()
    menu = page.get_by_role("dialog")
    expect(menu).to_contain_text(
        "Hold the gateway after round 10 with more upright figures than the other side."
    )
    expect(menu).to_contain_text(
        "whoever kept the larger share of Wounds, unless the scenario says otherwise"
    )


def test_a_finished_table_offers_no_tool_that_the_server_would_refuse(come: Visitors) -> None:
    table = first_turn(come())
    page = table.page
    measure = page.get_by_role("button", name="Measure (M)")
    page.keyboard.press("m")
    expect(measure).to_have_attribute("aria-pressed", "true")
    page.keyboard.press("Escape")
    page.get_by_role("button", name="Menu").click()
    table.press(page.get_by_role("button", name="Hold to resign"))
    table.until("m.view.result")
    page.mouse.up()
    expect(table.result()).to_be_visible()
    expect(measure).to_have_count(0)
    expect(page.get_by_role("button", name="Sight line (L)")).to_have_count(0)
    expect(page.get_by_role("button", name="Show the whole table (0)")).to_be_visible()
    page.keyboard.press("Control+k")
    page.get_by_role("combobox").fill("measure")
    expect(page.get_by_role("option").filter(has_text=re.compile("^Measure"))).to_have_count(0)


def test_whoever_is_offline_is_told_at_once(come: Visitors) -> None:
    table = first_turn(come())
    told = table.page.get_by_text("This device is offline.")
    table.page.context.set_offline(True)
    expect(told).to_be_visible(timeout=1000)
    table.page.context.set_offline(False)
    expect(told).to_have_count(0)


def test_a_tool_says_whom_it_measures_from_and_begins_where_one_clicks(come: Visitors) -> None:
    table = first_turn(come())
    page = table.page
    look = table.look()
    acting = look["pieces"][look["request"]["subject"]]
    page.keyboard.press("l")
    hint = page.get_by_text("Point at its end; click there to begin there.")
    expect(hint).to_contain_text(f"Sight line from {acting['name']}.")
    foe = next(p for p in look["pieces"].values() if p["seat"] != look["role"] and p["at"])
    table.hover_square(foe["at"])
    page.wait_for_timeout(300)
    table.click_square(foe["at"])
    expect(hint).to_contain_text(f"Sight line from {foe['name']}.")
    page.keyboard.press("Escape")
    expect(hint).to_have_count(0)


def test_the_sheet_goes_on_to_whoever_acts_next(come: Visitors) -> None:
    page = come()
    page.goto(against_bot(page))
    table = Table(page)
    player = Player(table, Random(97), hurried=True)
    seen: set[str] = set()
    while len(seen) < 3:
        look = table.until_asked()
        subject = look["request"]["subject"]
        if subject is None or subject in seen:
            player.turn(look)
            continue
        seen.add(subject)
        sheet = page.get_by_label("Sheet of the selected piece")
        expect(sheet.locator("h2")).to_have_text(look["pieces"][subject]["name"])
        other = next(i for i in table.held("m.view.phase.order") if i != subject)
        page.get_by_role("button", name=look["pieces"][other]["name"]).and_(
            page.locator(".order button")
        ).click()
        expect(sheet.locator("h2")).to_have_text(look["pieces"][other]["name"])
        player.turn(look)


def test_the_order_of_the_round_is_one_tap_away_on_a_phone(come: Visitors) -> None:
    page = come(phone=True)
    page.goto(against_bot(page))
    table = Table(page)
    Player(table, Random(98)).turn(table.until_asked())
    look = table.until_asked()
    acting = look["pieces"][look["request"]["subject"]]["name"]
    page.get_by_role("button", name="Round 1 of 12").tap()
    order = page.get_by_role("list", name="Order of the round")
    expect(order.get_by_role("button", name=f"{acting}, acts now")).to_be_visible()
    other = next(n for n in (p["name"] for p in look["pieces"].values()) if n != acting and "horse" not in n)
    order.get_by_role("button", name=other).tap()
    expect(page.get_by_role("tabpanel").locator("h2")).to_have_text(other)
