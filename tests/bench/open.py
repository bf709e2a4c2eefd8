"""What the open table costs in one process: `make bench-open`.

`BENCH_SAMPLES` calls of each question (300), on ten tables of 40 bases and 20 pieces of terrain. All times are
processor times.
"""

import sys
from collections.abc import Callable
from math import cos, pi, sin
from random import Random
from typing import Final

from muster.geometry.open.moves import AHEAD, BACK, LEFTWARD, RIGHTWARD, Path, oblique, straight, wheel
from muster.geometry.open.poses import Body, Footprint, Pose, Side
from muster.geometry.open.sight import Blocker, sights
from muster.geometry.open.table import OpenTable, manoeuvre, reach, terrain_on
from muster.geometry.open.terrain import Area, Barrier
from tests.bench.figures import HEAD, Timed, timed_row
from tests.kit.report import BENCH, number, say

BU: Final = 600
WIDTH: Final = 30 * BU
HEIGHT: Final = 20 * BU
EACH: Final = 20
"""Bases of each side."""
AREAS: Final = 16
BARRIERS: Final = 4
PRINTS: Final = (Footprint(1200, 400), Footprint(1200, 800), Footprint(1200, 240), Footprint(400, 300))


class Field:
    """Two lines of battle, not quite straight, among woods, hills and hedges."""

    def __init__(self, seed: int) -> None:
        """``seed`` says where everything stands."""
        self._luck = luck = Random(seed)
        table = OpenTable.of(WIDTH, HEIGHT, (), self._areas(), self._barriers())
        for side, (top, heading) in {"blue": (13, 0), "red": (4, 18000)}.items():
            for n in range(EACH):
                table = self._placed(table, f"{side}{n}", luck.choice(PRINTS), top, heading)
        self.table = table
        for area in table.areas:  # worked out once for a battle, when its ground is laid
            assert area.hulls
            assert area.core.size
        self.mover = luck.choice([b for name, b in table.bodies.items() if name.startswith("blue")])

    def _placed(self, table: OpenTable, name: str, print_: Footprint, top: int, heading: int) -> OpenTable:
        while True:
            x, y = self._luck.randrange(BU, WIDTH - BU), self._luck.randrange(top * BU, (top + 4) * BU)
            body = Body(name, print_, Pose(x, y, (heading + self._luck.randint(-2500, 2500)) % 36000))
            if table.has_room_for(body):
                return table.with_bodies(body)

    def _areas(self) -> list[Area]:
        luck, found = self._luck, list[Area]()
        for n in range(AREAS):
            x, y = luck.randrange(2 * BU, WIDTH - 2 * BU), luck.randrange(2 * BU, HEIGHT - 2 * BU)
            wide, high = luck.randrange(BU, 2 * BU), luck.randrange(BU, 2 * BU)
            spots = [
                (
                    x + round(wide * cos(k * pi / 12) * luck.uniform(0.8, 1)),
                    y + round(high * sin(k * pi / 12)),
                )
                for k in range(24)
            ]
            found.append(Area(f"area{n}", "wood", tuple(spots)))
        return found

    def _barriers(self) -> list[Barrier]:
        luck, found = self._luck, list[Barrier]()
        for n in range(BARRIERS):
            x, y = luck.randrange(2 * BU, WIDTH - 4 * BU), luck.randrange(2 * BU, HEIGHT - 2 * BU)
            found.append(Barrier(f"hedge{n}", "hedge", ((x, y), (x + BU, y + 100), (x + 2 * BU, y - 200))))
        return found

    def moved(self) -> None:
        """Another base is to move, and has just stood elsewhere: nothing is remembered of it."""
        luck = self._luck
        base = luck.choice([b for name, b in self.table.bodies.items() if name.startswith("blue")])
        self.mover = base.at(base.pose)
        self.table = self.table.with_bodies(self.mover)

    def ways(self, length: int = 2 * BU) -> list[Path]:
        """The eight ways of a base: four straight, two oblique, two wheels."""
        base = self.mover
        arc = min(length, int(base.footprint.frontage * 1.5))
        return [
            *(straight(base, bearing, length) for bearing in (AHEAD, BACK, LEFTWARD, RIGHTWARD)),
            *(oblique(base, right, length) for right in (-length // 2, length // 2)),
            wheel(base, Side.LEFT, arc),
            wheel(base, Side.RIGHT, arc),
        ]

    def way(self) -> Path:
        """One of them."""
        return self._luck.choice(self.ways(self._luck.randrange(BU, 3 * BU)))


def a_preview(field: Field) -> Callable[[], object]:
    """Sweep, contacts, what is passed through, terrain; the path is made anew each time."""
    field.moved()
    way = field.way()
    return lambda: manoeuvre(field.table, Path(way.legs))


def eight_ways(field: Field) -> Callable[[], object]:
    """How far each way goes, two units from everybody, and which terrain it reaches."""
    field.moved()
    return lambda: [(reach(field.table, way, apart=2), terrain_on(field.table, way)) for way in field.ways()]


def fire_at_all(field: Field) -> Callable[[], object]:
    """The three lines from one base to every enemy, past all other bases."""
    field.moved()
    bases = field.table.others(field.mover.id)
    foes = [b for b in bases if b.id.startswith("red")]
    return lambda: sights(field.mover, Side.FRONT, foes, bases)


def fire_past_terrain(field: Field) -> Callable[[], object]:
    """The same with all areas in the way of sight."""
    field.moved()
    blockers: list[Blocker] = [*field.table.others(field.mover.id), *field.table.areas]
    foes = [b for b in field.table.bodies.values() if b.id.startswith("red")]
    return lambda: sights(field.mover, Side.FRONT, foes, blockers)


QUESTIONS: Final[dict[str, tuple[Callable[[Field], Callable[[], object]], float]]] = {
    f"preview of a manoeuvre among {2 * EACH} bases and {AREAS + BARRIERS} pieces of terrain": (a_preview, 1),
    "reachable lengths of a base, eight ways": (eight_ways, 4),
    f"three lines from one base to all {EACH} enemies": (fire_at_all, 0.5),
    f"three lines from one base to all {EACH} enemies, past {AREAS} areas": (fire_past_terrain, 2),
}


def main() -> int:
    """Ask each question on ten tables."""
    samples = number("BENCH_SAMPLES", 300, least=20)
    fields = [Field(seed) for seed in range(10)]
    lines: list[str] = [*HEAD]
    for title, (question, goal) in QUESTIONS.items():
        say(title)
        timed = Timed()
        for place in range(samples):
            timed.run(question(fields[place % len(fields)]))
        lines.append(timed_row(title, timed, goal))
    BENCH.write("open", "The open table", lines)
    return 0


if __name__ == "__main__":
    sys.exit(main())
