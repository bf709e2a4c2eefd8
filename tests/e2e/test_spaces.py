"""A board of spaces: one of another shape is one to the pointer, windows work by their handles, zones show on demand."""

import re
from typing import Any, TypeAlias

from playwright.sync_api import expect

from tests.e2e.table import Table
from tests.e2e.visits import Visitors, entropy
from tests.kit.people import Person

Json: TypeAlias = Any
WHO = "red-wolodyjowski"
OCTAGON = re.compile(r"^M[^Q]*(Q[^Q]*){8}Z$")


def at_the_window(person: Person) -> str:
    """The path of a match in which the person's Character stands before a window and decides what to do."""
    body = {
        "ruleset": "ad1666",
        "options": {"scenario": "midnight-at-the-palace"},
        "seat": "red",
        "level": "random",
        "entropy": entropy(),
    }
    match_id = person.post("/api/play-bot", body)["id"]
    with person.socket(match_id) as socket:
        while (request := socket.asked()) is not None:
            spec = request["spec"]
            if any(o["edge"] == "west-window" for o in spec.get("options", ())):
                return f"/match/{match_id}"
            socket.settled(socket.answer(request, _answer(spec)))
            socket.until_moved(request["id"])
    raise AssertionError("nobody came to the window")


def _answer(spec: Json) -> Json:
    if spec["kind"] == "place":
        others = [p["id"] for p in spec["pieces"] if p["id"] != WHO]
        return {"at": {WHO: [1, 4], **{piece: [0, y] for y, piece in enumerate(others)}}}
    own = [o for o in spec["options"] if o["piece"] == WHO]
    return {"picks": [{"key": (own or spec["options"])[0]["key"]}]}


def test_a_space_is_one_a_window_has_a_handle_and_zones_show(come: Visitors, me: Person) -> None:
    page = come(person=me)
    page.goto(at_the_window(me))
    table = Table(page)
    table.until_asked()
    table.still()
    handle = page.get_by_role("button", name="Climb through the window, 2 MP")
    handle.focus()
    page.keyboard.press("Enter")
    expect(handle).to_have_attribute("aria-pressed", "true")
    expect(table.main).to_contain_text(re.compile("climb through the window", re.IGNORECASE))
    # Escape first shows all options again: a Full and a Half Move both lead through the window.
    page.keyboard.press("Escape")
    page.keyboard.press("Escape")
    expect(handle).to_have_attribute("aria-pressed", "false")
    # The round landing is one space, whichever of its squares is pointed at, and has eight corners.
    page.keyboard.press("l")
    outlines = set[str]()
    cursor = page.locator(".mb-cursor")
    for square in ((8, 5), (9, 6)):
        table.hover_square(square)
        expect(cursor).to_have_attribute("d", OCTAGON)
        outlines.add(cursor.get_attribute("d") or "")
        expect(page.get_by_role("status").filter(has_text="From Wolodyjowski: blocked by")).to_be_visible()
        table.hover_square((6, 2))
        expect(cursor).not_to_have_attribute("d", OCTAGON)
    assert len(outlines) == 1
    page.keyboard.press("l")
    page.keyboard.press("z")
    expect(page.locator(".mb-zone-tint")).to_have_count(2)
    page.keyboard.press("z")
    expect(page.locator(".mb-zone-tint")).to_have_count(0)
