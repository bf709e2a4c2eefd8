"""The table: its rim, its bases, and the verdict on a manoeuvre."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from muster.geometry.open.contact import Passage
from muster.geometry.open.moves import AHEAD, BACK, LEFTWARD, RIGHTWARD, straight, wheel
from muster.geometry.open.poses import Body, Pose, Side
from muster.geometry.open.table import OpenTable, manoeuvre, reach, terrain_on
from muster.geometry.open.terrain import Area, Barrier, Crossed
from tests.geometry.open.tables import bodies, body
from tests.geometry.open.test_moves import WAYS, path_of

UNIT = body("a", 6000, 4500)
FRIEND = body("f", 6000, 3900)
FOE = body("e", 6000, 3000, 18000)
WOOD = Area("w", "wood", ((5000, 2900), (7000, 2900), (7000, 3800), (5000, 3800)))
HEDGE = Barrier("h", "hedge", ((5500, 4200), (6500, 4200)))
TABLE = OpenTable.of(12000, 9000, [UNIT, FRIEND, FOE], [WOOD], [HEDGE])


@pytest.mark.parametrize(
    ("bearing", "length", "edge"),
    [(AHEAD, 4300, "top"), (RIGHTWARD, 5400, "right"), (BACK, 4300, "bottom"), (LEFTWARD, 5400, "left")],
)
def test_the_way_ends_at_the_edge_of_the_table(bearing: int, length: int, edge: str) -> None:
    table = OpenTable.of(12000, 9000, [UNIT])
    path = straight(UNIT, bearing, 9000)
    assert reach(table, path) == length
    assert [c.id for c in manoeuvre(table, path).meets] == [f"edge:{edge}"]
    assert manoeuvre(table, path).ends_in == (f"edge:{edge}",)
    assert table.has_room_for(path.body_at(length))
    assert not table.has_room_for(path.body_at(length + 2))


def test_along_the_edge_the_way_is_free() -> None:
    unit = body("a", 600, 4500)
    table = OpenTable.of(12000, 9000, [unit])
    assert reach(table, straight(unit, AHEAD, 3000), apart=2) == 3000
    assert reach(table, wheel(unit, Side.LEFT, 600)) == 600
    assert reach(table, wheel(unit, Side.RIGHT, 600)) < 10


def test_the_verdict_on_a_manoeuvre_tells_all() -> None:
    found = manoeuvre(TABLE, straight(UNIT, AHEAD, 1300))
    assert (found.free, [c.id for c in found.meets]) == (200, ["f"])
    assert found.end == Pose(6000, 3200, 0)
    assert found.outline == (((5400, 3000), (6600, 3000), (6600, 4700), (5400, 4700)),)
    assert found.through == (Passage("f", 201, 999), Passage("e", 1101, None))
    assert found.ends_in == ("e",)
    assert found.terrain == (
        Crossed("h", "hedge", 100, None, 500),
        Crossed("w", "wood", 500, 700, None),
    )
    assert found.terrain == terrain_on(TABLE, straight(UNIT, AHEAD, 1300))


def test_who_is_open_is_passed_and_terrain_may_be_a_wall() -> None:
    path = straight(UNIT, AHEAD, 1300)
    assert manoeuvre(TABLE, path, open_to={"f"}).free == 1100
    assert reach(TABLE, path, open_to={"f"}) == 1100
    assert reach(TABLE, path, open_to={"f"}, apart=2) == 1097
    assert manoeuvre(TABLE, path, open_to={"f"}, walls={"w"}).free == 500
    assert manoeuvre(TABLE, path, open_to={"f"}, walls={"h"}).free == 100
    assert manoeuvre(TABLE, path, open_to={"f", "e"}).free == 1300


def test_a_table_that_differs_in_one_base_shares_the_others() -> None:
    table = TABLE.with_bodies(FRIEND.at(Pose(2000, 2000, 0)))
    assert table.bodies["e"] is FOE
    assert TABLE.bodies["f"] is FRIEND
    assert reach(table, straight(UNIT, AHEAD, 1300)) == 1100
    assert list(table.without("e", "f").bodies) == ["a"]
    assert [b.id for b in table.others("a", "e")] == ["f"]
    assert [b.id for b in TABLE.near(UNIT.bounds, 210)] == ["a", "f"]
    assert [b.id for b in TABLE.near(UNIT.bounds, 190)] == ["a"]


def test_a_base_has_room_where_it_touches_at_most() -> None:
    assert TABLE.has_room_for(body("n", 7200, 4500))
    assert TABLE.has_room_for(body("n", 7199, 4500))
    assert not TABLE.has_room_for(body("n", 7198, 4500))
    assert TABLE.has_room_for(UNIT)


@given(st.lists(bodies("b", st.integers(0, 9000)), min_size=2, max_size=5), WAYS)
def test_the_free_length_of_a_manoeuvre_is_free_for_a_base_with_room(
    crowd: list[Body], way: tuple[str, int, int]
) -> None:
    crowd = [Body(f"b{i}", b.footprint, b.pose) for i, b in enumerate(crowd)]
    table = OpenTable.of(9000, 9000, crowd)
    mover = crowd[0]
    if not table.has_room_for(mover):
        return
    found = manoeuvre(table, path_of(mover, way))
    assert found.free == reach(table, path_of(mover, way))
    assert {p.id for p in found.through} >= {c.id for c in found.meets if not c.id.startswith("edge")} - {
        c.id for c in found.meets if c.length == found.length
    }
