"""Where units stand in the tests of charges: a charger in the middle of the table and others straight ahead of it."""

from typing import Any, TypeAlias

from muster.engine.explain import Reason
from muster.rulesets.baroque.queries.reacting import Stretch
from muster.rulesets.baroque.state import UnitId
from tests.rulesets.baroque.scenes import BattleScene

Json: TypeAlias = Any

MIDDLE = 10.0
DEPTH = 2 / 3
"""BU from front to rear of horse and of pike and musket."""


def charger(scene: BattleScene, **numbers: Json) -> UnitId:
    """A blue unit in the middle of the table that looks up the screen and may act: Trotters with impetus 3."""
    given: dict[str, Json] = {"type": "TR", "impetus": 3, "depth": 400, **numbers}
    unit = scene.blue("horse", (MIDDLE, 10), **given)
    scene.acting(unit)
    return unit


def in_front(
    scene: BattleScene, name: str, gap: float, *, aside: float = 0, seat: str = "red", **numbers: Json
) -> UnitId:
    """A unit with its front or rear ``gap`` BU ahead of the charger's front, ``aside`` BU to the right.

    It looks at the charger unless a heading is given; ``depth`` of its base is in units.
    """
    depth = numbers.pop("depth", 400)
    heading = numbers.pop("heading", 180)
    at = (MIDDLE + aside, 10 - DEPTH / 2 - gap - depth / 1200)
    return scene.put(seat, name, at, heading, depth=depth, **numbers)


def rule_of(reason: Reason | None) -> str | None:
    """The id, without prefix, of the rule that says no; None where nothing does."""
    return None if reason is None else reason.rule.removeprefix("baroque.")


def ends(found: Stretch | None) -> tuple[int, int] | None:
    """Both ends of a stretch, in units; None where there is none."""
    return None if found is None else (found.least, found.most)
