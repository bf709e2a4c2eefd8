"""People with browsers of their own, whose pages must not complain; and the matches that they meet at."""

import os
import re
import secrets
from collections.abc import Callable
from pathlib import Path
from random import Random
from typing import Any, Literal, TypeAlias

from playwright.sync_api import Browser, BrowserContext, ConsoleMessage, Page, ViewportSize

from tests.kit.house import Server
from tests.kit.people import Person
from tests.kit.wire import answer_to

Json: TypeAlias = Any
PATIENCE_MS = 15_000
MOST_MATCHES = 6
DESK: ViewportSize = {"width": 1280, "height": 800}
PHONE: ViewportSize = {"width": 390, "height": 844}


class Visitors:
    """Makes a context a person; remembers what their pages complain about."""

    def __init__(self, browser: Browser, house: Server) -> None:
        self._browser = browser
        self._house = house
        self._contexts: list[BrowserContext] = []
        self._forgiven: list[re.Pattern[str]] = []
        self._complaints: list[str] = []

    def __call__(
        self,
        *,
        phone: bool = False,
        theme: Literal["light", "dark"] = "light",
        motion: bool = False,
        url: str | None = None,
        person: Person | None = None,
    ) -> Page:
        """A page of a new person, or of one who has played over the wire so far; ``url`` is the house if not this."""
        context = self._browser.new_context(
            base_url=url or self._house.url,
            viewport=PHONE if phone else DESK,
            has_touch=phone,
            is_mobile=phone,
            color_scheme=theme,
            reduced_motion="no-preference" if motion else "reduce",
        )
        context.set_default_timeout(PATIENCE_MS)
        self._contexts.append(context)
        if person is not None:
            context.add_cookies(
                [
                    {"name": c.name, "value": c.value or "", "url": self._house.url}
                    for c in person.http.cookies.jar
                ]
            )
        return self.tab(context)

    def tab(self, context: BrowserContext) -> Page:
        """One more tab of a person."""
        page = context.new_page()
        page.on("console", self._note)
        page.on("pageerror", lambda error: self._complaints.append(f"uncaught: {error}"))
        return page

    def _note(self, message: ConsoleMessage) -> None:
        if message.type in ("error", "warning"):
            self._complaints.append(f"{message.type}: {message.text}")

    def forgive(self, pattern: str) -> None:
        """Complaints that a test brings about on purpose."""
        self._forgiven.append(re.compile(pattern))

    @property
    def complaints(self) -> list[str]:
        """What the pages said on their consoles, apart from what is forgiven."""
        return [c for c in self._complaints if not any(p.search(c) for p in self._forgiven)]

    def take_pictures(self, folder: Path) -> None:
        """What every page shows now, and what it is asked."""
        pages = [page for context in self._contexts for page in context.pages]
        for number, page in enumerate(pages, start=1):
            page.screenshot(path=folder / f"page-{number}.png")
            print(f"{folder}/page-{number}.png: {page.url}")  # noqa: T201  pytest shows it with the failure

    def leave(self) -> None:
        """All go home."""
        for context in self._contexts:
            context.close()


def post(page: Page, path: str, body: Json) -> Json:
    """What the page's person asks of the server beside the page."""
    answer = page.request.post(path, data=body)
    assert answer.ok, answer.text()
    return answer.json()


def entropy() -> str:
    """A client's part of the chance."""
    return secrets.token_hex(16)


def against_bot(page: Page, ruleset: str = "newworld", seat: str | None = None, **options: Json) -> str:
    """The path of a new match of the page's person against a bot."""
    body = {"ruleset": ruleset, "options": options, "seat": seat, "entropy": entropy()}
    return f"/match/{post(page, '/api/play-bot', body)['id']}"


def hot_seat(page: Page, ruleset: str = "newworld", **options: Json) -> str:
    """The path of a new match in which the page's person holds both seats."""
    seats = {"red": {"kind": "me"}, "blue": {"kind": "me"}}
    body = {"ruleset": ruleset, "options": options, "seats": seats, "entropy": entropy()}
    return f"/match/{post(page, '/api/matches', body)['id']}"


def passed_until(person: Person, wanted: Callable[[Json], bool], **options: Json) -> str:
    """The path of a match against a bot in which a person has passed over the wire until a wanted question.

    Whoever passes is soon closed in upon, so any question comes up in a few rounds; if not, another match is begun.
    """
    luck = Random(7)
    for _ in range(MOST_MATCHES):
        body = {"ruleset": "newworld", "options": options, "seat": "blue", "entropy": entropy()}
        match_id = person.post("/api/play-bot", body)["id"]
        with person.socket(match_id) as socket:
            while (request := socket.asked()) is not None:
                if wanted(request):
                    return f"/match/{match_id}"
                answer = {"pass": True} if request["pass"] else answer_to(request, luck)
                socket.settled(socket.answer(request, answer))
                socket.until_moved(request["id"])
    raise AssertionError("that question did not come up in any match")


def against_person(page: Page, person: Person, ruleset: str = "newworld", **options: Json) -> str:
    """The id of a new match: the page's person has the blue seat, somebody who plays over the wire the red one."""
    seats = {"red": {"kind": "invite"}, "blue": {"kind": "me"}}
    body = {"ruleset": ruleset, "options": options, "seats": seats, "entropy": entropy()}
    made = post(page, "/api/matches", body)
    token = next(s["invite"] for s in made["seats"] if s["seat"] == "red").rsplit("/", 1)[1]
    assert person.post(f"/api/invites/{token}", {"entropy": entropy()})["status"] == "running"
    return str(made["id"])


def picture(page: Page, name: str) -> None:
    """What a page shows now, into the folder of the environment's ``MUSTER_PICTURES``; without one nothing."""
    if folder := os.environ.get("MUSTER_PICTURES"):
        page.screenshot(path=Path(folder) / f"{name}.png")


def against_friend(page: Page, friend: Page, ruleset: str = "newworld", **options: Json) -> str:
    """The path of a new match of two persons: the first page's has the blue seat."""
    seats = {"red": {"kind": "invite"}, "blue": {"kind": "me"}}
    body = {"ruleset": ruleset, "options": options, "seats": seats, "entropy": entropy()}
    made = post(page, "/api/matches", body)
    token = next(s["invite"] for s in made["seats"] if s["seat"] == "red").rsplit("/", 1)[1]
    assert post(friend, f"/api/invites/{token}", {"entropy": entropy()})["status"] == "running"
    return f"/match/{made['id']}"
