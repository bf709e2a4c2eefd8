"""Line of sight between the centres of two squares: exact, with the point that decided.

Centres lie at half squares and borders at whole ones, so a line between centres never runs along a border. It crosses
borders either inside them or exactly at a lattice corner, and both are told apart by comparing integers. Readings:

- A line is blocked by the interior of a full border or of a square filled by a wall. It is also blocked at a corner
  when full borders or full squares that meet there close both ways round it: a gap of zero width is no gap (R66).
  Anything else that it merely touches at a corner is not crossed (newworld.cover.5, R41). Figures never block (R42).
- Cover counts from what the line crosses: a border of the target's square, what fills that square, or what fills one
  of its eight neighbours. What fills the shooter's own square never counts; its own borders count only where they
  adjoin the target as well. A raised feature that holds the target gives it no cover, on none of its squares (R41).
  The best cover counts; of equals the one nearest to the target is the witness.
- A low wall that goes on past a corner is crossed there too: when both ways round a corner of the target's square are
  closed by borders that give cover (or by walls), the line crosses the border of that square that is among them, and
  gives its cover, but no more than the lesser of the two ways. The end of a single low wall is only touched.
- A window is a border with heavy cover: whoever adjoins it on the far side of the line has it (R63).
- Of figures of several squares the pair of squares with the least cover counts, of equals the nearest pair, then the
  lowest squares (R42).
- Within one square nothing lies between: sight is clear without cover.

For speed each line is also a bit mask over squares, borders and corners; one intersection with the mask of what
blocks, and one with what covers near the target, answers the common case. The walk decides all others.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache
from typing import Literal, NamedTuple

from muster.geometry.grid.facts import GridFacts
from muster.geometry.grid.kinds import Cover
from muster.geometry.grid.lines import Point, course, point_on
from muster.geometry.grid.squares import Edge, Square, footprint


class SightVerdict(NamedTuple):
    """The answer for one line. When not clear, cover is FULL and the witness is where the line is stopped.

    `witness` is the deciding point, `edge` the deciding border or `square` the deciding square (both None at a mere
    corner), `feature` the id of the map's feature or border there.
    """

    clear: bool
    cover: Cover
    from_square: Square
    to_square: Square
    witness: Point | None = None
    edge: Edge | None = None
    square: Square | None = None
    feature: str | None = None

    @property
    def state(self) -> Literal["clear", "cover", "blocked"]:
        """The word by which the board draws the line."""
        if not self.clear:
            return "blocked"
        return "cover" if self.cover else "clear"


_SQUARES, _WEST, _NORTH, _FALLING, _RISING = range(5)
"""The planes of a mask, `count` bits each: squares, west borders, north borders, corners passed from north-west to
south-east, and corners passed from north-east to south-west."""


@lru_cache(maxsize=12_000)
def _line(stride: int, count: int, dx: int, dy: int) -> int:
    """The mask of the line by (dx, dy), with dy > 0 or dy = 0 and dx > 0.

    Relative to its start, and moved up by one stride of bits, because a line that runs west has squares before it.
    """
    mask = 1 << stride
    for kind, (u, v), (x, y), _, _ in course(dx, dy):
        plane = _WEST if kind == "west" else _NORTH if kind == "north" else _FALLING if dx > 0 else _RISING
        mask |= 1 << (plane * count + v * stride + u + stride) | 1 << (y * stride + x + stride)
    return mask


class SightIndex:
    """Sight on one grid in one state of its borders, with every verdict remembered by its pair of squares."""

    __slots__ = ("_blocking", "_count", "_covering", "_facts", "_near_cover", "_stride", "_verdicts")

    def __init__(self, facts: GridFacts) -> None:
        self._facts = facts
        self._stride, self._count = facts.stride, facts.count
        self._verdicts: dict[tuple[Square, Square], SightVerdict] = {}
        self._covering: dict[int, int] = {}
        self._blocking = self._mask(Cover.FULL)
        self._near_cover = self._squares_near_cover()

    def between(self, a: Square, b: Square) -> SightVerdict:
        """The verdict for a shooter on `a` and a target on `b`. Raises ValueError off the table."""
        found = self._verdicts.get((a, b))
        if found is None:
            found = self._verdicts[(a, b)] = self._judge(a, b)
        return found

    def between_figures(self, a: Square, size_a: int, b: Square, size_b: int) -> SightVerdict:
        """The best pair of squares for the shooter of footprint `size_a` on `a` (R42)."""
        if size_a == 1 and size_b == 1:
            return self.between(a, b)
        best: SightVerdict | None = None
        best_rank: tuple[int, int, int, int, int, int] | None = None
        for p in footprint(a, size_a):
            for q in footprint(b, size_b):
                verdict = self.between(p, q)
                length = (q[0] - p[0]) ** 2 + (q[1] - p[1]) ** 2
                rank = (int(verdict.cover), length, p[1], p[0], q[1], q[0])
                if best_rank is None or rank < best_rank:
                    best, best_rank = verdict, rank
        if best is None:
            raise ValueError(f"a figure has a footprint of 1, 2 or 3, not {size_a} and {size_b}")
        return best

    def is_clear(self, a: Square, b: Square) -> bool:
        """Whether sight between two squares is clear, without looking for cover."""
        facts = self._facts
        line = self._along(facts.index(a), facts.index(b), b[0] - a[0], b[1] - a[1])
        return a == b or not line & self._blocking

    def visible(self, a: Square) -> frozenset[Square]:
        """Every square of the table that can be seen from `a`."""
        table = self._facts.table
        return frozenset(
            (x, y) for y in range(table.height) for x in range(table.width) if self.is_clear(a, (x, y))
        )

    def _along(self, i: int, j: int, dx: int, dy: int) -> int:
        """The mask of the line from square number `i` by (dx, dy) to number `j`."""
        stride, count = self._stride, self._count
        if dy > 0 or (dy == 0 and dx > 0):
            return _line(stride, count, dx, dy) << i >> stride
        return _line(stride, count, -dx, -dy) << j >> stride

    def _judge(self, a: Square, b: Square) -> SightVerdict:
        i, j = self._facts.index(a), self._facts.index(b)
        if i == j:
            return SightVerdict(True, Cover.NONE, a, b)
        line = self._along(i, j, b[0] - a[0], b[1] - a[1])
        hits = line & self._blocking
        if hits:
            return self._stopped(hits, a, b)
        if j in self._near_cover:
            hits = line & self._covering_near(j) & ~(1 << i)
            if hits:
                return self._covered(hits, a, b)
        return SightVerdict(True, Cover.NONE, a, b)

    def _met(self, hits: int, a: Square, b: Square) -> Iterator[tuple[int, int, int, int]]:
        """The things of a mask that the line meets, as (when, plane, square or border number, cover).

        `when` orders them along the line from `a`: twice nx * ny times the share of the way (0 counting as 1).
        A square is met where the line enters it.
        """
        facts = self._facts
        count = facts.count
        (ax, ay), (bx, by) = a, b
        nx, ny = abs(bx - ax), abs(by - ay)
        east, south = bx > ax, by > ay
        while hits:
            low = hits & -hits
            hits ^= low
            plane, i = divmod(low.bit_length() - 1, count)
            x, y = facts.squares[i]
            if plane == _SQUARES:
                when = max((2 * abs(x - ax) - 1) * (ny or 1), (2 * abs(y - ay) - 1) * (nx or 1), 0)
                yield when, plane, i, facts.cover[i]
            elif plane == _NORTH:
                when = (2 * (y - ay if south else ay - y + 1) - 1) * (nx or 1)
                yield when, plane, i + count, facts.hides[i + count]
            else:
                when = (2 * (x - ax if east else ax - x + 1) - 1) * (ny or 1)
                yield when, plane, i, facts.hides[i] if plane == _WEST else 0

    def _stopped(self, hits: int, a: Square, b: Square) -> SightVerdict:
        """The first thing that stops the line; of two in one point the border.

        An end that lies in a wall counts, so that sight stays mutual.
        """
        when, plane, number, _ = min(self._met(hits, a, b), key=lambda met: (met[0], met[1] == _SQUARES))
        if plane == _SQUARES:
            return self._verdict(Cover.FULL, a, b, when, square=number)
        return self._verdict(Cover.FULL, a, b, when, border=number if plane in (_WEST, _NORTH) else None)

    def _covered(self, hits: int, a: Square, b: Square) -> SightVerdict:
        """The best cover; of equals the last on the line, and in one point what fills the square behind."""
        best: tuple[int, int, bool] = (0, 0, False)
        best_place: tuple[int | None, int | None] = (None, None)
        target = self._facts.index(b)
        for when, plane, number, cover in self._met(hits, a, b):
            square, border = (number, None) if plane == _SQUARES else (None, number)
            if plane in (_FALLING, _RISING):
                cover, border = self._covered_corner(self._before(a, b), target)
            rank = (cover, when, plane == _SQUARES)
            if cover and rank > best:
                best, best_place = rank, (square, border)
        if not best[0]:
            return SightVerdict(True, Cover.NONE, a, b)
        return self._verdict(Cover(best[0]), a, b, best[1], square=best_place[0], border=best_place[1])

    def _before(self, a: Square, b: Square) -> int:
        """The square from which a line from `a` enters `b` by a corner."""
        return self._facts.index((b[0] + (1 if a[0] > b[0] else -1), b[1] + (1 if a[1] > b[1] else -1)))

    def _counts_for(self, square: int, target: int) -> bool:
        """Whether what fills a square covers a figure on the target square."""
        facts = self._facts
        (x, y), (tx, ty) = facts.square(square), facts.square(target)
        if abs(x - tx) > 1 or abs(y - ty) > 1:
            return False
        feature = facts.features[square]
        if feature is None or feature is not facts.features[target]:
            return True
        kind = facts.table.kinds.features[feature.kind]
        if not kind.raised:
            return True
        return facts.table.ground(facts.square(square)).cover > Cover.NONE

    def _ways(self, before: int, after: int) -> tuple[tuple[int, int, int], tuple[int, int, int]]:
        """The two ways round a corner: (square passed, border into it, border out of it)."""
        facts = self._facts
        (x, y), (u, v) = facts.square(before), facts.square(after)
        side, row = max(x, u), max(y, v)
        by_row = (facts.index((u, y)), y * facts.stride + side, facts.count + row * facts.stride + u)
        by_column = (facts.index((x, v)), facts.count + row * facts.stride + x, v * facts.stride + side)
        return by_row, by_column

    def _closed_corner(self, before: int, after: int) -> int:
        """The cover that closes both ways round a corner: the lesser of the two ways (FULL is a wall, R66)."""
        facts = self._facts
        return min(
            Cover.FULL if facts.full[square] else max(facts.hides[first], facts.hides[second])
            for square, first, second in self._ways(before, after)
        )

    def _covered_corner(self, before: int, target: int) -> tuple[int, int]:
        """The cover of a line that enters the target's square by a corner, and the deciding border of that square.

        (0, -1) when the corner is only touched, or what closes it is no border of the target's square.
        """
        closed = self._closed_corner(before, target)
        if not closed:
            return 0, -1
        hides = self._facts.hides
        own = [(min(closed, hides[last]), -last) for _, _, last in self._ways(before, target) if hides[last]]
        cover, border = max(own, default=(0, 1))
        return cover, -border

    def _verdict(
        self,
        cover: Cover,
        a: Square,
        b: Square,
        when: int,
        *,
        border: int | None = None,
        square: int | None = None,
    ) -> SightVerdict:
        facts = self._facts
        dx, dy = b[0] - a[0], b[1] - a[1]
        point = point_on(a, dx, dy, when, 2 * (abs(dx) or 1) * (abs(dy) or 1))
        edge = None if border is None else facts.edge(border)
        name: str | None = None
        if border is not None and border in facts.edge_at:
            name = facts.edge_at[border].id
        elif square is not None:
            feature = facts.features[square]
            name = feature.id if feature is not None else None
        where = None if square is None else facts.squares[square]
        return SightVerdict(cover is not Cover.FULL, cover, a, b, point, edge, where, name)

    def _mask(self, least: Cover) -> int:
        """Everything on the table that hides at least `least`, in all five planes."""
        facts = self._facts
        stride, count = facts.stride, facts.count
        mask = 0
        for i in range(count):
            if facts.full[i]:
                mask |= 1 << (_SQUARES * count + i)
        corners: set[int] = set()
        for border, hides in enumerate(facts.hides):
            if hides >= least:
                mask |= 1 << (count + border)
                i = border % count
                corners.update((i, i + 1 if border >= count else i + stride))
        for i in range(count):
            if facts.full[i]:
                corners.update((i, i + 1, i + stride, i + stride + 1))
        for corner in corners:
            mask |= self._corner_bits(corner, least)
        return mask

    def _corner_bits(self, corner: int, least: Cover) -> int:
        """The bits of a lattice corner that is closed both ways round, for the two diagonals through it."""
        facts = self._facts
        x, y = facts.square(corner)
        if not (0 < x < facts.table.width and 0 < y < facts.table.height):
            return 0
        stride, count = facts.stride, facts.count
        bits = 0
        if self._closed_corner(corner - stride - 1, corner) >= least:
            bits |= 1 << (_FALLING * count + corner)
        if self._closed_corner(corner - stride, corner - 1) >= least:
            bits |= 1 << (_RISING * count + corner)
        return bits

    def _squares_near_cover(self) -> frozenset[int]:
        """The squares whose figures something might cover: all others need no look."""
        facts = self._facts
        stride, count = facts.stride, facts.count
        round_about = (0, 1, -1, stride, -stride, stride + 1, stride - 1, -stride + 1, -stride - 1)
        near = {i + o for i, cover in enumerate(facts.cover) if cover for o in round_about}
        for border in facts.edge_at:
            if facts.hides[border]:
                near.update((border % count, border % count - (1 if border < count else stride)))
        return frozenset(near)

    def _covering_near(self, target: int) -> int:
        """Everything that could cover a figure on the target square, as a mask."""
        found = self._covering.get(target)
        if found is not None:
            return found
        facts = self._facts
        stride, count = facts.stride, facts.count
        mask = 0
        for dy in (-1, 0, 1):
            for dx in (-1, 0, 1):
                square = target + dy * stride + dx
                if 0 <= square < count and facts.cover[square] and self._counts_for(square, target):
                    mask |= 1 << square
        for border in (target, target + 1, count + target, count + target + stride):
            if facts.hides[border]:
                mask |= 1 << (count + border)
        for corner in (target, target + 1, target + stride, target + stride + 1):
            mask |= self._corner_bits(corner, Cover.LIGHT)
        self._covering[target] = mask
        return mask
