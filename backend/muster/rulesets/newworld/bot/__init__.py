"""A bot that plays sensibly: it closes, shoots from cover, keeps to its goal, and walks past no spear for nothing.

It sees the request, what its seat knows, and the same queries as everybody; it never sees the state. ``choosing``
takes the best of what is offered, ``acting`` weighs an act, ``moving`` a way, ``mind`` a place, ``estimates`` an
attack, ``goals`` what the scenario wants, ``ways`` how far it is to walk, ``unseen`` where foes may hide;
``ambush`` says when and how to lie in wait.
"""

from typing import Any, TypeAlias

from muster.engine.chance import Chance
from muster.engine.requests import Allocate, Choose, Confirm, Move, Place, Request
from muster.rulesets.newworld.bot import moving, placing
from muster.rulesets.newworld.bot.choosing import choose
from muster.rulesets.newworld.bot.mind import Mind
from muster.rulesets.newworld.state import State

Json: TypeAlias = Any


class SensibleBot:
    """One answer at a time, by the best expected exchange of Wounds."""

    def answer(self, request: Request, known: State, chance: Chance, purpose: str) -> Json:
        """The body of a legal answer. Raises TypeError for a kind of question that New World never asks."""
        match request.spec:
            case Allocate() as spec:
                return placing.choose_party(known, request, spec)
            case Place() as spec:
                return placing.place(known, request, spec, chance, purpose)
            case Move() as spec:
                return go_on(known, request, spec)
            case Confirm():
                return {"yes": True}
            case Choose() as spec:
                return choose(known, request, spec)
            case spec:
                raise TypeError(f"New World asks nothing of the kind {spec.kind}.")


def go_on(known: State, request: Request, spec: Move) -> Json:
    """The rest of a move, where it leads to a better place."""
    best = moving.best_end(Mind(known, spec.piece), spec)
    if best is not None:
        return moving.path_of(spec, best[1])
    if request.pass_label is not None:
        return {"pass": True}
    return moving.path_of(spec, next(i for i, r in enumerate(spec.reach) if r.stop))
