"""Spaces, borders, zones and lines of sight (map.1 to map.22, zoc.1 to zoc.8, ranged.2, ranged.19)."""

from collections.abc import Sequence

import pytest

from muster.rulesets.ad1666.queries.combat import may_fight, supporters
from muster.rulesets.ad1666.queries.ground import adjacent, diagonal, orthogonal
from muster.rulesets.ad1666.queries.moving import walks
from muster.rulesets.ad1666.queries.shooting import shots
from muster.rulesets.ad1666.queries.sight import sees, sight, sight_line, spaces_apart
from muster.rulesets.ad1666.queries.zones import controls, engaged_by, engages, is_engaged, is_foe, reach_of
from muster.rulesets.ad1666.ruleset import RULESET
from muster.rulesets.ad1666.state import Space
from tests.rulesets.ad1666.scenes import YardScene


@pytest.mark.rule("ad1666.map.2")
def test_map_2_every_border_but_a_wall_or_closed_door_makes_spaces_adjacent() -> None:
    middle = (1, 1)
    scene = YardScene(
        (3, 3),
        obstacles=[(middle, (1, 0))],
        windows=[(middle, (2, 1))],
        doors={(middle, (1, 2)): "open"},
        walls=[(middle, (0, 1))],
    )
    assert set(orthogonal(scene.state, middle)) == {(1, 0), (2, 1), (1, 2)}
    shut = YardScene((2, 1), doors={((0, 0), (1, 0)): "closed"})
    assert orthogonal(shut.state, (0, 0)) == ()


@pytest.mark.rule("ad1666.map.3")
def test_map_3_a_joining_space_that_is_blocked_or_above_both_joins_nothing() -> None:
    def joined(*, blocked: Sequence[Space] = (), raised: Sequence[Space] = ()) -> bool:
        return (1, 1) in diagonal(YardScene((2, 2), blocked=blocked, raised=raised).state, (0, 0))

    assert joined()
    assert joined(blocked=[(1, 0)])
    assert not joined(blocked=[(1, 0), (0, 1)])
    assert not joined(raised=[(1, 0), (0, 1)])
    assert joined(raised=[(1, 0), (0, 1), (1, 1)])


@pytest.mark.rule("ad1666.map.4")
def test_map_4_adjacent_means_straight_and_aslant() -> None:
    assert len(adjacent(YardScene((3, 3)).state, (1, 1))) == 8


@pytest.mark.rule("ad1666.ranged.2")
def test_map_2_and_ranged_2_a_space_of_several_squares_is_one_and_counts_as_one() -> None:
    hall = [(1, 0), (2, 0), (3, 0), (1, 1), (2, 1), (3, 1)]
    scene = YardScene((5, 3), merged=[hall])
    assert (1, 0) in adjacent(scene.state, (0, 0))
    assert set(orthogonal(scene.state, (1, 0))) == {(0, 0), (4, 0), (0, 1), (4, 1), (1, 2), (2, 2), (3, 2)}
    # A corner of the hall is shared with the spaces in the corners of the board.
    assert {(0, 2), (4, 2)} <= set(diagonal(scene.state, (1, 0)))
    assert spaces_apart(scene.state, (0, 0), (4, 0)) == 2
    scene.red("ann", (0, 0))
    scene.blue("bob", (4, 0))
    assert not engages(scene.state, "bob", "ann")
    # Entering it costs one, and an enemy beside it stops there.
    found = {r.space: (r.cost, r.stops) for r in walks(scene.state, "ann", 4)}
    assert found[1, 0] == (1, True)


BAY = {
    (2, 1): [(1.5, 2), (2, 1), (3, 1), (3.5, 2)],
    (1, 1): [(1, 1), (2, 1), (1.5, 2), (1, 2)],
    (3, 1): [(3, 1), (4, 1), (4, 2), (3.5, 2)],
}
"""A bay in the north wall of a room, and the corners beside it."""


def bay_scene() -> YardScene:
    borders: dict[tuple[tuple[float, float], tuple[float, float]], str] = {
        ((1.5, 2), (2, 1)): "window",
        ((3, 1), (3.5, 2)): "window",
        ((0, 2), (1.5, 2)): "wall",
        ((3.5, 2), (5, 2)): "wall",
    }
    return YardScene((5, 4), shaped=BAY, borders=borders, windows=[((2, 0), (2, 1))])


@pytest.mark.rule("ad1666.map.2", "ad1666.ranged.2")
def test_map_2_and_ranged_2_a_space_of_another_shape_is_one_by_its_sides() -> None:
    state = bay_scene().state
    assert set(orthogonal(state, (2, 1))) == {(2, 0), (1, 1), (3, 1), (1, 2), (2, 2), (3, 2)}
    assert set(orthogonal(state, (1, 1))) == {(1, 0), (0, 1), (2, 1)}
    assert (spaces_apart(state, (1, 1), (1, 2)), spaces_apart(state, (0, 0), (3, 2))) == (1, 3)


@pytest.mark.rule("ad1666.combat.8")
def test_combat_8_who_stands_behind_a_foe_in_a_bay_is_opposite() -> None:
    scene = bay_scene()
    scene.red("ann", (2, 2))
    scene.red("abe", (2, 0))
    scene.red("eve", (1, 2))
    scene.blue("bob", (2, 1))
    helped = {who: value for who, value, _ in supporters(scene.state, "ann", "bob")}
    assert helped == {"abe": 2, "eve": 1}


@pytest.mark.rule("ad1666.map.20", "ad1666.ranged.4")
def test_map_20_from_a_bay_one_sees_through_each_of_its_windows_at_their_own_slant() -> None:
    state = bay_scene().state
    assert sight(state, (2, 1), (0, 1)).clear
    assert sight(state, (2, 1), (4, 1)).clear
    assert sight(state, (2, 1), (2, 0)).clear
    # From inside the room one looks through the front window straight ahead alone, and walls hide the corners.
    assert sight(state, (2, 2), (2, 0)).clear
    assert sight(state, (2, 3), (3, 0)).rule == "map.20"
    assert sight(state, (0, 2), (1, 1)).rule == "ranged.4"


@pytest.mark.rule("ad1666.zoc.1", "ad1666.map.19")
def test_zoc_1_and_map_19_zones_and_steps_know_spaces_of_another_shape() -> None:
    scene = bay_scene()
    scene.red("ann", (2, 2))
    scene.blue("bob", (2, 1))
    scene.blue("eve", (1, 1))
    assert engages(scene.state, "bob", "ann")
    assert not engages(scene.state, "eve", "bob")
    assert reach_of(scene.state, (2, 1)) >= {(1, 2), (2, 2), (3, 2)}
    scene = bay_scene()
    scene.red("ann", (2, 3))
    found = {r.space: r.cost for r in walks(scene.state, "ann", 2)}
    assert found[2, 1] == 2
    assert (1, 1) not in found


@pytest.mark.rule("ad1666.ranged.2")
def test_ranged_2_range_is_the_larger_difference_whatever_stands_between() -> None:
    scene = YardScene(walls=[((1, 0), (2, 0))])
    assert (spaces_apart(scene.state, (0, 0), (3, 1)), spaces_apart(scene.state, (0, 0), (2, 5))) == (3, 5)


@pytest.mark.rule("ad1666.map.6", "ad1666.ranged.4")
def test_map_6_a_blocked_space_blocks_the_line() -> None:
    assert sight(YardScene((4, 1), blocked=[(1, 0)]).state, (0, 0), (3, 0)).rule == "map.6"


@pytest.mark.rule("ad1666.ranged.5")
def test_ranged_5_a_corner_at_the_shooter_is_ignored_though_another_lies_on_the_other_side() -> None:
    found = sight(YardScene((3, 3), blocked=[(1, 0), (1, 2)]).state, (0, 0), (2, 2))
    assert (found.clear, found.terrain) == (True, -1)


@pytest.mark.rule("ad1666.map.9")
def test_map_9_high_sees_high_and_blocks_between_but_not_at_the_ends() -> None:
    scene = YardScene((5, 1), high=[(0, 0), (2, 0)])
    assert sight(scene.state, (0, 0), (1, 0)).clear
    assert sight(scene.state, (1, 0), (2, 0)).clear
    assert not sight(scene.state, (1, 0), (3, 0)).clear
    assert not sight(scene.state, (0, 0), (3, 0)).clear
    scene.blue("bob", (1, 0))
    assert sight(scene.state, (0, 0), (2, 0)).clear


@pytest.mark.rule("ad1666.map.11", "ad1666.map.16")
def test_map_11_and_16_walls_and_closed_doors_stop_sight_zone_and_blow() -> None:
    pair = ((0, 0), (1, 0))
    for scene in (YardScene((2, 1), walls=[pair]), YardScene((2, 1), doors={pair: "closed"})):
        scene.red("ann", (0, 0))
        scene.blue("bob", (1, 0))
        assert not engages(scene.state, "bob", "ann")
        assert not may_fight(scene.state, "ann", "bob")
        assert not sees(scene.state, "ann", (1, 0))


@pytest.mark.rule("ad1666.map.19", "ad1666.zoc.2")
def test_map_19_and_zoc_2_through_a_window_or_open_door_the_one_space_beyond_is_controlled() -> None:
    walls = [((0, 0), (1, 0)), ((0, 2), (1, 2))]
    gap = ((0, 1), (1, 1))
    with_window = YardScene((3, 3), walls=walls, windows=[gap])
    for scene in (with_window, YardScene((3, 3), walls=walls, doors={gap: "open"})):
        scene.red("ann", (0, 1))
        assert {s for s in reach_of(scene.state, (0, 1)) if s[0] == 1} == {(1, 1)}
        # From beside the opening nothing beyond it is.
        assert {s for s in reach_of(scene.state, (0, 0)) if s[0] == 1} == set()
        scene.blue("bob", (1, 1))
        assert may_fight(scene.state, "ann", "bob")


@pytest.mark.rule("ad1666.map.22")
def test_map_22_a_height_neither_blocks_nor_covers_nor_lessens_a_zone() -> None:
    scene = YardScene((4, 1), raised=[(1, 0)])
    found = sight(scene.state, (0, 0), (3, 0))
    assert (found.clear, found.terrain) == (True, 0)
    assert (1, 0) in reach_of(scene.state, (0, 0))


# ------------------------------------------------------------------------------------------------ zones
@pytest.mark.rule("ad1666.zoc.1", "ad1666.zoc.6")
def test_zoc_1_and_6_all_spaces_round_are_controlled_and_who_stands_there_is_engaged() -> None:
    scene = YardScene()
    scene.red("ann", (1, 1))
    scene.blue("bob", (2, 2))
    scene.blue("dan", (3, 1))
    assert controls(scene.state, "ann", (0, 0))
    assert (engaged_by(scene.state, "ann"), engaged_by(scene.state, "bob")) == (("bob",), ("ann",))
    assert not is_engaged(scene.state, "dan")


@pytest.mark.rule("ad1666.zoc.6", "ad1666.zoc.8")
def test_zoc_6_a_prone_one_is_engaged_without_engaging() -> None:
    scene = YardScene()
    scene.red("ann", (1, 1), prone=True)
    scene.blue("bob", (2, 1))
    assert (engages(scene.state, "bob", "ann"), engages(scene.state, "ann", "bob")) == (True, False)


@pytest.mark.rule("ad1666.zoc.7")
def test_zoc_7_who_is_engaged_keeps_the_zone_and_engages_who_comes_beside() -> None:
    scene = YardScene()
    scene.red("ann", (1, 1))
    scene.blue("bob", (2, 1))
    scene.blue("dan", (0, 1))
    assert engaged_by(scene.state, "dan") == ("ann",)
    assert engaged_by(scene.state, "bob") == ("ann",)


@pytest.mark.rule("ad1666.zoc.3")
def test_zoc_3_who_enters_an_enemys_zone_stops_and_loses_the_rest() -> None:
    scene = YardScene((8, 1))
    scene.red("ann", (0, 0))
    scene.blue("bob", (3, 0))
    assert {r.space: r.stops for r in walks(scene.state, "ann", 4)} == {(1, 0): False, (2, 0): True}
    table = scene.act("ann")
    table.answer("red", ("full-move", (2, 0)))
    assert table.over


@pytest.mark.rule("ad1666.zoc.4", "ad1666.turn.18")
def test_zoc_4_nobody_walks_out_of_an_enemys_zone() -> None:
    scene = YardScene((8, 1))
    scene.red("ann", (1, 0))
    scene.blue("bob", (2, 0))
    assert walks(scene.state, "ann", 4) == ()


@pytest.mark.rule("ad1666.zoc.3", "ad1666.move.7")
def test_zoc_3_a_door_that_opens_on_an_enemy_ends_the_move() -> None:
    scene = YardScene((3, 1), doors={((0, 0), (1, 0)): "closed"})
    scene.red("ann", (0, 0))
    scene.blue("bob", (1, 0))
    table = scene.act("ann")
    table.answer("red", next(o for o in table.offers("red") if o.startswith("full-move/door:")))
    assert is_engaged(table.state, "ann")
    assert table.over


@pytest.mark.rule("ad1666.move.7")
def test_move_7_closing_a_door_takes_the_zone_away_and_the_move_goes_on() -> None:
    scene = YardScene((4, 2), doors={((1, 0), (2, 0)): "open"}, walls=[((1, 1), (2, 1))])
    scene.red("ann", (1, 1))
    scene.blue("bob", (2, 0))
    table = scene.act("ann")
    # From aslant: nobody stands at the door on her side.
    table.answer("red", next(o for o in table.offers("red") if o.startswith("full-move/door:")))
    assert not controls(table.state, "bob", (1, 0))
    assert table.asked("red").text == "Ann has 3 MP left."
    assert (1, 0) in table.reach("red", "full-move")


# ------------------------------------------------------------------------------------------------ friends
@pytest.mark.rule("ad1666.components.2")
def test_components_2_the_own_side_is_always_friendly_and_the_rest_is_judged_pair_by_pair() -> None:
    scene = YardScene()
    scene.red("ann", (1, 1))
    scene.red("eve", (2, 1), inconspicuous=True)
    scene.red("kay", (1, 3))
    scene.blue("bob", (3, 1))
    assert not is_foe(scene.state, "ann", "eve")
    assert not is_foe(scene.state, "ann", "kay")
    # Bob sees a friend in Eve, she an enemy in him.
    assert (is_foe(scene.state, "bob", "eve"), is_foe(scene.state, "eve", "bob")) == (False, True)
    assert (is_foe(scene.state, "ann", "bob"), is_foe(scene.state, "bob", "ann")) == (True, True)


@pytest.mark.rule("ad1666.ranged.19")
def test_ranged_19_whoever_stands_in_between_takes_the_sight_of_a_watcher_too() -> None:
    scene = YardScene((4, 1))
    scene.red("ann", (0, 0))
    scene.blue("bob", (3, 0))
    assert sees(scene.state, "ann", (3, 0))
    scene.blue("dan", (2, 0))
    assert not sees(scene.state, "ann", (3, 0))


@pytest.mark.rule("ad1666.ranged.4", "ad1666.map.15", "ad1666.ranged.8")
def test_ranged_4_a_verdict_says_what_decided_where_and_by_which_rule() -> None:
    def told(scene: YardScene, end: Space) -> tuple[str, str, tuple[float, float] | None]:
        line = sight_line(scene.state, (0, 0), end)
        return line.state, line.label, line.witness

    assert told(YardScene((3, 1)), (2, 0)) == ("clear", "clear", None)
    assert told(YardScene((3, 1), walls=[((0, 0), (1, 0))]), (2, 0)) == (
        "blocked",
        "blocked by a wall",
        (1.0, 0.5),
    )
    shut = YardScene((3, 1), doors={((1, 0), (2, 0)): "closed"})
    assert told(shut, (2, 0)) == ("blocked", "blocked by a closed door", (2.0, 0.5))
    assert told(YardScene((4, 1), blocked=[(1, 0)]), (3, 0)) == ("blocked", "blocked by stone", (1.0, 0.5))
    low = YardScene((4, 1), obstacles=[((1, 0), (2, 0))])
    assert told(low, (3, 0)) == ("cover", "obstacle −1", (2.0, 0.5))
    corner = YardScene((3, 3), walls=[((1, 1), (2, 1))])
    assert told(corner, (2, 2)) == ("cover", "wall corner at the target −1", (2.0, 2.0))
    both = YardScene((3, 3), walls=[((1, 1), (2, 1))], obstacles=[((1, 2), (2, 2))])
    assert told(both, (2, 2))[:2] == (
        "blocked",
        "blocked by two penalties: wall corner at the target −1, end of an obstacle at the target −1",
    )


def test_a_measurement_says_the_spaces_the_line_and_the_rule_that_decides() -> None:
    scene = YardScene((3, 1), doors={((1, 0), (2, 0)): "closed"})
    said = RULESET.measure(scene.state, (0, 0), (2, 0))
    assert (said["text"], said["rule"], said["sight"]["state"]) == ("2 spaces", "ad1666.ranged.4", "blocked")


@pytest.mark.rule("ad1666.map.15")
def test_map_15_the_own_hedge_takes_nothing_off_a_shot_straight_through_the_joint_of_two_pieces() -> None:
    scene = YardScene((8, 8), obstacles=[((x, 1), (x, 2)) for x in range(8)])
    assert [sight(scene.state, (1, 1), end).text for end in ((2, 2), (3, 3), (3, 4))] == ["clear"] * 3
    # From further back it is no boundary of the own space.
    assert sight(scene.state, (0, 0), (3, 3)).terrain == -1


@pytest.mark.rule("ad1666.action.2")
def test_action_2_a_wall_corner_at_the_shooter_covers_for_a_musket_though_it_takes_nothing_off() -> None:
    scene = YardScene(walls=[((1, 1), (2, 1))])
    scene.red("ann", (1, 1), weapons=("musket",), skills={"muskets": 1})
    scene.blue("bob", (2, 2))
    (shot,) = shots(scene.state, "ann", "defensive")
    assert (shot.target, shot.sight.terrain) == ("bob", 0)
    scene.blue("cid", (0, 2))
    assert [s.target for s in shots(scene.state, "ann", "defensive")] == ["bob"]
