"""Villages of a deployment zone that the enemy holds (9.1c)."""

from muster.engine.memory import remembered
from muster.geometry.open.poses import Body, Footprint, Pose
from muster.geometry.open.terrain import any_in, is_entirely_in
from muster.rulesets.baroque.book import applies
from muster.rulesets.baroque.queries.bodies import body
from muster.rulesets.baroque.queries.ground import areas
from muster.rulesets.baroque.queries.zones import zone_of
from muster.rulesets.baroque.state import State, Terrain

VILLAGE = "village"


@remembered
def villages_lost(state: State, seat: str) -> tuple[str, ...]:
    """The villages at least partly in a side's deployment zone that the enemy holds (9.1c, R38)."""
    if not state.sides[seat].edge:
        return ()
    zone = zone_of(state, seat)
    middle = Pose((zone.left + zone.right) // 2, (zone.top + zone.bottom) // 2, 0)
    own = Body("zone", Footprint(zone.right - zone.left, zone.bottom - zone.top), middle)
    return tuple(
        t.id
        for t in state.terrain.values()
        if t.kind == VILLAGE and any_in(own, areas(state)[t.id]) and is_held(state, t, seat)
    )


def is_held(state: State, village: Terrain, seat: str) -> bool:
    """Whether an enemy unit lies wholly in a village and no own unit with any part of it (9.1c, R38)."""
    area = areas(state)[village.id]
    own = any(any_in(body(state, u), area) for u in state.on_table(seat))
    return (
        not own
        and any(is_entirely_in(body(state, u), area) for u in _units_of(state, seat))
        and applies("9.1c")
    )


def _units_of(state: State, seat: str) -> tuple[str, ...]:
    """The enemy's units; its baggage holds nothing."""
    return tuple(u for u in state.on_table(state.other(seat)) if state.card(u).type != "BAG")
