"""`muster serve`: the web server of one node."""

import os
from argparse import ArgumentParser, Namespace
from pathlib import Path

import uvicorn

from muster.commands import Command
from muster.core.connections import http_protocol, raise_descriptor_limit
from muster.core.db import Database, database_address
from muster.core.errors import OperatorError
from muster.core.lock import only_server
from muster.core.logging import configure_logging
from muster.core.migrate import migrate
from muster.core.secret import load_secret
from muster.core.settings import Settings

# A browser that keeps its socket open must not hold up a restart for longer than this.
GOODBYE_SECONDS = 5


def add_arguments(parser: ArgumentParser) -> None:
    parser.add_argument(
        "--host", help="address to listen at (MUSTER_HOST, 127.0.0.1); 0.0.0.0 lets the local network in"
    )
    parser.add_argument("--port", type=int, help="port to listen at (MUSTER_PORT, 8000); 0 takes a free one")
    parser.add_argument(
        "--data", type=Path, help="folder of everything that must outlive the process (MUSTER_DATA, data)"
    )
    parser.add_argument("--database-url", help="not yet: another database than the embedded one")
    parser.add_argument("--redis-url", help="not yet: several processes on one set of matches")


def run(arguments: Namespace) -> int:
    for given, variable, reason in (
        (arguments.redis_url, "MUSTER_REDIS_URL", "serves its matches from a single process"),
        (
            arguments.database_url,
            "MUSTER_DATABASE_URL",
            "keeps its matches in the SQLite file of the data folder",
        ),
    ):
        if given is not None or os.environ.get(variable):
            option = "--" + variable.removeprefix("MUSTER_").lower().replace("_", "-")
            raise OperatorError(f"{option} ({variable}) cannot be used yet: this version of Muster {reason}.")
    # What is stored (secrets of running matches, sealed answers) is for this user alone.
    os.umask(0o077)
    settings = Settings.load(host=arguments.host, port=arguments.port, data=arguments.data)
    load_secret(settings.data)  # a data folder that cannot be used is said before anything starts
    with only_server(settings.data):
        _serve(settings)
    return 0


def _serve(settings: Settings) -> None:
    database = Database(database_address(settings.data))
    migrate(database.engine, settings.data)
    database.close()
    configure_logging(settings)
    raise_descriptor_limit()
    # The application is named, not imported: it stands above the command line, and uvicorn makes it in its own time.
    os.environ.update(settings.as_environment())
    uvicorn.run(
        "muster.main:served_app",
        factory=True,
        host=settings.host,
        port=settings.port,
        loop="auto",  # uvloop where there is one
        http=http_protocol(settings),
        ws="muster.core.sockets:SocketProtocol",  # uvicorn's "websockets-sansio" with a door for ready frames
        ws_per_message_deflate=False,  # 3.6 times the processor time and 3 times the memory for little
        ws_max_size=settings.socket_message_bytes,
        ws_ping_interval=settings.socket_ping_seconds,
        ws_ping_timeout=settings.socket_pong_seconds,
        # uvicorn's own default believes whatever connects from this computer.
        proxy_headers=bool(settings.proxies),
        forwarded_allow_ips=settings.proxies,
        timeout_graceful_shutdown=GOODBYE_SECONDS,
        log_config=None,
        access_log=settings.log_level == "debug",
        server_header=False,
    )


COMMAND = Command(words=("serve",), help="serve Muster to browsers", arguments=add_arguments, run=run)
