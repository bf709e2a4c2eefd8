"""Jumps, climbs, swims and the Athletics rolls behind them (move.18, move.19, move.21 to move.23)."""

from muster.geometry.grid.squares import Square
from muster.rulesets.newworld.book import applies, rule
from muster.rulesets.newworld.events import Moved, SkillRolled
from muster.rulesets.newworld.queries import feats, movement, standing
from muster.rulesets.newworld.queries.feats import Feat
from muster.rulesets.newworld.queries.menu import Act
from muster.rulesets.newworld.queries.menu.moves import walk_spec
from muster.rulesets.newworld.queries.places import place_picked
from muster.rulesets.newworld.rules.attack import may_go_on, with_dice
from muster.rulesets.newworld.rules.common import (
    Fight,
    at_of,
    knock_down,
    lesson,
    release_if_apart,
    reveal_seen,
)
from muster.rulesets.newworld.rules.deeds import deed, path_of
from muster.rulesets.newworld.rules.walking import (
    Walk,
    be_struck,
    begin_walk,
    is_met,
    is_shared,
    step_back_if_shared,
    walk_path,
)
from muster.rulesets.newworld.state import FigureId


async def athletics(
    game: Fight,
    figure: FigureId,
    what: str,
    rule_id: str,
    *,
    who: FigureId | None = None,
    difficulty: int | None = None,
) -> bool:
    """2d6 + Athletics against a difficulty; equal or higher succeeds (ruling R18).

    ``who`` makes the roll: for feats of movement the mount of a rider (height.7), which is the default.
    """
    state = game.state
    total = feats.athletics_total(state, who or feats.athlete(state, figure))
    target = feats.difficulty(state) if difficulty is None else difficulty
    first, second = (await game.roll(2, 6, why=f"Athletics of {state.name(figure)}: {what}")).values
    whole = with_dice(total, (first, second))
    passed = whole.value >= target
    hidden = state.figures[figure].hidden
    game.apply(SkillRolled(figure, what, (first, second), whole, target, passed, rule_id, hidden))
    return passed


# ------------------------------------------------------------------------------------------------ jumps and climbs
@deed("jump", "climb")
@rule("move.3")
async def feat_deed(game: Fight, figure: FigureId, act: Act, given: object, delayed: bool) -> None:
    """A Move with a jump or a climb in it; what paces are left are walked at once or lost (move.4)."""
    feat = feat_of(act, given)
    walk = begin_walk(game.state, figure, "moves", window=not delayed)
    done = await (jump(game, walk, feat) if feat.kind == "jump" else climb(game, walk, feat))
    left = movement.paces(game.state, figure) - walk.spent
    if not done or left < 1 or not movement.may_walk(game.state, figure) or not applies("move.4"):
        return
    seat = game.state.seat(figure)
    spec = walk_spec(game.known_to(seat), figure, left, "Go on", struck=tuple(walk.struck))
    if not any(r.stop for r in spec.reach):
        return
    path = await game.ask_or_pass(
        seat,
        spec,
        rule="newworld.move.4",
        text=f"{game.state.name(figure)} has {left} {'pace' if left == 1 else 'paces'} left. Go on?",
        pass_label="Stop here",
        subject=figure,
        secret=game.state.figures[figure].hidden,
    )
    if path is not None:
        walk.manner = "moves"
        await walk_path(game, walk, path.points, movement.costs_of(game.state, figure, path.points))


def feat_of(act: Act, given: object) -> Feat:
    """The jump or climb that leads to the place that was picked."""
    return next(f for f in act.feats if f.key == place_picked(given))


@rule("move.23")
async def jump(game: Fight, walk: Walk, feat: Feat) -> bool:
    """Run up, jump, land; False where the action is over (move.21 to move.23).

    A roll is made before take-off. Failed, a jumper over too wide a gap falls prone into its first square, one who
    wanted too high stays put, and the action ends.
    """
    if not await _run_up(game, walk, feat):
        return False
    walk.manner = "jumps"
    if not feat.roll:
        return await _land(game, walk, feat)
    what = "jumping higher than a pace" if feat.too_high else "jumping further than the free distance"
    if await athletics(game, walk.figure, what, "move.23"):
        return await _land(game, walk, feat)
    if not feat.too_high:
        await _fall_short(game, walk, feat)
    return False


@rule("move.18")
async def climb(game: Fight, walk: Walk, feat: Feat) -> bool:
    """Climb two levels or more; failed, no height is gained and the action is spent (move.18)."""
    if not await _run_up(game, walk, feat):
        return False
    walk.manner = "climbs"
    if feat.roll and not await athletics(game, walk.figure, "climbing", "move.18"):
        return False
    return await _land(game, walk, feat)


async def _run_up(game: Fight, walk: Walk, feat: Feat) -> bool:
    costs = movement.costs_of(game.state, walk.figure, feat.run_up)
    whole = await walk_path(game, walk, feat.run_up, costs, goes_on=True)
    return whole and movement.may_walk(game.state, walk.figure)


async def _land(game: Fight, walk: Walk, feat: Feat) -> bool:
    """The leap or the climb itself: reach may be left on the way, the squares between are not entered.

    Whoever turns out to lie hidden in its way or where it would end is revealed, and the mover stays where it is
    (ruling R65).
    """
    figure, here = walk.figure, at_of(game.state, walk.figure)
    foes = standing.strikers_when_leaving(game.state, figure, here, feat.landing, walk.struck)
    await be_struck(game, walk, foes)
    if not may_go_on(game, figure) or at_of(game.state, figure) != here:
        return False
    if not movement.may_walk(game.state, figure) or movement.moving_side(game.state, figure) != feat.side:
        return False
    walk.spent += feat.price
    if any(is_met(game, walk, corner) for corner in feat.path) or is_shared(game.state, figure, feat.landing):
        return False
    _go(game, walk, feat.path, feat.price)
    walk.trail.append(feat.landing)
    return True


def _go(game: Fight, walk: Walk, path: tuple[Square, ...], cost: int) -> None:
    state, figure = game.state, walk.figure
    hidden = state.figures[figure].hidden
    game.apply(Moved(figure, walk.start, path, path, cost, walk.manner, hidden, lesson(state, figure)))
    walk.start = path[-1]
    reveal_seen(game)
    release_if_apart(game)


async def _fall_short(game: Fight, walk: Walk, feat: Feat) -> None:
    """Down into the first square of the gap, prone; a rider stays in the saddle (ruling R82). Nobody strikes for it."""
    state, figure = game.state, walk.figure
    first = feat.path[0]
    if state.grid.fits(first, feat.side) and not is_shared(state, figure, first):
        walk.manner = "falls short,"
        _go(game, walk, (first,), 1)
    if game.state.figures[figure].rides is None:
        await knock_down(game, figure, "falls and lies prone", by=None)


# ------------------------------------------------------------------------------------------------ swimming
@deed("swim")
@rule("move.19")
async def swim(game: Fight, figure: FigureId, act: Act, given: object, delayed: bool) -> None:
    """Swim water that needs a roll, made at the bank; failed, no progress and the action is spent (move.19)."""
    path = path_of(given)
    dry = movement.squares_before_water(game.state, figure, path.points)
    costs = movement.costs_of(game.state, figure, path.points)
    walk = begin_walk(game.state, figure, "moves", window=not delayed)
    if not await walk_path(game, walk, path.points[:dry], costs[:dry], goes_on=True):
        return
    if not await athletics(game, figure, "swimming", "move.19"):
        step_back_if_shared(game, walk)
        return
    walk.manner = "swims"
    await walk_path(game, walk, path.points[dry:], costs[dry:])
