"""Every map opens: those that ship, and one that has every kind of terrain on it; light, dark and on a phone."""

from random import Random

import pytest
from playwright.sync_api import expect

from muster.rulesets.newworld.cards import read_table
from muster.rulesets.newworld.setup import scenarios
from tests.e2e.driver import Player
from tests.e2e.showroom import RULESET as SHOWROOM
from tests.e2e.table import Table
from tests.e2e.visits import PHONE, Visitors, against_bot

MAPS = [("newworld", scenario) for scenario in scenarios()] + [("showroom", "wagon-road")]


@pytest.mark.parametrize(
    ("ruleset", "scenario"), MAPS, ids=[m[1] if m[0] == "newworld" else m[0] for m in MAPS]
)
def test_a_map_opens_light_dark_and_on_a_phone(come: Visitors, ruleset: str, scenario: str) -> None:
    page = come()
    page.goto(against_bot(page, ruleset, scenario=scenario))
    table = Table(page)
    drawn = page.locator("[data-layer=ground][data-drawn=true]")
    expect(drawn).to_be_attached()
    pictures = {"light": page.locator(".mb-ground canvas").evaluate(INK)}
    Player(table, Random(71)).turn(table.until_asked())
    table.until("m.view.phase.round === 1")
    page.emulate_media(color_scheme="dark")
    page.reload()
    table.until("m.view.phase.round === 1")
    expect(drawn).to_be_attached()
    pictures["dark"] = page.locator(".mb-ground canvas").evaluate(INK)
    assert pictures["dark"]["light"] < pictures["light"]["light"], "the dark table is no darker"
    assert min(p["colours"] for p in pictures.values()) > 100, "the ground is hardly drawn"
    page.set_viewport_size(PHONE)
    page.reload()
    table.until("m.view.phase.round === 1")
    expect(drawn).to_be_attached()
    expect(page.get_by_role("tablist", name="Sheets")).to_be_visible()
    assert page.evaluate("() => document.documentElement.scrollWidth <= innerWidth")


INK = """(canvas) => {
  const small = new OffscreenCanvas(80, 60);
  const context = small.getContext('2d');
  context.drawImage(canvas, 0, 0, 80, 60);
  const { data } = context.getImageData(0, 0, 80, 60);
  const colours = new Set();
  let light = 0;
  for (let i = 0; i < data.length; i += 4) {
    colours.add((data[i] << 16) | (data[i + 1] << 8) | data[i + 2]);
    light += data[i] + data[i + 1] + data[i + 2];
  }
  return { colours: colours.size, light: light / (80 * 60 * 3) };
}"""
"""How many colours a drawn ground has, and how light it is (0 to 255)."""


def test_the_showroom_shows_every_kind() -> None:
    table = read_table("kinds.yaml")
    setup = SHOWROOM.new_setup(SHOWROOM.options(), {})
    shown = setup["map"]
    assert {entry["kind"] for entry in shown["legend"].values()} == set(table["squares"])
    assert {feature["kind"] for feature in shown["features"]} == set(table["features"])
    assert {edge["kind"] for edge in shown["edges"]} == set(table["edges"])
    assert {decor["kind"] for decor in shown["decor"]} == set(table["decor"])
