"""Who may countercharge, and where the two meet (5.4.3)."""

from typing import Any

import pytest

from muster.geometry.open.poses import between_points, overlaps, touches
from muster.rulesets.baroque.queries.bodies import body
from muster.rulesets.baroque.queries.charging import reaches
from muster.rulesets.baroque.queries.countering import HalfWay, half_way, no_countercharge
from muster.rulesets.baroque.queries.running import ahead
from muster.rulesets.baroque.rules.acting import activate_unit
from tests.rulesets.baroque.charge.places import charger, in_front, rule_of
from tests.rulesets.baroque.scenes import BattleScene, box


def barred(scene: BattleScene, unit: str, by: str, length: int = 2400) -> str | None:
    """The rule by which a unit may not countercharge a charge of so many units."""
    return rule_of(no_countercharge(scene.state, unit, ahead(body(scene.state, by), length)))


def meets(scene: BattleScene, unit: str, by: str, length: int = 2400) -> HalfWay | None:
    """Where the two meet."""
    return half_way(scene.state, unit, ahead(body(scene.state, by), length), reaches(scene.state, unit)[1])


@pytest.mark.rule("baroque.5.4.3e")
def test_5_4_3e_they_meet_half_way() -> None:
    scene = BattleScene()
    by = charger(scene)
    unit = in_front(scene, "horse2", 2, type="TR", impetus=3)
    assert meets(scene, unit, by) == HalfWay(600, 600)


def test_r36_who_cannot_come_half_way_leaves_the_rest_to_the_other() -> None:
    scene = BattleScene()
    by = charger(scene, type="P&M")
    unit = in_front(scene, "foot", 3.5, type="P&M", impetus=1)
    assert reaches(scene.state, unit) == (600, 1200)
    assert meets(scene, unit, by, 1200) == HalfWay(1050, 1050)
    assert meets(scene, unit, by, 900) == HalfWay(900, 1200)
    assert meets(scene, unit, by, 600) is None


@pytest.mark.rule("baroque.5.4.3a")
def test_5_4_3a_only_who_would_be_contacted_and_comes_upon_the_charger_straight_ahead_may() -> None:
    scene = BattleScene()
    by = charger(scene)
    near = in_front(scene, "near", 1, type="TR", impetus=3, aside=-1)
    far = in_front(scene, "far", 1.8, type="TR", impetus=3, aside=1.1)
    aside = in_front(scene, "aside", 0.9, type="TR", impetus=3, aside=3.2, heading=270)
    assert barred(scene, near, by) is None
    assert barred(scene, far, by) == "5.4.3a"
    assert barred(scene, aside, by) == "5.4.3a"
    scene = BattleScene()
    by = charger(scene)
    flank = in_front(scene, "flank", 2, type="TR", impetus=3, heading=90)
    assert barred(scene, flank, by) == "5.4.3a"


@pytest.mark.rule("baroque.5.4.3c")
def test_5_4_3c_foot_does_not_countercharge_mounted() -> None:
    for kind, by, rule in (
        ("P&M", "TR", "5.4.3c"),
        ("P&M", "P&M", None),
        ("TR", "P&M", None),
        ("DR", "TR", "5.4.3c"),
    ):
        scene = BattleScene()
        unit = charger(scene, type=by)
        target = in_front(scene, "target", 1, type=kind, impetus=1)
        assert barred(scene, target, unit) == rule, (kind, by)


@pytest.mark.rule("baroque.5.4.3f")
def test_5_4_3f_a_friend_in_the_way_bars_it_unless_a_charge_goes_through_that_friend() -> None:
    """R133."""
    for kind, rule in (("ART", None), ("S", None), ("P&M", "5.4.3f"), ("TR", "5.4.3f")):
        scene = BattleScene()
        by = charger(scene)
        unit = in_front(scene, "target", 2, aside=1, type="TR", impetus=3)
        scene.red("friend", (11.5, 8.2), type=kind, frontage=600)
        assert barred(scene, unit, by) == rule, kind


@pytest.mark.rule("baroque.5.4b", "baroque.2.5.1d", "baroque.2.5.4")
def test_no_countercharge_without_impetus_when_exhausted_or_after_a_reaction() -> None:
    for field, value, rule in (("impetus", 0, "5.4b"), ("lost", 4, "2.5.1d"), ("reacted", True, "2.5.4")):
        scene = BattleScene()
        by = charger(scene)
        numbers: dict[str, Any] = {"type": "TR", "impetus": 3, field: value}
        unit = in_front(scene, "target", 1, **numbers)
        assert barred(scene, unit, by) == rule


def test_at_an_angle_both_still_go_equally_far() -> None:
    """R133."""
    scene = BattleScene()
    by = charger(scene)
    unit = in_front(scene, "target", 2, type="TR", impetus=3, heading=160, aside=-0.5)
    met = meets(scene, unit, by)
    assert met is not None
    assert abs(met.charger - met.counter) <= 2


@pytest.mark.rule("baroque.5.4.3e")
def test_r133_two_that_go_at_the_same_time_meet_where_they_touch_and_never_stand_in_one_another() -> None:
    scene = BattleScene()
    scene.blue("ga", (6467 / 600, 2097 / 600), 90, type="GA", impetus=2, vbu=2, pace="normal")
    scene.red("tr", (7509 / 600, 3015 / 600), 45, type="TR", impetus=2, vbu=2)
    scene.acting("ga")
    table = scene.run(lambda game: activate_unit(game, "ga"))
    table.answer("blue", "charge:tr")
    table.dice.add(6, *[1] * 8)  # R54: it was not behind the other when both set out
    table.answer("red", "counter:tr")
    one, other = body(table.state, "ga"), body(table.state, "tr")
    assert touches(one, other)
    assert not overlaps(one, other)
    ways = [
        between_points(a, b.pose[:2]).length
        for a, b in (((6467, 2097), table.state.units["ga"]), ((7509, 3015), table.state.units["tr"]))
        if b.pose is not None
    ]
    assert abs(ways[0] - ways[1]) <= 3
    assert ways[0] == 943


@pytest.mark.rule("baroque.5.4.3f")
def test_what_bars_a_countercharge_is_named() -> None:
    for kind, rule in (("", None), ("rocks", "5.1g"), ("friend", "5.4.3f")):
        scene = BattleScene()
        by = charger(scene)
        unit = in_front(scene, "other", 2, aside=0.8, type="TR")
        if kind == "rocks":
            scene.terrain("rocks", box(11.2, 8.3, 0.5, 0.3))
        elif kind:
            scene.red("friend", (11.5, 8.4), depth=100, frontage=300)
        assert barred(scene, unit, by) == rule
