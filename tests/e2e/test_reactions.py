"""What the inactive player may do about a deed, made on the pages of both sides while somebody watches (4.1.3)."""

from playwright.sync_api import expect

from tests.e2e.meeting import Clash
from tests.e2e.table import Table

HORSE_DEEP = 400
"""How deep a base of horse is, in units: so far apart are two that meet."""


def forward(table: Table, unit: str) -> None:
    """Announce that a unit goes forward by half a BU twice, with keys."""
    table.page.keyboard.press("1")
    table.page.keyboard.press("w")
    table.page.keyboard.press("ArrowUp")
    expect(table.page.locator(f'[data-ghost="{unit}"]')).to_have_count(1)
    table.commit(told=False)


def test_each_kind_of_reaction_is_made_on_the_board_and_seen_by_all(clash: Clash) -> None:
    blue, red = clash.blue, clash.red

    # Fire stops a move at the point to which its ghost was led back.
    clash.act("pikes")
    forward(blue, "pikes")
    clash.asked()
    # The way is on every board while it is answered.
    for table in (blue, clash.eye):
        expect(table.page.get_by_role("img", name="The way that Pikes has announced")).to_have_count(1)
    expect(red.page.get_by_role("img", name="Pikes at 1 BU of 1 BU")).to_have_count(1)
    clash.take("fire-asked")
    red.click_base("musketeers")
    expect(red.page.locator('[data-ghost="pikes"]')).to_have_count(1)
    red.page.keyboard.press("ArrowDown")
    expect(red.page.get_by_role("slider")).to_have_value("540")
    expect(red.panel).to_contain_text("There: 7 dice, musket at 1.32 BU, short range.")
    clash.take("fire")
    red.commit()
    clash.happened("Pikes had to stop after 0.9 BU.")
    clash.happened("Musketeers fired in reaction at Pikes (musket at 1.32 BU, short range): 2 hits.")
    clash.happened("Pikes moved forward 0.1 BU.")
    blue.until("m.requests[0]?.rule === 'baroque.4.1.1g'")
    blue.page.keyboard.press("p")

    # Horse falls upon who comes before it, where that has come farthest.
    clash.act("foot")
    forward(blue, "foot")
    clash.asked()
    red.click_base("hussars")
    expect(red.panel).to_contain_text("There Hussars will meet Foot after 1.93 BU.")
    expect(red.page.locator('[data-ghost="hussars"]')).to_have_count(1)
    clash.take("opportunity")
    red.commit()
    clash.happened("Foot had to stop after 1 BU.")
    clash.happened("Hussars met Foot on the front.")
    clash.take("opportunity-done")
    # It was a draw: the horse might go back from the foot, and stays.
    red.until("m.requests[0]?.rule === 'baroque.7.5.2c'")
    red.page.keyboard.press("n")

    # A charge is met half way.
    clash.act("cuirassiers")
    blue.click_base("reiters")
    expect(blue.panel).to_contain_text("May interrupt: Countercharge with Reiters, 83%")
    expect(blue.page.locator('[data-ghost="cuirassiers"]')).to_have_count(1)
    clash.take("charge")
    blue.commit(told=False)
    clash.asked()
    clash.take("countercharge-asked")
    red.click_base("reiters")
    expect(red.panel).to_contain_text("They meet after 0.92 BU of Cuirassiers and 0.92 BU of Reiters.")
    for unit in ("reiters", "cuirassiers"):
        expect(red.page.locator(f'[data-ghost="{unit}"]')).to_have_count(1)
    clash.take("countercharge")
    red.commit()
    clash.happened("Reiters met Cuirassiers on the front.")
    assert clash.pose("cuirassiers")[1] - clash.pose("reiters")[1] == HORSE_DEEP
    clash.take("countercharge-done")

    # Light cavalry goes back before another, and the charger goes on without its bonus.
    clash.act("harquebusiers")
    # At them it may come on as well: a second click, and after that the first option again.
    blue.click_base("croats")
    expect(blue.main).to_have_text("Charge Croats Enter")
    blue.click_base("croats")
    expect(blue.main).to_have_text("Come on at Croats Enter")
    blue.click_base("croats")
    blue.commit(told=False)
    clash.asked()
    red.option("Evade with Croats").click()
    expect(red.panel).to_contain_text("There Harquebusiers will need 1.53 BU of bonus to meet it: 33%.")
    expect(red.page.locator('[data-ghost="croats"]')).to_have_count(1)
    clash.take("evasion")
    red.commit()
    clash.happened("Croats evaded 2 BU to the rear.")
    assert clash.pose("croats") == [9900, 3000, 18000]
    clash.take("evasion-done")
    blue.until("m.requests[0]?.spec.kind === 'confirm'")
    blue.page.keyboard.press("n")
    clash.happened("Harquebusiers charged")
    for table in (blue, red, clash.eye):
        table.check_reload()
