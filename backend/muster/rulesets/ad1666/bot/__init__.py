"""A bot that plays sensibly: it shoots when a shot is worth it, goes for what wins the scenario, and picks its fights.

It sees the request and what its seat knows, never the state. ``goals`` says where a Character wants to be, ``acting``
weighs an action, ``cards`` what to play from the hand.
"""

from typing import Any, TypeAlias

from muster.engine.chance import Chance
from muster.engine.requests import Choose, Confirm, Place, Request
from muster.rulesets.ad1666.bot import acting, cards, placing
from muster.rulesets.ad1666.state import State

Json: TypeAlias = Any


class SensibleBot:
    """One answer at a time."""

    def answer(self, request: Request, known: State, chance: Chance, purpose: str) -> Json:
        """The body of a legal answer. Raises TypeError for a kind of question that this game never asks."""
        match request.spec:
            case Place() as spec:
                return placing.place(known, request.seat, spec, chance, purpose)
            case Confirm():
                return {"yes": cards.says_yes(known, request)}
            case Choose() as spec:
                return self._choose(known, request, spec)
            case spec:
                raise TypeError(f"Anno Domini 1666 asks nothing of the kind {spec.kind}.")

    def _choose(self, known: State, request: Request, spec: Choose) -> Json:
        key = cards.choose(known, request, spec) or acting.choose(known, request, spec)
        if key is None:
            if request.pass_label is not None:
                return {"pass": True}
            return acting.anything(spec)
        return key
