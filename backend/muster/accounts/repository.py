"""Persons in the database."""

from collections.abc import Iterable

from sqlmodel import Session, col, select

from muster.accounts.models import Person


def get(session: Session, person_id: str) -> Person | None:
    """The person of that id."""
    return session.get(Person, person_id)


def names(session: Session, ids: Iterable[str]) -> dict[str, str]:
    """The names of several persons by id."""
    rows = session.exec(select(Person.id, Person.name).where(col(Person.id).in_(list(ids))))
    return dict(rows.all())
