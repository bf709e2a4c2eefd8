"""The built client in a real browser, served by the real server."""

import re

import pytest
from playwright.sync_api import Page, expect

from tests.kit.accessibility import grave_faults
from tests.kit.house import Server


def test_the_first_page_opens_and_says_its_name(page: Page) -> None:
    answer = page.goto("/")
    assert answer is not None
    assert answer.status == 200
    expect(page).to_have_title(re.compile("^Muster"))
    expect(page.get_by_role("heading", level=1)).to_be_visible()


def test_the_fonts_of_the_house_are_the_ones_shown(page: Page) -> None:
    page.goto("/")
    expect(page.get_by_role("heading", level=1)).to_be_visible()
    page.evaluate("document.fonts.ready")
    loaded: list[str] = page.evaluate(
        "[...document.fonts].filter(f => f.status === 'loaded').map(f => f.family)"
    )
    assert {name.strip('"') for name in loaded} == {"Alegreya", "Atkinson Hyperlegible Next"}


@pytest.mark.parametrize("theme", ["light", "dark"])
def test_axe_finds_nothing_grave_on_the_first_page(page: Page, theme: str) -> None:
    page.emulate_media(color_scheme="dark" if theme == "dark" else "light")
    page.goto("/")
    expect(page.get_by_role("heading", level=1)).to_be_visible()
    assert grave_faults(page) == []


def test_the_interface_answers_under_the_same_roof(page: Page, server: Server) -> None:
    answer = page.request.get(f"{server.url}/api/health")
    assert answer.ok
    assert answer.json()["status"] == "ok"


def test_axe_does_find_what_is_grave(page: Page) -> None:
    page.set_content(
        "<html lang='en'><title>bad</title><main><img src=''><p style='color:#ccc'>pale</p></main></html>"
    )
    faults = "\n".join(grave_faults(page))
    assert "image-alt" in faults
    assert "color-contrast" in faults
