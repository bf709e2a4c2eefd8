"""A kept exception is never raised itself: Python adds a traceback to it each time, and lets none of them go."""

import ast
from collections.abc import Iterator
from pathlib import Path

import pytest

from muster.engine.refusals import Refusal
from tests.kit.house import ROOT


def raised_constants(path: Path) -> Iterator[str]:
    """Where a module raises something that is kept: a constant, or an attribute of something."""
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Raise) and node.exc is not None:
            name = ast.unparse(node.exc)
            if isinstance(node.exc, ast.Attribute) or name.isupper():
                yield f"{path.name}:{node.lineno} raises {name}"


def test_no_kept_exception_is_raised_itself() -> None:
    modules = sorted((ROOT / "backend").rglob("*.py"))
    assert [found for module in modules for found in raised_constants(module)] == []


def test_a_fresh_refusal_says_the_same_and_leaves_the_kept_one_alone() -> None:
    kept = Refusal("stale", "Too late.", "turn.1", {"seconds": 3})
    with pytest.raises(Refusal) as raised:
        raise kept.fresh()
    found = raised.value
    assert (found.code, found.text, found.rule, found.numbers) == (
        "stale",
        "Too late.",
        "turn.1",
        {"seconds": 3},
    )
    assert kept.__traceback__ is None
