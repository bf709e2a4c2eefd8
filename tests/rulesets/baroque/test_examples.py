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
    example_shooting,
)
"""A module a topic; each has its adapters by the example's id."""

ADAPTERS: Final[dict[str, Callable[[Example], None]]] = {
    key: adapter for table in TABLES for key, adapter in table.ADAPTERS.items()
}

NOT_YET: Final = frozenset(
    f"baroque.ex.{key}"
    for key in (
        "b7",
        "b15",
        "b16",
        "b17",
        "b20",
        "b21",
        "b25",
        "b47",
        "c33",
        "c46",
    )
)
"""Examples whose chapter is still being written; the chapter that adds an adapter strikes it out."""

PARAMS: Final = example_params(EXAMPLES)


def test_each_example_has_one_adapter_or_waits_for_its_chapter() -> None:
    ids = [key for table in TABLES for key in table.ADAPTERS]
    assert sorted([*ids, *NOT_YET]) == sorted(p.id for p in PARAMS)


@pytest.mark.parametrize("example", [p for p in PARAMS if p.id in ADAPTERS])
def test_the_worked_example(example: Example) -> None:
    ADAPTERS[example.id](example)
