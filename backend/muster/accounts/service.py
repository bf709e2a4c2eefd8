"""What can be done with persons. Nothing here commits."""

from datetime import datetime

from sqlmodel import Session

from muster.accounts import repository
from muster.accounts.models import ID_LENGTH, Person
from muster.accounts.names import MAX_NAME, guest_name
from muster.core.security import random_name
from muster.engine.names import clean_name
from muster.engine.refusals import Refusal


def new_guest(*, session: Session, now: datetime) -> Person:
    """A person who has just come in."""
    person = Person(id=random_name(ID_LENGTH), kind="guest", name=guest_name(), created=now, seen=now)
    session.add(person)
    return person


def note_seen(*, session: Session, person_id: str, now: datetime) -> bool:
    """A person is here again; False where they were removed at the same moment."""
    person = repository.get(session, person_id)
    if person is None:
        return False
    person.seen = now
    session.add(person)
    return True


def rename(*, session: Session, person_id: str, name: str) -> Person:
    """Give a person another name; raises Refusal."""
    cleaned = clean_name(name, most=MAX_NAME)
    person = repository.get(session, person_id)
    if person is None:
        raise Refusal("unknown_person", "You are not known here yet; reload the page first.")
    person.name = cleaned
    session.add(person)
    return person
