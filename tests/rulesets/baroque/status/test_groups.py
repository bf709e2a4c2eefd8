"""The groups of troop types (2.2), and the column of a unit on the tables of rolled moves (2.3d)."""

from typing import Any, get_args

import pytest

from muster.rulesets.baroque.cards import Card, UnitType
from muster.rulesets.baroque.queries import kinds_of_troops as kinds
from tests.rulesets.baroque.scenes import BattleScene

TYPES = [t for t in get_args(UnitType) if t != "BAG"]


def card_of(kind: str, **numbers: Any) -> Card:
    """The card of a plain unit of that type."""
    scene = BattleScene()
    return scene.state.card(scene.blue("unit", (5, 5), type=kind, **numbers))


@pytest.mark.rule("baroque.2.2a", "baroque.2.2b", "baroque.2.2e")
def test_2_2a_six_types_are_mounted_and_all_others_foot_dragoons_and_artillery_too() -> None:
    mounted = {t for t in TYPES if kinds.is_mounted(card_of(t))}
    assert mounted == {"GA", "TR", "RE", "SP", "CL", "H&M"}
    assert {t for t in TYPES if kinds.is_foot(card_of(t))} == set(TYPES) - mounted


@pytest.mark.rule("baroque.2.2c")
def test_2_2c_both_tercios_are_tercios() -> None:
    assert {t for t in TYPES if kinds.is_tercio(card_of(t))} == {"ETE", "LTE"}


@pytest.mark.rule("baroque.2.2d")
def test_2_2d_pikes_are_those_of_four_types_and_of_whoever_lists_them() -> None:
    assert {t for t in TYPES if kinds.has_pike(card_of(t))} == {"PK", "P&M", "ETE", "LTE"}
    assert kinds.has_pike(card_of("T", weapons=["pike"]))


@pytest.mark.rule("baroque.2.2f")
def test_2_2f_pursuers_free_movers_and_those_at_home_in_the_rough() -> None:
    assert {t for t in TYPES if kinds.must_pursue_by_type(card_of(t))} == {"GA", "WB"}
    assert {t for t in TYPES if kinds.is_free_mover(card_of(t))} == {"SP", "CL", "RE", "S"}
    assert {t for t in TYPES if kinds.is_at_home_in_the_rough(card_of(t))} == {"S", "T", "WB", "DR"}


@pytest.mark.rule("baroque.2.3d")
def test_2_3d_the_column_goes_by_arm_and_pace() -> None:
    columns = {
        ("LTE", "slow"): "slow_foot",
        ("P&M", "normal"): "foot",
        ("DR", "normal"): "foot",
        ("TR", "slow"): "slow_mounted",
        ("RE", "normal"): "mounted",
        ("CL", "fast"): "fast",
        ("GA", "normal"): "fast",
        ("GA", "slow"): "fast",
    }
    assert {row: kinds.column(card_of(row[0], pace=row[1])) for row in columns} == columns
