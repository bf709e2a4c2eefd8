"""Which ways a unit may go, and how far: chapter 5.1 to 5.3, and terrain (3.1.1)."""

import pytest

from muster.engine.answers import Course
from muster.engine.refusals import Refusal
from muster.engine.requests import Way
from muster.rulesets.baroque.queries.moving import (
    check_course,
    landing,
    manoeuvre,
    reach,
    whole_course,
    why_not_move,
)
from muster.rulesets.baroque.queries.passing import may_pass
from muster.rulesets.baroque.queries.previews import of_course
from muster.rulesets.baroque.state import Acting
from tests.rulesets.baroque.scenes import BattleScene, box


def ways(scene: BattleScene, unit: str, **done: object) -> dict[str, Way]:
    """The ways that the unit is offered, by key."""
    asked = manoeuvre(scene.state, unit, Acting(unit, **done))  # type: ignore[arg-type]
    return {w.key: w for w in asked.ways} if asked else {}


def refusal(scene: BattleScene, unit: str, course: Course, **done: object) -> Refusal:
    """Why a movement is refused."""
    with pytest.raises(Refusal) as caught:
        check_course(scene.state, unit, Acting(unit, **done), course)  # type: ignore[arg-type]
    return caught.value


@pytest.mark.rule("baroque.5.1a")
def test_5_1a_one_action_goes_up_to_m_straight_forward_and_any_fraction_of_it() -> None:
    scene = BattleScene()
    foot, horse = scene.blue("foot", (5, 12)), scene.blue("horse", (12, 12), type="TR")
    assert (ways(scene, foot)["forward"].least, ways(scene, foot)["forward"].most) == (1, 600)
    assert ways(scene, horse)["forward"].most == 1200
    check_course(scene.state, foot, Acting(foot), Course("forward", 37))
    assert refusal(scene, foot, Course("forward", 601)).rule == "baroque.5.1a"
    assert landing(scene.state, foot, Acting(foot), Course("forward", 450)).base.pose.y == 7200 - 450


@pytest.mark.rule("baroque.1.4")
def test_1_4_lengths_are_exact_to_a_six_hundredth_of_a_bu_and_no_steps_of_a_grid() -> None:
    scene = BattleScene()
    foot = scene.blue("foot", (5, 12))
    asked = manoeuvre(scene.state, foot, Acting(foot))
    assert asked is not None
    assert {w.least for w in asked.ways if w.shape != "turn"} == {1}
    for length in (1, 2, 599):
        check_course(scene.state, foot, Acting(foot), Course("forward", length))
        moved = landing(scene.state, foot, Acting(foot), Course("forward", length)).base.pose
        assert moved.y == 7200 - length


@pytest.mark.rule("baroque.5.1g")
def test_5_1g_a_move_stops_short_of_an_enemy_and_does_not_touch_it() -> None:
    scene = BattleScene()
    foot = scene.blue("foot", (10, 9))
    scene.red("enemy", (10, 8))
    # Half a depth of 400 on either side leaves 200 units; 1 apart would be touching, and a pose is rounded.
    assert ways(scene, foot)["forward"].most == 197


@pytest.mark.rule("baroque.5.1g")
def test_5_1g_nobody_leaves_the_table_or_goes_through_a_friend_that_may_not_be_passed() -> None:
    scene = BattleScene()
    foot, other = scene.blue("foot", (10, 9)), scene.blue("other", (10, 7.5))
    assert other
    assert ways(scene, foot)["forward"].most == 500
    edge = scene.blue("edge", (15, 14.5))
    assert ways(scene, edge)["back"].most == 100


@pytest.mark.rule("baroque.5.2.1a")
def test_5_2_1a_a_wheel_is_measured_along_the_outer_corner_and_is_a_quarter_at_most() -> None:
    scene = BattleScene()
    foot, horse = scene.blue("foot", (5, 12)), scene.blue("horse", (12, 12), type="TR", move=4)
    assert ways(scene, foot)["wheel_left"].most == 600
    # 600 units of arc with a frontage of 1200 are half a radian: 28.65 degrees, against the clock to the left.
    assert (
        landing(scene.state, foot, Acting(foot), Course("wheel_left", 600)).base.pose.heading == 36_000 - 2865
    )
    # A quarter turn of 1200 units is 1885 units of arc; four BU would be 2400.
    assert ways(scene, horse)["wheel_right"].most == 1885
    assert landing(scene.state, horse, Acting(horse), Course("wheel_right", 1885)).base.pose.heading == 9000


@pytest.mark.rule("baroque.5.2.1b")
def test_5_2_1b_a_wheel_makes_no_contact() -> None:
    scene = BattleScene()
    foot = scene.blue("foot", (10, 9))
    scene.red("enemy", (10, 8.1))
    most = ways(scene, foot)["wheel_left"].most
    assert 0 < most < 600
    assert refusal(scene, foot, Course("wheel_left", most + 2)).rule == "baroque.5.2.1b"


@pytest.mark.rule("baroque.5.2.2a")
def test_5_2_2a_only_in_order_a_unit_moves_sideways_or_at_an_angle() -> None:
    scene = BattleScene()
    foot, shaken = scene.blue("foot", (5, 12)), scene.blue("shaken", (12, 12), disordered=True)
    assert {"left", "right", "oblique"} <= set(ways(scene, foot))
    assert not {"left", "right", "oblique"} & set(ways(scene, shaken))
    there = landing(scene.state, foot, Acting(foot), Course("oblique", 500, 5313)).base.pose
    assert (there.x, there.y, there.heading) == (3400, 6900, 0)  # a 3-4-5 triangle: 400 aside, 300 ahead
    assert ways(scene, foot)["right"].most == 600


@pytest.mark.rule("baroque.5.2.1c")
def test_5_2_1c_a_wheel_turns_28_65_degrees_for_1_bu_and_57_30_for_2() -> None:
    for move, turned in ((1, 2865), (2, 5730)):
        scene = BattleScene()
        unit = scene.blue("unit", (10, 10), move=move)
        (way,) = [w for k, w in ways(scene, unit).items() if k == "wheel_right"]
        assert way.most == move * 600
        assert (
            landing(scene.state, unit, Acting(unit), Course("wheel_right", way.most)).base.pose.heading
            == turned
        )


@pytest.mark.rule("baroque.5.2.2b")
def test_5_2_2b_only_mounted_dragoons_and_skirmishers_go_on_after_moving_aside() -> None:
    scene = BattleScene()
    done = {"moves": 1, "ways": ("oblique",), "did": ("move",)}
    for name, kind, goes_on in (("foot", "P&M", False), ("horse", "TR", True), ("dragoons", "DR", True)):
        unit = scene.blue(name, (3 + 4 * len(scene.state.on_table()), 12), type=kind)
        refused = why_not_move(scene.state, unit, Acting(unit, **done))  # type: ignore[arg-type]
        assert (refused is None) is goes_on, name


@pytest.mark.rule("baroque.5.2.3a")
def test_5_2_3a_only_in_order_a_unit_moves_straight_back() -> None:
    scene = BattleScene()
    foot, shaken = scene.blue("foot", (5, 11)), scene.blue("shaken", (12, 11), disordered=True)
    assert ways(scene, foot)["back"].most == 600
    assert "back" not in ways(scene, shaken)
    there = landing(scene.state, foot, Acting(foot), Course("back", 600)).base.pose
    assert (there.y, there.heading) == (6600 + 600, 0)


@pytest.mark.rule("baroque.5.2.3c")
def test_5_2_3c_moving_back_a_unit_touches_no_enemy_and_may_pass_through_friends() -> None:
    scene = BattleScene()
    foot, horse = scene.blue("foot", (5, 9)), scene.blue("horse", (12, 8), type="TR")
    scene.red("enemy", (5, 10))
    scene.blue("light", (12, 9), type="CL")
    limit = reach(scene.state, foot, "back")
    # 1 BU less half of both depths (200 each) is between them; 1 apart would be touching, and a pose is rounded.
    assert (limit.length, limit.rule) == (197, "baroque.5.2.3c")
    assert reach(scene.state, horse, "back").length == 1200
    assert landing(scene.state, horse, Acting(horse), Course("back", 1200)).base.pose.y == 6000


@pytest.mark.rule("baroque.5.2.4a")
def test_5_2_4a_an_about_face_is_offered_in_order_and_as_the_only_action() -> None:
    scene = BattleScene()
    foot, shaken = scene.blue("foot", (5, 11)), scene.blue("shaken", (12, 11), disordered=True)
    assert ways(scene, foot)["about"].end == (3000, 6600, 18_000)
    assert "about" not in ways(scene, shaken)
    assert "about" not in ways(scene, foot, did=("move",), moves=1, ways=("forward",))
    assert "about" not in ways(scene, foot, did=("shot",))
    assert "about" in ways(scene, foot, did=("rally",))
    refused = why_not_move(scene.state, foot, Acting(foot, ("move",), 1, ("about",)))
    assert refused is not None
    assert refused.rule == "baroque.5.2.4a"


@pytest.mark.rule("baroque.5.2.4b")
def test_5_2_4b_tercios_and_massed_horse_face_a_side_where_there_is_room() -> None:
    scene = BattleScene()
    tercio = scene.blue("tercio", (5, 10), type="LTE", massed=True)
    horse = scene.blue("horse", (10, 10), type="RE", massed=True)
    foot = scene.blue("foot", (15, 10))
    assert {"face_left", "face_right"} <= set(ways(scene, tercio)) & set(ways(scene, horse))
    assert not {"face_left", "face_right"} & set(ways(scene, foot))
    # The new front's middle is where the middle of the left side was: 600 units to the left of the centre.
    end = ways(scene, tercio)["face_left"].end
    assert end == (3000 - 600 + 400, 6000, 27_000)
    scene.blue("beside", (3.5, 9), type="S")
    assert "face_left" not in ways(scene, tercio)


@pytest.mark.rule("baroque.2.5.3b")
def test_2_5_3b_a_disordered_unit_makes_one_movement_action() -> None:
    scene = BattleScene()
    foot = scene.blue("foot", (5, 12), disordered=True)
    assert why_not_move(scene.state, foot, Acting(foot)) is None
    refused = why_not_move(scene.state, foot, Acting(foot, ("move",), 1, ("forward",)))
    assert refused is not None
    assert refused.rule == "baroque.2.5.3b"


@pytest.mark.rule("baroque.3.1.1c")
def test_3_1_1c_difficult_terrain_allows_1_bu_to_who_starts_in_it_and_stops_who_would_come_in_later() -> None:
    scene = BattleScene()
    scene.terrain("wood", box(4, 6, 4, 4))
    inside = scene.blue("inside", (6, 8), type="TR")
    assert ways(scene, inside)["forward"].most == 600
    outside = scene.blue("outside", (6, 12), type="TR", move=3)
    # Its front half reaches the wood's edge (y = 6000) after 1200 units; a unit short of that it stops.
    assert ways(scene, outside)["forward"].most == 1199
    near = scene.blue("near", (6, 10.5), type="TR")
    assert ways(scene, near)["forward"].most == 600


@pytest.mark.rule("baroque.3.1.1e")
def test_3_1_1e_nobody_enters_impassable_ground_even_partly() -> None:
    scene = BattleScene()
    foot = scene.blue("foot", (5, 12))
    scene.terrain("rocks", box(5.8, 11, 2, 0.2))
    assert ways(scene, foot)["forward"].most == 7200 - 200 - 6720


# ------------------------------------------------------------------------------------------------ interpenetration
@pytest.mark.rule("baroque.5.5.1a", "baroque.5.5.1e")
def test_5_5_1e_light_troops_are_put_behind_the_unit_that_ends_on_them() -> None:
    scene = BattleScene()
    foot, dragoons = scene.blue("foot", (10, 10)), scene.blue("dragoons", (10, 9), type="DR")
    assert ways(scene, foot)["forward"].most == 600
    end = landing(scene.state, foot, Acting(foot), Course("forward", 600))
    assert end.base.pose.y == 5400
    (put,) = end.behind
    # Behind a base of depth 400 one of depth 360: 380 units from centre to centre.
    assert (put.unit, put.there.pose.x, put.there.pose.y) == (dragoons, 6000, 5780)


@pytest.mark.rule("baroque.5.5.1b", "baroque.5.5.1d")
def test_5_5_1d_mounted_pass_mounted_but_must_be_able_to_finish() -> None:
    scene = BattleScene()
    horse = scene.blue("horse", (10, 10), type="TR")
    scene.blue("other", (10, 8), type="TR")
    end = landing(scene.state, horse, Acting(horse), Course("forward", 1200))
    assert end.inside == "other"
    shaken = scene.blue("shaken", (4, 10), type="TR", disordered=True)
    scene.blue("fourth", (4, 8), type="TR")
    assert refusal(scene, shaken, Course("forward", 1200)).rule == "baroque.5.5.1d"
    assert ways(scene, shaken)["forward"].most == 801  # 1 deep is touching


@pytest.mark.rule("baroque.2.3.1d")
def test_2_3_1d_massed_units_pass_friends_by_the_same_rules_as_others() -> None:
    for massed in (True, False):
        scene = BattleScene()
        mass = {"massed": massed, "depth": 800}
        horse, foot = scene.blue("horse", (4, 10), type="RE", **mass), scene.blue("foot", (10, 10), **mass)
        scene.blue("other", (4, 8.3), type="RE", **mass)
        scene.blue("pikes", (10, 8.3), **mass)
        assert ways(scene, horse)["forward"].most == 1200, massed
        assert ways(scene, foot)["forward"].most == 1.7 * 600 - 800, massed


@pytest.mark.rule("baroque.5.5a")
def test_5_5a_nobody_goes_through_an_enemy_or_through_a_friend_in_melee() -> None:
    scene = BattleScene()
    light = scene.blue("light", (4, 10), type="CL")
    scene.blue("friend", (4, 9), type="CL")
    scene.red("foe", (4, 9 - 2 / 3), type="CL")
    assert ways(scene, light)["forward"].most == 597  # up to the enemy behind the friend
    scene.contact("foe", "friend")
    assert ways(scene, light)["forward"].most == 200
    assert [may_pass(scene.state, light, u) for u in ("friend", "foe")] == [False, False]


@pytest.mark.rule("baroque.5.5.1c")
def test_5_5_1c_anybody_passes_artillery_and_it_passes_light_troops_only() -> None:
    scene = BattleScene()
    foot, gun = scene.blue("foot", (10, 10)), scene.blue("gun", (10, 9), type="ART")
    assert ways(scene, foot)["forward"].most == 600
    # 1 BU less half of both depths (200 each) is left between the two.
    assert ways(scene, gun)["back"].most == 200


@pytest.mark.rule("baroque.5.5.1f")
def test_5_5_1f_moving_back_through_a_friend_ends_behind_it_even_if_that_is_farther() -> None:
    scene = BattleScene()
    horse = scene.blue("horse", (10, 8), type="TR", move=1)
    scene.blue("other", (10, 9), type="TR")
    end = landing(scene.state, horse, Acting(horse), Course("back", 600))
    assert end.passed
    assert end.base.pose.y == 5400 + 400


def test_5_5_1f_the_way_back_goes_through_nobody_who_may_not_be_passed() -> None:
    scene = BattleScene()
    horse = scene.blue("horse", (10, 8), type="TR", move=1)
    scene.blue("other", (10, 9), type="TR")
    scene.blue("foot", (10, 9.4 + 1 / 3))
    assert refusal(scene, horse, Course("back", 600)).rule == "baroque.5.5.1f"
    assert ways(scene, horse)["back"].most == 201  # up to the other horse


@pytest.mark.rule("baroque.5.5.1f")
def test_5_5_1f_the_place_behind_the_passed_is_no_nearer_to_an_enemy_than_any_other() -> None:
    """What is announced can be made: the longer way was refused only when everybody had answered it."""
    for gap, room in ((3, False), (40, True)):
        scene = BattleScene()
        light = scene.red("screen", (9.36, 6.98), 179.86, type="S")
        scene.red("horse", (5884 / 600, 3864 / 600), type="SP")
        scene.blue("foe", ((4416 - gap) / 600, 3769 / 600), type="WB", depth=800)
        scene.acting(light)
        accepted = 0
        for length in range(1, 400, 6):
            course = Course("back", length)
            try:
                check_course(scene.state, light, Acting(light), course)
            except Refusal:
                continue
            whole = whole_course(scene.state, light, Acting(light), course)
            end = landing(scene.state, light, Acting(light), course).base
            assert landing(scene.state, light, Acting(light), whole).base == end
            accepted += length > 4
        assert bool(accepted) is room, gap


@pytest.mark.rule("baroque.5.5.1g")
def test_5_5_1g_heavy_foot_moving_back_pushes_light_troops_and_stops_at_others() -> None:
    scene = BattleScene()
    foot, light = scene.blue("foot", (5, 8)), scene.blue("light", (5, 8.8), type="S")
    end = landing(scene.state, foot, Acting(foot), Course("back", 600))
    assert [(p.unit, p.there.pose.y) for p in end.behind] == [(light, 5400 + 320)]
    assert not end.passed
    other = scene.blue("other", (12, 8))
    scene.blue("horse", (12, 9), type="TR")
    assert ways(scene, other)["back"].most == 200
    scene.red("foe", (5, 9.5))
    scene.contact("foe", light)
    assert ways(scene, foot)["back"].most == 160, "nobody is pushed out of a melee"


@pytest.mark.rule("baroque.5.5.3")
def test_5_5_3_a_wheel_goes_over_part_of_a_friend_but_does_not_end_on_it() -> None:
    scene = BattleScene()
    foot = scene.blue("foot", (10, 10), move=3)
    scene.blue("friend", (12.1, 9.9))
    offered = ways(scene, foot)["wheel_left"].most
    assert offered == 1800  # the far corner swings away from the friend at its right
    beside = scene.blue("beside", (4, 10), move=3)
    scene.blue("ahead", (4.8, 9.3), type="ART")
    assert refusal(scene, beside, Course("wheel_left", 300)).rule == "baroque.5.5.3"


@pytest.mark.rule("baroque.5.5.3")
def test_r157_a_wheel_past_a_friend_beside_it_is_no_interpenetration_and_one_ahead_is_not_wheeled_through() -> (
    None
):
    scene = BattleScene()
    foot = scene.blue("foot", (10, 10))
    scene.blue("beside", (12.09, 10))
    assert not landing(scene.state, foot, Acting(foot), Course("wheel_left", 600)).passed
    scene = BattleScene()
    horse = scene.blue("horse", (10, 10), type="TR")
    scene.blue("ahead", (11, 8.4), 90)
    assert ways(scene, horse)["wheel_left"].most < 600
    assert ways(scene, horse)["wheel_left"].limits == "What stands there cannot be passed."
    other = BattleScene()
    horse = other.blue("horse", (10, 10), type="TR")
    other.blue("ahead", (11, 8.4), 90, type="TR")
    assert ways(other, horse)["wheel_left"].most == 1200


def test_a_turn_is_told_with_the_chance_of_its_test_where_the_unit_then_stands() -> None:
    scene = BattleScene()
    foot = scene.blue("foot", (10, 9), type="LTE", massed=True, depth=800)
    scene.leader("blue/1", (15, 9))
    chances = []
    for command_range in (4, 5):  # it goes aside from 4 to 4.67 BU
        scene.structure("blue", "Good", command_range)
        told = of_course(scene.state, foot, Acting(foot), Course("face_left", 0))
        chances.append(told["notes"][0]["text"])
    assert chances == [f"Turning: in good order with {n}%, else Disordered." for n in (33, 50)]
