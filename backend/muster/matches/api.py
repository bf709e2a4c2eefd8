"""Routes of a single match."""

import asyncio
from importlib.metadata import version
from typing import Annotated, Any, TypeAlias

import orjson
from fastapi import APIRouter, Depends
from starlette.requests import HTTPConnection, Request
from starlette.responses import Response

from muster.accounts.api import Caller, InContext
from muster.core.context import limited_as
from muster.engine.ids import SPECTATORS
from muster.engine.refusals import Refusal
from muster.matches import repository, service
from muster.matches.hub import Hub
from muster.matches.record import record_of
from muster.matches.resuming import no_rules
from muster.matches.schemas import MatchSummary, Record
from muster.matches.summary import summary
from muster.protocol.edge import WithCatalog
from muster.protocol.problems import too_fast

router = APIRouter(prefix="/api/matches", tags=["matches"])


def hub_of(connection: HTTPConnection) -> Hub:
    """The matches in memory."""
    hub: Hub = connection.app.state.hub
    return hub


WithHub: TypeAlias = Annotated[Hub, Depends(hub_of)]


@router.get("/{match_id}")
def get_match(match_id: str, context: InContext, me: Caller) -> MatchSummary:
    """A match as everybody may see it."""
    with context.database.read() as session:
        return summary(session=session, match_id=match_id, person_id=me, secret=context.secret)


@router.get("/{match_id}/table")
async def get_table(match_id: str, context: InContext, catalog: WithCatalog) -> Any:
    """The fixed table of a match, for a board."""

    def read() -> Any:
        with context.database.read() as session:
            stored = repository.get_match(session, match_id)
            if stored is None:
                raise service.no_such_match()
            if (final := repository.final_of(session, match_id, SPECTATORS)) is not None:
                return orjson.loads(final)["table"]
            ruleset = catalog.find(stored.ruleset)
            if ruleset is None:
                raise no_rules(stored)
            return ruleset.table(stored.setup)

    return await asyncio.to_thread(read)


@router.get("/{match_id}/record", response_model=Record, responses={304: {"model": None}})
def get_record(match_id: str, request: Request, response: Response, context: InContext) -> Any:
    """The whole record of a finished match, with its secret. Asked for again with its ``ETag`` it is not made again."""
    with context.database.read() as session:
        head = repository.get_match(session, match_id)
        if head is None:
            raise service.no_such_match()
        if head.status != "finished":
            raise Refusal(
                "not_over",
                "The record with its secret is shown when the match is over; until then it would tell too much.",
            )
        # What is over changes no more; a mended server may write it in another form.
        headers = {
            "etag": f'"{match_id}-{head.updated.timestamp():.0f}-{version("muster")}"',
            "cache-control": "no-cache",
        }
        known = [
            tag.strip().removeprefix("W/") for tag in request.headers.get("if-none-match", "").split(",")
        ]
        if headers["etag"] in known:
            return Response(status_code=304, headers=headers)
        wait = context.records.take(limited_as(request))
        if wait > 0:
            raise too_fast(wait, "Too many records were asked for from this address.")
        response.headers.update(headers)
        return record_of(service.load(session=session, match_id=match_id))
