"""Chances of dice in hundredths of a per cent (7222 = 72.22 %): one die, and the hits of many."""

from functools import cache
from math import comb
from typing import Final

CERTAIN: Final = 10_000
FACES: Final[tuple[int, ...]] = (1, 2, 3, 4, 5, 6)


def share(ways: int, of: int) -> int:
    """So many ways of so many, in hundredths of a per cent, rounded."""
    return (2 * CERTAIN * ways + of) // (2 * of)


def falls(count: int, sides: tuple[int, int, int]) -> list[tuple[int, int, int]]:
    """How dice can fall that show a 6, a 5 or something else in so many ways each: (sixes, fives, ways)."""
    six, five, other = sides
    return [
        (s, f, comb(count, s) * comb(count - s, f) * six**s * five**f * other ** (count - s - f))
        for s in range(count + 1)
        for f in range(count - s + 1)
    ]


PLAIN: Final = (6, 6, 24)
"""A die of 36 ways: 6, 5, anything else."""
LOW_AGAIN: Final = (8, 8, 20)
"""The same, with 1s and 2s rolled once more."""


@cache
def hit_ways(count: int, *, misses_again: bool = False, low_again: bool = False) -> tuple[int, ...]:
    """In how many ways so many dice make 0, 1, 2 ... hits: 6s and pairs of 5s (6.1.4).

    ``misses_again``: every die that made no hit is rolled once more (6.1.5a, 8.2.2); ``low_again``: then the 1s and 2s
    are (8.1.2 to 8.1.4). The ways add up to 36 to the power of the dice, twice that power with ``misses_again``.
    """
    ways = [0] * (count + 1)
    if not misses_again:
        for sixes, fives, n in falls(count, LOW_AGAIN if low_again else PLAIN):
            ways[sixes + fives // 2] += n
        return tuple(ways)
    for sixes, fives, n in falls(count, PLAIN):
        kept = sixes + fives // 2
        left = count - sixes - fives // 2 * 2
        spare = 36 ** (count - left)
        for more_sixes, more_fives, m in falls(left, LOW_AGAIN if low_again else PLAIN):
            ways[kept + more_sixes + more_fives // 2] += n * m * spare
    return tuple(ways)


def hit_chances(count: int, *, misses_again: bool = False, low_again: bool = False) -> tuple[int, ...]:
    """The chances of 0, 1, 2 ... hits, in hundredths of a per cent; arguments as for :func:`hit_ways`."""
    ways = hit_ways(count, misses_again=misses_again, low_again=low_again)
    whole = sum(ways)
    return tuple(share(n, whole) for n in ways)
