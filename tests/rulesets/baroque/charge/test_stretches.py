"""Where on a path a reaction is possible: the quick looks leave nobody out whom the exact ones find (5.4.2a, 6.5c)."""

from itertools import product
from typing import Final

import pytest

from muster.geometry.open.moves import Path, straight, wheel
from muster.geometry.open.poses import Side
from muster.rulesets.baroque.queries.bodies import body
from muster.rulesets.baroque.queries.reacting import (
    Stretch,
    charge_stretch,
    fire_stretch,
    no_fire_at,
    no_opportunity_at,
    stopped,
    stretch,
)
from muster.rulesets.baroque.state import State
from tests.rulesets.baroque.charge.places import ends
from tests.rulesets.baroque.scenes import BattleScene

HEADINGS: Final = (0, 135, 180, 270)
WAYS: Final = {
    "ahead": lambda state: straight(body(state, "mover"), 0, 1200),
    "back": lambda state: straight(body(state, "mover"), 18_000, 600),
    "aside": lambda state: straight(body(state, "mover"), 6_000, 1200),
    "wheel": lambda state: wheel(body(state, "mover"), Side.LEFT, 900),
}


def standing(x: float, y: float) -> BattleScene:
    """A mover in the middle of a ring of musketeers and horse, one of each at every heading, a wood between."""
    scene = BattleScene((40, 30))
    scene.blue("mover", (20, 15), type="TR", move=2)
    scene.terrain("wood", [(20, 11), (22, 11), (22, 12), (20, 12)])
    for n, heading in enumerate(HEADINGS):
        scene.red(
            f"shot{n}", (20 + x * (1 + n / 4), 15 + y * (1 + n / 4)), heading, type="LTE", weapons=["musket"]
        )
        scene.red(f"horse{n}", (20 - x * (1 + n / 3), 15 - y * (1 + n / 3)), heading, type="TR", impetus=3)
    return scene


@pytest.mark.parametrize("way", WAYS)
@pytest.mark.parametrize(("x", "y"), [p for p in product((-7, -3, 0, 3, 7), (-6, -2.5, 2.5)) if p != (0, 0)])
def test_a_quick_look_leaves_out_only_whom_the_exact_one_does(way: str, x: float, y: float) -> None:
    state = standing(x, y).state
    path = WAYS[way](state)
    for foe in state.foes("mover"):
        assert ends(fire_stretch(state, foe, "mover", path, path.length)) == ends(by_fire(state, foe, path))
        if foe.startswith("horse"):
            found = charge_stretch(state, foe, "mover", path, path.length)
            assert ends(found) == ends(by_charge(state, foe, path))


def by_fire(state: State, unit: str, path: Path) -> Stretch | None:
    return stretch(lambda n: no_fire_at(stopped(state, path, n, "mover"), unit, "mover") is None, path.length)


def by_charge(state: State, unit: str, path: Path) -> Stretch | None:
    return stretch(lambda n: no_opportunity_at(state, unit, path.body_at(n)) is None, path.length)
