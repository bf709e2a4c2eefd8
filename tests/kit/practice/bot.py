"""A bot that takes the action with the best odds, and otherwise whatever comes."""

from typing import Any

from muster.bots.random import RandomBot
from muster.engine.chance import Chance
from muster.engine.requests import Choose, Request
from tests.kit.practice.state import Json


class SensibleBot:
    """Strikes where it can, else leaves it to chance."""

    def answer(self, request: Request, known: Any, chance: Chance, purpose: str) -> Json:
        """The body of a legal answer."""
        if isinstance(request.spec, Choose):
            best = max(request.spec.options, key=lambda o: o.odds.chance if o.odds else 0)
            if best.odds is not None and best.needs is None:
                return {"picks": [{"key": best.key}]}
        return RandomBot().answer(request, known, chance, purpose)
