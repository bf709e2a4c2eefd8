"""A roster, as stored."""

from datetime import datetime
from typing import Any, TypeAlias

from sqlalchemy import JSON
from sqlmodel import Field, SQLModel

from muster.accounts.models import ID_LENGTH
from muster.core.db import Utc

Json: TypeAlias = Any

ROSTER_ID_LENGTH = 14
NAME_LENGTH = 60


class StoredRoster(SQLModel, table=True):
    """Somebody's roster. ``body`` is what its ruleset cleaned, faults and all; ``version`` counts its changes."""

    __tablename__ = "rosters"  # pyright: ignore[reportAssignmentType]

    id: str = Field(primary_key=True, max_length=ROSTER_ID_LENGTH)
    owner_id: str = Field(foreign_key="persons.id", index=True, max_length=ID_LENGTH)
    ruleset: str = Field(max_length=32)
    name: str = Field(max_length=NAME_LENGTH)
    body: Json = Field(sa_type=JSON)
    version: int = Field(default=1)
    created: datetime = Field(sa_type=Utc)
    updated: datetime = Field(sa_type=Utc, index=True)
