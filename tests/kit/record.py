"""The record of a match as the server would write it, without a server."""

import hashlib
from dataclasses import asdict
from typing import Any, TypeAlias

import orjson

from muster.engine.chance import secret_hash
from muster.engine.match import Match

Json: TypeAlias = Any


def record_document(match: Match[Any]) -> dict[str, Json]:
    """The document, made anew from JSON."""
    head, result = match.head, match.result
    chosen = head.setup.get("options", head.setup)
    document = {
        "format": "muster-record-1",
        "id": "kit",
        "ruleset": head.ruleset,
        "engine_version": head.engine_version,
        "ruleset_version": head.ruleset_version,
        "options": {name: chosen[name] for name in match.ruleset.options.model_fields},
        "setup": head.setup,
        "setup_hash": hashlib.sha256(orjson.dumps(head.setup, option=orjson.OPT_SORT_KEYS)).hexdigest(),
        "secret": head.secret.hex(),
        "secret_hash": secret_hash(head.secret),
        "contributions": {s: c.hex() for s, c in head.contributions.items()},
        "result": asdict(result) if result is not None else None,
        "rows": [asdict(row) for row in match.rows],
    }
    made: dict[str, Json] = orjson.loads(orjson.dumps(document))
    return made
