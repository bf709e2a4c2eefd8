"""Two people play a whole scenario of Anno Domini 1666 in their browsers, from placing to the result; a third watches.

The match is thought out in this process first, with the cards that the house will shuffle: sensible bots think for both
sides. Then both do on their pages what was thought, once of each sort by hand, and every page is held against the rules.
"""

import re
from dataclasses import dataclass, field, replace
from typing import TypeAlias

import orjson
import pytest
from playwright.sync_api import expect

from muster.bots.levels import bot_of
from muster.engine.chance import CONTRIBUTION_BYTES
from muster.engine.feeds import project
from muster.engine.ids import SPECTATORS, Audience
from muster.engine.match import Match
from muster.rulesets.ad1666 import RULESET
from muster.rulesets.ad1666.deck import DECK
from muster.rulesets.ad1666.state import State
from tests.e2e.dice import ENTROPY, fix_dice, secret_of
from tests.e2e.hand import Hand
from tests.e2e.table import Json, Table, keep_line
from tests.e2e.visits import Visitors, picture, post
from tests.kit.house import Server
from tests.kit.table import head_of, setup_of

Sort: TypeAlias = tuple[str, str, tuple[str, ...]]
SCENARIO = "over-the-roofs"
SECRET = 5
EVERY = 20
"""After so many answers all pages are held against the rules."""
BY_HAND = {"test.10", "combat.9", "combat.2", "turn.14", "turn.12", "turn.11"}
"""The rules whose questions must have been answered by hand: cards laid and added, actions, fights, who acts."""
AUDIENCES = ("red", "blue", "spectators")
IN_ORDER = """function text(held) {
  if (held === null || typeof held !== 'object') return JSON.stringify(held);
  if (Array.isArray(held)) return '[' + held.map(text).join() + ']';
  return '{' + Object.keys(held).sort().map((key) => key + ':' + text(held[key])).join() + '}';
}"""
"""Something as text, its keys in order."""


@dataclass(frozen=True)
class Answer:
    """What a seat is asked and answers; ``shown`` is what each audience sees before, where that is looked at."""

    seat: str
    text: str
    body: Json
    shown: Json = None


@dataclass
class Skirmish:
    """A match thought out to its end."""

    answers: list[Answer] = field(default_factory=list[Answer])
    result: str = ""
    end: Json = None


def thought_out() -> Skirmish:
    """The match with these cards."""
    setup = setup_of(RULESET, scenario=SCENARIO)
    given = dict.fromkeys(("red", "blue"), bytes(CONTRIBUTION_BYTES))
    head = replace(head_of(RULESET, setup), secret=secret_of(SECRET), contributions=given)
    match, _ = Match[State].start(RULESET, head)
    bot, found = bot_of(RULESET, "sensible"), Skirmish()
    while match.result is None:
        request, number = match.requests[0], len(found.answers)
        known = match.play.game.known_to(request.seat)
        body = bot.answer(request, known, match.chance, f"{request.seat}/{number}")
        shown = views_of(match) if number % EVERY == 0 else None
        found.answers.append(Answer(request.seat, request.text, body, shown))
        match.answer(request.seat, request.id, body)
    found.result, found.end = match.result.text, views_of(match)
    return found


def views_of(match: Match[State]) -> Json:
    """What each audience sees of pieces, cards and tests."""
    found = {}
    for audience in AUDIENCES:
        view = project(match, SPECTATORS if audience == "spectators" else Audience(audience))
        found[audience] = {
            "pieces": view.pieces,
            "areas": view.areas,
            "contests": view.contests,
            "edges": view.edges,
        }
    return orjson.loads(orjson.dumps(found))


def sort_of(request: Json, body: Json) -> Sort:
    """Answers of one sort are given by the same means on the page: what asks, by what kind, and what is done."""
    done = [k for k in ("pass", "yes") if body.get(k)]
    options = {o["key"]: o for o in request["spec"].get("options", ())}
    for pick in body.get("picks", ()):
        word = pick["key"].partition(":")[0]
        needs = options[pick["key"]]["needs"]
        done += ["card" if word in DECK else word, needs["kind"] if needs else ""]
    return request["rule"].removeprefix("ad1666."), request["spec"]["kind"], tuple(done)


def is_held(request: Json, body: Json) -> bool:
    """Whether the button has to be held for what is picked, which other tests do."""
    picked = {pick["key"] for pick in body.get("picks", ())}
    return any(o["hold"] for o in request["spec"].get("options", ()) if o["key"] in picked)


def held_against(shown: Json, tables: dict[str, Table]) -> None:
    """Every page comes to show what its audience may see, with the hash that the house states.

    Each page counts its own versions: what nobody but blue learns is no step for the others.
    """
    for audience, table in tables.items():
        parts = (
            "{ pieces: m.view.pieces, areas: m.view.areas, contests: m.view.contests, edges: m.view.edges }"
        )
        table.until(f"({IN_ORDER})({parts}) === ({IN_ORDER})(given)", shown[audience])
        table.check_hash()


@pytest.mark.timeout(400)
def test_two_people_play_a_scenario_from_placing_to_its_result_while_somebody_watches(
    come: Visitors, house: Server
) -> None:
    skirmish = thought_out()
    host, guest, watcher = come(), come(), come()
    for page in (host, guest):
        keep_line(page)
    seats = {"red": {"kind": "me"}, "blue": {"kind": "invite"}}
    wish = {"ruleset": "ad1666", "options": {"scenario": SCENARIO}, "seats": seats, "entropy": ENTROPY}
    made = post(host, "/api/matches", wish)
    fix_dice(house, made["id"], SECRET)
    token = next(s["invite"] for s in made["seats"] if s["seat"] == "blue").rsplit("/", 1)[1]
    post(guest, f"/api/invites/{token}", {"entropy": ENTROPY})
    for page in (host, guest, watcher):
        page.goto(f"/match/{made['id']}")
    tables = {"red": Table(host), "blue": Table(guest), "spectators": Table(watcher)}
    tables["spectators"].until("m.role === 'spectators'")

    by_hand = dict[str, set[Sort]](red=set(), blue=set())
    hands = {seat: Hand(tables[seat]) for seat in ("red", "blue")}
    for answer in skirmish.answers:
        hand = hands[answer.seat]
        request = hand.asked(answer.text)
        if answer.shown is not None:
            held_against(answer.shown, tables)
        sort = sort_of(request, answer.body)
        if (
            request["spec"]["kind"] == "place"
            or is_held(request, answer.body)
            or sort in by_hand[answer.seat]
        ):
            hand.table.say(request["id"], answer.body)
        else:
            by_hand[answer.seat].add(sort)
            hand.give(request, answer.body)
    assert {rule for rule, _, _ in by_hand["red"] | by_hand["blue"]} >= BY_HAND

    tables["red"].until("m.view.result")
    held_against(skirmish.end, tables)
    for audience, table in tables.items():
        assert table.held("m.view.result.text") == skirmish.result
        expect(table.result()).to_contain_text(re.compile(re.escape(skirmish.result)))
        picture(table.page, f"skirmish-result-{audience}")
        table.check_reload()
