"""How many dice a shot has (6.1.1 to 6.1.3, 6.3.3b, 6.9a), and a point-blank pistol (6.7b)."""

from dataclasses import dataclass
from typing import Final

from muster.engine.explain import Bar, Odds, Part, Total
from muster.rulesets.baroque.book import all_apply, applies, number, part
from muster.rulesets.baroque.cards import Card, Weapon
from muster.rulesets.baroque.queries.firing_table import BAND_NAMES, Band, table_dice
from muster.rulesets.baroque.queries.hits import firing_again
from muster.rulesets.baroque.queries.kinds_of_troops import CANNONS, HOWITZERS, is_free_mover
from muster.rulesets.baroque.queries.odds import CERTAIN, hit_chances
from muster.rulesets.baroque.queries.words import count
from muster.rulesets.baroque.state import State, UnitId

PISTOL_DICE: Final = 3
"""6.7b."""
ARTILLERY: Final = CANNONS | HOWITZERS


@dataclass(frozen=True, slots=True)
class Shot:
    """A shot as its dice see it; whatever was measured is given.

    ``moves`` are the shooter's movement actions of this turn, and those that it reserves, that cost a die (6.1.3.2a,
    6.1.3.2b, R17): a light gun's turning is not among them (5.3a). ``limited``: only two of the three lines are clear;
    ``through`` light troops; ``indirect``: over friends; ``edge``: the target is in cover at the edge of a wood or
    village; ``behind`` a linear obstacle; ``evading``: it declared an evasion (R61).
    """

    shooter: UnitId
    target: UnitId
    weapon: Weapon
    band: Band
    moves: int = 0
    limited: bool = False
    through: bool = False
    indirect: bool = False
    edge: bool = False
    behind: bool = False
    evading: bool = False


def firing_dice(state: State, shot: Shot) -> Total | None:
    """The dice of a shot with all that adds to them; None where the weapon does not fire so far (6.1.2).

    Everything is added up, then each halving is rounded up by itself, then at least one die is left (6.1.1a, R21).
    """
    added = table_dice(shot.weapon, shot.band)
    if added is None:
        return None
    shooter = state.card(shot.shooter)
    base = (
        part("VBU", state.vbu(shot.shooter), "6.1.1a"),
        part(f"{weapon_name(shot.weapon).capitalize()}, {BAND_NAMES[shot.band]}", added, "6.1.2"),
    )
    extras = [p for p in _modifiers(state, shot, shooter, state.card(shot.target)) if p is not None]
    if len(extras) > 1 and not applies("6.1.3.9"):
        extras = extras[:1]
    lines: list[Part | None] = [*base, *extras]
    for halves, label, rule in (
        (shot.limited, "Limited fire: half", "6.3.3b"),
        (shot.through, "Through light troops: half", "6.9a"),
    ):
        sum_so_far = sum(p.value for p in lines if p is not None)
        if halves and sum_so_far > 1:
            lines.append(part(label, -(sum_so_far // 2), rule))
    return at_least_one(Total.of(f"{state.name(shot.shooter)}: dice", lines), "6.1.1a")


def at_least_one(total: Total, rule: str) -> Total:
    """At least one die is rolled."""
    if total.value >= 1 or not applies(rule):
        return total
    return Total(total.label, (*total.parts, Part("At least one die", 1 - total.value, rule)), 1)


def _modifiers(state: State, shot: Shot, shooter: Card, target: Card) -> tuple[Part | None, ...]:
    artillery = shot.weapon in ARTILLERY
    return (
        part("Shooting modifier", shooter.sm, "6.1.3.1"),
        _regimental(shooter),
        _movement(shot, shooter),
        _disordered(state, shot.shooter),
        part("Light target", -1 if target.type in ("S", "CL", "ART") else 0, "6.1.3.5"),
        part("At the edge of cover", -1 if shot.edge and not artillery else 0, "6.1.3.6a"),
        part("Behind an obstacle", -1 if shot.behind and not artillery else 0, "6.1.3.6b"),
        part("Evading", -1 if shot.evading else 0, "6.1.3.7"),
        _massed(shot.weapon, target),
        cuirass_part(shot.weapon, target),
        part("Over friends", -1 if shot.indirect and shot.weapon in CANNONS else 0, "6.4a"),
    )


def _regimental(shooter: Card) -> Part | None:
    return part("Regimental artillery", 1 if "regimental_artillery" in shooter.traits else 0, "8.2.1")


def _movement(shot: Shot, shooter: Card) -> Part | None:
    if shot.moves and is_free_mover(shooter) and applies("6.1.3.2c"):
        return None
    return part(count(shot.moves, "movement action").capitalize(), -shot.moves, "6.1.3.2a")


def _disordered(state: State, unit: UnitId) -> Part | None:
    if not state.units[unit].disordered or not all_apply(("6.1.3.4", "2.5.3a", "2.5.3c")):
        return None
    return Part("Disordered", -1, "6.1.3.4")


def _massed(weapon: Weapon, target: Card) -> Part | None:
    if weapon not in CANNONS or not target.massed or not all_apply(("6.1.3.8", "2.3.1b")):
        return None
    return Part("Massed target", 1, "6.1.3.8")


def cuirass_part(weapon: Weapon, target: Card) -> Part | None:
    """What a cuirass takes from bows and firearms, the point-blank pistol too; nothing from artillery (8.2.3a)."""
    if "cuirass" not in target.traits or weapon in ARTILLERY:
        return None
    return part("Cuirass", -2 if weapon == "bow" else -1, "8.2.3a")


def weapon_name(weapon: Weapon) -> str:
    """A weapon in the middle of a sentence."""
    return {
        "pistol_carbine": "pistol or carbine",
        "point_blank_pistol": "point-blank pistol",
        "art_a": "heavy cannon",
        "art_b": "medium cannon",
        "art_c": "light cannon",
        "art_d": "heavy howitzer",
        "art_e": "medium howitzer",
    }.get(weapon, weapon)


def pistol_dice(state: State, unit: UnitId, target: UnitId) -> Total:
    """The dice of a point-blank pistol: nothing but Disorder and a cuirass changes them (6.7b)."""
    disordered = -1 if state.units[unit].disordered else 0
    cuirass = cuirass_part("point_blank_pistol", state.card(target))
    return Total.of(
        f"{state.name(unit)}: pistol dice",
        (
            part("Point-blank pistol", number("6.7b", PISTOL_DICE, off=PISTOL_DICE - 1), "6.7b"),
            part("Disordered", disordered, "6.7b"),
            cuirass if applies("6.7b") else None,
        ),
    )


# ------------------------------------------------------------------------------------------------ odds
def hit_odds(label: str, total: Total, *, misses_again: bool, low_again: bool) -> Odds:
    """The chance of at least one hit with so many dice; the bars are the chances of each number of hits (6.1.4)."""
    chances = hit_chances(total.value, misses_again=misses_again, low_again=low_again)
    bars = tuple(Bar(hits, chance, hits > 0) for hits, chance in enumerate(chances) if chance)
    dice = count(total.value, "die", "dice")
    again = " First volley: misses are rolled once more." if misses_again else ""
    return Odds(
        label, CERTAIN - chances[0], f"{dice}: each 6 and each pair of 5s hits", bars, (total,), again.strip()
    )


def firing_odds(state: State, shot: Shot) -> Odds | None:
    """The chance that a shot hits; None where the weapon does not fire so far."""
    total = firing_dice(state, shot)
    if total is None:
        return None
    again = firing_again(state, shot.shooter, shot.weapon)
    label = f"{state.name(shot.shooter)} at {state.name(shot.target)}"
    return hit_odds(label, total, misses_again=bool(again.misses), low_again=bool(again.low))
