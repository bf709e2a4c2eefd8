"""The three who sit at the prepared battle of `clash.py`: blue acts, red answers, somebody watches."""

from playwright.sync_api import expect

from tests.e2e.dice import ENTROPY, fix_dice
from tests.e2e.table import Json, Table
from tests.e2e.visits import Visitors, picture, post
from tests.kit.house import Server

SECRET = 5
"""With it every Discipline Test of the course of `test_reactions.py` is passed and nobody is routed."""


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
