"""Where a base ends that another one moves: pushed out of its way, slid along its front, put behind it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from math import ceil

from muster.geometry.open.angles import FULL, HALF, rounded, turn_of
from muster.geometry.open.contact import Solid, overlapping
from muster.geometry.open.hulls import DEEP, are_overlapping
from muster.geometry.open.moves import Glide
from muster.geometry.open.poses import Body, Footprint, Pose, Side, touches


def push_length(pushed: Body, pusher: Body, travel: int) -> int:
    """How far a base must go along a heading to be clear of another one, in whole units; 0 where it is clear."""
    if not are_overlapping(pushed.hull, pusher.hull):
        return 0
    [(_, clear)] = Glide(pushed, travel, 0).spans(pusher.hull, 0.0)
    return ceil(clear - 0.5)


def push(pushed: Body, pusher: Body, travel: int) -> Body:
    """The base, pushed along a heading until it is clear of the other."""
    return pushed.at(Glide(pushed, travel, 0).pose_at(push_length(pushed, pusher, travel)))


@dataclass(frozen=True, slots=True)
class Slide:
    """A base went straight back along another one's front: where it stands, how far it was set off that front (units),
    and whether the two still touch."""

    pose: Pose
    aside: int
    touching: bool


def slide_back(body: Body, front_of: Body, length: int) -> Slide:
    """A base goes straight back so many units, keeping its heading and sliding along the front of another one.

    It is set off that front by as little as keeps them from overlapping.
    """
    back = Glide(body, (body.pose.heading + HALF) % FULL, length)
    there = body.at(back.pose_at(length))
    aside = push_length(there, front_of, front_of.pose.heading)
    there = push(there, front_of, front_of.pose.heading)
    return Slide(there.pose, aside, touches(there, front_of))


def behind(other: Body, footprint: Footprint) -> Pose:
    """The pose of a base directly behind another one: middle to middle, touching its rear edge, with its heading."""
    c, s = turn_of(other.pose.heading)
    back = (other.footprint.depth + footprint.depth) / 2
    return Pose(other.pose.x + rounded(-back * s), other.pose.y + rounded(back * c), other.pose.heading)


def strip_behind(other: Body, depth: int) -> Body:
    """The ground behind a base's rear edge, as wide as the base and so many units deep (an even number)."""
    print_ = Footprint(other.footprint.frontage, depth)
    return Body(f"{other.id}:behind", print_, behind(other, print_))


def clear_length(body: Body, travel: int, least: int, solids: Sequence[Solid]) -> int:
    """The shortest way along a heading, of at least ``least`` units, after which a base overlaps none of these.

    For one that passes through others and is put behind them when its own length does not suffice.
    """
    glide, length = Glide(body, travel, 0), least
    while True:
        there = body.at(glide.pose_at(length))
        inside = set(overlapping(there, solids))
        if not inside:
            return length
        ends = [
            last
            for solid in solids
            if solid.id in inside
            for hull in solid.hulls
            for first, last in glide.spans(hull, 0.0)
            if first < length + 1
        ]
        length = max(length + 1, ceil(max(ends, default=0.0) - 0.5))


def rear_touches(front: Body, rear: Body) -> bool:
    """Whether a base touches the rear edge of another one."""
    from_behind = [front.beyond(Side.REAR, corner) for corner in rear.corners]
    return touches(front, rear) and min(from_behind) > -DEEP
