"""Two on one screen: each sees only their own side, and what is the other's does not even reach the page before."""

import json
import re
from random import Random
from typing import Any, TypeAlias

from playwright.sync_api import Page, WebSocket, expect

from tests.e2e.driver import Player
from tests.e2e.table import Table
from tests.e2e.visits import Visitors, hot_seat

Json: TypeAlias = Any

LABELS = {
    "newworld": {"blue": "Company", "red": "Raiders"},
    "ad1666": {"blue": "France", "red": "Poland"},
    "practice": {"blue": "Blue", "red": "Red"},
    "duel": {"blue": "Blue", "red": "Red"},
}


class Screen:
    """The shared screen: who is in front of it, and every frame that came, with whom it came to."""

    def __init__(self, page: Page, ruleset: str) -> None:
        self.page = page
        self.table = Table(page)
        self.labels = LABELS[ruleset]
        self.player = Player(self.table, Random(31))
        self.facing = ""
        self.frames: list[tuple[str, Json]] = []
        self.handed = 0
        page.on("websocket", self._listen)
        page.clock.install()

    def _listen(self, socket: WebSocket) -> None:
        socket.on("framereceived", lambda frame: self.frames.append((self.facing, json.loads(frame))))

    @property
    def cover(self) -> Any:
        """The hand-over screen."""
        return self.page.locator(".cover")

    def take(self) -> None:
        """The next person takes the device; until they press the button, nothing but the cover is there."""
        heading = self.cover.get_by_role("heading").inner_text()
        seat = next(s for s, label in self.labels.items() if heading == f"Hand the device to {label}")
        assert seat != self.facing, "the device is handed to whoever has it"
        self.check_covered()
        if self.facing:
            self.check_frames()
        self.facing = seat
        self.cover.get_by_role("button", name=f"I play {self.labels[seat]}: show my table").click()
        expect(self.cover).to_have_count(0)
        self.table.until("m.role === given", seat)
        self.handed += 1

    def check_covered(self) -> None:
        """Every point of the window belongs to the cover, and no table is under it."""
        assert self.page.evaluate(
            """() => {
              for (let x = 2; x < innerWidth; x += 40) for (let y = 2; y < innerHeight; y += 40)
                if (!document.elementFromPoint(x, y)?.closest('.cover')) return false;
              return document.querySelector('.mb-board, .topbar, .request, .log, .sheet__top') === null;
            }"""
        )

    def check_frames(self) -> None:
        """What came while one person had the device was theirs: views, questions, decisions awaited in secret."""
        for facing, frame in self.frames:
            if not facing:
                continue
            if frame["t"] == "welcome":
                told = frame["role"], frame["view"]["audience"]
                assert told in ((facing, facing), ("spectators", "spectators"))
            assert all(r["seat"] == facing for r in frame.get("requests", ()))

    def until_covered(self) -> None:
        """Past the moment in which one sees what came of the own decision, the device is to be handed over."""
        for _ in range(200):
            if self.cover.count():
                return
            self.page.clock.fast_forward(400)
        raise AssertionError("the table is not covered")

    def next(self) -> bool:
        """Go on until somebody has decided something; False when the match is over."""
        for _ in range(200):
            if self.cover.count():
                self.take()
            look = self.table.look()
            if look["result"]:
                return False
            if look["request"]:
                self.table.check_hash()
                self.player.turn(look)
                return True
            # Past the moment in which one sees what came of the own decision.
            self.page.clock.fast_forward(400)
        raise AssertionError("nobody is asked")


def test_a_secret_placing_stays_secret_on_a_shared_screen(come: Visitors) -> None:
    page = come()
    screen = Screen(page, "newworld")
    page.goto(hot_seat(page))
    expect(screen.cover).to_be_visible()
    first = screen.cover.get_by_role("heading").inner_text()
    while not screen.player.answered:
        screen.next()
    placed = screen.facing
    other = "red" if placed == "blue" else "blue"
    assert first == f"Hand the device to {screen.labels[placed]}"
    expect(screen.table.panel.get_by_text("Your answer is in")).to_be_visible()
    squares = screen.table.held("Object.values(m.view.pieces).filter((p) => p.at).length")
    assert squares == 0, "what is placed in secret is on nobody's table yet"
    screen.until_covered()
    before = json.dumps([frame for _, frame in screen.frames])
    assert f'"role": "{other}"' not in before
    assert f'"audience": "{other}"' not in before
    page.get_by_role("button", name="Not yet: show what everybody may see").click()
    expect(screen.cover).to_have_count(0)
    assert screen.table.held("m.role") == "spectators", "whoever has the device sees nobody's own table"
    page.get_by_role("button", name=f"Hand over to {screen.labels[other]}").click()
    screen.take()
    assert screen.facing == other
    assert screen.table.until_asked()["request"]["spec"]["kind"] == "place"
    page.reload()
    expect(screen.cover).to_be_visible()
    screen.check_covered()


def test_an_ambush_is_laid_only_after_the_device_was_handed_over(come: Visitors) -> None:
    page = come()
    screen = Screen(page, "newworld")
    page.goto(hot_seat(page, variant="ambush"))
    look = screen.table.until_asked()
    assert (look["role"], screen.cover.count()) == ("blue", 0), "whoever is ambushed places in the open"
    screen.facing = "blue"
    screen.player.turn(look)
    screen.until_covered()
    screen.take()
    assert screen.facing == "red"
    look = screen.table.until_asked()
    assert look["request"]["spec"]["grounds"], "the ground that hides is for these eyes alone"
    screen.player.turn(look)
    screen.check_frames()


def test_a_table_without_secrets_only_turns_over(come: Visitors) -> None:
    page = come()
    screen = Screen(page, "newworld")
    page.goto(hot_seat(page))
    expect(screen.cover).to_be_visible()
    while screen.handed < 2:
        screen.next()
    sides = {screen.facing}
    for _ in range(60):
        if len(sides) == 2:
            break
        look = screen.table.look()
        sides.add(look["role"])
        if look["request"]:
            screen.table.check_hash()
            screen.player.hurried = True
            screen.player.turn(look)
        page.clock.fast_forward(400)
        assert not screen.cover.count(), "nothing is secret any more"
    assert sides == {"blue", "red"}
    expect(page.get_by_text(re.compile("^(Company|Raiders) decide now$"))).to_be_visible()
    page.reload()
    screen.table.until_asked()
    assert not screen.cover.count()


def test_a_match_with_every_kind_of_question_is_played_to_its_end_on_a_shared_screen(come: Visitors) -> None:
    page = come()
    screen = Screen(page, "practice")
    page.goto(hot_seat(page, "practice", rounds=1))
    expect(screen.cover).to_be_visible()
    while screen.next():
        pass
    screen.check_frames()
    assert screen.handed > 10
    assert {"number", "arrange", "place", "aim", "choose", "allocate"} <= set(screen.player.answered)
    expect(screen.table.result()).to_contain_text(screen.table.held("m.view.result.text"))


def test_a_hand_of_cards_is_covered_before_the_other_person_looks(come: Visitors) -> None:
    page = come()
    screen = Screen(page, "duel")
    page.goto(hot_seat(page, "duel"))
    expect(screen.cover).to_be_visible()
    held = re.compile("cup-6|cup 6|skull-4|skull 4|cup-2|cup 2|heart-7|heart 7", re.IGNORECASE)
    assert not held.search(page.content()), "no card is on the page before anybody has said who they are"
    screen.take()
    assert screen.facing == "red"
    hand = page.locator(".hand")
    expect(hand.locator(".held")).to_have_count(3)
    page.locator(".option", has_text="Fight Bob").click()
    screen.table.commit()
    page.locator('[data-card="cup-6"]').click(position={"x": 8, "y": 30})
    screen.table.commit(told=False)
    screen.until_covered()
    assert not held.search(page.content()), "neither the hand nor what was laid face down is on the page"
    assert not page.locator(".hand, [data-exchange]").count()
    screen.take()
    expect(hand.locator('[data-card="cup-2"]')).to_be_visible()
    assert not re.search("cup-6|cup 6|skull-4|skull 4", page.content(), re.IGNORECASE), (
        "Red's cards are Red's"
    )
    screen.check_frames()

    # Whoever adds nothing says so on the cover; neither hand is looked at for that, and the device stays where it is.
    page.locator('[data-card="deck"]').click(position={"x": 8, "y": 30})
    screen.table.commit(told=False)
    screen.until_covered()
    for label in ("Red", "Blue"):
        expect(screen.cover.get_by_role("heading")).to_have_text(f"Hand the device to {label}")
        hold = screen.cover.get_by_role("button", name=f"Hold: {label}, play none, without a look")
        expect(hold).to_be_enabled()
        hold.hover()
        page.mouse.down()
        page.clock.fast_forward(1000)
        page.mouse.up()
        expect(hold).to_have_count(0)
        assert not page.locator(".hand, [data-exchange]").count()
    expect(screen.cover).to_be_visible()


CARD = r"\b(Cup|Heart|Horseshoe|Skull|Black Joker|Red Joker)[ -](\d|Joker)"
WATCH = """(pattern) => {
  window.__told = [];
  const card = new RegExp(pattern, 'i');
  const look = () => {
    const found = card.exec(document.body?.innerHTML ?? '');
    if (found) window.__told.push(found[0]);
  };
  new MutationObserver(look).observe(document, { subtree: true, childList: true, characterData: true });
}"""


def test_cards_are_dealt_behind_the_cover_after_an_open_placing(come: Visitors) -> None:
    page = come()
    screen = Screen(page, "ad1666")
    page.goto(hot_seat(page, "ad1666"))
    screen.table.until_asked()
    page.evaluate(WATCH, CARD)
    for _ in range(200):
        if screen.cover.count():
            break
        look = screen.table.look()
        if look["request"]:
            assert page.evaluate("window.__told") == [], "no card is shown before somebody said who they are"
            screen.player.turn(look)
        page.clock.fast_forward(400)
    expect(screen.cover).to_be_visible()
    screen.check_covered()
    page.keyboard.press("Enter")
    page.clock.fast_forward(3000)
    page.keyboard.press("Enter")
    expect(screen.cover).to_be_visible()
    page.get_by_role("button", name="Not yet: show what everybody may see").click()
    expect(screen.cover).to_have_count(0)
    assert screen.table.held("m.role") == "spectators"
    assert page.evaluate("window.__told") == []
    page.get_by_role("button", name=re.compile("^Hand over to")).click()
    screen.take()
    expect(page.locator(".hand .held").first).to_be_visible()
