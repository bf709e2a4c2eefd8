"""Every worked example of the ledger, driven through the real rules and queries; all of its keys are read."""

from collections.abc import Callable
from pathlib import Path
from typing import Final

import pytest

from tests.kit.examples import Example, example_params
from tests.rulesets.ad1666 import (
    example_combat,
    example_moves,
    example_shots,
    example_sight,
    example_talking,
    example_zones,
)

EXAMPLES: Final = Path(__file__).with_name("examples.yaml")
TABLES: Final = (example_combat, example_moves, example_shots, example_sight, example_talking, example_zones)
"""A module a topic; each has its adapters by the example's id."""

ADAPTERS: Final[dict[str, Callable[[Example], None]]] = {
    key: adapter for table in TABLES for key, adapter in table.ADAPTERS.items()
}
PARAMS: Final = [p for p in example_params(EXAMPLES) if p.id in ADAPTERS]


@pytest.mark.parametrize("example", PARAMS)
def test_the_worked_example(example: Example) -> None:
    ADAPTERS[example.id](example)
