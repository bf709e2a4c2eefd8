"""A match begins, a match is over: told to whoever watches the server, as a line of the log and a count."""

from collections.abc import Sequence

from muster.core import metrics
from muster.core.logging import get_logger
from muster.matches.models import StoredMatch, StoredSeat

log = get_logger(__name__)


def say_stage(stored: StoredMatch, seats: Sequence[StoredSeat], status: str | None) -> None:
    """``status`` is what has just been stored; None says nothing."""
    if status == "running":
        metrics.BEGUN.labels(stored.ruleset).inc()
        bots = sum(s.kind == "bot" for s in seats)
        log.info(
            "a match begins",
            match=stored.id,
            ruleset=stored.ruleset,
            scenario=stored.scenario,
            persons=len(seats) - bots,
            bots=bots,
        )
    elif status == "finished":
        reason = stored.result["reason"]
        metrics.OVER.labels(stored.ruleset, reason).inc()
        log.info("a match is over", match=stored.id, ruleset=stored.ruleset, reason=reason)
