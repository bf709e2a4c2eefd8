"""What each kind of Discipline Test adds by itself: marches, reactions, evasion (5.1, 5.4, 5.6, 6.5, 6.6)."""

from typing import Any

import pytest

from muster.rulesets.baroque.queries import discipline as queries
from muster.rulesets.baroque.queries.discipline import Parts
from tests.rulesets.baroque.scenes import BattleScene


def values(parts: Parts) -> list[tuple[str, int]]:
    """The parts as (rule, value)."""
    return [(p.rule, p.value) for p in parts if p is not None]


@pytest.mark.rule("baroque.5.1c")
def test_5_1c_each_further_march_after_the_second_action_is_one_harder() -> None:
    scene = BattleScene()
    unit = scene.blue("unit", (5, 5))
    found = {n: values(queries.march_parts(scene.state, unit, n)) for n in range(2, 6)}
    assert found == {2: [], 3: [("5.1c", -1)], 4: [("5.1c", -2)], 5: [("5.1c", -3)]}


@pytest.mark.rule("baroque.5.1.1a", "baroque.5.1.1b")
def test_5_1_1_slow_units_march_worse_and_fast_ones_better() -> None:
    scene = BattleScene()
    slow = scene.blue("slow", (5, 5), pace="slow")
    fast = scene.blue("fast", (8, 5), type="CL", pace="fast")
    assert values(queries.march_parts(scene.state, slow, 2)) == [("5.1.1a", -1)]
    assert values(queries.march_parts(scene.state, fast, 2)) == [("5.1.1b", 1)]


@pytest.mark.rule("baroque.5.4.2d", "baroque.4.1.3f")
def test_5_4_2d_an_opportunity_charge_is_harder_for_mounted_and_more_so_for_foot() -> None:
    scene = BattleScene()
    horse = scene.red("horse", (5, 5), type="TR")
    foot = scene.red("foot", (8, 5), disordered=True)
    assert values(queries.opportunity_charge_parts(scene.state, horse)) == [("5.4.2d", -1)]
    assert values(queries.opportunity_charge_parts(scene.state, foot)) == [("5.4.2d", -1), ("5.4.2d", -2)]


@pytest.mark.rule("baroque.5.4.3b", "baroque.4.1.3f", "baroque.8.1.4b")
@pytest.mark.parametrize(
    ("kind", "value"), [("GA", 2), ("WB", 2), ("TR", 1), ("RE", 1), ("H&M", 1), ("P&M", 0), ("DR", 0)]
)
def test_5_4_3b_a_countercharge_goes_by_type_disorder_and_motivation(kind: str, value: int) -> None:
    scene = BattleScene()
    unit = scene.red("unit", (5, 5), type=kind, disordered=True, traits=["motivated"])
    by_type = [("5.4.3b", value)] if value else []
    assert values(queries.countercharge_parts(scene.state, unit)) == [
        ("5.4.3b", -1),
        *by_type,
        ("8.1.4b", 1),
    ]


@pytest.mark.rule("baroque.6.5b", "baroque.4.1.3f")
def test_6_5b_opportunity_fire_is_harder_unless_it_answers_fire() -> None:
    scene = BattleScene()
    unit = scene.red("unit", (5, 5), disordered=True)
    moving = values(queries.opportunity_fire_parts(scene.state, unit, answers_fire=False))
    shooting = values(queries.opportunity_fire_parts(scene.state, unit, answers_fire=True))
    assert (moving, shooting) == ([("6.5b", -1), ("6.5b", -1)], [("6.5b", -1)])


@pytest.mark.rule("baroque.6.6d", "baroque.4.1.3f")
def test_6_6d_defensive_fire_has_2_in_its_favour() -> None:
    scene = BattleScene()
    unit = scene.red("unit", (5, 5), disordered=True)
    assert values(queries.defensive_fire_parts(scene.state, unit)) == [("6.6d", 2), ("6.6d", -1)]


@pytest.mark.rule("baroque.5.6e")
@pytest.mark.parametrize(
    ("kind", "numbers", "from_foot", "total"),
    [
        ("CL", {}, False, 2),
        ("DR", {}, False, 1),
        ("S", {}, True, 2),
        ("TR", {}, True, 1),
        ("CL", {"massed": True, "disordered": True, "evasions": 2}, False, -2),
    ],
)
def test_5_6e_evasion_goes_by_type_threat_state_and_how_often(
    kind: str, numbers: dict[str, Any], from_foot: bool, total: int
) -> None:
    scene = BattleScene()
    unit = scene.red("unit", (5, 5), type=kind, **numbers)
    found = values(queries.evasion_parts(scene.state, unit, from_foot=from_foot))
    assert sum(value for _, value in found) == total
    assert {rule for rule, _ in found} == {"5.6e"}
