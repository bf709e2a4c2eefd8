"""Baroque at the moment where two lines come within reach: four places, each for another reaction of the red side."""

from collections.abc import Mapping
from typing import Any, TypeAlias

from pydantic import BaseModel

from muster.engine.ids import Seat
from muster.engine.ruleset import AnyRuleset
from muster.rulesets.baroque.ruleset import Baroque
from muster.rulesets.baroque.state import State
from tests.rulesets.baroque.scenes import BattleScene, stored

Json: TypeAlias = Any


def clash() -> BattleScene:
    """Blue comes on, from west to east at musketeers, past horse, against horse of its own kind, at light cavalry."""
    scene = BattleScene()
    scene.blue("pikes", (3, 9.2), weapons=["musket"])
    scene.red("musketeers", (3, 6.4), type="T", weapons=["musket"], impetus=0, discipline="A")
    scene.blue("foot", (7.5, 9.2))
    scene.red("hussars", (7.5, 5.6), type="TR", impetus=3, vbu=5, discipline="A")
    scene.blue("cuirassiers", (12, 9.2), type="TR", impetus=3)
    scene.red("reiters", (12, 6.7), type="TR", impetus=3, discipline="A")
    scene.blue("harquebusiers", (16.5, 9.2), type="TR", impetus=2)
    scene.red("croats", (16.5, 7), type="CL", impetus=1, vbu=4, discipline="A")
    return scene


class Clash(Baroque):
    """Baroque, from there on."""

    id = "clash"
    title = "Clash"

    def __init__(self) -> None:
        """The position is made once."""
        scene = clash()
        self._setup = stored(scene.state.setup)
        self._state = scene.state.to_bytes()

    def new_setup(self, options: BaseModel, rosters: Mapping[Seat, Json]) -> Json:
        """The position's own: nothing about it can be chosen."""
        return self._setup

    def new_state(self, setup: Json) -> State:
        """The position."""
        return self.load(setup, self._state)


RULESET: AnyRuleset = Clash()
"""To be named in the setting `extra_rulesets`."""
