"""What the inactive player may do about a deed, made on the pages of both sides while somebody watches (4.1.3)."""

import pytest
from playwright.sync_api import expect

from tests.e2e.dice import ENTROPY, fix_dice
from tests.e2e.table import Json, Table
from tests.e2e.visits import Visitors, picture, post
from tests.kit.house import Server

SECRET = 5
"""With it every Discipline Test of this course is passed and nobody is routed."""

HORSE_DEEP = 400
"""How deep a base of horse is, in units: so far apart are two that meet."""


class Clash:
    """The three who sit at the prepared battle: blue acts, red answers, somebody watches."""

    def __init__(self, come: Visitors, house: Server) -> None:
        """All are there, and blue is asked whom it activates."""
        host, guest, watcher = come(), come(), come()
        seats = {"red": {"kind": "invite"}, "blue": {"kind": "me"}}
        body = {"ruleset": "clash", "options": {}, "seats": seats, "entropy": ENTROPY}
        made = post(host, "/api/matches", body)
        fix_dice(house, made["id"], SECRET)
        token = next(s["invite"] for s in made["seats"] if s["seat"] == "red").rsplit("/", 1)[1]
        post(guest, f"/api/invites/{token}", {"entropy": ENTROPY})
        for page in (host, guest, watcher):
            page.goto(f"/match/{made['id']}")
        self.blue, self.red, self.eye = Table(host), Table(guest), Table(watcher)
        self.blue.until_asked()

    def act(self, unit: str) -> None:
        """Blue activates a unit by clicking it on the board."""
        self.blue.until("m.requests[0]?.rule === 'baroque.4.1.1f'")
        self.blue.click_base(unit)
        self.blue.commit()
        self.blue.until("m.requests[0]?.rule === 'baroque.4.1.1g'")

    def asked(self) -> None:
        """Red is asked who reacts."""
        self.red.until("m.requests[0]?.rule === 'baroque.4.1.3c'")

    def happened(self, last: str) -> None:
        """All three have seen it, and hold one board."""
        for table in (self.blue, self.red, self.eye):
            expect(table.page.locator(".log")).to_contain_text(last)
        version = max(table.look()["version"] for table in (self.blue, self.red, self.eye))
        boards: list[Json] = []
        for table in (self.blue, self.red, self.eye):
            table.until_version(version)
            assert table.check_hash()[0] == version
            boards.append(table.held("m.view.pieces"))
        assert boards[0] == boards[1] == boards[2]

    def pose(self, unit: str) -> list[int]:
        """Where the watcher sees a unit."""
        pose: list[int] = self.eye.held(f"m.view.pieces['{unit}'].pose")
        return pose

    def take(self, name: str) -> None:
        """A picture of each page."""
        for seat, table in {"blue": self.blue, "red": self.red, "eye": self.eye}.items():
            picture(table.page, f"{name}-{seat}")


@pytest.fixture
def clash(come: Visitors, house: Server) -> Clash:
    """The battle at the moment where the lines come within reach."""
    return Clash(come, house)


def forward(table: Table, unit: str) -> None:
    """Announce that a unit goes forward by half a BU twice, with keys."""
    table.page.keyboard.press("1")
    table.page.keyboard.press("1")
    table.page.keyboard.press("ArrowUp")
    expect(table.page.locator(f'[data-ghost="{unit}"]')).to_have_count(1)
    table.commit(told=False)


def test_each_kind_of_reaction_is_made_on_the_board_and_seen_by_all(clash: Clash) -> None:
    blue, red = clash.blue, clash.red

    # Fire stops a move at the point to which its ghost was led back.
    clash.act("pikes")
    forward(blue, "pikes")
    clash.asked()
    clash.take("fire-asked")
    red.click_base("musketeers")
    expect(red.page.locator('[data-ghost="pikes"]')).to_have_count(1)
    red.page.keyboard.press("ArrowDown")
    expect(red.page.get_by_role("slider")).to_have_value("540")
    clash.take("fire")
    red.commit()
    clash.happened("Pikes is stopped after 0.9 BU.")
    clash.happened("Musketeers fires in reaction at Pikes (musket at 1.32 BU, short range): 2 hits.")
    clash.happened("Pikes moves forward, 0.1 BU.")

    # Horse falls upon who comes before it, where that has come farthest.
    clash.act("foot")
    forward(blue, "foot")
    clash.asked()
    red.click_base("hussars")
    clash.take("opportunity")
    red.commit()
    clash.happened("Foot is stopped after 1 BU.")
    clash.happened("Hussars meets Foot on its front.")
    clash.take("opportunity-done")
    # It was a draw: the horse might go back from the foot, and stays.
    red.until("m.requests[0]?.rule === 'baroque.7.5.2c'")
    red.page.keyboard.press("n")

    # A charge is met half way.
    clash.act("cuirassiers")
    blue.click_base("reiters")
    clash.take("charge")
    blue.commit(told=False)
    clash.asked()
    clash.take("countercharge-asked")
    red.click_base("reiters")
    clash.take("countercharge")
    red.commit()
    clash.happened("Reiters meets Cuirassiers on its front.")
    assert clash.pose("cuirassiers")[1] - clash.pose("reiters")[1] == HORSE_DEEP
    clash.take("countercharge-done")

    # Light cavalry goes back before another, and the charger goes on without its bonus.
    clash.act("harquebusiers")
    # At them it may come on as well, so the board narrows the choice.
    blue.click_base("croats")
    blue.option("Charge Croats").click()
    blue.commit(told=False)
    clash.asked()
    red.option("Croats evades").click()
    clash.take("evasion")
    red.commit()
    clash.happened("Croats evades 2 BU to its rear.")
    assert clash.pose("croats") == [9900, 3000, 18000]
    clash.take("evasion-done")
    blue.until("m.requests[0]?.spec.kind === 'confirm'")
    blue.page.keyboard.press("n")
    clash.happened("Harquebusiers charges")
    for table in (blue, red, clash.eye):
        table.check_reload()
