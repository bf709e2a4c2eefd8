"""Who holds a piece of ground: a village of a deployment zone, or the goal of a battlefield (9.1c, 9.1f, R38)."""

from muster.engine.memory import remembered
from muster.geometry.open.terrain import any_in, is_entirely_in
from muster.rulesets.baroque.battlefields import Goal
from muster.rulesets.baroque.book import applies
from muster.rulesets.baroque.queries.bodies import body
from muster.rulesets.baroque.queries.ground import areas
from muster.rulesets.baroque.state import State


@remembered
def holder(state: State, piece: str) -> str:
    """The seat of which a unit lies wholly in a piece of terrain, and no enemy with any part in it; empty for nobody.

    Baggage holds nothing, but it keeps others from holding.
    """
    area = areas(state)[piece]
    inside = {seat: [u for u in state.on_table(seat) if any_in(body(state, u), area)] for seat in state.seats}
    for seat, own in inside.items():
        whole = any(state.card(u).type != "BAG" and is_entirely_in(body(state, u), area) for u in own)
        if whole and not inside[state.other(seat)]:
            return seat
    return ""


# ------------------------------------------------------------------------------------------------ the goal
def goal_of(state: State) -> Goal | None:
    """The goal that decides this battle in place of the general rules; None on most battlefields (9.1f, R154)."""
    goal = state.setup.field.goal
    return goal if goal is not None and applies("9.1f") else None


def goal_name(state: State, goal: Goal) -> str:
    """The goal by the name of its ground."""
    return state.terrain[goal.piece].label


def held_for(state: State, seat: str) -> int:
    """At how many ends of turns in a row a side has held the goal by now (R154)."""
    return state.held if state.holder == seat else 0
