"""Routes of rosters: lists and checks for builders, and what somebody keeps. Only the owner sees a roster."""

import asyncio
import re
from collections.abc import Callable
from typing import Any

from fastapi import APIRouter
from sqlmodel import Session
from starlette.responses import Response

from muster.accounts.api import ByPerson, Caller, InContext
from muster.core.context import Context
from muster.protocol.edge import WithCatalog
from muster.rosters import repository, service
from muster.rosters.models import StoredRoster
from muster.rosters.schemas import (
    Draft,
    NewRoster,
    RosterChange,
    RosterCheck,
    RosterFile,
    RosterSummary,
    SavedRoster,
    report_out,
    saved_out,
    summary_out,
)
from muster.rulesets.catalog import Catalog

router = APIRouter(prefix="/api/rosters", tags=["rosters"])


async def _kept(context: Context, catalog: Catalog, work: Callable[[Session], StoredRoster]) -> SavedRoster:
    """Do it in one transaction, and say what there is then."""

    def store() -> StoredRoster:
        with context.database.write() as session:
            stored = work(session)
            session.commit()
            session.refresh(stored)
            session.expunge(stored)
            return stored

    stored = await asyncio.to_thread(store)
    return saved_out(stored, service.report_of(catalog, stored))


# ------------------------------------------------------------------ building
@router.get("/{ruleset_id}/lists")
def get_lists(ruleset_id: str, catalog: WithCatalog) -> Any:
    """What a builder of that game's rosters needs: lists, prices, ready rosters."""
    return service.tools_of(catalog.get(ruleset_id)).catalogue()


@router.post("/{ruleset_id}/check")
def post_check(ruleset_id: str, draft: Draft, catalog: WithCatalog) -> RosterCheck:
    """What the rules say of a roster; nothing is kept."""
    return report_out(service.tools_of(catalog.get(ruleset_id)).report(draft.roster))


# ------------------------------------------------------------------ keeping
@router.get("")
def get_rosters(me: Caller, context: InContext, catalog: WithCatalog) -> list[RosterSummary]:
    """My rosters, the last changed first."""
    if me is None:
        return []
    with context.database.read() as session:
        found = repository.headings(session, me)
    return [summary_out(r, service.brief_of(context.database, catalog, me, r)) for r in found]


@router.post("", status_code=201)
async def post_roster(new: NewRoster, me: ByPerson, context: InContext, catalog: WithCatalog) -> SavedRoster:
    """Keep a roster; it may have faults."""
    return await _make(context, catalog, me.id, new.ruleset, new.name, new.roster)


@router.post("/import", status_code=201)
async def post_import(
    file: RosterFile, me: ByPerson, context: InContext, catalog: WithCatalog
) -> SavedRoster:
    """Keep a roster from a file."""
    return await _make(context, catalog, me.id, file.ruleset, file.name, file.roster)


async def _make(
    context: Context, catalog: Catalog, owner_id: str, ruleset_id: str, name: str, body: Any
) -> SavedRoster:
    ruleset = catalog.get(ruleset_id)

    def work(session: Session) -> StoredRoster:
        return service.make(
            session=session,
            owner_id=owner_id,
            ruleset=ruleset,
            name=name,
            body=body,
            most=context.settings.rosters_per_person,
            now=context.clock.now(),
        )

    return await _kept(context, catalog, work)


@router.get("/{roster_id}")
def get_roster(roster_id: str, me: Caller, context: InContext, catalog: WithCatalog) -> SavedRoster:
    """A roster of mine."""
    with context.database.read() as session:
        stored = service.load(session=session, owner_id=me, roster_id=roster_id)
        session.expunge(stored)
    return saved_out(stored, service.report_of(catalog, stored))


@router.put("/{roster_id}")
async def put_roster(
    roster_id: str, change: RosterChange, me: ByPerson, context: InContext, catalog: WithCatalog
) -> SavedRoster:
    """Keep a changed roster in place of the one that I saw."""

    def work(session: Session) -> StoredRoster:
        return service.change(
            session=session,
            owner_id=me.id,
            roster_id=roster_id,
            catalog=catalog,
            version=change.version,
            name=change.name,
            body=change.roster,
            now=context.clock.now(),
        )

    return await _kept(context, catalog, work)


@router.post("/{roster_id}/copy", status_code=201)
async def post_copy(roster_id: str, me: ByPerson, context: InContext, catalog: WithCatalog) -> SavedRoster:
    """Keep a roster of mine a second time."""

    def work(session: Session) -> StoredRoster:
        return service.copy(
            session=session,
            owner_id=me.id,
            roster_id=roster_id,
            catalog=catalog,
            most=context.settings.rosters_per_person,
            now=context.clock.now(),
        )

    return await _kept(context, catalog, work)


@router.delete("/{roster_id}", status_code=204)
async def delete_roster(roster_id: str, me: ByPerson, context: InContext) -> Response:
    """Delete a roster of mine."""

    def store() -> None:
        with context.database.write() as session:
            service.remove(session=session, owner_id=me.id, roster_id=roster_id)
            session.commit()

    await asyncio.to_thread(store)
    return Response(status_code=204)


@router.get("/{roster_id}/export")
def get_export(roster_id: str, me: Caller, context: InContext, response: Response) -> RosterFile:
    """A roster of mine as a file."""
    with context.database.read() as session:
        stored = service.load(session=session, owner_id=me, roster_id=roster_id)
        name = re.sub(r"[^a-z0-9]+", "-", stored.name.lower()).strip("-") or "roster"
        response.headers["content-disposition"] = f'attachment; filename="{name}.json"'
        return RosterFile(ruleset=stored.ruleset, name=stored.name, roster=stored.body)
