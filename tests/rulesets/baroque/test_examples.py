"""Every worked example of the ledger, driven through the real rules and queries; all of its keys are read."""

from collections.abc import Callable
from pathlib import Path
from typing import Final

import pytest

from tests.kit.examples import Example, example_params
from tests.rulesets.baroque import (
    example_armies,
    example_charge,
    example_course,
    example_dice,
    example_melee,
    example_moves,
    example_numbers,
    example_shooting,
)

EXAMPLES: Final = Path(__file__).with_name("examples.yaml")
TABLES: Final = (
    example_armies,
    example_charge,
    example_course,
    example_numbers,
    example_dice,
    example_melee,
    example_moves,
    example_shooting,
)
"""A module a topic; each has its adapters by the example's id."""

ADAPTERS: Final[dict[str, Callable[[Example], None]]] = {
    key: adapter for table in TABLES for key, adapter in table.ADAPTERS.items()
}

PARAMS: Final = example_params(EXAMPLES)


def test_each_example_has_one_adapter() -> None:
    ids = [key for table in TABLES for key in table.ADAPTERS]
    assert sorted(ids) == sorted(p.id for p in PARAMS)


@pytest.mark.parametrize("example", PARAMS)
def test_the_worked_example(example: Example) -> None:
    ADAPTERS[example.id](example)
