"""The open table as the board draws it; terrain comes with the view, for it may come and go before the battle."""

from typing import Any, Final, TypeAlias

from muster.rulesets.baroque.battlefields import kinds
from muster.rulesets.baroque.cards import BU
from muster.rulesets.baroque.queries.zones import Edge, zone_at
from muster.rulesets.baroque.setup import Setup

Json: TypeAlias = Any
ZONES: Final[tuple[tuple[Edge, str], ...]] = (
    ("north", "Northern deployment zone"),
    ("south", "Southern deployment zone"),
)


def table(setup: Setup) -> Json:
    """Size and unit, kinds of terrain with their recipes, decor. Whose zone is which, a die decides later."""
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
        ],
        "decor": [dict(d) for d in setup.field.decor],
    }
