"""Who may shoot, at whom, and who comes first (2.6.1c, 2.8c, 6.1, 6.3.4, 6.3.5)."""

from typing import Any

import pytest

from muster.geometry.open.poses import Side
from muster.rulesets.baroque.queries import shooting
from muster.rulesets.baroque.queries.shooting import (
    Role,
    firing_sides,
    no_shooting,
    no_shot,
    targets,
    why_not_target,
)
from tests.rulesets.baroque.scenes import BattleScene, box
from tests.rulesets.baroque.shooting.looking import FRONT_LINE, shooter, sight


def barred(scene: BattleScene, role: Role = "active", unit: str = "gun") -> str:
    """The rule by which the unit may not shoot at anybody; empty: it may."""
    found = no_shooting(scene.state, unit, role)
    return found.rule.removeprefix("baroque.") if found else ""


def may_shoot_at(scene: BattleScene, side: Side = Side.FRONT) -> set[str]:
    """At whom the shooter may shoot, priorities counted."""
    return set(targets(scene.state, "gun", side))


def bar(scene: BattleScene, target: str, side: Side = Side.FRONT) -> str:
    """The rule by which a target cannot be shot at at all; empty: it can."""
    found = no_shot(scene.state, "gun", side, target)
    return found.rule.removeprefix("baroque.") if found else ""


def why_not(scene: BattleScene, target: str, side: Side = Side.FRONT) -> str:
    """The rule by which a target is not offered; empty: it is."""
    found = why_not_target(scene.state, "gun", side, target)
    return found.rule.removeprefix("baroque.") if found else ""


# ------------------------------------------------------------------------------------------------ who may shoot
@pytest.mark.rule("baroque.6.1c")
def test_6_1c_who_has_no_missile_weapon_cannot_shoot_nor_react_by_fire() -> None:
    scene = shooter(weapons=["pike"])
    assert (barred(scene), barred(scene, "reaction")) == ("6.1c", "6.1c")


@pytest.mark.rule("baroque.6.1.2b")
def test_6_1_2b_point_blank_pistols_give_no_shot() -> None:
    scene = shooter(type="TR", weapons=["point_blank_pistol"])
    assert barred(scene) == "6.1.2b"
    assert barred(shooter(type="RE", weapons=["pistol_carbine", "point_blank_pistol"])) == ""


@pytest.mark.rule("baroque.2.8c")
def test_2_8c_baggage_neither_shoots_nor_is_shot_at() -> None:
    scene = shooter()
    scene.baggage("blue", (4, 13))
    scene.baggage("red", (10, 6))
    assert barred(scene, unit="blue/baggage") == "2.8c"
    assert bar(scene, "red/baggage") == "2.8c"


@pytest.mark.rule("baroque.6.1a")
def test_6_1a_a_unit_in_melee_does_not_shoot() -> None:
    scene = shooter()
    scene.red("foe", (10, 8.33))
    scene.contact("foe", "gun")
    assert barred(scene) == "6.1a"


@pytest.mark.rule("baroque.6.1b")
def test_6_1b_one_shot_a_turn_when_active_and_one_in_reaction() -> None:
    for shots, active, reaction in (
        ((), "", ""),
        (("active",), "6.1b", ""),
        (("reaction",), "", "6.1b"),
        (("active", "reaction"), "6.1b", "6.1b"),
    ):
        scene = shooter(shots=shots)
        assert (barred(scene), barred(scene, "reaction")) == (active, reaction)


@pytest.mark.rule("baroque.5.7d")
def test_5_7d_who_has_broken_off_does_not_shoot_this_turn() -> None:
    assert barred(shooter(fell_back=True)) == "5.7d"


@pytest.mark.rule("baroque.6.1.3.3")
def test_6_1_3_3_right_after_passing_friends_nobody_shoots() -> None:
    scene = shooter()
    scene.acting("gun", did=("move",), moves=1, ways=("forward",), passed=True)
    assert barred(scene) == "6.1.3.3"
    scene.acting("gun", did=("move", "move"), moves=2, ways=("forward", "stand"))
    assert barred(scene) == ""


@pytest.mark.rule("baroque.5.2.4a")
def test_5_2_4a_who_has_turned_about_does_not_shoot() -> None:
    scene = shooter()
    scene.acting("gun", did=("move",), moves=1, ways=("about",))
    assert barred(scene) == "5.2.4a"


@pytest.mark.rule("baroque.4.1.2d")
def test_4_1_2d_after_a_forced_rally_nobody_shoots() -> None:
    scene = shooter()
    scene.acting("gun", did=("rally", "forced_rally"))
    assert barred(scene) == "4.1.2d"


# ------------------------------------------------------------------------------------------------ moving and charging
@pytest.mark.rule("baroque.6.1a", "baroque.2.5.3b")
def test_6_1a_who_has_moved_keeps_no_movement_for_after_the_shot() -> None:
    scene = shooter()
    scene.acting("gun")
    assert shooting.most_kept(scene.state, "gun") == 6
    scene.acting("gun", did=("move",), moves=1, ways=("forward",))
    assert shooting.most_kept(scene.state, "gun") == 0
    scene = shooter(disordered=True)
    scene.acting("gun")
    assert shooting.most_kept(scene.state, "gun") == 1


@pytest.mark.rule("baroque.6.1.3.2c")
def test_6_1_3_2c_free_movers_reserve_nothing() -> None:
    free = [kind for kind in ("SP", "CL", "RE", "S", "DR", "P&M", "H&M", "T") if _moves_freely(kind)]
    assert free == ["SP", "CL", "RE", "S"]


def _moves_freely(kind: str) -> bool:
    return shooting.moves_freely(shooter(type=kind).state, "gun")


def after_a_shot(**numbers: Any) -> str:
    """The rule by which a unit that has shot may not charge; empty: it may."""
    scene = shooter(**numbers)
    scene.acting("gun", did=("shot",), reserved=1)
    found = shooting.no_charge_after_shot(scene.state, "gun")
    return found.rule.removeprefix("baroque.") if found else ""


@pytest.mark.rule("baroque.6.1.6")
def test_6_1_6_foot_and_dragoons_that_have_shot_do_not_charge_and_horse_does() -> None:
    kinds = ("P&M", "DR", "S", "RE", "H&M")
    assert [after_a_shot(type=kind) for kind in kinds] == ["6.1.6", "6.1.6", "6.1.6", "", ""]
    scene = shooter()
    scene.acting("gun", did=("move",), moves=1)
    assert shooting.no_charge_after_shot(scene.state, "gun") is None


@pytest.mark.rule("baroque.8.2.4")
def test_8_2_4_foot_with_salvo_may_shoot_and_then_charge() -> None:
    assert after_a_shot(traits=["salvo"]) == ""


# ------------------------------------------------------------------------------------------------ targets
@pytest.mark.rule("baroque.6.3.4")
def test_6_3_4_nobody_shoots_into_a_melee() -> None:
    scene = shooter()
    scene.blue("friend", (12.5, 6.6))
    scene.red("foe", (10.5, 6.6), heading=90)
    scene.contact("foe", "friend")
    assert bar(scene, "foe") == "6.3.4"


@pytest.mark.rule("baroque.6.1.2")
def test_6_1_2_a_weapon_shoots_no_farther_than_its_row_says_and_howitzers_not_point_blank() -> None:
    scene = shooter(weapons=["arquebus"])
    scene.red("foe", (10, FRONT_LINE - 2 - 1 / 3))
    assert bar(scene, "foe") == ""
    scene.state.change("foe", pose=(6000, 5200 - 1205 - 200, 18_000))
    assert bar(scene, "foe") == "6.1.2"
    scene = shooter(type="ART", weapons=["art_d"])
    scene.red("foe", (10, FRONT_LINE - 1 - 1 / 3))
    assert bar(scene, "foe") == "6.1.2"


@pytest.mark.rule("baroque.6.1.2a")
def test_6_1_2a_nobody_shoots_beyond_8_bu() -> None:
    scene = shooter(type="ART", weapons=["art_a"])
    scene.red("foe", (10, FRONT_LINE - 8 - 1 / 3))
    assert bar(scene, "foe") == ""
    scene.state.change("foe", pose=(6000, 5200 - 4805 - 200 + 400, 18_000))
    scene.state.change("gun", pose=(6000, 5400 + 400, 0))
    assert bar(scene, "foe") == "6.1.2a"


# ------------------------------------------------------------------------------------------------ arc and sides
@pytest.mark.rule("baroque.6.3.1a")
def test_6_3_1a_any_part_within_45_degrees_of_the_corners_is_in_the_arc_and_touching_is_enough() -> None:
    # The arc's right edge runs from the corner (6600, 5200) through (7600, 4200), where the target's rear lies.
    for corner, barred in ((7500, ""), (7600, ""), (7601, ""), (7606, "6.3.1a")):
        scene = shooter()
        scene.red("foe", (1, 1))
        scene.state.change("foe", pose=(corner + 600, 4600 - 200, 18_000))
        assert bar(scene, "foe") == barred


@pytest.mark.rule("baroque.6.3.1b")
def test_6_3_1b_tercios_and_massed_light_cavalry_shoot_from_their_flanks_and_early_ones_to_the_rear() -> None:
    kinds = {"foot": "P&M", "late": "LTE", "early": "ETE", "light": "CL", "massed": "CL"}
    scene = BattleScene()
    sides: dict[str, list[str]] = {}
    for name, kind in kinds.items():
        scene.blue(name, type=kind, massed=name in ("late", "early", "massed"))
        sides[name] = [side.name for side in firing_sides(scene.state.card(name))]
    flanks = ["FRONT", "LEFT", "RIGHT"]
    assert sides == {
        "foot": ["FRONT"],
        "late": flanks,
        "early": [*flanks, "REAR"],
        "light": ["FRONT"],
        "massed": flanks,
    }


@pytest.mark.rule("baroque.6.3.1a", "baroque.6.3.2")
def test_6_3_1b_range_and_arc_are_taken_from_the_side_that_shoots() -> None:
    scene = shooter(type="LTE", massed=True)
    scene.red("foe", (13, 9), heading=270)
    assert bar(scene, "foe") == "6.3.1a"
    assert bar(scene, "foe", Side.RIGHT) == ""
    assert sight(scene, "foe", Side.RIGHT).distance == 1000


# ------------------------------------------------------------------------------------------------ priority
def two(near: float = 6.9, aside: float = 6.9) -> BattleScene:
    """Two enemies: one straight ahead, one to the right of it, at the given centres."""
    scene = shooter()
    scene.red("ahead", (10, near))
    scene.red("aside", (12.2, aside))
    return scene


@pytest.mark.rule("baroque.6.3.5a")
def test_6_3_5a_within_2_bu_the_full_target_most_to_the_front_has_to_be_taken() -> None:
    scene = two()
    assert may_shoot_at(scene) == {"ahead"}
    assert (why_not(scene, "ahead"), why_not(scene, "aside")) == ("", "6.3.5a")


@pytest.mark.rule("baroque.6.3.5a")
def test_6_3_5a_if_that_one_is_only_limited_the_choice_is_free() -> None:
    scene = two()
    scene.blue("friend", (9.1, 8), frontage=200, depth=120)
    assert sight(scene, "ahead").effect == "limited"
    assert may_shoot_at(scene) == {"ahead", "aside"}


@pytest.mark.rule("baroque.6.3.5a")
def test_6_3_5a_a_full_target_comes_before_a_farther_one_even_if_that_stands_more_to_the_front() -> None:
    scene = two(near=5.5)
    assert may_shoot_at(scene) == {"aside"}


@pytest.mark.rule("baroque.6.3.5b")
def test_6_3_5b_beyond_2_bu_the_choice_is_free_and_exactly_2_is_within() -> None:
    scene = two(near=FRONT_LINE - 2 - 1 / 3, aside=5.5)
    assert may_shoot_at(scene) == {"ahead"}
    scene.state.change("ahead", pose=(6000, 5200 - 1200 - 200 - 2, 18_000))
    assert may_shoot_at(scene) == {"ahead", "aside"}


@pytest.mark.rule("baroque.6.3.5c")
def test_6_3_5c_enemy_artillery_never_comes_first() -> None:
    scene = shooter()
    scene.red("cannon", (10, 7.5), type="ART")
    scene.red("far", (10, 5.6))
    assert may_shoot_at(scene) == {"cannon", "far"}


@pytest.mark.rule("baroque.6.3.5a")
def test_r20_the_wider_in_the_corridor_comes_first_then_the_smaller_angle_then_the_nearer() -> None:
    scene = shooter()
    scene.red("wide", (9.2, 7))
    scene.red("narrow", (11.5, 7.4))
    assert may_shoot_at(scene) == {"wide"}
    scene = shooter()
    scene.red("left", (8.2, 7.1), heading=180)
    scene.red("right", (11.8, 7.1), heading=180)
    assert may_shoot_at(scene) == {"left", "right"}
    scene.state.change("right", pose=(7080, 4200, 18_000))
    assert may_shoot_at(scene) == {"right"}


@pytest.mark.rule("baroque.6.3.5d")
@pytest.mark.parametrize("kind", ["wood", "village"])
def test_6_3_5d_a_howitzer_may_leave_the_first_target_for_one_in_a_wood_or_village(kind: str) -> None:
    scene = two(near=7.2, aside=7.2)
    scene.blue("mortar", (10, 9), type="ART", weapons=["art_e"])
    scene.state.change("gun", pose=None)
    assert shooting.targets(scene.state, "mortar", Side.FRONT) == ("ahead",)
    scene.terrain(kind, box(11.1, 6.5, 3, 1.2))
    assert shooting.targets(scene.state, "mortar", Side.FRONT) == ("ahead", "aside")
    scene.state.change("gun", pose=(6000, 5400, 0))
    scene.state.change("mortar", pose=None)
    assert may_shoot_at(scene) == {"ahead"}
