"""A battle on one screen for both, and on a phone in dark colours: after every answer a reload shows the same."""

from typing import Any, TypeAlias

import pytest
from playwright.sync_api import Page, expect

from tests.e2e.hand import Hand
from tests.e2e.table import Table
from tests.e2e.visits import Visitors, hot_seat, picture

Json: TypeAlias = Any


def simple(request: Json) -> Json:
    """An answer that needs no thought: units go forward as far as they can, everything else is passed or the first."""
    spec = request["spec"]
    match spec["kind"]:
        case "deploy":
            return {"at": spec["suggested"]}
        case "confirm":
            return {"yes": False}
        case "number":
            return {"value": spec["min"]}
        case kind:
            assert kind == "choose", f"no answer to questions of the kind {kind}"
    options = {option["key"]: option for option in spec["options"]}
    if request["rule"] == "baroque.4.1.1g":
        ways = {way["key"]: way for way in options["move"]["needs"]["ways"]} if "move" in options else {}
        if "forward" in ways and options["move"]["label"] == "Move":
            course = {"way": "forward", "length": ways["forward"]["most"], "bearing": 0}
            return {"picks": [{"key": "move", "with": course}]}
        return {"pass": True}
    unit = next((key for key in options if key.startswith("unit:")), None)
    if request["rule"] == "baroque.4.1.1f" and unit is not None:
        return {"picks": [{"key": unit}]}
    if request["pass"] is not None:
        return {"pass": True}
    return {"picks": [{"key": next(key for key, option in options.items() if option["needs"] is None)}]}


def fought(page: Page, name: str, *, answers: int) -> set[str]:
    """Both sides give so many answers on one page, which is reloaded after each; returns who was asked."""
    page.goto(hot_seat(page, "baroque", scenario="mill-hill"))
    table = Table(page)
    hand, asked = Hand(table), set[str]()
    for number in range(answers):
        request = hand.next()
        asked.add(request["seat"])
        picture(page, f"{name}-{number:02}-asked")
        hand.give(request, simple(request))
        table.until_asked()  # the screen goes over to who is next
        table.check_reload()
    return asked


@pytest.mark.timeout(300)
def test_two_on_one_screen_see_the_same_after_a_reload_at_every_step(come: Visitors) -> None:
    page = come()
    assert fought(page, "desk", answers=7) == {"blue", "red"}
    expect(page.locator(".log")).to_contain_text("moved forward")


@pytest.mark.timeout(300)
def test_on_a_phone_in_the_dark_a_battle_is_drawn_up_and_begun_and_survives_a_reload_at_every_step(
    come: Visitors,
) -> None:
    page = come(phone=True, theme="dark")
    assert fought(page, "phone", answers=6) == {"blue", "red"}
