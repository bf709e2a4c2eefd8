"""What can be done with rosters. Nothing here commits."""

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime
from itertools import chain
from itertools import count as counting
from typing import Any, Final, Literal, TypeAlias

import orjson
from sqlmodel import Session

from muster.core.db import Database
from muster.core.security import random_name
from muster.engine.memory import Kept
from muster.engine.names import clean_name
from muster.engine.refusals import Refusal
from muster.engine.rosters import RosterReport, RosterTools
from muster.engine.ruleset import AnyRuleset
from muster.rosters import repository
from muster.rosters.models import NAME_LENGTH, ROSTER_ID_LENGTH, StoredRoster
from muster.rulesets.catalog import Catalog

Json: TypeAlias = Any

MOST_BYTES = 16_384
"""Of one roster as it is stored."""


def tools_of(ruleset: AnyRuleset) -> RosterTools:
    """A game's tools; raises Refusal where its seats bring no rosters."""
    if ruleset.roster_tools is None:
        raise Refusal("no_rosters", f"In {ruleset.title} nobody brings a roster of their own.")
    return ruleset.roster_tools


def cleaned(tools: RosterTools, body: Json) -> Json:
    """A roster as it may be stored; raises Refusal where it is none or too large."""
    clean = tools.clean(body)
    size = len(orjson.dumps(clean))
    if size > MOST_BYTES:
        raise Refusal(
            "too_large",
            f"A roster may have {MOST_BYTES} bytes; this one has {size}.",
            numbers={"maximum": MOST_BYTES, "given": size},
        )
    return clean


def load(*, session: Session, owner_id: str | None, roster_id: str) -> StoredRoster:
    """A roster of its owner; raises Refusal for everybody else, as if it were not there."""
    found = repository.get(session, roster_id, owner_id) if owner_id is not None else None
    if found is None:
        raise Refusal("no_such_roster", "You have no roster of that kind here. It may have been deleted.")
    return found


def make(
    *,
    session: Session,
    owner_id: str,
    ruleset: AnyRuleset,
    name: str,
    body: Json,
    most: int,
    now: datetime,
) -> StoredRoster:
    """Keep a new roster; raises Refusal where it is none, or its owner has ``most`` already.

    One of a name that its owner has given already gets a number behind it.
    """
    clean = cleaned(tools_of(ruleset), body)
    named = clean_name(name, most=NAME_LENGTH)
    kept = repository.count(session, owner_id)
    if kept >= most:
        raise Refusal(
            "too_many_rosters",
            f"You keep {kept} rosters; more than {most} are not stored. Delete one first.",
            numbers={"maximum": most, "given": kept},
        )
    made = StoredRoster(
        id=random_name(ROSTER_ID_LENGTH),
        owner_id=owner_id,
        ruleset=ruleset.id,
        name=_told_apart(named, repository.names(session, owner_id)),
        body=clean,
        created=now,
        updated=now,
    )
    session.add(made)
    return made


def _told_apart(name: str, taken: Iterable[str]) -> str:
    """The name, with ``(2)`` or a higher number behind it where it is taken."""
    given = {other.casefold() for other in taken}
    numbered = (f"{name[: NAME_LENGTH - len(end)]}{end}" for end in (f" ({n})" for n in counting(2)))
    return next(found for found in chain([name], numbered) if found.casefold() not in given)


def change(
    *,
    session: Session,
    owner_id: str,
    roster_id: str,
    catalog: Catalog,
    version: int,
    name: str,
    body: Json,
    now: datetime,
) -> StoredRoster:
    """Put a roster in place of the version that the caller saw; raises Refusal where it was changed since."""
    stored = load(session=session, owner_id=owner_id, roster_id=roster_id)
    if stored.version != version:
        raise Refusal(
            "roster_changed",
            "This roster was changed elsewhere in the meantime. Load it again, or save yours as a copy.",
            numbers={"stored": stored.version, "given": version},
        )
    stored.body = cleaned(tools_of(catalog.get(stored.ruleset)), body)
    stored.name = clean_name(name, most=NAME_LENGTH)
    stored.version += 1
    stored.updated = now
    session.add(stored)
    return stored


def copy(
    *, session: Session, owner_id: str, roster_id: str, catalog: Catalog, most: int, now: datetime
) -> StoredRoster:
    """Keep a roster a second time, under a name that says so."""
    stored = load(session=session, owner_id=owner_id, roster_id=roster_id)
    return make(
        session=session,
        owner_id=owner_id,
        ruleset=catalog.get(stored.ruleset),
        name=f"Copy of {stored.name}"[:NAME_LENGTH],
        body=stored.body,
        most=most,
        now=now,
    )


def remove(*, session: Session, owner_id: str, roster_id: str) -> None:
    """Delete a roster."""
    session.delete(load(session=session, owner_id=owner_id, roster_id=roster_id))


@dataclass(frozen=True, slots=True)
class Brief:
    """What a list of rosters says of one, by the rules: its list's title, cost and limit in points, its faults."""

    title: str
    points: int
    limit: int
    problems: int


_BRIEFS: Final = Kept[tuple[str, int], Brief | Literal["unknown"]](4096)


def brief_of(
    database: Database, catalog: Catalog, owner_id: str, heading: repository.Heading
) -> Brief | None:
    """A line about a stored roster; None where its rules are gone, or know its list no more.

    Whoever keeps many rosters asks for all of them at once and often: each version is read and looked at once.
    """

    def look() -> Brief | Literal["unknown"]:
        with database.read() as session:
            stored = repository.get(session, heading.id, owner_id)
            session.expunge_all()
        report = report_of(catalog, stored) if stored is not None else None
        if report is None:
            return "unknown"
        return Brief(report.title, report.points.value, report.limit, len(report.problems))

    brief = _BRIEFS.get((heading.id, heading.version), look)
    return None if brief == "unknown" else brief


def report_of(catalog: Catalog, stored: StoredRoster) -> RosterReport | None:
    """What its rules say of a stored roster today; None where they are gone, or know its list no more."""
    ruleset = catalog.find(stored.ruleset)
    if ruleset is None or ruleset.roster_tools is None:
        return None
    try:
        return ruleset.roster_tools.report(stored.body)
    except Refusal:
        return None
