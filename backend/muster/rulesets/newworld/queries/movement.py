"""Movement: how far a figure moves, what bars its way, who may strike for it, and what steps cost."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import pairwise
from typing import Final

from muster.engine.explain import Part, Total
from muster.engine.memory import remembered
from muster.geometry.grid.facts import StepFlag
from muster.geometry.grid.squares import Square, footprint, footprint_distance
from muster.geometry.grid.steps import Step
from muster.rulesets.newworld.book import applies, part
from muster.rulesets.newworld.cards import Card
from muster.rulesets.newworld.queries.standing import in_reach_at, may_make_free_attack
from muster.rulesets.newworld.queries.steps import paces_of
from muster.rulesets.newworld.state import FigureId, State

CHARGE_MINIMUM: Final = 4
"""Squares that a Charge must enter at least (move.7, move.9)."""


# ------------------------------------------------------------------------------------------------ how far
def mover(state: State, figure: FigureId) -> Card:
    """Whose Movement, wounds and armour count for a move: the mount's for a rider (move.34)."""
    mount = state.figures[figure].rides
    return state.card(mount if mount is not None and applies("move.34") else figure)


def movement_score(state: State, figure: FigureId, *, fleeing: bool = False) -> Total:
    """Paces covered by one Move (move.1, move.24 to move.27, move.34; order of changes by ruling R19).

    ``fleeing`` is for a Run or Disengage that leads away from the nearest foe: Flee! adds a pace, like the other
    talents before anything is taken off (move.28). No rider flees with the mount's legs.
    """
    card, on_foot = mover(state, figure), state.figures[figure].rides is None
    return score_of(card, mounted=card.id != figure, fleeing=fleeing and on_foot)


def score_of(card: Card, *, mounted: bool = False, fleeing: bool = False) -> Total:
    """The same of the card of whoever walks; ``mounted``: somebody rides it."""
    if card.movement is None:
        base = part("Agility", card.agility + (2 if card.halfling else 3), "move.1")
    elif mounted:
        base = part("Mount's Movement", card.movement, "move.34")
    else:
        base = part("Movement", card.movement, "move.1")
    parts: list[Part | None] = [base]
    if card.has("fleet-footed"):
        parts.append(part("Fleet Footed", 1, "move.27"))
    if fleeing and card.has("flee"):
        parts.append(part("Flee!", 1, "move.28"))
    if card.slowing_armour:
        lost = part("Armour", -card.slowing_armour, "move.24")
        relief = min(card.slowing_armour, card.ease_runes + card.has("sturdy"))
        parts += [lost, part("Sturdy and Ease-runes", relief, "move.25") if lost else None]
    if card.overloaded:
        parts.append(part("Overloaded", -2, "move.24"))
    before = sum(p.value for p in parts if p)
    if before < 1:
        parts.append(part("At least 1", 1 - before, "move.24"))
    before = sum(p.value for p in parts if p)
    if card.halved:
        parts.append(part("Halved by a wound", -(before // 2), "move.26"))
    return Total.of("Movement", parts)


@remembered
def paces(state: State, figure: FigureId) -> int:
    """The Movement score as a number."""
    return movement_score(state, figure).value


@remembered
def fleeing_paces(state: State, figure: FigureId) -> int:
    """The Movement score of a Run or Disengage that leads away from the nearest foe (move.28)."""
    return movement_score(state, figure, fleeing=True).value


def may_walk(state: State, figure: FigureId) -> bool:
    """Not prone and not held where it stands (move.31, grapple.12)."""
    return not (state.figures[figure].prone and applies("move.31")) and not is_held_fast(state, figure)


def is_held_fast(state: State, figure: FigureId) -> bool:
    """Whether a grapple keeps a figure where it stands: its own, or that of its mount (grapple.12, height.7)."""
    body = state.figures[figure]
    if body.in_grapple and (body.rides is None or applies("height.7")) and applies("grapple.12"):
        return True
    mount = state.figures[body.rides] if body.rides is not None else None
    return mount is not None and mount.in_grapple and applies("grapple.12")


def is_lame(state: State, figure: FigureId) -> bool:
    """A wound that forbids Run and Charge, the mount's for a rider (move.26)."""
    return mover(state, figure).no_run and applies("move.26")


def nearest_foe_distance(state: State, figure: FigureId, at: Square) -> int:
    """Squares to the nearest known foe from a square; 999 where there is none."""
    side = state.side(figure)
    found = [
        footprint_distance(at, side, body.at, state.side(foe))
        for foe in state.foes(figure)
        if (body := state.figures[foe]).at is not None
    ]
    return min(found, default=999)


# ------------------------------------------------------------------------------------------------ where
@dataclass(frozen=True, slots=True)
class Ground:
    """The squares other figures make impassable (``closed``) or no place to end (``held``)."""

    closed: frozenset[Square]
    held: frozenset[Square]


def bars_its_square(state: State, foe: FigureId) -> bool:
    """Whether a foe's square is closed: upright, able to fight, not surprised, not grappled (move.16).

    For a ridden mount its rider answers.
    """
    body = state.figures[state.figures[foe].ridden_by or foe]
    if body.prone and applies("move.16"):
        return False
    if body.surprised and applies("surprise.7"):
        return False
    return not (body.grappled and applies("move.16"))


@remembered
def ground_for(state: State, figure: FigureId) -> Ground:
    """What the others on the table mean for a mover (move.15, move.16, ruling R52)."""
    mine = {figure, state.figures[figure].rides}
    closed: set[Square] = set()
    held: set[Square] = set()
    for other, body in state.figures.items():
        if other in mine or body.at is None or body.out:
            continue
        squares = footprint(body.at, state.side(other))
        if state.are_foes(figure, other) and bars_its_square(state, other) and applies("move.16"):
            closed.update(squares)
        else:
            held.update(squares)
    if held and not applies("move.15"):
        held = set()
    return Ground(frozenset(closed), frozenset(held))


def moving_side(state: State, figure: FigureId) -> int:
    """Side of the footprint that shifts along with the mover (move.35)."""
    side = state.side(figure)
    return side if side == 1 or applies("move.35") else 1


# ------------------------------------------------------------------------------------------------ steps
def at_start(state: State, figure: FigureId) -> Square:
    """Where a move begins. Raises ValueError for a figure off the table."""
    start = state.figures[figure].at
    if start is None:
        raise ValueError(f"{figure} is not on the table")
    return start


def steps_of(state: State, figure: FigureId, path: tuple[Square, ...]) -> tuple[Step, ...]:
    """The grid's verdict on each step of a path from where the figure stands."""
    side = moving_side(state, figure)
    return tuple(state.grid.step(a, b, side) for a, b in pairwise((at_start(state, figure), *path)))


def costs_of(state: State, figure: FigureId, path: tuple[Square, ...]) -> tuple[int, ...]:
    """The paces of each step of a path (move.2, move.17 to move.20, move.36)."""
    return tuple(paces_of(s) for s in steps_of(state, figure, path))


def enters_water(state: State, figure: FigureId, start: Square, end: Square) -> bool:
    """Whether a legal step enters water that needs a roll of this figure (move.19)."""
    wet, side, facts = int(swim_flags(state, figure)), moving_side(state, figure), state.grid.facts
    if not any(facts.flags[facts.index(s)] & wet for s in footprint(end, side)):
        return False
    return bool(int(state.grid.step(start, end, side).flags) & wet)


def squares_before_water(state: State, figure: FigureId, path: tuple[Square, ...]) -> int:
    """How many squares of a path are walked before water that needs a roll (move.19)."""
    pairs = pairwise((at_start(state, figure), *path))
    return next((n for n, (a, b) in enumerate(pairs) if enters_water(state, figure, a, b)), len(path))


@remembered
def barred_flags(state: State, figure: FigureId, *, charge: bool = False, swim: bool = False) -> StepFlag:
    """Steps that this kind of move leaves out: climbs, water that needs a roll, what is not for the mounted."""
    flags = StepFlag.CLIMB
    if state.figures[figure].rides is not None:
        flags |= StepFlag.FOOT_ONLY
    if charge and applies("edge.3"):
        flags |= StepFlag.NO_CHARGE | StepFlag.WINDOW
    if not swim:
        flags |= swim_flags(state, figure)
    return flags


@remembered
def swim_flags(state: State, figure: FigureId) -> StepFlag:
    """Water that this figure, or the mount that it rides, cannot enter without an Athletics roll (move.19, move.33)."""
    return water_flags(mover(state, figure))


def water_flags(card: Card) -> StepFlag:
    """Water that the owner of a card cannot enter without an Athletics roll (move.19, move.33)."""
    if (card.has("river-born") or card.has("strong-swimmer")) and applies("move.33"):
        return StepFlag(0)
    if not applies("move.19"):
        return StepFlag(0)
    return StepFlag.SWIM if card.armour.any else StepFlag.ROUGH


@remembered
def watchers(state: State, figure: FigureId) -> dict[Square, int]:
    """Corner squares within reach of foes who could strike, as bit sets of those foes in the order of the cards."""
    side = moving_side(state, figure)
    found: dict[Square, int] = {}
    bit = 1
    for foe in strikers(state, figure):
        for corner in reach_corners(state, figure, foe, side):
            found[corner] = found.get(corner, 0) | bit
        bit <<= 1
    return found


def left_by(watch: Mapping[Square, int], corners: Sequence[Square]) -> int:
    """The foes, as bits of :func:`watchers`, whose reach is left on a way from its start to its end."""
    left = 0
    for here, there in pairwise(corners):
        left |= watch.get(here, 0) & ~watch.get(there, 0)
    return left


@remembered
def strikers(state: State, figure: FigureId) -> tuple[FigureId, ...]:
    """Foes that could make a free attack on the figure, in the order of the cards."""
    return tuple(f for f in state.foes(figure) if may_make_free_attack(state, f, figure))


@remembered
def reach_corners(state: State, figure: FigureId, foe: FigureId, side: int) -> tuple[Square, ...]:
    """The corner squares on which a figure of that footprint would be in the foe's reach."""
    at = state.figures[foe].at
    if at is None:
        return ()
    if side == 1:
        return tuple(state.grid.reach_area(at, state.side(foe)))
    x, y = at
    wide = state.side(foe)
    return tuple(
        (u, v)
        for v in range(y - side, y + wide + 1)
        for u in range(x - side, x + wide + 1)
        if all(state.grid.on_table(s) for s in footprint((u, v), side))
        and in_reach_at(state, figure, (u, v), foe)
    )


def at_square(state: State, figure: FigureId, at: Square) -> State:
    """The same state with a figure (and its mount) imagined elsewhere; for odds and previews only."""
    figures = dict(state.figures)
    figures[figure] = replace(figures[figure], at=at)
    mount = figures[figure].rides
    if mount:
        figures[mount] = replace(figures[mount], at=at)
    return replace(state, figures=figures)
