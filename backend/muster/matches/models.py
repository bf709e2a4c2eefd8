"""A match, as stored: head, seats, invitations, journal, snapshots, and what is shown of it when it is over."""

from datetime import datetime
from typing import Any, Literal, TypeAlias

from sqlalchemy import JSON, LargeBinary, String
from sqlmodel import Field, SQLModel

from muster.accounts.models import ID_LENGTH
from muster.core.db import Utc

Json: TypeAlias = Any
Status: TypeAlias = Literal["open", "running", "finished", "cancelled"]
SeatKind: TypeAlias = Literal["person", "bot"]

MATCH_ID_LENGTH = 14
SEAT_LENGTH = 32
TITLE_LENGTH = 120


class StoredMatch(SQLModel, table=True):
    """The fixed facts of a match and how far it is. Titles are kept: its rules may be gone when it is listed."""

    __tablename__ = "matches"  # pyright: ignore[reportAssignmentType]

    id: str = Field(primary_key=True, max_length=MATCH_ID_LENGTH)
    ruleset: str = Field(max_length=32)
    ruleset_title: str = Field(max_length=TITLE_LENGTH)
    scenario: str = Field(max_length=64)
    scenario_title: str = Field(max_length=TITLE_LENGTH)
    engine_version: str = Field(max_length=32)
    ruleset_version: str = Field(max_length=32)
    setup: Json = Field(sa_type=JSON)
    setup_hash: str = Field(max_length=64)
    options: Json = Field(sa_type=JSON)
    rosters: Json = Field(default=None, sa_type=JSON(none_as_null=True), nullable=True)
    """What people brought, by seat; None where nobody brought anything of their own."""
    status: str = Field(sa_type=String(16), index=True)
    exhibition: bool = Field(default=False)
    listed: bool = Field(default=True)
    """Shown among what is being played; where not, only those come who have its address."""
    creator_id: str | None = Field(default=None, foreign_key="persons.id", index=True, max_length=ID_LENGTH)
    secret: bytes = Field(sa_type=LargeBinary, repr=False)
    secret_hash: str = Field(max_length=64)
    result: Json = Field(default=None, sa_type=JSON(none_as_null=True), nullable=True)
    created: datetime = Field(sa_type=Utc)
    updated: datetime = Field(sa_type=Utc, index=True)
    visited: datetime | None = Field(default=None, sa_type=Utc)
    """When somebody was last known to have it open, or sat down; it is not removed for long after that."""
    follows: str | None = Field(default=None, index=True, max_length=MATCH_ID_LENGTH)
    """The match that is played again in this one; it may be gone by now."""


class StoredSeat(SQLModel, table=True):
    """A playing position: who holds it, and the bytes that its client added to the match's chance."""

    __tablename__ = "seats"  # pyright: ignore[reportAssignmentType]

    match_id: str = Field(primary_key=True, foreign_key="matches.id", max_length=MATCH_ID_LENGTH)
    seat: str = Field(primary_key=True, max_length=SEAT_LENGTH)
    position: int
    label: str = Field(max_length=TITLE_LENGTH)
    pattern: str = Field(max_length=32)
    kind: str = Field(sa_type=String(16))
    person_id: str | None = Field(default=None, foreign_key="persons.id", index=True, max_length=ID_LENGTH)
    level: str | None = Field(default=None, max_length=32)
    contribution: bytes | None = Field(default=None, sa_type=LargeBinary)
    consents: int = Field(default=0)


class StoredInvite(SQLModel, table=True):
    """An invitation to one seat; the link holds the token, the table only its hash."""

    __tablename__ = "invites"  # pyright: ignore[reportAssignmentType]

    token_hash: str = Field(primary_key=True, max_length=64)
    match_id: str = Field(foreign_key="matches.id", index=True, max_length=MATCH_ID_LENGTH)
    seat: str = Field(max_length=SEAT_LENGTH)
    created: datetime = Field(sa_type=Utc)
    used: datetime | None = Field(default=None, sa_type=Utc)


class StoredRow(SQLModel, table=True):
    """A row of the journal. The key (match, position) is the lock between processes: who writes it first has won."""

    __tablename__ = "journal"  # pyright: ignore[reportAssignmentType]

    match_id: str = Field(primary_key=True, foreign_key="matches.id", max_length=MATCH_ID_LENGTH)
    position: int = Field(primary_key=True)
    kind: str = Field(sa_type=String(16))
    seat: str = Field(max_length=SEAT_LENGTH)
    asked: str = Field(max_length=32)
    rule_path: str = Field(max_length=512)
    digest: str = Field(max_length=64)
    answer: Json = Field(default=None, sa_type=JSON(none_as_null=True), nullable=True)
    batch: int | None = None
    client_id: str | None = Field(default=None, max_length=64)
    events: Json = Field(sa_type=JSON)
    rest: str | None = Field(default=None, max_length=64)
    undo_to: int | None = None
    at: datetime = Field(sa_type=Utc)


class StoredSnapshot(SQLModel, table=True):
    """A state at a rest point."""

    __tablename__ = "snapshots"  # pyright: ignore[reportAssignmentType]

    match_id: str = Field(primary_key=True, foreign_key="matches.id", max_length=MATCH_ID_LENGTH)
    position: int = Field(primary_key=True)
    state: bytes = Field(sa_type=LargeBinary)
    hash: str = Field(max_length=64)


class StoredFinal(SQLModel, table=True):
    """What one audience is shown of a match that is over: position, log and table as JSON, packed. Needs no rules."""

    __tablename__ = "finals"  # pyright: ignore[reportAssignmentType]

    match_id: str = Field(primary_key=True, foreign_key="matches.id", max_length=MATCH_ID_LENGTH)
    audience: str = Field(primary_key=True, max_length=SEAT_LENGTH)
    shown: bytes = Field(sa_type=LargeBinary)
