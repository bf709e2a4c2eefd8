"""Routes of persons, and who calls."""

import asyncio
from datetime import timedelta
from typing import Annotated, TypeAlias

from fastapi import APIRouter, Depends, Response
from starlette.requests import HTTPConnection

from muster.accounts import repository, service
from muster.accounts.models import Person
from muster.accounts.schemas import Me, MeChange
from muster.core.context import Context, context_of, limited_as
from muster.core.security import same_origin
from muster.protocol.problems import FOREIGN, too_fast

router = APIRouter(prefix="/api", tags=["persons"])

COOKIE = "muster_session"
YEAR_SECONDS = 365 * 24 * 60 * 60
SEEN_AGAIN = timedelta(hours=1)

InContext: TypeAlias = Annotated[Context, Depends(context_of)]


def caller(connection: HTTPConnection) -> str | None:
    """The id in the session's cookie, if it is ours. Whether that person is still known is for the database to say."""
    return context_of(connection).sessions.read(connection.cookies.get(COOKIE))


Caller: TypeAlias = Annotated[str | None, Depends(caller)]


def _note_seen(context: Context, person_id: str) -> bool:
    with context.database.write() as session:
        known = service.note_seen(session=session, person_id=person_id, now=context.clock.now())
        session.commit()
    return known


def person(connection: HTTPConnection, response: Response, context: InContext) -> Person:
    """The person who calls; a new guest where there is none yet (a row, and a cookie that points to it).

    Nobody becomes a guest for the sake of somebody else's page, which could fill the database from every visitor's
    address.
    """
    known = caller(connection)
    if known is not None:
        with context.database.read() as session:
            found = repository.get(session, known)
        lately = found is not None and context.clock.now() - found.seen <= SEEN_AGAIN
        if found is not None and (lately or _note_seen(context, found.id)):
            return found
    if not same_origin(connection.headers, context.settings.allowed_origins):
        raise FOREIGN.fresh()
    wait = context.guests.take(limited_as(connection))
    if wait > 0:
        raise too_fast(wait, "Too many new guests from this address.")
    with context.database.write() as session:
        guest = service.new_guest(session=session, now=context.clock.now())
        session.commit()
        session.refresh(guest)
        session.expunge(guest)
    response.set_cookie(
        COOKIE,
        context.sessions.sign(guest.id),
        max_age=YEAR_SECONDS,
        httponly=True,
        samesite="lax",
        secure=connection.url.scheme == "https",
        path="/",
    )
    return guest


ByPerson: TypeAlias = Annotated[Person, Depends(person)]


def _me(found: Person) -> Me:
    return Me(id=found.id, kind=found.kind, name=found.name)


@router.get("/me")
def me(found: ByPerson) -> Me:
    """Who am I? Makes a guest of somebody who comes for the first time."""
    return _me(found)


@router.patch("/me")
async def change_me(change: MeChange, found: ByPerson, context: InContext) -> Me:
    """Take another name."""

    def store() -> Person:
        with context.database.write() as session:
            renamed = service.rename(session=session, person_id=found.id, name=change.name)
            session.commit()
            session.refresh(renamed)
            session.expunge(renamed)
            return renamed

    renamed = await asyncio.to_thread(store)
    context.on_rename(renamed.id, renamed.name)
    return _me(renamed)
