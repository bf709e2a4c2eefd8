"""Rosters in the database."""

from dataclasses import dataclass
from datetime import datetime

from sqlalchemy import delete, func
from sqlalchemy.orm import defer
from sqlmodel import Session, col, select

from muster.accounts.models import Person
from muster.rosters.models import StoredRoster


def get(session: Session, roster_id: str, owner_id: str) -> StoredRoster | None:
    """A roster of that owner; None where there is none, or it is somebody else's."""
    found = session.get(StoredRoster, roster_id)
    return found if found is not None and found.owner_id == owner_id else None


@dataclass(frozen=True, slots=True)
class Heading:
    """A roster without its body, which is large."""

    id: str
    ruleset: str
    name: str
    version: int
    updated: datetime


def headings(session: Session, owner_id: str) -> list[Heading]:
    """All rosters of a person, the last changed first."""
    asked = select(StoredRoster).where(StoredRoster.owner_id == owner_id)
    ordered = asked.order_by(col(StoredRoster.updated).desc(), StoredRoster.id)
    light = ordered.options(defer(StoredRoster.body, raiseload=True))
    return [Heading(r.id, r.ruleset, r.name, r.version, r.updated) for r in session.exec(light)]


def count(session: Session, owner_id: str) -> int:
    """How many rosters a person has."""
    asked = select(func.count()).select_from(StoredRoster).where(StoredRoster.owner_id == owner_id)
    return session.exec(asked).one()


def names(session: Session, owner_id: str) -> list[str]:
    """What a person has called their rosters."""
    return list(session.exec(select(StoredRoster.name).where(StoredRoster.owner_id == owner_id)))


def forget(session: Session, *, before: datetime, limit: int) -> int:
    """Remove rosters not changed since ``before`` of owners not seen since then; how many there were."""
    gone = select(Person.id).where(col(Person.seen) < before)
    due = select(StoredRoster.id).where(
        col(StoredRoster.updated) < before, col(StoredRoster.owner_id).in_(gone)
    )
    found = list(session.exec(due.limit(limit)))
    session.exec(delete(StoredRoster).where(col(StoredRoster.id).in_(found)))
    return len(found)
