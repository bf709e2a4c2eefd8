"""Persons on the wire."""

from pydantic import BaseModel, ConfigDict, Field


class Me(BaseModel):
    """The person of this session."""

    id: str
    kind: str
    name: str


class MeChange(BaseModel):
    """What a person may change about themselves."""

    model_config = ConfigDict(extra="forbid")

    name: str = Field(max_length=200, description="1 to 32 visible characters.")
