"""Who is swept away by whoever reaches it (7.7a, 7.8a)."""

from muster.rulesets.baroque.book import applies
from muster.rulesets.baroque.queries.ground import stands_entirely_in
from muster.rulesets.baroque.state import State, UnitId


def dispersed_by(state: State, by: UnitId, unit: UnitId) -> str:
    """The rule by which a unit is dispersed when another one reaches it, or nothing.

    Artillery by any enemy in any terrain (7.8a); skirmishers by who has impetus, unless they lie entirely in Difficult
    terrain, where they fight (7.7a).
    """
    card = state.card(unit)
    if card.type == "ART" and applies("7.8a"):
        return "7.8a"
    if card.type != "S" or state.card(by).impetus < 1:
        return ""
    return "" if stands_entirely_in(state, unit, "difficult") or not applies("7.7a") else "7.7a"
