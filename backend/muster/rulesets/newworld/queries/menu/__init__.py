"""What a figure may do now: every legal action with its targets, costs and odds, from what its seat knows."""

from collections.abc import Callable, Iterator
from typing import TypeAlias

from muster.engine.explain import Reason
from muster.engine.requests import Choose
from muster.rulesets.newworld.queries.menu import attacks, moves, things
from muster.rulesets.newworld.queries.menu.acts import (
    ACTION_TABLE,
    COST_WORDS,
    FREE,
    FULL,
    HALF,
    Act,
    Allowance,
    may_spend,
)
from muster.rulesets.newworld.queries.menu.missing import missing_for
from muster.rulesets.newworld.queries.menu.things import free_that_matter
from muster.rulesets.newworld.state import FigureId, State

Builder: TypeAlias = Callable[[State, FigureId], Iterator[Act]]

__all__ = [
    "ACTION_TABLE",
    "COST_WORDS",
    "FREE",
    "FULL",
    "HALF",
    "Act",
    "Allowance",
    "action_spec",
    "acts_for",
    "blows_for",
    "free_that_matter",
    "may_spend",
    "missing_for",
]


def acts_for(state: State, figure: FigureId, allowance: Allowance) -> tuple[Act, ...]:
    """Every legal act, in the order in which it is shown."""
    if not state.in_fight(figure):
        return ()
    builders: tuple[tuple[Builder, tuple[str, ...]], ...] = (
        (attacks.attacks, ("standard_attack",)),
        (attacks.full_attacks, ("swift_attack",)),
        (attacks.charges, ("charge",)),
        (moves.halves_of_movement, ("move", "crawl", "stand_or_mount")),
        (moves.full_moves, ("run",)),
        (things.stances, ("parrying_stance", "all_out_defence")),
        (attacks.tricks, ("feint",)),
        (things.belongings, ("ready", "reload")),
        (things.others, ("use_skill_quick", "use_skill_careful", "cast")),
        (things.free, ("free",)),
    )
    return tuple(
        act
        for build, actions in builders
        if any(may_spend(a, allowance) for a in actions)
        for act in build(state, figure)
        if may_spend(act.action, allowance)
    )


def blows_for(state: State, figure: FigureId, allowance: Allowance) -> tuple[Act, ...]:
    """Only the acts of one half that are aimed at a foe."""
    return tuple(
        act
        for build in (attacks.attacks, attacks.tricks)
        for act in build(state, figure)
        if may_spend(act.action, allowance)
    )


def action_spec(acts: tuple[Act, ...], missing: Callable[[], tuple[Reason, ...]] = tuple) -> Choose:
    """The question made of the acts, and why others are not among them."""
    return Choose(tuple(a.option for a in acts), missing=missing)
