"""Terrain by the book: pieces, values, who places and who changes them, crossings (3.1.1g, 3.1.2c, 3.2, 3.3)."""

from dataclasses import replace
from typing import Any

import pytest

from muster.engine.answers import Pose
from muster.engine.refusals import Refusal
from muster.rulesets.baroque.cards import BU
from muster.rulesets.baroque.events.terrain import TerrainMoved, TerrainPlaced
from muster.rulesets.baroque.queries.laying import (
    check_laid,
    fault_of,
    kind_fault,
    moved,
    pieces_of,
    suggested_pose,
)
from muster.rulesets.baroque.queries.pieces import (
    Template,
    along_roads,
    course_length,
    offered_kinds,
    piece_value,
    templates,
)
from muster.rulesets.baroque.rules.terrain import alter_terrain, place_terrain
from muster.rulesets.baroque.state import State
from tests.kit.table import PASS, Table
from tests.rulesets.baroque.beginning import SOUTH_BLUE, battle
from tests.rulesets.baroque.scenes import BattleScene, box

SIZE = (20 * BU, 15 * BU)


def bare(phase: Any = "terrain", **dice: int) -> BattleScene:
    """A bare table before deployment: blue is First Player; the last dice of both by seat."""
    scene = BattleScene()
    scene.state.phase, scene.state.first, scene.state.turn, scene.state.active = phase, "blue", 0, None
    for seat in ("blue", "red"):
        scene.put(seat, f"{seat}1", None, 0)
        scene.state.change_side(seat, die=dice.get(seat, 4))
    return scene


def template(kind: str, key: str) -> Template:
    """A shape by its key."""
    return next(t for t in templates(SIZE, kind) if t.key == key)


def lies(scene: BattleScene, kind: str, key: str, at: tuple[float, ...]) -> str:
    """The rule by which a piece may not lie at a place in BU and degrees; empty: it may."""
    shape, pose = template(kind, key), place(*at)
    fault = fault_of(scene.state, pieces_of(scene.state, shape, pose), template=shape, pose=pose)
    return fault.rule.removeprefix("baroque.") if fault is not None else ""


def place(x: float, y: float, heading: float = 0) -> Pose:
    """A pose from BU and degrees."""
    return round(x * BU), round(y * BU), round(heading * 100) % 36_000


def spans(kind: str) -> dict[str, tuple[float, float, bool]]:
    """Width and height in BU of every area of a kind, and whether it is larger than usual."""
    found: dict[str, tuple[float, float, bool]] = {}
    for t in templates(SIZE, kind):
        xs, ys = [x for x, _ in t.outline], [y for _, y in t.outline]
        found[t.key] = ((max(xs) - min(xs)) / BU, (max(ys) - min(ys)) / BU, t.oversize)
    return found


# ------------------------------------------------------------------------------------------------ sizes
@pytest.mark.rule("baroque.3.2a")
@pytest.mark.parametrize("kind", ["gentle_hill", "wood", "swamp", "village", "field", "rocks"])
def test_3_2a_a_usual_piece_is_2_to_4_bu_long_and_wide(kind: str) -> None:
    usual = [(w, h) for w, h, large in spans(kind).values() if not large]
    assert usual
    assert all(2 <= w <= 4 and 2 <= h <= 4 for w, h in usual)
    assert (4, 3) in usual


@pytest.mark.rule("baroque.3.2b")
def test_3_2b_a_larger_piece_is_at_most_8_bu_and_counts_1_more_but_never_water_nor_a_hedged_field() -> None:
    large = [(w, h) for w, h, is_large in spans("wood").values() if is_large]
    assert (8, 6) in large
    assert all(max(s) <= 8 for s in large)
    assert {t.value for t in templates(SIZE, "wood")} == {2, 3}
    for kind in ("lake", "pond", "open_field", "orchard"):
        assert not any(is_large for _, _, is_large in spans(kind).values())


@pytest.mark.rule("baroque.3.2b")
def test_3_2b_there_is_one_of_them_and_no_other_piece_bounds_it() -> None:
    scene = bare(blue=1)
    scene.terrain("wood", box(5, 5, 3, 3))
    assert lies(scene, "wood", "6x5", (11.1, 7)) == ""
    assert lies(scene, "wood", "6x5", (11, 6.5)) == "3.2b"  # it touches
    table = bare(blue=1).run(place_terrain)
    table.answer("blue", "scrub")
    table.answer("blue", ("6x5", {}))
    assert table.event(TerrainPlaced).pieces[0].value == 2
    again = bare(blue=1)
    again.state.terrain.update(table.state.terrain)
    more = again.run(place_terrain)
    more.answer("blue", "wood")
    assert "6x5" not in more.offers("blue")
    assert "4x3" in more.offers("blue")


@pytest.mark.rule("baroque.3.2c")
def test_3_2c_a_river_is_1_or_2_bu_wide_and_runs_roughly_straight_from_one_long_edge_to_the_other() -> None:
    """R144: at most 15 degrees off, cut off at the rim."""
    assert {t.key for t in templates(SIZE, "river")} == {"straight-1", "bent-1", "straight-2", "bent-2"}
    scene = bare()
    assert lies(scene, "river", "straight-1", (10, 7.5, 0)) == ""
    assert lies(scene, "river", "bent-2", (10, 7.5, 190)) == ""
    assert lies(scene, "river", "straight-1", (10, 7.5, 15)) == ""
    assert lies(scene, "river", "straight-1", (10, 7.5, 20)) == "3.2c"
    assert lies(scene, "river", "straight-1", (10, 7.5, 90)) == "3.2c"
    (river,) = pieces_of(scene.state, template("river", "straight-1"), place(10, 7.5))
    assert set(river.outline) == {(5700, 0), (6300, 0), (6300, 9000), (5700, 9000)}


@pytest.mark.rule("baroque.3.2d")
def test_3_2d_a_waterway_lies_along_a_short_edge_2_to_4_bu_deep() -> None:
    shapes = {t.key: t.outline for t in templates(SIZE, "waterway")}
    assert sorted(shapes) == ["east-2", "east-3", "east-4", "west-2", "west-3", "west-4"]
    assert shapes["west-2"] == ((0, 0), (1200, 0), (1200, 9000), (0, 9000))
    assert shapes["east-4"] == ((9600, 0), (12_000, 0), (12_000, 9000), (9600, 9000))
    table = bare(blue=3).run(place_terrain)
    table.answer("blue", "waterway")
    table.answer("blue", "east-3")
    assert table.state.terrain["waterway-1"].outline[0] == (10_200, 0)


@pytest.mark.rule("baroque.3.2e")
@pytest.mark.parametrize("kind", ["hedge", "wall", "fence"])
def test_3_2e_a_linear_obstacle_is_2_to_4_bu_long_with_one_angle_at_most(kind: str) -> None:
    shapes = templates(SIZE, kind)
    assert len(shapes) == 5
    assert all(2 * BU <= course_length(t.line) <= 4 * BU for t in shapes)
    assert all(len(t.line) <= 3 for t in shapes)
    (piece,) = pieces_of(bare().state, template(kind, "straight-3"), place(10, 7, 90))
    assert not piece.closed
    assert piece.outline == ((6000, 3300), (6000, 5100))


@pytest.mark.rule("baroque.3.2e")
def test_3_2e_an_obstacle_along_a_road_has_as_many_angles_as_the_road_there() -> None:
    scene = bare()
    assert list(along_roads(scene.state, "hedge")) == []
    (road,) = pieces_of(scene.state, template("road", "straight-ns"), place(10, 7.5))
    crooked = ((9, 0), (10, 0), (10, 6), (9, 7), (10, 8), (10, 15), (9, 15), (9, 8), (8, 7), (9, 6))
    outline = tuple((round(x * BU), round(y * BU)) for x, y in crooked)
    scene.state.terrain[road.id] = replace(road, outline=outline)
    found = {t.key: t for t in along_roads(scene.state, "hedge")}
    assert all(course_length(t.line) == pytest.approx(4 * BU, abs=3) for t in found.values())
    middle = next(t for t in found.values() if len(t.line) == 5)
    (hedge,) = pieces_of(scene.state, middle, place(0, 0))
    assert fault_of(scene.state, (hedge,), template=middle, pose=place(0, 0)) is None
    elsewhere = tuple((x + 3 * BU, y) for x, y in hedge.outline)
    fault = fault_of(scene.state, (replace(hedge, outline=elsewhere),))
    assert fault is not None
    assert fault.rule == "baroque.3.2e"
    assert list(along_roads(scene.state, "wood")) == []


@pytest.mark.rule("baroque.3.2e")
@pytest.mark.parametrize("key", ["straight-ns", "straight-we", "bent-ns", "bent-we"])
def test_3_2e_both_sides_of_every_road_can_have_an_obstacle(key: str) -> None:
    scene = bare()
    (road,) = pieces_of(scene.state, template("road", key), place(10, 7.5))
    scene.state.terrain[road.id] = road
    found = list(along_roads(scene.state, "wall"))
    assert {t.key.split("-")[-2] for t in found} == {"1", "2"}
    assert all(
        fault_of(scene.state, pieces_of(scene.state, t, place(0, 0)), template=t, pose=place(0, 0)) is None
        for t in found
    )


@pytest.mark.rule("baroque.3.2f")
def test_3_2f_a_road_is_1_bu_wide_and_runs_between_opposite_sides_or_from_a_side_to_another_road() -> None:
    """R144: it joins another where it ends on it."""
    scene = bare()
    assert lies(scene, "road", "straight-ns", (10, 7.5)) == ""
    assert lies(scene, "road", "straight-we", (10, 7.5)) == ""
    assert lies(scene, "road", "bent-ns", (10, 7.5, 10)) == ""
    assert lies(scene, "road", "straight-ns", (3, 7.5, 60)) == "3.2f"  # from the north to the west
    assert lies(scene, "road", "branch-6", (10, 7)) == "3.2f"
    (road,) = pieces_of(scene.state, template("road", "straight-we"), place(10, 7.5))
    assert set(road.outline) == {(0, 4200), (12_000, 4200), (12_000, 4800), (0, 4800)}
    scene.state.terrain[road.id] = road
    assert lies(scene, "road", "branch-10", (6, 12.5)) == ""  # from the south to that road
    assert lies(scene, "road", "branch-6", (6, 11)) == "3.2f"


# ------------------------------------------------------------------------------------------------ values
@pytest.mark.rule("baroque.3.3e")
@pytest.mark.parametrize(
    ("value", "of"),
    [
        (1, ["gentle_hill", "rocky_ground", "scrub", "mud", "field", "road"]),
        (2, ["steep_hill", "wooded_hill", "wood", "village", "enclosed_field", "dunes", "swamp", "pond"]),
        (2, ["rocks", "lake", "hedge", "wall", "fence"]),
        (3, ["river", "waterway", "open_field", "broken_field"]),
    ],
)
def test_3_3e_what_each_piece_counts(value: int, of: list[str]) -> None:
    assert [piece_value(k) for k in of] == [value] * len(of)
    assert set(of) <= set(offered_kinds())


@pytest.mark.rule("baroque.3.3e")
def test_3_3e_two_roads_two_obstacles_and_one_each_of_the_dearest_at_most() -> None:
    scene = bare()
    for kind, count in (("road", 2), ("river", 1), ("waterway", 1), ("open_field", 1)):
        scene.state.terrain.clear()
        for n in range(count):
            assert kind_fault(scene.state, kind, 0) is None
            scene.terrain(kind, box(n, 0, 1, 15))
        fault = kind_fault(scene.state, kind, 0)
        assert fault is not None
        assert fault.rule == "baroque.3.3e"
    scene.state.terrain.clear()
    scene.terrain("hedge", ((1, 1), (3, 1)))
    scene.terrain("wall", ((1, 3), (3, 3)))
    assert kind_fault(scene.state, "fence", 0) is not None
    assert kind_fault(scene.state, "wood", 2) is None


@pytest.mark.rule("baroque.3.3d")
def test_3_3d_the_first_player_places_at_least_the_value_of_his_die_and_6_at_most() -> None:
    table = battle(SOUTH_BLUE, 5, 2, scenario="by-the-book")
    table.answer("red", False)
    assert table.asked("blue").pass_label is None
    for kind, key in (("wood", "3x2.5"), ("village", "2x2")):
        table.answer("blue", kind)
        table.answer("blue", (key, {}))
    assert table.asked("blue").pass_label is None  # 4 of at least 5
    offered = table.offers("blue")
    assert "wood" in offered
    assert "river" not in offered
    table.answer("blue", "scrub")
    table.answer("blue", ("2.5x2", {}))
    assert table.asked("blue").pass_label == "Done with the terrain"
    assert set(table.offers("blue")) == {"gentle_hill", "rocky_ground", "scrub", "mud", "field", "road"}
    table.answer("blue", PASS)
    assert table.state.phase == "alter"
    assert sum(e.pieces[0].value for e in table.events(TerrainPlaced)) == 5


def test_something_else_may_be_picked_instead_and_with_6_placed_it_goes_on_by_itself() -> None:
    scene = bare(blue=1)
    scene.terrain("river", box(9, 0, 1, 15))
    table = scene.run(place_terrain)
    table.answer("blue", "wood")
    table.answer("blue", "back")
    assert table.events(TerrainPlaced) == []
    assert "wood" not in table.offers("blue")  # R171: or it could go on for ever
    scene.terrain("waterway", box(0, 0, 2, 15))
    full = scene.run(place_terrain)
    assert full.state.phase == "alter"


@pytest.mark.rule("baroque.3.1.1g")
@pytest.mark.parametrize("kind", ["open_field", "broken_field"])
def test_3_1_1g_a_field_comes_with_its_hedge_and_is_open_or_broken_inside_as_its_placer_chose(
    kind: str,
) -> None:
    """R145: the hedge counts nothing by itself."""
    scene = bare()
    field, hedge = pieces_of(scene.state, template(kind, "3x2"), place(10, 7))
    assert (field.kind, field.closed) == (kind, True)
    assert (hedge.id, hedge.kind, hedge.closed, hedge.value) == (f"{kind}-1/hedge", "hedge", False, 0)
    assert hedge.outline == (*field.outline, field.outline[0])


# ------------------------------------------------------------------------------------------------ where
@pytest.mark.rule("baroque.3.3g")
def test_3_3g_pieces_lie_wholly_on_the_table() -> None:
    scene = bare()
    assert lies(scene, "village", "2x2", (1, 7)) == ""
    assert lies(scene, "village", "2x2", (0.99, 7)) == "3.3g"
    assert lies(scene, "hedge", "straight-2", (10, 15)) == ""
    assert lies(scene, "hedge", "straight-2", (10, 14.5, 90)) == "3.3g"


@pytest.mark.rule("baroque.3.3g")
def test_3_3g_pieces_do_not_overlap_but_may_touch() -> None:
    scene = bare()
    scene.terrain("wood", box(5, 5, 3, 3))
    assert lies(scene, "village", "2x2", (9, 6)) == ""
    assert lies(scene, "village", "2x2", (8.99, 6)) == "3.3g"
    assert lies(scene, "hedge", "straight-2", (5, 6)) == "3.3g"
    assert lies(scene, "hedge", "straight-2", (5, 6, 90)) == ""  # along its edge


@pytest.mark.rule("baroque.3.3g")
def test_3_3g_only_roads_run_over_others_and_never_over_impassable_ground_but_a_river() -> None:
    scene = bare()
    scene.terrain("wood", box(5, 5, 3, 3))
    assert lies(scene, "road", "straight-we", (10, 6)) == ""
    scene.terrain("river", box(12, 0, 1, 15))
    assert lies(scene, "road", "straight-we", (10, 6)) == ""
    scene.terrain("lake", box(15, 5, 3, 3))
    assert lies(scene, "road", "straight-we", (10, 6)) == "3.3g"
    assert lies(scene, "road", "straight-we", (10, 10)) == ""


def test_r140_impassable_ground_may_not_take_the_room_that_an_army_needs_to_deploy() -> None:
    table = battle(SOUTH_BLUE, 5, 2, scenario="by-the-book", points=600)
    state = table.state
    for n, x in enumerate((2, 6.2, 10.4)):
        outline = tuple((round(a * BU), round(b * BU)) for a, b in box(x, 11, 4.1, 4))
        rocks = template("rocks", "4x4")
        (piece,) = pieces_of(state, rocks, place(x + 2, 13))
        state.terrain[f"rocks-{n}"] = type(piece)(f"rocks-{n}", "rocks", "Rocks", outline, True, "", 2)
    lake = template("lake", "4x3")
    with pytest.raises(Refusal, match="no room to deploy"):
        check_laid(state, pieces_of(state, lake, place(16.6, 13)), template=lake, pose=place(16.6, 13))
    wood = template("wood", "4x3")
    check_laid(state, pieces_of(state, wood, place(16.6, 13)), template=wood, pose=place(16.6, 13))


def test_whatever_is_suggested_passes() -> None:
    scene = bare()
    for kind in offered_kinds():
        for shape in templates(SIZE, kind):
            pose = place(0, 0) if shape.fixed else suggested_pose(scene.state, shape)
            if not shape.key.startswith("branch"):
                assert pose is not None
                check_laid(scene.state, pieces_of(scene.state, shape, pose), template=shape, pose=pose)


# ------------------------------------------------------------------------------------------------ changes
def altered(red: int) -> Table[State]:
    """What red may change with so many options: a hill of 1, a wood of 2 and a river of 3 (the book's example)."""
    scene = bare("alter", red=red)
    scene.terrain("gentle_hill", box(3, 6, 3, 3), name="hill")
    scene.terrain("wood", box(7, 6, 3, 3), name="wood")
    scene.terrain("river", box(14, 0, 1, 15), name="river")
    return scene.run(alter_terrain)


@pytest.mark.rule("baroque.3.3f")
def test_3_3f_moving_or_taking_away_costs_the_value_and_a_river_may_only_be_taken_away() -> None:
    every = ["remove:hill", "move:hill", "remove:wood", "move:wood", "remove:river"]
    assert altered(3).offers("red") == every
    assert altered(2).offers("red") == every[:4]
    assert altered(1).offers("red") == every[:2]


@pytest.mark.rule("baroque.3.3f")
def test_3_3f_several_pieces_may_be_changed_as_long_as_the_options_last() -> None:
    table = altered(3)
    table.answer("red", ("move:wood", {"piece": place(10.5, 8, 30)}))
    assert table.event(TerrainMoved).cost == 2
    assert table.state.sides["red"].die == 1
    outline = table.state.terrain["wood"].outline
    xs = [x for x, _ in outline]
    assert (min(xs) + max(xs)) // 2 == 6300


def test_3_3f_a_moved_piece_has_to_be_legal_where_it_lands() -> None:
    table = altered(3)
    over = {"picks": [{"key": "move:hill", "with": {"at": {"piece": list(place(7, 7))}}}]}
    refusal = table.refused("red", over)
    assert refusal.rule == "baroque.3.3g"
    assert "would overlap" in refusal.text


def test_3_3f_what_is_taken_away_is_gone_with_its_hedge_and_passing_ends_it() -> None:
    """R145."""
    scene = bare("alter", red=3)
    for piece in pieces_of(scene.state, template("open_field", "3x2"), place(10, 7)):
        scene.state.terrain[piece.id] = piece
    table = scene.run(alter_terrain)
    assert set(moved(scene.state.terrain["open_field-1"], place(5, 5))[1].outline) == {
        (x - 3000, y - 1200) for x, y in scene.state.terrain["open_field-1"].outline
    }
    table.answer("red", "remove:open_field-1")
    assert table.state.terrain == {}
    assert scene.run(alter_terrain).asked("red").pass_label == "Leave it so"


def test_3_3f_a_road_is_moved_by_being_laid_anew() -> None:
    scene = bare("alter", red=1)
    (road,) = pieces_of(scene.state, template("road", "straight-we"), place(10, 7.5))
    scene.state.terrain[road.id] = road
    table = scene.run(alter_terrain)
    table.answer("red", "lay:road-1")
    table.answer("red", ("straight-ns", {"piece": place(4, 7.5)}))
    assert set(table.state.terrain) == {"road-1"}
    assert table.state.terrain["road-1"].outline[0][1] in (0, 9000)


# ------------------------------------------------------------------------------------------------ crossings
@pytest.mark.rule("baroque.3.1.2c")
def test_3_1_2c_where_a_road_meets_the_river_an_odd_die_puts_a_ford_and_an_even_one_a_bridge() -> None:
    scene = bare("alter", red=0)
    scene.terrain("river", box(9, 0, 1, 15), name="river")
    scene.terrain("road", box(0, 4, 20, 1), name="upper")
    scene.terrain("road", box(0, 10, 20, 1), name="lower")
    table = scene.run(alter_terrain, dice=[3, 4])
    crossings = {t.kind: t.outline for t in table.state.terrain.values() if t.kind in ("ford", "bridge")}
    assert sorted(crossings) == ["bridge", "ford"]
    ys = [y for _, y in crossings["ford"]]
    assert (min(ys), max(ys)) == (2400, 3000)  # as wide as the road: 1 BU
    assert table.state.phase == "order"
