"""Writes the protocol as an OpenAPI 3.1 document: ``python -m muster.protocol [file]``.

The paths are the application's own; the messages of the socket stand among the schemas.
"""

import json
import sys
from importlib import import_module
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from pydantic import TypeAdapter

from muster.core.settings import Settings
from muster.protocol.client import ClientMessage
from muster.protocol.messages import ServerMessage

TEMPLATE = "#/components/schemas/{model}"


def http_document() -> dict[str, Any]:
    """What the application says of its own routes."""
    with TemporaryDirectory() as folder:
        # Named, not imported: the application stands above the protocol.
        app = import_module("muster.main").create_app(Settings(data=Path(folder)))
        found: dict[str, Any] = app.openapi()
        return found


def document(http: dict[str, Any]) -> dict[str, Any]:
    """The application's document with the socket's messages added to its schemas."""
    adapters: list[tuple[str, Any, TypeAdapter[Any]]] = [
        ("ClientMessage", "validation", TypeAdapter(ClientMessage)),
        ("ServerMessage", "validation", TypeAdapter(ServerMessage)),
    ]
    unions, shared = TypeAdapter.json_schemas(adapters, ref_template=TEMPLATE)
    schemas: dict[str, Any] = dict(http["components"]["schemas"])
    schemas.update(shared["$defs"])
    schemas.update({name: unions[name, mode] for name, mode, _ in adapters})
    return {
        "openapi": "3.1.0",
        "info": {"title": "Muster", "version": "1"},
        "paths": http["paths"],
        "components": {"schemas": dict(sorted(schemas.items()))},
    }


def main() -> None:
    """Write it."""
    text = json.dumps(document(http_document()), indent=1, sort_keys=True) + "\n"
    if len(sys.argv) > 1:
        Path(sys.argv[1]).write_text(text, encoding="utf-8")
    else:
        sys.stdout.write(text)


if __name__ == "__main__":
    main()
