"""What a match leaves behind: journal rows, snapshots at rest points, and the head with its fixed facts."""

import json
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, fields
from typing import Any, Literal, TypeAlias, cast

from muster.engine.refusals import ReplayMismatch

Json: TypeAlias = Any
RowKind: TypeAlias = Literal["begin", "answer", "chance", "undo", "withdraw", "prefer", "close"]


@dataclass(frozen=True, slots=True)
class Row:
    """One entry of the append-only journal.

    ``answer`` is the body as understood (for chance: ``draw``, ``values``, ``sides``, ``why``), ``batch`` the position
    at which a sealed batch was asked, ``rest`` the state's hash where the row led to a rest point, ``to`` (undo only)
    the position of the first row that no longer counts.
    """

    position: int
    kind: RowKind
    seat: str
    asked: str
    rule_path: str
    digest: str
    answer: Json
    batch: int | None = None
    client_id: str | None = None
    events: tuple[Json, ...] = ()
    rest: str | None = None
    to: int | None = None


@dataclass(frozen=True, slots=True)
class Snapshot:
    """A state at a rest point: what the rows up to ``position`` led to, before the next activation began."""

    position: int
    state: bytes
    hash: str


@dataclass(frozen=True, slots=True)
class Head:
    """The fixed facts of a match: versions, setup (options, map, cards: a full copy) and the source of its chance."""

    ruleset: str
    engine_version: str
    ruleset_version: str
    setup: Json
    secret: bytes = field(repr=False)
    contributions: dict[str, bytes]


def same_json(one: Json, other: Json) -> bool:
    """Whether two values are the same JSON: keys in any order, but 1 is neither 1.0 nor true."""
    return json.dumps(one, sort_keys=True) == json.dumps(other, sort_keys=True)


def differing(one: Row, other: Row) -> list[str]:
    """The names of the fields in which two rows differ."""
    return [f.name for f in fields(Row) if not same_json(getattr(one, f.name), getattr(other, f.name))]


def drawn_number(row: Row) -> int | None:
    """The draw number of a row of chance, or None where it states none."""
    if not isinstance(row.answer, Mapping):
        return None
    draw = cast(Mapping[str, Json], row.answer).get("draw")
    return draw if type(draw) is int else None


def effective(rows: Iterable[Row]) -> list[Row]:
    """The rows that count after all undos, in order (undo rows themselves left out)."""
    kept: list[Row] = []
    for row in rows:
        if row.kind == "undo":
            kept = without(kept, row)
        else:
            kept.append(row)
    return kept


def without(kept: Iterable[Row], undo: Row) -> list[Row]:
    """The rows that still count after one undo.

    Standing answers outlive it: they are wishes about the future, and mostly somebody else's.
    """
    to = undo.to
    if to is None:
        raise ReplayMismatch(f"Row {undo.position} takes something back without saying what.")
    return [r for r in kept if r.position < to or r.kind == "prefer"]


def draws_used(rows: Iterable[Row]) -> int:
    """How many draw numbers are used up; undone ones stay used."""
    used = 0
    for row in rows:
        if row.kind == "chance":
            used = max(used, int(row.answer["draw"]) + 1)
    return used


def last_valid(snapshots: Sequence[Snapshot], kept: Iterable[Row]) -> Snapshot | None:
    """The newest snapshot whose rows are all among those that count."""
    alive = {r.position for r in kept}
    valid = [s for s in snapshots if s.position in alive]
    return max(valid, key=lambda s: s.position, default=None)
