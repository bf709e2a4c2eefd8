"""A view as canonical JSON, kept part by part: after a step only what has changed is written again, and then hashed."""

import hashlib
from collections.abc import Mapping
from typing import Any, TypeAlias

import orjson

from muster.engine.codec import packed
from muster.engine.views import RECORDS, View

Json: TypeAlias = Any


def canonical(value: Json) -> bytes:
    """JSON with the keys of every object in order.

    The detour over plain dicts is needed: orjson leaves the fields of a dataclass in the order of its definition.
    """
    return packed(orjson.dumps(orjson.loads(orjson.dumps(value)), option=orjson.OPT_SORT_KEYS))


class Canonical:
    """The view that a feed has reached. A client computes the same hash from what it holds."""

    def __init__(self) -> None:
        """Nothing is written yet: the first patch is the whole view."""
        self._entries: dict[str, dict[str, bytes]] = {}
        self._parts: dict[str, bytes] = {}

    def update(self, view: View, patch: Mapping[str, Json]) -> None:
        """Go on to a view that a patch leads to."""
        for name, change in patch.items():
            value = getattr(view, name)
            if name in RECORDS:
                self._parts[name] = self._record(name, value, change)
            else:
                self._parts[name] = canonical(value)

    def _record(self, name: str, value: Mapping[str, Json], change: Mapping[str, Json]) -> bytes:
        entries = self._entries.setdefault(name, {})
        for key in change:
            if key in value:
                entries[key] = orjson.dumps(key) + b":" + canonical(value[key])
            else:
                del entries[key]
        return b"{" + b",".join(entries[key] for key in sorted(entries)) + b"}"

    @property
    def hash(self) -> str:
        """What a client can compare: 16 hex digits over the view as JSON with all keys in order."""
        whole = b",".join(b'"%b":%b' % (name.encode(), part) for name, part in sorted(self._parts.items()))
        return hashlib.sha256(b"{" + whole + b"}").hexdigest()[:16]
