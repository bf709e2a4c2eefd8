"""The open table as the board draws it; terrain comes with the view, for it may come and go before the battle."""

from collections.abc import Iterator
from typing import Any, Final, TypeAlias

from muster.rulesets.baroque.battlefields import kinds
from muster.rulesets.baroque.cards import BU
from muster.rulesets.baroque.queries.words import count
from muster.rulesets.baroque.queries.zones import Edge, zone_at
from muster.rulesets.baroque.setup import Setup

Json: TypeAlias = Any
GOAL: Final = "goal"
ZONES: Final[tuple[tuple[Edge, str], ...]] = (
    ("north", "Northern deployment zone"),
    ("south", "Southern deployment zone"),
)


def table(setup: Setup) -> Json:
    """Size and unit, kinds of terrain with their recipes, decor, the goal. Whose zone is which, a die decides later."""
    goals = tuple(_goals(setup))
    return {
        "form": "open",
        "id": setup.field.id,
        "name": setup.field.title,
        "size": list(setup.size),
        "unit": {"size": BU, "one": "BU", "many": "BU"},
        "kinds": {"terrain": kinds().wire()},
        "zones": [
            {"id": edge, "name": name, "seat": None, "outline": zone_at(setup.size, edge).outline}
            for edge, name in ZONES
        ]
        + list(goals),
        "goals": [goal["id"] for goal in goals],
        "decor": [dict(d) for d in setup.field.decor],
    }


def _goals(setup: Setup) -> Iterator[Json]:
    """The ground that the battle is about, with what it takes to win by it (9.1f)."""
    goal = setup.field.goal
    for piece in setup.field.terrain:
        if goal is not None and piece.id == goal.piece:
            name = f"{piece.label}: hold it {count(goal.turns, 'turn')} in a row"
            yield {"id": GOAL, "name": name, "seat": None, "outline": piece.outline}
