"""Skirmishers and artillery are swept away by whoever reaches them (7.7, 7.8)."""

from muster.rulesets.baroque.book import applies
from muster.rulesets.baroque.queries.ground import stands_entirely_in
from muster.rulesets.baroque.rules.common import Battle, eliminate
from muster.rulesets.baroque.rules.contacts import part_contacts
from muster.rulesets.baroque.state import State, UnitId


def disperse(game: Battle, by: UnitId) -> tuple[UnitId, ...]:
    """Remove the skirmishers and guns among those whom a unit has just met; who they were (7.7a, 7.8a).

    Whoever repulsed the unit by defensive fire is no longer in contact with it, and so survives (7.7c, 7.8b).
    """
    met = [c.on for c in game.state.contacts if c.by == by and c.arrival]
    found = [(unit, rule) for unit in met if (rule := dispersed_by(game.state, by, unit))]
    for unit, rule in found:
        eliminate(game, unit, "dispersed", rule)
    if found:
        part_contacts(game)
    return tuple(unit for unit, _ in found)


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
