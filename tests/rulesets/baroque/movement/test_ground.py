"""What ground does to who moves in it: open ground, rivers, fords and bridges (3.1, 3.1.1, 3.1.2)."""

import pytest

from muster.engine.answers import Course
from muster.engine.explain import Reason
from muster.engine.refusals import Refusal
from muster.geometry.open.moves import AHEAD, BACK, straight, wheel
from muster.geometry.open.poses import Side
from muster.rulesets.baroque.queries import disengaging, evading, ground
from muster.rulesets.baroque.queries.bodies import body
from muster.rulesets.baroque.queries.charging import reaches
from muster.rulesets.baroque.queries.moving import check_course, reach
from muster.rulesets.baroque.state import Acting
from tests.rulesets.baroque.scenes import BattleScene, box

NORTH, SOUTH = 6, 7
"""Where the banks of the river lie, in BU from the upper edge."""


def by_the_river(state: str = "normal", crossing: str = "ford") -> BattleScene:
    """A river of 1 BU across the table, with a crossing of 1 BU in its middle where one is named."""
    scene = BattleScene()
    scene.terrain("river", box(0, NORTH, 20, SOUTH - NORTH), state=state)
    if crossing:
        scene.terrain(crossing, box(9.5, NORTH, 1, SOUTH - NORTH))
    return scene


def most(scene: BattleScene, unit: str, way: str = "forward") -> int:
    """How far a way goes, in units."""
    return reach(scene.state, unit, way).length


def shaken(scene: BattleScene, unit: str, length: int, bearing: int = AHEAD) -> list[str]:
    """By which rules a straight movement Disorders a unit."""
    path = straight(body(scene.state, unit), bearing, length)
    return [trouble.rule for trouble in ground.disorders(scene.state, unit, path)]


# ------------------------------------------------------------------ in, entirely in
@pytest.mark.rule("baroque.3.1a")
def test_3_1a_a_base_is_in_a_piece_of_terrain_with_exactly_half_of_it_and_not_with_a_unit_less() -> None:
    scene = BattleScene()
    scene.terrain("wood", box(4, 4, 4, 4))
    half = scene.blue("half", (6, 8))
    less = scene.blue("less", None)
    scene.state.change(less, pose=(3600, 4801, 0))
    assert ground.stands_in(scene.state, half, "difficult")
    assert not ground.stands_in(scene.state, less, "difficult")


@pytest.mark.rule("baroque.3.1b")
def test_3_1b_entirely_in_is_the_whole_base() -> None:
    scene = BattleScene()
    scene.terrain("wood", box(4, 4, 4, 4))
    whole = scene.blue("whole", None)
    out = scene.blue("out", None)
    scene.state.change(whole, pose=(3600, 4600, 0))
    scene.state.change(out, pose=(3600, 4602, 0))
    assert ground.stands_entirely_in(scene.state, whole, "difficult")
    assert not ground.stands_entirely_in(scene.state, out, "difficult")
    assert ground.stands_in(scene.state, out, "difficult")


# ------------------------------------------------------------------ open ground
@pytest.mark.rule("baroque.3.1.1a")
def test_3_1_1a_a_gentle_hill_neither_slows_nor_disorders_anybody() -> None:
    scene = BattleScene()
    scene.terrain("gentle_hill", box(5, 6, 10, 5))
    horse = scene.blue("horse", (10, 10), type="TR")
    assert most(scene, horse) == 1200
    assert shaken(scene, horse, 1200) == []


@pytest.mark.rule("baroque.3.1.1h")
def test_3_1_1h_a_road_is_open_ground_and_makes_nobody_faster() -> None:
    scene = BattleScene()
    scene.terrain("road", box(9, 0, 2, 15))
    horse = scene.blue("horse", (10, 10), type="TR")
    assert most(scene, horse) == 1200
    assert shaken(scene, horse, 1200) == []


# ------------------------------------------------------------------ rivers
@pytest.mark.rule("baroque.3.1.1j")
def test_3_1_1j_a_dry_river_is_broken_ground_in_which_an_action_covers_1_bu() -> None:
    for kind, disordered in (("TR", True), ("P&M", True), ("DR", False), ("S", False)):
        scene = by_the_river("dry", crossing="")
        unit = scene.blue("unit", (4, SOUTH + 0.5), type=kind, move=2)
        limit = reach(scene.state, unit, "forward")
        assert (limit.length, limit.rule) == (600, "baroque.3.1.1j"), kind
        assert shaken(scene, unit, 600) == (["3.1.1b"] if disordered else []), kind


@pytest.mark.rule("baroque.3.1.1k")
def test_3_1_1k_a_normal_river_is_crossed_at_fords_and_bridges_and_a_deep_one_at_bridges_alone() -> None:
    for state, crossing, open_ in (
        ("normal", "ford", True),
        ("normal", "bridge", True),
        ("normal", "", False),
        ("deep", "ford", False),
        ("deep", "bridge", True),
    ):
        scene = by_the_river(state, crossing)
        unit = scene.blue("unit", (10, SOUTH + 1 / 3), type="TR")
        assert most(scene, unit) == (600 if open_ else 0), (state, crossing)


def test_3_1_1k_one_who_stands_away_from_the_bridge_stops_at_the_water() -> None:
    scene = by_the_river(crossing="bridge")
    unit = scene.blue("unit", (5, SOUTH + 1), type="TR")
    assert most(scene, unit) == 400


# ------------------------------------------------------------------ fords and bridges
@pytest.mark.rule("baroque.3.1.2a")
@pytest.mark.parametrize("kind", ["TR", "P&M", "DR", "S"])
def test_3_1_2a_on_a_ford_or_bridge_all_have_half_their_movement_and_are_disordered(kind: str) -> None:
    for crossing in ("ford", "bridge"):
        scene = by_the_river(crossing=crossing)
        unit = scene.blue("unit", (10, SOUTH + 0.5), type=kind)
        half = scene.state.card(unit).move * 300
        assert most(scene, unit) == half
        assert shaken(scene, unit, half) == ["3.1.2a"]


@pytest.mark.rule("baroque.3.1.2a")
def test_3_1_2a_who_does_not_come_to_the_water_has_all_its_movement() -> None:
    scene = by_the_river()
    # The front stands 900 units before the water; half the movement would be 600.
    unit = scene.blue("unit", (10, SOUTH + 1 / 3 + 1.5), type="TR")
    assert most(scene, unit) == 900
    assert shaken(scene, unit, 900) == []


@pytest.mark.rule("baroque.3.1.2a")
def test_3_1_2a_a_charge_over_a_bridge_goes_half_as_well() -> None:
    scene = by_the_river(crossing="bridge")
    unit = scene.blue("unit", (10, SOUTH + 1 / 3), type="TR")
    assert reaches(scene.state, unit) == (600, 600)


@pytest.mark.rule("baroque.3.1.2b")
def test_3_1_2b_the_middles_of_front_and_rear_stay_on_the_crossing() -> None:
    for across, heading, open_ in (
        (10.5, 0, True),
        (10.51, 0, False),  # beside the ford
        (9.7, 20, True),
        (10.2, 20, False),  # the middle of the front would leave the ford half-way
    ):
        scene = by_the_river()
        unit = scene.blue("unit", (across, SOUTH + 0.72), heading, type="TR", move=4)
        assert (most(scene, unit) == 1200) is open_, (across, heading)


@pytest.mark.rule("baroque.3.1.2b")
def test_3_1_2b_one_crosses_straight_forward_or_back_and_never_at_an_angle() -> None:
    scene = by_the_river()
    back = scene.blue("back", (10, NORTH - 1 / 3), type="TR")
    assert most(scene, back, "back") == 600
    assert shaken(scene, back, 600, 18_000) == ["3.1.2a"]
    scene = by_the_river()
    unit = scene.blue("unit", (10, SOUTH + 1 / 3), type="TR")
    assert most(scene, unit) == 600
    with pytest.raises(Refusal) as caught:
        check_course(scene.state, unit, Acting(unit), Course("oblique", 100, 500))
    assert caught.value.rule == "baroque.5.1g"
    scene.state.change(unit, pose=(6000, 4200 + 600, 9_000))
    assert most(scene, unit, "left") == 0


@pytest.mark.rule("baroque.3.1.1f")
def test_r159_who_stands_on_an_obstacle_does_not_cross_it_again() -> None:
    for front, rules in ((0, ["3.1.1f"]), (0.1, [])):  # touching it, and a little over it
        scene = BattleScene()
        scene.terrain("hedge", [(8, 10 - 1 / 3 + front), (12, 10 - 1 / 3 + front)])
        horse = scene.blue("horse", (10, 10), type="TR")
        assert shaken(scene, horse, 600) == rules
        assert shaken(scene, horse, 300, BACK) == []


@pytest.mark.rule("baroque.3.1.2b")
def test_r158_one_evades_over_a_ford_and_breaks_off_over_it_at_half_speed() -> None:
    scene = by_the_river()
    light = scene.red("light", (10, 7.6), 180, type="CL")
    back = evading.fall_back(scene.state, light)
    assert isinstance(back, evading.FallBack)
    assert back.path.length == 1200
    off = disengaging.fall_back(scene.state, light)
    assert isinstance(off, disengaging.FallBack)
    assert off.length == 600
    aside = by_the_river(crossing="")
    light = aside.red("light", (10, 7.6), 180, type="CL")
    assert isinstance(evading.fall_back(aside.state, light), Reason)


@pytest.mark.rule("baroque.3.1.2a")
def test_3_1_2a_a_way_over_a_ford_says_that_it_costs_order() -> None:
    scene = by_the_river()
    horse = scene.blue("horse", (10, 7.6), type="TR")
    path = straight(body(scene.state, horse), AHEAD, 600)
    assert ("over Ford: Disordered", "baroque.3.1.2a") in [
        (m.label, m.rule) for m in ground.marks(scene.state, horse, path)
    ]


@pytest.mark.rule("baroque.3.1.1j")
def test_3_1_2a_a_bridge_over_a_dry_river_halves_nothing_and_disorders_nobody_of_the_light() -> None:
    scene = by_the_river("dry", "bridge")
    unit = scene.blue("unit", (10, SOUTH + 1 / 3), type="S", move=1)
    assert most(scene, unit) == 600
    assert shaken(scene, unit, 600) == []


@pytest.mark.rule("baroque.3.1.2b")
def test_3_1_2b_a_corner_does_not_enter_the_water_either_and_nobody_wheels_over_a_ford() -> None:
    scene = by_the_river()
    slanted = scene.blue("slanted", (4, SOUTH + 1.5), 60, type="TR")
    # Its left front corner stands 1 BU cos 30 and 1/3 BU cos 60 nearer to the water than its middle.
    assert most(scene, slanted) == pytest.approx((1.5 - 0.866 - 1 / 6) * 600 / 0.5, abs=2)
    wheeling = scene.blue("wheeling", (10, SOUTH + 1 / 3 + 0.5), type="TR")
    path = wheel(body(scene.state, wheeling), Side.LEFT, 1200)
    assert ground.blocking(scene.state, path)
    assert most(scene, wheeling, "wheel_left") < 600


@pytest.mark.rule("baroque.3.1.1c")
@pytest.mark.parametrize("nearer_first", [True, False])
def test_3_1_1c_of_two_pieces_the_one_that_comes_first_ends_the_movement(nearer_first: bool) -> None:
    scene = BattleScene()
    unit = scene.blue("unit", (10, 12), type="TR", move=3)
    # The middle of the base comes to the edges of the woods after 1.2 and 2 BU.
    woods = [("near", box(8, 10, 4, 0.8)), ("far", box(8, 6, 4, 4))]
    for name, outline in woods if nearer_first else reversed(woods):
        scene.terrain("wood", outline, name=name)
    assert most(scene, unit) == 719
