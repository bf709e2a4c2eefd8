"""Tables in YAML: the fast reader reads what the slow one does."""

from pathlib import Path

import pytest
import yaml

from muster.engine.tables import yaml_of
from tests.kit.house import ROOT

TABLES = sorted((ROOT / "backend/muster/rulesets").glob("*/tables/*.yaml"))


@pytest.mark.parametrize("table", TABLES, ids=lambda p: f"{p.parent.parent.name}-{p.stem}")
def test_a_table_says_the_same_to_both_readers(table: Path) -> None:
    text = table.read_text(encoding="utf-8")
    assert yaml_of(text) == yaml.safe_load(text)


def test_what_is_no_yaml_is_refused() -> None:
    with pytest.raises(yaml.YAMLError):
        yaml_of("a: [1, 2")
