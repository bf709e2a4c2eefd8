"""How much of a base lies inside an outline, for many places of the base at once, and when half of it first does.

Seen from the base, its own rectangle stands still. What an outline has in common with it is what the outline's edges
enclose once they are pressed into the rectangle: a sum over edges, each with a closed form.
"""

from __future__ import annotations

from itertools import pairwise
from math import ceil, hypot, inf

import numpy as np

from muster.geometry.open.angles import Values
from muster.geometry.open.hulls import Edges
from muster.geometry.open.moves import Leg
from muster.geometry.open.poses import Footprint

LEVEL = 1e-3
"""An edge that rises by less than this within the rectangle is taken for level there."""
FIRST, THEN = 16, 48
"""Into so many parts a way is cut at first, and each part that is in question afterwards."""


def ground_inside(footprint: Footprint, places: Values, edges: Edges) -> Values:
    """For each place of a base the square units of it that lie inside an outline given by its edges.

    A place is a row of x, y, and the cosine and sine of the heading.
    """
    w, d = footprint.frontage / 2, footprint.depth / 2
    x, y, c, s = (places[:, i : i + 1] for i in range(4))
    # The ends of the edges, to the right of the base's centre and ahead of it.
    px, py, qx, qy = edges[:, 0] - x, edges[:, 1] - y, edges[:, 2] - x, edges[:, 3] - y
    right, ahead = px * c + py * s, px * s - py * c
    to_right, to_ahead = qx * c + qy * s, qx * s - qy * c
    run, rise = to_right - right, to_ahead - ahead
    first, last = np.clip(right, -w, w), np.clip(to_right, -w, w)
    whole = np.where(run == 0, 1.0, run)
    low, high = ahead + rise * ((first - right) / whole), ahead + rise * ((last - right) / whole)
    low_in, high_in = np.clip(low, -d, d), np.clip(high, -d, d)
    # The mean height of the pressed edge: what it gains divided by how far it rises.
    climb = high - low
    level = abs(climb) < LEVEL
    gain = (high_in * high - high_in**2 / 2) - (low_in * low - low_in**2 / 2)
    mean = np.where(level, (low_in + high_in) / 2, gain / np.where(level, 1.0, climb))
    found: Values = abs(((last - first) * mean).sum(axis=1))
    return found


def first_half(leg: Leg, edges: Edges, sense: int, start: int, end: int) -> int | None:
    """The first whole length of a leg, from ``start`` to ``end``, at which half of the base has come to be inside.

    With ``sense`` -1, at which less than half is. A part of the way is looked into only if the ground that a unit of
    way can bring would suffice for half between its ends.
    """
    print_ = leg.body.footprint
    size = print_.frontage * print_.depth
    # Rounded poses may lie up to 0.75 units beside the way, which is worth so much ground at either end.
    blur = 4 * 0.75 * hypot(print_.frontage, print_.depth)
    if sense > 0 and start > 0:  # nothing is inside yet, and half cannot come at once
        start = min(end, start + max(0, int((size - blur) / (2 * leg.area_rate))))
    best, parts, spans = inf, FIRST, [(start, end)]
    while spans:
        cuts = [[*range(a, b, ceil((b - a) / parts) or 1), b] for a, b in spans]
        points = sorted({p for cut in cuts for p in cut})
        inside = np.rint(ground_inside(print_, leg.places(points), edges))
        over = dict(zip(points, (sense * (2 * inside - size)).tolist(), strict=True))
        best = min([best, *(p for p in points if over[p] > 0 or (over[p] == 0 and sense > 0))])
        spans = [
            (p, q)
            for cut in cuts
            for p, q in pairwise(cut)
            if q - p > 1 and p < best and (over[p] + over[q]) / 2 + leg.area_rate * (q - p) + blur >= 0
        ]
        parts = THEN
    return None if best == inf else int(best)
