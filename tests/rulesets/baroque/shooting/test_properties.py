"""Sight and lines on random tables: mutual, and the same on a turned or mirrored table (T6, T7)."""

from typing import Any, Final, TypeAlias

import hypothesis.strategies as st
from hypothesis import given, settings

from muster.geometry.open.poses import SIDES, Side
from muster.rulesets.baroque.queries.lines import Sight, is_hidden, sight_of
from muster.rulesets.baroque.queries.visibility import can_see
from tests.rulesets.baroque.scenes import BattleScene

WIDE = 12
"""The side of the square table, in BU."""
Place: TypeAlias = tuple[float, float, float]
"""Centre in BU and heading in degrees."""

cells = st.lists(st.integers(0, 15), min_size=4, max_size=6, unique=True)
headings = st.integers(0, 359)
kinds = st.sampled_from(["wood", "village", "gentle_hill", "orchard", "rocks", "hedge"])


def place(cell: int, heading: int) -> Place:
    """The middle of one of sixteen cells of 3 BU, big enough for any base."""
    return 1.5 + 3 * (cell % 4), 1.5 + 3 * (cell // 4), heading


def turned(at: Place) -> Place:
    """A quarter turn clockwise of the whole table."""
    x, y, heading = at
    return WIDE - y, x, (heading + 90) % 360


def mirrored(at: Place) -> Place:
    """Left and right of the whole table exchanged."""
    x, y, heading = at
    return WIDE - x, y, -heading % 360


def table(
    units: list[Place], ground: tuple[str, float, float], *, quarters: int = 0, mirror: bool = False
) -> BattleScene:
    """The first two are shooter and target, the others stand about; a piece of ground lies somewhere."""
    scene = BattleScene((WIDE, WIDE))
    kind, x, y = ground
    outline: Any = [(x, y), (x + 2.5, y + 0.25), (x + 2.25, y + 2), (x + 0.5, y + 2.25)]
    for _ in range(quarters):
        units = [turned(at) for at in units]
        outline = [(WIDE - b, a) for a, b in outline]
    if mirror:
        units = [mirrored(at) for at in units]
        outline = [(WIDE - a, b) for a, b in outline]
    for number, (px, py, heading) in enumerate(units):
        seat = "red" if number == 1 else "blue"
        scene.put(seat, f"u{number}", (px, py), heading, weapons=["musket"])
    scene.terrain(kind, outline[:2] if kind == "hedge" else outline)
    return scene


def verdict(found: Sight) -> tuple[object, ...]:
    """What of a sight does not depend on where the table lies."""
    states = [line.state for line in found.lines]
    return found.effect, found.distance, found.facing, states, found.through, found.edge, found.behind


GROUND = st.tuples(kinds, st.integers(0, 36).map(lambda n: n / 4), st.integers(0, 36).map(lambda n: n / 4))


@settings(max_examples=60, deadline=None)
@given(cells, st.lists(headings, min_size=6, max_size=6), GROUND)
def test_t6_two_units_see_each_other_or_neither_does(
    where: list[int], ways: list[int], ground: tuple[str, float, float]
) -> None:
    scene = table([place(c, h) for c, h in zip(where, ways, strict=False)], ground)
    assert can_see(scene.state, "u0", "u1") == can_see(scene.state, "u1", "u0")


TROOPS: Final = (
    {"weapons": ["musket"]},
    {"type": "S", "weapons": ["bow"]},
    {"type": "CL", "weapons": ["pistol_carbine"]},
    {"type": "ART", "weapons": ["art_c"]},
    {"type": "ART", "weapons": ["art_e"]},
    {"type": "TR", "impetus": 3},
)
"""All sorts of troops: those who are shot through and over, and those who shoot so."""


@settings(max_examples=80, deadline=None)
@given(
    st.lists(
        st.tuples(st.integers(0, 35), headings, st.sampled_from(TROOPS)),
        min_size=6,
        max_size=14,
        unique_by=lambda t: t[0],
    ),
    GROUND,
)
def test_the_quick_look_hides_just_what_the_whole_one_does(
    troops: list[tuple[int, int, dict[str, Any]]], ground: tuple[str, float, float]
) -> None:
    scene = BattleScene((WIDE, WIDE))
    for number, (cell, heading, card) in enumerate(troops):
        at = 1 + 2 * (cell % 6), 1 + 2 * (cell // 6)
        scene.put("red" if number % 2 else "blue", f"u{number}", at, heading, **card)
    kind, x, y = ground
    scene.terrain(
        kind, [(x, y), (x + 2.5, y + 0.25)] if kind == "hedge" else [(x, y), (x + 2.5, y), (x + 2, y + 2)]
    )
    state = scene.state
    for shooter in state.on_table():
        for target in state.foes(shooter):
            for side in SIDES:
                whole = sight_of(state, shooter, side, target)
                assert is_hidden(state, shooter, side, target) == (whole.hidden is not None)


@settings(max_examples=60, deadline=None)
@given(cells, st.lists(headings, min_size=6, max_size=6), GROUND, st.integers(1, 3))
def test_t7_a_turned_table_gives_the_same_lines(
    where: list[int], ways: list[int], ground: tuple[str, float, float], quarters: int
) -> None:
    units = [place(c, h) for c, h in zip(where, ways, strict=False)]
    plain, other = table(units, ground), table(units, ground, quarters=quarters)
    one, two = (sight_of(s.state, "u0", Side.FRONT, "u1") for s in (plain, other))
    assert verdict(one) == verdict(two)


@settings(max_examples=60, deadline=None)
@given(cells, st.lists(headings, min_size=6, max_size=6), GROUND)
def test_t7_a_mirrored_table_gives_the_same_lines_left_and_right_exchanged(
    where: list[int], ways: list[int], ground: tuple[str, float, float]
) -> None:
    units = [place(c, h) for c, h in zip(where, ways, strict=False)]
    plain, other = table(units, ground), table(units, ground, mirror=True)
    one, two = (sight_of(s.state, "u0", Side.FRONT, "u1") for s in (plain, other))
    (centre, left, right), (centre2, left2, right2) = one.lines, two.lines
    assert [line.state for line in (centre, left, right)] == [x.state for x in (centre2, right2, left2)]
    assert (one.effect, one.distance, one.edge, one.behind) == (
        two.effect,
        two.distance,
        two.edge,
        two.behind,
    )
    sides = {Side.LEFT: Side.RIGHT, Side.RIGHT: Side.LEFT}
    assert one.facing == sides.get(two.facing, two.facing)
