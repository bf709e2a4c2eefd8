"""How many dice a unit and a side have in melee (7.3, 7.4, 7.5a, 7.6f), and who loses (7.5.2)."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal, TypeAlias

from muster.engine.explain import Part, Reason, Total
from muster.rulesets.baroque.book import all_apply, applies, part
from muster.rulesets.baroque.cards import Card
from muster.rulesets.baroque.queries.cohesion import Outcome
from muster.rulesets.baroque.queries.command import attached_part
from muster.rulesets.baroque.queries.firing_dice import at_least_one
from muster.rulesets.baroque.queries.kinds_of_troops import (
    has_flanks,
    has_pike,
    is_foot,
    is_mounted,
    suffers_in_rough_melee,
)
from muster.rulesets.baroque.queries.status import is_exhausted, is_fresh
from muster.rulesets.baroque.state import Arrival, State, UnitId


@dataclass(frozen=True, slots=True)
class Fighter:
    """A unit in a phase of a melee; whatever was measured is given.

    ``foes`` are all enemies in the melee, Main Unit first: whoever denies impetus does so as a Support Unit too (7.3d).
    ``arrival`` by what move it made contact, in the first phase after it only. ``moved``: the pursuit was longer than
    nothing (7.3e). ``interrupted``: an opportunity charge stopped it (5.4.2f). ``over``: it charged across a linear
    obstacle or into contact over one (3.1.4k). ``foe_defends``: an enemy defends one against it (obstacle.2);
    ``foe_deep``: an enemy lies entirely in Difficult terrain. ``rough``: it charged with half its base in Broken or
    Difficult terrain (7.3g). ``difficult``: it is in Difficult terrain or fights a unit entirely in it (7.4d).
    ``flank``: it was contacted on flank or rear (7.4c). ``main``: it is its side's Main Unit.
    """

    unit: UnitId
    foes: tuple[UnitId, ...]
    arrival: Arrival = ""
    moved: bool = True
    interrupted: bool = False
    over: bool = False
    foe_defends: bool = False
    foe_deep: bool = False
    rough: bool = False
    difficult: bool = False
    flank: bool = False
    main: bool = True


@dataclass(frozen=True, slots=True)
class SideDice:
    """The dice of a side: the sum, and how many of them each unit rolls (Main Unit first)."""

    total: Total
    pools: tuple[tuple[UnitId, int], ...]


# ------------------------------------------------------------------------------------------------ impetus
def no_impetus(state: State, fighter: Fighter) -> Reason | None:
    """Why a unit that arrived has no impetus bonus; None where it has it (7.3)."""
    found = (
        _own_hindrance(state, fighter) or _ground_hindrance(state, fighter) or _foe_hindrance(state, fighter)
    )
    if found is None:
        return None
    rule, text = found
    return Reason(text, f"baroque.{rule}")


def _own_hindrance(state: State, fighter: Fighter) -> tuple[str, str] | None:
    if is_exhausted(state, fighter.unit) and applies("2.5.1b"):
        return "2.5.1b", "It is Exhausted."
    if fighter.arrival == "pursuit" and not fighter.moved and applies("7.3e"):
        return "7.3e", "Its pursuit did not move."
    if fighter.interrupted and applies("5.4.2f"):
        return "5.4.2f", "An opportunity charge stopped it."
    return None


def _ground_hindrance(state: State, fighter: Fighter) -> tuple[str, str] | None:
    mounted = is_mounted(state.card(fighter.unit))
    barred = ("7.3f", "7.3b") if mounted else ("7.3f",)
    if (fighter.foe_defends or fighter.foe_deep) and all_apply(barred):
        what = "defends a linear obstacle" if fighter.foe_defends else "lies entirely in Difficult terrain"
        return "7.3f", f"Its enemy {what}."
    if fighter.over and applies("3.1.4k"):
        return "3.1.4k", "It came over a linear obstacle."
    if fighter.rough and mounted and applies("7.3g"):
        return "7.3g", "Mounted, it charged in rough going."
    return None


def _foe_hindrance(state: State, fighter: Fighter) -> tuple[str, str] | None:
    for place, foe in enumerate(fighter.foes):
        found = _denied_by(state.card(fighter.unit), state.card(foe))
        if found is not None and (place == 0 or applies("7.3d")):
            return found
    return None


def _denied_by(card: Card, foe: Card) -> tuple[str, str] | None:
    if "fortified" in foe.traits and applies("2.8d"):
        return "2.8d", "The baggage is fortified."
    if is_mounted(card) and has_pike(foe) and applies("7.3b"):
        return "7.3b", f"Pikes of {foe.name}."
    if is_foot(card) and is_mounted(foe) and applies("7.3c"):
        return "7.3c", f"Mounted: {foe.name}."
    return None


def impetus_part(state: State, fighter: Fighter) -> Part | None:
    """The impetus bonus of a unit that charged in any way, in the first phase (7.3a, 5.4.3g)."""
    card = state.card(fighter.unit)
    if not fighter.arrival or card.impetus == 0 or no_impetus(state, fighter) is not None:
        return None
    if not applies("7.3b" if is_mounted(card) else "7.3c"):
        return None
    if fighter.arrival == "countercharge" and not applies("5.4.3g"):
        return None
    return part("Impetus", card.impetus, "7.3a")


# ------------------------------------------------------------------------------------------------ dice
def melee_dice(state: State, fighter: Fighter) -> Total:
    """The full modified dice of one unit, which may be less than one (7.5a)."""
    return Total.of(
        f"{state.name(fighter.unit)}: melee dice",
        (
            part("VBU", state.vbu(fighter.unit), "7.5a"),
            impetus_part(state, fighter),
            _melee_modifier(state, fighter.unit),
            attached_part(state, fighter.unit, "7.5a"),
            _disordered(state, fighter.unit),
            _flank(state, fighter),
            _difficult(state, fighter),
            part("Mounted against an obstacle", -2 if _stopped_by_obstacle(state, fighter) else 0, "7.4e"),
            _feared(state, fighter),
        ),
    )


def _melee_modifier(state: State, unit: UnitId) -> Part | None:
    fresh = is_fresh(state, unit) or not applies("2.5.1c")
    return part("Melee modifier", state.card(unit).mm if fresh else 0, "7.4a")


def _disordered(state: State, unit: UnitId) -> Part | None:
    if not state.units[unit].disordered or not all_apply(("7.4b", "2.5.3a")):
        return None
    return Part("Disordered", -1, "7.4b")


def _flank(state: State, fighter: Fighter) -> Part | None:
    if not fighter.flank or not has_flanks(state.card(fighter.unit)):
        return None
    return Part("Flank or rear", -1, "7.4c") if all_apply(("7.4c", "7.2.3b")) else None


def _difficult(state: State, fighter: Fighter) -> Part | None:
    suffers = fighter.difficult and suffers_in_rough_melee(state.card(fighter.unit))
    return part("Difficult terrain", -2 if suffers else 0, "7.4d")


def _stopped_by_obstacle(state: State, fighter: Fighter) -> bool:
    charges = fighter.arrival not in ("", "pursuit") and fighter.foe_defends
    return charges and is_mounted(state.card(fighter.unit))


def _feared(state: State, fighter: Fighter) -> Part | None:
    """One die in all, from the Main Unit's own (8.1.5a, 8.1.5c, R50)."""
    feared = sum("feared" in state.card(foe).traits for foe in fighter.foes)
    if not feared or not fighter.main or not applies("8.1.5a"):
        return None
    return Part("Feared enemy", -1 if feared == 1 or applies("8.1.5c") else -feared, "8.1.5a")


def side_dice(state: State, main: Fighter, supports: Sequence[Fighter] = ()) -> SideDice:
    """The Main Unit's dice and half of each Support Unit's, rounded up; one at least (7.5a, 7.6f, R72).

    Where the Main Unit's own come to less than none, its Support Units roll fewer.
    """
    own = melee_dice(state, main)
    helped = [(s.unit, support_dice(melee_dice(state, s).value)) for s in supports]
    lines = [part(f"Support of {state.name(unit)}", dice, "7.6f") for unit, dice in helped]
    total = at_least_one(Total.of(own.label, (*own.parts, *lines)), "7.5a")
    left, pools = total.value, list[tuple[UnitId, int]]()
    for unit, dice in helped:
        pools.append((unit, min(dice, left)))
        left -= pools[-1][1]
    return SideDice(total, ((main.unit, left), *pools))


def support_dice(full: int) -> int:
    """What a Support Unit with so many full dice adds: half, rounded up, one at least (7.6f, R72)."""
    if not applies("7.6f"):
        return 0
    return max(1, (full + 1) // 2)


# ------------------------------------------------------------------------------------------------ who loses
Loser: TypeAlias = Literal["first", "second", "both", ""]


def loser(first: Outcome, second: Outcome, *, spent: tuple[bool, bool]) -> Loser:
    """Which of two Main Units loses the phase; ``spent`` says which of them has no VBU left.

    A routed one does, whatever the losses (7.5.2b), both may (R32); else the one that failed by more (7.5.2a, R33).
    """
    worse: Loser = ""
    if first.failed_by != second.failed_by and applies("7.5.2a"):
        worse = "first" if first.failed_by > second.failed_by else "second"
    if any(spent) and applies("7.5.2b"):
        return "both" if all(spent) else "first" if spent[0] else "second"
    return worse
