"""Somebody who plays through the page: picks cards, clicks squares, presses the main button."""

import re
from collections.abc import Sequence
from random import Random
from typing import Any, TypeAlias

from tests.e2e.table import Square, Table

Json: TypeAlias = Any

ODDS_WORTH = 10.0
CHARGE_WORTH = 8.0
MOVE_WORTH = 3.0
BLOW_SQUARES = 3
"""How many squares of a detour a blow on the way is worth."""
PLACE_REST = re.compile("^Place (all|the rest)")


class Player:
    """Plays the seat of a page boldly: strikes and shoots where it can, else goes to the nearest foe."""

    def __init__(self, table: Table, luck: Random, *, whim: float = 0.15, hurried: bool = False) -> None:
        """``whim`` is how often something else than the best is done; somebody hurried passes wherever they may."""
        self.table = table
        self.luck = luck
        self.whim = whim
        self.hurried = hurried
        self.answered: list[str] = []
        self.doing = ""

    def turn(self, look: Json) -> None:
        """Answer what is asked, and wait until that was accepted."""
        try:
            self.answer(look)
        except Exception as error:
            error.add_note(f"{look['role']} was asked: {look['request']['text']} {self.doing}")
            raise

    def answer(self, look: Json) -> None:
        """Answer by the means of the question's kind."""
        request = look["request"]
        self.doing = ""
        spec = request["spec"]
        if self.hurried and request["pass"] is not None:
            self.do_pass(request)
            return
        match spec["kind"]:
            case "place":
                self.table.page.get_by_role("button", name=PLACE_REST).click()
            case "choose":
                option = self.choice(request, look)
                if option is None:
                    self.do_pass(request)
                    return
                self.pick(option, look)
            case _:
                self.give(spec, look)
        self.answered.append(spec["kind"])
        self.table.commit(told=False)

    def do_pass(self, request: Json) -> None:
        """Press the button beside undo."""
        acts = self.table.page.locator(".request__acts")
        acts.get_by_role("button", name=re.compile(rf"^{re.escape(request['pass']['label'])}")).first.click()
        self.table.until_accepted(request["id"])
        self.answered.append("pass")

    def choice(self, request: Json, look: Json) -> Json | None:
        """The option to take; None: pass."""
        options = [o for o in request["spec"]["options"] if self.possible(o["needs"])]
        if self.luck.random() < self.whim:
            return self.luck.choice(options)
        best = max(options, key=lambda o: self.worth(o, look))
        if request["pass"] is not None and self.worth(best, look) <= 0:
            return None
        return best

    def possible(self, needs: Json) -> bool:
        """Whether the parameters can be given."""
        if needs is None or needs["kind"] not in ("move", "choose"):
            return True
        return bool(needs["ends"] if needs["kind"] == "move" else needs["options"])

    def worth(self, option: Json, look: Json) -> float:
        """How much this driver likes it."""
        odds = [option["odds"]]
        if option["needs"] is not None and option["needs"]["kind"] == "choose":
            odds += [o["odds"] for o in option["needs"]["options"]]
        percent = max((o for o in odds if o is not None), default=None)
        if percent is not None:
            return ODDS_WORTH * float(percent) / 100
        if option["key"].startswith("charge"):
            return CHARGE_WORTH
        if option["key"] == "move" and option["needs"]["ends"]:
            here, best = option["needs"]["from"], self.nearest_end(option["needs"], look)
            return MOVE_WORTH if self.way_off(best, look) < self.way_off(here, look) else 0.0
        return 0.0

    def pick(self, option: Json, look: Json) -> None:
        """Pick a card and give what it needs, or pick a place."""
        self.doing += f" > {option['key']}"
        if option["square"] is not None:
            self.table.click_square(tuple(option["square"]))
            return
        card = self.table.option(option["label"], option["group"])
        if card.get_attribute("aria-checked") != "true":
            card.click()
        if option["needs"] is not None:
            self.give(option["needs"], look)

    def give(self, spec: Json, look: Json) -> None:
        """Give a parameter by the means of its kind."""
        page = self.table.page
        match spec["kind"]:
            case "move":
                end = self.nearest_end(spec, look)
                self.doing += f" to {end}"
                self.table.click_square(end)
            case "aim":
                self.table.click_square(tuple(self.luck.choice(spec["points"])))
            case "allocate":
                for _ in range(spec["total"]):
                    page.get_by_role("button", name=re.compile("^One more for"), disabled=False).first.click()
            case "choose":
                wanted = sorted(spec["options"], key=lambda o: -(o["odds"] or 0))[: spec["min"]]
                for option in wanted:
                    self.pick(option, look)
            case kind:
                assert kind in ("confirm", "number", "arrange"), kind

    def nearest_end(self, spec: Json, look: Json) -> Square:
        """Where a move comes nearest to a foe, past as few blows as can be."""
        x, y, *_ = min(
            spec["ends"], key=lambda e: (self.way_off((e[0], e[1]), look) + BLOW_SQUARES * e[3], e[2])
        )
        return x, y

    def way_off(self, at: Sequence[int], look: Json) -> int:
        """Squares to the nearest foe."""
        foes = [
            p["at"]
            for p in look["pieces"].values()
            if p["seat"] != look["role"] and p["at"] and p["state"] != "fallen"
        ]
        return min((max(abs(f[0] - at[0]), abs(f[1] - at[1])) for f in foes), default=0)


def play_out(players: Sequence[Player], *, rounds: int | None = None) -> int:
    """Let several pages play until the match is over, or so many rounds are; returns how many answers were given.

    Before each answer the page's view is held against the hash that the server stated for it.
    """
    given = 0
    for player in players:
        player.table.until("m.role")
    newest = players[0].table
    while True:
        look = newest.look()
        if look["result"] or (rounds is not None and look["round"] > rounds):
            return given
        asked = next((p for p in players if p.table.held("m.role") in look["pending"]), None)
        if asked is None:
            newest.until("m.version > given || m.view.result", look["version"])
            continue
        newest = asked.table
        # An answer is acknowledged a moment before its step arrives: until then the page still shows its seat as asked.
        newest.until("m.view.result || !m.view.pending[m.role] || m.requests.some((r) => r.seat === m.role)")
        now = newest.look()
        if now["request"] is not None:
            newest.check_hash()
            asked.turn(now)
            given += 1
