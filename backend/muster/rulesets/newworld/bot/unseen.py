"""What a side makes of foes that lie hidden: that they are there, and in which hiding places they may be."""

from muster.engine.memory import remembered
from muster.geometry.grid.squares import Square
from muster.rulesets.newworld.queries import standing
from muster.rulesets.newworld.state import FigureId, State


def lurkers(known: State, figure: FigureId) -> list[FigureId]:
    """The foes that lie hidden somewhere, mounts left out."""
    return [
        f
        for f, b in known.figures.items()
        if b.hidden and known.are_foes(f, figure) and not known.card(f).is_mount
    ]


@remembered
def suspected(known: State, seat: str) -> tuple[Square, ...]:
    """The hiding places of the scenario in which nobody of a side would find a foe now (hide.1)."""
    ambush = known.setup.ambush
    if ambush is None:
        return ()
    # Riderless horses are none of the fighters, but notice whoever is beside them (R108).
    mine = [
        f for f, b in known.figures.items() if known.card(f).seat == seat and b.at is not None and not b.out
    ]
    squares = known.setup.map.zone(ambush.zone).squares
    return tuple(s for s in squares if not any(standing.spots(known, f, s) for f in mine))
