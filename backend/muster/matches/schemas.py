"""Matches over HTTP."""

from datetime import datetime
from typing import Any, Literal, TypeAlias

from pydantic import BaseModel, Field

Json: TypeAlias = Any


class SeatSummary(BaseModel):
    """A seat as everybody may see it."""

    seat: str
    label: str
    pattern: str
    kind: Literal["person", "bot"]
    level: str | None
    name: str | None = Field(
        description="The name of the person who holds it; null for a bot or a free seat."
    )
    taken: bool
    ready: bool = Field(
        description="Whether its part of the match's chance is there; all are: the match starts."
    )
    mine: bool
    invite: str | None = Field(
        description="Link to a seat that is still free; only for whoever made the match."
    )


class NextMatch(BaseModel):
    """The match in which one that is over is played again."""

    id: str
    by: str | None = Field(description="Who made it.")
    mine: bool = Field(description="Whether I have a seat in it already; else mine is kept for me.")


class MatchSummary(BaseModel):
    """A match as everybody may see it: nothing in it is hidden from anybody."""

    id: str
    ruleset: str
    ruleset_title: str
    ruleset_version: str
    scenario: str
    scenario_title: str
    options: Json
    status: str = Field(description="open, running, finished, or cancelled before it began.")
    exhibition: bool
    listed: bool = Field(
        description="Whether it is shown to everybody; where not, those who have its address may still watch."
    )
    made_by_me: bool
    created: datetime
    updated: datetime | None = Field(
        description="When it was last touched; null while it runs, for that would tell of closed answers."
    )
    setup_hash: str | None = Field(
        description="From the beginning on; earlier it would tell whether a guess of what somebody brings is right."
    )
    secret_hash: str
    seats: list[SeatSummary]
    follows: str | None = Field(description="The match that is played again in this one.")
    again: NextMatch | None = Field(
        description="Once it is over: where it is played again, for those who held its seats and nobody else."
    )
    result: Json = Field(description="null, or winner, reason and text.")


class JournalRow(BaseModel):
    """A row of the journal, as stored."""

    position: int
    kind: str
    seat: str
    asked: str
    rule_path: str
    digest: str
    answer: Json
    batch: int | None
    client_id: str | None
    events: list[Json]
    rest: str | None
    to: int | None


class Record(BaseModel):
    """All of a finished match: enough to recompute every die and shuffle, and to replay every decision."""

    format: Literal["muster-record-1"] = "muster-record-1"
    id: str
    ruleset: str
    engine_version: str
    ruleset_version: str
    options: Json
    rosters: dict[str, Json] = Field(description="Those that were brought, by seat.")
    setup: Json
    setup_hash: str
    secret: str = Field(description="Hex; its SHA-256 is secret_hash, which was public from the start.")
    secret_hash: str
    contributions: dict[str, str] = Field(description="Hex, by seat.")
    result: Json
    rows: list[JournalRow]
