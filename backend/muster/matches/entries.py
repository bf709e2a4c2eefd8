"""What of a step is stored, beside its rows."""

from collections.abc import Sequence
from typing import Any

from muster.engine.match import Match, Step
from muster.engine.records import Snapshot
from muster.matches.models import StoredMatch

SNAPSHOTS_BEFORE_PRUNING = 8
KEPT_SNAPSHOTS = 4


def changes_of(stored: StoredMatch, match: Match[Any]) -> dict[str, Any]:
    """What changes in the head of the match with its end."""
    result = match.result
    if result is None or stored.status == "finished":
        return {}
    told = {"winner": result.winner, "reason": result.reason, "text": result.text}
    return {"status": "finished", "result": told}


def pruned(
    positions: Sequence[int], new: Sequence[Snapshot]
) -> tuple[tuple[Snapshot, ...], int | None, list[int]]:
    """The new snapshots to be kept, the position before which stored ones are forgotten, the positions of all then."""
    all_positions = [*positions, *(s.position for s in new)]
    forget = None
    if len(all_positions) > SNAPSHOTS_BEFORE_PRUNING:
        all_positions = all_positions[-KEPT_SNAPSHOTS:]
        forget = all_positions[0]
    return tuple(s for s in new if forget is None or s.position >= forget), forget, all_positions


def may_be_noticed(match: Match[Any], step: Step) -> bool:
    """Whether others may notice a step: nobody is asked in secret, and it is no part of a batch still sealed."""
    sealed = match.held or any(p.answered for p in match.play.parts)
    return not sealed and any(r.kind not in ("prefer", "withdraw") for r in step.rows)
