"""Who may answer a deed by fire or by an opportunity charge, and where on the actor's path (4.1.3, 5.4.2, 6.5)."""

from typing import Any

import pytest

from muster.rulesets.baroque.queries.bodies import body
from muster.rulesets.baroque.queries.reacting import (
    charge_stretch,
    fire_stretch,
    no_opportunity,
    no_opportunity_at,
    stretch,
)
from muster.rulesets.baroque.queries.running import ahead
from tests.rulesets.baroque.charge.places import charger, ends, in_front, rule_of
from tests.rulesets.baroque.scenes import BattleScene, box


def barred(scene: BattleScene, unit: str, actor: str) -> str | None:
    """The rule by which a unit may not charge the actor by opportunity."""
    found = no_opportunity(scene.state, unit, actor)
    return rule_of(found or no_opportunity_at(scene.state, unit, body(scene.state, actor)))


def test_a_stretch_is_found_to_the_unit() -> None:
    assert ends(stretch(lambda n: 431 <= n <= 977, 1200)) == (431, 977)
    assert ends(stretch(lambda n: n >= 5, 1200)) == (5, 1200)
    assert ends(stretch(lambda n: n == 0, 0)) == (0, 0)
    assert stretch(lambda _: False, 1200) is None


@pytest.mark.rule("baroque.5.4.2a")
def test_5_4_2a_the_actor_is_charged_only_where_it_is_straight_ahead_and_in_reach() -> None:
    scene = BattleScene()
    actor = charger(scene)
    unit = scene.red("guard", (13, 8), 270, type="TR", impetus=3)
    path = ahead(body(scene.state, actor), 1200)
    # From 6 BU in front of it downwards until its base has come into the way of the guard, 3 BU to its left.
    assert ends(charge_stretch(scene.state, unit, actor, path, 1200)) == (402, 1200)
    assert barred(scene, unit, actor) == "5.4.2a"


@pytest.mark.rule("baroque.5.4.2c")
def test_5_4_2c_foot_does_not_charge_mounted_by_opportunity() -> None:
    for kind, by, rule in (
        ("P&M", "TR", "5.4.2c"),
        ("P&M", "P&M", None),
        ("TR", "TR", None),
        ("TR", "P&M", None),
    ):
        scene = BattleScene()
        actor = charger(scene, type=by)
        unit = in_front(scene, "unit", 1, type=kind, impetus=1)
        assert barred(scene, unit, actor) == rule, (kind, by)


@pytest.mark.rule("baroque.2.5.4", "baroque.2.5.1d", "baroque.5.4b", "baroque.4.1.3i")
def test_no_opportunity_charge_when_spent_exhausted_in_melee_or_without_impetus() -> None:
    for field, value, rule in (("reacted", True, "2.5.4"), ("lost", 4, "2.5.1d"), ("impetus", 0, "5.4b")):
        scene = BattleScene()
        actor = charger(scene)
        numbers: dict[str, Any] = {"type": "TR", "impetus": 3, field: value}
        unit = in_front(scene, "unit", 1, **numbers)
        assert barred(scene, unit, actor) == rule
    scene = BattleScene()
    actor = charger(scene)
    unit = in_front(scene, "unit", 1, type="TR", impetus=3)
    scene.contact(scene.blue("foe", (10, 3), 180), unit)
    assert barred(scene, unit, actor) == "4.1.3i"


@pytest.mark.rule("baroque.5.4c", "baroque.5.5.4")
def test_an_opportunity_charge_needs_sight_and_a_way() -> None:
    scene = BattleScene()
    actor = charger(scene)
    unit = in_front(scene, "unit", 1.9, type="TR", impetus=3)
    scene.terrain("orchard", box(8, 7, 4, 3))
    assert barred(scene, unit, actor) is None
    scene = BattleScene()
    actor = charger(scene)
    unit = in_front(scene, "unit", 2.9, type="TR", impetus=3)
    scene.terrain("orchard", box(8, 6.7, 4, 2.7))
    assert barred(scene, unit, actor) == "5.4c"
    scene = BattleScene()
    actor = charger(scene)
    unit = in_front(scene, "unit", 1.9, type="TR", impetus=3)
    in_front(scene, "friend", 0.5, type="P&M", frontage=600)
    assert barred(scene, unit, actor) == "5.5.4"


@pytest.mark.rule("baroque.4.1.3d")
def test_4_1_3d_another_enemy_on_the_way_bars_no_opportunity_charge() -> None:
    scene = BattleScene()
    actor = charger(scene)
    unit = in_front(scene, "unit", 1.9, type="TR", impetus=3)
    in_front(scene, "other", 0.4, seat="blue", heading=0, frontage=600)
    assert barred(scene, unit, actor) is None


@pytest.mark.rule("baroque.6.5c")
def test_6_5c_fire_strikes_where_on_the_path_range_and_arc_allow_it() -> None:
    scene = BattleScene()
    actor = charger(scene)
    near = in_front(scene, "near", 4.5, weapons=["arquebus"])
    # An arquebus shoots up to 2 BU; 1.5 BU nearer the front is 3 BU off still, so the range begins at 2.5 BU.
    path = ahead(body(scene.state, actor), 2400)
    assert ends(fire_stretch(scene.state, near, actor, path, 2400)) == (1499, 2400)
    assert fire_stretch(scene.state, near, actor, path, 900) is None
    unarmed = in_front(scene, "unarmed", 6)
    assert fire_stretch(scene.state, unarmed, actor, path, 2400) is None


def test_r131_nobody_is_charged_in_the_midst_of_a_friend_that_it_passes() -> None:
    scene = BattleScene()
    actor = charger(scene)
    in_front(scene, "friend", 0.5, seat="blue", heading=0, type="TR", frontage=600)
    unit = scene.red("guard", (13, 8), 270, type="TR", impetus=3)
    path = ahead(body(scene.state, actor), 1200)
    found = no_opportunity_at(scene.state, unit, path.body_at(600))
    assert found is not None
    assert found.text == "There: Horse in the midst of friends."
    assert no_opportunity_at(scene.state, unit, path.body_at(1110)) is None
