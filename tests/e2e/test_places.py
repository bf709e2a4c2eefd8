"""Picking a place: a jump is one card, and where it leads is pointed at on the board by mouse, finger and keys."""

import re
from typing import Any, TypeAlias

from playwright.sync_api import expect

from tests.e2e.table import Square, Table
from tests.e2e.visits import Visitors, passed_until
from tests.kit.people import Person

Json: TypeAlias = Any
ARROWS = {"ArrowRight": (1, 0), "ArrowLeft": (-1, 0), "ArrowDown": (0, 1), "ArrowUp": (0, -1)}


def jumps(request: Json) -> bool:
    """Whether there are several places to jump to, and one of them is sure to be reached."""
    places = [
        p for o in request["spec"].get("options", ()) if o["key"] == "jump" for p in o["needs"]["options"]
    ]
    return len(places) > 1 and any(p["odds"] is None for p in places)


def sure_place(look: Json) -> Square:
    """A place that needs no roll."""
    jump = next(o for o in look["request"]["spec"]["options"] if o["key"] == "jump")
    x, y = next(p["square"] for p in jump["needs"]["options"] if p["odds"] is None)
    return x, y


def jumped(table: Table, look: Json) -> Square:
    """Where the jumper is when the jump is over."""
    table.until_settled(look["request"]["id"])
    x, y = table.held(f"m.view.pieces[{look['request']['subject']!r}].at")
    return x, y


def test_a_place_is_pointed_at_with_its_way_and_cost_and_clicked(come: Visitors, me: Person) -> None:
    page = come(person=me)
    page.goto(passed_until(me, jumps, scenario="halcyon"))
    table = Table(page)
    look = table.until_asked()
    expect(page.locator(".mb-offered")).to_have_count(0)
    cards = page.locator(".option__name").all_inner_texts()
    assert cards.count("Jump") == 1
    assert not [c for c in cards if re.search(r"\d, ?\d", c)]
    table.option("Jump", "Move").click()
    place = sure_place(look)
    expect(page.locator(".mb-offered").first).to_be_visible()
    expect(table.main).to_be_disabled()
    table.hover_square(place)
    expect(page.locator(".mb-base--ghost")).to_have_count(1)
    expect(page.locator(".mb-tag-text")).to_contain_text(re.compile(r"\d paces?, .*no roll"))
    expect(table.panel.locator(".strip")).to_contain_text("no roll")
    expect(page.locator(".mb-path").first).to_be_visible()
    expect(table.main).to_be_disabled()
    table.click_square(place)
    expect(table.main).to_have_text(re.compile("^Jump here"))
    page.keyboard.press("Escape")
    expect(table.main).to_be_disabled()
    table.click_square(place)
    assert table.held("m.version") == look["version"], "nothing has been decided yet"
    table.main.click()
    assert jumped(table, look) == place


def test_a_place_is_touched_on_a_phone(come: Visitors, me: Person) -> None:
    page = come(phone=True, person=me)
    page.goto(passed_until(me, jumps, scenario="halcyon"))
    table = Table(page)
    look = table.until_asked()
    table.option("Jump", "Move").tap()
    place = sure_place(look)
    table.tap_square(place)
    expect(page.locator(".mb-base--ghost")).to_have_count(1)
    table.main.tap()
    assert jumped(table, look) == place


def test_a_place_is_found_with_the_arrow_keys_or_stepped_to(come: Visitors, me: Person) -> None:
    page = come(person=me)
    page.goto(passed_until(me, jumps, scenario="halcyon"))
    table = Table(page)
    look = table.until_asked()
    card = table.option("Jump", "Move")
    page.keyboard.press(card.locator(".option__key").inner_text())
    expect(card).to_have_attribute("aria-checked", "true")
    count = page.locator(".mb-offered").count()
    step = page.get_by_role("button", name="Next place")
    step.focus()
    page.keyboard.press("Enter")
    expect(table.panel.locator(".strip")).to_contain_text(f"Place 1 of {count}")
    page.keyboard.press("Escape")
    table.tab_to_board()
    said = page.locator(".mb-board > [aria-live]")
    page.keyboard.press("ArrowRight")
    expect(said).to_have_text(re.compile(r"^\d+, \d+: "))
    x, y = map(int, said.inner_text().partition(":")[0].split(","))
    place = sure_place(look)
    for key, (dx, dy) in ARROWS.items():
        for _ in range(max(0, dx * (place[0] - x) + dy * (place[1] - y))):
            page.keyboard.press(key)
    expect(said).to_have_text(re.compile(rf"^{place[0]}, {place[1]}: Jump here, \d+ paces?, .*no roll$"))
    page.keyboard.press("Enter")
    expect(table.main).to_be_enabled()
    page.keyboard.press("Enter")
    assert jumped(table, look) == place
