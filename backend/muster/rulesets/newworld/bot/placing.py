"""Parties and places before the fight."""

from collections.abc import Iterable
from typing import Any, TypeAlias

from muster.engine.chance import Chance
from muster.engine.refusals import Refusal
from muster.engine.requests import Allocate, Ground, Place, Request
from muster.geometry.grid.facts import StepFlag
from muster.geometry.grid.squares import Square, footprint
from muster.rulesets.newworld.bot.ways import opened, paces_from
from muster.rulesets.newworld.cards import tables
from muster.rulesets.newworld.queries import movement
from muster.rulesets.newworld.state import FigureId, State

Json: TypeAlias = Any

CHOICE: int = 5
"""A place is drawn from the best fifth of those open, so that two fights do not begin alike."""


def choose_party(known: State, request: Request, spec: Allocate) -> Json:
    """The scenario's own party as far as the limit goes, then whatever still fits, the dearest first."""
    ready = tables().parties[known.setup.scenario.parties[str(request.seat)]][1]
    counts = {s.key: 0 for s in spec.slots}
    by_price = sorted(spec.slots, key=lambda s: (-s.cost, s.key))
    for key in (*ready, *(s.key for s in by_price for _ in range(s.maximum))):
        if key not in counts:
            continue
        counts[key] += 1
        try:
            spec.read({"slots": counts})
        except Refusal:
            counts[key] -= 1
    return {"slots": counts}


def place(known: State, request: Request, spec: Place, chance: Chance, purpose: str) -> Json:
    """Fighters towards the foe, shooters a few paces behind them, horses on open ground, nobody on another's square.

    Whoever fits into a hiding place goes there, whatever ground it is: surprise is worth more than paces (hide.1).
    """
    free = set(spec.squares)
    aims = aims_of(known, str(request.seat))
    order = sorted(spec.pieces, key=lambda p: (-p.size, shoots(known, p.id), p.id))
    at: dict[FigureId, list[int]] = {}
    for number, piece in enumerate(order):
        fits = [
            s
            for s in spec.squares
            if free.issuperset(footprint(s, piece.size)) and known.grid.fits(s, piece.size)
        ]
        fits = next((inside for g in spec.grounds if (inside := within(g, fits, piece.size))), fits)
        away = distances(known, piece.id, piece.size, aims)
        index = known.grid.facts.index
        back = 5 if shoots(known, piece.id) else 0
        nearest = min((away[index(s)] for s in fits), default=0)
        fits.sort(key=lambda s: (abs(away[index(s)] - nearest - back) + hindrance(known, s, piece.size), s))
        pick = fits[chance.pick(f"{purpose}:{number}", max(1, len(fits) // CHOICE))]
        at[piece.id] = list(pick)
        free.difference_update(footprint(pick, piece.size))
    return {"at": at}


def within(ground: Ground, corners: Iterable[Square], side: int) -> list[Square]:
    """Those corners at which a footprint lies wholly on the ground."""
    squares = set(ground.squares)
    return [s for s in corners if squares.issuperset(footprint(s, side))]


def aims_of(known: State, seat: str) -> list[Square]:
    """Where the foe is, or else will be: its figures on the table, or the middle of its zone."""
    seen = [b.at for f, b in known.figures.items() if b.at is not None and known.card(f).seat != seat]
    if seen:
        return seen
    zones = [known.setup.map.zone(z).squares for s, z in known.setup.scenario.zones.items() if s != seat]
    return [middle(z) for z in zones]


def middle(squares: tuple[Square, ...]) -> Square:
    """The square of a zone that is nearest to its middle."""
    x = sum(s[0] for s in squares) / len(squares)
    y = sum(s[1] for s in squares) / len(squares)
    return min(squares, key=lambda s: (abs(s[0] - x) + abs(s[1] - y), s))


def distances(known: State, figure: FigureId, side: int, aims: Iterable[Square]) -> list[int]:
    """Paces from every square to the nearest aim, by number."""
    bar, table = movement.barred_flags(known, figure), known.setup.map
    corners = {(min(x, table.width - side), min(y, table.height - side)) for x, y in aims}
    return paces_from(opened(known.grid), side, bar, tuple(sorted(corners)))


def hindrance(known: State, at: Square, side: int) -> float:
    """Heavy ground in the way of a start, most of all under a horse."""
    facts = known.grid.facts
    heavy = any(facts.flags[facts.index(s)] & int(StepFlag.DIFFICULT) for s in footprint(at, side))
    return (6.0 if side > 1 else 1.5) * heavy


def shoots(known: State, figure: FigureId) -> bool:
    """Whether a figure begins with a bow or long gun in hand."""
    return any(
        known.weapon(i).is_ranged and not known.weapon(i).thrown and not known.weapon(i).pistol
        for i in known.held(figure)
    )
