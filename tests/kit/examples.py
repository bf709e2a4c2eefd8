"""Worked examples read through a recorder: what a test never looked at, it does not prove."""

from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any, TypeAlias

import pytest

from muster.engine.tables import yaml_of

Json: TypeAlias = Any

APART = frozenset({"note", "why", "from"})
"""Words about an example, not part of it."""


class Read(Mapping[str, Json]):
    """A mapping that remembers which of its keys were read, at every depth (through lists too)."""

    def __init__(self, data: Mapping[str, Json], where: str) -> None:
        """``where`` names it in complaints."""
        self._where = where
        self._data = {k: _wrapped(v, f"{where}.{k}") for k, v in data.items()}
        self._seen: set[str] = set()

    def __getitem__(self, key: str) -> Json:
        """The value, which counts as read. Raises KeyError as a dict does."""
        value = self._data[key]
        self._seen.add(key)
        return value

    def __iter__(self) -> Iterator[str]:
        """The keys; looking at them is not reading."""
        return iter(self._data)

    def __len__(self) -> int:
        """How many keys there are."""
        return len(self._data)

    def __contains__(self, key: object) -> bool:
        """Whether there is such a key; asking is not reading."""
        return key in self._data

    def __repr__(self) -> str:
        """As the example writes it."""
        return repr(self._data)

    def unread(self) -> list[str]:
        """The keys never read, with the path to each."""
        found: list[str] = []
        for key, value in self._data.items():
            if key in APART:
                continue
            if key not in self._seen:
                found.append(f"{self._where}.{key}")
            else:
                found.extend(_unread(value))
        return found


def _wrapped(value: Json, where: str) -> Json:
    if isinstance(value, Mapping):
        return Read(value, where)
    if isinstance(value, list):
        return [_wrapped(v, f"{where}[{i}]") for i, v in enumerate(value)]
    return value


def _unread(value: Json) -> list[str]:
    if isinstance(value, Read):
        return value.unread()
    if isinstance(value, list):
        return [path for v in value for path in _unread(v)]
    return []


class Example:
    """One worked example: ``given``, ``when`` and ``then``, all of which a test has to read."""

    def __init__(self, data: Mapping[str, Json]) -> None:
        """``data`` is the entry of the examples file."""
        self.id: str = data["id"]
        self.rules: tuple[str, ...] = tuple(data["rules"])
        self.parts = {k: _wrapped(data[k], f"{self.id}.{k}") for k in ("given", "when", "then") if k in data}

    def __repr__(self) -> str:
        """Its id."""
        return self.id

    @property
    def given(self) -> Json:
        """The position."""
        return self.parts["given"]

    @property
    def when(self) -> Json:
        """What is done."""
        return self.parts["when"]

    @property
    def then(self) -> Json:
        """What follows."""
        return self.parts["then"]

    def check_read(self) -> None:
        """Raises AssertionError naming every key that nobody read."""
        unread = [path for value in self.parts.values() for path in _unread(value)]
        assert not unread, f"The test never read: {', '.join(unread)}"


def load_examples(path: Path) -> list[Example]:
    """The examples of a file. Raises ValueError where two have one id."""
    entries: Sequence[Mapping[str, Json]] = yaml_of(path.read_text(encoding="utf-8"))["examples"]
    ids = [e["id"] for e in entries]
    twice = sorted({i for i in ids if ids.count(i) > 1})
    if twice:
        raise ValueError(f"{path.name}: these ids stand more than once: {', '.join(twice)}")
    return [Example(e) for e in entries]


def example_params(path: Path, *, marked: bool = True) -> list[Any]:
    """Parameters for ``@pytest.mark.parametrize``, each marked with the example's rules."""
    return [
        pytest.param(e, id=e.id, marks=[pytest.mark.rule(*e.rules)] if marked else [])
        for e in load_examples(path)
    ]
