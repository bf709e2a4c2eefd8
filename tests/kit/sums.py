"""Sums that players read: their lines have to add up to what they state."""

from collections.abc import Iterator, Mapping
from dataclasses import fields, is_dataclass
from typing import Any, Final

from muster.engine.explain import Total, total_wire

SUM: Final = frozenset({"label", "value", "parts"})


def wrong_sums(value: Any) -> Iterator[str]:
    """Every sum in plain data or in what a seat is shown whose lines do not add up to it; one without lines is none."""
    if isinstance(value, Total):
        yield from wrong_sums(total_wire(value))
    elif isinstance(value, Mapping):
        if (
            value.keys() >= SUM
            and value["parts"]
            and sum(p["value"] for p in value["parts"]) != value["value"]
        ):
            lines = ", ".join(f"{p['label']} {p['value']}" for p in value["parts"])
            yield f"{value['label']} {value['value']}: {lines}"
        for entry in value.values():
            yield from wrong_sums(entry)
    elif isinstance(value, list | tuple):
        for entry in value:
            yield from wrong_sums(entry)
    elif is_dataclass(value):
        for field in fields(value):
            yield from wrong_sums(getattr(value, field.name))
