"""The open table as the board draws it; terrain comes with the view, for it may come and go before the battle."""

from collections.abc import Iterator
from typing import Any, Final, TypeAlias

from muster.rulesets.baroque.battlefields import kinds
from muster.rulesets.baroque.cards import BU
from muster.rulesets.baroque.queries.victory import BAGGAGE_LOST
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
    """Size and unit, kinds of terrain with their recipes, decor, the goal, what wins.

    Whose zone is which, a die decides later.
    """
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
        "aim": {"text": aim(setup), "rule": "baroque.9.1d" if setup.field.goal is None else "baroque.9.1f"},
        "terms": terms(setup),
    }


def aim(setup: Setup) -> str:
    """What wins, at once and when time is up (9.1d, 9.1f, R45, R154)."""
    goal, turns = setup.field.goal, setup.options.turns
    last = f"After turn {turns}" if turns else ""
    if goal is None:
        now = (
            "Bring the enemy army's number at the top to 0 by the end of a turn: then it is routed and loses"
        )
        late = (
            f"{last} the army with the larger share of its number left wins; equal shares draw."
            if last
            else ""
        )
    else:
        name = next(t.label for t in setup.field.terrain if t.id == goal.piece)
        now = (
            f"Hold {name} at the ends of {count(goal.turns, 'turn')} in a row: "
            "a unit of yours wholly on it and no enemy on any part of it"
        )
        late = f"{last} whoever holds it then wins; if nobody does, it is a draw." if last else ""
    return f"{now}. {late or 'There is no last turn.'}"


def terms(setup: Setup) -> list[str]:
    """What is taken off, and who loses besides (9.1b, R11, R154)."""
    off = (
        "A unit's worth (VD) is taken off once when it is Exhausted, twice when it is lost"
        " (one that withdrew Exhausted: once)"
    )
    if setup.field.goal is None:
        rest = f"lost baggage takes off {BAGGAGE_LOST}, each of your villages in enemy hands 1"
        return [f"{off}; {rest}.", "An army without a unit on the table loses. Both at once: a draw."]
    return [
        f"{off}. That breaks commands, but does not decide this battle.",
        "An army without a unit on the table loses. Both at once: a draw.",
    ]


def _goals(setup: Setup) -> Iterator[Json]:
    """The ground that the battle is about, with what it takes to win by it (9.1f)."""
    goal = setup.field.goal
    for piece in setup.field.terrain:
        if goal is not None and piece.id == goal.piece:
            name = f"{piece.label}: hold it {count(goal.turns, 'turn')} in a row"
            yield {"id": GOAL, "name": name, "seat": None, "outline": piece.outline}
