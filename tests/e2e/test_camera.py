"""Where the table lies in the window: it fills it, stays still, and nothing is decided under a panel."""

from random import Random
from typing import Any, TypeAlias

import pytest
from playwright.sync_api import Page, ViewportSize, expect

from tests.e2e.driver import Player
from tests.e2e.table import Table
from tests.e2e.visits import Visitors, against_bot, passed_until
from tests.kit.people import Person

Json: TypeAlias = Any
NOTEBOOK: ViewportSize = {"width": 1366, "height": 768}
SMALL: ViewportSize = {"width": 1280, "height": 800}
LANDSCAPE: ViewportSize = {"width": 844, "height": 390}


@pytest.mark.parametrize("window", [NOTEBOOK, SMALL], ids=["notebook", "small"])
@pytest.mark.parametrize("scenario", ["halcyon", "kettle-creek"])
def test_at_the_first_look_the_field_fills_the_window_and_who_is_asked_about_is_in_sight(
    come: Visitors, scenario: str, window: ViewportSize
) -> None:
    page = come()
    page.set_viewport_size(window)
    page.goto(against_bot(page, scenario=scenario))
    table = Table(page)
    Player(table, Random(81)).turn(table.until_asked())
    table.until_asked()
    page.reload()
    look = table.until_asked()
    expect(page.get_by_role("heading", name=look["request"]["text"])).to_be_visible()
    table.still()
    assert uncovered(table, look) == []
    board = scale(page)
    assert board["width"] > 0.85 * window["width"] or board["height"] > 0.85 * window["height"]


def scale(page: Page) -> Json:
    """Where the table lies, and how large it is, on the screen."""
    return page.locator(".mb-table").bounding_box()


def test_where_a_move_would_end_comes_out_from_under_the_panels(come: Visitors) -> None:
    page = come()
    page.set_viewport_size(SMALL)
    page.goto(against_bot(page))
    table = Table(page)
    Player(table, Random(82)).turn(table.until_asked())
    look = table.until_asked()
    table.option("Move", "Move").click()
    move = next(o for o in look["request"]["spec"]["options"] if o["key"] == "move")["needs"]
    end = max(move["ends"], key=lambda e: e[1])
    # Near, and dragged under the request panel.
    panel = table.panel.bounding_box()
    assert panel is not None
    table.hover_square((end[0], end[1]))
    page.mouse.wheel(0, -600)
    page.mouse.down(button="middle")
    page.mouse.move(panel["x"] + panel["width"] / 2, panel["y"] + 60, steps=4)
    page.mouse.up(button="middle")
    assert not table.in_sight((end[0], end[1]))
    table.tab_to_board()
    at = move["from"]
    for key, by in (
        ("ArrowRight", end[0] - at[0]),
        ("ArrowLeft", at[0] - end[0]),
        ("ArrowDown", end[1] - at[1]),
        ("ArrowUp", at[1] - end[1]),
    ):
        for _ in range(max(0, by)):
            page.keyboard.press(key)
    expect(page.locator(".mb-base--ghost")).to_have_count(1)
    table.still()
    assert table.in_sight((end[0], end[1]))


@pytest.mark.parametrize("window", [NOTEBOOK, SMALL], ids=["notebook", "small"])
def test_whoever_acts_and_may_be_aimed_at_stays_between_the_panels_which_move_nothing(
    come: Visitors, window: ViewportSize
) -> None:
    page = come()
    page.set_viewport_size(window)
    page.goto(against_bot(page))
    table = Table(page)
    player = Player(table, Random(83))
    widths = []
    for turn in range(6):
        look = table.until_asked()
        table.still()
        assert uncovered(table, look) == []
        before, question = scale(page), table.panel.bounding_box()
        assert question is not None
        assert question["height"] <= window["height"] / 3
        widths.append(before["width"])
        if turn == 3:
            page.get_by_role("button", name="Fold ›").click()
            page.get_by_role("button", name="Fold the sheet").click()
            table.still()
            assert scale(page) == before
            # From here on the table lies where the player has put it, as near as can be.
            page.mouse.move(600, 300)
            page.mouse.wheel(0, -300)
            widths.clear()
        player.turn(look)
    # Nearer never by itself, and farther only where nobody could be aimed at otherwise.
    assert widths == sorted(widths, reverse=True)


def uncovered(table: Table, look: Json) -> list[str]:
    """Who acts, and all who are marked on the board, as far as they lie under a panel."""
    marked = {o["piece"] for o in look["request"]["spec"].get("options", []) if o["piece"]}
    held = [look["pieces"].get(piece) for piece in marked | {look["request"]["subject"]}]
    return [p["name"] for p in held if p and p["at"] and not table.in_sight(p["at"])]


def test_a_phone_on_its_side_has_the_question_beside_the_board(come: Visitors) -> None:
    page = come(phone=True)
    page.set_viewport_size(LANDSCAPE)
    page.goto(against_bot(page))
    table = Table(page)
    Player(table, Random(84)).turn(table.until_asked())
    look = table.until_asked()
    table.still()
    sheet = page.get_by_role("region", name="Sheets").bounding_box()
    assert sheet is not None
    assert sheet["width"] <= 0.45 * LANDSCAPE["width"]
    assert sheet["x"] + sheet["width"] == LANDSCAPE["width"]
    assert table.in_sight(look["pieces"][look["request"]["subject"]]["at"])
    for tool in page.get_by_role("toolbar", name="Table tools").get_by_role("button").all():
        box = tool.bounding_box()
        assert box is not None
        assert box["x"] + box["width"] <= sheet["x"]
        tool.click(trial=True)
    page.get_by_role("tab", name="Log").tap()
    expect(page.get_by_role("tabpanel").get_by_text("Company take their places.")).to_be_visible()
    assert table.main.bounding_box()["y"] < LANDSCAPE["height"] - 60  # type: ignore[index]


def test_the_long_list_of_a_party_scrolls_and_leaves_the_table_its_room(come: Visitors) -> None:
    page = come()
    page.set_viewport_size(NOTEBOOK)
    page.goto(against_bot(page, scenario="kettle-creek", parties="choose"))
    table = Table(page)
    table.until_asked()
    table.still()
    before, question = scale(page), table.panel.bounding_box()
    assert question is not None
    assert question["height"] <= NOTEBOOK["height"] / 3
    more = page.locator(".request__body")
    assert more.get_attribute("data-more") == "below"
    page.get_by_text("more below").click()
    expect(more).to_have_attribute("data-more", "above below")
    more.evaluate("e => e.scrollTo(0, e.scrollHeight)")
    expect(more).to_have_attribute("data-more", "above")
    expect(page.get_by_text("more below")).to_be_hidden()
    page.get_by_role("button", name="One more for Pikeman").click()
    table.commit()
    assert table.until_asked()["request"]["spec"]["kind"] == "place"
    table.still()
    assert scale(page)["width"] >= before["width"]


def test_all_who_may_be_shot_at_are_in_sight_on_a_phone_with_their_numbers(
    come: Visitors, me: Person
) -> None:
    def many_targets(request: Json) -> bool:
        return len({o["piece"] for o in request["spec"].get("options", []) if o.get("odds")}) > 3

    path = passed_until(me, many_targets, scenario="wagon-road")
    page = come(phone=True, person=me)
    page.goto(path)
    table = Table(page)
    look = table.until_asked()
    table.still()
    assert uncovered(table, look) == []
    targets = {o["piece"] for o in look["request"]["spec"]["options"] if o["odds"]}
    names = [look["pieces"][piece]["name"].rsplit(" ", 1)[-1] for piece in targets]
    shown = page.locator(".mb-digit, .mb-which text").all_text_contents()
    assert {n for n in names if n.isdigit()} <= set(shown)


def test_a_finished_match_opens_with_its_whole_table_on_a_phone(come: Visitors, me: Person) -> None:
    page = come(phone=True, person=me)
    path = passed_until(me, lambda request: request["spec"]["kind"] == "choose")
    page.goto(path)
    table = Table(page)
    table.until_asked()
    page.get_by_role("button", name="Menu").tap()
    table.press(page.get_by_role("button", name="Hold to resign"))
    table.until("m.view.result")
    page.mouse.up()
    page.reload()
    table.until("m.view.result")
    table.still()
    board = page.locator(".mb-table").bounding_box()
    assert board is not None
    assert board["x"] >= -1
    assert board["x"] + board["width"] <= 391
