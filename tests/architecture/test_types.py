"""The browser's types are those of the protocol as it is now."""

import subprocess
from pathlib import Path

import orjson

from muster.protocol.__main__ import document, http_document
from tests.kit.house import ROOT

FRONTEND = ROOT / "frontend"
WRITTEN = FRONTEND / "src" / "protocol" / "types.ts"


def test_the_browsers_types_are_up_to_date(tmp_path: Path) -> None:
    protocol, types = tmp_path / "protocol.json", tmp_path / "types.ts"
    protocol.write_bytes(orjson.dumps(document(http_document()), option=orjson.OPT_SORT_KEYS))
    command = ["npm", "run", "--silent", "types", "--", str(protocol), "-o", str(types)]
    made = subprocess.run(command, cwd=FRONTEND, capture_output=True, text=True, check=False)
    assert made.returncode == 0, made.stdout + made.stderr
    assert types.read_text() == WRITTEN.read_text(), "run `make types`"
