"""Lying in wait: an ambush is sprung by all at once, as soon as enough of them can strike.

Until then whoever hides steals up to where it can strike from, out of the sight in which it would be found (hide.1),
takes aim there and keeps a half action for a foe who comes. What the side sees of its own decides when.
"""

from typing import Any, Final, TypeAlias

from muster.engine.memory import remembered
from muster.engine.requests import Choose, Move
from muster.geometry.grid.squares import Square
from muster.rulesets.newworld.bot import moving
from muster.rulesets.newworld.bot.mind import Mind
from muster.rulesets.newworld.queries import standing
from muster.rulesets.newworld.state import FigureId, State

Json: TypeAlias = Any

ENOUGH: Final = 0.55
"""The share of a side that must be able to strike, and have its turn still to come in the round."""
WAITS_ROUNDS: Final = 6
"""After so many rounds nobody waits any longer, whatever there is to strike at."""
CLOSE: Final = 8
"""With a friend in plain sight so near to a foe there is nothing to wait for any more."""


def lies_in_wait(mind: Mind) -> bool:
    """Whether the figure hides, and its side has neither struck nor been found, nor is ready to strike."""
    known, seat = mind.known, mind.card.seat
    if not mind.body.hidden or known.round > WAITS_ROUNDS or not mind.foes_seen or is_sprung(known, seat):
        return False
    return not (can_strike(known, mind.figure) and is_ready(known, seat))


@remembered
def is_sprung(known: State, seat: str) -> bool:
    """Whether a side has struck or been found."""
    foes = [f for s in known.other_seats(seat) for f in known.fighters(s)]
    if any(known.figures[f].wounds < known.card(f).wounds for f in foes):
        return True
    seen = [f for f in known.fighters(seat) if not known.figures[f].hidden]
    return any(standing.distance_between(known, f, foe) <= CLOSE for f in seen for foe in foes)


@remembered
def is_ready(known: State, seat: str) -> bool:
    """Whether enough of a side can strike that are still to act this round."""
    mine = list(known.fighters(seat))
    ready = [f for f in mine if not known.figures[f].acted and can_strike(known, f)]
    return len(ready) >= ENOUGH * len(mine)


@remembered
def can_strike(known: State, figure: FigureId) -> bool:
    """Whether one move brings a figure upon a foe, or there is somebody to shoot at."""
    mind = Mind(known, figure)
    return distance_to_go(mind, mind.at) <= 0


def distance_to_go(mind: Mind, at: Square) -> int:
    """How many paces a figure on a square is short of a strike with one move; 0 for none."""
    if mind.is_shooter and mind.best_shot(at) > 0:
        return 0
    return max(0, mind.walk[mind.known.grid.facts.index(at)] - 1 - mind.paces)


def lurk(mind: Mind, spec: Choose) -> Json:
    """Steal nearer, take aim, keep a half for who comes; else a pass."""
    options = {o.key: o for o in spec.options}
    here = distance_to_go(mind, mind.at)
    walk = options["move"].needs if here > 0 and "move" in options else None
    index = steal_up(mind, walk, here) if isinstance(walk, Move) else None
    if isinstance(walk, Move) and index is not None:
        return {"picks": [{"key": "move", "with": moving.path_of(walk, index)}]}
    if here <= 0 and not mind.body.aim and "aim" in options:
        return {"picks": [{"key": "aim"}]}
    if not mind.body.delayed and "delay" in options:
        return {"picks": [{"key": "delay"}]}
    return {"pass": True}


def steal_up(mind: Mind, walk: Move, here: int) -> int | None:
    """The end of the move that leaves the least to go and on whose way nobody would find the figure."""
    ends = sorted((distance_to_go(mind, r.to), r.cost, i) for i, r in enumerate(walk.reach) if r.stop)
    for left, _, index in ends:
        if left >= here:
            return None
        if not any(would_be_found(mind, square) for square in walk.path_to(index)):
            return index
    return None


def would_be_found(mind: Mind, at: Square) -> bool:
    """Whether a foe would see the figure on a square (hide.1)."""
    return any(standing.spots(mind.known, f, at, mind.side) for f in mind.known.foes(mind.figure))
