"""Fire at contact: who may use defensive fire (6.6), and at whom pistols are fired (6.7)."""

from collections.abc import Iterable
from dataclasses import replace
from typing import Final

from muster.engine.explain import Reason
from muster.rulesets.baroque.book import applies
from muster.rulesets.baroque.cards import UnitType
from muster.rulesets.baroque.queries.dispersing import dispersed_by
from muster.rulesets.baroque.queries.fights import Doubt, doubts, foes_met, main_foes
from muster.rulesets.baroque.queries.firing_dice import Shot, firing_dice
from muster.rulesets.baroque.queries.firing_table import Band, shooting_weapon
from muster.rulesets.baroque.queries.kinds_of_troops import HOWITZERS, is_tercio
from muster.rulesets.baroque.queries.lines import range_of, sight_of
from muster.rulesets.baroque.queries.shooting import ShotPlan, firing_sides, no_shooting
from muster.rulesets.baroque.state import Contact, Impact, State, UnitId

DEFENDERS: Final[frozenset[UnitType]] = frozenset({"P&M", "T", "ETE", "LTE", "S", "ART"})
"""Who may use defensive fire (6.6a)."""
BEFORE_DISPERSAL: Final[dict[UnitType, str]] = {"S": "7.7c", "ART": "7.8b"}
"""Who uses it before it is dispersed, and survives if it repulses the charger."""


def new_contacts(state: State, *movers: UnitId) -> tuple[Contact, ...]:
    """The contacts that units' moves have just made, in which nothing has been fought yet."""
    return tuple(c for c in state.contacts if c.arrival and not {c.by, c.on}.isdisjoint(movers))


# ------------------------------------------------------------------------------------------------ defensive fire
def no_defensive_fire(state: State, shooter: UnitId, charger: UnitId) -> Reason | None:
    """Why a unit may not use defensive fire at one that has charged into contact with it; None where it may (6.6)."""
    name, card = state.name(shooter), state.card(shooter)
    met = next((c for c in new_contacts(state, charger) if (c.by, c.on) == (charger, shooter)), None)
    if met is None or (met.arrival != "charge" and applies("6.6g")):
        return Reason(f"{name}: not charged.", "baroque.6.6g")
    if (card.type not in DEFENDERS or shooting_weapon(card) in HOWITZERS) and applies("6.6a"):
        return Reason(f"{name}: of a type that has no defensive fire.", "baroque.6.6a")
    first = BEFORE_DISPERSAL.get(card.type)
    if first is not None and not applies(first):
        return Reason(f"{name}: swept away before any fire.", f"baroque.{first}")
    if not _faces(state, shooter, met.impact):
        where = "on the flank or rear" if met.impact == "flank" else "on a side"
        return Reason(f"{name}: charged {where}.", f"baroque.{'6.6b' if is_tercio(card) else '6.6a'}")
    if shooter not in main_foes(_to_come(state, charger), charger) and applies("6.6f"):
        return Reason(f"{name} will not be the Main Unit of the melee.", "baroque.6.6f")
    apart = replace(state, contacts=tuple(c for c in state.contacts if charger not in (c.by, c.on)))
    return no_shooting(apart, shooter, "reaction")


def _to_come(state: State, charger: UnitId) -> State:
    """The position in which a charger's melee will be fought: without whom it sweeps aside, where others stop it."""
    met = foes_met(state, charger)
    swept = {unit for unit in met if dispersed_by(state, charger, unit)}
    if not swept or swept == {*met}:
        return state
    return replace(state, contacts=tuple(c for c in state.contacts if swept.isdisjoint({c.by, c.on})))


def doubt_about_fire(state: State, charger: UnitId, defenders: Iterable[UnitId]) -> Doubt | None:
    """The doubt about Main Units that has to be settled before it is known who may use defensive fire (6.6f, 7.6c)."""
    able = {u for u in defenders if no_defensive_fire(state, u, charger) is None}
    found = doubts(_to_come(state, charger), charger)
    open_ = any(not able.isdisjoint(pair.units()) for doubt in found for pair in doubt.pairs)
    return found[0] if open_ and applies("6.6f") else None


def _faces(state: State, shooter: UnitId, impact: Impact) -> bool:
    """Whether a charge that met a unit so leaves it its defensive fire (6.6a, 6.6b, R87)."""
    if impact == "front":
        return True
    early = state.card(shooter).type == "ETE"
    late = state.card(shooter).type == "LTE" and impact == "side"
    if (early or late) and applies("6.6b"):
        return True
    return not applies("6.6a")


def defensive_plan(state: State, shooter: UnitId, charger: UnitId) -> ShotPlan | None:
    """The shot of defensive fire, at point blank whatever was measured (6.6c); None: its weapon has none there."""
    weapon = shooting_weapon(state.card(shooter))
    if weapon is None:
        return None
    side = min(firing_sides(state.card(shooter)), key=lambda s: range_of(state, shooter, s, charger).length)
    band: Band = "point_blank" if applies("6.6c") else "short"
    shot = Shot(shooter, charger, weapon, band, moves=state.units[shooter].moves)
    dice = firing_dice(state, shot)
    return (
        ShotPlan(shot, sight_of(state, shooter, side, charger), dice, "reaction")
        if dice is not None
        else None
    )


# ------------------------------------------------------------------------------------------------ pistols
def has_pistols(state: State, unit: UnitId) -> bool:
    """Whether a unit still has its point-blank pistols (6.7a)."""
    able = "point_blank_pistol" in state.card(unit).weapons and "pistol" not in state.units[unit].used
    return able and applies("6.7a")


def pistol_targets(state: State, unit: UnitId, *movers: UnitId) -> tuple[UnitId, ...]:
    """At whom a unit fires its pistols on the contacts that moves have just made; several: its owner picks one (6.7f).

    Nobody, if it has none left, was in melee before (6.7d), or meets nothing but baggage (R24).
    """
    fresh = [c for c in new_contacts(state, *movers) if unit in (c.by, c.on)]
    if not fresh or not has_pistols(state, unit):
        return ()
    before = [c for c in state.met_by(unit) if c not in fresh]
    if before and applies("6.7d"):
        return ()
    foes = {foe for c in fresh for foe in (c.by, c.on) if foe != unit and state.card(foe).type != "BAG"}
    able = tuple(u for u in state.units if u in foes)
    first = tuple(u for u in able if u in main_foes(state, unit))
    return first if first and applies("6.7f") else able


def lose_pistols(state: State, *movers: UnitId) -> tuple[UnitId, ...]:
    """Who loses its pistols for good by a contact that a pursuit has just made (6.7e); not with baggage (R24)."""
    pursuits = [c for c in new_contacts(state, *movers) if c.arrival == "pursuit"]
    units = {u for c in pursuits if state.card(c.on).type != "BAG" for u in (c.by, c.on)}
    return tuple(u for u in state.units if u in units and has_pistols(state, u) and applies("6.7e"))
