"""An action of the own turn from its declaration to what follows it, and the plain attacks and stances."""

from typing import Final

from muster.rulesets.newworld.book import applies, rule
from muster.rulesets.newworld.events import Aimed
from muster.rulesets.newworld.queries import shooting
from muster.rulesets.newworld.queries.attack import Manner, melee_plan
from muster.rulesets.newworld.queries.menu import Act
from muster.rulesets.newworld.rules import feats, grapple, movement, postures, things, tricks
from muster.rulesets.newworld.rules.attack import may_go_on, resolve_attack
from muster.rulesets.newworld.rules.common import Fight, check_end, is_over
from muster.rulesets.newworld.rules.declare import declare, still_offered, withdraw
from muster.rulesets.newworld.rules.deeds import carry_out, deed
from muster.rulesets.newworld.rules.delay import Point, interrupt
from muster.rulesets.newworld.rules.swift import swift_attack
from muster.rulesets.newworld.state import FigureId

DEED_FILES: Final = (feats, grapple, movement, postures, things, tricks)
"""The files that fill the table of deeds beside this one; importing them is what fills it."""


@rule("action.18")
async def perform(game: Fight, figure: FigureId, act: Act, given: object) -> None:
    """Carry out an act of the own turn: declare, let others step in, resolve, let others step in again.

    If an interruption makes the declaration illegal it is withdrawn and given back unspent (action.12). Free actions
    open no windows.
    """
    declare(game, figure, act)
    if act.action == "free":
        await carry_out(game, figure, act, given, delayed=False)
        return
    if await interrupt(game, figure, Point.DECLARED, target=act.target):
        if not may_go_on(game, figure):
            return
        again = still_offered(game, figure, act, given)
        if again is None:
            withdraw(game, figure, act)
            return
        act = again
    await carry_out(game, figure, act, given, delayed=False)
    check_end(game)
    if not is_over(game):
        await interrupt(game, figure, Point.DONE)


# ------------------------------------------------------------------------------------------------ attacks
@deed("strike")
@rule("action.6")
async def strike(game: Fight, figure: FigureId, act: Act, given: object, delayed: bool) -> None:
    """One melee attack."""
    if act.target is not None and act.arm is not None and applies("action.6"):
        await resolve_attack(game, melee_plan(game.state, figure, act.target, act.arm))


@deed("shoot")
@rule("action.6")
async def shoot(game: Fight, figure: FigureId, act: Act, given: object, delayed: bool) -> None:
    """One ranged attack."""
    if act.target is None or act.arm is None or not applies("action.6"):
        return
    sharp = act.deed.partition(":")[2]
    manner = Manner(sharp="range" if sharp == "range" else "cover" if sharp == "cover" else "")
    await resolve_attack(game, shooting.ranged_plan(game.state, figure, act.target, act.arm, manner))


@deed("all_out")
@rule("action.9")
async def all_out(game: Fight, figure: FigureId, act: Act, given: object, delayed: bool) -> None:
    """A blow with +2; the Defences were lowered by the declaration."""
    if act.target is not None and act.arm is not None:
        await resolve_attack(game, melee_plan(game.state, figure, act.target, act.arm, Manner(all_out=True)))


@deed("swift")
async def swift(game: Fight, figure: FigureId, act: Act, given: object, delayed: bool) -> None:
    """Two blows."""
    await swift_attack(game, figure, act)


# ------------------------------------------------------------------------------------------------ the rest
@deed("aim")
@rule("action.1")
async def aim(game: Fight, figure: FigureId, act: Act, given: object, delayed: bool) -> None:
    """Take aim."""
    game.apply(Aimed(figure, game.state.figures[figure].hidden))


@deed("parry")
@rule("action.16")
async def parry(game: Fight, figure: FigureId, act: Act, given: object, delayed: bool) -> None:
    """The stance began with the declaration."""


@deed("all_out_defence")
@rule("action.10")
async def all_out_defence(game: Fight, figure: FigureId, act: Act, given: object, delayed: bool) -> None:
    """The stance began with the declaration."""
