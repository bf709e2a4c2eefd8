"""Anno Domini 1666 at the moment where two fighters with sabres stand face to face, with cards that the test knows."""

from collections.abc import Mapping
from typing import Any, TypeAlias

from pydantic import BaseModel

from muster.engine.ids import Seat
from muster.engine.ruleset import AnyRuleset
from muster.rulesets.ad1666.ruleset import Ad1666
from muster.rulesets.ad1666.state import State
from tests.rulesets.ad1666.fighting import pair
from tests.rulesets.ad1666.scenes import YardScene

Json: TypeAlias = Any
HANDS = {"red": ["cup-6", "skull-4", "heart-3"], "blue": ["cup-2", "heart-7"]}


def duel() -> YardScene:
    """Ann of Red's, who has Initiative, and Bob of Blue's, whom she beats and who parries with the next card."""
    scene = pair(red={"skills": {"cutting": 3}}, blue={"fencing": 1})
    scene.stack("red", hand=HANDS["red"])
    scene.stack("blue", hand=HANDS["blue"], deck=["skull-2", "horseshoe-8"])
    return scene


class Duel(Ad1666):
    """Anno Domini 1666, from there on."""

    id = "duel"
    title = "Duel"

    def __init__(self) -> None:
        """The position is made once."""
        scene = duel()
        self._setup = scene.setup
        self._state = scene.state.to_bytes()

    def new_setup(self, options: BaseModel, rosters: Mapping[Seat, Json]) -> Json:
        """The position's own: nothing about it can be chosen."""
        return self._setup

    def new_state(self, setup: Json) -> State:
        """The position."""
        return self.load(setup, self._state)


RULESET: AnyRuleset = Duel()
"""To be named in the setting `extra_rulesets`."""
