"""Everything that stands on an open table, and what a manoeuvre of one base would do among it.

A table holds some sixty things. Looking through their boxes takes less time than making the shape that a search tree is
asked with, so there is no tree; outlines, convex parts and prepared polygons are kept with the things themselves, and a
table that differs in one base shares all the others.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass, replace
from functools import cached_property
from types import MappingProxyType

from muster.geometry.open.angles import Ring
from muster.geometry.open.contact import Contact, Passage, Solid, contacts, free_length, overlapping, passages
from muster.geometry.open.hulls import Bounds, Hull, near
from muster.geometry.open.moves import Path
from muster.geometry.open.poses import Body, Pose
from muster.geometry.open.terrain import Area, Barrier, Crossed, crossed

OUTSIDE = 100_000
"""So thick is the rim: nobody steps over it."""


@dataclass(frozen=True)
class Rim:
    """What lies beyond one edge of the table."""

    id: str
    hulls: tuple[Hull, ...]

    @property
    def bounds(self) -> Bounds:
        """The box round it."""
        return self.hulls[0].bounds


@dataclass(frozen=True)
class OpenTable:
    """A table of so many units by so many, its corner at (0, 0), with all that stands and lies on it, by name."""

    width: int
    height: int
    bodies: Mapping[str, Body]
    areas: tuple[Area, ...] = ()
    barriers: tuple[Barrier, ...] = ()

    @classmethod
    def of(
        cls,
        width: int,
        height: int,
        bodies: Iterable[Body],
        areas: Iterable[Area] = (),
        barriers: Iterable[Barrier] = (),
    ) -> OpenTable:
        """A table with these things."""
        standing = MappingProxyType({b.id: b for b in bodies})
        return cls(width, height, standing, tuple(areas), tuple(barriers))

    @cached_property
    def rim(self) -> tuple[Rim, ...]:
        """Its four edges: ``edge:top``, ``edge:right``, ``edge:bottom``, ``edge:left``."""
        w, h, far = self.width, self.height, OUTSIDE
        boxes = {
            "edge:top": (-far, -far, w + far, 0),
            "edge:right": (w, -far, w + far, h + far),
            "edge:bottom": (-far, h, w + far, h + far),
            "edge:left": (-far, -far, 0, h + far),
        }
        return tuple(
            Rim(name, (Hull(((left, top), (right, top), (right, bottom), (left, bottom))),))
            for name, (left, top, right, bottom) in boxes.items()
        )

    def with_bodies(self, *bodies: Body) -> OpenTable:
        """The table with these bases where they now stand."""
        return replace(self, bodies=MappingProxyType({**self.bodies, **{b.id: b for b in bodies}}))

    def without(self, *names: str) -> OpenTable:
        """The table without these bases."""
        return replace(
            self, bodies=MappingProxyType({k: b for k, b in self.bodies.items() if k not in names})
        )

    def others(self, *names: str) -> tuple[Body, ...]:
        """All bases but these."""
        return tuple(b for k, b in self.bodies.items() if k not in names)

    def near(self, bounds: Bounds, apart: int = 0) -> tuple[Body, ...]:
        """All bases whose box comes so near to another one (in units)."""
        return tuple(b for b in self.bodies.values() if near(b.bounds, bounds, apart))

    def has_room_for(self, body: Body) -> bool:
        """Whether a base could stand there: wholly on the table, and in nobody else by more than a unit."""
        return not overlapping(body, (*self.bodies.values(), *self.rim))


@dataclass(frozen=True, slots=True)
class Manoeuvre:
    """What a path of a base would do: what it sweeps, whom it meets and where it must stop.

    ``free`` is the length up to which nothing is in the way; ``through`` are the bases that it would pass through on
    the whole path, those not in its way among them; ``ends_in`` are the names of what it overlaps at its end.
    """

    outline: tuple[Ring, ...]
    end: Pose
    length: int
    free: int
    meets: tuple[Contact, ...]
    through: tuple[Passage, ...]
    ends_in: tuple[str, ...]
    terrain: tuple[Crossed, ...]


def manoeuvre(
    table: OpenTable, path: Path, *, open_to: Collection[str] = (), walls: Collection[str] = ()
) -> Manoeuvre:
    """The verdict on a path over a table.

    The bases named by ``open_to`` are not in the way, nor is terrain unless its name is among ``walls``.
    """
    others = table.others(path.body.id)
    solids: list[Solid] = [b for b in others if b.id not in open_to]
    solids += [a for a in table.areas if a.id in walls]
    solids += [b for b in table.barriers if b.id in walls]
    solids += table.rim
    met = contacts(path, solids)
    return Manoeuvre(
        outline=path.outline,
        end=path.pose_at(path.length),
        length=path.length,
        free=met[0].length if met else path.length,
        meets=met,
        through=passages(path, others),
        ends_in=overlapping(path.body_at(path.length), (*others, *table.rim)),
        terrain=terrain_on(table, path),
    )


def terrain_on(table: OpenTable, path: Path) -> tuple[Crossed, ...]:
    """The terrain that a path reaches, in the order in which it does."""
    pieces: list[Area | Barrier] = [*table.areas, *table.barriers]
    found = [met for piece in pieces if (met := crossed(path, piece)) is not None]
    return tuple(sorted(found, key=lambda c: (c.touched, c.id)))


def reach(table: OpenTable, path: Path, *, open_to: Collection[str] = (), apart: int = 0) -> int:
    """How far along a path a base may go on a table: to where it touches, or is still so many units apart from all."""
    solids: list[Solid] = [b for b in table.others(path.body.id) if b.id not in open_to]
    return min(free_length(path, solids, apart=apart), free_length(path, table.rim))
