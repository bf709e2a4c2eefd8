"""Every worked example of the ledger, driven through the real rules and queries; all of its keys are read."""

from collections.abc import Callable
from pathlib import Path
from typing import Final

import pytest

from tests.kit.examples import Example, example_params
from tests.rulesets.ad1666 import (
    example_cards,
    example_combat,
    example_moves,
    example_shots,
    example_sight,
    example_talking,
    example_zones,
)

EXAMPLES: Final = Path(__file__).with_name("examples.yaml")
TABLES: Final = (
    example_cards,
    example_combat,
    example_moves,
    example_shots,
    example_sight,
    example_talking,
    example_zones,
)
"""A module a topic; each has its adapters by the example's id."""

ADAPTERS: Final[dict[str, Callable[[Example], None]]] = {
    key: adapter for table in TABLES for key, adapter in table.ADAPTERS.items()
}


def test_every_example_has_its_adapter_and_no_adapter_is_left_over() -> None:
    assert {p.id for p in example_params(EXAMPLES)} == set(ADAPTERS)


@pytest.mark.parametrize("example", example_params(EXAMPLES))
def test_the_worked_example(example: Example) -> None:
    ADAPTERS[example.id](example)
