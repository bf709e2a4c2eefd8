"""A battle on the open table, by mouse and by keys: drawing up an army, leaders and their ranges, measuring."""

import re
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.e2e.table import Json, Table
from tests.e2e.visits import Visitors, entropy, post
from tests.kit.house import CLIENT_BUILD, Server

ASKED = 12
"""So many questions may come before the deployment (exploration dice)."""
BETWEEN = 60
"""So many before the own command acts."""


@pytest.fixture(scope="module")
def field(make_server: Callable[..., Server]) -> Iterator[Server]:
    """A house as it is set up where nobody chooses: bots take their time, guests have their limits."""
    assert (CLIENT_BUILD / "index.html").is_file(), "the browser client has not been built: run `make build`"
    running = make_server().start()
    yield running
    running.stop()
    assert running.faults() == []


@pytest.fixture
def page(browser: Browser, field: Server, tmp_path: Path) -> Iterator[Page]:
    """A page of a new person there, which must not have complained in the end."""
    visitors = Visitors(browser, field)
    yield visitors()
    visitors.take_pictures(tmp_path)
    visitors.leave()
    assert visitors.complaints == []


def battle(page: Page) -> tuple[Table, Json]:
    """A battle against the random bot at the question where the own army stands; the table and the question."""
    options = {"scenario": "mill-hill"}
    body = {
        "ruleset": "baroque",
        "options": options,
        "seat": "blue",
        "level": "random",
        "entropy": entropy(),
    }
    page.goto(f"/match/{post(page, '/api/play-bot', body)['id']}")
    table = Table(page)
    for _ in range(ASKED):
        asked = table.until_asked()["request"]
        if asked["spec"]["kind"] == "deploy":
            return table, asked
        if asked["pass"]:
            page.keyboard.press("p")
            table.until_settled(asked["id"])
        else:
            table.commit()
    raise AssertionError("the deployment does not come")


def deployed(page: Page) -> Table:
    """A battle in which everybody stands and the own command acts."""
    table, _ = battle(page)
    page.get_by_role("button", name=re.compile(r"^Place all")).click()
    table.commit()
    for _ in range(BETWEEN):
        asked = table.until_asked()["request"]
        if asked["rule"] == "baroque.4.1.1f":
            return table
        # The bot may be first: nobody reacts to what it does.
        if asked["pass"]:
            page.keyboard.press("p")
            table.until_settled(asked["id"])
        else:
            table.commit()
    raise AssertionError("the own command never acts")


def placed(page: Page, body: str, times: int = 1) -> None:
    """A body of the deployment lies on the table, or with 0 does not."""
    expect(page.locator(f'[data-body="{body}"]')).to_have_count(times)


def test_an_army_is_drawn_up_from_the_tray_with_mouse_and_keys_and_told_where_it_may_not_stand(
    page: Page,
) -> None:
    table, asked = battle(page)
    first = asked["spec"]["bodies"][0]
    zone = asked["spec"]["areas"][0]["outline"]
    tray = page.get_by_role("list", name="To be placed").get_by_role("button").first
    table.still()
    box = tray.bounding_box()
    assert box is not None
    wide, high = table.held("m.table.size")

    # Out of the tray onto the middle of the table, where nobody may be deployed.
    table.drag((box["x"] + 20, box["y"] + 12), table.spot(wide // 2, high // 2))
    placed(page, first["id"])
    expect(page.locator(".faults")).to_contain_text(first["label"])
    expect(tray).to_have_attribute("aria-label", re.compile("not allowed"))

    # Dragged about the table into the zone: now it may stay. What was said of it has made the panel grow.
    table.still()
    inside = table.spot(zone[0][0] + 2400, (zone[0][1] + zone[2][1]) // 2)
    lies = page.locator(f'[data-body="{first["id"]}"]').bounding_box()
    assert lies is not None
    table.drag((lies["x"] + lies["width"] / 2, lies["y"] + lies["height"] / 2), inside)
    expect(tray).to_have_attribute("aria-label", re.compile(", placed$"))
    page.keyboard.press("Escape")
    placed(page, first["id"], 0)

    # All where the server suggests; the army stands when that is committed.
    page.keyboard.press("a")
    placed(page, first["id"])
    table.commit()
    pose = table.held(f"m.view.pieces['{first['id']}'].pose")
    assert pose == asked["spec"]["suggested"][first["id"]]
    expect(
        page.get_by_role("button", name=re.compile(rf"^{re.escape(first['label'])}, .*at "))
    ).to_be_visible()


def test_break_points_ranges_and_the_ruler_are_at_hand(page: Page) -> None:
    table = deployed(page)
    gauges = table.held("Object.values(m.view.gauges).map((g) => [g.id, g.value, g.max, g.group])")
    armies = [(value, most) for _, value, most, group in gauges if group is None]
    for name, value, most, group in gauges:
        if group is not None and (value, most) in armies:
            # The only command of its side says the same as the side's own.
            expect(page.locator(f'[data-gauge="{name}"]')).to_have_count(0)
            continue
        expect(page.locator(f'[data-gauge="{name}"]')).to_have_attribute(
            "aria-label", re.compile(f": {value} of {most} left")
        )

    rings = page.locator(".mb-ring")
    reaching = table.held("Object.values(m.view.pieces).filter((p) => p.ring && p.pose).length")
    assert reaching == 2, "a leader on each side"
    expect(rings).not_to_have_count(reaching)
    page.get_by_role("button", name="All ranges (R)").click()
    expect(rings).to_have_count(reaching)
    page.get_by_role("button", name="All ranges (R)").click()
    expect(rings).not_to_have_count(reaching)

    page.keyboard.press("m")
    poses = table.held(
        "Object.values(m.view.pieces).filter((p) => p.shape.kind === 'rect').map((p) => p.pose)"
    )
    wide, high = table.held("m.table.size")
    page.mouse.click(*table.spot(poses[0][0], poses[0][1]))
    page.mouse.move(*table.spot(wide // 2, high // 2))
    expect(page.locator(".mb-tag-text")).to_have_text(re.compile(r"^\d+(\.\d+)? BU$"))

    # The lines of fire of a unit of either side, with the range that the server measures.
    page.keyboard.press("l")
    of = "Object.values(m.view.pieces).find((p) => p.shape.kind === 'rect' && p.icon !== 'wagon' && p.seat === '{}').pose"
    ours, theirs = table.held(of.format("blue")), table.held(of.format("red"))
    page.mouse.click(*table.spot(ours[0], ours[1]))
    page.mouse.move(*table.spot(theirs[0], theirs[1]))
    expect(page.locator(".mb-sight-under")).to_have_count(3)
    expect(page.locator(".mb-tag-text")).to_have_text(re.compile(r"ine of fire.*, range \d+(\.\d+)? BU$"))


def test_a_leader_is_led_over_the_table_and_seen_riding(page: Page) -> None:
    table = deployed(page)
    leader = table.held("m.requests[0].spec.options.find((o) => o.key === 'leader:go').piece")
    option = table.held("m.requests[0].spec.options.find((o) => o.key === 'leader:go')")
    x, y, _ = table.held(f"m.view.pieces['{leader}'].pose")
    table.option(option["label"], option["group"]).click()
    table.until("document.querySelector('.toplace')")
    to = (x + 1200, y)
    page.mouse.click(*table.spot(*to))
    placed(page, leader)
    table.commit()
    near = table.held(f"m.view.pieces['{leader}'].pose.slice(0, 2)")
    assert all(abs(a - b) <= 12 for a, b in zip(near, to, strict=True)), f"{near} is not {to}"
    table.check_hash()
    table.check_reload()


def test_a_unit_is_dragged_to_its_limit_and_taken_back_with_the_keys_and_sent_shorter(page: Page) -> None:
    table = deployed(page)
    unit = table.held(
        "m.requests[0].spec.options.find((o) => o.key.startsWith('unit:') && /Foot/.test(o.label))"
    )
    table.option(unit["label"], unit["group"]).click()
    table.commit()
    moving = "m.requests.find((r) => r.spec.options?.some((o) => o.needs?.kind === 'manoeuvre'))"
    table.until(moving)
    spec = table.held(f"{moving}.spec.options.find((o) => o.needs?.kind === 'manoeuvre').needs")
    x, y, heading = spec["pose"]
    ahead = -1 if heading == 0 else 1
    forward = next(way for way in spec["ways"] if way["key"] == "forward")

    # Dragged farther than it may go, the ghost stops at its limit.
    table.drag(table.spot(x, y), table.spot(x, y + ahead * 600), table.spot(x, y + ahead * 2400))
    ghost = page.locator(f'[data-ghost="{spec["piece"]}"]')
    expect(ghost).to_have_count(1)
    expect(page.get_by_role("slider")).to_have_value(str(forward["most"]))

    # Half a BU back with a key, and a tenth further: so it is sent.
    page.locator(f'[data-piece="{spec["piece"]}"]').focus()
    page.keyboard.press("ArrowDown")
    page.keyboard.press("Shift+ArrowUp")
    wanted = forward["most"] - spec["step"] + spec["step"] // 5
    expect(page.get_by_role("slider")).to_have_value(str(wanted))
    table.commit()
    # Whatever comes between, this is what was announced.
    expect(page.locator(".log")).to_contain_text(f" will move forward {wanted / 600:g} BU.")
    table.check_hash()
