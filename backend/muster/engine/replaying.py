"""What a journal's rows are held to when a match is rebuilt, and how live play writes the same."""

import re
from collections.abc import Sequence
from typing import Any, TypeAlias, cast

from muster.engine.codec import state_hash
from muster.engine.events import event_json
from muster.engine.game import ChanceAsk
from muster.engine.play import Tick
from muster.engine.records import Row, Snapshot, differing
from muster.engine.refusals import Refusal, ReplayMismatch

Json: TypeAlias = Any

WINDOW_MODES = ("always", "relevant", "not_this_turn")
_WINDOW_NAME = re.compile(r"[a-z0-9_.-]{1,40}")
_LED = frozenset({"kind", "seat", "asked", "rule_path", "digest", "rest"})


def compare(row: Row, replayed: Row) -> None:
    """Stop where a recorded row and its replay differ in anything at all."""
    wrong = differing(row, replayed)
    if not _LED.isdisjoint(wrong):
        raise ReplayMismatch(f"Row {row.position} led to another position than it did in play.")
    if "events" in wrong:
        raise ReplayMismatch(f"Row {row.position} led to other events than it did in play.")
    if wrong:
        raise ReplayMismatch(f"Row {row.position} is not written as in play: other {', '.join(wrong)}.")


def compare_rest(row: Row, first: Tick, snapshot: Snapshot) -> None:
    """Stop where a snapshot is not the rest point of its row, or the next activation begins otherwise.

    What is stored counts, not what these rules would store: newer ones may know a fact more about the same position.
    """
    if not state_hash(snapshot.state) == snapshot.hash == row.rest:
        raise ReplayMismatch(f"The snapshot at row {row.position} is not the position that the row led to.")
    events = tuple(map(event_json, first.events))
    if tuple(row.events)[len(row.events) - len(events) :] != events:
        raise ReplayMismatch(f"Row {row.position} led to other events than it did in play.")


def check_preference(window: str, mode: str) -> None:
    """Refuse a standing answer that is none."""
    if mode not in WINDOW_MODES:
        raise Refusal("bad_answer", f"A preference is one of: {', '.join(WINDOW_MODES)}.")
    if not _WINDOW_NAME.fullmatch(window):
        raise Refusal("bad_answer", "A preference names the window that a question came from.")


def chance_answer(ask: ChanceAsk, draw: int, values: Sequence[int]) -> Json:
    """What chance answers, as the journal keeps it."""
    return {"draw": draw, "values": list(values), "sides": ask.sides, "why": ask.why}


def is_possible(ask: ChanceAsk, values: Json) -> bool:
    """Whether chance can have answered so."""
    if not isinstance(values, list | tuple):
        return False
    found = cast(Sequence[Json], values)
    if any(type(v) is not int for v in found):
        return False
    if ask.kind == "shuffle":
        return sorted(found) == list(range(ask.count))
    return len(found) == ask.count and all(1 <= v <= ask.sides for v in found)
