"""What moves are worth: walking up to strike, into a clear shot, behind cover, to the goal."""

from collections.abc import Iterable
from typing import Any, Final, TypeAlias

from muster.engine.requests import Move, Reach
from muster.geometry.grid.squares import Square
from muster.rulesets.newworld.bot.estimates import blow
from muster.rulesets.newworld.bot.mind import Mind
from muster.rulesets.newworld.queries import standing

Json: TypeAlias = Any
Ranked: TypeAlias = list[tuple[float, int, int]]
"""Ends of a move by their number, the last of the three, the most promising first."""

CLOSE_LOOK: Final = 12
"""How many of the squares that look best are looked at closely."""
SHOOTERS_LOOK: Final = 60
"""How many by a shooter, to whom lines of sight and cover are half of what a square is worth."""


def path_of(spec: Move, index: int) -> Json:
    """The answer that walks to an entry by the default path."""
    return {"path": [list(p) for p in spec.path_to(index)]}


def risk_on_the_way(mind: Mind, reach: Reach) -> float:
    """What the free attacks on the way could cost."""
    return sum(blow(mind.known, foe, mind.figure).worth() for foe in reach.provokes)


def gain_at(mind: Mind, at: Square) -> float:
    """What being on another square gains over staying."""
    return mind.value(at) - mind.here


def gain_by(mind: Mind, reach: Reach) -> float:
    """What walking there gains over staying."""
    return gain_at(mind, reach.to) - risk_on_the_way(mind, reach) - 0.01 * reach.cost


def ranked(mind: Mind, spec: Move) -> Ranked:
    """Where the move may end, the most promising first; of equals the nearest."""
    found = [
        (mind.rough_value(r.to) - risk_on_the_way(mind, r), -r.cost, i)
        for i, r in enumerate(spec.reach)
        if r.stop
    ]
    found.sort(reverse=True)
    return found


def looked_at(mind: Mind, spec: Move) -> list[int]:
    """The ends of a move that are looked at closely, by their number."""
    return [i for _, _, i in ranked(mind, spec)[: SHOOTERS_LOOK if mind.is_shooter else CLOSE_LOOK]]


def best_end(mind: Mind, spec: Move, *, least: float = 0.1) -> tuple[float, int] | None:
    """The best square to end on and what it gains over staying; None where nothing gains enough."""
    gains = ((gain_by(mind, spec.reach[i]), i) for i in looked_at(mind, spec))
    return best_of((gain, index) for gain, index in gains if gain > least)


def best_attack(mind: Mind, spec: Move) -> tuple[float, int] | None:
    """The best square for the attack with the half that is left after the move, and what both are worth."""
    ends = (i for _, _, i in ranked(mind, spec))
    strikes = [(hit, i) for i in ends if (hit := strike_from(mind, spec.reach[i].to)) > 0][:CLOSE_LOOK]
    if mind.guns:
        shots = [(mind.best_shot(spec.reach[i].to), i) for i in looked_at(mind, spec)]
        strikes += [(hit, i) for hit, i in shots if hit > 0]
    return best_of((hit + gain_by(mind, spec.reach[i]), i) for hit, i in strikes)


def best_of(found: Iterable[tuple[float, int]]) -> tuple[float, int] | None:
    """The most valuable, the first of equals."""
    return max(found, key=lambda f: f[0], default=None)


def strike_from(mind: Mind, at: Square) -> float:
    """The best blow that could be struck from a square; 0 with nobody in reach."""
    near = (f.figure for f in mind.foes_seen if mind.reaches(f, at))
    return max((blow(mind.known, mind.figure, f).worth(crowd(mind, f)) for f in near), default=0.0)


def crowd(mind: Mind, foe: str) -> int:
    """What friends already beside a foe add to a blow at it, the foe not being beside this figure yet."""
    if foe in mind.engaged:
        return 0
    return min(3, sum(standing.counts_against(mind.known, f, foe) for f in mind.friends))
