"""The words that players read, wherever they stand."""

import re
from collections.abc import Iterator, Mapping
from dataclasses import fields, is_dataclass
from typing import Any, Final

HYPHEN: Final = re.compile(r"(?<![\w\u2013-])-\d| - ")
"""A hyphen where a minus sign belongs."""
NO_TEXT: Final = frozenset({"id", "key", "rows", "ref", "data", "start", "end"})
"""Fields that nobody reads."""


def texts_in(value: Any) -> Iterator[str]:
    """Every text in plain data or in what a seat is shown."""
    if isinstance(value, str):
        yield value
    elif isinstance(value, Mapping):
        for key, entry in value.items():
            if key not in NO_TEXT:
                yield from texts_in(entry)
    elif isinstance(value, list | tuple):
        for entry in value:
            yield from texts_in(entry)
    elif is_dataclass(value):
        for field in fields(value):
            if field.name not in NO_TEXT:
                yield from texts_in(getattr(value, field.name))
