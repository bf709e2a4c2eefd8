"""Squares: a way, places for figures, a point."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field

from muster.engine.answers import (
    Path,
    Placing,
    Point,
    bad,
    read_mapping,
    read_point,
)
from muster.engine.refusals import Refusal
from muster.engine.specs.base import Json, Spec


@dataclass(frozen=True, slots=True)
class Reach:
    """One square that a move can enter: the cost in paces to get there along ``via`` (an index, None from the start).

    ``provokes`` names the pieces that may strike on that way, ``stop`` says whether the move may end here.
    """

    to: Point
    cost: int
    via: int | None
    provokes: tuple[str, ...] = ()
    notes: tuple[str, ...] = ()
    stop: bool = True


@dataclass(frozen=True)
class Move(Spec[Path]):
    """A path over squares within a budget. ``check`` is the same query that made ``reach``; it refuses with reasons.

    ``beyond`` says why the move cannot come to a square that is not in reach.
    """

    piece: str
    start: Point
    budget: int
    reach: tuple[Reach, ...]
    check: Callable[[Path], None] = field(compare=False, repr=False)
    straight: bool = False
    label: str = ""
    beyond: Callable[[Point], Refusal] | None = field(default=None, compare=False, repr=False)
    kind: str = field(default="move", init=False)

    def read(self, body: Json) -> Path:
        """Read ``{"path": [[x, y], ...]}`` and let the query judge it."""
        raw = read_mapping(body, "a move").get("path")
        if not isinstance(raw, Sequence) or isinstance(raw, str) or not raw or len(raw) > 200:  # pyright: ignore[reportUnknownArgumentType]
            raise bad("Give the squares of the move in order, as a list under 'path'.")
        path = Path(tuple(read_point(p, "A square of the path") for p in raw))  # pyright: ignore[reportUnknownVariableType]
        self.check(path)
        return path

    def write(self, value: Path) -> dict[str, Json]:
        """Write the squares."""
        return {"path": [list(p) for p in value.points]}

    def keys(self) -> tuple[str, ...]:
        """Piece and budget; the squares follow from the state."""
        return (f"{self.piece}:{self.budget}",)

    def path_to(self, index: int) -> tuple[Point, ...]:
        """The default path to ``reach[index]``."""
        points: list[Point] = []
        at: int | None = index
        while at is not None:
            points.append(self.reach[at].to)
            at = self.reach[at].via
        return tuple(reversed(points))

    def why_not(self, to: Point) -> Refusal | None:
        """Why the move cannot end on a square, by its default path where it has one; None where it can."""
        index = next((i for i, r in reversed(tuple(enumerate(self.reach))) if r.to == to), None)
        if index is None:
            return self.beyond(to) if self.beyond else Refusal("out_of_reach", "That is out of reach.")
        try:
            self.check(Path(self.path_to(index)))
        except Refusal as refusal:
            return refusal
        return None

    def wire(self) -> dict[str, Json]:
        """The JSON of the contract."""
        return {
            "kind": self.kind,
            "piece": self.piece,
            "from": self.start,
            "budget": self.budget,
            "straight": self.straight,
            "label": self.label,
            "reach": [
                {
                    "to": r.to,
                    "cost": r.cost,
                    "via": r.via,
                    "provokes": r.provokes,
                    "notes": r.notes,
                    "stop": r.stop,
                }
                for r in self.reach
            ],
        }


@dataclass(frozen=True, slots=True)
class ToPlace:
    """A piece to be placed; ``size`` is its footprint's side in squares."""

    id: str
    size: int
    label: str


@dataclass(frozen=True, slots=True)
class Ground:
    """Some of the squares on which pieces may be placed, and what a piece wholly on them is called: "hidden"."""

    label: str
    mark: str
    squares: tuple[Point, ...]


@dataclass(frozen=True)
class Place(Spec[Placing]):
    """Deploy pieces on the listed squares, each wholly on them and none on another.

    ``grounds`` are parts of the squares that are worth more than the rest, the best first.
    ``check`` refuses, with reasons, what the ruleset forbids beyond that.
    """

    pieces: tuple[ToPlace, ...]
    squares: tuple[Point, ...]
    check: Callable[[Placing], None] = field(compare=False, repr=False)
    label: str = ""
    grounds: tuple[Ground, ...] = ()
    kind: str = field(default="place", init=False)

    def read(self, body: Json) -> Placing:
        """Read ``{"at": {"piece": [x, y]}}``; every piece exactly once."""
        raw = read_mapping(read_mapping(body, "a placing").get("at"), "a placing")
        wanted = {p.id for p in self.pieces}
        missing = [p.label for p in self.pieces if p.id not in raw]
        if missing:
            raise bad(f"Still to be placed: {', '.join(missing)}.")
        if len(raw) != len(wanted):
            raise bad("The answer places something that was not asked for.")
        placing = Placing({k: read_point(raw[k], "A square") for k in sorted(wanted)})
        self._read_footprints(placing)
        self.check(placing)
        return placing

    def write(self, value: Placing) -> dict[str, Json]:
        """Write where each piece goes."""
        return {"at": {piece: list(at) for piece, at in value.at.items()}}

    def _read_footprints(self, placing: Placing) -> None:
        """Refuse a piece that is not wholly on the listed squares, or on a square that another one takes."""
        free = set(self.squares)
        for piece in self.pieces:
            x, y = placing.at[piece.id]
            covered = {(x + i, y + j) for i in range(piece.size) for j in range(piece.size)}
            if not covered <= free:
                raise Refusal(
                    "not_offered",
                    f"{piece.label} cannot stand there: every square under it must be offered and free.",
                    numbers={"x": x, "y": y, "size": piece.size},
                )
            free -= covered

    def keys(self) -> tuple[str, ...]:
        """The pieces and the squares."""
        return (*sorted(p.id for p in self.pieces), *(f"{x},{y}" for x, y in sorted(self.squares)))

    def wire(self) -> dict[str, Json]:
        """The JSON of the contract."""
        return {
            "kind": self.kind,
            "pieces": [{"id": p.id, "size": p.size, "label": p.label} for p in self.pieces],
            "squares": self.squares,
            "label": self.label,
            "grounds": [{"label": g.label, "mark": g.mark, "squares": g.squares} for g in self.grounds],
        }


@dataclass(frozen=True)
class Aim(Spec[Point]):
    """One of the listed points, for a template or a direction."""

    points: tuple[Point, ...]
    label: str = ""
    template: str | None = None
    kind: str = field(default="aim", init=False)

    def read(self, body: Json) -> Point:
        """Read ``{"point": [x, y]}``."""
        point = read_point(read_mapping(body, "an aim").get("point"), "The point")
        if point not in self.points:
            raise Refusal("not_offered", f"The point {point[0]}, {point[1]} cannot be aimed at.")
        return point

    def write(self, value: Point) -> dict[str, Json]:
        """Write the point."""
        return {"point": list(value)}

    def keys(self) -> tuple[str, ...]:
        """The points in canonical order."""
        return tuple(f"{x},{y}" for x, y in sorted(self.points))

    def wire(self) -> dict[str, Json]:
        """The JSON of the contract."""
        return {"kind": self.kind, "points": self.points, "label": self.label, "template": self.template}
