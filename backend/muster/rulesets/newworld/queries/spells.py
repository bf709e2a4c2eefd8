"""How far spells and effects reach: by touch, to Near, a few paces round a point (range.2, range.4, range.5)."""

from typing import Final, Literal, TypeAlias

from muster.geometry.grid.squares import Square, distance
from muster.rulesets.newworld.book import applies, number
from muster.rulesets.newworld.queries import standing
from muster.rulesets.newworld.state import FigureId, State

SpellRange: TypeAlias = Literal["touch", "near"]

RUNE_FLARE: Final[SpellRange] = "near"
"""Range of the starter spell (RULINGS.md, section 4)."""

FEW_PACES: Final = 2
"""Squares from the point named that an effect of a few paces covers (range.5)."""


def touches(state: State, start: Square, end: Square) -> bool:
    """Whether a hand can be laid from one square on another: Melee range (range.4)."""
    return distance(start, end) <= 1 and state.grid.reach_open(start, end) and applies("range.4")


def in_spell_range(state: State, caster: FigureId, target: FigureId, reach: SpellRange) -> bool:
    """Whether a spell reaches a target that the caster knows of: by touch, or to Near in line of sight."""
    if reach == "touch":
        return any(touches(state, a, b) for a in state.squares(caster) for b in state.squares(target))
    return standing.is_near(state, caster, target) and standing.can_see(state, caster, target)


def is_a_few_paces_off(point: Square, square: Square) -> bool:
    """Whether an effect of a few paces round a point covers a square (range.5)."""
    return distance(point, square) <= number("range.5", FEW_PACES, off=FEW_PACES + 1)
