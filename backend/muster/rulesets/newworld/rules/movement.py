"""The moves on foot and mounted: Move, Run, Disengage, Crawl and Charge (move.3 to move.10, move.30)."""

from functools import partial

from muster.engine.explain import Odds
from muster.engine.requests import Choose, Option, Path
from muster.rulesets.newworld.book import applies, rule
from muster.rulesets.newworld.queries import charge as charging
from muster.rulesets.newworld.queries import hands, movement, standing
from muster.rulesets.newworld.queries.attack import attack_odds, melee_plan
from muster.rulesets.newworld.queries.hands import Arm
from muster.rulesets.newworld.queries.menu import Act
from muster.rulesets.newworld.rules.attack import may_go_on, resolve_attack
from muster.rulesets.newworld.rules.common import Fight
from muster.rulesets.newworld.rules.deeds import deed, path_of
from muster.rulesets.newworld.rules.walking import Walk, begin_walk, walk_path
from muster.rulesets.newworld.state import FigureId, State


async def _walk(game: Fight, walk: Walk, path: Path) -> bool:
    costs = movement.costs_of(game.state, walk.figure, path.points)
    return await walk_path(game, walk, path.points, costs)


@deed("move")
@rule("move.3")
async def move(game: Fight, figure: FigureId, act: Act, given: object, delayed: bool) -> None:
    """A Move: one path, whole before or after the other half action; what is left of it is lost (move.3, move.4)."""
    await _walk(game, begin_walk(game.state, figure, "moves", window=not delayed), path_of(given))


@deed("run")
@rule("move.5")
async def run(game: Fight, figure: FigureId, act: Act, given: object, delayed: bool) -> None:
    """A Run; the modifiers against the runner began with the declaration (move.5)."""
    await _walk(game, begin_walk(game.state, figure, "runs"), path_of(given))


@deed("disengage")
@rule("move.10")
async def disengage(game: Fight, figure: FigureId, act: Act, given: object, delayed: bool) -> None:
    """A Disengage: nobody makes a free attack during it (move.10)."""
    provokes = not applies("move.10")
    await _walk(game, begin_walk(game.state, figure, "disengages,", provokes=provokes), path_of(given))


@deed("crawl")
@rule("move.30")
async def crawl(game: Fight, figure: FigureId, act: Act, given: object, delayed: bool) -> None:
    """A Crawl: one pace whatever the ground (move.30)."""
    walk = begin_walk(game.state, figure, "crawls", window=not delayed)
    await walk_path(game, walk, path_of(given).points, (1,))


# ------------------------------------------------------------------------------------------------ Charge
@deed("charge")
@rule("move.7")
async def charge(game: Fight, figure: FigureId, act: Act, given: object, delayed: bool) -> None:
    """A Charge: a straight run, then one melee attack at +1 (move.7, move.14, hide.2).

    If it cannot be completed the attack is lost, unless the declared foe is in reach after at least 4 squares: of who
    was thrown down or seized, and of a rider unhorsed, who strikes as on foot (ruling R105). A hidden foe that stopped
    it may be struck instead if in reach. Nobody steps in between run and blow.
    """
    if act.target is None or act.arm is None:
        raise ValueError("a Charge has a target and a weapon")
    walk = begin_walk(game.state, figure, "charges")
    whole = await _walk(game, walk, path_of(given))
    if not may_go_on(game, figure):
        return
    if all(a.key != act.arm.key for a in hands.melee_arms(game.state, figure)):
        return  # seized on the way, with nothing in hand that is fit for a grapple
    targets = _charge_targets(game, walk, act.target, whole=whole)
    target = targets[0] if targets else None
    if walk.met is not None and targets:
        target = await _whom_instead(game, figure, act, targets)
    if target is None:
        return
    manner = charging.charge_manner(game.state, figure)
    await resolve_attack(game, melee_plan(game.state, figure, target, act.arm, manner))


def _charge_targets(game: Fight, walk: Walk, declared: FigureId, *, whole: bool) -> tuple[FigureId, ...]:
    """Whom the blow may still strike: the declared foe, or whoever stopped the Charge out of hiding."""
    state, figure = game.state, walk.figure
    wanted: list[FigureId] = []
    if whole or (walk.entered >= movement.CHARGE_MINIMUM and applies("move.14")):
        wanted.append(declared)
    if walk.met is not None and walk.met not in wanted:
        wanted.insert(0, walk.met)
    return tuple(
        foe
        for foe in wanted
        if standing.is_visible_foe(state, figure, foe)
        and standing.in_reach(state, figure, foe)
        and standing.may_attack_at_all(state, figure, foe)
    )


def _blow_odds(known: State, figure: FigureId, foe: FigureId, arm: Arm) -> Odds:
    return attack_odds(known, melee_plan(known, figure, foe, arm, charging.charge_manner(known, figure)))


async def _whom_instead(
    game: Fight, figure: FigureId, act: Act, targets: tuple[FigureId, ...]
) -> FigureId | None:
    seat = game.state.seat(figure)
    known = game.known_to(seat)
    arm = act.arm
    assert arm is not None
    options = tuple(
        Option(
            foe,
            f"Strike {known.name(foe)}",
            detail=arm.weapon.label,
            rule="newworld.hide.2",
            piece=foe,
            odds_=partial(_blow_odds, known, figure, foe, arm),
        )
        for foe in targets
    )
    picks = await game.ask_or_pass(
        seat,
        Choose(options),
        rule="newworld.hide.2",
        text=f"The Charge of {game.state.name(figure)} was stopped. Whom does it strike?",
        pass_label="Nobody",
        subject=figure,
    )
    return None if picks is None else picks.one.key
