"""What stands written on the board can be read at the zoom of a whole table on a notebook: nothing covers it."""

from collections.abc import Sequence
from itertools import combinations
from random import Random
from typing import Any, TypeAlias

import pytest
from playwright.sync_api import Locator, ViewportSize, expect

from muster.rulesets.newworld.setup import scenarios
from tests.e2e.driver import Player
from tests.e2e.table import Table
from tests.e2e.visits import Visitors, against_bot

Json: TypeAlias = Any
Rect: TypeAlias = dict[str, float]
NOTEBOOK: ViewportSize = {"width": 1366, "height": 768}
READABLE_PX = 12
AIR_PX = 3
"""So far plates of neighbours may reach over each other: they have this much air round their digits."""

PLATES = ".mb-left rect, .mb-which rect"
BADGES = ".mb-badge:not(.mb-left):not(.mb-which) rect"

_RECTS = """all => all.map((e) => {
  const { left, top, right, bottom } = e.getBoundingClientRect();
  return { left, top, right, bottom };
})"""


def rects(parts: Locator) -> list[Rect]:
    """Where they stand on the screen."""
    found: list[Rect] = parts.evaluate_all(_RECTS)
    return found


def clashes(
    boxes: Sequence[Rect], others: Sequence[Rect] = (), *, air: float = 0.5
) -> list[tuple[Rect, Rect]]:
    """Those that lie over each other or over one of the others."""
    pairs = [*combinations(boxes, 2), *((a, b) for a in boxes for b in others)]
    return [
        (a, b)
        for a, b in pairs
        if min(a["right"], b["right"]) - max(a["left"], b["left"]) > air
        and min(a["bottom"], b["bottom"]) - max(a["top"], b["top"]) > air
    ]


@pytest.mark.parametrize("scenario", ["wagon-road", "kettle-creek", "fort-prosper", "anchor-and-hind"])
def test_every_figure_has_its_number_and_its_wounds(come: Visitors, scenario: str) -> None:
    page = come()
    page.set_viewport_size(NOTEBOOK)
    page.goto(against_bot(page, scenario=scenario))
    table = Table(page)
    player = Player(table, Random(91))
    for _ in range(2):
        player.turn(table.until_asked())
    look = table.until_asked()
    table.still()
    standing = [p for p in look["pieces"].values() if p["at"] and p["state"] != "fallen"]
    wounds = table.held(
        "Object.values(m.view.pieces).filter((p) => p.at && p.bar && p.state !== 'fallen')"
        ".map((p) => String(p.bar.value)).sort()"
    )
    left, which = page.locator(".mb-left text"), page.locator(".mb-which text")
    assert sorted(left.all_text_contents()) == wounds
    names = [p["name"].rsplit(" ", 1)[-1] for p in standing]
    assert sorted(which.all_text_contents()) == sorted(n for n in names if n.isdigit())
    plates = rects(page.locator(PLATES))
    assert [b for b in plates if round(b["bottom"] - b["top"], 1) < READABLE_PX] == []
    assert clashes(plates, air=AIR_PX) == []
    assert clashes(rects(page.locator(BADGES)), plates) == []


def test_the_order_of_the_round_tells_figures_of_one_name_apart(come: Visitors) -> None:
    page = come()
    page.set_viewport_size(NOTEBOOK)
    page.goto(against_bot(page))
    table = Table(page)
    Player(table, Random(92)).turn(table.until_asked())
    table.until_asked()
    for number in "123":
        chip = page.get_by_role("button", name=f"Raider {number}").and_(page.locator(".order button"))
        expect(chip.locator("text")).to_have_text(number)


def test_odds_lie_over_neither_each_other_nor_a_number(come: Visitors) -> None:
    page = come()
    page.set_viewport_size(NOTEBOOK)
    page.goto(against_bot(page, scenario="fort-prosper"))
    table = Table(page)
    player = Player(table, Random(93), whim=0)
    most = 0
    for _ in range(8):
        player.turn(table.until_asked())
        look = table.until_asked()
        table.still()
        odds = rects(page.locator(".mb-odds rect"))
        most = max(most, len(odds))
        assert clashes(odds, rects(page.locator(PLATES))) == []
        if look["result"]:
            break
    assert most > 1


@pytest.mark.parametrize("scenario", list(scenarios()))
def test_no_two_names_of_zones_lie_over_each_other(come: Visitors, scenario: str) -> None:
    page = come()
    page.set_viewport_size(NOTEBOOK)
    variants = ["open", "ambush"] if scenarios()[scenario].ambush else ["open"]
    for variant in variants:
        for seat in ("blue", "red"):
            page.goto(against_bot(page, seat=seat, scenario=scenario, variant=variant))
            table = Table(page)
            assert table.until_asked()["request"]["spec"]["kind"] == "place"
            table.still()
            names = page.locator(".mb-zone-label")
            expect(names.first).to_be_visible()
            assert clashes(rects(names)) == [], (scenario, variant, seat)


@pytest.mark.parametrize(("scenario", "name"), [("fort-prosper", "The gateway"), ("halcyon", "The poop")])
def test_the_ground_that_decides_is_named_through_the_match_beside_the_figures(
    come: Visitors, scenario: str, name: str
) -> None:
    page = come()
    page.set_viewport_size(NOTEBOOK)
    page.goto(against_bot(page, scenario=scenario))
    table = Table(page)
    player = Player(table, Random(95))
    for _ in range(3):
        table.until_asked()
        aim = table.held("m.table.aim.text")
        table.still()
        expect(page.locator(".mb-zone-label", has_text=name)).to_have_count(1)
        bases = rects(page.locator(".mb-piece .mb-rim"))
        assert clashes(rects(page.locator(".mb-zone-label")), bases, air=AIR_PX) == []
        expect(page.get_by_role("complementary", name="Log").get_by_text(aim)).to_be_visible()
        player.turn(table.look())


def test_dice_lie_over_neither_the_question_nor_the_log_nor_whoever_is_asked_about(come: Visitors) -> None:
    page = come()
    page.set_viewport_size(NOTEBOOK)
    page.goto(against_bot(page, scenario="kettle-creek", variant="ambush", seat="red"))
    table = Table(page)
    Player(table, Random(94)).turn(table.until_asked())
    tray = page.locator(".tray")
    expect(tray).to_be_visible()
    table.still()
    assert clashes(rects(tray), [*rects(table.panel), *rects(page.locator(".log"))]) == []
    # The field fills the window under all panels: what matters on it lies free of them.
    look = table.until_asked()
    assert table.in_sight(look["pieces"][look["request"]["subject"]]["at"])


@pytest.mark.parametrize("scenario", ["wagon-road", "halcyon"])
def test_the_options_of_a_low_window_are_cut_off_only_where_the_list_scrolls(
    come: Visitors, scenario: str
) -> None:
    page = come()
    page.set_viewport_size(NOTEBOOK)
    page.goto(against_bot(page, scenario=scenario))
    table = Table(page)
    player = Player(table, Random(96))
    for _ in range(4):
        player.turn(table.until_asked())
        table.until_asked()
        table.still()
        [question] = rects(table.panel)
        assert question["bottom"] - question["top"] < 0.36 * NOTEBOOK["height"]
        cut = page.locator(".option, .request__acts .btn").evaluate_all(
            "all => all.filter((e) => e.scrollHeight > e.clientHeight + 1 || e.scrollWidth > e.clientWidth + 1)"
            ".map((e) => e.innerText)"
        )
        assert cut == []
