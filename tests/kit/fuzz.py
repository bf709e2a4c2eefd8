"""Values from a JSON Schema, nearly right and quite wrong: what the fuzzing tests send to the server."""

import json
from collections.abc import Callable, Mapping
from copy import deepcopy
from dataclasses import dataclass
from typing import Any, Literal, TypeAlias

from hypothesis import strategies as st
from hypothesis.strategies import SearchStrategy

Json: TypeAlias = Any
Schema: TypeAlias = Mapping[str, Any]

ODD_TEXTS = ("", " ", "\x00", "\u202e", "\ud800", "ß" * 70, "../..", "<b>", "1e999", "🐎")
ODD_NUMBERS = (
    0,
    -1,
    1,
    2**31,
    2**53 + 1,
    2**63,
    -(2**64),
    10**40,
    0.5,
    -0.0,
    1e308,
    float("inf"),
    float("nan"),
)

ODD: SearchStrategy[Json] = st.recursive(
    st.none()
    | st.booleans()
    | st.sampled_from(ODD_NUMBERS)
    | st.sampled_from(ODD_TEXTS)
    | st.text(max_size=8),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=5), inner, max_size=3),
    max_leaves=6,
)
"""Any JSON, with a liking for what trips programs."""


def fitting(schema: Schema, root: Schema) -> SearchStrategy[Json]:
    """Values that a schema allows; ``root`` is the document in which its references are looked up.

    Raises LookupError for a part of JSON Schema that the interface does not use so far.
    """
    if "$ref" in schema:
        found: Json = root
        for word in str(schema["$ref"]).removeprefix("#/").split("/"):
            found = found[word]
        return st.deferred(lambda: fitting(found, root))
    for word in ("anyOf", "oneOf"):
        if word in schema:
            return st.one_of(*(fitting(part, root) for part in schema[word]))
    if "const" in schema:
        return st.just(schema["const"])
    if "enum" in schema:
        return st.sampled_from(list(schema["enum"]))
    if "type" not in schema:
        return ODD
    return _of_type(schema, root)


def _of_type(schema: Schema, root: Schema) -> SearchStrategy[Json]:
    match schema["type"]:
        case "null":
            return st.none()
        case "boolean":
            return st.booleans()
        case "integer":
            return st.integers(schema.get("minimum", -100), schema.get("maximum", 100))
        case "number":
            return st.floats(schema.get("minimum"), schema.get("maximum"), allow_nan=False)
        case "string" if "pattern" in schema:
            most = schema.get("maxLength", 64)
            texts = st.from_regex(schema["pattern"], fullmatch=True, alphabet=st.characters(codec="ascii"))
            return texts.map(lambda text: text[:most])
        case "string":
            return st.text(min_size=schema.get("minLength", 0), max_size=schema.get("maxLength", 20))
        case "array" if "prefixItems" in schema:
            return st.tuples(*(fitting(part, root) for part in schema["prefixItems"])).map(list)
        case "array":
            return st.lists(fitting(schema.get("items", {}), root), max_size=4)
        case "object":
            return _of_object(schema, root)
        case kind:
            raise LookupError(f"A schema says {kind!r}, of which nothing is known here.")


def _of_object(schema: Schema, root: Schema) -> SearchStrategy[Json]:
    known = {name: fitting(part, root) for name, part in schema.get("properties", {}).items()}
    needed = set(schema.get("required", ()))
    fixed = st.fixed_dictionaries(
        {name: part for name, part in known.items() if name in needed},
        optional={name: part for name, part in known.items() if name not in needed},
    )
    more = schema.get("additionalProperties")
    if not isinstance(more, Mapping) and more is not True:
        return fixed
    names = fitting({"type": "string", **schema.get("propertyNames", {"maxLength": 8})}, root)
    others = st.dictionaries(names, ODD if more is True else fitting(more, root), max_size=3)
    return st.builds(lambda a, b: {**b, **a}, fixed, others)


@dataclass(frozen=True, slots=True)
class Bend:
    """How to spoil a value, whatever it is: so that what is drawn never depends on what a server happens to ask."""

    turns: tuple[int, ...]
    deeper: tuple[bool, ...]
    deed: Literal["odd", "lost", "more"]
    odd: Json
    name: str

    def __call__(self, fitting_value: Json) -> Json:
        """The value, of which one place is lost, renamed or replaced by something odd."""
        value = deepcopy(fitting_value)
        holder: Json = value
        for turn, deeper in zip(self.turns, self.deeper, strict=True):
            keys: list[Json] = list(holder) if isinstance(holder, dict) else list(range(len(holder)))
            key = keys[turn % len(keys)]
            inner = holder[key]
            if deeper and isinstance(inner, dict | list) and inner:
                holder = inner
                continue
            if self.deed == "lost":
                del holder[key]
            elif self.deed == "more" and isinstance(holder, dict):
                holder[self.name] = self.odd
            else:
                holder[key] = self.odd
            break
        return value


DEPTH = 5
_BENDS = st.builds(
    Bend,
    st.tuples(*[st.integers(0, 59)] * DEPTH),
    st.tuples(*[st.booleans()] * (DEPTH - 1), st.just(value=False)),
    st.sampled_from(("odd", "lost", "more")),
    ODD,
    st.text(max_size=6),
)


def bends() -> SearchStrategy[Callable[[Json], Json]]:
    """Ways to spoil a value; one that has no places becomes something odd."""
    return _BENDS.map(
        lambda bend: lambda value: bend(value) if isinstance(value, dict | list) and value else bend.odd
    )


def bent(values: SearchStrategy[Json]) -> SearchStrategy[Json]:
    """A fitting value, of which one place is lost, renamed or replaced by something odd."""
    return st.builds(lambda value, bend: bend(value), values, bends())


def sent(values: SearchStrategy[Json]) -> SearchStrategy[Json]:
    """What is worth sending: mostly fitting or bent, sometimes anything."""
    return st.one_of(values, bent(values), bent(values), ODD)


def as_text(value: Json) -> str:
    """JSON in ASCII: half characters and numbers that JSON does not have included, as a hostile sender writes them."""
    return json.dumps(value, ensure_ascii=True)


_HOPELESS = {
    "nothing": "",
    "half an object": "{",
    "deep lists": "[" * 50_000,
    "deep objects": '{"t":' * 10_000,
    "a very long number": "1" * 5_000,
    "half a character": '"\\ud800"',
    "half a word": "nul",
    "a control character": "\x00",
    "a key twice": '{"t":"ping","t":"hello"}',
}

HOPELESS = st.sampled_from(sorted(_HOPELESS)).map(_HOPELESS.__getitem__)
"""Texts that are no JSON, or such as readers of JSON have stumbled over."""
