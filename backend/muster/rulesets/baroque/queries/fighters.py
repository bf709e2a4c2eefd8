"""What is measured of everybody in a melee: ground, obstacles, hills, flanks; the dice and the odds that follow."""

from dataclasses import dataclass
from typing import Final

from muster.geometry.open.poses import Side, between_points
from muster.geometry.open.terrain import is_in, middle
from muster.rulesets.baroque.battlefields import Going
from muster.rulesets.baroque.book import applies
from muster.rulesets.baroque.cards import BU
from muster.rulesets.baroque.queries.bodies import body
from muster.rulesets.baroque.queries.cohesion import Cause, Ground
from muster.rulesets.baroque.queries.fights import Melee, contacts_of, foes_met, is_flanked
from muster.rulesets.baroque.queries.ground import areas, kind_of, stands_entirely_in, stands_in
from muster.rulesets.baroque.queries.hits import Again, melee_again
from muster.rulesets.baroque.queries.melee_dice import Fighter, SideDice, side_dice
from muster.rulesets.baroque.queries.obstacles import defends
from muster.rulesets.baroque.state import Arrival, Contact, State, UnitId

LEVEL: Final = BU // 10
"""Who is nearer to the top of a hill by no more than this stands no higher (R37)."""


def foes_of(melee: Melee, unit: UnitId) -> tuple[UnitId, ...]:
    """The enemies of a unit in its melee, their Main Unit first."""
    active, inactive = melee.mains
    return melee.side(inactive) if unit in melee.side(active) else melee.side(active)


def arrivals(state: State, melee: Melee, unit: UnitId) -> tuple[Contact, ...]:
    """The contacts that a unit has made in this melee by a move whose first phase this is (7.3a)."""
    foes = foes_of(melee, unit)
    return tuple(c for c in state.contacts if c.by == unit and c.on in foes and c.arrival)


def arrival_of(state: State, melee: Melee, unit: UnitId) -> Arrival:
    """By what move a unit came into this melee's first phase; empty where this is a later one."""
    made = arrivals(state, melee, unit)
    return made[0].arrival if made else ""


def fighter(state: State, melee: Melee, unit: UnitId) -> Fighter:
    """Everything that decides a unit's dice in a melee (7.3, 7.4)."""
    foes, made = foes_of(melee, unit), arrivals(state, melee, unit)
    return Fighter(
        unit,
        foes,
        arrival=made[0].arrival if made else "",
        moved=any(c.moved for c in made),
        interrupted=any(not c.impetus for c in made),
        over=any(c.over is not None for c in made),
        foe_defends=any(defends(state, c.on, c) for c in made),
        foe_deep=any(stands_entirely_in(state, foe, "difficult") for foe in foes),
        rough=stands_in(state, unit, "difficult") or stands_in(state, unit, "broken"),
        difficult=_fights_in(state, unit, "difficult"),
        flank=is_flanked(state, unit),
        main=unit in melee.mains,
    )


def _fights_in(state: State, unit: UnitId, going: Going) -> bool:
    """Whether a unit is in such terrain, or in contact with an enemy that lies entirely in it (3.1.4h, 3.1.4i)."""
    return stands_in(state, unit, going) or any(
        stands_entirely_in(state, foe, going) for foe in foes_met(state, unit)
    )


def cause_of(state: State, melee: Melee, main: UnitId) -> Cause:
    """Everything that decides a Main Unit's Cohesion Test in a melee (7.5b)."""
    ground: Ground = ""
    if _fights_in(state, main, "difficult"):
        ground = "difficult"
    elif _fights_in(state, main, "broken"):
        ground = "broken"
    return Cause(
        "melee",
        feared=any("feared" in state.card(foe).traits for foe in foes_of(melee, main)),
        ground=ground,
        flank=is_flanked(state, main),
        obstacle=any(defends(state, main, c) for c in contacts_of(state, main, melee.foe(main))),
        higher=is_higher(state, main, melee.foe(main)),
    )


def is_higher(state: State, unit: UnitId, foe: UnitId) -> bool:
    """Whether a unit on a gentle hill fights from higher up: its front lies nearer to the top (3.1.4d, R37).

    Steep and wooded hills give nothing (3.1.4e).
    """
    for piece in state.terrain.values():
        kind = kind_of(piece)
        if not kind.hill or (kind.going != "open" and applies("3.1.4e")):
            continue
        area = areas(state)[piece.id]
        if not stands_on(state, unit, piece.id):
            continue
        top = middle(area)
        ours, theirs = (between_points(body(state, u).middle(Side.FRONT), top).length for u in (unit, foe))
        if theirs - ours > LEVEL and applies("3.1.4d"):
            return True
    return False


def stands_on(state: State, unit: UnitId, piece: str) -> bool:
    """Whether at least half of a unit's base lies on a piece of terrain."""
    return is_in(body(state, unit), areas(state)[piece])


# ------------------------------------------------------------------------------------------------ the two sides
@dataclass(frozen=True, slots=True)
class Force:
    """One side of a melee: its dice, and which of them are rolled again; Main Unit first."""

    main: UnitId
    dice: SideDice
    again: tuple[Again, ...]
    cause: Cause


def force(state: State, melee: Melee, main: UnitId) -> Force:
    """What one side brings to a melee (7.5a, 7.6f, 7.6j)."""
    helpers = [fighter(state, melee, unit) for unit in melee.helpers(main)]
    dice = side_dice(state, fighter(state, melee, main), helpers)
    again = tuple(melee_again(state, unit, arrival_of(state, melee, unit)) for unit, _ in dice.pools)
    return Force(main, dice, again, cause_of(state, melee, main))
