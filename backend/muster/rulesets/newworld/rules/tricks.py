"""Feint, Manoeuvre and Disarm: opposed totals that do no damage (action.13 to action.15, disarm.1 to disarm.11)."""

from typing import Final

from muster.engine.requests import Choose, Option, Pick
from muster.geometry.grid.squares import Square
from muster.rulesets.newworld.book import applies, rule
from muster.rulesets.newworld.events import Displaced, FeintWon
from muster.rulesets.newworld.queries import contests, hands
from muster.rulesets.newworld.queries.menu import Act
from muster.rulesets.newworld.queries.places import count_of, square_options, square_picked
from muster.rulesets.newworld.rules.common import (
    Fight,
    at_of,
    knock_down,
    lose,
    release_if_apart,
    reveal_seen,
)
from muster.rulesets.newworld.rules.deeds import deed
from muster.rulesets.newworld.rules.free_attacks import free_attack
from muster.rulesets.newworld.rules.grapple import contest, told
from muster.rulesets.newworld.state import FigureId, Item, State

COMPASS: Final[dict[str, tuple[Square, str]]] = {
    "n": ((0, -1), "north"),
    "ne": ((1, -1), "north-east"),
    "e": ((1, 0), "east"),
    "se": ((1, 1), "south-east"),
    "s": ((0, 1), "south"),
    "sw": ((-1, 1), "south-west"),
    "w": ((-1, 0), "west"),
    "nw": ((-1, -1), "north-west"),
}
"""The eight directions in which a weapon may be flung, with their names (disarm.5)."""

FALL_LEVELS: Final = 2
"""Who is pushed down so many levels or more falls (ruling R85)."""


# ------------------------------------------------------------------------------------------------ Feint, Manoeuvre
@deed("feint")
@rule("action.13")
async def feint(game: Fight, figure: FigureId, act: Act, given: object, delayed: bool) -> None:
    """Won, the next melee attack on that foe this turn is at +2; a tie or loss does nothing (action.13)."""
    foe, arm = act.target, act.arm
    if foe is None or arm is None:
        return
    sums = contests.trick_contest(game.state, figure, foe, arm)
    difference, event = await contest(game, figure, foe, "feint", sums)
    won = contests.wins(difference)
    game.apply(told(event, "the foe is fooled" if won else "the foe is not fooled", "action.13"))
    if won:
        game.apply(FeintWon(figure, foe))


@deed("manoeuvre")
@rule("action.14")
async def manoeuvre(game: Fight, figure: FigureId, act: Act, given: object, delayed: bool) -> None:
    """Won, the actor pushes the foe back a pace, changes places, or does nothing (action.14, action.15)."""
    foe, arm = act.target, act.arm
    if foe is None or arm is None:
        return
    sums = contests.trick_contest(game.state, figure, foe, arm)
    difference, event = await contest(game, figure, foe, "manoeuvre", sums)
    won = contests.wins(difference)
    game.apply(told(event, "wins" if won else "gains nothing", "action.14"))
    options = _displacements(game.known_to(game.state.seat(figure)), figure, foe)
    if not won or not options or not applies("action.14"):
        return
    picks = await game.ask_or_pass(
        game.state.seat(figure),
        Choose(options),
        rule="newworld.action.14",
        text=f"{game.state.name(figure)} has the better of {game.state.name(foe)}. Push, change places, or neither?",
        pass_label="Neither",
        subject=figure,
    )
    if picks is not None:
        await _displace(game, figure, foe, picks.one)


def _displacements(known: State, figure: FigureId, foe: FigureId) -> tuple[Option, ...]:
    options: list[Option] = []
    squares = contests.push_squares(known, figure, foe)
    if squares:
        pushed = known.figures[foe].ridden_by or foe
        falls = {s for s in squares if _falls(known, foe, pushed, s)}
        where = square_options(
            "Push here", "action.15", pushed, squares, lambda s: "they fall" if s in falls else ""
        )
        options.append(
            Option(
                "push",
                "Push them back",
                count_of(squares),
                rule="newworld.action.15",
                group="Push",
                needs_=Choose(where),
            )
        )
    if contests.may_swap(known, figure, foe):
        options.append(Option("swap", "Change places", rule="newworld.action.15", piece=foe, group="Swap"))
    return tuple(options)


def _falls(state: State, foe: FigureId, moved: FigureId, square: Square) -> bool:
    """Whether whoever is pushed to that square goes down as far as they fall; riders stay in the saddle."""
    drop = state.grid.step(at_of(state, foe), square, state.side(foe)).levels
    return drop <= -FALL_LEVELS and state.figures[moved].rides is None


async def _displace(game: Fight, figure: FigureId, foe: FigureId, pick: Pick) -> None:
    """Move them. The actor sees every square that a push may reach, so nobody hidden can be in the way (hide.1)."""
    moved = game.state.figures[foe].ridden_by or foe
    if pick.key == "swap":
        game.apply(Displaced(moved, figure, at_of(game.state, figure), True))
    else:
        square = square_picked(pick.given)
        falls = _falls(game.state, foe, moved, square)
        game.apply(Displaced(moved, figure, square, False))
        if falls:
            await knock_down(game, moved, "falls and lies prone", by=figure)
    release_if_apart(game)
    reveal_seen(game)


# ------------------------------------------------------------------------------------------------ Disarm
@deed("disarm")
@rule("disarm.1")
async def disarm(game: Fight, figure: FigureId, act: Act, given: object, delayed: bool) -> None:
    """Try to take or knock away a named weapon (disarm.1 to disarm.7)."""
    foe, arm = act.target, act.arm
    item = game.state.items.get(act.item or "")
    if foe is None or arm is None or item is None:
        return
    weapon = game.state.weapon(item)
    sums = contests.disarm_contest(game.state, figure, foe, item, arm)
    difference, event = await contest(game, figure, foe, "disarm", sums)
    hand = hands.place_in_hand(game.state, figure, weapon)
    result = contests.disarm_result(difference, free_hand=hand is not None)
    label = weapon.label.lower()
    outcome = {
        "taken": f"takes the {label}",
        "flung": f"the {label} flies away",
        "dropped": f"the {label} falls",
        "nothing": "nothing happens",
        "free_attack": f"fails by {-difference}",
    }[result]
    game.apply(told(event, outcome, "disarm.3"))
    if result == "free_attack":
        await free_attack(game, foe, figure, because="has failed the Disarm badly", rule_id="disarm.7")
    elif result == "flung" and applies("disarm.5"):
        await _fling(game, figure, foe, item)
    elif result == "dropped" and applies("disarm.6"):
        lose(game, foe, item.id, "dropped", by=figure)
    elif result == "taken" and applies("disarm.4"):
        lose(game, foe, item.id, "taken", by=figure)


@rule("disarm.5")
async def _fling(game: Fight, figure: FigureId, foe: FigureId, item: Item) -> None:
    """d6 paces in one of eight directions that the attacker names first; walls and the rim stop it (disarm.5)."""
    state = game.state
    label = state.weapon(item).label.lower()
    options = tuple(Option(k, f"To the {name}", rule="newworld.disarm.5") for k, (_, name) in COMPASS.items())
    picks = await game.ask(
        state.seat(figure),
        Choose(options),
        rule="newworld.disarm.5",
        text=f"The {label} flies d6 paces. Which way?",
        subject=figure,
    )
    paces = (await game.roll(1, 6, why=f"how far the {label} flies")).total
    at = landing(game.state, at_of(game.state, foe), COMPASS[picks.one.key][0], paces)
    lose(game, foe, item.id, "flung", by=figure, at=at)


def landing(state: State, start: Square, direction: Square, paces: int) -> Square:
    """The last open square of a flight: walls and the rim stop it, figures do not (ruling R39).

    It lies where somebody could stand: over a mast or a chasm it flies on, or stays this side of it.
    """
    here = last = start
    for _ in range(paces):
        there = (here[0] + direction[0], here[1] + direction[1])
        if not state.grid.flight(here, there).legal:
            break
        here = there
        last = here if state.grid.fits(here) else last
    return last
