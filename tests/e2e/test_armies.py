"""The army builder: legal armies by mouse and by keyboard, faults in words, commands by drag and keys, files, print."""

import json
import re
from collections.abc import Sequence
from pathlib import Path

import pytest
from playwright.sync_api import Locator, Page, expect

from tests.e2e.test_accessibility import check
from tests.e2e.visits import Visitors

READY = "Ready for battle"


def points(page: Page) -> Locator:
    """The panel that counts."""
    return page.get_by_role("region", name="Points")


def spent(page: Page, total: int) -> None:
    """The army costs that much."""
    expect(points(page).locator(".cap__pts b")).to_have_text(str(total))


def faults(page: Page) -> Locator:
    """What is to be mended."""
    return page.get_by_role("list", name="What is to be mended").get_by_role("listitem")


def command(page: Page, name: str) -> Locator:
    """A command on the cloth."""
    return page.get_by_role("region", name=name, exact=True)


def lined_up(page: Page, name: str, wanted: Sequence[str]) -> None:
    """A command has these units in this order, as their labels have them."""
    there = command(page, name).locator("[data-place]")
    expect(there).to_have_count(len(wanted))
    for place, unit_name in enumerate(wanted):
        expect(there.nth(place)).to_have_attribute("aria-label", re.compile(rf"^{re.escape(unit_name)},"))


def last_is(page: Page, name: str, wanted: str) -> None:
    """The last unit of a command."""
    last = command(page, name).locator("[data-place]").last
    expect(last).to_have_attribute("aria-label", re.compile(rf"^{re.escape(wanted)},"))


def unit(page: Page, name: str) -> Locator:
    """A unit on the cloth."""
    return page.get_by_role("button", name=re.compile(rf"^{re.escape(name)}, \d+ points"))


def ready(page: Page, key: str) -> None:
    """Open a ready army."""
    page.goto(f"/armies/new?game=baroque&ready={key}")
    expect(page.get_by_text(READY)).to_be_visible()


def drag(page: Page, what: Locator, to: Locator, *, across: float = 0.5) -> None:
    """Drag a unit to a place on something; ``across`` is a share of its width."""
    what.scroll_into_view_if_needed()
    start, end = what.bounding_box(), to.bounding_box()
    assert start is not None
    assert end is not None
    page.mouse.move(start["x"] + start["width"] / 2, start["y"] + 30)
    page.mouse.down()
    page.mouse.move(start["x"] + start["width"] / 2 + 12, start["y"] + 36)
    page.mouse.move(end["x"] + end["width"] * across, end["y"] + end["height"] / 2, steps=5)
    page.mouse.up()


def test_a_legal_army_of_300_points_is_built_with_the_mouse(come: Visitors) -> None:
    page = come()
    page.goto("/")
    page.get_by_role("link", name="Armies").click()
    page.get_by_role("radio", name="300").click()
    page.get_by_role("link", name="German Catholic 1618–1632").click()
    expect(faults(page)).to_have_count(5)
    expect(faults(page).nth(1)).to_contain_text("Cuirassiers: 0, but at least 1 must be taken.")
    for add, total in {
        "Add Cuirassiers, TR, 50 points": 82,
        "Add Reiters, RE, 43 points": 125,
        "Add Foot, LTE, 75 points": 200,
        "Add Medium cannon, ART, 15 points": 215,
    }.items():
        page.get_by_role("button", name=add).click()
        spent(page, total)
    expect(page.get_by_text(READY)).to_be_visible()

    # A third of one is none: the option is refused in words, with its limit, until it is taken back.
    unit(page, "Foot").click()
    page.get_by_role("checkbox", name=re.compile("^Hardened")).check()
    expect(faults(page)).to_have_text(
        re.compile(r"Hardened: 1 of Foot have it, 0 may: 1/3 of 1, rounded down\.\s*list\.3")
    )
    page.get_by_role("button", name="Undo").click()
    expect(page.get_by_text(READY)).to_be_visible()
    expect(page.get_by_role("checkbox", name=re.compile("^Hardened"))).not_to_be_checked()

    unit(page, "Reiters").click()
    page.get_by_role("checkbox", name=re.compile("^Massed")).check()
    expect(page.get_by_text("RE, M 2S, VBU 5, I 1, D B, VD 2")).to_be_visible()
    page.get_by_role("button", name="Add Foot, LTE, 75 points").click()
    spent(page, 290)
    for total in (291, 292, 293, 294, 295, 297, 299):
        page.get_by_role("button", name=re.compile("^One Exploration die more")).click()
        spent(page, total)
    page.get_by_role("checkbox", name=re.compile("Fortified baggage")).check()
    expect(faults(page)).to_contain_text("The army costs 304 points, 4 more than the 300 agreed.")
    page.get_by_role("checkbox", name=re.compile("Fortified baggage")).uncheck()
    expect(page.get_by_text(READY)).to_be_visible()

    page.get_by_role("textbox", name="Name of the army").fill("Tilly's vanguard")
    page.get_by_role("button", name="Save").click()
    expect(page.get_by_role("button", name="Saved")).to_be_visible()
    page.reload()
    expect(page.get_by_text(READY)).to_be_visible()
    spent(page, 299)
    lined_up(page, "Army", ["Cuirassiers", "Reiters", "Foot 1", "Medium cannon", "Foot 2"])
    page.get_by_role("link", name="Armies").click()
    row = page.get_by_role("listitem").filter(has_text="Tilly's vanguard")
    expect(row).to_contain_text("German Catholic 1618–1632, 299 of 300 points")
    expect(row).to_contain_text("ready")


_NAME = """() => {
  const e = document.activeElement;
  return (e.getAttribute('aria-label') ?? e.closest('label')?.textContent ?? e.textContent).trim();
}"""


def tab_to(page: Page, name: str) -> None:
    """Press Tab until something of that name has the focus."""
    seen: list[str] = []
    for _ in range(120):
        page.keyboard.press("Tab")
        seen.append(page.evaluate(_NAME))
        if re.match(name, seen[-1]):
            return
    raise AssertionError(f"Tab never came to {name!r}, but to {seen}")


def test_a_legal_army_of_300_points_is_built_with_the_keyboard(come: Visitors) -> None:
    page = come()
    page.goto("/armies")
    expect(page.get_by_role("heading", name="Baroque")).to_be_visible()
    tab_to(page, "600")
    page.keyboard.press("ArrowLeft")
    tab_to(page, "Swedish 1630–1634")
    page.keyboard.press("Enter")
    expect(page.get_by_text("things to mend")).to_be_visible()
    for add, total in {
        "Add Latta Ryttare": 83,
        "Add Reiters, RE": 126,
        "Add Swedish Foot Veterans": 202,
        "Add Light cannon": 212,
    }.items():
        tab_to(page, add)
        page.keyboard.press("Enter")
        spent(page, total)
    expect(page.get_by_text(READY)).to_be_visible()
    tab_to(page, "One Exploration die more")
    page.keyboard.press("Space")
    spent(page, 213)

    # The guns to the right wing of the only command, then away with the horse and back again.
    tab_to(page, "Light cannon, 10 points")
    for _ in range(3):
        page.keyboard.press("Shift+ArrowLeft")
    lined_up(page, "Army", ["Light cannon", "Latta Ryttare", "Reiters", "Swedish Foot Veterans"])
    page.keyboard.press("ArrowRight")
    page.keyboard.press("Delete")
    expect(faults(page)).to_contain_text(
        "Latta Ryttare and German Veterans: 0, but at least 1 must be taken."
    )
    page.keyboard.press("Control+z")
    expect(page.get_by_text(READY)).to_be_visible()

    tab_to(page, "Save")
    page.keyboard.press("Enter")
    expect(page.get_by_role("button", name="Saved")).to_be_visible()
    expect(page).to_have_url(re.compile("/armies/(?!new)"))


def test_commands_are_formed_by_dragging_and_with_keys(come: Visitors) -> None:
    page = come()
    ready(page, "catholic-600")
    drag(page, unit(page, "Foot 3"), command(page, "Right").locator("[data-place]").first, across=0.1)
    lined_up(page, "Right", ["Foot 3", "Cuirassiers 1", "Cuirassiers 2", "Reiters 1"])
    expect(command(page, "Right")).to_contain_text("VD 11")
    drag(page, unit(page, "Foot 3"), unit(page, "Reiters 1"), across=0.9)
    lined_up(page, "Right", ["Cuirassiers 1", "Cuirassiers 2", "Reiters 1", "Foot 3"])
    drag(page, unit(page, "Foot 3"), page.get_by_role("heading", name="Muster roll"))
    lined_up(page, "Right", ["Cuirassiers 1", "Cuirassiers 2", "Reiters 1", "Foot 3"])

    unit(page, "Foot 3").focus()
    page.keyboard.press("Shift+ArrowUp")
    lined_up(page, "Centre", ["Foot 1", "Foot 2", "Medium cannon", "Light cannon", "Foot 3"])
    expect(unit(page, "Foot 3")).to_be_focused()
    expect(page.get_by_role("status").filter(has_text="Foot 3: Centre, place 5 of 5.")).to_be_attached()
    page.keyboard.press("ArrowLeft")
    page.keyboard.press("Shift+ArrowDown")
    page.keyboard.press("Shift+ArrowDown")
    expect(unit(page, "Light cannon")).to_be_focused()
    lined_up(page, "Left", ["Cuirassiers 3", "Reiters 2", "Croats", "Light cannon"])

    page.get_by_role("button", name="Form another command").click()
    expect(faults(page)).to_have_text(
        [
            re.compile("Reserve has no unit; a command has at least one."),
            re.compile("The army costs 620 points, 20 more than the 600 agreed."),
        ]
    )
    unit(page, "Light cannon").click()
    page.get_by_role("button", name="To Reserve").click()
    expect(faults(page).first).to_contain_text("Reserve is artillery only; it needs a unit of another kind.")
    faults(page).first.get_by_role("button").click()
    page.get_by_role("button", name="Break up this command").click()
    last_is(page, "Left", "Light cannon")
    command(page, "Left").get_by_role("button", name="Left", exact=True).click()
    page.get_by_role("button", name="Make him Commander-in-Chief").click()
    expect(command(page, "Left")).to_contain_text("Poor, C-in-C, 10")
    expect(command(page, "Centre")).not_to_contain_text("C-in-C")
    page.get_by_role("radio", name=re.compile("Reliable")).click()
    expect(faults(page)).to_contain_text("10 more than the 600 agreed")


def test_armies_are_copied_exported_imported_and_deleted(come: Visitors, tmp_path: Path) -> None:
    page = come()
    ready(page, "swedish-600")
    with page.expect_download() as waiting:
        page.get_by_role("button", name="Export").click()
    file = tmp_path / waiting.value.suggested_filename
    waiting.value.save_as(file)
    assert file.name == "swedish-army.json"
    body = json.loads(file.read_text())
    assert (body["form"], body["ruleset"], body["roster"]["army"]) == ("muster-roster", "baroque", "swedish")
    page.get_by_role("button", name="Copy").click()
    expect(page.get_by_role("textbox", name="Name of the army")).to_have_value("Copy of Swedish army")

    body["name"] = "From a friend"
    file.write_text(json.dumps(body))
    other = come()
    other.goto("/armies")
    other.get_by_label("Import a file").set_input_files(file)
    expect(other.get_by_role("textbox", name="Name of the army")).to_have_value("From a friend")
    spent(other, 600)
    file.write_text("no roster")
    other.get_by_role("link", name="Armies").click()
    other.get_by_label("Import a file").set_input_files(file)
    expect(other.get_by_role("alert")).to_contain_text("This is no file of an army or a band of Muster")
    file.write_text(
        '{"form": "muster-roster", "ruleset": "baroque", "name": "x", "roster": {"army": "none"}}'
    )
    other.get_by_label("Import a file").set_input_files(file)
    expect(other.get_by_role("alert")).to_contain_text("This is not a roster of Baroque")
    come.forgive("422")

    page.get_by_role("link", name="Armies").click()
    expect(page.get_by_role("button", name="Delete Swedish army")).to_be_visible()
    page.get_by_role("button", name="Delete Copy of Swedish army").click()
    page.get_by_role("button", name="Delete it").click()
    expect(page.get_by_role("button", name="Delete Copy of Swedish army")).to_have_count(0)
    expect(page.get_by_role("link", name="Swedish army", exact=True)).to_be_visible()


def test_what_another_tab_has_saved_is_not_overwritten_and_nothing_unsaved_is_left_without_asking(
    come: Visitors,
) -> None:
    page = come()
    ready(page, "swedish-300")
    page.get_by_role("button", name="Save").click()
    expect(page.get_by_role("button", name="Saved")).to_be_visible()
    other = come.tab(page.context)
    other.goto(page.url)
    name = other.get_by_role("textbox", name="Name of the army")
    name.fill("In the other tab")
    other.get_by_role("button", name="Save").click()
    expect(other.get_by_role("button", name="Saved")).to_be_visible()
    page.get_by_role("textbox", name="Name of the army").fill("In this tab")
    page.get_by_role("button", name="Save").click()
    expect(page.get_by_role("alert")).to_contain_text("This roster was changed elsewhere")
    come.forgive("409")

    page.once("dialog", lambda dialog: dialog.dismiss())
    with page.expect_event("dialog") as asked:
        page.get_by_role("link", name="Armies").click()
    assert asked.value.message == "What was changed is not saved. Leave it behind?"
    expect(page.get_by_role("textbox", name="Name of the army")).to_have_value("In this tab")
    page.once("dialog", lambda dialog: dialog.accept())
    page.get_by_role("link", name="Armies").click()
    expect(page.get_by_role("link", name="In the other tab", exact=True)).to_be_visible()


def sides(page: Page) -> list[str]:
    """What the seats of the match on this page are called."""
    match = page.request.get(f"/api/matches/{page.url.rsplit('/', 1)[1]}").json()
    return [seat["label"] for seat in match["seats"]]


def test_armies_are_brought_to_a_match_of_their_points_and_to_an_invitation(come: Visitors) -> None:
    host, friend = come(), come()
    for page, key in ((host, "swedish-600"), (friend, "catholic-600")):
        ready(page, key)
        page.get_by_role("button", name="Save").click()
        expect(page.get_by_role("button", name="Saved")).to_be_visible()
    host.goto("/new?game=baroque&with=friend")
    bring = host.get_by_role("group", name="What you bring").get_by_role("combobox")
    bring.select_option(label="Swedish army: Swedish 1630–1634, 600 points")
    host.get_by_text("Options of the game").click()
    expect(host.get_by_label(re.compile("^Points"))).to_have_value("600")
    host.get_by_role("button", name="Make the invitation").click()
    host.wait_for_url(re.compile("/match/"))
    assert sides(host) == ["Swedish 1630–1634 (blue)", "Swedish 1630–1634 (red)"]
    link = host.locator("input[readonly]").first.input_value()

    friend.goto(link)
    friend.get_by_label("What you bring").select_option(
        label="Catholic army: German Catholic 1618–1632, 600 points"
    )
    friend.get_by_role("button", name="Take the seat").click()
    friend.wait_for_url(re.compile("/match/"))
    assert sides(friend) == ["Swedish 1630–1634", "German Catholic 1618–1632"]


@pytest.mark.parametrize(("key", "further"), [("swedish-600", 0), ("catholic-600", 20)])
def test_an_army_is_printed_on_one_page(come: Visitors, key: str, further: int) -> None:
    page = come()
    ready(page, key)
    for _ in range(further):
        page.get_by_role("button", name=re.compile("^Add Foot, LTE")).click()
    spent(page, 600 + 75 * further)
    printed = page.pdf(format="A4", margin={"top": "12mm", "bottom": "12mm", "left": "12mm", "right": "12mm"})
    assert len(re.findall(rb"/Type\s*/Page\b", printed)) == 1
    page.emulate_media(media="print")
    expect(page.get_by_role("row", name=re.compile("^(Reiters|Reiters 1) RE 2 5 1 B 2 43"))).to_be_visible()
    expect(page.get_by_role("navigation", name="Main")).to_be_hidden()
    expect(page.get_by_role("region", name="The list")).to_be_hidden()


def test_the_builder_has_no_grave_fault_of_accessibility(come: Visitors) -> None:
    page = come()
    page.goto("/armies")
    expect(page.get_by_role("heading", name="Baroque")).to_be_visible()
    check(page, "no armies")
    page.goto("/armies/new?game=baroque&list=ottoman&points=600")
    expect(page.get_by_text("things to mend")).to_be_visible()
    check(page, "an empty army")
    ready(page, "catholic-600")
    unit(page, "Foot 1").click()
    check(page, "a unit selected")
    page.get_by_role("button", name="Save").click()
    expect(page.get_by_role("button", name="Saved")).to_be_visible()
    page.goto("/armies")
    expect(page.get_by_role("link", name="Catholic army", exact=True)).to_be_visible()
    check(page, "an army of one's own")
    page.goto("/armies/nowhere")
    expect(page.get_by_role("heading", name="This cannot be opened")).to_be_visible()
    check(page, "no such army")
    come.forgive("404")


def test_armies_are_built_on_a_phone_with_a_finger(come: Visitors) -> None:
    page = come(phone=True)
    ready(page, "catholic-600")
    check(page, "the builder on a phone")
    unit(page, "Foot 3").tap()
    sheet = page.get_by_role("region", name="Unit: Foot 3")
    expect(sheet).to_be_in_viewport()
    check(page, "options on a phone")
    sheet.get_by_role("button", name="To Left").tap()
    last_is(page, "Left", "Foot 3")
    sheet.get_by_role("button", name="Close").tap()
    expect(sheet).to_have_count(0)

    # A finger that rests on a unit lifts it; one that moves at once scrolls the page.
    touch = page.context.new_cdp_session(page)
    unit(page, "Reiters 1").scroll_into_view_if_needed()
    start = unit(page, "Reiters 1").bounding_box()
    end = unit(page, "Cuirassiers 1").bounding_box()
    assert start is not None
    assert end is not None
    at = {"x": start["x"] + 60, "y": start["y"] + 30}
    touch.send("Input.dispatchTouchEvent", {"type": "touchStart", "touchPoints": [at]})
    expect(page.locator(".carried")).to_be_visible()
    for share in (0.3, 0.7, 1.0):
        to = {
            "x": at["x"] + (end["x"] + 10 - at["x"]) * share,
            "y": at["y"] + (end["y"] + 30 - at["y"]) * share,
        }
        touch.send("Input.dispatchTouchEvent", {"type": "touchMove", "touchPoints": [to]})
    touch.send("Input.dispatchTouchEvent", {"type": "touchEnd", "touchPoints": []})
    expect(page.locator(".carried")).to_have_count(0)
    lined_up(page, "Right", ["Reiters 1", "Cuirassiers 1", "Cuirassiers 2"])
    expect(page.get_by_text(READY)).to_be_attached()
