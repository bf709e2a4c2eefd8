"""The three lines of a shot: effect, range, arc, screens, fire over others (6.3, 6.4, 6.9)."""

from typing import Any

import pytest

from muster.geometry.open.poses import Side
from tests.rulesets.baroque.scenes import BattleScene, box
from tests.rulesets.baroque.shooting.looking import FRONT_LINE, hidden, shooter, sight, states


# ------------------------------------------------------------------------------------------------ effect
@pytest.mark.rule("baroque.6.3.3a")
def test_6_3_3a_three_clear_lines_are_a_full_shot_and_a_unit_between_blocks_those_that_cross_it() -> None:
    scene = shooter()
    scene.red("foe", (10, 6))
    assert (sight(scene, "foe").effect, states(sight(scene, "foe"))) == ("full", ("clear",) * 3)
    scene.blue("friend", (8.5, 7.5))
    found = sight(scene, "foe")
    assert states(found) == ("clear", "blocked", "clear")
    left = found.lines[1]
    assert (left.by, left.label, left.at) == ("friend", "Friend in the way", (5400, 4700))


@pytest.mark.rule("baroque.6.3.3b")
def test_6_3_3b_centre_and_one_corner_clear_is_limited_fire() -> None:
    scene = shooter()
    scene.red("foe", (10, 6))
    scene.red("other", (11.5, 7.5))
    assert states(sight(scene, "foe")) == ("clear", "clear", "blocked")
    assert sight(scene, "foe").effect == "limited"


@pytest.mark.rule("baroque.6.3.3c")
def test_6_3_3c_nothing_is_shot_at_if_the_centre_line_or_both_corners_are_blocked() -> None:
    scene = shooter()
    scene.red("foe", (10, 6))
    scene.blue("friend", (10, 7.5), frontage=400)
    assert (sight(scene, "foe").effect, hidden(scene, "foe")) == ("none", "6.3.3c")
    scene = shooter()
    scene.red("foe", (10, 6))
    scene.blue("left", (8.5, 7.5))
    scene.blue("right", (11.5, 7.5))
    assert states(sight(scene, "foe")) == ("clear", "blocked", "blocked")
    assert (sight(scene, "foe").effect, hidden(scene, "foe")) == ("none", "6.3.3c")


@pytest.mark.parametrize(("x", "state"), [(8, "clear"), (8.0016, "clear"), (8.004, "blocked")])
def test_r58_a_line_may_touch_another_base_but_not_cross_it(x: float, state: str) -> None:
    scene = shooter()
    scene.red("foe", (10, 6))
    scene.blue("friend", (x, 7.5))
    assert states(sight(scene, "foe"))[1] == state


@pytest.mark.rule("baroque.6.3.3d")
def test_6_3_3d_the_side_with_most_clear_lines_is_shot_at_and_of_equals_the_nearest() -> None:
    scene = shooter()
    scene.red("foe", (12.5, 6.5))
    assert (sight(scene, "foe").facing, sight(scene, "foe").effect) == (Side.RIGHT, "full")
    scene.blue("friend", (10.17, 7.5), frontage=200, depth=120)
    assert (sight(scene, "foe").facing, sight(scene, "foe").effect) == (Side.FRONT, "full")


@pytest.mark.rule("baroque.6.3.3d", "baroque.6.3.3b")
def test_6_3_3d_a_side_that_allows_limited_fire_comes_before_one_with_as_many_lines_that_allows_none() -> (
    None
):
    scene = shooter()
    scene.red("foe", (12.2, 6.5), 190)
    scene.blue("friend", (10.4, 7.6), frontage=200, depth=120)
    found = sight(scene, "foe")
    assert (found.facing, found.effect, hidden(scene, "foe")) == (Side.FRONT, "limited", "")


# ------------------------------------------------------------------------------------------------ range and arc
@pytest.mark.rule("baroque.6.3.2")
def test_6_3_2_range_runs_from_the_middle_of_the_firing_side_to_the_nearest_place_of_the_target() -> None:
    scene = shooter()
    scene.red("foe", (13, 7))
    found = sight(scene, "foe")
    assert (found.start, found.nearest) == ((6000, 5200), (7200, 4400))
    assert found.distance == round((1200**2 + 800**2) ** 0.5)


# ------------------------------------------------------------------------------------------------ who stands between
@pytest.mark.rule("baroque.6.1.3.5a", "baroque.6.9b")
def test_6_9b_shots_go_over_artillery_at_any_distance_without_penalty() -> None:
    scene = shooter()
    scene.red("foe", (10, 6))
    scene.red("cannon", (10, 7.5), type="ART")
    found = sight(scene, "foe")
    assert (found.effect, found.through, found.over) == ("full", (), ())


@pytest.mark.rule("baroque.2.6.1c")
def test_2_6_1c_leaders_block_no_shot() -> None:
    scene = shooter()
    scene.red("foe", (10, 6))
    scene.leader("red/1", (10, 7.5))
    assert sight(scene, "foe").effect == "full"


@pytest.mark.rule("baroque.6.9a")
@pytest.mark.parametrize("kind", ["S", "CL"])
def test_6_9a_light_troops_beyond_2_bu_are_shot_through_once_however_many_they_are(kind: str) -> None:
    scene = shooter()
    scene.red("foe", (10, 4.8))
    scene.red("screen", (10, 6), type=kind)
    found = sight(scene, "foe")
    assert (found.effect, found.through) == ("full", ("screen",))
    scene.red("second", (10, 5.5), type="S", depth=120)
    assert sight(scene, "foe").through == ("screen", "second")


@pytest.mark.rule("baroque.6.9a")
@pytest.mark.parametrize("kind", ["S", "CL", "ART"])
def test_6_9a_nobody_shoots_through_light_troops_at_light_troops_or_artillery(kind: str) -> None:
    scene = shooter()
    scene.red("foe", (10, 4.8), type=kind)
    scene.red("screen", (10, 6), type="CL")
    assert (sight(scene, "foe").effect, hidden(scene, "foe")) == ("none", "6.3.3c")


@pytest.mark.rule("baroque.6.9c")
def test_6_9c_light_troops_at_2_bu_or_less_are_not_shot_through() -> None:
    scene = shooter()
    scene.red("foe", (10, 5))
    scene.red("screen", (10, FRONT_LINE - 2 - 1 / 3), type="CL")
    assert hidden(scene, "foe") == "6.9c"
    scene.state.change("screen", pose=(6000, 5200 - 1200 - 200 - 2, 18_000))
    assert hidden(scene, "foe") == ""


# ------------------------------------------------------------------------------------------------ over others
def gun(weapon: str, **hill: bool) -> BattleScene:
    """A gun at the bottom of the table, a friend in front of it 2 BU away, an enemy 3 BU behind that friend."""
    scene = shooter(type="ART", weapons=[weapon])
    scene.blue("friend", (10, FRONT_LINE - 2 - 1 / 3))
    scene.red("foe", (10, FRONT_LINE - 2 - 2 / 3 - 3 - 1 / 3))
    if hill.get("hill"):
        scene.terrain("gentle_hill", box(9.2, 8.6, 1.6, 1.6))
    return scene


@pytest.mark.rule("baroque.6.4a")
def test_6_4a_cannons_shoot_over_friends_from_a_hill_or_at_a_hill_if_those_are_nearer_to_the_gun() -> None:
    assert hidden(gun("art_a"), "foe") == "6.3.3c"
    scene = gun("art_a", hill=True)
    assert (sight(scene, "foe").effect, sight(scene, "foe").over) == ("full", ("friend",))
    scene.state.change("foe", pose=(6000, 5200 - 1200 - 400 - 1000 - 200, 18_000))
    assert hidden(scene, "foe") == "6.3.3c"


@pytest.mark.rule("baroque.6.4a")
def test_6_4a_the_target_may_be_the_one_on_the_hill() -> None:
    scene = gun("art_a")
    scene.terrain("gentle_hill", box(8.9, 2.4, 2.2, 0.8))
    assert sight(scene, "foe").over == ("friend",)


@pytest.mark.rule("baroque.6.4b")
def test_6_4b_howitzers_need_no_hill_but_the_friend_must_be_nearer_to_the_gun() -> None:
    scene = gun("art_d")
    assert sight(scene, "foe").over == ("friend",)
    scene.state.change("foe", pose=(6000, 5200 - 1200 - 400 - 1000 - 200, 18_000))
    assert hidden(scene, "foe") == "6.3.3c"


@pytest.mark.rule("baroque.6.4c")
def test_6_4c_nobody_shoots_over_enemies_but_howitzers_at_a_target_in_a_village() -> None:
    scene = shooter(type="ART", weapons=["art_d"])
    scene.red("near", (10, 6.5))
    scene.red("foe", (10, 4))
    assert hidden(scene, "foe") == "6.3.3c"
    scene.terrain("village", box(8.9, 3.3, 2.2, 1.4))
    assert sight(scene, "foe").over == ("near",)


def test_6_4_a_full_shot_over_friends_is_taken_before_a_limited_one_past_them() -> None:
    """R113."""
    scene = gun("art_a", hill=True)
    scene.state.change("friend", pose=(6000 + 500, 5200 - 1200 - 200, 0))
    found = sight(scene, "foe")
    assert (found.effect, found.over) == ("full", ("friend",))


# ------------------------------------------------------------------------------------------------ turned tables
@pytest.mark.parametrize("turns", [1, 2, 3])
def test_t7_a_table_turned_by_quarters_gives_the_same_verdicts(turns: int) -> None:
    def put(
        scene: BattleScene, seat: str, name: str, x: float, y: float, heading: float, **more: Any
    ) -> None:
        for _ in range(turns if scene is turned else 0):
            x, y, heading = 10 - (y - 10), 10 + (x - 10), (heading + 90) % 360
        scene.put(seat, name, (x, y), heading, **more)

    plain, turned = BattleScene((20, 20)), BattleScene((20, 20))
    for scene in (plain, turned):
        put(scene, "blue", "gun", 10, 9, 0, weapons=["musket"])
        put(scene, "red", "foe", 11.3, 5.9, 200)
        put(scene, "red", "screen", 9.6, 6.2, 180, type="CL")
    one, two = sight(plain, "foe"), sight(turned, "foe")
    assert (one.effect, one.facing, one.distance, states(one)) == (
        two.effect,
        two.facing,
        two.distance,
        states(two),
    )


def test_r113_the_way_that_halves_nothing_is_taken_and_of_equal_ones_that_over_nobody() -> None:
    scene = shooter(type="ART", weapons=["art_d"])
    scene.blue("screen", (10, FRONT_LINE - 2.2), type="CL")
    scene.red("foe", (10, FRONT_LINE - 6))
    found = sight(scene, "foe")
    assert (found.effect, found.through, found.over) == ("full", (), ("screen",))
    scene.state.change("screen", pose=(6000 + 1500, scene.state.pose("screen")[1], 0))
    found = sight(scene, "foe")
    assert (found.effect, found.through, found.over) == ("full", (), ())
    muskets = shooter()
    muskets.blue("screen", (10, FRONT_LINE - 2.4), type="CL")
    muskets.red("foe", (10, FRONT_LINE - 4))
    found = sight(muskets, "foe")
    assert (found.effect, found.through, found.over) == ("full", ("screen",), ())
