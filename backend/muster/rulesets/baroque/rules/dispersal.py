"""Skirmishers and artillery are swept away by whoever reaches them (7.7, 7.8)."""

from muster.rulesets.baroque.queries.dispersing import dispersed_by
from muster.rulesets.baroque.rules.common import Battle, eliminate
from muster.rulesets.baroque.rules.contacts import part_contacts
from muster.rulesets.baroque.state import UnitId


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
