"""Rallying and leaving the field: what a unit may do before anything else (4.1.2, 2.5.1.1)."""

from muster.rulesets.baroque.book import all_apply, applies
from muster.rulesets.baroque.queries.command import forced_rally_dice
from muster.rulesets.baroque.state import Acting, State, UnitId


def may_rally(state: State, unit: UnitId, acting: Acting) -> bool:
    """Whether a unit may try to rally: Disordered, not in melee, nothing done before (4.1.2a, 8.1.9a)."""
    body = state.units[unit]
    if not body.disordered or state.in_melee(unit) or acting.did:
        return False
    return not (body.unruly and applies("8.1.9a")) and applies("4.1.2a")


def may_force_rally(state: State, unit: UnitId, acting: Acting) -> bool:
    """Whether its leader may try a forced rally: the rally has just failed, and he is heard (4.1.2c, 4.1.2d)."""
    failed = acting.did == ("rally",) and state.units[unit].disordered
    return failed and forced_rally_dice(state, unit) > 0 and all_apply(("4.1.2c", "4.1.2d"))


def may_withdraw(state: State, unit: UnitId, acting: Acting) -> bool:
    """Whether a unit may try to leave the table: not in melee, nothing done but a rally (2.5.1.1a, 2.5.1.1c)."""
    if state.in_melee(unit) or not applies("2.5.1.1a"):
        return False
    if state.units[unit].disordered and not applies("2.5.1.1c"):
        return False
    return acting.did in ((), ("rally",))
