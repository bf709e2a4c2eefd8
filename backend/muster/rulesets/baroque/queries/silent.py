"""Why units that one might expect to answer a deed are not offered: shown beside those that may."""

from collections.abc import Iterator, Sequence

from muster.engine.explain import Reason
from muster.engine.requests import Option
from muster.rulesets.baroque.queries.countering import no_countercharge
from muster.rulesets.baroque.queries.deeds import Deed
from muster.rulesets.baroque.queries.evading import no_evasion, up_to
from muster.rulesets.baroque.queries.replies import CHARGES
from muster.rulesets.baroque.queries.running import meetings
from muster.rulesets.baroque.queries.status import no_reaction
from muster.rulesets.baroque.state import State, UnitId


def silent(state: State, deed: Deed, offered: Sequence[Option]) -> tuple[Reason, ...]:
    """Who is struck and may neither countercharge nor evade, or not both, and who has no reaction left (4.1.3)."""
    return tuple(_silent(state, deed, {o.key for o in offered}, {o.piece for o in offered}))


def _silent(state: State, deed: Deed, keys: set[str], answering: set[UnitId | None]) -> Iterator[Reason]:
    struck = _struck(state, deed)
    for unit in state.on_table(state.other(state.card(deed.unit).seat)):
        if state.card(unit).type == "BAG":
            continue
        if unit in struck:
            reasons = [
                no_countercharge(state, unit, deed.path)
                if deed.path is not None and deed.kind in CHARGES and f"counter:{unit}" not in keys
                else None,
                no_evasion(state, unit, deed.unit, up_to(deed.path, struck[unit]) if deed.path else None)
                if f"evade:{unit}" not in keys
                else None,
            ]
            yield from (r for r in reasons if r is not None)
        elif unit not in answering and not state.in_melee(unit):
            reason = no_reaction(state, unit)
            if reason is not None:
                yield reason


def _struck(state: State, deed: Deed) -> dict[UnitId, int]:
    """Whom a charge would contact, after how many units of its way, or the target of a shot."""
    if deed.kind in CHARGES and deed.path is not None:
        return {h.unit: h.length for h in meetings(state, deed.path)}
    return {deed.target: 0} if deed.kind == "shot" and deed.target is not None else {}
