"""Structured logs: one event and its fields a line, from our own code and from the libraries alike."""

import logging
import sys
from typing import Any

import structlog

from muster.core.settings import Settings

# Lines that these write below the level are nobody's business but a debugger's; for the last two anybody who reaches
# the port could fill the disk with them.
_QUIET = {
    "asyncio": logging.WARNING,
    "httpx": logging.WARNING,
    "watchfiles": logging.WARNING,
    "uvicorn.http": logging.ERROR,
    "uvicorn.socket": logging.ERROR,
}


def configure_logging(settings: Settings) -> None:
    """Send every log line of the process to standard error in the form that the settings ask for.

    May be called again: the last call counts. Library loggers (uvicorn among them) lose their own handlers.
    """
    shared: list[structlog.typing.Processor] = [
        structlog.contextvars.merge_contextvars,
        structlog.stdlib.add_log_level,
        structlog.stdlib.add_logger_name,
        structlog.processors.TimeStamper(fmt="iso", utc=True),
        structlog.processors.StackInfoRenderer(),
    ]
    structlog.configure(
        processors=[
            structlog.stdlib.filter_by_level,
            *shared,
            structlog.stdlib.PositionalArgumentsFormatter(),
            structlog.stdlib.ProcessorFormatter.wrap_for_formatter,
        ],
        logger_factory=structlog.stdlib.LoggerFactory(),
        wrapper_class=structlog.stdlib.BoundLogger,
        cache_logger_on_first_use=False,
    )
    last: list[structlog.typing.Processor]
    if settings.log_format == "json":
        last = [structlog.processors.format_exc_info, structlog.processors.JSONRenderer()]
    else:
        # Plain tracebacks: the rich ones print local variables, secrets among them, and take seconds to draw.
        plain = structlog.dev.plain_traceback
        last = [structlog.dev.ConsoleRenderer(colors=sys.stderr.isatty(), exception_formatter=plain)]
    handler = logging.StreamHandler(sys.stderr)
    handler.setFormatter(
        structlog.stdlib.ProcessorFormatter(
            foreign_pre_chain=[*shared, structlog.stdlib.ExtraAdder()],
            processors=[
                _without_uvicorn_copy,
                structlog.stdlib.ProcessorFormatter.remove_processors_meta,
                *last,
            ],
        )
    )
    root = logging.getLogger()
    root.handlers = [handler]
    root.setLevel(settings.log_level.upper())
    for name in ("uvicorn", "uvicorn.error", "uvicorn.access"):
        library = logging.getLogger(name)
        library.handlers = []
        # Lines of requests are for whoever debugs: an invitation's address is its key.
        library.propagate = name != "uvicorn.access" or settings.log_level == "debug"
    for name, level in _QUIET.items():
        logging.getLogger(name).setLevel(level)


def get_logger(name: str) -> structlog.stdlib.BoundLogger:
    """A logger whose methods take an event in a few plain words and fields: `log.info("match loaded", match=id)`."""
    logger: structlog.stdlib.BoundLogger = structlog.stdlib.get_logger(name)
    return logger


def _without_uvicorn_copy(_: Any, __: str, event: structlog.typing.EventDict) -> structlog.typing.EventDict:
    """uvicorn repeats its message with terminal colours in a field of its own."""
    event.pop("color_message", None)
    return event
