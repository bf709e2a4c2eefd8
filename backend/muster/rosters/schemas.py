"""Rosters on the wire."""

from collections.abc import Collection
from datetime import datetime
from typing import Annotated, Any, Literal, Self, TypeAlias

from pydantic import BaseModel, ConfigDict, Field, ModelWrapValidatorHandler, ValidationError, model_validator

from muster.engine.explain import total_wire
from muster.engine.refusals import Refusal
from muster.engine.rosters import RosterReport
from muster.rosters.models import StoredRoster
from muster.rosters.repository import Heading
from muster.rosters.service import Brief

Json: TypeAlias = Any
RulesetId: TypeAlias = Annotated[str, Field(min_length=1, max_length=32)]
RosterName: TypeAlias = Annotated[str, Field(max_length=200, description="1 to 60 visible characters.")]


class _Body(BaseModel):
    model_config = ConfigDict(extra="forbid")


class Draft(_Body):
    """A roster to be checked."""

    roster: Json


class NewRoster(_Body):
    """A roster to be kept."""

    ruleset: RulesetId
    name: RosterName
    roster: Json


class RosterChange(_Body):
    """A roster in place of the one that is kept."""

    version: int = Field(ge=1, le=2**31, description="The version that the change was made from.")
    name: RosterName
    roster: Json


class RosterFile(_Body):
    """A roster as a file: what export writes and import reads."""

    form: Literal["muster-roster"] = "muster-roster"
    ruleset: RulesetId
    name: RosterName
    roster: Json

    @model_validator(mode="wrap")
    @classmethod
    def _is_one(cls, body: Any, handler: ModelWrapValidatorHandler[Self]) -> Self:
        """Whoever chose a wrong file knows nothing of fields: what is no roster file is refused as a whole."""
        try:
            return handler(body)
        except ValidationError as error:
            raise Refusal(
                "bad_request", _no_file({e["loc"][0] for e in error.errors() if e["loc"]})
            ) from error


PARTS = {"form": "kind", "ruleset": "game", "name": "name", "roster": "army"}
"""What a person calls the fields of a roster file."""


def _no_file(fields: Collection[int | str]) -> str:
    """Why a file is no roster file, for whoever chose it: which of its parts are missing or not as they are written."""
    parts = [word for field, word in PARTS.items() if field in fields]
    *others, last = parts or [""]
    named = f"{', '.join(others)} and {last}" if others else last
    what = f"its {named} cannot be read" if parts else "it holds something else"
    return f"This is no file of an army or a band of Muster: {what}. Choose one that was exported here."


MOST_FAULTS = 100
"""So many faults of a roster are told at once: whoever mends them is told of the rest."""


class RosterFault(BaseModel):
    """A fault of a roster, with the limit that it breaks."""

    code: str
    text: str
    rule: str
    numbers: dict[str, int | str]
    where: list[str | int] = Field(description="The place in the roster's JSON, or in the list.")


class RosterCheck(BaseModel):
    """What the rules say of a roster."""

    title: str = Field(description="Of its list.")
    points: Json = Field(description="What it costs, with its parts.")
    limit: int
    problems: list[RosterFault]
    detail: Json = Field(description="For the game's own builder.")


class RosterSummary(BaseModel):
    """A roster in a list. Without rules that know it, it has no title, points and problems."""

    id: str
    ruleset: str
    name: str
    updated: datetime
    title: str | None
    points: int | None
    limit: int | None
    problems: int | None


class SavedRoster(BaseModel):
    """A roster that is kept."""

    id: str
    ruleset: str
    name: str
    version: int
    updated: datetime
    roster: Json
    report: RosterCheck | None


def report_out(report: RosterReport) -> RosterCheck:
    """A report on the wire."""
    return RosterCheck(
        title=report.title,
        points=total_wire(report.points),
        limit=report.limit,
        problems=[
            RosterFault(code=p.code, text=p.text, rule=p.rule, numbers=dict(p.numbers), where=list(p.where))
            for p in report.problems[:MOST_FAULTS]
        ],
        detail=report.detail,
    )


def summary_out(stored: Heading, brief: Brief | None) -> RosterSummary:
    """A line of a list."""
    return RosterSummary(
        id=stored.id,
        ruleset=stored.ruleset,
        name=stored.name,
        updated=stored.updated,
        title=brief.title if brief else None,
        points=brief.points if brief else None,
        limit=brief.limit if brief else None,
        problems=brief.problems if brief else None,
    )


def saved_out(stored: StoredRoster, report: RosterReport | None) -> SavedRoster:
    """A roster with what its rules say of it."""
    return SavedRoster(
        id=stored.id,
        ruleset=stored.ruleset,
        name=stored.name,
        version=stored.version,
        updated=stored.updated,
        roster=stored.body,
        report=report_out(report) if report else None,
    )
