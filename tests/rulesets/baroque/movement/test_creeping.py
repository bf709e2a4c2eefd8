"""Many small movements add up to no contact: a rounded end is never nearer to an enemy than it may be (5.1g, T11)."""

import math
from dataclasses import replace
from random import Random

import pytest

from muster.engine.answers import Course
from muster.engine.refusals import Refusal
from muster.geometry.open.hulls import gap
from muster.rulesets.baroque.cards import UnitType
from muster.rulesets.baroque.queries.bodies import body, pose_of
from muster.rulesets.baroque.queries.moving import APART, allowance, check_course, landing, reach
from muster.rulesets.baroque.state import State
from tests.rulesets.baroque.scenes import BattleScene

BEGUN = 1000
"""How far apart the middles of the two bases are at first, in units."""


def between(state: State) -> float:
    """The gap between the two bases, in units."""
    return gap(body(state, "mine").hull, body(state, "foe").hull)


def make(state: State, course: Course) -> None:
    """A movement, checked and made."""
    assert state.acting is not None
    check_course(state, "mine", state.acting, course)
    end = landing(state, "mine", state.acting, course).base
    state.change("mine", pose=pose_of(end))


@pytest.mark.rule("baroque.5.1g")
@pytest.mark.parametrize("kind", ["TR", "P&M"])
@pytest.mark.parametrize("heading", [61.03, 17.77, 33])
def test_5_1g_nobody_creeps_into_contact_by_small_movements_along_a_front(
    kind: UnitType, heading: float
) -> None:
    luck = Random(round(heading * 100))
    scene = BattleScene()
    scene.blue("mine", (10, 9), heading=heading, type=kind)
    scene.red("foe", (10, 6), heading=(heading + 180) % 360)
    state = scene.state
    x, y, _ = state.pose("foe")
    turned = math.radians(heading)
    start = (round(x - math.sin(turned) * BEGUN), round(y + math.cos(turned) * BEGUN), round(heading * 100))
    state.units["mine"] = replace(state.units["mine"], pose=start)
    scene.acting("mine")
    make(state, Course("forward", min(reach(state, "mine", "forward").length, allowance(state, "mine"))))
    assert between(state) >= APART - 0.01
    tried = 0
    for _ in range(150):
        way = luck.choice(["left", "right", "oblique"])
        bearing = luck.choice([8_999, -8_999]) if way == "oblique" else 0
        try:
            make(state, Course(way, luck.randint(1, 60), bearing))
        except Refusal:
            continue
        tried += 1
        assert between(state) >= APART - 0.01
    assert tried > 25
