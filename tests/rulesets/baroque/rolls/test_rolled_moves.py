"""The tables of moves that a die decides (5.4.1a, 7.5.2d, 7.5.4d)."""

from typing import Any

import pytest

from muster.rulesets.baroque.cards import BU, Card
from muster.rulesets.baroque.queries.rolled_moves import (
    charge_bonus,
    highest_charge_bonus,
    pursuit_length,
    retreat_length,
)
from tests.rulesets.baroque.scenes import BattleScene

ROWS: dict[str, tuple[dict[str, Any], list[int], list[int]]] = {
    "slow foot": ({"type": "LTE", "pace": "slow"}, [0, 0, 0, 0, 1, 1], [1] * 6),
    "foot": ({"type": "P&M"}, [0, 0, 0, 1, 1, 1], [1] * 6),
    "slow mounted": ({"type": "TR", "pace": "slow"}, [0, 0, 1, 1, 1, 2], [1, 1, 2, 2, 2, 3]),
    "mounted": ({"type": "TR"}, [0, 1, 1, 1, 2, 2], [1, 2, 2, 2, 3, 3]),
    "fast": ({"type": "CL", "pace": "fast"}, [1, 1, 1, 2, 2, 2], [2, 2, 2, 3, 3, 3]),
    "gallopers": ({"type": "GA"}, [1, 1, 1, 2, 2, 2], [2, 2, 2, 3, 3, 3]),
}


def card_of(**numbers: Any) -> Card:
    """The card of a plain unit."""
    scene = BattleScene()
    return scene.state.card(scene.blue("unit", (5, 5), **numbers))


@pytest.mark.rule("baroque.5.4.1a", "baroque.7.5.4d")
@pytest.mark.parametrize("row", list(ROWS))
def test_5_4_1a_the_bonus_of_a_charge_and_the_length_of_a_pursuit(row: str) -> None:
    numbers, bonus, _ = ROWS[row]
    card = card_of(**numbers)
    assert [charge_bonus(card, die) // BU for die in range(1, 7)] == bonus
    assert [pursuit_length(card, die) // BU for die in range(1, 7)] == bonus
    assert highest_charge_bonus(card) == bonus[-1] * BU


@pytest.mark.rule("baroque.7.5.2d")
@pytest.mark.parametrize("row", list(ROWS))
def test_7_5_2d_the_length_of_a_retreat(row: str) -> None:
    numbers, _, lengths = ROWS[row]
    assert [retreat_length(card_of(**numbers), die) // BU for die in range(1, 7)] == lengths
