"""Villages of a deployment zone that the enemy holds (9.1c)."""

from muster.engine.memory import remembered
from muster.geometry.open.poses import Body, Footprint, Pose
from muster.geometry.open.terrain import any_in
from muster.rulesets.baroque.book import applies
from muster.rulesets.baroque.queries.ground import areas
from muster.rulesets.baroque.queries.holding import holder
from muster.rulesets.baroque.queries.zones import zone_of
from muster.rulesets.baroque.state import State

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
        if t.kind == VILLAGE and any_in(own, areas(state)[t.id]) and _is_lost(state, t.id, seat)
    )


def _is_lost(state: State, village: str, seat: str) -> bool:
    return holder(state, village) == state.other(seat) and applies("9.1c")
