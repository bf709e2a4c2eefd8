"""The web application: every feature's routes, and the built client for all other addresses."""

import asyncio
import gc
from collections.abc import AsyncGenerator
from contextlib import asynccontextmanager
from importlib.metadata import version
from typing import Literal

from fastapi import FastAPI
from prometheus_client import CONTENT_TYPE_LATEST, generate_latest
from pydantic import BaseModel
from starlette.requests import Request
from starlette.responses import Response

from muster.accounts import api as accounts
from muster.bots.levels import levels_of
from muster.bots.runner import BotRunner, thinker
from muster.core.clock import Clock, SystemClock
from muster.core.context import Context, is_from_here, make_context
from muster.core.db import Database, database_address
from muster.core.errors import OperatorError
from muster.core.logging import configure_logging, get_logger
from muster.core.migrate import migrate
from muster.core.secret import load_secret
from muster.core.settings import Settings
from muster.core.web import ClientFiles, SecurityHeaders, client_folder, client_not_built
from muster.lobby import api as lobby
from muster.lobby.lounge import Lounge
from muster.matches import api as matches
from muster.matches import socket
from muster.matches.hub import Hub
from muster.matches.journal import Journal
from muster.matches.keeping import Keeper
from muster.protocol import problems
from muster.protocol.guard import Guard
from muster.rosters import api as rosters
from muster.rulesets.catalog import Catalog, built_in

log = get_logger(__name__)


class Health(BaseModel):
    """What a watching machine needs to know."""

    status: Literal["ok", "trouble"]
    version: str
    database: Literal["ok", "unreachable"]


def create_app(settings: Settings | None = None) -> FastAPI:
    """Put the application together. Without settings they are read from the environment.

    Makes the data folder and its secret if they are not there; opens nothing else before the server starts.
    """
    settings = settings or Settings.load()
    configure_logging(settings)
    secret = load_secret(settings.data)
    clock = SystemClock()
    database = Database(database_address(settings.data))
    context = make_context(settings, database, secret, clock)
    app = FastAPI(
        title="Muster",
        version=version("muster"),
        openapi_url="/api/openapi.json",
        # Both pages would load scripts from other people's servers.
        docs_url=None,
        redoc_url=None,
        lifespan=_lifespan,
        responses={"4XX": {"model": problems.Problem}, "5XX": {"model": problems.Problem}},
    )
    app.state.settings = settings
    app.state.secret = secret
    app.state.context = context
    app.state.catalog = _catalog(settings)
    app.state.doors = socket.Doors()
    _wire(app, context, clock)
    problems.install(app)
    app.add_middleware(Guard)
    app.add_middleware(SecurityHeaders)

    @app.get("/api/health")
    async def health(response: Response) -> Health:
        if await asyncio.to_thread(database.answers):
            return Health(status="ok", version=app.version, database="ok")
        response.status_code = 503
        return Health(status="trouble", version=app.version, database="unreachable")

    @app.get("/metrics", include_in_schema=False)
    async def metrics(request: Request) -> Response:
        if not settings.metrics_public and not is_from_here(request):
            return Response("Metrics are shown on this computer only.\n", status_code=404)
        return Response(generate_latest(), media_type=CONTENT_TYPE_LATEST)

    for feature in (accounts, rosters, lobby, matches, socket):
        app.include_router(feature.router)
    folder = client_folder(settings.client)
    if folder is None:
        log.warning("the browser client has not been built: pages are answered with 503", remedy="make build")
    # Last: it answers every address that no route above has taken.
    app.mount("/", ClientFiles(folder) if folder else client_not_built)
    return app


def served_app() -> FastAPI:
    """The application for a process of its own.

    What is there before the first request stays to the end. Looking for garbage in all of it took 50 ms each time, in
    the midst of somebody's answer; so it is left out of that.
    """
    app = create_app()
    gc.collect()
    gc.freeze()
    return app


def _catalog(settings: Settings) -> Catalog:
    catalog = built_in()
    for name in settings.further_rulesets:
        try:
            catalog.add_named(name)
        except ValueError as error:
            raise OperatorError(f"MUSTER_EXTRA_RULESETS: {error}") from error
    return catalog


def _wire(app: FastAPI, context: Context, clock: Clock) -> None:
    """Make the parts that play and let them know of each other."""
    journal = Journal(context.database, clock)
    hub = Hub(
        database=context.database,
        journal=journal,
        catalog=app.state.catalog,
        settings=context.settings,
        clock=clock,
        thinker=thinker,
    )
    bots = BotRunner(context.settings, clock)
    hub.on_change = bots.notice
    context.on_rename = hub.renamed

    def looked() -> None:
        bots.looked()
        for runner in hub.loaded():
            if runner.stored.exhibition:
                bots.notice(runner)

    app.state.keeper = Keeper(database=context.database, hub=hub, settings=context.settings, clock=clock)
    app.state.journal, app.state.hub, app.state.bots = journal, hub, bots
    app.state.lounge = Lounge(
        context=context, hub=hub, catalog=app.state.catalog, levels=levels_of, on_look=looked
    )


@asynccontextmanager
async def _lifespan(app: FastAPI) -> AsyncGenerator[None]:
    context: Context = app.state.context
    migrate(context.database.engine, context.settings.data)
    app.state.journal.start()
    app.state.hub.start()
    app.state.keeper.start()
    yield
    await app.state.keeper.stop()
    app.state.bots.stop()
    await app.state.hub.stop()
    app.state.journal.stop()
    context.database.close()
