"""Every worked example of the ledger, driven through the real rules and queries; all of its keys are read."""

from collections.abc import Callable
from pathlib import Path
from typing import Final

import pytest

from tests.kit.examples import Example, example_params
from tests.rulesets.newworld import example_attacks, example_moves, example_tables

EXAMPLES: Final = Path(__file__).with_name("examples.yaml")

ADAPTERS: Final[dict[str, Callable[[Example], None]]] = {
    "standard_attack": example_attacks.attack,
    "charge": example_attacks.attack,
    "free_attack": example_attacks.attack,
    "agility_bonus": example_tables.agility,
    "outnumbering_bonus": example_tables.outnumbering,
    "seize": example_tables.contest,
    "squeeze": example_tables.contest,
    "break_free": example_tables.contest,
    "disarm": example_tables.contest,
    "initiative_order": example_tables.initiative_order,
    "surprise_order": example_tables.surprise_order,
    "range_modifier": example_tables.range_table,
    "reload_timeline": example_tables.reload_timeline,
    "swift_penalties": example_tables.swift_penalties,
    "move": example_moves.move,
    "move along a path": example_moves.leaving_reach,
    "charge_paths": example_moves.charge_paths,
    "charge_cost": example_moves.charge_cost,
    "squares_covered": example_moves.squares_covered,
    "movement_score": example_moves.score,
    "pass_through_foe": example_moves.pass_through,
    "level_step": example_moves.level_step,
    "big_step": example_moves.big_step,
}


@pytest.mark.parametrize("example", example_params(EXAMPLES))
def test_the_worked_example(example: Example) -> None:
    action = example.when["action"]
    if action == "move" and "path" in example.when:
        action = "move along a path"
    ADAPTERS[action](example)
