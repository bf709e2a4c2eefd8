"""Plain data that remembers its line: the common ground of a YAML map file and a stored JSON map."""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Final, cast

import yaml

from muster.geometry.grid.squaremap import Fault, MapError

MAX_TEXT: Final = 100_000
"""Characters of a map file, at most."""

MAX_PHRASE: Final = 80
"""Characters of a name or another phrase in a map, at most."""


@dataclass(frozen=True, slots=True)
class Node:
    """A value with the line on which it stands (0 when it has none).

    `value` is None, a bool, an int, a float, a str, a list of nodes, or a dict from str to nodes; `raw` is a scalar
    as it was written.
    """

    value: None | bool | int | float | str | list[Node] | dict[str, Node]
    line: int
    raw: str = ""

    @property
    def word(self) -> str:
        """How to name the value in a fault."""
        match self.value:
            case None:
                return "nothing"
            case dict():
                return "a mapping"
            case list():
                return "a list"
            case value:
                return repr(value)


def nodes_of_yaml(text: str, source: str) -> Node:
    """Parse YAML without aliases, tags or surprises. Raises MapError with the line of the fault."""
    if len(text) > MAX_TEXT:
        raise MapError(
            [Fault(source, 0, f"a map file may have {MAX_TEXT} characters, this one has {len(text)}")]
        )
    try:
        loader = yaml.SafeLoader(text)
        try:
            root = loader.get_single_node()
            if root is None:
                raise MapError([Fault(source, 0, "the file is empty")])
            return _convert(root, loader, source, set())
        finally:
            loader.dispose()
    except yaml.MarkedYAMLError as fault:
        mark = fault.problem_mark or fault.context_mark
        line = mark.line + 1 if mark else 0
        raise MapError(
            [Fault(source, line, f"not readable as YAML: {fault.problem or fault.context}")]
        ) from None
    except yaml.YAMLError as fault:
        raise MapError([Fault(source, 0, f"not readable as YAML: {fault}")]) from None
    except RecursionError:
        raise MapError([Fault(source, 0, "nested too deeply for a map")]) from None


def nodes_of_json(value: object) -> Node:
    """Wrap parsed JSON. Raises TypeError for a value that JSON does not have."""
    if isinstance(value, Mapping):
        entries = cast(Mapping[object, object], value)
        return Node({str(k): nodes_of_json(v) for k, v in entries.items()}, 0)
    if isinstance(value, list | tuple):
        return Node([nodes_of_json(v) for v in cast(Sequence[object], value)], 0)
    if value is None or isinstance(value, bool | int | float | str):
        return Node(value, 0, str(value))
    raise TypeError(f"no JSON value: {type(value).__name__}")


_SCALARS: Final = frozenset(f"tag:yaml.org,2002:{name}" for name in ("null", "bool", "int", "float"))


def _convert(node: yaml.Node, loader: yaml.SafeLoader, source: str, seen: set[int]) -> Node:
    line = node.start_mark.line + 1
    if id(node) in seen:
        # A few aliases can stand for gigabytes.
        raise MapError([Fault(source, line, "aliases are not allowed in a map; this value is used again")])
    seen.add(id(node))
    match node:
        case yaml.MappingNode():
            found: dict[str, Node] = {}
            for key, value in node.value:
                if not isinstance(key, yaml.ScalarNode):
                    raise MapError([Fault(source, key.start_mark.line + 1, "a key must be a word")])
                if key.value in found:
                    raise MapError([Fault(source, key.start_mark.line + 1, f"{key.value!r} is given twice")])
                found[key.value] = _convert(value, loader, source, seen)
            return Node(found, line)
        case yaml.SequenceNode():
            return Node([_convert(child, loader, source, seen) for child in node.value], line)
        case yaml.ScalarNode():
            value = node.value
            if node.tag in _SCALARS:
                try:
                    value = loader.construct_object(node)
                except ValueError:
                    value = node.value
            if isinstance(value, float) and not math.isfinite(value):
                raise MapError([Fault(source, line, f"{node.value} is not a number that a map can use")])
            return Node(value, line, node.value)
        case _:
            raise MapError([Fault(source, line, f"{node.tag} has no place in a map")])


class Fields:
    """Takes the keys out of one mapping; `done()` reports whatever is left as unknown."""

    def __init__(self, node: Node, what: str, faults: list[Fault], source: str) -> None:
        self.line, self.what, self.source, self._faults = node.line, what, source, faults
        self._left: dict[str, Node] = {}
        if isinstance(node.value, dict):
            self._left = dict(node.value)
            self.ok = True
        else:
            self.ok = False
            self.fault(f"{what} must be a mapping, not {node.word}")

    def fault(self, text: str, line: int | None = None) -> None:
        self._faults.append(Fault(self.source, self.line if line is None else line, text))

    def __contains__(self, key: str) -> bool:
        return key in self._left

    def peek(self, key: str) -> Node | None:
        return self._left.get(key)

    def take(self, key: str) -> Node | None:
        return self._left.pop(key, None)

    def need(self, key: str) -> Node | None:
        node = self._left.pop(key, None)
        if node is None and self.ok:
            self.fault(f"{self.what} needs {key!r}")
        return node

    def text(self, key: str, *, default: str | None = None) -> str:
        """A non-empty word or phrase; faults (and "") when it is missing without a default."""
        node = self._left.pop(key, None)
        if node is None:
            if default is None and self.ok:
                self.fault(f"{self.what} needs {key!r}, a word or phrase")
            return default or ""
        if isinstance(node.value, dict | list) or not node.raw or node.value is None:
            self.fault(f"{key!r} of {self.what} must be a word or phrase, not {node.word}", node.line)
            return default or ""
        if len(node.raw) > MAX_PHRASE:
            self.fault(f"{key!r} of {self.what} may have {MAX_PHRASE} characters", node.line)
            return default or ""
        if not node.raw.isprintable():
            self.fault(
                f"{key!r} of {self.what} holds a character that cannot be seen: {node.word}", node.line
            )
            return default or ""
        return node.raw

    def optional_text(self, key: str) -> str | None:
        node = self._left.get(key)
        if node is None or node.value is None:
            self._left.pop(key, None)
            return None
        return self.text(key) or None

    def whole(self, key: str, low: int, high: int) -> int | None:
        """A whole number from low to high, or None (with a fault unless it is simply absent)."""
        node = self._left.pop(key, None)
        if node is None or node.value is None:
            return None
        if not isinstance(node.value, int) or isinstance(node.value, bool) or not low <= node.value <= high:
            self.fault(
                f"{key!r} of {self.what} must be a whole number from {low} to {high}, not {node.word}",
                node.line,
            )
            return None
        return node.value

    def number(self, key: str) -> float | None:
        node = self._left.pop(key, None)
        if node is None or node.value is None:
            return None
        if not isinstance(node.value, int | float) or isinstance(node.value, bool):
            self.fault(f"{key!r} of {self.what} must be a number, not {node.word}", node.line)
            return None
        return node.value

    def items(self, key: str) -> Iterator[Node]:
        """The nodes of a list; nothing when it is absent."""
        node = self._left.pop(key, None)
        if node is None or node.value is None:
            return
        if not isinstance(node.value, list):
            self.fault(f"{key!r} of {self.what} must be a list, not {node.word}", node.line)
            return
        yield from node.value

    def done(self) -> None:
        for key, node in self._left.items():
            self.fault(f"{self.what}: unknown key {key!r}", node.line)
