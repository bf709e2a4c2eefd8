"""In what state a unit is: Fresh or Exhausted, in order or not, able to react at all."""

from muster.engine.explain import Reason
from muster.rulesets.baroque.book import applies
from muster.rulesets.baroque.cards import Card
from muster.rulesets.baroque.state import State, UnitId


def is_exhausted(state: State, unit: UnitId) -> bool:
    """Whether less than half of the printed VBU is left (2.5.1a)."""
    return 2 * state.vbu(unit) < state.card(unit).vbu and applies("2.5.1a")


def exhausted_at(card: Card) -> int:
    """The VBU at which a unit is Exhausted: less than half of what is printed (2.5.1a)."""
    return (card.vbu - 1) // 2


def is_fresh(state: State, unit: UnitId) -> bool:
    """Whether it is not Exhausted (2.5.1a)."""
    return not is_exhausted(state, unit)


def is_spent(state: State, unit: UnitId) -> bool:
    """Whether no VBU is left, so that it routs (2.3c, 2.5.2)."""
    return state.vbu(unit) <= 0 and applies("2.3c")


def no_reaction(state: State, unit: UnitId) -> Reason | None:
    """Why a unit can make no reaction of any kind this turn; None where it may try one that its own rule allows.

    Exhausted units (2.5.1d), those that have tried one (2.5.4), are in melee (4.1.3i) or fell back from one this turn
    (5.7d), and baggage (2.8c) make none. Evasion is no reaction (R8).
    """
    body, name = state.units[unit], state.name(unit)
    if body.pose is None:
        return Reason(f"{name}: no longer on the table.", "baroque.2.5.4")
    if state.card(unit).type == "BAG" and applies("2.8c"):
        return Reason("Baggage never reacts.", "baroque.2.8c")
    if body.reacted and applies("2.5.4"):
        return Reason(f"{name} already tried to react this turn.", "baroque.2.5.4")
    if state.in_melee(unit) and applies("4.1.3i"):
        return Reason(f"{name}: in melee.", "baroque.4.1.3i")
    if body.fell_back and applies("5.7d"):
        return Reason(f"{name} broke off a melee this turn.", "baroque.5.7d")
    if is_exhausted(state, unit) and applies("2.5.1d"):
        return Reason(f"{name}: Exhausted.", "baroque.2.5.1d")
    return None
