"""Typed answers, and how the JSON of an answer body is read without trusting it."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, TypeAlias

from muster.engine.refusals import Refusal

Json: TypeAlias = Any
Point: TypeAlias = tuple[int, int]
Pose: TypeAlias = tuple[int, int, int]
"""Centre and heading on the open table: units of the table, and hundredths of a degree from 0 to 35999."""


@dataclass(frozen=True, slots=True)
class Pick:
    """One chosen option, with the answer to what it needed (None where it needed nothing)."""

    key: str
    given: Any = None


@dataclass(frozen=True, slots=True)
class Picks:
    """The options chosen, in the order given."""

    picks: tuple[Pick, ...]

    @property
    def one(self) -> Pick:
        """The only pick of a request that asks for exactly one."""
        (pick,) = self.picks
        return pick


@dataclass(frozen=True, slots=True)
class Path:
    """The squares (or waypoints) entered in order, the start left out; ``heading`` in hundredths of a degree."""

    points: tuple[Point, ...]
    heading: int | None = None


@dataclass(frozen=True, slots=True)
class Placing:
    """Where each piece goes (its lowest-coordinate corner square, or its centre)."""

    at: Mapping[str, Point]


@dataclass(frozen=True, slots=True)
class Course:
    """One movement on the open table: the way's key, its length in units, the bearing (hundredths of a degree)."""

    way: str
    length: int
    bearing: int = 0


@dataclass(frozen=True, slots=True)
class Poses:
    """Where each body lies on the open table."""

    at: Mapping[str, Pose]


@dataclass(frozen=True, slots=True)
class Slots:
    """How many of the things to allocate went into each slot."""

    counts: Mapping[str, int]


def bad(text: str, **numbers: int | str) -> Refusal:
    """The refusal of a malformed answer. Never repeats what was sent: it may be anything."""
    return Refusal("bad_answer", text, numbers=numbers)


def read_mapping(body: Json, what: str) -> Mapping[str, Json]:
    """An object from JSON."""
    if not isinstance(body, Mapping):
        raise bad(f"The answer to {what} must be an object.")
    return body  # pyright: ignore[reportUnknownVariableType]


def read_int(value: Json, what: str) -> int:
    """A whole number from JSON (true, 3.0 and "3" are refused)."""
    if isinstance(value, bool) or not isinstance(value, int) or abs(value) > 1_000_000:
        raise bad(f"{what} must be a whole number.")
    return value


def read_point(value: Json, what: str) -> Point:
    """A point ``[x, y]`` from JSON."""
    if not isinstance(value, Sequence) or isinstance(value, str) or len(value) != 2:  # pyright: ignore[reportUnknownArgumentType]
        raise bad(f"{what} must be a pair [x, y].")
    return read_int(value[0], what), read_int(value[1], what)


def read_pose(value: Json, what: str) -> Pose:
    """A pose ``[x, y, heading]`` from JSON."""
    if not isinstance(value, Sequence) or isinstance(value, str) or len(value) != 3:  # pyright: ignore[reportUnknownArgumentType]
        raise bad(f"{what} must be given as [x, y, heading].")
    x, y, heading = (read_int(v, what) for v in value)  # pyright: ignore[reportUnknownVariableType]
    if not 0 <= heading < 36_000:
        raise bad(f"{what}: the heading must be 0 to 35999 hundredths of a degree.")
    return x, y, heading
