"""A person, as stored."""

from datetime import datetime
from typing import Literal, TypeAlias

from sqlalchemy import String
from sqlmodel import Field, SQLModel

from muster.core.db import Utc

PersonKind: TypeAlias = Literal["guest"]
ID_LENGTH = 26


class Person(SQLModel, table=True):
    """Somebody who plays or watches. Seats, rosters and matches point here, never to a cookie."""

    __tablename__ = "persons"  # pyright: ignore[reportAssignmentType]

    id: str = Field(primary_key=True, max_length=ID_LENGTH)
    kind: str = Field(default="guest", sa_type=String(16))
    name: str = Field(max_length=80)
    created: datetime = Field(sa_type=Utc)
    seen: datetime = Field(sa_type=Utc, index=True)
