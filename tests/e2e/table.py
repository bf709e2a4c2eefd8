"""A match page as a person sees and touches it: what it holds, squares on the screen, options, the main button.

The pages forbid `eval`, so nothing here uses Playwright's own waiting for a function; `until` polls inside one call.
"""

import re
import secrets
from collections.abc import Callable
from typing import Any, TypeAlias

from playwright.sync_api import Error as PlaywrightError
from playwright.sync_api import Locator, Page, expect

Json: TypeAlias = Any
Square: TypeAlias = tuple[int, int]

PATIENCE_MS = 25_000

_LOOK = """() => {
  const m = window.__muster;
  if (!m) return null;
  const view = m.view;
  const option = ({ key, label, group, hold, piece, square, odds, needs }) => (
    { key, label, group, hold, piece, square, odds: odds ? odds.percent : null, needs: needs ? slim(needs) : null });
  const slim = (spec) => {
    if (spec.kind === 'choose') return { ...spec, options: spec.options.map(option) };
    if (spec.kind !== 'move') return spec;
    const { reach, ...rest } = spec;
    return { ...rest, ends: reach.filter((r) => r.stop).map((r) => [...r.to, r.cost, r.provokes.length]) };
  };
  const request = m.requests.find((r) => r.seat === m.role) ?? null;
  return {
    version: m.version, role: m.role, result: view?.result ?? null,
    pending: Object.keys(view?.pending ?? {}), round: view?.phase.round ?? null,
    request: request && { ...request, spec: slim(request.spec) },
    pieces: Object.fromEntries(Object.values(view?.pieces ?? {}).map(
      ({ id, seat, at, state, name }) => [id, { seat, at, state, name }])),
  };
}"""
"""What `Table.look` returns: of a move its ends, each as x, y, cost and how many blows it provokes."""

_UNTIL = """async ({ given, patience }) => {
  const end = Date.now() + patience;
  for (;;) {
    const m = window.__muster;
    if (m && m.view && (CONDITION)) return;
    if (Date.now() > end) {
      const asked = JSON.stringify(m?.requests?.map((r) => r.text));
      const said = document.querySelector('.refusal')?.innerText;
      throw new Error(`not in time: version ${m?.version}, asked ${asked}, refused ${said}`);
    }
    await new Promise((done) => setTimeout(done, 12));
  }
}"""

_POINT = """({ x, y, size }) => {
  const stage = document.querySelector('.mb-stage');
  const wide = Number(/, (\\d+) by \\d+ squares/.exec(stage.getAttribute('aria-label'))[1]);
  const box = document.querySelector('.mb-table').getBoundingClientRect();
  const square = box.width / wide;
  const point = { x: box.left + (x + size / 2) * square, y: box.top + (y + size / 2) * square };
  return { ...point, free: document.elementFromPoint(point.x, point.y)?.closest('.mb-stage') === stage };
}"""

_SPOT = """({ x, y }) => {
  const [table, stage] = [window.__muster.table, document.querySelector('.mb-stage')];
  const box = document.querySelector('.mb-table').getBoundingClientRect();
  const point = { x: box.left + (x / table.size[0]) * box.width, y: box.top + (y / table.size[1]) * box.height };
  return { ...point, free: document.elementFromPoint(point.x, point.y)?.closest('.mb-stage') === stage };
}"""
"""Where a point of an open table, in its units, lies on the screen."""

_STILL = """async () => {
  const where = () => {
    const box = document.querySelector('.mb-table').getBoundingClientRect();
    return `${box.left} ${box.top} ${box.width}`;
  };
  for (let before = '', now = where(), same = 0; same < 4; before = now, now = where()) {
    same = before === now ? same + 1 : 0;
    await new Promise((done) => requestAnimationFrame(() => setTimeout(done, 40)));
  }
}"""
"""Frames count, not time alone: where the machine is busy, the camera may rest for want of a frame."""


_STEADY = """async () => {
  const where = () => {
    const box = document.querySelector('.mb-table').getBoundingClientRect();
    return `${box.left} ${box.top} ${box.width}`;
  };
  for (let before = '', now = where(), same = 0; same < 5; before = now, now = where()) {
    same = before === now ? same + 1 : 0;
    await new Promise((done) => requestAnimationFrame(done));
  }
}"""
"""A panel that has just opened or closed moves the camera: whoever points waits for some frames without a move."""


_KEEPS_ITS_LINE = """window.WebSocket = class extends WebSocket {
  constructor(...where) {
    super(...where);
    window.__line = this;
  }
}"""


def keep_line(page: Page) -> None:
    """From its next load on, this page's line to the house is at hand for `Table.say`."""
    page.add_init_script(_KEEPS_ITS_LINE)


class Table:
    """A page that shows a match."""

    def __init__(self, page: Page) -> None:
        self.page = page

    # ------------------------------------------------------------------ what it holds
    def look(self) -> Json:
        """Version, hash, role, the own request in short, the result."""
        return self.page.evaluate(_LOOK)

    def held(self, expression: str) -> Json:
        """A value of the page's hook: `held("m.view.phase")`."""
        return self.page.evaluate(f"() => {{ const m = window.__muster; return {expression}; }}")

    def until(self, condition: str, given: Json = None, patience: int = PATIENCE_MS) -> None:
        """Wait until a condition on the hook `m` (and `given`) holds."""
        try:
            self.page.evaluate(_UNTIL.replace("CONDITION", condition), {"given": given, "patience": patience})
        except PlaywrightError as error:
            error.add_note(f"waited for {condition}, given {given}")
            raise

    def until_asked(self) -> Json:
        """Wait until this seat is asked something or the match is over; returns what `look` says then."""
        self.until("m.view.result || m.requests.some((r) => r.seat === m.role)")
        return self.look()

    def until_version(self, version: int) -> None:
        """Wait until so much has happened here."""
        self.until("m.version >= given", version)

    def check_hash(self) -> tuple[int, str]:
        """The view that is held has the hash that the server states; returns version and hash."""
        stated, computed, version = self.page.evaluate(
            "async () => { const m = window.__muster; const [h, v] = [m.hash, m.version];"
            " return [h, await m.computeHash(), v]; }"
        )
        assert computed == stated, (
            f"at version {version} the page holds {computed}, the server stated {stated}"
        )
        return version, stated

    def log(self) -> list[str]:
        """All lines of the log that lie open, oldest first."""
        older = self.page.get_by_role("button", name="Show older lines")
        while older.count():
            older.click()
        return (
            self.page.locator(".log").locator("h4, summary > span:first-child, .log__line").all_inner_texts()
        )

    def check_reload(self) -> None:
        """A reload changes nothing: not the version, nor the view, nor the log, nor what is asked.

        A step may have been on its way when it was first looked at; nothing is under way after that.
        """
        before, after = None, self._shown()
        while before is None or after[0][0] > before[0][0]:
            before = after
            self.page.reload()
            self.until("m.version >= given", before[0][0])
            after = self._shown()
        assert after == before

    def _shown(self) -> tuple[tuple[int, str], list[str], list[str]]:
        return self.check_hash(), self.log(), self.held("m.requests.map((r) => r.id)")

    # ------------------------------------------------------------------ the board
    def point(self, square: Square, size: int = 1) -> tuple[float, float]:
        """Where a square (or a footprint that begins there) lies on the screen, brought into sight if it must be."""
        self.page.evaluate(_STEADY)
        return self._brought(lambda: self._where(square, size), f"the square {square}")

    def _brought(self, where: Callable[[], Json], what: str) -> tuple[float, float]:
        found = where()
        if not found["free"]:
            self.page.get_by_role("button", name="Show the whole table").click()
            self.page.evaluate(_STILL)
            found = where()
            assert found["free"], f"{what} is covered even when the whole table is shown"
        return found["x"], found["y"]

    def _where(self, square: Square, size: int) -> Json:
        return self.page.evaluate(_POINT, {"x": square[0], "y": square[1], "size": size})

    def spot(self, x: int, y: int) -> tuple[float, float]:
        """Where a point of an open table (its units) lies on the screen, brought into sight if it must be."""
        self.page.evaluate(_STILL)
        return self._brought(lambda: self.page.evaluate(_SPOT, {"x": x, "y": y}), f"the point {x}, {y}")

    def base(self, piece: str) -> tuple[float, float]:
        """Where the middle of a base lies on the screen."""
        x, y, _ = self.held(f"m.view.pieces['{piece}'].pose")
        return self.spot(x, y)

    def click_base(self, piece: str) -> None:
        """Click it."""
        self.page.mouse.click(*self.base(piece))

    def drag(self, start: tuple[float, float], *ways: tuple[float, float]) -> None:
        """Press at a point of the screen, go through others, and let go at the last."""
        self.page.mouse.move(*start)
        self.page.mouse.down()
        for x, y in ways:
            self.page.mouse.move(x, y, steps=4)
        self.page.mouse.up()

    def in_sight(self, square: Square, size: int = 1) -> bool:
        """Whether nothing lies over it."""
        return bool(self._where(square, size)["free"])

    def still(self) -> None:
        """Wait until the camera has come to rest."""
        self.page.evaluate(_STILL)

    def click_square(self, square: Square) -> None:
        """Click it."""
        self.page.mouse.click(*self.point(square))

    def tab_to_board(self) -> None:
        """Press Tab until the board has the focus."""
        for _ in range(60):
            self.page.keyboard.press("Tab")
            if self.page.evaluate("() => document.activeElement.closest('.mb-stage') !== null"):
                return
        raise AssertionError("Tab does not come to the board")

    def hover_square(self, square: Square) -> None:
        """Point at it."""
        self.page.mouse.move(*self.point(square))

    def tap_square(self, square: Square) -> None:
        """Touch it."""
        self.page.touchscreen.tap(*self.point(square))

    # ------------------------------------------------------------------ the request panel
    @property
    def panel(self) -> Locator:
        """The question with its acts."""
        return self.page.get_by_role("region", name="What do I decide now?")

    @property
    def main(self) -> Locator:
        """The button that commits."""
        return self.page.locator(".request__acts .main")

    def option(self, label: str, group: str = "") -> Locator:
        """The card of an option; its group's tab is opened if it is not in sight."""
        card = self.page.locator(".option").filter(
            has=self.page.locator(".option__name", has_text=re.compile(rf"^\s*{re.escape(label)}\s*$"))
        )
        tabs = self.page.get_by_role("tablist", name="Kinds of options")
        if group and tabs.count():
            tabs.get_by_role("tab", name=re.compile(rf"^{re.escape(group)} \d+$")).click()
        return card.first

    def commit(self, *, told: bool = True) -> None:
        """Press the main button, or hold it where it wants to be held, and wait until that question is settled.

        With ``told`` false it is enough that the answer was accepted: where another seat is asked in secret, what it
        leads to comes much later.
        """
        asked = self.held("m.requests.find((r) => r.seat === m.role)?.id")
        wait = self.until_settled if told else self.until_accepted
        expect(self.main).to_be_enabled()
        if "btn--hold" in (self.main.get_attribute("class") or ""):
            self.press(self.main)
            wait(asked)
            self.page.mouse.up()
        else:
            self.main.click()
            wait(asked)

    def say(self, request: str, body: Json) -> None:
        """Answer a question without hands: over the page's own line (see `keep_line`), of which the page knows nothing.

        It hears of it as of anything that happens. For what hands have done on this page before.
        """
        message = {"t": "answer", "id": secrets.token_hex(8), "request": request, "body": body}
        self.page.evaluate("(message) => window.__line.send(JSON.stringify(message))", message)
        self.until_accepted(request)

    def press(self, button: Locator) -> None:
        """Press the mouse on a button that wants to be held. Whoever calls lets go when it has had its effect."""
        # Waits until the button stands still and nothing lies over it.
        button.hover()
        self.page.mouse.down()

    def until_settled(self, request: str) -> None:
        """Wait until the answer to a question was accepted and what it led to is here; a refusal is a fault.

        The acknowledgement alone is not enough: the step is told after it, so the page still shows what was before.
        """
        self._until_gone("asked", request)

    def until_accepted(self, request: str) -> None:
        """Wait until the answer to a question was accepted: what is shown may still be what was before."""
        self._until_gone("requests", request)

    def _until_gone(self, held: str, request: str) -> None:
        self.until(f"!m.{held}.some((r) => r.id === given) || document.querySelector('.refusal')", request)
        refusal = self.page.locator(".refusal")
        assert refusal.count() == 0, f"refused: {refusal.first.inner_text()}"

    def result(self) -> Locator:
        """The result screen."""
        return self.page.locator(".result")
