"""States to bytes and back: plain dataclasses whose fields are JSON-clean.

Fields come in the order of their class and mappings in their own order, which is part of the state: rules go through
mappings, so a state that was loaded must go through them as the one that was dumped did.
"""

import hashlib
from dataclasses import fields
from typing import Any, get_type_hints

import orjson
from pydantic import TypeAdapter


def packed(written: bytes) -> bytes:
    """The same bytes in room of their own size, for whatever is kept: orjson leaves its own in far more."""
    return bytes(memoryview(written))


def dump(state: object, *, leave_out: frozenset[str] = frozenset({"setup"})) -> bytes:
    """All fields of a state but the fixed ones, as JSON."""
    body = {f.name: getattr(state, f.name) for f in fields(state) if f.name not in leave_out}  # type: ignore[arg-type]
    return packed(orjson.dumps(body, option=orjson.OPT_NON_STR_KEYS))


def state_hash(data: bytes) -> str:
    """The hash that rest points carry (32 hex digits)."""
    return hashlib.sha256(data).hexdigest()[:32]


_ADAPTERS: dict[str, dict[str, TypeAdapter[Any]]] = {}


def _adapters(kind: type[Any], leave_out: frozenset[str]) -> dict[str, TypeAdapter[Any]]:
    name = f"{kind.__module__}.{kind.__qualname__}"
    if name not in _ADAPTERS:
        _ADAPTERS[name] = {
            n: TypeAdapter(hint) for n, hint in get_type_hints(kind).items() if n not in leave_out
        }
    return _ADAPTERS[name]


def load_fields(
    kind: type[Any], data: bytes, *, leave_out: frozenset[str] = frozenset({"setup"})
) -> dict[str, Any]:
    """The typed field values that :func:`dump` wrote for a state of that class."""
    adapters = _adapters(kind, leave_out)
    return {
        name: adapters[name].validate_python(value, strict=False)
        for name, value in orjson.loads(data).items()
    }
