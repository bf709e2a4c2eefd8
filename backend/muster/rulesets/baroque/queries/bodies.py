"""The bases on the table as geometry sees them, and what stands in everybody's way."""

from collections.abc import Iterable
from functools import lru_cache

from muster.engine.answers import Pose as PoseTuple
from muster.geometry.open.poses import Body, Footprint, Pose
from muster.rulesets.baroque.queries.memory import remembered_of_ground
from muster.rulesets.baroque.state import State, UnitId

RIM = 6000
"""How thick the ground outside the table is taken to be, in units: more than any base is long."""


def body_at(state: State, unit: UnitId, pose: PoseTuple) -> Body:
    """The base of a unit if it stood there."""
    card = state.card(unit)
    return _base(unit, card.frontage, card.depth, pose)


@lru_cache(maxsize=4096)
def _base(unit: UnitId, frontage: int, depth: int, pose: PoseTuple) -> Body:
    """One and the same base for positions in which it stands at the same place: it keeps its outline."""
    return Body(unit, Footprint(frontage, depth), Pose(*pose))


def body(state: State, unit: UnitId) -> Body:
    """The base of a unit where it stands (1.3)."""
    return body_at(state, unit, state.pose(unit))


def bodies(state: State, units: Iterable[UnitId]) -> list[Body]:
    """The bases of units on the table."""
    return [body(state, unit) for unit in units]


def pose_of(there: Body) -> PoseTuple:
    """A base's pose as the state keeps it."""
    return there.pose.x, there.pose.y, there.pose.heading


@remembered_of_ground
def rim(state: State) -> tuple[Body, ...]:
    """The ground outside the four edges of the table, named by edge (5.1g)."""
    wide, high = state.setup.size
    across, along = Footprint(wide + 2 * RIM, RIM), Footprint(RIM, high + 2 * RIM)
    return (
        Body("edge/north", across, Pose(wide // 2, -RIM // 2, 0)),
        Body("edge/south", across, Pose(wide // 2, high + RIM // 2, 0)),
        Body("edge/west", along, Pose(-RIM // 2, high // 2, 0)),
        Body("edge/east", along, Pose(wide + RIM // 2, high // 2, 0)),
    )
