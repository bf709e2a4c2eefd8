"""Where a side deploys, and which way its army looks (3.4c, 3.4f)."""

from dataclasses import dataclass
from typing import Final, Literal, TypeAlias

from muster.rulesets.baroque.book import number
from muster.rulesets.baroque.cards import BU
from muster.rulesets.baroque.state import Point, State

Edge: TypeAlias = Literal["north", "south"]
UP: Final = 0
DOWN: Final = 18_000


@dataclass(frozen=True, slots=True)
class Zone:
    """A rectangle of the table, its edges included, in units."""

    left: int
    top: int
    right: int
    bottom: int

    @property
    def outline(self) -> tuple[Point, ...]:
        """Its corners."""
        return (
            (self.left, self.top),
            (self.right, self.top),
            (self.right, self.bottom),
            (self.left, self.bottom),
        )

    def holds(self, x: float, y: float) -> bool:
        """Whether a point lies in it, to the nearest unit."""
        return self.left <= round(x) <= self.right and self.top <= round(y) <= self.bottom


def zone_of(state: State, seat: str) -> Zone:
    """Where a side deploys (3.4c)."""
    return zone_at(state.setup.size, "north" if state.sides[seat].edge == "north" else "south")


def zone_at(size: tuple[int, int], edge: Edge) -> Zone:
    """The ground within 4 BU of a long edge and 2 BU off either short edge (3.4c)."""
    wide, high = size
    deep = number("3.4c", 4, off=5) * BU
    margin = number("3.4c", 2, off=1) * BU
    if edge == "north":
        return Zone(margin, 0, wide - margin, deep)
    return Zone(margin, high - deep, wide - margin, high)


def facing_of(state: State, seat: str) -> int:
    """The heading that looks at the enemy's edge."""
    return DOWN if state.sides[seat].edge == "north" else UP
