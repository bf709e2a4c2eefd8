"""A stored match, put in motion again by its rules."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

import orjson

from muster.core.logging import get_logger
from muster.engine.match import Match, Step
from muster.engine.records import Head, Row, effective
from muster.engine.refusals import Refusal
from muster.engine.ruleset import AnyRuleset
from muster.engine.undoing import put_back_row
from muster.matches.audiences import Audiences
from muster.matches.models import StoredMatch
from muster.matches.service import Loaded

log = get_logger(__name__)


def resume(ruleset: AnyRuleset, head: Head, loaded: Loaded) -> tuple[Match[Any], Step]:
    """Replay what is stored, or begin; the step holds what still has to be stored.

    After an upgrade the rules may no longer ask what they asked, or fall over where they did not. Then the match is put
    back to its newest rest point from which they lead on, by a row with a notice. A match that is over stays over.
    """
    rows, snapshots = loaded.rows, loaded.snapshots
    if not rows:
        return Match[Any].start(ruleset, head)
    try:
        return Match[Any].resume(ruleset, head, rows, snapshots)
    except Exception as fault:
        if loaded.head.status == "finished":
            raise
        found = _put_back(ruleset, head, loaded)
        if found is None:
            raise
        row, match, missing = found
        log.warning(
            "a match was put back to a rest point",
            match=loaded.head.id,
            made_with=f"{head.ruleset} {head.ruleset_version}",
            rules=ruleset.version,
            rows=row.position - (row.to or 0),
            reason=f"{type(fault).__name__}: {fault}"[:300],
        )
        return match, Step((row, *missing.rows), missing.snapshots)


def _put_back(ruleset: AnyRuleset, head: Head, loaded: Loaded) -> tuple[Row, Match[Any], Step] | None:
    """The match at its newest rest point from which the rules lead on, with the row that says so; None: at none."""
    alive = {r.position for r in effective(loaded.rows)}
    for rest in sorted(loaded.snapshots, key=lambda s: s.position, reverse=True):
        if rest.position not in alive:
            continue
        row = put_back_row(loaded.rows[-1].position + 1, rest.position + 1)
        try:
            match, missing = Match[Any].resume(ruleset, head, [*loaded.rows, row], loaded.snapshots)
        except Exception:
            log.info(
                "a rest point did not serve", match=loaded.head.id, position=rest.position, exc_info=True
            )
            continue
        return row, match, missing
    return None


@dataclass(frozen=True, slots=True)
class Opening:
    """A match put in motion by its rules, and what has to be stored of that."""

    match: Match[Any]
    step: Step
    audiences: Audiences
    finals: Mapping[str, bytes]


def no_rules(stored: StoredMatch) -> Refusal:
    """The refusal for a match that goes on by rules which this server does not have."""
    return Refusal(
        "no_rules",
        f"The rules of this match ({stored.ruleset_title}, version {stored.ruleset_version}) are not on this server. "
        "Nothing of it is lost; it goes on when they are back.",
    )


def put_in_motion(ruleset: AnyRuleset, head: Head, loaded: Loaded) -> Opening:
    """Resume or begin, with what its audiences see."""
    match, step = resume(ruleset, head, loaded)
    audiences = Audiences(match, orjson.dumps(ruleset.table(head.setup)))
    # It may have ended without that anybody could be shown the end: then nothing was stored of that yet.
    finals = audiences.end()[1] if match.result is not None else {}
    return Opening(match, step, audiences, finals)
