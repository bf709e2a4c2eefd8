"""Walking a path step by step: free attacks on leaving reach, delayed actions between steps, hidden foes on the way."""

from collections.abc import Iterator
from dataclasses import dataclass, field

from muster.geometry.grid.squares import Square, distance, footprint
from muster.rulesets.newworld.book import applies, rule
from muster.rulesets.newworld.events import Moved, SetBack
from muster.rulesets.newworld.queries import movement, standing
from muster.rulesets.newworld.queries.menu import Act
from muster.rulesets.newworld.rules.attack import may_go_on
from muster.rulesets.newworld.rules.common import (
    Fight,
    at_of,
    lesson,
    release_if_apart,
    reveal,
    reveal_seen,
)
from muster.rulesets.newworld.rules.delay import Point, interrupt
from muster.rulesets.newworld.rules.free_attacks import free_attack
from muster.rulesets.newworld.state import FigureId, State


@dataclass
class Walk:
    """The movement of one action.

    ``walked`` are the squares entered that the state does not know yet, ``untold`` those that no log line has told,
    ``trail`` every square since the start, ``struck`` the foes that had their free attack, ``unseen`` the foes that
    lay hidden as it began, ``met`` the one of them that stopped it, ``mount`` what the figure rode as it began.
    """

    figure: FigureId
    manner: str
    start: Square
    provokes: bool = True
    window: bool = True
    walked: list[Square] = field(default_factory=list[Square])
    untold: list[Square] = field(default_factory=list[Square])
    untold_cost: int = 0
    spent: int = 0
    entered: int = 0
    struck: list[FigureId] = field(default_factory=list[FigureId])
    trail: list[Square] = field(default_factory=list[Square])
    unseen: tuple[FigureId, ...] = ()
    met: FigureId | None = None
    mount: FigureId | None = None


def begin_walk(
    state: State, figure: FigureId, manner: str, *, provokes: bool = True, window: bool = True
) -> Walk:
    """The movement of an action that begins now."""
    start = at_of(state, figure)
    unseen = tuple(f for f in state.foes(figure) if state.figures[f].hidden)
    mount = state.figures[figure].rides
    return Walk(figure, manner, start, provokes, window, trail=[start], unseen=unseen, mount=mount)


# ------------------------------------------------------------------------------------------------ telling
def settle(game: Fight, walk: Walk, *, quiet: bool = False) -> None:
    """Bring the state up to where the figure is, and tell what was walked unless ``quiet``.

    Whether a walk is told in one line or in pieces hangs on what everybody sees, so that nobody learns from the
    pieces that something hidden was asked.
    """
    if quiet and not walk.walked:
        return
    if not walk.walked and not walk.untold:
        return
    told = () if quiet else tuple(walk.untold)
    game.apply(
        Moved(
            walk.figure,
            walk.start,
            tuple(walk.walked),
            told,
            walk.untold_cost if told else 0,
            walk.manner,
            game.state.figures[walk.figure].hidden,
            lesson(game.state, walk.figure),
        )
    )
    walk.walked = []
    if not quiet:
        walk.untold, walk.untold_cost, walk.start = [], 0, at_of(game.state, walk.figure)


def _here(game: Fight, walk: Walk) -> Square:
    return walk.walked[-1] if walk.walked else at_of(game.state, walk.figure)


# ------------------------------------------------------------------------------------------------ walking
@rule("move.11")
async def walk_path(
    game: Fight, walk: Walk, path: tuple[Square, ...], costs: tuple[int, ...], *, goes_on: bool = False
) -> bool:
    """Walk a path that was legal for all its controller knew; True if it was walked to its end.

    Before each step that leaves reach the foes concerned may strike, in initiative order, each once an action
    (move.11, move.12); a mover taken out, thrown or held stops there (move.14). Between steps holders of a delayed
    half may act (action.12). A hidden foe in the way stops the mover in the last free square before it (hide.2).
    ``goes_on`` says that the action's movement continues behind the path: with a jump, a climb, a swim.
    """
    figure = walk.figure
    careful = any(b.hidden and b.at is not None for b in game.state.figures.values())
    last = len(path) - 1
    whole = True
    for index, (square, cost) in enumerate(zip(path, costs, strict=True)):
        if is_met(game, walk, square) or not await _leaves(game, walk, square):
            whole = False
            break
        walk.walked.append(square)
        walk.untold.append(square)
        walk.trail.append(square)
        walk.untold_cost += cost
        walk.spent += cost
        walk.entered += 1
        if careful and standing.spotted(movement.at_square(game.state, figure, square)):
            settle(game, walk)
            reveal_seen(game)
        if walk.window and (goes_on or index < last) and not await _between_steps(game, walk):
            whole = False
            break
    if not may_go_on(game, figure):
        if walk.mount is not None and game.state.in_fight(walk.mount):
            step_back_if_shared(game, walk, walk.mount)  # whose rider fell while it passed somebody
        return False
    settle(game, walk)
    if not whole or not goes_on:
        step_back_if_shared(game, walk)
    release_if_apart(game)
    return whole


def is_met(game: Fight, walk: Walk, square: Square) -> bool:
    """Whether a foe that lay hidden as the walk began keeps the mover from the next square; it is revealed (hide.2)."""
    state = game.state
    covered = set(footprint(square, movement.moving_side(state, walk.figure)))
    for foe in walk.unseen:
        body = state.figures[foe]
        if not covered.intersection(state.squares(foe)):
            continue
        barred = body.hidden or (state.in_fight(foe) and movement.bars_its_square(state, foe))
        if barred and applies("hide.2"):
            settle(game, walk)
            walk.met = foe
            reveal(game, foe, f"{state.name(walk.figure)} has run into them", "hide.2")
            return True
    return False


async def _leaves(game: Fight, walk: Walk, square: Square) -> bool:
    """Offer the free attacks for a step; whether the mover can still take it afterwards."""
    figure, here = walk.figure, _here(game, walk)
    if walk.provokes:
        foes = standing.strikers_when_leaving(game.state, figure, here, square, walk.struck)
        if foes:
            settle(game, walk)
            await be_struck(game, walk, foes)
            if not may_go_on(game, figure) or at_of(game.state, figure) != here:
                return False
    return _may_still_step(game.state, walk, here, square)


async def be_struck(game: Fight, walk: Walk, foes: tuple[FigureId, ...]) -> None:
    """The foes whose reach a step leaves may strike, each once for the action (move.12)."""
    for foe in foes:
        if not may_go_on(game, walk.figure):
            return
        if applies("move.12"):
            walk.struck.append(foe)
        await free_attack(
            game, foe, walk.figure, because=f"leaves {game.state.name(foe)}'s reach", rule_id="move.11"
        )


async def _between_steps(game: Fight, walk: Walk) -> bool:
    """Window C: delayed halves between two steps; whether the walk can go on from where it was."""
    if not any(b.delayed for b in game.state.figures.values()):
        return True
    settle(game, walk, quiet=True)
    here = at_of(game.state, walk.figure)

    def tell_first(holder: FigureId, act: Act | None) -> None:
        seen = not game.state.figures[holder].hidden
        if seen or (act is not None and act.target is not None):
            settle(game, walk)

    await interrupt(game, walk.figure, Point.STEP, before=tell_first)
    return may_go_on(game, walk.figure) and at_of(game.state, walk.figure) == here


def _may_still_step(state: State, walk: Walk, here: Square, square: Square) -> bool:
    """Whether the next step is still open: nobody holds, has thrown or unhorsed the mover, and nothing was shut."""
    if walk.manner != "crawls" and not movement.may_walk(state, walk.figure):
        return False
    if state.figures[walk.figure].in_grapple or distance(here, square) != 1:
        return False
    side = movement.moving_side(state, walk.figure)
    ground = movement.ground_for(state, walk.figure)
    free = not ground.closed.intersection(footprint(square, side))
    return free and state.grid.step(here, square, side).legal


# ------------------------------------------------------------------------------------------------ ending
def step_back_if_shared(game: Fight, walk: Walk, who: FigureId | None = None) -> None:
    """A move that ended on somebody else's square goes back to the last free one it came through (move.14).

    Where others have taken every one of those meanwhile, the nearest free square serves (ruling R81). ``who`` is the
    mover, or the mount that lost it on the way.
    """
    state, figure = game.state, who or walk.figure
    at = at_of(state, figure)
    if not is_shared(state, figure, at) or not applies("move.14"):
        return
    back = next((s for s in reversed(walk.trail) if not is_shared(state, figure, s)), None)
    if back is None:
        back = next(_free_around(state, figure, at), at)
    game.apply(SetBack(figure, back, state.figures[figure].hidden))
    walk.start = back
    reveal_seen(game)


def is_shared(state: State, figure: FigureId, at: Square) -> bool:
    """Whether a figure on that square would share one with another in the fight (ruling R52)."""
    own = {figure, state.figures[figure].rides, state.figures[figure].ridden_by}
    covered = set(footprint(at, state.side(figure)))
    return any(
        other not in own and state.in_fight(other) and covered.intersection(state.squares(other))
        for other in state.figures
    )


def _free_around(state: State, figure: FigureId, at: Square) -> Iterator[Square]:
    side = state.side(figure)
    table = state.setup.map
    squares = [(x, y) for y in range(table.height) for x in range(table.width)]
    for square in sorted(squares, key=lambda s: (distance(s, at), s[1], s[0])):
        if state.grid.fits(square, side) and not is_shared(state, figure, square):
            yield square
