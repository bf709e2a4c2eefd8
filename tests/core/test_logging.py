import json
import logging

import pytest

from muster.core.clock import SystemClock
from muster.core.logging import configure_logging, get_logger
from muster.core.settings import Settings


def test_our_lines_and_the_libraries_lines_are_one_json_object_each(
    capsys: pytest.CaptureFixture[str],
) -> None:
    configure_logging(Settings(log_format="json"))
    get_logger("muster.test").info("match loaded", match="m1")
    logging.getLogger("uvicorn.error").warning("a %s line", "library's", extra={"color_message": "twice"})
    get_logger("muster.test").debug("not asked for")
    ours, theirs = (json.loads(line) for line in capsys.readouterr().err.splitlines())
    assert (ours["event"], ours["match"], ours["level"], ours["logger"]) == (
        "match loaded",
        "m1",
        "info",
        "muster.test",
    )
    assert (theirs["event"], theirs["level"]) == ("a library's line", "warning")
    assert "color_message" not in theirs
    assert ours["timestamp"].endswith("Z")


def test_a_fault_is_logged_with_where_it_happened(capsys: pytest.CaptureFixture[str]) -> None:
    configure_logging(Settings(log_format="json"))
    try:
        raise ValueError("seven")
    except ValueError:
        get_logger("muster.test").exception("could not count")
    (line,) = capsys.readouterr().err.splitlines()
    assert "ValueError: seven" in json.loads(line)["exception"]


def test_the_clock_gives_utc() -> None:
    now = SystemClock().now()
    assert now.tzinfo is not None
    assert now.utcoffset() is not None
    assert not now.utcoffset()
