"""Ways of a base: straight in any direction, a wheel about a front corner, and turns on the spot.

A way is measured in whole units: a straight one by its length, a wheel by the arc of the outer front corner, which is
the angle in radians times the frontage. Poses on a way are rounded from its start, so that a mirrored or moved table
gives mirrored or moved poses.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import pairwise
from math import acos, ceil, degrees, hypot, pi
from typing import Final, Literal, TypeAlias

import numpy as np

from muster.geometry.open.angles import (
    FULL,
    HALF,
    QUARTER,
    Ring,
    Spot,
    Values,
    all_rounded,
    heading_of,
    ring,
    rounded,
    turn_of,
    turned,
)
from muster.geometry.open.hulls import Bounds, Hull
from muster.geometry.open.poses import Body, Pose, Side
from muster.geometry.open.sweeps import Span, gliding, turning

AHEAD: Final = 0
RIGHTWARD: Final = QUARTER
BACK: Final = HALF
LEFTWARD: Final = 3 * QUARTER
"""Bearings of a straight way, measured from the heading."""

ARC_ERROR: Final = 0.25
"""So far may a drawn arc lie inside the true one, in units."""
ON: Final = 0.05
"""A wheel is followed by so many radians past its end, to learn whether it would go into what it touches there."""


@dataclass(frozen=True)
class Glide:
    """A straight way without turning; ``travel`` is the heading along which the base goes."""

    body: Body
    travel: int
    length: int

    def __post_init__(self) -> None:
        """Raises ValueError for a negative length or a heading outside 0 to 35999."""
        _checked(self.length)
        if not 0 <= self.travel < FULL:
            raise ValueError(f"a heading lies between 0 and {FULL - 1}, not at {self.travel}")

    @cached_property
    def way(self) -> Spot:
        """The direction on the table, of length one."""
        c, s = turn_of(self.travel)
        return s, -c

    def pose_at(self, length: int) -> Pose:
        """Where the base is after that much of the way."""
        start = self.body.pose
        return Pose(
            start.x + rounded(self.way[0] * length), start.y + rounded(self.way[1] * length), start.heading
        )

    def places(self, lengths: Sequence[int]) -> Values:
        """:meth:`pose_at` for many lengths: a row of x, y, cosine and sine of the heading for each."""
        start, (c, s) = self.body.pose, turn_of(self.body.pose.heading)
        found = np.empty((len(lengths), 4))
        far = np.array(lengths, dtype=np.float64)
        found[:, 0], found[:, 1] = (
            start.x + all_rounded(self.way[0] * far),
            start.y + all_rounded(self.way[1] * far),
        )
        found[:, 2:] = c, s
        return found

    def spans(self, other: Hull, depth: float) -> list[Span]:
        """The stretches on which the base overlaps an outline so deep; they go on before the start and past the end."""
        found = gliding(self.body.hull, other, self.way, depth)
        return [found] if found else []

    @cached_property
    def swept(self) -> tuple[Spot, ...]:
        """The outline of all that the base passes over, exactly."""
        dx, dy = self.way[0] * self.length, self.way[1] * self.length
        corners, faces = self.body.corners, self.body.hull.faces
        ahead = [nx * dx + ny * dy > 0 for nx, ny, _ in faces]
        found: list[Spot] = []
        for i, (x, y) in enumerate(corners):
            before, after = ahead[i - 1], ahead[i]
            if not before or not after:
                found.append((x, y))
            if before or after:
                # Clockwise: what the move leaves behind comes first where the leading edges begin.
                found.insert(len(found) - (1 if before and not after else 0), (x + dx, y + dy))
        return tuple(found)

    @cached_property
    def bounds(self) -> Bounds:
        """The box round all that the base passes over."""
        return Hull(self.swept).bounds

    @property
    def area_rate(self) -> float:
        """At most so much of the base, in square units, enters anything on one unit of the way."""
        nx, ny = -self.way[1], self.way[0]
        out = [nx * x + ny * y for x, y in self.body.corners]
        return max(out) - min(out)


@dataclass(frozen=True)
class Wheel:
    """A wheel forward about the left or right front corner; ``length`` is the arc of the other front corner."""

    body: Body
    about: Literal[Side.LEFT, Side.RIGHT]
    length: int

    def __post_init__(self) -> None:
        """Raises ValueError for a negative length or more than a quarter turn."""
        _checked(self.length)
        most = quarter_arc(self.body.footprint.frontage)
        if self.length > most:
            raise ValueError(
                f"a wheel turns by a quarter at most: {most} units of this base, not {self.length}"
            )

    @property
    def sense(self) -> int:
        """1 clockwise, -1 the other way."""
        return 1 if self.about is Side.RIGHT else -1

    @property
    def pivot(self) -> Spot:
        """The corner that stays."""
        return self.body.corners[1 if self.about is Side.RIGHT else 0]

    def angle(self, length: float) -> float:
        """The turn in radians after that much of the arc."""
        return min(length / self.body.footprint.frontage, pi / 2)

    def pose_at(self, length: int) -> Pose:
        """Where the base is after that much of the arc; the heading is rounded first, then the centre."""
        start, print_ = self.body.pose, self.body.footprint
        turn = self.sense * rounded(degrees(self.angle(length)) * 100)
        heading = (start.heading + turn) % FULL
        right, forward = self.sense * print_.frontage / 2, print_.depth / 2
        (c, s), (k, z) = turn_of(start.heading), turn_of(heading)
        dx = (right * c + forward * s) - (right * k + forward * z)
        dy = (right * s - forward * c) - (right * z - forward * k)
        return Pose(start.x + rounded(dx), start.y + rounded(dy), heading)

    def places(self, lengths: Sequence[int]) -> Values:
        """:meth:`pose_at` for many lengths: a row of x, y, cosine and sine of the heading for each."""
        poses = [self.pose_at(length) for length in lengths]
        return np.array([(p.x, p.y, *turn_of(p.heading)) for p in poses])

    def spans(self, other: Hull, depth: float) -> list[Span]:
        """The stretches on which the base overlaps an outline so deep, from 0 to a little past the end."""
        most, frontage = self.angle(self.length) + ON, self.body.footprint.frontage
        found = turning(self.body.hull, other, self.pivot, self.sense, most, depth)
        return [(first * frontage, last * frontage) for first, last in found]

    @cached_property
    def swept(self) -> tuple[Spot, ...]:
        """The outline of all that the base passes over; its arc lies at most :data:`ARC_ERROR` inside the true one."""
        turn, pivot, right = self.sense * self.angle(self.length), self.pivot, self.about is Side.RIGHT
        # From the pivot clockwise or against it: outer front, outer rear, inner rear.
        outer, far, inner = [self.body.corners[i] for i in ((0, 3, 2) if right else (1, 2, 3))]
        reach = hypot(far[0] - pivot[0], far[1] - pivot[1])
        steps = max(1, ceil(abs(turn) / (2 * acos(1 - ARC_ERROR / reach))))
        arc = [turned(far, pivot, turn * (steps - i) / steps) for i in range(steps + 1)]
        found = [pivot, turned(outer, pivot, turn), *arc, inner]
        return tuple(reversed(found)) if right else tuple(found)

    @cached_property
    def bounds(self) -> Bounds:
        """The box round all that the base passes over."""
        return Hull(self.swept).bounds

    @property
    def area_rate(self) -> float:
        """At most so much of the base, in square units, enters anything on one unit of the arc."""
        w, d = self.body.footprint.frontage, self.body.footprint.depth
        return (w * w + d * d) / (2 * w)


Leg: TypeAlias = Glide | Wheel


@dataclass(frozen=True)
class Path:
    """Legs of one base, each beginning where the one before it ends."""

    legs: tuple[Leg, ...]

    def __post_init__(self) -> None:
        """Raises ValueError for no legs, or for one that begins elsewhere."""
        if not self.legs:
            raise ValueError("a path has at least one leg")
        for before, after in pairwise(self.legs):
            if before.body.at(before.pose_at(before.length)) != after.body:
                raise ValueError("a leg begins where the one before it ends")

    @property
    def body(self) -> Body:
        """The base at the start."""
        return self.legs[0].body

    @property
    def length(self) -> int:
        """The whole way in units."""
        return sum(leg.length for leg in self.legs)

    @property
    def bounds(self) -> Bounds:
        """The box round all that the base passes over, but for the rounding of its places."""
        boxes = [leg.bounds for leg in self.legs]
        return (
            min(b[0] for b in boxes),
            min(b[1] for b in boxes),
            max(b[2] for b in boxes),
            max(b[3] for b in boxes),
        )

    def body_at(self, length: int) -> Body:
        """The base after that much of the way; raises ValueError beyond the path."""
        leg, rest = self.leg_at(length)
        return leg.body.at(leg.pose_at(rest))

    def pose_at(self, length: int) -> Pose:
        """Where the base is after that much of the way; raises ValueError beyond the path."""
        leg, rest = self.leg_at(length)
        return leg.pose_at(rest)

    def leg_at(self, length: int) -> tuple[Leg, int]:
        """The leg on which a length lies, and how much of it; a joint belongs to the earlier leg."""
        rest = _checked(length)
        for leg in self.legs:
            if rest <= leg.length:
                return leg, rest
            rest -= leg.length
        raise ValueError(f"the path is {self.length} units long, not {length}")

    @cached_property
    def outline(self) -> tuple[Ring, ...]:
        """What the base passes over, an outline in whole units for each leg: for the board."""
        return tuple(ring(leg.swept) for leg in self.legs)


def straight(body: Body, bearing: int, length: int) -> Path:
    """A straight way at a bearing from the heading, as :data:`AHEAD` or :data:`BACK`."""
    return Path((Glide(body, (body.pose.heading + bearing) % FULL, length),))


def oblique(body: Body, right: int, ahead: int) -> Path:
    """The straight way so many units to the right (below 0: left) and ahead at once."""
    bearing = heading_of(right, -ahead)
    return straight(body, bearing, rounded(hypot(right, ahead)))


def wheel(body: Body, about: Literal[Side.LEFT, Side.RIGHT], length: int) -> Path:
    """A wheel forward about the left or right front corner."""
    return Path((Wheel(body, about, length),))


def further(path: Path, add: Callable[[Body], Path]) -> Path:
    """A path with one more from where it ends."""
    return Path((*path.legs, *add(path.body_at(path.length)).legs))


def quarter_arc(frontage: int) -> int:
    """The longest wheel of a base, in whole units of arc: the last of them completes a quarter turn."""
    return ceil(frontage * pi / 2)


def about_face(body: Body) -> Body:
    """The base turned round on the spot."""
    pose = body.pose
    return body.at(Pose(pose.x, pose.y, (pose.heading + HALF) % FULL))


def faced(body: Body, side: Literal[Side.LEFT, Side.RIGHT]) -> Body:
    """The base turned a quarter to a side: the middle of its new front is where the middle of that side was."""
    return _led(body, body.middle(side), (body.pose.heading + side.outward) % FULL)


def pivoted(body: Body, heading: int) -> Body:
    """The base turned about the middle of its front."""
    return _led(body, body.middle(Side.FRONT), heading)


def _led(body: Body, front: Spot, heading: int) -> Body:
    """The base with the middle of its front there; rounded from where it stands."""
    c, s = turn_of(heading)
    back, pose = body.footprint.depth / 2, body.pose
    dx, dy = front[0] - pose.x - back * s, front[1] - pose.y + back * c
    return body.at(Pose(pose.x + rounded(dx), pose.y + rounded(dy), heading))


def _checked(length: int) -> int:
    if length < 0:
        raise ValueError(f"a way is not {length} units long")
    return length
