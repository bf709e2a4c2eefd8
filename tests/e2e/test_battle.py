"""Two people play a battle of 300 points in their browsers, from the invitation to its result, and a third watches.

The battle is thought out in this process first, with the dice that the house will throw: the sensible bot thinks for
both sides. Then both do on their pages what was thought, and every page is held against what the rules say. What is
done in the same way as once before on that page goes over the page's line instead: nothing new would be seen of it.
"""

import re
from collections.abc import Iterable
from dataclasses import dataclass, field, replace
from typing import TypeAlias

import orjson
import pytest
from playwright.sync_api import Page, Route, expect

from muster.bots.levels import bot_of
from muster.engine.chance import CONTRIBUTION_BYTES
from muster.engine.feeds import project
from muster.engine.ids import SPECTATORS
from muster.engine.match import Match
from muster.engine.requests import Choose, Number, Option, Request
from muster.rulesets.baroque.ruleset import RULESET
from muster.rulesets.baroque.state import State
from tests.e2e.dice import ENTROPY, fix_dice, secret_of
from tests.e2e.hand import Hand
from tests.e2e.table import Json, Table, keep_line
from tests.e2e.visits import Visitors, picture
from tests.kit.house import Server
from tests.kit.table import head_of, setup_of

FIELD = "hussars-plain"
TURNS = 3
KINDS = ("evade", "counter", "fire", "ocharge")
"""What shall happen in the battle: an evasion, a countercharge, fire and a charge by opportunity."""
SECRETS = range(14, 40)
"""Among these is one with which all of that comes up."""
BY_HAND = {*KINDS, "unit", "leader", "move", "forward", "oblique", "shoot", "charge", "rally", "pass"}
"""What must have been done by hand on a page at least once, the reactions among it."""
Sort: TypeAlias = tuple[str, str, tuple[str, ...]]
EVERY = 12
"""After so many answers all pages are held against the rules."""


@dataclass(frozen=True)
class Answer:
    """What a seat is asked and answers; ``board`` is what stood on the table then, where that is looked at, and
    ``kind`` the reaction that is tried for the first time."""

    seat: str
    text: str
    body: Json
    kind: str = ""
    board: Json = None


@dataclass
class Battle:
    """A battle thought out to its end."""

    secret: int
    answers: list[Answer] = field(default_factory=list[Answer])
    result: str = ""
    end: Json = None

    def kinds(self) -> set[str]:
        """The kinds of reaction that came up."""
        return {a.kind for a in self.answers} - {""}


def thought_out(secret: int) -> Battle:
    """The battle with these dice: each kind of reaction is tried when it first comes up, all else is sensible."""
    setup = setup_of(RULESET, scenario=FIELD, turns=TURNS)
    given = dict.fromkeys(("blue", "red"), bytes(CONTRIBUTION_BYTES))
    head = replace(head_of(RULESET, setup), secret=secret_of(secret), contributions=given)
    match, _ = Match[State].start(RULESET, head)
    bot, battle = bot_of(RULESET, "sensible"), Battle(secret)
    while match.result is None:
        request, number = match.requests[0], len(battle.answers)
        kind, body = reaction(request, battle.kinds())
        if not kind:
            known = match.play.game.known_to(request.seat)
            body = bot.answer(request, known, match.chance, f"{request.seat}/{number}")
        board = board_of(match) if kind or number % EVERY == 0 else None
        battle.answers.append(Answer(request.seat, request.text, body, kind, board))
        match.answer(request.seat, request.id, body)
    battle.result, battle.end = match.result.text, board_of(match)
    return battle


def reaction(request: Request, done: set[str]) -> tuple[str, Json]:
    """A reaction of a kind that has not been tried yet, and the answer; empty where there is none."""
    if request.rule == "baroque.4.1.3c" and isinstance(request.spec, Choose):
        for kind in KINDS:
            option = next((o for o in request.spec.options if o.key.startswith(f"{kind}:")), None)
            if option is not None and kind not in done:
                return kind, {"picks": [plain(option)]}
    return "", None


def board_of(match: Match[State]) -> Json:
    """What everybody may see of the table: nothing in a battle is hidden."""
    view = project(match, SPECTATORS)
    return orjson.loads(orjson.dumps({"pieces": view.pieces, "phase": view.phase, "gauges": view.gauges}))


def plain(option: Option) -> Json:
    """The pick of a reaction; where it has a place on the path, the last that it can be made at."""
    if isinstance(option.needs, Number):
        return {"key": option.key, "with": {"value": option.needs.maximum}}
    return {"key": option.key}


def sort_of(request: Json, body: Json) -> Sort:
    """Answers of one sort are given by the same means on the page: what asks, by what kind, and what is done."""
    kind, done = request["spec"]["kind"], [k for k in ("pass", "yes") if body.get(k)]
    options = {o["key"]: o for o in request["spec"].get("options", ())}
    for pick in body.get("picks", ()):
        needs, given = options[pick["key"]]["needs"], pick.get("with", {})
        done += [pick["key"].partition(":")[0], needs["kind"] if needs else "", given.get("way", "")]
    return request["rule"], kind, tuple(done)


def with_known_entropy(page: Page) -> None:
    """What this page's client adds to the chance is what the test knows."""

    def send(route: Route) -> None:
        body = route.request.post_data_json
        route.continue_(post_data={**body, "entropy": ENTROPY} if body else None)

    page.route(re.compile(r"/api/(matches|invites/[^/]+)$"), send)


def invite(page: Page) -> str:
    """The host chooses the battlefield and its length and makes an invitation to it; returns the link."""
    page.goto("/")
    page.get_by_role("link", name="Invite a friend").click()
    page.get_by_role("radio", name="Baroque", exact=True).check()
    page.get_by_role("radio", name=re.compile("Hussars")).check()
    page.get_by_text("Options of the game").click()
    page.get_by_role("spinbutton", name=re.compile("^Turns")).fill(str(TURNS))
    page.get_by_role("button", name="Make the invitation").click()
    link = page.get_by_label(re.compile("^For "))
    expect(link).to_have_value(re.compile(r"/invite/"))
    return link.input_value()


def held_against(board: Json, version: int, tables: Iterable[Table]) -> None:
    """Every page shows what the rules say, and has the hash that the house states."""
    for table in tables:
        table.until_version(version)
        assert table.check_hash()[0] == version
        assert table.held("({ pieces: m.view.pieces, phase: m.view.phase, gauges: m.view.gauges })") == board


@pytest.mark.timeout(400)
def test_two_people_play_a_battle_from_the_invitation_to_its_result_while_somebody_watches(
    come: Visitors, house: Server
) -> None:
    battle = next(b for b in map(thought_out, SECRETS) if b.kinds() == set(KINDS))
    host, guest, watcher = come(), come(), come()
    for page in (host, guest):
        keep_line(page)
        with_known_entropy(page)
    link = invite(host)
    host.wait_for_url(re.compile("/match/"))
    fix_dice(house, host.url.rsplit("/", 1)[1], battle.secret)
    guest.goto(link)
    guest.get_by_role("button", name="Take the seat").click()
    guest.wait_for_url(re.compile("/match/"))
    watcher.goto(guest.url)
    tables = {"blue": Table(host), "red": Table(guest), "spectators": Table(watcher)}
    tables["spectators"].until("m.role === 'spectators'")

    by_hand: dict[str, set[Sort]] = {"blue": set(), "red": set()}
    hands = {seat: Hand(tables[seat]) for seat in ("blue", "red")}
    for answer in battle.answers:
        hand = hands[answer.seat]
        request = hand.asked(answer.text)
        if answer.board is not None:
            held_against(answer.board, hand.table.held("m.version"), tables.values())
        for audience, table in tables.items() if answer.kind else ():
            picture(table.page, f"battle-{answer.kind}-{audience}")
        sort = sort_of(request, answer.body)
        if sort in by_hand[answer.seat]:
            hand.table.say(request["id"], answer.body)
        else:
            by_hand[answer.seat].add(sort)
            hand.give(request, answer.body)
    done = by_hand["blue"] | by_hand["red"]
    assert {kind for _, kind, _ in done} == {"choose", "confirm", "deploy"}
    assert {deed for _, _, deeds in done for deed in deeds} >= BY_HAND

    tables["blue"].until("m.view.result")
    held_against(battle.end, tables["blue"].held("m.version"), tables.values())
    for audience, table in tables.items():
        assert table.held("m.view.result.text") == battle.result
        expect(table.result()).to_contain_text(battle.result)
        picture(table.page, f"battle-result-{audience}")
        table.check_reload()
