"""What a base meets on its way: first contact, how far it may go, what it passes through.

Two bases that merely glide along each other do not meet. What a base would go into by more than a unit it meets, at the
length where they touch; a base that stood a little deep already (by rounding) may glide on at that depth but no deeper.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from math import floor, inf
from typing import Final, Protocol

from muster.geometry.open.angles import Point, point, rounded
from muster.geometry.open.hulls import DEEP, Bounds, Hull, are_overlapping, are_touching, gap, near, seam
from muster.geometry.open.moves import Leg, Path
from muster.geometry.open.poses import Body, Pose, Side
from muster.geometry.open.sweeps import Span

INTO: Final = 1.001
"""Deeper than one unit: what a way would go into, not along."""
GRAZE: Final = -1.0
"""One unit apart: what a way touches, even if it only glides along."""
MORE: Final = 0.001
SLACK: Final = 3.0
"""A contact so little past the end is looked at: the end itself may touch already."""


class Solid(Protocol):
    """What stands on the table: a base, a piece of terrain, the rim of the table."""

    @property
    def id(self) -> str:
        """Its name."""
        ...

    @property
    def hulls(self) -> tuple[Hull, ...]:
        """Its convex parts."""
        ...

    @property
    def bounds(self) -> Bounds:
        """The box round it."""
        ...


@dataclass(frozen=True, slots=True)
class Contact:
    """A base has come to touch something. ``length`` is how far along the path, ``pose`` where it then stands.

    ``sides`` are the sides of the other base that are met and ``own`` those of the mover, two of them for a corner;
    ``sides`` is empty for what is no base. ``ends`` are the ends of the part that touches, one place twice for a spot.
    """

    id: str
    length: int
    pose: Pose
    sides: tuple[Side, ...]
    own: tuple[Side, ...]
    ends: tuple[Point, Point]


@dataclass(frozen=True, slots=True)
class Passage:
    """A path goes through something from ``enter`` to ``leave`` (None: it ends inside); lengths along the path."""

    id: str
    enter: int
    leave: int | None


def contacts(path: Path, solids: Iterable[Solid], *, graze: bool = False) -> tuple[Contact, ...]:
    """Everything that the base meets first, all at the same length; empty where the way is free.

    With ``graze`` what it only touches in passing counts as well.
    """
    done, solids = 0, list(solids)
    for leg in path.legs:
        met = _met(leg, solids, graze)
        if met:
            return tuple(_contact(leg, length, done, solid, hull) for length, solid, hull in met)
        done += leg.length
    return ()


def first_contact(path: Path, solids: Iterable[Solid], *, graze: bool = False) -> Contact | None:
    """The first of :func:`contacts`."""
    return next(iter(contacts(path, solids, graze=graze)), None)


def free_length(path: Path, solids: Iterable[Solid], *, apart: int = 0) -> int:
    """How far the base may go until it touches something, in whole units.

    With ``apart`` it stops where it is still so many units away from everything; it may go along what it is nearer to.
    """
    if not apart:
        met = first_contact(path, solids)
        return met.length if met else path.length
    done, solids = 0, list(solids)
    for leg in path.legs:
        # A rounded pose lies up to 0.75 units beside its way, and what is half a unit short rounds up.
        starts = [s[0] for _, _, s in _spans(leg, solids, -(apart + 0.25), excused=inf)]
        free = min((max(0, floor(s)) for s in starts), default=leg.length)
        if free < leg.length:
            return done + free
        done += leg.length
    return done


def passages(path: Path, solids: Iterable[Solid]) -> tuple[Passage, ...]:
    """What the path goes through by more than a unit, in the order of entering; something may be entered twice."""
    found: dict[str, list[tuple[int, int]]] = {}
    done = 0
    for leg in path.legs:
        for solid, _, (first, last) in _spans(leg, solids, INTO, excused=DEEP):
            if first < leg.length:
                enter, leave = max(0, rounded(first)), min(leg.length, rounded(last))
                found.setdefault(solid.id, []).append((done + enter, done + leave))
        done += leg.length
    through: list[Passage] = []
    for name, spans in found.items():
        merged: list[tuple[int, int]] = []
        for enter, leave in sorted(spans):
            if merged and enter <= merged[-1][1]:
                merged[-1] = (merged[-1][0], max(merged[-1][1], leave))
            else:
                merged.append((enter, leave))
        through += [Passage(name, e, None if last >= done else last) for e, last in merged]
    return tuple(sorted(through, key=lambda p: (p.enter, p.id)))


def overlapping(body: Body, solids: Iterable[Solid]) -> tuple[str, ...]:
    """The names of everything into which a base reaches by more than a unit."""
    return tuple(s.id for s in solids if s.id != body.id and _is_in(body, s))


def touching(body: Body, solids: Iterable[Solid]) -> tuple[Contact, ...]:
    """Everything that a base touches where it stands."""
    found: list[Contact] = []
    for solid in solids:
        if solid.id != body.id and near(body.bounds, solid.bounds):
            touched = next((h for h in solid.hulls if are_touching(body.hull, h)), None)
            if touched is not None:
                found.append(_where(body, solid, touched, 0))
    return tuple(found)


def settled(body: Body, solids: Sequence[Solid]) -> Body | None:
    """The base where it overlaps nothing, moved by at most a unit each way; None where that does not suffice.

    A place that was worked out exactly may lie a unit too deep once it is rounded.
    """
    return next((there for there in _beside(body) if not overlapping(there, solids)), None)


def kept_off(body: Body, before: Body, solids: Iterable[Solid], apart: int) -> Body | None:
    """The base, no nearer to anything than so many units, or than it stood ``before`` where that was nearer still.

    It is moved by at most a unit each way: a rounded end may lie a little nearer than the way itself, and many small
    ways would add that up. None where a unit does not suffice.
    """
    limits = [
        (hull, min(float(apart), gap(before.hull, hull)) - MORE)
        for solid in solids
        if solid.id != body.id and near(body.bounds, solid.bounds, apart + SLACK)
        for hull in solid.hulls
    ]
    for there in _beside(body):
        if all(gap(there.hull, hull) >= least for hull, least in limits):
            return there
    return None


def _beside(body: Body) -> Iterable[Body]:
    """The base where it stands, then moved by a unit, the nearest first."""
    pose = body.pose
    shifts = [(x, y) for x in (0, 1, -1) for y in (0, 1, -1)]
    for dx, dy in sorted(shifts, key=lambda s: s[0] ** 2 + s[1] ** 2):
        yield body.at(Pose(pose.x + dx, pose.y + dy, pose.heading)) if dx or dy else body


def _is_in(body: Body, solid: Solid) -> bool:
    return near(body.bounds, solid.bounds, 0) and any(are_overlapping(body.hull, h) for h in solid.hulls)


def _spans(
    leg: Leg, solids: Iterable[Solid], depth: float, *, excused: float
) -> Iterable[tuple[Solid, Hull, Span]]:
    """Every stretch of a leg, past its start, on which the base is so deep in something.

    Where it stands less deep than ``excused`` already, that depth is no reason and a greater one is.
    """
    around = leg.bounds
    for solid in solids:
        if solid.id == leg.body.id or not near(around, solid.bounds, SLACK + max(0.0, -depth)):
            continue
        for hull in solid.hulls:
            if not near(around, hull.bounds, SLACK + max(0.0, -depth)):
                continue
            standing = -gap(leg.body.hull, hull)
            wanted = max(depth, standing + MORE) if standing < excused else depth
            for span in leg.spans(hull, wanted):
                if span[1] > MORE:
                    yield solid, hull, span


def _met(leg: Leg, solids: Sequence[Solid], graze: bool) -> list[tuple[int, Solid, Hull]]:
    """What a leg meets first, with the common length."""
    events: list[tuple[float, str, int, Solid, Hull]] = []
    depth = GRAZE if graze else INTO
    for solid, hull, (into, _) in _spans(leg, solids, depth, excused=-inf if graze else inf):
        start = max(0.0, into)
        if not graze:
            before = [s[0] for s in leg.spans(hull, 0.0) if s[0] <= into]
            start = max(0.0, max(before, default=into))
        if start <= leg.length + SLACK:
            events.append((start, solid.id, len(events), solid, hull))
    for start, _, _, solid, hull in sorted(events):
        length = _length_of_touch(leg, start, hull)
        if length is None:
            continue
        there = leg.body.at(leg.pose_at(length)).hull
        others = [
            (length, s, h)
            for t, _, _, s, h in sorted(events)
            if s is not solid and t <= start + SLACK and are_touching(there, h)
        ]
        return [(length, solid, hull), *others]
    return []


def _length_of_touch(leg: Leg, start: float, hull: Hull) -> int | None:
    """The whole length next to the exact one at which the rounded pose touches and does not overlap.

    None if not even the end of the leg touches.
    """
    near_by = floor(start)
    fallback: int | None = None
    for length in (near_by, near_by + 1, near_by - 1, near_by + 2):
        length = min(max(0, length), leg.length)
        there = leg.body.at(leg.pose_at(length)).hull
        if are_touching(there, hull):
            between = gap(there, hull)
            if between > -0.5:
                return length
            if between > -DEEP and fallback is None:
                fallback = length
    if fallback is None and start <= leg.length:
        return min(rounded(start), leg.length)
    return fallback


def _contact(leg: Leg, length: int, done: int, solid: Solid, hull: Hull) -> Contact:
    return _where(leg.body.at(leg.pose_at(length)), solid, hull, done + length)


def _where(body: Body, solid: Solid, hull: Hull, length: int) -> Contact:
    """How a base touches a part of something."""
    touched = seam(body.hull, hull)
    if touched is None:
        # A base that starts deep inside has no edge to name: its own middle stands for the place.
        here = (body.pose.x, body.pose.y)
        return Contact(solid.id, length, body.pose, (), (), (here, here))
    sides = tuple(Side(i) for i in touched.on_second) if isinstance(solid, Body) else ()
    own = tuple(Side(i) for i in touched.on_first)
    ends = (point(touched.ends[0]), point(touched.ends[1]))
    return Contact(solid.id, length, body.pose, sides, own, ends)
