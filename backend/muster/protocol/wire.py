"""Base of all messages, and the plain types that they are made of."""

from typing import Any, TypeAlias

from pydantic import BaseModel, ConfigDict

Json: TypeAlias = Any
Square: TypeAlias = tuple[int, int]
Pose: TypeAlias = tuple[int, int, int]
Point: TypeAlias = tuple[float, float]


def _without_defaults(schema: dict[str, Json]) -> None:
    """What is absent on the wire has the meaning that its message states, not the value that this model gives it."""
    for field in schema.get("properties", {}).values():
        field.pop("default", None)


class Wire(BaseModel):
    """Base of all messages: nothing that is not stated here is ever sent."""

    model_config = ConfigDict(extra="forbid", json_schema_extra=_without_defaults)
