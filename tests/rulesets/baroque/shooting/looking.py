"""Words of the tests about lines and targets."""

from typing import Any

from muster.geometry.open.poses import Side
from muster.rulesets.baroque.queries.lines import Sight, sight_of
from tests.rulesets.baroque.scenes import BattleScene

FRONT_LINE = 9 - 1 / 3
"""Where the front of a unit of 2/3 BU depth stands that :func:`shooter` puts on the table, in BU."""


def shooter(**numbers: Any) -> BattleScene:
    """A scene with a blue unit of muskets in the middle, facing up the screen."""
    scene = BattleScene()
    given: dict[str, Any] = {"weapons": ["musket"], **numbers}
    scene.blue("gun", (10, 9), **given)
    return scene


def sight(scene: BattleScene, target: str, side: Side = Side.FRONT, shooter: str = "gun") -> Sight:
    """What the shooter sees of a target."""
    return sight_of(scene.state, shooter, side, target)


def states(found: Sight) -> tuple[str, str, str]:
    """The three lines: centre, left, right."""
    centre, left, right = found.lines
    return centre.state, left.state, right.state


def hidden(scene: BattleScene, target: str, side: Side = Side.FRONT) -> str:
    """The rule by which the three lines do not allow a shot; empty: they do."""
    found = sight(scene, target, side).hidden
    return found.rule.removeprefix("baroque.") if found else ""
