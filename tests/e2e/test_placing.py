"""Placing in secret: what one sees of it oneself, before and after the answer, and what an onlooker reads."""

from collections.abc import Iterator

import pytest
from playwright.sync_api import Page, expect

from tests.e2e.table import Table
from tests.e2e.visits import Visitors, against_bot, against_person
from tests.kit.house import Server
from tests.kit.people import Person

INSIDE, FAR = (1, 7), (8, 7)


@pytest.fixture
def friend(house: Server) -> Iterator[Person]:
    """The other side, who plays over the wire."""
    person = Person(house)
    yield person
    person.close()


def names_on_board(page: Page) -> list[str]:
    """What a screen reader hears of the figures that are placed."""
    pieces = page.locator(".mb-stage [aria-label]").evaluate_all("all => all.map(e => e.ariaLabel)")
    return sorted(name for name in pieces if "placed at" in name)


def test_a_figure_is_placed_taken_up_again_and_refused_outside_the_zone(
    come: Visitors, friend: Person
) -> None:
    page = come()
    page.goto(f"/match/{against_person(page, friend)}")
    table = Table(page)
    asked = table.until_asked()["request"]["id"]
    remark = page.get_by_role("status").filter(has_text="zone")
    undo = table.panel.get_by_role("button", name="Undo")
    expect(undo).to_be_disabled()
    table.click_square(FAR)
    expect(remark).to_have_text("Outside your zone")
    table.click_square(INSIDE)
    expect(remark).to_have_count(0)
    expect(undo).to_be_enabled()
    assert names_on_board(page) == ["Marguerite, Company, placed at 1, 7, to be confirmed."]
    page.keyboard.press("u")
    assert names_on_board(page) == []
    page.keyboard.press("u")
    expect(page.get_by_text("There is nothing yet that you could take back")).to_be_visible()
    assert table.until_asked()["request"]["id"] == asked


def test_a_secret_placing_stays_before_the_eyes_of_its_maker_alone(come: Visitors, friend: Person) -> None:
    page, eye = come(), come()
    path = f"/match/{against_person(page, friend)}"
    page.goto(path)
    eye.goto(path)
    table, watching = Table(page), Table(eye)
    together = "Company and Raiders are placing, both in secret."
    expect(eye.get_by_role("region", name="What is decided now")).to_contain_text(together)
    table.until_asked()
    page.keyboard.press("a")
    table.commit()
    table.until("m.view.pending[m.role].given")
    seen = watching.held("[m.version, m.hash]")
    placed: list[str] = []
    for _ in range(2):
        expect(table.panel.get_by_role("heading")).to_have_text("Your answer is in. Waiting for Raiders.")
        expect(page.locator(".player").first).to_contain_text("answered")
        placed = names_on_board(page)
        assert len(placed) == 6
        assert all(name.endswith(", in secret.") for name in placed)
        table.check_hash()
        page.reload()
        table.until("m.view.pending[m.role].given")
    expect(table.panel.get_by_role("heading")).to_have_text("Your answer is in. Waiting for Raiders.")
    assert names_on_board(eye) == []
    assert watching.held("[m.version, m.hash]") == seen
    table.panel.get_by_role("button", name="Take back").click()
    table.until_asked()
    expect(table.main).to_be_enabled()
    again = [name.replace("to be confirmed", "in secret") for name in names_on_board(page)]
    assert again == placed


def test_figures_placed_so_far_outlive_a_reload_until_the_answer_is_given(
    come: Visitors, friend: Person
) -> None:
    page = come()
    page.goto(f"/match/{against_person(page, friend)}")
    table = Table(page)
    table.until_asked()
    table.click_square(INSIDE)
    placed = ["Marguerite, Company, placed at 1, 7, to be confirmed."]
    assert names_on_board(page) == placed
    page.reload()
    table.until_asked()
    expect(table.panel.get_by_role("button", name="Undo")).to_be_enabled()
    assert names_on_board(page) == placed
    page.keyboard.press("a")
    table.commit()
    table.until("m.view.pending[m.role].given")
    page.reload()
    table.until("m.view.pending[m.role].given")
    table.panel.get_by_role("button", name="Take back").click()
    table.until_asked()
    assert len(names_on_board(page)) == 6


def test_the_list_of_figures_keeps_its_size_while_they_are_hidden(come: Visitors) -> None:
    page = come()
    page.set_viewport_size({"width": 1366, "height": 768})
    page.goto(against_bot(page, scenario="wagon-road", variant="ambush", seat="red"))
    table = Table(page)
    table.until_asked()
    table.still()
    before, board = table.panel.bounding_box(), page.locator(".mb-table").bounding_box()
    page.keyboard.press("a")
    expect(table.main).to_be_enabled()
    expect(page.locator(".toplace i")).not_to_have_count(0)
    table.still()
    assert table.panel.bounding_box() == before
    assert page.locator(".mb-table").bounding_box() == board
