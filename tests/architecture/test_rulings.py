"""Rulings are cited by number: each number is given once, and whatever is cited was given."""

import re
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import Final

import pytest

from muster.rulesets.catalog import built_in
from tests.kit.house import ROOT

GIVEN: Final = re.compile(r"^(?:- \*\*|\| )(R\d+)\b", re.MULTILINE)
"""Where a ruling begins: an item of a list or a row of a table."""
CITED: Final = re.compile(r"\bR\d+\b")
GAMES: Final = tuple(ruleset.id for ruleset in built_in().all())
TEXTS: Final = frozenset({".py", ".yaml", ".md", ".ts", ".svelte"})


def files_of(game: str) -> Iterator[Path]:
    """Everything that is written about one game: its rules, its tests, its part of the client."""
    for folder in (f"backend/muster/rulesets/{game}", f"tests/rulesets/{game}", f"frontend/src/games/{game}"):
        yield from (p for p in sorted((ROOT / folder).rglob("*")) if p.suffix in TEXTS)


def given_by(game: str) -> Counter[str]:
    """How often each number begins a ruling of a game."""
    return Counter(GIVEN.findall((ROOT / f"backend/muster/rulesets/{game}/RULINGS.md").read_text()))


@pytest.mark.parametrize("game", GAMES)
def test_no_ruling_has_the_number_of_another(game: str) -> None:
    given = given_by(game)
    assert given
    assert [number for number, times in given.items() if times > 1] == []


@pytest.mark.parametrize("game", GAMES)
def test_every_ruling_that_is_cited_was_given(game: str) -> None:
    given = given_by(game)
    cited = {(n, str(p.relative_to(ROOT))) for p in files_of(game) for n in CITED.findall(p.read_text())}
    assert cited
    assert sorted(cite for cite in cited if cite[0] not in given) == []
