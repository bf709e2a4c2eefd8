"""The ledger of a ruleset as the rules browser reads it."""

import inspect
import re
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Any, Final

from muster.engine.ruleset import AnyRuleset
from muster.engine.tables import yaml_of
from muster.lobby.schemas import RuleItem

NUMBER: Final = re.compile(r"([0-9]+)([a-z]?)")
"""A piece of an id that has a place among others: ``3`` or ``3a``."""


def rules_of(ruleset: AnyRuleset) -> tuple[RuleItem, ...]:
    """All items of the ledger that lies beside the ruleset's code; none where there is no ledger.

    Chapters come as the ledger first names them, and the items of each by their numbers: what a ledger adds at its end
    stands where a reader looks for it. Items without numbers keep the ledger's order.
    """
    return _read(Path(inspect.getfile(type(ruleset))).parent / "ledger.yaml")


@cache
def _read(path: Path) -> tuple[RuleItem, ...]:
    if not path.is_file():
        return ()
    loaded: dict[str, Any] = yaml_of(path.read_text(encoding="utf-8"))
    items = [
        RuleItem(
            id=str(item["id"]),
            title=str(item["title"]),
            phase=str(item.get("phase", "")),
            kind=str(item.get("kind", "")),
            say=str(item.get("say", "")),
        )
        for item in loaded["rules"]
    ]
    chapters = list(dict.fromkeys(_pieces(item.id)[0] for item in items))
    return tuple(sorted(items, key=lambda i: (chapters.index(_pieces(i.id)[0]), *_place(_pieces(i.id)[1:]))))


def _pieces(rule_id: str) -> list[str]:
    """An id without its game: the chapter first (``5.2.1a``: 5, 2, 1a)."""
    return rule_id.split(".")[1:]


def _place(pieces: list[str]) -> Iterator[int]:
    """Numbers that sort like a book: 2.3 before 2.3a, and both before 2.3.1."""
    for piece in pieces:
        if match := NUMBER.fullmatch(piece):
            yield from (ord("z") + 1 + int(match[1]), *map(ord, match[2]))
