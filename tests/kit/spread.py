"""How the tests are spread over several processes: one by one, but a file that makes something for all of its tests
stays whole, so that it is made once.

The groups of pytest-xdist are no help: it notes them in the ids of the tests, which pytest no longer lets it change.
"""

import re
from functools import cache
from pathlib import Path
from typing import Any

import pytest
from xdist.scheduler import LoadScopeScheduling

_FOR_A_FILE = re.compile(r"^@pytest\.fixture\(scope=\"module\"\)", re.MULTILINE)


@cache
def stays_whole(file: Path) -> bool:
    """Whether a file of tests has a fixture that all of them share."""
    return _FOR_A_FILE.search(file.read_text(encoding="utf-8")) is not None


@pytest.hookimpl(optionalhook=True)
def pytest_xdist_make_scheduler(config: pytest.Config, log: Any) -> Any:
    """Take the place of what `--dist=loadgroup` would choose."""

    def unit(nodeid: str) -> str:
        path = nodeid.partition("::")[0]
        return path if stays_whole(config.rootpath / path) else nodeid

    if config.getoption("dist") != "loadgroup":
        return None
    # In the order of collection: what runs an event loop of its own must come before the browser's in any process.
    config.option.loadscopereorder = False
    scheduler = LoadScopeScheduling(config, log)
    scheduler._split_scope = unit
    return scheduler
