"""Who may shoot at whom, from which side, with how many dice: one plan for options, odds, reactions and the shot."""

from dataclasses import dataclass, replace
from typing import Final, Literal, TypeAlias

from muster.engine.explain import Odds, Reason, SightLine, Total
from muster.geometry.open.poses import Side
from muster.geometry.open.zones import angle_off_front, corridor_width, in_arc
from muster.rulesets.baroque.book import applies
from muster.rulesets.baroque.cards import BU, Card
from muster.rulesets.baroque.queries.bodies import body
from muster.rulesets.baroque.queries.cohesion import Cause, critical_number, loss_ways
from muster.rulesets.baroque.queries.firing_dice import Shot, firing_dice, hit_odds, weapon_name
from muster.rulesets.baroque.queries.firing_table import (
    BAND_NAMES,
    band_of,
    longest_range,
    shooting_weapon,
    table_dice,
)
from muster.rulesets.baroque.queries.hits import firing_again
from muster.rulesets.baroque.queries.kinds_of_troops import HOWITZERS, is_free_mover
from muster.rulesets.baroque.queries.lines import (
    CLOSE,
    Sight,
    is_hidden,
    is_within,
    looking_out,
    range_of,
    sight_lines,
    sight_of,
)
from muster.rulesets.baroque.queries.moving import FACINGS
from muster.rulesets.baroque.queries.odds import CERTAIN, hit_ways, share
from muster.rulesets.baroque.queries.status import no_reaction
from muster.rulesets.baroque.queries.visibility import is_in_any, kind_of
from muster.rulesets.baroque.queries.words import bu
from muster.rulesets.baroque.state import State, UnitId

Role: TypeAlias = Literal["active", "reaction"]
FARTHEST: Final = 8 * BU
"""Beyond this nobody shoots, in units (6.1.2a)."""
MOST_KEPT: Final = 6
"""So many movement actions may be kept for after a shot at most (6.1.3.2b, R111)."""
SIDE_NAMES: Final[dict[Side, str]] = {
    Side.FRONT: "front",
    Side.LEFT: "left side",
    Side.RIGHT: "right side",
    Side.REAR: "rear",
}


@dataclass(frozen=True, slots=True)
class ShotPlan:
    """A shot that may be made: what its dice see, its three lines, and its dice."""

    shot: Shot
    sight: Sight
    dice: Total
    role: Role


def firing_sides(card: Card) -> tuple[Side, ...]:
    """The sides from which a unit may shoot (6.3.1b)."""
    flanks = card.type in ("LTE", "ETE") or (card.type == "CL" and card.massed)
    if not flanks or not applies("6.3.1b"):
        return (Side.FRONT,)
    sides = (Side.FRONT, Side.LEFT, Side.RIGHT)
    return (*sides, Side.REAR) if card.type == "ETE" else sides


# ------------------------------------------------------------------------------------------------ may it shoot
def no_shooting(state: State, unit: UnitId, role: Role) -> Reason | None:
    """Why a unit may not shoot at anybody now, in its own activation or as a reaction; None where it may.

    A reaction's own limits (2.5.1d, 2.5.4 ...) count for ``reaction``.
    """
    card, body_, name = state.card(unit), state.units[unit], state.name(unit)
    if card.type == "BAG" and applies("2.8c"):
        return Reason("Baggage never shoots.", "baroque.2.8c")
    if shooting_weapon(card) is None:
        pistols = "point_blank_pistol" in card.weapons
        text = "pistols are for the first contact only" if pistols else "no missile weapon"
        return Reason(f"{name} cannot shoot: {text}.", f"baroque.{'6.1.2b' if pistols else '6.1c'}")
    if state.in_melee(unit) and applies("6.1a"):
        return Reason(f"{name}: in melee.", "baroque.6.1a")
    if body_.fell_back and applies("5.7d"):
        return Reason(f"{name} broke off a melee this turn.", "baroque.5.7d")
    if role in body_.shots and applies("6.1b"):
        when = "in its activation" if role == "active" else "as a reaction"
        return Reason(f"{name} shot {when} this turn already.", "baroque.6.1b")
    return no_reaction(state, unit) if role == "reaction" else _held_back(state, unit)


def _held_back(state: State, unit: UnitId) -> Reason | None:
    """What the acting unit has done that bars a shot now."""
    acting, name = state.acting, state.name(unit)
    if acting is None or acting.unit != unit:
        return None
    if acting.passed and applies("6.1.3.3"):
        text = f"{name} just went through friends: one more movement action comes first."
        return Reason(text, "baroque.6.1.3.3")
    if any(way in FACINGS for way in acting.ways) and applies("5.2.4a"):
        return Reason(f"{name} turned, and that was the only action.", "baroque.5.2.4a")
    if "forced_rally" in acting.did and applies("4.1.2d"):
        return Reason(f"{name} can do nothing after a forced rally.", "baroque.4.1.2d")
    return None


def no_charge_after_shot(state: State, unit: UnitId) -> Reason | None:
    """Why a unit that has shot in this activation may not charge: foot without Salvo (6.1.6, 8.2.4)."""
    card, acting = state.card(unit), state.acting
    if acting is None or acting.unit != unit or "shot" not in acting.did or card.mounted:
        return None
    if "salvo" in card.traits and applies("8.2.4"):
        return None
    if not applies("6.1.6"):
        return None
    return Reason(f"{state.name(unit)} shot: foot charges after that only with Salvo.", "baroque.6.1.6")


def may_caracole(state: State, unit: UnitId) -> bool:
    """Whether the acting unit may try a second shot at once: massed Reiters in order that have just shot (6.8a)."""
    acting, card, body_ = state.acting, state.card(unit), state.units[unit]
    if acting is None or acting.unit != unit or acting.over or acting.did[-1:] != ("shot",):
        return False
    here = body_.pose is not None and not state.in_melee(unit)
    return card.type == "RE" and card.massed and here and not body_.disordered and applies("6.8a")


def most_kept(state: State, unit: UnitId) -> int:
    """How many movement actions a unit that shoots now may keep for afterwards, for a die each (6.1.3.2b, R111).

    None for who has moved before, since the shot stands between no two movement actions (6.1a); one for who is
    Disordered (2.5.3b). Free movers need not ask (:func:`needs_no_keeping`).
    """
    acting = state.acting
    if acting is not None and acting.unit == unit and acting.moves and applies("6.1a"):
        return 0
    return 1 if state.units[unit].disordered and applies("2.5.3b") else MOST_KEPT


def moves_freely(state: State, unit: UnitId) -> bool:
    """Whether a unit shoots between movement actions without a penalty (6.1.3.2c)."""
    return is_free_mover(state.card(unit)) and applies("6.1.3.2c")


# ------------------------------------------------------------------------------------------------ plans
def no_shot(state: State, shooter: UnitId, side: Side, target: UnitId) -> Reason | None:
    """Why a unit cannot shoot at a target from a side, whoever else may be a target; None where it can."""
    return _no_aim(state, shooter, side, target) or sight_of(state, shooter, side, target).hidden


def may_be_shot(state: State, shooter: UnitId, side: Side, target: UnitId) -> bool:
    """Whether there is nothing of :func:`no_shot`."""
    return _no_aim(state, shooter, side, target) is None and not is_hidden(state, shooter, side, target)


def _no_aim(state: State, shooter: UnitId, side: Side, target: UnitId) -> Reason | None:
    """The same, whatever stands in the lines."""
    name, mark = state.name(target), state.card(target)
    if mark.type == "BAG" and applies("2.8c"):
        return Reason("Baggage cannot be shot at.", "baroque.2.8c")
    if state.in_melee(target) and applies("6.3.4"):
        return Reason(f"{name}: in melee.", "baroque.6.3.4")
    weapon = shooting_weapon(state.card(shooter))
    if weapon is None:
        return Reason(f"{state.name(shooter)}: no missile weapon.", "baroque.6.1c")
    face = looking_out(body(state, shooter), side)
    if not in_arc(face, Side.FRONT, body(state, target).corners).inside and applies("6.3.1a"):
        return Reason(f"{name}: outside the arc of fire.", "baroque.6.3.1a")
    away = range_of(state, shooter, side, target).length
    band = band_of(away)
    if band is None:
        text = f"{name}: {bu(away)} away, and nobody shoots farther than {bu(FARTHEST)}."
        return Reason(text, "baroque.6.1.2a")
    if table_dice(weapon, band) is None:
        most = longest_range(weapon)
        limit = f"shoots up to {bu(most)}" if away > most else f"does not shoot at {BAND_NAMES[band]}"
        text = f"{name}: {bu(away)} away, and this {weapon_name(weapon)} {limit}."
        return Reason(text, "baroque.6.1.2")
    return None


def plan(
    state: State,
    shooter: UnitId,
    side: Side,
    target: UnitId,
    role: Role,
    *,
    kept: int = 0,
    evading: bool = False,
) -> ShotPlan | None:
    """The shot from a side at a target; None where it cannot be made (:func:`no_shot`).

    ``kept`` movement actions for afterwards cost a die each (6.1.3.2b); ``evading``: the target has declared that it
    evades (6.1.3.7). Priorities are not looked at: see :func:`targets`.
    """
    if not may_be_shot(state, shooter, side, target):
        return None
    return _planned(state, shooter, side, target, role, kept, evading=evading)


def _planned(
    state: State, shooter: UnitId, side: Side, target: UnitId, role: Role, kept: int, *, evading: bool
) -> ShotPlan | None:
    sight = sight_of(state, shooter, side, target)
    weapon, band = shooting_weapon(state.card(shooter)), band_of(sight.distance)
    if weapon is None or band is None:
        return None
    shot = Shot(
        shooter,
        target,
        weapon,
        band,
        moves=state.units[shooter].moves + (kept if kept and applies("6.1.3.2b") else 0),
        limited=sight.effect == "limited",
        through=bool(sight.through),
        indirect=bool(sight.over),
        edge=sight.edge is not None,
        behind=sight.behind is not None,
        evading=evading,
    )
    dice = firing_dice(state, shot)
    return ShotPlan(shot, sight, dice, role) if dice is not None else None


def reaction_plan(state: State, shooter: UnitId, target: UnitId, *, tried: bool = False) -> ShotPlan | None:
    """The shot that a unit could make in reaction at an enemy where it stands, from its best side; None: it cannot.

    Priorities do not count, limited fire is allowed (6.5a). ``tried``: it has used up its reaction for this very shot.
    """
    if not tried and no_shooting(state, shooter, "reaction") is not None:
        return None
    sides = _replying_sides(state, shooter, target)
    plans = [plan(state, shooter, side, target, "reaction") for side in sides]
    found = [p for p in plans if p is not None]
    return max(found, key=lambda p: p.dice.value, default=None)


def reaches_in_reply(state: State, shooter: UnitId, target: UnitId) -> bool:
    """Whether a unit that may react has a :func:`reaction_plan`, without working it out."""
    sides = _replying_sides(state, shooter, target)
    return any(may_be_shot(state, shooter, side, target) for side in sides)


def _replying_sides(state: State, shooter: UnitId, target: UnitId) -> tuple[Side, ...]:
    """The sides from which a reaction at a target is possible: priorities do not count (6.5a)."""
    sides = firing_sides(state.card(shooter))
    if applies("6.5a"):
        return sides
    return tuple(side for side in sides if target in targets(state, shooter, side))


# ------------------------------------------------------------------------------------------------ priority
def targets(state: State, shooter: UnitId, side: Side) -> tuple[UnitId, ...]:
    """The enemies at which a unit may shoot from a side in its activation, priorities counted (6.3.5)."""
    able = tuple(foe for foe in state.foes(shooter) if may_be_shot(state, shooter, side, foe))
    first = most_frontal(state, shooter, side, able)
    bound = [foe for foe in first if sight_of(state, shooter, side, foe).effect == "full"]
    if not first or len(bound) < len(first):
        return able
    return tuple(foe for foe in able if foe in first or _ignores_priority(state, shooter, foe))


def most_frontal(state: State, shooter: UnitId, side: Side, able: tuple[UnitId, ...]) -> tuple[UnitId, ...]:
    """Of possible targets within 2 BU, artillery left out, the one most directly to the front; several if nothing parts
    them (6.3.5a to c, R20): the widest in the corridor of the side, then the smallest angle, then the nearest.
    """
    ranked: dict[UnitId, tuple[int, int, int]] = {}
    face = looking_out(body(state, shooter), side)
    for foe in able:
        sight = sight_of(state, shooter, side, foe)
        if not is_within(sight.distance, CLOSE) and applies("6.3.5b"):
            continue
        if state.card(foe).type == "ART" and applies("6.3.5c"):
            continue
        there = body(state, foe)
        width = corridor_width(face, there.corners).length
        ranked[foe] = (-width, angle_off_front(face, (there.pose.x, there.pose.y)), sight.distance)
    if not ranked or not applies("6.3.5a"):
        return ()
    best = min(ranked.values())
    return tuple(foe for foe, rank in ranked.items() if rank == best)


def _ignores_priority(state: State, shooter: UnitId, target: UnitId) -> bool:
    """Whether a howitzer's target stands in a wood or village (6.3.5d)."""
    weapon = shooting_weapon(state.card(shooter))
    return weapon in HOWITZERS and is_in_any(state, target, lambda a: kind_of(a).cover) and applies("6.3.5d")


def why_not_target(state: State, shooter: UnitId, side: Side, target: UnitId) -> Reason | None:
    """Why an enemy is not among :func:`targets`; None where it is."""
    found = no_shot(state, shooter, side, target)
    if found is not None:
        return found
    if target in targets(state, shooter, side):
        return None
    first = most_frontal(state, shooter, side, targets(state, shooter, side))
    names = " or ".join(state.name(foe) for foe in first)
    return Reason(
        f"{state.name(target)} cannot be shot at before {names}, within 2 BU and more directly in front.",
        "baroque.6.3.5a",
    )


# ------------------------------------------------------------------------------------------------ odds
def cause_of(shot: ShotPlan) -> Cause:
    """What the target's Cohesion Test is taken for."""
    return Cause("fire", shot.shot.band)


def plan_odds(state: State, shot: ShotPlan) -> Odds:
    """The chance that a shot hits, and what its hits do to the target: Disorder, losses, rout."""
    made, target = shot.shot, shot.shot.target
    again = firing_again(state, made.shooter, made.weapon)
    low, misses = bool(again.low), bool(again.misses)
    odds = hit_odds(
        f"{state.name(made.shooter)} at {state.name(target)}", shot.dice, misses_again=misses, low_again=low
    )
    ways = hit_ways(shot.dice.value, misses_again=misses, low_again=low)
    whole = sum(ways) * 216
    hurt = gone = 0
    for hits, n in enumerate(ways):
        for result, m in loss_ways(state, target, hits, cause_of(shot)).items():
            hurt += n * m if result.losses else 0
            gone += n * m if result.losses >= state.vbu(target) else 0
    new = "" if state.units[target].disordered else f"Disordered {_percent(odds.chance)}, "
    effect = f"{state.name(target)}: {new}losses {_percent(share(hurt, whole))}, routed {_percent(share(gone, whole))}."
    critical = critical_number(state, target, 1, cause_of(shot))
    named = replace(critical, label=f"{critical.label} after one hit")
    return replace(odds, totals=(*odds.totals, named), effect=f"{odds.effect} {effect}".strip())


def _percent(chance: int) -> str:
    return f"{(chance * 100 + CERTAIN // 2) // CERTAIN} %"


def offer_words(state: State, shot: ShotPlan) -> str:
    """The same for whoever may choose the shot: there is no sum yet that says what limited fire means (6.3.3b)."""
    return plan_words(state, shot, limited="limited to half the dice as one of three lines is blocked")


def plan_words(state: State, shot: ShotPlan, *, limited: str = "limited") -> str:
    """Weapon, range and effect in a few words: ``musket at 1.5 BU, short range, limited``."""
    made, sight = shot.shot, shot.sight
    words = [f"{weapon_name(made.weapon)} at {bu(sight.distance)}", BAND_NAMES[made.band]]
    words += [limited] if made.limited else []
    words += ["through light troops"] if made.through else []
    words += ["over friends"] if made.indirect else []
    words += ["at the edge of cover"] if made.edge else []
    words += ["behind an obstacle"] if made.behind else []
    return ", ".join(words)


def board_lines(shot: ShotPlan) -> tuple[SightLine, ...]:
    """The three lines as the board draws them."""
    return sight_lines(shot.sight)
