"""What every contact brings with it, and that contacts end (7.1a, 7.2.3)."""

from collections.abc import Iterable

from muster.geometry.open.poses import touches
from muster.rulesets.baroque.book import applies
from muster.rulesets.baroque.events.contacts import Parted
from muster.rulesets.baroque.queries.bodies import body
from muster.rulesets.baroque.queries.kinds_of_troops import has_flanks
from muster.rulesets.baroque.queries.obstacles import costs_order
from muster.rulesets.baroque.rules.common import Battle, disorder
from muster.rulesets.baroque.state import Contact, State


def part_contacts(game: Battle) -> None:
    """End every contact whose bases no longer touch, or of which one is gone.

    To be called whenever somebody who was in contact has moved or has left the table.
    """
    over = tuple((c.by, c.on) for c in game.state.contacts if not _holds(game.state, c))
    if over:
        game.apply(Parted(over))


def _holds(state: State, contact: Contact) -> bool:
    here = all(state.units[u].pose is not None for u in (contact.by, contact.on))
    return here and touches(body(state, contact.by), body(state, contact.on)) and applies("7.1a")


def flank_disorder(game: Battle, contacts: Iterable[Contact]) -> None:
    """Whoever has just been met on flank or rear is Disordered at once, but for an Early Tercio (7.2.3b, 7.2.3c)."""
    for contact in contacts:
        if contact.impact != "flank":
            continue
        if has_flanks(game.state.card(contact.on)) and applies("7.2.3b"):
            disorder(game, contact.on, "it was met on flank or rear", "7.2.3b")


def obstacle_disorder(game: Battle, contacts: Iterable[Contact]) -> None:
    """Whoever has just come into contact over a linear obstacle is Disordered, also if it did not cross it (3.1.4k)."""
    for contact in contacts:
        if costs_order(game.state, contact):
            disorder(game, contact.by, "it came into contact over an obstacle", "3.1.4k")
