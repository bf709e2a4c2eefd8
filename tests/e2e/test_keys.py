"""A battle without a mouse: a unit is chosen, moved by half a BU, shoots and charges, all with the keyboard."""

from playwright.sync_api import expect

from tests.e2e.meeting import Clash
from tests.e2e.table import Table


def press_option(table: Table, key: str) -> str:
    """Press the digit of an option of the open question; returns the question's id."""
    spec, asked = table.held("[m.requests[0].spec, m.requests[0].id]")
    keys = [option["key"] for option in spec["options"]]
    table.page.keyboard.press(str(keys.index(key) + 1))
    return str(asked)


def decide(table: Table, key: str) -> None:
    """Choose an option by its digit and confirm it with Enter."""
    asked = press_option(table, key)
    expect(table.main).to_be_enabled()
    table.page.keyboard.press("Enter")
    table.until_settled(asked)


def begin(clash: Clash, unit: str) -> None:
    """Blue activates a unit."""
    clash.blue.until("m.requests[0]?.rule === 'baroque.4.1.1f'")
    decide(clash.blue, f"unit:{unit}")
    clash.blue.until("m.requests[0]?.rule === 'baroque.4.1.1g'")


def nobody_reacts(clash: Clash) -> None:
    """Red passes with a key."""
    clash.asked()
    asked = clash.red.held("m.requests[0].id")
    clash.red.page.keyboard.press("p")
    clash.red.until_settled(asked)


def test_a_unit_is_chosen_moved_by_half_a_bu_shoots_and_another_charges_without_a_mouse(clash: Clash) -> None:
    blue = clash.blue
    begin(clash, "pikes")
    x, y, heading = clash.pose("pikes")
    asked = press_option(blue, "move")
    blue.page.keyboard.press("ArrowUp")
    expect(blue.page.locator('[data-ghost="pikes"]')).to_have_count(1)
    expect(blue.page.get_by_role("slider")).to_have_value("300")
    blue.page.keyboard.press("Enter")
    blue.until_settled(asked)
    nobody_reacts(clash)
    clash.happened("Pikes moved forward 0.5 BU.")
    assert clash.pose("pikes") == [x, y - 300, heading]

    blue.until("m.requests[0]?.rule === 'baroque.4.1.1g'")
    shot = blue.held("m.requests[0].spec.options.find((o) => o.key.startsWith('shoot:musketeers'))?.key")
    decide(blue, shot)
    nobody_reacts(clash)
    clash.happened("Pikes shot at Musketeers")

    begin(clash, "cuirassiers")
    decide(blue, "charge:reiters")
    nobody_reacts(clash)
    clash.happened("Cuirassiers met Reiters on the front.")
