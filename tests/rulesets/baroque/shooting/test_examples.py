"""The worked examples of shooting; all of their keys are read."""

from pathlib import Path
from typing import Final

import pytest

from tests.kit.examples import Example, example_params
from tests.rulesets.baroque.example_shooting import ADAPTERS

EXAMPLES: Final = Path(__file__).parents[1] / "examples.yaml"


@pytest.mark.parametrize("example", [p for p in example_params(EXAMPLES) if p.id in ADAPTERS])
def test_the_worked_example_of_shooting(example: Example) -> None:
    ADAPTERS[example.id](example)
