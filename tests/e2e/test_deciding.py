"""Deciding: what is shown before one commits, taking back, passing, refusals; by keys alone, and by touch."""

import re
from random import Random
from typing import Any, TypeAlias

from playwright.sync_api import Page, expect

from tests.e2e.driver import Player
from tests.e2e.table import Table
from tests.e2e.visits import Visitors, against_bot, against_person, passed_until
from tests.kit.people import Person
from tests.kit.wire import answer_to

Json: TypeAlias = Any

STEPS_COME_LATE = """window.WebSocket = class extends WebSocket {
  set onmessage(hear) {
    super.onmessage = (event) => (JSON.parse(event.data).t === 'step' ? setTimeout(hear, 300, event) : hear(event));
  }
}"""
"""Every step is held back for a moment; an acknowledgement is heard at once, as by anybody under load."""


def options_of(request: Json, prefix: str) -> list[Json]:
    """The options whose keys begin so."""
    return [o for o in request["spec"].get("options", ()) if o["key"].split(":")[0] == prefix]


def passes_a_foe(request: Json) -> bool:
    """Whether a move is offered on which a foe may strike first."""
    return any(r["stop"] and r["provokes"] for o in options_of(request, "move") for r in o["needs"]["reach"])


def shoots_a_foe(request: Json) -> bool:
    """Whether a shot is offered, and a move before it."""
    return bool(options_of(request, "shoot") and options_of(request, "move"))


def first_turn(page: Page) -> tuple[Table, Json]:
    """A match against a bot, up to the first own turn."""
    page.goto(against_bot(page))
    table = Table(page)
    Player(table, Random(50)).turn(table.until_asked())
    return table, table.until_asked()


# ------------------------------------------------------------------ before one commits
def test_reach_sums_ghost_and_the_blow_on_the_way_show_before_a_move(come: Visitors, me: Person) -> None:
    page = come(person=me)
    page.goto(passed_until(me, passes_a_foe))
    table = Table(page)
    look = table.until_asked()
    table.option("Move", "Move").click()
    expect(page.locator(".mb-reach-fill")).to_be_visible()
    assert page.locator(".mb-reach-cost").count() > 5
    move = next(o for o in look["request"]["spec"]["options"] if o["key"] == "move")["needs"]
    x, y, cost, _ = max((e for e in move["ends"] if e[3]), key=lambda e: e[2])
    table.hover_square((x, y))
    named = rf"^Path of \d+ squares?, {cost} of {move['budget']}$"
    expect(page.get_by_role("img", name=re.compile(named))).to_be_visible()
    expect(page.locator(".mb-warning").first).to_be_visible()
    blows = table.panel.get_by_text(re.compile(r"strikes first, \d+%, about \d+ lost"))
    expect(blows.first).to_be_visible()
    expect(table.panel.locator(".strip").get_by_text(f"{cost} of {move['budget']}")).to_be_visible()
    table.click_square((x, y))
    sums = [int(text) for text in page.locator(".mb-stop-sum").all_text_contents()]
    assert sums == sorted(sums)
    assert all(n < cost for n in sums)
    assert table.held("m.version") == look["version"], "nothing has been decided yet"
    page.keyboard.press("Escape")
    table.hover_square(tuple(move["from"]))
    expect(page.locator(".mb-warning")).to_have_count(0)


def test_sight_odds_and_their_sum_show_before_a_shot_and_the_log_opens_to_the_same_sum(
    come: Visitors, me: Person
) -> None:
    page = come(person=me)
    page.goto(passed_until(me, shoots_a_foe))
    table = Table(page)
    look = table.until_asked()
    shot = max(
        (o for o in look["request"]["spec"]["options"] if o["key"].startswith("shoot")),
        key=lambda o: o["odds"],
    )
    percent = f"{round(shot['odds'])}%"
    card = table.option(shot["label"], shot["group"])
    card.hover()
    expect(page.locator(".mb-sight")).not_to_have_count(0)
    expect(card).to_contain_text(percent)
    odds = page.get_by_role("region", name="Odds")
    expect(odds).to_contain_text(percent)
    expect(odds.locator("table, dl").first).to_be_visible()
    card.click()
    said = odds.inner_text()
    parts = table.held(
        f"m.requests[0].spec.options.find((o) => o.key === {shot['key']!r}).odds.totals.flatMap((t) => t.parts)"
    )
    assert all(part["label"] in said for part in parts)
    assert table.held("m.version") == look["version"]
    table.commit()
    line = page.locator(".log details").filter(has_text=re.compile(r"(shoots|fires|throws)")).last
    line.locator("summary").click()
    written = line.locator(".log__sum").inner_text()
    for part in parts:
        assert part["label"] in written
    expect(line.locator(".log__dice .die, .log__dice svg").first).to_be_visible()
    rule = line.locator(".rules button, .rules a").first
    rule.click()
    expect(page.locator("[popover]:popover-open, .rule__say, [role=tooltip]").first).to_be_visible()


def test_a_ghost_shows_what_could_be_shot_from_its_square(come: Visitors, me: Person) -> None:
    page = come(person=me)
    page.goto(passed_until(me, shoots_a_foe))
    table = Table(page)
    look = table.until_asked()
    table.option("Move", "Move").click()
    move = next(o for o in look["request"]["spec"]["options"] if o["key"] == "move")["needs"]
    table.click_square(tuple(min(move["ends"], key=lambda e: e[2])[:2]))
    expect(page.locator(".mb-sight")).not_to_have_count(0)
    expect(page.get_by_role("region", name="Odds")).to_contain_text("%")
    assert table.held("m.version") == look["version"]


# ------------------------------------------------------------------ taking back, passing, refusals
def test_an_answer_counts_as_settled_only_when_what_it_led_to_is_here(come: Visitors) -> None:
    page = come()
    page.add_init_script(STEPS_COME_LATE)
    table, look = first_turn(page)
    page.locator(".request__acts").get_by_role("button", name="End turn").click()
    table.until_settled(look["request"]["id"])
    assert table.held("m.version") > look["version"]


def test_a_move_that_told_nobody_anything_is_taken_back_at_once(come: Visitors) -> None:
    table, look = first_turn(come())
    page = table.page
    before = table.held("m.view.pieces")
    mover = look["request"]["subject"]
    move = next(o for o in look["request"]["spec"]["options"] if o["key"] == "move")["needs"]
    table.option("Move", "Move").click()
    table.click_square(tuple(min(move["ends"], key=lambda e: e[2])[:2]))
    table.commit()
    moved = table.held("m.version")
    assert moved > look["version"]
    assert table.held("m.view.pieces")[mover]["at"] != before[mover]["at"]
    undo = page.locator(".request__acts").get_by_role("button", name=re.compile("^Undo"))
    expect(undo).to_be_enabled()
    undo.click()
    table.until("m.version > given", moved)
    assert table.held("m.view.pieces") == before
    table.check_hash()
    assert table.until_asked()["request"]["text"] == look["request"]["text"]


def ask_to_undo(page: Page) -> None:
    page.locator(".request__acts").get_by_role("button", name="Ask to undo").click()
    page.get_by_role("button", name="Ask to take it back").click()


def test_the_other_side_is_asked_before_anything_is_taken_back_that_it_has_seen(
    come: Visitors, me: Person
) -> None:
    page = come()
    table = Table(page)
    match_id = against_person(page, me)
    friend = me.socket(match_id)
    page.goto(f"/match/{match_id}")
    player = Player(table, Random(51))
    player.turn(table.until_asked())
    asked = friend.asked()
    places = answer_to(asked, Random(52))
    friend.settled(friend.answer(asked, places))
    table.until("m.view.phase.round === 1")
    ask = page.get_by_role("button", name=re.compile("^Ask to undo"))

    expect(ask).to_be_enabled()
    ask_to_undo(page)
    question = friend.until(lambda m: m["t"] == "consent" and m.get("ask"))["ask"]
    friend.deed("consent", ask=question["id"], yes=False)
    refusal = page.get_by_role("alert").filter(has_text="did not agree")
    expect(refusal).to_be_visible()
    refusal.get_by_role("button", name="Close").click()
    expect(refusal).to_have_count(0)

    ask_to_undo(page)
    friend.until(lambda m: m["t"] == "consent" and m.get("ask"))
    page.get_by_role("button", name="No longer ask").click()
    friend.until(lambda m: m["t"] == "consent" and m.get("ask") is None)
    expect(ask).to_be_visible()
    expect(page.get_by_role("alert")).to_have_count(0)

    ask_to_undo(page)
    question = friend.until(lambda m: m["t"] == "consent" and m.get("ask"))["ask"]
    friend.deed("consent", ask=question["id"], yes=True)
    table.until("m.view.phase.label === 'Placing'")
    table.check_hash()
    player.turn(table.until_asked())

    # The other way round: the friend asks, and the page has the say.
    asked = friend.asked()
    friend.settled(friend.answer(asked, places))
    table.until("m.view.phase.round === 1")
    friend.deed("undo")
    dialog = page.get_by_role("alertdialog")
    expect(dialog).to_contain_text("asks to take this back: Raiders take their places.")
    dialog.get_by_role("button", name="Agree").click()
    table.until("m.view.phase.label === 'Placing'")
    expect(dialog).to_have_count(0)


def test_a_way_that_is_too_long_says_why_before_and_after_one_insists(come: Visitors) -> None:
    table, look = first_turn(come())
    page = table.page
    move = next(o for o in look["request"]["spec"]["options"] if o["key"] == "move")["needs"]
    far = max(move["ends"], key=lambda e: e[2])
    back = min(move["ends"], key=lambda e: (e[2], -max(abs(e[0] - far[0]), abs(e[1] - far[1]))))
    table.option("Move", "Move").click()
    table.click_square((far[0], far[1]))
    page.keyboard.press("w")
    table.click_square((back[0], back[1]))
    why = table.panel.locator(".strip .bad")
    expect(why).to_be_visible()
    sentence = why.inner_text()
    assert re.search(r"\d", sentence), f"no number tells how much too long: {sentence}"
    table.main.click()
    refusal = page.get_by_role("alert").filter(has_text=sentence)
    expect(refusal.locator(".chip")).to_have_text([re.compile("^cost"), re.compile("^budget")])
    expect(refusal.get_by_role("link")).to_be_visible()
    assert table.held("m.version") == look["version"]
    page.keyboard.press("Escape")
    page.keyboard.press("Escape")
    table.click_square(tuple(min(move["ends"], key=lambda e: e[2])[:2]))
    table.commit()


def test_a_number_of_the_sheet_tells_what_it_is(come: Visitors) -> None:
    table, _ = first_turn(come())
    table.page.get_by_role("link", name="Head Value, rule damage.12").click()
    expect(table.page.get_by_role("dialog", name="Value boxes of the sheet")).to_be_visible()


def test_the_log_names_who_ended_a_turn_and_what_was_taken_back(come: Visitors) -> None:
    table, _ = first_turn(come())
    acts = table.page.locator(".request__acts")
    log = table.page.get_by_role("region", name="What has happened")
    # A key alone takes nothing back: first it is said what goes, and the second press does nothing.
    table.page.keyboard.press("u")
    dialog = table.page.get_by_role("dialog", name="Ask to take this back?")
    expect(dialog).to_contain_text("Company take their places.")
    expect(dialog).to_contain_text("It also takes back what Raiders did.")
    expect(dialog).to_contain_text("The bot agrees 2 times more in this match.")
    table.page.keyboard.press("u")
    table.page.keyboard.press("Enter")
    expect(dialog).to_have_count(0)
    assert table.held("m.view.phase.round") == 1
    ask_to_undo(table.page)
    table.until("m.view.phase.label === 'Placing'")
    expect(log).to_contain_text("Company took back: Company take their places.")
    table.page.keyboard.press("a")
    table.commit()
    look = table.until_asked()
    acts.get_by_role("button", name="End turn").click()
    table.until_settled(look["request"]["id"])
    name = look["pieces"][look["request"]["subject"]]["name"]
    expect(log).to_contain_text(f"{name} ends the turn, both half actions unused.")


def test_whoever_resigns_has_to_hold_the_button_and_has_lost(come: Visitors) -> None:
    table, look = first_turn(come())
    page = table.page
    page.get_by_role("button", name="Menu").click()
    summary = page.request.get(page.url.replace("/match/", "/api/matches/")).json()
    menu = page.get_by_role("dialog")
    expect(menu).to_contain_text(summary["setup_hash"])
    expect(menu).to_contain_text(summary["secret_hash"])
    resign = page.get_by_role("button", name="Hold to resign")
    resign.click()
    assert table.held("m.view.result") is None, "a click is not enough"
    table.press(resign)
    table.until("m.view.result")
    page.mouse.up()
    assert table.held("m.view.result.winner") == "red"
    expect(page.locator(".phase__what")).to_contain_text("Over")
    expect(table.result().get_by_role("heading")).to_have_text("You lose: Raiders win")
    expect(table.result()).to_contain_text(table.held("m.view.result.text"))
    assert table.held("m.version") > look["version"]
    page.get_by_text("What the record must state").click()
    record = page.request.get(str(page.get_by_role("link", name="Record").get_attribute("href"))).json()
    assert (record["setup_hash"], record["secret_hash"]) == (summary["setup_hash"], summary["secret_hash"])
    expect(table.result()).to_contain_text(record["secret_hash"])


# ------------------------------------------------------------------ by keys alone
def test_a_turn_is_played_without_a_mouse(come: Visitors) -> None:
    page = come()
    page.goto(against_bot(page))
    table = Table(page)
    placing = table.until_asked()["request"]["id"]
    page.keyboard.press("a")
    page.keyboard.press("Enter")
    table.until_settled(placing)
    look = table.until_asked()
    mover = look["request"]["subject"]
    move = next(o for o in look["request"]["spec"]["options"] if o["key"] == "move")["needs"]
    assert look["request"]["spec"]["options"][0]["key"] == "move"
    page.keyboard.press("1")
    expect(table.option("Move")).to_have_attribute("aria-checked", "true")
    start = move["from"]
    keys = {"ArrowRight": (1, 0), "ArrowLeft": (-1, 0), "ArrowUp": (0, -1), "ArrowDown": (0, 1)}
    ends = {(e[0], e[1]) for e in move["ends"]}
    key, end = next(
        (k, (start[0] + 2 * dx, start[1] + 2 * dy))
        for k, (dx, dy) in keys.items()
        if (start[0] + 2 * dx, start[1] + 2 * dy) in ends
    )
    page.keyboard.press(key)
    page.keyboard.press(key)
    expect(page.locator(".mb-board > [aria-live]")).to_have_text(re.compile(rf"^\d+ of {move['budget']}"))
    # The panel says what the ghost's square costs, and the same move can be made from there.
    expect(table.panel.locator(".strip .num")).to_have_text(re.compile(rf"^\d+ of {move['budget']}"))
    expect(table.main).to_be_enabled()
    expect(page.get_by_role("img", name=re.compile("^Path of"))).to_be_visible()
    asked = look["request"]["id"]
    page.keyboard.press("Enter")
    table.until_settled(asked)
    assert tuple(table.held(f"m.view.pieces[{mover!r}].at")) == end
    asked = table.until_asked()["request"]["id"]
    page.keyboard.press("Control+k")
    page.get_by_role("combobox", name="What do you look for?").fill("end turn")
    page.keyboard.press("Enter")
    table.until_settled(asked)
    page.keyboard.press("?")
    expect(page.get_by_role("dialog", name="Keys")).to_be_visible()
    page.keyboard.press("Escape")
    expect(page.get_by_role("dialog", name="Keys")).to_have_count(0)


# ------------------------------------------------------------------ on a phone
def test_a_turn_is_played_on_a_phone_by_touch(come: Visitors) -> None:
    page = come(phone=True)
    page.goto("/")
    page.get_by_role("button", name="Play a bot now").tap()
    table = Table(page)
    placing = table.until_asked()["request"]["id"]
    page.get_by_role("button", name="Place all").tap()
    table.main.tap()
    table.until_settled(placing)
    look = table.until_asked()
    tabs = page.get_by_role("tablist", name="Sheets")
    name = look["pieces"][look["request"]["subject"]]["name"]
    tabs.get_by_role("tab", name="Sheet").tap()
    expect(page.get_by_role("tabpanel").get_by_role("heading", name=name)).to_be_visible()
    tabs.get_by_role("tab", name="Odds").tap()
    expect(page.get_by_text("Choose an attack to see its odds.")).to_be_visible()
    tabs.get_by_role("tab", name="Log").tap()
    expect(page.get_by_role("tabpanel").get_by_text("Company take their places.")).to_be_visible()
    tabs.get_by_role("tab", name="Decide").tap()
    expect(page.get_by_role("heading", name=look["request"]["text"])).to_be_visible()

    move = next(o for o in look["request"]["spec"]["options"] if o["key"] == "move")["needs"]
    table.option("Move", "Move").tap()
    end = tuple(min(move["ends"], key=lambda e: e[2])[:2])
    table.tap_square(end)
    expect(page.get_by_role("img", name=re.compile("^Path of"))).to_be_visible()
    table.main.tap()
    table.until_settled(look["request"]["id"])
    assert tuple(table.held(f"m.view.pieces[{look['request']['subject']!r}].at")) == end
    asked = table.until_asked()["request"]
    page.locator(".request__acts").get_by_role("button", name="End turn").tap()
    table.until_settled(asked["id"])
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth"), "nothing hangs over the edge"
