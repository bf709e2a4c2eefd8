"""Where a charge strikes: front, side, flank or rear (7.2)."""

import pytest

from muster.rulesets.baroque.queries.bodies import body
from muster.rulesets.baroque.queries.charging import charge_at, impact, plan_impact
from tests.rulesets.baroque.charge.places import charger, in_front
from tests.rulesets.baroque.scenes import BattleScene


def struck(heading: float, *, aside: float = 0, gap: float = 1) -> str:
    """Where the charger would strike a unit that stands like this."""
    scene = BattleScene()
    unit = charger(scene)
    target = in_front(scene, "foot", gap, heading=heading, aside=aside)
    plan = charge_at(scene.state, unit, target)
    assert plan is not None
    return plan_impact(scene.state, plan)


@pytest.mark.rule("baroque.7.2.1")
def test_7_2_1_front_or_front_corner_on_the_front_edge_is_frontal() -> None:
    assert struck(180) == "front"
    assert struck(150) == "front"
    assert struck(180, aside=1.9) == "front"


@pytest.mark.rule("baroque.7.2.2")
def test_7_2_2_on_the_side_by_one_who_began_partly_before_the_front_line_counts_as_a_side_charge() -> None:
    assert struck(90, aside=0.2, gap=2) == "side"
    assert struck(80, aside=0.2, gap=2) == "side"


@pytest.mark.rule("baroque.7.2.3a")
def test_7_2_3a_on_the_side_or_rear_by_one_who_began_entirely_behind_the_front_line_is_a_flank_charge() -> (
    None
):
    assert struck(0) == "flank"
    assert struck(30) == "flank"
    assert struck(90, aside=0.8, gap=2) == "flank"


@pytest.mark.rule("baroque.7.9a")
def test_7_9a_baggage_has_neither_flank_nor_rear() -> None:
    scene = BattleScene()
    unit = charger(scene)
    baggage = scene.baggage("red", (10, 7.5))
    scene.state.units[baggage] = scene.state.units[baggage].__class__(baggage, (6000, 4500, 0))
    plan = charge_at(scene.state, unit, baggage)
    assert plan is not None
    assert plan_impact(scene.state, plan) == "front"


def test_what_counts_is_where_the_last_movement_action_began() -> None:
    scene = BattleScene()
    unit = charger(scene)
    target = in_front(scene, "foot", 0, heading=0)
    here = body(scene.state, unit)
    assert impact(scene.state, here, target) == "flank"
    elsewhere = here.at(here.pose.__class__(6000, 600, 18_000))
    assert impact(scene.state, elsewhere, target) == "side"
