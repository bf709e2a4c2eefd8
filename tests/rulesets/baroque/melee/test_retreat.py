"""Retreats: how far, through whom, into whom, along what, off the table (7.5.2d, 7.5.2e, 7.5.3, 5.5.2, 5.8)."""

import pytest

from muster.rulesets.baroque.events.melee import RetreatRolled
from muster.rulesets.baroque.events.moves import Moved
from muster.rulesets.baroque.queries.leaders import place_fault
from muster.rulesets.baroque.rules.retreat import fall_back
from muster.rulesets.baroque.state import State, UnitId
from tests.kit.table import Table
from tests.rulesets.baroque.melee.fighting import fought
from tests.rulesets.baroque.melee.lines import DEPTH, Json, rows, stands
from tests.rulesets.baroque.scenes import BattleScene, box, place_of, through


def back(scene: BattleScene, unit: UnitId = "guard", *, die: int | None = None) -> Table[State]:
    """Let a unit fall back; foot needs no die."""
    return scene.run(lambda game: fall_back(game, unit), dice=[die] if die else [])


def alone(**numbers: Json) -> BattleScene:
    """Red's guard in the middle of the table; it falls back up the screen."""
    scene = BattleScene()
    scene.red("guard", (10, 8), **numbers)
    return scene


@pytest.mark.rule("baroque.7.5.2d")
@pytest.mark.parametrize(
    ("numbers", "lengths"),
    [
        ({"type": "TR", "pace": "slow"}, (1, 1, 2, 2, 2, 3)),
        ({"type": "TR"}, (1, 2, 2, 2, 3, 3)),
        ({"type": "CL", "pace": "fast"}, (2, 2, 2, 3, 3, 3)),
        ({"type": "GA"}, (2, 2, 2, 3, 3, 3)),
    ],
)
def test_7_5_2d_mounted_fall_back_by_a_die(numbers: dict[str, Json], lengths: tuple[int, ...]) -> None:
    for die, length in zip(range(1, 7), lengths, strict=True):
        table = back(alone(**numbers), die=die)
        assert place_of(table, "guard") == (10, 8 - length, 180)


@pytest.mark.rule("baroque.7.5.2d")
@pytest.mark.parametrize("kind", ["P&M", "LTE", "WB", "DR"])
def test_7_5_2d_foot_falls_back_one_bu_without_a_die(kind: str) -> None:
    table = back(alone(type=kind))
    assert place_of(table, "guard") == (10, 7, 180)
    assert table.event(RetreatRolled).die == 0


@pytest.mark.rule("baroque.5.5.2a")
@pytest.mark.parametrize("kind", ["TR", "S", "T", "DR"])
def test_5_5_2a_light_foot_and_mounted_go_through_friends_and_stand_behind_them(kind: str) -> None:
    """R125: it goes on until it is clear."""
    scene = alone(type=kind, depth=400)
    scene.red("friend", (10, 7))
    table = back(scene, die=1 if kind == "TR" else None)
    # 1 BU takes it to 7, into the friend; it goes on until it is clear.
    assert place_of(table, "guard") == (10, 7 - DEPTH, 180)
    assert place_of(table, "friend") == (10, 7, 180)
    assert not table.state.units["friend"].disordered


@pytest.mark.rule("baroque.5.5.2a")
def test_5_5_2a_a_friend_in_melee_stops_the_retreat_on_contact() -> None:
    scene = alone(type="TR")
    scene.red("friend", (10, 6.5))
    scene.blue("enemy", (10, 6.5 - DEPTH), heading=180)
    scene.contact("enemy", "friend", "flank")
    table = back(scene, die=6)
    assert place_of(table, "guard") == (10, 6.5 + DEPTH, 180)
    assert table.events(Moved)[-1].text.endswith("In the way: Friend, in melee.")


@pytest.mark.rule("baroque.5.5.2b")
def test_5_5_2b_other_foot_pushes_friends_back_and_disorders_them() -> None:
    scene = alone()
    scene.red("friend", (10.5, 7))
    scene.red("third", (11.5, 6.2))
    table = back(scene)
    assert place_of(table, "guard") == (10, 7, 180)
    assert stands(table, "friend", (10.5, 7 - DEPTH, 180))
    assert stands(table, "third", (11.5, 7 - 2 * DEPTH, 180))
    assert table.state.units["friend"].disordered
    assert table.state.units["third"].disordered
    assert not table.state.units["guard"].disordered


@pytest.mark.rule("baroque.5.5.2b")
def test_5_5_2b_nobody_is_pushed_off_the_table_and_there_the_retreat_stops() -> None:
    scene = BattleScene()
    scene.red("guard", (10, 1.8))
    scene.red("friend", (10, 0.5))
    table = back(scene)
    # 0.63 BU to the friend, which has 0.17 BU to the edge.
    assert stands(table, "friend", (10, 1 / 3, 180))
    assert stands(table, "guard", (10, 1, 180))
    assert table.events(Moved)[-1].text.endswith(
        "Friend cannot be pushed farther. The edge of the table is there."
    )


@pytest.mark.rule("baroque.5.5.2b")
def test_5_5_2b_a_pushed_friend_stops_at_enemies_and_impassable_ground() -> None:
    scene = alone()
    scene.red("friend", (10, 7))
    scene.terrain("rocks", box(9, 5, 2, 1.5))
    table = back(scene)
    assert stands(table, "friend", (10, 6.5 + DEPTH / 2, 180))
    assert stands(table, "guard", (10, 6.5 + 1.5 * DEPTH, 180))


@pytest.mark.rule("baroque.5.5.2b")
def test_5_5_2b_friends_in_melee_are_not_pushed() -> None:
    scene = alone()
    scene.red("friend", (10, 7))
    scene.blue("enemy", (10, 7 - DEPTH), heading=180)
    scene.contact("enemy", "friend", "flank")
    table = back(scene)
    assert place_of(table, "guard") == (10, 7 + DEPTH, 180)
    assert not table.state.units["friend"].disordered
    scene = alone()
    scene.red("friend", (10, 7))
    scene.blue("enemy", (11 + DEPTH / 2, 7), heading=270)  # beside it, where it bars nobody's way
    scene.contact("enemy", "friend", "flank")
    table = back(scene)
    assert place_of(table, "guard") == (10, 7 + DEPTH, 180)
    assert place_of(table, "friend") == (10, 7, 180)


@pytest.mark.rule("baroque.7.5.2e")
@pytest.mark.parametrize("what", ["enemy", "friend in melee", "rocks"])
def test_7_5_2e_a_retreat_that_cannot_start_destroys_the_unit(what: str) -> None:
    """R129."""
    scene = alone()
    if what == "rocks":
        scene.terrain("rocks", box(9, 6, 2, 2 - DEPTH / 2))
    elif what == "enemy":
        scene.blue("enemy", (10, 8 - DEPTH), heading=0)
    else:
        scene.red("friend", (10, 8 - DEPTH))
        scene.blue("enemy", (10, 8 - 2 * DEPTH), heading=180)
        scene.contact("enemy", "friend", "flank")
    table = back(scene)
    assert table.state.units["guard"].gone == "routed"


@pytest.mark.rule("baroque.7.5.2e")
def test_7_5_2e_enemies_behind_stop_a_retreat_that_has_started() -> None:
    scene = alone(type="TR")
    scene.blue("enemy", (10, 6.5))
    table = back(scene, die=6)
    assert place_of(table, "guard") == (10, 6.5 + DEPTH, 180)
    assert not table.state.contacts


@pytest.mark.rule("baroque.5.8a")
def test_5_8a_a_base_that_crosses_the_edge_even_partly_is_removed() -> None:
    scene = BattleScene()
    scene.red("guard", (10, 1.3))
    table = back(scene)
    assert table.state.units["guard"].gone == "left_table"
    scene = BattleScene()
    scene.red("guard", (10, 4 / 3))
    table = back(scene)
    assert place_of(table, "guard") == (10, 1 / 3, 180)


@pytest.mark.rule("baroque.2.6.1i")
def test_r173_the_leader_of_who_is_driven_off_the_table_stays_on_it_where_there_is_room() -> None:
    for crowd in (False, True):
        scene = BattleScene()
        scene.red("guard", (10, 0.8), type="TR")
        scene.leader("red/1", unit="guard")
        if crowd:
            scene.red("other", (10, 1 / 6), 0, type="CL", depth=200)
        table = back(scene, die=6)
        assert table.state.units["guard"].gone == "left_table"
        leader = table.state.leaders["red/1"]
        assert leader.at is not None
        assert leader.unit is None
        assert (leader.at == (6000, 0)) is not crowd
        assert place_fault(table.state, leader.at) is None


@pytest.mark.rule("baroque.3.1.1l")
@pytest.mark.parametrize(("wood", "moved"), [(0.5, 1), (1.6, 1.6)])
def test_3_1_1l_difficult_terrain_ends_a_rolled_retreat(wood: float, moved: float) -> None:
    scene = alone(type="TR")
    scene.terrain("wood", box(8, 0, 4, 8 - wood))
    table = back(scene, die=5)
    place = place_of(table, "guard")
    assert place is not None
    assert 8 - place[1] == pytest.approx(moved, abs=0.01)
    assert table.state.units["guard"].disordered is (wood == 0.5)


def slid(aside: float, heading: float, die: int) -> BattleScene:
    """Blue's horse has met the side of red's horse, which has been beaten."""
    scene = BattleScene()
    scene.red("guard", (10, 8), type="TR")
    scene.blue("horse", (11 + DEPTH / 2, 8 + aside), heading=heading, type="TR", impetus=0)
    scene.contact("horse", "guard", "side")
    return scene


@pytest.mark.rule("baroque.7.5.3a", "baroque.7.5.3b")
def test_7_5_3a_a_unit_beaten_on_its_side_slides_along_the_enemys_front_and_is_still_held() -> None:
    table = back(slid(0, 270, 1), die=1)
    assert place_of(table, "guard") == (10, 7, 180)
    assert table.state.in_melee("guard")
    table = back(slid(0, 270, 2), die=2)
    assert place_of(table, "guard") == (10, 6, 180)
    assert not table.state.in_melee("guard")


@pytest.mark.rule("baroque.7.5.3a")
def test_7_5_3a_a_front_that_slants_across_the_way_sets_it_aside() -> None:
    """R126."""
    scene = BattleScene()
    scene.red("guard", (10, 8), type="TR")
    # Its front leans over the way of the guard's retreat, and touches the right end of its rear.
    scene.blue("horse", (11.35, 7.1), heading=250, type="TR", impetus=0)
    scene.contact("horse", "guard", "side")
    table = back(scene, die=1)
    place = place_of(table, "guard")
    assert place is not None
    assert place[0] < 10
    assert through(table)


@pytest.mark.rule("baroque.7.5.3b")
def test_7_5_3b_who_is_still_held_after_sliding_fights_another_phase_at_once() -> None:
    scene = slid(0, 270, 1)
    scene.acting("horse")
    dice = [*rows(2, 6), *rows(0, 6), 5, 1, *rows(2, 6), *rows(0, 4), 2]
    table = fought(scene, "horse", dice=dice)
    # Phase 1: CN 4, die 5, fell back 1 BU and still touches; phase 2: VBU 5, Disordered, CN 2, passed with 1 loss.
    assert table.state.vbu("guard") == 4
    assert table.state.in_melee("guard")


# ------------------------------------------------------------------------------------------------ rulings
def blocked_behind(friend: float, enemy: float) -> Table[State]:
    """The retreat by 1 BU of red horse with a friend so many BU behind its middle and an enemy farther on."""
    scene = alone(type="TR")
    scene.red("friend", (10, 8 - friend), type="TR")
    scene.blue("enemy", (10, 8 - enemy))
    return back(scene, die=1)


@pytest.mark.rule("baroque.5.5.2a", "baroque.7.5.2e")
def test_r125_where_there_is_no_room_behind_a_friend_a_retreat_stops_at_it_or_destroys() -> None:
    table = blocked_behind(1, 1 + 2 * DEPTH)
    assert stands(table, "guard", (10, 7 - DEPTH, 180))
    table = blocked_behind(1, 1 + 2 * DEPTH - 0.01)
    assert stands(table, "guard", (10, 7 + DEPTH, 180))
    table = blocked_behind(DEPTH, 2 * DEPTH)
    assert table.state.units["guard"].gone == "routed"
    scene = BattleScene()
    scene.red("guard", (10, 1.7), type="TR")
    scene.red("friend", (10, 0.7), type="TR")
    assert back(scene, die=1).state.units["guard"].gone == "left_table"


def slanting(*, beside: bool) -> Table[State]:
    """A retreat that an enemy's front sets aside to the left, with a friend there or not."""
    scene = BattleScene()
    scene.red("guard", (10, 8), type="TR")
    scene.blue("horse", (11.35, 7.1), heading=250, type="TR", impetus=0)
    scene.contact("horse", "guard", "side")
    if beside:
        scene.red("other", (8, 7), type="TR")
    return back(scene, die=1)


@pytest.mark.rule("baroque.7.5.3a")
def test_r126_what_stands_beside_a_sliding_unit_is_not_pushed_and_ends_the_slide() -> None:
    free, held = slanting(beside=False), slanting(beside=True)
    x, y, _ = place_of(free, "guard") or (0, 0, 0)
    assert (round(x, 2), round(y, 2)) == (9.86, 7.05)
    # Set aside any farther it would stand on its friend, whose side lies where its own does.
    x, y, _ = place_of(held, "guard") or (0, 0, 0)
    assert (round(x, 2), round(y, 2)) == (10, 7.44)
    assert place_of(held, "other") == (8, 7, 180)
    assert not held.state.units["other"].disordered


@pytest.mark.rule("baroque.7.5.3a", "baroque.7.6g")
def test_r127_a_support_unit_met_on_its_flank_slides_and_is_not_routed_with_its_beaten_main_unit() -> None:
    scene = BattleScene()
    scene.blue("foot", (10, 8), type="TR", impetus=0)
    scene.red("guard", (9.2, 8 - DEPTH), type="TR")
    scene.red("helper", (10.6, 8 - DEPTH / 2 - 1), heading=90, type="TR")
    scene.contact("foot", "guard")
    scene.contact("foot", "helper", "flank")
    scene.acting("foot")
    table = fought(scene, dice=[*rows(2, 6), *rows(0, 6), *rows(0, 3), 6, 1, 6])
    assert table.state.units["guard"].gone == ""
    helper = table.state.units["helper"]
    assert (helper.gone, helper.disordered) == ("", True)
    assert stands(table, "helper", (7.6, 8 - DEPTH / 2 - 1, 90))
