"""Evasion: who may go back before a charge or a shot, from what, and where it comes to stand (5.6)."""

from dataclasses import dataclass
from typing import Final

from muster.engine.explain import Reason
from muster.geometry.open.angles import FULL, Spot
from muster.geometry.open.contact import Solid, free_length, passages
from muster.geometry.open.moves import BACK, Path, straight
from muster.geometry.open.pushing import clear_length
from muster.geometry.open.zones import corridor_width
from muster.rulesets.baroque.book import applies, number
from muster.rulesets.baroque.cards import BU, UnitType
from muster.rulesets.baroque.queries import ground
from muster.rulesets.baroque.queries.bodies import bodies, body, rim
from muster.rulesets.baroque.queries.passing import may_pass
from muster.rulesets.baroque.queries.running import NOBODY, meetings
from muster.rulesets.baroque.state import State, UnitId

EVADING_FOOT: Final[frozenset[UnitType]] = frozenset({"DR", "S"})
"""Foot that may evade (5.6a)."""
EVADE_ALWAYS: Final[frozenset[UnitType]] = frozenset({"CL", "DR", "S"})
"""They evade from charging Mounted too (5.6b)."""
SLIVER: Final = 1
"""So much of a corridor's width, in units, is only touched and not entered."""


@dataclass(frozen=True, slots=True)
class FallBack:
    """The way of an evader, straight to its rear, and the friends that it goes through (5.6j, 5.6k)."""

    path: Path
    passed: tuple[UnitId, ...] = ()


# ------------------------------------------------------------------------------------------------ may it
def no_evasion(state: State, unit: UnitId, by: UnitId, path: Path | None) -> Reason | None:
    """Why a unit may not evade from an enemy's shot (no ``path``) or from its charge along ``path`` up to this unit;
    None where it may (5.6a, 5.6b, 5.6i, 5.6l, 4.1.3i). Having reacted or being Exhausted bars nobody (R8).
    """
    card, name = state.card(unit), state.name(unit)
    if state.in_melee(unit) and applies("4.1.3i"):
        return Reason(f"{name}: in melee.", "baroque.4.1.3i")
    if not (card.mounted or card.type in EVADING_FOOT) and applies("5.6a"):
        return Reason(f"{name}: of a type that never evades.", "baroque.5.6a")
    fast_enough = card.type in EVADE_ALWAYS or path is None or not state.card(by).mounted
    if fast_enough is not applies("5.6b"):
        return Reason(f"{name} can evade only from shots and from charging Foot.", "baroque.5.6b")
    body_ = state.units[unit]
    if (body_.evasions or body_.reacted) and not applies("5.6c"):
        return Reason(f"{name} evaded or reacted this turn.", "baroque.5.6c")
    if not is_frontal(state, unit, by, path) and applies("5.6i"):
        return Reason(f"{name}: the threat does not come from the front.", "baroque.5.6i")
    found = fall_back(state, unit)
    return found if isinstance(found, Reason) else None


def is_frontal(state: State, unit: UnitId, by: UnitId, path: Path | None) -> bool:
    """Whether a shooter stands, or a charge comes before its contact, in a unit's front corridor (5.6i, R136)."""
    outline = body(state, by).corners if path is None else _swept(path)
    return corridor_width(body(state, unit), outline).length > SLIVER


def _swept(path: Path) -> tuple[Spot, ...]:
    return path.legs[0].swept


def from_foot(state: State, by: UnitId, path: Path | None) -> bool:
    """Whether what is evaded from is a charge of Foot (5.6e)."""
    return path is not None and not state.card(by).mounted


# ------------------------------------------------------------------------------------------------ where to
def fall_back(state: State, unit: UnitId) -> FallBack | Reason:
    """The evasion's way: exactly M straight back, or on until it is clear of the friends it passes (5.6j, 5.6k).

    The reason, if something bars it: enemies, friends that it may not pass, impassable ground, the table's edge (5.6l,
    R35). Difficult terrain does not slow it (5.6j).
    """
    base, name = body(state, unit), state.name(unit)
    move = state.card(unit).move
    length = number("5.6j", move, off=move - 1) * BU
    friends = [u for u in state.on_table(state.card(unit).seat) if u != unit]
    open_ = bodies(state, (u for u in friends if may_pass(state, unit, u)))
    travel = (base.pose.heading + BACK) % FULL
    if applies("5.6k"):
        length = clear_length(base, travel, length, open_)
    path = straight(base, BACK, length)
    closed = bodies(state, (u for u in friends if not may_pass(state, unit, u)))
    for solids, what in (
        (bodies(state, state.foes(unit)), "an enemy stands"),
        (closed, "friends stand that it may not pass"),
        ([*ground.blocking(state, path)], "the ground is impassable"),
    ):
        barred: list[Solid] = [*solids]
        if free_length(path, barred) < length and applies("5.6l"):
            return Reason(f"{name} cannot go back: {what} behind it.", "baroque.5.6l")
    if free_length(path, rim(state)) < length and applies("5.6l"):
        return Reason(f"{name} cannot go back: it would leave the table.", "baroque.5.6l")
    return FallBack(path, tuple(p.id for p in passages(path, open_)))


# ------------------------------------------------------------------------------------------------ from a charge
def up_to(path: Path, length: int) -> Path:
    """The part of a charge's path before it meets somebody."""
    return ground.shortened(path, length)


def threatened(state: State, path: Path) -> tuple[UnitId, ...]:
    """The enemies that a charge along this path could hit and that may evade from it, the nearest first (5.6d).

    Whoever may evade is taken to be gone when it is asked who stands behind; a unit that has to stay ends the run.
    """
    by, evaders = path.body.id, list[UnitId]()
    without = NOBODY
    while True:
        hits = [h for h in meetings(state, path, without) if h.unit not in evaders]
        able = [h for h in hits if no_evasion(state, h.unit, by, up_to(path, h.length)) is None]
        evaders += [h.unit for h in able if h.unit not in evaders]
        stays = any(h.stops and h not in able for h in hits)
        if stays or not any(h.stops for h in able) or not applies("5.6d"):
            return tuple(evaders)
        without = without | {h.unit for h in able}
