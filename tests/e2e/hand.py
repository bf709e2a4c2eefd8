"""Somebody who is told what to answer in a battle and does so through the page, by the shortest way."""

import re
from typing import Any, TypeAlias

from tests.e2e.table import Table

Json: TypeAlias = Any

KEYS = 9
"""So many options have a digit."""
SWING = 500
"""By so much a key swings an oblique move, in hundredths of a degree."""
ASLANT = 4500
"""An oblique move starts so far to the right, in hundredths of a degree."""


class Hand:
    """Gives answers, as the wire has them, with keys, cards, sliders and clicks on bases."""

    def __init__(self, table: Table) -> None:
        """For the seat of one page."""
        self.table = table
        self.before = ""

    def asked(self, text: str) -> Json:
        """The question of that text, as soon as the page asks it and no older one."""
        return self._once_asked("r.text === given.text", text)

    def next(self) -> Json:
        """The next question, whatever it is."""
        return self._once_asked("true")

    def _once_asked(self, wanted: str, text: str = "") -> Json:
        newer = f"m.requests.some((r) => r.seat === m.role && r.id !== given.before && {wanted})"
        self.table.until(newer, {"before": self.before, "text": text})
        request = self.table.held("m.requests.find((r) => r.seat === m.role)")
        self.before = request["id"]
        return request

    def give(self, request: Json, body: Json) -> None:
        """Answer it, and wait until the page has seen what came of it."""
        if "pass" in body:
            name = re.compile(rf"^{re.escape(request['pass']['label'])}")
            self.table.page.locator(".request__acts").get_by_role("button", name=name).first.click()
        elif request["spec"]["kind"] == "confirm" and not body["yes"]:
            self.table.page.keyboard.press("n")
        else:
            self._parameters(request["spec"], body)
            self.table.main.click()
        self.table.until_settled(request["id"])

    def _parameters(self, spec: Json, body: Json) -> None:
        match spec["kind"]:
            case "choose":
                for pick in body["picks"]:
                    self._pick(spec, pick)
            case "deploy":
                assert body["at"] == spec["suggested"], "only what is suggested is placed"
                self.table.page.keyboard.press("a")
            case "manoeuvre":
                self._move(spec, body)
            case "number":
                self._length(spec, body["value"])
            case "move":
                x, y = body["path"][-1]
                self.table.click_square((x, y))
            case kind:
                assert kind == "confirm", f"no hand for questions of the kind {kind}"

    def _pick(self, spec: Json, pick: Json) -> None:
        """Click where an option lies on the board, press its digit, or its card where it has neither."""
        option = next(o for o in spec["options"] if o["key"] == pick["key"])
        if option["square"] is not None:
            x, y = option["square"]
            self.table.click_square((x, y))
            return
        groups = list(dict.fromkeys(o["group"] for o in spec["options"]))
        beside = spec["options"]
        if len(groups) > 1 and len(spec["options"]) > 6:
            beside = [o for o in spec["options"] if o["group"] == option["group"]]
            tabs = self.table.page.get_by_role("tablist", name="Kinds of options")
            tabs.get_by_role("tab", name=re.compile(rf"^{re.escape(option['group'])} \d+$")).click()
        place = beside.index(option)
        if place < KEYS:
            self.table.page.keyboard.press(str(place + 1))
        else:
            self.table.option(option["label"]).click()
        if option["needs"] is not None:
            self._parameters(option["needs"], pick["with"])

    def _move(self, spec: Json, body: Json) -> None:
        """Choose a way by its letter, swing it with the arrows, and set how far it goes."""
        keys = [way["key"] for way in spec["ways"]]
        place = keys.index(body["way"])
        way = spec["ways"][place]
        letter = self.table.page.locator(".way").nth(place).get_attribute("aria-keyshortcuts")
        self.table.page.keyboard.press(str(letter).lower())
        if way["shape"] == "turn":
            return
        swings = (body["bearing"] - ASLANT) // SWING if way["shape"] == "slide" else 0
        if swings:
            self.table.page.locator('.mb-stage .mb-piece[tabindex="0"]').first.focus()
        for _ in range(abs(swings)):
            self.table.page.keyboard.press("ArrowRight" if swings > 0 else "ArrowLeft")
        self.table.page.get_by_role("slider", name="Length of").fill(str(body["length"]))

    def _length(self, spec: Json, value: int) -> None:
        """Set a number between its limits."""
        if spec["min"] < spec["max"]:
            self.table.page.get_by_role("slider").fill(str(value))
