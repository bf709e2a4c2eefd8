"""Who pursues a beaten enemy, must or may, which way, and how far it comes (7.5.4, 7.6h)."""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Literal, TypeAlias

from muster.engine.explain import Bar, Odds, Reason
from muster.geometry.open.angles import heading_of
from muster.geometry.open.contact import Solid, free_length, overlapping
from muster.geometry.open.moves import AHEAD, Path, pivoted, straight
from muster.geometry.open.poses import Body, Side
from muster.geometry.open.terrain import half_in_at
from muster.rulesets.baroque.book import applies
from muster.rulesets.baroque.queries import ground
from muster.rulesets.baroque.queries.bodies import bodies, body, rim
from muster.rulesets.baroque.queries.fights import Melee, foes_met
from muster.rulesets.baroque.queries.kinds_of_troops import is_foot, is_mounted, must_pursue_by_type
from muster.rulesets.baroque.queries.odds import FACES, share
from muster.rulesets.baroque.queries.rolled_moves import pursuit_length, retreat_length
from muster.rulesets.baroque.queries.status import is_exhausted
from muster.rulesets.baroque.state import State, UnitId

Fate: TypeAlias = Literal["retreats", "destroyed"]
Will: TypeAlias = Literal["must", "may", "no"]


@dataclass(frozen=True, slots=True)
class Pursuit:
    """Whether a winner pursues, and why it must or may not."""

    will: Will
    reason: Reason


def pursuit(state: State, winner: UnitId, beaten: UnitId, fate: Fate) -> Pursuit:
    """Whether a winning unit must, may or may not pursue a beaten Main Unit (7.5.4a to 7.5.4c, 7.5.4f, R41).

    ``beaten`` may be gone already: what it was counts.
    """
    card, theirs, name = state.card(winner), state.card(beaten), state.name(winner)
    for text, rule in _bars(state, winner, beaten, fate):
        return Pursuit("no", Reason(f"{name} {text}", f"baroque.{rule}"))
    if not must_pursue_by_type(card) or not applies("7.5.4a"):
        return Pursuit("may", Reason(f"{name} may pursue {theirs.name}.", "baroque.7.5.4b"))
    if is_exhausted(state, winner) and applies("2.5.1e"):
        return Pursuit("may", Reason(f"{name}, Exhausted, need not pursue.", "baroque.2.5.1e"))
    held = restraint(state, winner)
    if held is not None:
        return Pursuit("may", held)
    return Pursuit("must", Reason(f"{name} must pursue {theirs.name}.", "baroque.7.5.4a"))


def _bars(state: State, winner: UnitId, beaten: UnitId, fate: Fate) -> Iterator[tuple[str, str]]:
    card, theirs = state.card(winner), state.card(beaten)
    if "BAG" in (card.type, theirs.type) and applies("7.9a"):
        yield "fought for baggage, which nobody pursues.", "7.9a"
    if card.impetus < 1 and applies("7.5.4b"):
        yield "cannot pursue without impetus.", "7.5.4b"
    if fate == "retreats" and is_foot(card) and is_mounted(theirs) and applies("7.5.4c"):
        yield f"cannot pursue {theirs.name}: Foot does not pursue Mounted.", "7.5.4c"


def still_engaged(state: State, melee: Melee, unit: UnitId) -> Reason | None:
    """Why a winner that is in contact with an enemy outside this melee stays: it is still in melee (R47, R122)."""
    others = [f for f in foes_met(state, unit) if f not in melee.units]
    if not others or not applies("4.1.1i"):
        return None
    return Reason(f"{state.name(unit)}: still in melee with {state.name(others[0])}.", "baroque.4.1.1i")


def catch_odds(state: State, winner: UnitId, beaten: UnitId, fate: Fate) -> Odds:
    """The chance that a pursuit reaches a retreating enemy on open ground, or that it goes on at all (7.5.4d)."""
    card, theirs = state.card(winner), state.card(beaten)
    ours = [pursuit_length(card, die) for die in FACES]
    away = [retreat_length(theirs, die) for die in FACES] if fate == "retreats" else [1]
    hits = {die: sum(length >= far for far in away) for die, length in zip(FACES, ours, strict=True)}
    # Of a face that reaches it or not by the die of the retreat, each share is a row of its own.
    rows = ((die, n if hit else len(away) - n, hit) for die, n in hits.items() for hit in (True, False))
    bars = tuple(Bar(die, share(n, len(FACES) * len(away)), hit) for die, n, hit in rows if n)
    chance = share(sum(hits.values()), len(FACES) * len(away))
    what = f"to reach {theirs.name}" if fate == "retreats" else "to go on"
    of = "to catch" if fate == "retreats" else "to go on"
    effect = "On open ground, with nobody in the way."
    return Odds(f"Pursuit of {card.name}", chance, what, bars, effect=effect, of=of)


def supports_pursuit(state: State, unit: UnitId) -> Reason | None:
    """Why a Support Unit cannot pursue with its Main Unit although it has the impetus; None where it may (7.6h)."""
    if is_exhausted(state, unit) and applies("7.6h"):
        return Reason(f"{state.name(unit)}, Exhausted, cannot pursue in support.", "baroque.7.6h")
    return None


def longest(state: State, unit: UnitId) -> int:
    """The greatest distance of a pursuit that the die can give, in units (7.5.4d)."""
    return pursuit_length(state.card(unit), 6)


def restraint(state: State, unit: UnitId) -> Reason | None:
    """Why a compulsory pursuer need not go: an obstacle or Difficult terrain lies on its way (7.5.4f, R121)."""
    path = way_of(body(state, unit), longest(state, unit))
    deep = [a.id for a in ground.of_going(state, "difficult") if half_in_at(path, a) is not None]
    found = (*ground.crossed(state, path), *deep)
    if not found or not applies("7.5.4f"):
        return None
    what = state.terrain[found[0]].label
    return Reason(f"{state.name(unit)} need not pursue: {what} ahead.", "baroque.7.5.4f")


# ------------------------------------------------------------------------------------------------ the way
def turned_after(state: State, unit: UnitId, beaten: UnitId) -> Body | None:
    """The pursuer after its pivot towards a retreating enemy; None where it would not turn or has no room (7.5.4e)."""
    base = body(state, unit)
    ours, theirs = base.middle(Side.FRONT), body(state, beaten).middle(Side.FRONT)
    heading = heading_of(theirs[0] - ours[0], theirs[1] - ours[1])
    if heading == base.pose.heading or not applies("7.5.4e"):
        return None
    there = pivoted(base, heading)
    others: list[Solid] = [
        *bodies(state, (u for u in state.on_table() if u != unit)),
        *rim(state),
        *ground.impassable(state),
    ]
    return None if overlapping(there, others) else there


def way_of(base: Body, length: int) -> Path:
    """Straight ahead, so many units."""
    return straight(base, AHEAD, length)


def reach(state: State, unit: UnitId, base: Body, rolled: int) -> tuple[int, Reason | None]:
    """How far a pursuer comes on what it rolled, enemies left out, and what stops it before (7.5.4i, 5.8b, R78)."""
    path = way_of(base, rolled)
    most, why = rolled, None
    slower = ground.speed(state, unit, path)
    if slower is not None and slower.length < most and applies("3.1.1l"):
        most, why = slower.length, Reason(slower.why, slower.rule)
    friends = [u for u in state.on_table(state.card(unit).seat) if u != unit]
    stops: tuple[tuple[list[Solid], str, str], ...] = (
        ([*bodies(state, friends)], "A friend is in the way.", "7.5.4i"),
        ([*ground.blocking(state, path)], "The ground there cannot be entered.", "7.5.4i"),
        ([*rim(state)], "The edge of the table is there.", "5.8b"),
    )
    for solids, text, rule in stops:
        free = free_length(way_of(base, most), solids)
        if free < most and applies(rule):
            most, why = free, Reason(text, f"baroque.{rule}")
    return most, why
