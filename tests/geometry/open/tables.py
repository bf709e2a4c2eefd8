"""Bases anywhere, and the motions of a table under which every verdict must stay."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from hypothesis import strategies as st

from muster.geometry.open.angles import FULL, Point
from muster.geometry.open.poses import Body, Footprint, Pose, Side

BU = 600
LINE = Footprint(1200, 400)
SQUARE = Footprint(1200, 1200)
GUN = Footprint(400, 300)

FOOTPRINTS = st.sampled_from([LINE, Footprint(1200, 240), Footprint(1200, 800), SQUARE, GUN])
HEADINGS = st.one_of(st.integers(0, FULL - 1), st.sampled_from([0, 4500, 9000, 13500, 18000, 27000, 31500]))
SPREAD = st.integers(-3000, 3000)


def poses(spread: st.SearchStrategy[int] = SPREAD) -> st.SearchStrategy[Pose]:
    return st.builds(Pose, spread, spread, HEADINGS)


def bodies(name: str, spread: st.SearchStrategy[int] = SPREAD) -> st.SearchStrategy[Body]:
    return st.builds(Body, st.just(name), FOOTPRINTS, poses(spread))


def body(name: str, x: int, y: int, heading: int = 0, footprint: Footprint = LINE) -> Body:
    return Body(name, footprint, Pose(x, y, heading))


@dataclass(frozen=True)
class Motion:
    """A motion of the whole table."""

    name: str
    place: Callable[[int, int], Point]
    heading: Callable[[int], int]
    mirrors: bool = False

    def pose(self, pose: Pose) -> Pose:
        return Pose(*self.place(pose.x, pose.y), self.heading(pose.heading) % FULL)

    def body(self, body: Body) -> Body:
        return body.at(self.pose(body.pose))

    def side(self, side: Side) -> Side:
        if not self.mirrors:
            return side
        return {Side.LEFT: Side.RIGHT, Side.RIGHT: Side.LEFT}.get(side, side)

    def bearing(self, bearing: int) -> int:
        return -bearing % FULL if self.mirrors else bearing


MOTIONS = [
    Motion("moved", lambda x, y: (x + 1237, y - 461), lambda h: h),
    Motion("turned", lambda x, y: (-y, x), lambda h: h + 9000),
    Motion("turned round", lambda x, y: (-x, -y), lambda h: h + 18000),
    Motion("mirrored", lambda x, y: (-x, y), lambda h: -h, mirrors=True),
    Motion("flipped", lambda x, y: (x, -y), lambda h: 18000 - h, mirrors=True),
]
