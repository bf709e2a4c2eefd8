"""The ledger of a ruleset as the rules browser reads it."""

import inspect
from functools import cache
from pathlib import Path
from typing import Any

import yaml

from muster.engine.ruleset import AnyRuleset
from muster.lobby.schemas import RuleItem


def rules_of(ruleset: AnyRuleset) -> tuple[RuleItem, ...]:
    """All items of the ledger that lies beside the ruleset's code; none where there is no ledger."""
    return _read(Path(inspect.getfile(type(ruleset))).parent / "ledger.yaml")


@cache
def _read(path: Path) -> tuple[RuleItem, ...]:
    if not path.is_file():
        return ()
    loaded: dict[str, Any] = yaml.load(path.read_text(encoding="utf-8"), yaml.CSafeLoader)
    return tuple(
        RuleItem(
            id=str(item["id"]),
            title=str(item["title"]),
            phase=str(item.get("phase", "")),
            kind=str(item.get("kind", "")),
            say=str(item.get("say", "")),
        )
        for item in loaded["rules"]
    )
